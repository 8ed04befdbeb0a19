//! Reads the generated code back, and compares it with the programs that are proved.
//!
//! The texts are compared as well, but only with what the printer prints: a fault of the printer is in both. So `gen`
//! reads what it is about to write, and `gen --check` what is on disk.

use crate::{report, workspace, write};
use std::collections::BTreeSet;
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
    /// Reads the code that was printed or, with `check`, that on disk, and prints the differences.
    ///
    /// # Errors
    /// If a file or a folder cannot be read.
    pub(crate) fn new(compiled: &Compiled, check: bool) -> io::Result<Self> {
        let files = match check {
            true => on_disk()?,
            false => printed(compiled),
        };
        let mut reader = Reader::new(compiled, &folder(), &files);
        let read = ReadBack {
            differences: reader.differences(Scope::All),
            sources: reader.sources().clone(),
        };
        read.print();
        Ok(read)
    }

    /// Prints the first differences, and how many more there are.
    fn print(&self) {
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

/// The code that was printed.
fn printed(compiled: &Compiled) -> Vec<Text> {
    let text = |file: &File| Text {
        path: file.path.clone(),
        text: file.text.clone(),
    };
    compiled.files.iter().map(text).collect()
}

/// The code on disk. Files that are not Rust, or not text, are left to the comparison of texts, as are absent ones.
///
/// # Errors
/// If a file or a folder cannot be read.
fn on_disk() -> io::Result<Vec<Text>> {
    let root = folder();
    let mut paths = BTreeSet::new();
    write::list(&root, &mut paths)?;
    let mut files = Vec::new();
    for path in paths {
        if path.extension().is_some_and(|extension| extension == "rs") {
            let bytes = fs::read(&path).map_err(|error| write::at(&path, error))?;
            if let (Ok(text), Ok(relative)) = (String::from_utf8(bytes), path.strip_prefix(&root)) {
                files.push(Text {
                    path: relative.to_owned(),
                    text,
                });
            }
        }
    }
    Ok(files)
}
