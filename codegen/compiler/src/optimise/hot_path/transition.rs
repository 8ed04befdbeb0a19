//! The code of a choice: actions and jump.

use super::Writer;
use super::attribute::flush;
use crate::ir::{Action, Source, StateId, Target};
use crate::optimise::facts::Facts;
use crate::optimise::hot_rows::HotRow;
use crate::optimise::tree::Choice;
use crate::program::{Cond, Label, Pending, Stmt, Through, Width};
use tokenwright_tables::grammar::Field;

impl Writer<'_> {
    /// The code of a choice.
    pub(super) fn code(&self, id: StateId, node: usize, choice: &Choice<'_>) -> Vec<Stmt> {
        let row = choice.row;
        if !choice.runs {
            return self.stop(id, node);
        }
        let consumes = self.consumes(id);
        let width = match choice.on.beyond_ascii() == Some(true) {
            true => Width::Bound,
            false => Width::One,
        };
        let facts = self.facts(node, choice);
        let mut actions = facts.fold(&row.actions);
        let shared_end = self.shared_end(node, row, &actions);
        if shared_end.is_some() {
            actions.pop();
        }
        let mut advance = Vec::new();
        if row.hot && consumes && row.state().is_some_and(|to| !self.consumes(to)) {
            advance.push(Stmt::SetCurrent);
        }
        if !row.reconsume && consumes {
            advance.push(Stmt::Advance(width));
        }
        let tag_end = shared_end.map(|end_tag| match end_tag {
            true => Stmt::Break(Label::EndTag),
            false => Stmt::Break(Label::StartTag),
        });
        let (mut code, pending) = if row.hot {
            let mut leave = advance.clone();
            leave.push(tag_end.clone().unwrap_or_else(|| self.leave(id, row)));
            let may_hold = self.tree.defer_attributes && !self.is_alone(node);
            self.hot(&actions, (width, through(row)), facts, (may_hold, &leave))
        } else {
            let mut code = flush(facts.pending);
            code.extend(cold(&actions, through(row), (consumes, width)));
            (code, Pending::Nothing)
        };
        code.extend(advance);
        if actions.iter().any(Action::emits_tag) {
            let exit = Stmt::Exit(target(id, row));
            code.push(Stmt::If(Cond::Interrupted, vec![exit]));
        }
        let child = self.tree.nodes.get(node);
        let child = child.and_then(|n| n.children.get(&choice.place));
        if let Some(tag_end) = tag_end {
            code.extend(flush(pending));
            code.push(tag_end);
        } else if let (Some(child), Some(to)) = (child, row.state()) {
            code.extend(self.edge(pending, Some(*child)));
            code.extend(self.state(to, *child));
        } else {
            let back = row.state().and_then(|to| self.tree.ancestor(node, to));
            code.extend(self.edge(pending, back));
            code.extend(self.goto(id, node, row));
        }
        code
    }

    /// The jump to the target of a row, which is not nested here.
    pub(super) fn goto(&self, id: StateId, node: usize, row: &HotRow) -> Vec<Stmt> {
        let Some(to) = row.state() else {
            return vec![self.leave(id, row)];
        };
        let is_loop = self.tree.nodes.get(node).is_none_or(|n| n.given.is_none());
        let falls = is_loop && !self.asks_likely(id, node) && !self.asks_again(id, node);
        if to == id && node > 0 && falls {
            Vec::new()
        } else if self.tree.ancestor(node, to).is_some() {
            vec![Stmt::Continue(Label::State(to))]
        } else {
            vec![self.leave(id, row)]
        }
    }

    /// The dispatch to the target of a row, or the exit.
    fn leave(&self, id: StateId, row: &HotRow) -> Stmt {
        let target = target(id, row);
        match row.state() {
            Some(to) if !self.hot.path.contains_key(&to) => Stmt::Exit(target),
            _ => Stmt::Dispatch(target),
        }
    }

    /// The code of a hot row over local variables, and the deferred attribute after it. `leave` is the code behind a
    /// rare branch of the row.
    fn hot(
        &self,
        actions: &[Action],
        character: (Width, Through),
        mut known: Facts,
        (may_hold, leave): (bool, &[Stmt]),
    ) -> (Vec<Stmt>, Pending) {
        let mut code = Vec::new();
        for (at, action) in actions.iter().enumerate() {
            let flush = flush(known.pending);
            let is_last = at + 1 == actions.len();
            match action {
                Action::BeginMarkup => code.extend(on_character(action, character, &known)),
                Action::StartAttribute if may_hold => code.extend(flush),
                _ if is_last && known.asks_if_named(action) => {
                    let mut asks = flush;
                    asks.extend(on_character(action, character, &known));
                    asks.extend_from_slice(leave);
                    code.push(Stmt::If(Cond::MayHaveAttribute, asks));
                }
                _ => {
                    known.pending = Pending::Nothing;
                    code.extend(flush);
                    code.extend(on_character(action, character, &known));
                }
            }
            known = known.after(std::slice::from_ref(action));
            if !may_hold {
                known.pending = Pending::Nothing;
            }
        }
        (code, known.pending)
    }
}

/// The target of a row; its own state if the hot path does not run it.
fn target(id: StateId, row: &HotRow) -> Target {
    row.to.unwrap_or(Target::State(id))
}

/// Where the text arguments of its actions end.
fn through(row: &HotRow) -> Through {
    match row.reconsume {
        true => Through::Current,
        false => Through::Position,
    }
}

/// The code of a cold row, as in the per-state function.
fn cold(actions: &[Action], through: Through, (consumes, width): (bool, Width)) -> Vec<Stmt> {
    let sync = match consumes {
        false => Stmt::SyncPosition,
        true => Stmt::Sync(width),
    };
    let actions = actions
        .iter()
        .map(|action| Stmt::Act(action.clone(), through));
    [sync].into_iter().chain(actions).collect()
}

/// An action on the character at the cursor, before the cursor advances.
fn on_character(action: &Action, (width, through): (Width, Through), facts: &Facts) -> Vec<Stmt> {
    let act = |action: &Action| Stmt::Act(action.clone(), through);
    match action {
        Action::BeginMarkup => vec![Stmt::BeginMarkup],
        Action::EmitTag => vec![Stmt::EmitTag],
        Action::EmitCurrent => vec![Stmt::EmitCharacter(width)],
        Action::Append(Source::Current, field) if *field != Field::TemporaryBuffer => {
            vec![match facts.fresh.contains(field) {
                true => Stmt::SetCharacter(*field, width),
                false => Stmt::AppendCharacter(*field, width),
            }]
        }
        Action::If(test, then, otherwise) if otherwise.is_empty() && test.is_for_hot_path() => {
            let body = [Stmt::Sync(width)].into_iter().chain(then.iter().map(act));
            vec![Stmt::If(Cond::Test(test.clone()), body.collect())]
        }
        Action::CreateTag { .. }
        | Action::StartAttribute
        | Action::SetSelfClosing
        | Action::Clear(_) => vec![act(action)],
        other => vec![Stmt::Sync(width), act(other)],
    }
}
