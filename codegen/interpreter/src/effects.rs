//! The registers that certificates carry, and what every condition reads of them.
//!
//! The checker of certificates trusts this table, and that of the steps in `steps.rs`, and not the one of the
//! search. The matches have no wildcard: a new form does not compile until its effects are listed.

use tokenwright_tables::grammar::{Char, Condition, Matcher, Set};

macro_rules! registers {
    ($($name:ident = $bit:literal $what:literal),+ $(,)?) => {
        $(#[doc = concat!("The bit of ", $what, ".")]
        pub const $name: u32 = 1 << $bit;)+
        /// The registers that can be carried from one state to the next, with their names in certificates.
        pub const CARRIED: &[(u32, &str)] = &[$(($name, $what)),+];
    };
}
registers! {
    BUFFER = 0 "the temporary buffer",
    RETURN = 1 "the return state",
    LAST = 2 "the last start tag",
    ADDITIONAL = 3 "the additional allowed character",
    CODE = 4 "the character reference code",
    DIGITS = 5 "the digits in use",
    BASE = 6 "the base in use",
    TARGET = 7 "target",
    REFERENCE = 8 "the matched reference",
    RETURNED = 9 "what was returned",
    TAG = 10 "the tag",
    COMMENT = 11 "the comment",
    DOCTYPE = 12 "the DOCTYPE",
    INSTRUCTION = 13 "the processing instruction",
    ORIGIN = 14 "the state that switched here",
}
/// The matched characters, which never outlive a state.
pub(super) const MATCHED: u32 = 1 << 15;
/// The bulk, which never outlives a state.
pub(super) const BULK: u32 = 1 << 16;

fn of_set(set: &Set) -> u32 {
    match set.0.contains(&Matcher::AdditionalAllowed) {
        true => ADDITIONAL,
        false => 0,
    }
}

/// The registers that a condition reads.
pub fn of_condition(condition: &Condition) -> u32 {
    match condition {
        Condition::TemporaryBuffer(..) => BUFFER,
        Condition::Target(..) => TARGET,
        Condition::ReturnState(..) => RETURN,
        Condition::NextInput(_, set) | Condition::AheadSequence(_, set, _) => of_set(set),
        // Both flags are always carried. The caller sets the namespace of the current node.
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::Keyword(..)
        | Condition::Behind(..)
        | Condition::ContentModelFlag(..)
        | Condition::EscapeFlag(..) => 0,
        Condition::Match(_) => REFERENCE,
        Condition::LastMatched(..) => MATCHED,
        Condition::NoneMatched => MATCHED,
        Condition::AfterLastStartTag(_, set) => LAST | of_set(set),
        Condition::AheadLastStartTag(_) | Condition::NoStartTagEmitted => LAST,
        Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => TAG,
        Condition::TagNameIn(..) | Condition::DuplicateAttribute(_) => TAG,
        Condition::TagNameIsLastStartTag(_) => TAG | LAST,
        Condition::DoctypeName(..) => DOCTYPE,
        Condition::NothingReturned => RETURNED,
        Condition::EofReached => BULK,
        Condition::CodeInReplacements(_) | Condition::Code(..) => CODE,
    }
}

/// A set of code points, as inclusive ranges.
pub type CharacterSet = Vec<(u32, u32)>;

pub(super) fn one(character: Char) -> Vec<CharacterSet> {
    vec![vec![(character.0, character.0)]]
}

/// Each letter of a text; with both cases, since a text may be compared in either.
pub(super) fn text(text: &str) -> Vec<CharacterSet> {
    let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
    let both = text.chars().flat_map(both).map(u32::from);
    both.map(|code| vec![(code, code)]).collect()
}
