//! Prints the tokens of a document in the revision that the argument names.

use std::env::args;
use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::{AnyRevision, Options, Token};

fn main() -> Result<(), Box<dyn Error>> {
    let revision: AnyRevision = match args().nth(1) {
        Some(name) => name.parse()?,
        None => AnyRevision::newest(),
    };
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    for token in revision.tokens(&html, Options::default()) {
        let span = token.span();
        match token {
            Token::StartTag(tag) => {
                println!("{span} start tag {} {:?}", tag.name(), tag.attributes())
            }
            Token::EndTag(tag) => println!("{span} end tag {}", tag.name()),
            Token::Comment(comment) => println!("{span} comment {:?}", comment.data),
            Token::Doctype(doctype) => println!("{span} DOCTYPE {:?}", doctype.name),
            Token::ProcessingInstruction(instruction) => {
                println!(
                    "{span} instruction {:?} {:?}",
                    instruction.target, instruction.data
                );
            }
            Token::Text(text) => println!("{span} text {:?}", text.text),
        }
    }
    Ok(())
}
