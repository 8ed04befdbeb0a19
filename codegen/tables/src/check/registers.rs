//! What steps and conditions use has been set before, on every path that leads to them.

use super::machine::{Edge, Machine, Node};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Field, Source, Step, Token, TokenKind};
use crate::model::Revision;
use std::collections::BTreeSet;

/// A set of things that steps set and use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Registers(u32);

/// Declares the members of [`Registers`] with what messages call them.
macro_rules! registers {
    ($($name:ident = $bit:literal, $words:literal;)+) => {
        impl Registers {
            $(pub(super) const $name: Registers = Registers(1 << $bit);)+

            const ALL: &'static [(Registers, &'static str)] = &[$((Registers::$name, $words)),+];
        }
    };
}

registers! {
    RETURN_STATE = 0, "the return state";
    TEMPORARY_BUFFER = 1, "the temporary buffer";
    CODE = 2, "the character reference code";
    ADDITIONAL_ALLOWED = 3, "the additional allowed character";
    TAG = 4, "the current tag token";
    ATTRIBUTE = 5, "the current attribute";
    COMMENT = 6, "the current comment token";
    DOCTYPE = 7, "the current DOCTYPE token";
    PROCESSING_INSTRUCTION = 8, "the current processing instruction token";
    // From here on, what lasts no longer than the state that sets it.
    BACK = 9, "the state that switched to this one";
    NAMED = 10, "the longest match of a named character reference";
    RANGE = 11, "the range of digits";
    BASE = 12, "the base of the number";
    DIGITS = 13, "the characters that match the range";
    TARGET = 14, "the target";
    BULK = 15, "the characters consumed in bulk";
    RETURNED = 16, "what a procedure has returned";
}

impl Registers {
    pub(super) const NONE: Registers = Registers(0);

    pub(super) fn and(self, other: Registers) -> Registers {
        Registers(self.0 & other.0)
    }

    pub(super) fn or(self, other: Registers) -> Registers {
        Registers(self.0 | other.0)
    }

    pub(super) fn without(self, other: Registers) -> Registers {
        Registers(self.0 & !other.0)
    }

    /// Those that outlast the state.
    pub(super) fn lasting(self) -> Registers {
        Registers(self.0 & (Registers::BACK.0 - 1))
    }

    /// The members, each by itself.
    pub(super) fn each(self) -> impl Iterator<Item = Registers> {
        Registers::ALL
            .iter()
            .map(|(register, _)| *register)
            .filter(move |register| self.0 & register.0 != 0)
    }

    fn words(self) -> &'static str {
        Registers::ALL
            .iter()
            .find(|(register, _)| *register == self)
            .map_or("this", |(_, words)| words)
    }
}

fn of_field(field: Field) -> Registers {
    match field {
        Field::TagName => Registers::TAG,
        Field::AttributeName | Field::AttributeValue => Registers::ATTRIBUTE,
        Field::CommentData => Registers::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => {
            Registers::DOCTYPE
        }
        Field::ProcessingInstructionData => Registers::PROCESSING_INSTRUCTION,
        Field::TemporaryBuffer => Registers::TEMPORARY_BUFFER,
    }
}

fn of_source(source: Source) -> Registers {
    match source {
        Source::TemporaryBuffer => Registers::TEMPORARY_BUFFER,
        Source::Matched | Source::MatchedReference => Registers::NAMED,
        Source::Returned => Registers::RETURNED,
        Source::CharacterReferenceCode => Registers::CODE,
        Source::Current | Source::CurrentLowercase | Source::Empty | Source::Char(_) => {
            Registers::NONE
        }
    }
}

fn of_token(token: Token) -> Registers {
    match token {
        Token::Tag => Registers::TAG,
        Token::Comment => Registers::COMMENT,
        Token::Doctype => Registers::DOCTYPE,
        Token::ProcessingInstruction => Registers::PROCESSING_INSTRUCTION,
    }
}

