//! Whether a peer agrees on one input.

use crate::Peer;
use ::tokenwright::revisions::{Whatwg20200522, Whatwg20260719};
use tokenwright_tests::tokens::{Start, Token, Tokens, tokenwright};

/// Suffixes that reveal whether the end of an input is in markup.
const MARKUP: [&str; 6] = ["", "<b>", "><b>", "</b>", "-->", "?><b>"];

/// What differs.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// Tokens, for the whole input.
    Tokens,
    /// Only errors: their codes or their number.
    Errors,
    /// Tokens, only if the input is split into single characters.
    Pieces,
}

/// How a peer disagrees.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Verdict {
    pub(super) kind: Kind,
    /// Whether it agrees with the previous revision.
    pub(super) outdated: bool,
}

/// Runs a peer and ours.
pub(super) struct Judge<'p> {
    pub(super) peer: &'p Peer,
}

impl Judge<'_> {
    /// The output of our newest revision.
    pub(super) fn ours(&self, start: &Start, input: &str) -> Option<Tokens> {
        tokenwright::run::<Whatwg20260719>(start, self.peer.scripting, input)
    }

    /// The output of the peer for the whole input.
    pub(super) fn theirs(&self, start: &Start, input: &str) -> Option<Tokens> {
        (self.peer.run)(start, &[input])
    }

    /// The output of the peer for the input in single characters.
    pub(super) fn in_pieces(&self, start: &Start, input: &str) -> Option<Tokens> {
        let ends = input.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        let pieces: Vec<&str> = ends.map(|(from, to)| &input[from..to]).collect();
        (self.peer.run)(start, &pieces)
    }

    /// Whether, for some suffix, one of the two emits tags that the other treats as text.
    pub(super) fn other_tags(&self, start: &Start, input: &str) -> bool {
        let tags = |tokens: Option<Tokens>| -> Option<Vec<String>> {
            let tags = tokens?.tokens.into_iter().filter_map(|token| match token {
                Token::StartTag { name, .. } => Some(name),
                Token::EndTag { name, .. } => Some(format!("/{name}")),
                _ => None,
            });
            Some(tags.collect())
        };
        MARKUP.iter().any(|rest| {
            let input = format!("{input}{rest}");
            tags(self.ours(start, &input)) != tags(self.theirs(start, &input))
        })
    }

    /// The disagreement, if there is one; the outer `None` if a tokenizer does not support the setup.
    pub(super) fn judge(&self, start: &Start, input: &str) -> Option<Option<Verdict>> {
        let ours = self.ours(start, input)?;
        let theirs = self.theirs(start, input)?;
        let agrees =
            |ours: &Tokens, theirs: &Tokens| self.peer.view.agree(&ours.tokens, &theirs.tokens);
        let codes = |a: &Tokens, b: &Tokens| {
            // The standard does not order two errors at one position.
            let sorted = |tokens: &Tokens| {
                let codes = tokens.errors.iter().map(|error| error.code.clone());
                let mut codes: Vec<String> = codes.collect();
                codes.sort();
                codes
            };
            sorted(a) == sorted(b)
        };
        let before = || tokenwright::run::<Whatwg20200522>(start, self.peer.scripting, input);
        let (kind, outdated) = if !agrees(&ours, &theirs) {
            let outdated = before().is_some_and(|before| agrees(&before, &theirs));
            (Kind::Tokens, outdated)
        } else if self.peer.names_errors && !codes(&ours, &theirs) {
            let agrees = |before| agrees(&before, &theirs) && codes(&before, &theirs);
            (Kind::Errors, before().is_some_and(agrees))
        } else if self.peer.in_pieces && !agrees(&ours, &self.in_pieces(start, input)?) {
            (Kind::Pieces, false)
        } else {
            return Some(None);
        };
        Some(Some(Verdict { kind, outdated }))
    }
}
