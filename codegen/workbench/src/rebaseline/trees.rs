//! Tree-construction tests, brought up to a revision: the errors that its generated tokenizer reports.
//!
//! Which text state follows a tag is decided by tree construction here, so the generated code runs with open elements
//! followed; the interpreter of the tables has none. Only revisions with named errors and generated code can take
//! part. Trees are not rewritten: a test whose tokens changed as well is reported, for a person to look at its tree.

use crate::dat::{self, DatTest};
use crate::generated_code::{GeneratedCode, Request, Start};
use std::collections::BTreeSet;
use tokenwright_analyses::diff::{self, Difference, Mark, Side};
use tokenwright_interpreter::{Output, Token};
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;

/// An error: line, column and code.
type Error = (usize, usize, String);

/// A file of tests, brought up to a revision.
pub(super) struct Updated {
    pub(super) text: String,
    pub(super) changed: Vec<ChangedTest>,
    pub(super) unexplained: Vec<UnexplainedTest>,
}

/// A test whose errors changed.
pub(super) struct ChangedTest {
    /// The line of its `#data`, from 1.
    pub(super) line: usize,
    pub(super) input: String,
    /// The revision that reports the errors from before.
    pub(super) from: String,
    /// The rows that report an error that is new or gone.
    pub(super) rows: Vec<String>,
    /// Whether the tokens are others too, so that the tree may be another one.
    pub(super) other_tokens: bool,
}

/// A test whose errors no revision reports.
pub(super) struct UnexplainedTest {
    /// The line of its `#data`, from 1.
    pub(super) line: usize,
    pub(super) input: String,
    /// The errors of the newer revision, a line each.
    pub(super) reported: String,
}

/// The revisions whose errors have names, compiled; the newest is the last.
pub(super) struct Trees<'r> {
    revisions: Vec<&'r Loaded>,
    code: GeneratedCode,
}

impl<'r> Trees<'r> {
    /// Compiles the revisions with named errors.
    ///
    /// # Errors
    /// If the last revision has no named errors or no generated code, or if the code does not compile.
    pub(super) fn new(revisions: &'r [Loaded]) -> Result<Self, String> {
        let id = |loaded: &Loaded| loaded.revision.about.id.clone();
        let fits = |loaded: &&Loaded| {
            loaded.revision.about.named_errors && GeneratedCode::exists(&loaded.revision.about.id)
        };
        if let Some(last) = revisions.last().filter(|last| !fits(last)) {
            return Err(format!(
                "{} has no generated code with named errors, which files of trees need",
                id(last)
            ));
        }
        let revisions: Vec<&Loaded> = revisions.iter().filter(fits).collect();
        let ids: Vec<&str> = revisions
            .iter()
            .map(|l| l.revision.about.id.as_str())
            .collect();
        let code = GeneratedCode::build(&ids)?;
        Ok(Trees { revisions, code })
    }

    /// Whether a code is reported by another stage, such as tree construction. Such errors of a test stay.
    fn is_of_another_stage(&self, code: &str) -> bool {
        let errors = self
            .revisions
            .iter()
            .flat_map(|loaded| &loaded.revision.errors);
        errors
            .into_iter()
            .any(|error| error.by.is_some() && error.code.value == code)
    }

