//! What became of the cases of a file.

use super::case::Case;
use super::overruled::{Exception, Exceptions};
use super::verdict::{Event, Verdict};
use std::fmt::{self, Write};
use std::ops::AddAssign;

/// How many cases came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases whose expectation was met.
    pub passed: usize,
    /// Cases that the revision's text overrules.
    pub overruled: usize,
    /// Cases with a lone surrogate, which cannot be run.
    pub not_applicable: usize,
    /// Cases whose expectation was not met.
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
/// # Errors
/// A report of what was not as expected: a case that failed and is no exception, and an exception
/// in this file that no case needs.
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
        let events = run(case);
        let why = match events.as_deref().map(|events| case.judge(events)) {
            Ok(Verdict::Passed) => {
                counts.passed += 1;
                continue;
            }
            Ok(Verdict::Failed(why)) => why,
            Err(refusal) => format!("    {refusal}\n"),
        };
        let meant = |list: &'e [Exception]| list.iter().find(|entry| entry.means(case));
        if let Some(entry) = meant(&exceptions.overruled) {
            needed.push(entry);
            counts.overruled += 1;
        } else if let (Some(entry), Ok(events)) = (meant(&exceptions.unordered), &events)
            && case.in_any_order().judge(&Event::in_any_order(events)) == Verdict::Passed
        {
            needed.push(entry);
            counts.passed += 1;
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
                "{description}: {input:?} is an exception, but it passes or is not there"
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
