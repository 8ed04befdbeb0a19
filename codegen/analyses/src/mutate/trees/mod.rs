//! Mutants of tables of tree construction, by their number.
//!
//! A mutant is whole tables, so that everything that runs tables runs it; a revision has some 5,000, so each is made when it is asked
//! for. The tables are divided into parts whose mutants are counted once; then only the part that has the number is walked, up to its
//! place. So a mutant costs one copy of the tables, and none is kept. Forms that nothing can be wrong with, such as ends of loops,
//! have none.

mod clauses;
mod equal;
mod ignored;
mod normal;

pub use clauses::{place, place_of};
pub use equal::Change;
pub use ignored::without_ignored;

use super::next;
use crate::diff::trees::short;
use normal::is_same;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::grammar::{Char, Matcher};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::english::label;
use tokenwright_tables::tree::grammar::Expression;
use tokenwright_tables::tree::model::{Entry, Mode, Tokens, TreeTables};

/// Tables with one small thing wrong.
#[derive(Clone, Debug)]
pub struct TreeMutant {
    /// What was changed, and where.
    pub edit: String,
    /// The part of the tables in which it is.
    pub part: Part,
    /// What a document has to run for the change to have an effect.
    pub site: Site,
    /// What was done to clauses.
    pub change: Change,
    /// The tables.
    pub tables: TreeTables,
}

impl TreeMutant {
    /// Whether the change is proved to have no effect on any document, by the changed steps alone. Others may have none either.
    #[must_use]
    pub fn has_no_effect(&self, original: &TreeTables) -> bool {
        self.change.has_no_effect(&self.tables, false) || is_same(original, self, false)
    }

    /// Whether the change is proved to have no effect that a test of trees can show: no script runs there, outputs to the document are not
    /// compared, and it is neither a `srcdoc` document nor allows shadow roots.
    #[must_use]
    pub fn is_unseen(&self, original: &TreeTables) -> bool {
        self.change.has_no_effect(&self.tables, true) || is_same(original, self, true)
    }
}

/// What a document has to run for a change to have an effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A clause, by its [`place`].
    Clause(Place),
    /// The rows of a mode.
    Rows(RowsOf),
    /// A member of a list.
    Member {
        /// The list.
        list: String,
        /// Its kind: `set`, `scope`, `identifiers` or `pairs`.
        kind: &'static str,
        /// The name of the member, in lower case.
        name: String,
    },
    /// Not known.
    Anywhere,
}

/// A part of the tables, whose mutants are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The lists, and the initial mode.
    Lists,
    /// A definition, by its index.
    Definition(usize),
    /// An algorithm, by its index.
    Algorithm(usize),
    /// A row, by its index among those of its mode.
    Row(RowsOf, usize),
}

/// Every first-order mutant of some tables.
#[derive(Debug)]
pub struct TreeMutants<'t> {
    tables: &'t TreeTables,
    /// The parts, each with the number of its first mutant.
    parts: Vec<(usize, Part)>,
    count: usize,
}

