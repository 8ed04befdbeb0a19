//! The pages about what changed.

use crate::support;

#[test]
#[ignore = "slow; .ci/scheduled runs it, and .ci/run makes one page"]
fn the_pages_are_those_of_the_tables() {
    let run = support::run(&["history", "--check"]);
    assert_eq!(
        run.status,
        Some(0),
        "docs/history is out of date: run `cargo xtask bless`\n{}",
        run.printed()
    );
}
