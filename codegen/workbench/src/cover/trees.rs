//! `cargo xtask cover --tree`: which rows of tree construction the tests of a suite run.
//!
//! A row that runs is not yet tested: the tree may hide what it did. That takes mutants, and minutes. But a row that never runs is not
//! tested at all, and that is known at once. Conditions are counted by their outcomes, since a row has many ways through it; steps are not, as each
//! is on one of these ways.

mod page;
mod records;

use super::Arguments;
use crate::trees::Trees;
use crate::{dat, input_file, score, test_files};
use std::path::{Path, PathBuf};
use tokenwright_analyses::compare::trees::{Machine, Start};
use tokenwright_analyses::suite::trees::{Ran, runs};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use xtask::progress::Progress;
use xtask::report::{Failure, refused};
use xtask::write;

/// What a suite runs.
#[derive(Default)]
struct Measure {
    files: usize,
    tests: usize,
    runs: usize,
    ran: Ran,
    /// The tests whose trees the tables do not build, in the order of the files.
    contrary: Vec<ContraryTest>,
    /// The runs of the others.
    agreeing: Vec<(Start, String)>,
}

/// A test whose tree the tables do not build.
struct ContraryTest {
    file: String,
    /// The line of its `#data`, from 1.
    line: usize,
    input: String,
}

/// Measures a suite, and writes the report.
///
/// # Errors
/// If the tables or the tests cannot be read or run, or the report cannot be written.
pub(super) fn cover(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let trees = Trees::load(Some(&arguments.revision), sources)?;
    let interpreter = trees.interpreter()?;
    let measure = measure((&trees, &interpreter), &arguments.tests, sources)?;
    if let Some(file) = &arguments.records {
        let machine = Machine::new(&trees.tables, &trees.loaded.revision, &interpreter);
        let runs = runs(&machine, measure.agreeing.clone());
        let runs = runs.map_err(refused(trees.id()))?;
        write::file(file, &records::lines(&trees, &runs))?;
    }
    let page = page::page(&trees, &measure, &arguments.command());
    let report = match arguments.mutants {
        true => page + &of_mutants((&trees, &interpreter), measure)?,
        false => page,
    };
    write::output(arguments.out.as_deref(), &report)?;
    Ok(())
}

/// The report on these files and folders, as Markdown. It names `command` as its origin.
///
/// # Errors
/// If a file cannot be read, or the tables cannot be run.
pub(crate) fn report(
    trees: &Trees,
    tests: &[PathBuf],
    command: &str,
    sources: &mut Sources,
) -> Result<String, Diagnostic> {
    let interpreter = trees.interpreter()?;
    let measure = measure((trees, &interpreter), tests, sources)?;
    Ok(page::page(trees, &measure, command))
}

fn measure(
    machine: (&Trees, &Interpreter<'_>),
    tests: &[PathBuf],
    sources: &mut Sources,
) -> Result<Measure, Diagnostic> {
    let progress = Progress::start("running the tests");
    let files = test_files::paths(tests, &["dat"])?;
    let mut measure = Measure::default();
    for (done, path) in files.iter().enumerate() {
        progress.parts(done, files.len());
        file(machine, path, &mut measure, sources)?;
    }
    Ok(measure)
}

/// The mutants that no test kills, as Markdown.
fn of_mutants(
    (trees, interpreter): (&Trees, &Interpreter<'_>),
    measure: Measure,
) -> Result<String, Diagnostic> {
    let machine = Machine::new(&trees.tables, &trees.loaded.revision, interpreter);
    let runs = runs(&machine, measure.agreeing);
    let measure = runs.and_then(|runs| score::trees::measured(&machine, &runs));
    let measure = measure.map_err(refused(trees.id()))?;
    let table = score::trees::table(&measure);
    let survivors = score::trees::survivors(&measure);
    Ok(format!("\n## Mutants\n\n{table}{survivors}"))
}

fn file(
    (trees, interpreter): (&Trees, &Interpreter<'_>),
    path: &Path,
    measure: &mut Measure,
    sources: &mut Sources,
) -> Result<(), Diagnostic> {
    let text = test_files::text(path, sources)?;
    let mut malformed = |line: usize, message: String| {
        let message = format!("not a file of trees: {message}");
        input_file::malformed(sources, path, text.clone(), Some((line, 1)), message)
    };
    let tests = dat::tests(&text);
    let tests = tests.map_err(|error| malformed(error.line, error.message))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    measure.files += 1;
    measure.tests += tests.len();
    for test in &tests {
        let mut agrees = true;
        let mut starts = Vec::new();
        for start in test.starts() {
            measure.runs += 1;
            let environment = start.environment();
            let ran = &mut measure.ran;
            let parsed = trees.observe(interpreter, environment, test.data, ran);
            let parsed = parsed.map_err(|stuck| malformed(test.line, stuck.to_string()))?;
            agrees &= parsed.document.html5lib(parsed.root).trim_end() == test.tree;
            starts.push((start, test.data.to_owned()));
        }
        match agrees {
            true => measure.agreeing.append(&mut starts),
            false => measure.contrary.push(ContraryTest {
                file: name.clone().into_owned(),
                line: test.line,
                input: test.data.to_owned(),
            }),
        }
    }
    Ok(())
}
