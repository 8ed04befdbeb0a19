//! Prints the encoding of each document on standard input: one a line, in hexadecimal digits.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use tokenwright_encoding::{Decoder, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lines().enumerate() {
        let line = line?;
        let bytes =
            bytes(&line).ok_or_else(|| format!("<stdin>:{}: not hexadecimal", number + 1))?;
        let mut decoder = Decoder::new(Options::default());
        decoder.decode(&bytes, |_| {});
        decoder.finish(|_| {});
        let decision = decoder.decision().expect("the end of the input decides");
        writeln!(out, "{}", decision.encoding.name().to_lowercase())?;
    }
    out.flush()?;
    Ok(())
}

/// The bytes of a line of hexadecimal digits.
fn bytes(line: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = line.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8; 2]| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8);
    let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    bytes.filter(|_| rest.is_empty())
}
