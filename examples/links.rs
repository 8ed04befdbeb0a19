//! Prints the links of a document, each with the offset of its address.

use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::{Tag, Token, tokens};

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
    for token in tokens(&html) {
        if let Token::StartTag(tag) = token
            && let Some((offset, address)) = link(&tag)
        {
            println!("{offset:>5} {:<6} {address}", tag.name());
        }
    }
    Ok(())
}

/// The offset of a tag's address, and the address with its character references decoded.
fn link<'t>(tag: &'t Tag<'_>) -> Option<(usize, &'t str)> {
    let (_, name) = LINKS.iter().find(|(element, _)| *element == tag.name())?;
    let address = tag.attribute(name)?;
    Some((address.value_span().start, address.value()))
}
