//! The walk-throughs of README.md, CONTRIBUTING.md and docs/for/standard.md: their edit is made in a copy of the workspace,
//! and their commands are run there. Each has to print what the document shows.
//!
//! Commands that take minutes are run only if `TOKENWRIGHT_SLOW_TESTS` is set.

#![cfg(unix)]

use crate::support;
use crate::support::document::{RunnableBlock, blocks, shows};
use crate::support::{Copy, executable, workspace};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that take minutes.
const SLOW: [&str; 4] = [
    "cargo xtask bless",
    "cargo xtask try",
    "cargo test",
    "cargo check",
];

/// A folder with a program `cargo` that runs the `xtask` under test, and real cargo for all else.
fn shim(folder: &Path) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder for a program");
    let cargo = folder.join("cargo");
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = xtask ]; then shift; exec '{}' \"$@\"; fi\nexec '{}' \"$@\"\n",
        env!("CARGO_BIN_EXE_tokenwright-workbench"),
        env!("CARGO")
    );
    executable(&cargo, &script);
    folder.to_owned()
}

/// Carries out documents, one after the other.
struct Walk {
    copy: Copy,
    path: String,
    target: PathBuf,
    /// The files that the document has edited: their texts before and now.
    edited: BTreeMap<String, [String; 2]>,
    /// The outputs of commands, by the texts of the edited files: with the same texts, a command that
    /// another document has run has the same output.
    outputs: HashMap<(Vec<String>, String), String>,
    skipped: Vec<String>,
}

impl Walk {
    fn new() -> Self {
        let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let copy = Copy::of_workspace("documents");
        copy.commit();
        let path = std::env::var("PATH").unwrap_or_default();
        Walk {
            path: format!("{}:{path}", shim(&tmp.join("documents-shim")).display()),
            // The build of the copy is kept for the next run.
            target: tmp.join("documents-target"),
            copy,
            edited: BTreeMap::new(),
            outputs: HashMap::new(),
            skipped: Vec::new(),
        }
    }

    fn document(&mut self, name: &str, heading: &str) {
        for (file, [before, _]) in std::mem::take(&mut self.edited) {
            fs::write(self.copy.root().join(file), before).expect("the file as it was");
        }
        let text = fs::read_to_string(self.copy.root().join(name)).expect("a document");
        let blocks = blocks(&text, heading);
        assert!(!blocks.is_empty(), "{name}: nothing to carry out");
        for block in blocks {
            match block {
                RunnableBlock::Edit {
                    file,
                    before,
                    after,
                } => {
                    let read = || fs::read_to_string(self.copy.root().join(&file));
                    let original = read().expect("a file to edit");
                    self.copy.edit(&file, &before, &after);
                    let now = read().expect("the edited file");
                    let texts = self.edited.entry(file).or_insert([original, String::new()]);
                    texts[1] = now;
                }
                RunnableBlock::Command { line, output } => self.command(name, &line, &output),
            }
        }
    }

    fn command(&mut self, document: &str, line: &str, shown: &str) {
        let slow = SLOW.iter().any(|slow| line.starts_with(slow));
        if slow && std::env::var_os("TOKENWRIGHT_SLOW_TESTS").is_none() {
            self.skipped.push(line.to_owned());
            return;
        }
        let texts = self.edited.values().map(|[_, now]| now.clone());
        let key = (texts.collect(), line.to_owned());
        if !self.outputs.contains_key(&key) {
            let output = self.run(line);
            self.outputs.insert(key.clone(), output);
        }
        let output = &self.outputs[&key];
        if let Err(why) = shows(shown, output) {
            panic!("{document}: $ {line}\n{why}\n--- the output\n{output}");
        }
    }

    /// Runs a command in a shell; returns both outputs without cargo's progress messages.
    fn run(&self, line: &str) -> String {
        let output = Command::new("sh")
            .args(["-c", &format!("( {line} ) 2>&1")])
            .current_dir(self.copy.root())
            .env("PATH", &self.path)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_TERM_QUIET", "true")
            // The documents show the output without optional data.
            .env("TOKENWRIGHT_SHARED", self.copy.root().join("absent"))
            .env_remove("TOKENWRIGHT_REQUIRE_SHARED")
            .output()
            .expect("a shell");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

#[test]
fn the_walk_throughs_do_what_they_say() {
    let mut walk = Walk::new();
    walk.document("README.md", "## Edit a row");
    walk.document("docs/for/standard.md", "## A change, step by step");
    walk.document("CONTRIBUTING.md", "## Change a row, step by step");
    walk.document("CONTRIBUTING.md", "## Add a form of step");
    for line in &walk.skipped {
        println!("skipped, since it takes minutes: {line}");
    }
}

/// `N of M files changed` in a document: `gen` counts as many files.
#[test]
fn documents_count_the_files_that_gen_counts() {
    let root = workspace();
    let totals = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| {
            let counts = line.trim().strip_suffix(" files changed")?;
            Some(counts.split_once(" of ")?.1.to_owned())
        });
        lines
            .filter(|total| total.bytes().all(|byte| byte.is_ascii_digit()))
            .collect()
    };
    let text = &support::gen_check().out;
    let last = text.lines().last().expect("a summary");
    let counted = last
        .strip_suffix(" files are up to date")
        .unwrap_or_else(|| panic!("`gen --check` counts no files\n{text}"));
    let mut shown = 0;
    for document in ["README.md", "CONTRIBUTING.md", "docs/new-revision.md"] {
        for total in totals(&fs::read_to_string(root.join(document)).expect("a document")) {
            assert_eq!(total, counted, "{document} is out of date");
            shown += 1;
        }
    }
    assert!(shown > 0, "no document counts files");
}

#[test]
fn an_ellipsis_matches_any_text() {
    let output = "a 1\nb\nc\nd 22 e\n";
    for shown in [
        "a …\n…\nd … e\n",
        "…\n",
        "a 1\nb\nc\n…\nd 22 e\n",
        "…1\n…\nc\nd …2 e\n",
    ] {
        assert_eq!(shows(shown, output), Ok(()), "{shown}");
    }
    for shown in ["a 1\nb\nc\n", "…\nb\n", "a …\n…\nd … f\n", "a 1 …\n…\n", ""] {
        assert!(shows(shown, output).is_err(), "{shown}");
    }
}

#[test]
fn edits_and_commands_of_a_section_are_found() {
    let document = "# T\n\n## A\n\n```sh\nno\n```\n\n```diff\n--- f\n+++ f\n@@\n a\n-b\n+c\n```\n\n\
                    ```console\n$ x y\n1\n2\n$ z\n```\n\n## B\n\n```console\n$ other\n```\n";
    let command = |line: &str, output: &str| RunnableBlock::Command {
        line: line.to_owned(),
        output: output.to_owned(),
    };
    let edit = RunnableBlock::Edit {
        file: "f".to_owned(),
        before: "a\nb\n".to_owned(),
        after: "a\nc\n".to_owned(),
    };
    let expected = [edit, command("x y", "1\n2\n"), command("z", "")];
    assert_eq!(blocks(document, "## A"), expected);
}
