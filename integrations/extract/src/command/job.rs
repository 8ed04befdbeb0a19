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

/// How many bytes of the name of an input are in that of an output. File systems have 255 for a name, and more is added to it.
const NAME: usize = 128;

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

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Warc,
    Html,
    Parquet,
}

/// Finds the parts of all inputs, in the order of the first input of each.
pub(crate) fn find(arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    if let Some(index) = arguments.index.iter().find(|index| is_address(index)) {
        return Err(Failure::at(
            index,
            "an index is read from a file: copy it from there first",
        ));
    }
    let mut files = Vec::new();
    let mut inputs = Inputs::default();
    let all = [WARC, HTML, PARQUET].concat();
    for name in &arguments.inputs {
        for place in inputs.find(name, &all)? {
            files.push((kind(&place)?, place));
        }
    }
    let at = 0..files.len();
    let (html, others): (Vec<_>, Vec<_>) = at.partition(|at| files[*at].0 == Kind::Html);
    // HTML files share parts whatever is between them, so that another archive changes none that was made before.
    let groups = html.chunks(FILES).chain(others.chunks(1));
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|group| group[0]);
    // Without an index, archives are read once to find where their parts begin.
    let jobs = groups.par_iter().map(|group| {
        let (kind, place) = &files[group[0]];
        match kind {
            Kind::Warc => of_warc(place, arguments),
            Kind::Parquet => of_parquet(place),
            Kind::Html => of_html(group.iter().map(|at| &files[*at].1).collect()),
        }
    });
    let jobs = jobs.collect::<Result<Vec<_>, _>>()?;
    let mut jobs = jobs.into_iter().flatten().collect::<Vec<_>>();
    distinguish(&mut jobs);
    Ok(jobs)
}

fn kind(place: &Place) -> Result<Kind, Failure> {
    let failed = |error| place.failed(error);
    if place.has_extension(PARQUET) {
        return Ok(Kind::Parquet);
    }
    let is_archive = place.has_extension(WARC)
        || warc::is_archive_of(&mut place.open().map_err(failed)?).map_err(failed)?;
    Ok(match is_archive {
        true => Kind::Warc,
        false => Kind::Html,
    })
}

/// The part that HTML files are.
fn of_html(files: Vec<&Place>) -> Result<Vec<Job>, Failure> {
    let names = files.par_iter().map(|place| name(place));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let fingerprint = fingerprint::of_texts(names.iter().map(String::as_str));
    Ok(vec![Job {
        name: format!("pages-{fingerprint}"),
        bytes: files.iter().map(|place| place.bytes()).sum(),
        input: Input::Html(files.into_iter().cloned().collect()),
    }])
}

fn of_warc(place: &Place, arguments: &Arguments) -> Result<Vec<Job>, Failure> {
    let bytes = arguments.split.saturating_mul(1 << 20);
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
    let name = place.name();
    let mut end = name.len().min(NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    Ok(format!("{}-{fingerprint}", &name[..end]))
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
