//! Calls that rows make one after the other: a tag, an attribute, a reference.
//!
//! A call of a phrase that is not allowed when its turn comes is left out.
//!
//! Calls that are chosen one by one seldom finish a tag, so long sequences that rows make are among what is chosen.

use super::call::Call;
use super::generate::Calls;
use super::places::Model;
use super::sets;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use tokenwright_compiler::ir::{Action, InputPosition, Returned, Source, Test};
use tokenwright_compiler::program::{Cond, Pending, Rest, ScanMethod, Stmt, Through, Width};
use tokenwright_tables::grammar::Field;

fn act(action: Action) -> Call {
    Call::Act(action, Through::Position)
}

fn append(source: Source, field: Field) -> Call {
    act(Action::Append(source, field))
}

pub(super) fn rest_of_name(to: Rest) -> Stmt {
    Stmt::RestOfName {
        state: sets::NAME,
        to,
        otherwise: Vec::new(),
    }
}

/// Scans the name of an attribute and holds it.
fn held_name() -> [Call; 5] {
    [
        Call::Do(Stmt::SetFrom),
        Call::Do(Stmt::Scan(sets::NAME, ScanMethod::Bytewise)),
        Call::Do(Stmt::HoldName),
        Call::Do(rest_of_name(Rest::Name)),
        Call::Do(Stmt::If(Cond::MayHaveAttribute, Vec::new())),
    ]
}

impl Calls {
    pub(super) fn phrase(&mut self, model: &Model<'_>) -> VecDeque<Call> {
        let has_tag = model.run.registers.tag.is_some();
        if self.many && has_tag && self.random.u8(..40) > 0 {
            return self.one_of_many(model.is_hot).into();
        }
        let calls = match (model.is_hot, has_tag, self.random.u8(..6)) {
            (true, true, 0) => vec![
                Call::Do(Stmt::Advance(Width::Bound)),
                Call::EmitKnownTag(self.next_answer()),
            ],
            (true, true, _) => self.attribute_in_hot_path(),
            (true, false, 0) => vec![Call::Leave],
            (true, false, _) => self.tag_in_hot_path(),
            (false, _, 0) => match self.random.bool() {
                true => vec![Call::Enter],
                false => self.errors_far_away(),
            },
            (false, true, 1) => vec![Call::Consume, Call::EmitTag(self.next_answer())],
            (false, true, 2..=3) => self.attribute_in_rows(),
            (false, false, 1..=2) => self.tag_in_rows(),
            (false, _, 4) => self.number(),
            (false, _, 5) => self.name_of_reference(),
            (false, ..) => self.other_token(),
        };
        calls.into()
    }

    fn tag_in_hot_path(&mut self) -> Vec<Call> {
        let end_tag = self.random.u8(..4) == 0;
        vec![
            Call::Do(Stmt::SetFrom),
            Call::Do(Stmt::Scan(0, ScanMethod::Checked)),
            Call::Do(Stmt::EmitScanned { inline: true }),
            Call::Do(Stmt::BeginMarkup),
            Call::Do(Stmt::Advance(Width::Bound)),
            Call::Do(Stmt::SyncPosition),
            act(Action::CreateTag { end_tag }),
            Call::Do(Stmt::SetFrom),
            Call::Do(Stmt::Scan(sets::NAME, ScanMethod::Bytewise)),
            Call::Do(Stmt::SetScanned(Field::TagName)),
            Call::Do(rest_of_name(Rest::Append(Field::TagName))),
        ]
    }

    fn attribute_in_hot_path(&mut self) -> Vec<Call> {
        let pending = self.one(&[Pending::Named, Pending::Valued, Pending::Valued]);
        let mut calls = vec![Call::Do(Stmt::Scan(3, ScanMethod::Blocks))];
        calls.extend(held_name());
        calls.extend([
            Call::Do(Stmt::Advance(Width::Bound)),
            Call::Do(Stmt::Advance(Width::Bound)),
            Call::Do(Stmt::SetFrom),
            Call::Do(Stmt::Scan(sets::VALUE, ScanMethod::Blocks)),
            Call::Do(Stmt::HoldValue),
            Call::Do(Stmt::HoldReferences(sets::VALUE)),
            Call::Do(Stmt::WriteAttribute(pending)),
            Call::Do(Stmt::If(Cond::Test(Test::DuplicateAttribute), Vec::new())),
        ]);
        calls.extend(self.duplicate());
        calls
    }

    /// An attribute of one or two letters.
    fn one_of_many(&mut self, is_hot: bool) -> Vec<Call> {
        let mode = self.random.u8(..30);
        if is_hot {
            return match mode {
                0 => vec![Call::Leave],
                _ => self.name_of_many(),
            };
        }
        if mode == 0 {
            return vec![Call::Enter];
        }
        let mut calls = vec![act(Action::StartAttribute)];
        let source = self.one(&[Source::CurrentLowercase, Source::Current]);
        for _ in 0..1 + self.random.usize(..2) {
            calls.extend([Call::Consume, append(source, Field::AttributeName)]);
        }
        if self.random.u8(..4) > 0 {
            calls.push(Call::Holds(Test::DuplicateAttribute));
        }
        calls.extend(self.duplicate());
        calls
    }

