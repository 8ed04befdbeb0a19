//! Prints the links of a document, each with the line and the column of its address.

use std::borrow::Cow;
use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::{ColumnUnit, LineIndex, Tag, Token, tokens};

/// The element and the attribute that has its address.
const LINKS: [(&str, &str); 6] = [
    ("a", "href"),
    ("area", "href"),
    ("link", "href"),
    ("img", "src"),
    ("script", "src"),
    ("iframe", "src"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let lines = LineIndex::new(&html);
    let mut tokens = tokens(&html);
    for token in &mut tokens {
        if let Token::StartTag(tag) = token
            && let Some((offset, address)) = link(&tag)
        {
            let (line, column) = lines.line_column(offset, ColumnUnit::Chars);
            println!("{line:>3}:{column:<3} {:<6} {address}", tag.name());
        }
    }
    // What is markup there depends on elements that only a tree builder knows.
    if let Some(ambiguity) = tokens.first_ambiguity() {
        eprintln!("{ambiguity}");
    }
    Ok(())
}

/// The offset of a tag's address, and the address with its character references decoded, for as long as the document.
fn link<'h>(tag: &Tag<'h>) -> Option<(usize, Cow<'h, str>)> {
    let (_, name) = LINKS.iter().find(|(element, _)| *element == tag.name())?;
    let address = tag.attribute(name)?;
    Some((address.value_span().start, address.to_value()))
}
