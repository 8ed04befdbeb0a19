//! The minimum Rust version: what Cargo.toml promises, the dependencies and the documents must agree.

use crate::workspace;
use serde_json::Value;
use std::fs;
use std::process::Command;

/// A version such as `1.89` or `1.89.0`, as numbers that compare.
fn version(text: &str) -> Vec<u32> {
    let numbers = text.split('.').map(|number| number.parse().ok());
    let mut numbers: Vec<u32> = numbers
        .collect::<Option<_>>()
        .unwrap_or_else(|| panic!("`{text}` is not a Rust version"));
    numbers.resize(3, 0);
    numbers
}

/// All packages of the locked graph, for every target and feature.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--all-features",
            "--locked",
        ])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata failed: {errors}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn promised(packages: &[Value]) -> &str {
    let ours = packages.iter().find(|package| package["name"] == "xtask");
    ours.expect("xtask is a package")["rust_version"]
        .as_str()
        .expect("Cargo.toml sets rust-version")
}

#[test]
fn no_dependency_needs_a_newer_rust() {
    let packages = packages();
    let promised = promised(&packages);
    let newer: Vec<_> = packages
        .iter()
        .filter_map(|package| {
            let needed = package["rust_version"].as_str()?;
            let is_newer = version(needed) > version(promised);
            let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
            is_newer.then(|| format!("{name} {version} needs Rust {needed}"))
        })
        .collect();
    assert!(
        newer.is_empty(),
        "Cargo.toml promises Rust {promised}, but {}; run `cargo update --package NAME --precise VERSION` \
         with an older version, or raise `rust-version`",
        newer.join(", ")
    );
}

#[test]
fn the_documents_name_the_minimum_version() {
    let packages = packages();
    let sentence = format!("Rust {} or newer", promised(&packages));
    for path in ["README.md", "tokenizer/README.md"] {
        let text = fs::read_to_string(workspace().join(path)).expect(path);
        assert!(
            text.contains(&sentence),
            "{path} must say `{sentence}`, as `rust-version` in Cargo.toml does"
        );
    }
}
