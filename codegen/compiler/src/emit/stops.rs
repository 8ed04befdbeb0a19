//! Sets of bytes that end a run, as the cheapest test that finds them all.

use crate::ir::CharSet;
use crate::program::Scan;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Bytes that are frequent in names, values or text: a run must not end at one for nothing.
fn is_frequent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \t\n-_:.,;/=?#%".contains(&byte)
}

/// The ranges to test: the set, CR (which is never passed over, as it may be half of a CR LF), and
/// rare bytes between members where that saves a test.
fn ranges(stops: &CharSet) -> Vec<(u8, u8)> {
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

/// Letters in lower case and what else names are made of: the run of a name must not end at one for
/// nothing.
fn is_in_names(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_:".contains(&byte)
}

/// The ranges that the run of a name goes on in: they are easier to tell than what ends it. Other bytes end
/// the run although the set has not all of them.
fn others(stops: &CharSet) -> Vec<(u8, u8)> {
    let goes_on = |byte: u8| !stops.contains(u32::from(byte));
    let mut out: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=0x7F).filter(|byte| is_in_names(*byte) && goes_on(*byte)) {
        match out.last_mut() {
            Some(previous) if (previous.1..byte).all(goes_on) => previous.1 = byte,
            _ => out.push((byte, byte)),
        }
    }
    // Up to the end of ASCII is one comparison, and there is nothing to stop at.
    if let Some(last) = out.last_mut().filter(|last| (last.1..=0x7F).all(goes_on)) {
        last.1 = 0x7F;
    }
    out
}

/// What is tested for a run: the ranges that end it or, for a run that is `near`, those that it goes on in.
fn tested(scan: &Scan) -> Vec<(u8, u8)> {
    if scan.bytewise {
        others(&scan.stops)
    } else {
        ranges(&scan.stops)
    }
}

/// Whether the same is tested for two runs.
pub(super) fn are_same(a: &Scan, b: &Scan) -> bool {
    a.bytewise == b.bytewise && tested(a) == tested(b)
}

/// The declaration of the set of stops of a run.
pub(super) fn declaration(name: &Ident, scan: &Scan) -> TokenStream {
    declaration_of(name, scan.bytewise, &tested(scan))
}

/// The declaration of the set of what ends a name.
pub(super) fn ends(name: &Ident, ends: &CharSet) -> TokenStream {
    declaration_of(name, false, &ranges(ends))
}

fn declaration_of(name: &Ident, all_but: bool, ranges: &[(u8, u8)]) -> TokenStream {
    let all_but = if all_but { quote!(all but) } else { quote!() };
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
