//! Our tokenizer and others on the same page, their tokens in one form.
//!
//! Each is run without a tree builder. Which text follows a start tag is settled by the tag's name alone, for all of them in
//! the same way ([`text_after`]).

mod comparison;
mod explanation;
pub mod html5ever;
pub mod html5gum;
pub mod lol_html;
mod text_state;
mod token;
pub mod tokenwright;

pub use comparison::{Difference, View, differences};
pub use explanation::{Explanation, Explanations};
pub use text_state::{TextState, text_after};
pub use token::{Attribute, ParseError, Token, Tokens};

/// A tokenizer to compare with.
#[derive(Clone, Copy)]
pub struct Peer {
    /// The name that messages and data files use.
    pub name: &'static str,
    /// Tokenizes a whole page.
    pub tokens: fn(&str) -> Tokens,
    /// What of its tokens can be compared.
    pub view: View,
}

/// The peers that follow the standard, each run with scripting on (`noscript` holds raw text).
pub const PEERS: [Peer; 3] = [
    Peer {
        name: "html5ever",
        tokens: html5ever::tokens,
        view: View::EVERYTHING,
    },
    Peer {
        name: "html5gum",
        tokens: html5gum::tokens,
        view: View::EVERYTHING,
    },
    Peer {
        name: "lol_html",
        tokens: lol_html::tokens,
        view: View::AS_WRITTEN,
    },
];
