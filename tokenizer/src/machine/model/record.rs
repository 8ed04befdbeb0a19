//! What a sink sees, and the sink that records it.
//!
//! Both the machine and the model make a list of these, and the lists are compared. The model leaves a span open where the
//! documentation of the crate does not say it, and only there.

use crate::machine::Output;
use crate::token::{Comment, Doctype, ProcessingInstruction};
use crate::{Next, ParseError, Sink, Span, Tag};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A token. A span that the model leaves open is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Text(String, Span),
    Tag {
        is_end: bool,
        name: String,
        self_closing: bool,
        attributes: Vec<(String, String)>,
        span: Span,
        /// The spans of the name, and of the name and value of each attribute.
        parts: Vec<Option<Span>>,
        /// The spans of the names of removed attributes: of all, or of one.
        removed: Vec<Option<Span>>,
        source: Option<String>,
    },
    Comment(String, Span),
    Doctype {
        parts: [Option<String>; 3],
        force_quirks: bool,
        span: Span,
        spans: [Option<Option<Span>>; 3],
    },
    Instruction {
        target: String,
        data: String,
        spans: [Option<Span>; 3],
    },
    /// Whether it begins, or ends.
    CdataSection(bool, Span),
    EndOfFile(Span),
}

/// The code of a parse error, its span, and its line and column.
pub(super) type Error = (String, Span, (usize, usize));

/// Records what it receives. What it does not ask for is the default of its type.
#[derive(Default)]
pub(super) struct Record<const ERRORS: bool, const SPANS: bool> {
    pub(super) seen: Vec<Seen>,
    pub(super) errors: Vec<Error>,
    /// Where each output ends, and the number of errors before it.
    pub(super) reported: Vec<(usize, usize)>,
    /// The answer to the next tag.
    pub(super) answer: Next,
    pub(super) foreign: bool,
}

impl<const ERRORS: bool, const SPANS: bool> Record<ERRORS, SPANS> {
    fn note(&mut self, span: Span) {
        self.reported.push((span.end, self.errors.len()));
    }

    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        self.note(tag.span());
        let mut parts = Vec::from([Some(tag.name_span())]);
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            parts.extend([Some(attribute.name_span()), Some(attribute.value_span())]);
            attributes.push((attribute.name().to_string(), attribute.value().to_string()));
        }
        let removed = tag
            .as_current()
            .map_or(Vec::new(), |tag| tag.duplicates().to_vec());
        self.seen.push(Seen::Tag {
            is_end: tag.is_end_tag(),
            name: tag.name().to_string(),
            self_closing: tag.is_self_closing(),
            attributes,
            span: tag.span(),
            parts,
            removed: removed.into_iter().map(Some).collect(),
            source: SPANS.then(|| tag.source().to_string()),
        });
        core::mem::take(&mut self.answer)
    }
}

/// An output that accepts verbatim text by its range, as that of the iterator does.
pub(super) struct Ranges<'r, const ERRORS: bool, const SPANS: bool> {
    pub(super) sink: &'r mut Record<ERRORS, SPANS>,
    pub(super) text: &'r str,
    pub(super) base: usize,
    /// Whether it does.
    pub(super) accepts: bool,
}

impl<const ERRORS: bool, const SPANS: bool> Output for Ranges<'_, ERRORS, SPANS> {
    type Sink = Record<ERRORS, SPANS>;

    fn sink(&mut self) -> &mut Self::Sink {
        self.sink
    }

    fn verbatim_text(&mut self, from: usize, to: usize) -> bool {
        if self.accepts {
            // The LF of a CR LF is for both.
            let is_line_ending = self.text.as_bytes()[..=from].ends_with(b"\r\n");
            let start = self.base + from - usize::from(is_line_ending);
            let span = Span::new(start, self.base + to);
            self.sink.text(&self.text[from..to], span);
        }
        self.accepts
    }
}

