//! Selects the states and rows of the hot path.
//!
//! From the initial state and the entry states, the pass follows every row that never waits for input and consumes
//! whole characters. The per-state functions handle all other rows; the loop resumes at the next character. The
//! choice reads the rows and no profile, so the same tables always give the same code; it cannot know which rows real
//! pages take, beyond that rows with errors are rare.

use crate::ir::{
    Action, Block, CharSet, End, InputPosition, LoweredMachine, Row, Source, StateId, StateKind,
    Target, Test,
};
use crate::program::Scans;
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

/// The states of the hot path, each with its rows.
pub(super) type Path = BTreeMap<StateId, Vec<HotRow>>;

/// A row of the hot path, or one branch of a row that ends in a condition. A state without rows has a row per branch.
#[derive(Clone, Debug)]
pub(super) struct HotRow {
    /// The row's heading in the tables.
    pub(super) heading: String,
    /// The characters of the row, without CR, which may be half of a line ending.
    pub(super) on: CharSet,
    /// An additional condition; rows are tried in order.
    pub(super) guard: Option<Test>,
    pub(super) actions: Vec<Action>,
    /// The target, if the hot path runs the row.
    pub(super) to: Option<Target>,
    /// Whether the next state gets the character again.
    pub(super) reconsume: bool,
    /// Whether documents without errors take it often.
    pub(super) hot: bool,
}

impl HotRow {
    /// The target state, if the row names one.
    #[must_use]
    pub(super) fn state(&self) -> Option<StateId> {
        match self.to {
            Some(Target::State(state)) => Some(state),
            _ => None,
        }
    }

    /// Whether documents without errors may take the row often, judged by its actions.
    pub(super) fn is_hot(&self) -> bool {
        let is_quick = self.guard.as_ref().is_none_or(Test::is_of_flags);
        self.actions.iter().all(is_hot) && self.state().is_some() && is_quick
    }

    /// Whether the row matches all characters beyond ASCII too.
    #[must_use]
    pub(super) fn is_wide(&self) -> bool {
        self.on.beyond_ascii() == Some(true)
    }
}

/// Selects the states and rows.
///
/// Hot rows lead from the initial state to the hot states. With `cold_rows`, the loop also has their cold rows, and every
/// state with a scan that any row leads to, such as those of raw text. In other states a document is for a few characters
/// at a time: there the loop is no faster than the per-state function.
pub(super) fn find(machine: &LoweredMachine, scans: &Scans, cold_rows: bool) -> Path {
    let mut hot = reachable(machine, scans, vec![machine.initial], |row| row.hot);
    hot.retain(|_, rows| rows.iter().any(|row| row.hot));
    if !cold_rows {
        let rows = hot.values_mut().flatten();
        rows.filter(|row| !row.hot).for_each(|row| row.to = None);
        return hot;
    }
    let starts = [vec![machine.initial], machine.entries.clone()].concat();
    let mut all = reachable(machine, scans, starts, |_| true);
    all.retain(|state, _| hot.contains_key(state) || scans.contains_key(state));
    all
}

/// The states to which rows that pass a test lead from some states, with all their rows.
fn reachable(
    machine: &LoweredMachine,
    scans: &Scans,
    mut open: Vec<StateId>,
    leads: impl Fn(&HotRow) -> bool,
) -> Path {
    let mut path = Path::new();
    while let Some(state) = open.pop() {
        if path.contains_key(&state) {
            continue;
        }
        let rows = rows(machine, scans, state);
        if rows.iter().any(|row| row.to.is_some()) {
            let taken = rows.iter().filter(|row| leads(row));
            open.extend(taken.filter_map(HotRow::state));
            path.insert(state, rows);
        }
    }
    path
}

fn rows(machine: &LoweredMachine, scans: &Scans, state: StateId) -> Vec<HotRow> {
    let mut out: Vec<HotRow> = Vec::new();
    match &machine.states[state].kind {
        StateKind::Act(block) => {
            let all = Row {
                heading: String::new(),
                on: CharSet::all(),
                eof: false,
                anything_else: true,
                guard: None,
                block: block.clone(),
            };
            branches(machine, state, &all, None, block, &mut out);
            // A state that consumes nothing has the current character of the state before.
            let keeps_position =
                |row: &HotRow| !row.reconsume && row.actions.iter().all(ignores_position);
            out.iter_mut()
                .for_each(|row| row.hot &= keeps_position(row));
        }
        StateKind::Consume(rows) => {
            // The bulk scan replaces the row for most characters.
            let has_scan = scans.contains_key(&state);
            for row in rows {
                let is_scanned = has_scan
                    && row.anything_else
                    && row.block.end == End::Stay
                    && !row.on.is_empty();
                if !is_scanned {
                    branches(
                        machine,
                        state,
                        row,
                        row.guard.as_ref(),
                        &row.block,
                        &mut out,
                    );
                }
            }
        }
    }
    out
}

