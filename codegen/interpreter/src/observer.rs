//! Looking over the machine's shoulder.

use super::tokens::{ParseError, Token};
use std::fmt::Arguments;
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::model::{Conjunction, Event, State};

/// A state or a procedure of the model.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Which of the two.
    pub kind: BlockKind,
    /// Its index among the revision's states, or among its procedures.
    pub index: usize,
    /// As the model has it.
    pub state: &'a State,
}

/// See [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockKind {
    /// A state.
    State,
    /// A procedure.
    Procedure,
}

/// What a machine tells while it runs. Every method does nothing unless it is written otherwise.
pub trait Observer {
    /// A state is entered, or stayed in, or a procedure is attempted.
    fn enter(&mut self, block: Block<'_>) {
        let _ = block;
    }

    /// The steps of a procedure have ended, and those of the state that attempted it go on.
    fn leave(&mut self, procedure: Block<'_>) {
        let _ = procedure;
    }

    /// A character is consumed, or EOF (`None`); `offset` is its first byte.
    fn consume(&mut self, character: Option<char>, offset: usize) {
        let _ = (character, offset);
    }

    /// A row is chosen.
    fn row(&mut self, block: Block<'_>, row: usize) {
        let _ = (block, row);
    }

    /// The conditions of a clause were asked.
    fn asked(&mut self, any: &[Conjunction], held: bool) {
        let _ = (any, held);
    }

    /// One condition, of a clause or of a row's guard, was asked, and held or did not.
    fn answered(&mut self, condition: &Condition, held: bool) {
        let _ = (condition, held);
    }

    /// A step is about to run.
    fn step(&mut self, step: &Step) {
        let _ = step;
    }

    /// A step that the revision defines is about to run.
    fn call(&mut self, name: &str) {
        let _ = name;
    }

    /// A rule is about to run.
    fn rule(&mut self, on: &Event) {
        let _ = on;
    }

    /// A character token is emitted.
    fn character(&mut self, character: char) {
        let _ = character;
    }

    /// Another token is emitted.
    fn token(&mut self, token: &Token) {
        let _ = token;
    }

    /// A parse error is reported.
    fn error(&mut self, error: &ParseError) {
        let _ = error;
    }

    /// Something is asked whose answer a symbol hides: one of `count` answers; `None` to have the
    /// machine find it out by itself.
    fn choose(&mut self, what: Arguments<'_>, count: usize) -> Option<Answer> {
        let _ = (what, count);
        None
    }

    /// Whether there are symbols at all, of which something may be asked.
    fn has_symbols(&self) -> bool {
        false
    }

    /// A number is asked for what it is, which may be the name of one.
    fn number(&mut self, number: u32) -> u32 {
        number
    }

    /// What was taken as a whole is looked into.
    fn looked_into(&mut self) {}
}

/// What an observer answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A number that no other question of the run has.
    pub question: u32,
    /// Which of the answers it is, from 0.
    pub answer: usize,
}

impl Observer for () {}

impl<O: Observer> Observer for &mut O {
    fn enter(&mut self, block: Block<'_>) {
        (**self).enter(block);
    }
    fn leave(&mut self, procedure: Block<'_>) {
        (**self).leave(procedure);
    }
    fn consume(&mut self, character: Option<char>, offset: usize) {
        (**self).consume(character, offset);
    }
    fn row(&mut self, block: Block<'_>, row: usize) {
        (**self).row(block, row);
    }
    fn asked(&mut self, any: &[Conjunction], held: bool) {
        (**self).asked(any, held);
    }
    fn answered(&mut self, condition: &Condition, held: bool) {
        (**self).answered(condition, held);
    }
    fn step(&mut self, step: &Step) {
        (**self).step(step);
    }
    fn call(&mut self, name: &str) {
        (**self).call(name);
    }
    fn rule(&mut self, on: &Event) {
        (**self).rule(on);
    }
    fn character(&mut self, character: char) {
        (**self).character(character);
    }
    fn token(&mut self, token: &Token) {
        (**self).token(token);
    }
    fn error(&mut self, error: &ParseError) {
        (**self).error(error);
    }
    fn choose(&mut self, what: Arguments<'_>, count: usize) -> Option<Answer> {
        (**self).choose(what, count)
    }
    fn has_symbols(&self) -> bool {
        (**self).has_symbols()
    }
    fn number(&mut self, number: u32) -> u32 {
        (**self).number(number)
    }
    fn looked_into(&mut self) {
        (**self).looked_into();
    }
}
