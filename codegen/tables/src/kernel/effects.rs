//! What every step and every condition reads and writes.
//!
//! The tables of forms have the effects of each form, next to its meaning. The checks, the comparison of
//! revisions and the mutants use them. The checker of certificates has a table of its own, so that an error
//! in one contradicts the other.

use crate::bits::bits;
use crate::grammar::{Char, Field, Matcher, Set, Source, Token, TokenKind};

bits! {
    /// A set of registers.
    ///
    /// Some registers have parts. A token, for example, is one register, and whether a condition may still
    /// read its name is another.
    RegisterSet(u64), has {
        BUFFER_COMPARED = 0: "The temporary buffer, as conditions compare it.",
        BUFFER_COPIED = 1: "The temporary buffer, as steps copy it to the output.",
        RETURN_STATE = 2: "The return state.",
        LAST_START_TAG = 3: "The name of the last start tag.",
        ADDITIONAL = 4: "The additional allowed character.",
        CONTENT_MODEL = 5: "The content model flag.",
        ESCAPE = 6: "The escape flag.",
        CODE = 7: "The character reference code.",
        RANGE = 8: "The range of digits in use.",
        BASE = 9: "The base in use.",
        TARGET = 10: "The value of `target`.",
        MATCHED_NAME = 11: "The characters of the last longest match of a name.",
        MATCHED_DIGITS = 12: "The characters that matched the range of digits.",
        REFERENCE = 13: "The characters that the matched name refers to.",
        RETURNED = 14: "The result of a procedure.",
        BULK = 15: "The characters consumed in bulk.",
        TAG = 16: "The current tag token.",
        ATTRIBUTE = 17: "The current attribute.",
        COMMENT = 18: "The current comment token.",
        DOCTYPE = 19: "The current DOCTYPE token.",
        INSTRUCTION = 20: "The current processing instruction token.",
        PREVIOUS_STATE = 21: "The state that switched to this one.",
        PREVIOUS_CHARACTER = 22: "The character that the state before this one consumed last.",
        ASSIGNS_TAG_NAME = 23: "A step may replace the name of the current tag token.",
        ASSIGNS_ATTRIBUTE_NAME = 24: "A step may replace the name of the current attribute.",
        ASSIGNS_ATTRIBUTE_VALUE = 25: "A step may replace the value of the current attribute.",
        ASSIGNS_COMMENT = 26: "A step may replace the data of the current comment token.",
        ASSIGNS_DOCTYPE_NAME = 27: "A step may replace the name of the current DOCTYPE token.",
        ASSIGNS_PUBLIC = 28: "A step may replace the public identifier.",
        ASSIGNS_SYSTEM = 29: "A step may replace the system identifier.",
        ASSIGNS_INSTRUCTION = 30: "A step may replace the data of the processing instruction.",
        ASKS_DUPLICATE = 31: "A condition may ask whether the current attribute is a duplicate.",
        GROWS_TAG_NAME = 32: "A step may append to the name of the current tag token.",
        ASKS_TAG_LIST = 33: "A condition may ask whether the tag name is in a list.",
        ASKS_TAG_NAME = 34: "A condition may compare the tag name with that of the last start tag.",
        ASKS_DOCTYPE_NAME = 35: "A condition may compare the name of the current DOCTYPE token.",
        ASKS_ATTRIBUTES = 36: "A condition may ask whether the current tag token has attributes.",
        EARLIER_NAMES = 37: "The names of the attributes before the one that starts next.",
        TAG_NAME_AS_LAST = 38: "The tag name as the future name of the last start tag.",
        CALLER = 39: "The state that the procedure returns to.",
    }
}

/// What is no register: it orders steps, and is never carried from one state to the next.
impl RegisterSet {
    /// The next state.
    pub const NEXT_STATE: RegisterSet = RegisterSet(1 << 40);
    /// The current input character, and the characters ahead that were looked at.
    pub const INPUT: RegisterSet = RegisterSet(1 << 41);
    /// How far the input is consumed.
    pub const POSITION: RegisterSet = RegisterSet(1 << 42);
    /// The tokens that were emitted.
    pub const TOKENS: RegisterSet = RegisterSet(1 << 43);
    /// The parse errors that were reported.
    pub const ERRORS: RegisterSet = RegisterSet(1 << 44);
}

