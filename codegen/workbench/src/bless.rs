//! `cargo xtask bless`: everything that is made from the tables, made again.

mod made;
mod review;
mod snapshots;

use crate::prove::prove_generated;
use crate::try_edit;
use clap::ValueEnum;
use review::{Change, Kind};
use std::process::ExitCode;
use tokenwright_compiler::Compiled;
use tokenwright_compiler::optimise::Passes;
use tokenwright_tables::diagnostic::Sources;
use xtask::progress::Progress;
use xtask::report::counted;
use xtask::{generate, report};

/// Regenerate the code, pages and snapshots that derive from the tables
///
/// Lists every file that changes, for review: a change that the spec does not explain is a bug.
///
/// Does not change files that are written by hand: tests/data, html5lib's tests, and the explanations
/// of what other tokenizers do. Prints how many tests of an edited revision no longer match its
/// tables; `cargo xtask try` lists them.
///
/// Exits with 0 if everything was regenerated or is up to date, and with 1 if something cannot be
/// generated or, with --check, is out of date.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to regenerate; everything if omitted
    #[arg(value_enum)]
    what: Vec<What>,
    /// Write nothing; list what is out of date, and exit with 1 if anything is
    #[arg(long)]
    check: bool,
}

/// An output that derives from the tables, in order of dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
enum What {
    /// The generated code, the schemas and docs/table-language.md: `cargo xtask gen`
    Code,
    /// The snapshots whose description marks them as generated from the tables
    Snapshots,
    /// The pages in docs/history: `cargo xtask history`
    History,
    /// docs/peers.md: where other tokenizers differ
    Peers,
    /// The rows that html5lib's tests cover and miss: `cargo xtask cover`
    Coverage,
    /// docs/mutation-scores.md: `cargo xtask scores`
    Scores,
}

impl What {
    /// The name, and the duration if it is more than a few seconds.
    fn announcement(self) -> &'static str {
        match self {
            What::Code => "code",
            What::Snapshots => "snapshots: compiles the tests, up to 3 minutes",
            What::History => "history: about 1 minute",
            What::Peers => "peers: compiles other tokenizers, about 3 minutes",
            What::Coverage => "coverage: about 1 minute",
            What::Scores => "scores: about 3 minutes",
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let Some((mut compiled, diagnostics)) = generate::compile(&Passes::all(), &mut sources) else {
        return ExitCode::FAILURE;
    };
    report::print(&diagnostics, &sources);
    let mut what = arguments.what.clone();
    if what.is_empty() {
        what.extend(What::value_variants());
    }
    what.sort_unstable();
    what.dedup();
    let mut changes = Vec::new();
    let mut failed = false;
    for what in what {
        eprintln!("{}", what.announcement());
        match remake(what, &mut compiled, &sources, arguments.check) {
            Ok(found) => changes.extend(found),
            Err(error) => {
                eprintln!("error: {error}");
                failed = true;
            }
        }
    }
    list(&changes, arguments.check);
    if !arguments.check {
        judgement();
    }
    report::status(!failed && (!arguments.check || changes.is_empty()))
}

/// Regenerates or compares one output, and returns the files that change.
fn remake(
    what: What,
    compiled: &mut Compiled,
    sources: &Sources,
    check: bool,
) -> Result<Vec<Change>, String> {
    if what == What::Code {
        let generated = generate::proved(compiled, sources, check, prove_generated)?;
        return review::changes(&generated, check);
    }
    let revisions = &compiled.revisions[..];
    let generated = match what {
        What::Code => return Ok(Vec::new()),
        What::Snapshots => return snapshots::remake(check),
        What::History => crate::history::generated(revisions)?,
        What::Peers => made::peers()?,
        What::Coverage => match made::coverage(revisions)? {
            Some(generated) => generated,
            None => return Ok(Vec::new()),
        },
        What::Scores => made::scores(revisions)?,
    };
    review::changes(&generated, check)
}

/// Prints a line for each file.
fn list(changes: &[Change], check: bool) {
    if changes.is_empty() {
        println!("everything is up to date");
        return;
    }
    match check {
        true => println!("Out of date: {}", counted(changes.len(), "file")),
        false => println!("Changed, for review: {}", counted(changes.len(), "file")),
    }
    for Change { path, kind } in changes {
        let path = path.display();
        match kind {
            Kind::Lines { added, removed } => println!("  {path}: +{added} -{removed} lines"),
            Kind::New => println!("  {path}: new"),
            Kind::Orphan => println!("  {path}: nothing makes it any more"),
        }
    }
    if check {
        println!("run `cargo xtask bless`");
    }
}

/// Prints how many tests of the edited revisions contradict the tables.
fn judgement() {
    let progress = Progress::start("running the tests of the edited revisions");
    let found = try_edit::to_review("HEAD");
    drop(progress);
    match found {
        Ok(found) => {
            for (revision, number) in found.iter().filter(|(_, number)| *number > 0) {
                println!(
                    "Needs your judgement: {} of {revision}; `cargo xtask try {revision}` lists them",
                    counted(*number, "test")
                );
            }
        }
        Err(error) => eprintln!("note: tests were not compared with the tables: {error}"),
    }
}
