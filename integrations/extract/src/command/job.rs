//! Parts of the input, each with an output file.

use super::arguments::Arguments;
use super::failure::Failure;
use super::fingerprint;
use parquet::file::reader::{FileReader, SerializedFileReader};
use rayon::prelude::*;
use std::collections::HashMap;
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
    let names = html.par_iter().map(|file| name(file));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    for (files, names) in html.chunks(FILES).zip(names.chunks(FILES)) {
        let lens = files
            .iter()
            .map(|file| file.metadata().map_or(0, |metadata| metadata.len()));
        jobs.push(Job {
            name: format!(
                "pages-{}",
                fingerprint::of_texts(names.iter().map(String::as_str))
            ),
            bytes: lens.sum(),
            input: Input::Html(files.to_vec()),
        });
    }
    distinguish(&mut jobs);
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
    let name = name(file)?;
    let jobs = splits.into_iter().map(|range| Job {
        name: format!("{name}-{:012}", range.start),
        bytes: range.end.min(len) - range.start,
        input: Input::Warc(file.to_owned(), range),
    });
    Ok(jobs.collect())
}

fn of_parquet(file: &Path) -> Result<Vec<Job>, Failure> {
    let opened = File::open(file).map_err(|error| Failure::at(file, error))?;
    let reader = SerializedFileReader::new(opened).map_err(|error| Failure::at(file, error))?;
    let name = name(file)?;
    let groups = reader.metadata().row_groups().iter().enumerate();
    let jobs = groups.map(|(group, metadata)| Job {
        name: format!("{name}-{group:012}"),
        bytes: u64::try_from(metadata.compressed_size()).unwrap_or(0),
        input: Input::Parquet(file.to_owned(), group),
    });
    Ok(jobs.collect())
}

/// The name of a file and its fingerprint, as folders may have files with the same name.
fn name(file: &Path) -> Result<String, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let fingerprint = fingerprint::of_file(file).map_err(|error| Failure::at(file, error))?;
    Ok(format!("{name}-{fingerprint}"))
}

/// Gives parts of files with the same name and the same content names of their own.
fn distinguish(jobs: &mut [Job]) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for job in jobs {
        let count = known.entry(job.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            job.name += &format!("-{count}");
        }
    }
}