impl<'t> TreeMutants<'t> {
    /// The mutants of these tables.
    #[must_use]
    pub fn of(tables: &'t TreeTables) -> Self {
        let mut mutants = TreeMutants {
            tables,
            parts: Vec::new(),
            count: 0,
        };
        let of_rows = |(of, mode): (RowsOf, &'t Mode)| (0..mode.rows.len()).map(move |at| (of, at));
        let modes = RowsOf::all(tables);
        let parts = std::iter::once(Part::Lists)
            .chain((0..tables.definitions.len()).map(Part::Definition))
            .chain((0..tables.algorithms.len()).map(Part::Algorithm))
            .chain(modes.flat_map(of_rows).map(|(of, at)| Part::Row(of, at)));
        let mut walked = tables.clone();
        for part in parts {
            let mut counter = mutants.mutator(usize::MAX);
            counter.part(&mut walked, part);
            let passed = usize::MAX - counter.left;
            mutants.parts.push((mutants.count, part));
            mutants.count += passed;
        }
        mutants
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The mutant with a number; none if there are fewer.
    #[must_use]
    pub fn nth(&self, number: usize) -> Option<TreeMutant> {
        let after = self.parts.partition_point(|(first, _)| *first <= number);
        let (first, part) = self.parts.get(after.checked_sub(1)?)?;
        let mut tables = self.tables.clone();
        let mut mutator = self.mutator(number - first);
        mutator.part(&mut tables, *part);
        let change = mutator.change;
        let (edit, site) = mutator.made?;
        Some(TreeMutant {
            edit,
            part: *part,
            site,
            change,
            tables,
        })
    }

    fn mutator(&self, left: usize) -> Mutator<'_> {
        Mutator {
            left,
            tables: self.tables,
            site: Site::Anywhere,
            change: Change::Other,
            made: None,
        }
    }
}

fn member((list, kind): (&str, &'static str), name: &str) -> Site {
    Site::Member {
        list: list.to_owned(),
        kind,
        name: name.to_lowercase(),
    }
}

/// An expression and all in it.
fn expressions(expression: &Expression) -> Vec<&Expression> {
    let inner = expression.inner().into_iter().flat_map(expressions);
    std::iter::once(expression).chain(inner).collect()
}

struct Mutator<'n> {
    /// How many places are passed over.
    left: usize,
    /// The tables without a change.
    tables: &'n TreeTables,
    /// Where the walk is.
    site: Site,
    made: Option<(String, Site)>,
    /// What was done at that place, if it is a change of clauses.
    change: Change,
}

impl Mutator<'_> {
    /// Whether this is the place.
    fn is_here(&mut self, edit: impl FnOnce() -> String) -> bool {
        if self.made.is_some() {
            return false;
        }
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.made = Some((edit(), self.site.clone())),
        }
        self.made.is_some()
    }

    fn part(&mut self, tables: &mut TreeTables, part: Part) {
        match part {
            Part::Lists => self.lists(tables),
            Part::Definition(at) => {
                let definition = &mut tables.definitions[at];
                self.any(&mut definition.any, &definition.name.value);
            }
            Part::Algorithm(at) => {
                let algorithm = &mut tables.algorithms[at];
                self.list(&mut algorithm.body, &algorithm.name.value);
            }
            Part::Row(of, at) => {
                let mode = match of {
                    RowsOf::Mode(mode) => tables.modes.get_mut(mode),
                    RowsOf::ForeignContent => tables.foreign_content.as_mut(),
                };
                self.site = Site::Rows(of);
                if let Some(mode) = mode {
                    self.row(mode, at);
                }
            }
        }
    }

    fn lists(&mut self, tables: &mut TreeTables) {
        if let Some(initial) = &mut tables.initial {
            self.mode_name(&mut initial.value, "the initial mode");
        }
        for (name, members) in tables.sets.iter_mut().chain(&mut tables.scopes) {
            let names = (name.value.as_str(), "set");
            self.members(members, names, |it| it.to_string(), |it| &it.name);
        }
        for (name, members) in &mut tables.identifiers {
            let names = (name.value.as_str(), "identifiers");
            self.members(members, names, |it| it.value.clone(), |it| &it.value);
        }
        for (name, members) in &mut tables.pairs {
            let names = (name.value.as_str(), "pairs");
            self.members(members, names, |it| it.0.value.clone(), |it| &it.0.value);
            for (from, to) in members {
                self.site = member(names, &from.value);
                if self.is_here(|| format!("{}: {} becomes another name", name.value, from.value)) {
                    to.push('x');
                }
            }
        }
        let attributes = &mut tables.foreign_attributes;
        let names = ("foreign attributes", "pairs");
        self.members(
            attributes,
            names,
            |it| it.name.value.clone(),
            |it| &it.name.value,
        );
        let count = attributes.len();
        let is_there = |it: &Entry| !matches!(it, Entry::ForeignAttribute(at) if *at >= count);
        for file in &mut tables.files {
            file.entries.retain(is_there);
        }
    }

    /// Leaves out one member of a list whose members are looked up by their names.
    fn members<T>(
        &mut self,
        list: &mut Vec<T>,
        of: (&str, &'static str),
        said: impl Fn(&T) -> String,
        name: impl Fn(&T) -> &String,
    ) {
        for at in 0..list.len() {
            self.site = member(of, name(&list[at]));
            if self.is_here(|| format!("{}: without {}", of.0, said(&list[at]))) {
                list.remove(at);
                return;
            }
        }
    }

    /// Leaves out one member of a list.
    fn shorten<T>(&mut self, list: &mut Vec<T>, of: &str, name: impl Fn(&T) -> String) {
        for at in 0..list.len() {
            if self.is_here(|| format!("{of}: without {}", name(&list[at]))) {
                list.remove(at);
                return;
            }
        }
    }

    fn mode_name(&mut self, name: &mut String, of: &str) {
        let modes = self.tables.modes.iter().map(|it| &it.name);
        if let Some(other) = next(modes, name)
            && self.is_here(|| format!("{of}: \"{other}\" for \"{name}\""))
        {
            *name = other;
        }
    }

    fn row(&mut self, mode: &mut Mode, at: usize) {
        let of = format!("{} [{}]", mode.name.value, short(&label(&mode.rows[at])));
        if self.is_here(|| format!("{of}: removed")) {
            mode.rows.remove(at);
            return;
        }
        if at + 1 < mode.rows.len() && self.is_here(|| format!("{of}: after the next")) {
            mode.rows.swap(at, at + 1);
            return;
        }
        let row = &mut mode.rows[at];
        if row.on.len() > 1 {
            self.shorten(&mut row.on, &of, |it| match &it.tokens.value {
                Tokens::StartTags(names) | Tokens::EndTags(names) => {
                    let names: Vec<&str> = names.iter().map(|it| it.value.as_str()).collect();
                    format!("tags {}", names.join(", "))
                }
                other => format!("{other:?}"),
            });
        }
        for on in &mut row.on {
            if !on.when.is_empty() && self.is_here(|| format!("{of}: without its condition")) {
                on.when.clear();
            }
            self.all(&mut on.when, &of);
            self.tokens(&mut on.tokens.value, &of);
        }
        self.list(&mut row.body, &of);
    }

    fn tokens(&mut self, tokens: &mut Tokens, of: &str) {
        match tokens {
            Tokens::StartTags(names) | Tokens::EndTags(names) => {
                if names.len() > 1 {
                    self.shorten(names, of, |it| it.value.clone());
                }
                if self.is_here(|| format!("{of}: tags of the other kind")) {
                    let names = std::mem::take(names);
                    *tokens = match tokens {
                        Tokens::StartTags(_) => Tokens::EndTags(names),
                        _ => Tokens::StartTags(names),
                    };
                }
            }
            Tokens::Characters(matcher) if self.is_here(|| format!("{of}: other characters")) => {
                *matcher = Matcher::Char(Char(0x21));
            }
            _ => {}
        }
    }
}
