//! Numbers of a few digits: all digits at once.

use crate::input::scan::{TOPS, between_in_word};
use crate::narrow;

const LOW_HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// The number that the first `len` bytes of `word` write, one to eight, if all of them are digits.
#[inline(always)]
pub(super) fn decimal(word: u64, len: usize) -> Option<u32> {
    let (word, tops) = last_bytes(word, len)?;
    let are_digits = between_in_word(word, b'0', b'9') == tops;
    are_digits.then(|| number(word & LOW_HALVES, 10))
}

/// The same of hexadecimal digits.
#[inline(always)]
pub(super) fn hexadecimal(word: u64, len: usize) -> Option<u32> {
    let (word, tops) = last_bytes(word, len)?;
    let letters = between_in_word(word | 0x2020_2020_2020_2020, b'a', b'f');
    let are_digits = between_in_word(word, b'0', b'9') | letters == tops;
    are_digits.then(|| number((word & LOW_HALVES) + (letters >> 7) * 9, 16))
}

/// The first bytes of a word as the last ones of another, with zeros before them, and the top bit
/// of each of them.
#[inline(always)]
fn last_bytes(word: u64, len: usize) -> Option<(u64, u64)> {
    let shift = narrow::position(8_usize.checked_sub(len)?) * 8;
    Some((word.checked_shl(shift)?, TOPS.checked_shl(shift)?))
}

/// The number whose digits are the bytes of a word, most significant first: by pairs, then by fours.
#[inline(always)]
const fn number(digits: u64, base: u64) -> u32 {
    let pairs = (digits.wrapping_mul((base << 8) + 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let square = base * base;
    let fours = (pairs.wrapping_mul((square << 16) + 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    let fourth = square * square;
    (fours.wrapping_mul((fourth << 32) + 1) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::{decimal, hexadecimal};
    use alloc::format;

    fn word(text: &str) -> u64 {
        let mut bytes = [b'7'; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        u64::from_le_bytes(bytes)
    }

    #[test]
    fn digits_come_to_their_number() {
        for number in (0..70_000).chain([0x10_FFFF, 9_999_999, 12_345_678, 99_999_999]) {
            let text = format!("{number}");
            assert_eq!(decimal(word(&text), text.len()), Some(number));
            for text in [format!("{number:x}"), format!("{number:X}")] {
                assert_eq!(hexadecimal(word(&text), text.len()), Some(number));
            }
        }
        assert_eq!(hexadecimal(word("FfffFFFf"), 8), Some(u32::MAX));
    }

    #[test]
    fn what_is_no_digit_comes_to_nothing() {
        for byte in 0..=0x7F_u8 {
            for at in 0..8 {
                let mut bytes = *b"19283746";
                bytes[at] = byte;
                let word = u64::from_le_bytes(bytes);
                for len in 1..=8 {
                    let others = (0..len).any(|i| !bytes[i].is_ascii_digit());
                    assert_eq!(decimal(word, len).is_none(), others);
                    let others = (0..len).any(|i| !bytes[i].is_ascii_hexdigit());
                    assert_eq!(hexadecimal(word, len).is_none(), others);
                }
            }
        }
        assert_eq!(decimal(word("1"), 0), None);
        assert_eq!(decimal(word("1"), 9), None);
    }
}
