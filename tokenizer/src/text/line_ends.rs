//! Line endings in long texts, sixteen bytes at a time: LF, CR, and CR LF, which is one.

use super::block::Block;

/// How many there are; a CR at the end is one, whatever follows.
pub(crate) fn count(bytes: &[u8]) -> usize {
    let mut count = 0;
    let mut at = 0;
    // Each block is looked at together with the byte after it. Sums stay below 256 in each lane.
    while let Some(stretch) = bytes.get(at..).filter(|rest| rest.len() > 16) {
        let blocks = ((stretch.len() - 1) / 16).min(255);
        let (here, next) = (&stretch[..16 * blocks], &stretch[1..=16 * blocks]);
        let pairs = here
            .as_chunks::<16>()
            .0
            .iter()
            .zip(next.as_chunks::<16>().0);
        let mut sums = Block::default();
        for (here, next) in pairs {
            let (here, next) = (Block::from(*here), Block::from(*next));
            sums -= here.equal(b'\n') | (here.equal(b'\r') & !next.equal(b'\n'));
        }
        count += sums.total();
        at += 16 * blocks;
    }
    let rest = &bytes[at..];
    let ends = rest.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => rest.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    count + ends.count()
}

/// The position of the last byte of a line ending.
pub(crate) fn last(bytes: &[u8]) -> Option<usize> {
    let (rest, blocks) = bytes.as_rchunks::<16>();
    for (at, block) in blocks.iter().enumerate().rev() {
        let block = Block::from(*block);
        let found = (block.equal(b'\n') | block.equal(b'\r')).to_bitmask();
        if let Some(last) = found.checked_ilog2() {
            return Some(rest.len() + 16 * at + last as usize);
        }
    }
    rest.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::{count, last};
    use alloc::vec::Vec;

    #[test]
    fn they_are_counted_and_the_last_is_found_wherever_they_stand() {
        for ending in ["\n", "\r", "\r\n"] {
            for len in (0..70).chain([16 * 300 + 5]) {
                for step in [3, 4, 15, 16, 17, 1000] {
                    let mut bytes: Vec<u8> = (0..len).map(|_| b'x').collect();
                    let places = (0..len).step_by(step);
                    let places = places.filter(|at| at + ending.len() <= len);
                    for at in places.clone() {
                        bytes[at..at + ending.len()].copy_from_slice(ending.as_bytes());
                    }
                    assert_eq!(count(&bytes), places.clone().count(), "{len} by {step}");
                    let expected = places.clone().max().map(|at| at + ending.len() - 1);
                    assert_eq!(last(&bytes), expected, "{len} by {step}");
                }
            }
        }
        assert_eq!((count(b"\r\r\n\n\r"), count(b"\n\r\n")), (4, 2));
    }
}
