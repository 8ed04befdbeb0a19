//! Classes inside conditions, one member larger or smaller.

use super::Operator;
use super::members::{Borders, matcher, without};
use tokenwright_tables::grammar::{Char, Condition, Matcher, Number, NumberRange, Numbers, Set};
use tokenwright_tables::model::Revision;
use tokenwright_tables::set;

/// Every condition that differs from this one by a member of its class, with a description of the change.
pub(super) fn of_condition(
    revision: &Revision,
    condition: &Condition,
) -> Vec<(Operator, String, Condition)> {
    match condition {
        Condition::NextInput(is, set) => {
            of_set(revision, set, |set| Condition::NextInput(*is, set))
        }
        Condition::AfterLastStartTag(is, set) => {
            of_set(revision, set, |set| Condition::AfterLastStartTag(*is, set))
        }
        Condition::AheadSequence(are, set, char) => of_set(revision, set, |set| {
            Condition::AheadSequence(*are, set, *char)
        }),
        Condition::Code(is, numbers) => {
            let whole = |numbers| Condition::Code(*is, numbers);
            let all = of_numbers(numbers).into_iter();
            all.map(|(operator, what, by)| (operator, what, whole(by)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn of_set(
    revision: &Revision,
    set: &Set,
    whole: impl Fn(Set) -> Condition,
) -> Vec<(Operator, String, Condition)> {
    let members = set::Set::of_each(&set.0, &revision.about);
    let borders = Borders::of(revision, members.ranges());
    // Surrogates are not changed.
    use Matcher::{AdditionalAllowed, AnythingElse, Eof};
    let others = set.0.iter();
    let others = others.filter(|it| matches!(it, Eof | AdditionalAllowed | AnythingElse));
    let mut all = Vec::new();
    for c in borders.inside {
        let mut fewer = without(members.ranges(), c.into(), matcher);
        fewer.extend(others.clone().cloned());
        if !fewer.is_empty() {
            let description = format!("without {}", Char(c.into()));
            all.push((Operator::Smaller, description, whole(Set(fewer))));
        }
    }
    for c in borders.outside {
        let mut more = set.0.clone();
        more.push(Matcher::Char(Char(c.into())));
        let description = format!("with {}", Char(c.into()));
        all.push((Operator::Larger, description, whole(Set(more))));
    }
    all
}

/// Every list of numbers that has one more at a border, or one less.
fn of_numbers(numbers: &Numbers) -> Vec<(Operator, String, Numbers)> {
    let mut all = Vec::new();
    let has = |n: u32| numbers.0.iter().any(|range| range.contains(n));
    for (at, range) in numbers.0.iter().enumerate() {
        let mut add = |operator: Operator, n: u32, by: Vec<NumberRange>| {
            let kept = [&numbers.0[..at], &by, &numbers.0[at + 1..]].concat();
            let preposition = match operator {
                Operator::Larger => "with",
                _ => "without",
            };
            if !kept.is_empty() {
                all.push((operator, format!("{preposition} 0x{n:02X}"), Numbers(kept)));
            }
        };
        if let NumberRange::GreaterThan(n) = range {
            let n = n.value();
            let greater = |than| vec![NumberRange::GreaterThan(Number::hexadecimal(than))];
            add(Operator::Larger, n, greater(n.saturating_sub(1)));
            if let Some(next) = n.checked_add(1) {
                add(Operator::Smaller, next, greater(next));
            }
            continue;
        }
        let stretches = range.ranges();
        let one = |first: u32, last: u32| match first == last {
            true => NumberRange::One(Number::hexadecimal(first)),
            false => NumberRange::Range(Number::hexadecimal(first), Number::hexadecimal(last)),
        };
        for (first, last) in &stretches {
            let ends = if first == last { 1 } else { 2 };
            for n in [*first, *last].into_iter().take(ends) {
                add(Operator::Smaller, n, without(&stretches, n, one));
            }
            let around = [first.checked_sub(1), last.checked_add(1)];
            for n in around.into_iter().flatten().filter(|n| !has(*n)) {
                add(Operator::Larger, n, vec![*range, one(n, n)]);
            }
        }
    }
    all
}
