//! Test suites in html5lib's form: made from tables, measured, read and written.
//!
//! A test is worth what it shows. It counts for a row if some mutant of the row gives another output
//! for it; that a row merely ran is no test of it.

mod alphabet;
mod asked;
mod build;
mod context;
mod edit;
mod fork;
mod forks;
mod form;
mod hunt;
mod judge;
mod local;
mod notes;
mod probes;
mod read;
mod rebase;
mod score;
mod view;

pub use build::{Suite, Test, build, inputs};
pub use form::json;
pub use judge::{Judgement, judge};
pub use read::{Case, ReadError, read};
pub use rebase::{Rebase, Rebased, RebasedTest};
pub use score::{Measure, Run, Survivor, Tests, measure, showing};
pub use view::{Shown, View};
