//! Bulk scans: from a position to the first byte of a set, 16 bytes at a time.
//!
//! The sets come from the tables and have more members than the three that `memchr` takes, so each is compiled to its
//! own comparisons. A scan may stop early, as the rows of the state treat whatever it stops at; so a set may be
//! rounded up to one that takes fewer comparisons. There are three scans for one question, because short names, text
//! and long scripts are fast in different ways.

use super::block::Block;
use super::candidates::any_of;
use super::steps;

/// A set of bytes that end a run.
///
/// [`in_block`](Self::in_block) and [`in_word`](Self::in_word) may find more bytes than the set
/// has, never fewer: after a run that ends early, the state's rows continue it.
pub(crate) trait Stops {
    /// Sets each lane whose byte ends the run.
    fn in_block(block: Block) -> Block;
    /// The same, where of all controls only tab and LF matter.
    fn in_plain_block(block: Block) -> Block;
    /// Sets the top bit of each byte that ends the run, exactly up to the first that does.
    fn in_word(word: u64) -> u64;
    /// Whether this byte ends the run.
    fn has(byte: u8) -> bool;
}

/// The first position from `pos` on whose byte is in the set, or the length of `bytes`.
#[inline(always)]
pub(crate) fn find<S: Stops>(bytes: &[u8], pos: usize) -> usize {
    let end = if cfg!(any(
        target_feature = "sse2",
        target_feature = "neon",
        target_feature = "simd128"
    )) {
        find_by_blocks::<S>(bytes, pos)
    } else {
        find_by_words::<S>(bytes, pos)
    };
    steps::count_bytes(end.saturating_sub(pos));
    end
}

/// The first position of any of these bytes, which are a constant.
#[inline(always)]
pub(crate) fn first_of(bytes: &[u8], any: &[u8]) -> Option<usize> {
    let (blocks, rest) = bytes.as_chunks::<64>();
    for (number, block) in blocks.iter().enumerate() {
        let lanes = |block: Block| any_of(any, |byte| block.equal(*byte));
        let found = Block::each(Block::four(block), lanes);
        steps::count_bytes(64);
        if Block::any_of(found).any() {
            return Some(64 * number + Block::bits_of(found).trailing_zeros() as usize);
        }
    }
    let at = rest.iter().position(|byte| any.contains(byte))?;
    Some(64 * blocks.len() + at)
}

/// A stop set that can test a single byte.
pub(crate) trait BytewiseStops: Stops {
    /// Whether this byte ends the run; as [`Stops::in_block`], maybe for more bytes than the set has.
    fn ends(byte: u8) -> bool;
}

/// The number of bytes that [`find_bytewise`] tests one by one: most names are shorter.
const BYTEWISE: usize = 8;

/// [`find`] for short runs of similar lengths, such as names.
///
/// It branches on each byte. Most of these branches are predicted, so that the code after the scan does not wait
/// for the result, as it would for the position from a block.
#[inline(always)]
pub(crate) fn find_bytewise<S: BytewiseStops>(bytes: &[u8], pos: usize) -> usize {
    let Some(ahead) = chunk::<BYTEWISE>(bytes, pos) else {
        return find_by_bytes::<S>(bytes, pos);
    };
    for (at, byte) in ahead.iter().enumerate() {
        if S::ends(*byte) {
            return pos + at;
        }
    }
    find::<S>(bytes, pos + BYTEWISE)
}

/// [`find`] for long runs, such as the content of `script`.
#[inline(never)]
pub(crate) fn find_far<S: Stops>(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(blocks) = chunk::<64>(bytes, pos) {
        let stops = Block::each(Block::four(blocks), S::in_block);
        steps::count_bytes(64);
        if Block::any_of(stops).any() {
            return pos + Block::bits_of(stops).trailing_zeros() as usize;
        }
        pos += 64;
    }
    find::<S>(bytes, pos)
}

/// The two bytes from a position on.
#[inline(always)]
pub(crate) fn pair(bytes: &[u8], pos: usize) -> Option<&[u8; 2]> {
    chunk(bytes, pos)
}

/// As many bytes from a position on as the array has. One comparison, where `get(pos..)` and `first_chunk` are two.
#[inline(always)]
pub(crate) fn chunk<const N: usize>(bytes: &[u8], pos: usize) -> Option<&[u8; N]> {
    bytes.get(pos..pos.checked_add(N)?)?.first_chunk()
}

#[inline(always)]
pub(crate) fn find_by_blocks<S: Stops>(bytes: &[u8], mut pos: usize) -> usize {
    let Some(rest) = bytes.get(pos..) else {
        return pos;
    };
    for block in rest.as_chunks::<16>().0 {
        let mask = S::in_block(Block::from(*block)).to_bitmask();
        if mask != 0 {
            return pos + mask.trailing_zeros() as usize;
        }
        pos += 16;
    }
    find_by_bytes::<S>(bytes, pos)
}

