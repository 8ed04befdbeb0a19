//! The generated rules of tree construction against the interpreter of their tables, on random documents and fragments.

use fastrand::Rng;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{
    Input, compiled, compiled_in, compiled_parts, interpreted, interpreted_in, random,
};

const DRAFT: &str = "whatwg-draft";

/// Compares the trees of documents with these seeds, each in one piece and in pieces.
fn compare(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Rng::with_seed(seed);
        let input = random::input(&mut random);
        let expected = interpreted(tables::of_trees(), &input);
        assert_eq!(compiled(&input), expected, "seed {seed}: {input}");
        let mut parts = vec![input.html.as_str()];
        for _ in 0..random.usize(..4) {
            let longest = parts.pop().unwrap_or_default();
            let mut places = longest.char_indices().map(|(at, _)| at);
            let at = places.nth(random.usize(..=longest.len() / 2)).unwrap_or(0);
            let (one, other) = longest.split_at(at);
            parts.extend([one, other]);
        }
        let found = compiled_parts(&input, &parts);
        assert_eq!(found, expected, "seed {seed}, in parts {parts:?}");
    }
}

#[test]
fn random_documents_have_the_trees_of_the_tables() {
    compare(0..1_000);
}

#[test]
#[ignore = "takes minutes: 200,000 documents"]
fn many_random_documents_have_the_trees_of_the_tables() {
    compare(1_000..201_000);
}

/// Where the tables do not say how to go on, the generated code need not end.
#[test]
#[ignore = "for edited tables; .ci/edited-trees runs it"]
fn random_documents_have_the_trees_of_random_tables() {
    const DOCUMENTS: u64 = 1_000;
    let with_trees = tables::all().iter().filter(|it| it.trees.is_some());
    for id in with_trees.map(|it| &it.revision.about.id) {
        let mut compared = 0;
        for seed in 0..DOCUMENTS {
            let input = random::input(&mut Rng::with_seed(seed));
            let expected = interpreted_in(id, &input);
            if !expected.starts_with("stuck") {
                compared += 1;
                let found = compiled_in(id, &input);
                assert_eq!(found, expected, "{id}, seed {seed}: {input}");
            }
        }
        println!("{id}: {compared} of {DOCUMENTS} documents compared");
        assert!(compared > 0, "{id}");
    }
}

/// The interpreter stops where a token is processed for ever; the generated code drops the token.
#[test]
#[ignore = "for edited tables; .ci/edited-trees runs it"]
fn generated_code_ends_where_a_token_is_processed_for_ever() {
    let mut ended = 0;
    for seed in 0..1_000 {
        let input = random::input(&mut Rng::with_seed(seed));
        let expected = interpreted(tables::of_trees(), &input);
        let found = compiled(&input);
        match expected.contains("the token is processed for ever") {
            true => ended += 1,
            false => assert_eq!(found, expected, "seed {seed}: {input}"),
        }
    }
    println!("{ended} documents with such a token");
    assert!(ended > 0);
}

/// `xmlns` has a namespace and no prefix.
#[test]
fn attributes_are_written_with_their_namespaces() {
    let html = "<svg xmlns=a xmlns:xlink=b xlink:href=c xml:lang=d xmlns:e=f>";
    let tree = "| <svg svg>\n|   xlink href=\"c\"\n|   xml lang=\"d\"\n|   xmlns xlink=\"b\"\n\
                |   xmlns xmlns=\"a\"\n|   xmlns:e=\"f\"\n";
    let input = Input {
        context: Some(ElementType::html("div")),
        ..Input::document(html)
    };
    assert_eq!(interpreted(tables::of_trees(), &input), tree);
    assert_eq!(compiled(&input), tree);
}

/// What the draft changes, in trees of both ways to run its tables.
#[test]
fn the_draft_has_its_trees() {
    let a_template_replaced = "<head><template></template></head><p><frameset>";
    let cases = [
        // A processing instruction does not end the `noscript` element of a head.
        "<noscript><!--a--><?b c></noscript><title>d</title>",
        // A template of the head does not decide whether a frameset replaces the body.
        a_template_replaced,
        "<template>a</template><p><frameset>",
        // A body with a start tag of its own stays, and so does one with text.
        "<head><template></template></head><body><frameset>",
        "<head><template></template></head>a<frameset>",
        // A template has a form in a table.
        "<template><table><form></table></template>",
        // The adoption agency algorithm moves what it removes first.
        "<b>1<p>2</b>3",
    ];
    let in_a_template = [
        "<form><form>",
        "<br>BC<form>D<div>E</form>F</div>G",
        "<table><form></table>",
    ];
    let in_a_template = in_a_template.map(|html| Input {
        context: Some(ElementType::html("template")),
        ..Input::document(html)
    });
    let mut trees = String::new();
    for input in cases.map(Input::document).iter().chain(&in_a_template) {
        let tree = compiled_in(DRAFT, input);
        assert_eq!(tree, interpreted_in(DRAFT, input), "{input}");
        trees += &format!("{}\n{tree}\n", input.html);
    }
    insta::assert_snapshot!(trees);
    let newest = &tables::newest().revision.about.id;
    let input = Input::document(a_template_replaced);
    let [before, now] = [newest, DRAFT].map(|id| compiled_in(id, &input));
    assert_ne!(before, now);
}
