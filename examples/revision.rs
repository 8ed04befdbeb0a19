//! Prints the tokens of a document in the revision that the argument names.

use std::env::args;
use std::error::Error;
use std::io::{Read, stdin};
use tokenwright::{Options, Revision, RevisionVisitor, Token, Tokens, revisions};

/// Prints the tokens if it is visited with the revision of this name.
struct Print<'a> {
    name: &'a str,
    html: &'a str,
    is_known: bool,
}

impl RevisionVisitor for Print<'_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID == self.name {
            self.is_known = true;
            print(Tokens::<R>::with_options(self.html, Options::default()));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = args().nth(1);
    let name = name.as_deref().unwrap_or(revisions::Newest::ID);
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let mut print = Print {
        name,
        html: &html,
        is_known: false,
    };
    revisions::visit(&mut print);
    match print.is_known {
        true => Ok(()),
        false => Err(format!("no compiled revision is named `{name}`").into()),
    }
}

fn print<'a>(tokens: impl Iterator<Item = Token<'a>>) {
    for token in tokens {
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
}
