//! Conditions, from those of the compiler.

use crate::format::{Range, Test};
use crate::machine::Names;
use crate::operations::position;
use tokenwright_compiler::ir::{self, StateId};

impl Names<'_> {
    /// A condition in the format.
    pub(crate) fn test(&self, test: &ir::Test) -> Test {
        let state = |id: &StateId| self.state(*id);
        let all = |tests: &[ir::Test]| tests.iter().map(|test| self.test(test)).collect();
        match test {
            ir::Test::Not(test) => Test::Not {
                of: Box::new(self.test(test)),
            },
            ir::Test::All(tests) => Test::All { of: all(tests) },
            ir::Test::Any(tests) => Test::Any { of: all(tests) },
            ir::Test::TemporaryBufferIs(text) => Test::TemporaryBufferIs { text: text.clone() },
            ir::Test::TargetIs(text) => Test::TargetIs { text: text.clone() },
            ir::Test::ReturnStateIs(id) => Test::ReturnStateIs { state: state(id) },
            ir::Test::CallerIs(id) => Test::CallerIs { state: state(id) },
            ir::Test::Foreign => Test::Foreign,
            ir::Test::Matched => Test::Matched,
            ir::Test::LastMatchedIs(c) => Test::LastMatchedIs {
                character: u32::from(*c),
            },
            ir::Test::NextIs { on, eof } => Test::NextIs {
                on: ranges(on.ranges()),
                eof: *eof,
            },
            ir::Test::NextIsAdditional => Test::NextIsAdditionalAllowed,
            ir::Test::Ahead {
                text,
                ignore_case,
                from,
            } => Test::Ahead {
                text: text.clone(),
                ignore_case: *ignore_case,
                from: position(*from),
            },
            ir::Test::AheadSequence(on, then) => Test::AheadSequence {
                on: ranges(on.ranges()),
                then: u32::from(*then),
            },
            ir::Test::AheadLastStartTag => Test::AheadLastStartTag,
            ir::Test::AfterLastStartTag { on, eof } => Test::AfterLastStartTag {
                on: ranges(on.ranges()),
                eof: *eof,
            },
            ir::Test::NoStartTag => Test::NoStartTag,
            ir::Test::Behind(text) => Test::Behind { text: text.clone() },
            ir::Test::ContentModelIs(model) => Test::ContentModelIs {
                model: model.to_string(),
            },
            ir::Test::Escape => Test::EscapeFlag,
            ir::Test::IsEndTag => Test::IsEndTag,
            ir::Test::TagNameIsLastStartTag => Test::TagNameIsLastStartTag,
            ir::Test::TagNameIn(list) => Test::TagNameIn {
                names: self.list(*list),
            },
            ir::Test::DuplicateAttribute => Test::DuplicateAttribute,
            ir::Test::HasAttributes => Test::HasAttributes,
            ir::Test::SelfClosing => Test::SelfClosing,
            ir::Test::DoctypeNameIs(text) => Test::DoctypeNameIs { text: text.clone() },
            ir::Test::NothingReturned => Test::NothingReturned,
            ir::Test::NoneMatched => Test::NoDigits,
            ir::Test::CodeInReplacements => Test::CodeInReplacements,
            ir::Test::CodeIn(all) => Test::CodeIn {
                ranges: ranges(all),
            },
        }
    }
}

/// The ranges of a set.
pub(crate) fn ranges(all: &[(u32, u32)]) -> Vec<Range> {
    all.iter().map(|(first, last)| [*first, *last]).collect()
}
