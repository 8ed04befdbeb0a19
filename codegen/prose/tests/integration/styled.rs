//! Pages in the styles of two decades, made from the tables: reading each gives the tables, and neighbouring pages are
//! decided.

use crate::effort::effort;
use crate::styles::{STYLES, Style};
use crate::support::report;
use crate::varied::reworded;
use crate::written::{Spec, spec};
use std::path::Path;
use tokenwright_analyses::compare::{self, Verdict};
use tokenwright_analyses::diff::{self, Page, Side};
use tokenwright_prose::Reading;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references;

/// The revisions, and the page that is written of each.
struct Pages {
    spec: Spec,
    written: Vec<String>,
}

impl Pages {
    fn of_tables() -> Self {
        let spec = spec();
        let written = spec.revisions.iter();
        let written = written.map(|tables| spec.write(tables).expect("a page").to_html());
        Pages {
            written: written.collect(),
            spec,
        }
    }

    /// A page of a revision in a style; every other one has other wordings.
    fn page(&self, number: usize, style: usize) -> String {
        let written = &self.written[number];
        let (_, make): Style = STYLES[style];
        match (number + style).is_multiple_of(2) {
            true => make(written),
            false => make(&reworded(written)),
        }
    }

    /// Reads a page, and gives it the numbers of sections of the tables if it has none.
    fn read(&self, number: usize, style: usize) -> Reading {
        let tables = &self.spec.revisions[number];
        let mut reading = self.spec.read(&self.page(number, style), tables);
        let about = &mut reading.revision.about;
        if about.section.is_empty() || !about.numbered {
            about.section.clone_from(&tables.about.section);
            about.numbered = tables.about.numbered;
        }
        reading
    }

    /// A page as a side of a comparison.
    fn side(&self, number: usize, style: usize) -> Side {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let tables: &Revision = &self.spec.revisions[number];
        let references = references::load(&dir, &tables.about, &mut Sources::default());
        let reading = self.read(number, style);
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
}

#[test]
fn pages_in_every_style_give_the_tables() {
    let pages = Pages::of_tables();
    let mut different = String::new();
    for (style, (name, _)) in STYLES.iter().enumerate() {
        // Every style and every revision, and in the scheduled job every pair of them.
        let step = effort(4, 1);
        let revisions = pages.spec.revisions.iter().enumerate();
        for (number, tables) in revisions.skip(style % step).step_by(step) {
            let reading = pages.read(number, style);
            let open = report(&reading);
            if !open.is_empty() || reading.revision != *tables {
                different += &format!("{name}, {}: {open}\n", tables.about.id);
            }
        }
    }
    assert_eq!(different, "");
}

#[test]
fn neighbouring_pages_are_decided() {
    let pages = Pages::of_tables();
    // A draft can have the tokenizer of the revision before.
    let revisions = pages.spec.revisions.iter();
    for number in 1..revisions.filter(|it| !it.about.is_draft()).count() {
        let style = 2 * number % STYLES.len();
        let from = pages.side(number - 1, style);
        let difference = diff::compare(from, pages.side(number, style + 1));
        let (from, to) = (&difference.from.name, &difference.to.name);
        assert!(difference.is_complete(), "{from}, {to}");
        let found = compare::behaviour(&difference, false, &|_, _| ()).expect("both can be run");
        let decided = matches!(found.whole, Verdict::Differs { .. });
        assert!(decided, "{from}, {to}");
    }
}

#[test]
fn pages_of_one_revision_are_the_same() {
    let pages = Pages::of_tables();
    for number in 0..pages.spec.revisions.len() {
        for style in (number % 2 + 1..STYLES.len()).step_by(effort(6, 2)) {
            let from = pages.side(number, style - 1);
            let difference = diff::compare(from, pages.side(number, style));
            let (from, to) = (&difference.from.name, &difference.to.name);
            let text = diff::text(&difference, false);
            assert!(
                difference.is_complete() && difference.is_empty(),
                "{from}, {to}: {text}"
            );
        }
    }
}
