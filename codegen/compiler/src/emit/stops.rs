//! Prints the bytes that end a scan.

use crate::program::StopBytes;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The declaration of the bytes that end a scan.
pub(super) fn declaration(name: &Ident, stops: &StopBytes) -> TokenStream {
    let ranges = &stops.ranges;
    let all_but = if stops.negated {
        quote!(all but)
    } else {
        quote!()
    };
    let bytes = ranges.iter().filter(|(a, b)| a == b).map(|(a, _)| byte(*a));
    let spans: Vec<_> = ranges
        .iter()
        .filter(|(a, b)| a != b)
        .map(|(a, b)| {
            let (a, b) = (byte(*a), byte(*b));
            quote!(#a ..= #b)
        })
        .collect();
    let spans = if spans.is_empty() {
        quote!()
    } else {
        quote!(; #(#spans)|*)
    };
    quote! { stops!(pub(super) #name: #all_but #(#bytes)|* #spans); }
}

/// A byte as a literal.
pub(super) fn byte(byte: u8) -> Literal {
    if byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
        Literal::byte_character(byte)
    } else {
        format!("0x{byte:02X}").parse().expect("a number")
    }
}
