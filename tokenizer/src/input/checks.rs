//! Finds the characters that are parse errors by themselves (13.2.3.5), far faster than reading
//! characters: a block of bytes that holds nothing suspicious is passed over whole. Line endings are
//! counted on the way.

use super::block::Block;
use super::scan::Stops;

/// What a stretch of text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The first suspicious character, or the end of the stretch.
    pub(crate) at: usize,
    /// How many LFs stand before it.
    pub(crate) line_feeds: usize,
    /// Whether a CR may stand before it.
    pub(crate) has_cr: bool,
    /// Whether characters beyond ASCII may.
    pub(crate) beyond_ascii: bool,
}

impl Found {
    /// Nothing yet, from a place on.
    pub(crate) fn from_here(at: usize) -> Self {
        Found {
            at,
            ..Found::default()
        }
    }
}

/// Looks from `from` up to `to` for a suspicious character.
///
/// Suspicious are all C0 controls but tab, LF, FF and CR, and U+007F, U+0080 to U+009F, U+FDC0 to
/// U+FDFF, U+FFC0 to U+FFFF and the last 64 of each plane beyond. The revision says which of them are
/// errors; U+0000 is left out where `null` says that it is none.
pub(crate) fn find_suspicious(text: &str, from: usize, to: usize, null: bool) -> Found {
    let bytes = &text.as_bytes()[..to];
    let mut found = Found::from_here(from);
    // They seldom come alone.
    if let Some(&byte) = bytes.get(from)
        && is_suspicious(byte, &text.as_bytes()[from..], null)
    {
        return found;
    }
    while let Some(stretch) = bytes.get(found.at..).filter(|rest| rest.len() >= 64) {
        if plain_blocks(stretch, &mut found) {
            continue;
        }
        if stands_after_plain(&bytes[found.at..], &mut found, null) {
            return found;
        }
        if !usual_blocks(&bytes[found.at..], &mut found)
            && !blocks_with_crs(&bytes[found.at..], &mut found)
            && !look_closer(text.as_bytes(), &mut found, null)
        {
            return found;
        }
    }
    while found.at < to {
        let byte = bytes[found.at];
        if is_suspicious(byte, &text.as_bytes()[found.at..], null) {
            return found;
        }
        found.line_feeds += usize::from(byte == b'\n');
        found.has_cr |= byte == b'\r';
        found.beyond_ascii |= !byte.is_ascii();
        found.at += 1;
    }
    found
}

/// The highest rank of plain text: printable ASCII, tabs and LFs.
const PLAIN: u8 = 0x5E;

/// The highest rank of that and of bytes beyond ASCII below 0xEF.
const USUAL: u8 = 0xCE;

/// For how many blocks of 64 bytes plain text is not hoped for, after one that is more: what is beyond ASCII
/// seldom comes alone.
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

/// Passes over blocks of 64 bytes that are plain text; says whether all were.
fn plain_blocks(stretch: &[u8], found: &mut Found) -> bool {
    pass_over(stretch, found, |blocks| {
        !any_above(blocks, b'\n', PLAIN).any()
    })
}

/// The same as long as no run ends: the checks of a long run come with the search for its end.
pub(crate) fn pass_over_run<S: Stops>(text: &str, found: &mut Found) {
    pass_over(&text.as_bytes()[found.at..], found, |blocks| {
        let stops = Block::each(blocks, S::in_plain_block);
        !(any_above(blocks, b'\n', PLAIN) | Block::any_of(stops)).any()
    });
}

/// Goes up to a control that is suspicious, if the next 64 bytes have nothing but plain text before it.
fn stands_after_plain(stretch: &[u8], found: &mut Found, null: bool) -> bool {
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
        .is_some_and(|byte| byte.is_ascii() && is_suspicious(*byte, rest, null));
    if is_found {
        let line_feeds = Block::bits_of(Block::each(blocks, |block| block.equal(b'\n')));
        found.line_feeds += (line_feeds & ((1 << before) - 1)).count_ones() as usize;
        found.at += before as usize;
    }
    is_found
}

/// Passes over a few blocks of 64 bytes that hold plain text, and characters beyond ASCII that begin like no
/// suspicious one; says whether all did.
fn usual_blocks(stretch: &[u8], found: &mut Found) -> bool {
    found.beyond_ascii = true;
    let few = stretch.len().min(64 * BEYOND_PLAIN);
    pass_over(&stretch[..few], found, |blocks| {
        let others = Block::each(blocks, |block| block.equal(0x7F) | block.equal(0xC2));
        !(any_above(blocks, b'\n', USUAL) | Block::any_of(others)).any()
    })
}

