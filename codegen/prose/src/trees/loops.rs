//! Labels in a branch: the tables have loops there.
//!
//! A step that always jumps back to a label, with none between them, ends a loop. Jumps in it that lead to its label, or to the label behind
//! it, go on with it or leave it. A branch before it that only jumps to the label behind it becomes the opposite branch around it. What has
//! another form keeps its labels, and is not understood.

use super::labels::JUMP;
use super::stmt::Stmt;

/// Gives all branches loops in place of labels, where they can have them.
pub(super) fn in_branches(steps: &mut [Stmt]) {
    for stmt in steps {
        for part in stmt.parts_mut() {
            in_branches(part);
            if part.iter().any(|it| matches!(it, Stmt::Label(_)))
                && let Some(other) = looped(part)
            {
                *part = other;
            }
        }
    }
}

/// The steps with a loop in place of the first labels; none if they have another form.
fn looped(steps: &[Stmt]) -> Option<Vec<Stmt>> {
    let label = |stmt: &Stmt| match stmt {
        Stmt::Label(name) => Some(name.clone()),
        _ => None,
    };
    let begin = steps.iter().position(|it| label(it).is_some())?;
    let name = label(&steps[begin])?;
    let end = begin + steps[begin..].iter().position(|it| jumps_to(it, &name))?;
    let mut body = steps[begin + 1..end].to_vec();
    let behind = steps.get(end + 1).and_then(label);
    let ends = Ends {
        again: &name,
        behind: behind.as_deref(),
    };
    ends.replace(&mut body)?;
    let mut found = steps[..begin].to_vec();
    found.push(with_condition(body));
    if let Some(behind) = &behind {
        found = around(found, behind)?;
    }
    let rest = match behind {
        Some(_) => &steps[end + 2..],
        None => &steps[end + 1..],
    };
    let mut known = vec![name];
    known.extend(behind);
    if is_jumped_to(&found, &known) || is_jumped_to(rest, &known) {
        return None;
    }
    found.extend(rest.iter().cloned());
    match rest.iter().any(|it| label(it).is_some()) {
        true => looped(&found),
        false => Some(found),
    }
}

fn jumps_to(stmt: &Stmt, label: &str) -> bool {
    matches!(stmt, Stmt::Step(step) if step.strip_prefix(JUMP) == Some(label))
}

/// Whether a step jumps to one of these labels.
fn is_jumped_to(steps: &[Stmt], labels: &[String]) -> bool {
    steps.iter().any(|stmt| match stmt {
        Stmt::Step(_) => labels.iter().any(|label| jumps_to(stmt, label)),
        Stmt::If {
            then, otherwise, ..
        } => is_jumped_to(then, labels) || is_jumped_to(otherwise, labels),
        Stmt::While { body, .. } => is_jumped_to(body, labels),
        Stmt::Label(_) | Stmt::Algorithm { .. } | Stmt::Unread(_) => false,
    })
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
            if jumps_to(stmt, self.again) {
                *stmt = Stmt::step("continue");
            } else if self.behind.is_some_and(|label| jumps_to(stmt, label)) {
                *stmt = Stmt::step("break");
            } else {
                match stmt {
                    Stmt::If {
                        then, otherwise, ..
                    } => {
                        self.replace(then)?;
                        self.replace(otherwise)?;
                    }
                    Stmt::While { .. } | Stmt::Label(_) => return None,
                    Stmt::Step(_) | Stmt::Algorithm { .. } | Stmt::Unread(_) => {}
                }
            }
        }
        Some(())
    }
}

/// A loop that the first step leaves under a condition runs while that does not hold.
fn with_condition(mut body: Vec<Stmt>) -> Stmt {
    let condition = match body.first() {
        Some(Stmt::If {
            any,
            then,
            otherwise,
        }) if otherwise.is_empty() && matches!(&then[..], [only] if only.is("break")) => {
            opposite(any)
        }
        _ => None,
    };
    match condition {
        Some(condition) => {
            body.remove(0);
            Stmt::While {
                all: vec![condition],
                body,
            }
        }
        None => Stmt::While {
            all: vec!["true".to_owned()],
            body,
        },
    }
}

/// Puts what a branch skips into the opposite branch.
fn around(mut steps: Vec<Stmt>, behind: &str) -> Option<Vec<Stmt>> {
    let skips = |stmt: &Stmt| match stmt {
        Stmt::If {
            then, otherwise, ..
        } => otherwise.is_empty() && matches!(&then[..], [only] if jumps_to(only, behind)),
        _ => false,
    };
    let Some(at) = steps.iter().position(skips) else {
        return Some(steps);
    };
    let rest = around(steps.split_off(at + 1), behind)?;
    let Some(Stmt::If { any, .. }) = steps.pop() else {
        return None;
    };
    steps.push(Stmt::If {
        any: vec![vec![opposite(&any)?]],
        then: rest,
        otherwise: Vec::new(),
    });
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
