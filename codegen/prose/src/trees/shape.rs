//! The form that the tables give to the steps of a body.
//!
//! Pages leave out an "otherwise" after "ignore the token", give a variable its next value by "let", and say two conditions
//! with the same steps one after the other. The tables have one form for each of them. Each change here keeps what the steps do;
//! jumps become loops only in branches (`loops.rs`), where the tables have no labels.

use super::labels::targets;
use super::loops;
use super::stmt::{Stmt, all, change, replace_returns};
use crate::stmt::{Alternatives, Choice};
use std::collections::{BTreeMap, HashSet};

/// The steps of a row in the form of the tables.
pub(super) fn of_row(mut steps: Vec<Stmt>) -> Vec<Stmt> {
    report_first(&mut steps);
    of_algorithm(nested(steps))
}

/// The steps of a page that has the form of the tables already; without the labels that nothing needs.
pub(super) fn of_own(mut steps: Vec<Stmt>) -> Vec<Stmt> {
    let jumps = targets(&steps);
    drop_labels(&mut steps, &jumps);
    steps
}

/// The steps of an algorithm in the form of the tables.
pub(super) fn of_algorithm(steps: Vec<Stmt>) -> Vec<Stmt> {
    let mut steps = prepared(steps);
    if all(&steps).iter().any(|it| it.begins("return ")) {
        // Where a value is needed, "abort these steps" ends some other list of steps than all of them.
        let open = Stmt::Unread("return without a value".to_owned());
        replace_returns(&mut steps, &open);
    }
    merge(&mut steps);
    factor(&mut steps);
    loops::in_branches(&mut steps);
    let jumps = targets(&steps);
    drop_labels(&mut steps, &jumps);
    let mut labels = HashSet::new();
    for stmt in &mut steps {
        if let Stmt::Label(label) = stmt
            && !labels.insert(label.clone())
        {
            *stmt = Stmt::Unread(format!("another step labeled {label}"));
        }
    }
    if let Some(at) = steps.iter().position(|it| it.begins(BEGIN))
        && let Stmt::Step(step) = steps.remove(at)
    {
        steps.insert(0, Stmt::step(step.trim_start_matches(BEGIN)));
    }
    assign(&mut steps, &mut BTreeMap::new());
    steps
}

/// How a step begins that comes before all others: it notes what a later step needs.
const BEGIN: &str = "BEGIN ";

/// What ends a row, without a word such as "return".
fn ends(stmt: &Stmt) -> bool {
    stmt.is("ignore the token") || stmt.is("stop parsing")
}

/// How a step begins that names the element of the row's token: `OF NAME: STEP`, or `OF NAME: STEP || STEP` with another step for
/// an end tag.
const OF: &str = "OF ";

/// What a row's tokens do with an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// They are its start tags.
    Started,
    /// They are its end tags.
    Ended,
}

/// Lets a step that names the element of the row's token be one of the token; what names another one is open.
pub(super) fn check_names(steps: &mut [Stmt], named: &dyn Fn(&str) -> Option<Named>) {
    change(steps, &mut |stmt| {
        if let Stmt::Step(step) = stmt
            && let Some((name, rest)) = step.strip_prefix(OF).and_then(|it| it.split_once(": "))
        {
            let (of_start, of_end) = match rest.split_once(" || ") {
                Some((of_start, of_end)) => (of_start, Some(of_end)),
                None => (rest, None),
            };
            let found = match named(name) {
                Some(Named::Started) => Some(of_start),
                Some(Named::Ended) => of_end,
                None => None,
            };
            *stmt = found.map_or_else(|| Stmt::Unread(step.clone()), Stmt::step);
        }
    });
}

/// Puts an error before the step that ignores the token.
fn report_first(steps: &mut [Stmt]) {
    for at in 1..steps.len() {
        if steps[at].begins("parse error") && steps[at - 1].is("ignore the token") {
            steps.swap(at - 1, at);
        }
    }
    for part in steps.iter_mut().flat_map(Stmt::parts_mut) {
        report_first(part);
    }
}

/// Moves the steps after a branch that ignores the token into its "otherwise".
fn nested(mut steps: Vec<Stmt>) -> Vec<Stmt> {
    let is_end = |stmt: &Stmt| {
        stmt.choice()
            .is_some_and(|it| it.then.last().is_some_and(ends))
    };
    if let Some(at) = steps.iter().position(is_end) {
        let rest = steps.split_off(at + 1);
        if let Some(Stmt::If(choice)) = steps.last_mut() {
            choice.otherwise.extend(rest);
            choice.otherwise = nested(std::mem::take(&mut choice.otherwise));
        }
    }
    steps
}

/// Puts the step before a branch that one of its conditions needs: `BEFORE STEP || CONDITION`.
fn prepared(steps: Vec<Stmt>) -> Vec<Stmt> {
    let mut found = Vec::new();
    for mut stmt in steps {
        if let Stmt::If(choice) = &mut stmt {
            for condition in choice.any.iter_mut().flatten() {
                let parts = condition
                    .strip_prefix("BEFORE ")
                    .and_then(|rest| rest.split_once(" || "));
                if let Some((step, rest)) = parts {
                    found.push(Stmt::step(step));
                    *condition = rest.to_owned();
                }
            }
            choice.then = prepared(std::mem::take(&mut choice.then));
            choice.otherwise = prepared(std::mem::take(&mut choice.otherwise));
        }
        found.push(stmt);
    }
    found
}

