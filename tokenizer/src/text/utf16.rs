//! How long a text is in UTF-16 code units, sixteen bytes at a time.

use super::block::Block;

/// The code units of a text: one for each character, two for each of four bytes. The text may begin and
/// end in the middle of a character; its units are counted at its first byte.
pub(crate) fn units(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<16>();
    let mut units = rest.iter().map(|byte| units_of_byte(*byte)).sum();
    // Sums stay below 256 in each lane.
    for blocks in blocks.chunks(127) {
        let mut sums = Block::default();
        for block in blocks {
            let block = Block::from(*block);
            sums -= !block.below(-0x40);
            sums -= block.between(0xF0, 0xFF);
        }
        units += sums.total();
    }
    units
}

/// The bytes after a character's first count nothing, and four bytes are two units.
#[inline(always)]
pub(crate) fn units_of_byte(byte: u8) -> usize {
    usize::from(byte.cast_signed() >= -0x40) + usize::from(byte >= 0xF0)
}

#[cfg(test)]
mod tests {
    use super::units;

    #[test]
    fn units_are_those_of_encode_utf16() {
        let text = "ab\u{7F}é\u{7FF}中\u{FFFF}😀\u{10FFFF}".repeat(300);
        for (start, _) in text.char_indices().step_by(7) {
            for end in [text.len(), text.len() - 4, start] {
                let text = &text[start..end.max(start)];
                assert_eq!(units(text.as_bytes()), text.encode_utf16().count());
            }
        }
    }

    #[test]
    fn a_text_cut_anywhere_has_the_units_of_its_parts() {
        let text = "aé中😀".repeat(20);
        for at in 0..text.len() {
            let (first, second) = text.as_bytes().split_at(at);
            assert_eq!(units(first) + units(second), units(text.as_bytes()));
        }
    }
}
