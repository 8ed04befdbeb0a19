//! Checking terminates for any contents of a table file.

use crate::effort::effort;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;

fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad/spec")
}

/// Checks a copy of the valid tables of `base` in which `file` contains `bytes`.
fn check_with(base: &str, file: &Path, bytes: &[u8]) -> String {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("damaged")
        .join(base);
    let path = dir.join(file.file_name().expect("a file"));
    fs::write(&path, bytes).expect("the damaged table");
    let mut sources = Sources::default();
    let checked = check::folder(load::folder(&dir, &spec(), &mut sources));
    let messages = render_all(&checked.diagnostics, &sources, false);
    assert!(checked.loaded.is_some() || !messages.is_empty());
    messages
}

/// Calls `damage` with each file of the valid tables, and restores the file afterwards.
fn each_file(damage: impl Fn(&str, &Path, &str)) {
    for base in ["new", "old"] {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("damaged")
            .join(base);
        fs::create_dir_all(&dir).expect("a folder for the damaged tables");
        let files: Vec<PathBuf> = fs::read_dir(spec().join(base))
            .expect("the good tables")
            .map(|entry| entry.expect("a table").path())
            .collect();
        for file in &files {
            fs::copy(file, dir.join(file.file_name().expect("a file"))).expect("a copy");
        }
        for file in &files {
            let text = fs::read_to_string(file).expect("a good table");
            damage(base, file, &text);
            check_with(base, file, text.as_bytes());
        }
    }
}

#[test]
fn no_damage_to_a_table_goes_beyond_messages() {
    each_file(|base, file, text| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in (0..lines.len()).step_by(effort(7, 1)) {
            let without: String = [&lines[..at], &lines[at + 1..]].concat().concat();
            check_with(base, file, without.as_bytes());
            let twice: String = [&lines[..=at], &lines[at..]].concat().concat();
            check_with(base, file, twice.as_bytes());
        }
        for end in (0..text.len()).step_by(effort(501, 61)) {
            check_with(base, file, &text.as_bytes()[..end]);
            // A sentence that continues in the middle of another.
            let mut spliced = text.as_bytes()[..end].to_vec();
            spliced.extend(&text.as_bytes()[(end + 97).min(text.len())..]);
            check_with(base, file, &spliced);
        }
    });
    let nested = |open: &str, close: &str| {
        let mut text = String::from("x = ");
        text.push_str(&open.repeat(100_000));
        text.push_str(&close.repeat(100_000));
        text
    };
    let sentence = format!(
        "[[state]]\nname = \"x\"\ndo = [\"append {}\"]\n",
        "to ".repeat(100_000)
    );
    let file = spec().join("new/02-tags.toml");
    for hostile in [
        nested("[", "]"),
        nested("{ if = ", "}"),
        sentence,
        "\u{0}".repeat(1000),
        "\u{FEFF}".into(),
    ] {
        let messages = check_with("new", &file, hostile.as_bytes());
        assert!(!messages.is_empty());
    }
    let good = fs::read(&file).expect("a good table");
    assert!(check_with("new", &file, &good).is_empty());
}

#[test]
fn an_error_that_two_revisions_share_is_said_once() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared-lists");
    for folder in fs::read_dir(spec()).expect("the good tables") {
        let folder = folder.expect("a folder").path();
        let to = copy.join(folder.file_name().expect("a name"));
        fs::create_dir_all(&to).expect("a folder for the copy");
        for file in fs::read_dir(&folder).expect("files") {
            let file = file.expect("a file").path();
            fs::copy(&file, to.join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
    let list = copy.join("numeric-replacements/few.toml");
    fs::write(&list, "[replacements]\n0x80 = \"U+20ACX\"\n").expect("a list with an error");
    let mut sources = Sources::default();
    let errors = load::all(&copy, &mut sources).expect_err("a list with an error");
    assert_eq!(errors.len(), 1);
    let messages = render_all(&errors, &sources, false);
    assert_eq!(messages.matches("error:").count(), 1, "{messages}");
    assert!(messages.contains("few.toml:2:9"), "{messages}");
}
