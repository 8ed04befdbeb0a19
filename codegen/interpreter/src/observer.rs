//! Callbacks from a running machine.

use super::response::Response;
use super::tokens::{ParseError, Token};
use std::fmt::Arguments;
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::model::{Conjunction, Event, State};

/// A state or a procedure of the model.
#[derive(Clone, Copy, Debug)]
pub struct BlockRef<'a> {
    /// Whether it is a state or a procedure.
    pub kind: BlockKind,
    /// Its index among the revision's states, or among its procedures.
    pub index: usize,
    /// Its entry in the model; procedures have the same form as states.
    pub state: &'a State,
}

/// Whether a [`BlockRef`] is a state or a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockKind {
    /// A state of the revision.
    State,
    /// A named list of rows that states call; see `attempt` in the table language.
    Procedure,
}

/// Callbacks of a running machine. The default of every method does nothing.
pub trait Observer {
    /// A state is entered, also from itself, or a procedure is called.
    fn enter(&mut self, block: BlockRef<'_>) {
        let _ = block;
    }

    /// A procedure has returned to the state that called it.
    fn leave(&mut self, procedure: BlockRef<'_>) {
        let _ = procedure;
    }

    /// A character is consumed, or EOF (`None`); `offset` is its first byte.
    fn consume(&mut self, character: Option<char>, offset: usize) {
        let _ = (character, offset);
    }

    /// A row is chosen.
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        let _ = (block, row);
    }

    /// All conditions of a clause were evaluated: `held` is their result.
    fn clause_tested(&mut self, any: &[Conjunction], held: bool) {
        let _ = (any, held);
    }

    /// One condition of a clause or of a guard was evaluated.
    fn condition_tested(&mut self, condition: &Condition, held: bool) {
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

    /// Answers a question about symbols with one of `count` answers; `None` makes the machine compare the
    /// symbols as characters.
    fn choose(&mut self, what: Arguments<'_>, count: usize) -> Option<Answer> {
        let _ = (what, count);
        None
    }

    /// The response to a tag, by its number since the responses were set; `None` for no effect.
    fn response(&mut self, nth: usize) -> Option<Response> {
        let _ = nth;
        None
    }

    /// Whether the adjusted current node is foreign, if tree construction runs along; `None` if the machine knows it. Not only
    /// tags change that: a character may open formatting elements again.
    fn is_foreign(&mut self) -> Option<bool> {
        None
    }

    /// The name of the last start tag that a switch at an end tag makes relevant; `None` if the machine knows it.
    fn last_start_tag(&mut self) -> Option<Option<String>> {
        None
    }

    /// Whether the run has symbols, so that the machine has to query them.
    fn has_symbols(&self) -> bool {
        false
    }

    /// The value to use for a number, which may be symbolic.
    fn number(&mut self, number: u32) -> u32 {
        number
    }

    /// The run has read the characters behind a symbol.
    fn read_symbol(&mut self) {}
}

/// The answer of an observer to [`Observer::choose`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A number that no other question of the run has.
    pub question: u32,
    /// Which of the answers it is, from 0.
    pub answer: usize,
}

impl Observer for () {}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn enter(&mut self, block: BlockRef<'_>) {
        (**self).enter(block);
    }
    fn leave(&mut self, procedure: BlockRef<'_>) {
        (**self).leave(procedure);
    }
    fn consume(&mut self, character: Option<char>, offset: usize) {
        (**self).consume(character, offset);
    }
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        (**self).row(block, row);
    }
    fn clause_tested(&mut self, any: &[Conjunction], held: bool) {
        (**self).clause_tested(any, held);
    }
    fn condition_tested(&mut self, condition: &Condition, held: bool) {
        (**self).condition_tested(condition, held);
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
    fn response(&mut self, nth: usize) -> Option<Response> {
        (**self).response(nth)
    }
    fn is_foreign(&mut self) -> Option<bool> {
        (**self).is_foreign()
    }
    fn last_start_tag(&mut self) -> Option<Option<String>> {
        (**self).last_start_tag()
    }
    fn has_symbols(&self) -> bool {
        (**self).has_symbols()
    }
    fn number(&mut self, number: u32) -> u32 {
        (**self).number(number)
    }
    fn read_symbol(&mut self) {
        (**self).read_symbol();
    }
}
