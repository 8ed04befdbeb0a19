//! Records the registers that two machines read.

use std::cell::Cell;
use tokenwright_interpreter::Observer;
use tokenwright_tables::grammar::{Condition, Field, Source, Step};
use tokenwright_tables::kernel::effects::{Effects, RegisterSet as R};

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
    /// Every query, with what asks it by reading a register.
    pub(super) const ALL: [(Query, R); 11] = [
        // A buffer that is only copied may have any content.
        (Query::Buffer, R::BUFFER_COMPARED),
        (Query::ReturnState, R::RETURN_STATE),
        (Query::LastStartTag, R::LAST_START_TAG),
        (Query::TagName, R::ASKS_TAG_NAME),
        (Query::Tag, R::TAG),
        (Query::Comment, R::COMMENT),
        (Query::Doctype, R::DOCTYPE),
        (Query::Instruction, R::INSTRUCTION),
        (Query::ContentModel, R::CONTENT_MODEL),
        (Query::Escape, R::ESCAPE),
        // The namespace of the current node is in no register.
        (Query::Foreign, R::NONE),
    ];

    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The registers that may be read: their contents are tried, or any content does. Numbers, names, procedures and earlier
/// characters are not tracked.
const TRACKED: R = R::BUFFER
    .or(R::RETURN_STATE)
    .or(R::LAST_START_TAG)
    .or(R::ADDITIONAL)
    .or(R::CONTENT_MODEL)
    .or(R::ESCAPE)
    .or(R::OF_TAG.without(R::ASKS_TAG_LIST))
    .or(R::COMMENT.or(R::ASSIGNS_COMMENT))
    .or(R::OF_DOCTYPE)
    .or(R::INSTRUCTION.or(R::ASSIGNS_INSTRUCTION));

/// The registers that may be replaced.
const REPLACED: R = TRACKED
    .without(R::ADDITIONAL)
    .or(R::OF_TAG)
    .or(R::CODE.or(R::RANGE).or(R::BASE));

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
    fn query(&self, query: Query) {
        self.queried.set(self.queried.get() | query.bit());
    }

    fn attribute(&self, grows: bool, queried: bool) {
        let (before, also) = self.attribute.get();
        self.attribute.set((before || grows, also || queried));
        if (before || grows) && (also || queried) {
            self.open.set(true);
        }
    }

    fn add(&self, effects: &Effects<'_>) {
        for (query, registers) in Query::ALL {
            if effects.reads.has(registers) {
                self.query(query);
            }
        }
        let untracked = effects.reads.or(effects.updates).without(TRACKED);
        if untracked.or(effects.writes.without(REPLACED)) != R::NONE {
            self.open.set(true);
        }
    }
}

impl Observer for &ReadRecorder {
    fn condition_tested(&mut self, condition: &Condition, _held: bool) {
        self.add(&condition.effects());
        match condition {
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => self.query(Query::Foreign),
            Condition::DuplicateAttribute(_) => self.attribute(false, true),
            Condition::AheadSequence(..) | Condition::Behind(..) => self.open.set(true),
            _ => {}
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            // What is copied may have any content.
            Step::Set(field, _) => self.add(&Step::Set(*field, Source::Empty).effects()),
            Step::Append(_, field) => self.add(&Step::Append(Source::Empty, *field).effects()),
            step => self.add(&step.effects()),
        }
        match step {
            Step::StartAttribute
            | Step::Set(Field::AttributeName, _)
            | Step::Append(_, Field::AttributeName) => self.attribute(true, false),
            Step::RemoveAttribute | Step::RemoveEarlierAttribute => self.attribute(false, true),
            Step::Unconsume | Step::ReplaceInput(_) => self.open.set(true),
            _ => {}
        }
    }
}
