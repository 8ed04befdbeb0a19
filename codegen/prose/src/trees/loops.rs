//! Labels in a branch: the tables have loops there.
//!
//! A step that always jumps back to a label, with none between them, ends a loop. Jumps in it that lead to its label, or to the label behind
//! it, go on with it or leave it. A branch before it that only jumps to the label behind it becomes the opposite branch around it. What has
//! another form keeps its labels, and is not understood.

use super::branches::branch;
use super::stmt::{Stmt, all};
use crate::stmt::{Choice, only};

/// Gives all branches loops in place of labels, where they can have them.
pub(super) fn in_branches(steps: &mut [Stmt]) {
    for stmt in steps {
        for part in stmt.parts_mut() {
            in_branches(part);
            if part.iter().any(|it| it.label().is_some())
                && let Some(other) = looped(part)
            {
                *part = other;
            }
        }
    }
}

/// The steps with a loop in place of the first labels; none if they have another form.
fn looped(steps: &[Stmt]) -> Option<Vec<Stmt>> {
    let begin = steps.iter().position(|it| it.label().is_some())?;
    let again = steps[begin].label()?;
    let jump = |it: &Stmt| it.jump() == Some(again);
    let end = begin + steps[begin..].iter().position(jump)?;
    let mut body = steps[begin + 1..end].to_vec();
    let behind = steps.get(end + 1).and_then(Stmt::label);
    let ends = Ends { again, behind };
    ends.replace(&mut body)?;
    let mut found = steps[..begin].to_vec();
    found.push(with_condition(body));
    if let Some(behind) = behind {
        found = around(found, behind)?;
    }
    let rest = match behind {
        Some(_) => &steps[end + 2..],
        None => &steps[end + 1..],
    };
    found.extend(rest.iter().cloned());
    let mut jumps = all(&found).into_iter().filter_map(Stmt::jump);
    if jumps.any(|to| to == again || Some(to) == behind) {
        return None;
    }
    match rest.iter().any(|it| it.label().is_some()) {
        true => looped(&found),
        false => Some(found),
    }
}

/// The labels at the ends of a loop.
struct Ends<'s> {
    again: &'s str,
    behind: Option<&'s str>,
}

impl Ends<'_> {
    /// Makes of jumps what they are in a loop. None if another loop or a label is in it.
    fn replace(&self, steps: &mut [Stmt]) -> Option<()> {
        for stmt in steps {
            match stmt {
                Stmt::While { .. } | Stmt::Label(_) => return None,
                Stmt::Step(_) => {
                    let to = stmt.jump();
                    if to == Some(self.again) {
                        *stmt = Stmt::step("continue");
                    } else if to.is_some() && to == self.behind {
                        *stmt = Stmt::step("break");
                    }
                }
                other => {
                    for part in other.parts_mut() {
                        self.replace(part)?;
                    }
                }
            }
        }
        Some(())
    }
}

/// A loop that the first step leaves under a condition runs while that does not hold.
fn with_condition(mut body: Vec<Stmt>) -> Stmt {
    let condition = match body.first() {
        Some(Stmt::If(choice)) if is_only(choice, |it| it.is("break")) => opposite(&choice.any),
        _ => None,
    };
    if condition.is_some() {
        body.remove(0);
    }
    let all = vec![condition.unwrap_or_else(|| "true".to_owned())];
    Stmt::While { all, body }
}

/// Whether a choice is this one step under a condition.
fn is_only(choice: &Choice<Stmt>, is: impl Fn(&Stmt) -> bool) -> bool {
    choice.otherwise.is_empty() && matches!(&choice.then[..], [only] if is(only))
}

/// Puts what a branch skips into the opposite branch.
fn around(mut steps: Vec<Stmt>, behind: &str) -> Option<Vec<Stmt>> {
    let skips = |stmt: &Stmt| {
        let choice = stmt.choice();
        choice.is_some_and(|choice| is_only(choice, |it| it.jump() == Some(behind)))
    };
    let Some(at) = steps.iter().position(skips) else {
        return Some(steps);
    };
    let rest = around(steps.split_off(at + 1), behind)?;
    let Some(Stmt::If(choice)) = steps.pop() else {
        return None;
    };
    steps.push(branch(only(opposite(&choice.any)?), rest));
    Some(steps)
}

/// The opposite of a single condition.
fn opposite(any: &[Vec<String>]) -> Option<String> {
    let [all] = any else { return None };
    let [one] = &all[..] else { return None };
    if let Some(flag) = one.strip_suffix(" is true") {
        return Some(format!("{flag} is false"));
    }
    if let Some(flag) = one.strip_suffix(" is false") {
        return Some(format!("{flag} is true"));
    }
    let (subject, rest) = one.split_once(" is ")?;
    if rest.contains(" is ") {
        return None;
    }
    Some(match rest.strip_prefix("not ") {
        Some(rest) => format!("{subject} is {rest}"),
        None => format!("{subject} is not {rest}"),
    })
}
