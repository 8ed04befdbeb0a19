//! The evaluator: runs a [`Program`] character by character.
//!
//! It does not use the tables: it runs the states as lowered and the statements of the hot path, with owned
//! strings and a chunk of text that may still grow. It represents the printed code and the runtime's
//! primitives, without spans and lines.
//!
//! With a growing chunk, one run represents every split: a statement that reads the end of the chunk waits there, and
//! either more text arrives or the chunk ends at that place.

mod actions;
mod cold;
mod conditions;
mod flat;
mod halt;
mod hot;
mod operations;
mod output;
mod reference_lexer;
mod registers;
mod text;

use flat::Flat;
pub use halt::Halt;
pub use output::{Event, Token};
pub use registers::{Attribute, Doctype, ProgramRegisters, TagRegister};
pub use text::{End, Text};
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::Response;
use tokenwright_tables::references::References;

/// A program, ready to be run.
#[derive(Debug)]
pub struct Evaluator<'p> {
    program: &'p Program,
    names: &'p References,
    flat: Flat<'p>,
    /// A bound on the characters that a condition looks behind.
    longest_behind: usize,
}

/// The maximum number of instructions and functions for one piece of input; beyond it, the program counts as looping.
const STEPS: usize = 1_000_000;

/// The position of a run in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Before a state. If the hot path has an entry for it, that runs.
    State,
    /// In the function of a state.
    Function,
    /// In the hot path, before an instruction.
    HotPath(usize),
}

/// The local variables of the hot path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locals {
    /// The state whose entry is running.
    at: StateId,
    /// The cursor, as an index into the chunk.
    pos: usize,
    /// The start of the last scan.
    from: usize,
    /// The deferred parts of an attribute.
    name: String,
    value: String,
    /// Whether a statement was suspended in the middle of its work.
    midway: bool,
}

/// A run of a program that can be suspended at every end of its chunk.
#[derive(Clone, Debug)]
pub struct ProgramRun<'e> {
    evaluator: &'e Evaluator<'e>,
    /// The current chunk.
    pub text: Text,
    /// Everything that outlives a chunk.
    pub registers: ProgramRegisters,
    control: Control,
    locals: Locals,
    /// The machine's position and its current input character.
    pos: usize,
    cur: usize,
    events: Vec<Event>,
    /// What tree construction does at the next tags.
    responses: Vec<Response>,
    /// The number of tags emitted since the responses were set.
    tags: usize,
    /// Whether tree construction has switched at one of them.
    has_switched: bool,
}

impl<'p> Evaluator<'p> {
    /// Prepares a program that is run with a table of named character references.
    #[must_use]
    pub fn new(program: &'p Program, names: &'p References) -> Self {
        Evaluator {
            program,
            names,
            flat: Flat::of(program),
            longest_behind: program.machine.longest_behind(),
        }
    }

    /// The program that it runs.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// A run in a state, with an empty chunk that grows.
    #[must_use]
    pub fn start(&self, state: StateId) -> ProgramRun<'_> {
        ProgramRun {
            evaluator: self,
            text: Text::default(),
            registers: ProgramRegisters::new(state),
            control: Control::State,
            locals: Locals::default(),
            pos: 0,
            cur: 0,
            events: Vec::new(),
            responses: Vec::new(),
            tags: 0,
            has_switched: false,
        }
    }

    /// Runs a whole input in chunks, and returns the events.
    ///
    /// # Errors
    /// If the program gets stuck: where and why.
    pub fn run(
        &self,
        state: StateId,
        chunks: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<Event>, String> {
        let mut run = self.start(state);
        for chunk in chunks {
            for c in chunk.as_ref().chars() {
                run.feed(c);
            }
            run.end_chunk();
            match run.go_on() {
                Halt::Stuck(why) => return Err(why),
                Halt::Wait | Halt::Starved | Halt::Finished => run.next_chunk(),
            }
        }
        run.close();
        match run.go_on() {
            Halt::Finished => Ok(run.take_events()),
            Halt::Stuck(why) => Err(why),
            Halt::Wait | Halt::Starved => Err("the input is over, and it waits for more".into()),
        }
    }
}

impl<'e> ProgramRun<'e> {
    /// Adds a character to the chunk.
    pub fn feed(&mut self, c: char) {
        let replacements = &self.evaluator.program.machine.replacements;
        let replaced = replacements
            .iter()
            .find(|(on, _)| on.contains(u32::from(c)));
        self.text
            .push(c, replaced.map_or(c, |(_, replacement)| *replacement));
    }

