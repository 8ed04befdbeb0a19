//! `cargo xtask gen`: the tables as Rust.

use crate::fallthrough::Fallthrough;
use crate::progress::Progress;
use crate::write::Generated;
use crate::{report, workspace};
use std::process::ExitCode;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::{emit, lower};
use tokenwright_tables::diagnostic::{Severity, Sources};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::{check, guide, schema};

/// Generate the tokenizers from the tables
///
/// Writes `tokenizer/src/generated` and `schema`, which belong to the generator, `.taplo.toml` and
/// the guide to the table language. Writes nothing if the tables have an error; warnings are printed
/// and do not stop it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; exit with 1 and name each file that is not as it would be written
    #[arg(long)]
    check: bool,
    /// Leave out a pass over the tables; the generated code then does the same, slower
    #[arg(long, value_name = "PASS", value_parser = ["runs", "near", "names", "fuse", "usual", "pieces", "seldom", "references", "all"])]
    without: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Some(revisions) = checked(&mut Sources::default()) else {
        return ExitCode::FAILURE;
    };
    let without = arguments.without.iter();
    let passes = without.fold(Passes::ALL, |passes, name| passes.without(name));
    let generated = match generated(&revisions, passes) {
        Ok(generated) => generated,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let difference = if arguments.check {
        generated.compare()
    } else {
        generated.write()
    };
    let difference = match difference {
        Ok(difference) => difference,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    if arguments.check {
        for path in &difference.stale {
            println!("{}: not as the tables have it", path.display());
        }
        for path in &difference.orphans {
            println!("{}: no table has it", path.display());
        }
        if !difference.is_empty() {
            println!("run `cargo xtask gen`");
            return ExitCode::FAILURE;
        }
        println!("{} files are up to date", generated.files.len());
        return ExitCode::SUCCESS;
    }
    summary(&revisions);
    for path in &difference.stale {
        println!("wrote {}", path.display());
    }
    for path in &difference.orphans {
        println!("removed {}", path.display());
    }
    let changed = difference.stale.len() + difference.orphans.len();
    println!("{changed} of {} files changed", generated.files.len());
    ExitCode::SUCCESS
}

/// Reads and checks the tables of all revisions, and prints the errors and warnings.
///
/// Gives the revisions, the oldest first, or nothing if there is an error.
pub(crate) fn checked(sources: &mut Sources) -> Option<Vec<Loaded>> {
    let spec = workspace::spec_dir();
    let dirs = match load::revision_dirs(&spec) {
        Ok(dirs) => dirs,
        Err(error) => {
            report::print(&[error], sources);
            return None;
        }
    };
    let mut fallthrough = Fallthrough::default();
    let mut revisions = Vec::new();
    let mut diagnostics = Vec::new();
    for dir in dirs {
        let checked = check::folder(&dir, &spec, sources);
        diagnostics.extend(checked.diagnostics);
        if let Some(loaded) = &checked.loaded {
            diagnostics.extend(fallthrough.notes(&dir, &loaded.revision));
        }
        revisions.extend(checked.loaded);
    }
    report::print(&diagnostics, sources);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        eprintln!("{}; nothing was written", report::count(&diagnostics));
        return None;
    }
    load::sort(&mut revisions);
    Some(revisions)
}

/// Every file that is generated from the revisions, which are sorted by age.
///
/// # Errors
/// What the generator cannot compile.
pub(crate) fn generated(revisions: &[Loaded], passes: Passes) -> Result<Generated, String> {
    let progress = Progress::start("compiling the revisions");
    // The revisions are independent of each other.
    let programs: Vec<Result<_, String>> = std::thread::scope(|scope| {
        let start = |loaded| scope.spawn(move || tokenwright_compiler::compile(loaded, passes));
        let threads: Vec<_> = revisions.iter().map(start).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined
            .map(|program| program.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let programs = revisions.iter().zip(programs).map(|(loaded, program)| {
        let id = &loaded.revision.about.id;
        program.map_err(|error| format!("the tables of {id} cannot be compiled: {error}"))
    });
    let programs = programs.collect::<Result<Vec<_>, _>>()?;
    progress.stage("writing the generated code");
    let inputs: Vec<_> = revisions
        .iter()
        .zip(&programs)
        .map(|(loaded, program)| emit::Input { loaded, program })
        .collect();
    let code = emit::files(&inputs)
        .map_err(|error| format!("the tables cannot be written as code: {error}"))?;
    let root = workspace::root();
    let folder = root.join("tokenizer").join("src").join("generated");
    let code = code
        .into_iter()
        .map(|file| (folder.join(file.path), file.text));
    let mut files: Vec<_> = code.collect();
    let models = || revisions.iter().map(|loaded| &loaded.revision);
    let schemas = root.join("schema");
    for (path, text) in schema::schemas(models()) {
        files.push((schemas.join(path), text));
    }
    let taplo = schema::configuration("schema", models());
    files.push((root.join(".taplo.toml"), taplo));
    let guide = root.join("docs").join("table-language.md");
    files.push((guide, guide::table_language()));
    Ok(Generated {
        files,
        folders: vec![folder, schemas],
    })
}

fn summary(revisions: &[Loaded]) {
    for Loaded { revision, .. } in revisions {
        println!("{}: {}", revision.about.id, report::size(revision));
    }
    println!(
        "{} revisions; left to the runtime: {} ({})",
        revisions.len(),
        lower::RUNTIME_PROCEDURES.len(),
        lower::RUNTIME_PROCEDURES.join(", ")
    );
}
