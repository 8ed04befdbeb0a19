//! The hot path as statements. States are nested: from a tag's name, control falls through to the statements for its
//! attributes.
//!
//! A state with a back edge is a labelled loop. All other jumps, and entries in the middle of a tag, go through the
//! dispatch. All tags that lead back to the initial state share one block that emits them. Nesting copies states; the
//! number of copies is bounded, and what does not fit is reached by the dispatch, which costs a branch that is hard
//! to predict.

mod attribute;
mod likely;
mod resolved_references;
mod scans;
mod transition;

use super::facts::Facts;
use super::hot_rows::HotRow;
use super::tree::{Choice, HotStates, Tree, choices};
use crate::ir::{Action, CharSet, StateId, StateKind, Target};
use crate::program::{Arm, Cond, HotPath, Label, Pattern, References, Stmt, Width};

/// Writes the hot path.
pub(super) fn write(hot: HotStates<'_>, references: &References, tree: &Tree) -> HotPath {
    let writer = Writer {
        hot,
        references,
        tree,
    };
    let entry = |id: &StateId| {
        let body = match *id == hot.machine.initial {
            true => writer.root(),
            false => writer.state(*id, tree.nodes.len()),
        };
        (*id, body)
    };
    HotPath {
        entries: hot.path.keys().map(entry).collect(),
    }
}

struct Writer<'a> {
    hot: HotStates<'a>,
    references: &'a References,
    tree: &'a Tree,
}

