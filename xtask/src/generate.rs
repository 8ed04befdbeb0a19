//! `cargo xtask gen`: the tables as Rust.

use crate::fallthrough::Fallthrough;
use crate::passes::{Without, all_without};
use crate::progress::Progress;
use crate::write::Generated;
use crate::{report, workspace};
use std::process::ExitCode;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::{Compiled, lower};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::{guide, schema};

/// Generate the tokenizers from the tables
///
/// Writes `tokenizer/src/generated` and `schema`, which belong to the generator, `.taplo.toml` and
/// the guide to the table language. Writes nothing if the tables have an error; prints warnings
/// and continues.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; exit with 1 and list the files that are out of date
    #[arg(long)]
    check: bool,
    /// Leave out an optimiser pass; the generated code behaves the same, but is slower
    #[arg(long, value_name = "PASS", value_enum)]
    without: Vec<Without>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let passes = all_without(&arguments.without);
    let Some(compiled) = compiled(&passes, &mut Sources::default()) else {
        return ExitCode::FAILURE;
    };
    let generated = generated(&compiled);
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
            println!("{}: out of date", path.display());
        }
        for path in &difference.orphans {
            println!("{}: orphaned", path.display());
        }
        if !difference.is_empty() {
            println!("run `cargo xtask gen`");
            return ExitCode::FAILURE;
        }
        println!("{} files are up to date", generated.files.len());
        return ExitCode::SUCCESS;
    }
    summary(&compiled.revisions);
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

/// Compiles the tables of all revisions and prints the errors and warnings; `None` if there is an error.
pub(crate) fn compiled(passes: &Passes, sources: &mut Sources) -> Option<Compiled> {
    let progress = Progress::start("compiling the tables");
    let spec = workspace::spec_dir();
    let compiled = tokenwright_compiler::compile(&spec, passes, sources);
    drop(progress);
    match compiled {
        Ok(compiled) => {
            let mut diagnostics = compiled.warnings.clone();
            let mut fallthrough = Fallthrough::default();
            for Loaded { revision, .. } in &compiled.revisions {
                let dir = spec.join(&revision.about.id);
                diagnostics.extend(fallthrough.notes(&dir, revision));
            }
            report::print(&diagnostics, sources);
            Some(compiled)
        }
        Err(diagnostics) => {
            report::print(&diagnostics, sources);
            eprintln!("{}; nothing was written", report::count(&diagnostics));
            None
        }
    }
}

/// Every file that is generated from the tables.
pub(crate) fn generated(compiled: &Compiled) -> Generated {
    let root = workspace::root();
    let folder = root.join("tokenizer").join("src").join("generated");
    let code = compiled.files.iter();
    let code = code.map(|file| (folder.join(&file.path), file.text.clone()));
    let mut files: Vec<_> = code.collect();
    let models = || compiled.revisions.iter().map(|loaded| &loaded.revision);
    let schemas = root.join("schema");
    for (path, text) in schema::schemas(models()) {
        files.push((schemas.join(path), text));
    }
    let taplo = schema::configuration("schema", models());
    files.push((root.join(".taplo.toml"), taplo));
    let guide = root.join("docs").join("table-language.md");
    files.push((guide, guide::table_language()));
    Generated {
        files,
        // `schema/machine.json` is written by `cargo xtask export --schema`.
        folders: vec![folder, schemas.join("tables")],
    }
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
