//! Random calls and inputs.
//!
//! A call is chosen from all that the registers allow, or begins a [phrase](super::phrases): calls that rows make one after the
//! other. So each kind of call is made in each situation, and tokens are completed.

use super::call::Call;
use super::phrases::rest_of_name;
use super::places::{Model, is_of_doctype};
use super::sets;
use crate::{Next, TextMode};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use fastrand::Rng;
use tokenwright_compiler::ir::{Action, CharSet, InputPosition, Returned, Source, Test};
use tokenwright_compiler::program::{
    Cond, LineEnding, Pending, Program, Rest, ScanMethod, Stmt, Through, Width,
};
use tokenwright_prover::evaluate::End;
use tokenwright_tables::grammar::Field;

const FIELDS: [Field; 9] = [
    Field::TagName,
    Field::AttributeName,
    Field::AttributeValue,
    Field::CommentData,
    Field::DoctypeName,
    Field::PublicIdentifier,
    Field::SystemIdentifier,
    Field::ProcessingInstructionData,
    Field::TemporaryBuffer,
];

/// Characters that fields are compared with and that are read before.
const HELD: [char; 8] = ['<', '/', '&', '-', '!', ']', '#', 'x'];

/// Texts that conditions look for.
const WORDS: [&str; 6] = ["a", "script", "--", "doctype", "[CDATA[", "xml"];

pub(super) struct Calls {
    pub(super) random: Rng,
    /// How many calls are left.
    pub(super) left: usize,
    /// The call that waits for the next chunk.
    waiting: Option<Call>,
    /// The rest of a phrase.
    phrase: VecDeque<Call>,
    /// How many of ten calls begin a phrase.
    phrases: u8,
    /// Whether tags get many attributes.
    pub(super) many: bool,
    pub(super) errors: usize,
    states: usize,
    /// The list of names that is compared with.
    names: usize,
}

impl Calls {
    pub(super) fn new(mut random: Rng, program: &Program) -> Self {
        let machine = &program.machine;
        let many = random.u8(..8) == 0;
        Calls {
            phrase: VecDeque::new(),
            phrases: if many { 10 } else { random.u8(..11) },
            many,
            random,
            left: 0,
            waiting: None,
            errors: machine.errors.len(),
            states: machine.spec_states,
            names: machine.names.len() - 1,
        }
    }

