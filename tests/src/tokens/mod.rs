//! The tokens of any tokenizer in one form, and where a tokenizer starts.

mod start;
mod text_state;
mod token;
pub mod tokenwright;

pub use start::{Entry, Start};
pub use text_state::{TextState, text_after};
pub use token::{Attribute, ParseError, Token, Tokens, push_attribute};