    /// Sets what tree construction does at the next tags; nothing at further tags.
    pub fn set_responses(&mut self, responses: Vec<Response>) {
        (self.responses, self.tags) = (responses, 0);
        self.has_switched = false;
    }

    /// The number of tags emitted since the responses were set.
    #[must_use]
    pub fn tags(&self) -> usize {
        self.tags
    }

    /// Whether tree construction has switched at a tag since the responses were set.
    #[must_use]
    pub fn has_switched(&self) -> bool {
        self.has_switched
    }

    /// Ends the chunk; another may follow.
    pub fn end_chunk(&mut self) {
        self.text.end = End::Chunk;
    }

    /// Ends the file.
    pub fn close(&mut self) {
        self.text.end = End::File;
    }

    /// Starts the next chunk with the text that was not consumed; it grows from there.
    pub fn next_chunk(&mut self) {
        // Errors of the consumed text come before the text is forgotten.
        self.drain(self.pos);
        // A procedure may go back to its mark, so the text from there on stays.
        let keep = self
            .registers
            .mark
            .map_or(self.pos, |mark| mark.min(self.pos));
        self.text.forget(keep, self.evaluator.longest_behind);
        self.text.end = End::Open;
        self.registers.mark = self.registers.mark.map(|mark| mark - keep);
        self.pos -= keep;
        self.cur = self.pos;
        self.control = Control::State;
        self.locals = Locals::default();
    }

    /// Takes the output since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The position of the run in the program.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control
    }

    /// The current state, as a state of the tables.
    #[must_use]
    pub fn state(&self) -> StateId {
        match self.control {
            Control::HotPath(at) => self.evaluator.flat.state(at),
            Control::State | Control::Function => self.registers.state,
        }
    }

    /// The characters of the chunk that are not yet consumed.
    #[must_use]
    pub fn unread(&self) -> &[char] {
        let pos = match self.control {
            Control::HotPath(_) => self.locals.pos,
            Control::State | Control::Function => self.pos,
        };
        &self.text.chars()[pos.min(self.text.len())..]
    }

    /// The last characters that the machine consumed, as many as a condition can look behind.
    #[must_use]
    pub fn behind(&self) -> String {
        self.text.before(self.pos, self.evaluator.longest_behind)
    }

    /// Whether a statement of the hot path was suspended in the middle of its work.
    #[must_use]
    pub fn is_midway(&self) -> bool {
        self.locals.midway
    }

    /// The program that the run executes.
    #[must_use]
    pub fn program(&self) -> &'e Program {
        self.evaluator.program
    }

    /// Runs until it halts.
    pub fn go_on(&mut self) -> Halt {
        for _ in 0..STEPS {
            let halt = match self.control {
                Control::State if self.evaluator.flat.entry(self.registers.state).is_some() => {
                    self.enter_hot_path(self.registers.state);
                    None
                }
                Control::State | Control::Function => self.function().err(),
                Control::HotPath(at) => self.instruction(at).err(),
            };
            if let Some(halt) = halt {
                return halt;
            }
        }
        Halt::Stuck("the program runs in circles".into())
    }

    fn emit(&mut self, token: Token) {
        self.events.push(Event::Token(token));
    }

    fn emit_text(&mut self, text: &str) {
        match self.events.last_mut() {
            Some(Event::Token(Token::Characters(all))) => all.push_str(text),
            _ if text.is_empty() => {}
            _ => self.emit(Token::Characters(text.to_owned())),
        }
    }

    /// Reports a parse error at an index of the chunk, after the input stream's errors up to there.
    fn report(&mut self, error: usize, at: usize) {
        self.drain(at + 1);
        let offset = self.text.offset(at);
        self.events.push(Event::Error { error, offset });
    }

    /// Reports the input stream's errors before an index of the chunk.
    fn drain(&mut self, to: usize) {
        let rows = &self.evaluator.program.machine.input_errors;
        while let Some((c, offset)) = self.text.check(to) {
            let row = rows.iter().find(|(on, _)| on.contains(u32::from(c)));
            if let Some((_, error)) = row {
                let error = *error;
                self.events.push(Event::Error { error, offset });
            }
        }
    }
}
