//! Spec pages, read: each document of a revision gives that revision's tables, with no exception.
//!
//! One test is one page. The edited pages at the end are documents with one change each.

use crate::absent;
use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_analyses::diff::{self, Difference, Kind, Side};
use tokenwright_prose::{self as prose, Facts, Reading};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{On, Revision, Row, State};
use tokenwright_tables::references::{self, Replacements};
use tokenwright_tests::data;
use tokenwright_tests::shared::{self, Absent};

/// A page, and the revision that it is.
const DOCUMENTS: [(&str, &str); 9] = [
    ("whatwg-2008-03-09", "document.txt"),
    ("whatwg-2008-03-09", "document.html"),
    ("whatwg-2009-02-07", "document.txt"),
    ("whatwg-2009-02-07", "document.html"),
    ("whatwg-2014-05-23", "document.txt"),
    ("whatwg-2020-05-22", "document.txt"),
    ("whatwg-2020-05-22", "document.html"),
    ("whatwg-2026-07-19", "document.txt"),
    ("whatwg-2026-07-19", "document.html"),
];

/// Pages of other revisions in which every sentence is understood.
const OTHERS: [(&str, usize); 2] = [
    ("whatwg-2018-10-21.parsing.html", 80),
    ("whatwg-2008-06-18.section.txt", 36),
];

struct Spec {
    revisions: Vec<Loaded>,
    replacements: Vec<Replacements>,
}

impl Spec {
    fn load() -> Result<Self, String> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
        let mut sources = Sources::default();
        let revisions = load::all(&dir, &mut sources);
        let replacements = references::replacements(&dir, &mut sources);
        let render = |errors: &[_]| render_all(errors, &sources, false);
        Ok(Spec {
            revisions: revisions.map_err(|errors| render(&errors))?,
            replacements: replacements.map_err(|errors| render(&errors))?,
        })
    }

    fn tables(&self, id: &str) -> Result<&Revision, String> {
        let found = self.revisions.iter().find(|l| l.revision.about.id == id);
        found
            .map(|loaded| &loaded.revision)
            .ok_or_else(|| format!("no tables of {id}"))
    }

    fn read(&self, page: &str, facts: &Facts) -> Result<Reading, String> {
        prose::read(page, 0, facts, &self.replacements).map_err(|error| error.to_string())
    }
}

/// One test for each page, and for each edit of one.
pub(crate) fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let spec: &Spec = Box::leak(Box::new(Spec::load()?));
    let mut trials = Vec::new();
    for (id, name) in DOCUMENTS {
        let title = format!("{id}::{name}");
        trials.push(trial(title.clone(), document(id, name), move |page| {
            same(spec, id, page)
        }));
        let title = format!("diff::{title}");
        trials.push(trial(title, document(id, name), move |page| {
            no_difference(spec, id, page)
        }));
    }
    type Check = fn(&Spec, &str) -> Result<(), String>;
    let scanned: [(&str, &str, &str, Check); 3] = [
        ("", "w3c-2012", "document.txt", cut_short),
        ("", "whatwg-2014-05-23", "document-ocr.txt", losses),
        (
            "diff::",
            "whatwg-2014-05-23",
            "document-ocr.txt",
            nothing_gone,
        ),
    ];
    for (kind, id, name, check) in scanned {
        let title = format!("{kind}{id}::{name}");
        trials.push(trial(title, document(id, name), move |page| {
            check(spec, page)
        }));
    }
    for (name, states) in OTHERS {
        let page = shared::find(&format!("spec-pages/{name}"));
        trials.push(trial(format!("spec-pages::{name}"), page, move |page| {
            understood(spec, page, states)
        }));
    }
    for edit in edits()? {
        let page = document("whatwg-2026-07-19", &edit.document);
        let name = format!("edited::{}", edit.name);
        trials.push(trial(name, page, move |page| edited(spec, page, &edit)));
    }
    Ok(trials)
}

fn document(id: &str, name: &str) -> Result<PathBuf, Absent> {
    shared::find(&format!("revisions/{id}/{name}"))
}

