//! Tokens, as far as rows distinguish them.

use super::grammar::{Expression, TokenType};
use super::model::{Mode, On, Tokens, TreeTables};
use std::collections::BTreeSet;

/// A token; a tag without a name is one that no row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'n> {
    /// A start tag.
    StartTag(Option<&'n str>),
    /// An end tag.
    EndTag(Option<&'n str>),
    /// A character token.
    Character(u32),
    /// A token of another kind.
    Other(TokenType),
}

impl<'n> Token<'n> {
    /// The token that an expression makes up.
    #[must_use]
    pub fn made_up(expression: &'n Expression) -> Option<Self> {
        match expression {
            Expression::EmptyTag(name) => Some(Token::StartTag(Some(&name.0))),
            Expression::EndTag(name) => Some(Token::EndTag(Some(&name.0))),
            _ => None,
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> TokenType {
        match self {
            Token::StartTag(_) => TokenType::StartTag,
            Token::EndTag(_) => TokenType::EndTag,
            Token::Character(_) => TokenType::Character,
            Token::Other(kind) => kind,
        }
    }
}

impl Tokens {
    /// Whether a token is one of these.
    #[must_use]
    pub fn has(&self, token: Token<'_>) -> bool {
        match (self, token) {
            (Tokens::AnythingElse, _)
            | (Tokens::OtherStartTag, Token::StartTag(_))
            | (Tokens::OtherEndTag, Token::EndTag(_))
            | (Tokens::OtherCharacter, Token::Character(_)) => true,
            (Tokens::StartTags(names), Token::StartTag(Some(name)))
            | (Tokens::EndTags(names), Token::EndTag(Some(name))) => {
                names.iter().any(|it| it.value == name)
            }
            (Tokens::Characters(matcher), Token::Character(code)) => {
                let mut ranges = matcher.ranges().into_iter();
                ranges.any(|(first, last)| (first..=last).contains(&code))
            }
            (Tokens::Kind(kind), token) => *kind == token.kind(),
            _ => false,
        }
    }

    /// Whether some of these are of a kind.
    #[must_use]
    pub fn is_for(&self, of: TokenType) -> bool {
        match self {
            Tokens::AnythingElse => true,
            Tokens::StartTags(_) | Tokens::OtherStartTag => of == TokenType::StartTag,
            Tokens::EndTags(_) | Tokens::OtherEndTag => of == TokenType::EndTag,
            Tokens::Characters(_) | Tokens::OtherCharacter => of == TokenType::Character,
            Tokens::Kind(kind) => *kind == of,
        }
    }
}

impl Mode {
    /// The rows that a token may come to, by their indices, with what each has for it: those under a condition, and the first
    /// without one.
    pub fn rows_for(&self, token: Token<'_>) -> impl Iterator<Item = (usize, &On)> {
        let rows = self.rows.iter().enumerate();
        let on = rows.flat_map(|(at, row)| row.on.iter().map(move |on| (at, on)));
        let mut is_over = false;
        on.filter(move |(_, on)| on.tokens.value.has(token))
            .take_while(move |(_, on)| !std::mem::replace(&mut is_over, on.when.is_empty()))
    }
}

impl TreeTables {
    /// A token of each kind that rows distinguish, with some more names.
    #[must_use]
    pub fn tokens<'n>(&'n self, names: impl Iterator<Item = &'n str>) -> Vec<Token<'n>> {
        let mut names: BTreeSet<&str> = names.collect();
        // The edges of all ranges, and what is beside them.
        let mut codes = BTreeSet::from([0x61, 0x10FFFF]);
        names.extend(self.tag_names().map(|it| it.value.as_str()));
        for on in self.tokens_of_rows() {
            if let Tokens::Characters(matcher) = &on.tokens.value {
                for (first, last) in matcher.ranges() {
                    let before = first.saturating_sub(1);
                    codes.extend([before, first, last, last.saturating_add(1)]);
                }
            }
        }
        let tags = names.into_iter().map(Some).chain([None]);
        let tags = tags.flat_map(|name| [Token::StartTag(name), Token::EndTag(name)]);
        let others = [
            TokenType::Comment,
            TokenType::ProcessingInstruction,
            TokenType::Doctype,
            TokenType::EndOfFile,
        ];
        let tokens = tags.chain(codes.into_iter().map(Token::Character));
        tokens.chain(others.map(Token::Other)).collect()
    }
}
