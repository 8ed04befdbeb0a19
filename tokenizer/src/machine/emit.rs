//! Steps that emit: everything that reaches the sink goes through here.
//!
//! Three streams meet in one order: tokens, errors of the states and errors of the input stream, which windows of
//! checks find ahead of the states. So text is cut where such an error belongs, and every step reports the errors
//! before its end first. Lines are counted only where an error needs one. What a sink does not ask for is removed by
//! the constants of `Output`; the price is that the machine is compiled once for each kind of sink.

use super::{Flow, Machine, Output};
use crate::registers::{LastStartTag, NO_START, Returned, Slot, TokenKind};
use crate::text::steps;
use crate::token::CurrentTag;
use crate::{Comment, Doctype, Limit, Next, ProcessingInstruction, Revision, Span};
use alloc::borrow::Cow;

/// The normalised form of consecutive CRs.
const LINE_FEEDS: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";

impl<O: Output, R: Revision> Machine<'_, '_, O, R> {
    /// The current input character begins markup or a reference: the next output starts here.
    #[inline(always)]
    pub(crate) fn begin_markup(&mut self) {
        self.begin_markup_at(self.cur);
    }

    /// The character at `pos` begins markup or a reference.
    #[inline(always)]
    pub(crate) fn begin_markup_at(&mut self, pos: usize) {
        self.r.emitted = self.whole(pos);
    }

