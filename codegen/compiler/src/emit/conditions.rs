//! Conditions as Rust expressions of type `bool`.
//!
//! A condition on the input has three answers: yes, no, and "not decided yet". Only such a condition becomes a
//! `match` that suspends the state; all others stay plain expressions, which rustc can combine. Sets of characters
//! become patterns, so rustc chooses between comparisons and a table. A pattern for the first byte of a character
//! distinguishes ASCII characters alone; a set that splits the others is tested on the decoded character.

use super::names;
use super::stops::byte;
use crate::ir::{CharSet, InputPosition, LoweredMachine, Target, Test};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use tokenwright_tables::grammar::ContentModel;

/// Suspends a state whose test has to wait: the current input character is consumed again later.
pub(super) fn starve(in_row: bool) -> TokenStream {
    if in_row {
        quote!({
            m.reconsume();
            return Flow::Starved;
        })
    } else {
        quote!(return Flow::Starved)
    }
}

pub(super) fn test(machine: &LoweredMachine, test: &Test, in_row: bool) -> TokenStream {
    let state = |id: usize| names::target(machine, Target::State(id));
    let starve = starve(in_row);
    let waiting = |call: TokenStream| {
        quote! {
            match #call {
                Some(holds) => holds,
                None => #starve,
            }
        }
    };
    let peeked = |call: TokenStream, c: TokenStream, on: &CharSet, eof: bool| {
        let byte = byte_pattern(on);
        let in_set = match (on.ascii().is_empty(), on.beyond_ascii()) {
            (true, Some(false)) => quote!(false),
            (_, Some(_)) => quote!(matches!(byte, #byte)),
            (_, None) => decoded(on, &c),
        };
        let byte_name = if on.is_empty() {
            quote!(_)
        } else {
            quote!(byte)
        };
        quote! {
            match #call {
                Input::Byte(#byte_name) => #in_set,
                Input::Eof => #eof,
                Input::Starved => #starve,
            }
        }
    };
    match test {
        Test::Not(inner) => {
            let inner = self::test(machine, inner, in_row);
            quote!(!(#inner))
        }
        Test::All(tests) => {
            let tests = tests.iter().map(|t| parenthesised(machine, t, in_row));
            quote!(#(#tests)&&*)
        }
        Test::Any(tests) => {
            let tests = tests.iter().map(|t| parenthesised(machine, t, in_row));
            quote!(#(#tests)||*)
        }
        Test::TemporaryBufferIs(text) => quote!(m.temporary_buffer_is(#text)),
        Test::TargetIs(text) => quote!(m.target_is(#text)),
        Test::ReturnStateIs(id) => {
            let state = state(*id);
            quote!(m.r.return_state == #state)
        }
        Test::CallerIs(id) => {
            let parts = machine
                .states
                .iter()
                .enumerate()
                .filter(|(_, s)| s.spec == *id && s.part > 0);
            let parts: Vec<_> = parts.map(|(part, _)| state(part)).collect();
            if parts.is_empty() {
                quote!(false)
            } else {
                quote!(matches!(m.r.caller, #(#parts)|*))
            }
        }
        Test::Foreign => quote!(m.is_foreign()),
        Test::Matched => quote!(m.r.matched.is_some()),
        Test::LastMatchedIs(c) => {
            // Names of references are ASCII.
            match u8::try_from(*c).ok().filter(u8::is_ascii) {
                Some(c) => {
                    let c = byte(c);
                    quote!(m.last_matched_is(#c))
                }
                None => quote!(false),
            }
        }
        Test::NextIs { on, eof } => peeked(quote!(m.peek()), quote!(m.next_char()), on, *eof),
        Test::NextIsAdditional => quote! {
            match m.peek() {
                Input::Byte(_) => m.r.additional_allowed == Some(m.next_char()),
                Input::Eof => false,
                Input::Starved => #starve,
            }
        },
        Test::Ahead {
            text,
            ignore_case,
            from,
        } => match from {
            InputPosition::Next => waiting(quote!(m.ahead(#text, #ignore_case))),
            // If input runs out, the call itself reconsumes the current input character.
            InputPosition::Current => quote! {
                match m.ahead_from_current(#text, #ignore_case) {
                    Some(holds) => holds,
                    None => return Flow::Starved,
                }
            },
        },
        Test::AheadSequence(set, end) => {
            let on = match char_pattern(set) {
                none if none.is_empty() => quote!(false),
                on => quote!(matches!(c, #on)),
            };
            let name = sequence_name(set, *end);
            waiting(quote!(m.ahead_sequence(#name, |c| #on, #end)))
        }
        Test::AheadLastStartTag => waiting(quote!(m.ahead_last_start_tag())),
        Test::AfterLastStartTag { on, eof } => {
            let call = quote!(m.peek_after_last_start_tag());
            let c = quote!(m.char_after_last_start_tag());
            peeked(call, c, on, *eof)
        }
        Test::NoStartTag => quote!(m.no_start_tag()),
        Test::Behind(text) => quote!(m.behind(#text)),
        Test::ContentModelIs(model) => {
            let model = content_model(*model);
            quote!(m.r.content_model == #model)
        }
        Test::Escape => quote!(m.r.escape),
        Test::IsEndTag => quote!(m.r.token.is_end_tag),
        Test::TagNameIsLastStartTag => quote!(m.tag_name_is_last_start_tag()),
        Test::TagNameIn(list) => {
            let names = &machine.names[*list];
            quote!(matches!(m.tag_name(), #(#names)|*))
        }
        Test::DuplicateAttribute => quote!(m.attribute_is_duplicate()),
        Test::HasAttributes => quote!(m.has_attributes()),
        Test::SelfClosing => quote!(m.r.token.self_closing),
        Test::DoctypeNameIs(text) => quote!(m.doctype_name_is(#text)),
        Test::NothingReturned => quote!(matches!(m.r.returned, Returned::Nothing)),
        Test::NoneMatched => quote!(!m.r.matched_any),
        Test::CodeInReplacements => quote!(super::replacement(m.r.code).is_some()),
        Test::CodeIn(ranges) => {
            let ranges = code_pattern(ranges);
            quote!(matches!(m.r.code, #ranges))
        }
    }
}

/// Ranges of numbers as a pattern.
pub(super) fn code_pattern(ranges: &[(u32, u32)]) -> TokenStream {
    let ranges = ranges.iter().map(|(a, b)| {
        let (a, last) = (number(*a), number(*b));
        match (b, *b == u32::MAX) {
            (_, true) => quote!(#a..),
            _ if a.to_string() == last.to_string() => quote!(#a),
            _ => quote!(#a..=#last),
        }
    });
    quote!(#(#ranges)|*)
}

fn parenthesised(machine: &LoweredMachine, inner: &Test, in_row: bool) -> TokenStream {
    let tokens = test(machine, inner, in_row);
    if matches!(inner, Test::Any(_) | Test::All(_)) {
        quote!((#tokens))
    } else {
        tokens
    }
}

pub(super) fn content_model(model: ContentModel) -> TokenStream {
    names::same_variant("ContentModel", model)
}

pub(super) fn number(number: u32) -> Literal {
    format!("0x{number:02X}").parse().expect("a number")
}

/// The set as a pattern for the first byte of a character: it has all characters beyond ASCII, or none.
pub(super) fn byte_pattern(on: &CharSet) -> TokenStream {
    let ascii = on.ascii().into_iter().flat_map(|(first, last)| {
        let (a, b) = (byte(first), byte(last));
        match last - first {
            0 => vec![quote!(#a)],
            1 => vec![quote!(#a), quote!(#b)],
            _ => vec![quote!(#a ..= #b)],
        }
    });
    let others = (on.beyond_ascii() == Some(true)).then(|| quote!(0x80..=0xFF));
    let parts = ascii.chain(others);
    quote!(#(#parts)|*)
}

/// The test of a byte, and where that is no ASCII character, of the character that begins with it.
pub(super) fn decoded(on: &CharSet, c: &TokenStream) -> TokenStream {
    let (bytes, chars) = (byte_pattern(on), char_pattern(on));
    match on.ascii().is_empty() {
        true => quote!(byte >= 0x80 && matches!(#c, #chars)),
        false => quote!(if byte < 0x80 {
            matches!(byte, #bytes)
        } else {
            matches!(#c, #chars)
        }),
    }
}

/// The set as a pattern for characters.
pub(super) fn char_pattern(on: &CharSet) -> TokenStream {
    let on = scalars(on);
    let parts = on.ranges().iter().map(|(first, last)| {
        let (a, b) = (char_literal(*first), char_literal(*last));
        if first == last {
            quote!(#a)
        } else {
            quote!(#a ..= #b)
        }
    });
    quote!(#(#parts)|*)
}

/// The characters of a set without surrogates, which are no Rust `char`.
pub(super) fn scalars(set: &CharSet) -> CharSet {
    set.intersection(&CharSet::from_ranges([(0xD800, 0xDFFF)]).complement())
}

fn char_literal(code: u32) -> Literal {
    Literal::character(char::from_u32(code).expect("surrogates were taken out"))
}

/// The test of a look-ahead sequence as text: sequences with the same test have the same name.
fn sequence_name(set: &CharSet, end: char) -> String {
    let ranges = set.ranges().iter();
    let ranges: Vec<String> = ranges
        .map(|(first, last)| format!("{first:X}-{last:X}"))
        .collect();
    format!("{} {:X}", ranges.join(" "), u32::from(end))
}
