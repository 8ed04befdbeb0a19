//! What every step and every condition of the table language reads and writes of the registers.
//!
//! Both matches are complete: a form that is added to the language does not compile until it is
//! said here what it does.

use super::key::Key;
use tokenwright_tables::grammar::{Condition, Field, Source, Step, Token, TokenKind};

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Registers(u32);

macro_rules! registers {
    ($($name:ident = $bit:literal: $what:literal),+ $(,)?) => {
        impl Registers {
            $(#[doc = $what] pub(super) const $name: Registers = Registers(1 << $bit);)+
        }
    };
}

registers! {
    COMPARED = 0: "The temporary buffer, as far as conditions ask what it is.",
    COPIED = 1: "The temporary buffer, as far as it goes into output.",
    RETURN_STATE = 2: "The return state.",
    LAST_START_TAG = 3: "The name of the last start tag.",
    ADDITIONAL = 4: "The additional allowed character.",
    CONTENT_MODEL = 5: "The content model flag.",
    ESCAPE = 6: "The escape flag.",
    CODE = 7: "The character reference code.",
    DIGITS = 8: "Which digits are in use.",
    BASE = 9: "The base in use.",
    TARGET = 10: "What `let target be` named.",
    MATCHED = 11: "The characters that were matched.",
    REFERENCE = 12: "What the name that was matched stands for.",
    RETURNED = 13: "What a procedure returned.",
    BULK = 14: "The characters consumed in bulk.",
    TAG = 15: "The current tag token.",
    COMMENT = 16: "The current comment token.",
    DOCTYPE = 17: "The current DOCTYPE token.",
    INSTRUCTION = 18: "The current processing instruction token.",
    ORIGIN = 19: "The state that switched to this one, and the character that it had consumed.",
    SETS_TAG_NAME = 20: "The tag name of this token may still be replaced, whatever it is.",
    SETS_ATTRIBUTE_NAME = 21: "The same of the name of this attribute.",
    SETS_ATTRIBUTE_VALUE = 22: "The same of its value.",
    SETS_COMMENT = 23: "The same of the data of this comment.",
    SETS_DOCTYPE_NAME = 24: "The same of the name of this DOCTYPE.",
    SETS_PUBLIC = 25: "The same of its public identifier.",
    SETS_SYSTEM = 26: "The same of its system identifier.",
    SETS_INSTRUCTION = 27: "The same of the data of this processing instruction.",
    ASKS_DUPLICATE = 28: "It may still be asked whether this attribute is a duplicate.",
    GROWS_TAG_NAME = 29: "The tag name of this token may still become longer.",
    ASKS_TAG_LIST = 30: "It may still be asked whether the tag name is in a list.",
    ASKS_TAG_NAME = 31: "It may still be asked whether it is that of the last start tag.",
}

impl Registers {
    /// No register.
    pub(super) const NONE: Registers = Registers(0);
    /// The temporary buffer.
    const BUFFER: Registers = Registers(0b11);
    /// What ends with an attribute.
    const OF_ATTRIBUTE: Registers = Registers(1 << 21 | 1 << 22 | 1 << 28);
    /// What ends with a tag token.
    const OF_TAG: Registers = Registers(1 << 15 | 1 << 20 | 0b111 << 29 | Self::OF_ATTRIBUTE.0);
    /// What ends with a DOCTYPE token.
    const OF_DOCTYPE: Registers = Registers(1 << 17 | 0b111 << 24);

    /// Writes which they are.
    pub(super) fn write(self, key: &mut Key) {
        key.bytes.extend(self.0.to_le_bytes());
    }

    pub(super) fn has(self, other: Registers) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn and(self, other: Registers) -> Registers {
        Registers(self.0 | other.0)
    }

    pub(super) fn without(self, other: Registers) -> Registers {
        Registers(self.0 & !other.0)
    }
}

/// What a step reads, and what it sets whatever it was before.
pub(super) fn of_step(step: &Step) -> (Registers, Registers) {
    use Registers as R;
    match step {
        Step::Switch(_)
        | Step::Reconsume(_)
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitChar(_)
        | Step::EmitEof
        | Step::ReplaceInput(_)
        | Step::NamedError(_)
        | Step::BareError => (R::NONE, R::NONE),
        Step::SwitchToReturn | Step::ReconsumeInReturn => (R::RETURN_STATE, R::NONE),
        Step::SwitchBack => (R::ORIGIN, R::NONE),
        Step::ConsumeNamed => (R::NONE, R::MATCHED.and(R::REFERENCE)),
        Step::ConsumeMatching => (R::DIGITS, R::MATCHED),
        Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => (R::NONE, R::BULK),
        Step::EmitTemporaryBuffer => (R::COPIED, R::NONE),
        Step::EmitReturned => (R::RETURNED, R::NONE),
        Step::EmitConsumed => (R::BULK, R::NONE),
        Step::EmitBulkComment | Step::EmitBulkCommentReplaced => (R::BULK.and(R::ORIGIN), R::NONE),
        Step::EmitToken(token) => (
            match token {
                Token::Tag => R::TAG,
                Token::Comment => R::COMMENT,
                Token::Doctype => R::DOCTYPE,
                Token::ProcessingInstruction => R::INSTRUCTION,
            },
            R::NONE,
        ),
        Step::CreateComment(_) => (R::NONE, R::COMMENT.and(R::SETS_COMMENT)),
        Step::CreateProcessingInstruction(_) => {
            (R::TARGET, R::INSTRUCTION.and(R::SETS_INSTRUCTION))
        }
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => (R::NONE, R::OF_TAG),
        Step::Create(TokenKind::Doctype) => (R::NONE, R::OF_DOCTYPE),
        Step::StartAttribute => (R::TAG, R::OF_ATTRIBUTE),
        Step::RemoveAttribute | Step::SetSelfClosing => (R::TAG, R::NONE),
        // It does something where the attribute is a duplicate.
        Step::RemoveEarlierAttribute => (R::TAG.and(R::ASKS_DUPLICATE), R::NONE),
        Step::SetForceQuirks => (R::DOCTYPE, R::NONE),
        Step::SetReturnState(_) => (R::NONE, R::RETURN_STATE),
        Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => (R::NONE, R::ADDITIONAL),
        Step::SetContentModel(_) => (R::NONE, R::CONTENT_MODEL),
        Step::SetEscape(_) => (R::NONE, R::ESCAPE),
        Step::ReplaceCode | Step::MultiplyCode(_) | Step::AddToCode(_) => (R::CODE, R::NONE),
        Step::SetCode(_) => (R::NONE, R::CODE),
        Step::InterpretNumber => (R::MATCHED.and(R::BASE), R::CODE),
        Step::UseHexDigits | Step::UseDigits => (R::NONE, R::DIGITS),
        Step::AsHexadecimal | Step::AsDecimal => (R::NONE, R::BASE),
        Step::Set(field, source) => (
            of_source(*source).and(holder(*field)).and(set(*field)),
            match field {
                Field::TemporaryBuffer => R::BUFFER,
                _ => R::NONE,
            },
        ),
        Step::Append(source, field) => {
            let grows = match field {
                Field::TagName => R::GROWS_TAG_NAME,
                _ => R::NONE,
            };
            (of_source(*source).and(holder(*field)).and(grows), R::NONE)
        }
        Step::LetTarget => (R::BUFFER, R::TARGET),
        Step::Attempt(_) | Step::ReturnNothing | Step::ReturnChar(_) => (R::NONE, R::RETURNED),
        Step::ReturnMatchedReference => (R::REFERENCE, R::RETURNED),
        Step::ReturnReplacement | Step::ReturnCode => (R::CODE, R::RETURNED),
    }
}

fn of_source(source: Source) -> Registers {
    use Registers as R;
    match source {
        Source::Current | Source::CurrentLowercase | Source::Empty | Source::Char(_) => R::NONE,
        Source::TemporaryBuffer => R::COPIED,
        Source::Matched => R::MATCHED,
        Source::MatchedReference => R::REFERENCE,
        Source::Returned => R::RETURNED,
        Source::CharacterReferenceCode => R::CODE,
    }
}

/// That a field is replaced.
fn set(field: Field) -> Registers {
    match field {
        Field::TagName => Registers::SETS_TAG_NAME.and(Registers::GROWS_TAG_NAME),
        Field::AttributeName => Registers::SETS_ATTRIBUTE_NAME,
        Field::AttributeValue => Registers::SETS_ATTRIBUTE_VALUE,
        Field::CommentData => Registers::SETS_COMMENT,
        Field::DoctypeName => Registers::SETS_DOCTYPE_NAME,
        Field::PublicIdentifier => Registers::SETS_PUBLIC,
        Field::SystemIdentifier => Registers::SETS_SYSTEM,
        Field::ProcessingInstructionData => Registers::SETS_INSTRUCTION,
        Field::TemporaryBuffer => Registers::NONE,
    }
}

/// The token that a field is of, which must be there for it to be written.
fn holder(field: Field) -> Registers {
    match field {
        Field::TagName | Field::AttributeName | Field::AttributeValue => Registers::TAG,
        Field::CommentData => Registers::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
            Registers::DOCTYPE
        }
        Field::ProcessingInstructionData => Registers::INSTRUCTION,
        Field::TemporaryBuffer => Registers::NONE,
    }
}

