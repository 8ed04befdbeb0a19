//! The pages about what changed.

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "slow; .ci/run runs the command"]
fn the_pages_are_those_of_the_tables() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["history", "--check"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("the commands run");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "docs/history is out of date: run `cargo xtask bless`\n{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
