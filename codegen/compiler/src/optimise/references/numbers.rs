//! Which numbers stand for which characters.

use super::faults::{all_agree, by_errors, first_of};
use super::{Follow, Given, Outcome, ascii, seen, set, text, uses};
use crate::ir::{CharSet, ErrorId, Machine};
use crate::program::{BEYOND, Becomes, Before, NumberRules, Numbers};
use std::collections::BTreeSet;

/// Finds the rules; without a number that is no error there are none.
pub(super) fn find(machine: &Machine, first: char, follow: &mut Follow<'_>) -> NumberRules {
    let ranges = ranges(machine);
    let plain = plain(&ranges, follow);
    if plain.is_empty() {
        return NumberRules::default();
    }
    let may_follow = |after: &char| !after.is_ascii_alphanumeric() && *after != ';';
    NumberRules {
        plain,
        faulty: faulty(machine, &ranges, follow),
        after_number: set(ascii().filter(may_follow).filter(|after| {
            ranges.iter().all(|(number, _)| {
                let form = format!("#{number}");
                follow(&form, seen(*after), false) == follow(&form, ' ', false)
            })
        })),
        no_digits: no_digits(first, follow),
    }
}

/// Where `#`, or `#` and `x`, are text for want of digits.
fn no_digits(first: char, follow: &mut Follow<'_>) -> Before {
    first_of(by_errors(&mut |after| {
        if after.is_ascii_alphanumeric() {
            return None;
        }
        all_agree(["#", "#x", "#X"].iter(), |start| {
            let outcome = follow(start, seen(after), false)?;
            let whole = outcome.len == start.len();
            let as_text = outcome.given == text(&format!("{first}{start}"));
            (whole && as_text && outcome.errors_first).then_some(outcome.errors)
        })
    }))
}

/// The ranges of numbers that the machine may tell apart, each with its first and last.
fn ranges(machine: &Machine) -> Vec<(u32, u32)> {
    let mut bounds = BTreeSet::from([0, 0xD800, 0xE000, BEYOND, BEYOND + 1]);
    for (number, _) in &machine.numeric_replacements {
        bounds.extend([*number, number + 1]);
    }
    uses::code_ranges(machine, &mut |first, last| {
        bounds.extend([first, last.saturating_add(1)]);
    });
    let bounds: Vec<u32> = bounds.into_iter().filter(|b| *b <= BEYOND + 1).collect();
    bounds.windows(2).map(|p| (p[0], p[1] - 1)).collect()
}

/// The numbers that, with a semicolon, stand for their characters and are no errors.
fn plain(ranges: &[(u32, u32)], follow: &mut Follow<'_>) -> CharSet {
    let is_plain = |outcome: Option<(Becomes, Vec<ErrorId>)>| {
        outcome.is_some_and(|(becomes, errors)| becomes == Becomes::Itself && errors.is_empty())
    };
    let all = ranges.iter().copied();
    CharSet::from_ranges(all.filter(|range| is_plain(outcome(*range, true, &[], follow))))
}

/// The others, and those without a semicolon.
fn faulty(machine: &Machine, ranges: &[(u32, u32)], follow: &mut Follow<'_>) -> Vec<Numbers> {
    let mut found: Vec<Numbers> = Vec::new();
    for closed in [true, false] {
        for range in ranges {
            let replaced = &machine.numeric_replacements;
            let Some((becomes, errors)) = outcome(*range, closed, replaced, follow) else {
                continue;
            };
            if closed && becomes == Becomes::Itself && errors.is_empty() {
                continue;
            }
            let numbers = CharSet::from_ranges([*range]);
            let same = found
                .iter_mut()
                .find(|n| (n.closed, n.becomes, &n.errors) == (closed, becomes, &errors));
            match same {
                Some(same) => same.numbers = same.numbers.union(&numbers),
                None => found.push(Numbers {
                    numbers,
                    closed,
                    becomes,
                    errors,
                }),
            }
        }
    }
    found
}

/// What all numbers of a range come to, however they are written.
fn outcome(
    (first, last): (u32, u32),
    closed: bool,
    replaced: &[(u32, u32)],
    follow: &mut Follow<'_>,
) -> Option<(Becomes, Vec<ErrorId>)> {
    let mut expected = None;
    for code in [first, last] {
        let end = if closed { ";" } else { "" };
        let forms = [
            format!("#{code}{end}"),
            format!("#0{code}{end}"),
            format!("#x{code:x}{end}"),
            format!("#X0{code:X}{end}"),
        ];
        for form in forms {
            let Outcome {
                given,
                len,
                asks_name,
                errors,
                errors_first,
            } = follow(&form, ' ', false)?;
            let [Given::Number(c)] = given[..] else {
                return None;
            };
            let becomes = if char::from_u32(code) == Some(c) {
                Becomes::Itself
            } else if replaced.contains(&(code, u32::from(c))) {
                Becomes::Replacement
            } else {
                Becomes::Char(c)
            };
            let outcome = (becomes, errors);
            let is_same = *expected.get_or_insert_with(|| outcome.clone()) == outcome;
            (is_same && len == form.len() && !asks_name && errors_first).then_some(())?;
        }
    }
    expected
}
