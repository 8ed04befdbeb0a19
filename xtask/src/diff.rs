//! `cargo xtask diff`: what changed between two revisions, tables or pages.

use crate::{report, workspace};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_codegen::compare::{self, Behaviour};
use tokenwright_codegen::diagnostic::{Diagnostic, Sources};
use tokenwright_codegen::diff::{self, Side};
use tokenwright_codegen::load;
use tokenwright_codegen::model::Revision;
use tokenwright_codegen::references::{self, References};

/// Where the two sides are not the same.
const DIFFERENT: u8 = 1;
/// Where something was not understood or could not be read.
const NOT_UNDERSTOOD: u8 = 2;

/// Show what changed between two revisions
///
/// Each side is a revision such as `whatwg-2020-05-22`, a folder of tables, or a spec page: HTML or
/// plain text, a whole page or the tokenization section alone. What a page does not say (entry
/// states, lists of names, the named character references, and the input stream unless the page is a
/// whole one) is not compared.
///
/// Exits with 0 if both say the same, with 1 if not, and with 2 if something was not understood or a
/// side cannot be read; what was understood is shown all the same.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The older side: a revision, a folder of tables, or a page
    from: PathBuf,
    /// The newer side
    to: PathBuf,
    /// How it is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// List also what is only worded otherwise
    #[arg(long)]
    editorial: bool,
    /// Judge each change alone too: what it does where nothing else changes
    #[arg(long)]
    each: bool,
    /// Compare the tables alone, and not what the machines do
    #[arg(long, conflicts_with = "each")]
    tables_only: bool,
}

/// How a difference is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Plain text
    Text,
    /// Markdown, for a comment on a pull request
    Markdown,
    /// JSON, as docs/diff-json.md describes it
    Json,
}

/// A side before it is read.
enum Given {
    Tables(PathBuf),
    Page { path: PathBuf, text: String },
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let difference = match self::difference(arguments, &mut sources) {
        Ok(difference) => difference,
        Err(errors) => {
            report::print(&errors, &sources);
            return ExitCode::from(NOT_UNDERSTOOD);
        }
    };
    let mut shown = match arguments.format {
        Format::Text => diff::text(&difference, arguments.editorial),
        Format::Markdown => diff::markdown(&difference, arguments.editorial),
        Format::Json => diff::json(&difference),
    };
    // What was not understood may do anything.
    if difference.is_complete() && !arguments.tables_only {
        match compare::behaviour(&difference, arguments.each) {
            Ok(found) => add(&mut shown, &found, &difference, arguments.format),
            Err(refusal) => eprintln!("error: the machines cannot be compared: {refusal}"),
        }
    }
    // If standard output is closed there is nobody to tell.
    let _ = io::stdout().lock().write_all(shown.as_bytes());
    match (difference.is_complete(), difference.is_empty()) {
        (false, _) => ExitCode::from(NOT_UNDERSTOOD),
        (true, false) => ExitCode::from(DIFFERENT),
        (true, true) => ExitCode::SUCCESS,
    }
}

/// Adds what the machines do to what is shown of the tables.
fn add(shown: &mut String, found: &Behaviour, difference: &diff::Difference, format: Format) {
    let none = References::default();
    let side = |side: &'_ Side| side.references.clone().unwrap_or_else(|| none.clone());
    let references = [side(&difference.from), side(&difference.to)];
    let from = (&difference.from.revision, &references[0]);
    let to = (&difference.to.revision, &references[1]);
    match format {
        Format::Text => shown.push_str(&compare::report::text(found, from, to)),
        Format::Markdown => shown.push_str(&compare::report::markdown(found)),
        Format::Json => {
            if let Ok(mut document) = serde_json::from_str::<serde_json::Value>(shown) {
                document["behaviour"] = compare::report::json(found);
                *shown = format!("{document:#}\n");
            }
        }
    }
}

fn difference(
    arguments: &Arguments,
    sources: &mut Sources,
) -> Result<diff::Difference, Vec<Diagnostic>> {
    let from = given(&arguments.from).map_err(|error| vec![error])?;
    let to = given(&arguments.to).map_err(|error| vec![error])?;
    let (from, to) = match (from, to) {
        (Given::Tables(from), Given::Tables(to)) => {
            (tables(&from, sources)?, tables(&to, sources)?)
        }
        (Given::Tables(from), Given::Page { path, text }) => {
            let from = tables(&from, sources)?;
            let to = page(&path, &text, Some(&from.revision), sources)?;
            (from, to)
        }
        (Given::Page { path, text }, Given::Tables(to)) => {
            let to = tables(&to, sources)?;
            (page(&path, &text, Some(&to.revision), sources)?, to)
        }
        (
            Given::Page { path, text },
            Given::Page {
                path: other,
                text: newer,
            },
        ) => {
            let mut from = page(&path, &text, None, sources)?;
            let to = page(&other, &newer, Some(&from.revision), sources)?;
            let says = |side: &Side| {
                side.page
                    .as_ref()
                    .is_some_and(|page| page.known.input_stream)
            };
            if says(&to) && !says(&from) {
                // The errors of an input stream of which only one page speaks are no difference.
                from = page(&path, &text, Some(&to.revision), sources)?;
            }
            (from, to)
        }
    };
    Ok(diff::compare(from, to))
}

/// What a side is: a folder of tables or a file.
fn given(name: &Path) -> Result<Given, Diagnostic> {
    if name.is_file() {
        let bytes = fs::read(name).map_err(|error| Diagnostic::unread(name, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Diagnostic::unread(name, "not UTF-8"))?;
        return Ok(Given::Page {
            path: name.to_owned(),
            text,
        });
    }
    workspace::revision_dir(&name.to_string_lossy()).map(Given::Tables)
}

fn tables(dir: &Path, sources: &mut Sources) -> Result<Side, Vec<Diagnostic>> {
    let revision = load::revision(dir, sources)?;
    // A folder of tables elsewhere can do without the tables of references beside it.
    let beside = dir.parent().map(Path::to_owned).unwrap_or_default();
    let spec_dir = if beside.join(references::NAMES_DIR).is_dir() {
        beside
    } else {
        workspace::spec_dir()
    };
    let references = references::load(&spec_dir, &revision.about, sources)?;
    Ok(Side::of_tables(revision, Some(references)))
}

/// Reads a page; what it does not say of itself is taken from the other side.
fn page(
    path: &Path,
    text: &str,
    other: Option<&Revision>,
    sources: &mut Sources,
) -> Result<Side, Vec<Diagnostic>> {
    let known = references::replacements(&workspace::spec_dir(), sources)?;
    let name = path.display().to_string();
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = sources.add(path.to_owned(), text.to_owned());
    Side::of_page(&name, &id, text, file, other, &known).ok_or_else(|| {
        let absent = Diagnostic::unread(path, "no tokenization section with states in it");
        vec![absent.help(
            "the section is found by a heading such as `Tokenization` and the titles of states below it",
        )]
    })
}
