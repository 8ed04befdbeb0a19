//! Files of tests that are nested deeply are refused, without an overflow of the stack.

use tokenwright_analyses::suite::{self, Rebase};
use tokenwright_tables::load;

/// Test files with a value in each of these places that is nested a hundred thousand times.
fn files() -> Vec<String> {
    let deep = ["[", "{\"a\":"].map(|open| open.repeat(100_000));
    let places = [
        "@",
        "{\"tests\": @",
        "{\"tests\": [@",
        "{\"tests\": [{\"description\": @",
        "{\"tests\": [{\"input\": @",
        "{\"tests\": [{\"description\": \"d\", \"input\": \"i\", \"output\": @",
        "{\"tests\": [{\"description\": \"d\", \"input\": \"i\", \"output\": [[\"StartTag\", \"a\", @",
        "{\"tests\": [{\"description\": \"d\", \"input\": \"i\", \"output\": [], \"errors\": @",
        "{\"tests\": [{\"description\": \"d\", \"input\": \"i\", \"output\": [], \"initialStates\": @",
    ];
    let with = |place: &str| deep.each_ref().map(|deep| place.replace('@', deep));
    places.into_iter().flat_map(with).collect()
}

#[test]
fn the_reader_of_suites_refuses_them() {
    for file in files() {
        assert!(suite::read(&file).is_err(), "{}", &file[..60]);
    }
}

#[test]
fn rebasing_refuses_them() {
    let newest = load::newest_of(crate::tables()).expect("a revision");
    let rebase = Rebase::new(newest, newest).expect("sound tables");
    for file in files() {
        assert!(rebase.file(&file).is_err(), "{}", &file[..60]);
    }
}
