//! The text modes of a revision: the effect of a switch, and the elements whose start tag causes one.

use super::names;
use crate::ir::{LoweredMachine, Switch};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use tokenwright_tables::grammar::Mode;

/// The statement for a switch to `mode`; empty if the tables do not have the mode.
pub(super) fn enter(machine: &LoweredMachine) -> TokenStream {
    let arms = machine.text_modes.iter().map(|text_mode| {
        let mode = mode(text_mode.mode);
        match text_mode.switch {
            Switch::State(state) => {
                let state = names::variant(&machine.states[state]);
                quote!(TextMode::#mode => registers.state = State::#state,)
            }
            Switch::ContentModel(model) => {
                let model = format_ident!("{}", names::type_name(&model.to_string()));
                quote!(TextMode::#mode => registers.content_model = ContentModel::#model,)
            }
        }
    });
    // The arm for the modes that the tables do not have.
    let other = (machine.text_modes.len() < Mode::ALL.len()).then(|| quote!(_ => {}));
    quote! {
        match mode {
            #(#arms)*
            #other
        }
    }
}

/// The elements, with their modes.
pub(super) fn elements(machine: &LoweredMachine) -> TokenStream {
    let all = machine.text_modes.iter().flat_map(|text_mode| {
        let mode = mode(text_mode.mode);
        text_mode
            .elements
            .iter()
            .map(move |(name, if_scripting)| quote!((#name, TextMode::#mode, #if_scripting)))
    });
    quote!(&[#(#all),*])
}

/// The mode's name in the runtime.
fn mode(mode: Mode) -> proc_macro2::Ident {
    format_ident!("{}", names::type_name(&mode.to_string()))
}
