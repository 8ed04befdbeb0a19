//! Pages that contradict themselves are refused with the lines.

use crate::support::{faults, read, try_read};
use tokenwright_prose::Unread;

const STATE: &str = "<h5>Data state</h5>\n<p>Consume the next input character:</p>\n\
                     <dl><dt>EOF<dd>Emit an end-of-file token.\
                     <dt>Anything else<dd>Emit the current input character as a character token.</dl>\n";

#[test]
fn a_page_with_two_sections() {
    let section = format!("<h4>Tokenization</h4>\n{STATE}");
    let lines = [1, 5];
    let two = try_read(&format!("{section}{section}"));
    assert_eq!(two.unwrap_err(), Unread::TwoSections { lines });
    let contents = "<h2>Contents</h2><h4>Tokenization</h4><h5>Data state</h5>";
    let reading = read(&format!("{contents}{section}"));
    assert!(reading.report.is_complete());
}

#[test]
fn a_state_that_stands_twice() {
    let twice = format!("<h4>Tokenization</h4>\n{STATE}{STATE}");
    let message = "this has the title of the part at line 2; one of them is to be left out";
    assert_eq!(faults(&read(&twice)), [(5, message.to_owned())]);
}

#[test]
fn a_number_with_two_replacements() {
    let table = |code: &str| {
        format!(
            "<h4>Tokenization</h4>\n{STATE}\
             <table><tr><th>Number<th>Code point<tr><td>0x80<td>U+20AC<tr><td>0x80<td>{code}</table>"
        )
    };
    let message = "this table replaces 0x80 by two code points";
    assert_eq!(faults(&read(&table("U+20AD"))), [(5, message.to_owned())]);
    assert_eq!(faults(&read(&table("U+20AC"))), []);
}
