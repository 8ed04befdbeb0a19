//! Reads actions: the statements that states and the hot path share.

use crate::form::{Cursor, Value, first, rules};
use crate::names::Names;
use crate::tokens::Misread;
use tokenwright_compiler::ir::InputPosition::{Current, Next};
use tokenwright_compiler::ir::{Action, Returned, Source};
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

rules! {
    RULES: Action = |v| {
        "m.error_at_current(ErrorCode::$code);" => Action::Error(v.code(), Current),
        "m.error_at_next(ErrorCode::$code);" => Action::Error(v.code(), Next),
        "if m.next_is_cut() { $starve }" => Action::AwaitNext,
        "m.consume();" => Action::ConsumeNext,
        "m.consume_ahead($size);" => Action::ConsumeAhead { len: v.size(), from: Next },
        "m.consume_ahead_from_current($size);"
            => Action::ConsumeAhead { len: v.size(), from: Current },
        "if !m.consume_named_reference() { $starve }" => Action::ConsumeNamed,
        "if !m.consume_digits() { $starve }" => Action::ConsumeDigits,
        "m.unconsume();" => Action::Unconsume,
        "m.begin_procedure(); m.r.caller = $state;" => Action::Call(v.state()),
        "m.r.returned = Returned::Nothing; m.end_procedure();" => Action::Return(Returned::Nothing),
        "m.r.returned = Returned::Char($char); m.end_procedure();"
            => Action::Return(Returned::Char(v.char())),
        "m.r.returned = Returned::Char(m.code_as_char()); m.end_procedure();"
            => Action::Return(Returned::Code),
        "m.r.returned = super::replacement(m.r.code).map_or(Returned::Nothing, Returned::Char);
            m.end_procedure();" => Action::Return(Returned::Replacement),
        "m.r.returned = m.matched_reference(); m.end_procedure();"
            => Action::Return(Returned::Reference),
        "m.r.came_from = $state;" => Action::ComeFrom(v.state()),
        "m.r.return_state = $state;" => Action::SetReturn(v.state()),
        "m.begin_markup();" => Action::BeginMarkup,
        "m.begin_cdata_section($through);" => Action::BeginCdataSection,
        "m.end_cdata_section($through);" => Action::EndCdataSection,
        "m.emit_current();" => Action::EmitCurrent,
        "m.emit_held($char);" => Action::EmitChar(v.char()),
        "m.emit_instead($char);" => Action::EmitInstead(v.char()),
        "m.emit_temporary_buffer($through);" => Action::EmitTemporaryBuffer,
        "m.emit_returned();" => Action::EmitReturned,
        "m.emit_tag();" => Action::EmitTag,
        "m.respond();" => Action::Respond,
        "m.emit_comment();" => Action::EmitComment,
        "m.emit_doctype();" => Action::EmitDoctype,
        "m.emit_processing_instruction();" => Action::EmitProcessingInstruction,
        "m.emit_eof();" => Action::EmitEof,
        "m.create_tag($bool);" => Action::CreateTag { end_tag: v.bool() },
        "m.create_doctype();" => Action::CreateDoctype,
        "m.create_comment($text);" => Action::CreateComment(v.text()),
        "m.create_processing_instruction($text);" => Action::CreateProcessingInstruction(v.text()),
        "m.start_attribute();" => Action::StartAttribute,
        "m.remove_attribute();" => Action::RemoveAttribute,
        "m.remove_earlier_attribute();" => Action::RemoveEarlierAttribute,
        "m.set_force_quirks();" => Action::SetForceQuirks,
        "m.clear_force_quirks();" => Action::ClearForceQuirks,
        "m.set_self_closing();" => Action::SetSelfClosing,
        "m.set_empty($field);" => Action::Clear(v.field()),
        "m.append_current($field);" => Action::Append(Source::Current, v.field()),
        "m.append_current_lowercase($field);" => Action::Append(Source::CurrentLowercase, v.field()),
        "m.append_current_uppercase($field);" => Action::Append(Source::CurrentUppercase, v.field()),
        "m.append_temporary_buffer($field, $through);"
            => Action::Append(Source::TemporaryBuffer, v.field()),
        "m.append_matched($field);" => Action::Append(Source::Matched, v.field()),
        "m.append_matched_reference($field);" => Action::Append(Source::MatchedReference, v.field()),
        "m.append_returned($field);" => Action::Append(Source::Returned, v.field()),
        "m.append_code($field);" => Action::Append(Source::Code, v.field()),
        "m.append_replacement($field);"
            => Action::Append(Source::Char(char::REPLACEMENT_CHARACTER), v.field()),
        // U+FFFD is not held: it replaces the character that is read.
        "m.append_held($field, $held, $through);" => {
            let field = v.field();
            Action::Append(Source::Char(v.char()), field)
        },
        "m.let_target();" => Action::LetTarget,
        "m.r.additional_allowed = None;" => Action::SetAdditional(None),
        "m.r.additional_allowed = Some($char);" => Action::SetAdditional(Some(v.char())),
        "m.r.content_model = $model;" => Action::SetContentModel(v.model()),
        "m.r.escape = $bool;" => Action::SetEscape(v.bool()),
        "m.r.code = $number;" => Action::SetCode(v.number()),
        "if let Some(c) = super::replacement(m.r.code) { m.r.code = u32::from(c); }"
            => Action::ReplaceCode,
        "m.multiply_code($number);" => Action::MultiplyCode(v.number()),
        "m.add_current_to_code($number);" => Action::AddToCode(v.number()),
        "m.r.hex_digits = $bool;" => Action::UseDigits { hexadecimal: v.bool() },
        "m.r.hexadecimal = $bool;" => Action::InBase { hexadecimal: v.bool() },
    }
}
