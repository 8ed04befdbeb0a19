//! What every step and every condition reads and writes, for the checker of certificates. The checker
//! trusts this table and not that of the search. The matches have no wildcard: a new form does not compile
//! until its effects are listed.

use tokenwright_tables::grammar::{
    Char, Condition, Field, Matcher, Set, Source, Step, Token, TokenKind,
};

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
/// Registers that never outlive a state: the matched characters, and the bulk.
const MATCHED: u32 = 1 << 15;
const BULK: u32 = 1 << 16;

/// The registers that a step reads, and those that have a known value after it.
pub(super) fn of_step(step: &Step) -> (u32, u32) {
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
        | Step::EmitEof
        | Step::EmitChar(_)
        | Step::ReplaceInput(_)
        // Both flags are always carried.
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::NamedError(_)
        | Step::BareError => (0, 0),
        Step::SwitchToReturn | Step::ReconsumeInReturn => (RETURN, 0),
        Step::SwitchBack => (ORIGIN, 0),
        Step::ConsumeNamed => (0, MATCHED | REFERENCE),
        Step::ConsumeMatching => (DIGITS, MATCHED),
        Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => (0, BULK),
        Step::EmitTemporaryBuffer => (BUFFER, 0),
        Step::EmitReturned => (RETURNED, 0),
        Step::EmitConsumed => (BULK, 0),
        Step::EmitBulkComment | Step::EmitBulkCommentReplaced => (BULK | ORIGIN, 0),
        Step::EmitToken(Token::Tag) => (TAG, 0),
        Step::EmitToken(Token::Comment) => (COMMENT, 0),
        Step::EmitToken(Token::Doctype) => (DOCTYPE, 0),
        Step::EmitToken(Token::ProcessingInstruction) => (INSTRUCTION, 0),
        Step::CreateComment(_) => (0, COMMENT),
        Step::CreateProcessingInstruction(_) => (TARGET, INSTRUCTION),
        Step::Create(TokenKind::Doctype) => (0, DOCTYPE),
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => (0, TAG),
        Step::StartAttribute => (TAG, 0),
        Step::RemoveAttribute | Step::RemoveEarlierAttribute | Step::SetSelfClosing => (TAG, 0),
        Step::SetForceQuirks | Step::ClearForceQuirks => (DOCTYPE, 0),
        Step::SetReturnState(_) => (0, RETURN),
        Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => (0, ADDITIONAL),
        Step::ReplaceCode | Step::MultiplyCode(_) | Step::AddToCode(_) => (CODE, 0),
        Step::SetCode(_) => (0, CODE),
        Step::InterpretNumber => (MATCHED | BASE, CODE),
        Step::UseHexDigits | Step::UseDigits => (0, DIGITS),
        Step::AsHexadecimal | Step::AsDecimal => (0, BASE),
        Step::Set(Field::TemporaryBuffer, source) => (of_source(*source), BUFFER),
        Step::Set(field, source) => (holder(*field) | of_source(*source), 0),
        Step::Append(source, field) => (holder(*field) | of_source(*source), 0),
        Step::LetTarget => (BUFFER, TARGET),
        Step::Attempt(_) | Step::ReturnNothing | Step::ReturnChar(_) => (0, RETURNED),
        Step::ReturnMatchedReference => (REFERENCE, RETURNED),
        Step::ReturnReplacement | Step::ReturnCode => (CODE, RETURNED),
    }
}

fn of_source(source: Source) -> u32 {
    match source {
        Source::Current
        | Source::CurrentLowercase
        | Source::CurrentUppercase
        | Source::Empty
        | Source::Char(_) => 0,
        Source::TemporaryBuffer => BUFFER,
        Source::Matched => MATCHED,
        Source::MatchedReference => REFERENCE,
        Source::Returned => RETURNED,
        Source::CharacterReferenceCode => CODE,
    }
}

/// The register that has a field. The other fields of the register keep their values.
fn holder(field: Field) -> u32 {
    match field {
        Field::TagName | Field::AttributeName | Field::AttributeValue => TAG,
        Field::CommentData => COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => DOCTYPE,
        Field::ProcessingInstructionData => INSTRUCTION,
        Field::TemporaryBuffer => BUFFER,
    }
}

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

const UPPER: (u32, u32) = (0x41, 0x5A);
const LOWER: (u32, u32) = (0x61, 0x7A);

pub(super) fn one(character: Char) -> Vec<CharacterSet> {
    vec![vec![(character.0, character.0)]]
}

/// Each letter of a text; with both cases, since a text may be compared in either.
pub(super) fn text(text: &str) -> Vec<CharacterSet> {
    let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
    let both = text.chars().flat_map(both).map(u32::from);
    both.map(|code| vec![(code, code)]).collect()
}

/// The sets of characters that a step names, or treats differently from others.
pub(super) fn characters(step: &Step) -> Vec<CharacterSet> {
    match step {
        Step::ConsumeThroughChar(c)
        | Step::EmitChar(c)
        | Step::SetAdditionalAllowed(c)
        | Step::ReturnChar(c)
        | Step::ReplaceInput(c) => one(*c),
        Step::ConsumeThroughText(ends) => text(&ends.0),
        Step::CreateComment(data) | Step::CreateProcessingInstruction(data) => text(&data.0),
        Step::EmitBulkCommentReplaced => vec![vec![(0, 0)], vec![(0xFFFD, 0xFFFD)]],
        // A character before that number stops the machine.
        Step::AddToCode(minus) => vec![vec![(0, minus.value().saturating_sub(1))]],
        Step::ConsumeMatching => {
            vec![
                vec![(0x30, 0x39)],
                vec![(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
            ]
        }
        Step::Set(_, source) | Step::Append(source, _) => match source {
            Source::Char(c) => one(*c),
            Source::CurrentLowercase => vec![vec![UPPER]],
            Source::CurrentUppercase => vec![vec![LOWER]],
            Source::Current
            | Source::TemporaryBuffer
            | Source::Matched
            | Source::MatchedReference
            | Source::Returned
            | Source::CharacterReferenceCode
            | Source::Empty => Vec::new(),
        },
        // A name is looked up as a whole.
        Step::ConsumeNamed
        | Step::Switch(_)
        | Step::SwitchBack
        | Step::SwitchToReturn
        | Step::Reconsume(_)
        | Step::ReconsumeInReturn
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
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
