//! What a file contains, for the name of its output: the same file has the same name, however its path is written, and another file in its
//! place has another.
//!
//! Files of an archive have gigabytes, so of a long file only parts are read: its beginning, its end and some between.

use sha1::{Digest, Sha1};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How many bytes a part has.
const PART: u64 = 64 << 10;

/// How many parts of a file are read.
const PARTS: u64 = 64;

/// The fingerprint of a file: of its length and its content, or of parts of that.
pub(crate) fn of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    let mut hash = Sha1::new();
    hash.update(len.to_le_bytes());
    if len <= PART * PARTS {
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        hash.update(&content);
    } else {
        for part in 0..PARTS {
            let last = u128::from(len - PART);
            let start = last * u128::from(part) / u128::from(PARTS - 1);
            file.seek(SeekFrom::Start(u64::try_from(start).unwrap_or(0)))?;
            let mut content = Vec::new();
            file.by_ref().take(PART).read_to_end(&mut content)?;
            hash.update(&content);
        }
    }
    Ok(hex(&hash.finalize()))
}

/// The fingerprint of some texts.
pub(crate) fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut hash = Sha1::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hex(&hash.finalize())
}

/// The first half of a hash.
fn hex(hash: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&hash[..10])
}

#[cfg(test)]
mod tests {
    use super::{PART, PARTS, of_file};

    #[test]
    fn a_fingerprint_is_that_of_length_and_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let of = |content: &[u8]| {
            std::fs::write(&path, content).expect("a file");
            of_file(&path).expect("a file")
        };
        assert_eq!(of(b"a"), of(b"a"));
        assert_ne!(of(b"a"), of(b"b"));
        let mut long = vec![0; usize::try_from(PART * PARTS * 2).expect("short")];
        let before = of(&long);
        *long.last_mut().expect("long") = 1;
        let end = of(&long);
        assert_ne!(before, end);
        long.push(1);
        assert_ne!(end, of(&long));
    }
}
