//! Finds the characters that are parse errors by themselves (13.2.3.5), far faster than reading
//! characters: a block of bytes that holds nothing suspicious is passed over whole.

use wide::u8x16;

use super::scan::{between, equal};

/// The first position from `from` up to `to` where a suspicious character starts, or `to`.
///
/// Suspicious are all C0 controls but tab, LF, FF and CR, and U+007F, U+0080 to U+009F, U+FDC0 to
/// U+FDFF, U+FFC0 to U+FFFF and all beyond U+FFFF. The revision says which of them are errors.
///
/// `from` must be the start of a character.
pub(crate) fn find_suspicious(text: &str, from: usize, to: usize) -> usize {
    let bytes = text.as_bytes();
    let mut pos = from;
    // A block may start inside a character: each test needs a lead byte and what follows it.
    while pos < to {
        let (Some(block), Some(next)) = (block(bytes, pos), block(bytes, pos + 1)) else {
            break;
        };
        let control = between(block, 0x00, 0x1F)
            & !(equal(block, b'\n')
                | equal(block, b'\t')
                | equal(block, b'\r')
                | equal(block, 0x0C));
        let mut found = control | equal(block, 0x7F);
        if block.to_bitmask() != 0 {
            let c1 = equal(block, 0xC2) & between(next, 0x80, 0x9F);
            let plane_0 = equal(block, 0xEF) & (equal(next, 0xB7) | equal(next, 0xBF));
            found = found | c1 | plane_0 | between(block, 0xF0, 0xF4);
        }
        let mask = found.to_bitmask();
        if mask != 0 {
            return (pos + mask.trailing_zeros() as usize).min(to);
        }
        pos += 16;
    }
    while pos < to {
        if is_suspicious(bytes[pos], bytes.get(pos + 1).copied()) {
            return pos;
        }
        pos += 1;
    }
    to
}

#[inline(always)]
fn block(bytes: &[u8], pos: usize) -> Option<u8x16> {
    bytes
        .get(pos..)
        .and_then(|rest| rest.first_chunk::<16>())
        .map(|block| u8x16::from(*block))
}

fn is_suspicious(byte: u8, next: Option<u8>) -> bool {
    match byte {
        b'\t' | b'\n' | 0x0C | b'\r' => false,
        0x00..=0x1F | 0x7F | 0xF0..=0xF4 => true,
        0xC2 => next.is_some_and(|next| next < 0xA0),
        0xEF => next == Some(0xB7) || next == Some(0xBF),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::find_suspicious;
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
            for lead in 0..35 {
                for filler in ['x', 'é', '中'] {
                    let mut text: String = core::iter::repeat_n(filler, lead).collect();
                    let at = text.len();
                    text.push(c);
                    text.extend(core::iter::repeat_n(filler, 20));
                    assert_eq!(
                        find_suspicious(&text, 0, text.len()),
                        at,
                        "U+{code:04X} after {lead}"
                    );
                }
            }
        }
    }

    #[test]
    fn ordinary_text_is_passed_over() {
        let text =
            "a\tb\nc\r\nd\u{C}é ü 中文 ﬁ \u{A0} 0123456789 abcdefghijklmnopqrstuvwxyz".repeat(3);
        assert_eq!(find_suspicious(&text, 0, text.len()), text.len());
    }
}
