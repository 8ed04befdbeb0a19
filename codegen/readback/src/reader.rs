//! Reads all generated files, and compares each with what was proved.
//!
//! Files depend on one another: a variant of an error code is a text only by the file of the codes, and the functions of
//! states have their states from the revision's module. So the shared files are read first, then the module of each
//! revision, then its states. A file that is not understood ends that order for what depends on it, and what
//! follows from it is not reported: one message for it is better than hundreds about that.

use crate::compare::{Comparison, difference};
use crate::error_codes::{self, Codes};
use crate::files::{Files, Text};
use crate::form::Cursor;
use crate::kinds::{self, Part};
use crate::listing::Listing;
use crate::names::Names;
use crate::proved::Expected;
use crate::tokens::Misread;
use crate::{references, revision_files, root, trees};
use std::path::{Path, PathBuf};
use tokenwright_compiler::Compiled;
use tokenwright_compiler::ir::LoweredMachine;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};

/// Generated files, to be read.
#[derive(Clone, Debug)]
pub struct Reader<'c> {
    compiled: &'c Compiled,
    files: Files,
    sources: Sources,
    folder: PathBuf,
}

/// Which files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// Those of a revision, by its index, and the shared ones that they need.
    Revision(usize),
}

impl<'c> Reader<'c> {
    /// `files` are all Rust files in the folder for generated code. Messages show their paths with the folder.
    #[must_use]
    pub fn new(compiled: &'c Compiled, folder: &Path, files: &[Text]) -> Self {
        let mut sources = Sources::default();
        let mut add = |file: &Text| sources.add(folder.join(&file.path), file.text.clone());
        let numbered: Vec<(&Text, u32)> = files.iter().map(|file| (file, add(file))).collect();
        Reader {
            compiled,
            files: Files::new(folder, &numbered),
            sources,
            folder: folder.to_owned(),
        }
    }

    /// Replaces a file.
    pub fn replace(&mut self, file: &Text) {
        let path = self.folder.join(&file.path);
        let number = self.sources.add(path, file.text.clone());
        self.files.replace(file, number);
    }

    /// The differences between the files and the programs that were proved, and the tables; none if the files implement
    /// them. There is one for each state, at the first part that differs, and one for each other file.
    pub fn differences(&mut self, scope: Scope) -> Vec<Diagnostic> {
        let Reading { found, .. } = Reading::of(self.compiled, &mut self.files, scope);
        // Revisions that share a list share its differences.
        let mut different: Vec<Diagnostic> = Vec::new();
        for diagnostic in found {
            let mut known = different.iter();
            if !known.any(|known| known.subject == diagnostic.subject) {
                different.push(diagnostic);
            }
        }
        different
    }

    /// The parts of the programs, as they are read, for tests that change the code of each kind of part.
    pub fn parts(&mut self, scope: Scope) -> Vec<Part> {
        Reading::of(self.compiled, &mut self.files, scope).parts
    }

    /// The texts of the files, for messages.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

/// What is read, and found.
pub(crate) struct Reading<'f> {
    pub(crate) files: &'f mut Files,
    pub(crate) found: Vec<Diagnostic>,
    parts: Vec<Part>,
}

impl<'f> Reading<'f> {
    fn of(compiled: &Compiled, files: &'f mut Files, scope: Scope) -> Self {
        let mut reading = Reading {
            files,
            found: Vec::new(),
            parts: Vec::new(),
        };
        reading.files.begin();
        reading.read(compiled, scope);
        if scope == Scope::All {
            let unread = reading.files.unread();
            reading.found.extend(unread);
        }
        reading
    }

    /// Compares a part of the code with what was proved.
    pub(crate) fn compare(&mut self, compared: &Comparison, machine: Option<&LoweredMachine>) {
        self.found.extend(difference(compared, machine));
        for (entry, place) in &compared.listing {
            kinds::parts(entry, *place, &mut self.parts);
        }
    }

    /// Reports an error; returns what there is without one.
    pub(crate) fn found<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.found.push(error)).ok()
    }

    /// Reads a file that is one list of entries, and compares it; returns nothing if it is not understood.
    pub(crate) fn file<T>(
        &mut self,
        path: impl AsRef<Path>,
        proved: Expected,
        read: impl FnOnce(Cursor<'_>, &mut Listing) -> Result<T, Misread>,
    ) -> Option<T> {
        let of = path.as_ref().display().to_string();
        self.file_of(path, of, None, proved, read)
    }

    /// The same of a file with a name for messages, and a machine that names its states.
    pub(crate) fn file_of<T>(
        &mut self,
        path: impl AsRef<Path>,
        of: String,
        machine: Option<&LoweredMachine>,
        proved: Expected,
        read: impl FnOnce(Cursor<'_>, &mut Listing) -> Result<T, Misread>,
    ) -> Option<T> {
        let input = self.files.open(path);
        let mut value = None;
        let compared = input.map(|input| {
            Comparison::of(of, input.end(), proved, |out| {
                value = Some(read(input, out)?);
                Ok(())
            })
        });
        let compared = self.found(compared)?;
        self.compare(&compared, machine);
        value
    }

    fn read(&mut self, compiled: &Compiled, scope: Scope) {
        let (revisions, programs) = (&compiled.revisions, &compiled.programs);
        let Some(first) = programs.first() else {
            return;
        };
        let no_codes = Codes::new();
        let names = Names::new(&first.machine, &no_codes);
        self.file("mod.rs", root::proved(revisions), |input, out| {
            root::read(input, &names, out)
        });
        let codes = error_codes::proved(compiled);
        let codes = self.file("error_code.rs", codes, error_codes::read);
        if scope == Scope::All {
            self.references(compiled, &names);
        }
        let codes = codes.unwrap_or_default();
        for (index, (loaded, program)) in revisions.iter().zip(programs).enumerate() {
            if ![Scope::All, Scope::Revision(index)].contains(&scope) {
                continue;
            }
            revision_files::read(self, loaded, program, &codes);
        }
        trees::read(self, compiled, &codes, |id| match scope {
            Scope::All => true,
            Scope::Revision(index) => revisions[index].revision.about.id == id,
        });
    }

    /// The tables of references, each for every revision that has it.
    fn references(&mut self, compiled: &Compiled, names: &Names<'_>) {
        let proved = root::proved_tables(&compiled.revisions);
        self.file("references/mod.rs", proved, |input, out| {
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
                let proved = match is_named {
                    true => references::proved_names(tables),
                    false => references::proved_numbers(&tables.replacements),
                };
                let path = format!("references/{table}.rs");
                self.file(path, proved, |input, out| match is_named {
                    true => references::named(input, names, out),
                    false => references::numeric(input, names, out),
                });
                read.push(table);
            }
        }
    }
}
