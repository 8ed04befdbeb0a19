//! Parts of a file that can be read alone.

use super::member::GZIP;
use super::source::read_up_to;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Divides a file into ranges of about `bytes`, for [`Reader::open_split`](super::Reader::open_split). Each record begins in
/// one of them, so that all together have every page once.
///
/// A file that is not compressed has one range. So has one that is a single gzip member: its other ranges are empty.
pub fn splits(path: &Path, bytes: u64) -> io::Result<Vec<Range<u64>>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    let mut first = [0; GZIP.len()];
    read_up_to(&mut file, &mut first)?;
    if first != GZIP || len <= bytes {
        return Ok(std::iter::once(0..u64::MAX).collect());
    }
    let bytes = bytes.max(1);
    let starts = (0..len.div_ceil(bytes)).map(|at| at * bytes);
    Ok(starts
        .map(|start| start..(start + bytes).min(len))
        .collect())
}
