//! Applies changes to the older revision.
//!
//! A difference is shown as a list of changes, and each must be something that can be done alone; otherwise its
//! effect could not be computed. Changes name rows and states by the older side, in any order; so places are resolved
//! before anything is removed. A change that needs another one gives no revision instead of a broken one.

use super::change::{Change, Content, Difference, Kind, StateAt, Subject};
use super::names::{Names, code};
use super::states::blocks_mut;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::kernel::{Node, Traverse};
use tokenwright_tables::model::{Definition, ErrorCode, Located, Revision, Row, Switch};

impl Difference {
    /// A copy of the older side with this one change applied, by the older side's names.
    ///
    /// `None` if the change cannot be applied alone: it names a state or a definition that only the newer side
    /// has, it removes something that others use, or it is in a shared table of references.
    pub fn apply(&self, change: &Change) -> Option<Revision> {
        self.apply_all(&[change])
    }

    /// A copy of the older side with only these changes applied, by the older side's names.
    ///
    /// `None` if they depend on further changes.
    pub fn apply_all(&self, changes: &[&Change]) -> Option<Revision> {
        let mut revision = self.from.revision.clone();
        let back = Names {
            states: self.renamed_states.clone(),
            codes: self.renamed_codes.clone(),
        }
        .inverse();
        let mut rows: BTreeMap<Rows, Vec<&Change>> = BTreeMap::new();
        // Changes that are identified by their place are resolved before anything is removed, and those
        // identified by their older name before anything is renamed.
        let (mut gone, mut renamed) = (BTreeSet::new(), Vec::new());
        for change in changes {
            match &change.subject {
                Subject::State(at) => match change.kind {
                    Kind::Gone => {
                        gone.insert((at.procedure, at.from?));
                    }
                    Kind::Renamed => renamed.push(*change),
                    _ => state(&mut revision, change, *at, &back)?,
                },
                Subject::Entry(at) => {
                    let mut body = match &change.to {
                        Some(Content::Steps(body)) => body.clone(),
                        _ => Vec::new(),
                    };
                    back.clauses(&mut body);
                    let states = blocks_mut(&mut revision, at.procedure);
                    states.get_mut(at.from?)?.body = body;
                }
                Subject::Row { state, .. } | Subject::Swap { state, .. } => {
                    let place = Rows::Of(state.procedure, state.from?);
                    rows.entry(place).or_default().push(change);
                }
                Subject::InputRow { .. } => {
                    rows.entry(Rows::InputStream).or_default().push(change);
                }
                Subject::Code(_) if change.kind == Kind::Renamed => renamed.push(*change),
                _ => self.outside_states(&mut revision, change, &back)?,
            }
        }
        for (place, changes) in rows {
            let rows = match place {
                Rows::InputStream => &mut revision.input_stream.rows,
                Rows::Of(procedure, at) => {
                    &mut blocks_mut(&mut revision, procedure).get_mut(at)?.rows
                }
            };
            *rows = self.rows(rows, &changes, &back)?;
        }
        for (procedure, at) in gone.into_iter().rev() {
            let blocks = blocks_mut(&mut revision, procedure);
            if at >= blocks.len() {
                return None;
            }
            blocks.remove(at);
        }
        for change in renamed {
            let (Some(Content::Text(old)), Some(Content::Text(new))) = (&change.from, &change.to)
            else {
                return None;
            };
            let mut names = Names::default();
            let of = match &change.subject {
                Subject::Code(_) => &mut names.codes,
                _ => &mut names.states,
            };
            of.push((old.clone(), new.clone()));
            names.revision(&mut revision);
        }
        self.add_codes(&mut revision);
        is_closed(&revision).then_some(revision)
    }

    /// The rows of a state, or of the input stream, with some changes applied.
    fn rows(&self, old: &[Row], changes: &[&Change], back: &Names) -> Option<Vec<Row>> {
        let mut rows: Vec<Placed> = old.iter().cloned().enumerate().map(Placed::old).collect();
        let mut changes = changes.to_vec();
        let newer = |change: &&Change| match &change.subject {
            Subject::Row { to, .. } | Subject::InputRow { to, .. } => *to,
            _ => None,
        };
        changes.sort_by_key(newer);
        for change in changes {
            match &change.subject {
                Subject::Row { state, from, to } => {
                    let after = self.row_before(*state, *to);
                    put_row(&mut rows, change, (*from, *to), after, back)?;
                }
                Subject::InputRow { from, to } => {
                    let after = old.len().checked_sub(1);
                    put_row(&mut rows, change, (*from, *to), after, back)?;
                }
                Subject::Swap {
                    from: (upper, lower),
                    ..
                } => {
                    let at = |index: usize| rows.iter().position(|row| row.from == Some(index));
                    let (upper, lower) = (at(*upper)?, at(*lower)?);
                    rows.swap(upper, lower);
                }
                _ => return None,
            }
        }
        Some(rows.into_iter().map(|row| row.row).collect())
    }

