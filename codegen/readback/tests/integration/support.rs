//! The tables of the workspace, compiled, and the committed code.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tokenwright_compiler::Compiled;
use tokenwright_compiler::emit::File;
use tokenwright_compiler::optimise::Passes;
use tokenwright_readback::{Reader, Scope, Text};
use tokenwright_tables::diagnostic::{Sources, render_all};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The tables of the workspace, compiled with some passes.
pub(crate) fn compiled(passes: &Passes) -> Compiled {
    let mut sources = Sources::default();
    let compiled = tokenwright_compiler::compile(&workspace().join("spec"), passes, &mut sources);
    compiled.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)))
}

/// The tables of the workspace, compiled with all passes. The tests share it: it takes seconds.
pub(crate) fn whole() -> &'static Compiled {
    static WHOLE: LazyLock<Compiled> = LazyLock::new(|| compiled(&Passes::all()));
    &WHOLE
}

/// The tables of the workspace, compiled without passes.
pub(crate) fn without_passes() -> &'static Compiled {
    static WITHOUT: LazyLock<Compiled> = LazyLock::new(|| compiled(&Passes::none()));
    &WITHOUT
}

/// A reader of the committed code, in which a test can replace files.
pub(crate) fn reader_of_committed() -> Reader<'static> {
    static READER: LazyLock<Reader<'static>> = LazyLock::new(|| reader(whole(), committed()));
    READER.clone()
}

/// The folder of tree construction.
const TREES: &str = "tree_construction";

/// Prints the programs again.
pub(crate) fn print(compiled: &mut Compiled) {
    compiled.print().expect("the code is printed");
}

/// Fails with the first lines of what the reader finds.
pub(crate) fn assert_nothing(found: &str) {
    let lines: Vec<&str> = found.lines().take(60).collect();
    assert!(found.is_empty(), "{}", lines.join("\n"));
}

/// The files that the compiler has printed.
pub(crate) fn printed(compiled: &Compiled) -> Vec<Text> {
    let text = |file: &File| Text {
        path: file.path.clone(),
        text: file.text.clone(),
    };
    compiled.files.iter().map(text).collect()
}

/// The committed files.
pub(crate) fn committed() -> &'static [Text] {
    static FILES: LazyLock<Vec<Text>> = LazyLock::new(read_committed);
    &FILES
}

fn read_committed() -> Vec<Text> {
    let folder = workspace().join("tokenizer/src/generated");
    let mut files = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path
                    .strip_prefix(&folder)
                    .expect("below the folder")
                    .to_owned();
                files.push(Text {
                    path: relative,
                    text: fs::read_to_string(&path).expect("text"),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// A reader of some files.
pub(crate) fn reader<'c>(compiled: &'c Compiled, files: &[Text]) -> Reader<'c> {
    Reader::new(compiled, Path::new(""), files)
}

/// Which files to read after a change of one.
pub(crate) fn scope(compiled: &Compiled, path: &Path) -> Scope {
    let ids = compiled
        .revisions
        .iter()
        .map(|loaded| &loaded.revision.about.id);
    let mut folders = ids.map(|id| id.replace('-', "_"));
    let path = path.strip_prefix(TREES).unwrap_or(path);
    let of = folders.position(|folder| path.starts_with(folder));
    of.map_or(Scope::All, Scope::Revision)
}

/// What the reader finds, as text.
pub(crate) fn found(compiled: &Compiled, files: &[Text]) -> String {
    found_by(&mut reader(compiled, files))
}

/// What a reader finds in all files, as text.
pub(crate) fn found_by(reader: &mut Reader<'_>) -> String {
    let found = reader.differences(Scope::All);
    render_all(&found, reader.sources(), false)
}