impl RegisterSet {
    /// The set of all registers.
    pub const EVERYTHING: RegisterSet = RegisterSet(u64::MAX);
    /// The temporary buffer.
    pub const BUFFER: RegisterSet = Self::BUFFER_COMPARED.or(Self::BUFFER_COPIED);
    /// The characters matched last, a name or digits.
    pub const MATCHED: RegisterSet = Self::MATCHED_NAME.or(Self::MATCHED_DIGITS);
    /// The longest match of a name, and the characters that it refers to.
    pub const NAME_MATCH: RegisterSet = Self::MATCHED_NAME.or(Self::REFERENCE);
    /// The registers that the state before this one passes on.
    pub const ORIGIN: RegisterSet = Self::PREVIOUS_STATE.or(Self::PREVIOUS_CHARACTER);
    /// The registers that a new attribute replaces.
    pub const OF_ATTRIBUTE: RegisterSet = Self::ATTRIBUTE
        .or(Self::ASSIGNS_ATTRIBUTE_NAME)
        .or(Self::ASSIGNS_ATTRIBUTE_VALUE)
        .or(Self::ASKS_DUPLICATE);
    /// The registers that a new tag token replaces.
    pub const OF_TAG: RegisterSet = Self::TAG
        .or(Self::ASSIGNS_TAG_NAME)
        .or(Self::GROWS_TAG_NAME)
        .or(Self::ASKS_TAG_LIST)
        .or(Self::ASKS_TAG_NAME)
        .or(Self::TAG_NAME_AS_LAST)
        .or(Self::ASKS_ATTRIBUTES)
        .or(Self::EARLIER_NAMES)
        .or(Self::OF_ATTRIBUTE);
    /// The registers that a new DOCTYPE token replaces.
    pub const OF_DOCTYPE: RegisterSet = Self::DOCTYPE
        .or(Self::ASSIGNS_DOCTYPE_NAME)
        .or(Self::ASKS_DOCTYPE_NAME)
        .or(Self::ASSIGNS_PUBLIC)
        .or(Self::ASSIGNS_SYSTEM);

    /// One bit for each register.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The effects of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects<'s> {
    /// The registers whose value decides what the step does.
    pub reads: RegisterSet,
    /// The registers that the step changes without replacing them: their new value depends on the old
    /// one, and nothing else does.
    pub updates: RegisterSet,
    /// The registers whose old value does not matter after the step.
    pub writes: RegisterSet,
    /// The registers that have no value after the step.
    pub clears: RegisterSet,
    /// The registers that the step changes in part, or not always.
    pub changes: RegisterSet,
    /// What the step depends on besides the registers.
    pub observes: RegisterSet,
    /// What the step changes besides the registers.
    pub affects: RegisterSet,
    /// Whether the step may read more than the current input character.
    pub reads_input: bool,
    /// Whether the step keeps its place: it ends the path, or its other effects are not listed.
    pub keeps_place: bool,
    /// The characters that the step names, or treats differently from others.
    pub characters: Characters<'s>,
}

/// Characters that a step distinguishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters<'s> {
    /// None.
    #[default]
    None,
    /// One character.
    One(Char),
    /// Each character of a text.
    Each(&'s str),
    /// Sets of characters.
    Sets(&'static [(u32, u32)]),
}

/// A set of code points, as inclusive ranges.
pub type Ranges = Vec<(u32, u32)>;

impl Characters<'_> {
    /// The sets, one by one.
    #[must_use]
    pub fn sets(self) -> Vec<Ranges> {
        match self {
            Characters::None => Vec::new(),
            Characters::One(c) => vec![vec![(c.0, c.0)]],
            Characters::Each(text) => {
                let codes = text.chars().map(u32::from);
                codes.map(|code| vec![(code, code)]).collect()
            }
            Characters::Sets(sets) => sets.iter().map(|set| vec![*set]).collect(),
        }
    }
}

