//! The labels of steps, and the jumps to them.

use super::stmt::{JUMP, Stmt, all, change};
use std::collections::HashSet;

/// The labels that steps jump to.
pub(super) fn targets(steps: &[Stmt]) -> HashSet<String> {
    let steps = all(steps).into_iter();
    steps.filter_map(Stmt::jump).map(str::to_owned).collect()
}

/// The labels of steps.
pub(super) fn labels(steps: &[Stmt]) -> HashSet<String> {
    let steps = all(steps).into_iter();
    steps.filter_map(Stmt::label).map(str::to_owned).collect()
}

/// Gives the steps of a numbered list inside another one labels of their own: who jumps to "step 1" there means the inner one.
pub(super) fn label_inner(steps: &mut [Stmt]) {
    let mut inner = labels(steps);
    inner.retain(|label| {
        let label = label.to_lowercase();
        let number = label.trim_start_matches("inner");
        number.starts_with("step") || number == "laststep"
    });
    let renamed = |label: &str| format!("inner{}{}", label[..1].to_uppercase(), &label[1..]);
    change(steps, &mut |stmt| {
        if let Some(label) = stmt.label().filter(|label| inner.contains(*label)) {
            *stmt = Stmt::Label(renamed(label));
        } else if let Some(label) = stmt.jump().filter(|label| inner.contains(*label)) {
            *stmt = Stmt::step(format!("{JUMP}{}", renamed(label)));
        }
    });
}
