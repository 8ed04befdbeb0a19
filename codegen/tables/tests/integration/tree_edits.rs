//! Mistakes in the tables of tree construction: each edit of the checked-in tables is refused, with a message at its place.

use crate::support::{paths, scratch, spec};
use insta::assert_snapshot;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::traverse::List;
use tokenwright_tables::{load, tree};

/// A mistake in one file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// The start of the file's name.
    file: String,
    /// A text that the file has. Its first occurrence is replaced.
    replace: String,
    with: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edits {
    edit: Vec<Edit>,
}

#[test]
fn every_mistake_is_refused_at_its_place() {
    let folder = spec().join("whatwg-2026-07-19").join(tree::FOLDER);
    let mut files = paths(&folder);
    files.sort();
    let scratch = scratch("tree-edits");
    let target = scratch.join(tree::FOLDER);
    fs::create_dir(&target).expect("a folder");
    let revisions = load::all(&spec(), &mut Sources::default());
    let newest = revisions.expect("tables").pop().expect("a revision");
    let descriptions = Descriptions::load(&spec(), &mut Sources::default());
    let descriptions = descriptions.expect("descriptions");
    let mut all = String::new();
    let mut accepted = Vec::new();
    let edits = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tree-edits.toml");
    let edits = fs::read_to_string(edits).expect("the edits");
    let Edits { edit } = toml::from_str(&edits).unwrap_or_else(|error| panic!("{error}"));
    for Edit {
        file,
        replace,
        with,
    } in &edit
    {
        for path in &files {
            let name = path.file_name().expect("a name");
            let mut text = fs::read_to_string(path).expect("a table");
            if name.to_string_lossy().starts_with(file) {
                assert!(text.contains(replace), "{file} has no {replace}");
                text = text.replacen(replace, with, 1);
            }
            fs::write(target.join(name), text).expect("a table");
        }
        let mut sources = Sources::default();
        let found = match tree::load(&scratch, &mut sources) {
            Err(errors) => errors,
            Ok(tables) => {
                let tables = tables.expect("tables");
                let mut found = tree::check::check(&tables);
                found.extend(tree::check::against(&tables, &newest.revision));
                let mut loaded = newest.clone();
                loaded.trees = Some(tables);
                found.extend(descriptions.unknown(&[loaded]));
                found
            }
        };
        if found.is_empty() {
            accepted.push(with);
        }
        let text = render_all(&found, &sources, false);
        let text = text.replace(&format!("{}/", target.display()), "");
        let _ = writeln!(all, "==> {file}: {replace} → {with}\n{text}");
    }
    assert!(accepted.is_empty(), "{accepted:#?}");
    assert_snapshot!(all);
}

/// The generator's own modules, and its own statics among those of the lists, cannot be those of a mode or a list of the tables.
#[test]
fn names_of_the_generator_are_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let generated = root.join("tokenizer/src/generated/tree_construction/whatwg_2026_07_19");
    let revisions = load::checked_in();
    let newest = load::newest_of(&revisions).expect("a revision");
    let tables = newest.trees.as_ref().expect("tables");
    let is_refused = |tables: &TreeTables| {
        let found = tree::check::check(tables);
        render_all(&found, &Sources::default(), false).contains("of the generator's own")
    };
    assert!(!is_refused(tables));
    let mut modules = 0;
    for path in paths(&generated) {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let mut modes = tables.modes.iter();
        if name == "mod" || modes.any(|mode| snake_case(&mode.name) == name) {
            continue;
        }
        let mut edited = tables.clone();
        edited.modes[0].name.value = name.clone().into_owned();
        assert!(is_refused(&edited), "{name}");
        modules += 1;
    }
    let lists = fs::read_to_string(generated.join("lists.rs")).expect("the lists");
    let known: Vec<String> = List::ALL
        .iter()
        .flat_map(|of| tables.lists(*of))
        .map(|name| snake_case(name))
        .collect();
    let mut statics = 0;
    for line in lists.lines() {
        let item = line.strip_prefix("pub(super) ").unwrap_or_default();
        let item = item
            .strip_prefix("static ")
            .or_else(|| item.strip_prefix("const "));
        let Some((name, _)) = item.and_then(|item| item.split_once(':')) else {
            continue;
        };
        let name = name.to_ascii_lowercase();
        if !known.contains(&name) {
            let mut edited = tables.clone();
            edited.scopes[0].0.value = name.clone();
            assert!(is_refused(&edited), "{name}");
            statics += 1;
        }
    }
    assert!(modules > 3 && statics > 3, "{modules} {statics}");
}
