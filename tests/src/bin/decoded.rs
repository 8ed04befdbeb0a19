//! Writes character references with what they decode to, and strings with their escaped forms, one JSON object a line.
//!
//! The scripts in `tests/peers` compare them with the functions of other languages.

use serde::Serialize;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tokenwright::references::{self, Place};
use tokenwright::{Quote, Revision, escape, revisions::Newest};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tests::reference_inputs::sources;

/// A string in the source, and what it decodes to.
#[derive(Serialize)]
struct Decoded<'a> {
    source: &'a str,
    text: &'a str,
    value: &'a str,
}

/// A string, and its forms in the source.
#[derive(Serialize)]
struct Escaped<'a> {
    string: &'a str,
    text: &'a str,
    double: &'a str,
    single: &'a str,
}

fn main() -> Result<(), Box<dyn Error>> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut files = Sources::default();
    let all = load::all(&spec, &mut files).map_err(|errors| render_all(&errors, &files, false))?;
    let newest = all.iter().find(|one| one.revision.about.id == Newest::ID);
    let newest = newest.ok_or("no tables of the newest revision")?;
    let mut out = BufWriter::new(io::stdout().lock());
    for source in sources(&newest.references) {
        let (text, value) = (
            references::decode::<Newest>(&source, Place::Text),
            references::decode::<Newest>(&source, Place::Value),
        );
        let decoded = Decoded {
            source: &source,
            text: &text,
            value: &value,
        };
        serde_json::to_writer(&mut out, &decoded)?;
        writeln!(out)?;
        // A source is also a string that needs escaping.
        let string = format!("{source}<b title=\"'\">\r\n");
        let escaped = Escaped {
            string: &string,
            text: &escape::text(&string),
            double: &escape::value(&string, Quote::Double)?,
            single: &escape::value(&string, Quote::Single)?,
        };
        serde_json::to_writer(&mut out, &escaped)?;
        writeln!(out)?;
    }
    Ok(out.flush()?)
}
