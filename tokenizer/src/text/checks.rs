//! Finds the characters for which the input stream has a row (13.2.3.5), and counts line endings at the same time.
//!
//! Such characters are rare and may be anywhere, also inside runs that the states pass over. So a separate scan goes
//! ahead of the states and skips blocks of 64 bytes without a suspicious one; the states compare positions. Text is
//! read twice for that, except in long runs. The scan stops at more than is an error, because it knows bytes and
//! pairs of bytes; the machine decides which is one.

use super::block::Block;
use super::candidates::Candidates;
use super::scan::Stops;
use super::steps;

/// The result of a check of the input stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckedText {
    /// The first suspicious character, or the end of the stretch.
    pub(crate) at: usize,
    /// The number of LFs before it.
    pub(crate) line_feeds: usize,
    /// Whether there may be a CR before it.
    pub(crate) has_cr: bool,
    /// Whether characters beyond ASCII may.
    pub(crate) beyond_ascii: bool,
}

impl CheckedText {
    /// An empty range at a position: nothing is checked yet.
    pub(crate) fn from_here(at: usize) -> Self {
        CheckedText {
            at,
            ..CheckedText::default()
        }
    }
}

/// Looks from `from` up to `to` for a suspicious character: one at which the check of the input stream stops.
pub(crate) fn find_suspicious<C: Candidates>(text: &str, from: usize, to: usize) -> CheckedText {
    let found = find::<C>(text, from, to);
    steps::count_bytes(found.at - from);
    found
}

fn find<C: Candidates>(text: &str, from: usize, to: usize) -> CheckedText {
    let bytes = &text.as_bytes()[..to];
    let mut found = CheckedText::from_here(from);
    // Suspicious characters often come in groups.
    if from < to && C::begin(&text.as_bytes()[from..]) {
        return found;
    }
    // Whether a candidate may begin before the next block and end in it.
    let mut straddles = false;
    while let Some(stretch) = bytes.get(found.at..).filter(|rest| rest.len() >= 64) {
        if C::PLAIN_IS_FREE {
            let before = found.at;
            if plain_blocks(stretch, &mut found) {
                continue;
            }
            let rest = &bytes[found.at..];
            straddles &= found.at == before;
            let plain_to = found.at;
            straddles = blocks_beyond_ascii::<C>(rest, straddles, &mut found);
            if found.at > plain_to {
                continue;
            }
            if stop_after_plain::<C>(rest, &mut found) {
                return found;
            }
            straddles = true;
            if C::FF_AND_CR_ARE_FREE && blocks_with_crs::<C>(rest, &mut found) {
                continue;
            }
        }
        if !look_closer::<C>(text, found.at + 64, &mut found) {
            return found;
        }
    }
    look_closer::<C>(text, to, &mut found);
    found
}

/// The highest rank of plain text: printable ASCII, tabs and LFs.
const PLAIN: u8 = 0x5E;

/// The highest rank of that, DEL, and bytes beyond ASCII.
const PLAIN_OR_BEYOND_ASCII: u8 = 0xDF;

/// The most blocks of 64 bytes with CRs or characters beyond ASCII that are passed over before plain text is tried again.
pub(crate) const BEYOND_PLAIN: usize = 8;

/// Orders bytes such that one comparison, with `most`, finds those to look closer at: from 0x20 on they
/// keep their order, controls from tab to `last` have the ranks up to `most`, others any above it.
#[inline(always)]
fn rank(block: Block, last: u8, most: u8) -> Block {
    let from_space = block.wrapping_sub(b' ');
    let from_tab = block.wrapping_sub(b'\t');
    from_space.min(from_tab.saturating_add(most - (last - b'\t')))
}

/// Sets lanes if any byte of four blocks has a higher rank than `most`.
#[inline(always)]
fn any_above(blocks: [Block; 4], last: u8, most: u8) -> Block {
    let [a, b, c, d] = Block::each(blocks, |block| rank(block, last, most));
    a.max(b).max(c.max(d)).at_least(most + 1)
}

