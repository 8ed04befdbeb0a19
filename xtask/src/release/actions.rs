//! The actions of others that the workflows run: each is pinned by the hash of a commit.

use super::finding::Finding;
use super::packages::{read, tracked};
use std::collections::BTreeMap;
use std::path::Path;

/// The workflows, and the actions of this repository.
const PATTERNS: [&str; 4] = [
    ".github/workflows/*.yml",
    ".github/workflows/*.yaml",
    "*action.yml",
    "*action.yaml",
];

/// The actions that are named by something else than the hash of a commit and its tag, or by two hashes.
///
/// # Errors
/// If git does not answer, or a file cannot be read.
pub(crate) fn check(root: &Path) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    let mut pins = BTreeMap::new();
    for path in tracked(root, &PATTERNS)? {
        for (number, line) in read(root, &path)?.lines().enumerate() {
            let Some(used) = used(line) else { continue };
            let place = || format!("{path}:{}", number + 1);
            match pin(used) {
                Ok(None) => {}
                Ok(Some((name, pin))) => {
                    let (first, at) = pins
                        .entry(name.to_owned())
                        .or_insert((pin.to_owned(), place()));
                    if first != pin {
                        let message =
                            format!("`{name}` is pinned to `{first}` in {at}, and to `{pin}` here");
                        findings.push(Finding::new(place(), message));
                    }
                }
                Err(message) => findings.push(Finding::new(place(), message)),
            }
        }
    }
    Ok(findings)
}

/// The action that a line names, with the comment after it.
fn used(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    Some(line.strip_prefix("uses:")?.trim())
}

/// The name and the pin of an action; none if it is a folder of this repository.
fn pin(used: &str) -> Result<Option<(&str, &str)>, String> {
    if used.starts_with("./") {
        return Ok(None);
    }
    let wrong = || {
        format!(
            "`{used}` is not pinned: write `OWNER/NAME@HASH # TAG`, with the 40 digits of the tag's commit"
        )
    };
    let (name, pin) = used.split_once('@').ok_or_else(wrong)?;
    let (hash, tag) = pin.split_once(" # ").ok_or_else(wrong)?;
    let is_hash = hash.len() == 40
        && hash
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_tag = !tag.is_empty() && !tag.contains(char::is_whitespace);
    (is_hash && is_tag)
        .then_some(Some((name, pin)))
        .ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn a_step_names_an_action() {
        assert_eq!(used("      - uses: a/b@c # v1"), Some("a/b@c # v1"));
        assert_eq!(used("        uses: ./folder"), Some("./folder"));
        assert_eq!(used("      - run: uses: a/b@c"), None);
    }

    #[test]
    fn only_a_hash_with_its_tag_is_a_pin() {
        let good = format!("a/b@{HASH} # v1.2.3");
        assert_eq!(pin(&good), Ok(Some(("a/b", &good[4..]))));
        assert_eq!(pin("./folder"), Ok(None));
        for wrong in [
            "a/b".to_owned(),
            "a/b@v1".to_owned(),
            "a/b@v1 # v1".to_owned(),
            format!("a/b@{HASH}"),
            format!("a/b@{}# v1", &HASH[1..]),
            format!("a/b@{} # v1", &HASH[1..]),
            format!("a/b@{} # v1", HASH.to_uppercase()),
        ] {
            assert!(pin(&wrong).is_err(), "{wrong}");
        }
    }
}
