//! Our tokenizer and others on the same page: where they differ, and how fast they are.
//!
//! Each is run without a tree builder. Which text follows a start tag is settled by the tag's name alone, for all of them in
//! the same way ([`text_after`](tokenwright_tests::tokens::text_after)).

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
    /// Tokenizes a page that comes in pieces; `None` where it cannot begin so.
    pub run: fn(&Start, &[&str]) -> Option<Tokens>,
    /// What of its tokens can be compared.
    pub view: View,
    /// Whether it names its errors as the standard does.
    pub names_errors: bool,
    /// Whether it takes a page in pieces.
    pub in_pieces: bool,
    /// Whether `noscript` holds raw text for it.
    pub scripting: bool,
}

impl Peer {
    /// Tokenizes a whole page.
    #[must_use]
    pub fn tokens(&self, page: &str) -> Tokens {
        (self.run)(&Start::default(), &[page]).unwrap_or_default()
    }
}

/// The peers that must agree with us on every page; we choose the text state after a start tag for each.
pub const PEERS: [Peer; 3] = [
    Peer {
        name: "html5ever",
        run: html5ever::run,
        view: View::EVERYTHING,
        names_errors: false,
        in_pieces: true,
        scripting: true,
    },
    Peer {
        name: "html5gum",
        run: html5gum::run,
        view: View::UNORDERED,
        names_errors: true,
        in_pieces: true,
        scripting: true,
    },
    Peer {
        name: "lol_html",
        run: lol_html::run,
        view: View::AS_WRITTEN,
        names_errors: false,
        in_pieces: true,
        scripting: true,
    },
];

/// Another that follows the standard, run like those. It takes text in scripts for markup (`docs/peers.md`), so that no page
/// is held against it.
pub const HTML5TOKENIZER: Peer = Peer {
    name: "html5tokenizer",
    run: html5tokenizer::run,
    view: View::UNORDERED,
    names_errors: true,
    in_pieces: false,
    scripting: true,
};

/// Peers that can also settle by themselves which text follows a start tag, made to do so.
pub const ON_THEIR_OWN: [Peer; 2] = [
    Peer {
        name: "html5gum on its own",
        run: html5gum::run_on_its_own,
        view: View::UNORDERED,
        names_errors: true,
        in_pieces: false,
        scripting: true,
    },
    Peer {
        name: "html5tokenizer on its own",
        run: html5tokenizer::run_on_its_own,
        view: View::UNORDERED,
        names_errors: true,
        in_pieces: false,
        scripting: false,
    },
];
