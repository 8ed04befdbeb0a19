//! Test suites in html5lib's form: generated from tables, measured, read and written.
//!
//! A test counts for a row if the output of some mutant of the row differs on it. Running the row is not
//! enough.

mod alphabet;
mod build;
mod conditions;
mod context;
mod edit;
mod fork;
mod fork_search;
mod form;
mod judge;
mod local;
mod of_difference;
mod probes;
mod read;
mod rebase;
mod rebaseline;
mod recorder;
mod score;
mod search;
pub mod trees;
mod view;

pub use build::{Suite, Test, build, inputs, inputs_until};
pub use form::{json, upstream};
pub use judge::{Judgement, judge};
pub use of_difference::of_difference;
pub use read::{Case, LoneSurrogate, ReadError, read};
pub use rebase::{Rebase, Rebased, RebasedTest};
pub use rebaseline::{Rebaseline, Rebaselined, UnexplainedTest};
pub use score::{Measure, Survivor, TestRun, Tests, cover, measure, showing};
pub use view::{View, ViewEntry};
