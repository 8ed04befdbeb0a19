//! The differences of two revisions, in the words of the spec.
//!
//! [`compare`] takes two [`Side`]s, each from tables or from a page, and returns a [`Difference`]: plain
//! data with a [`Change`] for every row, rule, definition, code or fact that differs. [`Difference::apply`]
//! applies a single one. [`text`], [`markdown`] and [`json`] print it.
//!
//! A new wording with the same meaning is no difference; it is listed as [`Editorial`]. If a page was not
//! understood at some place, missing content there does not count as removed: it is [`Open`].

mod apply;
mod change;
mod compare;
mod editorial;
mod holes;
mod json;
mod lost;
mod markdown;
mod matching;
mod moves;
mod names;
mod outside;
mod rename;
mod row_index;
mod row_keys;
mod rows;
mod sequence;
mod side;
mod state;
mod states;
mod steps;
mod summary;
mod tables;
mod takers;
mod takes;
mod text;
pub mod trees;
mod wording;

pub use change::{
    Change, Content, Difference, Editorial, Kind, Line, Mark, Moved, Open, Relation, StateAt,
    StateChange, Subject,
};
pub use compare::compare;
pub use json::json;
pub use markdown::{Markdown, markdown};
pub use rename::renamed;
pub use side::{Page, Side};
pub use text::text;

/// The states that correspond to each other: by name, by the tables' earlier names, or by their contents;
/// the older name and the newer one.
pub(crate) fn states_paired<'r>(
    from: &'r tokenwright_tables::model::Revision,
    to: &'r tokenwright_tables::model::Revision,
) -> Vec<(&'r str, &'r str)> {
    let pairs = states::pair(&from.states, &to.states).pairs.into_iter();
    let name = |state: &'r tokenwright_tables::model::State| state.name.as_str();
    let pairs = pairs.map(|pair| (name(&from.states[pair.from]), name(&to.states[pair.to])));
    pairs.collect()
}
