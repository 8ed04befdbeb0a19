//! One input, run by the interpreter of the tables and by the evaluator of the program.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::{Interpreter, Output, Setup, Token};
use tokenwright_prover::evaluate::{Evaluator, Halt};
use tokenwright_prover::sides;

/// How the input is split into chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// One chunk that is complete before the program runs.
    Whole,
    /// One chunk that grows by a character at a time, while the program runs.
    Growing,
    /// A chunk for each character.
    Characters,
    /// Chunks that end after these numbers of characters, in ascending order.
    After(Vec<usize>),
}

/// An input on which the program does not do what the tables say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How both were started.
    pub setup: Setup,
    /// The input.
    pub input: String,
    /// How it was split.
    pub split: Split,
    /// What the tables give.
    pub tables: String,
    /// What the program gives.
    pub program: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "input    {:?}, {:?}", self.input, self.split)?;
        writeln!(f, "started  {:?}", self.setup)?;
        writeln!(f, "tables   {}", self.tables)?;
        write!(f, "program  {}", self.program)
    }
}

/// The tokens, and the codes and offsets of the errors.
type Result = std::result::Result<(Vec<Token>, Vec<(String, usize)>), String>;

/// Tables and their program, ready to run.
#[derive(Clone, Copy)]
pub struct Sides<'s, 'r> {
    /// The program's side.
    pub program: &'s Program,
    /// Runs the program.
    pub evaluator: &'s Evaluator<'s>,
    /// Runs the tables.
    pub interpreter: &'s Interpreter<'r>,
}

impl Sides<'_, '_> {
    /// How the two differ on an input, split in some way; `None` if they agree.
    #[must_use]
    pub fn difference(&self, setup: &Setup, input: &str, splits: &[Split]) -> Option<Difference> {
        let expected = self.interpreter.run(setup, input);
        self.against(
            &expected.map_err(|refusal| refusal.to_string()),
            setup,
            input,
            splits,
        )
    }

    /// The same, where the output of the tables is known.
    #[must_use]
    pub fn against(
        &self,
        expected: &std::result::Result<Output, String>,
        setup: &Setup,
        input: &str,
        splits: &[Split],
    ) -> Option<Difference> {
        let expected: Result = match expected {
            Ok(output) => {
                let errors = output.errors.iter();
                let errors = errors.map(|error| (error.code.clone(), error.offset));
                Ok((output.tokens.clone(), errors.collect()))
            }
            Err(why) => Err(why.clone()),
        };
        splits.iter().find_map(|split| {
            // An evaluator that runs past its chunk panics; the input that leads there is worth more than the panic.
            let run = AssertUnwindSafe(|| self.run(setup, input, split));
            let found = catch_unwind(run).unwrap_or_else(|_| Err("the evaluator panicked".into()));
            (found != expected || expected.is_err()).then(|| Difference {
                setup: setup.clone(),
                input: input.to_owned(),
                split: split.clone(),
                tables: show(&expected),
                program: show(&found),
            })
        })
    }

    fn run(&self, setup: &Setup, input: &str, split: &Split) -> Result {
        let mut run = sides::start(self.evaluator, setup);
        let expect = |halt: Halt, expected: &Halt| match halt == *expected {
            true => Ok(()),
            false => Err(format!("stopped with {halt:?} instead of {expected:?}")),
        };
        for (at, c) in input.chars().enumerate() {
            run.feed(c);
            let ends = match split {
                Split::Whole => false,
                Split::Growing => {
                    expect(run.go_on(), &Halt::Wait)?;
                    false
                }
                Split::Characters => true,
                Split::After(ends) => ends.binary_search(&(at + 1)).is_ok(),
            };
            if ends {
                run.end_chunk();
                expect(run.go_on(), &Halt::Starved)?;
                run.next_chunk();
            }
        }
        run.close();
        expect(run.go_on(), &Halt::Finished)?;
        Ok(sides::output(self.program, &run.take_events()))
    }

    /// The difference with every character removed that it does not need.
    #[must_use]
    pub fn minimised(&self, mut difference: Difference) -> Difference {
        let mut at = 0;
        while at < difference.input.chars().count() {
            let input: String = without(&difference.input, at);
            let count = input.chars().count();
            let mut splits = vec![Split::Whole, Split::Growing, Split::Characters];
            splits.extend((0..=count).map(|end| Split::After(vec![end])));
            match self.difference(&difference.setup, &input, &splits) {
                Some(smaller) => (difference, at) = (smaller, 0),
                None => at += 1,
            }
        }
        difference
    }
}

fn without(input: &str, at: usize) -> String {
    let kept = input.chars().enumerate().filter(|(index, _)| *index != at);
    kept.map(|(_, c)| c).collect()
}

fn show(result: &Result) -> String {
    match result {
        Ok((tokens, errors)) => {
            let errors = errors
                .iter()
                .map(|(code, offset)| format!("{code} at {offset}"));
            format!("{tokens:?} {}", errors.collect::<Vec<_>>().join(", "))
        }
        Err(why) => why.clone(),
    }
}
