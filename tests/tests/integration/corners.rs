//! Corner cases of each revision, in html5lib's format: the tests in `data/corners` were written by hand
//! from the document of the revision.

use tokenwright_interpreter::Interpreter;
use tokenwright_tests::html5lib::{Exceptions, corners, generated, interpreted, judge};
use tokenwright_tests::tables;

#[test]
fn every_corner_is_as_the_text_has_it() {
    let none = Exceptions::default();
    for loaded in tables::all() {
        let about = &loaded.revision.about;
        let id = &about.id;
        let suite = corners(about.base_id()).unwrap_or_else(|error| panic!("{error}"));
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references);
        let interpreter = interpreter.expect("valid tables");
        for tests in &suite.files {
            let (file, cases) = (&tests.name, &tests.cases);
            assert!(cases.len() > 40, "{file} has {} cases", cases.len());
            let (_, result) = judge(tests, &none, |case| interpreted(&interpreter, case));
            result.unwrap_or_else(|why| {
                panic!(
                    "tests/data/corners/{file} and the tables of {id} disagree; compare each test with the \
                     document of the revision, and edit the test or the row, whichever is wrong\n{why}"
                )
            });
            let (_, result) = judge(tests, &none, |case| generated(id, case));
            result.unwrap_or_else(|why| {
                panic!(
                    "the generated code of {id} does not do what its tables say: run `cargo xtask gen`; if the \
                     code is up to date, this is a bug in the generator\n{why}"
                )
            });
        }
    }
}