/// The same with FFs and CRs.
fn blocks_with_crs(stretch: &[u8], found: &mut Found) -> bool {
    let few = stretch.len().min(64 * BEYOND_PLAIN);
    let from = found.at;
    let all = pass_over(&stretch[..few], found, |blocks| {
        let others = Block::each(blocks, |block| {
            block.equal(0x7F) | block.equal(0xC2) | block.equal(0x0B)
        });
        !(any_above(blocks, b'\r', USUAL) | Block::any_of(others)).any()
    });
    found.has_cr |= found.at > from;
    all
}

/// Passes over blocks of 64 bytes as long as they `hold` what they should, counting line feeds; says whether
/// all did.
#[inline(always)]
fn pass_over(stretch: &[u8], found: &mut Found, hold: impl Fn([Block; 4]) -> bool) -> bool {
    // Sums of line feeds stay below 256 in each lane.
    for blocks in stretch.as_chunks::<64>().0.chunks(63) {
        let mut sums = Block::default();
        let mut passed = 0;
        for block in blocks {
            let blocks = Block::four(block);
            if !hold(blocks) {
                break;
            }
            for block in blocks {
                sums -= block.equal(b'\n');
            }
            passed += 1;
        }
        found.at += 64 * passed;
        found.line_feeds += sums.total();
        if passed < blocks.len() {
            return false;
        }
    }
    true
}

/// Looks at the next 64 bytes one block at a time; says whether it has got past them.
fn look_closer(bytes: &[u8], found: &mut Found, null: bool) -> bool {
    for _ in 0..4 {
        let block: [u8; 16] = bytes[found.at..found.at + 16]
            .try_into()
            .expect("sixteen bytes");
        let block = Block::from(block);
        let (suspicious, has_cr) = suspicious(block, bytes, found.at, null);
        let line_feeds = block.equal(b'\n').to_bitmask();
        found.has_cr |= has_cr;
        if suspicious != 0 {
            let before = suspicious.trailing_zeros();
            found.line_feeds += (line_feeds & ((1 << before) - 1)).count_ones() as usize;
            found.at += before as usize;
            return false;
        }
        found.line_feeds += line_feeds.count_ones() as usize;
        found.at += 16;
    }
    true
}

/// The suspicious lanes of a block as a mask, and whether it has a CR.
fn suspicious(block: Block, bytes: &[u8], at: usize, null: bool) -> (u32, bool) {
    let cr = block.equal(b'\r');
    let control = block.between(u8::from(!null), 0x1F)
        & !(block.equal(b'\n') | block.equal(b'\t') | cr | block.equal(0x0C));
    let mut found = control | block.equal(0x7F);
    if block.any() {
        // A block may end inside a character: each test needs a lead byte and what follows it.
        let next = block_at(bytes, at + 1);
        let c1 = block.equal(0xC2) & next.between(0x80, 0x9F);
        let plane_0 = block.equal(0xEF) & (next.equal(0xB7) | next.equal(0xBF));
        found = found | c1 | plane_0;
        let beyond = block.between(0xF0, 0xF4);
        if beyond.any() {
            found |= beyond & block_at(bytes, at + 2).equal(0xBF);
        }
    }
    (found.to_bitmask(), cr.any())
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

/// Whether the character that begins `rest`, with this byte, is suspicious.
#[inline(never)]
fn is_suspicious(byte: u8, rest: &[u8], null: bool) -> bool {
    let next = |at: usize| rest.get(at).copied();
    match byte {
        b'\t' | b'\n' | 0x0C | b'\r' => false,
        0x00 => null,
        0x01..=0x1F | 0x7F => true,
        0xC2 => next(1).is_some_and(|next| next < 0xA0),
        0xEF => matches!(next(1), Some(0xB7 | 0xBF)),
        0xF0..=0xF4 => next(2) == Some(0xBF),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, find_suspicious};
    use alloc::string::String;

    /// Every code point that the Infra Standard calls a control (other than ASCII whitespace) or a
    /// noncharacter must be found, wherever it stands in a block.
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
                    let found = find_suspicious(&text, 0, text.len(), true);
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
        let found = find_suspicious(&text, 0, text.len(), true);
        assert_eq!(
            found,
            Found {
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
            let beyond = |text: &str| find_suspicious(text, 0, text.len(), true).beyond_ascii;
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
        let found = find_suspicious(&text, 0, text.len(), false);
        assert_eq!((found.at, found.line_feeds), (400, 100));
        assert_eq!(find_suspicious(&text, 1, text.len(), true).at, 2);
    }

    #[test]
    fn line_ends_of_two_characters_are_passed_over_and_counted() {
        let text = "seventeen letters\r\n".repeat(50) + "\u{1}" + &"x\r".repeat(60);
        let expected = Found {
            at: 19 * 50,
            line_feeds: 50,
            has_cr: true,
            // A block that is not plain may hold any.
            beyond_ascii: true,
        };
        assert_eq!(find_suspicious(&text, 0, text.len(), true), expected);
        let after = find_suspicious(&text, expected.at + 1, text.len(), true);
        assert_eq!((after.at, after.has_cr), (text.len(), true));
    }
}
