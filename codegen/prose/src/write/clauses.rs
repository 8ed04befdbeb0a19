//! Clauses: the rules of the reader, used backwards.
//!
//! A rule whose lines can be filled so that they are the wanted ones gives texts, and the first text that the reader reads
//! back to the same meaning is taken. Trying is slower than rules that know how to be written, but a rule that the reader
//! has is a rule that the writer has, and nothing is written that would be read otherwise.

use super::spelling::spellings;
use super::template::{Values, fillings, fits};
use crate::hole::{Kind, joined};
use crate::normalise::normalise;
use crate::pattern::{Filling, Pattern};
use crate::rules::{CONDITIONS, OUTSIDE, STEPS, Table};
use crate::stmt::{Alternatives, Stmt};
use crate::understand::{DENIALS, Meaning, Reader};

/// Steps that one clause states: how many of a list, and the clause.
pub(super) struct Clause {
    pub(super) steps: usize,
    pub(super) text: String,
}

/// Whether each "a" and "an" fits the word after it.
fn has_right_articles(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).all(|pair| {
        let vowel = pair[1].starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o', 'u']);
        match pair[0] {
            "a" => !vowel,
            "an" => vowel,
            _ => true,
        }
    })
}

/// The most texts of a rule that are tried.
const TEXTS: usize = 500;

/// Texts of the rules of a table that mean the first of some lines, best first, each with the number of lines.
pub(super) fn texts(table: &Table, lines: &[String]) -> impl Iterator<Item = (usize, String)> {
    let mut candidates: Vec<(usize, &Pattern, Vec<Filling>)> = Vec::new();
    for (pattern, rule) in &table.rules {
        let found = one_each(&rule.means, lines);
        let kinds = pattern.kinds();
        let found = match (kinds.iter().position(is_list), rule.means.as_slice()) {
            (Some(hole), [template]) => {
                let found = found.into_iter();
                found
                    .flat_map(|(_, values)| longer(template, hole, lines, values))
                    .collect()
            }
            _ => found,
        };
        for (count, values) in found {
            let values = fillings(&kinds, &values);
            candidates.extend(values.map(|values| (count, pattern, values)));
        }
    }
    candidates.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    candidates.into_iter().flat_map(|(count, pattern, values)| {
        let spell = |kind, at: usize| match values.get(at) {
            Some((found, value)) if *found == kind => spellings(kind, value, &values),
            _ => Vec::new(),
        };
        let texts = pattern.texts(&spell).take(TEXTS);
        let texts: Vec<_> = texts.filter(|text| has_right_articles(text)).collect();
        texts.into_iter().map(move |text| (count, text))
    })
}

fn is_list(kind: &Kind) -> bool {
    use Kind::{Emitted, Numbers, QuotedList, Sources, States};
    matches!(kind, Sources | Emitted | QuotedList | States | Numbers)
}

/// The values with which the templates make the first of the lines, one each.
fn one_each(templates: &[&str], lines: &[String]) -> Vec<(usize, Values)> {
    if templates.len() > lines.len() {
        return Vec::new();
    }
    let mut known = vec![Vec::new()];
    for (template, line) in templates.iter().zip(lines) {
        let each = known.iter();
        known = each.flat_map(|known| fits(template, line, known)).collect();
    }
    let count = templates.len();
    known.into_iter().map(|values| (count, values)).collect()
}

/// Lists: the same template for the lines that follow, with other values of one hole, longest first.
fn longer(template: &str, hole: usize, lines: &[String], first: Values) -> Vec<(usize, Values)> {
    let mut items = first.get(hole).cloned().flatten().unwrap_or_default();
    let mut found = vec![(1, first.clone())];
    for (at, line) in lines.iter().enumerate().skip(1) {
        let mut known = first.clone();
        if let Some(value) = known.get_mut(hole) {
            *value = None;
        }
        let next = fits(template, line, &known);
        let next = next
            .first()
            .and_then(|values| values.get(hole).cloned().flatten());
        let Some(value) = next else {
            break;
        };
        items.extend(value);
        let mut values = first.clone();
        values[hole] = Some(items.clone());
        found.push((at + 1, values));
    }
    found.reverse();
    found
}

