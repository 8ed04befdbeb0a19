//! Writes sets of edited tables into a folder of tables, so that they are compiled like revisions.
//!
//! `edited-tables SPEC SEED COUNT` prints the identifier of each set; their edits go to standard error.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};
use tokenwright_edits::sets::edited;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tables::references::{NAMES_DIR, REPLACEMENTS_DIR};
use tokenwright_tables::writer;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [spec, seed, count] = &arguments[..] else {
        return Err("usage: edited-tables SPEC SEED COUNT".into());
    };
    let (spec, seed, count) = (Path::new(spec), seed.parse()?, count.parse()?);
    let mut sources = Sources::default();
    let revisions = load::all(spec, &mut sources);
    let revisions = revisions.map_err(|errors| render_all(&errors, &sources, false))?;
    for number in 0..count {
        let mut set = edited(&revisions, seed, number);
        // The newest revision stays the newest.
        set.loaded.revision.about.date = "2000".into();
        let id = &set.loaded.revision.about.id;
        fs::create_dir(spec.join(id))?;
        for (name, text) in writer::write(&set.loaded.revision) {
            fs::write(spec.join(id).join(name), text)?;
        }
        let references = &set.loaded.references;
        let file = format!("{id}.toml");
        let names = writer::named_character_references(id, references);
        fs::write(spec.join(NAMES_DIR).join(&file), names)?;
        let replacements = writer::numeric_replacements(id, references);
        fs::write(spec.join(REPLACEMENTS_DIR).join(&file), replacements)?;
        println!("{id}");
        eprintln!("{id}, seed {seed}:\n  {}", set.edits.join("\n  "));
    }
    Ok(())
}
