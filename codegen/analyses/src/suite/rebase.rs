//! Rebases a suite from one revision to another.
//!
//! A test changes only if the tables change its outcome: the older tables give the expected output, the newer ones do
//! not, and a row that is new, changed or removed ran. The rest of the file stays the same, byte for byte. No test is
//! added, so what is new in the tables stays untested until a suite for it is made.

use super::edit::Edits;
use super::read::{Case, ReadError, read};
use super::view::View;
use crate::diff::{self, Kind, Side, Subject};
use crate::mutate::{Part, Site};
use crate::parallel;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::collections::HashSet;
use tokenwright_interpreter::{BlockKind, BlockRef, Interpreter, Observer, Refusal};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;

/// A file of tests, rebased to another revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The text of the file.
    pub text: String,
    /// The tests that changed, in the order of the file.
    pub changed: Vec<RebasedTest>,
}

/// A test whose expectation changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebasedTest {
    /// The test's description, which need not be unique in its file.
    pub description: String,
    /// The input of the test, with escapes decoded.
    pub input: String,
    /// The new and changed rows that ran on the input, such as `13.2.5.6 tag open state: U+003F (?)`; if
    /// there are none, the changed and removed rows of the older revision that ran.
    pub rows: Vec<String>,
}

/// Rebases suites from one revision to another.
pub struct Rebase<'r> {
    from: Tables<'r>,
    to: Tables<'r>,
}

/// A row of a block.
type RowAt = (BlockKind, usize, usize);

/// One of the two revisions.
struct Tables<'r> {
    interpreter: Interpreter<'r>,
    revision: &'r Revision,
    /// The rows that the other revision does not have.
    only: HashSet<RowAt>,
}

/// A file of tests, each as its text.
#[derive(Deserialize)]
struct File<'t> {
    #[serde(borrow, default)]
    tests: Option<Vec<&'t RawValue>>,
    #[serde(default, rename = "foreignContentTests")]
    foreign: Option<IgnoredAny>,
    #[serde(default, rename = "xmlViolationTests")]
    violations: Option<IgnoredAny>,
}

/// The tests of a file that can change, each as its text.
///
/// # Errors
/// If the file is not JSON or has no list of tests.
pub(super) fn tests(text: &str) -> Result<Vec<&RawValue>, ReadError> {
    let file: File<'_> = serde_json::from_str(text)?;
    let has_others = file.foreign.is_some() || file.violations.is_some();
    // A list would be read as the values of the fields.
    match file.tests {
        _ if !text.trim_start().starts_with('{') => Err(ReadError::no_list()),
        None if !has_others => Err(ReadError::no_list()),
        tests => Ok(tests.unwrap_or_default()),
    }
}

/// The outcome for a test.
pub(super) enum Outcome {
    Same,
    /// The older tables do not give what is expected.
    Contrary(ReadError),
    Changed {
        test: RebasedTest,
        view: View,
    },
}

