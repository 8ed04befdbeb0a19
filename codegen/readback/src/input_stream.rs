//! Reads what the check of the input stream looks for, and judges whether it finds every error.
//!
//! A pair of bytes may be there for any of several reasons of speed, so it is no part of the program. What is required
//! is derived from the rows of the input stream: every character that is an error, or may replace one, has a pair,
//! and every pair is one of such a character.

use crate::form::{Cursor, Form, form};
use crate::listing::Listing;
use crate::proved::Expected;
use crate::sets::scalars;
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use tokenwright_compiler::ir::{CharSet, LoweredMachine};

/// Reads the constants of the search.
pub(crate) fn candidates(
    mut input: Cursor<'_>,
    machine: &LoweredMachine,
    out: &mut Listing,
) -> Result<(), Misread> {
    let mut constant = |input: &mut Cursor<'_>, form: &Form, what| {
        input.expect(form)?;
        input.fact(what, out, |input| Ok(format!("{:X?}", ranges(input)?)))?;
        input.expect(form!(";"))
    };
    constant(&mut input, form!("const ASCII: Ranges ="), ASCII_CANDIDATES)?;
    input.expect(form!("const PAIRS: &'static [BytePair] = &"))?;
    let place = input.place();
    let mut search = Search::of(machine);
    input.list(Delimiter::Bracket, |pairs| {
        let place = pairs.place();
        pairs.expect(form!("BytePair"))?;
        let (first, then) = pairs.within(Delimiter::Brace, |pair| {
            pair.expect(form!("first:"))?;
            let first = ranges(pair)?;
            pair.comma()?;
            pair.expect(form!("then:"))?;
            let then = ranges(pair)?;
            pair.passes(',');
            Ok((first, then))
        })?;
        match search.useless(&first, &then) {
            Some((a, b)) => {
                let message = format!("no candidate has the bytes 0x{a:02X}, 0x{b:02X}");
                Err(Misread::new(place, message))
            }
            None => Ok(()),
        }
    })?;
    if let Some(missed) = search.missed() {
        let message = format!("the search misses U+{missed:04X}, which has none of these pairs");
        return Err(Misread::new(place, message));
    }
    input.expect(form!(";"))?;
    constant(&mut input, form!("const LEADS: Ranges ="), FIRST_BYTES)?;
    input.finish()
}

const ASCII_CANDIDATES: &str = "the candidates in ASCII:";
const FIRST_BYTES: &str = "the first bytes of the other candidates:";

/// The entries of the constants by the rows of the input stream.
pub(crate) fn proved(machine: &LoweredMachine, expected: &mut Expected) {
    let all = suspects(machine);
    let ascii = |code: &(u32, u32)| (code.0 as u8, code.1 as u8);
    let in_ascii = all.intersection(&CharSet::from_ranges([(0, 0x7F)]));
    let in_ascii: Vec<(u8, u8)> = in_ascii.ranges().iter().map(ascii).collect();
    expected.fact(ASCII_CANDIDATES, format!("{in_ascii:X?}"));
    let firsts = beyond_ascii(&all).map(|c| {
        let first = u32::from(utf8(c).0[0]);
        (first, first)
    });
    let firsts = CharSet::from_ranges(firsts);
    let firsts: Vec<(u8, u8)> = firsts.ranges().iter().map(ascii).collect();
    expected.fact(FIRST_BYTES, format!("{firsts:X?}"));
}

/// The characters that are errors, or that may stand for one that was replaced. A CR is one where LF is.
fn suspects(machine: &LoweredMachine) -> CharSet {
    let mut all = CharSet::default();
    for (on, _) in &machine.input_errors {
        all = all.union(on);
    }
    if all.contains(u32::from('\n')) {
        all = all.union(&CharSet::from_ranges([(0x0D, 0x0D)]));
    }
    for (_, c) in &machine.replacements {
        all = all.union(&CharSet::from_ranges([(u32::from(*c), u32::from(*c))]));
    }
    scalars(&all)
}

fn beyond_ascii(set: &CharSet) -> impl Iterator<Item = char> {
    let ranges = set.ranges().iter().flat_map(|(first, last)| *first..=*last);
    ranges.filter_map(char::from_u32).filter(|c| !c.is_ascii())
}

fn utf8(c: char) -> ([u8; 4], usize) {
    let mut bytes = [0; 4];
    let len = c.encode_utf8(&mut bytes).len();
    (bytes, len)
}

/// The candidates beyond ASCII that no pair has found yet.
struct Search {
    all: Vec<char>,
    found: Vec<bool>,
}

impl Search {
    fn of(machine: &LoweredMachine) -> Self {
        let all: Vec<char> = beyond_ascii(&suspects(machine)).collect();
        let found = vec![false; all.len()];
        Search { all, found }
    }

    /// Notes what some pairs find, and returns one that finds nothing.
    fn useless(&mut self, first: &[(u8, u8)], then: &[(u8, u8)]) -> Option<(u8, u8)> {
        let bytes =
            |ranges: &[(u8, u8)]| -> Vec<u8> { ranges.iter().flat_map(|(a, b)| *a..=*b).collect() };
        let (first, then) = (bytes(first), bytes(then));
        let mut has = vec![false; 1 << 16];
        for (c, found) in self.all.iter().zip(&mut self.found) {
            let (encoded, len) = utf8(*c);
            for pair in encoded[..len].windows(2) {
                has[usize::from(pair[0]) << 8 | usize::from(pair[1])] = true;
                *found |= first.contains(&pair[0]) && then.contains(&pair[1]);
            }
        }
        let mut pairs = first
            .iter()
            .flat_map(|a| then.iter().map(move |b| (*a, *b)));
        pairs.find(|(a, b)| !has[usize::from(*a) << 8 | usize::from(*b)])
    }

    fn missed(&self) -> Option<u32> {
        let missed = self.found.iter().position(|found| !found)?;
        Some(u32::from(self.all[missed]))
    }
}

/// `&[(0x01, 0x08), (0x0B, 0x0B)]`
fn ranges(input: &mut Cursor<'_>) -> Result<Vec<(u8, u8)>, Misread> {
    input.expect(form!("&"))?;
    input.list(Delimiter::Bracket, |list| {
        list.pair(Cursor::byte, Cursor::byte)
    })
}
