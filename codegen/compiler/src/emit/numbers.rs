//! Prints the numbers of references that the hot path resolves.

use super::conditions::code_pattern;
use super::names;
use crate::ir::StateId;
use crate::program::Program;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The name of the numbers of a state. Equal sets have the name of the first state that has them.
pub(super) fn name(program: &Program, id: StateId) -> Ident {
    let plain = &program.references[&id].plain;
    let mut all = program.references.iter();
    let same = all.find(|(_, other)| other.plain == *plain);
    let first = same.map_or(id, |(first, _)| *first);
    let state = names::state_variant(&program.machine.states[first]);
    format_ident!("{state}Numbers")
}

/// The numbers of all states.
pub(super) fn declarations(program: &Program) -> TokenStream {
    let mut out = TokenStream::new();
    let mut done: Vec<Ident> = Vec::new();
    for (id, reference) in &program.references {
        let name = name(program, *id);
        if done.contains(&name) {
            continue;
        }
        let plain = code_pattern(reference.plain.ranges());
        out.extend(quote! {
            /// The numbers that are replaced by their characters, without an error.
            struct #name;

            impl PlainNumbers for #name {
                fn contains(code: u32) -> bool {
                    matches!(code, #plain)
                }
            }
        });
        done.push(name);
    }
    out
}
