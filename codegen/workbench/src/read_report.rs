//! `cargo xtask read-report`: how well the pages in a folder are read, and what is known of neighbouring pages.

mod measure;
mod page;
mod pair;
mod show;

use crate::test_files::entries;
use page::PageReport;
use pair::PairReport;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::references;
use xtask::progress::Progress;
use xtask::report::Failure;
use xtask::{report, workspace};

/// Measure how well the spec pages in a folder are read
///
/// Reads every file in the folder as a spec page, and compares each page with the next one, in the order
/// of their names. Reports the pages that were understood completely, the sentences that were not, with their
/// number and the nearest rule, and what is known about each pair of pages.
///
/// Exits with 0, or with 1 if the folder or a file in it cannot be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder with the pages: HTML or plain text
    dir: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Read the pages only; do not compare neighbours
    #[arg(long)]
    pages_only: bool,
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Plain text
    Text,
    /// JSON, as docs/reading-pages.md describes it
    Json,
}

/// Everything that the command reports.
struct FolderReport {
    pages: Vec<PageReport>,
    /// The neighbours; none with `--pages-only`.
    pairs: Vec<PairReport>,
    /// The peak of the memory of this process, in bytes; none where the system does not report it.
    peak_memory: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| {
        let report = measured(arguments, sources)?;
        match arguments.format {
            Format::Text => print!("{}", show::text(&report)),
            Format::Json => print!("{:#}\n", show::json(&report)),
        }
        Ok(())
    })
}

fn measured(arguments: &Arguments, sources: &mut Sources) -> Result<FolderReport, Failure> {
    let files = files(&arguments.dir)
        .map_err(|error| Diagnostic::unreadable(&arguments.dir, "folder", &error))?;
    if files.is_empty() {
        let empty = Diagnostic::unread(&arguments.dir, "no files in this folder");
        let help = "save the pages there; folders in it are not searched";
        return Err(empty.help(help).into());
    }
    let replacements = references::replacements(&workspace::spec_dir(), sources)?;
    let progress = Progress::start("reading the pages");
    let mut pages = Vec::new();
    for (done, file) in files.iter().enumerate() {
        progress.parts(done, files.len());
        pages.push(PageReport::of(file, &replacements)?);
    }
    let readable: Vec<&Path> = pages
        .iter()
        .zip(&files)
        .filter(|(page, _)| page.refused.is_none())
        .map(|(_, file)| file.as_path())
        .collect();
    let mut pairs = Vec::new();
    if !arguments.pages_only {
        progress.stage("comparing neighbours");
        for (done, pair) in readable.windows(2).enumerate() {
            progress.parts(done, readable.len() - 1);
            pairs.push(PairReport::of([pair[0], pair[1]])?);
        }
    }
    Ok(FolderReport {
        pages,
        pairs,
        peak_memory: measure::peak_memory(),
    })
}

/// The files of a folder, by name.
fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = entries(dir)?;
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        path.is_file() && !name.to_string_lossy().starts_with('.')
    });
    Ok(files)
}