    /// Applies a change that is neither in a state nor in the rows of the input stream.
    fn outside_states(&self, revision: &mut Revision, change: &Change, back: &Names) -> Option<()> {
        let newer = &self.to.revision.about;
        match &change.subject {
            Subject::Rule(_) => {
                let same = |rule: &tokenwright_tables::model::Rule| match &change.from {
                    Some(Content::Rule(old)) => rule.on == old.on,
                    _ => false,
                };
                let at = revision.rules.iter().position(same);
                let new = match &change.to {
                    Some(Content::Rule(rule)) => Some(renamed(rule, |rule| back.rule(rule))),
                    _ => None,
                };
                put(&mut revision.rules, at, new);
            }
            Subject::Definition(name) => {
                let same = |definition: &Definition| definition.name().value == *name;
                let at = revision.definitions.iter().position(same);
                let new = match &change.to {
                    Some(Content::Definition(old)) => {
                        Some(renamed(old, |definition| back.definition(definition)))
                    }
                    _ => None,
                };
                put(&mut revision.definitions, at, new);
            }
            Subject::Class(name) => {
                put_named(&mut revision.about.classes, &newer.classes, name);
            }
            Subject::Names(name) => {
                put_named(&mut revision.about.names, &newer.names, name);
            }
            Subject::Fact(key) => self.fact(revision, key, back)?,
            // An error code is new or removed with the steps that report it, and tables of references are
            // in no revision's folder.
            _ => return None,
        }
        Some(())
    }

    fn fact(&self, revision: &mut Revision, key: &str, back: &Names) -> Option<()> {
        let newer = &self.to.revision.about;
        let about = &mut revision.about;
        match key {
            "content-model-flag" => about.content_model_flag = newer.content_model_flag,
            "escape-flag" => about.escape_flag = newer.escape_flag,
            "initial-state" => {
                let name = back.state(&newer.initial_state).to_owned();
                about.initial_state = Located::nowhere(name);
            }
            "entry-states" => {
                let names = newer.entry_states.iter();
                let names = names.map(|name| Located::nowhere(back.state(name).to_owned()));
                about.entry_states = names.collect();
            }
            "text-mode" => {
                about.text_modes.clone_from(&newer.text_modes);
                for mode in &mut about.text_modes {
                    if let Switch::State(name) = &mut mode.switch.value {
                        *name = back.state(name).to_owned();
                    }
                }
            }
            "input-stream.newlines" => {
                let newer = &self.to.revision.input_stream;
                revision.input_stream.normalize_newlines = newer.normalize_newlines;
            }
            _ => return None,
        }
        Some(())
    }

    /// The index of the older row after which a newer row belongs: its predecessor on both sides. `None`
    /// for the first place.
    fn row_before(&self, state: StateAt, to: Option<usize>) -> Option<usize> {
        let (from, newer, to) = (state.from?, state.to?, to?);
        let old = state.blocks(&self.from.revision).get(from)?;
        let new = state.blocks(&self.to.revision).get(newer)?;
        let mut before = new.rows[..to.min(new.rows.len())].iter().rev();
        before.find_map(|row| old.rows.iter().position(|other| other.on == row.on))
    }

    /// Adds the codes that the copy reports and the older side does not know.
    fn add_codes(&self, revision: &mut Revision) {
        let used = nodes(revision).filter_map(|node| match node {
            Node::Step(step) => code(&step.value).map(str::to_owned),
            _ => None,
        });
        for code in used.collect::<Vec<String>>() {
            let known = |errors: &[ErrorCode]| errors.iter().any(|e| e.code.value == code);
            if !known(&revision.errors) {
                let newer = self.to.revision.errors.iter();
                let found = newer.clone().find(|error| error.code.value == code);
                revision.errors.extend(found.cloned());
            }
        }
    }
}

/// Applies a change of a whole state: a new one, or a new position.
fn state(revision: &mut Revision, change: &Change, at: StateAt, back: &Names) -> Option<()> {
    let states = blocks_mut(revision, at.procedure);
    match (change.kind, &change.to) {
        (Kind::New, Some(Content::State(state))) => {
            states.push(renamed(state, |state| back.whole_state(state)));
        }
        // The order of states has no meaning.
        (Kind::Moved, _) => {}
        _ => return None,
    }
    Some(())
}

