//! One version for everything that is released.

use super::finding::Finding;
use super::packages::{Manifest, Packages, read, string};
use std::path::Path;
use toml::{Table, Value};

/// A crate whose minor version is that of the library that it is for, with the name of that library.
const FOLLOWS: (&str, &str) = ("tokenwright-html5ever", "html5ever");

/// The files of other ecosystems with a version.
const NPM: &str = "integrations/js/package.json";
const PYTHON: &str = "integrations/python/pyproject.toml";

/// Everything that has another version than the root.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn check(root: &Path, packages: &Packages) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for manifest in &packages.manifests {
        findings.extend(of_manifest(manifest, packages));
    }
    let npm: serde_json::Value =
        serde_json::from_str(&read(root, NPM)?).map_err(|error| format!("{NPM}: {error}"))?;
    let version = npm.get("version").and_then(serde_json::Value::as_str);
    findings.extend(differs(NPM, version, &packages.version));
    let python: Table = read(root, PYTHON)?
        .parse()
        .map_err(|error| format!("{PYTHON}: {error}"))?;
    let dynamic = python.get("project").and_then(|it| it.get("dynamic"));
    let dynamic = dynamic.and_then(Value::as_array);
    if !dynamic.is_some_and(|all| all.contains(&Value::from("version"))) {
        let message = "the version is not `dynamic`: maturin takes it from Cargo.toml";
        findings.push(Finding::new(PYTHON, message));
    }
    Ok(findings)
}

fn differs(place: &str, found: Option<&str>, version: &str) -> Option<Finding> {
    let found = found.unwrap_or("none");
    (found != version).then(|| {
        let message = format!("the version is {found}, and `workspace.package.version` {version}");
        Finding::new(place, message)
    })
}

fn of_manifest(Manifest { path, table }: &Manifest, packages: &Packages) -> Vec<Finding> {
    let mut findings = Vec::new();
    // The root of a workspace may have a version for its packages.
    if let Some(own) = string(table, &["workspace", "package", "version"]) {
        findings.extend(differs(path, Some(own), &packages.version));
    }
    if let Some(package) = table.get("package").and_then(Value::as_table) {
        findings.extend(of_package(path, package, packages));
    }
    let shared = table.get("workspace").and_then(|it| it.get("dependencies"));
    let lists = [table.get("dependencies"), shared];
    for (name, dependency) in lists
        .into_iter()
        .flatten()
        .filter_map(Value::as_table)
        .flatten()
    {
        findings.extend(of_dependency(path, name, dependency, packages));
    }
    findings
}

/// The version of a package is the workspace's, or that of a library that it follows.
fn of_package(path: &str, package: &Table, packages: &Packages) -> Option<Finding> {
    let own = package.get("version")?.as_str()?;
    let name = package.get("name")?.as_str()?;
    if name == FOLLOWS.0 {
        let wanted = follows(packages)?;
        let fits = own.starts_with(&format!("{wanted}."));
        return (!fits).then(|| {
            let message = format!("the version is {own}, and that of {} {wanted}", FOLLOWS.1);
            Finding::new(path, message)
        });
    }
    let is_private = package.get("publish").and_then(Value::as_bool) == Some(false);
    // A package that nobody gets and that is nobody's workspace has the version 0.0.0.
    match is_private && own == "0.0.0" {
        true => None,
        false => differs(path, Some(own), &packages.version),
    }
}

/// The version of the library that a crate follows, such as `0.40`.
fn follows(packages: &Packages) -> Option<&str> {
    let root = packages
        .manifests
        .iter()
        .find(|it| it.path == "Cargo.toml")?;
    string(&root.table, &["workspace", "dependencies", FOLLOWS.1])
}

/// A dependency on a package of ours that is published needs the version as well as the path.
fn of_dependency(path: &str, name: &str, value: &Value, packages: &Packages) -> Option<Finding> {
    value.get("path")?;
    let (_, target) = packages
        .published()
        .find(|(published, _)| *published == name)?;
    let version = value.get("version").and_then(Value::as_str);
    let is_private = !packages.published().any(|(_, it)| it.path == path);
    if version.is_none() && is_private && path != "Cargo.toml" {
        return None;
    }
    let own = string(&target.table, &["package", "version"]).unwrap_or(&packages.version);
    let found = version.unwrap_or("none");
    (found != own).then(|| {
        let message =
            format!("the dependency on `{name}` has the version {found}, and it has {own}");
        Finding::new(path, message)
    })
}
