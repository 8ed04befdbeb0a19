//! The older revision with one change made.

use super::change::{Change, Content, Difference, Kind, StateAt, Subject};
use super::names::{Names, codes, targets};
use crate::grammar::Matcher;
use crate::model::{Clause, Definition, ErrorCode, Located, Revision, Row, State, Test};

impl Difference {
    /// A copy of the older side with this one change made, by the older side's names.
    ///
    /// `None` where the change cannot be made alone: where it speaks of a state or a definition that
    /// only the newer side has, where it takes away what others speak of, and where it is in no
    /// revision's folder (a table of references).
    pub fn apply(&self, change: &Change) -> Option<Revision> {
        let mut revision = self.from.revision.clone();
        let back = Names {
            states: self.renamed_states.clone(),
            codes: self.renamed_codes.clone(),
        }
        .inverse();
        match &change.subject {
            Subject::State(at) => self.state(&mut revision, change, *at, &back)?,
            Subject::Entry(at) => {
                let mut body = match &change.to {
                    Some(Content::Steps(body)) => body.clone(),
                    _ => Vec::new(),
                };
                back.clauses(&mut body);
                state_mut(&mut revision, *at)?.body = body;
            }
            Subject::Row { state, from, to } => {
                let place = self.row_place(*state, *to);
                let rows = &mut state_mut(&mut revision, *state)?.rows;
                put_row(rows, change, *from, place, &back)?;
            }
            Subject::Swap {
                state,
                from: (upper, lower),
            } => {
                let rows = &mut state_mut(&mut revision, *state)?.rows;
                if *upper.max(lower) >= rows.len() {
                    return None;
                }
                rows.swap(*upper, *lower);
            }
            Subject::InputRow { from, .. } => {
                let rows = &mut revision.input_stream.rows;
                let end = rows.len();
                put_row(rows, change, *from, end, &back)?;
            }
            Subject::Rule(_) => {
                let same = |rule: &crate::model::Rule| match &change.from {
                    Some(Content::Rule(old)) => rule.on == old.on,
                    _ => false,
                };
                let at = revision.rules.iter().position(same);
                let new = match &change.to {
                    Some(Content::Rule(rule)) => {
                        let mut rule = rule.clone();
                        back.rule(&mut rule);
                        Some(rule)
                    }
                    _ => None,
                };
                put(&mut revision.rules, at, new);
            }
            Subject::Definition(name) => {
                let same = |definition: &Definition| definition.name().value == *name;
                let at = revision.definitions.iter().position(same);
                let new = match &change.to {
                    Some(Content::Definition(definition)) => {
                        let mut definition = definition.clone();
                        back.definition(&mut definition);
                        Some(definition)
                    }
                    _ => None,
                };
                put(&mut revision.definitions, at, new);
            }
            Subject::Class(name) => {
                let newer = self.to.revision.about.classes.iter();
                let new = newer.clone().find(|(n, _)| n.value == *name).cloned();
                let classes = &mut revision.about.classes;
                let at = classes.iter().position(|(n, _)| n.value == *name);
                put(classes, at, new);
            }
            Subject::Names(name) => {
                let newer = self.to.revision.about.names.iter();
                let new = newer.clone().find(|(n, _)| n.value == *name).cloned();
                let names = &mut revision.about.names;
                let at = names.iter().position(|(n, _)| n.value == *name);
                put(names, at, new);
            }
            Subject::Fact(key) => self.fact(&mut revision, key, &back)?,
            Subject::Code(_) => {
                let (Some(Content::Text(old)), Some(Content::Text(new)), Kind::Renamed) =
                    (&change.from, &change.to, change.kind)
                else {
                    // A code is new or gone with the steps that report it.
                    return None;
                };
                let names = Names {
                    states: Vec::new(),
                    codes: vec![(old.clone(), new.clone())],
                };
                names.revision(&mut revision);
            }
            Subject::Reference(_) | Subject::Replacement(_) => return None,
        }
        self.add_codes(&mut revision);
        is_closed(&revision).then_some(revision)
    }

    fn state(
        &self,
        revision: &mut Revision,
        change: &Change,
        at: StateAt,
        back: &Names,
    ) -> Option<()> {
        let states = if at.procedure {
            &mut revision.procedures
        } else {
            &mut revision.states
        };
        match (change.kind, &change.from, &change.to) {
            (Kind::New, _, Some(Content::State(state))) => {
                let mut state = (**state).clone();
                back.whole_state(&mut state);
                states.push(state);
            }
            (Kind::Gone, ..) => {
                states.remove(at.from.filter(|at| *at < states.len())?);
            }
            (Kind::Renamed, Some(Content::Text(old)), Some(Content::Text(new))) => {
                let names = Names {
                    states: vec![(old.clone(), new.clone())],
                    codes: Vec::new(),
                };
                names.revision(revision);
            }
            // The order of states says nothing.
            (Kind::Moved, ..) => {}
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
            "input-stream.newlines" => {
                let newer = &self.to.revision.input_stream;
                revision.input_stream.normalize_newlines = newer.normalize_newlines;
            }
            _ => return None,
        }
        Some(())
    }

