//! `cargo xtask verify`: whether a certificate holds.

use crate::{input_file, revisions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_analyses::compare;
use tokenwright_analyses::diff;
use tokenwright_checker::certificate::{Certificate, Claim};
use tokenwright_checker::verify::verify;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use xtask::progress::Progress;
use xtask::report::{self, Failure};

/// Exit status: the certificate does not hold.
const REFUSED: u8 = 1;
/// Exit status: the certificate or one of the sides cannot be read.
const UNREAD: u8 = 2;

/// The longest certificate, in MiB. Those of the six revisions have a twentieth of it.
const LONGEST_MEBI: u64 = 128;

/// How much is shown of a reason, which may have an input or a configuration of the certificate in it.
const MOST_SHOWN: usize = 1000;

/// The origin of a certificate.
const WRITTEN_BY: &str = "`cargo xtask diff FROM TO --certificate FILE` writes a certificate";

/// Check a certificate that `diff --certificate` has written
///
/// Runs both interpreters from every pair of the certificate, over every class of characters, and
/// checks that they agree and that no pair is missing. docs/certificates.md describes the checks.
///
/// Exits with 0 if the certificate holds, with 1 if not, and with 2 if it or one of its sides
/// cannot be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The certificate
    file: PathBuf,
    /// The older side, if it has moved: a revision, a folder of tables, or a page
    #[arg(long)]
    from: Option<PathBuf>,
    /// The newer side, if it has moved
    #[arg(long)]
    to: Option<PathBuf>,
    #[command(flatten)]
    names: revisions::Names,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run_or(UNREAD, |sources| verified(arguments, sources))
}

fn verified(arguments: &Arguments, sources: &mut Sources) -> Result<ExitCode, Failure> {
    let certificate = read(&arguments.file, sources)?;
    let name = |at: usize, other: &Option<PathBuf>| {
        let named = || PathBuf::from(&certificate.sides[at].name);
        other.clone().unwrap_or_else(named)
    };
    let (from_name, to_name) = (name(0, &arguments.from), name(1, &arguments.to));
    let sides = revisions::both(&from_name, &to_name, &arguments.names, sources);
    let (from, to) = sides.map_err(|unreadable| unreadable.errors)?;
    let progress = Progress::start("checking the certificate");
    let difference = diff::compare(from, to);
    let references = compare::references(&difference);
    let revisions = [&difference.from.revision, &difference.to.revision];
    let verified = verify(&certificate, revisions, references);
    drop(progress);
    let [from, to] = [&from_name, &to_name].map(|name| name.display());
    Ok(match verified {
        Ok(pairs) => {
            let same = match certificate.differs_in {
                Claim::None => "the same",
                Claim::PlacesOnly => "the same but for the places of errors",
                Claim::ErrorsOnly => "the same tokens",
            };
            println!("holds: {from} and {to} give {same} for every input, by {pairs} pairs");
            ExitCode::SUCCESS
        }
        Err(why) => {
            let why = why.to_string();
            let file = arguments.file.display();
            eprintln!("error: {file} does not hold for {from} and {to}: {why:.MOST_SHOWN$}");
            ExitCode::from(REFUSED)
        }
    })
}

fn read(file: &Path, sources: &mut Sources) -> Result<Certificate, Diagnostic> {
    let bytes = load::read_bytes(file, LONGEST_MEBI, WRITTEN_BY)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Diagnostic::unread(file, "not a certificate: the file is not UTF-8").help(WRITTEN_BY)
    })?;
    Certificate::read(&text).map_err(|error| {
        let message = format!("not a certificate: {}", error.message);
        input_file::malformed(sources, file, text, error.at, message).help(WRITTEN_BY)
    })
}
