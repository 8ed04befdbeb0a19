//! One input, run by the interpreter of the tables and by the evaluator of the program.
//!
//! The evaluator runs the program without compiling it, so thousands of edited tables can be tried in the time of one
//! build. An input runs whole, growing and split, since each can show another mistake. What is printed from the
//! program is not covered; the sets that `.ci/edited-tables` compiles cover it. A difference is shortened one
//! character at a time.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::{Interpreter, Output, Refusal, RunState, Setup, Token};
use tokenwright_prover::evaluate::{Evaluator, Halt, ProgramRun};
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

/// An input on which the program differs from the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setup of both sides.
    pub setup: Setup,
    /// The characters that were fed.
    pub input: String,
    /// How it was split.
    pub split: Split,
    /// The outcome of the tables.
    pub tables: String,
    /// The outcome of the program.
    pub program: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "input    {:?}, {:?}", self.input, self.split)?;
        writeln!(f, "started  {:?}", self.setup)?;
        writeln!(f, "tables   {}", shortened(&self.tables))?;
        write!(f, "program  {}", shortened(&self.program))
    }
}

/// An outcome, without its middle if it is long: a side in an endless loop emits without end.
fn shortened(outcome: &str) -> String {
    const KEPT: usize = 500;
    let count = outcome.chars().count();
    if count <= 2 * KEPT {
        return outcome.to_owned();
    }
    let start: String = outcome.chars().take(KEPT).collect();
    let end: String = outcome.chars().skip(count - KEPT).collect();
    format!("{start} … {end}")
}

/// The outcome of one side for an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    tokens: Vec<Token>,
    /// Codes and offsets.
    errors: Vec<(String, usize)>,
    /// Why the side gets stuck after these tokens and errors, if it does. The tables and the program phrase it in different
    /// words.
    pub stuck: Option<String>,
}

impl Outcome {
    /// The outcome of a run of the tables to the end of the input.
    #[must_use]
    pub fn of(output: &Output) -> Self {
        let errors = output.errors.iter();
        Outcome {
            tokens: output.tokens.clone(),
            errors: errors
                .map(|error| (error.code.clone(), error.offset))
                .collect(),
            stuck: None,
        }
    }

    /// Runs the tables over an input.
    ///
    /// # Errors
    /// If the tables do not support the setup.
    pub fn of_tables(
        interpreter: &Interpreter<'_>,
        setup: &Setup,
        input: &str,
    ) -> Result<Self, String> {
        let machine = interpreter.open(setup, ());
        let mut machine = machine.map_err(|refusal| refusal.to_string())?;
        input.chars().for_each(|c| machine.feed(c));
        machine.close();
        let state = machine.run_open();
        let mut outcome = Outcome::of(&Output::new(machine.take_events()));
        match state {
            RunState::Finished => {}
            RunState::Waits(_) => outcome.stuck = Some("waits behind the end of the input".into()),
            RunState::Stopped(Refusal::Stopped { reason, .. }) => {
                outcome.stuck = Some(reason.to_string());
            }
            RunState::Stopped(refusal) => outcome.stuck = Some(refusal.to_string()),
        }
        Ok(outcome)
    }

    /// Whether both outputs are equal, and both sides get stuck after them or neither does.
    fn agrees(&self, other: &Outcome) -> bool {
        self.tokens == other.tokens
            && self.errors == other.errors
            && self.stuck.is_some() == other.stuck.is_some()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.tokens)?;
        for (code, offset) in &self.errors {
            write!(f, " {code} at {offset}")?;
        }
        match &self.stuck {
            Some(why) => write!(f, " then stuck: {why}"),
            None => Ok(()),
        }
    }
}

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
    /// The difference on an input with this split; `None` if the two agree.
    #[must_use]
    pub fn difference(&self, setup: &Setup, input: &str, splits: &[Split]) -> Option<Difference> {
        let expected = Outcome::of_tables(self.interpreter, setup, input);
        let expected = expected.unwrap_or_else(|why| Outcome {
            stuck: Some(why),
            ..Outcome::default()
        });
        self.against(&expected, setup, input, splits)
    }

    /// The difference from a known outcome of the tables; the first split that shows one decides.
    #[must_use]
    pub fn against(
        &self,
        expected: &Outcome,
        setup: &Setup,
        input: &str,
        splits: &[Split],
    ) -> Option<Difference> {
        splits.iter().find_map(|split| {
            // An evaluator that reads past its chunk panics. Report the input, not the panic.
            let run = AssertUnwindSafe(|| self.run(setup, input, split));
            let found = catch_unwind(run).unwrap_or_else(|_| Outcome {
                stuck: Some("the evaluator panicked".into()),
                ..Outcome::default()
            });
            (!found.agrees(expected)).then(|| Difference {
                setup: setup.clone(),
                input: input.to_owned(),
                split: split.clone(),
                tables: expected.to_string(),
                program: found.to_string(),
            })
        })
    }

    fn run(&self, setup: &Setup, input: &str, split: &Split) -> Outcome {
        let mut run = sides::start(self.evaluator, setup);
        let stuck = feed(&mut run, input, split).err();
        let (tokens, errors) = sides::output(self.program, &run.take_events());
        Outcome {
            tokens,
            errors,
            stuck,
        }
    }

    /// The difference on a minimal input: no character can be removed.
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

/// Runs the program over an input that comes in chunks.
fn feed(run: &mut ProgramRun<'_>, input: &str, split: &Split) -> Result<(), String> {
    // Whether the run is over. Tables may end it before the input ends.
    let is_over = |halt: Halt, expected: &Halt| match halt {
        Halt::Stuck(why) => Err(why),
        Halt::Finished => Ok(true),
        halt if halt == *expected => Ok(false),
        halt => Err(format!("stopped with {halt:?} instead of {expected:?}")),
    };
    for (at, c) in input.chars().enumerate() {
        run.feed(c);
        let ends = match split {
            Split::Whole => false,
            Split::Growing => {
                if is_over(run.go_on(), &Halt::Wait)? {
                    return Ok(());
                }
                false
            }
            Split::Characters => true,
            Split::After(ends) => ends.binary_search(&(at + 1)).is_ok(),
        };
        if ends {
            run.end_chunk();
            if is_over(run.go_on(), &Halt::Starved)? {
                return Ok(());
            }
            run.next_chunk();
        }
    }
    run.close();
    is_over(run.go_on(), &Halt::Finished).map(|_| ())
}
