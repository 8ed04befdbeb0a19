//! What the tests of small pages share.

pub(crate) use crate::cases::{cases, columns};
use std::fs;
use std::path::Path;
use tokenwright_prose::{self as prose, Facts, Reading, Unread};
use tokenwright_tables::writer;

/// A page of the project's own.
pub(crate) fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pages")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn try_read(page: &str) -> Result<Reading, Unread> {
    prose::read(page, 0, &Facts::of_id("small-2016-11-01"), &[])
}

pub(crate) fn read(page: &str) -> Reading {
    try_read(page).expect("a section with states")
}

/// The sentences that were not understood and the faults, one on each line.
pub(crate) fn report(reading: &Reading) -> String {
    let open = reading.report.not_understood().map(ToString::to_string);
    let faults = reading.report.faults.iter().map(ToString::to_string);
    open.chain(faults).collect::<Vec<_>>().join("\n")
}

/// The faults with their lines.
pub(crate) fn faults(reading: &Reading) -> Vec<(u32, String)> {
    let faults = reading.report.faults.iter();
    faults
        .map(|fault| (fault.line, fault.message.clone()))
        .collect()
}

/// The tables whose names begin like this.
pub(crate) fn tables(reading: &Reading, names: &[&str]) -> String {
    let files = writer::write(&reading.revision).into_iter();
    let wanted = files.filter(|(name, _)| names.iter().any(|start| name.starts_with(start)));
    wanted.map(|(_, text)| text).collect::<Vec<_>>().join("\n")
}

/// The tables of the states.
pub(crate) fn states(reading: &Reading) -> String {
    tables(
        reading,
        &["01", "02", "03", "04", "05", "06", "07", "08", "09", "1"],
    )
}

/// The tables of trees of a page, after the sentences and the parts that are open.
pub(crate) fn tree_tables(page: &str) -> String {
    let reading = prose::read_trees(page).expect("an insertion mode");
    let sentences = reading.report.not_understood();
    let sentences = sentences.map(|it| format!("# line {}: {}\n", it.line, it.original));
    let faults = reading.report.faults.iter();
    let faults = faults.map(|it| format!("# line {}: {}\n", it.line, it.message));
    let parts = reading.open.iter().map(|part| format!("# {part:?}\n"));
    let files = tokenwright_tables::tree::writer::write(&reading.tables).into_iter();
    let open = sentences.chain(faults).chain(parts);
    open.chain(files.map(|(_, text)| text)).collect()
}
