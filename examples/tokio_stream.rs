//! Prints the headings of a document that arrives through an asynchronous reader.

use std::io;
use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
use tokio::io::{AsyncRead, AsyncReadExt, stdin};
use tokio::runtime::Builder;

/// Collects the text of headings.
#[derive(Default)]
struct Headings {
    is_inside: bool,
    all: Vec<String>,
}

impl Sink for Headings {
    const ERRORS: bool = false;
    const SPANS: bool = false;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if matches!(tag.name(), "title" | "h1" | "h2" | "h3") {
            self.is_inside = true;
            self.all.push(String::new());
        }
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.is_inside &= !matches!(tag.name(), "title" | "h1" | "h2" | "h3");
        Next::Continue
    }

    fn text(&mut self, text: &str, _: Span) {
        if let Some(heading) = self.all.last_mut().filter(|_| self.is_inside) {
            heading.push_str(text);
        }
    }
}

/// Reads to the end. A chunk may end inside a character or a tag.
async fn headings(mut reader: impl AsyncRead + Unpin) -> io::Result<Vec<String>> {
    let mut tokenizer = Tokenizer::new(Headings::default());
    let mut chunk = [0; 64];
    loop {
        match reader.read(&mut chunk).await? {
            0 => return Ok(tokenizer.finish().all),
            len => tokenizer.feed_bytes(&chunk[..len]),
        }
    }
}

fn main() -> io::Result<()> {
    let runtime = Builder::new_current_thread().build()?;
    for heading in runtime.block_on(headings(stdin()))? {
        println!("{heading}");
    }
    Ok(())
}
