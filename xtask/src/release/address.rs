//! The address of the repository, which is a placeholder until somebody registers it.
//!
//! It stands in `workspace.package.repository`; other files repeat it where their formats cannot refer to that.

use super::finding::Finding;
use super::packages::{Packages, folder, read, tracked};
use std::fs;
use std::path::Path;

/// The files that repeat the address. Any other file that has it is a finding.
const COPIES: [&str; 12] = [
    ".github/ISSUE_TEMPLATE/config.yml",
    "CHANGELOG.md",
    "SECURITY.md",
    "integrations/arrow/Cargo.toml",
    "integrations/datafusion/Cargo.toml",
    "integrations/js/package.json",
    "integrations/pull-request/README.md",
    "integrations/python/pyproject.toml",
    "integrations/rewrite/src/lib.rs",
    "integrations/site/page.html",
    "tokenizer/README.md",
    "tokenizer/src/lib.rs",
];

/// The owner and the name of the repository, as in the name of an action.
fn short(address: &str) -> Result<&str, String> {
    let path = address.strip_prefix("https://github.com/");
    let path = path.filter(|path| {
        let mut parts = path.split('/');
        let two = [parts.next(), parts.next()];
        two.iter().all(|part| part.is_some_and(|it| !it.is_empty())) && parts.next().is_none()
    });
    path.ok_or_else(|| format!("`{address}` is not `https://github.com/OWNER/NAME`"))
}

/// The files that have another address, or have it and are not known to.
///
/// # Errors
/// If the address is of another form, or a file cannot be read.
pub(crate) fn check(root: &Path, packages: &Packages) -> Result<Vec<Finding>, String> {
    let short = short(&packages.address)?;
    let mut findings = Vec::new();
    for path in COPIES {
        if !has(&read(root, path)?, short) {
            let message = format!("no address `{short}`, as `workspace.package.repository` has it");
            findings.push(Finding::new(path, message));
        }
    }
    for path in tracked(root, &[])? {
        let is_known = path == "Cargo.toml" || COPIES.contains(&&*path);
        // What is no text has no address.
        let text = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if !is_known && has(&text, short) {
            let message =
                "the address of the repository; list the file in xtask/src/release/address.rs";
            findings.push(Finding::new(path, message));
        }
    }
    Ok(findings)
}

/// Whether a text has the owner and the name, and not as a part of longer ones.
fn has(text: &str, short: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.match_indices(short).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + short.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Writes another address into the root and the copies, and returns how many files changed.
///
/// # Errors
/// If an address is of another form, or a file cannot be read or written.
pub(crate) fn set(root: &Path, address: &str) -> Result<usize, String> {
    let new = short(address)?;
    let packages = Packages::read(folder(root))?;
    let old = short(&packages.address)?;
    let mut written = 0;
    for path in ["Cargo.toml"].iter().chain(&COPIES) {
        let text = read(root, path)?;
        let changed = text.replace(old, new);
        if changed != text {
            fs::write(root.join(path), changed).map_err(|error| format!("{path}: {error}"))?;
            written += 1;
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_owner_and_a_name() {
        assert_eq!(short("https://github.com/a/b"), Ok("a/b"));
        for wrong in [
            "https://github.com/a",
            "https://github.com/a/b/c",
            "https://github.com//b",
            "a/b",
        ] {
            assert!(short(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_is_no_part_of_another() {
        assert!(has("uses: a/b/action@main", "a/b"));
        assert!(has("git+https://github.com/a/b.git", "a/b"));
        assert!(!has("../data/b", "a/b"));
        assert!(!has("a/bookshop", "a/b"));
    }
}
