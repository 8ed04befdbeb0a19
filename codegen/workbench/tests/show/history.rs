//! The pages about what changed.

use crate::support;
use crate::support::xtask;

#[test]
#[ignore = "slow; .ci/scheduled runs it, and .ci/run makes one page"]
fn the_pages_are_those_of_the_tables() {
    let (status, stdout, stderr) = support::run(&mut xtask(&["history", "--check"]));
    assert_eq!(
        status,
        Some(0),
        "docs/history is out of date: run `cargo xtask bless`\n{stdout}{stderr}",
    );
}