/// Passes over blocks of 64 bytes that are plain text; returns whether all were.
fn plain_blocks(stretch: &[u8], found: &mut CheckedText) -> bool {
    pass_over(stretch, found, |_, blocks| {
        !any_above(blocks, b'\n', PLAIN).any()
    })
}

/// The same as long as no run ends: one scan checks a long run and searches for its end.
///
/// Only where plain text is free of candidates.
pub(crate) fn pass_over_run<S: Stops>(text: &str, found: &mut CheckedText) {
    pass_over(&text.as_bytes()[found.at..], found, |_, blocks| {
        let stops = Block::each(blocks, S::in_plain_block);
        !(any_above(blocks, b'\n', PLAIN) | Block::any_of(stops)).any()
    });
}

/// Goes up to a suspicious control, if the next 64 bytes have nothing but plain text before it.
fn stop_after_plain<C: Candidates>(stretch: &[u8], found: &mut CheckedText) -> bool {
    let Some(blocks) = stretch.first_chunk().map(Block::four) else {
        return false;
    };
    let others = Block::each(blocks, |block| {
        rank(block, b'\n', PLAIN).at_least(PLAIN + 1)
    });
    let before = Block::bits_of(others).trailing_zeros();
    let rest = stretch.get(before as usize..).unwrap_or_default();
    let is_found = rest
        .first()
        .is_some_and(|byte| byte.is_ascii() && C::begin(rest));
    if is_found {
        let line_feeds = Block::bits_of(Block::each(blocks, |block| block.equal(b'\n')));
        found.line_feeds += (line_feeds & ((1 << before) - 1)).count_ones() as usize;
        found.at += before as usize;
    }
    is_found
}

/// Passes over blocks of 64 bytes that hold characters beyond ASCII and plain text, none of them suspicious, up to one
/// that is ASCII. `straddles` says whether a candidate may end in the first; returns whether one may end after the last.
fn blocks_beyond_ascii<C: Candidates>(
    stretch: &[u8],
    mut straddles: bool,
    found: &mut CheckedText,
) -> bool {
    let from = found.at;
    // The last byte is only the one after a block.
    pass_over(&stretch[..stretch.len() - 1], found, |at, blocks| {
        let dels = Block::any_of(Block::each(blocks, |block| block.equal(0x7F)));
        if !Block::any_of(blocks).any()
            || (any_above(blocks, b'\n', PLAIN_OR_BEYOND_ASCII) | dels).any()
        {
            return false;
        }
        let has_leads = C::have_leads(blocks);
        if (has_leads || straddles) && has_pairs::<C>(blocks, &stretch[at - from + 1..]) {
            return false;
        }
        straddles = has_leads;
        true
    });
    found.beyond_ascii |= found.at > from;
    straddles
}

/// Passes over a few blocks of 64 bytes that hold plain text, FFs, CRs and characters beyond ASCII, none of them
/// suspicious; returns whether it passed over any.
fn blocks_with_crs<C: Candidates>(stretch: &[u8], found: &mut CheckedText) -> bool {
    let from = found.at;
    let few = (stretch.len() - 1).min(64 * BEYOND_PLAIN);
    pass_over(&stretch[..few], found, |at, blocks| {
        let others = Block::each(blocks, |block| block.equal(0x7F) | block.equal(0x0B));
        !(any_above(blocks, b'\r', PLAIN_OR_BEYOND_ASCII) | Block::any_of(others)).any()
            && !has_pairs::<C>(blocks, &stretch[at - from + 1..])
    });
    let has_passed = found.at > from;
    found.has_cr |= has_passed;
    found.beyond_ascii |= has_passed;
    has_passed
}

