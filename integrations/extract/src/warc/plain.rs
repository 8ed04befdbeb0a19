//! Records of a plain file, from header to header.

use super::buffer::Ahead;
use super::format::Records;
use super::record::Header;
use super::source::Source;
use super::unpacker::is_broken;
use std::io::{self, Read, Seek};

/// Goes from record to record, up to what is none, or has a wrong length, or more than some line ends after it. Returns whether that is
/// the end of the file.
pub(crate) fn follow<R: Read + Seek>(
    source: &mut Source<R>,
    records: Records,
    line_ends: u64,
    mut each: impl FnMut(u64),
) -> io::Result<bool> {
    while records.begin_at(source)? {
        each(source.pos());
        let header = Header::next(source, records);
        let len = match header {
            Ok(header) => header.and_then(|header| header.content_length),
            Err(error) if is_broken(&error) => None,
            Err(error) => return Err(error),
        };
        let end = len.and_then(|len| source.pos().checked_add(len));
        match end {
            Some(end) if end <= source.len() => source.seek_to(end)?,
            _ => return Ok(false),
        }
        if source.skip_line_ends()? > line_ends {
            return Ok(false);
        }
    }
    source.is_at_end()
}
