//! The tokens that a row matches, cut up: one entry for each name of a tag, each class of characters and each kind.

use super::canonical::Canonical;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{Mode, Row, Tokens};

/// Tokens that a row matches under one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// Of tags, those with one name.
    pub(super) tokens: Tokens,
    /// The condition that has to hold as well, in the form of [`Canonical`]; empty if there is none.
    pub(super) when: String,
    /// The condition as it is written.
    words: String,
}

/// The kind of tokens; `None` of all kinds.
fn kind(tokens: &Tokens) -> Option<TokenType> {
    match tokens {
        Tokens::EndTags(_) | Tokens::OtherEndTag => Some(TokenType::EndTag),
        Tokens::StartTags(_) | Tokens::OtherStartTag => Some(TokenType::StartTag),
        Tokens::Characters(_) | Tokens::OtherCharacter => Some(TokenType::Character),
        Tokens::Kind(kind) => Some(*kind),
        Tokens::AnythingElse => None,
    }
}

fn is_tag(tokens: &Tokens) -> bool {
    matches!(tokens, Tokens::StartTags(_) | Tokens::EndTags(_))
}

/// Whether some token of an [`Atom`] is in both.
pub(super) fn overlaps(these: &Tokens, those: &Tokens) -> bool {
    match (these, those) {
        (Tokens::Characters(these), Tokens::Characters(those)) => {
            let (these, those) = (these.ranges(), those.ranges());
            let touch = |a: &(u32, u32), b: &(u32, u32)| a.0 <= b.1 && b.0 <= a.1;
            these.iter().any(|a| those.iter().any(|b| touch(a, b)))
        }
        _ if is_tag(these) && is_tag(those) => these == those,
        _ => match (kind(these), kind(those)) {
            (Some(one), Some(another)) => one == another,
            _ => true,
        },
    }
}

/// Whether every token of an [`Atom`] is in the tokens of another.
pub(super) fn covers(all: &Tokens, some: &Tokens) -> bool {
    match (all, some) {
        (Tokens::Characters(these), Tokens::Characters(those)) => {
            let (these, those) = (these.ranges(), those.ranges());
            let has = |b: &(u32, u32)| these.iter().any(|a| a.0 <= b.0 && b.1 <= a.1);
            those.iter().all(has)
        }
        (Tokens::AnythingElse, _) => true,
        (Tokens::Characters(_) | Tokens::StartTags(_) | Tokens::EndTags(_), _) => all == some,
        _ => kind(all) == kind(some),
    }
}

impl Atom {
    /// The tokens, as a document spells them, and the condition.
    pub(super) fn words(&self) -> String {
        let tokens = english::short(&self.tokens);
        match self.words.is_empty() {
            true => tokens,
            false => format!("{tokens} if {}", self.words),
        }
    }

    /// Whether both match the same, under the same condition.
    pub(super) fn is(&self, other: &Atom) -> bool {
        (&self.tokens, &self.when) == (&other.tokens, &other.when)
    }
}

/// What a row matches.
pub(super) fn atoms(row: &Row, side: Canonical<'_>) -> Vec<Atom> {
    let mut found = Vec::new();
    for on in &row.on {
        let each = |names: &[Located<String>], of: fn(Vec<Located<String>>) -> Tokens| {
            let names = names.iter();
            names.map(|name| of(vec![name.clone()])).collect()
        };
        let all: Vec<Tokens> = match &on.tokens.value {
            Tokens::StartTags(names) => each(names, Tokens::StartTags),
            Tokens::EndTags(names) => each(names, Tokens::EndTags),
            other => vec![other.clone()],
        };
        found.extend(all.into_iter().map(|tokens| Atom {
            tokens,
            when: side.when(&on.when),
            words: english::conjunction(&on.when),
        }));
    }
    found
}

/// Whether some token may be matched by both rows.
pub(super) fn overlap(these: &[Atom], those: &[Atom]) -> bool {
    let meets = |a: &Atom| those.iter().any(|b| overlaps(&a.tokens, &b.tokens));
    these.iter().any(meets)
}

/// The first row of a mode that matches all of some tokens, whatever else holds.
pub(super) fn taker(mode: &Mode, side: Canonical<'_>, tokens: &Tokens) -> Option<usize> {
    let matches = |row: &Row| {
        let mut all = atoms(row, side).into_iter();
        all.any(|atom| atom.when.is_empty() && covers(&atom.tokens, tokens))
    };
    mode.rows.iter().position(matches)
}
