//! Messages about invalid tables: each case is a small edit of valid tables, with the whole text of
//! the messages.

use crate::support::{checked, copy, scratch, small};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};

/// Edits that make valid tables invalid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    /// The valid tables: a folder in `bad/spec`.
    #[serde(default = "new")]
    base: String,
    edit: Vec<Edit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Edit {
    file: PathBuf,
    /// Words that occur once in the file; empty for a missing file.
    #[serde(default)]
    replace: String,
    #[serde(default)]
    with: String,
    /// For a file that is not UTF-8.
    with_bytes: Option<Vec<u8>>,
    #[serde(default)]
    remove: bool,
    /// Whether the file is written in UTF-16.
    #[serde(default)]
    utf_16: bool,
    /// Whether a folder takes the place of the file.
    #[serde(default)]
    folder: bool,
    /// The file that this one is a copy of.
    copy_of: Option<PathBuf>,
}

fn new() -> String {
    "new".into()
}

/// Creates a temporary folder with the edited tables of `base`.
fn edited(name: &str, bad: &Bad) -> PathBuf {
    let tables = scratch(&format!("bad/{name}/spec/{}", bad.base));
    copy(&small().join(&bad.base), &tables);
    for edit in &bad.edit {
        let path = tables.join(&edit.file);
        if edit.remove || edit.folder {
            fs::remove_file(&path).expect("the file to remove");
        }
        if edit.folder {
            fs::create_dir(&path).expect("a folder in its place");
        }
        if let Some(original) = &edit.copy_of {
            fs::copy(tables.join(original), &path).expect("a copy of a table");
        }
        if edit.utf_16 {
            let text = fs::read_to_string(&path).expect("a table");
            let units = text.encode_utf16().flat_map(u16::to_le_bytes);
            fs::write(&path, units.collect::<Vec<u8>>()).expect("the edited table");
        }
        if edit.remove || edit.folder || edit.utf_16 || edit.copy_of.is_some() {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            text.matches(&edit.replace).count(),
            1,
            "{name}: `{}` occurs in {} once",
            edit.replace,
            edit.file.display()
        );
        let at = text.find(&edit.replace).expect("counted above");
        let mut bytes = text.as_bytes()[..at].to_vec();
        bytes.extend(edit.with_bytes.as_deref().unwrap_or(edit.with.as_bytes()));
        bytes.extend(&text.as_bytes()[at + edit.replace.len()..]);
        fs::write(&path, bytes).expect("the edited table");
    }
    tables
}

fn messages(dir: &Path) -> String {
    let text = checked(dir, &small()).messages;
    let parent = dir.parent().expect("the folder of the revisions");
    text.replace(&parent.display().to_string(), "spec")
        .replace(&small().display().to_string(), "spec")
}

#[test]
fn the_tables_before_the_edits_are_good() {
    for base in ["new", "old"] {
        let messages = messages(&small().join(base));
        assert!(messages.is_empty(), "{messages}");
    }
}

#[test]
fn every_bad_edit_is_reported() {
    insta::glob!("../bad", "*.toml", |path| {
        let name = path.file_stem().expect("a file").to_string_lossy();
        let text = fs::read_to_string(path).expect("an edit");
        let bad: Bad = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let messages = messages(&edited(&name, &bad));
        assert!(!messages.is_empty(), "{name}: nothing is said");
        insta::assert_snapshot!(messages);
    });
}

/// A certificate names the folders of its sides, and files may be of strangers.
#[test]
fn a_path_has_no_power_over_a_terminal() {
    let message = Diagnostic::unread("\u{1B}[8mhidden\u{7}", "unreadable");
    let shown = message.render(&Sources::default(), false);
    assert!(shown.contains("\u{FFFD}[8mhidden\u{FFFD}"), "{shown:?}");
}
