//! The tables in `spec/` pass every check, and the writer reproduces them byte for byte.

use crate::support::{checked, copy, paths, scratch, small, spec};
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::grammar::{Char, Matcher, StateName, Step};
use tokenwright_tables::load;
use tokenwright_tables::model::{About, Clause, On};
use tokenwright_tables::references;
use tokenwright_tables::tree;
use tokenwright_tables::writer;

#[test]
fn no_revision_has_an_error_or_a_warning() {
    for dir in load::revision_dirs(&spec()).expect("the folder of the tables") {
        let found = checked(&dir, &spec());
        assert!(
            found.is_usable && found.messages.is_empty(),
            "{}mend the rows, or remove what nothing uses; \
             `cargo xtask check --deny-warnings` checks again",
            found.messages
        );
    }
}

/// What the other files name in it is not one message each.
#[test]
fn a_missing_file_is_one_short_message() {
    for dir in load::revision_dirs(&spec()).expect("the folder of the tables") {
        let tables = scratch("missing-file");
        let files = paths(&dir).into_iter().filter(|path| path.is_file());
        let files: Vec<(PathBuf, PathBuf)> = files
            .map(|file| (tables.join(file.file_name().expect("a name")), file))
            .collect();
        let copy = |(to, from): &(PathBuf, PathBuf)| fs::copy(from, to).expect("a copy");
        for file in &files {
            copy(file);
        }
        for file in &files {
            fs::remove_file(&file.0).expect("the file can be removed");
            let found = checked(&tables, &spec());
            assert!(
                found.diagnostics.len() == 1 && found.messages.contains("missing"),
                "without {:?}: {} messages\n{}",
                file.1,
                found.diagnostics.len(),
                found.messages
            );
            assert!(found.messages.len() < 1000, "{}", found.messages);
            copy(file);
        }
    }
}

/// The message shows a few more of the places, and how many there are.
#[test]
fn an_undefined_state_in_many_rows_is_one_message() {
    let mut sources = Sources::default();
    let mut loaded = load::all(&spec(), &mut sources).expect("good tables");
    let mut revision = loaded.remove(0).revision;
    let state = &mut revision.states[0];
    let anything_else = state.rows.pop().expect("a row");
    for code in 0x4E00..0x4E00 + 900 {
        let mut row = anything_else.clone();
        let On::Consumed { any, .. } = &mut row.on else {
            panic!("the data state consumes");
        };
        any[0].value = Matcher::Char(Char(code));
        let Clause::Step(step) = &mut row.body[0] else {
            panic!("the row has a step");
        };
        step.value = Step::Switch(StateName("nowhere".to_owned()));
        state.rows.push(row);
    }
    state.rows.push(anything_else);
    let diagnostics = check::revision(&revision);
    let unknown = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.message == "unknown state `nowhere`");
    let labels: Vec<_> = unknown.map(|diagnostic| &diagnostic.labels).collect();
    let [labels] = &labels[..] else {
        panic!("{} messages", labels.len());
    };
    assert_eq!(labels.len(), 4);
    assert_eq!(labels[3].text, "and here, and in 895 other places");
}

/// A draft comes after the revision that it is an edit of, and is not the newest.
#[test]
fn a_draft_is_not_the_newest() {
    let mut sources = Sources::default();
    let mut all = load::all(&spec(), &mut sources).expect("good tables");
    let newest = load::newest(&spec(), &mut sources).expect("good tables");
    assert_eq!(load::newest_of(&all), Some(&newest));
    let last = all.last().map(|it| &it.revision.about);
    assert!(last.is_some_and(|last| last.is_draft() && last.date > newest.revision.about.date));
    all.iter_mut()
        .for_each(|it| it.revision.about.edits = Some("another".to_owned()));
    assert_eq!(load::newest_of(&all), all.last());
}

/// A file's name and text, for comparing.
fn read(path: &Path) -> (String, String) {
    let name = path.file_name().expect("a file").to_string_lossy();
    (
        name.into_owned(),
        fs::read_to_string(path).expect("a readable file"),
    )
}

#[test]
fn every_table_is_in_the_one_layout() {
    let mut sources = Sources::default();
    for loaded in load::all(&spec(), &mut sources).expect("good tables") {
        let about = &loaded.revision.about;
        let dir = spec().join(&about.id);
        let files = paths(&dir).into_iter().filter(|path| path.is_file());
        let mut committed: Vec<_> = files.map(|path| read(&path)).collect();
        committed.sort();
        let written = but_edited(about, "", writer::write(&loaded.revision));
        are_in_layout(&about.id, &written, &committed);
        if let Some(trees) = &loaded.trees {
            let folder = dir.join(tree::FOLDER);
            let mut committed: Vec<_> = paths(&folder).iter().map(|path| read(path)).collect();
            committed.sort();
            let id = format!("{}/{}", about.id, tree::FOLDER);
            let written = but_edited(about, tree::FOLDER, tree::writer::write(trees));
            are_in_layout(&id, &written, &committed);
        }

        let named = about.named_references.as_str();
        let path = spec()
            .join(references::NAMES_DIR)
            .join(format!("{named}.toml"));
        let text = writer::named_character_references(named, &loaded.references);
        in_layout(&path.display().to_string(), &text, &read(&path).1);
        let numeric = about.numeric_replacements.as_str();
        let path = spec()
            .join(references::REPLACEMENTS_DIR)
            .join(format!("{numeric}.toml"));
        let text = writer::numeric_replacements(numeric, &loaded.references);
        in_layout(&path.display().to_string(), &text, &read(&path).1);
    }
}

