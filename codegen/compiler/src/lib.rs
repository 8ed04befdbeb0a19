//! The compiler back end of Tokenwright: checked tables in, Rust source out.

#![forbid(unsafe_code)]

pub mod emit;
pub mod ir;
pub mod liveness;
pub mod lower;
pub mod optimise;
mod parallel;
pub mod program;
pub mod tree;

use emit::File;
use optimise::Passes;
use program::Program;
use std::path::Path;
use tokenwright_tables::check;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tree::ir::TreeProgram;

/// The tables of all revisions, and the code generated from them.
#[derive(Debug)]
pub struct Compiled {
    /// The revisions, the oldest first.
    pub revisions: Vec<Loaded>,
    /// The program of each revision.
    pub programs: Vec<Program>,
    /// Tree construction of the revisions that have tables of it.
    pub trees: Vec<TreeProgram>,
    /// Warnings about the tables; they do not prevent generation.
    pub warnings: Vec<Diagnostic>,
    /// The generated files, not yet written.
    pub files: Vec<File>,
    descriptions: Descriptions,
}

impl Compiled {
    /// Compiles one of the revisions again, with other passes.
    ///
    /// # Errors
    /// A construct of the tables that the IR cannot express.
    pub fn recompile(&mut self, index: usize, passes: &Passes) -> Result<(), String> {
        self.programs[index] = compile_revision(&self.revisions[index], passes)?;
        self.files = files(
            &self.revisions,
            &self.programs,
            &self.trees,
            &self.descriptions,
        )?;
        Ok(())
    }

    /// What the parse errors of all revisions mean.
    #[must_use]
    pub fn descriptions(&self) -> &Descriptions {
        &self.descriptions
    }

    /// The generated files of one revision.
    pub fn files_of(&self, index: usize) -> impl Iterator<Item = &File> {
        let folder = emit::folder(&self.revisions[index].revision.about.id);
        let files = self.files.iter();
        files.filter(move |file| file.path.starts_with(&folder))
    }
}

/// Compiles the tables of all revisions in the folder `spec` to Rust.
///
/// # Errors
/// Every error in the tables, with the warnings; or a construct that the IR cannot express.
pub fn compile(
    spec: &Path,
    passes: &Passes,
    sources: &mut Sources,
) -> Result<Compiled, Vec<Diagnostic>> {
    let read = load::folders(spec, sources).map_err(|error| vec![error])?;
    let (revisions, mut warnings) = check::folders(read)?;
    let descriptions = Descriptions::load(spec, sources)?;
    warnings.extend(descriptions.missing(&revisions));
    warnings.extend(descriptions.unused(&revisions));
    let programs = parallel::map(&revisions, |tables| {
        let machine = lower::machine(tables).map_err(|error| refused(spec, tables, &error));
        machine.map(|machine| optimise::run(machine, passes))
    })?;
    let trees = parallel::map(&revisions, |tables| {
        let tree = tree::lower::program(tables);
        tree.map_err(|error| refused(spec, tables, &error))
    })?;
    let mut trees: Vec<TreeProgram> = trees.into_iter().flatten().collect();
    trees.iter_mut().for_each(tree::optimise::run);
    let files = files(&revisions, &programs, &trees, &descriptions)
        .map_err(|error| vec![Diagnostic::unread(spec, error)])?;
    Ok(Compiled {
        revisions,
        programs,
        trees,
        warnings,
        files,
        descriptions,
    })
}

/// The generated files of all revisions.
fn files(
    revisions: &[Loaded],
    programs: &[Program],
    trees: &[TreeProgram],
    descriptions: &Descriptions,
) -> Result<Vec<File>, String> {
    let mut files = emit::files(revisions, programs, descriptions)?;
    let newest = revisions.last().map(|it| it.revision.about.id.as_str());
    files.extend(tree::emit::files(trees, newest)?);
    Ok(files)
}

/// Compiles the checked tables of one revision to a program, which [`emit`] prints.
///
/// # Errors
/// A construct of the tables that the IR cannot express.
pub fn compile_revision(tables: &Loaded, passes: &Passes) -> Result<Program, String> {
    Ok(optimise::run(lower::machine(tables)?, passes))
}

fn refused(spec: &Path, tables: &Loaded, error: &str) -> Vec<Diagnostic> {
    let folder = spec.join(&tables.revision.about.id);
    let message = format!("the tables cannot be compiled: {error}");
    vec![Diagnostic::unread(folder, message)]
}
