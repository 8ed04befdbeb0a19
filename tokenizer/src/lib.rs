//! An HTML tokenizer generated from the spec's own tables.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod error;
#[rustfmt::skip]
#[allow(clippy::all)]
mod generated;
mod input;
mod machine;
#[cfg(feature = "std")]
mod read;
mod revision;
mod sink;
mod span;
mod token;
mod tokenizer;
pub mod tokens;

pub use error::ParseError;
pub use generated::{ErrorCode, revisions};
pub use machine::ContentModel;
#[cfg(feature = "std")]
pub use read::tokenize_reader;
pub use revision::{Revision, RevisionVisitor};
pub use sink::{Next, Sink, TextMode};
pub use span::Span;
pub use token::{Attribute, Attributes, Comment, Doctype, ProcessingInstruction, Tag};
pub use tokenizer::{Options, Tokenizer};
pub use tokens::{Token, Tokens, TokensWithErrors, tokens, tokens_of};
