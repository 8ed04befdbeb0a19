//! The generated files, as tokens.

use crate::compare::misread;
use crate::form::Cursor;
use crate::tokens::{Misread, Token, tokens};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::source::Place;

/// The text of a generated file.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its path, relative to the folder for generated code.
    pub path: PathBuf,
    /// The Rust source.
    pub text: String,
}

/// The files, as tokens.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// The folder that paths are relative to.
    folder: PathBuf,
    files: BTreeMap<PathBuf, File>,
}

#[derive(Clone, Debug)]
struct File {
    tokens: Result<Vec<Token>, Misread>,
    end: Place,
    is_read: bool,
}

impl Files {
    /// The tokens of some files with their numbers in the sources.
    pub(crate) fn new(folder: &Path, files: &[(&Text, u32)]) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let share = files.len().div_ceil(cores).max(1);
        let lex = |files: &[(&Text, u32)]| -> Vec<(PathBuf, File)> {
            let all = files.iter();
            all.map(|(text, number)| (text.path.clone(), File::new(text, *number)))
                .collect()
        };
        // The texts that the lexer keeps for its spans go with the threads.
        let lexed = thread::scope(|scope| {
            let shares = files.chunks(share);
            let threads: Vec<_> = shares.map(|share| scope.spawn(|| lex(share))).collect();
            let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
            let lexed = joined.flat_map(|lexed| lexed.unwrap_or_else(|panic| resume_unwind(panic)));
            lexed.collect()
        });
        Files {
            folder: folder.to_owned(),
            files: lexed,
        }
    }

    /// Begins to read all files.
    pub(crate) fn begin(&mut self) {
        let files = self.files.values_mut();
        files.for_each(|file| file.is_read = false);
    }

    /// Opens a file for reading.
    pub(crate) fn open(&mut self, path: impl AsRef<Path>) -> Result<Cursor<'_>, Diagnostic> {
        let path = path.as_ref();
        let Some(file) = self.files.get_mut(path) else {
            let path = self.folder.join(path);
            return Err(Diagnostic::unread(
                path,
                "this generated file does not exist",
            ));
        };
        file.is_read = true;
        match &file.tokens {
            Ok(tokens) => Ok(Cursor::new(tokens, file.end)),
            Err(error) => Err(misread(error.clone())),
        }
    }

    /// Replaces a file by one with this number in the sources.
    pub(crate) fn replace(&mut self, text: &Text, number: u32) {
        let Files { files, .. } = Files::new(&self.folder, &[(text, number)]);
        self.files.extend(files);
    }

    /// Leaves the files of a folder unread, whose module is not understood.
    pub(crate) fn skip(&mut self, folder: &str) {
        let files = self.files.iter_mut();
        let inside = files.filter(|(path, _)| path.starts_with(folder));
        inside.for_each(|(_, file)| file.is_read = true);
    }

    /// Reports files that no module is read from.
    pub(crate) fn unread(&self) -> Vec<Diagnostic> {
        let unread = self.files.iter().filter(|(_, file)| !file.is_read);
        let message = "the generator writes no such file";
        unread
            .map(|(path, _)| Diagnostic::unread(self.folder.join(path), message))
            .collect()
    }
}

impl File {
    fn new(file: &Text, number: u32) -> Self {
        let len = u32::try_from(file.text.len()).unwrap_or(u32::MAX);
        File {
            tokens: tokens(number, &file.text),
            end: Place {
                file: number,
                start: len,
                end: len,
            },
            is_read: false,
        }
    }
}
