//! Branches: what an "otherwise" and an "instead" belong to, and the conditions of a list in their place.

use super::stmt::Stmt;
use crate::prefix::between;
use crate::stmt::Alternatives;

pub(super) fn branch(any: Alternatives, then: Vec<Stmt>) -> Stmt {
    Stmt::when(any, then, Vec::new())
}

/// Whether there is no step, but perhaps a place to jump to.
pub(super) fn does_nothing(steps: &[Stmt]) -> bool {
    steps.iter().all(|stmt| stmt.label().is_some())
}

/// Puts the conditions of a list in the place of `ITEMS`.
pub(super) fn with_items(mut steps: Vec<Stmt>, items: &Alternatives) -> Vec<Stmt> {
    for choice in steps.iter_mut().filter_map(Stmt::choice_mut) {
        let is_place = |all: &&Vec<String>| all.iter().any(|it| it.contains("ITEMS"));
        if let Some(all) = choice.any.iter().find(is_place) {
            let lead = all.join(" and ").replace("ITEMS", "");
            let lead = lead.trim_end_matches(" and ").to_owned();
            let lead = Some(lead).filter(|lead| !lead.is_empty());
            let with = |item: &Vec<String>| lead.iter().chain(item).cloned().collect();
            choice.any = items.iter().map(with).collect();
        }
        choice.then = with_items(std::mem::take(&mut choice.then), items);
    }
    steps
}

/// Adds the other case of the choice at the end of the steps.
pub(super) fn add_otherwise(steps: &mut Vec<Stmt>, any: Alternatives, added: Vec<Stmt>) -> bool {
    let last = steps.iter_mut().rfind(|stmt| stmt.label().is_none());
    let Some(Stmt::If(last)) = last else {
        return false;
    };
    if !last.otherwise.is_empty() {
        let is_case = matches!(last.otherwise.as_slice(), [Stmt::If(_)]);
        return is_case && add_otherwise(&mut last.otherwise, any, added);
    }
    let case = match any.is_empty() {
        true => added,
        false => vec![branch(any, added)],
    };
    // A branch that leaves has no alternative: what follows is the rest.
    match last.then.last().is_some_and(Stmt::leaves) {
        true => steps.extend(case),
        false => last.otherwise = case,
    }
    true
}

/// Adds the steps that replace those of the choice before it, under the opposite condition.
pub(super) fn add_instead(steps: &mut [Stmt], other: Alternatives, added: Vec<Stmt>) -> bool {
    let Some(Stmt::If(last)) = steps.last_mut() else {
        return false;
    };
    let opposite = last.otherwise.is_empty() && are_opposite(&last.any, &other);
    if opposite {
        last.otherwise = added;
    }
    opposite
}

fn are_opposite(one: &Alternatives, other: &Alternatives) -> bool {
    let ([one], [other]) = (one.as_slice(), other.as_slice()) else {
        return false;
    };
    let ([one], [other]) = (one.as_slice(), other.as_slice()) else {
        return false;
    };
    let plain = |text: &str| {
        text.replace("there is no ", "there is a ")
            .replace("there is an ", "there is a ")
            .replace(" is not ", " is ")
            .replace("does not have", "has")
    };
    one != other && plain(one) == plain(other)
}

/// Adds steps to the branch that the last sentence began; whether there is one.
pub(super) fn add_to_branch(steps: &mut [Stmt], added: &[Stmt]) -> bool {
    let Some(Stmt::If(last)) = steps.last_mut() else {
        return false;
    };
    if !last.otherwise.is_empty() {
        return add_to_branch(&mut last.otherwise, added);
    }
    last.then.extend(added.iter().cloned());
    true
}

/// Whether steps act as if the end tag of an element had been seen that the branch before them asks for: without it, there is nothing
/// to end.
pub(super) fn closes_what_is_open(steps: &[Stmt], found: &[Stmt]) -> bool {
    let (Some(Stmt::If(last)), Some(Stmt::Step(step))) = (steps.last(), found.first()) else {
        return false;
    };
    let name = between(step, "act as if a \"", "\" end tag token had been seen");
    name.is_some_and(|name| {
        let open = ["a", "an"].map(|article| format!("has {article} {name} element in "));
        let mut any = last.any.iter();
        any.all(|all| all.iter().any(|one| open.iter().any(|it| one.contains(it))))
    })
}
