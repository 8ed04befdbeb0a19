//! What states make of references by themselves, as rules for the tokenizer's search.

use super::names;
use super::tests::{byte_pattern, code_pattern};
use crate::ir::{ErrorId, Machine, StateId};
use crate::optimise::{Becomes, Before, Reference};
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

/// Whether two states have the same rules; they may give what they find to different places.
fn same(a: &Reference, b: &Reference) -> bool {
    let rules = |r: &Reference| Reference {
        to: a.to,
        ..r.clone()
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
        let faults = &reference.faults;
        let is_open_name_text = is_one_of(quote!(byte), byte_pattern(&faults.open_names_as_text));
        let open_name = errors_before(machine, &faults.open_names);
        let unknown_faults = errors_before(machine, &faults.unknown);
        let no_digits = errors_before(machine, &faults.no_digits);
        let may_follow_number = is_one_of(quote!(byte), byte_pattern(&faults.after_number));
        let faulty_number = faulty_number(machine, reference);
        out.extend(quote! {
            /// What comes of references.
            pub(super) struct #name;

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

                fn is_open_name_text_before(byte: u8) -> bool {
                    #is_open_name_text
                }

                fn open_name(byte: u8) -> Option<Errors> {
                    #open_name
                }

                fn unknown(byte: u8) -> Option<Errors> {
                    #unknown_faults
                }

                fn no_digits(byte: u8) -> Option<Errors> {
                    #no_digits
                }

                fn may_follow_number(byte: u8) -> bool {
                    #may_follow_number
                }

                fn faulty_number(code: u32, closed: bool) -> Option<(char, Errors)> {
                    #faulty_number
                }
            }
        });
        done.push(name);
    }
    out
}

/// The errors before a byte, if it is one of those before which there are any.
fn errors_before(machine: &Machine, before: &Before) -> TokenStream {
    let is_one = is_one_of(quote!(byte), byte_pattern(&before.chars));
    if before.chars.is_empty() {
        return quote!({
            let _ = byte;
            None
        });
    }
    let errors = errors(machine, &before.errors);
    quote!((#is_one).then_some(#errors))
}

fn errors(machine: &Machine, errors: &[ErrorId]) -> TokenStream {
    let codes = errors.iter().map(|error| {
        let code = format_ident!("{}", names::type_name(&machine.errors[*error]));
        quote!(ErrorCode::#code)
    });
    quote!(&[#(#codes),*])
}

fn faulty_number(machine: &Machine, reference: &Reference) -> TokenStream {
    let arms = reference.faults.numbers.iter().map(|numbers| {
        let codes = code_pattern(numbers.numbers.ranges());
        let closed = numbers.closed;
        let becomes = match numbers.becomes {
            Becomes::Itself => quote!(char::from_u32(code)?),
            Becomes::Replacement => quote!(replacement(code)?),
            Becomes::Char(c) => quote!(#c),
        };
        let errors = errors(machine, &numbers.errors);
        quote!((#codes, #closed) => (#becomes, #errors),)
    });
    let arms: Vec<_> = arms.collect();
    if arms.is_empty() {
        return quote!({
            let _ = (code, closed);
            None
        });
    }
    quote! {
        let (c, errors): (char, Errors) = match (code, closed) {
            #(#arms)*
            _ => return None,
        };
        Some((c, errors))
    }
}

fn is_one_of(value: TokenStream, pattern: TokenStream) -> TokenStream {
    if pattern.is_empty() {
        quote!({ let _ = #value; false })
    } else {
        quote!(matches!(#value, #pattern))
    }
}
