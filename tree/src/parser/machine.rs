//! A tokenizer with the tree that steers it.

use super::sink::TreeSink;
use crate::arena::NodeId;
use crate::limits::LimitExceeded;
use crate::{Document, Options, TreeRevision};
use tokenwright::{ColumnUnit, Follow, LineIndex, ParseError, Tokenizer};

/// How much the tokenizer reads at once: the length of a text that it passes on is bounded by it.
const PIECE: usize = 64 << 20;

#[derive(Debug)]
pub(super) struct Machine<R: TreeRevision, const ERRORS: bool, const DETAILS: bool> {
    tokenizer: Tokenizer<TreeSink<R, ERRORS, DETAILS>, R>,
    /// How many bytes there were, and how many there may be.
    bytes: usize,
    most_bytes: usize,
    /// For the lines of errors.
    lines: Option<LineIndex>,
    is_fragment: bool,
    /// Has the tree in a pause.
    document: Document,
    has_tree: bool,
    /// The scripts at which it is paused: each has written the next.
    scripts: Vec<NodeId>,
}

impl<R: TreeRevision, const ERRORS: bool, const DETAILS: bool> Machine<R, ERRORS, DETAILS> {
    /// Parses a whole document.
    pub(super) fn parse(html: &str, options: &Options) -> Document {
        let is_refused = html.len() > options.limits.bounded().bytes;
        let source = if is_refused { "" } else { html };
        let mut machine = Self::new(source.into(), html.as_ptr() as usize, options);
        machine.feed(html);
        machine.finish()
    }

    pub(super) fn new(source: Box<str>, address: usize, options: &Options) -> Self {
        let (sink, mode) = TreeSink::new(source, address, options);
        let of_tokenizer = tokenwright::Options {
            follow: Follow::Nothing,
            strip_bom: options.strip_bom,
            limits: options.limits.tokens,
            ..tokenwright::Options::default()
        };
        let mut tokenizer = Tokenizer::with_options(sink, of_tokenizer);
        if let Some(mode) = mode {
            tokenizer.set_text_mode(mode);
        }
        Machine {
            tokenizer,
            bytes: 0,
            most_bytes: options.limits.bounded().bytes,
            lines: options.errors.then(LineIndex::default),
            is_fragment: options.context.is_some(),
            document: Document::without_nodes(options.scripting),
            has_tree: false,
            scripts: Vec::new(),
        }
    }

    /// Whether there may be so many bytes more. If not, the parser stops.
    fn admits(&mut self, len: usize) -> bool {
        self.bytes = self.bytes.saturating_add(len);
        if self.bytes > self.most_bytes && !self.is_stopped() {
            self.tokenizer.sink_mut().exceeded = Some(LimitExceeded::Bytes(self.most_bytes));
        }
        !self.is_stopped()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.tokenizer.sink().exceeded.is_some() || self.tokenizer.is_stopped()
    }

    pub(super) fn feed(&mut self, html: &str) {
        if !self.admits(html.len()) {
            return;
        }
        if let Some(lines) = &mut self.lines {
            lines.push_str(html);
        }
        let mut rest = html;
        while !rest.is_empty() {
            let mut end = rest.len().min(PIECE);
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            let (piece, after) = rest.split_at(end);
            self.tokenizer.feed_str(piece);
            rest = after;
        }
        self.pause();
    }

    pub(super) fn feed_bytes(&mut self, bytes: &[u8]) {
        if !self.admits(bytes.len()) {
            return;
        }
        if let Some(lines) = &mut self.lines {
            lines.push_bytes(bytes);
        }
        for piece in bytes.chunks(PIECE) {
            self.tokenizer.feed_bytes(piece);
        }
        self.pause();
    }

    pub(super) fn insert(&mut self, html: &str) {
        if self.admits(html.len()) {
            self.take_tree(false);
            self.tokenizer.insert(html);
            self.pause();
        }
    }

    pub(super) fn resume(&mut self) {
        self.scripts.pop();
        self.take_tree(false);
        self.tokenizer.resume();
        self.pause();
    }

    /// Notes a pause that has begun, and lends the tree to the document for as long as there is one.
    fn pause(&mut self) {
        let recorder = self.tokenizer.sink_mut().construction.builder_mut();
        self.scripts.extend(recorder.script.take());
        self.take_tree(self.tokenizer.is_paused());
    }

    /// Moves the tree to the document, or back to the builder.
    fn take_tree(&mut self, to_document: bool) {
        if self.has_tree != to_document {
            self.has_tree = to_document;
            let details = &mut self.tokenizer.sink_mut().construction.builder_mut().details;
            take_errors(&mut details.errors, &mut self.document, &self.lines);
            self.tokenizer.sink_mut().swap_tree(&mut self.document);
        }
    }

    /// The tree so far, and the script at which it is paused.
    pub(super) fn script(&self) -> Option<(&Document, NodeId)> {
        let script = self.scripts.last().filter(|_| self.has_tree);
        script.map(|script| (&self.document, *script))
    }

    #[cfg(feature = "encoding")]
    pub(super) fn declared_encoding(&self) -> Option<&'static tokenwright_encoding::Encoding> {
        self.tokenizer.sink().declared
    }

    pub(super) fn finish(mut self) -> Document {
        self.take_tree(false);
        let recorder = self.tokenizer.sink_mut().construction.builder_mut();
        recorder.end_pauses();
        self.tokenizer.end();
        let of_token = self.tokenizer.limit_exceeded().map(LimitExceeded::Token);
        let mut sink = self.tokenizer.finish();
        let recorder = sink.construction.builder_mut();
        recorder.tree.add_all_attributes();
        let mut document = self.document;
        take_errors(&mut recorder.details.errors, &mut document, &self.lines);
        sink.swap_tree(&mut document);
        document.exceeded = sink.exceeded.or(of_token);
        if self.is_fragment {
            document.root = document.arena.make_fragment();
        }
        document
    }
}

/// Moves errors to the document, with their lines.
fn take_errors(
    errors: &mut Option<Vec<ParseError>>,
    document: &mut Document,
    lines: &Option<LineIndex>,
) {
    let (Some(errors), Some(lines)) = (errors, lines) else {
        return;
    };
    document.errors.extend(errors.drain(..).map(|mut error| {
        (error.line, error.column) = lines.line_column(error.span.start, ColumnUnit::Utf16);
        error
    }));
}