    #[inline(always)]
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        if O::SPANS {
            self.storage.offsets.span(Span::new(start, end))
        } else {
            Span::default()
        }
    }

    /// Emits a range of the current slice.
    #[inline(always)]
    pub(crate) fn emit_range(&mut self, from: usize, to: usize) {
        if from < to {
            let from = if O::ERRORS && to > self.checked_to {
                self.emit_up_to_errors(from, to)
            } else {
                from
            };
            self.emit_checked_range(from, to);
        }
    }

    /// [`emit_range`](Self::emit_range), never inlined.
    #[inline(never)]
    pub(crate) fn emit_text(&mut self, from: usize, to: usize) {
        self.emit_range(from, to);
    }

    #[inline(always)]
    fn emit_checked_range(&mut self, from: usize, to: usize) {
        if O::FOLLOWS && self.follows.text {
            self.follows = self.follower.text(&self.text[from..to]);
        }
        if !self.output.verbatim_text(from, to) {
            let span = self.span(self.whole(self.with_cr(from)), self.whole(to));
            self.output.text(&self.text[from..to], span);
        }
        self.r.emitted = self.whole(to);
    }

    /// The start of the line ending whose LF is at `from`, if there is one.
    #[inline(always)]
    fn with_cr(&self, from: usize) -> usize {
        if O::SPANS && self.bytes()[..=from].ends_with(b"\r\n") {
            from - 1
        } else {
            from
        }
    }

    /// Reports the input stream's errors in a range, each after the text before it; returns the start of
    /// the remaining text.
    #[cold]
    #[inline(never)]
    fn emit_up_to_errors(&mut self, mut from: usize, to: usize) -> usize {
        while self.checked_to < to {
            if self.at_candidate {
                from = self.emit_up_to_run(from, to, |text, at| {
                    let byte = text.as_bytes()[at];
                    let is_control = R::has_ascii(byte) && !matches!(byte, b'\r' | b'\n');
                    is_control.then(|| char::from(byte))
                });
                from = self.emit_up_to_run(from, to, |text, at| {
                    let rest = &text[at..];
                    let c = rest.chars().next().filter(|c| !c.is_ascii())?;
                    R::begin(rest.as_bytes()).then_some(c)
                });
                if self.checked_to >= to {
                    break;
                }
            }
            if let Some((c, code)) = self.candidate() {
                if let Some(code) = code {
                    if from < self.checked_to {
                        self.emit_checked_range(from, self.checked_to);
                        from = self.checked_to;
                    }
                    self.report_here(code, self.checked_to);
                }
                self.pass_candidate(c);
            }
            self.check_window(to);
        }
        from
    }

    /// The same for a run of candidates, from the one on at which the checks stopped. `candidate` reads the one at a
    /// position, if it belongs to the run; it ends no line.
    #[inline(always)]
    fn emit_up_to_run(
        &mut self,
        mut from: usize,
        to: usize,
        candidate: impl Fn(&str, usize) -> Option<char>,
    ) -> usize {
        let mut at = self.checked_to;
        while at < to
            && let Some(c) = candidate(self.text, at)
            && self.storage.replaced_errors.is_empty()
        {
            if let Some(code) = R::input_error(c) {
                if from < at {
                    self.emit_checked_range(from, at);
                    from = at;
                }
                self.report_here(code, at);
            }
            self.beyond_ascii |= !c.is_ascii();
            at += c.len_utf8();
        }
        if at > self.checked_to {
            self.checked_to = at;
            let rest = &self.bytes()[at..];
            self.at_candidate = !rest.is_empty() && R::begin(rest);
        }
        from
    }

    /// Emits a string that represents the text from the end of the last output up to `to`.
    fn emit_str_through(&mut self, string: &str, to: usize) {
        // Errors after `to` follow the text: the states may have read further than what they emit.
        self.drain_input_errors_to(to);
        let to = self.whole(to);
        let span = self.span(self.r.emitted.min(to), to);
        self.r.emitted = to;
        if !string.is_empty() {
            if O::FOLLOWS && self.follows.text {
                self.follows = self.follower.text(string);
            }
            self.output.text(string, span);
        }
    }

    /// Emits the scratch buffer after its first `before` bytes, for the text from `from` to `to`, and
    /// truncates it.
    #[inline(always)]
    pub(super) fn emit_assembled(&mut self, before: usize, from: usize, to: usize) {
        let (from, to) = (self.whole(from), self.whole(to));
        let span = self.span(from, to);
        if self.storage.scratch.string.len() > before {
            self.r.emitted = to;
            let scratch = &mut self.storage.scratch;
            if O::FOLLOWS && self.follows.text {
                self.follows = self.follower.text(&scratch.string[before..]);
            }
            self.output.text(&scratch.string[before..], span);
            scratch.string.truncate(before);
        }
    }

    /// Emits the current input character.
    #[inline(never)]
    pub(crate) fn emit_current(&mut self) {
        if self.bytes()[self.cur] == b'\r' {
            self.r.emitted = self.whole(self.cur);
            self.emit_str_through("\n", self.pos);
        } else {
            self.emit_range(self.cur, self.pos);
        }
    }

    /// Emits the LFs that the CR at `from` and those after it represent, but for one that an LF
    /// follows: it is the beginning of that. Returns where to continue; `None` if the current
    /// slice ends too early.
    #[inline(never)]
    pub(crate) fn emit_line_endings(&mut self, from: usize) -> Option<usize> {
        let ahead = &self.bytes()[from..];
        let mut count = 1;
        while ahead.get(count) == Some(&b'\r') && count < LINE_FEEDS.len() {
            count += 1;
        }
        let end = from + count;
        match ahead.get(count) {
            Some(b'\n') if count == 1 => return Some(end),
            Some(b'\n') => self.emit_line_feeds(from, count - 1),
            Some(b'\r') => {
                self.emit_line_feeds(from, count - 1);
                return Some(end - 1);
            }
            Some(_) => self.emit_line_feeds(from, count),
            None if count == 1 => return None,
            None => {
                self.emit_line_feeds(from, count - 1);
                return Some(end - 1);
            }
        }
        Some(end)
    }

    /// Emits as many LFs for as many CRs.
    fn emit_line_feeds(&mut self, from: usize, count: usize) {
        self.begin_markup_at(from);
        self.emit_str_through(&LINE_FEEDS[..count], from + count);
    }

    /// Emits a character that was read after the last output; one that was not has an empty span.
    pub(crate) fn emit_held(&mut self, c: char) {
        let start = self.r.emitted;
        let mut buffer = [0; 4];
        let string = &*c.encode_utf8(&mut buffer);
        if O::FOLLOWS && self.follows.text {
            self.follows = self.follower.text(string);
        }
        if start == NO_START {
            return self.emit_held_before_input(c);
        }
        let base = self.r.token.base;
        let from = start.wrapping_sub(base);
        let rest = self.bytes()[..self.pos].get(from..);
        let is_in_slice = rest.is_some_and(|rest| rest.starts_with(string.as_bytes()));
        let end = match is_in_slice || self.was_held(string, start) {
            true => start + string.len(),
            false => start,
        };
        self.drain_input_errors_to(end.saturating_sub(base));
        self.r.emitted = end;
        if is_in_slice && self.output.verbatim_text(from, from + string.len()) {
            return;
        }
        let span = self.span(start, end);
        // A sink may find the text in its source again.
        match is_in_slice {
            true => self
                .output
                .text(&self.text[from..from + string.len()], span),
            false => self.output.text(string, span),
        }
    }

    /// Whether an earlier slice has a character at a position of the whole text.
    #[cold]
    fn was_held(&self, string: &str, at: usize) -> bool {
        let held = self.storage.held.after(at);
        at + string.len() <= self.r.token.base && held.starts_with(string.as_bytes())
    }

    /// Emits a character that is not part of the input, as the state was set from outside.
    #[cold]
    #[inline(never)]
    fn emit_held_before_input(&mut self, c: char) {
        let at = self.storage.state_set_at;
        let span = self.span(at, at);
        self.output.text(c.encode_utf8(&mut [0; 4]), span);
    }

    /// Emits a character in place of the current one.
    pub(crate) fn emit_instead(&mut self, c: char) {
        self.r.emitted = self.whole(self.cur);
        self.emit_str_through(c.encode_utf8(&mut [0; 4]), self.pos);
    }

    /// Emits each character in the temporary buffer, which represents the text up to `to`.
    pub(crate) fn emit_temporary_buffer(&mut self, to: usize) {
        let buffer = core::mem::take(&mut self.storage.temporary_buffer);
        buffer.with(self.text, |string| self.emit_str_through(string, to));
        self.storage.temporary_buffer = buffer;
        self.r.token.abandoned_to = self.whole(to);
    }

    /// Emits the value that a procedure returned.
    pub(crate) fn emit_returned(&mut self) {
        match self.r.returned {
            Returned::Nothing => {}
            Returned::Char(c) => self.emit_str_through(c.encode_utf8(&mut [0; 4]), self.pos),
            Returned::Reference(number) => {
                self.emit_str_through(R::REFERENCES.characters(number), self.pos);
            }
        }
    }

    /// Emits the current tag token.
    #[inline(never)]
    pub(crate) fn emit_tag(&mut self) {
        if self.r.token.is_end_tag {
            self.emit_end_tag(self.pos);
        } else {
            self.emit_start_tag(self.pos);
        }
    }

    /// Emits the current tag token, a start tag that ends at `end`; returns whether the sink's answer has to be
    /// acted on.
    #[inline(always)]
    pub(crate) fn emit_start_tag(&mut self, end: usize) -> bool {
        self.drain_input_errors_to(end);
        let end = self.whole(end);
        self.r.emitted = end;
        self.complete_source(end);
        self.r.token.kind = TokenKind::None;
        if O::SPANS {
            self.r.token.end = end;
        }
        let name = self.r.token.name;
        let is_followed = if !name.is_kept() {
            self.r.last_start_tag = LastStartTag::Borrowed(name);
            let (len, begin) = name.len_and_begin(self.text);
            O::FOLLOWS && self.follows.start_tags.may_have(len, begin)
        } else {
            // The name of a tag with too many attributes is copied, so that the others need no check.
            if self.has_too_many_attributes() {
                return true;
            }
            self.keep_name_of_start_tag()
        };
        match is_followed {
            true => self.emit_followed_start_tag(end),
            false if O::INLINES_TAGS => self.deliver_start_tag_here(),
            false => self.deliver_start_tag(),
        }
    }

    /// Passes the current start tag to the sink; returns whether the answer has to be acted on.
    ///
    /// The only caller of the sink's method, which is therefore inlined here whatever its size; then nothing tests the
    /// form of the tag.
    #[inline(never)]
    fn deliver_start_tag(&mut self) -> bool {
        self.deliver_start_tag_here()
    }

    #[inline(always)]
    fn deliver_start_tag_here(&mut self) -> bool {
        let tag = CurrentTag {
            text: self.text,
            token: &self.r.token,
            storage: &*self.storage,
        };
        let next = self.output.start_tag(tag);
        self.answer(next)
    }

    /// The rest of [`emit_start_tag`](Self::emit_start_tag) for a tag that may be followed.
    #[inline(never)]
    fn emit_followed_start_tag(&mut self, end: usize) -> bool {
        match self.follow_known_start_tag() {
            true => self.deliver_start_tag(),
            false => self.emit_other_start_tag(end),
        }
    }

    #[inline(never)]
    fn emit_other_start_tag(&mut self, end: usize) -> bool {
        if self.follow_start_tag(end) {
            return true;
        }
        let switches = self.switch.is_some();
        self.deliver_start_tag() || switches
    }

    /// Copies the name of the current tag token. Returns whether it may be one that is followed.
    #[cold]
    #[inline(never)]
    fn keep_name_of_start_tag(&mut self) -> bool {
        let name = self.r.token.name.get(self.text, &self.storage.scratch);
        self.storage.last_start_tag.clear();
        self.storage.last_start_tag.push_str(name);
        steps::count_bytes(name.len());
        self.r.last_start_tag = LastStartTag::Kept;
        let begin = name.as_bytes().first_chunk().copied().unwrap_or_default();
        O::FOLLOWS && self.follows.start_tags.may_have(name.len(), begin)
    }

    /// Emits the current tag token, an end tag that ends at `end`; returns whether the sink's answer has to be
    /// acted on.
    #[inline(always)]
    pub(crate) fn emit_end_tag(&mut self, end: usize) -> bool {
        self.drain_input_errors_to(end);
        let end = self.whole(end);
        self.r.emitted = end;
        self.complete_source(end);
        self.r.token.kind = TokenKind::None;
        if O::SPANS {
            self.r.token.end = end;
        }
        match self.follows.end_tags {
            true => self.emit_followed_end_tag(end),
            false if O::INLINES_TAGS => self.deliver_end_tag_here(),
            false => self.deliver_end_tag(),
        }
    }

    /// The rest of [`emit_end_tag`](Self::emit_end_tag) for a tag that is followed.
    #[inline(never)]
    fn emit_followed_end_tag(&mut self, end: usize) -> bool {
        match self.follow_known_end_tag() {
            true => self.deliver_end_tag(),
            false => self.emit_other_end_tag(end),
        }
    }

    #[inline(never)]
    fn emit_other_end_tag(&mut self, end: usize) -> bool {
        self.follow_end_tag(end) || self.deliver_end_tag()
    }

    /// The same as [`deliver_start_tag`](Self::deliver_start_tag) for an end tag.
    #[inline(never)]
    fn deliver_end_tag(&mut self) -> bool {
        self.deliver_end_tag_here()
    }

    #[inline(always)]
    fn deliver_end_tag_here(&mut self) -> bool {
        let tag = CurrentTag {
            text: self.text,
            token: &self.r.token,
            storage: &*self.storage,
        };
        let next = self.output.end_tag(tag);
        self.answer(next)
    }

    /// Whether the current tag token has more attributes than the limit; the machine then stops.
    #[cold]
    #[inline(never)]
    pub(super) fn has_too_many_attributes(&mut self) -> bool {
        let is_beyond = self.storage.has_too_many_attributes();
        if is_beyond {
            self.stop_at_tag(Limit::Attributes);
        }
        is_beyond
    }

    /// Stops before the current tag token, which exceeds a limit.
    pub(super) fn stop_at_tag(&mut self, limit: Limit) {
        let start = self.r.token.start.min(self.r.emitted);
        self.storage.tag_over_limit = Some((limit, start));
        self.paused = true;
        self.stopped = true;
    }

    /// Completes the source of the current tag token, which ends at `end` of the whole text.
    #[inline(always)]
    fn complete_source(&mut self, end: usize) {
        if O::SOURCE {
            let token = &self.r.token;
            // What precedes a state that was set from outside is not the source of a tag.
            let start = match token.kind {
                TokenKind::Any => end,
                _ => token.start.min(end),
            };
            let source = &mut self.storage.source;
            source.complete(self.text, token.base, start, end);
        }
    }

    #[inline(always)]
    fn answer(&mut self, next: Next) -> bool {
        if matches!(next, Next::Continue) && !self.output.is_stopped() {
            return false;
        }
        self.answer_other(next)
    }

    #[inline(never)]
    fn answer_other(&mut self, next: Next) -> bool {
        let next = match self.output.is_stopped() {
            true => Next::Stop,
            false => next,
        };
        match next {
            Next::Continue => return false,
            Next::Switch(mode) => self.switch = Some(mode),
            Next::Pause => self.paused = true,
            Next::Stop => {
                self.paused = true;
                self.stopped = true;
            }
        }
        true
    }

    /// Whether the sink's answer to a tag has to be acted on.
    #[inline(always)]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.switch.is_some() || self.paused
    }

    /// Performs the switch with which the sink has answered a tag, before the steps that undo or read it.
    #[allow(
        dead_code,
        reason = "in no revision do such steps follow a tag; in edited tables they may"
    )]
    pub(crate) fn respond(&mut self) {
        if let Some(mode) = self.switch.take() {
            R::enter(mode, &mut self.r);
        }
    }

    /// Applies the sink's answer to a tag, where the path ends that has emitted it.
    #[inline]
    pub(crate) fn after_tag(&mut self) -> Flow {
        if let Some(mode) = self.switch.take() {
            R::enter(mode, &mut self.r);
        }
        if self.paused {
            self.paused = false;
            return Flow::Paused;
        }
        Flow::Go
    }

    /// Emits the current comment token.
    pub(crate) fn emit_comment(&mut self) {
        self.drain_input_errors_to(self.pos);
        let end = self.whole(self.pos);
        self.r.emitted = end;
        self.r.token.kind = TokenKind::None;
        let comment = Comment {
            data: Cow::Borrowed(self.r.token.data.get(self.text, &self.storage.scratch)),
            span: self.span(self.r.token.start.min(end), end),
        };
        self.output.comment(&comment);
    }

    /// Emits the current DOCTYPE token.
    pub(crate) fn emit_doctype(&mut self) {
        self.drain_input_errors_to(self.pos);
        let end = self.whole(self.pos);
        self.r.emitted = end;
        self.r.token.kind = TokenKind::None;
        let token = &self.r.token;
        let (text, scratch) = (self.text, &self.storage.scratch);
        let string =
            |is_present: bool, slot: &Slot| is_present.then(|| slot.get(text, scratch).into());
        let part =
            |is_present: bool, slot: &Slot| is_present.then(|| self.part_span(slot)).flatten();
        let doctype = Doctype {
            name: string(token.has_name, &token.name),
            public_identifier: string(token.has_public_identifier, &token.public_identifier),
            system_identifier: string(token.has_system_identifier, &token.system_identifier),
            force_quirks: token.force_quirks,
            name_span: part(token.has_name, &token.name),
            public_identifier_span: part(token.has_public_identifier, &token.public_identifier),
            system_identifier_span: part(token.has_system_identifier, &token.system_identifier),
            span: self.span(token.start.min(end), end),
        };
        if O::FOLLOWS {
            self.follower.doctype(&doctype);
        }
        self.output.doctype(&doctype);
    }

    /// The range of a part of the current token in the input; `None` if the part is empty.
    fn part_span(&self, slot: &Slot) -> Option<Span> {
        if slot.get(self.text, &self.storage.scratch).is_empty() {
            return None;
        }
        let span = slot.span(self.r.token.base, &self.storage.scratch);
        Some(self.span(span.start, span.end))
    }

    /// Emits the current processing instruction token.
    pub(crate) fn emit_processing_instruction(&mut self) {
        self.drain_input_errors_to(self.pos);
        let end = self.whole(self.pos);
        self.r.emitted = end;
        self.r.token.kind = TokenKind::None;
        let token = &self.r.token;
        let (text, scratch) = (self.text, &self.storage.scratch);
        let target = token.name.get(text, scratch);
        let start = token.start.min(end);
        // A target is ASCII, and follows the `<?`.
        let target_start = start + "<?".len();
        let target_span = self.span(target_start, target_start + target.len());
        let after_target = Span::new(target_span.end, target_span.end);
        let instruction = ProcessingInstruction {
            target: target.into(),
            data: token.data.get(text, scratch).into(),
            target_span,
            data_span: self.part_span(&token.data).unwrap_or(after_target),
            span: self.span(start, end),
        };
        self.output.processing_instruction(&instruction);
    }

    /// A CDATA section begins, with its content at `to`.
    #[cold]
    #[inline(never)]
    pub(crate) fn begin_cdata_section(&mut self, to: usize) {
        let span = self.end_cdata_markup(to);
        self.output.start_cdata_section(span);
    }

    /// A CDATA section ends; its markup, which is missing at the end of the file, ends at `to`.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_cdata_section(&mut self, to: usize) {
        let span = self.end_cdata_markup(to);
        self.output.end_cdata_section(span);
    }

    /// The range from the last output to `to`, which is the end of the output from here on.
    fn end_cdata_markup(&mut self, to: usize) -> Span {
        self.drain_input_errors_to(to);
        let end = self.whole(to);
        let start = self.r.emitted.min(end);
        self.r.emitted = end;
        self.span(start, end)
    }

    /// Emits an end-of-file token.
    pub(crate) fn emit_eof(&mut self) {
        self.drain_input_errors_to(self.pos);
        let end = self.whole(self.pos);
        self.r.token.kind = TokenKind::None;
        let span = self.span(end, end);
        self.output.end_of_file(span);
    }
}
