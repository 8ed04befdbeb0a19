//! Which characters the check of the input stream stops at, as sets of bytes.
//!
//! Each revision has a type with these sets, generated from its input-stream rows.

use super::block::Block;
use super::width;

/// Ranges of bytes, both ends included.
pub(crate) type Ranges = &'static [(u8, u8)];

/// Characters beyond ASCII, by two adjacent bytes: any of `first`, then any of `then`.
pub(crate) struct BytePair {
    pub(crate) first: Ranges,
    pub(crate) then: Ranges,
}

impl BytePair {
    /// Sets each lane that holds the first byte. `next` is the block one byte further on.
    #[inline(always)]
    fn lanes(&self, block: Block, next: Block) -> Block {
        lanes(block, self.first) & lanes(next, self.then)
    }
}

/// The characters that the check of the input stream stops at.
///
/// The sets may have more characters than the tables name: where the check stops,
/// `Machinery::input_error` decides.
pub(crate) trait Candidates {
    /// The ASCII characters.
    const ASCII: Ranges;
    /// The others. The second byte of a pair is a continuation byte, so both are of the same character.
    const PAIRS: &'static [BytePair];
    /// The first bytes of the others, in order.
    const LEADS: Ranges;

    /// Whether tab, LF and printable ASCII are free of candidates, so that plain text is passed over in blocks.
    const PLAIN_IS_FREE: bool =
        !meets(Self::ASCII, b'\t', b'\n') && !meets(Self::ASCII, b' ', b'~');
    /// Whether FF and CR are free of candidates too.
    const FF_AND_CR_ARE_FREE: bool = !meets(Self::ASCII, 0x0C, b'\r');

    /// The ASCII characters as bits.
    const ASCII_BITS: u128 = bits(Self::ASCII);

    /// The leads from here on are all of `LEADS`.
    const HIGHEST_LEADS: u8 = match Self::LEADS.split_last() {
        Some((&(low, LAST_LEAD), _)) => low,
        _ => LAST_LEAD + 1,
    };
    const OTHER_LEADS: Ranges = match Self::LEADS.split_last() {
        Some((&(_, LAST_LEAD), others)) => others,
        _ => Self::LEADS,
    };

    /// Whether an ASCII character is a candidate.
    #[inline(always)]
    fn has_ascii(byte: u8) -> bool {
        byte < 0x80 && Self::ASCII_BITS >> byte & 1 != 0
    }

    /// Whether `rest`, which is not empty, begins with a candidate.
    #[inline]
    fn begin(rest: &[u8]) -> bool {
        match rest[0] {
            ..0x80 => Self::has_ascii(rest[0]),
            0x80.. => begin_beyond_ascii(Self::PAIRS, rest),
        }
    }

    /// Sets each lane that holds an ASCII candidate.
    #[inline(always)]
    fn ascii_in(block: Block) -> Block {
        lanes(block, Self::ASCII)
    }

    /// Whether any candidate beyond ASCII may begin in four blocks.
    #[inline(always)]
    fn have_leads(blocks: [Block; 4]) -> bool {
        let [a, b, c, d] = blocks;
        let highest = a.max(b).max(c.max(d)).at_least(Self::HIGHEST_LEADS);
        let others = Block::each(blocks, |block| lanes(block, Self::OTHER_LEADS));
        (highest | Block::any_of(others)).any()
    }

    /// Sets each lane that holds the first byte of a pair. `next` is the block one byte further on.
    #[inline(always)]
    fn pairs_in(block: Block, next: Block) -> Block {
        // Written out, as in `any_of`: a closure of this size would not be inlined.
        match Self::PAIRS {
            [] => Block::default(),
            [a] => a.lanes(block, next),
            [a, b] => a.lanes(block, next) | b.lanes(block, next),
            [a, b, c, rest @ ..] => {
                let mut found = a.lanes(block, next) | b.lanes(block, next) | c.lanes(block, next);
                for pair in rest {
                    found |= pair.lanes(block, next);
                }
                found
            }
        }
    }
}

/// The first byte of the last characters.
const LAST_LEAD: u8 = 0xF4;

/// The longest character has three pairs of bytes.
#[inline(always)]
fn begin_beyond_ascii(pairs: &[BytePair], rest: &[u8]) -> bool {
    let is_pair = |at: usize| {
        let (first, then) = (rest.get(at).copied(), rest.get(at + 1).copied());
        first.zip(then).is_some_and(|(first, then)| {
            pairs
                .iter()
                .any(|pair| is_in(pair.first, first) && is_in(pair.then, then))
        })
    };
    let len = width(rest[0]);
    is_pair(0) || len > 2 && is_pair(1) || len > 3 && is_pair(2)
}

/// Sets each lane whose byte is in one of the ranges.
#[inline(always)]
fn lanes(block: Block, ranges: &[(u8, u8)]) -> Block {
    any_of(ranges, |range| in_range(block, *range))
}

/// Sets each lane whose byte is in a range.
#[inline(always)]
fn in_range(block: Block, (low, high): (u8, u8)) -> Block {
    match low == high {
        true => block.equal(low),
        false => block.between(low, high),
    }
}

/// The lanes that are set for any of a constant list. Short lists are written out, as a loop over them would not
/// always be unrolled.
#[inline(always)]
pub(super) fn any_of<T>(all: &[T], lanes: impl Fn(&T) -> Block) -> Block {
    match all {
        [] => Block::default(),
        [a] => lanes(a),
        [a, b] => lanes(a) | lanes(b),
        [a, b, c] => lanes(a) | lanes(b) | lanes(c),
        [a, b, c, d] => lanes(a) | lanes(b) | lanes(c) | lanes(d),
        [a, b, c, d, rest @ ..] => {
            let mut found = lanes(a) | lanes(b) | lanes(c) | lanes(d);
            for one in rest {
                found |= lanes(one);
            }
            found
        }
    }
}

fn is_in(ranges: &[(u8, u8)], byte: u8) -> bool {
    ranges
        .iter()
        .any(|(low, high)| (*low..=*high).contains(&byte))
}

/// Ranges of ASCII characters, as bits.
const fn bits(ranges: &[(u8, u8)]) -> u128 {
    let (mut bits, mut at) = (0, 0);
    while at < ranges.len() {
        let (low, high) = ranges[at];
        bits |= u128::MAX >> (127 - high) & u128::MAX << low;
        at += 1;
    }
    bits
}

/// Whether any of the ranges has a byte from `low` to `high`.
const fn meets(ranges: &[(u8, u8)], low: u8, high: u8) -> bool {
    let mut at = 0;
    while at < ranges.len() {
        if ranges[at].0 <= high && low <= ranges[at].1 {
            return true;
        }
        at += 1;
    }
    false
}
