//! The rows and the algorithms of tree construction.

use super::Trees;
use tokenwright_analyses::suite::trees::Goal;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{Clause, Entry, Mode, Row};

/// Which row or algorithm, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PartId {
    Row(RowsOf, usize),
    Algorithm(usize),
}

impl From<PartId> for Goal {
    fn from(part: PartId) -> Self {
        match part {
            PartId::Row(of, at) => Goal::Row(of, at),
            PartId::Algorithm(at) => Goal::Algorithm(at),
        }
    }
}

/// A row or an algorithm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'t> {
    pub(crate) id: PartId,
    pub(crate) place: Place,
    pub(crate) body: &'t [Clause],
}

impl Trees {
    /// The insertion modes, and the rules for foreign content.
    pub(crate) fn modes(&self) -> impl Iterator<Item = (RowsOf, &Mode)> {
        RowsOf::all(&self.tables)
    }

    /// Every row, and every algorithm, in the order of the tables.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        let rows = self.modes().flat_map(|(of, mode)| {
            let rows = mode.rows.iter().enumerate();
            rows.map(move |(at, row)| Part {
                id: PartId::Row(of, at),
                place: row.place.place,
                body: &row.body,
            })
        });
        let algorithms = self.tables.algorithms.iter().enumerate();
        let algorithms = algorithms.map(|(at, algorithm)| Part {
            id: PartId::Algorithm(at),
            place: algorithm.name.place,
            body: &algorithm.body,
        });
        rows.chain(algorithms).collect()
    }

    /// A row of a mode.
    pub(crate) fn row(&self, of: RowsOf, at: usize) -> Option<&Row> {
        of.mode(&self.tables)?.rows.get(at)
    }

    /// The heading of a mode's section with its number; its name if the tables have no section for it.
    pub(crate) fn title(&self, of: RowsOf) -> String {
        let entry = match of {
            RowsOf::Mode(at) => Entry::Mode(at),
            RowsOf::ForeignContent => Entry::ForeignContent,
        };
        match self.tables.section_of(entry) {
            Some(section) => format!("{} {}", section.number.value, section.title),
            None => self.mode_in_short(of),
        }
    }

    /// The mode, as a sentence calls it.
    pub(crate) fn mode_in_short(&self, of: RowsOf) -> String {
        match of {
            RowsOf::Mode(at) => format!("\"{}\"", self.tables.modes[at].name.value),
            RowsOf::ForeignContent => "in foreign content".to_owned(),
        }
    }

    /// A part in a line, with at most as many names of elements.
    pub(crate) fn in_short(&self, id: PartId, most: usize) -> String {
        match id {
            PartId::Row(of, at) => {
                let row = self.row(of, at);
                let terms = row.map(|row| english::terms(row, most).join(", or "));
                format!("{}: {}", self.mode_in_short(of), terms.unwrap_or_default())
            }
            PartId::Algorithm(at) => {
                format!("the algorithm `{}`", self.tables.algorithms[at].name.value)
            }
        }
    }
}
