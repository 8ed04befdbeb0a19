//! The path that documents take: states and rows that one loop can run without the dispatch.
//!
//! From the state in which a document starts, every row is followed that reports no error, never
//! waits for input and leaves no character half dealt with. What the loop cannot do it leaves to the
//! states' own functions, which it may come back from at any character.

use crate::grammar::Field;
use crate::ir::{Action, CharSet, End, Kind, Machine, Row, Source, StateId, Target, Test};
use std::collections::BTreeMap;

/// The states of the loop, each with its rows that the loop runs.
pub type Path = BTreeMap<StateId, Vec<FastRow>>;

/// A row of the loop.
#[derive(Clone, Debug)]
pub struct FastRow {
    /// The row's heading in the tables.
    pub heading: String,
    /// The characters of the row, without CR, which may be half of a line ending.
    pub on: CharSet,
    /// What is done.
    pub actions: Vec<Action>,
    /// The state that comes next.
    pub to: StateId,
    /// Whether it gets the character again.
    pub reconsume: bool,
}

/// Finds the path from the initial state.
pub(super) fn find(machine: &Machine) -> Path {
    let mut path = Path::new();
    let mut open = vec![machine.initial];
    while let Some(state) = open.pop() {
        if path.contains_key(&state) {
            continue;
        }
        let Kind::Consume(rows) = &machine.states[state].kind else {
            continue;
        };
        // The run does most of a state's work; its row is not run by itself.
        let run_only = !machine.states[state].runs.is_empty();
        let rows: Vec<FastRow> = rows
            .iter()
            .filter(|row| row.guard.is_none())
            .filter_map(|row| fast(state, row, run_only))
            .collect();
        if rows.is_empty() {
            continue;
        }
        open.extend(rows.iter().map(|row| row.to));
        path.insert(state, rows);
    }
    // A row that leads out of the path still runs in the loop; the loop then ends.
    path
}

fn fast(state: StateId, row: &Row, has_run: bool) -> Option<FastRow> {
    let cr = CharSet::from_ranges([(0x0D, 0x0D)]);
    let on = row.on.minus(&cr);
    let (to, reconsume) = match row.block.end {
        End::Stay => (state, false),
        End::To {
            target: Target::State(to),
            reconsume,
        } => (to, reconsume),
        _ => return None,
    };
    let runs_on = has_run && to == state && row.anything_else;
    if on.is_empty() || on.beyond_ascii().is_none() || runs_on {
        return None;
    }
    let actions = without_repeats(&row.block.actions);
    actions.iter().all(is_fast).then(|| FastRow {
        heading: row.heading.clone(),
        on,
        actions,
        to,
        reconsume,
    })
}

/// Leaves out what an action before has done already: a new token's fields are empty.
fn without_repeats(actions: &[Action]) -> Vec<Action> {
    let mut out: Vec<Action> = Vec::new();
    for action in actions {
        let fresh = |field: Field| {
            out.iter().any(|before| match before {
                Action::CreateTag { .. } => field == Field::TagName,
                Action::StartAttribute => {
                    matches!(field, Field::AttributeName | Field::AttributeValue)
                }
                _ => false,
            })
        };
        let untouched = |field: Field| {
            !out.iter()
                .any(|before| matches!(before, Action::Append(_, f) if *f == field))
        };
        if let Action::Clear(field) = action
            && fresh(*field)
            && untouched(*field)
        {
            continue;
        }
        out.push(action.clone());
    }
    out
}

fn is_fast(action: &Action) -> bool {
    match action {
        Action::BeginMarkup
        | Action::CreateTag { .. }
        | Action::StartAttribute
        | Action::SetSelfClosing
        | Action::Clear(_)
        | Action::EmitTag
        | Action::EmitCurrent
        | Action::Append(Source::Current, _)
        // What a rule asks of a tag or an attribute is seldom so; the answer may be slow.
        | Action::If(Test::DuplicateAttribute | Test::IsEndTag, _, _) => true,
        _ => false,
    }
}
