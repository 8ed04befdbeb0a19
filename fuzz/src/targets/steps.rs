//! The number of steps is linear in the input, whatever a sink asks for, the options are, and the chunks.

use crate::steps::{MOST_STEPS_A_BYTE, Way, taken};

/// Short inputs are repeated: work that grows with what was read shows only then. Most ways get less, for speed.
const REPEATED: usize = 8 * 1024;
const LESS: usize = 512;

/// Checks an input: what is before U+0000 is read once, and the rest again and again.
pub(crate) fn check(input: &[u8]) {
    let Ok(text) = core::str::from_utf8(input) else {
        return;
    };
    let (before, again) = text.split_once('\0').unwrap_or(("", text));
    if again.is_empty() {
        return;
    }
    let repeated = |len: usize| before.to_owned() + &again.repeat(len.div_ceil(again.len()));
    let (long, short) = (repeated(REPEATED), repeated(LESS));
    let newest = Way::all().last().map(|way| way.revision);
    for way in Way::all().filter(|way| way.is_plain() || Some(way.revision) == newest) {
        let text = if way.is_plain() { &long } else { &short };
        let (steps, bytes) = (taken(&way, text) as f64, text.len() as f64);
        assert!(
            steps <= bytes * MOST_STEPS_A_BYTE,
            "{way:?}: {steps} steps for {bytes} bytes"
        );
    }
}
