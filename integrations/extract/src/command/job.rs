//! Parts of the input, each with an output file.

use super::arguments::Arguments;
use super::failure::Failure;
use super::fingerprint;
use super::inputs::{Inputs, is_address};
use super::place::Place;
use parquet::file::reader::{FileReader, SerializedFileReader};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use tokenwright_extract::warc;

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
    Warc(Place, Range<u64>),
    Html(Vec<Place>),
    /// A row group.
    Parquet(Place, usize),
}

/// Finds the parts of all inputs.
pub(crate) fn find(arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    let mut jobs = Vec::new();
    let mut html = Vec::new();
    let mut archives = Vec::new();
    if let Some(index) = arguments.index.iter().find(|index| is_address(index)) {
        return Err(Failure::at(
            index,
            "an index is read from a file: copy it from there first",
        ));
    }
    let mut inputs = Inputs::default();
    let all = [WARC, HTML, PARQUET].concat();
    for name in &arguments.inputs {
        for place in inputs.find(name, &all)? {
            let failed = |error| place.failed(error);
            if place.has_extension(PARQUET) {
                jobs.extend(of_parquet(&place)?);
            } else if place.has_extension(WARC)
                || warc::is_archive_of(&mut place.open().map_err(failed)?).map_err(failed)?
            {
                archives.push(place);
            } else {
                html.push(place);
            }
        }
    }
    // Without an index, archives are read once to find where their parts begin.
    let parts = archives.par_iter().map(|file| of_warc(file, arguments));
    jobs.extend(parts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
    let names = html.par_iter().map(name);
    let names = names.collect::<Result<Vec<_>, _>>()?;
    for (files, names) in html.chunks(FILES).zip(names.chunks(FILES)) {
        let lens = files.iter().map(Place::bytes);
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

fn of_warc(place: &Place, arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    let bytes = arguments.split << 20;
    let splits = place.open().and_then(|input| match &*arguments.index {
        [] => warc::splits_of(input, bytes),
        indexes => warc::indexed_splits_of(input, &place.name(), bytes, indexes),
    });
    let splits = splits.map_err(|error| place.failed(error))?;
    let (len, name) = (place.bytes(), name(place)?);
    let jobs = splits.into_iter().map(|range| Job {
        name: format!("{name}-{:012}", range.start),
        bytes: range.end.min(len).saturating_sub(range.start),
        input: Input::Warc(place.clone(), range),
    });
    Ok(jobs.collect())
}

fn of_parquet(place: &Place) -> Result<Vec<Job>, Failure> {
    let opened = place.open().map_err(|error| place.failed(error))?;
    let reader = SerializedFileReader::new(opened).map_err(|error| place.failed(error))?;
    let name = name(place)?;
    let groups = reader.metadata().row_groups().iter().enumerate();
    let jobs = groups.map(|(group, metadata)| Job {
        name: format!("{name}-{group:012}"),
        bytes: u64::try_from(metadata.compressed_size()).unwrap_or(0),
        input: Input::Parquet(place.clone(), group),
    });
    Ok(jobs.collect())
}

/// The name of a file and its fingerprint, as folders may have files with the same name.
fn name(place: &Place) -> Result<String, Failure> {
    let fingerprint = place.fingerprint().map_err(|error| place.failed(error))?;
    Ok(format!("{}-{fingerprint}", place.name()))
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
