//! Describes the behaviour that a surviving mutant leaves untested.

use std::collections::BTreeMap;
use tokenwright_analyses::mutate::Operator;
use tokenwright_analyses::suite::Survivor;
use tokenwright_prose as prose;
use tokenwright_tables::english;

/// The maximum number of alternative target states to list.
const STATES: usize = 3;

/// One sentence for each untested aspect of a row; related mutants share a sentence.
pub(super) fn open(survivors: &[&Survivor]) -> Vec<String> {
    let mut descriptions: BTreeMap<Operator, Vec<&str>> = BTreeMap::new();
    for survivor in survivors {
        descriptions
            .entry(survivor.operator)
            .or_default()
            .push(&survivor.description);
    }
    let lines = descriptions
        .into_iter()
        .flat_map(|(operator, descriptions)| of(operator, &descriptions));
    lines
        .map(|line| prose::spell(&line).replace('`', "\\`"))
        .collect()
}

fn of(operator: Operator, descriptions: &[&str]) -> Vec<String> {
    let each = |describe: &dyn Fn(&str) -> String| {
        descriptions.iter().map(|text| describe(text)).collect()
    };
    match operator {
        Operator::NextState | Operator::Reconsume => next(descriptions),
        Operator::ErrorRenamed => each(&|text| match halves(text, "\" for \"") {
            Some((other, own)) => format!("that it is {}, not {}", sentence(own), sentence(other)),
            None => text.to_owned(),
        }),
        Operator::Dropped | Operator::ErrorDropped => each(&|text| {
            let step = text.strip_prefix("without ").map(unquoted);
            format!("that it does: {}", sentence(step.unwrap_or(text)))
        }),
        Operator::Doubled => each(&|text| {
            let step = text.strip_suffix(" twice").map(unquoted);
            format!("that it does once only: {}", sentence(step.unwrap_or(text)))
        }),
        Operator::Swapped => each(&|text| match halves(text, "\" before \"") {
            Some((later, first)) => {
                format!("that {} comes before {}", sentence(first), sentence(later))
            }
            None => text.to_owned(),
        }),
        Operator::Larger => listed(
            "that it is not for ",
            descriptions,
            &["also takes ", "with "],
        ),
        Operator::Smaller => listed(
            "that it is for ",
            descriptions,
            &["does not take ", "without "],
        ),
        Operator::Negated => each(&|text| {
            let condition = text.strip_prefix("the contrary of ").map(unquoted);
            format!("both answers to “{}”", condition.unwrap_or(text))
        }),
    }
}

/// Steps that could lead elsewhere, those with one sentence together.
fn next(descriptions: &[&str]) -> Vec<String> {
    let mut steps: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (other, own) in descriptions
        .iter()
        .filter_map(|text| halves(text, "\" for \""))
    {
        steps.entry(own).or_default().push(other);
    }
    let describe = |(own, others): (&str, Vec<&str>)| {
        let words = |step: &str| step.split(" the ").next().map(str::to_owned);
        let short = |other: &&str| match words(other) == words(own) {
            // The same step with another state is described by the state.
            true => other
                .rfind(" the ")
                .map_or(*other, |at| &other[at + 1..])
                .to_owned(),
            false => sentence(other),
        };
        let mut shown: Vec<String> = others.iter().take(STATES).map(short).collect();
        if others.len() > STATES {
            shown.push(format!("or {} more", others.len() - STATES));
        }
        format!("that it does: {}, not {}", sentence(own), shown.join(", "))
    };
    steps.into_iter().map(describe).collect()
}

/// Characters and numbers in one list.
fn listed(that: &str, descriptions: &[&str], verbs: &[&str]) -> Vec<String> {
    // A change inside a condition is described after the member.
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for description in descriptions {
        let (member, place) = description.split_once(", in ").unwrap_or((description, ""));
        let member = verbs.iter().find_map(|verb| member.strip_prefix(verb));
        places.entry(place).or_default().extend(member);
    }
    let describe = |(place, members): (&str, Vec<&str>)| {
        let place = match place {
            "" => String::new(),
            place => format!(", in “{}”", unquoted(place)),
        };
        format!("{that}{}{place}", members.join(", "))
    };
    places.into_iter().map(describe).collect()
}

/// The halves of `"A" for "B"`.
fn halves<'s>(text: &'s str, between: &str) -> Option<(&'s str, &'s str)> {
    let (a, b) = text.split_once(between)?;
    Some((a.strip_prefix('"')?, b.strip_suffix('"')?))
}

fn unquoted(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text)
}

/// A step in the wording of the spec.
fn sentence(step: &str) -> String {
    if let Some(code) = step.strip_prefix("parse error: ") {
        let article = if code.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        return format!("“This is {article} {code} parse error”");
    }
    format!("“{}”", english::capitalized(step))
}
