//! The generated rules of tree construction against the interpreter of their tables, on random documents and fragments.

use fastrand::Rng;
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{compiled, compiled_parts, interpreted, random};

/// Compares the trees of documents with these seeds, each in one piece and in pieces.
fn compare(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Rng::with_seed(seed);
        let html = random::document(&mut random);
        let context = random::context(&mut random);
        let scripting = random.bool();
        let expected = interpreted(tables::of_trees(), &html, context.as_ref(), scripting);
        let found = compiled(&html, context.as_ref(), scripting);
        assert_eq!(
            found, expected,
            "seed {seed}, context {context:?}, scripting {scripting}: {html:?}"
        );
        let mut parts = vec![html.as_str()];
        for _ in 0..random.usize(..4) {
            let longest = parts.pop().unwrap_or_default();
            let mut places = longest.char_indices().map(|(at, _)| at);
            let at = places.nth(random.usize(..=longest.len() / 2)).unwrap_or(0);
            let (one, other) = longest.split_at(at);
            parts.extend([one, other]);
        }
        let found = compiled_parts(&parts, context.as_ref(), scripting);
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