/// Makes one branch of two with the same steps, of which the second is the "otherwise" of the first.
fn merge(steps: &mut [Stmt]) {
    for stmt in steps {
        for part in stmt.parts_mut() {
            merge(part);
        }
        let Stmt::If(choice) = stmt else {
            continue;
        };
        if matches!(&choice.otherwise[..], [Stmt::If(other)] if other.then == choice.then)
            && let Some(Stmt::If(other)) = choice.otherwise.pop()
        {
            choice.any.extend(other.any);
            choice.otherwise = other.otherwise;
        }
    }
}

/// Takes out the conditions that a choice and its other case have in common, where a list gave them their alternatives.
fn factor(steps: &mut [Stmt]) {
    for choice in steps.iter_mut().filter_map(Stmt::choice_mut) {
        let Choice { any, otherwise, .. } = choice;
        let first = any.first().filter(|all| all.len() > 1);
        let Some(lead) = first.map(|all| all[0].clone()) else {
            continue;
        };
        let is_common = |all: &Vec<String>| all.first() == Some(&lead) && all.len() > 1;
        let common = |any: &Alternatives| any.len() > 1 && any.iter().all(is_common);
        let [Stmt::If(other)] = otherwise.as_mut_slice() else {
            continue;
        };
        if !other.otherwise.is_empty() || !common(any) || !common(&other.any) {
            continue;
        }
        for all in any.iter_mut().chain(&mut other.any) {
            all.remove(0);
        }
        let outer = Choice::new(vec![vec![lead]], Vec::new(), Vec::new());
        let inner = std::mem::replace(choice, outer);
        choice.then.push(Stmt::If(inner));
    }
}

/// The condition that stands for "the algorithm was invoked by the first of its two names".
const FIRST: &str = "FIRST";

/// The steps of one of two algorithms that the page describes together.
pub(super) fn variant(steps: &[Stmt], is_first: bool) -> Vec<Stmt> {
    let each = steps.iter().flat_map(|stmt| match stmt {
        Stmt::If(choice) if choice.any.iter().flatten().any(|it| it == FIRST) => match is_first {
            true => choice.then.clone(),
            false => choice.otherwise.clone(),
        },
        other => vec![other.clone()],
    });
    each.collect()
}

/// Leaves out the labels to which no step jumps; another one in a branch is nothing that the tables have.
fn drop_labels(steps: &mut Vec<Stmt>, jumps: &HashSet<String>) {
    steps.retain(|step| !matches!(step, Stmt::Label(label) if !jumps.contains(label)));
    for stmt in steps {
        for part in stmt.parts_mut() {
            drop_labels(part, jumps);
            for inner in part {
                if let Stmt::Label(label) = inner {
                    *inner = Stmt::Unread(format!("a step labeled {label} in a branch"));
                }
            }
        }
    }
}

/// Whether a value is made of the variable that gets it; that of `entry` in "the last entry" is not.
fn mentions(value: &str, name: &str) -> bool {
    const BEFORE: [&str; 8] = [
        "above", "before", "after", "below", "of", "than", "for", "which",
    ];
    let words: Vec<&str> = value.split(' ').collect();
    let mut pairs = words.windows(2);
    pairs.any(|pair| BEFORE.contains(&pair[0]) && pair[1] == name)
}

/// Turns "let" into "set" for a variable that has a value; one that gives it the same value again is left out.
fn assign(steps: &mut Vec<Stmt>, known: &mut BTreeMap<String, String>) {
    steps.retain_mut(|stmt| match stmt {
        // It changes no value.
        stmt if stmt.leaves() => true,
        Stmt::Step(step) => {
            let words = step.strip_prefix("let ").map(|rest| (rest, " be "));
            let words = words.or_else(|| step.strip_prefix("set ").map(|rest| (rest, " to ")));
            let parts = words.and_then(|(rest, joiner)| rest.split_once(joiner));
            let Some((name, value)) = parts.filter(|(name, _)| !name.contains(' ')) else {
                // The same words may be another value after a step.
                known.values_mut().for_each(String::clear);
                return true;
            };
            let (name, value) = (name.to_owned(), value.to_owned());
            match known.insert(name.clone(), value.clone()) {
                Some(before) if before == value && !mentions(&value, &name) => false,
                Some(_) => {
                    *step = format!("set {name} to {value}");
                    true
                }
                None => true,
            }
        }
        Stmt::If(choice) => {
            let before = known.clone();
            let mut other = known.clone();
            assign(&mut choice.then, known);
            assign(&mut choice.otherwise, &mut other);
            // What a branch sets that ends the steps has no value after it.
            let last = choice.then.last();
            if last.is_some_and(|it| it.begins("return")) {
                known.retain(|name, _| before.contains_key(name));
            }
            true
        }
        Stmt::While { body, .. } => {
            assign(body, known);
            true
        }
        Stmt::Label(_) => {
            // A jump may come with other values.
            known.values_mut().for_each(String::clear);
            true
        }
        Stmt::Algorithm { .. } | Stmt::Unread(_) => true,
    });
}
