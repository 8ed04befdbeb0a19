//! Input that can be read again.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use tempfile::SpooledTempFile;

/// How many bytes of a stream are kept in memory; more are kept in a temporary file without a name.
const MEMORY: usize = 1 << 20;

/// A file, or a stream whose beginning is kept until it is rewound.
pub(crate) enum Rewindable {
    File(File),
    Stream {
        stream: Box<dyn Read>,
        kept: SpooledTempFile,
        /// Whether what is read is kept, so that the stream can be rewound.
        keeps: bool,
        /// Whether `kept` is read again.
        replays: bool,
    },
}

impl Rewindable {
    /// A stream; `keeps` says whether it can be rewound, which is possible once.
    pub(crate) fn stream(stream: impl Read + 'static, keeps: bool) -> Self {
        Rewindable::Stream {
            stream: Box::new(stream),
            kept: SpooledTempFile::new(MEMORY),
            keeps,
            replays: false,
        }
    }
}

impl Read for Rewindable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Rewindable::File(file) => file.read(buffer),
            Rewindable::Stream {
                stream,
                kept,
                keeps,
                replays,
            } => {
                if *replays {
                    let len = kept.read(buffer)?;
                    if len > 0 || buffer.is_empty() {
                        return Ok(len);
                    }
                    *replays = false;
                    *kept = SpooledTempFile::new(0);
                }
                let len = stream.read(buffer)?;
                if *keeps {
                    kept.write_all(&buffer[..len])?;
                }
                Ok(len)
            }
        }
    }
}

impl Seek for Rewindable {
    /// Rewinds. There is nothing else to seek for.
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        match self {
            Rewindable::File(file) => file.seek(position),
            Rewindable::Stream {
                kept,
                keeps: keeps @ true,
                replays,
                ..
            } if position == SeekFrom::Start(0) => {
                (*keeps, *replays) = (false, true);
                kept.seek(position)
            }
            Rewindable::Stream { .. } => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rewindable;
    use std::io::{Cursor, Read, Seek};

    #[test]
    fn a_stream_is_read_again_from_its_beginning() {
        for first in [0, 1, 5, 1_500_000, 2_000_000] {
            let bytes: Vec<u8> = (0..2_000_000u32).map(|n| (n % 251) as u8).collect();
            let mut stream = Rewindable::stream(Cursor::new(bytes.clone()), true);
            let mut beginning = vec![0; first];
            stream
                .read_exact(&mut beginning)
                .expect("it is long enough");
            stream.rewind().expect("it is kept");
            let mut again = Vec::new();
            stream.read_to_end(&mut again).expect("it can be read");
            assert!(beginning == bytes[..first] && again == bytes, "{first}");
            assert!(stream.rewind().is_err(), "it is no longer kept");
        }
    }
}
