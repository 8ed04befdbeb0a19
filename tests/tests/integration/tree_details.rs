//! Errors and places of random documents, which no split of the input changes.

use fastrand::Rng;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tree_construction::{Input, check_details, random};

fn check(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Rng::with_seed(seed);
        let mut html = random::document(&mut random);
        if random.bool() {
            html = html.replace('\n', "\r\n");
            html = html.replace("a b", "&#32;a&lt; &gt&Tab;b\r&NotEqualTilde;");
        }
        let input = Input {
            html,
            context: random::context(&mut random),
            scripting: random.bool(),
        };
        let result = check_details(&input, true);
        result.unwrap_or_else(|wrong| panic!("seed {seed}, {input}: {wrong}"));
    }
}

#[test]
fn errors_and_places_are_those_of_the_tables() {
    check(0..effort(80, 200) as u64);
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn errors_and_places_of_many_documents_are_those_of_the_tables() {
    check(200..20_000);
}
