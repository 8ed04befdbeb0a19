//! The path that documents take: states and rows that one loop can run without the dispatch.
//!
//! From the states in which text begins, every row is followed that never waits for input and leaves
//! no character half dealt with. What the loop cannot do it leaves to the states' own functions, which
//! it may come back from at any character.

use crate::ir::{
    Action, Block, CharSet, End, Kind, Machine, Place, Row, Source, StateId, Target, Test,
};
use crate::program::Scans;
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

/// The states of the loop, each with its rows.
pub(super) type Path = BTreeMap<StateId, Vec<HotRow>>;

/// A row of the loop, or one of the two ways in which a row ends. A state without rows has one for
/// each way.
#[derive(Clone, Debug)]
pub(super) struct HotRow {
    /// The row's heading in the tables.
    pub(super) heading: String,
    /// The characters of the row, without CR, which may be half of a line ending.
    pub(super) on: CharSet,
    /// What must hold as well; rows are tried in order.
    pub(super) guard: Option<Test>,
    /// What is done.
    pub(super) actions: Vec<Action>,
    /// Where the row leads, if the loop runs it.
    pub(super) to: Option<Target>,
    /// Whether the next state gets the character again.
    pub(super) reconsume: bool,
    /// Whether documents without errors take it often.
    pub(super) hot: bool,
}

impl HotRow {
    /// The state where the row leads, if it names one.
    #[must_use]
    pub(super) fn state(&self) -> Option<StateId> {
        match self.to {
            Some(Target::State(state)) => Some(state),
            _ => None,
        }
    }

    /// Whether documents without errors may take it often, by what it does.
    pub(super) fn is_hot(&self) -> bool {
        let is_quick = self.guard.as_ref().is_none_or(is_quick);
        self.actions.iter().all(is_hot) && self.state().is_some() && is_quick
    }

    /// Whether the row takes all that is beyond ASCII too.
    #[must_use]
    pub(super) fn is_wide(&self) -> bool {
        self.on.beyond_ascii() == Some(true)
    }
}

/// Finds the path. Without `seldom`, it has only what documents without errors take often.
pub(super) fn find(machine: &Machine, scans: &Scans, seldom: bool) -> Path {
    let mut path = Path::new();
    let mut open = vec![machine.initial];
    if seldom {
        open.extend(&machine.entries);
    }
    while let Some(state) = open.pop() {
        if path.contains_key(&state) {
            continue;
        }
        let mut rows = rows(machine, scans, state);
        if !seldom {
            rows.iter_mut()
                .filter(|row| !row.hot)
                .for_each(|row| row.to = None);
        }
        if rows.iter().all(|row| row.to.is_none()) {
            continue;
        }
        open.extend(rows.iter().filter_map(HotRow::state));
        path.insert(state, rows);
    }
    // A row that leads out of the path still runs in the loop; the loop then ends.
    path
}

fn rows(machine: &Machine, scans: &Scans, state: StateId) -> Vec<HotRow> {
    let mut out: Vec<HotRow> = Vec::new();
    match &machine.states[state].kind {
        Kind::Act(block) => {
            let all = Row {
                heading: String::new(),
                on: CharSet::all(),
                eof: false,
                anything_else: true,
                guard: None,
                block: block.clone(),
            };
            ways(machine, state, &all, None, block, &mut out);
            // The current character of a state that consumes none is that of a state before.
            let stands = |row: &HotRow| !row.reconsume && row.actions.iter().all(is_of_no_place);
            out.iter_mut().for_each(|row| row.hot &= stands(row));
        }
        Kind::Consume(rows) => {
            // The run does most of a state's work; its row is not run by itself.
            let has_run = scans.contains_key(&state);
            for row in rows {
                let runs_on = has_run
                    && row.anything_else
                    && row.block.end == End::Stay
                    && !row.on.is_empty();
                if !runs_on {
                    ways(
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

/// Adds the ways in which a row ends, each with what must hold for it.
fn ways(
    machine: &Machine,
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
        for (guard, way) in [(Some(&both), then), (guard, otherwise)] {
            let way = Block {
                actions: [&block.actions[..], &way.actions[..]].concat(),
                end: way.end.clone(),
            };
            ways(machine, state, row, guard, &way, out);
        }
        return;
    }
    let cr = CharSet::from_ranges([(0x0D, 0x0D)]);
    let on = row.on.minus(&cr);
    if on.is_empty() || on.beyond_ascii().is_none() {
        return;
    }
    let (to, reconsume) = match block.end {
        End::Stay => (Some(Target::State(state)), false),
        End::To { target, reconsume } => (Some(target), reconsume),
        End::If(..) | End::Done => (None, false),
    };
    let actions = without_repeats(&block.actions);
    let consumes = matches!(machine.states[state].kind, Kind::Consume(_));
    let runs = actions.iter().all(is_possible)
        && !guard.is_some_and(Test::waits)
        && (consumes || !reconsume);
    let to = to.filter(|_| runs);
    let mut row = HotRow {
        heading: row.heading.clone(),
        on,
        guard: guard.cloned(),
        actions,
        to,
        reconsume,
        hot: false,
    };
    row.hot = row.is_hot();
    out.push(row);
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
        // What a rule asks of a tag or an attribute is seldom so; the answer may be slow.
        | Action::If(Test::DuplicateAttribute | Test::IsEndTag, _, _) => true,
        _ => false,
    }
}

/// Whether an action is the same wherever the current character stands.
fn is_of_no_place(action: &Action) -> bool {
    matches!(
        action,
        Action::CreateTag { .. }
            | Action::StartAttribute
            | Action::SetSelfClosing
            | Action::Clear(_)
    )
}

/// Whether a question costs next to nothing.
fn is_quick(test: &Test) -> bool {
    match test {
        Test::Not(test) => is_quick(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().all(is_quick),
        Test::ContentModelIs(_) | Test::Escape => true,
        _ => false,
    }
}

/// Whether an action neither waits for input nor moves through it, and calls nothing that does.
fn is_possible(action: &Action) -> bool {
    match action {
        Action::Error(_, Place::Next)
        | Action::ConsumeNext
        | Action::ConsumeAhead { .. }
        | Action::ConsumeNamed
        | Action::ConsumeDigits
        | Action::Unconsume
        | Action::Call(_)
        | Action::Return(_)
        | Action::EmitEof => false,
        Action::If(test, then, otherwise) => {
            !test.waits() && then.iter().chain(otherwise).all(is_possible)
        }
        _ => true,
    }
}
