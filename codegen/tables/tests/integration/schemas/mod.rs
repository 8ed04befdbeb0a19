//! The schemas accept the tables in `spec/`, and report a misspelling at its place.

mod validator;

use crate::effort::effort;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::Definition;
use tokenwright_tables::schema;
use tokenwright_tables::tree::grammar::{TreeCondition, TreeStep};
use validator::Validator;

const NEWEST: &str = "whatwg-2026-07-19";

fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec")
}

fn revisions() -> Vec<Loaded> {
    load::all(&spec(), &mut Sources::default()).expect("good tables")
}

/// Every schema by its path.
fn schemas() -> BTreeMap<String, Validator> {
    let revisions = revisions();
    let tables = revisions
        .iter()
        .map(|loaded| (&loaded.revision, loaded.trees.as_ref()));
    schema::schemas(tables)
        .into_iter()
        .map(|(path, text)| (path, Validator::new(&text)))
        .collect()
}

/// The path of the schema for a file, by its path below `spec/`.
fn schema_of(file: &str) -> String {
    let (folder, name) = file.split_once('/').expect("a file in a folder");
    match (folder, name) {
        ("named-character-references" | "numeric-replacements", _) => format!("{folder}.json"),
        (_, "revision.toml") => "revision.json".into(),
        (_, "errors.toml") => "errors.json".into(),
        (id, name) if name.starts_with("tree-construction/") => {
            format!("tables/{id}-tree-construction.json")
        }
        (id, _) => format!("tables/{id}.json"),
    }
}

/// The files of a folder and of those in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    });
    files.collect()
}

fn parsed(text: &str) -> Value {
    toml::from_str(text).expect("TOML")
}

#[test]
fn every_table_is_accepted() {
    let schemas = schemas();
    let mut files = 0;
    for folder in fs::read_dir(spec()).expect("the folder of the tables") {
        let folder = folder.expect("an entry").path();
        for path in files_below(&folder) {
            let name = path.strip_prefix(spec()).expect("below spec");
            let schema = &schemas[&schema_of(&name.display().to_string())];
            let text = fs::read_to_string(&path).expect("a table");
            assert_eq!(schema.errors(&parsed(&text)), [""; 0], "{}", name.display());
            files += 1;
        }
    }
    assert!(files > 60, "{files} files");
}

/// The places of the errors after the first of `words` is replaced in a file of the newest revision.
fn errors_after(
    schemas: &BTreeMap<String, Validator>,
    file: &str,
    words: &str,
    misspelt: &str,
) -> Vec<String> {
    let path = format!("{NEWEST}/{file}");
    let text = fs::read_to_string(spec().join(&path)).expect("a table");
    assert!(text.contains(words), "{file} has `{words}`");
    let edited = parsed(&text.replacen(words, misspelt, 1));
    schemas[&schema_of(&path)].errors(&edited)
}

#[test]
fn a_misspelling_is_one_error_at_its_place() {
    let schemas = schemas();
    let lines = include_str!("misspelt.txt").lines();
    let cases = lines.filter(|line| !line.starts_with("# "));
    assert_eq!(cases.clone().count(), 20);
    for case in cases {
        let (file, columns) = case.split_once(": ").expect("a file");
        let columns: Vec<&str> = columns.split(" => ").collect();
        let [words, misspelt, place] = columns[..] else {
            panic!("three columns: {case}");
        };
        let found = errors_after(&schemas, file, words, misspelt);
        assert_eq!(found, [place], "{case}");
    }
}

#[test]
fn every_example_of_a_form_is_accepted_where_its_names_are_known() {
    let schemas = schemas();
    let tables = || {
        schemas
            .iter()
            .filter(|(path, _)| path.starts_with("tables/"))
    };
    let of_some_revision = |definition: &str, example: &str| {
        tables().any(|(_, schema)| schema.accepts(definition, example))
    };
    for form in Step::FORMS.iter().chain(TreeStep::FORMS) {
        assert!(of_some_revision("step", form.example), "{}", form.example);
    }
    for form in Condition::FORMS.iter().chain(TreeCondition::FORMS) {
        assert!(
            of_some_revision("conditions", form.example),
            "{}",
            form.example
        );
    }
}

/// The strings below every `key` of a table file.
fn strings_below(value: &Value, key: &str, inside: bool, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if inside => {
            found.insert(text.clone());
        }
        Value::Array(items) => {
            for item in items {
                strings_below(item, key, inside, found);
            }
        }
        Value::Object(table) => {
            for (name, value) in table {
                strings_below(value, key, name == key, found);
            }
        }
        _ => {}
    }
}

#[test]
fn a_sentence_that_the_loader_does_not_read_is_not_accepted() {
    let schemas = schemas();
    let revisions = revisions();
    // The newest revision names its errors, and the oldest has a content model flag.
    for id in ["whatwg-2008-03-09", NEWEST] {
        let loaded = revisions.iter().find(|l| l.revision.about.id == id);
        let revision = &loaded.expect("a revision").revision;
        let schema = &schemas[&format!("tables/{id}.json")];
        let defined = |sentence: &str| {
            revision
                .definitions
                .iter()
                .any(|d| matches!(d, Definition::Step { name, .. } if name.value == sentence))
        };
        let mut sentences = BTreeSet::new();
        for entry in fs::read_dir(spec().join(id)).expect("the tables") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                continue;
            }
            let text = fs::read_to_string(path).expect("a table");
            for key in ["do", "then", "else"] {
                strings_below(&parsed(&text), key, false, &mut sentences);
            }
        }
        let mut refused = 0;
        let sentences: Vec<&String> = sentences.iter().step_by(effort(5, 1)).collect();
        for sentence in &sentences {
            assert!(schema.accepts("step", sentence), "{id}: {sentence}");
            let words: Vec<&str> = sentence.split(' ').collect();
            for left_out in 0..words.len() {
                let damaged = [&words[..left_out], &words[left_out + 1..]]
                    .concat()
                    .join(" ");
                if Step::parse(&damaged).is_err() && !defined(&damaged) {
                    assert!(!schema.accepts("step", &damaged), "{id}: {damaged}");
                    refused += 1;
                }
            }
        }
        assert!(
            refused > sentences.len(),
            "{id}: {refused} damaged sentences"
        );
    }
}
