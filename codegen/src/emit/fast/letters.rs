//! Rows of letters that stay: what they do is done to all letters that stand together.

use super::Writer;
use crate::emit::actions::field;
use crate::ir::{Action, CharSet, Source, StateId};
use crate::optimise::Choice;
use proc_macro2::TokenStream;
use quote::quote;

impl Writer<'_> {
    /// What a row does to the letters from `pos` on, if it is one of letters.
    pub(super) fn letters(&self, id: StateId, choice: &Choice<'_>) -> Option<TokenStream> {
        let row = choice.row;
        // With the pass of runs off, each character is taken by itself.
        let runs = self
            .machine
            .states
            .iter()
            .any(|state| !state.runs.is_empty());
        if !runs || row.state() != Some(id) || row.reconsume || choice.guard.is_some() {
            return None;
        }
        let is_small = choice.on == CharSet::from_ranges([(0x61, 0x7A)]);
        is_small.then(|| on_each(&row.actions)).flatten()
    }
}

/// Actions on each of the small letters from `pos` on.
fn on_each(actions: &[Action]) -> Option<TokenStream> {
    let done = actions.iter().map(|action| match action {
        Action::Append(Source::Current, f) => {
            let field = field(*f);
            Some(quote!(m.append_range(#field, from, pos);))
        }
        Action::EmitCurrent => Some(quote!(m.emit_text(from, pos);)),
        _ => None,
    });
    let done: Vec<_> = done.collect::<Option<_>>()?;
    (!done.is_empty()).then(|| {
        quote! {
            let from = pos;
            pos = end_of_small_letters(bytes, pos);
            #(#done)*
        }
    })
}