impl<const ERRORS: bool, const SPANS: bool> Sink for Record<ERRORS, SPANS> {
    const ERRORS: bool = ERRORS;
    const SPANS: bool = SPANS;
    const SOURCE: bool = SPANS;
    const LINES: bool = ERRORS;
    // Open elements are not followed.
    const SWITCHES: bool = true;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag(tag)
    }

    fn text(&mut self, text: &str, span: Span) {
        self.note(span);
        self.seen.push(Seen::Text(text.to_string(), span));
    }

    fn start_cdata_section(&mut self, span: Span) {
        self.seen.push(Seen::CdataSection(true, span));
    }

    fn end_cdata_section(&mut self, span: Span) {
        self.seen.push(Seen::CdataSection(false, span));
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.note(comment.span);
        let data = comment.data.to_string();
        self.seen.push(Seen::Comment(data, comment.span));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.note(doctype.span);
        let string = |part: &Option<alloc::borrow::Cow<'_, str>>| part.as_deref().map(String::from);
        self.seen.push(Seen::Doctype {
            parts: [
                string(&doctype.name),
                string(&doctype.public_identifier),
                string(&doctype.system_identifier),
            ],
            force_quirks: doctype.force_quirks,
            span: doctype.span,
            spans: [
                Some(doctype.name_span),
                Some(doctype.public_identifier_span),
                Some(doctype.system_identifier_span),
            ],
        });
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.seen.push(Seen::Instruction {
            target: instruction.target.to_string(),
            data: instruction.data.to_string(),
            spans: [
                Some(instruction.span),
                Some(instruction.target_span),
                Some(instruction.data_span),
            ],
        });
    }

    fn end_of_file(&mut self, span: Span) {
        self.seen.push(Seen::EndOfFile(span));
    }

    fn error(&mut self, error: &ParseError) {
        let place = (error.line, error.column);
        self.errors
            .push((error.code.to_string(), error.span, place));
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }
}

impl Seen {
    /// Whether the model's token, this one, is the one that the machine gave: what the model leaves open may be anything.
    pub(super) fn allows(&self, other: &Seen, spans: bool) -> bool {
        let mut expected = self.clone();
        match (&mut expected, other) {
            (
                Seen::Tag {
                    parts,
                    removed,
                    source,
                    ..
                },
                Seen::Tag {
                    parts: parts_seen,
                    removed: removed_seen,
                    source: source_seen,
                    ..
                },
            ) => {
                fill(parts, parts_seen);
                fill(removed, removed_seen);
                if source.is_none() {
                    source.clone_from(source_seen);
                }
            }
            (Seen::Doctype { spans, .. }, Seen::Doctype { spans: seen, .. }) => fill(spans, seen),
            (Seen::Instruction { spans, .. }, Seen::Instruction { spans: seen, .. }) => {
                fill(spans, seen);
            }
            _ => {}
        }
        expected == *other || !spans && expected.without_spans() == other.without_spans()
    }

    fn without_spans(&self) -> Seen {
        let mut seen = self.clone();
        match &mut seen {
            Seen::Text(_, span)
            | Seen::Comment(_, span)
            | Seen::CdataSection(_, span)
            | Seen::EndOfFile(span) => *span = Span::default(),
            Seen::Tag {
                span,
                parts,
                removed,
                source,
                ..
            } => {
                *span = Span::default();
                *source = None;
                parts.clear();
                removed.clear();
            }
            Seen::Doctype { span, spans, .. } => {
                *span = Span::default();
                *spans = [None; 3];
            }
            Seen::Instruction { spans, .. } => *spans = [None; 3],
        }
        seen
    }
}

fn fill<T: Copy>(expected: &mut [Option<T>], seen: &[Option<T>]) {
    for (expected, seen) in expected.iter_mut().zip(seen) {
        *expected = expected.or(*seen);
    }
}

/// The same tokens, with adjacent text joined.
pub(super) fn joined(seen: Vec<Seen>) -> Vec<Seen> {
    let mut all: Vec<Seen> = Vec::new();
    for token in seen {
        if let Seen::Text(text, span) = &token
            && let Some(Seen::Text(before, span_before)) = all.last_mut()
            && span_before.end == span.start
        {
            before.push_str(text);
            span_before.end = span.end;
            continue;
        }
        all.push(token);
    }
    all
}
