//! Prints the character references of a document and the mistakes in them, or what the names in the arguments stand for.

use std::env::args;
use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::references::{self, Place};
use tokenwright::revisions::Newest;
use tokenwright::{ColumnUnit, LineIndex, Token, tokens};

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<_> = args().skip(1).collect();
    for name in &names {
        match references::lookup::<Newest>(name) {
            Some(characters) => println!("&{name} is {characters}"),
            None => suggest(name),
        }
    }
    if names.is_empty() {
        let mut html = String::new();
        stdin().read_to_string(&mut html)?;
        check(&html);
    }
    Ok(())
}

/// Prints the names that begin like an unknown one.
fn suggest(name: &str) {
    let all = references::names::<Newest>().map(|(known, _)| known);
    let alike: Vec<_> = all.filter(|known| known.starts_with(name)).collect();
    println!("&{name} is no reference; there are {alike:?}");
}

fn check(html: &str) {
    let mut lines = LineIndex::default();
    lines.push_bytes(html.as_bytes());
    let print = |start: usize, string: &str, place| {
        for found in references::find::<Newest>(string, place) {
            let (line, column) = lines.line_column(start + found.span.start, ColumnUnit::Chars);
            println!("{line}:{column} {} is {}", found.source, found.characters);
        }
    };
    for item in tokens(html).with_errors() {
        match item {
            Ok(Token::Text(text)) => print(text.span.start, &html[text.span.range()], Place::Text),
            Ok(Token::StartTag(tag)) => tag.attributes().for_each(|attribute| {
                let source = attribute.source();
                print(source.value_span.start, source.value, Place::Value);
            }),
            Err(error) if error.code.as_str().contains("reference") => {
                let line = lines.line_span(error.line).unwrap_or_default();
                println!("{error} in {:?}", html[line.range()].trim_end());
            }
            _ => {}
        }
    }
}
