//! Runs inputs through the generated tokenizers: a request a line on standard input, an answer a
//! line on standard output, both JSON.
//!
//! The commands of `xtask` start it as a process, since they have to work while the generated code
//! is absent or does not compile.

mod request;
mod tokenize;

use request::Request;
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match answer_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer_all() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let events = Request::read(&line?).and_then(|request| tokenize::events(&request));
        let answer = match events {
            Ok(events) => json!({ "events": events }),
            Err(why) => json!({ "refused": why }),
        };
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
