//! What every step and every condition reads and writes, for a machine that carries only some of
//! its registers. The matches are complete: a form that is added does not compile until it is said
//! here what it does.

use crate::grammar::{Condition, Field, Matcher, Set, Source, Step, Token, TokenKind};

macro_rules! registers {
    ($($name:ident = $bit:literal $what:literal),+ $(,)?) => {
        $(pub(crate) const $name: u32 = 1 << $bit;)+
        /// What a machine can carry from one state to the next, and what it is called.
        pub(crate) const CARRIED: &[(u32, &str)] = &[$(($name, $what)),+];
    };
}
registers! {
    BUFFER = 0 "the temporary buffer",
    COMPARED = 1 "the temporary buffer to compare it",
    RETURN = 2 "the return state",
    LAST = 3 "the last start tag",
    ADDITIONAL = 4 "the additional allowed character",
    CODE = 5 "the character reference code",
    DIGITS = 6 "the digits in use",
    BASE = 7 "the base in use",
    TARGET = 8 "target",
    REFERENCE = 9 "the matched reference",
    RETURNED = 10 "what was returned",
    TAG = 11 "the tag",
    NAMED = 12 "the tag name to compare it",
    GROWS = 13 "the tag name to append to it",
    DUPLICATE = 14 "the attribute name to compare it",
    COMMENT = 15 "the comment",
    DOCTYPE = 16 "the DOCTYPE",
    INSTRUCTION = 17 "the processing instruction",
    ORIGIN = 18 "the state that switched here",
    FOREIGN = 19 "the namespace of the current node",
}
/// What is not carried: what was matched, its text, and the bulk.
const MATCHED: u32 = 1 << 20;
const TEXT: u32 = 1 << 21;
const BULK: u32 = 1 << 22;

/// What a step needs, what it settles, and what is not known after it.
#[derive(Default)]
pub(super) struct Effect {
    pub(super) reads: u32,
    pub(super) writes: u32,
    pub(super) spoils: u32,
}

pub(super) fn of_step(step: &Step) -> Effect {
    let (reads, writes, spoils) = match step {
        Step::Switch(_)
        | Step::Reconsume(_)
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitEof
        | Step::EmitChar(_)
        | Step::ReplaceInput(_)
        // Both flags are carried always.
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::NamedError(_)
        | Step::BareError => (0, 0, 0),
        Step::SwitchToReturn | Step::ReconsumeInReturn => (RETURN, 0, 0),
        Step::SwitchBack => (ORIGIN, 0, 0),
        Step::ConsumeNamed => (0, MATCHED | TEXT | REFERENCE, 0),
        Step::ConsumeMatching => (DIGITS, MATCHED, TEXT),
        Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => (0, BULK, 0),
        Step::EmitTemporaryBuffer => (BUFFER, 0, 0),
        Step::EmitReturned => (RETURNED, 0, 0),
        Step::EmitConsumed => (BULK, 0, 0),
        Step::EmitBulkComment | Step::EmitBulkCommentReplaced => (BULK | ORIGIN, 0, 0),
        Step::EmitToken(Token::Tag) => (TAG, 0, 0),
        Step::EmitToken(Token::Comment) => (COMMENT, 0, 0),
        Step::EmitToken(Token::Doctype) => (DOCTYPE, 0, 0),
        Step::EmitToken(Token::ProcessingInstruction) => (INSTRUCTION, 0, 0),
        Step::CreateComment(_) => (0, COMMENT, 0),
        Step::CreateProcessingInstruction(_) => (TARGET, INSTRUCTION, 0),
        Step::Create(TokenKind::Doctype) => (0, DOCTYPE, 0),
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => {
            (0, TAG | NAMED | GROWS | DUPLICATE, 0)
        }
        Step::StartAttribute => (TAG, 0, DUPLICATE),
        Step::RemoveAttribute | Step::SetSelfClosing => (TAG, 0, 0),
        Step::SetForceQuirks => (DOCTYPE, 0, 0),
        Step::SetReturnState(_) => (0, RETURN, 0),
        Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => (0, ADDITIONAL, 0),
        Step::ReplaceCode | Step::MultiplyCode(_) | Step::AddToCode(_) => (CODE, 0, 0),
        Step::SetCode(_) => (0, CODE, 0),
        Step::InterpretNumber => (MATCHED | BASE, CODE, 0),
        Step::UseHexDigits | Step::UseDigits => (0, DIGITS, 0),
        Step::AsHexadecimal | Step::AsDecimal => (0, BASE, 0),
        Step::Set(field, source) => {
            let (read, known) = of_source(*source);
            let (set, spoils) = of_field(*field, known);
            (read | holder(*field), set, spoils)
        }
        Step::Append(source, field) => {
            let (read, known) = of_source(*source);
            let grows = if *field == Field::TagName { GROWS } else { 0 };
            (read | holder(*field) | grows, 0, of_field(*field, known).1)
        }
        Step::LetTarget => (BUFFER | COMPARED, TARGET, 0),
        Step::Attempt(_) | Step::ReturnNothing | Step::ReturnChar(_) => (0, RETURNED, 0),
        Step::ReturnMatchedReference => (REFERENCE, RETURNED, 0),
        Step::ReturnReplacement | Step::ReturnCode => (CODE, RETURNED, 0),
    };
    Effect {
        reads,
        writes,
        spoils,
    }
}

