//! `cargo xtask export`: the machine of a revision as JSON.

use crate::suite;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use xtask::report::Failure;
use xtask::{report, workspace, write};

/// Write the machine of a revision as JSON
///
/// The JSON has all that a tokenizer and a tree builder in another language need: states, rows and
/// their operations, error codes, character classes, character references, entry states, the rules
/// of the input stream, insertion modes and algorithms. `docs/export.md` describes it, and `schema/machine.json` is its JSON Schema.
///
/// Exits with 1 if the tables have errors, or the output cannot be written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables; required without `--all` and `--schema`
    #[arg(value_name = "REVISION|DIR", required_unless_present_any = ["schema", "all"])]
    revision: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// The output file; standard output if omitted
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    out: Option<PathBuf>,
    /// Write every revision to a file in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "revision")]
    all: Option<PathBuf>,
    /// Write the JSON Schema of the output in place of a machine
    #[arg(long, conflicts_with_all = ["revision", "all"])]
    schema: bool,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON object
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let Format::Json = arguments.format;
    report::run(|sources| match &arguments.all {
        Some(folder) => all(folder, sources),
        None => one(arguments, sources),
    })
}

fn one(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let out = arguments.out.as_deref();
    out.map_or(Ok(()), write::check_target)?;
    let text = match &arguments.revision {
        None => tokenwright_export::schema(),
        Some(name) => {
            let loaded = suite::revision(name, sources)?;
            json(&loaded, &described(sources)?)?
        }
    };
    Ok(write::output(arguments.out.as_deref(), &text)?)
}

/// Writes every revision to `ID.json` in a folder.
fn all(folder: &Path, sources: &mut Sources) -> Result<(), Failure> {
    let revisions = load::all(&workspace::spec_dir(), sources)?;
    let descriptions = described(sources)?;
    for loaded in &revisions {
        let id = &loaded.revision.about.id;
        let path = folder.join(format!("{id}.json"));
        write::file(&path, &json(loaded, &descriptions)?)?;
    }
    Ok(())
}

fn described(sources: &mut Sources) -> Result<Descriptions, Vec<Diagnostic>> {
    Descriptions::load(&workspace::spec_dir(), sources)
}

fn json(loaded: &Loaded, descriptions: &Descriptions) -> Result<String, Diagnostic> {
    let id = &loaded.revision.about.id;
    let mut machine = tokenwright_export::export(loaded).map_err(|error| {
        Diagnostic::unread(id, format!("the tables cannot be exported: {error}"))
    })?;
    machine.describe_errors(descriptions);
    let text = serde_json::to_string_pretty(&machine);
    let text = text.map_err(|error| Diagnostic::unread(id, error.to_string()))?;
    Ok(text + "\n")
}