/// A test on a page. Without the page the test is ignored, or fails if the data is required.
fn trial(
    name: String,
    page: Result<PathBuf, Absent>,
    test: impl FnOnce(&str) -> Result<(), String> + Send + 'static,
) -> Trial {
    let name = format!("prose::{name}");
    let page = match page {
        Ok(page) => page,
        Err(absent) => return absent::trial(name, absent),
    };
    Trial::test(name, move || {
        let text = fs::read_to_string(&page).map_err(|error| Failed::from(error.to_string()))?;
        test(&text).map_err(Failed::from)
    })
}

/// Everything was understood; otherwise prints what was not.
fn complete(reading: &Reading) -> Result<(), String> {
    if reading.report.is_complete() {
        return Ok(());
    }
    let mut message = String::new();
    for sentence in reading.report.not_understood() {
        let _ = writeln!(message, "{sentence}");
    }
    for fault in &reading.report.faults {
        let _ = writeln!(message, "{fault}");
    }
    Err(message)
}

fn same(spec: &Spec, id: &str, page: &str) -> Result<(), String> {
    let tables = spec.tables(id)?;
    let reading = spec.read(page, &Facts::of_tables(tables))?;
    complete(&reading)?;
    let differs = differences(tables, &reading.revision);
    if differs.is_empty() {
        Ok(())
    } else {
        Err(format!("{DISAGREE}\n{}", differs.join("\n")))
    }
}

/// The advice if a page and its tables differ.
const DISAGREE: &str = "the document and the tables disagree: edit the rows if they are wrong; if the spec has changed since, \
                        its new text is a new revision (docs/new-revision.md)";

/// The parts in which two revisions differ.
fn differences(tables: &Revision, page: &Revision) -> Vec<String> {
    let mut differs = Vec::new();
    let mut part = |name: &str, same: bool| {
        if !same {
            differs.push(name.to_owned());
        }
    };
    part("about", tables.about == page.about);
    part("input stream", tables.input_stream == page.input_stream);
    part("rules", tables.rules == page.rules);
    part("definitions", tables.definitions == page.definitions);
    part("procedures", tables.procedures == page.procedures);
    part("errors", tables.errors == page.errors);
    for at in 0..tables.states.len().max(page.states.len()) {
        let (a, b) = (tables.states.get(at), page.states.get(at));
        if a != b {
            let name = a.or(b).map_or("", |state| state.name.value.as_str());
            differs.push(format!("{name} state"));
        }
    }
    differs
}

/// The document of `w3c-2012` ends after its 44th state; its tables go on.
fn cut_short(spec: &Spec, page: &str) -> Result<(), String> {
    let tables = spec.tables("w3c-2012")?;
    let reading = spec.read(page, &Facts::of_tables(tables))?;
    complete(&reading)?;
    let read = reading.revision;
    let mut whole = tables.clone();
    whole.states.truncate(44);
    // Definitions in the missing part.
    whole.procedures.clear();
    whole.definitions.truncate(read.definitions.len());
    let differs = differences(&whole, &read);
    if differs.is_empty() && read.definitions.len() == 1 {
        Ok(())
    } else {
        Err(differs.join("\n"))
    }
}

