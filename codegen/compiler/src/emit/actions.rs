//! Blocks as Rust statements that end in a `Flow`.
//!
//! Each action is one call of a method of the machine, so the generated functions read like the rows above them. A
//! value of `Flow` ends every path, so rustc reports a path without an end. What an action must do where a chunk may
//! end is decided by lowering, not here; the one thing left is to reconsume the character when a test has to wait.

use super::conditions::{content_model, number, starve, test};
use super::names;
use crate::ir::{
    Action, Block, End, ErrorId, InputPosition, LoweredMachine, Returned, Source, Target,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use tokenwright_tables::grammar::Field;

/// The context of a block.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) machine: &'a LoweredMachine,
    /// Whether the state has consumed a character, so that suspending has to reconsume it.
    pub(super) in_row: bool,
}

impl Context<'_> {
    pub(super) fn block(self, block: &Block) -> TokenStream {
        let through = match block.end {
            End::To {
                reconsume: true, ..
            } => quote!(m.cur),
            _ => quote!(m.pos),
        };
        let actions = self.actions(&block.actions, &through);
        let flow = if block.responds {
            quote!(m.after_tag())
        } else {
            quote!(Flow::Go)
        };
        let end = match &block.end {
            End::Stay => flow,
            End::To { target, reconsume } => {
                let reconsume = reconsume.then(|| quote!(m.reconsume();));
                let target = names::target(self.machine, *target);
                quote! {
                    #reconsume
                    m.r.state = #target;
                    #flow
                }
            }
            End::If(condition, then, otherwise) => {
                let condition = test(self.machine, condition, self.in_row);
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                quote! { if #condition { #then } else { #otherwise } }
            }
            End::Done => quote!(Flow::Done),
        };
        quote! { #actions #end }
    }

    pub(super) fn actions(self, actions: &[Action], through: &TokenStream) -> TokenStream {
        actions
            .iter()
            .map(|action| self.action(action, through))
            .collect()
    }

    /// The variant of an error code.
    pub(super) fn error(self, error: ErrorId) -> Ident {
        format_ident!("{}", names::type_name(&self.machine.errors[error]))
    }

    pub(super) fn action(self, action: &Action, through: &TokenStream) -> TokenStream {
        let state = |id: usize| names::target(self.machine, Target::State(id));
        match action {
            Action::Error(error, place) => {
                let code = self.error(*error);
                match place {
                    InputPosition::Current => quote!(m.error_at_current(ErrorCode::#code);),
                    InputPosition::Next => quote!(m.error_at_next(ErrorCode::#code);),
                }
            }
            Action::AwaitNext => {
                let starve = starve(self.in_row);
                quote!(if m.next_is_cut() { #starve; })
            }
            Action::ConsumeNext | Action::ConsumeAgain => quote!(m.consume();),
            Action::ConsumeAhead { len, from } => match from {
                InputPosition::Next => quote!(m.consume_ahead(#len);),
                InputPosition::Current => quote!(m.consume_ahead_from_current(#len);),
            },
            Action::ConsumeNamed => {
                let starve = starve(self.in_row);
                quote!(if !m.consume_named_reference() { #starve; })
            }
            Action::ConsumeDigits => {
                let starve = starve(self.in_row);
                quote!(if !m.consume_digits() { #starve; })
            }
            Action::Unconsume => quote!(m.unconsume();),
            Action::Call(back) => {
                let back = state(*back);
                quote! {
                    m.begin_procedure();
                    m.r.caller = #back;
                }
            }
            Action::Return(returned) => {
                let returned = match returned {
                    Returned::Nothing => quote!(Returned::Nothing),
                    Returned::Char(c) => quote!(Returned::Char(#c)),
                    Returned::Code => quote!(Returned::Char(m.code_as_char())),
                    Returned::Replacement => {
                        quote!(
                            super::replacement(m.r.code).map_or(Returned::Nothing, Returned::Char)
                        )
                    }
                    Returned::Reference => quote!(m.matched_reference()),
                };
                quote! {
                    m.r.returned = #returned;
                    m.end_procedure();
                }
            }
            Action::ComeFrom(id) => {
                let from = state(*id);
                quote!(m.r.came_from = #from;)
            }
            Action::SetReturn(id) => {
                let to = state(*id);
                quote!(m.r.return_state = #to;)
            }
            Action::BeginMarkup => quote!(m.begin_markup();),
            Action::BeginCdataSection => quote!(m.begin_cdata_section(#through);),
            Action::EndCdataSection => quote!(m.end_cdata_section(#through);),
            Action::EmitCurrent => quote!(m.emit_current();),
            Action::EmitChar(c) => quote!(m.emit_held(#c);),
            Action::EmitInstead(c) => quote!(m.emit_instead(#c);),
            Action::EmitTemporaryBuffer => quote!(m.emit_temporary_buffer(#through);),
            Action::EmitReturned => quote!(m.emit_returned();),
            Action::EmitTag => quote!(m.emit_tag();),
            Action::Respond => quote!(m.respond();),
            Action::EmitComment => quote!(m.emit_comment();),
            Action::EmitDoctype => quote!(m.emit_doctype();),
            Action::EmitProcessingInstruction => quote!(m.emit_processing_instruction();),
            Action::EmitEof => quote!(m.emit_eof();),
            Action::CreateTag { end_tag } => quote!(m.create_tag(#end_tag);),
            Action::CreateDoctype => quote!(m.create_doctype();),
            Action::CreateComment(data) => quote!(m.create_comment(#data);),
            Action::CreateProcessingInstruction(data) => {
                quote!(m.create_processing_instruction(#data);)
            }
            Action::StartAttribute => quote!(m.start_attribute();),
            Action::RemoveAttribute => quote!(m.remove_attribute();),
            Action::RemoveEarlierAttribute => quote!(m.remove_earlier_attribute();),
            Action::SetForceQuirks => quote!(m.set_force_quirks();),
            Action::ClearForceQuirks => quote!(m.clear_force_quirks();),
            Action::SetSelfClosing => quote!(m.set_self_closing();),
            Action::Clear(field) => {
                let field = self::field(*field);
                quote!(m.set_empty(#field);)
            }
            Action::Append(source, field) => {
                let field = self::field(*field);
                match source {
                    Source::Current => quote!(m.append_current(#field);),
                    Source::CurrentLowercase => quote!(m.append_current_lowercase(#field);),
                    Source::CurrentUppercase => quote!(m.append_current_uppercase(#field);),
                    Source::TemporaryBuffer => quote!(m.append_temporary_buffer(#field, #through);),
                    Source::Matched => quote!(m.append_matched(#field);),
                    Source::MatchedReference => quote!(m.append_matched_reference(#field);),
                    Source::Returned => quote!(m.append_returned(#field);),
                    Source::Code => quote!(m.append_code(#field);),
                    // As for `EmitInstead`: only U+FFFD replaces the character that is read.
                    Source::Char('\u{FFFD}') => quote!(m.append_replacement(#field);),
                    Source::Char(c) => quote!(m.append_held(#field, #c, #through);),
                }
            }
            Action::LetTarget => quote!(m.let_target();),
            Action::SetAdditional(None) => quote!(m.r.additional_allowed = None;),
            Action::SetAdditional(Some(c)) => quote!(m.r.additional_allowed = Some(#c);),
            Action::SetContentModel(model) => {
                let model = content_model(*model);
                quote!(m.r.content_model = #model;)
            }
            Action::SetEscape(value) => quote!(m.r.escape = #value;),
            Action::SetCode(code) => {
                let code = number(*code);
                quote!(m.r.code = #code;)
            }
            Action::ReplaceCode => quote! {
                if let Some(c) = super::replacement(m.r.code) {
                    m.r.code = u32::from(c);
                }
            },
            Action::MultiplyCode(by) => {
                let by = proc_macro2::Literal::u32_unsuffixed(*by);
                quote!(m.multiply_code(#by);)
            }
            Action::AddToCode(minus) => {
                let minus = number(*minus);
                quote!(m.add_current_to_code(#minus);)
            }
            Action::UseDigits { hexadecimal } => quote!(m.r.hex_digits = #hexadecimal;),
            Action::InBase { hexadecimal } => quote!(m.r.hexadecimal = #hexadecimal;),
            Action::If(condition, then, otherwise) => {
                let condition = test(self.machine, condition, self.in_row);
                let then = self.actions(then, through);
                if otherwise.is_empty() {
                    quote!(if #condition { #then })
                } else {
                    let otherwise = self.actions(otherwise, through);
                    quote!(if #condition { #then } else { #otherwise })
                }
            }
        }
    }
}

pub(super) fn field(field: Field) -> TokenStream {
    names::same_variant("Field", field)
}
