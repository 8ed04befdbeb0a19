//! The report, as Markdown.

use super::{Tests, contrary, words};
use crate::score;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tokenwright_analyses::mutate::{Part, Site};
use tokenwright_analyses::suite::{Judgement, Measure, Survivor};
use tokenwright_prose as prose;
use tokenwright_tables::load::Loaded;
use xtask::report::counted;

/// Why no test kills a mutant, by the number of the kind of its judgement.
const REASONS: [(usize, &str); 6] = [
    (0, "two independent steps swapped"),
    (1, "proved equivalent locally"),
    (2, "proved equivalent by search"),
    (3, "refused by the checks"),
    (4, "visible only in output that the test format omits"),
    (6, "not decided"),
];

/// The result for a suite.
pub(super) struct Report<'r> {
    pub(super) loaded: &'r Loaded,
    pub(super) tests: &'r Tests,
    pub(super) theirs: &'r Measure,
    /// The surviving mutants that a test could kill.
    pub(super) open: &'r [&'r Survivor],
    /// The verdicts on the mutants that no test kills.
    pub(super) silent: &'r [(&'r Survivor, Judgement)],
    /// The command that was run.
    pub(super) command: String,
    /// The number of tests of the generated suite.
    pub(super) made: usize,
}

impl Report<'_> {
    pub(super) fn markdown(&self) -> String {
        let (id, command) = (&self.loaded.revision.about.id, &self.command);
        let mut out = format!(
            "# Coverage of {id} by a test suite\n\n\
             Written by `{command}`; docs/suite.md defines mutants, and when a test kills one.\n\n"
        );
        self.figures(&mut out);
        if !self.tests.contrary.is_empty() {
            out.push_str("## Tests that contradict the tables\n\n");
            out.push_str(
                "The deciding row is the one that the tables run at the first character for which only one side reports an \
                 error. If there is no such character, it is the row that emits the first unexpected token.\n\n",
            );
            contrary::write(&mut out, &self.loaded.revision, &self.tests.contrary);
        }
        self.untested(&mut out);
        self.unshowable(&mut out);
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    fn figures(&self, out: &mut String) {
        let Report { tests, theirs, .. } = self;
        let revision = &self.loaded.revision;
        let blocks = revision.blocks();
        let rows: usize = blocks.map(|block| block.rows.len()).sum();
        let of_rows = |sites: &BTreeSet<Site>| sites.iter().filter(|site| is_row(**site)).count();
        let (all, shown) = theirs.mutants();
        let mut lines = vec![
            ("rows run".to_owned(), of_rows(&theirs.run), rows),
            (
                "rows with a killed mutant".to_owned(),
                of_rows(&theirs.shown),
                rows,
            ),
            (
                "boundaries of classes".to_owned(),
                theirs.classes.1,
                theirs.classes.0,
            ),
            (
                "outcomes of conditions".to_owned(),
                theirs.answers.1,
                theirs.answers.0,
            ),
        ];
        for (operator, (all, shown)) in &theirs.operators {
            lines.push((format!("mutants: {operator}"), *shown, *all));
        }
        lines.push(("mutants".to_owned(), shown, all));
        out.push_str("| | covered | of |\n|---|---|---|\n");
        for (what, shown, of) in lines {
            let _ = writeln!(out, "| {what} | {shown} | {of} |");
        }
        let _ = writeln!(
            out,
            "\n{} of {} agree with the tables, {} contradict them, {} contain a lone surrogate and were not run. Of the {} surviving mutants, tests could kill {}, most of them tests of a suite generated from the tables ({}); no test can kill the other {}.\n",
            counted(tests.runs.len(), "run"),
            counted(tests.files, "file"),
            tests.contrary.len(),
            tests.lone_surrogates,
            theirs.survivors.len(),
            self.open.len(),
            counted(self.made, "test"),
            self.silent.len(),
        );
    }

    /// The surviving mutants that a test could kill, by row.
    fn untested(&self, out: &mut String) {
        out.push_str("## Untested behaviour\n\n");
        out.push_str(
            "A tokenizer with any of these bugs passes the suite. For a row that no test reaches, only the number of mutants is listed.\n\n",
        );
        for (site, survivors) in by_row(self.open.iter().copied()) {
            let _ = writeln!(out, "### {}\n", self.title(site));
            if is_row(site) && !self.theirs.run.contains(&site) {
                let mutants = counted(survivors.len(), "mutant");
                let _ = writeln!(out, "- no test reaches this row: {mutants}\n");
                continue;
            }
            for line in words::open(&survivors) {
                let _ = writeln!(out, "- {line}");
            }
            out.push('\n');
        }
    }

    /// The mutants that no test can kill, by reason and row.
    fn unshowable(&self, out: &mut String) {
        out.push_str("## Mutants that no test kills\n\n");
        out.push_str("These mutants give the same output for every input; docs/suite.md describes the proofs.\n\n");
        for (kind, what) in REASONS {
            let of = self.silent.iter();
            let of = of.filter(|(_, judgement)| score::kind(judgement).0 == kind);
            let of: Vec<&Survivor> = of.map(|(survivor, _)| *survivor).collect();
            if of.is_empty() {
                continue;
            }
            let _ = writeln!(out, "### {}: {what}\n", counted(of.len(), "mutant"));
            for (site, survivors) in by_row(of) {
                let lines = words::open(&survivors);
                let _ = writeln!(out, "- {}: {}", self.title(site), lines.join("; "));
            }
            out.push('\n');
        }
    }

    /// The title of a row, in the wording of the spec.
    fn title(&self, site: Site) -> String {
        prose::spell(&site.describe(&self.loaded.revision)).replace('`', "\\`")
    }
}

fn by_row<'s>(all: impl IntoIterator<Item = &'s Survivor>) -> BTreeMap<Site, Vec<&'s Survivor>> {
    let mut rows: BTreeMap<Site, Vec<&Survivor>> = BTreeMap::new();
    for survivor in all {
        rows.entry(survivor.site).or_default().push(survivor);
    }
    rows
}

/// Whether a site is a row of a state or a procedure.
fn is_row(site: Site) -> bool {
    site.row.is_some() && matches!(site.part, Part::State(_) | Part::Procedure(_))
}
