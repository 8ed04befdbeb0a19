//! Writes `docs/peers.md`, or with `--print` prints it.

use std::io::{self, Write};
use std::process::ExitCode;
use tokenwright_peers::disagreements::{document, file};

fn main() -> ExitCode {
    let print = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--print") => true,
        Some(unknown) => {
            eprintln!("error: unknown argument `{unknown}`; there is only `--print`");
            return ExitCode::FAILURE;
        }
    };
    let page = document();
    let written = page.and_then(|page| match print {
        true => io::stdout().lock().write_all(page.as_bytes()),
        false => std::fs::write(file(), page),
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", file().display());
            ExitCode::FAILURE
        }
    }
}
