//! Tokenizes HTML on the command line.

mod arguments;
mod format;
mod printer;
mod run;
mod spool;

use arguments::Arguments;
use clap::Parser;
use std::io;
use std::process::ExitCode;
use tokenwright::{Revision, RevisionVisitor, revisions};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = if arguments.list_revisions {
        list_revisions()
    } else {
        run::run(&arguments)
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        // Whoever reads the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            eprintln!("error: cannot write the output: {error}");
            ExitCode::from(2)
        }
    }
}

/// Why the tool stops.
#[derive(Debug)]
enum Failure {
    /// The input cannot be read, or an argument names nothing.
    Usage(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// The names of the revisions, oldest first.
fn revision_ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);

    impl RevisionVisitor for Ids {
        fn visit<R: Revision>(&mut self) {
            self.0.push(R::ID);
        }
    }

    let mut ids = Ids(Vec::new());
    revisions::visit(&mut ids);
    ids.0
}

fn list_revisions() -> Result<(), Failure> {
    use io::Write;
    let mut out = io::stdout().lock();
    for id in revision_ids() {
        writeln!(out, "{id}")?;
    }
    Ok(())
}

/// The candidate nearest to a name, as the end of a message.
fn did_you_mean<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let lower = name.to_ascii_lowercase();
    // The beginning of a name is nearer to it than any slip.
    let score = |candidate: &str| {
        let candidate = candidate.to_ascii_lowercase();
        f64::from(u8::from(candidate.starts_with(&lower)))
            + strsim::normalized_damerau_levenshtein(&lower, &candidate)
    };
    candidates
        .map(|candidate| (score(candidate), candidate))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| format!("; the nearest is `{c}`"))
        .unwrap_or_default()
}
