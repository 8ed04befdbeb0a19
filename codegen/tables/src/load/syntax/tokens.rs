//! The tokens of a TOML text, read one after the other.

use super::fault::{Fault, Patch};
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// The tokens of a text, and how far they have been read.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Tokens {
            text,
            tokens: Source::new(text).lex().into_vec(),
            at: 0,
        }
    }
}

impl Tokens<'_> {
    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind()
    }

    /// The range of the token.
    pub(super) fn range(&self) -> Range<usize> {
        let span = self.tokens[self.at].span();
        span.start()..span.end()
    }

    /// The source text of the token.
    pub(super) fn raw(&self) -> &str {
        &self.text[self.range()]
    }

    /// Advances to the next token; the end of the text is never passed.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn skip_space(&mut self) {
        while self.kind() == TokenKind::Whitespace {
            self.advance();
        }
    }

    pub(super) fn skip_line(&mut self) {
        while !matches!(self.kind(), TokenKind::Newline | TokenKind::Eof) {
            self.advance();
        }
    }

    /// The kind of the next token that is not white space.
    pub(super) fn next_kind(&self) -> TokenKind {
        let after = self.tokens[self.at..].iter().skip(1);
        let mut kinds = after.map(Token::kind);
        kinds
            .find(|kind| *kind != TokenKind::Whitespace)
            .unwrap_or(TokenKind::Eof)
    }

    /// The end of the last token before this one that is neither space nor a comment.
    pub(super) fn end_of_last(&self) -> usize {
        let before = self.tokens[..self.at].iter().rev();
        let mut solid = before.filter(|token| {
            !matches!(
                token.kind(),
                TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment
            )
        });
        solid.next().map_or(0, |token| token.span().end())
    }

    /// The fault of a closing bracket without an open one.
    pub(super) fn unexpected_bracket(&self) -> Fault {
        let range = self.range();
        let message = format!("`{}` closes nothing", self.raw());
        Fault::new(range.clone(), message, Patch::new(range, "")).advice("remove it")
    }
}