/// Adds a row, split at its final condition: each branch gets the condition as a guard.
fn branches(
    machine: &LoweredMachine,
    state: StateId,
    row: &Row,
    guard: Option<&Test>,
    block: &Block,
    out: &mut Vec<HotRow>,
) {
    if let End::If(test, then, otherwise) = &block.end
        && block.actions.iter().all(|a| *a == Action::BeginMarkup)
    {
        let both = match guard {
            Some(guard) => Test::All(vec![guard.clone(), test.clone()]),
            None => test.clone(),
        };
        for (guard, branch) in [(Some(&both), then), (guard, otherwise)] {
            let branch = Block {
                actions: [&block.actions[..], &branch.actions[..]].concat(),
                end: branch.end.clone(),
                responds: branch.responds,
            };
            branches(machine, state, row, guard, &branch, out);
        }
        return;
    }
    let (to, reconsume) = match block.end {
        End::Stay => (Some(Target::State(state)), false),
        End::To { target, reconsume } => (Some(target), reconsume),
        End::If(..) | End::Done => (None, false),
    };
    let actions = without_repeats(&block.actions);
    let consumes = matches!(machine.states[state].kind, StateKind::Consume(_));
    let runs = actions.iter().all(is_possible)
        && guard.is_none_or(Test::is_for_hot_path)
        && (consumes || !reconsume);
    // The hot path lets tree construction respond where a row ends that has emitted a tag.
    let emits = actions.iter().any(Action::emits_tag);
    let to = to.filter(|_| runs && emits == block.responds);
    for (on, to) in by_bytes(&row.on, to) {
        let mut row = HotRow {
            heading: row.heading.clone(),
            on,
            guard: guard.cloned(),
            actions: actions.clone(),
            to,
            reconsume,
            hot: false,
        };
        row.hot = row.is_hot();
        out.push(row);
    }
}

/// The characters of a row as the loop can tell them apart, with the target of each part.
///
/// The loop does not decode bytes beyond ASCII. A row for some of those characters becomes one for all of them that the
/// per-state function runs: without it, a later row would take them if the row has a guard.
fn by_bytes(on: &CharSet, to: Option<Target>) -> Vec<(CharSet, Option<Target>)> {
    let cr = CharSet::from_ranges([(0x0D, 0x0D)]);
    let on = on.minus(&cr);
    let mut parts = vec![(on.clone(), to)];
    if on.beyond_ascii().is_none() {
        let beyond = CharSet::from_ranges([(0x80, 0x10_FFFF)]);
        parts = vec![(on.minus(&beyond), to), (beyond, None)];
    }
    parts.retain(|(on, _)| !on.is_empty());
    parts
}

/// Drops actions without an effect: the fields of a new token are empty already.
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

fn is_hot(action: &Action) -> bool {
    match action {
        Action::BeginMarkup
        | Action::CreateTag { .. }
        | Action::StartAttribute
        | Action::SetSelfClosing
        | Action::Clear(_)
        | Action::EmitTag
        | Action::EmitCurrent
        | Action::Append(Source::Current, _)
        // The condition is rarely true, so its branch may be slow.
        | Action::If(Test::DuplicateAttribute | Test::IsEndTag, _, _) => true,
        _ => false,
    }
}

/// Whether an action does not depend on the current character or the position.
fn ignores_position(action: &Action) -> bool {
    matches!(
        action,
        Action::CreateTag { .. }
            | Action::StartAttribute
            | Action::SetSelfClosing
            | Action::Clear(_)
    )
}

/// Whether an action neither waits for input nor moves through it, and calls nothing that does.
fn is_possible(action: &Action) -> bool {
    match action {
        Action::Error(_, InputPosition::Next)
        | Action::AwaitNext
        | Action::ConsumeNext
        | Action::ConsumeAgain
        | Action::ConsumeAhead { .. }
        | Action::ConsumeNamed
        | Action::ConsumeDigits
        | Action::Unconsume
        | Action::Call(_)
        | Action::Return(_)
        | Action::BeginCdataSection
        | Action::EndCdataSection
        | Action::Respond
        | Action::EmitEof => false,
        Action::If(test, then, otherwise) => {
            !test.waits() && then.iter().chain(otherwise).all(is_possible)
        }
        _ => true,
    }
}
