//! The machine: one state after the other until the end-of-file token.
//!
//! It can stop between any two states, because searches and `trace` continue runs from there. What a change of state
//! resets is one value, so no state can leave something to the next by accident. Tables that `check` refuses can run
//! here too, for messages and mutants, so definitions and procedures have a bound on depth and number; a run beyond
//! it is stuck, which is an outcome.

use super::assumptions::{Assumptions, SequenceQuestion};
use super::input::RunInput;
use super::observer::{BlockKind, BlockRef, Observer};
use super::program::{Interpreter, ResolvedBlock, ResolvedClause};
use super::refusal::{Reason, Refusal};
use super::registers::{Digits, Registers, Snapshot, TagSnapshot};
use super::response::Response;
use super::setup::Setup;
use super::shared::Shared;
use super::tokens::{Event, Output};
use super::wait::Wait;
use std::cell::Cell;
use tokenwright_tables::grammar::ContentModel;

/// The maximum nesting of definitions, rules and procedures.
const DEPTH: usize = 32;
/// How many definitions, rules and procedures one state may run, from when it is entered.
const RUNS: usize = 4096;

/// Whether a machine can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is a next state to run.
    Running,
    /// The end-of-file token was emitted.
    Finished,
}

/// Control flow after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next step follows.
    On,
    /// A step has ended the path.
    Over,
}

/// Where an error is reported, by what the state has consumed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorPlace {
    /// At the next input character: the state has consumed none so far.
    Next,
    /// At the current input character.
    Current,
    /// At the next input character, even if the state consumes more. The state has matched a name or
    /// digits, and reports errors of the input before this place.
    AfterMatch,
}

/// The part of a machine that a change of state resets.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// The state; its rows are in use unless `procedure` is set.
    pub(super) state: usize,
    pub(super) procedure: Option<usize>,
    /// The state that a step has switched to.
    pub(super) next: Option<usize>,
    /// The state that tree construction has switched to since.
    pub(super) response: Option<usize>,
    /// The character consumed last; the length of the input for EOF.
    pub(super) current: Option<usize>,
    pub(super) reconsumed: bool,
    pub(super) error_place: ErrorPlace,
    /// The characters that a row on `next`, or a condition, matched ahead.
    pub(super) those: Option<(usize, usize)>,
    /// Whether the rule on leaving this state has yet to run on this path.
    pub(super) leaving_due: bool,
    /// The index of the row that is running.
    pub(super) row: Option<usize>,
    /// The position where the running procedure began: the next input character and the current one.
    pub(super) began: Option<(usize, Option<usize>)>,
    /// How many definitions, rules and procedures the state has run.
    runs: usize,
}

impl Visit {
    fn new(state: usize) -> Self {
        Visit {
            state,
            procedure: None,
            next: None,
            response: None,
            current: None,
            reconsumed: false,
            error_place: ErrorPlace::Next,
            those: None,
            leaving_due: false,
            row: None,
            began: None,
            runs: 0,
        }
    }
}

/// A run that can be stopped between any two states.
#[derive(Clone, Debug)]
pub struct Machine<'p, 'r, O> {
    pub(super) program: &'p Interpreter<'r>,
    pub(super) input: RunInput,
    pub(super) registers: Shared<Registers>,
    pub(super) visit: Visit,
    /// The index of the next input character.
    pub(super) position: usize,
    /// The state that switched to this one, and the character that it had consumed for it.
    pub(super) origin: Option<(usize, Option<usize>)>,
    pub(super) observer: O,
    pub(super) finished: bool,
    pub(super) depth: usize,
    /// The first of the input's faults that was not reported.
    pub(super) fault: usize,
    /// How many states in a row have consumed nothing.
    pub(super) idle: usize,
    pub(super) events: Vec<Event>,
    /// The reason why the machine waits, if its input is open.
    pub(super) wait: Cell<Option<Wait>>,
    /// The base of the digits that the machine waits for.
    pub(super) base_ahead: u32,
    /// The question about a sequence that the machine waits for.
    pub(super) pending_question: Option<SequenceQuestion<'p>>,
    /// Assumed answers to such questions.
    pub(super) assumptions: Assumptions<'p>,
    /// The name of a reference that is assumed to be complete: the index of its first character, and the
    /// length of the input at that time.
    pub(super) complete_name: Option<(usize, usize)>,
    /// Whether the current state has consumed a symbol that represents a whole.
    pub(super) took_whole: bool,
    /// What tree construction does at the next tags.
    pub(super) responses: Vec<Response>,
    /// The number of tags emitted since the responses were set.
    pub(super) tags: usize,
    /// Whether tree construction has switched at one of them.
    pub(super) has_switched: bool,
    /// The number of tokens emitted; each character counts.
    pub(super) emitted: usize,
    /// Whether the next input is such a symbol and the state needs its characters.
    pub(super) before_whole: bool,
}

impl<'p, 'r, O: Observer> Machine<'p, 'r, O> {
    pub(super) fn new(
        program: &'p Interpreter<'r>,
        setup: &Setup,
        input: &str,
        observer: O,
    ) -> Result<Self, Refusal> {
        let about = &program.revision.about;
        let state = match &setup.state {
            Some(name) => program.state(name)?,
            None => program.initial,
        };
        if setup.content_model.is_some() && !about.content_model_flag {
            return Err(Refusal::NoContentModelFlag);
        }
        let newlines = program.revision.input_stream.normalize_newlines;
        Ok(Machine {
            program,
            input: RunInput::new(input, newlines, &program.input_rows),
            registers: Shared::from(Registers {
                last_start_tag: setup.last_start_tag.clone(),
                foreign: setup.foreign,
                content_model: about
                    .content_model_flag
                    .then(|| setup.content_model.unwrap_or(ContentModel::Pcdata)),
                ..Registers::default()
            }),
            visit: Visit::new(state),
            position: 0,
            origin: None,
            observer,
            finished: false,
            depth: 0,
            fault: 0,
            idle: 0,
            events: Vec::new(),
            wait: Cell::new(None),
            base_ahead: 10,
            pending_question: None,
            assumptions: Assumptions::default(),
            complete_name: None,
            took_whole: false,
            responses: setup.responses.clone(),
            tags: 0,
            has_switched: false,
            emitted: 0,
            before_whole: false,
        })
    }

