//! Lowers nodes to blocks. A body is cut where it has to wait for input, so that each state of the IR can restart
//! from its first action.
//!
//! A state that stops in the middle would need a register for how far it got. With cuts the state itself says it, and
//! a chunk can end anywhere. What follows a condition is copied into both branches if it is short, and otherwise
//! becomes a separate state: that bounds the code, which would double with each condition. The IR therefore has more
//! states than the spec.

use super::Lowering;
use super::needs::needs_current;
use super::nodes::{ErrorsAt, Here, StepNode, chain, ends, goes};
use super::sets;
use crate::ir::{Action, Block, CharSet, End, Row, Source, StateId, StateKind, Target, Test};
use tokenwright_tables::grammar::{Field, Matcher};
use tokenwright_tables::model::{Located, On, State};

/// The nodes after a conditional are copied into both branches up to this many.
const SHORT: usize = 4;

/// Whether the next input character is in the chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Unchanged since the state waited for it.
    AsBefore,
    /// It has arrived: a name or digits have been matched, up to that character.
    IsThere,
    /// Unknown: a character was consumed, and nothing has waited for the one after it.
    MayBeMissing,
}

impl Next {
    fn after(self, action: &Action) -> Self {
        match action {
            Action::Unconsume => Next::AsBefore,
            Action::ConsumeNamed | Action::ConsumeDigits => Next::IsThere,
            _ if action.advances() => Next::MayBeMissing,
            _ => self,
        }
    }
}

/// The pending jump of a block.
#[derive(Clone, Copy, Debug)]
struct Pending {
    target: Option<Target>,
    reconsume: bool,
    /// The bulk comment that it jumps to, if the current input character is the first one of the comment.
    bulk: Option<StateId>,
    next: Next,
    /// Whether a tag may have been emitted.
    emitted: bool,
    /// The target if no step sets one: the same state, or the rows after a state's first steps.
    otherwise: Option<StateId>,
}

/// A row of a state that consumes a character.
pub(super) struct ConsumingRow {
    /// The index of the row in the tables.
    pub(super) source: usize,
    /// The characters that it matches, without those of earlier rows without a guard.
    pub(super) on: CharSet,
    pub(super) eof: bool,
    pub(super) anything_else: bool,
    pub(super) guard: Option<Test>,
    pub(super) nodes: Vec<StepNode>,
}

/// Whether the rows of a state look ahead.
pub(super) fn looks_ahead(state: &State) -> bool {
    let mut rows = state.rows.iter();
    rows.any(|row| !matches!(row.on, On::Consumed { .. }))
}

