//! Why a run stopped.

use std::error::Error;
use std::fmt;

/// Why a revision, or one run of it, was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A name that the revision does not define.
    Unknown {
        /// `state`, `procedure`, `definition`, `class` or `list of names`.
        kind: &'static str,
        /// The name that is used.
        name: String,
        /// The nearest existing name.
        nearest: Option<String>,
    },
    /// A definition or a class that refers to itself.
    Circular(String),
    /// A step or a condition that has no meaning in its place.
    Misplaced(String),
    /// The content model flag was set from outside, and the revision has no such flag.
    NoContentModelFlag,
    /// The revision does not say how to continue.
    Stopped {
        /// The state it was in.
        state: String,
        /// The sentence that cannot be executed, if there is one.
        sentence: Option<String>,
        /// The byte offset of the character at which it stopped.
        offset: usize,
        /// Why the machine could not continue.
        reason: Reason,
    },
}

/// Why a machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No row matches the character, whatever its guards.
    NoRow,
    /// The step needs a current input character, but none was consumed, or EOF was.
    NoCharacter,
    /// A token is needed that was not created, or was already emitted.
    NoToken,
    /// An attribute is needed, and none was started.
    NoAttribute,
    /// The return state is needed, and was not set.
    NoReturnState,
    /// The state that switched here is needed, and nothing switched here.
    NoOrigin,
    /// The step needs matched characters, but nothing has been matched.
    NothingMatched,
    /// The step needs the result of a procedure, but no procedure has returned one.
    NothingReturned,
    /// The step belongs in a procedure.
    NotInProcedure,
    /// The step runs the row `anything else`, but there is none whose guard holds, or it is the same row.
    NoAnythingElse,
    /// A number in the tables is not a Unicode scalar value.
    NotACharacter,
    /// The temporary buffer would be appended to itself.
    BufferOfItself,
    /// Definitions, rules or procedures nest or repeat beyond the limit.
    TooDeep,
    /// States follow each other in a cycle that consumes nothing.
    Stuck,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoRow => "no row takes this character",
            Reason::NoCharacter => "there is no current input character here",
            Reason::NoToken => "there is no such token here",
            Reason::NoAttribute => "there is no current attribute here",
            Reason::NoReturnState => "no return state was set",
            Reason::NoOrigin => "no state switched to this one",
            Reason::NothingMatched => "nothing was matched before",
            Reason::NothingReturned => "nothing was returned before",
            Reason::NotInProcedure => "this step belongs in a procedure",
            Reason::NoAnythingElse => "there is no other row `anything else`",
            Reason::NotACharacter => "this is no character",
            Reason::BufferOfItself => "the temporary buffer would be appended to itself",
            Reason::TooDeep => "these steps run each other without end",
            Reason::Stuck => "the states from here on follow each other without end",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown {
                kind,
                name,
                nearest,
            } => {
                write!(f, "there is no {kind} `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest is `{nearest}`"),
                    None => Ok(()),
                }
            }
            Refusal::Circular(name) => write!(f, "`{name}` is defined in terms of itself"),
            Refusal::Misplaced(sentence) => write!(f, "`{sentence}` has no meaning here"),
            Refusal::NoContentModelFlag => f.write_str("this revision has no content model flag"),
            Refusal::Stopped {
                state,
                sentence,
                offset,
                reason,
            } => {
                write!(f, "the {state} state, at byte {offset}: ")?;
                if let Some(sentence) = sentence {
                    write!(f, "`{sentence}`: ")?;
                }
                reason.fmt(f)
            }
        }
    }
}

impl Error for Refusal {}

/// Why a step failed.
pub(super) enum Failure {
    /// The step itself cannot run.
    Here(Reason),
    /// A definition, rule or procedure that it runs has stopped.
    Inside(Refusal),
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Failure::Here(reason)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Inside(refusal)
    }
}
