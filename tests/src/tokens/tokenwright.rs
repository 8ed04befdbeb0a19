//! Our own tokenizer, the newest revision.

use ::tokenwright::{
    Comment, Doctype, Next, Options, ParseError as Reported, ProcessingInstruction, Revision, Sink,
    Span, Tag, Tokenizer,
};

use super::{Attribute, ParseError, Start, Token, Tokens};

/// The setup of a comparison with the peers: states switched by tag name, scripting on.
#[must_use]
pub fn options() -> Options {
    Options {
        scripting: true,
        ..Options::default()
    }
}

/// The tokens and errors of `page`.
#[must_use]
pub fn tokens(page: &str) -> Tokens {
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Collector::default(), options());
    tokenizer.feed_str(page);
    tokenizer.finish().tokens
}

/// The tokens and errors of `input` for a revision and a start. `None` for a state that the revision does
/// not have.
#[must_use]
pub fn run<R: Revision>(start: &Start, scripting: bool, input: &str) -> Option<Tokens> {
    let options = Options {
        scripting,
        ..Options::default()
    };
    let collector = Collector {
        foreign: start.foreign,
        ..Collector::default()
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(collector, options);
    if let Some(entry) = start.state {
        tokenizer.set_state(R::state_named(entry.name())?);
    }
    if let Some(name) = &start.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    tokenizer.feed_str(input);
    Some(tokenizer.finish().tokens)
}

/// The tokens and errors of a page in chunks, which need not end at character boundaries.
#[must_use]
pub fn tokens_of_chunks<'c>(chunks: impl Iterator<Item = &'c [u8]>) -> Tokens {
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Collector::default(), options());
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish().tokens
}

#[derive(Clone, Default)]
pub(crate) struct Collector {
    pub(crate) tokens: Tokens,
    /// Whether the adjusted current node is foreign.
    foreign: bool,
}

impl Sink for Collector {
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, _span: Span) {
        self.tokens.push_text(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tokens.tokens.push(Token::StartTag {
            name: tag.name().to_owned(),
            attributes: tag
                .attributes()
                .map(|attribute| Attribute {
                    name: attribute.name().to_owned(),
                    value: attribute.value().to_owned(),
                })
                .collect(),
            self_closing: tag.is_self_closing(),
        });
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tokens.tokens.push(Token::EndTag {
            name: tag.name().to_owned(),
        });
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.tokens
            .tokens
            .push(Token::Comment(comment.data.to_string()));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.tokens.tokens.push(Token::Doctype {
            name: doctype.name.as_deref().map(str::to_owned),
            public: doctype.public_identifier.as_deref().map(str::to_owned),
            system: doctype.system_identifier.as_deref().map(str::to_owned),
            force_quirks: doctype.force_quirks,
        });
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.tokens.tokens.push(Token::ProcessingInstruction {
            target: instruction.target.to_string(),
            data: instruction.data.to_string(),
        });
    }

    fn error(&mut self, error: &Reported) {
        self.tokens.errors.push(ParseError {
            code: error.code.to_string(),
            offset: Some(error.span.start),
        });
    }
}
