//! The note in the folder of a suite: its origin and its changes.

use super::manifest::{Rebased, Suite};
use std::collections::BTreeMap;
use std::fmt::Write;
use tokenwright_analyses::suite::RebasedTest;

/// The name of the file.
pub(super) const FILE: &str = "NOTE.txt";

/// The first line of every note. A folder with such a note was written by this command.
pub(super) const HEADING: &str = "Laid out by `cargo xtask test-data`; edits are lost.";

/// The note for a suite without changes.
pub(super) fn unchanged(upstream: &str, suite: &Suite) -> String {
    let (folder, commit) = (suite.subject.upstream(), &suite.commit);
    format!("{HEADING}\nhtml5lib's tests, folder {folder} of {upstream}\ncommit {commit}\n")
}

/// The note of a suite that was rebased to a newer revision, from one with the note `base`.
pub(super) fn rebased(
    rebased: &Rebased,
    base: &[u8],
    changed: &BTreeMap<&str, Vec<RebasedTest>>,
) -> String {
    let mut note = String::from_utf8_lossy(base).into_owned();
    let Rebased { revision, from } = rebased;
    let _ = write!(
        note,
        "\nThe tests below are brought from {from} to {revision}. All others are unchanged.\n\
         Each expected what the tables of {from} give, and now expects what the tables of\n\
         {revision} give. The new and changed rows that ran are listed with it.\n"
    );
    for (file, tests) in changed {
        for test in tests {
            let _ = writeln!(note, "\n{file}: {}: {:?}", test.description, test.input);
            for row in &test.rows {
                let _ = writeln!(note, "    {row}");
            }
        }
    }
    note
}
