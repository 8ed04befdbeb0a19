//! The dependencies between crates: what a user of `tokenwright` compiles, and the crate borders of ARCHITECTURE.md.

use crate::workspace;
use std::fs;
use std::process::Command;

/// The packages that a package needs on a target, itself included.
fn packages(package: &str, target: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--target", target])
        .args(["--edges", "normal,build", "--prefix", "none", "--locked"])
        .current_dir(workspace())
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
        packages("tokenwright", "x86_64-unknown-linux-gnu"),
        ["tokenwright", "safe_arch"],
        "README.md and SECURITY.md state two crates by default"
    );
}

#[test]
fn the_crate_compiles_three_crates_elsewhere() {
    assert_eq!(
        packages("tokenwright", "aarch64-unknown-linux-gnu"),
        ["tokenwright", "wide", "bytemuck"],
        "SECURITY.md names these crates"
    );
}

/// Dependencies that are not allowed, not even indirectly. Each holds an invariant: the checker of proofs does not use the search, the
/// oracle shares only the model with the compiler, the reader of the generated code is neither of the programs that it is compared
/// with, and the commands work if the generated code is broken.
#[test]
fn crate_borders_hold() {
    let borders: [(&str, &[&str]); 7] = [
        ("checker", &["analyses", "prover"]),
        ("interpreter", &["compiler", "prover"]),
        ("compiler", &["interpreter", "analyses"]),
        ("analyses", &["tokenwright", "compiler"]),
        ("readback", &["tokenwright", "prover", "interpreter"]),
        ("xtask", &["tokenwright", "analyses"]),
        ("workbench", &["tokenwright"]),
    ];
    let full = |name: &str| match name {
        "tokenwright" | "xtask" => name.to_owned(),
        name => format!("tokenwright-{name}"),
    };
    for (package, forbidden) in borders {
        let needed = packages(&full(package), "x86_64-unknown-linux-gnu");
        assert!(needed.contains(&full("tables")), "{package}: {needed:?}");
        for other in forbidden {
            let depends = needed.contains(&full(other));
            assert!(!depends, "{package} depends on {other}");
        }
    }
}

/// The reader has the programs from the compiler's crate, and with them its printer. It would prove nothing with that.
#[test]
fn the_reader_uses_nothing_of_the_printer() {
    let mut folders = vec![workspace().join("codegen/readback/src")];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => paths.push(path),
            }
        }
    }
    for path in &paths {
        let text = fs::read_to_string(path).expect("a source");
        for part in ["emit::", "::emit", "quote::", "prettyplease", ".files_of("] {
            assert!(!text.contains(part), "{}: {part}", path.display());
        }
    }
    assert!(paths.len() > 35, "{} files", paths.len());
}
