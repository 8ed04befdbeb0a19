//! Input from a reader.

use std::io::{self, Read};
use tokenwright_encoding::{Options, Reader, Source};

/// Gives the bytes one at a time, with interruptions.
struct OneByOne<'a>(&'a [u8], bool);

impl Read for OneByOne<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.0.len().min(out.len()).min(1);
        out[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

#[test]
fn a_reader_gives_the_text_however_it_is_read() -> io::Result<()> {
    let page = b"<meta charset=euc-kr><p>\xC7\xD1\xB1\xDB";
    let mut reader = Reader::new(OneByOne(page, false), Options::default());
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    assert_eq!(text, "<meta charset=euc-kr><p>한글");
    let decision = reader.decision().expect("it was read");
    assert_eq!(decision.source, Source::Prescan);
    assert_eq!(reader.read(&mut [0; 8])?, 0);
    Ok(())
}

#[test]
fn an_empty_document_has_the_default_encoding() -> io::Result<()> {
    let mut reader = Reader::new(io::empty(), Options::default());
    assert_eq!(reader.read(&mut [0; 8])?, 0);
    let decision = reader.decision().expect("it was read");
    assert_eq!(decision.source, Source::Default);
    Ok(())
}

#[test]
fn an_error_of_the_inner_reader_is_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let error = Reader::new(Broken, Options::default()).read(&mut [0; 8]);
    assert_eq!(
        error.expect_err("broken").kind(),
        io::ErrorKind::ConnectionReset
    );
}
