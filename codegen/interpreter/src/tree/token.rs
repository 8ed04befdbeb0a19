//! Tokens as tree construction changes them.

use super::document::Attribute;
use crate::Token;
use tokenwright_tables::tree::grammar::TokenType;

/// A start tag or an end tag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The tag name.
    pub name: String,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Whether the self-closing flag is set.
    pub self_closing: bool,
}

impl Tag {
    pub(super) fn empty(name: &str) -> Self {
        Tag {
            is_end: false,
            name: name.to_owned(),
            attributes: Vec::new(),
            self_closing: false,
        }
    }

    /// The value of the attribute with a name that has no namespace.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|it| it.namespace.is_none() && it.name == name)
            .map(|it| it.value.as_str())
    }
}

/// A token; each character is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeToken {
    /// A tag.
    Tag(Tag),
    /// A character.
    Character(char),
    /// A comment.
    Comment(String),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: String,
        /// The data.
        data: String,
    },
    /// A DOCTYPE.
    Doctype {
        /// The name.
        name: Option<String>,
        /// The public identifier.
        public: Option<String>,
        /// The system identifier.
        system: Option<String>,
        /// Whether the force-quirks flag is on.
        force_quirks: bool,
    },
    /// The end of the file.
    EndOfFile,
}

impl TreeToken {
    pub(super) fn kind(&self) -> TokenType {
        match self {
            TreeToken::Tag(tag) if tag.is_end => TokenType::EndTag,
            TreeToken::Tag(_) => TokenType::StartTag,
            TreeToken::Character(_) => TokenType::Character,
            TreeToken::Comment(_) => TokenType::Comment,
            TreeToken::ProcessingInstruction { .. } => TokenType::ProcessingInstruction,
            TreeToken::Doctype { .. } => TokenType::Doctype,
            TreeToken::EndOfFile => TokenType::EndOfFile,
        }
    }

    /// The tokens of a token of the tokenizer, which counts adjacent characters as one.
    pub fn all(token: &Token) -> Vec<TreeToken> {
        let attributes = |all: &[(String, String)]| -> Vec<Attribute> {
            let all = all.iter().map(|(name, value)| Attribute {
                namespace: None,
                name: name.clone(),
                value: value.clone(),
            });
            all.collect()
        };
        let token = match token {
            Token::Characters(text) => return text.chars().map(TreeToken::Character).collect(),
            Token::StartTag {
                name,
                attributes: all,
                self_closing,
            }
            | Token::EndTag {
                name,
                attributes: all,
                self_closing,
            } => TreeToken::Tag(Tag {
                is_end: matches!(token, Token::EndTag { .. }),
                name: name.clone(),
                attributes: attributes(all),
                self_closing: *self_closing,
            }),
            Token::Comment(data) => TreeToken::Comment(data.clone()),
            Token::ProcessingInstruction { target, data } => TreeToken::ProcessingInstruction {
                target: target.clone(),
                data: data.clone(),
            },
            Token::Doctype {
                name,
                public,
                system,
                force_quirks,
            } => TreeToken::Doctype {
                name: name.clone(),
                public: public.clone(),
                system: system.clone(),
                force_quirks: *force_quirks,
            },
            Token::EndOfFile => TreeToken::EndOfFile,
        };
        vec![token]
    }
}

/// A token of the tokenizer: a character is a text of one.
impl From<TreeToken> for Token {
    fn from(token: TreeToken) -> Self {
        match token {
            TreeToken::Character(character) => Token::Characters(character.into()),
            TreeToken::Tag(Tag {
                is_end,
                name,
                attributes,
                self_closing,
            }) => {
                let attributes = attributes.into_iter().map(|it| (it.name, it.value));
                let attributes = attributes.collect();
                match is_end {
                    true => Token::EndTag {
                        name,
                        attributes,
                        self_closing,
                    },
                    false => Token::StartTag {
                        name,
                        attributes,
                        self_closing,
                    },
                }
            }
            TreeToken::Comment(data) => Token::Comment(data),
            TreeToken::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction { target, data }
            }
            TreeToken::Doctype {
                name,
                public,
                system,
                force_quirks,
            } => Token::Doctype {
                name,
                public,
                system,
                force_quirks,
            },
            TreeToken::EndOfFile => Token::EndOfFile,
        }
    }
}