    pub(super) fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.random.usize(..of.len())].clone()
    }

    /// The next call; `None` ends the chunk.
    pub(super) fn next(&mut self, model: &Model<'_>) -> Option<Call> {
        if model.is_starved
            && let Some(waiting) = self.waiting.clone()
        {
            // A condition may test another sequence before the one that waits.
            return match waiting {
                Call::Holds(Test::AheadSequence(..)) if self.random.bool() => {
                    Some(Call::Holds(self.sequence()))
                }
                waiting => Some(waiting),
            };
        }
        if model.has_answer() {
            // The path that emits a tag ends before more is read.
            self.phrase.clear();
            return Some(self.after_tag(model));
        }
        // A procedure goes back at most as far as the longest name.
        if model.since_mark().is_some_and(|len| len > 24) {
            return Some(Call::Act(
                Action::Return(Returned::Nothing),
                Through::Position,
            ));
        }
        let is_last = model.run.text.end == End::File;
        if self.left == 0 || model.is_at_end() && !is_last && self.random.u8(..3) == 0 {
            return self.close(model);
        }
        self.left -= 1;
        if self.phrase.is_empty() && self.random.u8(..10) < self.phrases {
            self.phrase = self.phrase(model);
        }
        while let Some(call) = self.phrase.pop_front() {
            if model.allows(&call) {
                self.waiting = Some(call.clone());
                return Some(call);
            }
        }
        for _ in 0..200 {
            let call = self.candidate(model);
            if model.allows(&call) {
                self.waiting = Some(call.clone());
                return Some(call);
            }
        }
        self.close(model)
    }

    /// What has to come before the end of a chunk.
    fn close(&mut self, model: &Model<'_>) -> Option<Call> {
        self.phrase.clear();
        model.is_hot.then_some(Call::Leave)
    }

    fn after_tag(&mut self, model: &Model<'_>) -> Call {
        match (model.is_hot, self.random.u8(..4)) {
            (true, 0) => Call::Do(Stmt::If(Cond::Interrupted, Vec::new())),
            (true, _) => Call::Leave,
            (false, 0) => Call::Act(Action::Respond, Through::Position),
            (false, _) => Call::AfterTag,
        }
    }

    fn candidate(&mut self, model: &Model<'_>) -> Call {
        if !model.is_hot && self.random.u8(..4) == 0 {
            let rest = &model.run.text.chars()[model.run.position()..];
            let is_member = |c: &char| matches!(c, ' ' | 'a'..='z' | '\n' | 'é');
            match rest {
                ['\r', ..] => {
                    let on = CharSet::from_ranges([(9, 10), (0x20, 0x20)]);
                    return Call::Holds(Test::NextIs { on, eof: true });
                }
                // It has to wait for the next chunk.
                [_, ..] if rest.len() < 6 && rest.iter().all(is_member) => {
                    return Call::Holds(self.sequence());
                }
                _ => {}
            }
        }
        match (model.is_hot, self.random.u8(..10)) {
            (true, 0) => Call::Leave,
            (true, 1) => self.action(model),
            (true, 2) => match self.random.bool() {
                true => Call::EmitKnownTag(self.next_answer()),
                false => Call::EmitTag(self.next_answer()),
            },
            (true, _) => Call::Do(self.stmt(model)),
            (false, 0) => Call::Enter,
            (false, 1..=3) => Call::Consume,
            (false, 4) => match self.random.u8(..6) {
                0 => Call::Reconsume,
                _ => self.test(),
            },
            (false, 5) => Call::ScanInState(self.random.usize(..sets::SCANS)),
            (false, _) => self.action(model),
        }
    }

    pub(super) fn next_answer(&mut self) -> Next {
        let answers = [
            Next::Continue,
            Next::Continue,
            Next::Continue,
            Next::Pause,
            Next::Switch(TextMode::Rcdata),
            Next::Switch(TextMode::ScriptData),
            Next::Switch(TextMode::Plaintext),
        ];
        self.one(&answers)
    }

    fn set(&mut self) -> CharSet {
        let sets = [
            CharSet::from_ranges([(0x41, 0x5A), (0x61, 0x7A)]),
            CharSet::from_ranges([(9, 10), (0x20, 0x20)]),
            CharSet::from_ranges([(0x80, 0x10_FFFF)]),
            CharSet::from_ranges([(0xE9, 0xE9), (0x30, 0x39)]),
            CharSet::from_ranges([(0x3E, 0x3E)]),
        ];
        self.one(&sets)
    }

    fn test(&mut self) -> Call {
        let (on, eof) = (self.set(), self.random.bool());
        let word = String::from(self.one(&WORDS));
        let ignore_case = self.random.bool();
        let from = self.one(&[InputPosition::Next, InputPosition::Current]);
        let ahead = Test::Ahead {
            text: word.clone(),
            ignore_case,
            from,
        };
        let tests = [
            Test::TemporaryBufferIs(word.clone()),
            Test::TargetIs(word.clone()),
            Test::Foreign,
            Test::Matched,
            Test::LastMatchedIs(';'),
            Test::NextIs {
                on: on.clone(),
                eof,
            },
            Test::NextIsAdditional,
            ahead.clone(),
            self.sequence(),
            self.sequence(),
            Test::AheadLastStartTag,
            Test::AheadLastStartTag,
            Test::AfterLastStartTag { on, eof },
            Test::AfterLastStartTag {
                on: CharSet::from_ranges([(0x3E, 0x3E)]),
                eof,
            },
            Test::NoStartTag,
            Test::Behind(self.one(&["<!--", "-->", "-"]).into()),
            Test::IsEndTag,
            Test::TagNameIsLastStartTag,
            Test::TagNameIn(self.names),
            Test::DuplicateAttribute,
            Test::DuplicateAttribute,
            Test::HasAttributes,
            Test::SelfClosing,
            Test::DoctypeNameIs(word.clone()),
            Test::NothingReturned,
            Test::NoneMatched,
        ];
        if self.random.u8(..5) == 0 {
            let take = Action::ConsumeAhead {
                len: word.len(),
                from,
            };
            return Call::Take(ahead, take);
        }
        Call::Holds(self.one(&tests))
    }

    fn sequence(&mut self) -> Test {
        let class = match self.random.bool() {
            true => CharSet::from_ranges([(10, 10), (0x20, 0x20), (0xE9, 0xE9)]),
            false => CharSet::from_ranges([(0x20, 0x20), (0x61, 0x7A)]),
        };
        Test::AheadSequence(class, self.one(&['=', '>']))
    }

    /// A field of the token under construction, or the temporary buffer.
    fn field(&mut self, model: &Model<'_>) -> Field {
        let present = FIELDS.into_iter().filter(|field| {
            let has_doctype = model.run.registers.doctype.is_some();
            model.contents(*field).is_some() || is_of_doctype(*field) && has_doctype
        });
        let present: Vec<Field> = present.collect();
        self.one(&present)
    }

    fn action(&mut self, model: &Model<'_>) -> Call {
        let through = match self.random.u8(..6) {
            0 => Through::Current,
            _ => Through::Position,
        };
        let tag = model.run.registers.tag.is_some();
        let building = tag || model.has_other_token();
        let action = match self.random.u8(..20) {
            0..=1 if !building => Action::BeginMarkup,
            2..=4 if !building => self.create(),
            0..=1 => self.finish(model),
            2..=5 if tag => self.attribute(),
            2..=10 => {
                let field = self.field(model);
                Action::Append(self.source(), field)
            }
            11 => Action::Clear(self.field(model)),
            12..=14 => self.emit(),
            15 => Action::Error(
                self.random.usize(..self.errors),
                self.one(&[InputPosition::Current, InputPosition::Next]),
            ),
            16 => self.procedure(),
            _ => self.register(),
        };
        if action == Action::EmitTag {
            return Call::EmitTag(self.next_answer());
        }
        Call::Act(action, through)
    }

    fn create(&mut self) -> Action {
        let end_tag = self.random.bool();
        let actions = [
            Action::CreateTag { end_tag },
            Action::CreateTag { end_tag },
            Action::CreateTag { end_tag: false },
            Action::CreateDoctype,
            Action::CreateComment(self.one(&["", "?"]).into()),
            Action::CreateProcessingInstruction(self.one(&["", "?"]).into()),
        ];
        self.one(&actions)
    }

    fn finish(&mut self, model: &Model<'_>) -> Action {
        let registers = &model.run.registers;
        if registers.comment.is_some() {
            Action::EmitComment
        } else if registers.doctype.is_some() {
            Action::EmitDoctype
        } else if registers.processing_instruction.is_some() {
            Action::EmitProcessingInstruction
        } else {
            Action::EmitTag
        }
    }

    fn attribute(&mut self) -> Action {
        let actions = [
            Action::StartAttribute,
            Action::StartAttribute,
            Action::StartAttribute,
            Action::RemoveAttribute,
            Action::RemoveEarlierAttribute,
            Action::SetSelfClosing,
        ];
        self.one(&actions)
    }

    fn source(&mut self) -> Source {
        let held = self.one(&HELD);
        let sources = [
            Source::Current,
            Source::Current,
            Source::Current,
            Source::CurrentLowercase,
            Source::CurrentUppercase,
            Source::TemporaryBuffer,
            Source::Matched,
            Source::MatchedReference,
            Source::Returned,
            Source::Code,
            Source::Char('\u{FFFD}'),
            Source::Char(held),
        ];
        self.one(&sources)
    }

    fn emit(&mut self) -> Action {
        let held = self.one(&HELD);
        let actions = [
            Action::EmitCurrent,
            Action::EmitCurrent,
            Action::EmitCurrent,
            Action::EmitChar(held),
            Action::EmitInstead('\u{FFFD}'),
            Action::EmitTemporaryBuffer,
            Action::EmitReturned,
            Action::BeginCdataSection,
            Action::EndCdataSection,
            Action::BeginMarkup,
        ];
        self.one(&actions)
    }

    fn procedure(&mut self) -> Action {
        let state = self.random.usize(..self.states);
        let returned = [
            Returned::Nothing,
            Returned::Char('€'),
            Returned::Code,
            Returned::Reference,
        ];
        let actions = [
            Action::Call(state),
            Action::Call(state),
            Action::ConsumeNamed,
            Action::ConsumeNamed,
            Action::ConsumeDigits,
            Action::ConsumeDigits,
            Action::Unconsume,
            Action::Return(self.one(&returned)),
        ];
        self.one(&actions)
    }

    fn register(&mut self) -> Action {
        let state = self.random.usize(..self.states);
        let hexadecimal = self.random.bool();
        let code = self.one(&[0, 1, 0x41, 0xD800, 0x10_FFFF, 0x11_0000]);
        let actions = [
            Action::AwaitNext,
            Action::ConsumeNext,
            Action::ComeFrom(state),
            Action::SetReturn(state),
            Action::SetForceQuirks,
            Action::ClearForceQuirks,
            Action::LetTarget,
            Action::SetAdditional(self.one(&[None, Some('"'), Some('é')])),
            Action::SetCode(code),
            Action::MultiplyCode(self.one(&[10, 16])),
            Action::AddToCode(self.one(&[0x30, 0x37, 0x57])),
            Action::UseDigits { hexadecimal },
            Action::InBase { hexadecimal },
        ];
        self.one(&actions)
    }

    fn stmt(&mut self, model: &Model<'_>) -> Stmt {
        let (cursor, _) = model.run.cursor();
        let next = model.run.text.chars().get(cursor).copied();
        match next {
            Some('\r') if self.random.u8(..3) > 0 => return self.line_ending(model),
            Some('&') if self.random.bool() => {
                return match self.random.u8(..3) {
                    0 => Stmt::HoldReferences(sets::VALUE),
                    1 => self.references(0),
                    _ => self.references(sets::VALUE),
                };
            }
            _ => {}
        }
        let width = match next {
            Some(c) if c.is_ascii() => self.one(&[Width::One, Width::Bound]),
            _ => Width::Bound,
        };
        let field = self.field(model);
        let tag = model.run.registers.tag.is_some();
        match self.random.u8(..24) {
            0..=3 => Stmt::SetFrom,
            4..=7 => self.scan(),
            8 => Stmt::EmitScanned {
                inline: self.random.bool(),
            },
            9 => Stmt::AppendScanned(field),
            10 => Stmt::SetScanned(field),
            11 => Stmt::HoldName,
            12 => Stmt::HoldValue,
            13..=14 => rest_of_name(self.one(&[
                Rest::Name,
                Rest::Append(Field::TagName),
                Rest::Append(Field::AttributeName),
            ])),
            15..=16 if tag => Stmt::WriteAttribute(self.one(&[
                Pending::Started,
                Pending::Named,
                Pending::Valued,
                Pending::Valued,
            ])),
            17 => Stmt::BeginMarkup,
            18 => Stmt::EmitCharacter(width),
            19 => Stmt::AppendCharacter(field, width),
            20 => Stmt::SetCharacter(field, width),
            21 => self.one(&[
                Stmt::SetCurrent,
                Stmt::SyncPosition,
                Stmt::Sync(width),
                Stmt::Sync(width),
            ]),
            22 => self.condition(),
            _ => Stmt::Advance(width),
        }
    }

    fn scan(&mut self) -> Stmt {
        match self.random.u8(..6) {
            0 => Stmt::Scan(sets::NAME, ScanMethod::Bytewise),
            1 => Stmt::Scan(sets::SCRIPT, ScanMethod::Conditional),
            2 => Stmt::Scan(self.random.usize(..sets::SCANS), ScanMethod::Checked),
            _ => Stmt::Scan(self.random.usize(..sets::SCANS), ScanMethod::Blocks),
        }
    }

    fn references(&mut self, of: usize) -> Stmt {
        Stmt::References {
            of,
            then: Vec::new(),
            otherwise: Vec::new(),
        }
    }

    fn line_ending(&mut self, model: &Model<'_>) -> Stmt {
        let append = LineEnding::Append {
            before: Vec::new(),
            field: self.field(model),
        };
        let acts = [
            LineEnding::Emit,
            append,
            LineEnding::Act(Vec::new()),
            LineEnding::Act(vec![Action::EmitCurrent]),
        ];
        Stmt::LineEnding {
            act: self.one(&acts),
            otherwise: Vec::new(),
            then: Vec::new(),
        }
    }

    fn condition(&mut self) -> Stmt {
        let conds = [
            Cond::ByteIs(b'<'),
            Cond::ByteIsNot(b'>'),
            Cond::PairIs(b'=', b'"'),
            Cond::MayHaveAttribute,
            Cond::MayHaveAttribute,
            Cond::Interrupted,
        ];
        Stmt::If(self.one(&conds), Vec::new())
    }
}