#[inline(always)]
pub(crate) fn find_by_words<S: Stops>(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(word) = chunk::<8>(bytes, pos) {
        let found = S::in_word(u64::from_le_bytes(*word));
        if found != 0 {
            return pos + found.trailing_zeros() as usize / 8;
        }
        pos += 8;
    }
    find_by_bytes::<S>(bytes, pos)
}

/// The remainder at the end of the current slice.
#[cold]
#[inline(never)]
fn find_by_bytes<S: Stops>(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(&byte) = bytes.get(pos) {
        if S::has(byte) {
            break;
        }
        pos += 1;
    }
    pos
}

const ONES: u64 = 0x0101_0101_0101_0101;
pub(crate) const TOPS: u64 = 0x8080_8080_8080_8080;

/// The top bit of each byte of `word` that is `byte`, exact up to the first one.
#[inline(always)]
pub(crate) fn equal_in_word(word: u64, byte: u8) -> u64 {
    let zeroed = word ^ (ONES * byte as u64);
    zeroed.wrapping_sub(ONES) & !zeroed & TOPS
}

/// The top bit of each byte of `word` from `low` to `high`, both below 0x80.
#[inline(always)]
pub(crate) fn between_in_word(word: u64, low: u8, high: u8) -> u64 {
    debug_assert!(high < 0x80);
    let low_bits = word & !TOPS;
    let at_least = low_bits + ONES * (0x80 - low as u64);
    let above = low_bits + ONES * (0x7F - high as u64);
    at_least & !above & !word & TOPS
}

/// Whether a range of bytes has any that is no control, or tab or LF.
pub(crate) const fn is_in_plain_text(low: u8, high: u8) -> bool {
    high >= b' ' || low <= b'\n' && high >= b'\t'
}

