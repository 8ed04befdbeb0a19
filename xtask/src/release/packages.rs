//! The packages of the repository, as their manifests describe them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use toml::{Table, Value};

/// A manifest of cargo's.
#[derive(Debug)]
pub(crate) struct Manifest {
    /// Its path, from the root of the repository.
    pub(crate) path: String,
    /// What it says.
    pub(crate) table: Table,
}

/// Every manifest of the repository, and what the root says for all of them.
#[derive(Debug)]
pub(crate) struct Packages {
    /// The version of a release.
    pub(crate) version: String,
    /// The address of the repository.
    pub(crate) address: String,
    /// The manifests that git knows.
    pub(crate) manifests: Vec<Manifest>,
}

impl Packages {
    /// Reads the manifests.
    ///
    /// # Errors
    /// If git does not answer, a manifest cannot be read, or the root has no version or no address.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let mut manifests = Vec::new();
        for path in tracked(root, &["*Cargo.toml"])? {
            let text = read(root, &path)?;
            let table = text
                .parse()
                .map_err(|error| format!("{path}: {}", first_line(&error)))?;
            manifests.push(Manifest { path, table });
        }
        let of_root = |key: &str| {
            let manifest = manifests.iter().find(|one| one.path == "Cargo.toml")?;
            string(&manifest.table, &["workspace", "package", key]).map(str::to_owned)
        };
        let missing = |key: &str| format!("Cargo.toml: no `workspace.package.{key}`");
        Ok(Packages {
            version: of_root("version").ok_or_else(|| missing("version"))?,
            address: of_root("repository").ok_or_else(|| missing("repository"))?,
            manifests,
        })
    }

    /// The names of the packages that are published, in a workspace whose root is in a folder.
    pub(crate) fn published(&self) -> impl Iterator<Item = (&str, &Manifest)> {
        self.manifests.iter().filter_map(|manifest| {
            let package = manifest.table.get("package")?;
            let is_private = package.get("publish").and_then(Value::as_bool) == Some(false);
            let name = package.get("name")?.as_str()?;
            (!is_private).then_some((name, manifest))
        })
    }

    /// The names of published packages on which some depend, with these.
    pub(crate) fn needed_by(&self, names: &[&str]) -> BTreeSet<String> {
        let mut needed = BTreeSet::new();
        let mut open: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        while let Some(name) = open.pop() {
            let found = self.published().find(|(known, _)| *known == name);
            let dependencies = found.and_then(|(_, of)| of.table.get("dependencies")?.as_table());
            if found.is_some() && needed.insert(name) {
                open.extend(dependencies.into_iter().flat_map(|of| of.keys().cloned()));
            }
        }
        needed
    }
}

/// The files that git knows, of some patterns.
///
/// # Errors
/// If git cannot be run, or refuses.
pub(crate) fn tracked(root: &Path, patterns: &[&str]) -> Result<Vec<String>, String> {
    let mut git = Command::new("git");
    git.arg("-C")
        .arg(folder(root))
        .args(["ls-files", "-z", "--"]);
    let output = git.args(patterns).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    if !output.status.success() {
        return Err("git does not know this folder".to_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout);
    Ok(names.split_terminator('\0').map(str::to_owned).collect())
}

/// A folder as an argument: an empty path is the current one.
pub(crate) fn folder(root: &Path) -> &Path {
    match root.as_os_str().is_empty() {
        true => Path::new("."),
        false => root,
    }
}

/// The text of a file of the repository.
///
/// # Errors
/// If it cannot be read; the message has its path.
pub(crate) fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// A string in nested tables.
pub(crate) fn string<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t str> {
    let (first, rest) = keys.split_first()?;
    let value = table.get(*first)?;
    match rest {
        [] => value.as_str(),
        _ => string(value.as_table()?, rest),
    }
}

/// The first line of an error with several.
fn first_line(error: &impl ToString) -> String {
    error
        .to_string()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
