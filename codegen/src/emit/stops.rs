//! Sets of bytes that end a run, as the cheapest test that finds them all.

use crate::ir::CharSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Bytes that are frequent in names, values or text: a run must not end at one for nothing.
fn is_frequent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \t\n-_:.,;/=?#%".contains(&byte)
}

/// The ranges to test: the set, CR (which is never passed over, as it may be half of a CR LF), and
/// rare bytes between members where that saves a test.
pub(super) fn ranges(stops: &CharSet) -> Vec<(u8, u8)> {
    let with_cr = stops.union(&CharSet::from_ranges([(0x0D, 0x0D)]));
    let mut out: Vec<(u8, u8)> = Vec::new();
    for (first, last) in with_cr.ascii() {
        match out.last_mut() {
            Some(previous) if (previous.1 + 1..first).all(|byte| !is_frequent(byte)) => {
                previous.1 = last;
            }
            _ => out.push((first, last)),
        }
    }
    // A test for a range costs about three for a byte.
    out.iter()
        .flat_map(|&(first, last)| {
            let members: Vec<u8> = (first..=last)
                .filter(|b| with_cr.contains(u32::from(*b)))
                .collect();
            if members.len() <= 3 {
                members.into_iter().map(|b| (b, b)).collect()
            } else {
                vec![(first, last)]
            }
        })
        .collect()
}

/// The declaration of a set of stops.
pub(super) fn declaration(name: &Ident, stops: &CharSet) -> TokenStream {
    let ranges = ranges(stops);
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
    quote! { stops!(pub(super) #name: #(#bytes)|* #spans); }
}

/// A byte as a literal.
pub(super) fn byte(byte: u8) -> Literal {
    if byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
        Literal::byte_character(byte)
    } else {
        format!("0x{byte:02X}").parse().expect("a number")
    }
}