impl Lowering<'_> {
    pub(super) fn state(&mut self, id: StateId, state: &State) -> Result<(), String> {
        if let Some(bulk) = self.bulk[id].clone() {
            return self.bulk_state(id, &bulk);
        }
        let mut here = Here::before(id, state);
        let looks = looks_ahead(state);
        let mut first = self.nodes(&state.body, here)?;
        if looks || state.rows.is_empty() {
            first.extend(chain(self.looking_rows(state, here)?));
            let nodes = self.with_rules(first, here)?;
            let block = self.block(id, nodes, Pending::new(false, None))?;
            self.states[id].kind = StateKind::Act(block);
            return Ok(());
        }
        let (whole, stay) = if first.is_empty() {
            (id, None)
        } else {
            let rows = self.part(id, StateKind::Consume(Vec::new()));
            let nodes = self.with_rules(first, here)?;
            here.emitted = emits_tag(&nodes);
            let block = self.block(id, nodes, Pending::new(false, Some(rows)))?;
            self.states[id].kind = StateKind::Act(block);
            (rows, Some(id))
        };
        let rows = self.consuming_rows(id, state, here, stay)?;
        self.states[whole].kind = StateKind::Consume(rows);
        Ok(())
    }

    fn consuming_rows(
        &mut self,
        id: StateId,
        state: &State,
        here: Here<'_>,
        stay: Option<StateId>,
    ) -> Result<Vec<Row>, String> {
        let (consuming, is_total) = self.consuming(state, here)?;
        let mut rows = Vec::new();
        for row in consuming {
            let pending = Pending::new(here.emitted, stay);
            rows.push(Row {
                heading: heading(&state.rows[row.source]),
                on: row.on,
                eof: row.eof,
                anything_else: row.anything_else,
                guard: row.guard,
                block: self.block(id, row.nodes, pending)?,
            });
        }
        if let Err(taken) = is_total {
            rows.extend(rows_if_no_guard_holds(&taken, stay));
        }
        mark_markup(&mut rows);
        Ok(rows)
    }

    /// The rows of a state that consumes a character. If they do not match every input, also the characters that they
    /// match.
    pub(super) fn consuming(
        &self,
        state: &State,
        here: Here<'_>,
    ) -> Result<(Vec<ConsumingRow>, Result<(), CharSet>), String> {
        let here = Here {
            errors_at: ErrorsAt::Current,
            in_row: true,
            ..here
        };
        let mut taken = CharSet::default();
        let mut eof_taken = false;
        let mut rows = Vec::new();
        for (source, row) in state.rows.iter().enumerate() {
            let (on, eof, anything_else) = sets::consumed(self.revision, &row.on)?;
            let on = on.minus(&taken);
            let guard = self.guard(row)?;
            if guard.is_none() {
                taken = taken.union(&on);
                eof_taken |= eof;
            }
            let of = |takes| {
                let here = Here { takes, ..here };
                self.with_rules(self.nodes(&row.body, here)?, here)
            };
            let (at_character, at_eof) = (of(Some(&on))?, of(None)?);
            // A row for characters and EOF is split if its blocks differ.
            let is_split = eof && at_character != at_eof;
            let parts = match is_split {
                true => vec![
                    (on, false, at_character),
                    (CharSet::default(), true, at_eof),
                ],
                false => vec![(on, eof, at_character)],
            };
            rows.extend(parts.into_iter().map(|(on, eof, nodes)| ConsumingRow {
                source,
                on,
                eof,
                anything_else: anything_else && !(is_split && eof),
                guard: guard.clone(),
                nodes,
            }));
        }
        let is_total = match eof_taken && taken == CharSet::all() {
            true => Ok(()),
            false => Err(taken),
        };
        Ok((rows, is_total))
    }

    fn block(
        &mut self,
        state: StateId,
        nodes: Vec<StepNode>,
        mut pending: Pending,
    ) -> Result<Block, String> {
        let mut actions: Vec<Action> = Vec::new();
        let mut nodes = nodes.into_iter();
        while let Some(node) = nodes.next() {
            let errs = pending.next == Next::MayBeMissing && errs_at_next(&node);
            if errs || (!actions.is_empty() && waits(&node, nodes.as_slice(), pending.next)) {
                let mut rest: Vec<StepNode> = [node].into_iter().chain(nodes).collect();
                // Any other block waits for the place of its errors before its first action.
                if errs && (pending.reconsume || needs_current(&rest)) {
                    rest.insert(0, StepNode::Act(Action::AwaitNext));
                }
                return self.cut(state, actions, rest, pending);
            }
            match node {
                StepNode::Go(target) => {
                    pending.target = Some(target);
                    pending.reconsume = false;
                    pending.bulk = None;
                }
                StepNode::GoWithCurrent { to, may_end } => {
                    let first = if may_end { self.first_of_bulk(to) } else { to };
                    pending.target = Some(Target::State(first));
                    pending.reconsume = true;
                    pending.bulk = Some(to);
                }
                StepNode::Reconsume => {
                    pending.reconsume = true;
                    // Reconsumed characters are not part of the comment yet.
                    if let Some(bulk) = pending.bulk {
                        pending.target = Some(Target::State(bulk));
                    }
                }
                StepNode::Act(action) => {
                    pending.next = pending.next.after(&action);
                    pending.emitted |= action.emits_tag();
                    actions.push(action);
                }
                StepNode::Call(procedure) => {
                    // A procedure may wait for input, so what follows it is a part that it returns to.
                    let back = self.block(state, nodes.collect(), pending.in_part(state))?;
                    let back = self.part(state, StateKind::Act(back));
                    actions.push(Action::Call(back));
                    return Ok(Block::of(actions, to(Target::State(procedure), false)));
                }
                StepNode::Return(returned) => {
                    actions.push(Action::Return(returned));
                    return Ok(Block::of(actions, to(Target::Caller, false)));
                }
                StepNode::Done => {
                    actions.push(Action::EmitEof);
                    return Ok(Block::of(actions, End::Done));
                }
                StepNode::If(test, then, otherwise) => {
                    if let (Some(then), Some(otherwise)) = (plain(&then), plain(&otherwise)) {
                        let action = Action::If(test, then, otherwise);
                        pending.next = pending.next.after(&action);
                        pending.emitted |= action.emits_tag();
                        actions.push(action);
                        continue;
                    }
                    let mut rest: Vec<StepNode> = nodes.collect();
                    let both = !ends(&then) && !ends(&otherwise);
                    if both && rest.len() > SHORT && !goes(&then) && !goes(&otherwise) {
                        rest = self.join(state, rest, pending)?;
                    }
                    let mut branch = |mut nodes: Vec<StepNode>| {
                        if !ends(&nodes) {
                            nodes.extend(rest.iter().cloned());
                        }
                        self.block(state, nodes, pending).map(Box::new)
                    };
                    let (then, otherwise) = (branch(then)?, branch(otherwise)?);
                    return Ok(Block::of(actions, End::If(test, then, otherwise)));
                }
            }
        }
        let end = match (pending.target, pending.otherwise) {
            (Some(target), _) => to(target, pending.reconsume),
            (None, Some(state)) => to(Target::State(state), pending.reconsume),
            (None, None) => End::Stay,
        };
        // A part of the same state continues the path.
        let goes_on = |target: StateId| {
            let target = &self.states[target];
            target.part > 0 && target.spec == self.states[state].spec
        };
        let goes_on = matches!(&end, End::To { target: Target::State(to), .. } if goes_on(*to));
        Ok(Block {
            actions,
            end,
            responds: pending.emitted && !goes_on,
        })
    }

    /// Nodes that jump to a new part of the state, where both branches of a condition continue.
    fn join(
        &mut self,
        state: StateId,
        rest: Vec<StepNode>,
        pending: Pending,
    ) -> Result<Vec<StepNode>, String> {
        let may_wait = waits_first(&rest, &[], Next::AsBefore) || rest.iter().any(errs_at_next);
        // A part that waits loses the current character at the end of a chunk, so it consumes it again.
        let again = may_wait && (pending.reconsume || needs_current(&rest));
        let part = self.rest(state, rest, pending, again)?;
        let mut nodes = vec![StepNode::Go(Target::State(part))];
        nodes.extend(again.then_some(StepNode::Reconsume));
        Ok(nodes)
    }

    /// A part of the state with the remaining actions.
    fn rest(
        &mut self,
        state: StateId,
        rest: Vec<StepNode>,
        pending: Pending,
        again: bool,
    ) -> Result<StateId, String> {
        let mut block = self.block(state, rest, pending.in_part(state))?;
        if again {
            block.actions.insert(0, Action::ConsumeAgain);
        }
        Ok(self.part(state, StateKind::Act(block)))
    }

    /// Ends the block and continues in a new part of the state. Where that needs the current input character, it
    /// consumes it again: the chunk may end before the part does.
    fn cut(
        &mut self,
        state: StateId,
        actions: Vec<Action>,
        rest: Vec<StepNode>,
        pending: Pending,
    ) -> Result<Block, String> {
        let again = pending.reconsume || needs_current(&rest);
        let part = self.rest(state, rest, pending, again)?;
        Ok(Block::of(actions, to(Target::State(part), again)))
    }
}

