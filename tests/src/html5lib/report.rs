//! The results of the cases of a file.

use super::case::Case;
use super::event::Event;
use super::overruled::{Exception, Exceptions};
use super::verdict::Verdict;
use std::fmt::{self, Write};
use std::ops::AddAssign;

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
    cases: &[Case],
    exceptions: &'e Exceptions,
    run: impl Fn(&Case) -> Result<Vec<Event>, String>,
) -> (Counts, Result<(), String>) {
    let mut counts = Counts::default();
    let mut report = String::new();
    let mut needed: Vec<&Exception> = Vec::new();
    for case in cases {
        if case.input.is_none() {
            counts.not_applicable += 1;
            continue;
        }
        let meant = |list: &'e [Exception]| list.iter().find(|entry| entry.means(case));
        let unordered = meant(&exceptions.unordered).filter(|_| case.has_errors_at_one_place());
        needed.extend(unordered);
        let verdict = run(case).map(|events| match unordered {
            Some(_) => case.in_any_order().judge(&Event::in_any_order(&events)),
            None => case.judge(&events),
        });
        let why = match verdict {
            Ok(Verdict::Passed) => {
                counts.passed += 1;
                continue;
            }
            Ok(Verdict::Failed(why)) => why,
            Err(refusal) => format!("    {refusal}\n"),
        };
        if let Some(entry) = meant(&exceptions.overruled) {
            needed.push(entry);
            counts.overruled += 1;
        } else {
            counts.failed += 1;
            let input = case.input.as_deref().unwrap_or_default();
            let _ = write!(report, "{}\n    input: {input:?}\n{why}", case.name());
        }
    }
    let file = cases.first().map(|case| case.file.as_str());
    for entry in exceptions.iter() {
        if Some(entry.file.as_str()) == file && !needed.contains(&entry) {
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

#[cfg(test)]
mod tests {
    use super::super::{Case, ErrorPlace, Event, Exception, Exceptions};
    use super::judge;

    /// The report about a test with two errors, for a run with this order.
    fn report(columns: [usize; 2], codes: [&str; 2]) -> Result<(), String> {
        let [a, b] = columns;
        let json = format!(
            r#"{{"tests": [{{"description": "two", "input": "", "output": [], "errors": [
                {{"code": "a", "line": 1, "col": {a}}}, {{"code": "b", "line": 1, "col": {b}}}]}}]}}"#
        );
        let cases = Case::read("some.test", &json).expect("a test");
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
            let at = if code == "a" { a } else { b };
            Event::Error(Some(ErrorPlace {
                line: 1,
                column: at,
                code: code.into(),
            }))
        };
        let events = codes.map(error).to_vec();
        judge(&cases, &exceptions, |_| Ok(events.clone())).1
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