/// Whether 64 bytes have the first byte of a pair. `next` begins one byte further on.
#[inline(always)]
fn has_pairs<C: Candidates>([a, b, c, d]: [Block; 4], next: &[u8]) -> bool {
    let Some([e, f, g, h]) = next.first_chunk().map(Block::four) else {
        return true;
    };
    let pairs = [
        C::pairs_in(a, e),
        C::pairs_in(b, f),
        C::pairs_in(c, g),
        C::pairs_in(d, h),
    ];
    Block::any_of(pairs).any()
}

/// Passes over blocks of 64 bytes while `hold` accepts them, given the position of each, and counts line feeds; returns
/// whether it accepted all.
#[inline(always)]
fn pass_over(
    stretch: &[u8],
    found: &mut CheckedText,
    mut hold: impl FnMut(usize, [Block; 4]) -> bool,
) -> bool {
    // Sums of line feeds stay below 256 in each lane.
    for blocks in stretch.as_chunks::<64>().0.chunks(63) {
        let mut sums = Block::default();
        let mut passed = 0;
        for block in blocks {
            let blocks = Block::four(block);
            if !hold(found.at + 64 * passed, blocks) {
                break;
            }
            for block in blocks {
                sums -= block.equal(b'\n');
            }
            passed += 1;
        }
        found.at += 64 * passed;
        steps::count_bytes(64 * passed);
        found.line_feeds += sums.total();
        if passed < blocks.len() {
            return false;
        }
    }
    true
}

/// Looks at the text up to `to` one block at a time; returns whether it has got there.
fn look_closer<C: Candidates>(text: &str, to: usize, found: &mut CheckedText) -> bool {
    let bytes = text.as_bytes();
    while found.at < to {
        let len = (to - found.at).min(16);
        let counted = u32::from(u16::MAX >> (16 - len));
        // A block may end inside a character: continuation bytes are read from the text.
        let block = block_at(bytes, found.at);
        let mut suspicious = C::ascii_in(block);
        if block.to_bitmask() & counted != 0 {
            found.beyond_ascii = true;
            suspicious |= C::pairs_in(block, block_at(bytes, found.at + 1));
        }
        let suspicious = suspicious.to_bitmask() & counted;
        let line_feeds = block.equal(b'\n').to_bitmask() & counted;
        found.has_cr |= block.equal(b'\r').to_bitmask() & counted != 0;
        if suspicious != 0 {
            let before = suspicious.trailing_zeros();
            found.line_feeds += (line_feeds & ((1 << before) - 1)).count_ones() as usize;
            found.at += before as usize;
            // The first byte of a pair may be inside a character.
            while !text.is_char_boundary(found.at) {
                found.at -= 1;
            }
            return false;
        }
        found.line_feeds += line_feeds.count_ones() as usize;
        found.at += len;
    }
    true
}

