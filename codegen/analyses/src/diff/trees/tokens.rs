//! The tokens that a row matches, cut up: one entry for each name of a tag, each class of characters and each kind.

use super::canonical::Canonical;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{Mode, Row, Tokens};

/// Tokens that a row matches under one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) tokens: AtomTokens,
    /// The condition that has to hold as well, in the form of [`Canonical`]; empty if there is none.
    pub(super) when: String,
    /// The condition as it is written.
    words: String,
}

/// The tokens of an [`Atom`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AtomTokens {
    Tag { is_end: bool, name: String },
    Characters(String, Vec<(u32, u32)>),
    Named(Tokens),
}

impl AtomTokens {
    /// The kind of token; `None` of all kinds.
    pub(super) fn kind(&self) -> Option<TokenType> {
        match self {
            AtomTokens::Tag { is_end: true, .. } | AtomTokens::Named(Tokens::OtherEndTag) => {
                Some(TokenType::EndTag)
            }
            AtomTokens::Tag { .. } | AtomTokens::Named(Tokens::OtherStartTag) => {
                Some(TokenType::StartTag)
            }
            AtomTokens::Characters(..) | AtomTokens::Named(Tokens::OtherCharacter) => {
                Some(TokenType::Character)
            }
            AtomTokens::Named(Tokens::Kind(kind)) => Some(*kind),
            AtomTokens::Named(_) => None,
        }
    }

    /// Whether some token is in both.
    pub(super) fn overlaps(&self, other: &AtomTokens) -> bool {
        match (self, other) {
            (AtomTokens::Tag { .. }, AtomTokens::Tag { .. }) => self == other,
            (AtomTokens::Characters(_, these), AtomTokens::Characters(_, those)) => {
                let touch = |a: &(u32, u32), b: &(u32, u32)| a.0 <= b.1 && b.0 <= a.1;
                these.iter().any(|a| those.iter().any(|b| touch(a, b)))
            }
            _ => match (self.kind(), other.kind()) {
                (Some(one), Some(another)) => one == another,
                _ => true,
            },
        }
    }

    /// Whether every token of the other is in these.
    pub(super) fn covers(&self, other: &AtomTokens) -> bool {
        match (self, other) {
            (AtomTokens::Characters(_, these), AtomTokens::Characters(_, those)) => {
                let has = |b: &(u32, u32)| these.iter().any(|a| a.0 <= b.0 && b.1 <= a.1);
                those.iter().all(has)
            }
            (AtomTokens::Named(Tokens::AnythingElse), _) => true,
            (AtomTokens::Named(_), _) => self.kind() == other.kind(),
            _ => self == other,
        }
    }

    /// As a document spells it, or its name.
    fn words(&self) -> String {
        match self {
            AtomTokens::Tag { is_end, name } => {
                format!("<{}{name}>", if *is_end { "/" } else { "" })
            }
            AtomTokens::Characters(text, _) => text.clone(),
            AtomTokens::Named(tokens) => {
                let row = Row {
                    on: vec![on(tokens.clone())],
                    body: Vec::new(),
                    note: None,
                    place: tokenwright_tables::model::Located::nowhere(()),
                };
                english::label(&row)
            }
        }
    }
}

fn on(tokens: Tokens) -> tokenwright_tables::tree::model::On {
    tokenwright_tables::tree::model::On {
        tokens: tokenwright_tables::model::Located::nowhere(tokens),
        when: Vec::new(),
    }
}

impl Atom {
    /// The tokens, and the condition.
    pub(super) fn words(&self) -> String {
        let tokens = self.tokens.words();
        match self.words.is_empty() {
            true => tokens,
            false => format!("{tokens} if {}", self.words),
        }
    }

    fn key(&self) -> (&AtomTokens, &str) {
        (&self.tokens, &self.when)
    }

    /// Whether both match the same, under the same condition.
    pub(super) fn is(&self, other: &Atom) -> bool {
        self.key() == other.key()
    }
}

/// What a row matches.
pub(super) fn atoms(row: &Row, side: Canonical<'_>) -> Vec<Atom> {
    let mut found = Vec::new();
    for on in &row.on {
        let when = side.when(&on.when);
        let words = english::conjunction(&on.when);
        let mut add = |tokens| {
            found.push(Atom {
                tokens,
                when: when.clone(),
                words: words.clone(),
            });
        };
        match &on.tokens.value {
            Tokens::StartTags(names) | Tokens::EndTags(names) => {
                let is_end = matches!(on.tokens.value, Tokens::EndTags(_));
                for name in names {
                    let name = name.value.clone();
                    add(AtomTokens::Tag { is_end, name });
                }
            }
            Tokens::Characters(matcher) => {
                add(AtomTokens::Characters(
                    matcher.to_string(),
                    matcher.ranges(),
                ));
            }
            named => add(AtomTokens::Named(named.clone())),
        }
    }
    found
}

/// Whether some token may be matched by both rows.
pub(super) fn overlap(these: &[Atom], those: &[Atom]) -> bool {
    let meets = |a: &Atom| those.iter().any(|b| a.tokens.overlaps(&b.tokens));
    these.iter().any(meets)
}

/// The first row of a mode that matches all of some tokens, whatever else holds.
pub(super) fn taker(mode: &Mode, side: Canonical<'_>, tokens: &AtomTokens) -> Option<usize> {
    let matches = |row: &Row| {
        let mut all = atoms(row, side).into_iter();
        all.any(|atom| atom.when.is_empty() && atom.tokens.covers(tokens))
    };
    mode.rows.iter().position(matches)
}