impl<'s> Effects<'s> {
    /// Neither reads nor writes.
    pub(crate) const NONE: Effects<'static> = Effects {
        reads: RegisterSet::NONE,
        updates: RegisterSet::NONE,
        writes: RegisterSet::NONE,
        clears: RegisterSet::NONE,
        changes: RegisterSet::NONE,
        observes: RegisterSet::NONE,
        affects: RegisterSet::NONE,
        reads_input: false,
        keeps_place: false,
        characters: Characters::None,
    };

    pub(crate) const fn reads(reads: RegisterSet) -> Self {
        Effects::NONE.and_reads(reads)
    }

    /// Compares a character with a set.
    pub(crate) fn matches(set: &Set) -> Self {
        match set.0.contains(&Matcher::AdditionalAllowed) {
            true => Effects::reads(RegisterSet::ADDITIONAL),
            false => Effects::NONE,
        }
    }

    pub(crate) const fn and_reads(mut self, reads: RegisterSet) -> Self {
        self.reads = self.reads.or(reads);
        self
    }

    pub(crate) const fn writes(writes: RegisterSet) -> Self {
        Effects::NONE.and_writes(writes)
    }

    pub(crate) const fn updates(updates: RegisterSet) -> Self {
        Effects::NONE.and_updates(updates)
    }

    const fn and_updates(self, updates: RegisterSet) -> Self {
        Effects { updates, ..self }
    }

    pub(crate) const fn affects(affects: RegisterSet) -> Self {
        Effects::NONE.and_affects(affects)
    }

    pub(crate) const fn and_writes(self, writes: RegisterSet) -> Self {
        Effects { writes, ..self }
    }

    pub(crate) const fn and_changes(self, changes: RegisterSet) -> Self {
        Effects { changes, ..self }
    }

    pub(crate) const fn and_observes(self, observes: RegisterSet) -> Self {
        Effects { observes, ..self }
    }

    pub(crate) const fn and_affects(mut self, affects: RegisterSet) -> Self {
        self.affects = self.affects.or(affects);
        self
    }

    pub(crate) const fn and_reads_input(mut self) -> Self {
        self.reads_input = true;
        self
    }

    /// Consumes input. Errors of the input are reported then.
    pub(crate) const fn and_consumes(self) -> Self {
        self.and_affects(RegisterSet::INPUT.or(RegisterSet::POSITION))
            .and_affects(RegisterSet::ERRORS)
            .and_reads_input()
    }

    /// Gives the current input character back.
    pub(crate) const fn and_gives_back(self) -> Self {
        self.and_affects(RegisterSet::POSITION)
            .and_observes(RegisterSet::INPUT)
    }

    /// Looks at input that a later step may consume.
    pub(crate) const fn and_looks_ahead(self) -> Self {
        self.and_affects(RegisterSet::INPUT)
            .and_observes(RegisterSet::POSITION)
    }

    pub(crate) const fn and_keeps_place(mut self) -> Self {
        self.keeps_place = true;
        self
    }

    pub(crate) const fn and_names(self, characters: Characters<'s>) -> Self {
        Effects { characters, ..self }
    }
}

