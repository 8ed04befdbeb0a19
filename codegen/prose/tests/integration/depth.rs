//! Pages that are nested too deeply are read without an overflow of the stack.

use crate::support::read;
use tokenwright_prose::Reading;

const HEAD: &str = "<!doctype html><h2>13.2.5 Tokenization</h2><h5>13.2.5.1 Data state</h5>";
const ROWS: &str = "<p>Consume the next input character:</p><dl><dt>EOF<dd>Emit an end-of-file token.\
                    <dt>Anything else<dd>Emit the current input character as a character token.</dl>";

#[test]
fn elements_in_elements() {
    let plain = read(&format!("{HEAD}{ROWS}"));
    assert!(!is_too_deep(&plain));
    assert_eq!(plain.revision.states[0].rows.len(), 2);
    let wrapped = read(&format!("{HEAD}{}{ROWS}", "<div>".repeat(100)));
    assert!(!is_too_deep(&wrapped));
    assert_eq!(
        wrapped.revision.states[0].rows,
        plain.revision.states[0].rows
    );
    for element in ["<div>", "<b>", "<section>"] {
        let deep = read(&format!("{HEAD}{}{ROWS}", element.repeat(5000)));
        assert!(is_too_deep(&deep), "{element}");
    }
}

fn is_too_deep(reading: &Reading) -> bool {
    let mut faults = reading.report.faults.iter();
    faults.any(|fault| fault.message.contains("nested too deeply"))
}

#[test]
fn lists_in_lists() {
    for element in ["<dl><dt>EOF<dd>", "<ul><li>", "<table><tr><td>"] {
        let deep = read(&format!("{HEAD}{ROWS}{}", element.repeat(400)));
        assert!(is_too_deep(&deep), "{element}");
    }
}

#[test]
fn parentheses_and_conditions_in_one_sentence() {
    for (repeated, end) in [
        ("(", "x."),
        ("(a ", "."),
        ("If it is empty, then ", "switch to the data state."),
        (
            "the temporary buffer is empty and ",
            "the temporary buffer is empty.",
        ),
        ("if the temporary buffer is empty or ", "it is."),
    ] {
        let sentence = repeated.repeat(20_000);
        let page = format!("{HEAD}{ROWS}<p>{sentence}{end}</p>");
        let deep = read(&page);
        assert_eq!(deep.revision.states.len(), 1, "{repeated}");
        assert!(deep.report.not_understood().next().is_some(), "{repeated}");
    }
}
