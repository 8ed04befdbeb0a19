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

/// Declares a trait of callbacks, which a reference to an observer has too. What a callback has behind `=` is its default.
macro_rules! callbacks {
    (
        $(#[$meta:meta])*
        pub trait $trait:ident {
            $(
                $(#[$doc:meta])*
                fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty = $default:expr)?;
            )+
        }
    ) => {
        $(#[$meta])*
        pub trait $trait {
            $(
                $(#[$doc])*
                #[allow(unused_variables)]
                fn $name(&mut self, $($argument: $type),*) $(-> $result)? { $($default)? }
            )+
        }

        impl<O: $trait + ?Sized> $trait for &mut O {
            $(
                fn $name(&mut self, $($argument: $type),*) $(-> $result)? {
                    (**self).$name($($argument),*)
                }
            )+
        }
    };
}

pub(crate) use callbacks;

callbacks! {
    /// Callbacks of a running machine. The default of every method does nothing.
    pub trait Observer {
        /// A state is entered, also from itself, or a procedure is called.
        fn enter(block: BlockRef<'_>);
        /// A procedure has returned to the state that called it.
        fn leave(procedure: BlockRef<'_>);
        /// A character is consumed, or EOF (`None`); `offset` is its first byte.
        fn consume(character: Option<char>, offset: usize);
        /// A row is chosen.
        fn row(block: BlockRef<'_>, row: usize);
        /// All conditions of a clause were evaluated: `held` is their result.
        fn clause_tested(any: &[Conjunction], held: bool);
        /// One condition of a clause or of a guard was evaluated.
        fn condition_tested(condition: &Condition, held: bool);
        /// A step is about to run.
        fn step(step: &Step);
        /// A step that the revision defines is about to run.
        fn call(name: &str);
        /// A rule is about to run.
        fn rule(on: &Event);
        /// A character token is emitted.
        fn character(character: char);
        /// Another token is emitted.
        fn token(token: &Token);
        /// A parse error is reported.
        fn error(error: &ParseError);
        /// Answers a question about symbols with one of `count` answers; `None` makes the machine compare the
        /// symbols as characters.
        fn choose(what: Arguments<'_>, count: usize) -> Option<Answer> = None;
        /// The response to a tag, by its number since the responses were set; `None` for no effect.
        fn response(nth: usize) -> Option<Response> = None;
        /// Whether the adjusted current node is foreign, if tree construction runs along; `None` if the machine knows it. Not only
        /// tags change that: a character may open formatting elements again.
        fn is_foreign() -> Option<bool> = None;
        /// The name of the last start tag that a switch at an end tag makes relevant; `None` if the machine knows it.
        fn last_start_tag() -> Option<Option<String>> = None;
        /// Whether the run has symbols, so that the machine has to query them.
        fn has_symbols() -> bool = false;
        /// The value to use for a number, which may be symbolic.
        fn number(number: u32) -> u32 = number;
        /// The run has read the characters behind a symbol.
        fn read_symbol();
    }
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