/// An input of pieces, with runs that end near a boundary.
pub(super) fn input(
    random: &mut Rng,
    pieces: &[String],
    names: &[String],
    boundary: usize,
) -> String {
    let mut input = String::new();
    let plain = [
        "a", "B", "é", "中", "😀", "\n", "\r\n", "\r", " ", "-", "é\n", "\n中a",
    ];
    // Errors of the input stream.
    let suspicious = ["\0", "\u{1}", "\u{85}", "\u{FDD0}", "\u{FFFE}", "\u{1FFFF}"];
    if boundary > 0 {
        let filler = plain[random.usize(..plain.len())];
        let len = (boundary + random.usize(..5)).saturating_sub(random.usize(..5));
        // Where characters begin in the last block.
        input.push_str(&"a".repeat(random.usize(..4)));
        while input.len() + filler.len() <= len {
            input.push_str(filler);
        }
        if random.bool() {
            input.push_str(suspicious[random.usize(..suspicious.len())]);
            input.push_str(&filler.repeat(random.usize(..80)));
        }
    }
    for _ in 0..1 + random.usize(..12) {
        match random.u8(..10) {
            0 => input.push_str(&"\r".repeat(random.usize(..35))),
            1 => {
                let letter = plain[random.usize(..plain.len())];
                input.push_str(&letter.repeat(random.usize(..20)));
            }
            2 => attributes(random, &mut input),
            // Names that follow one another begin alike.
            3 => {
                let at = random.usize(..names.len());
                for name in names.iter().skip(at).take(1 + random.usize(..4)) {
                    input.push_str(&format!("&{name}"));
                    input.push_str(&"a".repeat(random.usize(..18)));
                }
            }
            4 => input.push_str(suspicious[random.usize(..suspicious.len())]),
            _ => input.push_str(&pieces[random.usize(..pieces.len())]),
        }
    }
    input
}

fn attributes(random: &mut Rng, input: &mut String) {
    let letters = ["a", "B", "c", "Z", "é"];
    for _ in 0..1 + random.usize(..40) {
        let longest = [3, 9][random.usize(..2)];
        let len = random.usize(..longest);
        let name: String = (0..len).map(|_| letters[random.usize(..5)]).collect();
        input.push_str(&format!("<x{name}=\"c\" "));
    }
}

/// Splits an input at random characters.
pub(super) fn split<'i>(random: &mut Rng, input: &'i str) -> Vec<&'i str> {
    let mut rest = input;
    let mut chunks = Vec::new();
    let mean = [1, 3, 9, 1 << 20][random.usize(..4)];
    while !rest.is_empty() && chunks.len() < 40 {
        let count = 1 + random.usize(..mean * 2);
        let to = rest
            .char_indices()
            .nth(count)
            .map_or(rest.len(), |(at, _)| at);
        let (chunk, after) = rest.split_at(to);
        chunks.push(chunk);
        rest = after;
    }
    chunks.push(rest);
    chunks
}