/// What a condition reads.
pub(super) fn of_condition(condition: &Condition) -> Registers {
    use Registers as R;
    match condition {
        Condition::TemporaryBuffer(..) => R::COMPARED,
        Condition::Target(..) => R::TARGET,
        Condition::ReturnState(..) => R::RETURN_STATE,
        // Where the machine is, what stands around it, and the entry of the run are a part of
        // every place.
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::NextInput(..)
        | Condition::Keyword(..)
        | Condition::AheadSequence(..)
        | Condition::Behind(..) => R::NONE,
        Condition::Match(_) => R::REFERENCE,
        Condition::LastMatched(..) | Condition::NoneMatched => R::MATCHED,
        Condition::AheadLastStartTag(_)
        | Condition::AfterLastStartTag(..)
        | Condition::NoStartTagEmitted => R::LAST_START_TAG,
        Condition::ContentModelFlag(..) => R::CONTENT_MODEL,
        Condition::EscapeFlag(..) => R::ESCAPE,
        Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => R::TAG,
        Condition::TagNameIn(..) => R::TAG.and(R::ASKS_TAG_LIST),
        Condition::DuplicateAttribute(_) => R::TAG.and(R::ASKS_DUPLICATE),
        Condition::TagNameIsLastStartTag(_) => R::TAG.and(R::LAST_START_TAG).and(R::ASKS_TAG_NAME),
        Condition::NothingReturned => R::RETURNED,
        Condition::EofReached => R::BULK,
        Condition::CodeInReplacements(_) | Condition::Code(..) => R::CODE,
    }
}
