//! Prints the rules by which the hot path resolves references.

use super::conditions::{byte_pattern, code_pattern};
use super::names;
use crate::ir::{CharSet, ErrorId, LoweredMachine, StateId};
use crate::program::{Before, Codes, NumberRules, NumberValue, Program};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The name of a state's rules. Equal rules have the name of the first state that has them.
pub(super) fn name(program: &Program, id: StateId) -> Option<Ident> {
    let all = &program.references;
    let ((_, byte), reference) = all.iter().find(|((state, _), _)| *state == id)?;
    let mut same = all.iter();
    let ((first, _), _) =
        same.find(|((_, b), other)| b == byte && reference.has_rules_of(other))?;
    let state = names::state_variant(&program.machine.states[*first]);
    Some(format_ident!("{state}References"))
}

/// The name of the rules of numbers. Equal rules have the name of the first state that has them.
fn numbers_name(program: &Program, numbers: &NumberRules) -> Option<Ident> {
    let mut all = program.references.iter();
    let ((first, _), _) = all.find(|(_, other)| other.numbers == *numbers)?;
    let state = names::state_variant(&program.machine.states[*first]);
    (!numbers.is_empty()).then(|| format_ident!("{state}Numbers"))
}

/// The rules of all states. Methods that a state does not need keep the trait's default.
pub(super) fn declarations(program: &Program) -> TokenStream {
    let machine = &program.machine;
    let mut out = TokenStream::new();
    let mut done: Vec<Ident> = Vec::new();
    for ((id, byte), reference) in &program.references {
        let Some(name) = name(program, *id).filter(|name| !done.contains(name)) else {
            continue;
        };
        let numbers = numbers_name(program, &reference.numbers);
        if let Some(numbers) = numbers.as_ref().filter(|numbers| !done.contains(numbers)) {
            out.extend(numbers_declaration(machine, numbers, &reference.numbers));
            done.push(numbers.clone());
        }
        let numbers = numbers.map_or(quote!(()), |numbers| quote!(#numbers));
        let byte = super::stops::byte(*byte);
        let names = reference.names;
        let faults = &reference.faults;
        let methods = [
            is_before("is_text_before", &reference.bare),
            is_before("is_text_up_to", &reference.text_up_to()),
            is_before("is_unknown_before", &reference.unknown),
            is_before("is_open_name_text_before", &faults.open_names_as_text),
            errors_before(machine, "open_name", &faults.open_names),
            errors_before(machine, "unknown", &faults.unknown),
        ];
        out.extend(quote! {
            /// How references are resolved.
            pub(super) struct #name;

            impl ReferenceRules for #name {
                type Numbers = #numbers;
                const BYTE: u8 = #byte;
                const NAMES: bool = #names;
                #(#methods)*
            }
        });
        done.push(name);
    }
    out
}

fn numbers_declaration(
    machine: &LoweredMachine,
    name: &Ident,
    numbers: &NumberRules,
) -> TokenStream {
    let plain = code_pattern(numbers.plain.ranges());
    let methods = [
        is_before("may_follow_number", &numbers.after_number),
        errors_before(machine, "no_digits", &numbers.no_digits),
    ];
    let faulty = faulty_number(machine, numbers);
    quote! {
        /// How numbers are resolved.
        pub(super) struct #name;

        impl NumberRules for #name {
            fn is_plain(code: u32) -> bool {
                matches!(code, #plain)
            }
            #(#methods)*
            #faulty
        }
    }
}

/// A method that tests whether a byte is in a set of ASCII characters; `None` for the empty set.
fn is_before(method: &str, chars: &CharSet) -> Option<TokenStream> {
    let (method, pattern) = (format_ident!("{method}"), byte_pattern(chars));
    (!chars.is_empty()).then(|| {
        quote! {
            fn #method(byte: u8) -> bool {
                matches!(byte, #pattern)
            }
        }
    })
}

/// A method that returns the errors reported before a byte; `None` if no byte has any.
fn errors_before(machine: &LoweredMachine, method: &str, before: &Before) -> Option<TokenStream> {
    let (method, pattern) = (format_ident!("{method}"), byte_pattern(&before.chars));
    let errors = errors(machine, &before.errors);
    (!before.chars.is_empty()).then(|| {
        quote! {
            fn #method(byte: u8) -> Option<Errors> {
                matches!(byte, #pattern).then_some(#errors)
            }
        }
    })
}

fn errors(machine: &LoweredMachine, errors: &[ErrorId]) -> TokenStream {
    let codes = errors.iter().map(|error| {
        let code = format_ident!("{}", names::type_name(&machine.errors[*error]));
        quote!(ErrorCode::#code)
    });
    quote!(&[#(#codes),*])
}

fn faulty_number(machine: &LoweredMachine, numbers: &NumberRules) -> Option<TokenStream> {
    let arms = numbers.arms.iter().map(|arm| {
        let closed = arm.closed;
        let on = match &arm.on {
            Codes::Plain => quote!((_, #closed) if Self::is_plain(code)),
            Codes::In(codes) => {
                let codes = code_pattern(codes.ranges());
                quote!((#codes, #closed))
            }
            Codes::All => quote!((_, #closed)),
        };
        let Some((becomes, codes)) = &arm.outcome else {
            return quote!(#on => return None,);
        };
        let becomes = match becomes {
            NumberValue::Itself => quote!(char::from_u32(code)?),
            NumberValue::Replacement => quote!(super::replacement(code)?),
            NumberValue::Char(c) => quote!(#c),
        };
        let errors = errors(machine, codes);
        quote!(#on => (#becomes, #errors),)
    });
    let has_outcome = numbers.arms.iter().any(|arm| arm.outcome.is_some());
    has_outcome.then(|| {
        quote! {
            fn faulty(code: u32, closed: bool) -> Option<(char, Errors)> {
                let (c, errors): (char, Errors) = match (code, closed) {
                    #(#arms)*
                };
                Some((c, errors))
            }
        }
    })
}
