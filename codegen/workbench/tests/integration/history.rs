//! The pages about what changed.

use crate::support;
use crate::support::xtask;

#[test]
#[ignore = "slow; .ci/run runs the command"]
fn the_pages_are_those_of_the_tables() {
    let (status, stdout, stderr) = support::run(&mut xtask(&["history", "--check"]));
    assert_eq!(
        status,
        Some(0),
        "docs/history is out of date: run `cargo xtask bless`\n{stdout}{stderr}",
    );
}
