//! Pages in the styles of two decades, made from the tables: reading each gives the tables, and neighbouring pages are
//! decided.

use crate::styles::{STYLES, Style};
use crate::varied::reworded;
use crate::written::{Spec, spec};
use std::path::Path;
use tokenwright_analyses::compare::{self, Verdict};
use tokenwright_analyses::diff::{self, Page, Side};
use tokenwright_prose::Reading;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references;

/// A page of a revision; every other one has other wordings.
fn page(spec: &Spec, number: usize, style: usize) -> String {
    let written = spec.write(&spec.revisions[number]).expect("a page");
    let mut page = written.to_html();
    if !(number + style).is_multiple_of(2) {
        page = reworded(&page);
    }
    let (_, make): Style = STYLES[style];
    make(&page)
}

/// Reads a page, and gives it the numbers of sections of the tables if it has none.
fn read(spec: &Spec, number: usize, style: usize) -> Reading {
    let tables = &spec.revisions[number];
    let mut reading = spec.read(&page(spec, number, style), tables);
    let about = &mut reading.revision.about;
    if about.section.is_empty() || !about.numbered {
        about.section.clone_from(&tables.about.section);
        about.numbered = tables.about.numbered;
    }
    reading
}

#[test]
fn pages_in_every_style_give_the_tables() {
    let spec = spec();
    let mut different = String::new();
    for (style, (name, _)) in STYLES.iter().enumerate() {
        for (number, tables) in spec.revisions.iter().enumerate() {
            let reading = read(&spec, number, style);
            let open = reading.report.not_understood().map(ToString::to_string);
            let faults = reading.report.faults.iter().map(ToString::to_string);
            let all: Vec<String> = open.chain(faults).collect();
            if !all.is_empty() || reading.revision != *tables {
                let id = &tables.about.id;
                different += &format!("{name}, {id}: {}\n", all.join("\n    "));
            }
        }
    }
    assert_eq!(different, "");
}

/// A page as a side of a comparison.
fn side(spec: &Spec, number: usize, style: usize) -> Side {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let tables: &Revision = &spec.revisions[number];
    let references = references::load(&dir, &tables.about, &mut Sources::default());
    let reading = read(spec, number, style);
    Side {
        name: format!("{} as {}", tables.about.id, STYLES[style].0),
        revision: reading.revision,
        references: Some(references.expect("sound tables")),
        page: Some(Page {
            report: reading.report,
            known: reading.known,
        }),
    }
}

#[test]
fn neighbouring_pages_are_decided() {
    let spec = spec();
    for number in 1..spec.revisions.len() {
        let style = 2 * number % STYLES.len();
        let from = side(&spec, number - 1, style);
        let difference = diff::compare(from, side(&spec, number, style + 1));
        let (from, to) = (&difference.from.name, &difference.to.name);
        assert!(difference.is_complete(), "{from}, {to}");
        let found = compare::behaviour(&difference, false, &|_, _| ()).expect("both can be run");
        let decided = matches!(found.whole, Verdict::Differs { .. });
        assert!(decided, "{from}, {to}");
    }
}

#[test]
fn pages_of_one_revision_are_the_same() {
    let spec = spec();
    for number in 0..spec.revisions.len() {
        for style in (number % 2 + 1..STYLES.len()).step_by(2) {
            let from = side(&spec, number, style - 1);
            let difference = diff::compare(from, side(&spec, number, style));
            let (from, to) = (&difference.from.name, &difference.to.name);
            let text = diff::text(&difference, false);
            assert!(
                difference.is_complete() && difference.is_empty(),
                "{from}, {to}: {text}"
            );
        }
    }
}
