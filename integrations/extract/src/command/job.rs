//! Parts of the input, each with an output file.

use super::arguments::Arguments;
use super::failure::Failure;
use parquet::file::reader::{FileReader, SerializedFileReader};
use rayon::prelude::*;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tokenwright_extract::{files, warc};

/// How many HTML files share an output file.
const FILES: usize = 1000;

/// Archives, and those that are refused by name.
const WARC: &[&str] = &["warc", "gz", "zst", "arc", "wet", "wat"];
const HTML: &[&str] = &["html", "htm", "xhtml"];
const PARQUET: &[&str] = &["parquet"];

/// A part of the input. It has the same pages in every run.
pub(crate) struct Job {
    pub(crate) input: Input,
    /// The name of its output file, without extension.
    pub(crate) name: String,
    /// Its length in bytes, of files.
    pub(crate) bytes: u64,
}

pub(crate) enum Input {
    Warc(PathBuf, Range<u64>),
    Html(Vec<PathBuf>),
    /// A row group.
    Parquet(PathBuf, usize),
}

/// Finds the parts of all inputs.
pub(crate) fn find(arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    let mut jobs = Vec::new();
    let mut html = Vec::new();
    let mut archives = Vec::new();
    for path in &arguments.inputs {
        let is_folder = path
            .metadata()
            .map_err(|error| Failure::at(path, error))?
            .is_dir();
        let found = match is_folder {
            true => {
                let all = [WARC, HTML, PARQUET].concat();
                files::below(path, &all).map_err(|error| Failure::at(path, error))?
            }
            false => vec![path.clone()],
        };
        if found.is_empty() {
            return Err(Failure::at(
                path,
                "there is no WARC, HTML or Parquet file in the folder",
            ));
        }
        for file in found {
            let failed = |error| Failure::at(&file, error);
            if files::has_extension(&file, PARQUET) {
                jobs.extend(of_parquet(&file)?);
            } else if files::has_extension(&file, WARC)
                || warc::is_archive(&file).map_err(failed)?
            {
                archives.push(file);
            } else {
                html.push(file);
            }
        }
    }
    // Without an index, archives are read once to find where their parts begin.
    let parts = archives.par_iter().map(|file| of_warc(file, arguments));
    jobs.extend(parts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
    for files in html.chunks(FILES) {
        let lens = files
            .iter()
            .map(|file| file.metadata().map_or(0, |metadata| metadata.len()));
        let all: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        jobs.push(Job {
            name: format!("pages-{:016x}", hash(all.join("\n").as_bytes())),
            bytes: lens.sum(),
            input: Input::Html(files.to_vec()),
        });
    }
    Ok(jobs)
}

fn of_warc(file: &Path, arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    let bytes = arguments.split << 20;
    let splits = match &*arguments.index {
        [] => warc::splits(file, bytes),
        indexes => warc::indexed_splits(file, bytes, indexes),
    };
    let splits = splits.map_err(|error| Failure::at(file, error))?;
    let len = file.metadata().map_or(0, |metadata| metadata.len());
    let jobs = splits.into_iter().map(|range| Job {
        name: format!("{}-{:012}", name(file), range.start),
        bytes: range.end.min(len) - range.start,
        input: Input::Warc(file.to_owned(), range),
    });
    Ok(jobs.collect())
}

fn of_parquet(file: &Path) -> Result<Vec<Job>, Failure> {
    let opened = File::open(file).map_err(|error| Failure::at(file, error))?;
    let reader = SerializedFileReader::new(opened).map_err(|error| Failure::at(file, error))?;
    let groups = reader.metadata().row_groups().iter().enumerate();
    let jobs = groups.map(|(group, metadata)| Job {
        name: format!("{}-{group:012}", name(file)),
        bytes: u64::try_from(metadata.compressed_size()).unwrap_or(0),
        input: Input::Parquet(file.to_owned(), group),
    });
    Ok(jobs.collect())
}

/// The name of a file with a hash of its path, as folders may have files with the same name.
fn name(file: &Path) -> String {
    let stem = file
        .file_name()
        .map_or_else(Default::default, |name| name.to_string_lossy());
    format!("{stem}-{:016x}", hash(file.to_string_lossy().as_bytes()))
}

/// FNV-1a, which is the same in every version of Rust.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
