//! Generated Rust as tokens with places, without comments.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::borrow::Cow;
use syn::Lit;
use tokenwright_tables::source::Place;

/// A token, or the tokens between two delimiters.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

/// The kind of a [`Token`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An identifier or a keyword.
    Ident(String),
    /// A label or a lifetime, without its quote.
    Lifetime(String),
    /// One character of an operator, and whether the next one belongs to it.
    Punct(char, bool),
    /// A literal, by its value: notations of one value are equal.
    Literal(Literal),
    /// What is between two delimiters.
    Group(Delimiter, Vec<Token>),
}

/// The value of a literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// A string.
    Text(String),
    /// A byte string.
    Bytes(Vec<u8>),
    /// A byte.
    Byte(u8),
    /// A character.
    Char(char),
    /// An integer, and its suffix.
    Number(u128, String),
}

impl PartialEq for Token {
    /// Whether both are the same token, wherever they are.
    fn eq(&self, other: &Token) -> bool {
        self.kind == other.kind
    }
}

impl Token {
    pub(crate) fn is_punct(&self, sign: char) -> bool {
        matches!(self.kind, Kind::Punct(own, _) if own == sign)
    }

    pub(crate) fn is_ident(&self, name: &str) -> bool {
        matches!(&self.kind, Kind::Ident(own) if own == name)
    }
}

/// The pairs of characters that are, or begin, an operator of the generated code.
const OPERATORS: [[char; 2]; 13] = [
    ['&', '&'],
    ['|', '|'],
    ['=', '='],
    ['=', '>'],
    ['!', '='],
    ['<', '='],
    ['>', '='],
    ['-', '>'],
    [':', ':'],
    ['.', '.'],
    ['.', '='],
    ['+', '='],
    ['-', '='],
];

/// The most delimiters around a token. The hot path has some sixty.
const DEEPEST: usize = 250;

/// What cannot be read, and why.
#[derive(Clone, Debug)]
pub(crate) struct Misread {
    pub(crate) place: Place,
    pub(crate) message: Cow<'static, str>,
}

impl Misread {
    pub(crate) fn new(place: Place, message: impl Into<Cow<'static, str>>) -> Self {
        Misread {
            place,
            message: message.into(),
        }
    }
}

/// The tokens of a file, by the number of its text in the sources.
pub(crate) fn tokens(file: u32, text: &str) -> Result<Vec<Token>, Misread> {
    let stream: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        let range = error.span().byte_range();
        Misread::new(place(file, range), "this is not Rust")
    })?;
    Lexer { file, text }.read(stream, 0)
}

fn place(file: u32, range: std::ops::Range<usize>) -> Place {
    let at = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Place {
        file,
        start: at(range.start),
        end: at(range.end),
    }
}

struct Lexer<'t> {
    file: u32,
    text: &'t str,
}

impl Lexer<'_> {
    fn read(&self, stream: TokenStream, depth: usize) -> Result<Vec<Token>, Misread> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut trees = stream.into_iter().peekable();
        while let Some(tree) = trees.next() {
            let range = tree.span().byte_range();
            let mut place = place(self.file, range.clone());
            let kind = match tree {
                // A doc comment arrives as an attribute, all of whose tokens have the span of the comment.
                TokenTree::Punct(sign) if sign.as_char() == '#' && !self.is_hash(&range) => {
                    while trees
                        .next_if(|next| next.span().byte_range() == range)
                        .is_some()
                    {}
                    continue;
                }
                TokenTree::Punct(sign) if sign.as_char() == '\'' => match trees.next() {
                    Some(TokenTree::Ident(name)) => {
                        let name = name.to_string();
                        place.end += u32::try_from(name.len()).unwrap_or(0);
                        Kind::Lifetime(name)
                    }
                    _ => return Err(Misread::new(place, "a quote without a name")),
                },
                TokenTree::Punct(sign) => {
                    let next = match trees.peek() {
                        Some(TokenTree::Punct(next)) => Some(next.as_char()),
                        _ => None,
                    };
                    let joint = sign.spacing() == Spacing::Joint
                        && next.is_some_and(|next| OPERATORS.contains(&[sign.as_char(), next]));
                    Kind::Punct(sign.as_char(), joint)
                }
                TokenTree::Ident(name) => Kind::Ident(name.to_string()),
                TokenTree::Literal(literal) => Kind::Literal(value(literal, place)?),
                TokenTree::Group(_) if depth == DEEPEST => {
                    return Err(Misread::new(place, "this is nested too deeply"));
                }
                TokenTree::Group(group) => {
                    Kind::Group(group.delimiter(), self.read(group.stream(), depth + 1)?)
                }
            };
            tokens.push(Token { kind, place });
        }
        Ok(tokens)
    }

    fn is_hash(&self, range: &std::ops::Range<usize>) -> bool {
        self.text_of(range).is_none_or(|text| text == "#")
    }

    fn text_of(&self, range: &std::ops::Range<usize>) -> Option<&str> {
        self.text.get(range.clone())
    }
}

fn value(literal: proc_macro2::Literal, place: Place) -> Result<Literal, Misread> {
    let refused = || {
        Misread::new(
            place,
            "a literal of a kind that the generator does not print",
        )
    };
    let plain = |suffix: &str, value| match suffix {
        "" => Ok(value),
        _ => Err(refused()),
    };
    match Lit::new(literal) {
        Lit::Str(text) => plain(text.suffix(), Literal::Text(text.value())),
        Lit::ByteStr(bytes) => plain(bytes.suffix(), Literal::Bytes(bytes.value())),
        Lit::Byte(byte) => plain(byte.suffix(), Literal::Byte(byte.value())),
        Lit::Char(c) => plain(c.suffix(), Literal::Char(c.value())),
        Lit::Int(number) => {
            let suffix = number.suffix().to_owned();
            let value = number.base10_parse().map_err(|_| refused())?;
            Ok(Literal::Number(value, suffix))
        }
        _ => Err(refused()),
    }
}
