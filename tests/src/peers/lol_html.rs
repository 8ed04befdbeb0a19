//! lol_html's lexer, below its rewriter.

use std::sync::{Arc, OnceLock};

use ::lol_html::errors::RewritingError;
use ::lol_html::html_content::DocumentEnd;
use ::lol_html::{
    AsciiCompatibleEncoding, LocalName, Namespace, SharedMemoryLimiter, StartTagHandlingResult,
    Token as Given, TokenCaptureFlags, TransformController, TransformStream,
    TransformStreamSettings,
};

use super::token::push_attribute;
use super::{Token, Tokens};

/// The tokens of `page`: text and values as they are written there, without decoding.
///
/// # Panics
/// When lol_html gives up on the page, which it does only over a memory limit; none is set.
#[must_use]
pub fn tokens(page: &str) -> Tokens {
    let mut out = Tokens::default();
    run(
        Whole(|token: &Given<'_>| collect(&mut out, token)),
        [page.as_bytes()],
    );
    out
}

/// Gives the chunks to lol_html and what it finds to `controller`; the rewritten page is thrown away.
///
/// # Panics
/// When lol_html gives up on the page, which it does only over a memory limit; none is set.
pub fn run<'c>(controller: impl TransformController, chunks: impl IntoIterator<Item = &'c [u8]>) {
    let mut stream = TransformStream::new(TransformStreamSettings {
        transform_controller: controller,
        output_sink: |_: &[u8]| {},
        preallocated_parsing_buffer_size: 1024,
        memory_limiter: SharedMemoryLimiter::new(usize::MAX),
        encoding: AsciiCompatibleEncoding::utf_8(),
        next_encoding: Arc::new(OnceLock::new()),
        strict: false,
        graceful_bail_out_on_memory_limit_exceeded: false,
        graceful_bail_out_on_content_handler_error: false,
    });
    for chunk in chunks {
        stream.write(chunk).expect("lol_html took the chunk");
    }
    stream.end().expect("lol_html took the end");
}

/// A controller that captures every token.
pub struct Whole<F>(
    /// Takes each token.
    pub F,
);

impl<F: FnMut(&Given<'_>)> TransformController for Whole<F> {
    fn initial_capture_flags(&self) -> TokenCaptureFlags {
        TokenCaptureFlags::all()
    }

    fn handle_start_tag(
        &mut self,
        _name: LocalName<'_>,
        _namespace: Namespace,
    ) -> StartTagHandlingResult<Self> {
        Ok(TokenCaptureFlags::all())
    }

    fn handle_end_tag(&mut self, _name: LocalName<'_>) -> TokenCaptureFlags {
        TokenCaptureFlags::all()
    }

    fn handle_token(&mut self, token: &mut Given<'_>) -> Result<(), RewritingError> {
        (self.0)(token);
        Ok(())
    }

    fn handle_end(&mut self, _end: &mut DocumentEnd<'_>) -> Result<(), RewritingError> {
        Ok(())
    }

    fn should_emit_content(&self) -> bool {
        true
    }
}

fn collect(out: &mut Tokens, token: &Given<'_>) {
    match token {
        Given::TextChunk(text) => out.push_text(text.as_str()),
        Given::StartTag(tag) => {
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
        Given::EndTag(tag) => out.tokens.push(Token::EndTag { name: tag.name() }),
        Given::Comment(comment) => out.tokens.push(Token::Comment(comment.text())),
        Given::Doctype(doctype) => out.tokens.push(Token::Doctype {
            name: doctype.name(),
            public: doctype.public_id(),
            system: doctype.system_id(),
            force_quirks: doctype.force_quirks(),
        }),
    }
}
