//! A common representation for the tokens and the setup of any tokenizer.

mod start;
mod text_state;
mod token;
pub mod tokenwright;

pub(crate) use self::tokenwright::Collector;
pub use start::{EntryState, Start};
pub use text_state::{TextState, text_after};
pub use token::{Attribute, ParseError, Token, Tokens, push_attribute};
