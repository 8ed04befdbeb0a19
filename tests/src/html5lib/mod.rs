//! The tokenizer tests of html5lib, in all versions of the format since 2008.
//!
//! [`suite`] reads the tests from the time of a revision, and [`judge`] runs those of a file.

mod overruled;
mod report;
mod run;
mod suite;

pub use overruled::{Exception, Exceptions, LoneSurrogates};
pub use report::{Counts, judge};
pub use run::{generated, interpreted};
pub use suite::{Suite, SuiteError, TestFile, corners, suite};
