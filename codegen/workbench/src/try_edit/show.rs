//! Prints the generated files and the tests.
//!
//! An edit often contradicts dozens of tests for one reason. So a few of each file are shown with both outputs side
//! by side, and the others are counted, unless all are asked for. A miscompiled input is never left out: it is a bug
//! of the generator, and not of the edit.

use super::judge::{Because, Judged};
use super::own_tests::{Origin, TestFile};
use crate::replay::shown;
use crate::setup;
use tokenwright_analyses::compare::report;
use tokenwright_analyses::suite::{Case, View, ViewEntry};
use tokenwright_interpreter::{Event, Output, ParseError};
use xtask::report::counted;
use xtask::write::Difference;

/// The number of tests listed for each file, unless all are requested.
const LISTED: usize = 5;

/// Prints which generated files have changed.
pub(super) fn written(difference: &Difference) {
    difference.print_written("  ");
    if difference.is_empty() {
        println!("  up to date");
    }
}

/// Prints the results of the tests of a revision.
pub(super) fn tests(id: &str, files: &[TestFile], judged: &[Judged], all: bool, baseline: &str) {
    println!("\nTests of {id}, run through the generated code");
    let print = Print {
        files,
        judged,
        all,
        baseline,
    };
    for origin in Origin::ALL {
        print.summary(origin);
    }
    print.miscompiled();
    for origin in Origin::ALL {
        print.review(origin, id);
    }
}

struct Print<'p> {
    files: &'p [TestFile],
    judged: &'p [Judged],
    all: bool,
    baseline: &'p str,
}

impl Print<'_> {
    /// A line: how many tests there are of an origin, and how they end.
    fn summary(&self, origin: Origin) {
        let files = self.files.iter().filter(|file| file.origin == origin);
        let cases: usize = files.map(|file| file.cases.len()).sum();
        if cases == 0 {
            return;
        }
        let here = self.of(origin);
        let count = |wanted: &[Because]| {
            let number = here.iter().filter(|one| wanted.contains(&one.because));
            number.count()
        };
        let mut line = format!("  {origin}: {} of {cases} pass", cases - here.len());
        for (number, what) in [
            (
                count(&[Because::PassedBefore, Because::FailedOtherwise]),
                "to review".to_owned(),
            ),
            (
                count(&[Because::FailedAlready]),
                format!("fail with the tables of {} too", self.baseline),
            ),
            (count(&[Because::Miscompiled]), "miscompiled".to_owned()),
        ] {
            if number > 0 {
                line += &format!(", {number} {what}");
            }
        }
        println!("{line}");
    }

    /// The listed tests of an origin.
    fn of(&self, origin: Origin) -> Vec<&Judged> {
        let all = self.judged.iter();
        all.filter(|one| self.files[one.at.0].origin == origin)
            .collect()
    }

    /// The inputs for which the generated code differs from the tables.
    fn miscompiled(&self) {
        let found = self.judged.iter().filter(|judged| judged.is_miscompiled());
        let found: Vec<&Judged> = found.collect();
        if found.is_empty() {
            return;
        }
        let inputs = counted(found.len(), "input");
        println!("\nBug in the generator: for {inputs} the generated code differs from the tables");
        for judged in self.first(&found) {
            let tables = match &judged.tables {
                Ok(output) => shown(output),
                Err(refusal) => format!("refused: {refusal}"),
            };
            let generated = match &judged.generated {
                Some(Ok(output)) => shown(output),
                Some(Err(why)) => why.clone(),
                None => continue,
            };
            self.test(
                judged,
                [("tables give", &tables), ("code gives", &generated)],
            );
        }
        println!(
            "\n  `cargo xtask gen --without all` generates code without the passes of the optimiser;\n  \
             if that agrees with the tables, one of the passes is wrong"
        );
    }

    /// The tests whose expectations the edit contradicts.
    fn review(&self, origin: Origin, id: &str) {
        let mut found = self.of(origin);
        found.retain(|judged| judged.needs_review());
        if found.is_empty() {
            return;
        }
        let tests = counted(found.len(), "test");
        let verb = match found.len() {
            1 => "contradicts",
            _ => "contradict",
        };
        println!("\nTo review: {tests} of {origin} {verb} the edited tables");
        for judged in self.first(&found) {
            let expected = expected(&self.case(judged).expected);
            let given = judged
                .tables
                .as_ref()
                .map_or_else(ToString::to_string, shown);
            self.test(judged, [("expected", &expected), ("got", &given)]);
        }
        let left = found.len() - self.first(&found).len();
        if left > 0 {
            println!("\n  and {left} more; `--all` lists them");
        }
        println!(
            "\n  The generated code does what the edited tables say. Compare each expectation with the spec."
        );
        match origin {
            Origin::Corners => println!(
                "  If the spec agrees with the tables, edit the expectation in tests/data/corners/{id}.test."
            ),
            Origin::Html5lib => println!(
                "  If the spec agrees with the tables, list the test in tests/data/overruled/{id}.toml; a suite that\n  \
                 `cargo xtask test-data` has based on an older one is made again by it."
            ),
        }
    }

    /// The listed tests.
    fn first<'j>(&self, found: &'j [&'j Judged]) -> &'j [&'j Judged] {
        let listed = if self.all { found.len() } else { LISTED };
        &found[..listed.min(found.len())]
    }

    fn case(&self, judged: &Judged) -> &Case {
        &self.files[judged.at.0].cases[judged.at.1]
    }

    /// A test, its input, and two outputs.
    fn test(&self, judged: &Judged, outputs: [(&str, &String); 2]) {
        let file = &self.files[judged.at.0];
        let case = self.case(judged);
        let line = file.line(&case.description);
        let line = line.map_or_else(String::new, |line| format!(":{line}"));
        println!("\n  {}{line}: {}", file.path.display(), case.description);
        let input = report::input(&case.input) + &setup::described(&case.setup);
        for (what, output) in [("input", &input)].into_iter().chain(outputs) {
            println!("    {what:<11} {output}");
        }
        if judged.because == Because::FailedOtherwise {
            println!("    it failed before the edit, with another output");
        }
    }
}

/// The expectation of a test in one line.
fn expected(view: &View) -> String {
    let events = view.tokens.iter().map(|token| match token {
        ViewEntry::Token(token) => Event::Token(token.clone()),
        ViewEntry::Error => Event::Error(ParseError {
            code: "parse-error".to_owned(),
            offset: 0,
            line: 0,
            column: 0,
        }),
    });
    let output = Output::new(events.collect());
    let tokens = report::tokens(&Ok(output.clone()));
    let named = view.errors.iter();
    let named: Vec<String> = named
        .map(|(code, line, column)| format!("{code} at {line}:{column}"))
        .collect();
    let errors = match (named.is_empty(), output.errors.len()) {
        (true, 0) => "no errors".to_owned(),
        (true, bare) => counted(bare, "error"),
        (false, _) => named.join(", "),
    };
    format!("{tokens}  | {errors}")
}
