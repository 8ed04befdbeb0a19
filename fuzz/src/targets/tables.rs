//! A folder of tables with one file replaced: `check` refuses it with messages that can be shown, or the compiler makes
//! a program of it.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use tempfile::TempDir;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;

/// The small tables that are edited.
pub(crate) fn base() -> PathBuf {
    crate::tables::workspace().join("codegen/tables/tests/bad/spec")
}

/// The files of the small tables, in the order of their names.
pub(crate) fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(base().join("new")).expect("small tables");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// A temporary copy of the small tables, with the text of each file.
struct Copy {
    folder: TempDir,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Copy {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        for part in ["new", "named-character-references", "numeric-replacements"] {
            let to = folder.path().join(part);
            fs::create_dir(&to).expect("a folder");
            for entry in fs::read_dir(base().join(part)).expect("small tables") {
                let from = entry.expect("a file").path();
                fs::copy(&from, to.join(from.file_name().expect("a name"))).expect("a copy");
            }
        }
        let files = files().into_iter().map(|file| {
            let text = fs::read(&file).expect("a table");
            (
                folder
                    .path()
                    .join("new")
                    .join(file.file_name().expect("a name")),
                text,
            )
        });
        let files = files.collect();
        Copy { folder, files }
    }
}

/// Checks an input: which file, and its new text.
pub(crate) fn check(input: &[u8]) {
    static COPY: OnceLock<Copy> = OnceLock::new();
    let copy = COPY.get_or_init(Copy::new);
    let Some((which, text)) = input.split_first() else {
        return;
    };
    let (path, original) = &copy.files[usize::from(*which) % copy.files.len()];
    fs::write(path, text).expect("a table written");
    let spec = copy.folder.path();
    let mut sources = Sources::default();
    let checked = check::folder(load::folder(&spec.join("new"), spec, &mut sources));
    fs::write(path, original).expect("a table restored");
    let shown = render_all(&checked.diagnostics, &sources, false);
    assert_eq!(shown.is_empty(), checked.diagnostics.is_empty());
    match checked.loaded {
        Some(loaded) => drop(compile_revision(&loaded, &Passes::all()).expect("a program")),
        None => assert!(!checked.diagnostics.is_empty(), "refused without a reason"),
    }
}
