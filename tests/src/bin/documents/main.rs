//! Writes documents with the tokens of the generated tokenizer, one JSON object per line.
//!
//! The scripts in `tests/peers` read them and compare the tokens with those of tokenizers in other languages.

mod arguments;
mod draw;
mod record;
mod references;
mod trees;

use arguments::{Arguments, Kind};
use clap::Parser;
use draw::Draw;
use fastrand::Rng;
use record::Record;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};

fn main() -> ExitCode {
    match write(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe.
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn write(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if arguments.kind == Kind::Trees {
        return trees::write(arguments);
    }
    let loaded = tables(&arguments.revision)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = |setup, document: &str| -> Result<(), Box<dyn Error>> {
        let record = Record::of(&loaded.revision.about.id, &setup, document);
        let record = record.ok_or("the crate was compiled without this revision")?;
        serde_json::to_writer(&mut out, &record)?;
        Ok(writeln!(out)?)
    };
    if arguments.kind == Kind::References {
        for document in references::documents(&loaded.references) {
            write(Default::default(), &document)?;
        }
    } else {
        let draw = Draw::new(arguments, &loaded)?;
        let mut random = Rng::with_seed(arguments.seed);
        for _ in 0..arguments.count {
            let (setup, document) = draw.next(&mut random);
            write(setup, &document)?;
        }
    }
    Ok(out.flush()?)
}

/// The tables of the revision whose ID is `id`.
fn tables(id: &str) -> Result<Loaded, String> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    let all = all.map_err(|errors| render_all(&errors, &sources, false))?;
    let loaded = all.into_iter().find(|one| one.revision.about.id == id);
    loaded.ok_or_else(|| format!("no revision {id:?}; `cargo xtask states` lists them"))
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let kind = match error.downcast_ref::<serde_json::Error>() {
        Some(error) => error.io_error_kind(),
        None => error.downcast_ref::<io::Error>().map(io::Error::kind),
    };
    kind == Some(io::ErrorKind::BrokenPipe)
}
