//! Performs calls with the machine, as the generated code does: the forms are those of `codegen/readback`.
//!
//! The printed code cannot be called with a call that a test chooses, so this is a second printer, to calls instead of text. It
//! has one arm for each form, as the printer has, and no state beside the local variables of the hot path.

use super::call::{Answer, Call};
use super::sets::{self, Numbers, with_set};
use crate::machine::prelude::*;
use crate::machine::{Field, Machine, Output};
use crate::text::scan::{find, find_bytewise, pair};
use crate::{ErrorCode, Revision};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use tokenwright_compiler::ir::{
    self, Action, InputPosition, LoweredMachine, Source, StateId, Test,
};
use tokenwright_compiler::program::{
    Cond, LineEnding, Pending, Receiver, Rest, ScanMethod, Stmt, Through, Width,
};
use tokenwright_tables::grammar::Field as TableField;

/// The local variables of the hot path.
#[derive(Default)]
pub(super) struct Locals {
    pub(super) pos: usize,
    from: usize,
    name: (usize, usize),
    value: (usize, usize),
}

/// A machine, and what its generated code has as constants.
pub(super) struct Performer<'m, 'i, 'r, O: Output, R: Revision> {
    pub(super) m: Machine<'i, 'r, O, R>,
    pub(super) locals: Locals,
    pub(super) is_hot: bool,
    pub(super) tables: &'m LoweredMachine,
}

pub(super) fn state<R: Revision>(id: StateId) -> R::State {
    R::STATES[id].0
}

pub(super) fn field(field: TableField) -> Field {
    match field {
        TableField::TagName => Field::TagName,
        TableField::AttributeName => Field::AttributeName,
        TableField::AttributeValue => Field::AttributeValue,
        TableField::CommentData => Field::CommentData,
        TableField::DoctypeName => Field::DoctypeName,
        TableField::PublicIdentifier => Field::PublicIdentifier,
        TableField::SystemIdentifier => Field::SystemIdentifier,
        TableField::ProcessingInstructionData => Field::ProcessingInstructionData,
        TableField::TemporaryBuffer => Field::TemporaryBuffer,
    }
}

pub(super) fn code(tables: &LoweredMachine, error: usize) -> ErrorCode {
    tables.errors[error].parse().expect("a code of the spec")
}

/// What the machine keeps for good.
fn forever(text: &str) -> &'static str {
    Box::leak(String::from(text).into_boxed_str())
}

