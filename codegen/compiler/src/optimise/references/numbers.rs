//! The rules for numeric references.

use super::by_next::ByNext;
use super::faults::{all_agree, by_errors, first_of};
use super::{Outcome, Output, Samples, ascii, liveness, normalised, set, text};
use crate::ir::{CharSet, ErrorId, LoweredMachine};
use crate::program::{BEYOND, Before, Codes, NumberArm, NumberRules, NumberValue};
use std::collections::BTreeSet;

/// Finds the rules. There are none unless some number has a replacement without an error.
pub(super) fn find(samples: &mut Samples<'_>) -> NumberRules {
    let machine = samples.machine;
    let (mut ranges, beyond) = ranges(machine);
    let replaced = &machine.numeric_replacements;
    if !are_alike(&beyond, replaced, samples) {
        ranges.retain(|(_, last)| *last < BEYOND);
    }
    let plain = plain(&ranges, samples);
    if plain.is_empty() || !every_digit_counts(&ranges, replaced, samples) {
        return NumberRules::default();
    }
    let may_follow = |after: &char| !after.is_ascii_alphanumeric() && *after != ';';
    let numbers = ranges.iter().flat_map(|(number, _)| forms(*number, ""));
    let numbers: Vec<_> = numbers.map(|form| samples.by_next(&form, false)).collect();
    let rule = |outcomes: &ByNext, after: char| {
        let outcome = outcomes.before(after);
        outcome.map(|o| (o.output.clone(), o.len, o.errors.clone()))
    };
    let after_number = set(ascii().filter(may_follow).filter(|after| {
        let mut numbers = numbers.iter();
        numbers.all(|number| rule(number, normalised(*after)) == rule(number, ' '))
    }));
    NumberRules {
        arms: arms(&faulty(&ranges, replaced, samples), &plain),
        plain,
        after_number,
        no_digits: no_digits(samples),
    }
}

/// Where `#`, or `#` and `x`, are text because no digit follows.
fn no_digits(samples: &mut Samples<'_>) -> Before {
    let first = samples.first;
    let starts = ["#", "#x", "#X"].map(|start| (start, samples.by_next(start, false)));
    first_of(by_errors(&mut |after| {
        if after.is_ascii_alphanumeric() {
            return None;
        }
        all_agree(starts.iter(), |(start, outcomes)| {
            let outcome = outcomes.before(normalised(after))?;
            let whole = outcome.len == start.len() && !outcome.matches_name;
            let as_text = outcome.output == text(&format!("{first}{start}"));
            (whole && as_text && outcome.errors_first).then(|| outcome.errors.clone())
        })
    }))
}

/// The classes of numbers that the machine can distinguish, as first and last; and the bounds of classes from
/// [`BEYOND`] on.
fn ranges(machine: &LoweredMachine) -> (Vec<(u32, u32)>, BTreeSet<u32>) {
    let mut bounds = BTreeSet::from([0, 0xD800, 0xE000, BEYOND, BEYOND + 1, u32::MAX]);
    for (number, _) in &machine.numeric_replacements {
        bounds.extend([*number, number + 1]);
    }
    liveness::code_ranges(machine, &mut |first, last| {
        bounds.extend([first, last.saturating_add(1)]);
    });
    let beyond = bounds.split_off(&BEYOND);
    let bounds: Vec<u32> = bounds.into_iter().chain([BEYOND, BEYOND + 1]).collect();
    let ranges = bounds.windows(2).map(|p| (p[0], p[1] - 1)).collect();
    (ranges, beyond)
}

/// Whether all these numbers have the same outcome.
fn are_alike(numbers: &BTreeSet<u32>, replaced: &[(u32, u32)], samples: &mut Samples<'_>) -> bool {
    [true, false].into_iter().all(|closed| {
        let mut outcomes = numbers
            .iter()
            .map(|number| outcome((*number, *number), closed, replaced, samples));
        let first = outcomes.next();
        outcomes.all(|other| Some(other) == first)
    })
}

/// Whether each digit, at the beginning, in the middle and at the end, contributes its value and nothing else: the
/// number has the outcome of its range.
fn every_digit_counts(
    ranges: &[(u32, u32)],
    replaced: &[(u32, u32)],
    samples: &mut Samples<'_>,
) -> bool {
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
    [true, false].into_iter().all(|closed| {
        codes.iter().all(|code| {
            let range = ranges
                .iter()
                .find(|(first, last)| (*first..=*last).contains(code));
            range.is_some_and(|range| {
                outcome(*range, closed, replaced, samples)
                    == outcome((*code, *code), closed, replaced, samples)
            })
        })
    })
}

