//! A file of html5lib's tests from a stranger: the reader refuses it, or gives tests that can be run.

use crate::tables;
use tokenwright_analyses::suite;
use tokenwright_interpreter::Interpreter;
use tokenwright_tests::html5lib;

/// The most tests of a file that are run.
const RUN: usize = 4;

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let Ok((cases, _)) = suite::read(text) else {
        return;
    };
    let loaded = tables::newest();
    let id = &loaded.revision.about.id;
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("valid tables");
    for case in cases.iter().take(RUN) {
        let generated = html5lib::generated(id, case);
        let interpreted = html5lib::interpreted(&interpreter, case);
        if let (Ok(generated), Ok(interpreted)) = (&generated, &interpreted) {
            // An error may be at another position between the parts of a text.
            assert_eq!(generated.tokens, interpreted.tokens);
            assert_eq!(generated.errors, interpreted.errors);
            std::hint::black_box(case.accepts(generated));
        }
    }
}
