//! Reads the pages in `docs/for`: each quotes a program of this folder, and shows what it prints.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the pages run a program; the test runs what was built instead.
const RUN: &str = "cargo run --quiet --package tokenwright-examples --bin ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The fenced blocks of a language: the last line of text before each, and its lines without their indentation.
fn blocks(page: &str, language: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut before = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some((indent, kind)) = line.split_once("```") else {
            before = if line.trim().is_empty() { before } else { line };
            continue;
        };
        let text = lines.by_ref().take_while(|line| line.trim() != "```");
        let text: String = text
            .map(|line| format!("{}\n", line.strip_prefix(indent).unwrap_or(line)))
            .collect();
        if kind == language {
            found.push((before.to_owned(), text));
        }
    }
    found
}

/// The file that a line links to, as a page in `docs/for` sees it.
fn linked(line: &str) -> Option<PathBuf> {
    let (_, rest) = line.split_once("](")?;
    let (path, _) = rest.split_once(')')?;
    Some(root().join("docs/for").join(path))
}

/// Runs a command of a page, and returns what it prints.
fn run(command: &str) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_links")).parent();
    let programs = programs.expect("the folder of the programs").display();
    // `--` is for cargo.
    let command = command
        .replace(RUN, &format!("{programs}/"))
        .replace(" -- ", " ");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(root())
        .output()
        .expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What runs the programs and compares the page with the files; returns how many commands it ran.
fn check(page: &str, name: &str) -> usize {
    let quoted = blocks(page, "rust");
    assert!(!quoted.is_empty(), "{name} quotes no program");
    for (before, text) in quoted {
        let path = linked(&before).unwrap_or_else(|| panic!("{name}: no file before a program"));
        let file = fs::read_to_string(&path).expect("the program");
        assert_eq!(text, file, "{name}: {} has changed", path.display());
    }
    let mut ran = 0;
    for (_, block) in blocks(page, "console") {
        for command in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, shown) = command.split_once('\n').unwrap_or((command, ""));
            assert!(line.contains(RUN), "{name} runs another program: {line}");
            assert_eq!(run(line).trim_end(), shown.trim_end(), "{name}: {line}");
            ran += 1;
        }
    }
    ran
}

#[test]
fn the_pages_quote_the_programs_and_show_what_they_print() {
    for name in ["crawler", "rewriter", "dom", "linter"] {
        let page = fs::read_to_string(root().join(format!("docs/for/{name}.md"))).expect("a page");
        assert!(check(&page, name) > 0, "{name} runs no program");
        assert!(
            page.contains("\n## When to take something else\n"),
            "{name} does not say when to take something else"
        );
    }
}

/// The checks that the test relies on fail where a page is wrong.
#[test]
fn a_quote_that_differs_is_found() {
    let links = fs::read_to_string(root().join("examples/links.rs")).expect("a program");
    let page = |program: &str, shown: &str| {
        format!(
            "[links](../../examples/links.rs):\n\n```rust\n{program}```\n\n- x\n\n  ```console\n  $ printf '<a href=b>' | {RUN}links\n  {shown}\n  ```\n"
        )
    };
    let shown = "  1:9   a      b";
    assert_eq!(check(&page(&links, shown), "a page"), 1);
    for wrong in [page(&links, "1:8 a b"), page("fn main() {}\n", shown)] {
        let found = std::panic::catch_unwind(|| check(&wrong, "a page"));
        assert!(found.is_err(), "{wrong}");
    }
}
