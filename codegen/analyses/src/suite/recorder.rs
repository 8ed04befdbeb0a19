//! Records the registers that two machines read.

use std::cell::Cell;
use tokenwright_interpreter::Observer;
use tokenwright_tables::grammar::{Condition, Field, Step, Token, TokenKind};

/// The registers, and other facts about a run, that a condition may test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    Buffer,
    ReturnState,
    LastStartTag,
    TagName,
    Tag,
    Comment,
    Doctype,
    Instruction,
    ContentModel,
    Escape,
    Foreign,
}

impl Query {
    pub(super) const ALL: [Query; 11] = [
        Query::Buffer,
        Query::ReturnState,
        Query::LastStartTag,
        Query::TagName,
        Query::Tag,
        Query::Comment,
        Query::Doctype,
        Query::Instruction,
        Query::ContentModel,
        Query::Escape,
        Query::Foreign,
    ];

    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Records the queries of running machines.
#[derive(Debug, Default)]
pub(super) struct ReadRecorder {
    pub(super) queried: Cell<u32>,
    /// Something was done that depends on more than can be tried.
    pub(super) open: Cell<bool>,
    /// The name of an attribute has grown, or a condition has checked it for a duplicate.
    attribute: Cell<(bool, bool)>,
}

impl ReadRecorder {
    fn query(&self, queries: &[Query]) {
        let bits = queries.iter().fold(0, |bits, query| bits | query.bit());
        self.queried.set(self.queried.get() | bits);
    }

    fn attribute(&self, grows: bool, queried: bool) {
        let (before, also) = self.attribute.get();
        self.attribute.set((before || grows, also || queried));
        if (before || grows) && (also || queried) {
            self.open.set(true);
        }
    }

    fn field(&self, field: Field) {
        match field {
            Field::TemporaryBuffer => {}
            Field::TagName => self.query(&[Query::Tag]),
            Field::AttributeName => {
                self.query(&[Query::Tag]);
                self.attribute(true, false);
            }
            Field::AttributeValue => self.query(&[Query::Tag]),
            Field::CommentData => self.query(&[Query::Comment]),
            Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
                self.query(&[Query::Doctype]);
            }
            Field::ProcessingInstructionData => self.query(&[Query::Instruction]),
        }
    }
}

impl Observer for &ReadRecorder {
    fn condition_tested(&mut self, condition: &Condition, _held: bool) {
        match condition {
            Condition::TemporaryBuffer(..) => self.query(&[Query::Buffer]),
            Condition::ReturnState(..) => self.query(&[Query::ReturnState]),
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => self.query(&[Query::Foreign]),
            Condition::AheadLastStartTag(_)
            | Condition::AfterLastStartTag(..)
            | Condition::NoStartTagEmitted => self.query(&[Query::LastStartTag]),
            Condition::TagNameIsLastStartTag(_) => {
                self.query(&[Query::LastStartTag, Query::TagName, Query::Tag]);
            }
            Condition::ContentModelFlag(..) => self.query(&[Query::ContentModel]),
            Condition::EscapeFlag(..) => self.query(&[Query::Escape]),
            Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => {
                self.query(&[Query::Tag]);
            }
            Condition::DuplicateAttribute(_) => {
                self.query(&[Query::Tag]);
                self.attribute(false, true);
            }
            Condition::DoctypeName(..) => self.query(&[Query::Doctype]),
            Condition::CurrentState(..) | Condition::NextInput(..) | Condition::Keyword(..) => {}
            Condition::Target(..)
            | Condition::Match(_)
            | Condition::LastMatched(..)
            | Condition::NoneMatched
            | Condition::AheadSequence(..)
            | Condition::Behind(..)
            | Condition::TagNameIn(..)
            | Condition::NothingReturned
            | Condition::EofReached
            | Condition::CodeInReplacements(_)
            | Condition::Code(..) => self.open.set(true),
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::SwitchToReturn | Step::ReconsumeInReturn => self.query(&[Query::ReturnState]),
            Step::EmitToken(token) => self.query(&[match token {
                Token::Tag => Query::Tag,
                Token::Comment => Query::Comment,
                Token::Doctype => Query::Doctype,
                Token::ProcessingInstruction => Query::Instruction,
            }]),
            Step::StartAttribute => {
                self.query(&[Query::Tag]);
                self.attribute(true, false);
            }
            Step::SetSelfClosing => self.query(&[Query::Tag]),
            Step::RemoveAttribute | Step::RemoveEarlierAttribute => {
                self.query(&[Query::Tag]);
                self.attribute(false, true);
            }
            Step::SetForceQuirks | Step::ClearForceQuirks => self.query(&[Query::Doctype]),
            Step::Set(field, _) | Step::Append(_, field) => self.field(*field),
            Step::Create(TokenKind::Doctype | TokenKind::StartTag | TokenKind::EndTag)
            | Step::CreateComment(_)
            | Step::Switch(_)
            | Step::Reconsume(_)
            | Step::ReconsumeCurrent
            | Step::TreatAsAnythingElse
            | Step::Ignore
            | Step::ConsumeNext
            | Step::ConsumeThose
            | Step::EmitCurrent
            | Step::EmitTemporaryBuffer
            | Step::EmitChar(_)
            | Step::EmitEof
            | Step::SetReturnState(_)
            | Step::SetContentModel(_)
            | Step::SetEscape(_)
            | Step::SetCode(_)
            | Step::UseHexDigits
            | Step::UseDigits
            | Step::AsHexadecimal
            | Step::AsDecimal
            | Step::NamedError(_)
            | Step::BareError => {}
            // Numbers, names, procedures and earlier characters are not tracked.
            _ => self.open.set(true),
        }
    }
}
