//! Writes the inputs that fuzzing begins with, and the dictionary, into a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};
use tokenwright_fuzz::{TARGETS, seeds};

fn main() -> ExitCode {
    let Some(out) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: seeds FOLDER");
        return ExitCode::from(2);
    };
    match write(&out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", out.display());
            ExitCode::from(2)
        }
    }
}

fn write(out: &Path) -> io::Result<()> {
    for target in TARGETS {
        let folder = out.join(target.name);
        fs::create_dir_all(&folder)?;
        for (nth, seed) in seeds::of(target.name).iter().enumerate() {
            fs::write(folder.join(format!("seed-{nth:04}")), seed)?;
        }
    }
    fs::write(out.join("dictionary.txt"), seeds::dictionary())
}
