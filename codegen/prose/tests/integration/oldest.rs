//! A whole page in the words of 2006: DOCTYPE tokens are correct or in error, and their names are in upper case.

use crate::support::{cases, page, read, report, states, tables};
use tokenwright_prose::{self as prose, Reading};
use tokenwright_tables::check;
use tokenwright_tables::model::Revision;

const PAGE: &str = "correct-or-in-error.html";

/// The errors of `check`, one on each line.
fn errors(revision: &Revision) -> String {
    let found = check::revision(revision).into_iter();
    let errors = found.filter(|one| one.is_error());
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

/// Other wordings of 2006 and 2007 give the same tables.
#[test]
fn other_wordings_of_2006() {
    let page = page(PAGE);
    let states = |page: &str, what: &str| {
        let reading = read(page);
        assert_eq!(report(&reading), "", "{what}");
        states(&reading)
    };
    let expected = states(&page, "the page");
    for [from, to] in cases("2006, the same") {
        assert!(page.contains(from), "{from}");
        assert_eq!(states(&page.replace(from, to), to), expected, "{to}");
    }
}

/// A token that a sentence makes with its parts.
#[test]
fn a_token_that_is_emitted_as_it_is_made() {
    let made = "Create a new DOCTYPE token that is marked as being in error. Emit the token.";
    let page = page(PAGE);
    for [parts, is_read] in cases("2006, a token with its parts") {
        let is_read = is_read == "true";
        let emitted = format!("Emit a DOCTYPE token {parts}.");
        let reading = read(&page.replace(made, &emitted));
        assert_eq!(report(&reading).is_empty(), is_read, "{parts}");
        let steps = "    \"create a DOCTYPE token\",\n    \"set the current DOCTYPE token's name to the empty string\",\n    \
                     \"set the current DOCTYPE token's force-quirks flag to on\",\n    \"emit the current DOCTYPE token\",\n";
        assert_eq!(doctype(&reading).contains(steps), is_read, "{parts}");
    }
}

/// Numbers in decimal, and again in hexadecimal, which has to agree.
#[test]
fn numbers_that_a_range_and_its_row_replace() {
    let row = |again: &str| {
        format!(
            "<p>If that number is in the range 128 to 159 ({again}), then this is a parse error. In the following \
             table, find the row with that number in the first column, and return a character token for the Unicode \
             character given in the second column of that row.</p><table><tr><td>0x80<td>U+20AC</table>"
        )
    };
    let before = "<p>If one or more characters match the range";
    let page = page(PAGE);
    assert!(page.contains(before));
    let with = |again: &str| read(&page.replace(before, &format!("{}{before}", row(again))));
    let reading = with("0x80 to 0x9F");
    assert_eq!(report(&reading), "");
    let references = tables(&reading, &["1"]);
    let condition = "the character reference code is 0x80 to 0x9F";
    assert!(references.contains(condition), "{references}");
    assert_eq!(with("0x80 to 0x8F").report.not_understood().count(), 1);
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
