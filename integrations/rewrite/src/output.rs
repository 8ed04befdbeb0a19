//! The sink of a rewriter: lets the handler edit each token, and writes the output.
//!
//! Output is the input but for the edits, so it is copied by offsets and not written from tokens: what no token
//! shows, such as errors and spaces in tags, stays. Input is kept until the tokenizer has decided it. After an error,
//! the output ends before the token, since a half-edited document is worse than a short one.

use crate::attributes::write_tag;
use crate::edit::{Edits, Insertion, Kind, TokenContext};
use crate::seam::{BYTE_ORDER_MARK, Seam, escape_first};
use crate::{Edit, EditError, Rewrite, RewriteError, TagEdit, within};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use tokenwright::{
    Ambiguity, Comment, Doctype, Next, Options, ProcessingInstruction, Sink, Span, Tag, TextMode,
};

#[derive(Debug)]
pub(crate) struct Output<H> {
    handler: H,
    /// The input from `start` on.
    source: Vec<u8>,
    start: usize,
    /// The offset up to which the input is written or removed.
    written: usize,
    out: Vec<u8>,
    /// The length of the caller's buffer, until something is written; `None` if a byte order mark is not stripped either.
    empty_len: Option<usize>,
    edits: Edits,
    seam: Seam,
    /// Whether the input has ended.
    is_ending: bool,
    /// How text is read here.
    mode: TextMode,
    /// How text is read behind the start tag that comes next.
    next_mode: TextMode,
    /// Whether a CDATA section is open.
    is_cdata: bool,
    scripting: bool,
    ascii: bool,
    dropping: Option<Dropping>,
    /// The token that the handler was called for last, if it has not returned.
    calling: Option<Span>,
    error: Option<RewriteError>,
}

/// Counts bytes that are copied, if steps are counted.
fn count(_bytes: usize) {
    #[cfg(feature = "count-steps")]
    tokenwright::count_copied_bytes(_bytes);
}

/// An element whose content is being removed.
#[derive(Debug)]
struct Dropping {
    name: String,
    start: usize,
    with_end_tag: bool,
}

impl<H> Output<H> {
    pub(crate) fn new(handler: H, options: &Options) -> Self {
        Output {
            handler,
            source: Vec::new(),
            start: 0,
            written: 0,
            out: Vec::new(),
            empty_len: options.strip_bom.then_some(0),
            edits: Edits::default(),
            seam: Seam::default(),
            mode: TextMode::Data,
            next_mode: TextMode::Data,
            is_cdata: false,
            scripting: options.scripting,
            ascii: false,
            is_ending: false,
            dropping: None,
            calling: None,
            error: None,
        }
    }

    /// Takes the text mode of a fragment, which the tokenizer has reported.
    pub(crate) fn begin_fragment(&mut self) {
        self.mode = mem::replace(&mut self.next_mode, TextMode::Data);
    }

    pub(crate) fn handler(&self) -> &H {
        &self.handler
    }

    pub(crate) fn into_handler(self) -> H {
        self.handler
    }

    pub(crate) fn set_ascii(&mut self, ascii: bool) {
        self.ascii = ascii;
    }

