//! The names of the parse errors of tree construction.
//!
//! The standard has none but one, so a document says only "parse error". The tables name each of them, as whatwg/html#10397
//! proposes: `spec/error-descriptions.toml` lists the names. A page has none, so they are taken from the tables with which
//! it is compared, or from which it is edited.

use super::check::place_of_name;
use super::english::{conjunction, conjunctions};
use super::grammar::TreeStep;
use super::model::{Algorithm, Clause, Mode, On, Row, Tokens, TreeTables, steps};
use crate::grammar::Word;
use crate::model::Located;
use crate::source::Place;
use std::collections::{BTreeMap, BTreeSet};

impl TreeTables {
    /// The names of the errors that steps report, with where each is for the first time.
    #[must_use]
    pub fn error_codes(&self) -> BTreeMap<String, Place> {
        let mut found = BTreeMap::new();
        for step in self.bodies().flat_map(|(_, body)| steps(body)) {
            if let TreeStep::NamedError(Word(code)) = &step.value {
                let place = place_of_name(&step.to_string(), step.place, code);
                let place = place.unwrap_or(step.place);
                found.entry(code.clone()).or_insert(place);
            }
        }
        found
    }

    /// Names the errors that have no name as other tables do in the same row or algorithm, under the same conditions.
    pub fn name_errors(&mut self, other: &TreeTables) {
        for mode in self.modes.iter_mut().chain(&mut self.foreign_content) {
            let mut theirs = other.all_modes();
            if let Some(theirs) = theirs.find(|it| it.name.value == mode.name.value) {
                name_rows(mode, theirs);
            }
        }
        for algorithm in &mut self.algorithms {
            let mut theirs = other.algorithms.iter();
            let is_same = |it: &&Algorithm| it.name.value == algorithm.name.value;
            if let Some(theirs) = theirs.find(is_same) {
                give(&mut algorithm.body, &theirs.body);
            }
        }
    }
}

/// Names errors as the row of the same tokens does, or else the row that shares the most of them.
fn name_rows(mode: &mut Mode, other: &Mode) {
    for row in &mut mode.rows {
        let tokens = tokens(&row.on);
        let shared = |theirs: &&Row| self::tokens(&theirs.on).intersection(&tokens).count();
        let best = other.rows.iter().max_by_key(shared);
        if let Some(best) = best.filter(|it| shared(it) > 0) {
            give(&mut row.body, &best.body);
        }
    }
}

/// The tokens of a row, as words: each with its condition, and without.
fn tokens(on: &[On]) -> BTreeSet<String> {
    let words = on.iter().flat_map(|on| {
        let names = |names: &[Located<String>], open: &str| -> Vec<String> {
            let names = names.iter();
            names.map(|name| format!("{open}{}>", name.value)).collect()
        };
        let tokens = match &on.tokens.value {
            Tokens::StartTags(all) => names(all, "<"),
            Tokens::EndTags(all) => names(all, "</"),
            other => vec![format!("{other:?}")],
        };
        let when = conjunction(&on.when);
        let with = tokens.iter().map(|token| format!("{token} {when}"));
        let with: Vec<String> = with.collect();
        tokens.into_iter().chain(with)
    });
    words.collect()
}

/// The conditions of an error, and which it is of those under them.
type Key = (Vec<String>, usize);

/// Names errors as other clauses do under the same conditions, or else in the same order if there are as many.
fn give(ours: &mut [Clause], theirs: &[Clause]) {
    let mut known: Vec<(Key, Option<String>)> = Vec::new();
    each(&mut theirs.to_vec(), &mut |key, step| {
        let code = match step {
            TreeStep::NamedError(Word(code)) => Some(code.clone()),
            _ => None,
        };
        known.push((key, code));
    });
    let mut count = 0;
    each(ours, &mut |_, _| count += 1);
    let is_as_many = count == known.len();
    let mut at = 0;
    each(ours, &mut |key, step| {
        let same = known.iter().find(|(other, _)| *other == key);
        let same = same.or_else(|| known.get(at).filter(|_| is_as_many));
        at += 1;
        if let (TreeStep::Error, Some((_, Some(code)))) = (&*step, same) {
            *step = TreeStep::NamedError(Word(code.clone()));
        }
    });
}

/// Calls a function with each step that is an error.
fn each(body: &mut [Clause], found: &mut impl FnMut(Key, &mut TreeStep)) {
    let mut counts = BTreeMap::new();
    below(body, &mut Vec::new(), &mut counts, found);
}

fn below(
    body: &mut [Clause],
    conditions: &mut Vec<String>,
    counts: &mut BTreeMap<Vec<String>, usize>,
    found: &mut impl FnMut(Key, &mut TreeStep),
) {
    for clause in body {
        let (condition, parts): (String, Vec<(&str, &mut Vec<Clause>)>) = match clause {
            Clause::Step(step) => {
                if matches!(step.value, TreeStep::Error | TreeStep::NamedError(_)) {
                    let count = counts.entry(conditions.clone()).or_default();
                    found((conditions.clone(), *count), &mut step.value);
                    *count += 1;
                }
                continue;
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let parts = vec![("then", then), ("else", otherwise)];
                (conjunctions(any).join(", or "), parts)
            }
            Clause::While { all, body } => (conjunction(all), vec![("while", body)]),
            Clause::Call(_) | Clause::Label(_) => continue,
        };
        for (branch, body) in parts {
            conditions.push(format!("{branch} {condition}"));
            below(body, conditions, counts, found);
            conditions.pop();
        }
    }
}
