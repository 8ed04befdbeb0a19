//! The calls that programs make, as data: the actions, conditions and statements of the compiler's languages.

use crate::Next;
use tokenwright_compiler::ir::{Action, StateId, Test};
use tokenwright_compiler::program::{Stmt, Through};

/// One or two calls of methods of the machine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Call {
    /// Consumes the next input character.
    Consume,
    Reconsume,
    Act(Action, Through),
    Holds(Test),
    /// Consumes this text if it is ahead, from the current input character or the next.
    Take(Test, Action),
    /// The bulk scan of a state, in its function.
    ScanInState(StateId),
    /// Emits a tag, which the sink answers.
    EmitTag(Next),
    /// The same in the hot path.
    EmitKnownTag(Next),
    /// Acts on the answer.
    AfterTag,
    Enter,
    Leave,
    /// A statement of the hot path, between [`Enter`](Self::Enter) and [`Leave`](Self::Leave).
    Do(Stmt),
}

/// What a call gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Nothing,
    Yes,
    No,
    /// A character that was consumed, or EOF.
    Input(Option<char>),
    /// The chunk ends too early.
    Starved,
    /// References and line endings were processed up to here, an index of the chunk.
    To(usize),
    Paused,
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        match holds {
            true => Answer::Yes,
            false => Answer::No,
        }
    }
}