impl Pending {
    /// The pending jump before the first action.
    fn new(emitted: bool, otherwise: Option<StateId>) -> Self {
        Pending {
            target: None,
            reconsume: false,
            bulk: None,
            next: Next::AsBefore,
            emitted,
            otherwise,
        }
    }

    /// The pending jump at the start of a part of the state: by default it returns to that state, not to the part.
    fn in_part(self, state: StateId) -> Self {
        Pending {
            otherwise: self.otherwise.or(Some(state)),
            next: Next::AsBefore,
            ..self
        }
    }
}

/// Whether a node may wait for input before it does anything; `after` follows it.
fn waits(node: &StepNode, after: &[StepNode], next: Next) -> bool {
    match node {
        StepNode::Act(action) => action.waits(),
        StepNode::If(test, then, otherwise) => {
            let is_plain = plain(then).is_some() && plain(otherwise).is_some();
            let begins = |branch: &[StepNode]| match ends(branch) {
                true => waits_first(branch, &[], next),
                false => waits_first(branch, after, next),
            };
            let asks = match next {
                Next::IsThere => test.looks_further(),
                Next::AsBefore | Next::MayBeMissing => test.waits(),
            };
            asks || !is_plain && (begins(then) || begins(otherwise))
        }
        _ => false,
    }
}

