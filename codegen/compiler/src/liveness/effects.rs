//! What the actions and conditions of the IR read and write, in the registers of the tables' own effects.

use super::facts::Facts;
use crate::ir::{Action, Returned, Source, Test};
use tokenwright_tables::grammar::Field;
use tokenwright_tables::kernel::effects::RegisterSet as R;

fn of_field(field: Field) -> R {
    match field {
        Field::TemporaryBuffer => R::BUFFER,
        Field::TagName => R::TAG,
        Field::AttributeName | Field::AttributeValue => R::TAG.or(R::ATTRIBUTE),
        Field::CommentData => R::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => R::DOCTYPE,
        Field::ProcessingInstructionData => R::INSTRUCTION,
    }
}

/// The registers that an action reads, and those that it sets regardless of their old value.
pub(crate) fn effects(action: &Action, facts: Facts) -> (R, R) {
    let none = R::NONE;
    match action {
        Action::ConsumeNamed => (none, R::NAME_MATCH),
        Action::ConsumeDigits => (R::CODE.or(R::RANGE).or(R::BASE).or(R::MATCHED_DIGITS), none),
        Action::Call(_) => (none, R::CODE.or(R::MATCHED_DIGITS).or(R::CALLER)),
        Action::Return(returned) => {
            let reads = match returned {
                Returned::Nothing | Returned::Char(_) => none,
                Returned::Code | Returned::Replacement => R::CODE,
                Returned::Reference => R::NAME_MATCH,
            };
            (reads, R::RETURNED)
        }
        Action::ComeFrom(_) => (none, R::PREVIOUS_STATE),
        Action::SetReturn(_) => (none, R::RETURN_STATE),
        Action::EmitTemporaryBuffer => (R::BUFFER, none),
        Action::EmitReturned => (R::RETURNED, none),
        // An end tag does not change the last start tag.
        Action::EmitTag => match facts.is_end_tag {
            Some(false) => (R::TAG, R::LAST_START_TAG),
            Some(true) | None => (R::TAG, none),
        },
        Action::EmitComment => (R::COMMENT, none),
        Action::EmitDoctype => (R::DOCTYPE, none),
        Action::EmitProcessingInstruction => (R::INSTRUCTION, none),
        Action::CreateTag { .. } => (none, R::OF_TAG),
        Action::CreateDoctype => (none, R::OF_DOCTYPE),
        Action::CreateComment(_) => (none, R::COMMENT),
        Action::CreateProcessingInstruction(_) => (R::TARGET, R::INSTRUCTION),
        Action::StartAttribute => (R::TAG, R::OF_ATTRIBUTE),
        Action::RemoveAttribute | Action::RemoveEarlierAttribute => {
            let current = R::ATTRIBUTE.or(R::ASKS_DUPLICATE);
            (R::TAG.or(R::EARLIER_NAMES).or(current), none)
        }
        Action::SetSelfClosing => (R::TAG, none),
        Action::SetForceQuirks | Action::ClearForceQuirks => (R::DOCTYPE, none),
        Action::Clear(Field::TemporaryBuffer) => (none, R::BUFFER),
        Action::Clear(field) => (of_field(*field), none),
        Action::Append(source, field) => {
            let reads = match source {
                Source::TemporaryBuffer => R::BUFFER,
                Source::Matched | Source::MatchedReference => R::NAME_MATCH,
                Source::Returned => R::RETURNED,
                Source::Code => R::CODE,
                Source::Current
                | Source::CurrentLowercase
                | Source::CurrentUppercase
                | Source::Char(_) => none,
            };
            (reads.or(of_field(*field)), none)
        }
        Action::LetTarget => (R::BUFFER, R::TARGET),
        Action::SetAdditional(_) => (none, R::ADDITIONAL),
        Action::SetContentModel(_) => (none, R::CONTENT_MODEL),
        Action::SetEscape(_) => (none, R::ESCAPE),
        Action::SetCode(_) => (none, R::CODE),
        Action::ReplaceCode | Action::MultiplyCode(_) | Action::AddToCode(_) => (R::CODE, none),
        Action::UseDigits { .. } => (none, R::RANGE),
        Action::InBase { .. } => (none, R::BASE),
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

/// The registers that decide whether a condition holds.
pub(super) fn reads(test: &Test, facts: Facts) -> R {
    // A known answer depends on no register.
    if facts.answer(test).is_some() {
        return R::NONE;
    }
    match test {
        Test::Not(test) => reads(test, facts),
        Test::All(tests) | Test::Any(tests) => tests
            .iter()
            .fold(R::NONE, |all, test| all.or(reads(test, facts))),
        Test::TemporaryBufferIs(_) => R::BUFFER,
        Test::TargetIs(_) => R::TARGET,
        Test::ReturnStateIs(_) => R::RETURN_STATE,
        Test::CallerIs(_) => R::CALLER,
        Test::Matched | Test::LastMatchedIs(_) => R::NAME_MATCH,
        Test::NextIsAdditional => R::ADDITIONAL,
        Test::AheadLastStartTag | Test::AfterLastStartTag { .. } | Test::NoStartTag => {
            R::LAST_START_TAG
        }
        Test::ContentModelIs(_) => R::CONTENT_MODEL,
        Test::Escape => R::ESCAPE,
        Test::TagNameIsLastStartTag => R::TAG.or(R::ASKS_TAG_NAME).or(R::LAST_START_TAG),
        Test::TagNameIn(_) => R::TAG.or(R::ASKS_TAG_LIST),
        Test::DuplicateAttribute => R::TAG
            .or(R::ATTRIBUTE)
            .or(R::ASKS_DUPLICATE)
            .or(R::EARLIER_NAMES),
        Test::HasAttributes => R::TAG.or(R::ASKS_ATTRIBUTES),
        Test::IsEndTag | Test::SelfClosing => R::TAG,
        Test::DoctypeNameIs(_) => R::DOCTYPE.or(R::ASKS_DOCTYPE_NAME),
        Test::NothingReturned => R::RETURNED,
        Test::NoneMatched => R::MATCHED_DIGITS,
        Test::CodeInReplacements | Test::CodeIn(_) => R::CODE,
        Test::Foreign
        | Test::NextIs { .. }
        | Test::Ahead { .. }
        | Test::AheadSequence(..)
        | Test::Behind(_) => R::NONE,
    }
}