/// Everything that the scan has lost is reported, and every row is in the whole document.
fn losses(spec: &Spec, page: &str) -> Result<(), String> {
    let tables = spec.tables("whatwg-2014-05-23")?;
    let reading = spec.read(page, &Facts::of_tables(tables))?;
    let report = &reading.report;
    let parts: Vec<String> = report
        .not_understood()
        .map(|sentence| sentence.part.to_lowercase())
        .chain(report.faults.iter().map(|fault| fault.part.to_lowercase()))
        .collect();
    let mut wrong = Vec::new();
    for state in &tables.states {
        let name = format!("{} state", state.name.value).to_lowercase();
        let found = reading
            .revision
            .states
            .iter()
            .find(|s| s.name == state.name);
        if found != Some(state) && !parts.contains(&name) {
            wrong.push(format!("not named: {name}"));
        }
        if let Some(invented) = found.and_then(|found| invented(found, state)) {
            wrong.push(format!("invented in the {name}: {invented}"));
        }
    }
    if tables.procedures != reading.revision.procedures
        && !parts
            .iter()
            .any(|part| part.contains("character references"))
    {
        wrong.push("not named: the procedure".to_owned());
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

/// A row that is missing from the state.
fn invented(found: &State, whole: &State) -> Option<String> {
    let has = |matcher: &Matcher| whole.rows.iter().any(|row| matchers(row).contains(matcher));
    let strange = |row: &&Row| !matchers(row).iter().all(has);
    found
        .rows
        .iter()
        .find(strange)
        .map(|row| format!("{:?}", matchers(row)))
}

fn matchers(row: &Row) -> Vec<Matcher> {
    match &row.on {
        On::Consumed { any, .. } | On::Peeked(any) => {
            any.iter().map(|matcher| matcher.value.clone()).collect()
        }
        On::Ahead { .. } => Vec::new(),
    }
}

fn understood(spec: &Spec, page: &str, states: usize) -> Result<(), String> {
    let reading = spec.read(page, &Facts::of_id("page"))?;
    complete(&reading)?;
    if reading.revision.states.len() == states {
        Ok(())
    } else {
        Err(format!("{} states", reading.revision.states.len()))
    }
}

/// A document with one change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    name: String,
    document: String,
    /// The text to change, after the title of a state.
    after: String,
    from: String,
    to: String,
    expected: Expected,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Expected {
    /// Everything is understood, with this difference.
    Differs(Vec<String>),
    /// A sentence in this part that starts like this is not understood.
    NotUnderstood(String, String),
    /// Something is wrong with this part.
    Fault(String),
}

fn edits() -> Result<Vec<Edit>, Box<dyn Error>> {
    let mut tables: BTreeMap<String, Vec<Edit>> = data::read("edited-pages.toml")?;
    Ok(tables.remove("edit").ok_or("no page is edited")?)
}

/// The difference between the tables of a revision and a page.
fn difference(spec: &Spec, id: &str, page: &str) -> Result<Difference, String> {
    let tables = spec.tables(id)?;
    let page = Side::of_page("page", id, page, 0, Some(tables), &spec.replacements)
        .map_err(|error| error.to_string())?;
    Ok(diff::compare(Side::of_tables(tables.clone(), None), page))
}

fn no_difference(spec: &Spec, id: &str, page: &str) -> Result<(), String> {
    let difference = difference(spec, id, page)?;
    match difference.is_empty() && difference.is_complete() {
        true => Ok(()),
        false => Err(format!("{DISAGREE}\n{}", diff::text(&difference, false))),
    }
}

/// This page has lost heads of rows; no row is reported as removed because of that.
fn nothing_gone(spec: &Spec, page: &str) -> Result<(), String> {
    let difference = difference(spec, "whatwg-2014-05-23", page)?;
    if difference.is_complete() {
        return Err("everything was understood".to_owned());
    }
    let gone = difference
        .changes()
        .filter(|change| change.kind == Kind::Gone);
    let gone: Vec<&str> = gone.map(|change| change.id.as_str()).collect();
    match gone.is_empty() {
        true => Ok(()),
        false => Err(gone.join("\n")),
    }
}

fn edited(spec: &Spec, unedited: &str, edit: &Edit) -> Result<(), String> {
    let start = unedited
        .rfind(&edit.after)
        .ok_or("the state is not there")?;
    let at = start
        + unedited[start..]
            .find(&edit.from)
            .ok_or("the text is not there")?;
    let page = format!(
        "{}{}{}",
        &unedited[..at],
        edit.to,
        &unedited[at + edit.from.len()..]
    );
    let facts = Facts::of_tables(spec.tables("whatwg-2026-07-19")?);
    // An edit of the tables changes nothing here.
    let original = spec.read(unedited, &facts)?.revision;
    let reading = spec.read(&page, &facts)?;
    let differs = differences(&original, &reading.revision);
    let report = &reading.report;
    let holds = match &edit.expected {
        Expected::Differs(parts) => {
            complete(&reading)?;
            differs == *parts
        }
        Expected::NotUnderstood(part, original) => {
            let mut open = report.not_understood();
            let first = open
                .next()
                .is_some_and(|t| t.part == *part && t.original.starts_with(original));
            first && open.next().is_none()
        }
        Expected::Fault(part) => {
            !report.faults.is_empty() && report.faults.iter().all(|f| f.part == *part)
        }
    };
    if holds {
        return Ok(());
    }
    let message = complete(&reading).err().unwrap_or_default();
    Err(format!("{message}differs: {differs:?}"))
}
