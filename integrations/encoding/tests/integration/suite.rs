//! html5lib's encoding tests. The one in `scripted` is left out: a script writes its declaration.

use crate::page::read;
use std::error::Error;
use std::fs;
use tokenwright_encoding::{Encoding, Options};
use tokenwright_tests::shared;

/// The data of each test and its encoding.
fn parse(file: &[u8]) -> Vec<(&[u8], &'static Encoding)> {
    let mut tests = Vec::new();
    let mut rest = file;
    while let Some(data) = rest.strip_prefix(b"#data\n") {
        let end = find(data, b"\n#encoding\n");
        let label = &data[end + "\n#encoding\n".len()..];
        let label_end = find(label, b"\n");
        let encoding = Encoding::for_label(&label[..label_end]).expect("a label");
        tests.push((&data[..end], encoding));
        rest = &label[label_end + 1..];
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(rest));
    tests
}

fn find(bytes: &[u8], needle: &[u8]) -> usize {
    let mut windows = bytes.windows(needle.len());
    windows
        .position(|window| window == needle)
        .unwrap_or(bytes.len() - needle.len())
}

#[test]
fn every_encoding_is_as_expected_at_every_split() -> Result<(), Box<dyn Error>> {
    let folder = match shared::find("encoding") {
        Ok(folder) => folder,
        Err(absent) => return Ok(absent.skip()?),
    };
    for (file, count) in [
        ("tests1.dat", 59),
        ("tests2.dat", 22),
        ("test-yahoo-jp.dat", 1),
    ] {
        let bytes = fs::read(folder.join(file))?;
        let tests = parse(&bytes);
        assert_eq!(tests.len(), count, "{file}");
        for (number, (data, expected)) in tests.into_iter().enumerate() {
            for at in (0..=data.len()).step_by(1 + data.len() / 200) {
                let chunks = [&data[..at], &data[at..]].into_iter();
                let encoding = read(chunks, Options::default()).encoding;
                assert_eq!(encoding, expected, "{file}, test {number}, split at {at}");
            }
        }
    }
    Ok(())
}

#[cfg(feature = "chardetng")]
#[test]
fn a_page_that_declares_nothing_is_detected() -> Result<(), Box<dyn Error>> {
    let path = match shared::find("encoding/chardet/test_big5.txt") {
        Ok(path) => path,
        Err(absent) => return Ok(absent.skip()?),
    };
    let page = fs::read(path)?;
    let guess = |bytes| {
        let options = Options::default().detect(bytes);
        read(page.chunks(100), options).encoding
    };
    assert_eq!(guess(1000), encoding_rs::BIG5);
    // Without a guess, the default.
    assert_eq!(guess(0), encoding_rs::WINDOWS_1252);
    Ok(())
}
