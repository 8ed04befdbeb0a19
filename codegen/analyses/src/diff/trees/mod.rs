//! The differences of two tables of tree construction, in the words of the spec.
//!
//! [`compare`] pairs modes, algorithms and lists by their names, then by their contents, and rows by the tokens that they
//! match. What still differs is a [`TreeChange`]: plain data, which [`text`](text::text), [`markdown`] and [`json`] print.
//! Names of variables, the order of what is looked up by its name, of rows that match nothing in common, and of steps that touch
//! nothing in common are no difference.

mod apply;
mod canonical;
mod categories;
mod change;
mod compare;
mod json;
mod lists;
mod markdown;
mod pairs;
mod parts;
mod rows;
mod same;
mod text;
mod tokens;

pub use apply::apply;
pub use categories::categories;
pub use change::{Part, PartChange, PartRef, TreeChange, TreeDifference, TreeSubject};
pub use compare::compare;
pub use json::json;
pub use markdown::markdown;
pub(crate) use parts::short;
pub use text::text;
