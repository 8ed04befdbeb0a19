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
    pub(super) asked: Cell<u32>,
    /// Something was done that depends on more than can be tried.
    pub(super) open: Cell<bool>,
    /// The name of an attribute has grown, or a condition has checked it for a duplicate.
    attribute: Cell<(bool, bool)>,
}

impl ReadRecorder {
    fn ask(&self, asks: &[Query]) {
        let bits = asks.iter().fold(0, |bits, ask| bits | ask.bit());
        self.asked.set(self.asked.get() | bits);
    }

    fn attribute(&self, grows: bool, asked: bool) {
        let (before, also) = self.attribute.get();
        self.attribute.set((before || grows, also || asked));
        if (before || grows) && (also || asked) {
            self.open.set(true);
        }
    }

    fn field(&self, field: Field) {
        match field {
            Field::TemporaryBuffer => {}
            Field::TagName => self.ask(&[Query::Tag]),
            Field::AttributeName => {
                self.ask(&[Query::Tag]);
                self.attribute(true, false);
            }
            Field::AttributeValue => self.ask(&[Query::Tag]),
            Field::CommentData => self.ask(&[Query::Comment]),
            Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
                self.ask(&[Query::Doctype]);
            }
            Field::ProcessingInstructionData => self.ask(&[Query::Instruction]),
        }
    }
}

impl Observer for &ReadRecorder {
    fn answered(&mut self, condition: &Condition, _held: bool) {
        match condition {
            Condition::TemporaryBuffer(..) => self.ask(&[Query::Buffer]),
            Condition::ReturnState(..) => self.ask(&[Query::ReturnState]),
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => self.ask(&[Query::Foreign]),
            Condition::AheadLastStartTag(_)
            | Condition::AfterLastStartTag(..)
            | Condition::NoStartTagEmitted => self.ask(&[Query::LastStartTag]),
            Condition::TagNameIsLastStartTag(_) => {
                self.ask(&[Query::LastStartTag, Query::TagName, Query::Tag]);
            }
            Condition::ContentModelFlag(..) => self.ask(&[Query::ContentModel]),
            Condition::EscapeFlag(..) => self.ask(&[Query::Escape]),
            Condition::CurrentTag(..) | Condition::HasAttributes | Condition::SelfClosing(_) => {
                self.ask(&[Query::Tag]);
            }
            Condition::DuplicateAttribute(_) => {
                self.ask(&[Query::Tag]);
                self.attribute(false, true);
            }
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
            Step::SwitchToReturn | Step::ReconsumeInReturn => self.ask(&[Query::ReturnState]),
            Step::EmitToken(token) => self.ask(&[match token {
                Token::Tag => Query::Tag,
                Token::Comment => Query::Comment,
                Token::Doctype => Query::Doctype,
                Token::ProcessingInstruction => Query::Instruction,
            }]),
            Step::StartAttribute => {
                self.ask(&[Query::Tag]);
                self.attribute(true, false);
            }
            Step::SetSelfClosing => self.ask(&[Query::Tag]),
            Step::RemoveAttribute | Step::RemoveEarlierAttribute => {
                self.ask(&[Query::Tag]);
                self.attribute(false, true);
            }
            Step::SetForceQuirks => self.ask(&[Query::Doctype]),
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