/// The numbers that, with a semicolon, are replaced by their characters without an error.
fn plain(ranges: &[(u32, u32)], samples: &mut Samples<'_>) -> CharSet {
    let is_plain = |outcome: Option<(NumberValue, Vec<ErrorId>)>| {
        outcome.is_some_and(|(becomes, errors)| becomes == NumberValue::Itself && errors.is_empty())
    };
    let all = ranges.iter().copied();
    CharSet::from_ranges(all.filter(|range| is_plain(outcome(*range, true, &[], samples))))
}

/// Numbers with the same outcome.
struct Faulty {
    closed: bool,
    numbers: CharSet,
    outcome: (NumberValue, Vec<ErrorId>),
}

/// The outcomes of all other numbers, and of all numbers without a semicolon.
fn faulty(
    ranges: &[(u32, u32)],
    replaced: &[(u32, u32)],
    samples: &mut Samples<'_>,
) -> Vec<Faulty> {
    let mut found: Vec<Faulty> = Vec::new();
    for closed in [true, false] {
        for range in ranges {
            let Some(outcome) = outcome(*range, closed, replaced, samples) else {
                continue;
            };
            if closed && outcome.0 == NumberValue::Itself && outcome.1.is_empty() {
                continue;
            }
            let numbers = CharSet::from_ranges([*range]);
            let mut all = found.iter_mut();
            match all.find(|same| (same.closed, &same.outcome) == (closed, &outcome)) {
                Some(same) => same.numbers = same.numbers.union(&numbers),
                None => found.push(Faulty {
                    closed,
                    numbers,
                    outcome,
                }),
            }
        }
    }
    found
}

/// The outcomes as arms, of which the first that matches counts.
fn arms(faulty: &[Faulty], plain: &CharSet) -> Vec<NumberArm> {
    let mut arms = Vec::new();
    for closed in [true, false] {
        let mut these: Vec<_> = faulty
            .iter()
            .filter(|these| these.closed == closed)
            .collect();
        // Numbers of many ranges come last, where they are all that remain.
        these.sort_by_key(|these| (these.numbers != *plain, these.numbers.ranges().len()));
        let mut rest = CharSet::from_ranges([(0, BEYOND)]);
        let mut arm = |numbers: &CharSet, outcome| {
            rest = rest.minus(numbers);
            let on = match (rest.is_empty(), numbers == plain) {
                (true, _) => Codes::All,
                (false, true) => Codes::Plain,
                (false, false) => Codes::In(numbers.clone()),
            };
            arms.push(NumberArm {
                closed,
                on,
                outcome,
            });
            !rest.is_empty()
        };
        if these.first().is_none_or(|first| first.numbers != *plain) {
            arm(plain, None);
        }
        let mut is_rest = true;
        for these in these {
            is_rest = arm(&these.numbers, Some(these.outcome.clone()));
        }
        if is_rest {
            arms.push(NumberArm {
                closed,
                on: Codes::All,
                outcome: None,
            });
        }
    }
    arms
}

/// The spellings of a number: both bases, both cases, with and without a leading zero.
fn forms(code: u32, end: &str) -> [String; 6] {
    [
        format!("#{code}{end}"),
        format!("#0{code}{end}"),
        format!("#x{code:x}{end}"),
        format!("#X{code:x}{end}"),
        format!("#x{code:X}{end}"),
        format!("#X0{code:X}{end}"),
    ]
}

/// The outcome of all numbers of a range, in every spelling.
fn outcome(
    (first, last): (u32, u32),
    closed: bool,
    replaced: &[(u32, u32)],
    samples: &mut Samples<'_>,
) -> Option<(NumberValue, Vec<ErrorId>)> {
    let mut expected = None;
    for code in [first, last] {
        for form in forms(code, if closed { ";" } else { "" }) {
            let Outcome {
                output,
                len,
                matches_name,
                depends_on_next,
                errors,
                errors_first,
            } = samples.run(&form, ' ', false)?;
            let [Output::Number(c)] = output[..] else {
                return None;
            };
            let becomes = if char::from_u32(code) == Some(c) {
                NumberValue::Itself
            } else if replaced.contains(&(code, u32::from(c))) {
                NumberValue::Replacement
            } else {
                NumberValue::Char(c)
            };
            let outcome = (becomes, errors);
            let is_same = *expected.get_or_insert_with(|| outcome.clone()) == outcome;
            let whole = len == form.len() && !matches_name && !(closed && depends_on_next);
            (is_same && whole && errors_first).then_some(())?;
        }
    }
    expected
}
