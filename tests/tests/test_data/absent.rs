//! Tests without their data.

use libtest_mimic::{Failed, Trial};
use tokenwright_tests::shared::Absent;

/// A test that is ignored, or fails if the data is required.
pub(crate) fn trial(name: String, absent: Absent) -> Trial {
    let skipped = absent.skip();
    let ignored = skipped.is_ok();
    Trial::test(name, move || skipped.map_err(Failed::from)).with_ignored_flag(ignored)
}
