//! lol_html's lexer, below its rewriter.

use std::sync::{Arc, OnceLock};

use ::lol_html::errors::RewritingError;
use ::lol_html::html_content::DocumentEnd;
use ::lol_html::{
    AsciiCompatibleEncoding, LocalName, Namespace, SharedMemoryLimiter, StartTagHandlingResult,
    Token as LolHtmlToken, TokenCaptureFlags, TransformController, TransformStream,
    TransformStreamSettings,
};

use tokenwright_tests::tokens::push_attribute;
use tokenwright_tests::tokens::{Start, Token, Tokens};

/// The tokens of a page in chunks; text and values are not decoded. lol_html can start only at the beginning of a page, so
/// markup that leads to the entry state is prepended to the input.
#[must_use]
pub fn run(start: &Start, pieces: &[&str]) -> Option<Tokens> {
    let markup = start.markup()?;
    let mut out = Tokens::default();
    let mut stream = Stream::new(|token: &LolHtmlToken<'_>| collect(&mut out, token));
    stream.write(markup.as_bytes());
    for piece in pieces {
        stream.write(piece.as_bytes());
    }
    stream.end();
    if !markup.is_empty() {
        out.tokens.remove(0);
    }
    Some(out)
}

/// lol_html with a handler; the rewritten page is discarded.
pub struct Stream<F: TokenHandler>(TransformStream<Controller<F>, fn(&[u8])>);

impl<F: TokenHandler> Stream<F> {
    /// A stream without limits that guesses where a page is ambiguous.
    #[must_use]
    pub fn new(handler: F) -> Self {
        Self(TransformStream::new(TransformStreamSettings {
            transform_controller: Controller(handler),
            output_sink: |_| {},
            preallocated_parsing_buffer_size: 1024,
            memory_limiter: SharedMemoryLimiter::new(usize::MAX),
            encoding: AsciiCompatibleEncoding::utf_8(),
            next_encoding: Arc::new(OnceLock::new()),
            strict: false,
            graceful_bail_out_on_memory_limit_exceeded: false,
            graceful_bail_out_on_content_handler_error: false,
        }))
    }

    /// Takes the next chunk.
    ///
    /// # Panics
    /// If lol_html gives up, which it does only over a memory limit; none is set.
    pub fn write(&mut self, chunk: &[u8]) {
        self.0.write(chunk).expect("lol_html took the chunk");
    }

    /// Takes the end of the page.
    ///
    /// # Panics
    /// If lol_html gives up, which it does only over a memory limit; none is set.
    pub fn end(mut self) {
        self.0.end().expect("lol_html took the end");
    }
}

/// Handles the tokens and tags of a stream.
pub trait TokenHandler {
    /// The tokens to capture.
    const CAPTURED: TokenCaptureFlags;

    /// Takes a captured token.
    fn token(&mut self, _token: &LolHtmlToken<'_>) {}

    /// Sees a start tag, captured or not.
    fn start_tag(&mut self) {}

    /// Sees an end tag, captured or not.
    fn end_tag(&mut self) {}
}

/// Every token is captured.
impl<F: FnMut(&LolHtmlToken<'_>)> TokenHandler for F {
    const CAPTURED: TokenCaptureFlags = TokenCaptureFlags::all();

    fn token(&mut self, token: &LolHtmlToken<'_>) {
        self(token);
    }
}

struct Controller<F>(F);

impl<F: TokenHandler> TransformController for Controller<F> {
    fn initial_capture_flags(&self) -> TokenCaptureFlags {
        F::CAPTURED
    }

    fn handle_start_tag(
        &mut self,
        _name: LocalName<'_>,
        _namespace: Namespace,
    ) -> StartTagHandlingResult<Self> {
        self.0.start_tag();
        Ok(F::CAPTURED)
    }

    fn handle_end_tag(&mut self, _name: LocalName<'_>) -> TokenCaptureFlags {
        self.0.end_tag();
        F::CAPTURED
    }

    fn handle_token(&mut self, token: &mut LolHtmlToken<'_>) -> Result<(), RewritingError> {
        self.0.token(token);
        Ok(())
    }

    fn handle_end(&mut self, _end: &mut DocumentEnd<'_>) -> Result<(), RewritingError> {
        Ok(())
    }

    fn should_emit_content(&self) -> bool {
        true
    }
}

fn collect(out: &mut Tokens, token: &LolHtmlToken<'_>) {
    match token {
        LolHtmlToken::TextChunk(text) => out.push_text(text.as_str()),
        LolHtmlToken::StartTag(tag) => {
            let mut attributes = Vec::new();
            for attribute in tag.attributes() {
                push_attribute(&mut attributes, attribute.name(), attribute.value());
            }
            out.tokens.push(Token::StartTag {
                name: tag.name(),
                attributes,
                self_closing: tag.self_closing(),
            });
        }
        LolHtmlToken::EndTag(tag) => out.tokens.push(Token::EndTag { name: tag.name() }),
        LolHtmlToken::Comment(comment) => out.tokens.push(Token::Comment(comment.text())),
        LolHtmlToken::Doctype(doctype) => out.tokens.push(Token::Doctype {
            name: doctype.name(),
            public: doctype.public_id(),
            system: doctype.system_id(),
            force_quirks: doctype.force_quirks(),
        }),
    }
}
