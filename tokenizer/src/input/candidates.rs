//! Which characters the check of the input stream stops at, as sets of bytes.
//!
//! Each revision has a type with these sets, generated from its input-stream rows.

use super::block::Block;

/// Ranges of bytes, both ends included.
pub(crate) type Ranges = &'static [(u8, u8)];

/// Characters beyond ASCII, by two of their bytes.
pub(crate) struct Leads {
    /// The range of first bytes.
    pub(crate) leads: (u8, u8),
    /// The ranges of the byte that is tested as well.
    pub(crate) then: Ranges,
}

/// The characters that the check of the input stream stops at.
///
/// The sets may have more characters than the tables name: where the check stops,
/// `Machinery::input_error` decides.
pub(crate) trait Candidates {
    /// The ASCII characters.
    const ASCII: Ranges;
    /// Characters of two or three bytes, by the first and the second byte.
    const SHORT: &'static [Leads];
    /// Characters of four bytes, by the first and the third byte.
    const LONG: &'static [Leads];

    /// Whether tab, LF and printable ASCII are free of candidates, so that plain text is passed over in blocks.
    const PLAIN_IS_FREE: bool =
        !meets(Self::ASCII, b'\t', b'\n') && !meets(Self::ASCII, b' ', b'~');
    /// Whether FF and CR are free of candidates too.
    const FF_AND_CR_ARE_FREE: bool = !meets(Self::ASCII, 0x0C, b'\r');

    /// Whether `rest`, which is not empty, begins with a candidate.
    #[inline(never)]
    fn begin(rest: &[u8]) -> bool {
        let has = |all: &[Leads], at: usize| {
            let then = rest.get(at).copied();
            all.iter().any(|leads| {
                is_in(&[leads.leads], rest[0]) && then.is_some_and(|then| is_in(leads.then, then))
            })
        };
        match rest[0] {
            ..0x80 => is_in(Self::ASCII, rest[0]),
            0x80..0xF0 => has(Self::SHORT, 1),
            0xF0.. => has(Self::LONG, 2),
        }
    }

    /// Sets each lane that holds an ASCII candidate.
    #[inline(always)]
    fn ascii_in(block: Block) -> Block {
        lanes(block, Self::ASCII)
    }

    /// Sets each lane that may begin a candidate of two or three bytes, if its byte is below 0xEF, and those that
    /// hold DEL.
    #[inline(always)]
    fn leads_below_ef_and_del_in(block: Block) -> Block {
        let mut found = block.equal(0x7F);
        for leads in Self::SHORT.iter().filter(|leads| leads.leads.0 < 0xEF) {
            found |= lanes(block, &[leads.leads]);
        }
        found
    }

    /// Sets each lane in which a candidate beyond ASCII begins. `then` gives the block one, or two, bytes further on.
    #[inline(always)]
    fn beyond_ascii_in(block: Block, then: impl Fn(usize) -> Block) -> Block {
        let mut found = Block::default();
        if !Self::SHORT.is_empty() {
            let next = then(1);
            for leads in Self::SHORT {
                found |= lanes(block, &[leads.leads]) & lanes(next, leads.then);
            }
        }
        for leads in Self::LONG {
            let long = lanes(block, &[leads.leads]);
            if long.any() {
                found |= long & lanes(then(2), leads.then);
            }
        }
        found
    }
}

/// Sets each lane whose byte is in one of the ranges.
#[inline(always)]
fn lanes(block: Block, ranges: &[(u8, u8)]) -> Block {
    let mut found = Block::default();
    for &(low, high) in ranges {
        found |= match low == high {
            true => block.equal(low),
            false => block.between(low, high),
        };
    }
    found
}

fn is_in(ranges: &[(u8, u8)], byte: u8) -> bool {
    ranges
        .iter()
        .any(|(low, high)| (*low..=*high).contains(&byte))
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