    /// Runs one state: its steps, and one of its rows.
    ///
    /// # Errors
    /// If the revision does not say how to go on.
    pub fn advance(&mut self) -> Result<Progress, Refusal> {
        if self.finished {
            return Ok(Progress::Finished);
        }
        let before = self.position;
        self.took_whole = false;
        let state = self.visit.state;
        let block = &self.program.states[state];
        self.visit.leaving_due = !block.leaving.is_empty();
        self.observer.enter(self.seen());
        let flow = self.run(&block.body)?;
        if flow == Flow::On && self.visit.next.is_none() && !block.rows.is_empty() {
            if !block.looks_ahead && self.visit.current.is_none() {
                self.consume();
            }
            self.run_row(block)?;
        }
        if self.finished {
            return Ok(Progress::Finished);
        }
        let next = self.visit.response.or(self.visit.next).unwrap_or(state);
        if next != state {
            let consumed = self.visit.current.filter(|_| !self.visit.reconsumed);
            self.origin = Some((state, consumed));
        }
        self.visit = Visit::new(next);
        // No state returns to input before the place where it was entered. If the position does not advance
        // for more visits than there are states, it never will.
        self.idle = if self.position > before {
            0
        } else {
            self.idle + 1
        };
        if self.idle > 2 * self.program.states.len() + 8 {
            return Err(self.refuse(None, Reason::Stuck));
        }
        Ok(Progress::Running)
    }

    /// The output so far.
    pub fn into_output(self) -> Output {
        Output::new(self.events)
    }

    /// The index of the state that runs next.
    pub fn state(&self) -> usize {
        self.visit.state
    }

    /// The next input character; `None` for EOF.
    pub fn next(&self) -> Option<char> {
        self.input.at(self.position)
    }

    /// The first byte of the next input character.
    pub fn offset(&self) -> usize {
        self.input.offset(self.position)
    }

    /// A copy of the current registers.
    pub fn registers(&self) -> Snapshot {
        let name = |state: usize| self.program.states[state].source.name.value.clone();
        let registers = &self.registers;
        Snapshot {
            state: name(self.visit.state),
            return_state: registers.return_state.map(name),
            temporary_buffer: registers.temporary_buffer.clone(),
            last_start_tag: registers.last_start_tag.clone(),
            additional_allowed: registers.additional_allowed,
            content_model: registers.content_model,
            escape: self
                .program
                .revision
                .about
                .escape_flag
                .then_some(registers.escape),
            character_reference_code: registers.code,
            hexadecimal_digits: registers.digits == Digits::Hexadecimal,
            hexadecimal_number: registers.base == Digits::Hexadecimal,
            tag: registers.tag.as_ref().map(|tag| TagSnapshot {
                is_end: tag.is_end,
                name: tag.name.clone(),
                has_attributes: tag.has_attributes(),
                is_duplicate: tag.is_duplicate(),
                self_closing: tag.self_closing,
            }),
            offset: self.offset(),
        }
    }

    /// Runs steps until one of them ends the path.
    pub(super) fn run(&mut self, actions: &'p [ResolvedClause<'r>]) -> Result<Flow, Refusal> {
        for action in actions {
            let flow = match action {
                ResolvedClause::Step { step, target } => {
                    self.observer.step(step);
                    self.step(step, *target)?
                }
                ResolvedClause::Call { name, definition } => {
                    self.observer.call(name);
                    let program = self.program;
                    self.nested(name, |machine| machine.run(&program.steps[*definition]))?
                }
                ResolvedClause::If {
                    source,
                    any,
                    then,
                    otherwise,
                } => {
                    let held = self.any_holds(any)?;
                    self.observer.clause_tested(source, held);
                    self.run(if held { then } else { otherwise })?
                }
            };
            if flow == Flow::Over {
                return Ok(Flow::Over);
            }
        }
        Ok(Flow::On)
    }

    /// Runs something that may recurse, within bounds.
    pub(super) fn nested<T>(
        &mut self,
        sentence: &str,
        run: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.visit.runs += 1;
        if self.depth == DEPTH || self.visit.runs > RUNS {
            return Err(self.refuse(Some(sentence.to_owned()), Reason::TooDeep));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// The state or procedure whose rows are in use.
    pub(super) fn block(&self) -> &'p ResolvedBlock<'r> {
        match self.visit.procedure {
            Some(procedure) => &self.program.procedures[procedure],
            None => &self.program.states[self.visit.state],
        }
    }

    /// The state or procedure whose rows are in use, in the form that an observer gets.
    pub(super) fn seen(&self) -> BlockRef<'p> {
        let (kind, index) = match self.visit.procedure {
            Some(procedure) => (BlockKind::Procedure, procedure),
            None => (BlockKind::State, self.visit.state),
        };
        BlockRef {
            kind,
            index,
            state: self.block().source,
        }
    }

    pub(super) fn refuse(&self, sentence: Option<String>, reason: Reason) -> Refusal {
        Refusal::Stopped {
            state: self.program.states[self.visit.state]
                .source
                .name
                .value
                .clone(),
            sentence,
            offset: self
                .input
                .offset(self.visit.current.unwrap_or(self.position)),
            reason,
        }
    }
}
