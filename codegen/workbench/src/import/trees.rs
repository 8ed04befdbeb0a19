//! `cargo xtask import --tree`: the sections on trees of a page as tables, and how much of them is read.
//!
//! A sentence that was not understood is a call of an output that has its words, so that the tables have it at its place and
//! are visibly not whole. They are written into a folder of the caller's and not into `spec`, whose tables of trees are
//! made by hand where a page says less than they do.

use super::{INCOMPLETE, SHOWN, print_all, print_open};
use std::path::Path;
use std::process::ExitCode;
use tokenwright_prose::{TreeReading, read_trees};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use tokenwright_tables::tree::{FOLDER, writer};
use xtask::report::Failure;
use xtask::{workspace, write};

/// Reads the page, prints the measure, and writes the tables if there is a folder for them.
pub(super) fn import(
    page: &Path,
    out: Option<&Path>,
    all: bool,
    sources: &mut Sources,
) -> Result<ExitCode, Failure> {
    let file = load::read_file(page, sources)?;
    let text = sources.get(file).map_or("", |page| &page.text);
    let reading = read_trees(text)
        .map_err(|error| Diagnostic::unread(page, error.to_string()).help(error.help()))?;
    if all {
        print_all(&reading.report);
    }
    print_open(page, &reading.report);
    print!("{}", measure(&reading));
    if let Some(out) = out {
        let folder = out.join(FOLDER);
        let mut tables = reading.tables.clone();
        // No page names them.
        let newest = load::newest(&workspace::spec_dir(), sources)?;
        newest.trees.iter().for_each(|it| tables.name_errors(it));
        let files = writer::write(&tables);
        for (name, text) in &files {
            write::file(&folder.join(name), text)?;
        }
        println!("{} files written to {}", files.len(), folder.display());
    }
    Ok(match reading.report.is_complete() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INCOMPLETE),
    })
}

/// How many sentences and terms of each section are read, and of all of them.
fn measure(reading: &TreeReading) -> String {
    let mut lines = String::new();
    for (section, read, all) in reading.sections().into_iter().take(SHOWN) {
        lines += &format!("{read:5} of {all:4}  {section}\n");
    }
    let (read, all) = reading.report.share();
    // Per mille, as one sentence of a page is less than one percent.
    let share = (read * 1000).checked_div(all).unwrap_or(1000);
    let rows = reading
        .tables
        .modes
        .iter()
        .chain(&reading.tables.foreign_content);
    let rows: usize = rows.map(|mode| mode.rows.len()).sum();
    let algorithms = reading.tables.algorithms.len();
    lines += &format!(
        "{read} of {all} sentences and terms understood ({}.{} %); {rows} rows and {algorithms} algorithms, {} of them open\n",
        share / 10,
        share % 10,
        reading.open.len()
    );
    lines
}
