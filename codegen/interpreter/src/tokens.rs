//! The output of a run: tokens and parse errors.

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A DOCTYPE. A missing field is `None`, which is not the empty string.
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
    /// A start tag.
    StartTag {
        /// The tag name.
        name: String,
        /// Names and values, in the order of the source.
        attributes: Vec<(String, String)>,
        /// Whether the self-closing flag is set.
        self_closing: bool,
    },
    /// An end tag.
    EndTag {
        /// The tag name.
        name: String,
        /// Names and values, in the order of the source.
        attributes: Vec<(String, String)>,
        /// Whether the self-closing flag is set.
        self_closing: bool,
    },
    /// A comment.
    Comment(String),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: String,
        /// The data.
        data: String,
    },
    /// Character tokens that follow each other.
    Characters(String),
    /// The end of the file.
    EndOfFile,
}

/// A parse error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The spec's code; `parse-error` where the revision's errors have no names.
    pub code: String,
    /// The first byte, in the input as it was given, of the character where the error is reported.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
}

/// A token or a parse error, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A token. Characters are joined where no error came between them.
    Token(Token),
    /// A parse error.
    Error(ParseError),
}

/// All that a run gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Output {
    /// The tokens, with characters that follow each other joined.
    pub tokens: Vec<Token>,
    /// The parse errors.
    pub errors: Vec<ParseError>,
    /// Both, in order.
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
