//! The source archive of the Python package, which builds without a network.
//!
//! `maturin sdist` packs the folder of one workspace. This package's crates are in two, the root's and that of
//! `integrations/arrow`, and neither is above the other. So the folders are laid out here as they are in the repository, with
//! manifests that name nothing else, the lock file, and the sources of the crates from crates.io, to which a configuration of
//! cargo's in the archive points.
//!
//! Cargo reads the manifest of every crate in the lock file, also of those that this package does not compile: dependencies of
//! features that are off. Of these only the manifest is packed.

use super::packages::{folder, read, tracked};
use super::programs::{Line, Stopped, capture};
use super::steps::Outcome;
use crate::report::{self, at};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The folder of the package, from the root.
const PACKAGE: &str = "integrations/python";
/// The folder of the workspace that the package is in.
const WORKSPACE: &str = "integrations/arrow";
/// The name of the distribution in the names of files.
const NAME: &str = "tokenwright_html";
/// What the build needs of a crate's folder.
const PACKED: [&str; 4] = ["src/", "README.md", "LICENSE-", "python/"];
/// The parts of a manifest that name files which are not packed, or crates that only they need.
const UNPACKED: [&str; 5] = ["dev-dependencies", "bin", "test", "bench", "example"];
/// Where cargo finds the sources, in the archive.
const CONFIGURATION: &str = "\
[source.crates-io]
replace-with = \"vendored\"

[source.vendored]
directory = \"vendor\"
";

/// Builds the archive, in a folder.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn run(root: &Path, out: &Path, version: &str) -> Result<Outcome, String> {
    fs::create_dir_all(out).map_err(at(out))?;
    match build(root, out, version) {
        Ok(archive) => {
            let size = fs::metadata(&archive).map_err(at(&archive))?.len();
            let text = format!("{}: {} kB", archive.display(), size / 1000);
            Ok(Outcome::Done(text))
        }
        Err(Stopped::Outcome(outcome)) => Ok(outcome),
        Err(Stopped::Error(error)) => Err(error),
    }
}

/// Lays the archive out in a folder and packs it; gives its path.
fn build(root: &Path, out: &Path, version: &str) -> Result<PathBuf, Stopped> {
    let name = format!("{NAME}-{version}");
    let staged = out.join(&name);
    if staged.exists() {
        fs::remove_dir_all(&staged).map_err(at(&staged))?;
    }
    let crates = crates(root)?;
    for one in &crates {
        stage(root, &staged, one)?;
    }
    root_of_workspace(root, &staged, &crates)?;
    let lock = format!("{WORKSPACE}/Cargo.lock");
    write(&staged.join(&lock), &read(root, &lock)?)?;
    project(root, &staged)?;
    pack(&staged, out, &name)
}

/// The folders of the package and of the crates of the repository that it depends on.
fn crates(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut next = vec![PACKAGE.to_owned()];
    while let Some(one) = next.pop() {
        let manifest = manifest(root, &one)?;
        let paths = dependencies(&manifest).filter_map(|it| it.get("path")?.as_str());
        next.extend(paths.map(|path| resolved(&one, path)));
        found.insert(one);
        next.retain(|one| !found.contains(one));
    }
    Ok(found)
}

fn manifest(root: &Path, one: &str) -> Result<Table, String> {
    table(root, &format!("{one}/Cargo.toml"))
}

/// A file of the repository that is TOML.
fn table(root: &Path, path: &str) -> Result<Table, String> {
    parsed(Path::new(path), &read(root, path)?)
}

fn parsed(path: &Path, text: &str) -> Result<Table, String> {
    let table: Result<Table, toml::de::Error> = text.parse();
    table.map_err(|error| at(path)(error.message()))
}

/// The dependencies of a manifest, for all targets.
fn dependencies(manifest: &Table) -> impl Iterator<Item = &Value> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values);
    let lists = targets.filter_map(|target| target.get("dependencies"));
    let lists = lists.chain(manifest.get("dependencies"));
    lists.filter_map(Value::as_table).flat_map(Table::values)
}