/// What a source reads, and whether it can be compared then with what tables say.
fn of_source(source: Source) -> (u32, bool) {
    match source {
        Source::Current | Source::CurrentLowercase | Source::Empty | Source::Char(_) => (0, true),
        Source::TemporaryBuffer => (BUFFER, false),
        Source::Matched => (MATCHED | TEXT, false),
        Source::MatchedReference => (REFERENCE, false),
        Source::Returned => (RETURNED, false),
        Source::CharacterReferenceCode => (CODE, false),
    }
}

/// What is settled of a field by setting it, and what is not known of it once it was written to.
fn of_field(field: Field, known: bool) -> (u32, u32) {
    let compared = |all: u32, compared: u32| match known {
        true => (all | compared, 0),
        false => (all, compared),
    };
    match field {
        Field::TemporaryBuffer => compared(BUFFER, COMPARED),
        Field::TagName => compared(GROWS, NAMED),
        Field::AttributeName => (0, DUPLICATE),
        Field::AttributeValue
        | Field::CommentData
        | Field::DoctypeName
        | Field::PublicIdentifier
        | Field::SystemIdentifier
        | Field::ProcessingInstructionData => (0, 0),
    }
}

/// The token that is written to.
fn holder(field: Field) -> u32 {
    match field {
        Field::TagName | Field::AttributeName | Field::AttributeValue => TAG,
        Field::CommentData => COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => DOCTYPE,
        Field::ProcessingInstructionData => INSTRUCTION,
        Field::TemporaryBuffer => 0,
    }
}

fn of_set(set: &Set) -> u32 {
    match set.0.contains(&Matcher::AdditionalAllowed) {
        true => ADDITIONAL,
        false => 0,
    }
}

/// What a condition reads.
pub(crate) fn of_condition(condition: &Condition) -> u32 {
    match condition {
        Condition::TemporaryBuffer(..) => COMPARED,
        Condition::Target(..) => TARGET,
        Condition::ReturnState(..) => RETURN,
        Condition::NextInput(_, set) | Condition::AheadSequence(_, set, _) => of_set(set),
        Condition::CurrentState(..)
        | Condition::Keyword(..)
        | Condition::Behind(..)
        | Condition::ContentModelFlag(..)
        | Condition::EscapeFlag(..) => 0,
        Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_) => FOREIGN,
        Condition::Match(_) => REFERENCE,
        Condition::LastMatched(..) => MATCHED | TEXT,
        Condition::NoneMatched => MATCHED,
        Condition::AfterLastStartTag(_, set) => LAST | of_set(set),
        Condition::AheadLastStartTag(_) | Condition::NoStartTagEmitted => LAST,
        Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => TAG,
        Condition::TagNameIsLastStartTag(_) => TAG | NAMED | LAST,
        Condition::TagNameIn(..) => TAG | NAMED,
        Condition::DuplicateAttribute(_) => TAG | DUPLICATE,
        Condition::NothingReturned => RETURNED,
        Condition::EofReached => BULK,
        Condition::CodeInReplacements(_) | Condition::Code(..) => CODE,
    }
}
