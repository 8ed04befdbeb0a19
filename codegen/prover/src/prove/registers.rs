//! Registers, and the effects of actions and conditions on them.
//!
//! A register is split by what conditions can observe: the tag name as a whole, whether it is that of the last start
//! tag, and so on. So a name that is only emitted does not distinguish pairs. The kernel has such a table for steps
//! of the tables; this one is about actions of the IR, because the proof is of the lowered program.

use super::facts::Facts;
use tokenwright_compiler::ir::{Action, Returned, Source, Test};
use tokenwright_tables::grammar::Field;

/// A set of registers, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Live(u32);

impl Live {
    pub(super) const BUFFER: Live = Live(1);
    pub(super) const RETURN_STATE: Live = Live(1 << 1);
    pub(super) const CAME_FROM: Live = Live(1 << 2);
    pub(super) const CALLER: Live = Live(1 << 3);
    pub(super) const RETURNED: Live = Live(1 << 4);
    pub(super) const TARGET: Live = Live(1 << 5);
    pub(super) const CODE: Live = Live(1 << 6);
    pub(super) const ADDITIONAL: Live = Live(1 << 7);
    pub(super) const DIGITS: Live = Live(1 << 8);
    pub(super) const BASE: Live = Live(1 << 9);
    pub(super) const ANY_DIGITS: Live = Live(1 << 10);
    pub(super) const MATCHED: Live = Live(1 << 11);
    pub(super) const LAST_START_TAG: Live = Live(1 << 12);
    pub(super) const CONTENT_MODEL: Live = Live(1 << 13);
    pub(super) const ESCAPE: Live = Live(1 << 14);
    pub(super) const TAG: Live = Live(1 << 15);
    pub(super) const COMMENT: Live = Live(1 << 16);
    pub(super) const DOCTYPE: Live = Live(1 << 17);
    pub(super) const INSTRUCTION: Live = Live(1 << 18);
    /// Whether the tag name is in a list.
    pub(super) const TAG_NAME: Live = Live(1 << 19);
    /// Whether the tag name is that of the last start tag.
    pub(super) const TAG_NAME_IS_LAST: Live = Live(1 << 20);
    /// The tag name as the future name of the last start tag.
    pub(super) const TAG_NAME_AS_LAST: Live = Live(1 << 21);
    /// Whether the tag has attributes.
    pub(super) const HAS_ATTRIBUTES: Live = Live(1 << 22);
    /// Whether the current attribute is on the tag, or was removed.
    pub(super) const ATTRIBUTE: Live = Live(1 << 23);
    /// Whether another attribute has the name of the current one.
    pub(super) const ATTRIBUTE_NAME: Live = Live(1 << 24);
    /// The names of the attributes before the one that starts next.
    pub(super) const EARLIER_NAMES: Live = Live(1 << 25);
    /// Whether the name of the DOCTYPE is a text.
    pub(super) const DOCTYPE_NAME: Live = Live(1 << 26);
    /// All of them.
    pub(super) const ALL: Live = Live(u32::MAX);
    /// The registers of a tag token.
    pub(super) const OF_TAG: Live = Live((1 << 15) | (0x7F << 19));

    pub(super) fn has(self, other: Live) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn and(self, other: Live) -> Live {
        Live(self.0 | other.0)
    }

    /// The intersection of both sets.
    pub(super) fn both(self, other: Live) -> Live {
        Live(self.0 & other.0)
    }

    pub(super) fn but(self, other: Live) -> Live {
        Live(self.0 & !other.0)
    }
}

fn of_field(field: Field) -> Live {
    match field {
        Field::TemporaryBuffer => Live::BUFFER,
        Field::TagName => Live::TAG,
        Field::AttributeName | Field::AttributeValue => Live::TAG.and(Live::ATTRIBUTE),
        Field::CommentData => Live::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => Live::DOCTYPE,
        Field::ProcessingInstructionData => Live::INSTRUCTION,
    }
}