impl<O: Output, R: Revision> Performer<'_, '_, '_, O, R> {
    pub(super) fn call(&mut self, call: &Call) -> Answer {
        match call {
            Call::Consume => match self.m.consume() {
                Input::Byte(byte) => {
                    let c = self.m.current_char();
                    assert_eq!(u32::from(byte) < 0x80, c.is_ascii());
                    assert!(!c.is_ascii() || c == char::from(byte));
                    Answer::Input(Some(c))
                }
                Input::Eof => Answer::Input(None),
                Input::Starved => Answer::Starved,
            },
            Call::Reconsume => {
                self.m.reconsume();
                Answer::Nothing
            }
            Call::Act(action, through) => {
                let through = match through {
                    Through::Current => self.m.cur,
                    Through::Position => self.m.pos,
                };
                self.action(action, through)
            }
            Call::Holds(test) => self.test(test),
            Call::Take(test, take) => match self.test(test) {
                Answer::Yes => {
                    let at = self.m.pos;
                    self.action(take, at);
                    Answer::Yes
                }
                answer => answer,
            },
            Call::ScanInState(scan) => {
                with_set!(*scan, S => match sets::appended(*scan) {
                    Some(to) => self.m.append_run::<S>(field(to)),
                    None if sets::skips(*scan) => self.m.skip_run::<S>(),
                    None => self.m.emit_run::<S>(),
                });
                Answer::Nothing
            }
            Call::EmitTag(_) => {
                if self.is_hot {
                    self.m.pos = self.locals.pos + 1;
                }
                self.m.emit_tag();
                Answer::from(self.m.is_interrupted())
            }
            Call::EmitKnownTag(_) => {
                let pos = self.locals.pos;
                let is_end = self.m.r.token.is_end_tag;
                Answer::from(match is_end {
                    true => self.m.emit_end_tag(pos),
                    false => self.m.emit_start_tag(pos),
                })
            }
            Call::AfterTag => match self.m.after_tag() {
                Flow::Paused => Answer::Paused,
                Flow::Go => Answer::Nothing,
                flow => panic!("{flow:?} after a tag"),
            },
            Call::Enter => {
                self.locals = Locals {
                    pos: self.m.pos,
                    ..Locals::default()
                };
                self.is_hot = true;
                Answer::Nothing
            }
            Call::Leave => {
                self.m.pos = self.locals.pos;
                self.is_hot = false;
                Answer::Nothing
            }
            Call::Do(stmt) => self.stmt(stmt),
        }
    }

    fn action(&mut self, action: &Action, through: usize) -> Answer {
        let m = &mut self.m;
        match action {
            Action::Error(error, place) => {
                let code = code(self.tables, *error);
                match place {
                    InputPosition::Current => m.error_at_current(code),
                    InputPosition::Next => m.error_at_next(code),
                }
            }
            Action::AwaitNext => {
                if m.next_is_cut() {
                    return Answer::Starved;
                }
            }
            Action::ConsumeNext => {
                m.consume();
            }
            Action::ConsumeAhead { len, from } => match from {
                InputPosition::Next => m.consume_ahead(*len),
                InputPosition::Current => m.consume_ahead_from_current(*len),
            },
            Action::ConsumeNamed => {
                if !m.consume_named_reference() {
                    return Answer::Starved;
                }
            }
            Action::ConsumeDigits => {
                if !m.consume_digits() {
                    return Answer::Starved;
                }
            }
            Action::Unconsume => m.unconsume(),
            Action::Call(back) => {
                m.begin_procedure();
                m.r.caller = state::<R>(*back);
            }
            Action::Return(returned) => {
                m.r.returned = match returned {
                    ir::Returned::Nothing => Returned::Nothing,
                    ir::Returned::Char(c) => Returned::Char(*c),
                    ir::Returned::Code => Returned::Char(m.code_as_char()),
                    ir::Returned::Reference => m.matched_reference(),
                    other => panic!("no method: {other:?}"),
                };
                m.end_procedure();
            }
            Action::ComeFrom(id) => m.r.came_from = state::<R>(*id),
            Action::SetReturn(id) => m.r.return_state = state::<R>(*id),
            Action::BeginMarkup => m.begin_markup(),
            Action::BeginCdataSection => m.begin_cdata_section(through),
            Action::EndCdataSection => m.end_cdata_section(through),
            Action::EmitCurrent => m.emit_current(),
            Action::EmitChar(c) => m.emit_held(*c),
            Action::EmitInstead(c) => m.emit_instead(*c),
            Action::EmitTemporaryBuffer => m.emit_temporary_buffer(through),
            Action::EmitReturned => m.emit_returned(),
            Action::Respond => m.respond(),
            Action::EmitComment => m.emit_comment(),
            Action::EmitDoctype => m.emit_doctype(),
            Action::EmitProcessingInstruction => m.emit_processing_instruction(),
            Action::EmitEof => m.emit_eof(),
            Action::CreateTag { end_tag } => m.create_tag(*end_tag),
            Action::CreateDoctype => m.create_doctype(),
            Action::CreateComment(data) => m.create_comment(data),
            Action::CreateProcessingInstruction(data) => m.create_processing_instruction(data),
            Action::StartAttribute => m.start_attribute(),
            Action::RemoveAttribute => m.remove_attribute(),
            Action::RemoveEarlierAttribute => m.remove_earlier_attribute(),
            Action::SetForceQuirks => m.set_force_quirks(),
            Action::ClearForceQuirks => m.clear_force_quirks(),
            Action::SetSelfClosing => m.set_self_closing(),
            Action::Clear(to) => m.set_empty(field(*to)),
            Action::Append(source, to) => {
                let to = field(*to);
                match source {
                    Source::Current => m.append_current(to),
                    Source::CurrentLowercase => m.append_current_lowercase(to),
                    Source::CurrentUppercase => m.append_current_uppercase(to),
                    Source::TemporaryBuffer => m.append_temporary_buffer(to, through),
                    Source::Matched => m.append_matched(to),
                    Source::MatchedReference => m.append_matched_reference(to),
                    Source::Returned => m.append_returned(to),
                    Source::Code => m.append_code(to),
                    Source::Char('\u{FFFD}') => m.append_replacement(to),
                    Source::Char(c) => m.append_held(to, *c, through),
                }
            }
            Action::LetTarget => m.let_target(),
            Action::SetAdditional(c) => m.r.additional_allowed = *c,
            Action::SetCode(code) => m.r.code = *code,
            Action::MultiplyCode(by) => m.multiply_code(*by),
            Action::AddToCode(minus) => m.add_current_to_code(*minus),
            Action::UseDigits { hexadecimal } => m.r.hex_digits = *hexadecimal,
            Action::InBase { hexadecimal } => m.r.hexadecimal = *hexadecimal,
            other => panic!("no method: {other:?}"),
        }
        Answer::Nothing
    }

    fn test(&mut self, test: &Test) -> Answer {
        let waiting = |answer: Option<bool>| answer.map_or(Answer::Starved, Answer::from);
        let m = &mut self.m;
        let is_in = |c: char, on: &ir::CharSet| Answer::from(on.contains(u32::from(c)));
        Answer::from(match test {
            Test::TemporaryBufferIs(text) => m.temporary_buffer_is(text),
            Test::TargetIs(text) => m.target_is(text),
            Test::Foreign => m.is_foreign(),
            Test::Matched => m.r.matched.is_some(),
            Test::LastMatchedIs(c) => m.last_matched_is(u8::try_from(*c).expect("ASCII")),
            Test::NextIs { on, eof } => {
                return match m.peek() {
                    Input::Byte(byte) if byte < 0x80 => is_in(char::from(byte), on),
                    Input::Byte(_) => is_in(m.next_char(), on),
                    Input::Eof => Answer::from(*eof),
                    Input::Starved => Answer::Starved,
                };
            }
            Test::NextIsAdditional => match m.peek() {
                Input::Byte(_) => m.r.additional_allowed == Some(m.next_char()),
                Input::Eof => false,
                Input::Starved => return Answer::Starved,
            },
            Test::Ahead {
                text,
                ignore_case,
                from: InputPosition::Next,
            } => return waiting(m.ahead(text, *ignore_case)),
            Test::Ahead {
                text,
                ignore_case,
                from: InputPosition::Current,
            } => return waiting(m.ahead_from_current(text, *ignore_case)),
            Test::AheadSequence(class, end) => {
                let name = forever(&format!("{class:?} {end}"));
                let class = match class.contains(u32::from('\n')) {
                    true => |c| matches!(c, ' ' | '\n' | 'é'),
                    false => |c| matches!(c, ' ' | 'a'..='z'),
                };
                return waiting(m.ahead_sequence(name, class, *end));
            }
            Test::AheadLastStartTag => return waiting(m.ahead_last_start_tag()),
            Test::AfterLastStartTag { on, eof } => {
                return match m.peek_after_last_start_tag() {
                    Input::Byte(byte) if byte < 0x80 => is_in(char::from(byte), on),
                    Input::Byte(_) => is_in(m.char_after_last_start_tag(), on),
                    Input::Eof => Answer::from(*eof),
                    Input::Starved => Answer::Starved,
                };
            }
            Test::NoStartTag => m.no_start_tag(),
            Test::Behind(text) => m.behind(text),
            Test::IsEndTag => m.r.token.is_end_tag,
            Test::TagNameIsLastStartTag => m.tag_name_is_last_start_tag(),
            Test::TagNameIn(list) => {
                let names = &self.tables.names[*list];
                names.iter().any(|name| name == m.tag_name())
            }
            Test::DuplicateAttribute => m.attribute_is_duplicate(),
            Test::HasAttributes => m.has_attributes(),
            Test::SelfClosing => m.r.token.self_closing,
            Test::DoctypeNameIs(text) => m.doctype_name_is(text),
            Test::NothingReturned => matches!(m.r.returned, Returned::Nothing),
            Test::NoneMatched => !m.r.matched_any,
            other => panic!("no method: {other:?}"),
        })
    }

    fn stmt(&mut self, stmt: &Stmt) -> Answer {
        let m = &mut self.m;
        let bytes = m.bytes();
        let pos = self.locals.pos;
        let from = self.locals.from;
        let wide = |by: &Width| match by {
            Width::One => 1,
            Width::Bound => width(bytes[pos]),
        };
        match stmt {
            Stmt::Advance(by) => self.locals.pos += wide(by),
            Stmt::SetCurrent => m.cur = pos,
            Stmt::Sync(by) => (m.cur, m.pos) = (pos, pos + wide(by)),
            Stmt::SyncPosition => m.pos = pos,
            Stmt::SetFrom => self.locals.from = pos,
            Stmt::Scan(scan, method) => {
                self.locals.pos = match method {
                    ScanMethod::Blocks => with_set!(*scan, S => find::<S>(bytes, pos)),
                    ScanMethod::Checked => with_set!(*scan, S => m.find_far::<S>(pos)),
                    ScanMethod::Bytewise => find_bytewise::<sets::Name>(bytes, pos),
                    ScanMethod::Conditional => {
                        let (byte, text, reach) = sets::CONDITIONAL;
                        m.find_conditional::<sets::Script, sets::ScriptRest>(pos, byte, text, reach)
                    }
                };
            }
            Stmt::EmitScanned { inline: true } => m.emit_range(from, pos),
            Stmt::EmitScanned { inline: false } => m.emit_text(from, pos),
            Stmt::AppendScanned(to) => m.append_range(field(*to), from, pos),
            Stmt::SetScanned(to) => m.set_range(field(*to), from, pos),
            Stmt::HoldName => self.locals.name = (from, pos),
            Stmt::HoldValue => self.locals.value = (from, pos),
            Stmt::HoldReferences(_) => {
                if bytes.get(pos) == Some(&b'&') {
                    let (value, end) = m.refer::<Numbers, sets::Value>(self.locals.value, pos);
                    (self.locals.value, self.locals.pos) = (value, end);
                }
            }
            Stmt::WriteAttribute(pending) => match pending {
                Pending::Started => m.start_attribute(),
                Pending::Named => m.start_attribute_named(self.locals.name),
                Pending::Valued => m.start_attribute_with(self.locals.name, self.locals.value),
                other => panic!("no method: {other:?}"),
            },
            Stmt::RestOfName { to, .. } => {
                let end = m.end_of_name::<sets::NameEnds>(pos);
                if end == pos {
                    return Answer::No;
                }
                match to {
                    Rest::Name => {
                        self.locals.name = m.name_through(self.locals.name.0, pos, end);
                    }
                    Rest::Append(to) => m.append_lowercase(field(*to), pos, end),
                }
                self.locals.pos = end;
                return Answer::Yes;
            }
            Stmt::References { of, .. } => {
                let end = match sets::references()[of].to {
                    Receiver::Emitted => m.emit_references::<Numbers, sets::Text>(pos),
                    Receiver::Appended(to) => {
                        m.append_references::<Numbers, sets::Value>(field(to), pos)
                    }
                };
                self.locals.pos = end;
                return Answer::To(end);
            }
            Stmt::LineEnding { act, .. } => return self.line_ending(act, pos),
            Stmt::BeginMarkup => m.begin_markup_at(pos),
            Stmt::EmitCharacter(by) => m.emit_text(pos, pos + wide(by)),
            Stmt::AppendCharacter(to, by) => m.append_range(field(*to), pos, pos + wide(by)),
            Stmt::SetCharacter(to, by) => m.set_range(field(*to), pos, pos + wide(by)),
            Stmt::If(cond, _) => {
                return Answer::from(match cond {
                    Cond::ByteIs(byte) => bytes.get(pos) == Some(byte),
                    Cond::ByteIsNot(byte) => bytes.get(pos) != Some(byte),
                    Cond::PairIs(before, byte) => pair(bytes, pos - 1) == Some(&[*before, *byte]),
                    Cond::MayHaveAttribute => m.may_have_attribute(self.locals.name),
                    Cond::Interrupted => m.is_interrupted(),
                    Cond::Test(test) => return self.test(test),
                });
            }
            other => panic!("no method: {other:?}"),
        }
        Answer::Nothing
    }

    fn line_ending(&mut self, act: &LineEnding, pos: usize) -> Answer {
        let m = &mut self.m;
        let end = match act {
            LineEnding::Emit => m.emit_line_endings(pos),
            _ => m.end_of_line_ending(pos),
        };
        let Some(end) = end else {
            return Answer::No;
        };
        match act {
            LineEnding::Emit => {}
            LineEnding::Append { field: to, .. } => m.append_line_ending(field(*to), pos, end),
            LineEnding::Act(actions) => {
                if !actions.is_empty() {
                    (m.cur, m.pos) = (pos, end);
                }
                for action in actions {
                    self.action(action, end);
                }
            }
        }
        self.locals.pos = end;
        Answer::To(end)
    }
}
