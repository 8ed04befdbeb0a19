//! Tree construction: its files as steps and lists, compared with the programs that were proved.
//!
//! The files of a revision depend on one another as those of the tokenizer do: a constant is an element by the lists, and a function
//! is a row by its place in the file of its mode. So the lists and the names of functions are read first, then every body.

mod algorithms_file;
mod choices;
mod dispatcher_file;
mod expressions;
mod following_file;
mod functions;
mod lists_file;
mod meaning;
mod mode_file;
mod module_file;
mod names;
mod outside_file;
mod statements;
mod steps;

use crate::compare::{Comparison, misread};
use crate::error_codes::Codes;
use crate::form::Cursor;
use crate::reader::Reading;
use crate::root;
use crate::tokens::Misread;
use functions::Context;
use meaning::Meaning;
use module_file::Module;
use names::{Function, Names, Sentences};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tokenwright_compiler::Compiled;
use tokenwright_compiler::tree::ir::{Mode, TreeProgram};
use tokenwright_tables::identifier::snake_case;

/// The folder of the files.
const FOLDER: &str = "tree_construction";

/// The folder of a revision in it.
fn folder(id: &str) -> String {
    snake_case(id)
}

/// The name of a mode, as a person reads it.
fn mode_name(mode: &Mode) -> String {
    match mode.name.as_str() {
        "" => "foreign content".to_owned(),
        name => format!("\"{name}\""),
    }
}

/// Reads the files of some revisions, and those that all share.
pub(crate) fn read(
    reading: &mut Reading<'_>,
    compiled: &Compiled,
    codes: &Codes,
    is_wanted: impl Fn(&str) -> bool,
) {
    let programs = &compiled.trees;
    let newest = root::newest(&compiled.revisions);
    let path = Path::new(FOLDER).join("mod.rs");
    let proved = outside_file::proved_modules(programs, newest);
    reading.file(path, proved, outside_file::read_modules);
    let path = Path::new(FOLDER).join("outside.rs");
    let proved = outside_file::proved(programs);
    let outside = reading.file(path, proved, |input, out| {
        outside_file::read(input, programs, out)
    });
    for program in programs.iter().filter(|it| is_wanted(&it.revision)) {
        let is_read = outside
            .as_ref()
            .and_then(|outside| revision(reading, program, codes, outside));
        if is_read.is_none() {
            // What follows from a file that is not understood is not reported.
            let folder = Path::new(FOLDER).join(folder(&program.revision));
            reading.files.skip(&folder.to_string_lossy());
        }
    }
}

/// Reads the files of a revision; returns nothing if a file that others need is not understood.
fn revision(
    reading: &mut Reading<'_>,
    program: &TreeProgram,
    codes: &Codes,
    [questions, outputs]: &[Sentences; 2],
) -> Option<()> {
    let folder = Path::new(FOLDER).join(folder(&program.revision));
    let proved = lists_file::proved(program);
    let lists = reading.file(folder.join("lists.rs"), proved, |input, out| {
        lists_file::read(input, out, program)
    })?;
    let path = folder.join("mod.rs");
    let Module {
        modules,
        modes,
        begin,
    } = reading.file(&path, module_file::proved(program), module_file::read)?;
    if modules.len() != program.modes_with_files().count() || modes.len() != program.modes.len() {
        let message = "another number of insertion modes is expected here";
        let error = reading
            .files
            .open(&path)
            .map(|input| Misread::new(input.place(), message));
        reading
            .found
            .push(error.map_or_else(|error| error, misread));
        return None;
    }
    let mut names = Names {
        codes,
        questions,
        outputs,
        rows: Vec::new(),
        algorithms: BTreeMap::new(),
        stopping: program.stopping(),
        modules,
        modes,
        lists,
    };
    functions_of(reading, program, &folder, &mut names)?;
    if names.algorithms.get(&begin) != Some(&Function::Algorithm(program.begin_fragment)) {
        let message = "this is not the algorithm that begins a fragment";
        let place = reading.files.open(&path).map(|input| input.end());
        let error = place.map(|place| misread(Misread::new(place, message)));
        reading.found.push(error.unwrap_or_else(|error| error));
    }
    let meaning = Meaning::new(program);
    let context = Context {
        names: &names,
        meaning: &meaning,
        id: &program.revision,
    };
    let path = folder.join("algorithms.rs");
    parts(reading, &path, |input, out| {
        algorithms_file::read(input, context, out)
    });
    let path = folder.join("dispatcher.rs");
    parts(reading, &path, |input, out| {
        dispatcher_file::read(input, context, out)
    });
    for (at, mode) in program.modes_with_files().enumerate() {
        let path = mode_path(&folder, &names.modules[at]);
        parts(reading, &path, |input, out| {
            mode_file::read(input, context, at, mode, out)
        });
    }
    let proved = following_file::proved(program);
    reading.file(folder.join("following.rs"), proved, |input, out| {
        following_file::read(input, &names, out)
    });
    Some(())
}

fn mode_path(folder: &Path, module: &str) -> PathBuf {
    folder.join(format!("{module}.rs"))
}

/// Finds what the functions of a revision are, by their places.
fn functions_of(
    reading: &mut Reading<'_>,
    program: &TreeProgram,
    folder: &Path,
    names: &mut Names<'_>,
) -> Option<()> {
    for (mode, module) in program.modes_with_files().zip(names.modules.clone()) {
        let mut all = functions_in(reading, &mode_path(folder, &module), false)?;
        // The rows come last.
        names
            .rows
            .push(all.split_off(all.len().saturating_sub(mode.rows.len())));
    }
    let all = functions_in(reading, &folder.join("algorithms.rs"), true)?;
    names.algorithms = all
        .into_iter()
        .zip(algorithms_file::in_order(program))
        .collect();
    Some(())
}

fn functions_in(reading: &mut Reading<'_>, path: &Path, is_public: bool) -> Option<Vec<String>> {
    let input = reading.files.open(path);
    let functions = input.and_then(|input| names::functions(input, is_public).map_err(misread));
    reading.found(functions)
}

/// Reads a file of functions, and compares each.
fn parts(
    reading: &mut Reading<'_>,
    path: &Path,
    read: impl FnOnce(Cursor<'_>, &mut Vec<Comparison>) -> Result<(), Misread>,
) {
    let mut compared = Vec::new();
    let input = reading.files.open(path);
    let result = input.and_then(|input| read(input, &mut compared).map_err(misread));
    compared.iter().for_each(|of| reading.compare(of, None));
    reading.found(result);
}