    /// How many bytes of the input are kept.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.source.len()
    }

    /// Exchanges the buffer that is written to with the caller's.
    pub(crate) fn swap_buffer(&mut self, output: &mut Vec<u8>) {
        mem::swap(&mut self.out, output);
    }

    /// Takes a chunk that the tokenizer reads next.
    pub(crate) fn begin(&mut self, chunk: &[u8]) {
        self.empty_len = self.empty_len.map(|_| self.out.len());
        if let Some(span) = self.calling.take() {
            self.fail(EditError::Panicked, span);
        }
        if self.error.is_none() {
            count(chunk.len());
            self.source.extend_from_slice(chunk);
        }
    }

    /// Takes the end of the input.
    pub(crate) fn begin_end(&mut self) {
        self.begin(&[]);
        self.is_ending = true;
    }

    /// Writes the input up to this offset.
    pub(crate) fn end(&mut self, decided: usize) -> Result<(), RewriteError> {
        if self.error.is_none() {
            let decided = decided.clamp(self.written, self.start + self.source.len());
            match self.dropping {
                Some(_) => self.written = decided,
                None => self.copy_to(decided),
            }
            self.source.drain(..decided - self.start);
            if decided > self.start {
                count(self.source.len());
            }
            self.start = decided;
        }
        self.empty_len = self.empty_len.filter(|len| *len == self.out.len());
        self.error.map_or(Ok(()), Err)
    }

    /// Ends the output before a token.
    pub(crate) fn fail(&mut self, kind: EditError, span: Span) {
        if self.error.is_none() {
            match self.dropping {
                Some(_) => self.written = span.start,
                None => self.copy_to(span.start),
            }
            self.error = Some(RewriteError { kind, span });
        }
    }

    /// Copies the input up to an offset.
    fn copy_to(&mut self, to: usize) {
        let range = Span {
            start: self.written,
            end: to,
        };
        count(to.saturating_sub(self.written));
        self.out
            .extend_from_slice(within(&self.source, self.start, range));
        self.written = to;
    }

    /// Whether text that is written next begins the output with a byte order mark, which would be stripped.
    fn begins_with_mark(&self, text: &[u8]) -> bool {
        self.empty_len == Some(self.out.len()) && text.starts_with(BYTE_ORDER_MARK)
    }

    /// Writes what an edit inserts at an offset of the input.
    fn insert(&mut self, insertion: &Insertion, at: usize) {
        let bytes = &*insertion.bytes;
        let Some(&first) = bytes.first() else {
            return;
        };
        let is_changed = self.seam.takes(at, first) || self.begins_with_mark(bytes);
        let escaped = match insertion.begins_with_text && is_changed {
            true => escape_first(bytes, &mut self.out),
            false => 0,
        };
        self.out.extend_from_slice(&bytes[escaped..]);
        self.seam.close();
    }

    /// Copies text that is not edited.
    fn keep_text(&mut self, span: Span) {
        let source = within(&self.source, self.start, span);
        let is_next = self.written == span.start;
        let is_stripped = is_next && self.begins_with_mark(source);
        if self.seam.keep_text(span.start, source) || is_stripped {
            let before = Span {
                start: self.written,
                end: span.start,
            };
            self.out
                .extend_from_slice(within(&self.source, self.start, before));
            let source = within(&self.source, self.start, span);
            self.written = span.start + escape_first(source, &mut self.out);
        }
    }

    /// Lets the handler edit a token, and writes the token if it is edited.
    #[inline]
    fn edit(
        &mut self,
        token: Token<'_, '_>,
        call: impl FnOnce(&mut H, Edit<'_>) -> Result<(), EditError>,
    ) {
        self.edits.clear();
        let source = within(&self.source, self.start, token.span);
        let context = TokenContext {
            source,
            start: token.span.start,
            before: token.before,
            after: token.after,
            kind: token.kind,
            ascii: self.ascii,
            is_cut_off: self.is_ending && self.is_cut_off(&token),
        };
        let edit = Edit {
            edits: &mut self.edits,
            context,
        };
        self.calling = Some(token.span);
        let result = call(&mut self.handler, edit);
        self.calling = None;
        match result {
            Ok(()) if self.edits.any => self.apply(&token),
            Ok(()) if token.is_escapable_text() => self.keep_text(token.span),
            Ok(()) => {}
            Err(kind) => self.fail(kind, token.span),
        }
    }

    /// Writes an edited token.
    fn apply(&mut self, token: &Token<'_, '_>) {
        let edits = mem::take(&mut self.edits);
        let span = token.span;
        self.copy_to(span.start);
        self.insert(&edits.before, span.start);
        if edits.removes_element {
            self.written = span.end;
        } else if let Some(replacement) = &edits.replacement {
            self.written = span.end;
            self.insert(replacement, span.start);
            self.seam.remove(span.start, span.end);
        } else if let Some(tag) = token.tag.filter(|_| edits.edits_tag()) {
            let source = within(&self.source, self.start, span);
            write_tag(tag, source, &edits, self.ascii, &mut self.out);
            count(source.len());
            self.written = span.end;
        } else if token.is_escapable_text() {
            self.keep_text(span);
        }
        self.copy_to(span.end);
        self.insert(&edits.after, span.end);
        if let Some(content) = edits.content.as_ref().filter(|_| !edits.removes_element) {
            self.out.extend_from_slice(content);
        }
        let name = token
            .tag
            .filter(|_| edits.removes_element || edits.content.is_some());
        self.dropping = name.map(|tag| Dropping {
            name: tag.name().to_owned(),
            start: span.start,
            with_end_tag: edits.removes_element,
        });
        self.edits = edits;
    }

    /// Drops a token of an element whose content is removed. Returns whether that is so.
    #[inline]
    fn drops(&mut self, span: Span, end_tag: Option<&Tag<'_>>) -> bool {
        let Some(dropping) = &self.dropping else {
            return false;
        };
        let ends = end_tag.is_some_and(|tag| tag.name() == dropping.name);
        if !ends {
            self.written = span.end;
            return true;
        }
        let (start, with_end_tag) = (dropping.start, dropping.with_end_tag);
        self.dropping = None;
        self.written = span.start;
        if with_end_tag {
            self.written = span.end;
            self.mode = TextMode::Data;
            self.seam.remove(start, span.end);
        }
        with_end_tag
    }

    /// Whether more input would belong to a token that was decided at the end of the input.
    fn is_cut_off(&self, token: &Token<'_, '_>) -> bool {
        let end = token.span.end;
        let last_two = Span {
            start: end.saturating_sub(2),
            end,
        };
        match token.kind {
            Kind::Tag => false,
            // The two characters may be two pieces of text.
            Kind::Text => {
                let is_data = token.before == TextMode::Data;
                is_data && within(&self.source, self.start, last_two) == b"</"
            }
            Kind::Comment | Kind::Other => true,
        }
    }
}

