//! Inserts the rules that the section states outside of its rows before the steps that they apply to.

use super::Lowering;
use super::nodes::{Here, StepNode};
use crate::ir::{Action, StateId, Target, Test};
use tokenwright_tables::model::Event;

impl Lowering<'_> {
    /// Inserts every rule into the path of a row.
    pub(super) fn with_rules(
        &self,
        nodes: Vec<StepNode>,
        here: Here<'_>,
    ) -> Result<Vec<StepNode>, String> {
        let mut leaving = Vec::new();
        let mut emitting = Vec::new();
        for rule in &self.revision.rules {
            let body = self.nodes(&rule.body, here)?;
            match &rule.on.value {
                Event::Leaving(state) => {
                    if self.state_id(state)? == here.state {
                        leaving.extend(body);
                    }
                }
                Event::EmittingEndTag => {
                    emitting.push(StepNode::If(Test::IsEndTag, body, Vec::new()));
                }
                Event::EmittingStartTag => {
                    let start = super::conditions::not_if(true, Test::IsEndTag);
                    emitting.push(StepNode::If(start, body, Vec::new()));
                }
            }
        }
        let nodes = if leaving.is_empty() {
            nodes
        } else {
            before_leaving(nodes, here.state, &leaving)?.0
        };
        let responses = Responses {
            set_flag: self.revision.about.content_model_flag,
        };
        let mut emitted = here.emitted;
        Ok(responses.insert(before_tags(nodes, &emitting), &mut emitted, false))
    }
}

/// Inserts [`Action::Respond`] where later steps undo or read what tree construction sets when it answers a tag. The end of
/// the path does the same where no such step follows.
struct Responses {
    /// Whether tree construction sets the content model flag, not the state.
    set_flag: bool,
}

impl Responses {
    /// `emitted` is whether a tag may have been emitted; `used` is whether steps after the nodes use the flag.
    fn insert(&self, nodes: Vec<StepNode>, emitted: &mut bool, used: bool) -> Vec<StepNode> {
        let mut out = Vec::new();
        let mut nodes = nodes.into_iter();
        while let Some(node) = nodes.next() {
            let used = self.set_flag && (used || nodes.as_slice().iter().any(uses_flag));
            match node {
                StepNode::Act(Action::EmitTag) => {
                    *emitted = true;
                    out.push(StepNode::Act(Action::EmitTag));
                    out.extend(used.then_some(StepNode::Act(Action::Respond)));
                }
                StepNode::Go(_) | StepNode::GoWithCurrent { .. } if *emitted && !self.set_flag => {
                    out.push(StepNode::Act(Action::Respond));
                    out.push(node);
                }
                StepNode::If(test, then, otherwise) => {
                    let (mut a, mut b) = (*emitted, *emitted);
                    let then = self.insert(then, &mut a, used);
                    let otherwise = self.insert(otherwise, &mut b, used);
                    *emitted = a || b;
                    out.push(StepNode::If(test, then, otherwise));
                }
                other => out.push(other),
            }
        }
        out
    }
}

/// Whether a node sets or reads the content model flag.
fn uses_flag(node: &StepNode) -> bool {
    match node {
        StepNode::Act(action) => matches!(action, Action::SetContentModel(_)),
        StepNode::If(test, then, otherwise) => {
            test.reads_content_model() || then.iter().chain(otherwise).any(uses_flag)
        }
        _ => false,
    }
}

/// Inserts the rule before the first step on each path that leaves the state. Returns whether all paths leave.
fn before_leaving(
    nodes: Vec<StepNode>,
    state: StateId,
    rule: &[StepNode],
) -> Result<(Vec<StepNode>, bool), String> {
    let mut out = Vec::new();
    let mut nodes = nodes.into_iter();
    while let Some(node) = nodes.next() {
        let leaves = match &node {
            StepNode::Go(Target::State(to)) => *to != state,
            StepNode::GoWithCurrent { to, .. } => *to != state,
            StepNode::Go(_) | StepNode::Act(Action::EmitTag) => true,
            _ => false,
        };
        if leaves {
            out.extend(rule.iter().cloned());
            out.push(node);
            out.extend(nodes);
            return Ok((out, true));
        }
        if let StepNode::If(test, then, otherwise) = node {
            let (then, a) = before_leaving(then, state, rule)?;
            let (otherwise, b) = before_leaving(otherwise, state, rule)?;
            out.push(StepNode::If(test, then, otherwise));
            match (a, b) {
                (true, true) => {
                    out.extend(nodes);
                    return Ok((out, true));
                }
                (false, false) => {}
                _ if nodes.len() == 0 => return Ok((out, false)),
                _ => {
                    return Err("a row that leaves its state on one branch only and goes on".into());
                }
            }
        } else {
            out.push(node);
        }
    }
    Ok((out, false))
}

fn before_tags(nodes: Vec<StepNode>, rule: &[StepNode]) -> Vec<StepNode> {
    let mut out = Vec::new();
    for node in nodes {
        match node {
            StepNode::Act(Action::EmitTag) => {
                out.extend(rule.iter().cloned());
                out.push(StepNode::Act(Action::EmitTag));
            }
            StepNode::If(test, then, otherwise) => {
                out.push(StepNode::If(
                    test,
                    before_tags(then, rule),
                    before_tags(otherwise, rule),
                ));
            }
            other => out.push(other),
        }
    }
    out
}
