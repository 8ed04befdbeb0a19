//! The sections on trees of real pages: how many of their sentences are read, and whether the rows are those of the tables.
//!
//! `tests/tree_pages.toml` has a page's numbers, and each row and algorithm that is not that of the committed tables with
//! the reason. A number may only grow, and an exception that is none any more is an error.

use crate::shared;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tokenwright_prose::{Cause, Fault, Owner, TreeReading, read_trees};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::tree::check::check;
use tokenwright_tables::tree::english::matched;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::{load, writer};

/// The numbers and exceptions of a page.
struct Expected {
    file: String,
    read: usize,
    all: usize,
    /// The revision whose tables the rows are compared with.
    tables: Option<String>,
    /// What is otherwise in the tables, or is not read, with the reason.
    exceptions: BTreeMap<String, String>,
}

fn expected() -> Vec<Expected> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tree_pages.toml");
    let text = fs::read_to_string(&path).expect("the file is part of the package");
    let data: toml::Table = text.parse().expect("the file is TOML");
    let pages = data["page"].as_array().expect("a list of pages");
    let number = |page: &toml::Value, key: &str| {
        let number = page[key].as_integer().expect("a number");
        usize::try_from(number).expect("no negative number")
    };
    let page = |page: &toml::Value| {
        let text = |key: &str| page.get(key).and_then(|it| it.as_str()).map(str::to_owned);
        let exceptions = page.get("exceptions").and_then(|it| it.as_table());
        let exceptions = exceptions.into_iter().flatten();
        Expected {
            file: text("file").expect("a file"),
            read: number(page, "read"),
            all: number(page, "all"),
            tables: text("tables"),
            exceptions: exceptions
                .map(|(what, reason)| (what.clone(), reason.as_str().expect("a reason").to_owned()))
                .collect(),
        }
    };
    pages.iter().map(page).collect()
}

/// The page; `None` if the shared data are absent, and may be.
pub(crate) fn page(file: &str) -> Option<String> {
    match shared::find(file) {
        Ok(path) => Some(fs::read_to_string(path).expect("a page in UTF-8")),
        Err(absent) => {
            absent.skip().unwrap_or_else(|error| panic!("{error}"));
            None
        }
    }
}

#[test]
fn as_many_sentences_are_read_as_before() {
    for expected in expected() {
        let Some(page) = page(&expected.file) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let (read, all) = reading.report.share();
        assert_eq!(all, expected.all, "{}", expected.file);
        let faults = reading.report.faults.iter();
        let faults: Vec<_> = faults.filter(|it| it.cause == Cause::Page).collect();
        assert_eq!(faults, [] as [&Fault; 0], "{}", expected.file);
        assert!(
            read >= expected.read,
            "{}: {read} of {all} sentences and terms, not {}: {:?}",
            expected.file,
            expected.read,
            reading
                .report
                .not_understood()
                .next()
                .map(ToString::to_string)
        );
    }
}

#[test]
fn what_was_read_is_what_the_tables_have() {
    for expected in expected() {
        let (Some(page), Some(revision)) = (page(&expected.file), &expected.tables) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let tables = load(&spec.join(revision), &mut Sources::default());
        let tables = tables.expect("sound tables").expect("tables of trees");
        // No page names the errors of tree construction.
        let mut read = reading.tables.clone();
        read.name_errors(&tables);
        let ours = parts(&read);
        let theirs = parts(&tables);
        let open = open(&reading);
        let mut others = Vec::new();
        for (what, text) in &ours {
            if open.contains(what) || theirs.get(what) != Some(text) {
                others.push(what.as_str());
            }
        }
        others.extend(
            theirs
                .keys()
                .filter(|what| !ours.contains_key(*what))
                .map(String::as_str),
        );
        others.sort_unstable();
        let listed: Vec<&str> = expected.exceptions.keys().map(String::as_str).collect();
        assert_eq!(others, listed, "{}", expected.file);
    }
}

/// What is open is in the tables as a call of its own, so that they load and `check` shows it.
#[test]
fn the_written_tables_are_read_again() {
    for expected in expected() {
        let Some(page) = page(&expected.file) else {
            continue;
        };
        let reading = read_trees(&page).expect("a page with insertion modes");
        let dir = std::env::temp_dir().join(format!("tree-pages-{}", std::process::id()));
        let folder = dir.join("tree-construction");
        fs::create_dir_all(&folder).expect("a folder");
        let files = writer::write(&reading.tables);
        for (name, text) in &files {
            fs::write(folder.join(name), text).expect("a file");
        }
        let mut sources = Sources::default();
        let read = load(&dir, &mut sources);
        fs::remove_dir_all(&dir).expect("the folder is there");
        let tables = match read {
            Ok(tables) => tables.expect("the folder has tables"),
            Err(errors) => panic!(
                "{}: {}",
                expected.file,
                tokenwright_tables::diagnostic::render_all(&errors, &sources, false)
            ),
        };
        assert!(writer::write(&tables) == files, "{}", expected.file);
        // A step that reads a variable without a value stops the parser.
        let errors = check(&tables).into_iter();
        let unset = errors.filter(|it| it.message.ends_with(" has no value here"));
        let unset: Vec<String> = unset.map(|it| it.message).collect();
        assert!(unset.is_empty(), "{}: {unset:?}", expected.file);
    }
}

/// The rows and algorithms by their names, as they are written.
fn parts(tables: &TreeTables) -> BTreeMap<String, String> {
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let rows = modes.flat_map(|mode| {
        let each = mode.rows.iter();
        each.map(|row| (row_name(&mode.name, row), writer::row(row)))
    });
    let algorithms = tables.algorithms.iter();
    let algorithms = algorithms.map(|it| (it.name.value.clone(), writer::algorithm(it)));
    rows.chain(algorithms).collect()
}

fn row_name(mode: &str, row: &tokenwright_tables::tree::model::Row) -> String {
    format!("{mode}: {}", matched(row))
}

/// The names of what was not read whole.
fn open(reading: &TreeReading) -> Vec<String> {
    let tables = &reading.tables;
    let name = |owner: &Owner| match *owner {
        Owner::Row(mode, row) => {
            let mode = &tables.modes[mode];
            row_name(&mode.name, &mode.rows[row])
        }
        Owner::Foreign(row) => {
            let mode = tables.foreign_content.as_ref().expect("its rows are open");
            row_name(&mode.name, &mode.rows[row])
        }
        Owner::Algorithm(at) => tables.algorithms[at].name.value.clone(),
    };
    reading.open.iter().map(name).collect()
}
