//! Reads actions: the statements that states and the hot path share.

use crate::form::{Cursor, Rule, Value, first};
use crate::names::Names;
use crate::tokens::Misread;
use std::sync::LazyLock;
use tokenwright_compiler::ir::{Action, InputPosition, Returned, Source};
use tokenwright_compiler::program::Through;

/// An action as it is printed; a conditional is printed as several entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The action.
    pub(crate) action: Action,
    /// Where its text ends, if that is printed.
    pub(crate) through: Option<Through>,
    /// Whether it gives the current input character back where it has to wait; `None` if it never has to.
    pub(crate) gives_back: Option<bool>,
}

/// Reads an action that is no conditional.
pub(crate) fn action(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Printed, Misread> {
    let (action, mut left_over) = first(&RULES, input, names)?;
    let mut printed = Printed {
        action,
        through: None,
        gives_back: None,
    };
    while let Some(value) = left_over.next() {
        match value {
            Value::Through(through) => printed.through = Some(through),
            Value::GivesBack(gives_back) => printed.gives_back = Some(gives_back),
            other => panic!("the form of {:?} has {other:?}", printed.action),
        }
    }
    Ok(printed)
}

static RULES: LazyLock<Vec<Rule<Action>>> = LazyLock::new(|| {
    use InputPosition::{Current, Next};
    vec![
        Rule::new("m.error_at_current(ErrorCode::$code);", |v| {
            Action::Error(v.code(), Current)
        }),
        Rule::new("m.error_at_next(ErrorCode::$code);", |v| {
            Action::Error(v.code(), Next)
        }),
        Rule::new("if m.next_is_cut() { $starve }", |_| Action::AwaitNext),
        Rule::new("m.consume();", |_| Action::ConsumeNext),
        Rule::new("m.consume_ahead($size);", |v| Action::ConsumeAhead {
            len: v.size(),
            from: Next,
        }),
        Rule::new("m.consume_ahead_from_current($size);", |v| {
            Action::ConsumeAhead {
                len: v.size(),
                from: Current,
            }
        }),
        Rule::new("if !m.consume_named_reference() { $starve }", |_| {
            Action::ConsumeNamed
        }),
        Rule::new("if !m.consume_digits() { $starve }", |_| {
            Action::ConsumeDigits
        }),
        Rule::new("m.unconsume();", |_| Action::Unconsume),
        Rule::new("m.begin_procedure(); m.r.caller = $state;", |v| {
            Action::Call(v.state())
        }),
        Rule::new(
            "m.r.returned = Returned::Nothing; m.end_procedure();",
            |_| Action::Return(Returned::Nothing),
        ),
        Rule::new(
            "m.r.returned = Returned::Char($char); m.end_procedure();",
            |v| Action::Return(Returned::Char(v.char())),
        ),
        Rule::new(
            "m.r.returned = Returned::Char(m.code_as_char()); m.end_procedure();",
            |_| Action::Return(Returned::Code),
        ),
        Rule::new(
            "m.r.returned = super::replacement(m.r.code).map_or(Returned::Nothing, Returned::Char);
            m.end_procedure();",
            |_| Action::Return(Returned::Replacement),
        ),
        Rule::new(
            "m.r.returned = m.matched_reference(); m.end_procedure();",
            |_| Action::Return(Returned::Reference),
        ),
        Rule::new("m.r.came_from = $state;", |v| Action::ComeFrom(v.state())),
        Rule::new("m.r.return_state = $state;", |v| {
            Action::SetReturn(v.state())
        }),
        Rule::new("m.begin_markup();", |_| Action::BeginMarkup),
        Rule::new("m.begin_cdata_section($through);", |_| {
            Action::BeginCdataSection
        }),
        Rule::new("m.end_cdata_section($through);", |_| {
            Action::EndCdataSection
        }),
        Rule::new("m.emit_current();", |_| Action::EmitCurrent),
        Rule::new("m.emit_held($char);", |v| Action::EmitChar(v.char())),
        Rule::new("m.emit_instead($char);", |v| Action::EmitInstead(v.char())),
        Rule::new("m.emit_temporary_buffer($through);", |_| {
            Action::EmitTemporaryBuffer
        }),
        Rule::new("m.emit_returned();", |_| Action::EmitReturned),
        Rule::new("m.emit_tag();", |_| Action::EmitTag),
        Rule::new("m.respond();", |_| Action::Respond),
        Rule::new("m.emit_comment();", |_| Action::EmitComment),
        Rule::new("m.emit_doctype();", |_| Action::EmitDoctype),
        Rule::new("m.emit_processing_instruction();", |_| {
            Action::EmitProcessingInstruction
        }),
        Rule::new("m.emit_eof();", |_| Action::EmitEof),
        Rule::new("m.create_tag($bool);", |v| Action::CreateTag {
            end_tag: v.bool(),
        }),
        Rule::new("m.create_doctype();", |_| Action::CreateDoctype),
        Rule::new("m.create_comment($text);", |v| {
            Action::CreateComment(v.text())
        }),
        Rule::new("m.create_processing_instruction($text);", |v| {
            Action::CreateProcessingInstruction(v.text())
        }),
        Rule::new("m.start_attribute();", |_| Action::StartAttribute),
        Rule::new("m.remove_attribute();", |_| Action::RemoveAttribute),
        Rule::new("m.remove_earlier_attribute();", |_| {
            Action::RemoveEarlierAttribute
        }),
        Rule::new("m.set_force_quirks();", |_| Action::SetForceQuirks),
        Rule::new("m.clear_force_quirks();", |_| Action::ClearForceQuirks),
        Rule::new("m.set_self_closing();", |_| Action::SetSelfClosing),
        Rule::new("m.set_empty($field);", |v| Action::Clear(v.field())),
        Rule::new("m.append_current($field);", |v| {
            Action::Append(Source::Current, v.field())
        }),
        Rule::new("m.append_current_lowercase($field);", |v| {
            Action::Append(Source::CurrentLowercase, v.field())
        }),
        Rule::new("m.append_current_uppercase($field);", |v| {
            Action::Append(Source::CurrentUppercase, v.field())
        }),
        Rule::new("m.append_temporary_buffer($field, $through);", |v| {
            Action::Append(Source::TemporaryBuffer, v.field())
        }),
        Rule::new("m.append_matched($field);", |v| {
            Action::Append(Source::Matched, v.field())
        }),
        Rule::new("m.append_matched_reference($field);", |v| {
            Action::Append(Source::MatchedReference, v.field())
        }),
        Rule::new("m.append_returned($field);", |v| {
            Action::Append(Source::Returned, v.field())
        }),
        Rule::new("m.append_code($field);", |v| {
            Action::Append(Source::Code, v.field())
        }),
        Rule::new("m.append_replacement($field);", |v| {
            Action::Append(Source::Char(char::REPLACEMENT_CHARACTER), v.field())
        }),
        // U+FFFD is not held: it replaces the character that is read.
        Rule::new("m.append_held($field, $held, $through);", |v| {
            let field = v.field();
            Action::Append(Source::Char(v.char()), field)
        }),
        Rule::new("m.let_target();", |_| Action::LetTarget),
        Rule::new("m.r.additional_allowed = None;", |_| {
            Action::SetAdditional(None)
        }),
        Rule::new("m.r.additional_allowed = Some($char);", |v| {
            Action::SetAdditional(Some(v.char()))
        }),
        Rule::new("m.r.content_model = $model;", |v| {
            Action::SetContentModel(v.model())
        }),
        Rule::new("m.r.escape = $bool;", |v| Action::SetEscape(v.bool())),
        Rule::new("m.r.code = $number;", |v| Action::SetCode(v.number())),
        Rule::new(
            "if let Some(c) = super::replacement(m.r.code) { m.r.code = u32::from(c); }",
            |_| Action::ReplaceCode,
        ),
        Rule::new("m.multiply_code($number);", |v| {
            Action::MultiplyCode(v.number())
        }),
        Rule::new("m.add_current_to_code($number);", |v| {
            Action::AddToCode(v.number())
        }),
        Rule::new("m.r.hex_digits = $bool;", |v| Action::UseDigits {
            hexadecimal: v.bool(),
        }),
        Rule::new("m.r.hexadecimal = $bool;", |v| Action::InBase {
            hexadecimal: v.bool(),
        }),
    ]
});
