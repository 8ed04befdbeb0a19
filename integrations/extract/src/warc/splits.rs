//! Parts of a file that can be read alone.

use super::chain::Chain;
use super::format::Format;
use super::index::{self, Entry};
use super::source::{Source, invalid};
use super::{kind, plain};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::path::Path;

/// Divides a file into ranges of about `bytes`, for [`Reader::open_split`](super::Reader::open_split). Each record begins in
/// one of them, so that all together have every page once, with the same reasons as the file read as a whole.
///
/// A range begins only where a record of the file begins, never in a body that has records as well. As gzip members do not say how long
/// they are, that takes inflating the file once, on one thread; in a plain file, the headers of the records say it.
/// A file that is a single gzip member has one range. A range may be longer where a broken member makes the
/// beginnings uncertain, and a plain file is not divided after the first record that is broken.
pub fn splits(path: &Path, bytes: u64) -> io::Result<Vec<Range<u64>>> {
    splits_of(File::open(path)?, bytes)
}

/// Divides an input into ranges as [`splits`] divides a file.
pub fn splits_of(input: impl Read + Seek, bytes: u64) -> io::Result<Vec<Range<u64>>> {
    let mut starts = Starts::new(bytes);
    let mut source = Source::new(input)?;
    let format = kind::check(&mut source)?;
    if source.len() > starts.bytes {
        match format.packing.is_plain() {
            // After a record that is broken, what begins a record is not known.
            true => {
                let add = |start| starts.add(start);
                plain::follow(&mut source, format.records, u64::MAX, add)?;
            }
            false => starts.members(&mut source, &format)?,
        }
    }
    Ok(starts.ranges())
}

/// Divides a file into ranges as [`splits`] does, by indexes of it: CDX or CDXJ, plain or gzip, of which the lines with another file name are
/// left out. Only the beginnings of records are read.
///
/// A record of the index must begin where it says, and none in another. An index that leaves out a record can still name those of an
/// archive within its page, so it has to be one that is trusted.
pub fn indexed_splits(
    path: &Path,
    bytes: u64,
    indexes: &[impl AsRef<Path>],
) -> io::Result<Vec<Range<u64>>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    indexed_splits_of(File::open(path)?, &name, bytes, indexes)
}

/// Divides an input into ranges as [`indexed_splits`] divides a file. The indexes have the input's file under a name, without folders.
pub fn indexed_splits_of(
    input: impl Read + Seek,
    name: &str,
    bytes: u64,
    indexes: &[impl AsRef<Path>],
) -> io::Result<Vec<Range<u64>>> {
    let mut source = Source::new(input)?;
    let format = kind::check(&mut source)?;
    let mut starts = Starts::new(bytes);
    let mut offsets = Vec::new();
    for index in indexes {
        let index = index.as_ref();
        let at = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", index.display()))
        };
        let mut entries = index::entries(index, name, source.len()).map_err(at)?;
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.offset);
        check(&mut source, &format, &entries).map_err(at)?;
        offsets.extend(entries.iter().map(|entry| entry.offset));
    }
    if offsets.is_empty() {
        return Err(invalid(format!("no index has records of `{name}`")));
    }
    offsets.sort_unstable();
    for offset in offsets {
        starts.add(offset);
    }
    Ok(starts.ranges())
}

/// Compares the entries of an index with the file.
fn check<R: Read + Seek>(
    source: &mut Source<R>,
    format: &Format,
    entries: &[Entry],
) -> io::Result<()> {
    let len = source.len();
    for (at, entry) in entries.iter().enumerate() {
        let (line, offset) = (entry.line, entry.offset);
        let end = offset.saturating_add(entry.length.unwrap_or(1));
        if end > len {
            return Err(invalid(format!(
                "line {line}: the record ends at byte {end}, and the file has {len}"
            )));
        }
        if let Some(next) = entries.get(at + 1)
            && entry.length.is_some()
            && end > next.offset
        {
            return Err(invalid(format!(
                "line {line}: the record ends at byte {end}, and the next begins at byte {}",
                next.offset
            )));
        }
    }
    let mut known = Vec::new();
    // Up to here, plain records are known from one to the next.
    let mut known_until = 0;
    if format.packing.is_plain() {
        plain::follow(source, format.records, u64::MAX, |start| known.push(start))?;
        known_until = known.last().copied().unwrap_or(0);
    }
    let mut chain = Chain::new(format);
    for Entry { offset, line, .. } in entries {
        source.seek_to(*offset)?;
        let is_record = match format.packing.is_plain() && *offset <= known_until {
            true => known.binary_search(offset).is_ok(),
            false => chain.is_record(source)?,
        };
        if !is_record {
            return Err(invalid(format!(
                "line {line}: no record begins at byte {offset}"
            )));
        }
    }
    Ok(())
}

/// Where ranges begin.
struct Starts {
    found: Vec<u64>,
    bytes: u64,
}

impl Starts {
    fn new(bytes: u64) -> Self {
        Starts {
            found: vec![0],
            bytes: bytes.max(1),
        }
    }

    fn ranges(&self) -> Vec<Range<u64>> {
        let ends = self.found[1..].iter().copied().chain([u64::MAX]);
        let ranges = self.found.iter().zip(ends);
        ranges.map(|(start, end)| *start..end).collect()
    }

    fn add(&mut self, start: u64) {
        if self
            .found
            .last()
            .is_none_or(|last| start - last >= self.bytes)
        {
            self.found.push(start);
        }
    }

    /// Follows the members as the reader does.
    fn members<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
        format: &Format,
    ) -> io::Result<()> {
        let mut chain = Chain::new(format);
        while chain.follow(source)?.0 {
            let start = source.pos();
            if chain.is_clean(start) && chain.is_record(source)? {
                self.add(start);
            }
            let mut unpacker = chain.unpacker(&mut *source);
            let end = unpacker.finish()?;
            chain.pass(source, start, end)?;
        }
        Ok(())
    }
}