/// The files of a revision; of a draft only those that are not as the revision has them that it edits.
fn but_edited(
    about: &About,
    folder: &str,
    mut files: Vec<(String, String)>,
) -> Vec<(String, String)> {
    if about.is_draft() {
        let base = spec().join(about.base_id()).join(folder);
        files
            .retain(|(name, text)| fs::read_to_string(base.join(name)).ok().as_ref() != Some(text));
    }
    files
}

/// Fails if the files of a folder have other names, or another layout.
fn are_in_layout(folder: &str, written: &[(String, String)], committed: &[(String, String)]) {
    let names = |files: &[(String, String)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(written), names(committed), "{folder}");
    for ((name, written), (_, committed)) in written.iter().zip(committed) {
        in_layout(&format!("spec/{folder}/{name}"), written, committed);
    }
}

/// Fails at the first line of a table that is not in the writer's layout.
fn in_layout(table: &str, written: &str, committed: &str) {
    let mut lines = (1..).zip(written.lines().zip(committed.lines()));
    if let Some((line, (written, committed))) = lines.find(|(_, (a, b))| a != b) {
        panic!(
            "{table}:{line}: not in the layout of the tables\n  has:   {committed}\n  write: {written}"
        );
    }
    assert_eq!(
        written.lines().count(),
        committed.lines().count(),
        "{table}: not in the layout of the tables: the number of lines"
    );
}

/// A copy of a revision's tables in which one file has been edited.
fn edited(id: &str, file: &str, replace: &str, with: &str) -> PathBuf {
    let dir = scratch(&format!("edited/{id}"));
    let files = paths(&spec().join(id)).into_iter();
    for path in files.filter(|path| path.is_file()) {
        let (name, text) = read(&path);
        let text = match name == file {
            true => {
                assert_eq!(text.matches(replace).count(), 1, "{replace}");
                text.replace(replace, with)
            }
            false => text,
        };
        fs::write(dir.join(name), text).expect("a copy");
    }
    dir
}

#[test]
fn a_folder_has_the_name_of_its_revision() {
    let dir = edited("w3c-2012", "revision.toml", "\"w3c-2012\"", "\"w3c-2013\"");
    let parent = dir.parent().expect("a folder");
    let found = checked(&dir, parent);
    let message = "error: the folder `w3c-2012` holds the revision `w3c-2013`\n";
    assert!(!found.is_usable);
    assert!(found.messages.starts_with(message), "{}", found.messages);
}

/// A frequent result of an edit: a state that no path reaches any more.
#[test]
fn a_state_that_nothing_reaches_leaves_the_tables_usable() {
    let dir = scratch("unreached/new");
    for path in paths(&small().join("new")) {
        let (name, text) = read(&path);
        let text = text.replace(
            "switch to the markup declaration open state",
            "switch to the data state",
        );
        fs::write(dir.join(name), text).expect("a copy");
    }
    let found = checked(&dir, &small());
    assert!(found.is_usable);
    let parent = dir.parent().expect("a folder").display().to_string();
    insta::assert_snapshot!(found.messages.replace(&parent, "spec"));
}

/// Makes an edit of a folder, such as `mv FROM TO`.
fn edit(dir: &Path, edit: &str) {
    let words: Vec<&str> = edit.split(' ').collect();
    let made = match words[..] {
        ["mv", from, to] => fs::rename(dir.join(from), dir.join(to)),
        ["rm", folder] => fs::remove_dir_all(dir.join(folder)),
        ["mkdir", folder] => fs::create_dir(dir.join(folder)),
        ["write", file] => fs::write(dir.join(file), ""),
        ["write", file, text] => fs::write(dir.join(file), text),
        ["comment", file] => fs::write(dir.join(file), "# a\n"),
        _ => panic!("no edit: {edit}"),
    };
    made.expect(edit);
}

/// A file or folder with another name than the tables have must not take its tables out of the revision without a word.
#[test]
fn what_does_not_belong_in_a_folder_is_an_error() {
    let id = "whatwg-2026-07-19";
    // A line has the edits of a folder, and parts of the messages about it.
    let cases = include_str!("belongs.txt").lines();
    assert_eq!(cases.clone().count(), 12);
    for (number, case) in cases.enumerate() {
        let mut columns = case.split(" => ");
        let edits = columns.next().expect("edits").split(", ");
        let expected: Vec<&str> = columns.collect();
        let dir = scratch(&format!("belongs/{number}/{id}"));
        copy(&spec().join(id), &dir);
        edits.for_each(|one| edit(&dir, one));
        let found = checked(&dir, &spec());
        let (messages, is_good) = (found.messages, expected.is_empty());
        assert_eq!(found.is_usable, is_good, "{case}: {messages}");
        assert_eq!(messages.is_empty(), is_good, "{case}: {messages}");
        assert!(found.diagnostics.len() <= 2, "{case}: {messages}");
        for expected in &expected {
            assert!(messages.contains(expected), "{case}: {messages}");
        }
        // All commands read the tables like this.
        let whole = load::whole(&dir, &spec(), &mut Sources::default());
        assert_eq!(whole.is_ok(), is_good, "{case}");
    }
}
