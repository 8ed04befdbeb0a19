//! Writes `docs/peers.md`.

use std::process::ExitCode;
use tokenwright_tests::disagreements::{document, file};

fn main() -> ExitCode {
    let written = document().and_then(|page| std::fs::write(file(), page));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", file().display());
            ExitCode::FAILURE
        }
    }
}
