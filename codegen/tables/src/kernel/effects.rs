//! What every step and every condition reads and writes.
//!
//! The checks, the comparison of revisions and the tests use this table. The checker of certificates has a
//! separate table, so that an error in one contradicts the other. The matches have no wildcard: a new form
//! does not compile until its effects are listed.

use crate::grammar::{Condition, Field, Source, Step, Token, TokenKind};

/// A set of registers.
///
/// Some registers have parts. A token, for example, is one register, and whether a condition may still
/// read its name is another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterSet(u64);

macro_rules! registers {
    ($($name:ident = $bit:literal: $what:literal),+ $(,)?) => {
        impl RegisterSet {
            $(#[doc = $what] pub const $name: RegisterSet = RegisterSet(1 << $bit);)+

            /// Every register.
            pub const ALL: &'static [RegisterSet] = &[$(RegisterSet::$name),+];
        }
    };
}

registers! {
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
}

impl RegisterSet {
    /// The empty set.
    pub const NONE: RegisterSet = RegisterSet(0);
    /// The temporary buffer.
    pub const BUFFER: RegisterSet = Self::BUFFER_COMPARED.or(Self::BUFFER_COPIED);
    /// The characters matched last, a name or digits.
    pub const MATCHED: RegisterSet = Self::MATCHED_NAME.or(Self::MATCHED_DIGITS);
    /// The registers that the state before this one passes on.
    pub const ORIGIN: RegisterSet = Self::PREVIOUS_STATE.or(Self::PREVIOUS_CHARACTER);
    /// The registers that a new attribute replaces.
    const OF_ATTRIBUTE: RegisterSet = Self::ATTRIBUTE
        .or(Self::ASSIGNS_ATTRIBUTE_NAME)
        .or(Self::ASSIGNS_ATTRIBUTE_VALUE)
        .or(Self::ASKS_DUPLICATE);
    /// The registers that a new tag token replaces.
    const OF_TAG: RegisterSet = Self::TAG
        .or(Self::ASSIGNS_TAG_NAME)
        .or(Self::GROWS_TAG_NAME)
        .or(Self::ASKS_TAG_LIST)
        .or(Self::ASKS_TAG_NAME)
        .or(Self::OF_ATTRIBUTE);
    /// The registers that a new DOCTYPE token replaces.
    const OF_DOCTYPE: RegisterSet = Self::DOCTYPE
        .or(Self::ASSIGNS_DOCTYPE_NAME)
        .or(Self::ASKS_DOCTYPE_NAME)
        .or(Self::ASSIGNS_PUBLIC)
        .or(Self::ASSIGNS_SYSTEM);

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 | other.0)
    }

    /// The registers that are in both sets.
    #[must_use]
    pub const fn and(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & other.0)
    }

    /// This set without the registers of another.
    #[must_use]
    pub const fn without(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(self.0 & !other.0)
    }

    /// Whether any register is in both sets.
    #[must_use]
    pub const fn has(self, other: RegisterSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The registers of the set, one by one.
    pub fn each(self) -> impl Iterator<Item = RegisterSet> {
        let all = RegisterSet::ALL.iter().copied();
        all.filter(move |register| self.has(*register))
    }

    /// One bit for each register.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The effects of a step on the registers and the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The registers whose value decides what the step does.
    pub reads: RegisterSet,
    /// The registers that the step changes without replacing them: their new value depends on the old
    /// one, and nothing else does.
    pub updates: RegisterSet,
    /// The registers whose old value does not matter after the step.
    pub writes: RegisterSet,
    /// The registers that have no value after the step.
    pub clears: RegisterSet,
    /// Whether the step may read more than the current input character.
    pub reads_input: bool,
}

impl Effects {
    const NONE: Effects = Effects {
        reads: RegisterSet::NONE,
        updates: RegisterSet::NONE,
        writes: RegisterSet::NONE,
        clears: RegisterSet::NONE,
        reads_input: false,
    };

    const fn reads(reads: RegisterSet) -> Self {
        Effects {
            reads,
            ..Effects::NONE
        }
    }

    const fn writes(writes: RegisterSet) -> Self {
        Effects {
            writes,
            ..Effects::NONE
        }
    }

    const fn updates(updates: RegisterSet) -> Self {
        Effects {
            updates,
            ..Effects::NONE
        }
    }

    const fn and_writes(self, writes: RegisterSet) -> Self {
        Effects { writes, ..self }
    }

    const fn and_updates(self, updates: RegisterSet) -> Self {
        Effects { updates, ..self }
    }

    const fn and_clears(self, clears: RegisterSet) -> Self {
        Effects { clears, ..self }
    }

    const fn and_reads_input(self) -> Self {
        Effects {
            reads_input: true,
            ..self
        }
    }
}

