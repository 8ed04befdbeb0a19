//! A file of html5lib's tests from a stranger: both readers refuse it, or give tests that can be run.

use crate::tables;
use tokenwright_analyses::suite;
use tokenwright_interpreter::Interpreter;
use tokenwright_tests::html5lib::{self, Case, Event};

/// The most tests of a file that are run.
const RUN: usize = 4;

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    if let Ok(cases) = Case::read("fuzz.test", text) {
        let loaded = tables::newest();
        let id = &loaded.revision.about.id;
        let interpreter =
            Interpreter::new(&loaded.revision, &loaded.references).expect("valid tables");
        for case in cases.iter().take(RUN) {
            let generated = html5lib::generated(id, case);
            let interpreted = html5lib::interpreted(&interpreter, case);
            if let (Ok(generated), Ok(interpreted)) = (&generated, &interpreted) {
                assert_eq!(apart(generated), apart(interpreted));
                drop(case.judge(generated));
            }
        }
    }
    drop(suite::read(text));
}

/// Tokens with adjacent text joined, and errors: an error may be at another position between the parts of a text.
fn apart(events: &[Event]) -> (Vec<Event>, Vec<&Event>) {
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Token(_) => Event::push(&mut tokens, event.clone()),
            Event::Error(_) => errors.push(event),
        }
    }
    (tokens, errors)
}
