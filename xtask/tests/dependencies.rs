//! The number of crates that a program compiles because of `tokenwright`.

use std::process::Command;

/// The packages that `tokenwright` needs on a target, itself included.
fn packages(target: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "tokenwright", "--target", target])
        .args(["--edges", "normal,build", "--prefix", "none", "--locked"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo tree failed: {errors}");
    let tree = String::from_utf8(output.stdout).expect("cargo prints UTF-8");
    tree.lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_crate_compiles_two_crates_on_x86_64() {
    assert_eq!(
        packages("x86_64-unknown-linux-gnu"),
        ["tokenwright", "safe_arch"],
        "README.md and SECURITY.md promise two crates by default"
    );
}

#[test]
fn the_crate_compiles_three_crates_elsewhere() {
    assert_eq!(
        packages("aarch64-unknown-linux-gnu"),
        ["tokenwright", "wide", "bytemuck"],
        "SECURITY.md names these crates"
    );
}
