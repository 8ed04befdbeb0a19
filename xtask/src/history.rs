//! `cargo xtask history`: a page for every two neighbouring revisions.

mod examples;
mod page;

use crate::suite::progress;
use crate::workspace;
use crate::write::Generated;
use std::process::ExitCode;
use tokenwright_codegen::suite;

/// Write what changed from each revision to the next, with inputs that show it
///
/// Writes `docs/history`, a page for every two neighbouring revisions. Takes minutes: run it in release.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; exit with 1 and name each page that is not as it would be written
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let all = match workspace::every_revision() {
        Ok(all) => all,
        Err(failure) => return failure,
    };
    let mut sides = Vec::new();
    for loaded in &all {
        let id = &loaded.revision.about.id;
        eprintln!("{id}");
        match suite::build(loaded, &|done, all| progress("suite", done, all)) {
            Ok(suite) => sides.push(page::Side { loaded, suite }),
            Err(refusal) => {
                eprintln!("error: {id}: {refusal}");
                return ExitCode::FAILURE;
            }
        }
    }
    let folder = workspace::root().join("docs").join("history");
    let mut files = vec![(folder.join("README.md"), page::index(&sides))];
    for at in 1..sides.len() {
        match page::page(&sides, at) {
            Ok(text) => files.push((folder.join(page::name(&sides, at)), text)),
            Err(refusal) => {
                eprintln!("error: {}: {refusal}", sides[at].id());
                return ExitCode::FAILURE;
            }
        }
    }
    let generated = Generated {
        files,
        folders: vec![folder],
    };
    let difference = match arguments.check {
        true => generated.compare(),
        false => generated.write(),
    };
    match difference {
        Ok(difference) if arguments.check && !difference.is_empty() => {
            for path in difference.stale.iter().chain(&difference.orphans) {
                println!("{}", path.display());
            }
            println!("run `cargo xtask history`");
            ExitCode::FAILURE
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