    /// Where a row of the newer side belongs among the rows of the older one: after the row that
    /// stands before it on both sides.
    fn row_place(&self, state: StateAt, to: Option<usize>) -> usize {
        let both = state.from.zip(state.to).zip(to);
        let Some(((from, newer), to)) = both else {
            return 0;
        };
        let (old, new) = if state.procedure {
            (&self.from.revision.procedures, &self.to.revision.procedures)
        } else {
            (&self.from.revision.states, &self.to.revision.states)
        };
        let (Some(old), Some(new)) = (old.get(from), new.get(newer)) else {
            return 0;
        };
        let before = new.rows[..to.min(new.rows.len())].iter().rev();
        let found = before
            .filter_map(|row| old.rows.iter().position(|other| other.on == row.on))
            .next();
        found.map_or(0, |at| at + 1)
    }

    /// Adds the codes that the copy reports and the older side does not know.
    fn add_codes(&self, revision: &mut Revision) {
        let mut used = Vec::new();
        each_body(revision, &mut |body| {
            used.extend(codes(body).into_iter().map(str::to_owned));
        });
        for code in used {
            let known = |errors: &[ErrorCode]| errors.iter().any(|e| e.code.value == code);
            if !known(&revision.errors) {
                let newer = self.to.revision.errors.iter();
                let found = newer.clone().find(|error| error.code.value == code);
                revision.errors.extend(found.cloned());
            }
        }
    }
}

fn state_mut(revision: &mut Revision, at: StateAt) -> Option<&mut State> {
    let states = if at.procedure {
        &mut revision.procedures
    } else {
        &mut revision.states
    };
    states.get_mut(at.from?)
}

fn put_row(
    rows: &mut Vec<Row>,
    change: &Change,
    from: Option<usize>,
    place: usize,
    back: &Names,
) -> Option<()> {
    let new = match &change.to {
        Some(Content::Row(row)) => {
            let mut row = row.clone();
            back.row(&mut row);
            Some(row)
        }
        _ => None,
    };
    let old = from.filter(|at| *at < rows.len());
    match (old, new) {
        (Some(at), Some(row)) if change.moved.is_none() => rows[at] = row,
        (Some(at), Some(row)) => {
            rows.remove(at);
            // The rows after the one that was taken out have moved up.
            let place = if place > at { place - 1 } else { place };
            rows.insert(place.min(rows.len()), row);
        }
        (Some(at), None) => {
            rows.remove(at);
        }
        (None, Some(row)) => rows.insert(place.min(rows.len()), row),
        (None, None) => return None,
    }
    Some(())
}

fn put<T>(list: &mut Vec<T>, at: Option<usize>, new: Option<T>) {
    match (at, new) {
        (Some(at), Some(new)) => list[at] = new,
        (Some(at), None) => {
            list.remove(at);
        }
        (None, Some(new)) => list.push(new),
        (None, None) => {}
    }
}

fn each_body(revision: &Revision, take: &mut impl FnMut(&[Clause])) {
    let states = revision.states.iter().chain(&revision.procedures);
    for state in states {
        take(&state.body);
        for row in &state.rows {
            take(&row.body);
        }
    }
    for row in &revision.input_stream.rows {
        take(&row.body);
    }
    for rule in &revision.rules {
        take(&rule.body);
    }
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            take(body);
        }
    }
}

/// Whether everything that is named is there: states, definitions, classes.
fn is_closed(revision: &Revision) -> bool {
    let state = |name: &str| revision.states.iter().any(|s| s.name.value == name);
    let defined = |name: &str| revision.definitions.iter().any(|d| d.name().value == name);
    let class = |name: &str| {
        let mut classes = revision.about.classes.iter();
        classes.any(|(n, _)| n.value == name)
    };
    let mut closed = state(&revision.about.initial_state.value);
    each_body(revision, &mut |body| {
        closed &= targets(body).into_iter().all(state);
        closed &= calls(body).into_iter().all(defined);
    });
    let states = revision.states.iter().chain(&revision.procedures);
    for row in states.flat_map(|state| &state.rows) {
        let tests = row.when.iter().flatten();
        closed &= tests.into_iter().all(|test| match &test.value {
            Test::Defined { name, .. } => defined(name),
            Test::Condition(_) => true,
        });
        if let crate::model::On::Consumed { any, .. } | crate::model::On::Peeked(any) = &row.on {
            closed &= any.iter().all(|matcher| match &matcher.value {
                Matcher::Defined(name) => class(name),
                _ => true,
            });
        }
    }
    closed
}

/// The definitions that steps use.
fn calls(clauses: &[Clause]) -> Vec<&str> {
    let mut found = Vec::new();
    for clause in clauses {
        match clause {
            Clause::Step(_) => {}
            Clause::Call(name) => found.push(name.as_str()),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                found.extend(any.iter().flatten().filter_map(|test| match &test.value {
                    Test::Defined { name, .. } => Some(name.as_str()),
                    Test::Condition(_) => None,
                }));
                found.extend(calls(then));
                found.extend(calls(otherwise));
            }
        }
    }
    found
}
