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
        let del = block.equal(0x7F);
        let leads = any_of(Self::SHORT, |leads| match leads.leads.0 < 0xEF {
            true => in_range(block, leads.leads),
            false => Block::default(),
        });
        del | leads
    }

    /// Sets each lane in which a candidate beyond ASCII begins. `then` gives the block one, or two, bytes further on.
    #[inline(always)]
    fn beyond_ascii_in(block: Block, then: impl Fn(usize) -> Block) -> Block {
        let next = then(1);
        let short = any_of(Self::SHORT, |leads| {
            in_range(block, leads.leads) & lanes(next, leads.then)
        });
        let long = any_of(Self::LONG, |leads| in_range(block, leads.leads));
        if !long.any() {
            return short;
        }
        let next = then(2);
        short
            | any_of(Self::LONG, |leads| {
                in_range(block, leads.leads) & lanes(next, leads.then)
            })
    }
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
fn any_of<T>(all: &[T], lanes: impl Fn(&T) -> Block) -> Block {
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
