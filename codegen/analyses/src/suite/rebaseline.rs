//! Brings a suite of any time up to a revision.
//!
//! A test changes only if an older revision gives what it expects, and a row that has changed since then explains the
//! new outcome. The rest of the file stays the same, byte for byte.

use super::edit::Edits;
use super::read::{ReadError, read};
use super::rebase::{Outcome, Rebase, RebasedTest, tests};
use super::view::View;
use crate::parallel;
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_tables::load::Loaded;

/// Brings suites of any time up to one revision.
pub struct Rebaseline<'r> {
    to: &'r Loaded,
    interpreter: Interpreter<'r>,
    /// From each older revision, the newest first.
    from: Vec<Rebase<'r>>,
}

/// A file of tests, brought up to a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebaselined {
    /// The text of the file.
    pub text: String,
    /// The tests that changed, in the order of the file, each with the revision that gives what it expected.
    pub changed: Vec<(String, RebasedTest)>,
    /// The tests whose expectation no revision gives; they are unchanged.
    pub unexplained: Vec<UnexplainedTest>,
}

/// A test whose expectation no revision gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnexplainedTest {
    /// The test's description.
    pub description: String,
    /// The input of the test, with escapes decoded.
    pub input: String,
    /// The line of the file in which the test begins, from 1.
    pub line: usize,
    /// Why nothing explains the expectation.
    pub why: String,
}

impl<'r> Rebaseline<'r> {
    /// Prepares the revisions; `older` is in the order of time.
    ///
    /// # Errors
    /// If one of them cannot be run.
    pub fn new(older: &'r [Loaded], to: &'r Loaded) -> Result<Self, Refusal> {
        let from = older.iter().rev().map(|from| Rebase::new(from, to));
        Ok(Rebaseline {
            to,
            interpreter: Interpreter::new(&to.revision, &to.references)?,
            from: from.collect::<Result<_, _>>()?,
        })
    }

    /// Brings a file of tests up to the revision. Tests with lone surrogates, and lists of tests other than `tests`, are
    /// unchanged.
    ///
    /// # Errors
    /// If the file is not in html5lib's form.
    pub fn file(&self, text: &str) -> Result<Rebaselined, ReadError> {
        let tests = tests(text)?;
        let outcomes = parallel::map(&tests, |test| self.test(test.get()), &|_, _| ());
        let mut edits = Edits::new(text);
        let (mut changed, mut unexplained) = (Vec::new(), Vec::new());
        let (mut line, mut counted) = (1, 0);
        for (test, outcome) in tests.iter().zip(outcomes) {
            let start = edits.range(test).start;
            line += text[counted..start].matches('\n').count();
            counted = start;
            let outcome = outcome.map_err(|error| {
                let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
                let at = Some((line, 1 + start - line_start));
                ReadError { at, ..error }
            })?;
            match outcome {
                Baseline::Same => {}
                Baseline::Changed(from, entry, view) => {
                    edits.expect(test, &view).map_err(|error| {
                        ReadError::in_test(&entry.description, error.to_string())
                    })?;
                    changed.push((from, entry));
                }
                Baseline::Unexplained(entry) => {
                    unexplained.push(UnexplainedTest { line, ..entry });
                }
            }
        }
        Ok(Rebaselined {
            text: edits.apply(),
            changed,
            unexplained,
        })
    }

    fn test(&self, json: &str) -> Result<Baseline, ReadError> {
        let (cases, _) = read(&format!("{{\"tests\": [{json}]}}"))?;
        let mut stale = false;
        for case in &cases {
            let output = self.interpreter.run(&case.setup, &case.input);
            let output = output
                .map_err(|refusal| ReadError::in_test(&case.description, refusal.to_string()))?;
            let view = View::of(&output, self.to.revision.about.named_errors);
            stale |= view != case.expected;
        }
        let Some(first) = cases.first().filter(|_| stale) else {
            return Ok(Baseline::Same);
        };
        let mut why = None;
        for rebase in &self.from {
            match rebase.test(json) {
                Ok(Outcome::Changed { test, view }) => {
                    let from = rebase.older().to_owned();
                    return Ok(Baseline::Changed(from, test, view));
                }
                Ok(Outcome::Same | Outcome::Contrary(_)) => {}
                Err(error) => why = why.or(Some(error.message)),
            }
        }
        let id = &self.to.revision.about.id;
        Ok(Baseline::Unexplained(UnexplainedTest {
            description: first.description.clone(),
            input: first.input.clone(),
            line: 0,
            why: why.unwrap_or_else(|| format!("no revision up to {id} gives what is expected")),
        }))
    }
}

/// The outcome for a test of any time.
enum Baseline {
    Same,
    Changed(String, RebasedTest, View),
    Unexplained(UnexplainedTest),
}
