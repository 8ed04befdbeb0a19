//! Characters as UTF-8.

/// The length in bytes of a character, by its first byte.
#[inline(always)]
pub(crate) const fn width(lead: u8) -> usize {
    match lead {
        0..=0xBF => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}

/// The first character boundary at or after `at`.
pub(crate) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::width;
    use crate::text::utf16::units_of_byte;

    #[test]
    fn every_character_has_its_width_and_its_code_units() {
        for c in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            assert_eq!(width(bytes[0]), c.len_utf8());
            let units = bytes.iter().map(|byte| units_of_byte(*byte));
            assert_eq!(units.sum::<usize>(), c.len_utf16());
        }
    }
}
