//! The result of a comparison of two tables of tree construction.

use super::super::change::Change;
use tokenwright_interpreter::tree::RowsOf;

/// Two tables of tree construction side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeDifference {
    /// The names of both sides.
    pub names: [String; 2],
    /// The numbers of modes and of algorithms of both sides.
    pub sizes: [(usize, usize); 2],
    /// Changes of sets, scopes, lists, definitions, and of what belongs to the document.
    pub lists: Vec<TreeChange>,
    /// The modes and algorithms that changed, in the order of the newer side; removed ones after their predecessor.
    pub parts: Vec<PartChange>,
    /// Modes that have another name and the same contents, or nearly: the older name and the newer one.
    pub renamed_modes: Vec<(String, String)>,
    /// Whether both sides are the same up to the order and the names of what they have.
    pub same: bool,
}

/// A mode or an algorithm that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartChange {
    /// Which part it is.
    pub part: PartRef,
    /// Its name: the newer one, where it has both.
    pub name: String,
    /// Its older name, if it has another now.
    pub was: Option<String>,
    /// Its section on the older side, such as `13.2.6.4.7`.
    pub from_number: Option<String>,
    /// Its section on the newer side.
    pub to_number: Option<String>,
    /// The changes in it.
    pub changes: Vec<TreeChange>,
}

/// A mode or an algorithm, as indices into the tables of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartRef {
    /// Its kind.
    pub kind: Part,
    /// On the older side. The rules for foreign content are alone, and have the index 0.
    pub from: Option<usize>,
    /// On the newer side.
    pub to: Option<usize>,
}

impl PartRef {
    /// Its index on a side.
    pub(crate) fn on(self, newer: bool) -> Option<usize> {
        if newer { self.to } else { self.from }
    }

    /// Its rows on a side; none if it is an algorithm, or is not there.
    #[must_use]
    pub fn rows(self, newer: bool) -> Option<RowsOf> {
        let at = self.on(newer)?;
        match self.kind {
            Part::Mode => Some(RowsOf::Mode(at)),
            Part::ForeignContent => Some(RowsOf::ForeignContent),
            Part::Algorithm => None,
        }
    }
}

/// The kinds of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// An insertion mode.
    Mode,
    /// The rules for parsing tokens in foreign content.
    ForeignContent,
    /// An algorithm.
    Algorithm,
}

/// One thing that is not the same. Its identifier is like `mode in body/row <p>`; the contents of a row and of a list are
/// their names. A row has moved only if it has passed a row that matches some of the same.
pub type TreeChange = Change<TreeSubject>;

/// The subject of a [`TreeChange`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeSubject {
    /// A mode or an algorithm as a whole.
    Part,
    /// A row of a mode, by its indices among the rows of both sides.
    Row {
        /// On the older side.
        from: Option<usize>,
        /// On the newer side.
        to: Option<usize>,
        /// The tokens that it matches, in short: on the newer side, where it is there.
        label: String,
    },
    /// The steps of an algorithm.
    Steps,
    /// The kinds of tokens that never come.
    Never,
    /// A set, a scope, a list or a definition, by its kind and its name.
    List(&'static str, String),
}

impl TreeDifference {
    /// Every change, those of lists first.
    pub fn changes(&self) -> impl Iterator<Item = &TreeChange> {
        let parts = self.parts.iter().flat_map(|part| &part.changes);
        self.lists.iter().chain(parts)
    }

    /// Whether nothing differs but the order of what has a name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.parts.is_empty()
    }
}
