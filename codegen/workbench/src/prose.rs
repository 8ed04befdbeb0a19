//! `cargo xtask prose`: the sections that the tables stand for.

use crate::suite;
use crate::trees::Trees;
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_prose::{self as prose, Gap, Prose};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use xtask::report::Failure;
use xtask::{report, write};

/// Write the tables of a revision as prose, in the form of the standard
///
/// The page has the headings, switch lists and links of the standard. `cargo xtask import` and `cargo xtask diff` read
/// it like any other page, and reading it gives the same tables: this is checked before anything is written.
///
/// With `--tree` it is the section on tree construction: its modes, its algorithms and its lists. `cargo xtask import --tree`
/// reads it, but nothing is compared before it is written.
///
/// Exits with 1 if the tables cannot be read, if a part of them has no sentence, or if the page cannot be written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// Write the section on tree construction
    #[arg(long)]
    tree: bool,
    /// The format of the page
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,
    /// The file to write; standard output if omitted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A page with links, for readers
    Html,
    /// The same links, for places such as a pull request
    Markdown,
    /// The form of the standard's source, for its editors
    Source,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| {
        let page = page(arguments, sources)?;
        Ok(write::output(arguments.out.as_deref(), &page)?)
    })
}

fn page(arguments: &Arguments, sources: &mut Sources) -> Result<String, Failure> {
    let out = arguments.out.as_deref();
    out.map_or(Ok(()), write::check_target)?;
    let prose = match arguments.tree {
        true => {
            let trees = Trees::load(Some(&arguments.revision), sources)?;
            without_errors(tokenwright_tables::tree::check::check(&trees.tables))?;
            prose::write_trees(&trees.loaded.revision, &trees.tables)
        }
        false => tokenization(&arguments.revision, sources)?,
    };
    Ok(match arguments.format {
        Format::Html => prose.to_html(),
        Format::Markdown => prose.to_markdown(),
        Format::Source => prose.to_source(),
    })
}

/// Refuses tables with errors; warnings are no obstacle.
fn without_errors(problems: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    match problems.iter().any(Diagnostic::is_error) {
        true => Err(problems),
        false => Ok(()),
    }
}

fn tokenization(revision: &str, sources: &mut Sources) -> Result<Prose, Failure> {
    let loaded = suite::revision(revision, sources)?;
    without_errors(tokenwright_tables::check::revision(&loaded.revision))?;
    let diagnostic = |gap: Gap| {
        let error = Diagnostic::error(gap.place, gap.message);
        error.help("docs/reading-pages.md says how to add a sentence to the reader, which the writer shares")
    };
    let prose = prose::write(&loaded.revision, &loaded.references.replacements)
        .map_err(|gaps| gaps.into_iter().map(diagnostic).collect::<Vec<_>>())?;
    Ok(prose)
}
