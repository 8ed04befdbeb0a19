//! A common representation for the tokens and the setup of any tokenizer.

pub mod html5ever;
mod start;
mod text_state;
mod token;
pub mod tokenwright;

pub use start::{EntryState, Start};
pub use text_state::{TextState, text_after};
pub use token::{Attribute, ParseError, Token, Tokens, push_attribute};
