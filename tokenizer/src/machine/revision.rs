//! The interface between a generated revision and the runtime.

use super::{Flow, Machine, Output};
use crate::TextMode;
use crate::generated::ErrorCode;
use crate::names::References;
use crate::open_elements::{NewFollowing, TextElements};
use crate::registers::Registers;
use crate::text::candidates::Candidates;
use core::fmt;

/// A revision of the spec's tokenization section.
///
/// It is the type argument `R` of [`Tokenizer`](crate::Tokenizer) and
/// [`Tokens`](crate::Tokens). The types in [`revisions`](crate::revisions) implement it; it is
/// sealed, so other crates cannot.
///
/// ```
/// use tokenwright::{Revision, revisions::Newest};
///
/// assert_eq!(Newest::ID, "whatwg-2026-07-19");
/// let state = Newest::state_named("tag open state").expect("a state of the spec");
/// assert!(Newest::STATES.contains(&(state, "tag open")));
/// ```
pub trait Revision: sealed::Machinery {
    /// The name of the revision, which is also the name of its cargo feature: `whatwg-2026-07-19`.
    const ID: &'static str;

    /// The states of the revision with their names in the spec, in the spec's order.
    const STATES: &'static [(Self::State, &'static str)];

    /// The state with this name in the spec, such as "RCDATA" or "RCDATA state", in any case; `None`
    /// if the revision has no such state.
    fn state_named(name: &str) -> Option<Self::State> {
        let name = name.strip_suffix(" state").unwrap_or(name);
        Self::STATES
            .iter()
            .find(|(_, n)| n.eq_ignore_ascii_case(name))
            .map(|(s, _)| *s)
    }
}

/// A generic callback for every revision, called by [`revisions::visit`](crate::revisions::visit).
///
/// A closure cannot be generic over a type, so this is a trait. To choose a revision by its name at run time, compare
/// [`R::ID`](Revision::ID).
///
/// ```
/// use tokenwright::{Options, Revision, RevisionVisitor, Tokens, revisions};
///
/// /// Counts the tokens of a document in each revision.
/// struct Count<'a>(&'a str, Vec<(&'static str, usize)>);
///
/// impl RevisionVisitor for Count<'_> {
///     fn visit<R: Revision>(&mut self) {
///         let tokens = Tokens::<R>::with_options(self.0, Options::default());
///         self.1.push((R::ID, tokens.count()));
///     }
/// }
///
/// let mut count = Count("<p>a", Vec::new());
/// revisions::visit(&mut count);
/// assert!(count.1.contains(&("whatwg-2026-07-19", 2)));
/// ```
pub trait RevisionVisitor {
    /// Visits the revision `R`.
    fn visit<R: Revision>(&mut self);
}

pub(crate) mod sealed {
    use super::{
        Candidates, ErrorCode, Flow, Machine, NewFollowing, Output, References, Registers,
        TextElements, TextMode, fmt,
    };

    /// The generated half of a revision, which only this crate sees.
    #[allow(private_interfaces, private_bounds, unreachable_pub, missing_docs)]
    pub trait Machinery: Candidates + Copy + fmt::Debug + Default + 'static {
        type State: Copy + Default + fmt::Debug + PartialEq + Eq + core::hash::Hash;

        const REFERENCES: &'static References;
        const HAS_CONTENT_MODEL_FLAG: bool;

        fn run<O: Output>(machine: &mut Machine<'_, '_, O, Self>) -> Flow
        where
            Self: super::Revision;

        /// The longest text that a condition looks for behind the current input character, in bytes.
        const LONGEST_BEHIND: usize;

        /// Whether a state may wait for input between a tag and the end of the path that emits it. The sink's answer then
        /// survives the end of the slice.
        const RESPONDS_LATE: bool = false;

        /// The input stream's parse error for a character; that of LF represents all line endings.
        fn input_error(c: char) -> Option<ErrorCode>;

        /// The character that input preprocessing substitutes for this one.
        fn replacement(c: char) -> Option<char>;

        /// The first bytes of the characters with a replacement.
        const REPLACED: &'static [u8];

        /// The elements whose start tags switch states by their names alone.
        const TEXT_ELEMENTS: &'static TextElements;

        /// Follows the open elements by the rules of tree construction, if the revision has them.
        const FOLLOWING: Option<&'static NewFollowing> = None;

        fn enter(mode: TextMode, registers: &mut Registers<Self::State>);

        /// The spec's state that a machine state is part of.
        fn spec_state(state: Self::State) -> Self::State;
    }
}
