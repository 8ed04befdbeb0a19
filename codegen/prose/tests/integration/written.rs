//! Tables written as prose and read back are the same tables.

use crate::effort::effort;
use crate::support::report;
use std::path::{Path, PathBuf};
use tokenwright_analyses::mutate::{self, Sites};
use tokenwright_prose::{self as prose, Facts, Reading};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tables::model::{Clause, On, Revision, State};
use tokenwright_tables::references::{self, Replacements};

pub(crate) struct Spec {
    pub(crate) revisions: Vec<Revision>,
    replacements: Vec<Replacements>,
}

pub(crate) fn spec() -> Spec {
    let dir: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let loaded = load::all(&dir, &mut sources);
    let loaded = loaded.unwrap_or_else(|e| panic!("{}", render_all(&e, &sources, false)));
    let replacements = references::replacements(&dir, &mut sources);
    Spec {
        revisions: loaded.into_iter().map(|loaded| loaded.revision).collect(),
        replacements: replacements
            .unwrap_or_else(|e| panic!("{}", render_all(&e, &sources, false))),
    }
}

impl Spec {
    fn table(&self, revision: &Revision) -> &[(u32, u32)] {
        let name = &revision.about.numeric_replacements.value;
        let found = self.replacements.iter().find(|(known, _)| known == name);
        &found.expect("a known table").1
    }

    pub(crate) fn write(&self, revision: &Revision) -> Result<prose::Prose, Vec<prose::Gap>> {
        prose::write(revision, self.table(revision))
    }

    pub(crate) fn read(&self, page: &str, revision: &Revision) -> Reading {
        let facts = Facts::of_tables(revision);
        prose::read(page, 0, &facts, &self.replacements).expect("a page of the section")
    }
}

/// Checks that a page is understood and gives the tables of a revision.
pub(crate) fn assert_same(spec: &Spec, page: &str, revision: &Revision, what: &str) {
    let reading = spec.read(page, revision);
    let id = &revision.about.id;
    assert_eq!(report(&reading), "", "{id}, {what}");
    for (read, state) in reading.revision.states.iter().zip(&revision.states) {
        assert_eq!(read, state, "{id}, {what}");
    }
    assert!(reading.revision == *revision, "{id}, {what}");
}

#[test]
fn every_revision_reads_back() {
    let spec = spec();
    for revision in &spec.revisions {
        let written = spec.write(revision);
        let written = written.unwrap_or_else(|gaps| panic!("{}: {gaps:#?}", revision.about.id));
        assert_same(&spec, &written.to_html(), revision, "HTML");
        assert_same(&spec, &written.to_markdown(), revision, "Markdown");
        assert_same(&spec, &written.to_source(), revision, "source");
    }
}

/// Edited tables are written so that they read back, or refused with the part that has no sentence.
#[test]
fn edited_tables_read_back_or_are_refused() {
    let spec = spec();
    for revision in &spec.revisions {
        let sites = Sites::new(revision);
        let parts = mutate::parts(revision).into_iter().step_by(effort(23, 11));
        let mutants = parts.filter_map(|part| {
            let mut mutants = mutate::mutants(revision, &sites, part);
            let middle = mutants.len() / 2;
            (!mutants.is_empty()).then(|| mutants.swap_remove(middle))
        });
        let mut written = 0;
        for mutant in mutants {
            let edited = mutant.revision(revision);
            let mut problems = check::revision(&edited).into_iter();
            if problems.any(|problem| problem.is_error()) {
                continue;
            }
            let edit = mutant.site.describe(revision);
            match spec.write(&edited) {
                Ok(prose) => {
                    let read = spec.read(&prose.to_html(), &edited);
                    assert_eq!(read.revision, edited, "{edit}");
                    assert_eq!(read.report.faults, [], "{edit}");
                    written += 1;
                }
                Err(gaps) => assert!(!gaps.is_empty(), "{edit}"),
            }
        }
        assert!(written > 0, "{}", revision.about.id);
    }
}

/// A condition that no rule of the reader states is reported at its row.
#[test]
fn a_row_without_a_sentence_is_named() {
    let spec = spec();
    let mut revision = spec.revisions.last().expect("six revisions").clone();
    let row = &mut revision.states[0].rows[0];
    let On::Consumed { except, any } = &mut row.on else {
        panic!("the first row matches a character");
    };
    except.clone_from(any);
    let gaps = spec.write(&revision).expect_err("a row with an exception");
    let row = &revision.states[0].rows[0];
    assert_eq!(gaps[0].place, row.place.place);
    assert_eq!(gaps[0].message, "no term of a list excepts characters");
}

/// Rows that a page seems to have lost a part of are refused when it is read, so they are not written.
#[test]
fn what_looks_like_a_fault_of_the_page_is_named() {
    let spec = spec();
    let mut revision = spec.revisions.last().expect("six revisions").clone();
    let appends = |clause: &Clause| match clause {
        Clause::Step(step) => step.value.to_string().starts_with("append the current"),
        Clause::Call(_) | Clause::If { .. } => false,
    };
    let rows = |state: &State| state.rows.iter().position(|it| it.body.iter().any(appends));
    let mut found = revision.states.iter().enumerate();
    let found = found.find_map(|(at, state)| Some((at, rows(state)?)));
    let (at, row) = found.expect("a row that appends");
    let body = &mut revision.states[at].rows[row].body;
    let step = body.iter().position(appends).expect("a step");
    body.insert(step, body[step].clone());
    let gaps = spec.write(&revision).expect_err("the same text twice");
    assert_eq!(gaps[0].place, revision.states[at].name.place);
    assert_eq!(
        gaps[0].message,
        "a reader of the page would object: the same text is appended twice; the head of a row may be lost"
    );
}
