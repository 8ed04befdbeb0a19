//! Parts of a file that can be read alone.

use super::chain::Chain;
use super::gzip::Inflater;
use super::source::Source;
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
    let mut starts = Starts {
        found: vec![0],
        bytes: bytes.max(1),
    };
    let mut source = Source::new(File::open(path)?)?;
    let is_gzip = kind::check(&mut source)?;
    if source.len() > starts.bytes {
        match is_gzip {
            true => starts.members(&mut source)?,
            // After a record that is broken, what begins a record is not known.
            false => drop(plain::follow(&mut source, |start| starts.add(start))?),
        }
    }
    let ends = starts.found[1..].iter().copied().chain([u64::MAX]);
    let ranges = starts.found.iter().zip(ends);
    Ok(ranges.map(|(start, end)| *start..end).collect())
}

/// Where ranges begin.
struct Starts {
    found: Vec<u64>,
    bytes: u64,
}

impl Starts {
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
    fn members<R: Read + Seek>(&mut self, source: &mut Source<R>) -> io::Result<()> {
        let mut chain = Chain::new();
        while chain.follow(source)? {
            let start = source.pos();
            if chain.is_clean(start) && chain.is_record(source)? {
                self.add(start);
            }
            let mut inflater = Inflater::new(&mut *source);
            let drained = inflater.drain();
            let (is_broken, is_damaged) = (inflater.is_broken(), inflater.is_damaged());
            let reach = inflater.reach();
            match drained {
                Err(_) if is_broken => drop(chain.recover(source, start, reach)?),
                Err(error) => return Err(error),
                Ok(()) if is_damaged => chain.damaged(start, reach),
                Ok(()) => {}
            }
        }
        Ok(())
    }
}
