//! Rows and the tokens that they match.

use super::Scope;
use crate::conditions::ranges;
use crate::format::tree::{TokenKind, Tokens, TreeRow};
use crate::machine::lines;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{self, On, Row};

impl Scope<'_> {
    pub(super) fn row(self, number: usize, row: &Row) -> Result<TreeRow, String> {
        let on = row.on.iter().map(|on| self.tokens(on));
        Ok(TreeRow {
            number,
            heading: english::matched(row),
            on: on.collect::<Result<_, _>>()?,
            operations: self.operations(&row.body)?,
            text: lines(english::sentences(&row.body)),
            note: row.note.clone(),
        })
    }

    fn tokens(self, on: &On) -> Result<Tokens, String> {
        use model::Tokens as T;
        let of = |kind: TokenType| (Some(self::kind(kind)), None, None);
        let (kind, names, characters) = match &on.tokens.value {
            T::AnythingElse => (None, None, None),
            T::Kind(kind) => of(*kind),
            T::OtherCharacter => of(TokenType::Character),
            T::OtherStartTag => of(TokenType::StartTag),
            T::OtherEndTag => of(TokenType::EndTag),
            T::StartTags(all) => (Some(TokenKind::StartTag), Some(names(all)), None),
            T::EndTags(all) => (Some(TokenKind::EndTag), Some(names(all)), None),
            T::Characters(matcher) => {
                let characters = ranges(&matcher.ranges());
                (Some(TokenKind::Character), None, Some(characters))
            }
        };
        Ok(Tokens {
            kind,
            names,
            characters,
            when: match on.when.is_empty() {
                true => None,
                false => Some(self.all(&on.when)?),
            },
        })
    }
}

fn names(all: &[Located<String>]) -> Vec<String> {
    all.iter().map(|name| name.value.clone()).collect()
}

pub(super) fn kind(kind: TokenType) -> TokenKind {
    match kind {
        TokenType::StartTag => TokenKind::StartTag,
        TokenType::EndTag => TokenKind::EndTag,
        TokenType::Character => TokenKind::Character,
        TokenType::Comment => TokenKind::Comment,
        TokenType::ProcessingInstruction => TokenKind::ProcessingInstruction,
        TokenType::Doctype => TokenKind::Doctype,
        TokenType::EndOfFile => TokenKind::EndOfFile,
    }
}