/// What a step needs.
pub(super) fn needed(step: &Step) -> Registers {
    match step {
        Step::SwitchToReturn | Step::ReconsumeInReturn => Registers::RETURN_STATE,
        Step::SwitchBack => Registers::BACK,
        Step::ConsumeMatching => Registers::RANGE,
        Step::EmitTemporaryBuffer | Step::LetTarget => Registers::TEMPORARY_BUFFER,
        Step::EmitReturned => Registers::RETURNED,
        Step::EmitConsumed | Step::EmitBulkComment | Step::EmitBulkCommentReplaced => {
            Registers::BULK
        }
        Step::EmitToken(token) => of_token(*token),
        Step::CreateProcessingInstruction(_) => Registers::TARGET,
        Step::StartAttribute | Step::SetSelfClosing => Registers::TAG,
        Step::RemoveAttribute | Step::RemoveEarlierAttribute => {
            Registers::TAG.or(Registers::ATTRIBUTE)
        }
        Step::SetForceQuirks => Registers::DOCTYPE,
        Step::ReplaceCode | Step::MultiplyCode(_) | Step::AddToCode(_) => Registers::CODE,
        Step::ReturnReplacement | Step::ReturnCode => Registers::CODE,
        Step::InterpretNumber => Registers::DIGITS.or(Registers::BASE),
        Step::ReturnMatchedReference => Registers::NAMED,
        Step::Set(Field::TemporaryBuffer, source) => of_source(*source),
        Step::Set(field, source) => of_field(*field).or(of_source(*source)),
        Step::Append(source, field) => of_field(*field).or(of_source(*source)),
        Step::Switch(_)
        | Step::Reconsume(_)
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::ConsumeNamed
        | Step::ConsumeThroughChar(_)
        | Step::ConsumeThroughText(_)
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitEof
        | Step::EmitChar(_)
        | Step::CreateComment(_)
        | Step::Create(_)
        | Step::SetReturnState(_)
        | Step::ClearAdditionalAllowed
        | Step::SetAdditionalAllowed(_)
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::SetCode(_)
        | Step::UseHexDigits
        | Step::UseDigits
        | Step::AsHexadecimal
        | Step::AsDecimal
        | Step::Attempt(_)
        | Step::ReturnNothing
        | Step::ReturnChar(_)
        | Step::ReplaceInput(_)
        | Step::NamedError(_)
        | Step::BareError => Registers::NONE,
    }
}

/// What is set after a step. The return state is not among it: its value matters too.
pub(super) fn set_by(step: &Step) -> Registers {
    match step {
        Step::Set(Field::TemporaryBuffer, _) => Registers::TEMPORARY_BUFFER,
        Step::SetCode(_) | Step::InterpretNumber => Registers::CODE,
        Step::ClearAdditionalAllowed | Step::SetAdditionalAllowed(_) => {
            Registers::ADDITIONAL_ALLOWED
        }
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => Registers::TAG,
        Step::Create(TokenKind::Doctype) => Registers::DOCTYPE,
        Step::CreateComment(_) => Registers::COMMENT,
        Step::CreateProcessingInstruction(_) => Registers::PROCESSING_INSTRUCTION,
        Step::StartAttribute => Registers::ATTRIBUTE,
        Step::ConsumeNamed => Registers::NAMED,
        Step::UseHexDigits | Step::UseDigits => Registers::RANGE,
        Step::AsHexadecimal | Step::AsDecimal => Registers::BASE,
        Step::ConsumeMatching => Registers::DIGITS,
        Step::LetTarget => Registers::TARGET,
        Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => Registers::BULK,
        Step::Attempt(_) => Registers::RETURNED,
        _ => Registers::NONE,
    }
}

/// What is not set any more after a step.
pub(super) fn cleared(step: &Step) -> Registers {
    match step {
        Step::Create(TokenKind::StartTag | TokenKind::EndTag) => Registers::ATTRIBUTE,
        Step::EmitToken(Token::Tag) => Registers::TAG.or(Registers::ATTRIBUTE),
        Step::EmitToken(token) => of_token(*token),
        _ => Registers::NONE,
    }
}

