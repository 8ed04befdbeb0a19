//! Chooses the bytes at which a scan ends, so that they take few comparisons.

use crate::ir::CharSet;
use crate::program::StopBytes;

/// Bytes that are frequent in names, values or text: a scan that ended early at one would lose time.
fn is_frequent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \t\n-_:.,;/=?#%".contains(&byte)
}

/// The members of the set, CR (which may be half of a CR LF), and rare bytes between members where that saves a
/// comparison.
pub(super) fn listed(stops: &CharSet) -> StopBytes {
    let with_cr = stops.union(&CharSet::from_ranges([(0x0D, 0x0D)]));
    let mut out: Vec<(u8, u8)> = Vec::new();
    for (first, last) in with_cr.ascii() {
        match out.last_mut() {
            Some(previous) if (previous.1 + 1..first).all(|byte| !is_frequent(byte)) => {
                previous.1 = last;
            }
            _ => out.push((first, last)),
        }
    }
    // A test for a range costs about three for a byte.
    let ranges = out
        .iter()
        .flat_map(|&(first, last)| {
            let members: Vec<u8> = (first..=last)
                .filter(|b| with_cr.contains(u32::from(*b)))
                .collect();
            if members.len() <= 3 {
                members.into_iter().map(|b| (b, b)).collect()
            } else {
                vec![(first, last)]
            }
        })
        .collect();
    StopBytes {
        ranges,
        negated: false,
    }
}

/// Lower-case letters and other frequent bytes of names: the scan of a name must not end early at one.
fn is_in_names(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_:".contains(&byte)
}

/// The complement of the bytes of names, which take fewer comparisons than the bytes that end a name.
pub(super) fn all_but(stops: &CharSet) -> StopBytes {
    let continues = |byte: u8| !stops.contains(u32::from(byte));
    let mut out: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=0x7F).filter(|byte| is_in_names(*byte) && continues(*byte)) {
        match out.last_mut() {
            Some(previous) if (previous.1..byte).all(continues) => previous.1 = byte,
            _ => out.push((byte, byte)),
        }
    }
    // A range up to the end of ASCII is one comparison, and no byte in it stops the scan.
    if let Some(last) = out.last_mut().filter(|last| (last.1..=0x7F).all(continues)) {
        last.1 = 0x7F;
    }
    StopBytes {
        ranges: out,
        negated: true,
    }
}
