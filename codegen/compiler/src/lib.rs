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
use optimise::{Part, Passes};
use program::Program;
use std::path::Path;
use tokenwright_tables::check;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use tree::ir::TreeProgram;

/// The tables of all revisions, and the code generated from them.
#[derive(Clone, Debug)]
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
    /// Compiles a part of one of the revisions again, with other passes.
    ///
    /// # Errors
    /// A construct of the tables that the IR cannot express.
    pub fn recompile(&mut self, index: usize, part: Part, passes: &Passes) -> Result<(), String> {
        let loaded = &self.revisions[index];
        match part {
            Part::Tokenizer => self.programs[index] = compile_revision(loaded, passes)?,
            Part::Trees => {
                let id = &loaded.revision.about.id;
                let program = self.trees.iter_mut().find(|it| it.revision == *id);
                if let (Some(program), Some(compiled)) = (program, compile_trees(loaded, passes)?) {
                    *program = compiled;
                }
            }
        }
        self.print()
    }

    /// Prints the programs again, after a change of one.
    ///
    /// # Errors
    /// If they exceed a limit of the runtime.
    pub fn print(&mut self) -> Result<(), String> {
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

    /// The parts of one revision.
    pub fn parts_of(&self, index: usize) -> impl Iterator<Item = Part> {
        let trees = self.revisions[index].trees.as_ref();
        std::iter::once(Part::Tokenizer).chain(trees.map(|_| Part::Trees))
    }

    /// The generated files of a part of one revision.
    pub fn files_of(&self, index: usize, part: Part) -> impl Iterator<Item = &File> {
        let id = &self.revisions[index].revision.about.id;
        let folder = match part {
            Part::Tokenizer => emit::folder(id),
            Part::Trees => tree::emit::folder(id),
        };
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
    let unknown = descriptions.unknown(&revisions);
    if !unknown.is_empty() {
        return Err(warnings.into_iter().chain(unknown).collect());
    }
    warnings.extend(descriptions.missing(&revisions));
    warnings.extend(descriptions.unused(&revisions));
    let programs = parallel::map(&revisions, |tables| {
        let machine = lower::machine(tables).map_err(|error| refused(spec, tables, &error));
        machine.map(|machine| optimise::run(machine, passes))
    })?;
    let trees = parallel::map(&revisions, |tables| {
        compile_trees(tables, passes).map_err(|error| refused(spec, tables, &error))
    })?;
    let trees: Vec<TreeProgram> = trees.into_iter().flatten().collect();
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
    files.extend(tree::emit::files(revisions, trees)?);
    Ok(files)
}

/// Compiles the checked tables of one revision to a program, which [`emit`] prints.
///
/// # Errors
/// A construct of the tables that the IR cannot express.
pub fn compile_revision(tables: &Loaded, passes: &Passes) -> Result<Program, String> {
    Ok(optimise::run(lower::machine(tables)?, passes))
}

/// Compiles tree construction of the checked tables of one revision, if it has tables of it.
///
/// # Errors
/// A construct of the tables that the IR cannot express.
pub fn compile_trees(tables: &Loaded, passes: &Passes) -> Result<Option<TreeProgram>, String> {
    let mut program = tree::lower::program(tables)?;
    if let Some(program) = &mut program {
        tree::optimise::run(program, passes);
    }
    Ok(program)
}

fn refused(spec: &Path, tables: &Loaded, error: &str) -> Vec<Diagnostic> {
    let folder = spec.join(&tables.revision.about.id);
    let message = format!("the tables cannot be compiled: {error}");
    vec![Diagnostic::unread(folder, message)]
}
