//! The rows of the input stream: the characters that are errors or replaced, and the byte patterns that find them.
//!
//! The runtime searches blocks of bytes, and the rows name code points; so sets become first bytes, and pairs of
//! bytes for what is not ASCII. A pair may occur in other characters too, which costs a closer look and no error; of
//! the two pairs of a character the one with fewer others is taken. An exact automaton over bytes would be right at
//! once, but does not run on a block.

use super::conditions::{char_pattern, scalars};
use super::names;
use super::stops::byte;
use crate::ir::{CharSet, LoweredMachine};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// The characters at which the check of the input stream stops.
pub(super) fn candidates(machine: &LoweredMachine) -> TokenStream {
    let set = suspicious(machine);
    let (ascii, pairs) = (ranges(&set.ascii()), BytePairs::of(&set).merged());
    let beyond_ascii = set.intersection(&CharSet::from_ranges([BEYOND_ASCII]));
    let leads = byte_ranges(&first_bytes(&beyond_ascii));
    quote! {
        impl Candidates for Revision {
            const ASCII: Ranges = #ascii;
            const PAIRS: &'static [BytePair] = &[#(#pairs),*];
            const LEADS: Ranges = #leads;
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
    let bytes = first_bytes(&replaced.fold(CharSet::default(), |all, on| all.union(on)));
    let all = bytes.ranges().iter().flat_map(|(a, b)| *a..=*b);
    let all = all.map(|code| byte(u8::try_from(code).expect("a byte")));
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

/// The first bytes of the UTF-8 of characters.
fn first_bytes(set: &CharSet) -> CharSet {
    let first = |code: u32| u32::from(encoded(code).0[0]);
    let set = scalars(set);
    CharSet::from_ranges(set.ranges().iter().map(|(a, b)| (first(*a), first(*b))))
}

/// The UTF-8 of a scalar value, its length, and the six bits of its last byte.
fn encoded(code: u32) -> ([u8; 4], usize, u32) {
    let c = char::from_u32(code).expect("a scalar value");
    let mut bytes = [0; 4];
    let len = c.encode_utf8(&mut bytes).len();
    (bytes, len, code & 0x3F)
}

const BEYOND_ASCII: (u32, u32) = (0x80, 0x10_FFFF);

/// The pairs of adjacent bytes at which a search stops to find all members of a set beyond ASCII: for each byte, the
/// continuation bytes that may follow it, as bits.
///
/// Each member has a pair; a few other characters may have one too.
#[derive(Debug, Default, PartialEq, Eq)]
struct BytePairs(BTreeMap<u8, u64>);

impl BytePairs {
    fn of(set: &CharSet) -> Self {
        let set = scalars(&set.intersection(&CharSet::from_ranges([BEYOND_ASCII])));
        // The members among the 64 characters that share all bytes but the last.
        let mut blocks: BTreeMap<u32, u64> = BTreeMap::new();
        for (first, last) in set.ranges() {
            for block in first >> 6..=last >> 6 {
                let from = first.max(&(block << 6)) & 0x3F;
                let to = last.min(&(block << 6 | 0x3F)) & 0x3F;
                *blocks.entry(block).or_default() |= (u64::MAX >> (63 - (to - from))) << from;
            }
        }
        let mut pairs = BytePairs::default();
        for (block, members) in &blocks {
            let (bytes, len, _) = encoded((block << 6) | members.trailing_zeros());
            match len {
                2 => pairs.add(bytes[0], *members),
                // The pair that fewer others have: 64 characters begin with the first two bytes, some 16 end with the
                // last two.
                3 if members.count_ones() >= 4 => pairs.add_one(bytes[0], bytes[1]),
                3 => pairs.add(bytes[1], *members),
                _ if pairs.has(bytes[2], *members)
                    || pairs.has_one(bytes[1], bytes[2])
                    || pairs.has_one(bytes[0], bytes[1]) => {}
                _ => {
                    let siblings = blocks.range(block & !0x3F..=block | 0x3F).count();
                    match siblings >= 6 {
                        true => pairs.add_one(bytes[0], bytes[1]),
                        false => pairs.add_one(bytes[1], bytes[2]),
                    }
                }
            }
        }
        pairs
    }

    fn add(&mut self, first: u8, then: u64) {
        *self.0.entry(first).or_default() |= then;
    }

    fn add_one(&mut self, first: u8, then: u8) {
        self.add(first, 1 << (then & 0x3F));
    }

    fn has(&self, first: u8, then: u64) -> bool {
        self.0.get(&first).is_some_and(|bits| bits & then == then)
    }

    fn has_one(&self, first: u8, then: u8) -> bool {
        self.has(first, 1 << (then & 0x3F))
    }

    /// First bytes with the same set are one entry.
    fn merged(&self) -> Vec<TokenStream> {
        let mut firsts: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (first, then) in &self.0 {
            firsts.entry(*then).or_default().push(u32::from(*first));
        }
        let byte_ranges = |codes: &mut dyn Iterator<Item = u32>| {
            byte_ranges(&CharSet::from_ranges(codes.map(|code| (code, code))))
        };
        let mut entries: Vec<_> = firsts.into_iter().collect();
        entries.sort_by_key(|(_, firsts)| firsts[0]);
        let entry = |(then, firsts): (u64, Vec<u32>)| {
            let first = byte_ranges(&mut firsts.into_iter());
            let members = (0..64).filter(|bit| then >> bit & 1 == 1);
            let then = byte_ranges(&mut members.map(|bit| 0x80 + bit));
            quote!(BytePair { first: #first, then: #then })
        };
        entries.into_iter().map(entry).collect()
    }
}

fn pair((first, last): (u8, u8)) -> TokenStream {
    let (first, last) = (byte(first), byte(last));
    quote!((#first, #last))
}

fn byte_ranges(set: &CharSet) -> TokenStream {
    let byte = |code: u32| u8::try_from(code).expect("a byte");
    let all = set.ranges().iter().map(|(a, b)| (byte(*a), byte(*b)));
    ranges(&all.collect::<Vec<_>>())
}

fn ranges(all: &[(u8, u8)]) -> TokenStream {
    let all = all.iter().map(|range| pair(*range));
    quote!(&[#(#all),*])
}

#[cfg(test)]
mod tests {
    use super::{BytePairs, encoded, first_bytes};
    use crate::ir::CharSet;

    fn is_found(pairs: &BytePairs, code: u32) -> bool {
        let (bytes, len, _) = encoded(code);
        bytes[..len]
            .windows(2)
            .any(|pair| pairs.has_one(pair[0], pair[1]))
    }

    #[test]
    fn every_member_has_a_pair_and_few_others_have() {
        // The members, and how many others have one of their pairs.
        for (ranges, others) in [
            (vec![(0x00, 0x08), (0x7F, 0x9F), (0xFFFE, 0xFFFF)], 1044),
            (vec![(0xA9, 0xA9)], 0),
            (vec![(0x4E2D, 0x4E2D)], 526),
            (vec![(0x4E00, 0x9FFF)], 0),
            (vec![(0xFDD0, 0xFDEF)], 32),
            (vec![(0x1_F600, 0x1_F600)], 526),
            (vec![(0x7C0, 0x83F)], 0),
            (vec![(0xFFF0, 0x1_000F)], 559),
            (vec![(0x3_FFF0, 0x4_0010)], 1013),
            (vec![(0x80, 0x10_FFFF)], 0),
        ] {
            let set = CharSet::from_ranges(ranges.clone());
            let pairs = BytePairs::of(&set);
            let leads = first_bytes(&set);
            let mut found_too = 0;
            for code in (0x80..=0x10_FFFF_u32).filter(|code| char::from_u32(*code).is_some()) {
                let found = is_found(&pairs, code);
                let has_lead = leads.contains(u32::from(encoded(code).0[0]));
                assert!(
                    found && has_lead || !set.contains(code),
                    "U+{code:04X} of {ranges:X?}"
                );
                found_too += usize::from(found && !set.contains(code));
            }
            assert_eq!(found_too, others, "others than {ranges:X?}");
        }
    }

    #[test]
    fn noncharacters_share_the_pair_of_their_last_bytes() {
        let ends = (0..=0x10).map(|plane| (plane << 16 | 0xFFFE, plane << 16 | 0xFFFF));
        let pairs = BytePairs::of(&CharSet::from_ranges(ends));
        assert_eq!(pairs.0.into_iter().collect::<Vec<_>>(), [(0xBF, 3 << 62)]);
    }
}
