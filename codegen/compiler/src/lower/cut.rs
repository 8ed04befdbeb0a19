//! Nodes to blocks: bodies are cut where they have to wait for input, so that each state of the IR
//! can be begun again from its first action.

use super::Lowering;
use super::nodes::{Here, Node, ends, goes};
use super::sets;
use crate::ir::{Action, Block, CharSet, End, Kind, Place, Row, Source, StateId, Target};
use tokenwright_tables::grammar::Field;
use tokenwright_tables::model::{On, State};

/// The nodes after a conditional are copied into both branches up to this many.
const SHORT: usize = 4;

/// Where a block will go.
#[derive(Clone, Copy, Debug)]
struct Pending {
    target: Option<Target>,
    reconsume: bool,
    /// Where it goes if no step says: the same state, or the rows after a state's first steps.
    otherwise: Option<StateId>,
}

impl Lowering<'_> {
    pub(super) fn state(&mut self, id: StateId, state: &State) -> Result<(), String> {
        if let Some(bulk) = self.bulk[id].clone() {
            return self.bulk_state(id, &bulk);
        }
        let anything_else = state.rows.iter().find(|row| match &row.on {
            On::Consumed { any, .. } => any
                .iter()
                .any(|m| m.value == tokenwright_tables::grammar::Matcher::AnythingElse),
            _ => false,
        });
        let here = Here {
            state: id,
            anything_else,
            place: Place::Next,
            found: None,
            takes: None,
        };
        let looks = state
            .rows
            .iter()
            .any(|row| !matches!(row.on, On::Consumed { .. }));
        let mut first = self.nodes(&state.body, here)?;
        if looks || state.rows.is_empty() {
            first.extend(self.looking_rows(state, here)?);
            let nodes = self.with_rules(first, here)?;
            let pending = Pending {
                target: None,
                reconsume: false,
                otherwise: None,
            };
            let block = self.block(id, nodes, pending)?;
            self.states[id].kind = Kind::Act(block);
            return Ok(());
        }
        let (whole, stay) = if first.is_empty() {
            (id, None)
        } else {
            let rows = self.part(id, Kind::Consume(Vec::new()));
            let nodes = self.with_rules(first, here)?;
            let pending = Pending {
                target: None,
                reconsume: false,
                otherwise: Some(rows),
            };
            let block = self.block(id, nodes, pending)?;
            self.states[id].kind = Kind::Act(block);
            (rows, Some(id))
        };
        let rows = self.consuming_rows(id, state, here, stay)?;
        self.states[whole].kind = Kind::Consume(rows);
        Ok(())
    }

    fn consuming_rows(
        &mut self,
        id: StateId,
        state: &State,
        here: Here<'_>,
        stay: Option<StateId>,
    ) -> Result<Vec<Row>, String> {
        let here = Here {
            place: Place::Current,
            ..here
        };
        let mut taken = CharSet::default();
        let mut rows = Vec::new();
        for row in &state.rows {
            let (on, eof, anything_else) = sets::consumed(self.revision, &row.on)?;
            let on = on.minus(&taken);
            let guard = (!row.when.is_empty())
                .then(|| self.any(&row.when))
                .transpose()?;
            if guard.is_none() {
                taken = taken.union(&on);
            }
            let of = |takes| {
                let here = Here { takes, ..here };
                self.with_rules(self.nodes(&row.body, here)?, here)
            };
            let (at_character, at_eof) = (of(Some(&on))?, of(None)?);
            // A row for characters and EOF is two where they differ.
            let is_split = eof && at_character != at_eof;
            let parts = match is_split {
                true => vec![
                    (on, false, at_character),
                    (CharSet::default(), true, at_eof),
                ],
                false => vec![(on, eof, at_character)],
            };
            for (on, eof, nodes) in parts {
                let pending = Pending {
                    target: None,
                    reconsume: false,
                    otherwise: stay,
                };
                let block = self.block(id, nodes, pending)?;
                rows.push(Row {
                    heading: heading(row),
                    on,
                    eof,
                    anything_else: anything_else && !(is_split && eof),
                    guard: guard.clone(),
                    block,
                });
            }
        }
        mark_markup(&mut rows);
        Ok(rows)
    }

    fn block(
        &mut self,
        state: StateId,
        nodes: Vec<Node>,
        mut pending: Pending,
    ) -> Result<Block, String> {
        let mut actions: Vec<Action> = Vec::new();
        let mut nodes = nodes.into_iter();
        while let Some(node) = nodes.next() {
            match node {
                Node::Go(target) => {
                    pending.target = Some(target);
                    pending.reconsume = false;
                }
                Node::Reconsume => pending.reconsume = true,
                Node::Act(action) => {
                    if action.waits() && !actions.is_empty() {
                        let rest = [Node::Act(action)].into_iter().chain(nodes).collect();
                        return self.cut(state, actions, rest, pending);
                    }
                    actions.push(action);
                }
                Node::Call(procedure) => {
                    let back = self.block(state, nodes.collect(), pending)?;
                    let back = self.part(state, Kind::Act(back));
                    actions.push(Action::Call(back));
                    return Ok(Block {
                        actions,
                        end: to(Target::State(procedure), false),
                    });
                }
                Node::Return(returned) => {
                    actions.push(Action::Return(returned));
                    return Ok(Block {
                        actions,
                        end: to(Target::Caller, false),
                    });
                }
                Node::Done => {
                    actions.push(Action::EmitEof);
                    return Ok(Block {
                        actions,
                        end: End::Done,
                    });
                }
                Node::If(test, then, otherwise) => {
                    if test.waits() && !actions.is_empty() {
                        let rest = [Node::If(test, then, otherwise)]
                            .into_iter()
                            .chain(nodes)
                            .collect();
                        return self.cut(state, actions, rest, pending);
                    }
                    if let (Some(then), Some(otherwise)) = (plain(&then), plain(&otherwise)) {
                        actions.push(Action::If(test, then, otherwise));
                        continue;
                    }
                    let mut rest: Vec<Node> = nodes.collect();
                    let both = !ends(&then) && !ends(&otherwise);
                    if both && rest.len() > SHORT && !goes(&then) && !goes(&otherwise) {
                        let block = self.block(state, rest, pending)?;
                        let join = self.part(state, Kind::Act(block));
                        rest = vec![Node::Go(Target::State(join))];
                    }
                    let mut branch = |mut nodes: Vec<Node>| {
                        if !ends(&nodes) {
                            nodes.extend(rest.iter().cloned());
                        }
                        self.block(state, nodes, pending).map(Box::new)
                    };
                    let (then, otherwise) = (branch(then)?, branch(otherwise)?);
                    return Ok(Block {
                        actions,
                        end: End::If(test, then, otherwise),
                    });
                }
            }
        }
        let end = match (pending.target, pending.otherwise) {
            (Some(target), _) => to(target, pending.reconsume),
            (None, Some(state)) => to(Target::State(state), pending.reconsume),
            (None, None) => End::Stay,
        };
        Ok(Block { actions, end })
    }

    /// Ends the block and goes on in a new part of the state.
    fn cut(
        &mut self,
        state: StateId,
        actions: Vec<Action>,
        rest: Vec<Node>,
        pending: Pending,
    ) -> Result<Block, String> {
        let block = self.block(state, rest, pending)?;
        let part = self.part(state, Kind::Act(block));
        Ok(Block {
            actions,
            end: to(Target::State(part), false),
        })
    }
}

fn to(target: Target, reconsume: bool) -> End {
    End::To { target, reconsume }
}

/// The nodes as actions, if they are nothing else and never wait.
fn plain(nodes: &[Node]) -> Option<Vec<Action>> {
    nodes
        .iter()
        .map(|node| match node {
            Node::Act(action) if !action.waits() => Some(action.clone()),
            Node::If(test, then, otherwise) if !test.waits() => {
                Some(Action::If(test.clone(), plain(then)?, plain(otherwise)?))
            }
            _ => None,
        })
        .collect()
}

fn heading(row: &tokenwright_tables::model::Row) -> String {
    let join = |matchers: &[tokenwright_tables::model::Located<
        tokenwright_tables::grammar::Matcher,
    >]| {
        matchers
            .iter()
            .map(|m| m.value.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    match &row.on {
        On::Consumed { any, except } if except.is_empty() => join(any),
        On::Consumed { any, except } => format!("{} except {}", join(any), join(except)),
        On::Peeked(matchers) => join(matchers),
        On::Ahead { text, .. } => format!("{:?}", text.value),
    }
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