/// The registers that an action reads, and those that it sets regardless of their old value.
pub(super) fn effect(action: &Action, facts: Facts) -> (Live, Live) {
    let none = Live::default();
    match action {
        Action::ConsumeNamed => (none, Live::MATCHED),
        Action::ConsumeDigits => (
            Live::CODE
                .and(Live::DIGITS)
                .and(Live::BASE)
                .and(Live::ANY_DIGITS),
            none,
        ),
        Action::Call(_) => (none, Live::CODE.and(Live::ANY_DIGITS).and(Live::CALLER)),
        Action::Return(returned) => {
            let reads = match returned {
                Returned::Nothing | Returned::Char(_) => none,
                Returned::Code | Returned::Replacement => Live::CODE,
                Returned::Reference => Live::MATCHED,
            };
            (reads, Live::RETURNED)
        }
        Action::ComeFrom(_) => (none, Live::CAME_FROM),
        Action::SetReturn(_) => (none, Live::RETURN_STATE),
        Action::EmitTemporaryBuffer => (Live::BUFFER, none),
        Action::EmitReturned => (Live::RETURNED, none),
        // An end tag does not change the last start tag.
        Action::EmitTag => match facts.is_end_tag {
            Some(false) => (Live::TAG, Live::LAST_START_TAG),
            Some(true) | None => (Live::TAG, none),
        },
        Action::EmitComment => (Live::COMMENT, none),
        Action::EmitDoctype => (Live::DOCTYPE, none),
        Action::EmitProcessingInstruction => (Live::INSTRUCTION, none),
        Action::CreateTag { .. } => (none, Live::OF_TAG),
        Action::CreateDoctype => (none, Live::DOCTYPE.and(Live::DOCTYPE_NAME)),
        Action::CreateComment(_) => (none, Live::COMMENT),
        Action::CreateProcessingInstruction(_) => (Live::TARGET, Live::INSTRUCTION),
        Action::StartAttribute => (Live::TAG, Live::ATTRIBUTE.and(Live::ATTRIBUTE_NAME)),
        Action::RemoveAttribute | Action::RemoveEarlierAttribute => {
            let current = Live::ATTRIBUTE.and(Live::ATTRIBUTE_NAME);
            (Live::TAG.and(Live::EARLIER_NAMES).and(current), none)
        }
        Action::SetSelfClosing => (Live::TAG, none),
        Action::SetForceQuirks | Action::ClearForceQuirks => (Live::DOCTYPE, none),
        Action::Clear(Field::TemporaryBuffer) => (none, Live::BUFFER),
        Action::Clear(field) => (of_field(*field), none),
        Action::Append(source, field) => {
            let reads = match source {
                Source::TemporaryBuffer => Live::BUFFER,
                Source::Matched | Source::MatchedReference => Live::MATCHED,
                Source::Returned => Live::RETURNED,
                Source::Code => Live::CODE,
                Source::Current
                | Source::CurrentLowercase
                | Source::CurrentUppercase
                | Source::Char(_) => none,
            };
            (reads.and(of_field(*field)), none)
        }
        Action::LetTarget => (Live::BUFFER, Live::TARGET),
        Action::SetAdditional(_) => (none, Live::ADDITIONAL),
        Action::SetContentModel(_) => (none, Live::CONTENT_MODEL),
        Action::SetEscape(_) => (none, Live::ESCAPE),
        Action::SetCode(_) => (none, Live::CODE),
        Action::ReplaceCode | Action::MultiplyCode(_) | Action::AddToCode(_) => (Live::CODE, none),
        Action::UseDigits { .. } => (none, Live::DIGITS),
        Action::InBase { .. } => (none, Live::BASE),
        Action::Error(..)
        | Action::Respond
        | Action::AwaitNext
        | Action::ConsumeNext
        | Action::ConsumeAgain
        | Action::ConsumeAhead { .. }
        | Action::Unconsume
        | Action::BeginMarkup
        | Action::BeginCdataSection
        | Action::EndCdataSection
        | Action::EmitCurrent
        | Action::EmitChar(_)
        | Action::EmitInstead(_)
        | Action::EmitEof
        | Action::If(..) => (none, none),
    }
}

pub(super) fn of_test(test: &Test, facts: Facts) -> Live {
    // A known answer depends on no register.
    if facts.answer(test).is_some() {
        return Live::default();
    }
    match test {
        Test::Not(test) => of_test(test, facts),
        Test::All(tests) | Test::Any(tests) => tests
            .iter()
            .fold(Live::default(), |all, test| all.and(of_test(test, facts))),
        Test::TemporaryBufferIs(_) => Live::BUFFER,
        Test::TargetIs(_) => Live::TARGET,
        Test::ReturnStateIs(_) => Live::RETURN_STATE,
        Test::CallerIs(_) => Live::CALLER,
        Test::Matched | Test::LastMatchedIs(_) => Live::MATCHED,
        Test::NextIsAdditional => Live::ADDITIONAL,
        Test::AheadLastStartTag | Test::AfterLastStartTag { .. } | Test::NoStartTag => {
            Live::LAST_START_TAG
        }
        Test::ContentModelIs(_) => Live::CONTENT_MODEL,
        Test::Escape => Live::ESCAPE,
        Test::TagNameIsLastStartTag => Live::TAG
            .and(Live::TAG_NAME_IS_LAST)
            .and(Live::LAST_START_TAG),
        Test::TagNameIn(_) => Live::TAG.and(Live::TAG_NAME),
        Test::DuplicateAttribute => Live::TAG
            .and(Live::ATTRIBUTE)
            .and(Live::ATTRIBUTE_NAME)
            .and(Live::EARLIER_NAMES),
        Test::HasAttributes => Live::TAG.and(Live::HAS_ATTRIBUTES),
        Test::IsEndTag | Test::SelfClosing => Live::TAG,
        Test::DoctypeNameIs(_) => Live::DOCTYPE.and(Live::DOCTYPE_NAME),
        Test::NothingReturned => Live::RETURNED,
        Test::NoneMatched => Live::ANY_DIGITS,
        Test::CodeInReplacements | Test::CodeIn(_) => Live::CODE,
        Test::Foreign
        | Test::NextIs { .. }
        | Test::Ahead { .. }
        | Test::AheadSequence(..)
        | Test::Behind(_) => Live::default(),
    }
}
