//! The report, as Markdown.

use super::Measure;
use crate::markdown;
use crate::trees::{Part, PartId, Trees};
use std::fmt::Write;
use tokenwright_analyses::mutate::trees::place_of;
use tokenwright_analyses::suite::trees::Goal;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{Clause, Conjunction, nested};
use xtask::report::counted;

/// How many names of elements a row shows.
pub(super) const MOST: usize = 6;

pub(super) fn page(trees: &Trees, measure: &Measure, command: &str) -> String {
    let page = Page { trees, measure };
    let parts = trees.parts();
    let is_row = |part: &&Part<'_>| matches!(part.id, PartId::Row(..));
    let (rows, algorithms): (Vec<_>, Vec<_>) = parts.iter().partition(is_row);
    let reached = |parts: &[&Part<'_>]| parts.iter().filter(|part| page.runs(part)).count();
    let mut tested = 0;
    let mut outcomes = 0;
    for any in parts.iter().flat_map(|part| conditions(part.body)) {
        tested += 2;
        outcomes += page.shown(any).iter().filter(|it| **it).count();
    }
    let id = trees.id();
    let mut out = format!("# Coverage of tree construction in {id} by a test suite\n\n");
    let _ = writeln!(out, "Written by `{command}`.\n");
    out.push_str("| | run | of |\n|---|---|---|\n");
    for (what, run, of) in [
        ("rows", reached(&rows), rows.len()),
        ("algorithms", reached(&algorithms), algorithms.len()),
        ("outcomes of conditions", outcomes, tested),
    ] {
        let _ = writeln!(out, "| {what} | {run} | {of} |");
    }
    let _ = writeln!(
        out,
        "\n{} of {}, each with and without scripting if it does not say which, {}. The trees of {} are others than those \
         of the tables.",
        counted(measure.tests, "test"),
        counted(measure.files, "file"),
        counted(measure.runs, "run"),
        counted(measure.contrary.len(), "test"),
    );
    page.contrary(&mut out);
    page.not_run(&mut out, &rows, &algorithms);
    page.one_outcome(&mut out, &parts);
    out
}

struct Page<'m> {
    trees: &'m Trees,
    measure: &'m Measure,
}

impl Page<'_> {
    /// Whether a test runs a part.
    fn runs(&self, part: &Part<'_>) -> bool {
        self.measure.ran.0.contains(&part.id.into())
    }

    /// The heading above a part, and its line below it if it is a row.
    fn titles(&self, part: &Part<'_>) -> (String, Option<String>) {
        match part.id {
            PartId::Row(of, at) => {
                let row = self.trees.row(of, at);
                let terms = row.map(|row| english::terms(row, MOST).join(", or "));
                (self.trees.title(of), terms)
            }
            PartId::Algorithm(at) => {
                let name = &self.trees.tables.algorithms[at].name.value;
                (format!("The algorithm \"{name}\""), None)
            }
        }
    }

    fn contrary(&self, out: &mut String) {
        if self.measure.contrary.is_empty() {
            return;
        }
        out.push_str("\n## Tests with another tree\n\n| test | input |\n|---|---|\n");
        for test in &self.measure.contrary {
            let input = markdown::input(&test.input);
            let _ = writeln!(out, "| {}, line {} | {input} |", test.file, test.line);
        }
    }

    /// The rows and algorithms that no test runs.
    fn not_run(&self, out: &mut String, rows: &[&Part<'_>], algorithms: &[&Part<'_>]) {
        out.push_str("\n## Rows that no test runs\n");
        let missing = |parts: &[&Part<'_>]| -> Vec<(String, Option<String>)> {
            let parts = parts.iter().filter(|part| !self.runs(part));
            parts.map(|part| self.titles(part)).collect()
        };
        let rows = missing(rows);
        if rows.is_empty() {
            out.push_str("\nNone.\n");
        }
        let mut last = String::new();
        for (title, row) in rows {
            if title != last {
                let _ = writeln!(out, "\n### {}\n", markdown::sentence(&title));
                last = title;
            }
            let _ = writeln!(out, "- {}", markdown::sentence(&row.unwrap_or_default()));
        }
        let algorithms = missing(algorithms);
        if !algorithms.is_empty() {
            out.push_str("\n## Algorithms that no test runs\n\n");
        }
        for (title, _) in algorithms {
            let _ = writeln!(out, "- {}", markdown::sentence(&title));
        }
    }

    /// The conditions, in rows and algorithms that run, of which no test shows both outcomes.
    fn one_outcome(&self, out: &mut String, parts: &[Part<'_>]) {
        out.push_str("\n## Conditions without both outcomes\n\n");
        out.push_str("Of rows and algorithms that run.\n");
        let mut last = String::new();
        for part in parts.iter().filter(|part| self.runs(part)) {
            let lacking = conditions(part.body).filter_map(|any| {
                let what = match self.shown(any) {
                    [true, true] => return None,
                    [false, true] => "always holds",
                    [true, false] => "never holds",
                    [false, false] => "never tested",
                };
                let sentence = english::conjunctions(any).join(", or ");
                Some(format!("{what}: {}", markdown::sentence(&sentence)))
            });
            let lacking: Vec<String> = lacking.collect();
            if lacking.is_empty() {
                continue;
            }
            let (title, row) = self.titles(part);
            if title != last {
                let _ = writeln!(out, "\n### {}\n", markdown::sentence(&title));
                last = title;
            }
            let margin = if row.is_some() { "  " } else { "" };
            if let Some(row) = row {
                let _ = writeln!(out, "- {}", markdown::sentence(&row));
            }
            for line in lacking {
                let _ = writeln!(out, "{margin}- {line}");
            }
        }
    }

    /// The outcomes of the conditions of a clause that the tests show: that they fail, and that they hold.
    fn shown(&self, any: &[Conjunction]) -> [bool; 2] {
        let ran = &self.measure.ran.0;
        let place = place_of(any);
        [false, true].map(|held| place.is_some_and(|it| ran.contains(&Goal::Outcome(it, held))))
    }
}

/// The conditions of all clauses, but for those of a loop that its steps leave.
fn conditions(body: &[Clause]) -> impl Iterator<Item = &[Conjunction]> {
    let asks = |clause: &&Clause| match clause {
        Clause::While { .. } => !english::is_always(clause.conditions()),
        clause => !clause.conditions().is_empty(),
    };
    nested(body).filter(asks).map(Clause::conditions)
}
