//! Checking terminates for any contents of a table file.

use crate::effort::effort;
use crate::support::{checked, copy, paths, scratch, small};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;

/// A copy of the valid tables.
static COPY: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch("damaged");
    copy(&small(), &folder);
    folder
});

/// Checks a copy of the valid tables of `base` in which `file` contains `bytes`.
fn check_with(base: &str, file: &Path, bytes: &[u8]) -> String {
    let dir = COPY.join(base);
    let path = dir.join(file.file_name().expect("a file"));
    fs::write(&path, bytes).expect("the damaged table");
    let found = checked(&dir, &small());
    assert!(found.is_usable || !found.messages.is_empty());
    found.messages
}

/// Calls `damage` with each file of the valid tables, and restores the file afterwards.
fn each_file(damage: impl Fn(&str, &Path, &str)) {
    for base in ["new", "old"] {
        for file in paths(&small().join(base)) {
            let text = fs::read_to_string(&file).expect("a good table");
            damage(base, &file, &text);
            check_with(base, &file, text.as_bytes());
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
    let file = small().join("new/02-tags.toml");
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
    let spec = scratch("shared-lists");
    copy(&small(), &spec);
    let list = spec.join("numeric-replacements/few.toml");
    fs::write(&list, "[replacements]\n0x80 = \"U+20ACX\"\n").expect("a list with an error");
    let mut sources = Sources::default();
    let errors = load::all(&spec, &mut sources).expect_err("a list with an error");
    assert_eq!(errors.len(), 1);
    let messages = render_all(&errors, &sources, false);
    assert_eq!(messages.matches("error:").count(), 1, "{messages}");
    assert!(messages.contains("few.toml:2:9"), "{messages}");
}
