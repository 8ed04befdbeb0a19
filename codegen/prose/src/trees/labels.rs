//! The labels of steps, and the jumps to them.

use super::stmt::Stmt;
use std::collections::HashSet;

/// How a step begins that goes on at a label.
pub(super) const JUMP: &str = "jump to the step labeled ";

/// The labels that steps jump to.
pub(super) fn targets(steps: &[Stmt]) -> HashSet<String> {
    let mut found = HashSet::new();
    each(steps, &mut |stmt| {
        if let Stmt::Step(step) = stmt {
            found.extend(step.strip_prefix(JUMP).map(str::to_owned));
        }
    });
    found
}

/// The labels of steps.
pub(super) fn labels(steps: &[Stmt]) -> HashSet<String> {
    let mut found = HashSet::new();
    each(steps, &mut |stmt| {
        if let Stmt::Label(label) = stmt {
            found.insert(label.clone());
        }
    });
    found
}

/// Gives the steps of a numbered list inside another one labels of their own: who jumps to "step 1" there means the inner one.
pub(super) fn label_inner(steps: &mut [Stmt]) {
    let mut inner = labels(steps);
    inner.retain(|label| {
        let label = label.to_lowercase();
        let number = label.trim_start_matches("inner");
        number.starts_with("step") || number == "laststep"
    });
    relabel(steps, &inner);
}

fn relabel(steps: &mut [Stmt], inner: &HashSet<String>) {
    let renamed = |label: &str| format!("inner{}{}", label[..1].to_uppercase(), &label[1..]);
    for stmt in steps {
        match stmt {
            Stmt::Label(label) if inner.contains(label) => *label = renamed(label),
            Stmt::Step(step) => {
                let label = step.strip_prefix(JUMP);
                let label = label.filter(|label| inner.contains(*label)).map(renamed);
                if let Some(label) = label {
                    *step = format!("{JUMP}{label}");
                }
            }
            other => {
                let parts = other.parts_mut().into_iter();
                parts.for_each(|part| relabel(part, inner));
            }
        }
    }
}

fn each<'s>(steps: &'s [Stmt], see: &mut impl FnMut(&'s Stmt)) {
    for stmt in steps {
        see(stmt);
        match stmt {
            Stmt::If {
                then, otherwise, ..
            } => {
                each(then, see);
                each(otherwise, see);
            }
            Stmt::While { body, .. } => each(body, see),
            Stmt::Step(_) | Stmt::Label(_) | Stmt::Algorithm { .. } | Stmt::Unread(_) => {}
        }
    }
}
