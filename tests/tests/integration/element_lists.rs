//! The inputs that a comparison of tables shows for a changed list of elements: their tokens depend on the list.

use std::path::Path;
use tokenwright::tokens;
use tokenwright_analyses::diff::element_input;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load;

/// The kinds of the tokens of an input.
fn kinds(input: &str) -> Vec<String> {
    let kind = |token: String| {
        let end = token.find(|c: char| !c.is_alphanumeric());
        token[..end.unwrap_or(token.len())].to_owned()
    };
    tokens(input)
        .map(|token| kind(format!("{token:?}")))
        .collect()
}

#[test]
fn the_input_of_a_member_has_other_tokens_than_that_of_another_name() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/whatwg-2026-07-19");
    let newest = load::revision(&spec, &mut Sources::default()).expect("sound tables");
    let facts = newest.tree_construction.expect("lists of elements");
    let mut lists = 0;
    for (key, members) in &facts.lists {
        let of = |name: &str| element_input(key, name).map(|input| (kinds(&input), input));
        let Some((others, _)) = of("x-y") else {
            continue;
        };
        lists += 1;
        for member in members {
            let (found, input) = of(member).expect("an input of this list");
            assert_ne!(found, others, "{key}: {input}");
        }
    }
    assert_eq!(lists, 8);
}