/// The effects of a step.
#[must_use]
pub fn of_step(step: &Step) -> Effects {
    use RegisterSet as R;
    match step {
        Step::Switch(_)
        | Step::Reconsume(_)
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::EmitCurrent
        | Step::EmitChar(_)
        | Step::EmitEof
        | Step::ReplaceInput(_)
        | Step::NamedError(_)
        | Step::BareError => Effects::NONE,
        Step::ReconsumeCurrent | Step::ConsumeNext | Step::ConsumeThose | Step::Unconsume => {
            Effects::NONE.and_reads_input()
        }
        Step::SwitchToReturn | Step::ReconsumeInReturn => Effects::reads(R::RETURN_STATE),
        Step::SwitchBack => Effects::reads(R::PREVIOUS_STATE),
        Step::ConsumeNamed => Effects::writes(R::MATCHED_NAME.or(R::REFERENCE)).and_reads_input(),
        Step::ConsumeMatching => Effects::reads(R::RANGE)
            .and_writes(R::MATCHED_DIGITS)
            .and_reads_input(),
        Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => {
            Effects::writes(R::BULK).and_reads_input()
        }
        Step::EmitTemporaryBuffer => Effects::reads(R::BUFFER_COPIED),
        Step::EmitReturned => Effects::reads(R::RETURNED),
        Step::EmitConsumed => Effects::reads(R::BULK),
        Step::EmitBulkComment | Step::EmitBulkCommentReplaced => {
            Effects::reads(R::BULK.or(R::PREVIOUS_CHARACTER))
        }
        Step::EmitToken(token) => {
            let token = of_token(*token);
            let clears = match token {
                R::TAG => R::TAG.or(R::ATTRIBUTE),
                other => other,
            };
            Effects::reads(token).and_clears(clears)
        }
        Step::CreateComment(_) => Effects::writes(R::COMMENT.or(R::ASSIGNS_COMMENT)),
        Step::CreateProcessingInstruction(_) => {
            Effects::reads(R::TARGET).and_writes(R::INSTRUCTION.or(R::ASSIGNS_INSTRUCTION))
        }
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => {
            Effects::writes(R::OF_TAG.without(R::ATTRIBUTE)).and_clears(R::ATTRIBUTE)
        }
        Step::Create(TokenKind::Doctype) => Effects::writes(R::OF_DOCTYPE),
        Step::StartAttribute => Effects::reads(R::TAG).and_writes(R::OF_ATTRIBUTE),
        Step::RemoveAttribute => Effects::reads(R::TAG.or(R::ATTRIBUTE)),
        Step::RemoveEarlierAttribute => {
            Effects::reads(R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE))
        }
        Step::SetSelfClosing => Effects::reads(R::TAG),
        Step::SetForceQuirks | Step::ClearForceQuirks => Effects::reads(R::DOCTYPE),
        Step::SetReturnState(_) => Effects::writes(R::RETURN_STATE),
        Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => {
            Effects::writes(R::ADDITIONAL)
        }
        Step::SetContentModel(_) => Effects::writes(R::CONTENT_MODEL),
        Step::SetEscape(_) => Effects::writes(R::ESCAPE),
        Step::ReplaceCode => Effects::reads(R::CODE),
        Step::MultiplyCode(_) | Step::AddToCode(_) => Effects::updates(R::CODE),
        Step::SetCode(_) => Effects::writes(R::CODE),
        Step::InterpretNumber => Effects::reads(R::MATCHED_DIGITS.or(R::BASE)).and_writes(R::CODE),
        Step::UseHexDigits | Step::UseDigits => Effects::writes(R::RANGE),
        Step::AsHexadecimal | Step::AsDecimal => Effects::writes(R::BASE),
        Step::Set(Field::TemporaryBuffer, source) => {
            Effects::reads(of_source(*source)).and_writes(R::BUFFER)
        }
        Step::Set(field, source) => {
            Effects::reads(of_source(*source).or(token_of(*field)).or(assigns(*field)))
        }
        Step::Append(source, Field::TemporaryBuffer) => {
            Effects::reads(of_source(*source)).and_updates(R::BUFFER)
        }
        Step::Append(source, field) => {
            let grows = match field {
                Field::TagName => R::GROWS_TAG_NAME,
                _ => R::NONE,
            };
            Effects::reads(of_source(*source).or(token_of(*field)).or(grows))
        }
        Step::LetTarget => Effects::reads(R::BUFFER).and_writes(R::TARGET),
        Step::Attempt(_) => Effects::writes(R::RETURNED).and_reads_input(),
        Step::ReturnNothing | Step::ReturnChar(_) => Effects::writes(R::RETURNED),
        Step::ReturnMatchedReference => Effects::reads(R::REFERENCE).and_writes(R::RETURNED),
        Step::ReturnReplacement | Step::ReturnCode => {
            Effects::reads(R::CODE).and_writes(R::RETURNED)
        }
    }
}

