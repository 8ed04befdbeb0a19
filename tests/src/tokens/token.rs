//! The common representation of every tokenizer's tokens.

use std::fmt;
use tokenwright_interpreter::{Output, Token as Interpreted};

/// A token. Adjacent text is one token; an end tag has only a name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Token {
    /// A DOCTYPE; missing parts are `None`.
    Doctype {
        /// Its name.
        name: Option<String>,
        /// Its public identifier.
        public: Option<String>,
        /// Its system identifier.
        system: Option<String>,
        /// The force-quirks flag.
        force_quirks: bool,
    },
    /// A start tag, with the first attribute of each name.
    StartTag {
        /// Its name.
        name: String,
        /// Its attributes in the order of the page, without duplicates.
        attributes: Vec<Attribute>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// An end tag, without its attributes.
    EndTag {
        /// Its name.
        name: String,
    },
    /// A comment, by its data.
    Comment(String),
    /// A processing instruction, which only the newest revisions know.
    ProcessingInstruction {
        /// Its target.
        target: String,
        /// Its data.
        data: String,
    },
    /// Adjacent text, as one token.
    Text(String),
}

/// An attribute of a start tag.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Attribute {
    /// The name, as the peer reports it.
    pub name: String,
    /// The value; decoded, unless the peer leaves references to its caller.
    pub value: String,
}

/// A parse error of a tokenizer that reports codes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParseError {
    /// Its code in the standard.
    pub code: String,
    /// Its byte offset in the page; `None` if it was not requested.
    pub offset: Option<usize>,
}

/// The output of a tokenizer for a page.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tokens {
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// The errors in order; empty if the tokenizer reports no codes.
    pub errors: Vec<ParseError>,
}

impl Tokens {
    /// Adds text, joined to preceding text.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Token::Text(last)) = self.tokens.last_mut() {
            last.push_str(text);
        } else {
            self.tokens.push(Token::Text(text.to_owned()));
        }
    }
}

/// Adds an attribute unless its name is a duplicate.
pub fn push_attribute(attributes: &mut Vec<Attribute>, name: String, value: String) {
    if attributes.iter().all(|attribute| attribute.name != name) {
        attributes.push(Attribute { name, value });
    }
}

impl Token {
    /// A token of the interpreter, without the attributes of an end tag; `None` for the end of the file.
    #[must_use]
    pub fn of(token: Interpreted) -> Option<Self> {
        let attribute = |(name, value)| Attribute { name, value };
        Some(match token {
            Interpreted::Doctype {
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
            Interpreted::StartTag {
                name,
                attributes,
                self_closing,
            } => Token::StartTag {
                name,
                attributes: attributes.into_iter().map(attribute).collect(),
                self_closing,
            },
            Interpreted::EndTag { name, .. } => Token::EndTag { name },
            Interpreted::Comment(data) => Token::Comment(data),
            Interpreted::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction { target, data }
            }
            Interpreted::Characters(text) => Token::Text(text),
            Interpreted::EndOfFile => return None,
        })
    }
}

/// What the interpreter gives, as [`Token::of`] has it.
impl From<Output> for Tokens {
    fn from(output: Output) -> Self {
        let errors = output.errors.into_iter().map(|error| ParseError {
            code: error.code,
            offset: Some(error.offset),
        });
        Tokens {
            tokens: output.tokens.into_iter().filter_map(Token::of).collect(),
            errors: errors.collect(),
        }
    }
}

impl fmt::Display for Token {
    /// One line: the kind, then what the token holds, strings quoted and escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doctype {
                name,
                public,
                system,
                force_quirks,
            } => {
                f.write_str("doctype")?;
                for (key, value) in [("name", name), ("public", public), ("system", system)] {
                    if let Some(value) = value {
                        write!(f, " {key}={value:?}")?;
                    }
                }
                if *force_quirks {
                    f.write_str(" force-quirks")?;
                }
                Ok(())
            }
            Self::StartTag {
                name,
                attributes,
                self_closing,
            } => {
                write!(f, "start tag {name:?}")?;
                for Attribute { name, value } in attributes {
                    write!(f, " {name:?}={value:?}")?;
                }
                if *self_closing {
                    f.write_str(" self-closing")?;
                }
                Ok(())
            }
            Self::EndTag { name } => write!(f, "end tag {name:?}"),
            Self::Comment(data) => write!(f, "comment {data:?}"),
            Self::ProcessingInstruction { target, data } => {
                write!(f, "processing instruction {target:?} {data:?}")
            }
            Self::Text(text) => write!(f, "text {text:?}"),
        }
    }
}
