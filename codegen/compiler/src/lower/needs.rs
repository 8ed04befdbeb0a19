//! Decides which nodes read the current input character.

use super::nodes::StepNode;
use crate::ir::{Action, InputPosition, Source, Test};

/// Whether nodes read the current input character before they consume another.
pub(super) fn needs_current(nodes: &[StepNode]) -> bool {
    for node in nodes {
        match node {
            StepNode::Reconsume | StepNode::GoWithCurrent { .. } => return true,
            StepNode::Act(action) => {
                if let Some(needs) = of_action(action) {
                    return needs;
                }
            }
            StepNode::If(test, then, otherwise) => {
                if of_test(test) || needs_current(then) || needs_current(otherwise) {
                    return true;
                }
            }
            StepNode::Go(_) | StepNode::Call(_) => {}
            StepNode::Return(_) | StepNode::Done => return false,
        }
    }
    false
}

/// Whether an action reads it; `None` if the actions after it decide.
fn of_action(action: &Action) -> Option<bool> {
    match action {
        Action::Error(_, InputPosition::Current)
        | Action::ConsumeAhead {
            from: InputPosition::Current,
            ..
        }
        | Action::EmitCurrent
        | Action::EmitInstead(_)
        | Action::Append(
            Source::Current | Source::CurrentLowercase | Source::CurrentUppercase,
            _,
        )
        | Action::AddToCode(_) => Some(true),
        Action::ConsumeNext | Action::ConsumeAhead { .. } => Some(false),
        Action::If(test, then, otherwise) => {
            let any = |actions: &[Action]| actions.iter().any(|a| of_action(a) == Some(true));
            (of_test(test) || any(then) || any(otherwise)).then_some(true)
        }
        _ => None,
    }
}

fn of_test(test: &Test) -> bool {
    test.any(|test| {
        matches!(
            test,
            Test::Behind(_)
                | Test::Ahead {
                    from: InputPosition::Current,
                    ..
                }
        )
    })
}
