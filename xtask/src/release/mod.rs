//! `cargo xtask release`: what can be known about a release before anything is published.

mod actions;
mod address;
mod changelog;
mod documents;
mod finding;
mod packages;
mod programs;
mod source_archive;
mod steps;
mod versions;

use crate::report::{self, counted};
use crate::workspace;
use clap::ValueEnum;
use finding::Finding;
use packages::Packages;
use std::process::ExitCode;
use steps::{Outcome, Step};

/// Rehearse a release, and list what is left to do
///
/// Checks that all versions, the address of the repository and the changelog agree and that actions are pinned, and builds everything that a release
/// publishes, without publishing it: the crates as they would be uploaded, the npm package, the wheel and the source archive for
/// Python, the command-line tool and the explorer. docs/releasing.md describes the release.
///
/// The archives are in target/release-rehearsal. A step whose program is not installed is skipped, and listed.
///
/// Exits with 1 if something disagrees or a step fails.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Publish nothing; releases are published by .github/workflows/release.yml
    #[arg(long, required_unless_present = "set_address")]
    dry_run: bool,
    /// The tag of the release, such as `v0.1.0`, which has to fit the versions and the changelog
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// Write another address of the repository everywhere, and nothing else
    #[arg(long, value_name = "URL", conflicts_with_all = ["dry_run", "tag", "steps"])]
    set_address: Option<String>,
    /// What to rehearse; everything if omitted
    #[arg(value_enum)]
    steps: Vec<Step>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let done = match &arguments.set_address {
        Some(address) => set_address(address),
        None => rehearse(arguments),
    };
    done.unwrap_or_else(report::fail)
}

fn set_address(address: &str) -> Result<ExitCode, String> {
    let written = address::set(&workspace::root(), address)?;
    println!("written: {}", counted(written, "file"));
    Ok(ExitCode::SUCCESS)
}

fn rehearse(arguments: &Arguments) -> Result<ExitCode, String> {
    let root = workspace::root();
    let packages = Packages::read(&root)?;
    let mut steps = arguments.steps.clone();
    if steps.is_empty() {
        steps.extend(Step::value_variants());
    }
    steps.sort_unstable();
    steps.dedup();
    let mut left = Vec::new();
    let mut failed = false;
    for step in steps {
        println!("==> {}: {}", step.name(), step.about());
        match step.run(&root, &packages, arguments.tag.as_deref())? {
            Outcome::Done(text) => println!("    {text}"),
            Outcome::Skipped(why) => left.push(format!("{}: not rehearsed, {why}", step.name())),
            Outcome::Found(findings) => {
                failed = true;
                for Finding { place, message } in findings {
                    eprintln!("error: {place}: {message}");
                }
            }
            Outcome::Failed(command) => {
                failed = true;
                eprintln!("error: {} failed: {command}", step.name());
            }
        }
        left.extend(step.left().map(str::to_owned));
    }
    if !left.is_empty() {
        println!("left to do:");
    }
    for line in left {
        println!("  {line}");
    }
    Ok(report::status(!failed))
}
