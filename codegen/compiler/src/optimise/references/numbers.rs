//! The numbers of numeric references.

use super::{Output, Samples};
use crate::ir::{CharSet, LoweredMachine, Test};
use crate::program::BEYOND;
use std::collections::BTreeSet;

/// The numbers that, with a semicolon, are replaced by their characters without an error.
pub(super) fn plain(samples: &mut Samples<'_>) -> CharSet {
    let ranges = ranges(samples.machine);
    let is_plain =
        |(first, last): &(u32, u32)| is_plain(*first, samples) && is_plain(*last, samples);
    let plain = CharSet::from_ranges(ranges.into_iter().filter(is_plain));
    match every_digit_counts(&plain, samples) {
        true => plain,
        false => CharSet::default(),
    }
}

/// The classes of numbers that the machine can distinguish, as first and last.
fn ranges(machine: &LoweredMachine) -> Vec<(u32, u32)> {
    let mut bounds = BTreeSet::from([0, 0xD800, 0xE000, BEYOND]);
    for (number, _) in &machine.numeric_replacements {
        bounds.extend([*number, number + 1]);
    }
    machine.each_test(&mut |test| {
        if let Test::CodeIn(ranges) = test {
            let ends = ranges.iter();
            bounds.extend(ends.flat_map(|(first, last)| [*first, last.saturating_add(1)]));
        }
    });
    let bounds: Vec<u32> = bounds.range(..=BEYOND).copied().collect();
    bounds.windows(2).map(|p| (p[0], p[1] - 1)).collect()
}

/// Whether each digit, at the beginning, in the middle and at the end, contributes its value and nothing else: the
/// number has the outcome of its range.
fn every_digit_counts(plain: &CharSet, samples: &mut Samples<'_>) -> bool {
    let places = |base: u32, digit: u32| {
        let (four, one) = (4, 1);
        [
            digit * base * base + four * base + one,
            four * base * base + digit * base + one,
            four * base * base + one * base + digit,
        ]
    };
    let digits = [10, 16].into_iter();
    let codes = digits.flat_map(|base| (0..base).flat_map(move |digit| places(base, digit)));
    let codes: BTreeSet<u32> = codes.collect();
    codes
        .into_iter()
        .all(|code| plain.contains(code) == is_plain(code, samples))
}

/// Whether every spelling of a number is replaced by its character: both bases, both cases, with and without a leading zero.
fn is_plain(code: u32, samples: &mut Samples<'_>) -> bool {
    let forms = [
        format!("#{code};"),
        format!("#0{code};"),
        format!("#x{code:x};"),
        format!("#X{code:x};"),
        format!("#x{code:X};"),
        format!("#X0{code:X};"),
    ];
    char::from_u32(code).is_some_and(|c| {
        let mut forms = forms.iter();
        forms.all(|form| samples.run(form, false) == Some(Output::Number(c)))
    })
}
