//! `cargo xtask release --dry-run`: what has to agree before anything is published.

use crate::workspace;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    let output = git.arg("-C").arg(folder).args(arguments).output();
    let output = output.expect("git runs");
    assert!(output.status.success(), "git {arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A folder with the files that a release reads, known to git, before its version has a section in the changelog.
fn copy(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if root.exists() {
        fs::remove_dir_all(&root).expect("an old copy can be removed");
    }
    let manifests = git(&workspace(), &["ls-files", "*Cargo.toml"]);
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).expect("a manifest");
    let (_, address) = manifest
        .split_once("https://github.com/")
        .expect("an address");
    let (address, _) = address.split_once('"').expect("its end");
    let copies = git(&workspace(), &["grep", "-lF", address]);
    let actions = git(
        &workspace(),
        &["ls-files", ".github/workflows", "*action.yml"],
    );
    let files = manifests.lines().chain(copies.lines());
    for file in files.chain(actions.lines()) {
        let target = root.join(file);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::copy(workspace().join(file), target).expect("a file of the workspace");
    }
    let text = fs::read_to_string(root.join("CHANGELOG.md")).expect("a changelog");
    let (_, address) = text.split_once("\n[Unreleased]: ").expect("an address");
    let text = format!("# Changelog\n\n## [Unreleased]\n\n- news\n\n[Unreleased]: {address}");
    fs::write(root.join("CHANGELOG.md"), text).expect("a changelog");
    fs::create_dir(root.join("spec")).expect("the folder of the tables");
    git(&root, &["init", "--quiet"]);
    git(&root, &["add", "--all"]);
    root
}

/// Whether the release succeeds in a folder, and both its outputs.
fn release(root: &Path, arguments: &[&str]) -> (bool, String) {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = xtask
        .arg("release")
        .args(arguments)
        .current_dir(root)
        .output();
    let output = output.expect("xtask runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8(text).expect("UTF-8"),
    )
}

#[test]
fn versions_address_and_changelog_agree() {
    let (agrees, text) = release(&workspace(), &["--dry-run", "agreement", "changelog"]);
    assert!(agrees, "{text}");
}

#[test]
fn a_place_that_disagrees_is_named() {
    let root = copy("release-disagreements");
    let (agrees, text) = release(&root, &["--dry-run", "agreement", "changelog"]);
    assert!(agrees, "{text}");
    let planted = include_str!("planted.toml").replace("VERSION", VERSION);
    let planted: BTreeMap<String, Vec<[String; 3]>> = toml::from_str(&planted).expect("texts");
    assert_eq!(planted["planted"].len(), 14);
    for [file, from, to] in &planted["planted"] {
        let path = root.join(file);
        let before = fs::read_to_string(&path).expect("a file");
        assert!(before.contains(from), "{file} has {from}");
        fs::write(&path, before.replacen(from, to, 1)).expect("a file");
        let (agrees, text) = release(&root, &["--dry-run", "agreement", "changelog"]);
        fs::write(&path, before).expect("a file");
        assert!(!agrees, "{file}: {to} was not found\n{text}");
        assert!(text.contains(&format!("error: {file}:")), "{text}");
    }
}

#[test]
fn a_file_that_repeats_the_address_is_named() {
    let root = copy("release-unknown");
    let text = fs::read_to_string(root.join("SECURITY.md")).expect("a file");
    fs::write(root.join("NEWS.md"), text).expect("a file");
    git(&root, &["add", "--all"]);
    let (agrees, text) = release(&root, &["--dry-run", "agreement"]);
    assert!(!agrees && text.contains("error: NEWS.md: "), "{text}");
}

#[test]
fn a_tag_needs_its_version_and_its_section() {
    let root = copy("release-tags");
    let of = |tag: &str| {
        release(
            &root,
            &["--dry-run", "--tag", tag, "agreement", "changelog"],
        )
    };
    let (agrees, text) = of("v9.9.9");
    assert!(!agrees && text.contains("the tag is v9.9.9"), "{text}");
    let tag = format!("v{VERSION}");
    let (agrees, text) = of(&tag);
    let expected = format!("no section {VERSION} for the tag");
    assert!(!agrees && text.contains(&expected), "{text}");
    let path = root.join("CHANGELOG.md");
    let text = fs::read_to_string(&path).expect("a file");
    let text = text.replace("## [Unreleased]", &format!("## [{VERSION}] - 2026-12-01"));
    let text = text.replace("\n[Unreleased]: ", &format!("\n[{VERSION}]: "));
    fs::write(&path, text).expect("a file");
    let (agrees, text) = of(&tag);
    assert!(agrees, "{text}");
}

#[test]
fn another_address_is_written_everywhere() {
    let root = copy("release-address");
    let (written, text) = release(&root, &["--set-address", "https://github.com/a-b/c"]);
    assert!(written && text.contains("written: 13 files"), "{text}");
    let (agrees, text) = release(&root, &["--dry-run", "agreement"]);
    assert!(
        agrees && text.contains("https://github.com/a-b/c"),
        "{text}"
    );
    let (written, text) = release(&root, &["--set-address", "example.org"]);
    assert!(
        !written && text.contains("is not `https://github.com/OWNER/NAME`"),
        "{text}"
    );
}
