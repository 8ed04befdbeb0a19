//! Reads the generated code back, and compares it with the programs that are proved.
//!
//! The texts are compared as well, but only with what the printer prints: a fault of the printer is in both. So `gen`
//! reads what it is about to write, and `gen --check` what is on disk.

use crate::{report, workspace};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tokenwright_compiler::Compiled;
use tokenwright_compiler::emit::File;
use tokenwright_readback::{Reader, Scope, Text};
use tokenwright_tables::diagnostic::{Diagnostic, Sources, Subject};

/// What was read back from some files.
#[derive(Debug, Default)]
pub(crate) struct ReadBack {
    /// The differences from what was proved.
    pub(crate) differences: Vec<Diagnostic>,
    /// The files, for the messages.
    sources: Sources,
}

impl ReadBack {
    fn of(compiled: &Compiled, files: &[Text]) -> Self {
        let mut reader = Reader::new(compiled, &folder(), files);
        ReadBack {
            differences: reader.differences(Scope::All),
            sources: reader.sources().clone(),
        }
    }

    /// Prints the first differences, and how many more there are.
    pub(crate) fn print(&self) {
        const MOST: usize = 10;
        let shown = self.differences.len().min(MOST);
        report::print(&self.differences[..shown], &self.sources);
        if let more @ 1.. = self.differences.len() - shown {
            eprintln!("and {}", report::counted(more, "more difference"));
        }
    }

    /// Whether a file is read back to what was proved.
    #[must_use]
    pub(crate) fn is_proved(&self, path: &Path) -> bool {
        let file = |subject: &Subject| match subject {
            Subject::Place(place) => self.sources.get(place.file).map(|file| file.path.clone()),
            Subject::Path(path) => Some(path.clone()),
        };
        let mut files = self.differences.iter().filter_map(|it| file(&it.subject));
        !files.any(|file| file == path)
    }
}

/// The folder for generated code.
pub(crate) fn folder() -> PathBuf {
    workspace::root().join("tokenizer/src/generated")
}

/// Reads the code that was printed.
#[must_use]
pub(crate) fn printed(compiled: &Compiled) -> ReadBack {
    let text = |file: &File| Text {
        path: file.path.clone(),
        text: file.text.clone(),
    };
    let files: Vec<Text> = compiled.files.iter().map(text).collect();
    ReadBack::of(compiled, &files)
}

/// Reads the code on disk. Files that are not Rust, or not text, are left to the comparison of texts.
///
/// # Errors
/// If a file or a folder cannot be read.
pub(crate) fn on_disk(compiled: &Compiled) -> io::Result<ReadBack> {
    let folder = folder();
    let mut files = Vec::new();
    // Without the folder, each file is out of date.
    if folder.is_dir() {
        collect(&folder, &folder, &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(ReadBack::of(compiled, &files))
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<Text>) -> io::Result<()> {
    let at = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    for entry in fs::read_dir(folder).map_err(|error| at(folder, error))? {
        let path = entry.map_err(|error| at(folder, error))?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let bytes = fs::read(&path).map_err(|error| at(&path, error))?;
            if let (Ok(text), Ok(relative)) = (String::from_utf8(bytes), path.strip_prefix(root)) {
                files.push(Text {
                    path: relative.to_owned(),
                    text,
                });
            }
        }
    }
    Ok(())
}
