//! Places in the input: ranges, offsets, lines and columns.

mod line_index;
mod lines;
mod offsets;
mod span;

pub use line_index::{ColumnUnit, LineIndex};
pub(crate) use lines::{LONGEST_STEP_BACK, LineCount, Lines, PIECE};
pub(crate) use offsets::{Notes, Offsets};
pub use span::Span;