/// What a condition needs.
pub(super) fn asked(condition: &Condition) -> Registers {
    match condition {
        Condition::TemporaryBuffer(..) => Registers::TEMPORARY_BUFFER,
        Condition::Target(..) => Registers::TARGET,
        Condition::ReturnState(..) => Registers::RETURN_STATE,
        Condition::Match(_) | Condition::LastMatched(..) => Registers::NAMED,
        Condition::CurrentTag(..)
        | Condition::TagNameIsLastStartTag(_)
        | Condition::TagNameIn(..)
        | Condition::HasAttributes
        | Condition::SelfClosing(_) => Registers::TAG,
        Condition::DuplicateAttribute(_) => Registers::TAG.or(Registers::ATTRIBUTE),
        Condition::NothingReturned => Registers::RETURNED,
        Condition::EofReached => Registers::BULK,
        Condition::NoneMatched => Registers::DIGITS,
        Condition::CodeInReplacements(_) | Condition::Code(..) => Registers::CODE,
        Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::NextInput(..)
        | Condition::Keyword(..)
        | Condition::AheadSequence(..)
        | Condition::AheadLastStartTag(_)
        | Condition::AfterLastStartTag(..)
        | Condition::NoStartTagEmitted
        | Condition::Behind(..)
        | Condition::ContentModelFlag(..)
        | Condition::EscapeFlag(..) => Registers::NONE,
    }
}

/// Whatever is used is set.
pub(super) fn set(revision: &Revision, machine: &Machine, out: &mut Vec<Diagnostic>) {
    let forgotten = without_return_state(machine);
    for edge in &forgotten {
        let name = &revision.states[edge.to.state].name;
        let from = &revision.states[edge.from.state].name;
        let diagnostic = Diagnostic::error(
            edge.place,
            format!("the return state is not set before `{}`", name.value),
        )
        .label("other states set it before they switch there")
        .help(format!(
            "put `set the return state to the {} state` before it",
            from.value
        ));
        if !out.contains(&diagnostic) {
            out.push(diagnostic);
        }
    }
    let explained = only_by(machine, &forgotten);
    let mut told = BTreeSet::new();
    for missing in &machine.missing {
        let is_explained =
            missing.what == Registers::RETURN_STATE && explained.contains(&missing.node);
        if is_explained || !told.insert((missing.place, missing.what)) {
            continue;
        }
        let way = machine.way_to(missing.node);
        let mut states: Vec<usize> = way.iter().map(|node| node.state).collect();
        states.dedup();
        let shown = states.len().saturating_sub(4);
        let names: Vec<String> = states[shown..]
            .iter()
            .map(|state| format!("`{}`", revision.states[*state].name.value))
            .collect();
        out.push(
            Diagnostic::error(
                missing.place,
                format!("{} can be unset here", missing.what.words()),
            )
            .label(format!("nothing sets it on the way {}", names.join(", "))),
        );
    }
}

/// The edges to states that others enter with a return state, and that need one, without one.
fn without_return_state(machine: &Machine) -> Vec<Edge> {
    let takes_one = |node: &Node| {
        let mut others = machine.nodes.keys();
        others.any(|other| other.state == node.state && other.return_state.is_some())
    };
    let mut needy: BTreeSet<Node> = machine
        .missing
        .iter()
        .filter(|missing| missing.what == Registers::RETURN_STATE)
        .map(|missing| missing.node)
        .collect();
    loop {
        let more: Vec<Node> = machine
            .edges
            .iter()
            .filter(|edge| edge.from.return_state.is_none() && needy.contains(&edge.to))
            .map(|edge| edge.from)
            .filter(|from| !needy.contains(from))
            .collect();
        if more.is_empty() {
            break;
        }
        needy.extend(more);
    }
    machine
        .edges
        .iter()
        .filter(|edge| needy.contains(&edge.to) && takes_one(&edge.to) && !takes_one(&edge.from))
        .cloned()
        .collect()
}

/// The nodes that cannot be entered but by one of these edges.
fn only_by(machine: &Machine, edges: &[Edge]) -> BTreeSet<Node> {
    let same = |a: &Edge, b: &Edge| a.from == b.from && a.to == b.to && a.place == b.place;
    let mut entered: BTreeSet<Node> = machine
        .nodes
        .keys()
        .filter(|node| machine.way_to(**node).len() == 1)
        .copied()
        .collect();
    loop {
        let more: Vec<Node> = machine
            .edges
            .iter()
            .filter(|edge| entered.contains(&edge.from) && !entered.contains(&edge.to))
            .filter(|edge| !edges.iter().any(|other| same(edge, other)))
            .map(|edge| edge.to)
            .collect();
        if more.is_empty() {
            break;
        }
        entered.extend(more);
    }
    let nodes = machine.nodes.keys();
    nodes
        .filter(|node| !entered.contains(*node))
        .copied()
        .collect()
}
