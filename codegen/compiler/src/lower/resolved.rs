//! The machine by the rows of its tables, with every sentence resolved and no state cut.

use super::Lowering;
use super::cut::{heading, looks_ahead};
use super::nodes::{Here, LookingRow, StepNode};
use crate::ir::{Block, CharSet, End, State, StateId, StateKind, Target, Test};
use tokenwright_tables::load::Loaded;

/// A state, a procedure, or the part of a state that takes the first character of a bulk comment.
#[derive(Clone, Debug)]
pub struct ResolvedState {
    /// The state or procedure of the tables: its index among the states, and then the procedures.
    pub spec: StateId,
    /// The steps before the rows.
    pub body: Vec<StepNode>,
    /// The rows; the first that matches runs.
    pub rows: Vec<ResolvedRow>,
}

/// A row with its names resolved and its definitions expanded.
#[derive(Clone, Debug)]
pub struct ResolvedRow {
    /// The index of the row in the tables; `None` if the state has steps that consume in bulk in place of rows.
    pub source: Option<usize>,
    /// Its matcher, in words.
    pub heading: String,
    /// Its matcher.
    pub on: RowMatch,
    /// An additional condition.
    pub guard: Option<Test>,
    /// The steps.
    pub nodes: Vec<StepNode>,
}

/// What a row matches.
#[derive(Clone, Debug)]
pub enum RowMatch {
    /// A character that the state consumes, or EOF.
    Consumed {
        /// The characters, without those of earlier rows without a guard.
        on: CharSet,
        /// Whether EOF matches, too.
        eof: bool,
    },
    /// Input that is next, and not consumed.
    Ahead(Test),
    /// Everything; the row looks ahead and consumes nothing.
    Always,
}

/// The states of a revision that passes `check`: those of the tables, its procedures, and parts.
///
/// [`StateId`]s in the nodes are indices of the result.
///
/// # Errors
/// A construct that the IR cannot express, in the words of the tables.
pub fn resolved(loaded: &Loaded) -> Result<Vec<ResolvedState>, String> {
    let mut lowering = Lowering::new(loaded)?;
    let revision = lowering.revision;
    let mut all = Vec::new();
    for (id, state) in revision.blocks().enumerate() {
        let inside = |error: String| format!("{error}, in the {} state", state.name.value);
        all.push(lowering.resolved(id, state).map_err(inside)?);
    }
    let parts = lowering.states[all.len()..].iter();
    all.extend(parts.map(in_bulk));
    Ok(all)
}

impl Lowering<'_> {
    fn resolved(
        &mut self,
        id: StateId,
        state: &tokenwright_tables::model::State,
    ) -> Result<ResolvedState, String> {
        if let Some(bulk) = self.bulk[id].clone() {
            self.bulk_state(id, &bulk)?;
            return Ok(in_bulk(&self.states[id]));
        }
        let here = Here::before(id, state);
        let body = self.with_rules(self.nodes(&state.body, here)?, here)?;
        let mut rows = Vec::new();
        if looks_ahead(state) {
            for (source, row) in self.looking_rows(state, here)?.into_iter().enumerate() {
                let LookingRow { test, guard, nodes } = row;
                rows.push(ResolvedRow {
                    source: Some(source),
                    heading: heading(&state.rows[source]),
                    on: test.map_or(RowMatch::Always, RowMatch::Ahead),
                    guard,
                    nodes: self.with_rules(nodes, here)?,
                });
            }
        } else {
            for row in self.consuming(state, here)?.0 {
                rows.push(ResolvedRow {
                    source: Some(row.source),
                    heading: heading(&state.rows[row.source]),
                    on: RowMatch::Consumed {
                        on: row.on,
                        eof: row.eof,
                    },
                    guard: row.guard,
                    nodes: row.nodes,
                });
            }
        }
        for row in &mut rows {
            row.nodes = self.with_bulk_comments(std::mem::take(&mut row.nodes));
        }
        Ok(ResolvedState {
            spec: id,
            body: self.with_bulk_comments(body),
            rows,
        })
    }

    /// Replaces jumps to bulk comments by jumps that reconsume the current input character.
    fn with_bulk_comments(&mut self, nodes: Vec<StepNode>) -> Vec<StepNode> {
        let mut out = Vec::with_capacity(nodes.len());
        let mut nodes = nodes.into_iter().peekable();
        while let Some(node) = nodes.next() {
            match node {
                StepNode::GoWithCurrent { to, may_end } => {
                    // A reconsumed character is not part of the comment yet.
                    let reconsumed = nodes.next_if_eq(&StepNode::Reconsume).is_some();
                    let to = match may_end && !reconsumed {
                        true => self.first_of_bulk(to),
                        false => to,
                    };
                    out.extend([StepNode::Go(Target::State(to)), StepNode::Reconsume]);
                }
                StepNode::If(test, then, otherwise) => {
                    let then = self.with_bulk_comments(then);
                    let otherwise = self.with_bulk_comments(otherwise);
                    out.push(StepNode::If(test, then, otherwise));
                }
                other => out.push(other),
            }
        }
        out
    }
}

/// A state that consumes in bulk, or a part of it.
fn in_bulk(state: &State) -> ResolvedState {
    let rows = match &state.kind {
        StateKind::Consume(rows) => rows.as_slice(),
        StateKind::Act(_) => &[],
    };
    let row = |row: &crate::ir::Row| ResolvedRow {
        source: None,
        heading: row.heading.clone(),
        on: RowMatch::Consumed {
            on: row.on.clone(),
            eof: row.eof,
        },
        guard: row.guard.clone(),
        nodes: nodes(&row.block),
    };
    ResolvedState {
        spec: state.spec,
        body: Vec::new(),
        rows: rows.iter().map(row).collect(),
    }
}

/// A block as nodes.
fn nodes(block: &Block) -> Vec<StepNode> {
    let actions = block.actions.iter().cloned().map(StepNode::Act);
    let mut nodes: Vec<StepNode> = actions.collect();
    match &block.end {
        End::Stay => {}
        End::To { target, reconsume } => {
            nodes.push(StepNode::Go(*target));
            nodes.extend(reconsume.then_some(StepNode::Reconsume));
        }
        End::If(test, then, otherwise) => {
            let (then, otherwise) = (self::nodes(then), self::nodes(otherwise));
            nodes.push(StepNode::If(test.clone(), then, otherwise));
        }
        End::Done => nodes.push(StepNode::Done),
    }
    nodes
}
