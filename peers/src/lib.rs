//! Our tokenizer and others on the same page: where they differ, and how fast they are.
//!
//! Each runs without a tree builder. For all of them, the name of a start tag alone decides the text state that follows it
//! ([`text_after`](tokenwright_tests::tokens::text_after)).

mod comparison;
pub mod disagreements;
mod explanation;
pub mod fold;
pub mod html5ever;
pub mod html5gum;
pub mod html5tokenizer;
pub mod lol_html;

pub use comparison::{Difference, View, differences};
pub use explanation::{Explanation, Explanations};

use tokenwright_tests::tokens::{Start, Tokens};

/// A tokenizer to compare with.
#[derive(Clone, Copy)]
pub struct Peer {
    /// The name that messages and data files use.
    pub name: &'static str,
    /// Tokenizes a page in chunks; `None` if it does not support the entry state.
    pub run: fn(&Start, &[&str]) -> Option<Tokens>,
    /// The comparable parts of its tokens.
    pub view: View,
    /// Whether it uses the error codes of the standard.
    pub names_errors: bool,
    /// Whether it supports chunks.
    pub in_pieces: bool,
    /// Whether it treats the content of `noscript` as raw text.
    pub scripting: bool,
}

impl Peer {
    /// Tokenizes a whole page.
    #[must_use]
    pub fn tokens(&self, page: &str) -> Tokens {
        (self.run)(&Start::default(), &[page]).unwrap_or_default()
    }
}

const HTML5EVER: Peer = Peer {
    name: "html5ever",
    run: html5ever::run,
    view: View::EVERYTHING,
    names_errors: false,
    in_pieces: true,
    scripting: true,
};

/// The peers that must agree with us on every page; we choose the text state after a start tag for each.
pub const PEERS: [Peer; 3] = [
    HTML5EVER,
    Peer {
        name: "html5gum",
        run: html5gum::run,
        view: View::UNORDERED,
        names_errors: true,
        ..HTML5EVER
    },
    Peer {
        name: "lol_html",
        run: lol_html::run,
        view: View::AS_WRITTEN,
        ..HTML5EVER
    },
];

/// Another tokenizer that follows the standard, run in the same way. It treats text in scripts as markup (`docs/peers.md`), so
/// the test of pages excludes it.
pub const HTML5TOKENIZER: Peer = Peer {
    name: "html5tokenizer",
    run: html5tokenizer::run,
    view: View::UNORDERED,
    names_errors: true,
    in_pieces: false,
    scripting: true,
};

/// Peers that can also choose the text state after a start tag, configured to do so.
pub const ON_THEIR_OWN: [Peer; 2] = [
    Peer {
        name: "html5gum on its own",
        run: html5gum::run_on_its_own,
        ..HTML5TOKENIZER
    },
    Peer {
        name: "html5tokenizer on its own",
        run: html5tokenizer::run_on_its_own,
        scripting: false,
        ..HTML5TOKENIZER
    },
];