/// The effects of steps that depend on a token, a field or a source.
impl Effects<'static> {
    pub(crate) fn emit_bulk_comment() -> Self {
        Effects::reads(RegisterSet::BULK.or(RegisterSet::PREVIOUS_CHARACTER))
            .and_affects(RegisterSet::TOKENS)
            .and_observes(RegisterSet::INPUT)
    }

    pub(crate) fn emit(token: Token) -> Self {
        use RegisterSet as R;
        let (reads, clears, changes) = match token {
            Token::Tag => (R::TAG, R::TAG.or(R::ATTRIBUTE), R::LAST_START_TAG),
            Token::Comment => (R::COMMENT, R::COMMENT, R::NONE),
            Token::Doctype => (R::DOCTYPE, R::DOCTYPE, R::NONE),
            Token::ProcessingInstruction => (R::INSTRUCTION, R::INSTRUCTION, R::NONE),
        };
        Effects {
            clears,
            changes,
            ..Effects::reads(reads).and_affects(R::TOKENS)
        }
    }

    pub(crate) fn create(kind: TokenKind) -> Self {
        use RegisterSet as R;
        match kind {
            TokenKind::Doctype => Effects::writes(R::OF_DOCTYPE),
            TokenKind::StartTag | TokenKind::EndTag => Effects {
                clears: R::ATTRIBUTE,
                ..Effects::writes(R::OF_TAG.without(R::ATTRIBUTE))
            },
        }
    }

    pub(crate) fn set(field: Field, source: Source) -> Self {
        match field {
            Field::TemporaryBuffer => of_source(source).and_writes(RegisterSet::BUFFER),
            field => into_field(source, field, assigns(field)),
        }
    }

    pub(crate) fn append(source: Source, field: Field) -> Self {
        match field {
            Field::TemporaryBuffer => of_source(source).and_updates(RegisterSet::BUFFER),
            Field::TagName => into_field(source, field, RegisterSet::GROWS_TAG_NAME),
            field => into_field(source, field, RegisterSet::NONE),
        }
    }
}

/// Setting or appending to a field of a token.
fn into_field(source: Source, field: Field, parts: RegisterSet) -> Effects<'static> {
    let token = token_of(field);
    let effects = of_source(source).and_reads(token.or(parts));
    effects.and_changes(token)
}

fn of_source(source: Source) -> Effects<'static> {
    use RegisterSet as R;
    match source {
        Source::Current | Source::CurrentLowercase | Source::CurrentUppercase => Effects::NONE
            .and_observes(R::INPUT)
            .and_names(Characters::Sets(&[(0x41, 0x5A), (0x61, 0x7A)])),
        Source::Empty => Effects::NONE,
        Source::Char(c) => Effects::NONE.and_names(Characters::One(c)),
        Source::TemporaryBuffer => Effects::reads(R::BUFFER_COPIED),
        Source::Matched => Effects::reads(R::MATCHED_NAME).and_observes(R::INPUT),
        Source::MatchedReference => Effects::reads(R::REFERENCE).and_observes(R::INPUT),
        Source::Returned => Effects::reads(R::RETURNED),
        Source::CharacterReferenceCode => Effects::reads(R::CODE),
    }
}

/// The token, or the token and the attribute, that has a field.
fn token_of(field: Field) -> RegisterSet {
    match field {
        Field::TagName => RegisterSet::TAG,
        Field::AttributeName | Field::AttributeValue => RegisterSet::TAG.or(RegisterSet::ATTRIBUTE),
        Field::CommentData => RegisterSet::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
            RegisterSet::DOCTYPE
        }
        Field::ProcessingInstructionData => RegisterSet::INSTRUCTION,
        Field::TemporaryBuffer => RegisterSet::NONE,
    }
}

/// The register for the assignment of a field.
fn assigns(field: Field) -> RegisterSet {
    match field {
        Field::TagName => RegisterSet::ASSIGNS_TAG_NAME.or(RegisterSet::GROWS_TAG_NAME),
        Field::AttributeName => RegisterSet::ASSIGNS_ATTRIBUTE_NAME,
        Field::AttributeValue => RegisterSet::ASSIGNS_ATTRIBUTE_VALUE,
        Field::CommentData => RegisterSet::ASSIGNS_COMMENT,
        Field::DoctypeName => RegisterSet::ASSIGNS_DOCTYPE_NAME,
        Field::PublicIdentifier => RegisterSet::ASSIGNS_PUBLIC,
        Field::SystemIdentifier => RegisterSet::ASSIGNS_SYSTEM,
        Field::ProcessingInstructionData => RegisterSet::ASSIGNS_INSTRUCTION,
        Field::TemporaryBuffer => RegisterSet::NONE,
    }
}
