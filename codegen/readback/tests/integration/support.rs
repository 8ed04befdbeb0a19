//! The tables of the workspace, compiled, and the committed code.

use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_compiler::Compiled;
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

/// The files that the compiler has printed.
pub(crate) fn printed(compiled: &Compiled) -> Vec<Text> {
    let files = compiled.files.iter();
    let text = |path: &Path, text: &str| Text {
        path: path.to_owned(),
        shown: path.to_owned(),
        text: text.to_owned(),
    };
    files.map(|file| text(&file.path, &file.text)).collect()
}

/// The committed files.
pub(crate) fn committed() -> Vec<Text> {
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
                    path: relative.clone(),
                    shown: relative,
                    text: fs::read_to_string(&path).expect("text"),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// What the reader finds, as text.
pub(crate) fn found(compiled: &Compiled, files: &[Text]) -> String {
    let mut reader = Reader::new(compiled, files);
    let found = reader.differences(Scope::All);
    render_all(&found, reader.sources(), false)
}
