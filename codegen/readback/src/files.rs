//! Reads all generated files, and compares each with what was proved.

use crate::compare::{difference, misread};
use crate::elements::{self, ElementNames, SharedLists};
use crate::error_codes::{self, Codes};
use crate::form::Cursor;
use crate::listing::Listing;
use crate::names::Names;
use crate::proved::Expected;
use crate::tokens::{Misread, Token, tokens};
use crate::{references, revision_files, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tokenwright_compiler::Compiled;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::source::Place;

/// The text of a generated file.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its path, relative to the folder for generated code.
    pub path: PathBuf,
    /// The path to show in messages.
    pub shown: PathBuf,
    /// The Rust source.
    pub text: String,
}

/// The differences between generated files and the programs that were proved, and the tables; none if the files
/// implement them. There is one for each state, at the first part that differs, and one for each other file.
///
/// `files` are all Rust files in the folder for generated code. Their texts are added to `sources`.
#[must_use]
pub fn read_back(compiled: &Compiled, files: &[Text], sources: &mut Sources) -> Vec<Diagnostic> {
    let mut reading = Reading {
        files: Files::new(files, sources),
        found: Vec::new(),
    };
    reading.all(compiled);
    let Reading { files, mut found } = reading;
    found.extend(files.unread());
    // Revisions that share a list share its differences.
    let mut different: Vec<Diagnostic> = Vec::new();
    for diagnostic in found {
        let is_known = different
            .iter()
            .any(|known| known.subject == diagnostic.subject);
        if !is_known {
            different.push(diagnostic);
        }
    }
    different
}

/// The files, as tokens.
pub(crate) struct Files(BTreeMap<PathBuf, File>);

struct File {
    shown: PathBuf,
    tokens: Result<Vec<Token>, Misread>,
    end: Place,
    is_read: bool,
}

impl Files {
    fn new(files: &[Text], sources: &mut Sources) -> Self {
        let mut all = BTreeMap::new();
        for Text { path, shown, text } in files {
            let number = sources.add(shown.clone(), text.clone());
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            let file = File {
                shown: shown.clone(),
                tokens: tokens(number, text),
                end: Place {
                    file: number,
                    start: len,
                    end: len,
                },
                is_read: false,
            };
            all.insert(path.clone(), file);
        }
        Files(all)
    }

    /// Opens a file for reading.
    pub(crate) fn open(&mut self, path: impl AsRef<Path>) -> Result<Cursor<'_>, Diagnostic> {
        let path = path.as_ref();
        let Some(file) = self.0.get_mut(path) else {
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

    /// Leaves the files of a folder unread, whose module is not understood.
    pub(crate) fn skip(&mut self, folder: &str) {
        let inside = self
            .0
            .iter_mut()
            .filter(|(path, _)| path.starts_with(folder));
        inside.for_each(|(_, file)| file.is_read = true);
    }

    /// Reports files that no module is read from.
    fn unread(&self) -> impl Iterator<Item = Diagnostic> {
        let unread = self.0.values().filter(|file| !file.is_read);
        unread.map(|file| Diagnostic::unread(&file.shown, "the generator writes no such file"))
    }
}

pub(crate) struct Reading {
    pub(crate) files: Files,
    pub(crate) found: Vec<Diagnostic>,
}

impl Reading {
    fn all(&mut self, compiled: &Compiled) {
        let (revisions, programs) = (&compiled.revisions, &compiled.programs);
        let Some(first) = programs.first() else {
            return;
        };
        let no_codes = Codes::new();
        let names = Names::new(&first.machine, &no_codes);
        self.file(
            Path::new("mod.rs"),
            &root::proved(revisions),
            |input, out| root::read(input, &names, out),
        );
        let codes = error_codes::proved(programs, compiled.descriptions());
        let codes = self.file(Path::new("error_code.rs"), &codes, error_codes::read);
        let proved = elements::proved_names(revisions);
        let elements = self.file(Path::new("element_name.rs"), &proved, elements::names);
        let elements = elements.unwrap_or_default();
        let mut lists = self.lists(&elements);
        self.references(compiled, &names);
        let codes = codes.unwrap_or_default();
        let mut are_read = true;
        for (loaded, program) in revisions.iter().zip(programs) {
            let shared = crate::revision::Shared {
                elements: &elements,
                lists: &mut lists,
            };
            are_read &= revision_files::read(self, loaded, program, &codes, shared);
        }
        let unused = lists.values().filter(|list| are_read && !list.is_used);
        let unused = unused.map(|list| Misread::new(list.place, "no revision has this list"));
        self.found.extend(unused.map(misread));
    }

    /// Reads a file that is one list of entries, and compares it.
    fn file<T>(
        &mut self,
        path: &Path,
        proved: &Expected,
        read: impl FnOnce(Cursor<'_>, &mut Listing) -> Result<T, Misread>,
    ) -> Option<T> {
        let input = match self.files.open(path) {
            Ok(input) => input,
            Err(error) => {
                self.found.push(error);
                return None;
            }
        };
        let end = input.end();
        let mut listing = Listing::new();
        match read(input, &mut listing) {
            Ok(value) => {
                let of = path.display().to_string();
                self.found
                    .extend(difference(&listing, proved, &of, end, None));
                Some(value)
            }
            Err(error) => {
                self.found.push(misread(error));
                None
            }
        }
    }

    /// The lists that revisions share. What is in them is compared where a revision has one.
    fn lists(&mut self, elements: &ElementNames) -> SharedLists {
        let lists = self.files.open("element_lists.rs");
        let lists = lists.and_then(|input| elements::lists(input, elements).map_err(misread));
        lists.unwrap_or_else(|error| {
            self.found.push(error);
            SharedLists::new()
        })
    }

    /// The tables of references, each for every revision that has it.
    fn references(&mut self, compiled: &Compiled, names: &Names<'_>) {
        let proved = root::proved_tables(&compiled.revisions);
        self.file(Path::new("references/mod.rs"), &proved, |input, out| {
            root::read_tables(input, names, out)
        });
        let mut read: Vec<String> = Vec::new();
        for loaded in &compiled.revisions {
            let [named, numeric] = root::tables(loaded);
            let tables = &loaded.references;
            for (table, is_named) in [(named, true), (numeric, false)] {
                // Two revisions with one table have one list of it: the tables are loaded from the same file.
                if read.contains(&table) {
                    continue;
                }
                let path = PathBuf::from(format!("references/{table}.rs"));
                read.push(table);
                if is_named {
                    let proved = references::proved_names(tables);
                    self.file(&path, &proved, |input, out| {
                        references::named(input, names, out)
                    });
                } else {
                    let proved = references::proved_numbers(&tables.replacements);
                    self.file(&path, &proved, |input, out| {
                        references::numeric(input, names, out)
                    });
                }
            }
        }
    }
}
