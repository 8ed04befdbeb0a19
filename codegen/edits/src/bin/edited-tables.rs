//! Writes sets of edited tables into a folder of tables, so that they are compiled like revisions.
//!
//! `edited-tables SPEC SEED COUNT [DIR]` prints the identifier of each set; their edits go to standard error. The edits
//! in the files of DIR are written as well. `edited-tables --apply SPEC FILE` makes the edits of a file in the tables of their revision.
//! `edited-tables --anywhere SPEC SEED` edits the tables of each revision in place, in random places.

use fastrand::Rng;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};
use tokenwright_edits::anywhere;
use tokenwright_edits::by_hand::ByHand;
use tokenwright_edits::sets::edited;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::references::{NAMES_DIR, REPLACEMENTS_DIR};
use tokenwright_tables::{tree, writer};

/// Edits that are tried on the states of a revision, and on its trees; some half of them are refused.
const ATTEMPTS: usize = 60;

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
    if let [flag, spec, argument] = &arguments[..] {
        let spec = Path::new(spec);
        match flag.as_str() {
            "--apply" => {
                let edit = ByHand::read(Path::new(argument))?;
                return Ok(edit.apply(&spec.join(&edit.revision))?);
            }
            "--anywhere" => return edit_anywhere(spec, argument.parse()?),
            _ => {}
        }
    }
    let ([spec, seed, count], by_hand) = match &arguments[..] {
        [spec, seed, count] => ([spec, seed, count], None),
        [spec, seed, count, by_hand] => ([spec, seed, count], Some(by_hand)),
        _ => return Err("usage: edited-tables SPEC SEED COUNT [DIR]".into()),
    };
    let (spec, seed, count) = (Path::new(spec), seed.parse()?, count.parse()?);
    let revisions = load(spec)?;
    for number in 0..count {
        let mut set = edited(&revisions, seed, number);
        let about = &mut set.loaded.revision.about;
        // The newest revision stays the newest.
        about.date = "2000".into();
        // All tables are written.
        about.edits = None;
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
    for file in by_hand.map(ByHand::files).transpose()?.unwrap_or_default() {
        let edit = ByHand::read(&file)?;
        let id = edit.id(&file);
        edit.write(spec, &spec.join(&id))?;
        let about = spec.join(&id).join("revision.toml");
        let text = fs::read_to_string(&about)?;
        let lines = text.lines().map(|line| match line.split_once(" = ") {
            Some(("id", _)) => format!("id = \"{id}\"\n"),
            // The newest revision stays the newest.
            Some(("date", _)) => "date = \"2000\"\n".to_owned(),
            _ => format!("{line}\n"),
        });
        fs::write(about, lines.collect::<String>())?;
        println!("{id}");
    }
    Ok(())
}

fn load(spec: &Path) -> Result<Vec<Loaded>, String> {
    let mut sources = Sources::default();
    load::all(spec, &mut sources).map_err(|errors| render_all(&errors, &sources, false))
}

/// Edits the tables of all revisions in place.
fn edit_anywhere(spec: &Path, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut random = Rng::with_seed(seed);
    for original in load(spec)? {
        // The states of a draft are those of the revision that it edits.
        let is_draft = original.revision.about.edits.is_some();
        let attempts = if is_draft { 0 } else { ATTEMPTS };
        let states = anywhere::edited(&original, &mut random, attempts);
        let set = anywhere::trees::edited_to_run(&states.loaded, &mut random, ATTEMPTS);
        let revision = &set.loaded.revision;
        let folder = spec.join(&revision.about.id);
        if !is_draft {
            for (name, text) in writer::write(revision) {
                fs::write(folder.join(name), text)?;
            }
        }
        let trees = set.loaded.trees.iter();
        for (name, text) in trees.flat_map(tree::writer::write) {
            fs::write(folder.join(tree::FOLDER).join(name), text)?;
        }
        let edits = [states.edits, set.edits].concat().join("\n  ");
        eprintln!("{}, seed {seed}:\n  {edits}", revision.about.id);
    }
    Ok(())
}
