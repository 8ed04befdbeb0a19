//! Reads files as text.

use crate::diagnostic::{Diagnostic, Sources};
use crate::source::Place;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest text that is read, in MiB. Whole pages of the standard have a quarter of it.
const LONGEST_MEBI: u64 = 32;

/// Reads a file into `sources`, and returns its number there.
///
/// # Errors
/// If the file cannot be read, is longer than 32 MiB, or is not UTF-8.
pub fn read_file(path: &Path, sources: &mut Sources) -> Result<u32, Diagnostic> {
    let bytes = read_bytes(
        path,
        LONGEST_MEBI,
        "cut a page down to its sections on tokenization and tree construction",
    )?;
    if let Some(encoding) = utf_16(&bytes) {
        return Err(
            Diagnostic::unread(path, format!("the file is {encoding}, not UTF-8")).help(format!(
                "save it as UTF-8; `iconv -f {encoding} -t UTF-8` converts it"
            )),
        );
    }
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(sources.add(path.to_owned(), text)),
        Err(error) => error,
    };
    let start = error.utf8_error().valid_up_to();
    let byte = error.as_bytes()[start];
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
    let place = Place::within(sources.add(path.to_owned(), text), start..end);
    Err(Diagnostic::error(place, "the file is not UTF-8")
        .label(format!("the byte 0x{byte:02X} is not UTF-8 here"))
        .help("save the file as UTF-8"))
}

/// Reads a file of limited length. `help` says what to do if it is longer.
///
/// # Errors
/// If the file cannot be read, or is longer than `most` MiB.
pub fn read_bytes(path: &Path, most: u64, help: &str) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |error| Diagnostic::unreadable(path, "file", &error);
    let file = File::open(path).map_err(unreadable)?;
    let len = file.metadata().map_err(unreadable)?.len();
    let longest = most << 20;
    let mut bytes = Vec::with_capacity(len.min(longest) as usize + 1);
    // A device has no length, and may have no end.
    let read = file.take(longest + 1).read_to_end(&mut bytes);
    if read.map_err(unreadable)? as u64 > longest {
        let size = match len > longest {
            true => format!("{} MiB", len.div_ceil(1 << 20)),
            false => format!("more than {most} MiB"),
        };
        let message = format!("the file has {size}; files of up to {most} MiB are read");
        return Err(Diagnostic::unread(path, message).help(help));
    }
    Ok(bytes)
}

/// The name of the encoding, if the bytes are UTF-16: they begin with its byte order mark, or
/// nearly all of the first ones are ASCII characters of two bytes.
fn utf_16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some("UTF-16LE"),
        [0xFE, 0xFF, ..] => return Some("UTF-16BE"),
        _ => {}
    }
    let pairs = bytes[..bytes.len().min(200)].chunks_exact(2);
    let count = pairs.len();
    let zeros = |at: usize| {
        pairs
            .clone()
            .filter(|pair| pair[at] == 0 && pair[1 - at] != 0)
            .count()
    };
    let most = |zeros: usize| count >= 2 && zeros * 10 >= count * 9;
    match () {
        () if most(zeros(1)) => Some("UTF-16LE"),
        () if most(zeros(0)) => Some("UTF-16BE"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::utf_16;

    #[test]
    fn utf_16_is_recognised_with_a_byte_order_mark_and_without() {
        let text = "# 13.2.5.6 – 13.2.5.8\n[[state]]\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(utf_16(&little), Some("UTF-16LE"));
        assert_eq!(utf_16(&big), Some("UTF-16BE"));
        assert_eq!(
            utf_16(&[&[0xFF, 0xFE], &little[..]].concat()),
            Some("UTF-16LE")
        );
        assert_eq!(
            utf_16(&[&[0xFE, 0xFF], &big[..]].concat()),
            Some("UTF-16BE")
        );
        assert_eq!(utf_16(text.as_bytes()), None);
        assert_eq!(utf_16(&[0; 64]), None);
        assert_eq!(utf_16(b""), None);
    }
}
