//! Pages that are made from the tables, with their wordings varied: reading them gives the same tables.

use crate::written::{assert_same, spec};
use std::sync::LazyLock;

/// Wordings of the written pages, and others of the same meaning.
static VARIED: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(|| {
    let lists: toml::Table = include_str!("varied.toml").parse().expect("TOML");
    lists["wordings"].clone().try_into().expect("wordings")
});

/// The page with the first of the other wordings everywhere.
pub(crate) fn reworded(page: &str) -> String {
    let all = VARIED.iter();
    all.fold(page.to_owned(), |page, (wording, others)| {
        page.replace(wording, &others[0])
    })
}

/// Another order of a sentence or a paragraph that has one.
type Order = fn(&str) -> Option<String>;

/// Orders of clauses, each with the same meaning as the one of the written pages.
const ORDERS: [(&str, Order); 4] = [
    ("S if C", condition_last),
    ("unless", unless),
    ("S unless C", unless_last),
    ("one sentence", one_sentence),
];

/// `If C, then S.`: its condition and its step, if that is one and no error, which would reach further.
fn parts(sentence: &str) -> Option<(&str, &str)> {
    let (condition, step) = sentence.strip_prefix("If ")?.split_once(", then ")?;
    let step = step.strip_suffix('.')?;
    let others = [", ", " and ", "; ", "parse error", "return "];
    let is_one = !others.iter().any(|other| step.contains(other));
    is_one.then_some((condition, step))
}

fn capital(clause: &str) -> String {
    format!("{}{}", clause[..1].to_uppercase(), &clause[1..])
}

fn condition_last(sentence: &str) -> Option<String> {
    let (condition, step) = parts(sentence)?;
    Some(format!("{} if {condition}.", capital(step)))
}

/// The denial of a condition.
fn denial(condition: &str) -> Option<String> {
    let is_one = ![" and ", " or ", ", "]
        .iter()
        .any(|other| condition.contains(other));
    let is_claim = !condition.contains(" not ")
        && !condition.starts_with("it ")
        && !condition.starts_with("nothing ");
    let denial = condition.replacen(" is ", " is not ", 1);
    (is_one && is_claim && denial != condition).then_some(denial)
}

fn unless(sentence: &str) -> Option<String> {
    let (condition, step) = parts(sentence)?;
    Some(format!("Unless {}, {step}.", denial(condition)?))
}

fn unless_last(sentence: &str) -> Option<String> {
    let (condition, step) = parts(sentence)?;
    Some(format!("{} unless {}.", capital(step), denial(condition)?))
}

fn one_sentence(paragraph: &str) -> Option<String> {
    let (first, rest) = paragraph.split_once(". Otherwise, ")?;
    let first = format!("{first}.");
    let (condition, step) = parts(&first)?;
    let (other, more) = rest.split_once('.')?;
    let is_plain = !other.contains("parse error") && !other.starts_with("if ");
    is_plain.then(|| format!("If {condition}, {step}; otherwise, {other}.{more}"))
}

/// The page with each sentence, or each paragraph, in another order, and how many there are.
fn reordered(page: &str, order: Order) -> (String, usize) {
    let mut count = 0;
    let mut change = |text: &str| {
        let changed = order(text)?;
        count += 1;
        Some(changed)
    };
    let mut lines = Vec::new();
    let mut in_states = false;
    for line in page.lines() {
        in_states |= line.starts_with("<h3");
        let text = line
            .strip_prefix("<p>")
            .and_then(|text| text.strip_suffix("</p>"));
        let Some(text) = text.filter(|_| in_states) else {
            lines.push(line.to_owned());
            continue;
        };
        let text = change(text).unwrap_or_else(|| {
            let each = text.split_inclusive(". ").map(|sentence| {
                let end = sentence.trim_end();
                change(end).map_or(sentence.to_owned(), |changed| {
                    changed + &sentence[end.len()..]
                })
            });
            each.collect()
        });
        lines.push(format!("<p>{text}</p>"));
    }
    (lines.join("\n"), count)
}

#[test]
fn other_orders_of_clauses_give_the_same_tables() {
    let spec = spec();
    let mut counts = [0; ORDERS.len()];
    for revision in &spec.revisions {
        let page = spec.write(revision).expect("a page").to_html();
        for (count, (what, order)) in counts.iter_mut().zip(ORDERS) {
            let (page, changed) = reordered(&page, order);
            *count += changed;
            if changed > 0 {
                assert_same(&spec, &page, revision, what);
            }
        }
    }
    for (count, (what, _)) in counts.iter().zip(ORDERS) {
        assert!(*count > 0, "no page has a sentence for `{what}`");
    }
}

#[test]
fn varied_pages_give_the_same_tables() {
    let spec = spec();
    let mut used = vec![false; VARIED.len()];
    for (number, revision) in spec.revisions.iter().enumerate() {
        let page = spec.write(revision).expect("a page").to_html();
        for (at, (wording, others)) in VARIED.iter().enumerate() {
            used[at] |= page.contains(wording);
            // Each wording alone is tried on some of the pages.
            if at % spec.revisions.len() != number {
                continue;
            }
            for other in others {
                assert_same(&spec, &page.replace(wording, other), revision, other);
            }
        }
        assert_same(&spec, &reworded(&page), revision, "all");
    }
    for (used, (wording, _)) in used.iter().zip(&*VARIED) {
        assert!(used, "no page says `{wording}`");
    }
}
