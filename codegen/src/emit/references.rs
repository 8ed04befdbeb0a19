//! What states make of references by themselves, as rules for the tokenizer's search.

use super::names;
use super::tests::{byte_pattern, code_pattern};
use crate::ir::{Machine, StateId};
use crate::optimise::Reference;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The name of a state's rules: that of the first state which has the same.
pub(super) fn name(machine: &Machine, id: StateId) -> Option<Ident> {
    let ((_, byte), reference) = machine
        .references
        .iter()
        .find(|((state, _), _)| *state == id)?;
    let mut all = machine.references.iter();
    let ((first, _), _) = all.find(|((_, b), other)| b == byte && same(reference, other))?;
    let state = names::state_variant(&machine.states[*first]);
    Some(format_ident!("{state}References"))
}

fn same(a: &Reference, b: &Reference) -> bool {
    let rules = |r: &Reference| {
        (
            r.names,
            r.numbers.clone(),
            r.bare.clone(),
            r.unknown.clone(),
        )
    };
    rules(a) == rules(b)
}

/// The rules of all states.
pub(super) fn declarations(machine: &Machine) -> TokenStream {
    let mut out = TokenStream::new();
    let mut done: Vec<Ident> = Vec::new();
    for ((id, byte), reference) in &machine.references {
        let Some(name) = name(machine, *id).filter(|name| !done.contains(name)) else {
            continue;
        };
        let byte = super::stops::byte(*byte);
        let names = reference.names;
        let bare = is_one_of(quote!(byte), byte_pattern(&reference.bare));
        let unknown = is_one_of(quote!(byte), byte_pattern(&reference.unknown));
        let numbers = is_one_of(quote!(code), code_pattern(reference.numbers.ranges()));
        out.extend(quote! {
            /// What comes of references that are no errors.
            struct #name;

            impl ReferenceRules for #name {
                const BYTE: u8 = #byte;
                const NAMES: bool = #names;

                fn is_text_before(byte: u8) -> bool {
                    #bare
                }

                fn is_unknown_before(byte: u8) -> bool {
                    #unknown
                }

                fn is_of_number(code: u32) -> bool {
                    #numbers
                }
            }
        });
        done.push(name);
    }
    out
}

fn is_one_of(value: TokenStream, pattern: TokenStream) -> TokenStream {
    if pattern.is_empty() {
        quote!({ let _ = #value; false })
    } else {
        quote!(matches!(#value, #pattern))
    }
}
