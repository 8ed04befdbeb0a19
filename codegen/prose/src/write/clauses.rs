//! Clauses: the rules of the reader, used backwards. A text counts only if the reader reads it back.

use super::spelling::spellings;
use super::template::{Values, fillings, fits};
use crate::hole::Kind;
use crate::normalise::normalise;
use crate::pattern::{Filling, Pattern};
use crate::understand::{Alternatives, Meaning, Reader, Stmt};

/// Steps that one clause states: how many of a list, and the clause.
pub(super) struct Clause {
    pub(super) steps: usize,
    pub(super) text: String,
}

/// Texts of a pattern with these values, best first.
fn texts(pattern: &Pattern, values: &[Filling]) -> impl Iterator<Item = String> {
    let texts = pattern.texts(&|kind, at| match values.get(at) {
        Some((found, value)) if *found == kind => spellings(kind, value, values),
        _ => Vec::new(),
    });
    texts.into_iter().filter(|text| has_right_articles(text))
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

/// A rule with the values of its holes, and how many steps it states.
struct Candidate {
    steps: usize,
    /// The index of the rule.
    rule: usize,
    values: Vec<Filling>,
}

/// The clause for the first of these steps, and for as many after them as one rule states.
pub(super) fn of_steps(reader: &mut Reader, steps: &[String]) -> Option<Clause> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (number, (pattern, rule)) in reader.step_rules().iter().enumerate() {
        let mut found = one_each(rule.makes, steps);
        if found.is_empty() {
            continue;
        }
        let kinds = pattern.kinds();
        let is_list = |kind: &Kind| matches!(kind, Kind::Sources | Kind::Emitted);
        if let (Some(hole), [template]) = (kinds.iter().position(is_list), rule.makes) {
            let first = std::mem::take(&mut found).into_iter();
            found = first
                .flat_map(|(_, values)| longer(template, hole, steps, values))
                .collect();
        }
        for (count, values) in found {
            candidates.extend(fillings(&kinds, &values).map(|values| Candidate {
                steps: count,
                rule: number,
                values,
            }));
        }
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.steps));
    candidates.into_iter().find_map(|candidate| {
        let (pattern, _) = &reader.step_rules()[candidate.rule];
        let texts: Vec<String> = texts(pattern, &candidate.values).collect();
        let reads = |text: &String| {
            let understood = reader.understand(&normalise(text));
            match understood.as_deref().map(|found| &found.meaning) {
                Some(Meaning::Steps {
                    stmts,
                    ends_branches: false,
                }) => same(stmts, &steps[..candidate.steps]),
                _ => false,
            }
        };
        let text = texts.into_iter().find(reads)?;
        Some(Clause {
            steps: candidate.steps,
            text,
        })
    })
}

/// The values with which the templates make the first of the steps, one each.
fn one_each(templates: &[&str], steps: &[String]) -> Vec<(usize, Values)> {
    if templates.len() > steps.len() {
        return Vec::new();
    }
    let mut known = vec![Vec::new()];
    for (template, step) in templates.iter().zip(steps) {
        known = known
            .iter()
            .flat_map(|known| fits(template, step, known))
            .collect();
    }
    let count = templates.len();
    known.into_iter().map(|values| (count, values)).collect()
}

/// Lists: the same template for the steps that follow, with other values of one hole, longest first.
fn longer(template: &str, hole: usize, steps: &[String], first: Values) -> Vec<(usize, Values)> {
    let mut items = first.get(hole).cloned().flatten().unwrap_or_default();
    let mut found = vec![(1, first.clone())];
    for (at, step) in steps.iter().enumerate().skip(1) {
        let mut known = first.clone();
        if let Some(value) = known.get_mut(hole) {
            *value = None;
        }
        let next = fits(template, step, &known);
        let Some(value) = next
            .first()
            .and_then(|values| values.get(hole).cloned().flatten())
        else {
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

fn same(stmts: &[Stmt], steps: &[String]) -> bool {
    let each = stmts.iter().map(|stmt| match stmt {
        Stmt::Step(step) => Some(step),
        Stmt::If { .. } => None,
    });
    each.eq(steps.iter().map(Some))
}

/// The clause for a condition.
pub(super) fn of_conditions(reader: &mut Reader, any: &Alternatives) -> Option<String> {
    if let Some(text) = by_rule(reader, any) {
        return Some(text);
    }
    let [all] = any.as_slice() else {
        return None;
    };
    if let [only] = all.as_slice() {
        return denial(reader, only, any);
    }
    let each: Option<Vec<String>> = all
        .iter()
        .map(|condition| of_conditions(reader, &vec![vec![condition.clone()]]))
        .collect();
    let each = each?;
    let joiners = [" and ", ", and "];
    let mut texts = joiners.iter().map(|joiner| each.join(joiner));
    texts.find(|text| reader.conditions(&normalise(text)).as_ref() == Some(any))
}

fn by_rule(reader: &mut Reader, any: &Alternatives) -> Option<String> {
    let mut candidates: Vec<String> = Vec::new();
    for (pattern, rule) in reader.condition_rules() {
        let kinds = pattern.kinds();
        let mut known: Vec<Values> = vec![Vec::new()];
        let whole = rule.means.len() == any.len()
            && rule
                .means
                .iter()
                .zip(any)
                .all(|(means, all)| means.len() == all.len());
        if whole {
            let pairs = rule.means.iter().zip(any);
            for (template, text) in pairs.flat_map(|(means, all)| means.iter().zip(all)) {
                known = known
                    .iter()
                    .flat_map(|known| fits(template, text, known))
                    .collect();
            }
        } else if let ([[template]], Some(list)) = (rule.means, list_hole(&kinds)) {
            let items: Option<Vec<String>> = any
                .iter()
                .map(|all| match all.as_slice() {
                    [only] => fits(template, only, &Vec::new())
                        .first()
                        .and_then(|values| values.get(list)?.as_ref()?.first().cloned()),
                    _ => None,
                })
                .collect();
            known = items
                .map(|items| {
                    let mut values = vec![None; list + 1];
                    values[list] = Some(items);
                    values
                })
                .into_iter()
                .collect();
        } else {
            continue;
        }
        for values in known {
            if let Some(values) = fillings(&kinds, &values) {
                candidates.extend(texts(pattern, &values));
            }
        }
    }
    let reads = |text: &String| reader.conditions(&normalise(text)).as_ref() == Some(any);
    candidates.into_iter().find(reads)
}

fn list_hole(kinds: &[Kind]) -> Option<usize> {
    let is_list = |kind: &Kind| matches!(kind, Kind::QuotedList | Kind::States | Kind::Numbers);
    kinds.iter().position(is_list)
}

/// A condition as the negation of one that a rule states.
fn denial(reader: &mut Reader, condition: &str, any: &Alternatives) -> Option<String> {
    const DENIALS: [(&str, &str); 3] = [
        (" is not ", " is "),
        (" are not ", " are "),
        (" was not ", " was "),
    ];
    let (denial, claim) = DENIALS
        .iter()
        .find(|(denial, _)| condition.contains(denial))?;
    let claimed = condition.replacen(denial, claim, 1);
    let text = by_rule(reader, &vec![vec![claimed]])?;
    let denied = DENIALS
        .iter()
        .map(|(denial, claim)| text.replacen(claim, denial, 1));
    let reads = |text: &String| reader.conditions(&normalise(text)).as_ref() == Some(any);
    denied.into_iter().find(reads)
}
