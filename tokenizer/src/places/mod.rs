//! Places in the input: every offset, line and column comes from here.
//!
//! | question | answer |
//! |---|---|
//! | which range of the input | [`Span`] |
//! | which offset in the input has a position in the machine's text | [`Offsets`] |
//! | which line and column has the next error | [`Lines`], which counts along the text |
//! | which line and column has any offset | [`LineIndex`], which keeps the start of every line |

mod line_index;
mod lines;
mod offsets;
mod span;

pub use line_index::{ColumnUnit, LineIndex};
pub(crate) use lines::{LONGEST_STEP_BACK, LineCount, Lines, PIECE};
pub(crate) use offsets::{Notes, Offsets};
pub use span::Span;
