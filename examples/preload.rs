//! Finds what a page loads while a script blocks it: a clone of the tokenizer scans ahead, and the original continues
//! from where it paused.

use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::{Ambiguity, Next, Sink, Tag, Tokenizer};

/// Pauses after scripts, or only collects addresses if it scans ahead.
#[derive(Clone, Default)]
struct Page {
    scans_ahead: bool,
    addresses: Vec<String>,
}

impl Sink for Page {
    const ERRORS: bool = false;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let name = match tag.name() {
            "link" => "href",
            "img" | "script" => "src",
            _ => return Next::Continue,
        };
        let address = tag
            .attribute(name)
            .map(|address| address.value().to_owned());
        self.addresses.extend(address);
        Next::Continue
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        // Only a tree builder knows whether what follows is markup.
        eprintln!("{ambiguity}");
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        match tag.name() {
            "script" if !self.scans_ahead => Next::Pause,
            _ => Next::Continue,
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let mut tokenizer = Tokenizer::new(Page::default());
    tokenizer.feed_str(&html);
    while tokenizer.is_paused() {
        let mut ahead = tokenizer.clone();
        let known = ahead.sink().addresses.len();
        ahead.sink_mut().scans_ahead = true;
        ahead.resume();
        println!("preloaded: {:?}", &ahead.finish().addresses[known..]);
        // The script runs, and writes into the page.
        tokenizer.insert("<img src=/written>");
        tokenizer.resume();
    }
    println!("loaded: {:?}", tokenizer.finish().addresses);
    Ok(())
}
