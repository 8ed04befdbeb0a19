//! A whole page in the words of 2006: DOCTYPE tokens are correct or in error, and their names are in upper case.

use std::fs;
use std::path::Path;
use tokenwright_prose::{self as prose, Facts, Reading};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Severity;
use tokenwright_tables::model::Revision;
use tokenwright_tables::writer;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/correct-or-in-error.html");
    fs::read_to_string(path).expect("a page of the project's own")
}

fn read(text: &str) -> Reading {
    prose::read(text, 0, &Facts::of_id("small-2006-11-01"), &[]).expect("a section with states")
}

/// The sentences that were not understood and the faults, one on each line.
fn report(reading: &Reading) -> String {
    let open = reading.report.not_understood().map(ToString::to_string);
    let faults = reading.report.faults.iter().map(ToString::to_string);
    open.chain(faults).collect::<Vec<_>>().join("\n")
}

/// The errors of `check`, one on each line.
fn errors(revision: &Revision) -> String {
    let found = check::revision(revision).into_iter();
    let errors = found.filter(|one| one.severity == Severity::Error);
    let messages: Vec<String> = errors.map(|error| error.message).collect();
    messages.join("\n")
}

fn doctype(revision: &Revision) -> String {
    let mut files = writer::write(revision).into_iter();
    let found = files.find(|(name, _)| name == "07-doctype.toml");
    found.map(|(_, text)| text).unwrap_or_default()
}

#[test]
fn a_page_of_2006_is_read_whole() {
    let reading = read(&page());
    assert_eq!(report(&reading), "");
    assert_eq!(errors(&reading.revision), "");
    insta::assert_snapshot!(doctype(&reading.revision));
}

/// The steps after the rows are part of each row, in the tables and in a page that is written from them.
#[test]
fn a_page_of_2006_is_written_and_read_back() {
    let original = read(&page()).revision;
    let written = prose::write(&original, &[]).expect("a sentence for every step");
    let reading = read(&written.to_html());
    assert_eq!(report(&reading), "");
    assert_eq!(doctype(&reading.revision), doctype(&original));
}

#[test]
fn other_steps_after_the_rows_have_no_place() {
    let page = page();
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
