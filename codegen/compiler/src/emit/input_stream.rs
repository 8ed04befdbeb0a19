//! The rows of the input stream: the characters that are errors or replaced, and the byte patterns that find them.

use super::conditions::char_pattern;
use super::names;
use super::stops::byte;
use crate::ir::{CharSet, LoweredMachine};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The characters at which the check of the input stream stops.
pub(super) fn candidates(machine: &LoweredMachine) -> TokenStream {
    let bytes = Bytes::of(&suspicious(machine));
    let (ascii, short, long) = (
        ranges(&bytes.ascii),
        leads(&bytes.short),
        leads(&bytes.long),
    );
    quote! {
        impl Candidates for Revision {
            const ASCII: Ranges = #ascii;
            const SHORT: &'static [Leads] = &[#(#short),*];
            const LONG: &'static [Leads] = &[#(#long),*];
        }
    }
}

/// Match arms from a character to its error.
pub(super) fn errors(machine: &LoweredMachine) -> TokenStream {
    machine
        .input_errors
        .iter()
        .map(|(on, error)| {
            let pattern = char_pattern(on);
            if pattern.is_empty() {
                // A surrogate is not a Rust `char`, and UTF-8 cannot encode it.
                return quote!();
            }
            let code = format_ident!("{}", names::type_name(&machine.errors[*error]));
            quote!(#pattern => Some(ErrorCode::#code),)
        })
        .collect()
}

/// Match arms from a character to its replacement.
pub(super) fn replacements(machine: &LoweredMachine) -> TokenStream {
    machine
        .replacements
        .iter()
        .map(|(on, c)| (char_pattern(on), c))
        .filter(|(pattern, _)| !pattern.is_empty())
        .map(|(pattern, c)| quote!(#pattern => Some(#c),))
        .collect()
}

/// The first bytes of the characters that are replaced.
pub(super) fn replaced(machine: &LoweredMachine) -> TokenStream {
    let replaced = machine.replacements.iter().map(|(on, _)| on);
    let bytes = Bytes::of(&replaced.fold(CharSet::default(), |all, on| all.union(on)));
    let beyond = bytes.short.iter().chain(&bytes.long);
    let all = bytes
        .ascii
        .iter()
        .chain(beyond.map(|leads| &leads.leads))
        .flat_map(|(first, last)| (*first..=*last).map(byte));
    quote!(&[#(#all),*])
}

/// The characters at which the check of the input stream stops: errors, and replacement characters, because the
/// character that they replaced may be an error. A CR is an error where LF is one.
fn suspicious(machine: &LoweredMachine) -> CharSet {
    let errors = machine.input_errors.iter().map(|(on, _)| on);
    let errors = errors.fold(CharSet::default(), |all, on| all.union(on));
    let cr = errors.contains(0x0A).then_some((0x0D, 0x0D));
    let replacements = machine.replacements.iter().map(|(_, c)| u32::from(*c));
    errors.union(&CharSet::from_ranges(
        replacements.map(|c| (c, c)).chain(cr),
    ))
}

/// Characters beyond ASCII whose first bytes share a set of other bytes.
#[derive(Debug, PartialEq, Eq)]
struct Leads {
    leads: (u8, u8),
    then: Vec<(u8, u8)>,
}

/// A set of characters by the bytes of their UTF-8, a superset beyond ASCII.
#[derive(Debug, PartialEq, Eq)]
struct Bytes {
    ascii: Vec<(u8, u8)>,
    /// Two and three bytes, by the second.
    short: Vec<Leads>,
    /// Four bytes, by the third.
    long: Vec<Leads>,
}

impl Bytes {
    fn of(set: &CharSet) -> Self {
        let scalar = CharSet::from_ranges([(0xD800, 0xDFFF)]).complement();
        let set = set.intersection(&scalar);
        // The members with each lead byte, and how many bits follow the byte that is tested.
        let two = (0xC2..=0xDF).map(|lead| (lead, u32::from(lead & 0x1F) << 6, 0x40, 0));
        let three = (0xE0..=0xEF).map(|lead| (lead, u32::from(lead & 0x0F) << 12, 0x1000, 6));
        let four = (0xF0..=0xF4).map(|lead| (lead, u32::from(lead & 0x07) << 18, 0x4_0000, 6));
        let then = |(lead, first, count, shift): (u8, u32, u32, u32)| {
            let shortest = match lead {
                0xE0 => 0x800,
                0xF0 => 0x1_0000,
                _ => first,
            };
            let of_lead = CharSet::from_ranges([(shortest, first + count - 1)]);
            (lead, continuation_bytes(&set.intersection(&of_lead), shift))
        };
        Bytes {
            ascii: set.ascii(),
            short: merged(two.chain(three).map(then)),
            long: merged(four.map(then)),
        }
    }
}

/// The continuation bytes that encode the six bits of a member from `shift` on.
fn continuation_bytes(set: &CharSet, shift: u32) -> Vec<(u8, u8)> {
    let mut found = [false; 64];
    for (first, last) in set.ranges() {
        // 64 consecutive values cover every continuation byte.
        for bits in (first >> shift..=last >> shift).take(64) {
            found[(bits & 0x3F) as usize] = true;
        }
    }
    let members = (0_u32..64).filter(|bits| found[*bits as usize]);
    let members = CharSet::from_ranges(members.map(|bits| (0x80 + bits, 0x80 + bits)));
    let byte = |code: u32| u8::try_from(code).expect("a continuation byte");
    let ranges = members.ranges().iter();
    ranges.map(|(a, b)| (byte(*a), byte(*b))).collect()
}

/// Merges adjacent first bytes that have the same set.
fn merged(all: impl Iterator<Item = (u8, Vec<(u8, u8)>)>) -> Vec<Leads> {
    let mut out: Vec<Leads> = Vec::new();
    for (lead, then) in all.filter(|(_, then)| !then.is_empty()) {
        match out.last_mut() {
            Some(last) if last.leads.1 + 1 == lead && last.then == then => last.leads.1 = lead,
            _ => out.push(Leads {
                leads: (lead, lead),
                then,
            }),
        }
    }
    out
}

fn pair((first, last): (u8, u8)) -> TokenStream {
    let (first, last) = (byte(first), byte(last));
    quote!((#first, #last))
}

fn ranges(all: &[(u8, u8)]) -> TokenStream {
    let all = all.iter().map(|range| pair(*range));
    quote!(&[#(#all),*])
}

fn leads(all: &[Leads]) -> Vec<TokenStream> {
    let one = |one: &Leads| {
        let (leads, then) = (pair(one.leads), ranges(&one.then));
        quote!(Leads { leads: #leads, then: #then })
    };
    all.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Leads};
    use crate::ir::CharSet;

    fn has(ranges: &[(u8, u8)], byte: u8) -> bool {
        ranges.iter().any(|(a, b)| (*a..=*b).contains(&byte))
    }

    fn has_character(bytes: &Bytes, c: char) -> bool {
        let mut buffer = [0; 4];
        let text = c.encode_utf8(&mut buffer).as_bytes();
        let any = |all: &[Leads], at: usize| {
            all.iter()
                .any(|one| has(&[one.leads], text[0]) && has(&one.then, text[at]))
        };
        match text.len() {
            1 => has(&bytes.ascii, text[0]),
            4 => any(&bytes.long, 2),
            _ => any(&bytes.short, 1),
        }
    }

    #[test]
    fn every_member_is_found_by_its_bytes_and_few_others_are() {
        for ranges in [
            vec![(0x00, 0x08), (0x7F, 0x9F), (0xFFFE, 0xFFFF)],
            vec![(0xA9, 0xA9)],
            vec![(0x4E2D, 0x4E2D)],
            vec![(0x1_F600, 0x1_F600)],
            vec![(0x7C0, 0x83F)],
            vec![(0xFFF0, 0x1_000F)],
            vec![(0x3_FFF0, 0x4_0010)],
            vec![(0x80, 0x10_FFFF)],
        ] {
            let set = CharSet::from_ranges(ranges.clone());
            let bytes = Bytes::of(&set);
            for code in 0..=0x10_FFFF_u32 {
                let Some(c) = char::from_u32(code) else {
                    continue;
                };
                // The last six bits of three bytes do not count; of four bytes, only lead and third byte do.
                let near = match c.len_utf8() {
                    3 => (code & !0x3F..=code | 0x3F).any(|code| set.contains(code)),
                    4 => !bytes.long.is_empty(),
                    _ => set.contains(code),
                };
                let found = has_character(&bytes, c);
                assert!(found || !set.contains(code), "U+{code:04X} of {ranges:X?}");
                assert!(near || !found, "U+{code:04X} is not near {ranges:X?}");
            }
        }
    }

    #[test]
    fn adjacent_leads_with_the_same_bytes_are_one() {
        let controls = CharSet::from_ranges([(0x00, 0x9F)]);
        let c1 = Leads {
            leads: (0xC2, 0xC2),
            then: vec![(0x80, 0x9F)],
        };
        let expected = Bytes {
            ascii: vec![(0x00, 0x7F)],
            short: vec![c1],
            long: vec![],
        };
        assert_eq!(Bytes::of(&controls), expected);
        let ends = (1..=0x10).map(|plane| (plane << 16 | 0xFFFE, plane << 16 | 0xFFFF));
        let bytes = Bytes::of(&CharSet::from_ranges(ends));
        let expected = Leads {
            leads: (0xF0, 0xF4),
            then: vec![(0xBF, 0xBF)],
        };
        assert_eq!(bytes.long, [expected]);
    }
}
