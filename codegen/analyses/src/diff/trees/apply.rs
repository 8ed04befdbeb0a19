//! Makes one change of tree construction in the older tables, so that its effect alone can be searched for.
//!
//! A change that needs another one gives no tables instead of broken ones: it calls what only the newer side has, or it takes away
//! what others use. A row that only moved is not made, as its place means something among rows that have moved too.

use super::super::apply::put_named;
use super::super::change::Kind;
use super::canonical::pattern;
use super::change::{Part, PartRef, TreeChange, TreeSubject};
use super::compare::rules;
use std::collections::BTreeSet;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::model::{Mode, Resolved, TreeTables};
use tokenwright_tables::tree::{List, Visitor};

/// The older tables with this change alone; none if it cannot be made alone.
#[must_use]
pub fn apply(
    from: &TreeTables,
    to: &TreeTables,
    part: Option<PartRef>,
    change: &TreeChange,
) -> Option<TreeTables> {
    let mut tables = from.clone();
    match (&change.subject, part) {
        (
            TreeSubject::Row {
                from: old, to: new, ..
            },
            Some(part),
        ) => {
            if change.moved.is_some() {
                return None;
            }
            let newer = rules(to, part.kind, part.to?)?;
            let older = match part.kind {
                Part::Mode => tables.modes.get_mut(part.from?)?,
                _ => tables.foreign_content.as_mut()?,
            };
            row(older, newer, *old, *new)?;
        }
        (TreeSubject::Steps, Some(part)) => {
            let newer = to.algorithms.get(part.to?)?;
            let older = tables.algorithms.get_mut(part.from?)?;
            if pattern(&older.name) != pattern(&newer.name) {
                return None;
            }
            *older = newer.clone();
        }
        (TreeSubject::List(kind, name), _) if change.kind != Kind::Renamed => {
            list(&mut tables, to, kind, name).then_some(())?;
        }
        _ => return None,
    }
    // What the older side does not have either cannot be missed by the change.
    unknown(&tables).is_subset(&unknown(from)).then_some(tables)
}

/// Changes a row, adds one before the next row that both sides have, or removes one.
fn row(older: &mut Mode, newer: &Mode, old: Option<usize>, new: Option<usize>) -> Option<()> {
    match (old, new) {
        (Some(old), Some(new)) => *older.rows.get_mut(old)? = newer.rows.get(new)?.clone(),
        (None, Some(new)) => {
            let mut later = newer.rows.get(new + 1..)?.iter();
            let place = |on| older.rows.iter().position(|row| row.on == on);
            let at = later.find_map(|row| place(row.on.clone()));
            let at = at.unwrap_or(older.rows.len());
            older.rows.insert(at, newer.rows.get(new)?.clone());
        }
        (Some(old), None) if old < older.rows.len() => {
            older.rows.remove(old);
        }
        _ => return None,
    }
    Some(())
}

/// Gives the older side a list of the newer one, or takes one away; whether that can be done.
fn list(tables: &mut TreeTables, to: &TreeTables, kind: &str, name: &str) -> bool {
    match kind {
        "set" => put_named(&mut tables.sets, &to.sets, name),
        "scope" => put_named(&mut tables.scopes, &to.scopes, name),
        "identifiers" => put_named(&mut tables.identifiers, &to.identifiers, name),
        "pairs" => put_named(&mut tables.pairs, &to.pairs, name),
        "definition" => {
            let newer = to.definitions.iter().find(|it| it.name.value == name);
            let mut all = tables.definitions.iter_mut();
            let older = all.find(|it| pattern(&it.name) == pattern(name));
            let both = older.zip(newer);
            both.map(|(older, newer)| *older = newer.clone()).is_some()
        }
        "foreign-attribute" => {
            let newer = to.foreign_attributes.iter();
            let newer = newer.filter(|it| it.name.value == name).cloned();
            tables.foreign_attributes.retain(|it| it.name.value != name);
            tables.foreign_attributes.extend(newer);
            true
        }
        _ => false,
    }
}

/// What rows and algorithms name and the tables do not have.
fn unknown(tables: &TreeTables) -> BTreeSet<String> {
    let mut unknown = Unknown {
        tables,
        names: BTreeSet::new(),
    };
    tables.visit_all(&mut unknown);
    unknown.names
}

struct Unknown<'t> {
    tables: &'t TreeTables,
    names: BTreeSet<String>,
}

impl Visitor for Unknown<'_> {
    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, _: Place) {
        if resolved.is_none() {
            self.names.insert(sentence.to_owned());
        }
    }

    fn list(&mut self, _: List, name: &str, _: Place) {
        let mut all = List::ALL.iter().flat_map(|of| self.tables.lists(*of));
        if !all.any(|other| other.value == name) {
            self.names.insert(name.to_owned());
        }
    }

    fn mode(&mut self, name: &str, _: Place) {
        if self.tables.mode(name).is_none() {
            self.names.insert(name.to_owned());
        }
    }
}
