//! The sink of the tokenizer: it passes tokens on to html5ever's tree builder.
//!
//! The tree builder takes html5ever's tokens and answers with the text mode and the pauses that its own tokenizer needs. Both
//! are translated token by token, so that the builder is html5ever's without a change. Tokens own their strings there, so
//! names are interned and text is shared with the input where it can be.

use crate::lines::Lines;
use crate::names::Names;
use crate::nesting::Nesting;
use crate::processing_instructions::InstructionSink;
use crate::tendrils::Source;
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{self, RawKind};
use html5ever::tokenizer::{self as html5ever_tokenizer, TagKind, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeSink};
use html5ever::{Attribute, QualName, ns};
use std::borrow::Cow;
use tokenwright::{
    Comment, Doctype, ErrorCode, Limit, LimitExceeded, Next, ParseError, ProcessingInstruction,
    Sink, Span, Tag, TextMode,
};

/// The tree builder, over a sink that can create processing instructions.
pub(crate) type Builder<S> = TreeBuilder<<S as TreeSink>::Handle, InstructionSink<S>>;

/// Translates Tokenwright's tokens to html5ever's.
pub(crate) struct Bridge<S: TreeSink> {
    pub(crate) builder: Builder<S>,
    pub(crate) source: Source,
    pub(crate) lines: Lines,
    /// Whether scripts and declarations of an encoding pause the tokenizer.
    pub(crate) pauses: bool,
    /// The reason for the pause.
    pub(crate) pause: Option<TokenizerResult<S::Handle>>,
    had_duplicate_attributes: bool,
    names: Names,
    nesting: Nesting,
    pub(crate) nesting_exceeded: Option<LimitExceeded>,
}

impl<S: TreeSink> Bridge<S> {
    pub(crate) fn new(builder: Builder<S>, most_open: usize) -> Self {
        Bridge {
            builder,
            source: Source::default(),
            lines: Lines::default(),
            pauses: false,
            pause: None,
            had_duplicate_attributes: false,
            names: Names::default(),
            nesting: Nesting::new(most_open),
            nesting_exceeded: None,
        }
    }

    /// Passes a token that ends at an offset to the tree builder.
    fn process(
        &mut self,
        token: html5ever_tokenizer::Token,
        end: usize,
    ) -> TokenSinkResult<S::Handle> {
        let line = self.lines.line_at(end);
        self.builder.process_token(token, line)
    }

    /// Passes a token other than a tag, which the tree builder always answers with `Continue`.
    fn process_and_continue(&mut self, token: html5ever_tokenizer::Token, end: usize) {
        let answer = self.process(token, end);
        debug_assert!(matches!(answer, TokenSinkResult::Continue));
    }

    fn process_tag(&mut self, tag: &Tag<'_>, kind: TagKind) -> Next {
        if self.nesting.is_exceeded(&self.builder) {
            self.nesting_exceeded = Some(LimitExceeded {
                limit: Limit::Nesting,
                maximum: self.nesting.most(),
                span: (tag.span().start..tag.span().start).into(),
            });
            return Next::Stop;
        }
        let attrs = tag.attributes().map(|attribute| Attribute {
            name: QualName::new(None, ns!(), self.names.atom(attribute.name())),
            value: self.source.tendril(attribute.value()),
        });
        let attrs = attrs.collect();
        let token = html5ever_tokenizer::Tag {
            kind,
            name: self.names.atom(tag.name()),
            self_closing: tag.is_self_closing(),
            attrs,
            had_duplicate_attributes: std::mem::take(&mut self.had_duplicate_attributes),
        };
        match self.process(html5ever_tokenizer::TagToken(token), tag.span().end) {
            TokenSinkResult::Continue => Next::Continue,
            TokenSinkResult::Plaintext => Next::Switch(TextMode::Plaintext),
            TokenSinkResult::RawData(kind) => Next::Switch(text_mode_of(kind)),
            TokenSinkResult::Script(script) => self.pause_for(TokenizerResult::Script(script)),
            TokenSinkResult::EncodingIndicator(label) => {
                self.pause_for(TokenizerResult::EncodingIndicator(label))
            }
        }
    }

    fn pause_for(&mut self, reason: TokenizerResult<S::Handle>) -> Next {
        if !self.pauses {
            return Next::Continue;
        }
        self.pause = Some(reason);
        Next::Pause
    }

    fn characters(&mut self, text: &str, end: usize) {
        if !text.is_empty() {
            let text = self.source.tendril(text);
            self.process_and_continue(html5ever_tokenizer::CharacterTokens(text), end);
        }
    }
}

impl<S: TreeSink> Sink for Bridge<S> {
    /// The tree builder switches the states.
    const SWITCHES: bool = true;

    fn text(&mut self, text: &str, span: Span) {
        // The tree builder has a token of its own for U+0000.
        let mut from = 0;
        for at in memchr::memchr_iter(0, text.as_bytes()) {
            self.characters(&text[from..at], span.end);
            self.process_and_continue(html5ever_tokenizer::NullCharacterToken, span.end);
            from = at + 1;
        }
        self.characters(&text[from..], span.end);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.process_tag(tag, TagKind::StartTag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.process_tag(tag, TagKind::EndTag)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let data = self.source.tendril(&comment.data);
        self.process_and_continue(html5ever_tokenizer::CommentToken(data), comment.span.end);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let tendril = |part: &Option<Cow<'_, str>>| {
            let part = part.as_deref();
            part.map(|part| self.source.tendril(part))
        };
        let token = html5ever_tokenizer::Doctype {
            name: tendril(&doctype.name),
            public_id: tendril(&doctype.public_identifier),
            system_id: tendril(&doctype.system_identifier),
            force_quirks: doctype.force_quirks,
        };
        self.process_and_continue(html5ever_tokenizer::DoctypeToken(token), doctype.span.end);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let target = self.source.tendril(&instruction.target);
        let data = self.source.tendril(&instruction.data);
        // The standard inserts a processing instruction where it inserts a comment. The tree builder knows
        // comments only, so the sink creates a processing instruction in place of the next comment.
        self.builder.sink.expect(target, data);
        let comment = html5ever_tokenizer::CommentToken(StrTendril::new());
        self.process_and_continue(comment, instruction.span.end);
    }

    fn end_of_file(&mut self, span: Span) {
        self.process_and_continue(html5ever_tokenizer::EOFToken, span.end);
        self.builder.end();
    }

    fn error(&mut self, error: &ParseError) {
        // The error arrives before its tag.
        self.had_duplicate_attributes |= error.code == ErrorCode::DuplicateAttribute;
        // An error token would make the tree builder forget that it ignores the line feed after `<pre>`.
        self.builder.sink.set_current_line(error.line as u64);
        self.builder
            .sink
            .parse_error(Cow::Borrowed(error.code.as_str()));
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The text mode that the tree builder or the context element of a fragment asks for.
fn text_mode_of(kind: RawKind) -> TextMode {
    match kind {
        RawKind::Rcdata => TextMode::Rcdata,
        RawKind::Rawtext => TextMode::Rawtext,
        RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextMode::ScriptData,
    }
}

/// The text mode of an initial state; `None` for states that no element has.
pub(crate) fn text_mode_of_state(state: states::State) -> Option<TextMode> {
    match state {
        states::Data => Some(TextMode::Data),
        states::Plaintext => Some(TextMode::Plaintext),
        states::RawData(kind @ (RawKind::Rcdata | RawKind::Rawtext | RawKind::ScriptData)) => {
            Some(text_mode_of(kind))
        }
        _ => None,
    }
}
