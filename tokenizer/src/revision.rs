//! What one generated revision gives to the runtime.

use crate::generated::ErrorCode;
use crate::machine::{Flow, Machine, References, Registers};
use crate::sink::{Sink, TextMode};
use core::fmt;

/// A revision of the spec's tokenization section: a type argument of [`Tokenizer`](crate::Tokenizer).
///
/// The revisions are the types of [`revisions`](crate::revisions); nothing else can implement this.
pub trait Revision: sealed::Machinery {
    /// The name of the revision, which is also the name of its cargo feature: `whatwg-2026-07-19`.
    const ID: &'static str;

    /// The states of the revision, by their names in the spec.
    const STATES: &'static [(Self::State, &'static str)];

    /// The name of a state as the spec has it, without the word "state".
    fn state_name(state: Self::State) -> &'static str {
        let named = Self::STATES.iter().find(|(s, _)| *s == state);
        named.map_or("", |(_, name)| name)
    }

    /// The state of this name in the spec: "RCDATA", or "RCDATA state".
    fn state_named(name: &str) -> Option<Self::State> {
        let name = name.strip_suffix(" state").unwrap_or(name);
        Self::STATES
            .iter()
            .find(|(_, n)| n.eq_ignore_ascii_case(name))
            .map(|(s, _)| *s)
    }
}

/// Something to be done with each revision: see [`revisions::visit`](crate::revisions::visit).
pub trait RevisionVisitor {
    /// Does it with one.
    fn visit<R: Revision>(&mut self);
}

pub(crate) mod sealed {
    use super::{ErrorCode, Flow, Machine, References, Registers, Sink, TextMode, fmt};

    /// The generated half of a revision, which only this crate sees.
    #[allow(private_interfaces, unreachable_pub, missing_docs)]
    pub trait Machinery: Copy + fmt::Debug + Default + 'static {
        type State: Copy + Default + fmt::Debug + PartialEq + Eq + core::hash::Hash;

        const REFERENCES: &'static References;
        const HAS_CONTENT_MODEL_FLAG: bool;

        fn run<S: Sink>(machine: &mut Machine<'_, '_, S, Self>) -> Flow
        where
            Self: super::Revision;

        fn input_error(c: char) -> Option<ErrorCode>;

        /// The character that the preprocessing puts in place of this one.
        fn replacement(c: char) -> Option<char>;

        /// The characters that are replaced, all ASCII.
        const REPLACED: &'static [u8];

        fn enter(mode: TextMode, registers: &mut Registers<Self::State>);

        /// The state of the spec that a state of the machine belongs to.
        fn spec_state(state: Self::State) -> Self::State;
    }
}
