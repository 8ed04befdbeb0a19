//! The snapshots of tests that are made from the tables.
//!
//! A test marks them by their description. The tests run so that insta writes its result next to each
//! snapshot that differs; the result replaces the snapshot, or is compared and removed.
//!
//! All other snapshots are left alone: a change of them needs a review. Only the executables that the sources of
//! marked snapshots name are compiled, so the command depends on insta's headers and on Cargo's layout of tests.

use super::review::{self, Change};
use crate::test_files::entries;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xtask::report::{self, at};
use xtask::{workspace, write};

/// The description that marks a snapshot. The tests that bind it are those of the crates of `codegen`,
/// of the command-line tool, of `tests` and of `xtask`.
const MARK: &str = "description: \"made from the tables; remake with `cargo xtask bless`\"";

/// Folders that hold no sources.
const SKIPPED: [&str; 3] = ["target", "test-data", "spec"];

/// A test executable, and the modules of it that have marked snapshots.
type Targets = BTreeMap<(String, Vec<String>), BTreeSet<String>>;

/// Regenerates or compares the marked snapshots; returns the changes.
///
/// # Errors
/// If a file cannot be read or written, or the tests do not compile.
pub(super) fn remake(check: bool) -> Result<Vec<Change>, String> {
    let root = workspace::root().join(".");
    let snapshots = marked(&root)?;
    if snapshots.is_empty() {
        return Err(format!("no snapshot has the line {MARK}"));
    }
    for snapshot in &snapshots {
        // Left from an earlier run of the tests.
        let _ = fs::remove_file(proposed(snapshot));
    }
    let targets = targets(&root, &snapshots)?;
    for (package, target) in targets.keys() {
        compile(package, target)?;
    }
    for ((package, target), modules) in &targets {
        run(package, target, modules)?;
    }
    let mut changes = Vec::new();
    // A test with a new marked snapshot only writes a proposal.
    for snapshot in marked(&root)?.union(&snapshots) {
        let proposal = proposed(snapshot);
        let Ok(text) = fs::read_to_string(&proposal) else {
            continue;
        };
        let text = accepted(&text);
        let path = snapshot.strip_prefix(".").unwrap_or(snapshot).to_owned();
        let kind = review::kind(snapshot, &text).map_err(at(snapshot))?;
        if !check {
            write::replace(snapshot, &text).map_err(at(snapshot))?;
        }
        fs::remove_file(&proposal).map_err(at(snapshot))?;
        changes.push(Change { path, kind });
    }
    Ok(changes)
}

/// The file that insta writes next to a snapshot.
fn proposed(snapshot: &Path) -> PathBuf {
    snapshot.with_extension("snap.new")
}

/// The text of a snapshot as insta writes it when it is accepted.
fn accepted(proposal: &str) -> String {
    let mut in_header = 0;
    let lines = proposal.split_inclusive('\n').filter(|line| {
        in_header += usize::from(*line == "---\n");
        in_header != 1 || !line.starts_with("assertion_line:")
    });
    lines.collect()
}

/// Every snapshot with the mark, those that are only proposed among them.
fn marked(root: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder).map_err(at(&folder))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                    folders.push(path);
                }
                continue;
            }
            let snapshot = path.with_file_name(name.strip_suffix(".new").unwrap_or(&name));
            let is_snapshot = snapshot.extension().is_some_and(|it| it == "snap");
            if is_snapshot && header(&report::read(&path)?).any(|line| line == MARK) {
                found.insert(snapshot);
            }
        }
    }
    Ok(found)
}

/// The lines of a snapshot's header.
fn header(text: &str) -> impl Iterator<Item = &str> {
    let rest = text.strip_prefix("---\n").unwrap_or_default();
    rest.lines().take_while(|line| *line != "---")
}

/// The test executables that have the snapshots, by the sources that the snapshots name.
fn targets(root: &Path, snapshots: &BTreeSet<PathBuf>) -> Result<Targets, String> {
    let mut targets = Targets::new();
    for snapshot in snapshots {
        let text = report::read(snapshot)?;
        let source = header(&text).find_map(|line| line.strip_prefix("source: "));
        let source = source.ok_or_else(|| format!("{}: no `source`", snapshot.display()))?;
        let target = target(root, Path::new(source.trim_matches('"')))
            .ok_or_else(|| format!("{}: no package has {source}", snapshot.display()))?;
        let (package, options, module) = target;
        targets
            .entry((package, options))
            .or_default()
            .extend(module);
    }
    Ok(targets)
}