/// The registers that a condition reads.
#[must_use]
pub fn of_condition(condition: &Condition) -> RegisterSet {
    use RegisterSet as R;
    match condition {
        Condition::TemporaryBuffer(..) => R::BUFFER_COMPARED,
        Condition::Target(..) => R::TARGET,
        Condition::ReturnState(..) => R::RETURN_STATE,
        // These depend on the state, the input and the tree, which are not registers.
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::NextInput(..)
        | Condition::Keyword(..)
        | Condition::AheadSequence(..)
        | Condition::Behind(..) => R::NONE,
        Condition::Match(_) => R::REFERENCE,
        Condition::LastMatched(..) => R::MATCHED_NAME,
        Condition::NoneMatched => R::MATCHED_DIGITS,
        Condition::AheadLastStartTag(_)
        | Condition::AfterLastStartTag(..)
        | Condition::NoStartTagEmitted => R::LAST_START_TAG,
        Condition::ContentModelFlag(..) => R::CONTENT_MODEL,
        Condition::EscapeFlag(..) => R::ESCAPE,
        Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => R::TAG,
        Condition::TagNameIn(..) => R::TAG.or(R::ASKS_TAG_LIST),
        Condition::DuplicateAttribute(_) => R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE),
        Condition::TagNameIsLastStartTag(_) => R::TAG.or(R::LAST_START_TAG).or(R::ASKS_TAG_NAME),
        Condition::DoctypeName(..) => R::DOCTYPE.or(R::ASKS_DOCTYPE_NAME),
        Condition::NothingReturned => R::RETURNED,
        Condition::EofReached => R::BULK,
        Condition::CodeInReplacements(_) | Condition::Code(..) => R::CODE,
    }
}

fn of_source(source: Source) -> RegisterSet {
    use RegisterSet as R;
    match source {
        Source::Current
        | Source::CurrentLowercase
        | Source::CurrentUppercase
        | Source::Empty
        | Source::Char(_) => R::NONE,
        Source::TemporaryBuffer => R::BUFFER_COPIED,
        Source::Matched => R::MATCHED_NAME,
        Source::MatchedReference => R::REFERENCE,
        Source::Returned => R::RETURNED,
        Source::CharacterReferenceCode => R::CODE,
    }
}

fn of_token(token: Token) -> RegisterSet {
    match token {
        Token::Tag => RegisterSet::TAG,
        Token::Comment => RegisterSet::COMMENT,
        Token::Doctype => RegisterSet::DOCTYPE,
        Token::ProcessingInstruction => RegisterSet::INSTRUCTION,
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

/// A set of code points, as inclusive ranges.
pub type Ranges = Vec<(u32, u32)>;

/// The sets of characters that a step names, or treats differently from others.
#[must_use]
pub fn characters(step: &Step) -> Vec<Ranges> {
    let one = |code: u32| vec![(code, code)];
    let each = |text: &str| text.chars().map(|c| one(c.into())).collect();
    match step {
        Step::ConsumeThroughChar(c)
        | Step::EmitChar(c)
        | Step::SetAdditionalAllowed(c)
        | Step::ReturnChar(c)
        | Step::ReplaceInput(c) => vec![one(c.0)],
        Step::ConsumeThroughText(text)
        | Step::CreateComment(text)
        | Step::CreateProcessingInstruction(text) => each(&text.0),
        Step::EmitBulkCommentReplaced => vec![one(0), one(0xFFFD)],
        Step::Set(_, source) | Step::Append(source, _) => match source {
            Source::Char(c) => vec![one(c.0)],
            Source::Current | Source::CurrentLowercase | Source::CurrentUppercase => {
                vec![vec![(0x41, 0x5A)], vec![(0x61, 0x7A)]]
            }
            Source::TemporaryBuffer
            | Source::Matched
            | Source::MatchedReference
            | Source::Returned
            | Source::CharacterReferenceCode
            | Source::Empty => Vec::new(),
        },
        Step::Switch(_)
        | Step::SwitchBack
        | Step::SwitchToReturn
        | Step::Reconsume(_)
        | Step::ReconsumeInReturn
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::ConsumeNamed
        | Step::ConsumeMatching
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitTemporaryBuffer
        | Step::EmitReturned
        | Step::EmitConsumed
        | Step::EmitEof
        | Step::EmitBulkComment
        | Step::EmitToken(_)
        | Step::Create(_)
        | Step::StartAttribute
        | Step::RemoveAttribute
        | Step::RemoveEarlierAttribute
        | Step::SetForceQuirks
        | Step::ClearForceQuirks
        | Step::SetSelfClosing
        | Step::SetReturnState(_)
        | Step::ClearAdditionalAllowed
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::ReplaceCode
        | Step::SetCode(_)
        | Step::MultiplyCode(_)
        | Step::AddToCode(_)
        | Step::InterpretNumber
        | Step::UseHexDigits
        | Step::UseDigits
        | Step::AsHexadecimal
        | Step::AsDecimal
        | Step::LetTarget
        | Step::Attempt(_)
        | Step::ReturnNothing
        | Step::ReturnMatchedReference
        | Step::ReturnReplacement
        | Step::ReturnCode
        | Step::NamedError(_)
        | Step::BareError => Vec::new(),
    }
}