    /// An attribute with the next name.
    fn name_of_many(&mut self) -> Vec<Call> {
        let write = Call::Do(Stmt::WriteAttribute(Pending::Named));
        let advance = Call::Do(Stmt::Advance(Width::Bound));
        held_name().into_iter().chain([write, advance]).collect()
    }

    fn duplicate(&mut self) -> Option<Call> {
        match self.random.u8(..4) {
            0 => Some(act(Action::RemoveAttribute)),
            1 => Some(act(Action::RemoveEarlierAttribute)),
            _ => None,
        }
    }

    fn tag_in_rows(&mut self) -> Vec<Call> {
        let end_tag = self.random.u8(..4) == 0;
        let mut calls = vec![
            Call::ScanInState(0),
            Call::Consume,
            act(Action::BeginMarkup),
            Call::Consume,
            act(Action::CreateTag { end_tag }),
        ];
        calls.extend(self.characters(Field::TagName));
        calls.push(Call::ScanInState(sets::NAME));
        calls
    }

    /// Some characters, each appended to a field.
    fn characters(&mut self, field: Field) -> Vec<Call> {
        let source = self.one(&[
            Source::Current,
            Source::CurrentLowercase,
            Source::CurrentUppercase,
            Source::Char('\u{FFFD}'),
        ]);
        let mut calls = Vec::new();
        for _ in 0..self.random.usize(..5) {
            calls.extend([append(source, field), Call::Consume]);
        }
        calls
    }

    fn attribute_in_rows(&mut self) -> Vec<Call> {
        let mut calls = vec![act(Action::StartAttribute)];
        calls.extend(self.characters(Field::AttributeName));
        calls.push(Call::Holds(Test::DuplicateAttribute));
        calls.extend(self.duplicate());
        calls.push(Call::Consume);
        calls.extend(self.characters(Field::AttributeValue));
        if self.random.bool() {
            calls.push(Call::ScanInState(sets::VALUE));
        }
        if self.random.bool() {
            calls.extend(self.number());
        }
        calls
    }

    /// Appends or emits what a procedure returns.
    fn returned(&mut self) -> Call {
        match self.random.bool() {
            true => append(Source::Returned, Field::AttributeValue),
            false => act(Action::EmitReturned),
        }
    }

    fn number(&mut self) -> Vec<Call> {
        let hexadecimal = self.random.bool();
        vec![
            Call::Consume,
            act(Action::BeginMarkup),
            act(Action::Call(0)),
            Call::Consume,
            act(Action::UseDigits { hexadecimal }),
            act(Action::InBase { hexadecimal }),
            act(Action::ConsumeDigits),
            Call::Holds(Test::NoneMatched),
            act(self.one(&[Action::Unconsume, Action::Return(Returned::Code)])),
            act(Action::Return(Returned::Code)),
            self.returned(),
            act(Action::Clear(Field::TemporaryBuffer)),
            append(Source::Code, Field::TemporaryBuffer),
            append(Source::TemporaryBuffer, Field::AttributeValue),
        ]
    }

    fn name_of_reference(&mut self) -> Vec<Call> {
        vec![
            Call::Consume,
            act(Action::BeginMarkup),
            act(Action::Call(0)),
            act(Action::ConsumeNamed),
            Call::Holds(Test::LastMatchedIs(';')),
            append(
                Source::Matched,
                self.one(&[Field::TemporaryBuffer, Field::AttributeValue]),
            ),
            append(Source::MatchedReference, Field::AttributeValue),
            act(Action::Return(Returned::Reference)),
            self.returned(),
        ]
    }

    /// Errors behind text that is skipped, the second before the first.
    fn errors_far_away(&mut self) -> Vec<Call> {
        let error = self.random.usize(..self.errors);
        vec![
            Call::ScanInState(6),
            Call::Consume,
            act(Action::Error(error, InputPosition::Next)),
            act(Action::Error(error, InputPosition::Current)),
        ]
    }

    fn other_token(&mut self) -> Vec<Call> {
        let field = self.one(&[
            Field::CommentData,
            Field::DoctypeName,
            Field::PublicIdentifier,
            Field::SystemIdentifier,
            Field::ProcessingInstructionData,
        ]);
        let (create, emit) = match field {
            Field::CommentData => (Action::CreateComment("".into()), Action::EmitComment),
            Field::ProcessingInstructionData => (
                Action::CreateProcessingInstruction("".into()),
                Action::EmitProcessingInstruction,
            ),
            _ => (Action::CreateDoctype, Action::EmitDoctype),
        };
        let mut calls = vec![
            Call::Consume,
            act(Action::BeginMarkup),
            Call::Consume,
            act(Action::Clear(Field::TemporaryBuffer)),
            append(Source::Current, Field::TemporaryBuffer),
            act(Action::LetTarget),
            act(create),
        ];
        calls.extend(self.characters(field));
        calls.push(act(emit));
        calls
    }
}