/// A path in a folder, from the root: `a/b` and `../c` is `a/c`.
fn resolved(folder: &str, path: &str) -> String {
    let mut parts: Vec<_> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Copies what is packed of a crate.
fn stage(root: &Path, staged: &Path, one: &str) -> Result<(), String> {
    for path in tracked(root, &[one])? {
        let inside = path
            .strip_prefix(one)
            .unwrap_or(&path)
            .trim_start_matches('/');
        if PACKED.iter().any(|packed| inside.starts_with(packed)) {
            let target = staged.join(&path);
            make_parent(&target)?;
            fs::copy(root.join(&path), &target).map_err(|error| format!("{path}: {error}"))?;
        }
    }
    let mut manifest = manifest(root, one)?;
    for key in UNPACKED {
        manifest.remove(key);
    }
    write(&staged.join(one).join("Cargo.toml"), &manifest.to_string())
}

/// Writes the manifest of the root's workspace, for the crates that are packed.
fn root_of_workspace(root: &Path, staged: &Path, crates: &BTreeSet<String>) -> Result<(), String> {
    let mut manifest = table(root, "Cargo.toml")?;
    let workspace = manifest.get_mut("workspace").and_then(Value::as_table_mut);
    let workspace = workspace.ok_or("Cargo.toml: no workspace")?;
    let own = self::manifest(root, WORKSPACE)?;
    let members = own.get("workspace").and_then(|it| it.get("members"));
    let members = members.and_then(Value::as_array).into_iter().flatten();
    let others: BTreeSet<_> = members
        .filter_map(Value::as_str)
        .map(|path| resolved(WORKSPACE, path))
        .collect();
    let list = |crates: BTreeSet<&String>| {
        Value::Array(crates.into_iter().cloned().map(Value::String).collect())
    };
    workspace.insert(
        "members".to_owned(),
        list(crates.difference(&others).collect()),
    );
    workspace.insert(
        "exclude".to_owned(),
        list(crates.intersection(&others).collect()),
    );
    workspace.remove("default-members");
    let shared = workspace
        .get_mut("dependencies")
        .and_then(Value::as_table_mut);
    if let Some(shared) = shared {
        let path = |it: &Value| it.get("path")?.as_str().map(str::to_owned);
        shared.retain(|_, it| path(it).is_none_or(|path| crates.contains(&path)));
    }
    // The other workspace has profiles; these name crates that are not packed.
    manifest.remove("profile");
    write(&staged.join("Cargo.toml"), &manifest.to_string())
}

/// Writes `pyproject.toml`, with the paths of the archive, and what it names.
fn project(root: &Path, staged: &Path) -> Result<(), String> {
    let path = format!("{PACKAGE}/pyproject.toml");
    let mut project = table(root, &path)?;
    let tool = project.get_mut("tool").and_then(|it| it.get_mut("maturin"));
    let tool = tool.and_then(Value::as_table_mut);
    let tool = tool.ok_or_else(|| format!("{path}: no `tool.maturin`"))?;
    let inside = |path: &str| Value::String(format!("{PACKAGE}/{path}"));
    tool.insert("manifest-path".to_owned(), inside("Cargo.toml"));
    tool.insert("python-source".to_owned(), inside("python"));
    write(&staged.join("pyproject.toml"), &project.to_string())?;
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        write(
            &staged.join(file),
            &read(root, &format!("{PACKAGE}/{file}"))?,
        )?;
    }
    Ok(())
}

