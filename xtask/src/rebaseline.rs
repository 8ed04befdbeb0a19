//! `cargo xtask rebaseline`: tests of any time, brought up to a revision.

use crate::progress::Progress;
use crate::{every_revision, report, revision_name, test_files, write};
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_analyses::suite::Rebaseline;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::Loaded;

/// Bring tests in html5lib's format up to a revision, in place
///
/// A test whose expectation an older revision gives gets the output and the errors of the newer tables, and the rows that
/// explain the change are listed. Everything else in a file stays as it is, byte for byte. A test whose
/// expectation no revision gives is listed and not changed. Tests in foreign content and tests with lone surrogates
/// are left alone.
///
/// Exits with 1 if a file cannot be read or written, or if a test is not explained; with `--check` also if a file
/// would change.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files of tests, or folders with files whose names end in `.test`
    #[arg(required = true, value_name = "FILE|DIR")]
    tests: Vec<PathBuf>,
    /// The revision whose output the tests are to expect; the newest if omitted
    #[arg(long, value_name = "REVISION")]
    to: Option<String>,
    /// Write nothing
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let mut revisions = match every_revision::load() {
        Ok(revisions) => revisions,
        Err(code) => return code,
    };
    match rebaseline(arguments, &mut revisions, &mut sources) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            report::print(&[error], &sources);
            ExitCode::FAILURE
        }
    }
}

/// Returns whether nothing is left to do.
fn rebaseline(
    arguments: &Arguments,
    revisions: &mut Vec<Loaded>,
    sources: &mut Sources,
) -> Result<bool, Diagnostic> {
    if let Some(to) = &arguments.to {
        let ids: Vec<&str> = revisions
            .iter()
            .map(|l| l.revision.about.id.as_str())
            .collect();
        let id = revision_name::resolve(to, &ids)
            .map_err(|error| Diagnostic::unread("--to", error.message).help(error.help))?;
        let last = ids.iter().position(|known| *known == id);
        revisions.truncate(last.map_or(0, |last| last + 1));
    }
    let Some((to, older)) = revisions.split_last() else {
        return Err(Diagnostic::unread("spec", "there are no revisions"));
    };
    let id = &to.revision.about.id;
    let refused = |error: &dyn std::fmt::Display| Diagnostic::unread(id, error.to_string());
    let rebaseline = Rebaseline::new(older, to).map_err(|error| refused(&error))?;
    let mut done = true;
    for path in test_files::paths(&arguments.tests)? {
        let text = test_files::text(&path)?;
        let progress = Progress::start(format!("running the tests of {}", path.display()));
        let found = rebaseline.file(&text);
        drop(progress);
        let found = match found {
            Ok(found) => found,
            Err(error) => return Err(test_files::malformed(sources, &path, text, error)),
        };
        for (from, test) in &found.changed {
            println!("{}: {:?}", path.display(), test.description);
            println!("  input {:?}, as in {from}", test.input);
            for row in &test.rows {
                println!("  {row}");
            }
        }
        for test in &found.unexplained {
            eprintln!(
                "error: the test {:?} with input {:?} is not explained: {}\n  --> {}\n",
                test.description,
                test.input,
                test.why,
                path.display()
            );
        }
        let changes = found.text != text;
        println!(
            "{}: {} {}, {} not explained",
            path.display(),
            report::counted(found.changed.len(), "test"),
            if arguments.check {
                "would change"
            } else {
                "changed"
            },
            found.unexplained.len()
        );
        done &= found.unexplained.is_empty() && !(changes && arguments.check);
        if changes && !arguments.check {
            write::replace(&path, &found.text).map_err(|error| write::unwritable(&path, &error))?;
        }
    }
    Ok(done)
}