/// The block of the rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rows {
    InputStream,
    /// The block by its index on the older side.
    Of(bool, usize),
}

/// A row, and its index on the older side or, if it is new there, on the newer one.
struct Placed {
    from: Option<usize>,
    to: Option<usize>,
    row: Row,
}

impl Placed {
    fn old((at, row): (usize, Row)) -> Self {
        Placed {
            from: Some(at),
            to: None,
            row,
        }
    }
}

fn put_row(
    rows: &mut Vec<Placed>,
    change: &Change,
    (from, to): (Option<usize>, Option<usize>),
    after: Option<usize>,
    back: &Names,
) -> Option<()> {
    let new = match &change.to {
        Some(Content::Row(row)) => Some(renamed(row, |row| back.row(row))),
        _ => None,
    };
    let at = |rows: &[Placed], index| rows.iter().position(|row| row.from == Some(index));
    let old = from.and_then(|from| at(rows, from));
    let new = match (old, new) {
        (Some(at), Some(row)) if change.moved.is_none() => {
            rows[at].row = row;
            return Some(());
        }
        (Some(at), new) => {
            rows.remove(at);
            new
        }
        (None, Some(row)) => Some(row),
        (None, None) => return None,
    };
    let Some(row) = new else {
        return Some(());
    };
    // Its predecessor may be removed; then the row before that.
    let mut before = (0..after.map_or(0, |after| after + 1)).rev();
    let before = before.find_map(|index| at(rows, index));
    let mut place = before.map_or(0, |at| at + 1);
    // New rows with the same predecessor keep the order of the newer side.
    while rows
        .get(place)
        .is_some_and(|row| row.from.is_none() && row.to < to)
    {
        place += 1;
    }
    rows.insert(
        place,
        Placed {
            from: None,
            to,
            row,
        },
    );
    Some(())
}

/// Replaces, removes or adds an entry; whether there was something to do.
fn put<T>(list: &mut Vec<T>, at: Option<usize>, new: Option<T>) -> bool {
    let has_any = at.is_some() || new.is_some();
    match (at, new) {
        (Some(at), Some(new)) => list[at] = new,
        (Some(at), None) => {
            list.remove(at);
        }
        (None, Some(new)) => list.push(new),
        (None, None) => {}
    }
    has_any
}

/// Puts the newer list of a name in the place of the older one; whether either side has one.
pub(super) fn put_named<T: Clone>(
    lists: &mut Vec<(Located<String>, T)>,
    newer: &[(Located<String>, T)],
    name: &str,
) -> bool {
    let new = newer.iter().find(|(other, _)| other.value == name).cloned();
    let at = lists.iter().position(|(other, _)| other.value == name);
    put(lists, at, new)
}

/// A copy in which states have other names.
fn renamed<T: Clone>(content: &T, rename: impl FnOnce(&mut T)) -> T {
    let mut content = content.clone();
    rename(&mut content);
    content
}

/// The steps and conditions of all parts, but for what rows of the input stream ask and what conditions mean.
fn nodes(revision: &Revision) -> impl Iterator<Item = Node<'_>> {
    let blocks = revision.blocks().map(Traverse::nodes);
    let rows = revision.input_stream.rows.iter();
    let rules = revision.rules.iter().map(Traverse::nodes);
    let is_step = |it: &&Definition| matches!(it, Definition::Step { .. });
    let definitions = revision.definitions.iter().filter(is_step);
    let outside = rows.map(|row| row.body.nodes()).chain(rules);
    let outside = outside.chain(definitions.map(Traverse::nodes));
    blocks.chain(outside).flatten()
}

/// Whether everything that is named is there: states, definitions, classes.
fn is_closed(revision: &Revision) -> bool {
    let state = |name: &str| revision.state(name).is_some();
    let defined = |name: &str| revision.definitions.iter().any(|d| d.name().value == name);
    let class = |name: &str| revision.about.class(name).is_some();
    let is_there = |node: Node<'_>| match node {
        Node::Step(step) => step.value.state().is_none_or(state),
        other => other.used().is_none_or(defined),
    };
    let rows = revision.blocks().flat_map(|block| &block.rows);
    let mut matchers = rows.flat_map(|row| row.on.matchers());
    state(&revision.about.initial_state.value)
        && nodes(revision).all(is_there)
        && matchers.all(|matcher| match &matcher.value {
            Matcher::Defined(name) => class(name),
            _ => true,
        })
}