impl<'r> Rebase<'r> {
    /// Prepares both revisions.
    ///
    /// # Errors
    /// If one of them cannot be run.
    pub fn new(from: &'r Loaded, to: &'r Loaded) -> Result<Self, Refusal> {
        let side = |loaded: &Loaded| Side::of_tables(loaded.revision.clone(), None);
        let difference = diff::compare(side(from), side(to));
        let mut only = [HashSet::new(), HashSet::new()];
        for change in difference.changes() {
            if change.kind == Kind::Renamed {
                continue;
            }
            let one = |row: Option<usize>| row.into_iter().collect::<Vec<usize>>();
            let (at, rows) = match &change.subject {
                Subject::Row { state, from, to } => (state, [one(*from), one(*to)]),
                Subject::Swap { state, from } => (state, [vec![from.0, from.1], Vec::new()]),
                Subject::State(state) | Subject::Entry(state) => {
                    let all = |loaded: &Loaded, index: Option<usize>| {
                        let block = state.blocks(&loaded.revision).get(index?)?;
                        Some((0..block.rows.len()).collect())
                    };
                    let rows = [all(from, state.from), all(to, state.to)];
                    (state, rows.map(Option::unwrap_or_default))
                }
                _ => continue,
            };
            let kind = at.kind();
            for ((only, rows), index) in only.iter_mut().zip(rows).zip([at.from, at.to]) {
                let index = index.into_iter();
                only.extend(index.flat_map(|i| rows.iter().map(move |row| (kind, i, *row))));
            }
        }
        let [older, newer] = only;
        let tables = |loaded: &'r Loaded, only| {
            Ok(Tables {
                interpreter: Interpreter::new(&loaded.revision, &loaded.references)?,
                revision: &loaded.revision,
                only,
            })
        };
        Ok(Rebase {
            from: tables(from, older)?,
            to: tables(to, newer)?,
        })
    }

    /// The name of the older revision.
    pub(super) fn older(&self) -> &str {
        &self.from.revision.about.id
    }

    /// Rebases a file of tests.
    ///
    /// Tests in foreign content and tests with lone surrogates are unchanged.
    ///
    /// # Errors
    /// If the file is not in html5lib's form; or if a test whose outcome changes contradicts
    /// the older tables, has outcomes that depend on its initial states, or runs no
    /// new or changed row.
    pub fn file(&self, text: &str) -> Result<Rebased, ReadError> {
        let tests = tests(text)?;
        let outcomes = parallel::map(&tests, |test| self.test(test.get()), &|_, _| ());
        let mut edits = Edits::new(text);
        let mut changed = Vec::new();
        for (test, outcome) in tests.iter().zip(outcomes) {
            match outcome? {
                Outcome::Same => {}
                Outcome::Contrary(error) => return Err(error),
                Outcome::Changed { test: entry, view } => {
                    edits.expect(test, &view).map_err(|error| {
                        ReadError::in_test(&entry.description, error.to_string())
                    })?;
                    changed.push(entry);
                }
            }
        }
        Ok(Rebased {
            text: edits.apply(),
            changed,
        })
    }

    /// Rebases one test, given as its JSON text.
    pub(super) fn test(&self, json: &str) -> Result<Outcome, ReadError> {
        let (cases, _) = read(&format!("{{\"tests\": [{json}]}}"))?;
        let mut outcome: Option<Outcome> = None;
        for case in &cases {
            let in_test = |message: String| ReadError::in_test(&case.description, message);
            let next = self.case(case).map_err(in_test)?;
            if let Outcome::Contrary(_) = next {
                return Ok(next);
            }
            let agrees = match (&outcome, &next) {
                (None, _) | (Some(Outcome::Same), Outcome::Same) => true,
                (Some(Outcome::Changed { view: a, .. }), Outcome::Changed { view: b, .. }) => {
                    a == b
                }
                _ => false,
            };
            if !agrees {
                return Err(in_test(
                    "the outcome depends on the initial state".to_owned(),
                ));
            }
            outcome.get_or_insert(next);
        }
        Ok(outcome.unwrap_or(Outcome::Same))
    }

    fn case(&self, case: &Case) -> Result<Outcome, String> {
        let (before, older) = self.from.run(case)?;
        let (after, newer) = self.to.run(case)?;
        if before == after {
            return Ok(Outcome::Same);
        }
        let (from, to) = (&self.from.revision.about.id, &self.to.revision.about.id);
        if case.expected != before {
            let message = format!("the tables of {from} do not give what is expected");
            let error = ReadError::in_test(&case.description, message);
            return Ok(Outcome::Contrary(error));
        }
        let rows = if newer.is_empty() { older } else { newer };
        if rows.is_empty() {
            return Err(format!(
                "no row that differs between {from} and {to} explains the other outcome"
            ));
        }
        let test = RebasedTest {
            description: case.description.clone(),
            input: case.input.clone(),
            rows,
        };
        Ok(Outcome::Changed { test, view: after })
    }
}

impl Tables<'_> {
    /// Runs a case; also gives the rows that ran and that only this revision has.
    fn run(&self, case: &Case) -> Result<(View, Vec<String>), String> {
        let mut ran = Ran {
            only: &self.only,
            rows: Vec::new(),
        };
        let output = self
            .interpreter
            .observe(&case.setup, &case.input, &mut ran)
            .map_err(|refusal| refusal.to_string())?;
        let name = |(kind, index, row): &RowAt| {
            let part = match kind {
                BlockKind::State => Part::State(*index),
                BlockKind::Procedure => Part::Procedure(*index),
            };
            let row = Some(*row);
            Site { part, row }.describe(self.revision)
        };
        let view = View::of(&output, self.revision.about.named_errors);
        Ok((view, ran.rows.iter().map(name).collect()))
    }
}

/// Records the rows of a set that run, each once.
struct Ran<'a> {
    only: &'a HashSet<RowAt>,
    rows: Vec<RowAt>,
}

impl Observer for Ran<'_> {
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        let row = (block.kind, block.index, row);
        if self.only.contains(&row) && !self.rows.contains(&row) {
            self.rows.push(row);
        }
    }
}
