//! The tokenizer tests of html5lib, in all versions of the format since 2008.
//!
//! [`suite`] reads the tests from the time of a revision. A [`Case`] is one test in one initial state,
//! normalised over the versions of the format; [`Case::judge`] compares the output of a tokenizer with the
//! expectation.

mod case;
mod event;
mod form;
mod overruled;
mod report;
mod run;
mod string;
mod suite;
mod verdict;

pub use case::{Case, Expected, ExpectedErrors, Setup};
pub use event::{ErrorPlace, Event};
pub use overruled::{Exception, Exceptions, LoneSurrogates};
pub use report::{Counts, judge};
pub use run::{generated, interpreted};
pub use suite::{Suite, SuiteError, corners, suite};
pub use verdict::Verdict;
