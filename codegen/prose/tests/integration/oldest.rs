//! A whole page in the words of 2006: DOCTYPE tokens are correct or in error, and their names are in upper case.

use crate::support::{page, read, report, tables};
use tokenwright_prose::{self as prose, Reading};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Severity;
use tokenwright_tables::model::Revision;

const PAGE: &str = "correct-or-in-error.html";

/// The errors of `check`, one on each line.
fn errors(revision: &Revision) -> String {
    let found = check::revision(revision).into_iter();
    let errors = found.filter(|one| one.severity == Severity::Error);
    let messages: Vec<String> = errors.map(|error| error.message).collect();
    messages.join("\n")
}

fn doctype(reading: &Reading) -> String {
    tables(reading, &["07"])
}

#[test]
fn a_page_of_2006_is_read_whole() {
    let reading = read(&page(PAGE));
    assert_eq!(report(&reading), "");
    assert_eq!(errors(&reading.revision), "");
    insta::assert_snapshot!(doctype(&reading));
}

/// The steps after the rows are part of each row, in the tables and in a page that is written from them.
#[test]
fn a_page_of_2006_is_written_and_read_back() {
    let original = read(&page(PAGE));
    let written = prose::write(&original.revision, &[]).expect("a sentence for every step");
    let reading = read(&written.to_html());
    assert_eq!(report(&reading), "");
    assert_eq!(doctype(&reading), doctype(&original));
}

#[test]
fn other_steps_after_the_rows_have_no_place() {
    let page = page(PAGE);
    let sentence = "Then, if the name of the DOCTYPE token is exactly the four letters \"HTML\", then mark the token as being correct.";
    assert!(page.contains(sentence));
    for other in [
        "Then, if the temporary buffer is \"HTML\", then mark the token as being correct.",
        "Then, if the name of the DOCTYPE token is exactly the four letters \"HTML\", then emit the current DOCTYPE token.",
        "If the name of the DOCTYPE token is exactly the four letters \"HTML\", then mark the token as being correct.",
    ] {
        let reading = read(&page.replace(sentence, other));
        assert!(!reading.report.faults.is_empty(), "{other}");
    }
    // The word has five letters.
    let other = sentence.replace("\"HTML\"", "\"XHTML\"");
    let reading = read(&page.replace(sentence, &other));
    assert_eq!(reading.report.not_understood().count(), 1);
}
