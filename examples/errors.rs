//! Prints the parse errors of a document as it arrives: line, column, code and its meaning.

use std::io::{self, stdin};
use tokenwright::{ParseError, Sink, Tokenizer};

/// Prints errors, and counts them.
#[derive(Default)]
struct Report {
    errors: usize,
}

impl Sink for Report {
    fn error(&mut self, error: &ParseError) {
        self.errors += 1;
        println!("{error}\n    {}", error.code.description());
    }
}

fn main() -> io::Result<()> {
    // The document is never in memory as a whole. Bytes that are not UTF-8 become U+FFFD.
    let mut tokenizer = Tokenizer::new(Report::default());
    tokenizer.feed_reader(stdin().lock())?;
    println!("{} errors", tokenizer.finish().errors);
    Ok(())
}
