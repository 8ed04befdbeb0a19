//! Tokens as tree construction gets them.

use super::super::words::{describe, shown};
use tokenwright_interpreter::Token;
use tokenwright_interpreter::tree::{Tag, TreeToken};

/// A token in one line.
pub(super) fn words(token: &TreeToken) -> String {
    let token = match token.clone() {
        TreeToken::Character(character) => {
            return format!("character {}", shown(Some(character)));
        }
        TreeToken::Tag(Tag {
            is_end,
            name,
            attributes,
            self_closing,
        }) => {
            let attributes = attributes.into_iter();
            let attributes = attributes.map(|it| (it.name, it.value)).collect();
            match is_end {
                true => Token::EndTag {
                    name,
                    attributes,
                    self_closing,
                },
                false => Token::StartTag {
                    name,
                    attributes,
                    self_closing,
                },
            }
        }
        TreeToken::Comment(data) => Token::Comment(data),
        TreeToken::ProcessingInstruction { target, data } => {
            Token::ProcessingInstruction { target, data }
        }
        TreeToken::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        },
        TreeToken::EndOfFile => Token::EndOfFile,
    };
    describe(&token)
}