    /// Brings a file up to the last revision. A test without `#new-errors` expects nothing, so it changes only if the
    /// revision before reports no error.
    ///
    /// # Errors
    /// If the generated code cannot be run.
    pub(super) fn file(&self, text: &str, tests: &[DatTest<'_>]) -> Result<Updated, String> {
        let outputs: Vec<Vec<Output>> = self
            .revisions
            .iter()
            .map(|loaded| self.run(loaded, tests))
            .collect::<Result<_, _>>()?;
        let mut updated = Updated {
            text: String::new(),
            changed: Vec::new(),
            unexplained: Vec::new(),
        };
        let mut copied = 0;
        let Some((newest, older)) = outputs.split_last() else {
            return Ok(updated);
        };
        for (at, test) in tests.iter().enumerate() {
            let (others, ours): (Vec<Error>, Vec<Error>) = expected(test)
                .into_iter()
                .partition(|(_, _, code)| self.is_of_another_stage(code));
            let expected = sorted(&ours);
            let reported = errors(&newest[at]);
            let before = older.iter().enumerate().rev();
            let mut before =
                before.filter(|(_, outputs)| sorted(&errors(&outputs[at])) == expected);
            let has_section = !test.section.is_empty();
            if sorted(&reported) == expected || !has_section && before.clone().next().is_none() {
                continue;
            }
            let Some((from, outputs)) = before.next() else {
                updated.unexplained.push(UnexplainedTest {
                    line: test.line,
                    input: test.data.to_owned(),
                    reported: dat::section(&[], &reported),
                });
                continue;
            };
            let gone: BTreeSet<&Error> = expected.iter().collect();
            let new: BTreeSet<&Error> = reported.iter().collect();
            let codes = |a: &BTreeSet<&Error>, b: &BTreeSet<&Error>| -> BTreeSet<String> {
                a.difference(b).map(|(_, _, code)| code.clone()).collect()
            };
            let rows = rows(
                &self.difference(from),
                &codes(&gone, &new),
                &codes(&new, &gone),
            );
            updated.text.push_str(&text[copied..test.section.start]);
            let mut all = [reported, others].concat();
            all.sort_by_key(|(line, column, _)| (*line, *column));
            updated.text.push_str(&dat::section(&test.errors, &all));
            copied = test.section.end;
            updated.changed.push(ChangedTest {
                line: test.line,
                input: test.data.to_owned(),
                from: self.revisions[from].revision.about.id.clone(),
                rows,
                other_tokens: tokens(&outputs[at]) != tokens(&newest[at]),
            });
        }
        updated.text.push_str(&text[copied..]);
        Ok(updated)
    }

    fn run(&self, loaded: &Loaded, tests: &[DatTest<'_>]) -> Result<Vec<Output>, String> {
        let id = &loaded.revision.about.id;
        let requests = tests.iter().map(|test| Request {
            revision: id,
            setup: Start::Following {
                context: test.context,
                scripting: test.scripting == Some(true),
            },
            input: test.data,
        });
        let requests: Vec<Request<'_>> = requests.collect();
        let progress = Progress::start(format!("running the tests by {id}"));
        let answers = self
            .code
            .run(&requests, &|done| progress.parts(done, requests.len()));
        answers?.into_iter().collect()
    }

    /// The tables of an older revision and of the last one.
    fn difference(&self, from: usize) -> Difference {
        let side = |loaded: &Loaded| Side::of_tables(loaded.revision.clone(), None);
        let last = self.revisions.len() - 1;
        diff::compare(side(self.revisions[from]), side(self.revisions[last]))
    }
}

fn expected(test: &DatTest<'_>) -> Vec<Error> {
    let errors = test.errors.iter();
    let errors: Vec<Error> = errors
        .map(|e| (e.line, e.column, e.code.to_owned()))
        .collect();
    sorted(&errors)
}

fn sorted(errors: &[Error]) -> Vec<Error> {
    let mut errors = errors.to_vec();
    errors.sort();
    errors
}

fn errors(output: &Output) -> Vec<Error> {
    let errors = output.errors.iter();
    errors.map(|e| (e.line, e.column, e.code.clone())).collect()
}

/// The tokens with adjacent text joined.
fn tokens(output: &Output) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    for token in &output.tokens {
        match (all.last_mut(), token) {
            (Some(Token::Characters(text)), Token::Characters(more)) => text.push_str(more),
            _ => all.push(token.clone()),
        }
    }
    all
}

/// The changed rows that reported a code that is gone, or report one that is new.
fn rows(difference: &Difference, gone: &BTreeSet<String>, new: &BTreeSet<String>) -> Vec<String> {
    let mut rows = Vec::new();
    for state in &difference.states {
        let number = state.to_number.as_ref().or(state.from_number.as_ref());
        let number = number
            .map(|number| format!("{number} "))
            .unwrap_or_default();
        for change in &state.changes {
            let reports = |mark: Mark, code: &String| {
                let words = [
                    format!("This is a {code} parse"),
                    format!("This is an {code} parse"),
                ];
                let of = change.lines.iter().filter(|line| line.mark == mark);
                of.into_iter()
                    .any(|line| words.iter().any(|words| line.text.starts_with(words)))
            };
            let row = change
                .id
                .split_once("/row ")
                .map(|(_, row)| format!(": {row}"));
            if gone.iter().any(|code| reports(Mark::Gone, code))
                || new.iter().any(|code| reports(Mark::New, code))
            {
                let row = row.unwrap_or_default();
                rows.push(format!("{number}{} state{row}", state.name));
            }
        }
    }
    rows
}
