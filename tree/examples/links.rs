//! Prints the links of the page on standard input: address, text, and the line of the tag.

use std::io::{self, Read, Write};
use tokenwright_tree::{Options, parse_with};

fn main() -> io::Result<()> {
    let mut html = String::new();
    io::stdin().read_to_string(&mut html)?;
    let options = Options {
        spans: true,
        ..Options::default()
    };
    let document = parse_with(&html, &options);
    let mut out = io::stdout().lock();
    for link in document.root().descendants() {
        let Some(address) = link.attribute("href").filter(|_| link.is_html("a")) else {
            continue;
        };
        // An `a` that was divided by misnesting has the place of its tag in all parts.
        let start = link.spans().start.map_or(0, |span| span.start);
        let line = html[..start].matches('\n').count() + 1;
        let text = link.text_content();
        let words: Vec<&str> = text.split_whitespace().collect();
        writeln!(out, "{line}\t{address}\t{}", words.join(" "))?;
    }
    Ok(())
}
