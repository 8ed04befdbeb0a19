//! The output of a run: tokens and parse errors.

/// A token, as the spec defines its fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A DOCTYPE. A missing field is `None`, which differs from the empty string.
    Doctype {
        /// The name.
        name: Option<String>,
        /// The public identifier.
        public: Option<String>,
        /// The system identifier.
        system: Option<String>,
        /// Whether the force-quirks flag is set.
        force_quirks: bool,
    },
    /// A start tag, with its first attribute of each name.
    StartTag {
        /// The tag name.
        name: String,
        /// Names and values of the attributes, in source order.
        attributes: Vec<(String, String)>,
        /// Whether the self-closing flag is set.
        self_closing: bool,
    },
    /// An end tag; the spec keeps its attributes on the token.
    EndTag {
        /// The tag name.
        name: String,
        /// Names and values of the attributes, in source order.
        attributes: Vec<(String, String)>,
        /// Whether the self-closing flag is set.
        self_closing: bool,
    },
    /// A comment, by its data.
    Comment(String),
    /// A processing instruction, which the newest revision has.
    ProcessingInstruction {
        /// The target, such as `xml` in `<?xml version="1.0"?>`.
        target: String,
        /// The text after the target and white space.
        data: String,
    },
    /// Character tokens that follow each other.
    Characters(String),
    /// The end-of-file token, always the last.
    EndOfFile,
}

/// A parse error, with its location in the input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The spec's code; `parse-error` where the revision's errors have no names.
    pub code: String,
    /// The byte offset, in the original input, of the character where the error is reported.
    pub offset: usize,
    /// The line of that character, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
}

/// A token or a parse error, in the order of output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A token. Adjacent characters without an error between them are joined.
    Token(Token),
    /// A parse error, with its location in the input.
    Error(ParseError),
}

/// The output of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Output {
    /// The tokens, with adjacent characters joined.
    pub tokens: Vec<Token>,
    /// The parse errors, in the order in which they were reported.
    pub errors: Vec<ParseError>,
    /// Tokens and errors in the order of output.
    pub events: Vec<Event>,
}

impl Output {
    /// Sorts events, which stay in their order, into tokens and errors.
    #[must_use]
    pub fn new(events: Vec<Event>) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut errors = Vec::new();
        for event in &events {
            match event {
                Event::Error(error) => errors.push(error.clone()),
                Event::Token(Token::Characters(more)) => match tokens.last_mut() {
                    Some(Token::Characters(text)) => text.push_str(more),
                    _ => tokens.push(Token::Characters(more.clone())),
                },
                Event::Token(token) => tokens.push(token.clone()),
            }
        }
        Output {
            tokens,
            errors,
            events,
        }
    }
}
