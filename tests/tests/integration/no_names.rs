//! The compiler of tree construction, the primitives of its rules and what follows open elements by them name no element, no insertion mode and no revision: all of
//! them come from the tables, so that a revision with others needs no change of the program.

use crate::public_items::{files, folder};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use tokenwright_tables::tree::model::{Tokens, TreeTables};
use tokenwright_tests::tables;

/// The names of the tables.
fn names(trees: &TreeTables) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (_, members) in trees.sets.iter().chain(&trees.scopes) {
        names.extend(members.iter().map(|it| it.value.name.clone()));
    }
    for mode in trees.modes.iter().chain(&trees.foreign_content) {
        names.insert(mode.name.value.clone());
        for on in mode.rows.iter().flat_map(|row| &row.on) {
            if let Tokens::StartTags(tags) | Tokens::EndTags(tags) = &on.tokens.value {
                names.extend(tags.iter().map(|it| it.value.clone()));
            }
        }
    }
    names.insert(tables::newest().revision.about.id.clone());
    names.remove("");
    names
}

/// The string literals in tokens, without those of tests and of attributes: comments and documentation.
fn literals(tokens: TokenStream, out: &mut BTreeSet<String>) {
    let mut is_attribute = false;
    let mut is_test = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_attribute => {
                is_test |= group.stream().to_string().replace(' ', "") == "cfg(test)";
            }
            TokenTree::Group(group) if is_test && group.delimiter() == Delimiter::Brace => {
                is_test = false;
            }
            TokenTree::Group(group) => literals(group.stream(), out),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if let Some(text) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
                    out.insert(text.to_owned());
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                is_attribute = true;
                continue;
            }
            _ => {}
        }
        is_attribute = false;
    }
}

#[test]
fn no_program_of_tree_construction_names_what_the_tables_name() {
    let names = names(tables::of_trees());
    assert!(names.contains("template") && names.contains("in body"));
    let mut found = Vec::new();
    let mut count = 0;
    for part in [
        "codegen/compiler/src/tree",
        "tokenizer/src/tree_construction",
        "tokenizer/src/open_elements",
    ] {
        for file in files(&folder(part)) {
            let text = fs::read_to_string(&file).expect("a source");
            let mut all = BTreeSet::new();
            literals(text.parse().expect("tokens"), &mut all);
            count += all.len();
            let named = all.iter().filter(|it| names.contains(*it));
            found.extend(named.map(|it| format!("{}: {it:?}", file.display())));
        }
    }
    // The printer names functions and parameters of the generated code.
    found.retain(|it| {
        !["emit/modes.rs", "emit/names.rs"]
            .iter()
            .any(|of| it.contains(of))
    });
    assert_eq!(found, [""; 0]);
    assert!(count > 100, "only {count} texts were found");
}
