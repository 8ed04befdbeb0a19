//! The results of the cases of a file.

use super::TestFile;
use super::overruled::{Exception, Exceptions};
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::ops::AddAssign;
use tokenwright_analyses::suite::{Case, View, ViewEntry};
use tokenwright_interpreter::Output;

/// The number of cases by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases that passed.
    pub passed: usize,
    /// Cases that contradict the revision's text.
    pub overruled: usize,
    /// Cases with a lone surrogate, which cannot be run.
    pub not_applicable: usize,
    /// Cases that failed.
    pub failed: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.overruled += other.overruled;
        self.not_applicable += other.not_applicable;
        self.failed += other.failed;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            passed,
            overruled,
            not_applicable,
            failed,
        } = self;
        write!(
            f,
            "{passed} passed, {overruled} overruled, {not_applicable} not applicable, {failed} failed"
        )
    }
}

/// Runs the cases of one file.
///
/// A case that expects two errors at one position needs an exception about the order of errors, in
/// either order.
///
/// # Errors
/// A report of each case that failed without an exception, and of each exception for this file that
/// no case needs.
pub fn judge<'e>(
    file: &TestFile,
    exceptions: &'e Exceptions,
    run: impl Fn(&Case) -> Result<Output, String>,
) -> (Counts, Result<(), String>) {
    let mut counts = Counts {
        not_applicable: file.lone.iter().map(|test| test.runs).sum(),
        ..Counts::default()
    };
    let mut report = String::new();
    let mut needed: Vec<&Exception> = Vec::new();
    for case in &file.cases {
        let meant = |list: &'e [Exception]| list.iter().find(|entry| entry.means(&file.name, case));
        let unordered = meant(&exceptions.unordered).filter(|_| has_errors_at_one_place(case));
        needed.extend(unordered);
        let why = match run(case) {
            Ok(output) if accepts(case, &output, unordered.is_some()) => {
                counts.passed += 1;
                continue;
            }
            Ok(output) => {
                let is_named = !case.expected.tokens.contains(&ViewEntry::Error);
                let found = View::of(&output, is_named);
                format!(
                    "    expected: {:?}\n    found:    {found:?}\n",
                    case.expected
                )
            }
            Err(refusal) => format!("    {refusal}\n"),
        };
        if let Some(entry) = meant(&exceptions.overruled) {
            needed.push(entry);
            counts.overruled += 1;
        } else {
            counts.failed += 1;
            let Case {
                description, input, ..
            } = case;
            let state = case.setup.state.as_deref().unwrap_or("data");
            let name = format!("{}: {description} [{state}]", file.name);
            let _ = write!(report, "{name}\n    input: {input:?}\n{why}");
        }
    }
    for entry in exceptions.iter() {
        if entry.file == file.name && !needed.contains(&entry) {
            let Exception {
                description, input, ..
            } = entry;
            let _ = writeln!(
                report,
                "{description}: {input:?} needs no exception, or is absent"
            );
        }
    }
    let result = if report.is_empty() {
        Ok(())
    } else {
        Err(report)
    };
    (counts, result)
}

/// Whether two expected errors have the same position; a revision may leave their order open.
fn has_errors_at_one_place(case: &Case) -> bool {
    let mut places = HashSet::new();
    let mut errors = case.expected.errors.iter();
    errors.any(|(_, line, column)| !places.insert((line, column)))
}

/// Whether an output is the expected one, perhaps with its errors in another order.
fn accepts(case: &Case, output: &Output, is_unordered: bool) -> bool {
    let sorted = |mut view: View| {
        view.errors
            .sort_by_key(|(code, line, column)| (*line, *column, code.clone()));
        view
    };
    match is_unordered {
        true => sorted(View::of(output, true)) == sorted(case.expected.clone()),
        false => case.accepts(output),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Exception, Exceptions, TestFile};
    use super::judge;
    use tokenwright_analyses::suite;
    use tokenwright_interpreter::{Event, Output, ParseError};

    /// The report about a test with two errors, for a run with this order.
    fn report(columns: [usize; 2], codes: [&str; 2]) -> Result<(), String> {
        let [a, b] = columns;
        let json = format!(
            r#"{{"tests": [{{"description": "two", "input": "", "output": [], "errors": [
                {{"code": "a", "line": 1, "col": {a}}}, {{"code": "b", "line": 1, "col": {b}}}]}}]}}"#
        );
        let (cases, lone) = suite::read(&json).expect("a test");
        let file = TestFile {
            name: "some.test".into(),
            cases,
            lone,
        };
        let unordered = Exception {
            file: "some.test".into(),
            description: "two".into(),
            input: String::new(),
            start: None,
            sentence: String::new(),
            why: String::new(),
        };
        let exceptions = Exceptions {
            unordered: vec![unordered],
            ..Exceptions::default()
        };
        let error = |code: &str| {
            let column = if code == "a" { a } else { b };
            Event::Error(ParseError {
                code: code.into(),
                offset: column - 1,
                line: 1,
                column,
            })
        };
        let events = codes.map(error).to_vec();
        judge(&file, &exceptions, |_| Ok(Output::new(events.clone()))).1
    }

    #[test]
    fn errors_at_one_place_pass_in_either_order() {
        assert_eq!(report([1, 1], ["a", "b"]), Ok(()));
        assert_eq!(report([1, 1], ["b", "a"]), Ok(()));
        assert!(report([1, 1], ["a", "a"]).is_err());
    }

    #[test]
    fn errors_at_two_places_need_no_exception() {
        let report = report([1, 2], ["a", "b"]).expect_err("the exception is superfluous");
        assert!(report.contains("needs no exception"), "{report}");
    }
}