/// Whether nodes may emit a tag.
pub(super) fn emits_tag(nodes: &[StepNode]) -> bool {
    let emits = |node: &StepNode| matches!(node, StepNode::Act(action) if action.emits_tag());
    nodes.iter().any(|node| node.any(emits))
}

/// Whether nodes may wait for input before they do anything.
fn waits_first(nodes: &[StepNode], after: &[StepNode], next: Next) -> bool {
    let mut all = nodes.iter().chain(after);
    while let Some(node) = all.next() {
        match node {
            StepNode::Go(_) | StepNode::GoWithCurrent { .. } | StepNode::Reconsume => {}
            StepNode::Act(action) => return action.waits(),
            StepNode::If(..) => {
                let rest: Vec<StepNode> = all.cloned().collect();
                return waits(node, &rest, next);
            }
            StepNode::Call(_) | StepNode::Return(_) | StepNode::Done => return false,
        }
    }
    false
}

/// Whether a node may report an error at the next input character.
fn errs_at_next(node: &StepNode) -> bool {
    node.any(|node| matches!(node, StepNode::Act(action) if action.errs_at_next()))
}

pub(super) fn to(target: Target, reconsume: bool) -> End {
    End::To { target, reconsume }
}

/// The nodes as a list of actions; `None` if one is not an action, or waits.
fn plain(nodes: &[StepNode]) -> Option<Vec<Action>> {
    let mut actions: Vec<Action> = Vec::new();
    for node in nodes {
        let action = match node {
            StepNode::Act(action) if !action.waits() => action.clone(),
            StepNode::If(test, then, otherwise) if !test.waits() => {
                Action::If(test.clone(), plain(then)?, plain(otherwise)?)
            }
            _ => return None,
        };
        // After the position has moved, the next character is another one.
        if action.errs_at_next() && actions.iter().any(Action::advances) {
            return None;
        }
        actions.push(action);
    }
    Some(actions)
}

pub(super) fn heading(row: &tokenwright_tables::model::Row) -> String {
    let join = |matchers: &[Located<Matcher>]| {
        let each = matchers.iter().map(ToString::to_string);
        each.collect::<Vec<_>>().join(", ")
    };
    match &row.on {
        On::Consumed { any, except } if except.is_empty() => join(any),
        On::Consumed { any, except } => format!("{} except {}", join(any), join(except)),
        On::Peeked(matchers) => join(matchers),
        On::Ahead { text, .. } => format!("{:?}", text.value),
    }
}

/// The behaviour if no guard holds: the state ignores the characters, and the end of the input ends the run.
fn rows_if_no_guard_holds(taken: &CharSet, stay: Option<StateId>) -> [Row; 2] {
    let ignores = stay.map_or(End::Stay, |state| to(Target::State(state), false));
    let row = |on, eof, block| Row {
        heading: "no guard holds".to_owned(),
        on,
        eof,
        anything_else: !eof,
        guard: None,
        block,
    };
    let others = CharSet::all().minus(taken);
    let end = Block::of(vec![Action::EmitEof], End::Done);
    [
        row(others, false, Block::of(Vec::new(), ignores)),
        row(CharSet::default(), true, end),
    ]
}

/// A row that leaves a state of text or of a value begins markup or a reference.
fn mark_markup(rows: &mut [Row]) {
    let gathers = rows.iter().any(|row| {
        row.block.end == End::Stay
            && matches!(
                row.block.actions.last(),
                Some(Action::EmitCurrent | Action::Append(Source::Current, Field::AttributeValue))
            )
    });
    if gathers {
        for row in rows.iter_mut().filter(|row| row.block.end != End::Stay) {
            row.block.actions.insert(0, Action::BeginMarkup);
        }
    }
}
