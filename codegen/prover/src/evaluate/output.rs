//! The output of a run.

use super::registers::{Attribute, Doctype, TagRegister};
use tokenwright_compiler::ir::ErrorId;

/// A token, or a parse error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A token; adjacent characters without an error between them are joined.
    Token(Token),
    /// A parse error.
    Error {
        /// Its code, as an index into the revision's codes.
        error: ErrorId,
        /// The offset of the character that it is reported at, in bytes.
        offset: usize,
    },
}

/// A token, with the fields that the spec defines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// Adjacent character tokens, as one text.
    Characters(String),
    /// A start tag or an end tag.
    Tag {
        /// Whether it is an end tag.
        is_end: bool,
        /// The tag name.
        name: String,
        /// The attributes, in the order of the source.
        attributes: Vec<Attribute>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// A comment, by its data.
    Comment(String),
    /// A DOCTYPE, with its missing fields as `None`.
    Doctype(Doctype),
    /// A processing instruction, which the newest revision has.
    ProcessingInstruction {
        /// The target.
        target: String,
        /// The data.
        data: String,
    },
    /// The end-of-file token, always the last.
    EndOfFile,
}

impl From<TagRegister> for Token {
    fn from(tag: TagRegister) -> Self {
        Token::Tag {
            is_end: tag.is_end,
            name: tag.name,
            attributes: tag.attributes,
            self_closing: tag.self_closing,
        }
    }
}
