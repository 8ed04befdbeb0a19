//! Operations, from the nodes of the compiler.

use crate::format::{Field, Operation, Position, Returned, Source};
use crate::machine::Names;
use tokenwright_compiler::ir::{self, Action, InputPosition, StateId, Target};
use tokenwright_compiler::lower::StepNode;
use tokenwright_tables::grammar;

impl Names<'_> {
    /// The operations of nodes.
    ///
    /// # Errors
    /// A node that the format does not have.
    pub(crate) fn operations(&self, nodes: &[StepNode]) -> Result<Vec<Operation>, String> {
        let operations = nodes.iter().map(|node| self.operation(node));
        operations.filter_map(Result::transpose).collect()
    }

    /// The operation of a node; `None` if it has no effect on an input that is in memory.
    fn operation(&self, node: &StepNode) -> Result<Option<Operation>, String> {
        let state = |id: &StateId| self.state(*id);
        Ok(Some(match node {
            StepNode::Act(action) => return self.action(action),
            StepNode::Go(Target::State(id)) => Operation::Switch { state: state(id) },
            StepNode::Go(Target::Return) => Operation::SwitchToReturnState,
            StepNode::Go(Target::Back) => Operation::SwitchToOrigin,
            StepNode::Go(Target::Caller) | StepNode::GoWithCurrent { .. } => {
                return Err(format!("{node:?} among resolved nodes"));
            }
            StepNode::Reconsume => Operation::Reconsume,
            StepNode::If(test, then, otherwise) => Operation::If {
                test: self.test(test),
                then: self.operations(then)?,
                otherwise: self.operations(otherwise)?,
            },
            StepNode::Call(id) => Operation::Call {
                procedure: state(id),
            },
            StepNode::Return(returned) => {
                let (value, character) = match returned {
                    ir::Returned::Nothing => (Returned::Nothing, None),
                    ir::Returned::Char(c) => (Returned::Character, Some(u32::from(*c))),
                    ir::Returned::Code => (Returned::Code, None),
                    ir::Returned::Replacement => (Returned::NumericReplacement, None),
                    ir::Returned::Reference => (Returned::MatchedReference, None),
                };
                Operation::Return { value, character }
            }
            StepNode::Done => Operation::EmitEndOfFile,
        }))
    }

    fn action(&self, action: &Action) -> Result<Option<Operation>, String> {
        let character = |c: &char| u32::from(*c);
        let state = |id: &StateId| self.state(*id);
        Ok(Some(match action {
            // They matter if the input arrives in chunks, or for spans.
            Action::AwaitNext
            | Action::BeginMarkup
            // Tree construction switches at `emit-tag`.
            | Action::Respond
            | Action::BeginCdataSection
            | Action::EndCdataSection => return Ok(None),
            // Cutting and procedures are not lowered to these here.
            Action::ConsumeAgain | Action::Call(_) | Action::Return(_) | Action::EmitEof => {
                return Err(format!("{action:?} among resolved nodes"));
            }
            Action::Error(error, at) => Operation::ParseError {
                code: self.error(*error),
                at: position(*at),
            },
            Action::ConsumeNext => Operation::ConsumeNext,
            Action::ConsumeAhead { len, from } => Operation::ConsumeText {
                bytes: *len,
                from: position(*from),
            },
            Action::ConsumeNamed => Operation::ConsumeNamedReference,
            Action::ConsumeDigits => Operation::ConsumeDigits,
            Action::Unconsume => Operation::Unconsume,
            Action::ComeFrom(id) => Operation::SetOrigin { state: state(id) },
            Action::SetReturn(id) => Operation::SetReturnState { state: state(id) },
            Action::EmitCurrent => Operation::EmitCurrentCharacter,
            Action::EmitChar(c) | Action::EmitInstead(c) => Operation::EmitCharacter {
                character: character(c),
            },
            Action::EmitTemporaryBuffer => Operation::EmitTemporaryBuffer,
            Action::EmitReturned => Operation::EmitReturned,
            Action::EmitTag => Operation::EmitTag,
            Action::EmitComment => Operation::EmitComment,
            Action::EmitDoctype => Operation::EmitDoctype,
            Action::EmitProcessingInstruction => Operation::EmitProcessingInstruction,
            Action::CreateTag { end_tag } => Operation::CreateTag { end_tag: *end_tag },
            Action::CreateDoctype => Operation::CreateDoctype,
            Action::CreateComment(data) => Operation::CreateComment { data: data.clone() },
            Action::CreateProcessingInstruction(data) => {
                Operation::CreateProcessingInstruction { data: data.clone() }
            }
            Action::StartAttribute => Operation::StartAttribute,
            Action::RemoveAttribute => Operation::RemoveAttribute,
            Action::RemoveEarlierAttribute => Operation::RemoveEarlierAttribute,
            Action::SetForceQuirks => Operation::SetForceQuirks,
            Action::ClearForceQuirks => Operation::ClearForceQuirks,
            Action::SetSelfClosing => Operation::SetSelfClosing,
            Action::Clear(to) => Operation::Clear { field: field(*to) },
            Action::Append(ir::Source::Char(c), to) => Operation::AppendCharacter {
                character: character(c),
                field: field(*to),
            },
            Action::Append(from, to) => Operation::Append {
                source: source(*from)?,
                field: field(*to),
            },
            Action::LetTarget => Operation::SetTarget,
            Action::SetAdditional(c) => Operation::SetAdditionalAllowed {
                character: c.map(u32::from),
            },
            Action::SetContentModel(model) => Operation::SetContentModel {
                model: model.to_string(),
            },
            Action::SetEscape(value) => Operation::SetEscapeFlag { value: *value },
            Action::SetCode(value) => Operation::SetCode { value: *value },
            Action::ReplaceCode => Operation::ReplaceCode,
            Action::MultiplyCode(by) => Operation::MultiplyCode { by: *by },
            Action::AddToCode(minus) => Operation::AddToCode { minus: *minus },
            Action::UseDigits { hexadecimal } => Operation::SetDigits {
                hexadecimal: *hexadecimal,
            },
            Action::InBase { hexadecimal } => Operation::SetBase {
                hexadecimal: *hexadecimal,
            },
            Action::If(test, then, otherwise) => {
                let all = |actions: &[Action]| -> Result<Vec<Operation>, String> {
                    let operations = actions.iter().map(|action| self.action(action));
                    operations.filter_map(Result::transpose).collect()
                };
                Operation::If {
                    test: self.test(test),
                    then: all(then)?,
                    otherwise: all(otherwise)?,
                }
            }
        }))
    }
}