/// A token that the handler receives.
struct Token<'t, 'a> {
    span: Span,
    kind: Kind,
    before: TextMode,
    after: TextMode,
    tag: Option<&'t Tag<'a>>,
}

impl Token<'_, '_> {
    /// Whether it is text in which character references are decoded.
    #[inline]
    fn is_escapable_text(&self) -> bool {
        self.kind == Kind::Text && matches!(self.before, TextMode::Data | TextMode::Rcdata)
    }
}

impl<H: Rewrite> Output<H> {
    #[inline]
    fn tag(
        &mut self,
        tag: &Tag<'_>,
        after: TextMode,
        call: impl FnOnce(&mut H, &mut TagEdit<'_>) -> Result<(), EditError>,
    ) -> Next {
        let token = Token {
            span: tag.span(),
            kind: Kind::Tag,
            before: mem::replace(&mut self.mode, after),
            after,
            tag: Some(tag),
        };
        let scripting = self.scripting;
        self.edit(token, |handler, edit| {
            let mut edit = TagEdit {
                edit,
                name: tag.name(),
                is_end_tag: tag.is_end_tag(),
                scripting,
            };
            call(handler, &mut edit)
        });
        Next::Continue
    }

    /// A token between which text is read in the same way.
    #[inline]
    fn token(
        &mut self,
        span: Span,
        kind: Kind,
        call: impl FnOnce(&mut H, Edit<'_>) -> Result<(), EditError>,
    ) {
        if self.drops(span, None) {
            return;
        }
        // References are not decoded there, as in raw text.
        let mode = match self.is_cdata {
            true => TextMode::Rawtext,
            false => self.mode,
        };
        let token = Token {
            span,
            kind,
            before: mode,
            after: mode,
            tag: None,
        };
        self.edit(token, call);
    }
}

impl<H: Rewrite> Sink for Output<H> {
    const ERRORS: bool = false;
    const SOURCE: bool = true;

    fn is_stopped(&self) -> bool {
        self.error.is_some()
    }

    fn text(&mut self, text: &str, span: Span) {
        self.token(span, Kind::Text, |handler, mut edit| {
            handler.text(text, &mut edit)
        });
    }

    fn start_cdata_section(&mut self, _: Span) {
        self.is_cdata = true;
    }

    fn end_cdata_section(&mut self, _: Span) {
        self.is_cdata = false;
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if self.drops(tag.span(), None) {
            return Next::Continue;
        }
        let after = mem::replace(&mut self.next_mode, TextMode::Data);
        self.tag(tag, after, |handler, edit| handler.start_tag(tag, edit))
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        if self.drops(tag.span(), Some(tag)) {
            return Next::Continue;
        }
        self.tag(tag, TextMode::Data, |handler, edit| {
            handler.end_tag(tag, edit)
        })
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        if self.error.is_none() {
            self.calling = Some(ambiguity.span);
            self.handler.ambiguity(ambiguity);
            self.calling = None;
        }
    }

    fn text_mode(&mut self, mode: TextMode) {
        self.next_mode = mode;
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let call = |handler: &mut H, mut edit: Edit<'_>| handler.comment(comment, &mut edit);
        self.token(comment.span, Kind::Comment, call);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let call = |handler: &mut H, mut edit: Edit<'_>| handler.doctype(doctype, &mut edit);
        self.token(doctype.span, Kind::Other, call);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.token(instruction.span, Kind::Other, |handler, mut edit| {
            handler.processing_instruction(instruction, &mut edit)
        });
    }
}