/// The package of a source, the options that choose its executable, and its module in that.
fn target(root: &Path, source: &Path) -> Option<(String, Vec<String>, Option<String>)> {
    let folder = source
        .ancestors()
        .skip(1)
        .find(|folder| root.join(folder).join("Cargo.toml").is_file())?;
    let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).ok()?;
    let manifest: toml::Table = manifest.parse().ok()?;
    let package = manifest.get("package")?.get("name")?.as_str()?.to_owned();
    let inside = source.strip_prefix(folder).ok()?;
    let names: Vec<String> = inside
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let module = |names: &[String]| {
        let names = names
            .iter()
            .filter(|name| *name != "mod" && *name != "main");
        let path: Vec<&str> = names.map(String::as_str).collect();
        (!path.is_empty()).then(|| format!("{}::", path.join("::")))
    };
    match names.first()?.as_str() {
        "src" => Some((package, vec!["--lib".to_owned()], module(&names[1..]))),
        "tests" => {
            let executable = vec!["--test".to_owned(), names.get(1)?.clone()];
            Some((package, executable, module(&names[2..])))
        }
        _ => None,
    }
}

/// Compiles a test executable.
fn compile(package: &str, target: &[String]) -> Result<(), String> {
    let status = test(package, target).arg("--no-run").status();
    match status.map_err(|error| format!("cargo cannot be run: {error}"))? {
        status if status.success() => Ok(()),
        _ => Err(format!("the tests of {package} do not compile")),
    }
}

/// Runs the tests of some modules of an executable; those that fail for another reason than their
/// snapshots are left to `cargo test`.
fn run(package: &str, target: &[String], modules: &BTreeSet<String>) -> Result<(), String> {
    let run = test(package, target)
        .args(["--quiet", "--"])
        .args(modules)
        .env("INSTA_UPDATE", "new")
        .env("INSTA_FORCE_PASS", "1")
        .env("INSTA_OUTPUT", "none")
        .env_remove("INSTA_FORCE_UPDATE")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.map(|_| ())
        .map_err(|error| format!("cargo cannot be run: {error}"))
}

/// The command that tests an executable of a package.
fn test(package: &str, target: &[String]) -> Command {
    let mut command = workspace::cargo_in_root();
    command
        .args(["test", "--package", package, "--all-features"])
        .args(target)
        .stdin(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::{accepted, header, target};
    use std::path::Path;

    #[test]
    fn an_accepted_snapshot_does_not_say_its_line() {
        let proposal =
            "---\nsource: a.rs\nassertion_line: 7\nexpression: x\n---\nassertion_line: 1\n";
        let text = accepted(proposal);
        assert_eq!(
            text,
            "---\nsource: a.rs\nexpression: x\n---\nassertion_line: 1\n"
        );
        let header: Vec<&str> = header(&text).collect();
        assert_eq!(header, ["source: a.rs", "expression: x"]);
    }

    #[test]
    fn a_source_tells_the_executable_and_the_module() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let of = |source: &str| {
            let (package, options, module) = target(&root, Path::new(source))?;
            Some([package, options.join(" "), module.unwrap_or_default()])
        };
        for (source, expected) in [
            (
                "examples/tests/examples.rs",
                ["tokenwright-examples", "--test examples", ""],
            ),
            (
                "codegen/analyses/tests/integration/diff_tables.rs",
                [
                    "tokenwright-analyses",
                    "--test integration",
                    "diff_tables::",
                ],
            ),
            (
                "codegen/analyses/src/compare/inconclusive/tests.rs",
                [
                    "tokenwright-analyses",
                    "--lib",
                    "compare::inconclusive::tests::",
                ],
            ),
        ] {
            assert_eq!(of(source).expect("a source"), expected);
        }
        assert_eq!(of("docs/suite.md"), None);
    }
}