/// The clause for the first of these steps, and for as many after them as one rule states.
pub(super) fn of_steps(reader: &mut Reader, steps: &[String]) -> Option<Clause> {
    let mut texts = texts(&STEPS, steps);
    let (steps, text) = texts.find(|(count, text)| {
        let understood = reader.understand(&normalise(text));
        match understood.as_deref().map(|found| &found.meaning) {
            Some(Meaning::Steps {
                stmts,
                ends_branches: false,
            }) => {
                let read = stmts.iter().map(Stmt::as_step);
                read.eq(steps[..*count].iter().map(|step| Some(step.as_str())))
            }
            _ => false,
        }
    })?;
    Some(Clause { steps, text })
}

/// The sentence for facts outside the rows.
pub(super) fn of_facts(reader: &mut Reader, lines: &[String]) -> Option<String> {
    let mut texts = texts(&OUTSIDE, lines);
    let found = texts.find(|(count, text)| {
        let understood = reader.understand(&normalise(text));
        let read = understood.as_deref().map(|found| &found.meaning);
        *count == lines.len() && matches!(read, Some(Meaning::Outside(read)) if read == lines)
    });
    found.map(|(_, text)| text)
}

/// The clause for a condition.
pub(super) fn of_conditions(reader: &mut Reader, any: &Alternatives) -> Option<String> {
    if let Some(text) = by_rule(reader, any) {
        return Some(text);
    }
    let [all] = any.as_slice() else {
        return of_alternatives(reader, any);
    };
    if let [only] = all.as_slice() {
        return denial(reader, only, any);
    }
    let each = all.iter();
    let each = each.map(|condition| of_conditions(reader, &vec![vec![condition.clone()]]));
    let each = each.collect::<Option<Vec<String>>>()?;
    let texts = [" and ", ", and "].map(|joiner| each.join(joiner));
    first_that_reads(reader, texts, any)
}

/// The clause for one condition or another: the later ones without their subject, if that reads the same.
fn of_alternatives(reader: &mut Reader, any: &Alternatives) -> Option<String> {
    let each = any.iter();
    let each = each.map(|all| of_conditions(reader, &vec![all.clone()]));
    let each = each.collect::<Option<Vec<String>>>()?;
    let (first, more) = each.split_first()?;
    let subject = first.find(" is ").map(|at| &first[..at + " is ".len()]);
    let short = more.iter().map(|text| {
        let said = subject.and_then(|subject| text.strip_prefix(subject));
        said.unwrap_or(text).to_owned()
    });
    let short: Vec<String> = std::iter::once(first.clone()).chain(short).collect();
    let texts = [short, each].map(|each| match each.as_slice() {
        [one, other] => format!("{one}, or {other}"),
        each => joined(each, "or"),
    });
    first_that_reads(reader, texts, any)
}

fn first_that_reads(
    reader: &mut Reader,
    texts: impl IntoIterator<Item = String>,
    any: &Alternatives,
) -> Option<String> {
    let mut texts = texts.into_iter();
    texts.find(|text| reader.conditions(&normalise(text)).as_ref() == Some(any))
}

fn by_rule(reader: &mut Reader, any: &Alternatives) -> Option<String> {
    let lines: Vec<String> = any.iter().map(|all| all.join(" and ")).collect();
    let texts = texts(&CONDITIONS, &lines);
    let texts = texts.filter(|(count, _)| *count == lines.len());
    first_that_reads(reader, texts.map(|(_, text)| text), any)
}

/// A condition as the negation of one that a rule states.
fn denial(reader: &mut Reader, condition: &str, any: &Alternatives) -> Option<String> {
    let mut denials = DENIALS.iter();
    let (denial, claim) = denials.find(|(denial, _)| condition.contains(denial))?;
    let claimed = condition.replacen(denial, claim, 1);
    let text = by_rule(reader, &vec![vec![claimed]])?;
    let denied = DENIALS.map(|(denial, claim)| text.replacen(claim, denial, 1));
    first_that_reads(reader, denied, any)
}