pub(crate) fn position(position: InputPosition) -> Position {
    match position {
        InputPosition::Current => Position::Current,
        InputPosition::Next => Position::Next,
    }
}

fn field(field: grammar::Field) -> Field {
    match field {
        grammar::Field::TemporaryBuffer => Field::TemporaryBuffer,
        grammar::Field::TagName => Field::TagName,
        grammar::Field::AttributeName => Field::AttributeName,
        grammar::Field::AttributeValue => Field::AttributeValue,
        grammar::Field::CommentData => Field::CommentData,
        grammar::Field::DoctypeName => Field::DoctypeName,
        grammar::Field::PublicIdentifier => Field::PublicIdentifier,
        grammar::Field::SystemIdentifier => Field::SystemIdentifier,
        grammar::Field::ProcessingInstructionData => Field::ProcessingInstructionData,
    }
}

fn source(source: ir::Source) -> Result<Source, String> {
    Ok(match source {
        ir::Source::Current => Source::CurrentCharacter,
        ir::Source::CurrentLowercase => Source::LowercaseCharacter,
        ir::Source::CurrentUppercase => Source::UppercaseCharacter,
        ir::Source::TemporaryBuffer => Source::TemporaryBuffer,
        ir::Source::Matched => Source::MatchedName,
        ir::Source::MatchedReference => Source::MatchedReference,
        ir::Source::Returned => Source::Returned,
        ir::Source::Code => Source::Code,
        ir::Source::Char(c) => return Err(format!("the fixed character {c:?} as a source")),
    })
}