/// Declares a set of stop bytes: single bytes, and ranges below 0x80; or, with `all but`, all others.
macro_rules! stops {
    (@lanes $block:ident: $($byte:literal)|* $(; $($low:literal ..= $high:literal)|+ )?) => {
        $crate::text::block::Block::default()
            $( | $block.equal($byte) )* $($( | $block.between($low, $high) )+)?
    };
    (@plain $block:ident: $($byte:literal)|* $(; $($low:literal ..= $high:literal)|+ )?) => {
        $crate::text::block::Block::default()
            $( | match $crate::text::scan::is_in_plain_text($byte, $byte) {
                true => $block.equal($byte),
                false => Default::default(),
            } )*
            $($( | match $crate::text::scan::is_in_plain_text($low, $high) {
                true => $block.between($low, $high),
                false => Default::default(),
            } )+)?
    };
    ($(#[$meta:meta])* $visibility:vis $name:ident: all but $($byte:literal)|* $(; $($low:literal ..= $high:literal)|+ )?) => {
        $(#[$meta])*
        $visibility struct $name;

        impl $crate::text::scan::Stops for $name {
            #[inline(always)]
            fn in_block(block: $crate::text::block::Block) -> $crate::text::block::Block {
                !stops!(@lanes block: $($byte)|* $(; $($low ..= $high)|+ )?)
            }

            #[inline(always)]
            fn in_plain_block(block: $crate::text::block::Block) -> $crate::text::block::Block {
                Self::in_block(block)
            }

            #[inline(always)]
            fn in_word(word: u64) -> u64 {
                // `in_word` must be exact for every byte, not only up to the first match.
                let others = 0 $( | $crate::text::scan::between_in_word(word, $byte, $byte) )*
                    $($( | $crate::text::scan::between_in_word(word, $low, $high) )+)?;
                !others & $crate::text::scan::TOPS
            }

            #[inline(always)]
            #[allow(clippy::manual_is_ascii_check)]
            fn has(byte: u8) -> bool {
                !(false $( || byte == $byte )* $($( || ($low..=$high).contains(&byte) )+)?)
            }
        }

        impl $crate::text::scan::BytewiseStops for $name {
            #[inline(always)]
            fn ends(byte: u8) -> bool {
                static ENDS: [bool; 256] = {
                    let mut ends = [true; 256];
                    $( ends[$byte as usize] = false; )*
                    $($(
                        let mut byte = $low as usize;
                        while byte <= $high as usize {
                            ends[byte] = false;
                            byte += 1;
                        }
                    )+)?
                    ends
                };
                ENDS[usize::from(byte)]
            }
        }
    };
    ($(#[$meta:meta])* $visibility:vis $name:ident: $($byte:literal)|* $(; $($low:literal ..= $high:literal)|+ )?) => {
        $(#[$meta])*
        $visibility struct $name;

        impl $crate::text::scan::Stops for $name {
            #[inline(always)]
            fn in_block(block: $crate::text::block::Block) -> $crate::text::block::Block {
                stops!(@lanes block: $($byte)|* $(; $($low ..= $high)|+ )?)
            }

            #[inline(always)]
            fn in_plain_block(block: $crate::text::block::Block) -> $crate::text::block::Block {
                stops!(@plain block: $($byte)|* $(; $($low ..= $high)|+ )?)
            }

            #[inline(always)]
            fn in_word(word: u64) -> u64 {
                0 $( | $crate::text::scan::equal_in_word(word, $byte) )*
                  $($( | $crate::text::scan::between_in_word(word, $low, $high) )+)?
            }

            #[inline(always)]
            #[allow(clippy::manual_is_ascii_check)]
            fn has(byte: u8) -> bool {
                false $( || byte == $byte )* $($( || ($low..=$high).contains(&byte) )+)?
            }
        }
    };
}
pub(crate) use stops;

#[cfg(test)]
mod tests {
    use super::{
        Block, BytewiseStops, Stops, between_in_word, equal_in_word, find_by_blocks, find_by_bytes,
        find_by_words, find_bytewise, find_far, first_of,
    };
    use crate::text::vectors;
    use alloc::vec;

    #[test]
    fn vectors() {
        for word in vectors::words() {
            let [byte, a, b, ..] = word.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
            let found = equal_in_word(word, byte);
            vectors::print("equal_in_word", &[word, byte.into(), found]);
            let (low, high) = ((a & 0x7F).min(b & 0x7F), (a & 0x7F).max(b & 0x7F));
            let found = between_in_word(word, low, high);
            vectors::print("between_in_word", &[word, low.into(), high.into(), found]);
        }
    }

    mod sets {
        stops!(pub(super) Text: b'<' | b'&' | 0 | b'\r');
        stops!(pub(super) Name: b'/' | b'>'; 0..=0x20 | b'A'..=b'Z');
        stops!(pub(super) Others: all but b'-'; b'0'..=b':' | b'['..=0x7F);
    }

    #[test]
    fn a_plain_block_stops_at_all_but_controls() {
        stops!(Whitespace: b'\n' | 0x0C | 0; 0x1..=0x9 | 0x0E..=0x1F | 0x1E..=0x20);
        for byte in (b' '..=b'~').chain([b'\t', b'\n']) {
            let block = Block::from([byte; 16]);
            assert_eq!(
                Whitespace::in_plain_block(block).any(),
                Whitespace::has(byte),
                "{byte}"
            );
        }
    }

    /// Around the ends of words and blocks.
    const LENGTHS: [usize; 10] = [1, 7, 8, 9, 15, 16, 17, 31, 33, 39];

    fn agree<S: Stops>() {
        for byte in 0..=255_u8 {
            for other in [b'a', 0x80, 0xFF, byte] {
                for length in LENGTHS {
                    for at in 0..length {
                        let mut bytes = vec![b'x'; length];
                        bytes[at] = byte;
                        bytes[(at + 3) % length] = other;
                        for from in 0..=length.min(4) {
                            let expected = find_by_bytes::<S>(&bytes, from);
                            assert_eq!(find_by_blocks::<S>(&bytes, from), expected);
                            assert_eq!(find_by_words::<S>(&bytes, from), expected);
                            assert_eq!(find_far::<S>(&bytes, from), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_of_some_bytes_is_found() {
        for length in 0..70 {
            let mut bytes = vec![b'x'; length];
            assert_eq!(first_of(&bytes, &[0, 0xEF]), None);
            for at in (0..length).rev() {
                bytes[at] = if at % 2 == 0 { 0 } else { 0xEF };
                assert_eq!(first_of(&bytes, &[0, 0xEF]), Some(at));
                assert_eq!(first_of(&bytes, &[]), None);
            }
        }
    }

    #[test]
    fn a_stop_that_is_far_is_found() {
        let mut bytes = vec![b'x'; 300];
        for at in 0..bytes.len() {
            bytes[at] = b'&';
            for from in (0..=at).chain([bytes.len()]) {
                let expected = find_by_bytes::<sets::Text>(&bytes, from);
                assert_eq!(find_far::<sets::Text>(&bytes, from), expected);
            }
            bytes[at] = b'x';
        }
    }

    #[test]
    fn blocks_words_and_bytes_find_the_same_place() {
        agree::<sets::Text>();
        agree::<sets::Name>();
        agree::<sets::Others>();
        for byte in 0..=255 {
            assert_eq!(sets::Others::ends(byte), sets::Others::has(byte));
            for (length, at) in LENGTHS
                .into_iter()
                .flat_map(|length| (0..length).map(move |at| (length, at)))
            {
                let mut bytes = vec![b'x'; length];
                bytes[at] = byte;
                let found = find_bytewise::<sets::Others>(&bytes, at / 2);
                assert_eq!(found, find_by_bytes::<sets::Others>(&bytes, at / 2));
            }
        }
    }
}