/// Adds the sources from crates.io and the metadata, packs all, and gives the path of the archive.
fn pack(staged: &Path, out: &Path, name: &str) -> Result<PathBuf, Stopped> {
    let run = |program, line: &str| capture(staged, &Line::new(program, line));
    // Without the crates of tests, the lock file gets shorter; versions stay.
    let options = format!("--manifest-path {PACKAGE}/Cargo.toml");
    run("cargo", &format!("vendor --quiet {options} vendor"))?;
    write(&staged.join(".cargo/config.toml"), CONFIGURATION)?;
    let tree = "--target all --edges normal,build --prefix none --format {p}";
    let line = format!("tree --offline --locked {options} {tree}");
    let compiled = run("cargo", &line)?;
    let compiled: BTreeSet<_> = compiled.lines().filter_map(named).collect();
    thin(&staged.join("vendor"), &compiled)?;
    let metadata = out.join(format!("{name}.metadata"));
    let line = Line::new("maturin", "pep517 write-dist-info --metadata-directory");
    let shown = metadata.to_string_lossy().into_owned();
    capture(staged, &line.and([shown]))?;
    let written = metadata.join(format!("{name}.dist-info/METADATA"));
    write(&staged.join("PKG-INFO"), &report::read(&written)?)?;
    fs::remove_dir_all(&metadata).map_err(at(&metadata))?;
    let archive = format!("{name}.tar.gz");
    let line = format!("--create --gzip --file {archive} {name}");
    capture(out, &Line::new("tar", &line))?;
    fs::remove_dir_all(staged).map_err(at(staged))?;
    Ok(out.join(archive))
}

/// A line of `cargo tree` as the name and the version.
fn named(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let version = words.next()?.strip_prefix('v')?;
    Some((name.to_owned(), version.to_owned()))
}

/// Leaves only the manifest of crates that are not compiled.
fn thin(vendor: &Path, compiled: &BTreeSet<(String, String)>) -> Result<(), String> {
    for entry in fs::read_dir(vendor).map_err(at(vendor))? {
        let path = entry.map_err(at(vendor))?.path();
        let text = |file: &str| report::read(&path.join(file));
        let manifest = parsed(&path, &text("Cargo.toml")?)?;
        let package = manifest.get("package").and_then(Value::as_table);
        let package = package.ok_or_else(|| format!("{}: no package", path.display()))?;
        let value = |key: &str| package.get(key).and_then(Value::as_str).unwrap_or_default();
        if compiled.contains(&(value("name").to_owned(), value("version").to_owned())) {
            continue;
        }
        let sums = serde_json::from_str::<BTreeMap<String, serde_json::Value>>(&text(
            ".cargo-checksum.json",
        )?);
        let sums = sums.map_err(at(&path))?;
        fs::remove_dir_all(&path).map_err(at(&path))?;
        write(
            &path.join("Cargo.toml"),
            &outline(&manifest, package).to_string(),
        )?;
        write(&path.join("src/lib.rs"), "")?;
        let sums = serde_json::json!({ "files": {}, "package": sums.get("package") });
        write(&path.join(".cargo-checksum.json"), &sums.to_string())?;
    }
    Ok(())
}

/// What cargo resolves a manifest by.
fn outline(manifest: &Table, package: &Table) -> Table {
    // Features may name dependencies of tests.
    let kept = [
        "dependencies",
        "build-dependencies",
        "dev-dependencies",
        "target",
        "features",
    ];
    let mut outline = part(manifest, &kept);
    let kept = ["name", "version", "edition", "license", "license-file"];
    let package = part(package, &kept);
    outline.insert("package".to_owned(), Value::Table(package));
    outline
}

/// What a table has at these keys.
fn part(table: &Table, keys: &[&str]) -> Table {
    let mut part = table.clone();
    part.retain(|key, _| keys.contains(&key));
    part
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    make_parent(path)?;
    fs::write(path, text).map_err(at(path))
}

fn make_parent(path: &Path) -> Result<(), String> {
    let parent = folder(path.parent().unwrap_or(path));
    fs::create_dir_all(parent).map_err(at(parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_resolved_in_a_folder() {
        assert_eq!(
            resolved("integrations/python", "../arrow"),
            "integrations/arrow"
        );
        assert_eq!(resolved("integrations/arrow", "../../tree"), "tree");
        assert_eq!(resolved("integrations/arrow", "."), "integrations/arrow");
    }

    #[test]
    fn a_line_of_the_tree_is_a_crate() {
        let expected = Some(("a-b".to_owned(), "1.2.3".to_owned()));
        assert_eq!(named("a-b v1.2.3"), expected);
        assert_eq!(named("a-b v1.2.3 (proc-macro) (*)"), expected);
        assert_eq!(named(""), None);
    }
}