/// The 16 bytes from a position on, zeros after the end.
#[inline(always)]
fn block_at(bytes: &[u8], at: usize) -> Block {
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        Some(block) => Block::from(*block),
        None => {
            let mut block = [0; 16];
            let rest = bytes.get(at..).unwrap_or_default();
            let len = rest.len().min(16);
            block[..len].copy_from_slice(&rest[..len]);
            Block::from(block)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckedText, find_suspicious};
    use crate::text::candidates::{BytePair, Candidates, Ranges};
    use alloc::string::String;

    /// Declares sets of candidates: of ASCII, by pairs of bytes, and the first bytes of those.
    macro_rules! candidates {
        ($($name:ident: $ascii:expr, $pairs:expr, $leads:expr;)*) => {$(
            struct $name;

            impl Candidates for $name {
                const ASCII: Ranges = &$ascii;
                const PAIRS: &'static [BytePair] = &$pairs;
                const LEADS: Ranges = &$leads;
            }
        )*};
    }

    const fn pair(first: Ranges, then: Ranges) -> BytePair {
        BytePair { first, then }
    }

    /// Of the noncharacters and the controls beyond ASCII.
    const PAIRS: [BytePair; 3] = [
        pair(&[(0xBF, 0xBF)], &[(0xBE, 0xBF)]),
        pair(&[(0xC2, 0xC2)], &[(0x80, 0x9F)]),
        pair(&[(0xEF, 0xEF)], &[(0xB7, 0xB7)]),
    ];
    const LEADS: [(u8, u8); 2] = [(0xC2, 0xC2), (0xEF, 0xF4)];

    candidates! {
        Controls: [(1, 8), (0x0B, 0x0B), (0x0E, 0x1F), (0x7F, 0x7F)], PAIRS, LEADS;
        NullToo: [(0, 8), (0x0B, 0x0B), (0x0E, 0x1F), (0x7F, 0x7F)], PAIRS, LEADS;
        Nothing: [], [], [];
        Letter: [(b'a', b'a')], [], [];
        LineEndings: [(b'\n', b'\n'), (b'\r', b'\r')], [], [];
        FormFeed: [(0x0C, 0x0C)], [], [];
        Copyright: [], [pair(&[(0xC2, 0xC2)], &[(0xA9, 0xA9)])], [(0xC2, 0xC2)];
        Han: [], [pair(&[(0xE4, 0xE9)], &[(0x80, 0xBF)])], [(0xE4, 0xE9)];
        Emoji: [(0x7F, 0x7F)], [pair(&[(0x9F, 0x9F)], &[(0x98, 0x98)])], [(0xF0, 0xF4)];
        BeyondAscii: [], [pair(&[(0xC2, 0xF4)], &[(0x80, 0xBF)])], [(0xC2, 0xF4)];
    }

    /// Every code point that the Infra Standard calls a control (other than ASCII whitespace) or a
    /// noncharacter must be found, at every position in a block.
    #[test]
    fn no_control_and_no_noncharacter_is_passed_over() {
        let controls = (0..0x20)
            .chain(0x7F..0xA0)
            .filter(|c| ![0x09, 0x0A, 0x0C, 0x0D].contains(c));
        let nonchars = (0xFDD0..=0xFDEF)
            .chain((0..=0x10_u32).flat_map(|p| [p << 16 | 0xFFFE, p << 16 | 0xFFFF]));
        for code in controls.chain(nonchars) {
            let c = char::from_u32(code).expect("a scalar value");
            for lead in (0..35).chain(62..67) {
                for filler in ['x', '\n', '\r', 'é', '中'] {
                    let mut text: String = core::iter::repeat_n(filler, lead).collect();
                    let at = text.len();
                    text.push(c);
                    text.extend(core::iter::repeat_n(filler, 70));
                    let found = find_suspicious::<NullToo>(&text, 0, text.len());
                    assert_eq!(found.at, at, "U+{code:04X} after {lead}");
                    assert_eq!(found.line_feeds, if filler == '\n' { lead } else { 0 });
                }
            }
        }
    }

    #[test]
    fn ordinary_text_is_passed_over_and_its_lines_are_counted() {
        let text =
            "a\tb\nc\r\nd\u{C}é ü 中文 ﬁ \u{A0} 0123456789 abcdefghijklmnopqrstuvwxyz".repeat(300);
        let found = find_suspicious::<NullToo>(&text, 0, text.len());
        assert_eq!(
            found,
            CheckedText {
                at: text.len(),
                line_feeds: 600,
                has_cr: true,
                beyond_ascii: true,
            }
        );
    }

    #[test]
    fn plain_text_is_said_to_be_ascii_and_no_other() {
        for len in [10, 64, 130, 5_000] {
            let plain = "a line\n".repeat(len);
            let beyond = |text: &str| find_suspicious::<NullToo>(text, 0, text.len()).beyond_ascii;
            assert!(!beyond(&plain));
            for at in [0, 9, 65, plain.len() - 1] {
                let mut text = plain.clone();
                text.insert(at, 'é');
                assert!(beyond(&text), "at {at} of {len}");
            }
        }
    }

    #[test]
    fn nulls_are_passed_over_where_they_are_no_errors() {
        let text = "\0a\0\n".repeat(100) + "\u{1}";
        let found = find_suspicious::<Controls>(&text, 0, text.len());
        assert_eq!((found.at, found.line_feeds), (400, 100));
        assert_eq!(find_suspicious::<NullToo>(&text, 1, text.len()).at, 2);
    }

    /// What `find_suspicious` finds, character by character.
    fn expected<C: Candidates>(text: &str, from: usize) -> (usize, usize) {
        let rest = &text.as_bytes()[from..];
        let starts = text[from..].char_indices().map(|(at, _)| at);
        let at = { starts }.find(|at| C::begin(&rest[*at..]));
        let passed = &rest[..at.unwrap_or(rest.len())];
        let line_feeds = passed.iter().filter(|byte| **byte == b'\n').count();
        (from + passed.len(), line_feeds)
    }

    /// Repeated scans find every candidate and count the line feeds before it.
    fn finds_all<C: Candidates>(text: &str) {
        let mut from = 0;
        while from < text.len() {
            let found = find_suspicious::<C>(text, from, text.len());
            let passed = &text[from..found.at];
            assert_eq!((found.at, found.line_feeds), expected::<C>(text, from));
            assert!(
                found.has_cr || !passed.contains('\r'),
                "{text:?} from {from}"
            );
            assert!(
                found.beyond_ascii || passed.is_ascii(),
                "{text:?} from {from}"
            );
            let here = text[found.at..].chars().next();
            from = found.at + here.map_or(0, char::len_utf8);
        }
    }

    #[test]
    fn whatever_the_rows_name_is_found() {
        let pieces = [
            "a", "\n", "\r\n", "\r", "\u{C}", "©", "é", "中", "😀", "\u{1}", "\0", "\u{10FFFF}",
        ];
        for first in pieces {
            for second in pieces {
                for lead in [0, 3, 15, 61, 63, 64, 130] {
                    for filler in ["x", "é", "\r\n", "文"] {
                        let text = [
                            &filler.repeat(lead),
                            first,
                            &filler.repeat(20),
                            second,
                            &filler.repeat(70),
                        ]
                        .concat();
                        finds_all::<NullToo>(&text);
                        finds_all::<Nothing>(&text);
                        finds_all::<Letter>(&text);
                        finds_all::<LineEndings>(&text);
                        finds_all::<FormFeed>(&text);
                        finds_all::<Copyright>(&text);
                        finds_all::<Han>(&text);
                        finds_all::<Emoji>(&text);
                        finds_all::<BeyondAscii>(&text);
                        finds_all::<Controls>(&text);
                    }
                }
            }
        }
    }

    #[test]
    fn plain_text_without_candidates_is_passed_over_in_blocks() {
        const { assert!(Controls::PLAIN_IS_FREE && Controls::FF_AND_CR_ARE_FREE) };
        const { assert!(!Letter::PLAIN_IS_FREE && !LineEndings::PLAIN_IS_FREE) };
        const { assert!(FormFeed::PLAIN_IS_FREE && !FormFeed::FF_AND_CR_ARE_FREE) };
    }

    #[test]
    fn line_ends_of_two_characters_are_passed_over_and_counted() {
        let text = "seventeen letters\r\n".repeat(50) + "\u{1}" + &"x\r".repeat(60);
        let expected = CheckedText {
            at: 19 * 50,
            line_feeds: 50,
            has_cr: true,
            // A block that is not plain may hold any.
            beyond_ascii: true,
        };
        assert_eq!(find_suspicious::<NullToo>(&text, 0, text.len()), expected);
        let after = find_suspicious::<NullToo>(&text, expected.at + 1, text.len());
        assert_eq!((after.at, after.has_cr), (text.len(), true));
    }
}
