//! A page of prose: it is read, or has no tokenization section; every sentence has a verdict; and the tables that a page
//! gives can be checked.

use tokenwright_prose::{self as prose, Facts};
use tokenwright_tables::check;

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let facts = Facts::of_id("fuzz-2026-01-01");
    let Ok(reading) = prose::read(&text, 0, &facts, &[]) else {
        return;
    };
    let (understood, all) = reading.report.share();
    assert!(understood <= all);
    let open = reading.report.not_understood().count();
    assert!(open <= all, "{open} of {all} sentences are open");
    // What a page gives may be wrong; saying so must not fail.
    drop(check::revision(&reading.revision));
}
