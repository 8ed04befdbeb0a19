//! The effect of an edit on the tests of a revision.
//!
//! A failing test means three things: the generator is wrong, the edit did what was wanted, or the test failed
//! before. Running it through the tables, through the code and through the tables before the edit distinguishes them.
//! Without the older tables the last two cannot be separated, and every failure is shown for review.

use super::edited::Edited;
use super::own_tests::TestFile;
use crate::generated_code::{GeneratedCode, Request, Start};
use crate::replay::agree;
use tokenwright_analyses::suite::Case;
use tokenwright_interpreter::{Interpreter, Output, Refusal};
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;

/// A test that fails, or whose input shows a bug in the generator.
#[derive(Debug)]
pub(super) struct Judged {
    /// The index of the file, and of the test in it.
    pub(super) at: (usize, usize),
    /// The output of the edited tables.
    pub(super) tables: Result<Output, Refusal>,
    /// The output of the generated code, if it was run.
    pub(super) generated: Option<Result<Output, String>>,
    /// Why the test is listed.
    pub(super) because: Because,
}

/// Why a test is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Because {
    /// The generated code differs from the tables.
    Miscompiled,
    /// The test passed before the edit.
    PassedBefore,
    /// The test failed before the edit, and its output has changed.
    FailedOtherwise,
    /// The test failed before the edit with the same output.
    FailedAlready,
}

impl Judged {
    pub(super) fn is_miscompiled(&self) -> bool {
        self.because == Because::Miscompiled
    }

    pub(super) fn needs_review(&self) -> bool {
        matches!(
            self.because,
            Because::PassedBefore | Because::FailedOtherwise
        )
    }
}

/// Runs every test through the interpreter, and through the generated code if there is any; returns the
/// failing ones.
///
/// # Errors
/// If tables or generated code cannot be run.
pub(super) fn judge(
    revision: &Edited<'_>,
    files: &[TestFile],
    code: Option<&GeneratedCode>,
) -> Result<Vec<Judged>, String> {
    let id = revision.id();
    let refused = |refusal: Refusal| format!("the tables of {id} cannot be run: {refusal}");
    let after = interpreter(revision.now).map_err(refused)?;
    let before = revision
        .before
        .map(interpreter)
        .transpose()
        .map_err(refused)?;
    let cases = files.iter().zip(0..).flat_map(|(file, at)| {
        let numbered = file.cases.iter().zip(0..);
        numbered.map(move |(case, number)| ((at, number), case))
    });
    let cases: Vec<_> = cases.collect();
    let requests = cases.iter().map(|(_, case)| Request {
        revision: id,
        setup: Start::Setup(&case.setup),
        input: &case.input,
    });
    let requests: Vec<Request<'_>> = requests.collect();
    let progress = Progress::start(format!("running the tests of {id}"));
    let answers = match code {
        Some(code) => {
            let answers = code.run(&requests, &|done| progress.parts(done, requests.len()))?;
            answers.into_iter().map(Some).collect()
        }
        None => vec![None; requests.len()],
    };
    drop(progress);
    let mut judged = Vec::new();
    for ((at, case), generated) in cases.into_iter().zip(answers) {
        let tables = after.run(&case.setup, &case.input);
        let run_before = || before.as_ref().map(|i| i.run(&case.setup, &case.input));
        let Some(because) = because(case, &tables, generated.as_ref(), run_before) else {
            continue;
        };
        judged.push(Judged {
            at,
            tables,
            generated,
            because,
        });
    }
    Ok(judged)
}

/// The reason why a test is listed; `None` if it passes. `before` runs it with the tables before the edit.
fn because(
    case: &Case,
    tables: &Result<Output, Refusal>,
    generated: Option<&Result<Output, String>>,
    before: impl FnOnce() -> Option<Result<Output, Refusal>>,
) -> Option<Because> {
    let agrees = match (tables, generated) {
        (_, None) => true,
        (Ok(tables), Some(Ok(generated))) => agree(tables, generated),
        // Neither has the state that the test starts in.
        (Err(_), Some(Err(_))) => true,
        _ => false,
    };
    let passes =
        |output: &Result<Output, Refusal>| output.as_ref().is_ok_and(|output| case.accepts(output));
    if !agrees {
        return Some(Because::Miscompiled);
    }
    if passes(tables) {
        return None;
    }
    Some(match before() {
        Some(before) if passes(&before) => Because::PassedBefore,
        Some(before) if before == *tables => Because::FailedAlready,
        // Without tables to compare with, no failure is known.
        Some(_) | None => Because::FailedOtherwise,
    })
}

fn interpreter(loaded: &Loaded) -> Result<Interpreter<'_>, Refusal> {
    Interpreter::new(&loaded.revision, &loaded.references)
}

#[cfg(test)]
mod tests {
    use super::{Because, because};
    use tokenwright_analyses::suite;
    use tokenwright_interpreter::{Event, Output, Refusal, Token};

    fn output(comment: &str) -> Output {
        let token = Token::Comment(comment.to_owned());
        Output::new(vec![Event::Token(token), Event::Token(Token::EndOfFile)])
    }

    fn refused() -> Refusal {
        Refusal::Circular("a".to_owned())
    }

    /// Why a test that expects `a` is listed.
    fn of(
        tables: Result<Output, Refusal>,
        generated: Result<Output, String>,
        before: Option<Result<Output, Refusal>>,
    ) -> Option<Because> {
        let test = r#"{"tests": [{"input": "<!--a-->", "output": [["Comment", "a"]]}]}"#;
        let (cases, _) = suite::read(test).expect("a test");
        because(&cases[0], &tables, Some(&generated), || before)
    }

    #[test]
    fn what_the_tables_say_decides_whose_fault_a_failure_is() {
        for (tables, generated, before, expected) in [
            ("a", "a", None, None),
            ("a", "b", None, Some(Because::Miscompiled)),
            // The generated code passes the test, and is wrong all the same.
            ("b", "a", Some("a"), Some(Because::Miscompiled)),
            ("b", "b", Some("a"), Some(Because::PassedBefore)),
            ("b", "b", Some("b"), Some(Because::FailedAlready)),
            ("b", "b", Some("c"), Some(Because::FailedOtherwise)),
            ("b", "b", None, Some(Because::FailedOtherwise)),
        ] {
            let found = of(
                Ok(output(tables)),
                Ok(output(generated)),
                before.map(|comment| Ok(output(comment))),
            );
            assert_eq!(found, expected, "{tables} {generated} {before:?}");
        }
    }

    #[test]
    fn a_run_that_only_one_refuses_is_miscompiled() {
        let why = "no such state".to_owned();
        let a = output("a");
        let [miscompiled, failed_already] =
            [Because::Miscompiled, Because::FailedAlready].map(Some);
        assert_eq!(of(Ok(a.clone()), Err(why.clone()), None), miscompiled);
        assert_eq!(of(Err(refused()), Ok(a), None), miscompiled);
        let before = Some(Err(refused()));
        assert_eq!(of(Err(refused()), Err(why), before), failed_already);
    }
}