impl Writer<'_> {
    /// The initial state with all nested states, and the blocks that emit tags.
    fn root(&self) -> Vec<Stmt> {
        let id = self.hot.machine.initial;
        let label = Label::State(id);
        let body = self.body(id, 0);
        let emit = |end_tag| Stmt::EmitKnownTag { end_tag };
        let body = match self.ends() {
            (false, false) => body,
            (true, false) => vec![Stmt::Block(Label::StartTag, body), emit(false)],
            (false, true) => vec![Stmt::Block(Label::EndTag, body), emit(true)],
            (true, true) => {
                let start_tag = vec![
                    Stmt::Block(Label::EndTag, body),
                    emit(true),
                    Stmt::Continue(label),
                ];
                vec![Stmt::Block(Label::StartTag, start_tag), emit(false)]
            }
        };
        vec![Stmt::Loop(Some(label), body)]
    }

    /// Whether start tags, and end tags, have an emitting block at the root.
    fn ends(&self) -> (bool, bool) {
        let mut ends = (false, false);
        for at in 0..self.tree.nodes.len() {
            for choice in self.tree.choices(self.hot, at) {
                let facts = self.facts(at, &choice);
                match self.shared_end(at, choice.row, &facts.fold(&choice.row.actions)) {
                    Some(true) => ends.1 = true,
                    Some(false) => ends.0 = true,
                    None => {}
                }
            }
        }
        ends
    }

    /// The facts when a choice is made.
    fn facts(&self, node: usize, choice: &Choice<'_>) -> Facts {
        let mut facts = self.tree.at_row(self.hot, node);
        facts.assume(choice.guard.as_ref());
        facts
    }

    /// Whether a row of the tree jumps to an emitting block of the root, and to which: the row leads to the initial
    /// state, and the facts say whether the tag is an end tag.
    fn shared_end(&self, node: usize, row: &HotRow, actions: &[Action]) -> Option<bool> {
        let last = actions.last() == Some(&Action::EmitTag) && !row.is_wide() && !row.reconsume;
        let home = row.hot && row.state() == Some(self.hot.machine.initial);
        if last && home && !self.is_alone(node) {
            self.tree.at_row(self.hot, node).end_tag
        } else {
            None
        }
    }

    /// Whether a number denotes a state outside of the tree.
    fn is_alone(&self, node: usize) -> bool {
        node >= self.tree.nodes.len()
    }

    /// Whether it denotes a nested state.
    fn is_inside(&self, node: usize) -> bool {
        (1..self.tree.nodes.len()).contains(&node)
    }

    fn consumes(&self, id: StateId) -> bool {
        matches!(self.hot.machine.states[id].kind, StateKind::Consume(_))
    }

    /// A state as a loop that only a jump leaves. `node` is its index in the tree; a greater number denotes a state
    /// outside of the tree.
    fn state(&self, id: StateId, node: usize) -> Vec<Stmt> {
        let body = self.body(id, node);
        if self.tree.nodes.get(node).is_some_and(|n| n.given.is_some()) {
            return body;
        }
        vec![Stmt::Loop(Some(Label::State(id)), body)]
    }

    fn body(&self, id: StateId, node: usize) -> Vec<Stmt> {
        let choices = if self.is_alone(node) {
            choices(
                &self.hot.path[&id],
                &Facts::default(),
                CharSet::all(),
                false,
            )
        } else {
            self.tree.choices(self.hot, node)
        };
        if !self.consumes(id) {
            return self.act(id, node, &choices);
        }
        let scan = self.scan(id, node);
        let scan = match node {
            0 => scan.map(|scan| self.scan_of_text(id, &choices, scan)),
            _ => scan,
        };
        let rest = self.rest_of_name(id, node);
        let line_ending = self.line_ending(id, node, &choices);
        let takes_cr =
            |choice: &Choice<'_>| line_ending.is_none() && self.gives_cr(node, &choices, choice);
        // A row for nearly all characters becomes the default arm.
        let is_last = |choice: &Choice<'_>| {
            choice.on.beyond_ascii() == Some(true) && choice.guard.is_none() && choice.runs
        };
        let (before, last) = match choices.split_last() {
            Some((choice, before)) if is_last(choice) => {
                let all = choices
                    .iter()
                    .filter(|choice| choice.guard.is_none())
                    .fold(CharSet::default(), |all, choice| all.union(&choice.on));
                let mut left = all.complement();
                if line_ending.is_some() || before.iter().any(takes_cr) {
                    left = left.minus(&cr());
                }
                let stops = arm(Pattern::EndOr(left), self.stop(id, node));
                let code = self.code(id, node, choice);
                let takes = Arm {
                    row: Some(self.heading(id, choice.row)),
                    binds: asks_width(&code),
                    ..arm(Pattern::AnyByte, code)
                };
                (before, vec![stops, takes])
            }
            _ => {
                let stop = rest.clone().map(|rest| vec![rest]);
                let stop = stop.unwrap_or_else(|| self.stop(id, node));
                (choices.as_slice(), vec![arm(Pattern::Otherwise, stop)])
            }
        };
        let references = self.references(id, node, before);
        let taken = self.reference_byte(id);
        let likely = self.likely(id, node, before);
        let arms = before.iter().filter_map(|choice| {
            if rest.is_some() && self.is_in_rest(id, choice) {
                return None;
            }
            let mut on = match self.is_for_references(id, choice) {
                true => choice.on.minus(&taken),
                false => choice.on.clone(),
            };
            if takes_cr(choice) {
                on = on.union(&cr());
            }
            let is_likely = likely
                .as_ref()
                .is_some_and(|likely| likely.place == choice.place);
            if is_likely {
                return Some(arm(Pattern::Bytes(on), Vec::new()));
            }
            if on.is_empty() {
                return None;
            }
            let code = self.code(id, node, choice);
            Some(Arm {
                row: Some(self.heading(id, choice.row)),
                guard: choice.guard.clone(),
                binds: asks_width(&code),
                ..arm(Pattern::Bytes(on), code)
            })
        });
        let arms: Vec<Arm> = references
            .into_iter()
            .chain(line_ending.clone())
            .chain(arms)
            .chain(last)
            .collect();
        let mut found = scan.unwrap_or_default();
        match self.asks_again(id, node) {
            true => found.push(Stmt::Loop(None, vec![Stmt::Match(arms)])),
            false => found.push(Stmt::Match(arms)),
        }
        match likely {
            Some(likely) => self.likely_first((id, node), before, &likely, found),
            None => found,
        }
    }

    /// A state that consumes nothing: its branches in order.
    fn act(&self, id: StateId, node: usize, choices: &[Choice<'_>]) -> Vec<Stmt> {
        let branches = choices.iter().flat_map(|choice| {
            let code = self.code(id, node, choice);
            match &choice.guard {
                Some(guard) => vec![Stmt::If(Cond::Test(guard.clone()), code)],
                None => code,
            }
        });
        let mut branches: Vec<Stmt> = branches.collect();
        if choices.last().is_none_or(|choice| choice.guard.is_some()) {
            branches.extend(self.stop(id, node));
        }
        branches
    }

    /// Jumps from a nested state to the state outside of the tree, and from there to the per-state function.
    fn stop(&self, id: StateId, node: usize) -> Vec<Stmt> {
        let mut stop = self.flush_at(node);
        if self.is_inside(node) {
            stop.push(Stmt::Dispatch(Target::State(id)));
            stop
        } else {
            vec![Stmt::Exit(Target::State(id))]
        }
    }

    fn heading(&self, id: StateId, row: &HotRow) -> String {
        format!("{}: {}", self.hot.machine.states[id].name, row.heading)
    }
}

/// An arm without a heading or a guard.
fn arm(on: Pattern, body: Vec<Stmt>) -> Arm {
    Arm {
        row: None,
        on,
        guard: None,
        binds: false,
        body,
    }
}

/// Whether the code of a choice needs the width of the character. A match inside binds the byte of its own.
fn asks_width(code: &[Stmt]) -> bool {
    code.iter().any(|stmt| match stmt {
        Stmt::Advance(width)
        | Stmt::Sync(width)
        | Stmt::EmitCharacter(width)
        | Stmt::AppendCharacter(_, width)
        | Stmt::SetCharacter(_, width) => *width == Width::Bound,
        Stmt::Match(_) => false,
        other => other.parts().into_iter().any(asks_width),
    })
}

fn cr() -> CharSet {
    CharSet::from_ranges([(0x0D, 0x0D)])
}
