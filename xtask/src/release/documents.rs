//! The steps of a release that only read files.

use super::changelog::{self, Section};
use super::finding::Finding;
use super::packages::{Packages, read};
use super::steps::Outcome;
use super::{actions, address, versions};
use crate::report::counted;
use std::path::Path;

/// Whether nothing was released before.
///
/// # Errors
/// If the changelog cannot be read.
pub(crate) fn is_first_release(root: &Path, packages: &Packages) -> Result<bool, String> {
    let text = read(root, changelog::FILE)?;
    Ok(!changelog::has_earlier(&text, &packages.version))
}

/// Compares the versions and the addresses, with each other and with the tag, and looks at the pins of actions.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn agreement(
    root: &Path,
    packages: &Packages,
    tag: Option<&str>,
) -> Result<Outcome, String> {
    let mut findings = versions::check(root, packages)?;
    findings.extend(address::check(root, packages)?);
    findings.extend(actions::check(root)?);
    if let Some(tag) = tag.filter(|tag| **tag != format!("v{}", packages.version)) {
        let message = format!("the tag is {tag}, and the version {}", packages.version);
        findings.push(Finding::new("Cargo.toml", message));
    }
    if !findings.is_empty() {
        return Ok(Outcome::Found(findings));
    }
    let (version, address) = (&packages.version, &packages.address);
    let manifests = counted(packages.manifests.len(), "manifest");
    Ok(Outcome::Done(format!(
        "version {version} in {manifests}; {address}"
    )))
}

/// Looks for the section of the version, which a tag needs.
///
/// # Errors
/// If the changelog cannot be read.
pub(crate) fn changed(
    root: &Path,
    packages: &Packages,
    tag: Option<&str>,
) -> Result<Outcome, String> {
    let version = &packages.version;
    Ok(
        match (
            changelog::section(&read(root, changelog::FILE)?, version),
            tag,
        ) {
            (Ok(Section::Dated), _) => Outcome::Done(format!("section {version}")),
            (Ok(Section::Unreleased), None) => Outcome::Done(format!(
                "no section {version} yet: before the tag, `Unreleased` becomes `[{version}] - DATE`"
            )),
            (Ok(Section::Unreleased), Some(tag)) => {
                let message = format!("no section {version} for the tag {tag}");
                Outcome::Found(vec![Finding::new(changelog::FILE, message)])
            }
            (Err(finding), _) => Outcome::Found(vec![finding]),
        },
    )
}
