//! The model: the prover's evaluator, which has strings, and here what it leaves out, which is places.
//!
//! An offset is one of the whole input. The rules are these: output ends where it was emitted and begins where markup
//! began or the last output ended; a field is from the first to the last character that it was made of. They are
//! stated for programs that build a field from adjacent text, as all tables do; where a program does not, the place is
//! [`Place::Open`], and is not compared.

use super::call::{Answer, Call};
use super::record::{Error, Seen};
use super::sets;
use crate::{Next, Span};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tokenwright_compiler::ir::{Action, InputPosition, Source, Test};
use tokenwright_compiler::program::{
    Cond, LineEnding, Pending, Receiver, Rest, Stmt, Through, Width,
};
use tokenwright_interpreter::Response;
use tokenwright_prover::evaluate::{Event, Halt, ProgramRun, Token};
use tokenwright_tables::grammar::Field;

/// Where a field is in the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing of it is in the input.
    #[default]
    Nowhere,
    At(usize, usize),
    /// It is made of text that is not adjacent.
    Open,
}

/// Whether a field is a part of a DOCTYPE, which may be missing.
pub(super) fn is_of_doctype(field: Field) -> bool {
    matches!(
        field,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier
    )
}

impl Place {
    fn append(&mut self, from: usize, to: usize) {
        *self = match *self {
            Place::Nowhere => Place::At(from, to),
            Place::At(start, end) if end == from => Place::At(start, to),
            _ => Place::Open,
        };
    }

    /// Its span; `None` if it is open.
    fn span(self) -> Option<Span> {
        match self {
            Place::Nowhere => Some(Span::default()),
            Place::At(start, end) => Some(Span::new(start, end)),
            Place::Open => None,
        }
    }
}

/// The places of the token under construction and of the last output.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The end of the last output, or the begin of markup after it.
    pub(super) emitted: usize,
    /// The same when its chunk ended, of which a few bytes are kept from there on.
    pub(super) held_from: Option<usize>,
    /// Whether the source from `emitted` on is known: not if it was set back into an earlier chunk.
    pub(super) has_source: bool,
    /// The same of the token under construction.
    pub(super) start: usize,
    pub(super) has_token_source: bool,
    pub(super) name: Place,
    pub(super) data: Place,
    pub(super) public: Place,
    pub(super) system: Place,
    pub(super) attributes: Vec<(Place, Place)>,
    /// The current attribute, once it was removed.
    pub(super) removed: Option<(Place, Place)>,
    /// The names of removed attributes.
    pub(super) removed_names: Vec<Option<Span>>,
    /// The deferred parts of an attribute.
    pub(super) deferred: (Place, Place),
    /// Where the longest match begins.
    pub(super) matched: usize,
    /// Where a procedure began.
    pub(super) mark: Option<usize>,
    /// The end of the last text that was taken for a tag at first.
    pub(super) abandoned_to: usize,
    /// Where the last tag began.
    pub(super) tag: Option<usize>,
    /// The place of the last error.
    pub(super) last_error: usize,
}

#[derive(Clone)]
pub(super) struct Model<'e> {
    pub(super) run: ProgramRun<'e>,
    errors: &'e [String],
    /// The whole input so far.
    pub(super) input: String,
    pub(super) places: Places,
    /// Between `Enter` and `Leave`.
    pub(super) is_hot: bool,
    pub(super) is_paused: bool,
    /// Whether only the evaluator has moved the position to the cursor.
    pub(super) is_stale: bool,
    /// Whether no character was consumed since the hot path ended: none is current, as the states begin with one.
    pub(super) has_left: bool,
    /// Whether the last call waits for the next chunk.
    pub(super) is_starved: bool,
    pub(super) seen: Vec<Seen>,
    pub(super) reported: Vec<Error>,
}

impl<'e> Model<'e> {
    pub(super) fn new(run: ProgramRun<'e>, errors: &'e [String]) -> Self {
        Model {
            run,
            errors,
            input: String::new(),
            places: Places {
                has_source: true,
                ..Places::default()
            },
            is_hot: false,
            is_paused: false,
            is_stale: false,
            has_left: false,
            is_starved: false,
            seen: Vec::new(),
            reported: Vec::new(),
        }
    }

    pub(super) fn feed(&mut self, chunk: &str) {
        self.input.push_str(chunk);
        chunk.chars().for_each(|c| self.run.feed(c));
    }

    /// The offset of an index of the chunk.
    pub(super) fn offset(&self, at: usize) -> usize {
        self.run.text.offset(at)
    }

    pub(super) fn position(&self) -> usize {
        self.offset(self.run.position())
    }

    pub(super) fn current(&self) -> usize {
        self.offset(self.run.current_position())
    }

    pub(super) fn cursor(&self) -> usize {
        self.offset(self.run.cursor().0)
    }

    /// Whether there is a current input character.
    pub(super) fn has_current(&self) -> bool {
        let at = self.run.current_position();
        let width = match (self.char_at(at), self.char_at(at + 1)) {
            (Some('\r'), Some('\n')) => 2,
            _ => 1,
        };
        self.run.position() == at + width && !self.is_stale && !self.has_left
    }

    pub(super) fn is_at_end(&self) -> bool {
        let at = match self.is_hot {
            true => self.run.cursor().0,
            false => self.run.position(),
        };
        at >= self.run.text.len()
    }

    /// How far the input was read since a procedure began, if it may go back.
    pub(super) fn since_mark(&self) -> Option<usize> {
        Some(self.position().saturating_sub(self.mark()?))
    }

    /// Where the procedure that runs began.
    fn mark(&self) -> Option<usize> {
        let mark = self.places.mark;
        mark.filter(|_| self.run.registers.mark.is_some())
    }

    /// Whether another token than a tag is under construction.
    pub(super) fn has_other_token(&self) -> bool {
        let registers = &self.run.registers;
        registers.comment.is_some()
            || registers.doctype.is_some()
            || registers.processing_instruction.is_some()
    }

    pub(super) fn char_at(&self, at: usize) -> Option<char> {
        self.run.text.chars().get(at).copied()
    }

    /// Whether the input from an offset on begins with a text.
    pub(super) fn is_at(&self, offset: usize, text: &str) -> bool {
        self.input
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(text))
    }

    /// Ends the chunk, and starts the next one with what is kept of it. Returns the offset from which on it is kept.
    pub(super) fn next_chunk(&mut self) -> usize {
        let keep = self.mark().unwrap_or(usize::MAX).min(self.position());
        let emitted = self.places.emitted;
        self.places.held_from = match emitted >= self.offset(0) {
            true => Some(emitted),
            false => self.places.held_from.filter(|from| *from <= emitted),
        };
        self.run.next_chunk();
        self.take_events(None);
        if emitted < keep {
            let is_markup = self.is_at(emitted, "<") && !self.is_at(emitted, "</>");
            self.places.has_source &= is_markup && !self.has_other_token();
        }
        keep
    }

    /// Lets the chunk grow.
    pub(super) fn grow(&mut self) {
        self.run.grow();
        self.take_events(None);
    }

    /// The line and column of an offset, and the span of the character there.
    fn error(&self, code: usize, offset: usize) -> Error {
        let (before, after) = self.input.split_at(offset);
        let mut lines = before.replace("\r\n", "\n").replace('\r', "\n");
        // The LF of a CR LF is on the line after it.
        if before.ends_with('\r') && after.starts_with('\n') {
            lines.pop();
            lines.push('\n');
        }
        let line = 1 + lines.matches('\n').count();
        let last = lines.rsplit('\n').next().unwrap_or_default();
        let column = 1 + last.encode_utf16().count();
        let width = after.chars().next().map_or(0, char::len_utf8);
        let span = Span::new(offset, offset + width);
        (self.errors[code].clone(), span, (line, column))
    }

    /// Takes the events of the last call; its text, if there is any, has this span.
    fn take_events(&mut self, span: Option<Span>) {
        let text = self.drain_events();
        if let Some(span) = span.filter(|_| !text.is_empty()) {
            self.seen.push(Seen::Text(text, span));
        }
    }

    /// Takes the events of the last call, and returns its text.
    fn drain_events(&mut self) -> String {
        let mut text = String::new();
        for event in self.run.take_events() {
            match event {
                Event::Error { error, offset } => {
                    self.places.last_error = self.places.last_error.max(offset);
                    let error = self.error(error, offset);
                    self.reported.push(error);
                }
                Event::Token(Token::Characters(more)) => text.push_str(&more),
                Event::Token(token) => {
                    let token = self.token(token);
                    self.seen.push(token);
                }
            }
        }
        text
    }

    /// A token that ends at the last output.
    fn token(&self, token: Token) -> Seen {
        let places = &self.places;
        let end = places.emitted;
        let span = Span::new(places.start.min(end), end);
        match token {
            Token::Characters(_) => unreachable!("text has another span"),
            Token::Tag {
                is_end,
                name,
                attributes,
                self_closing,
            } => {
                let mut parts = Vec::from([places.name.span()]);
                for (name, value) in &places.attributes {
                    let after_name = name.span().map(|name| Span::new(name.end, name.end));
                    let value = match value {
                        Place::Nowhere => after_name,
                        value => value.span(),
                    };
                    parts.extend([name.span(), value]);
                }
                let source = &self.input[span.range()];
                Seen::Tag {
                    is_end,
                    name,
                    self_closing,
                    attributes,
                    span,
                    parts,
                    removed: places.removed_names.clone(),
                    source: places.has_token_source.then(|| source.into()),
                }
            }
            Token::Comment(data) => Seen::Comment(data, span),
            Token::Doctype(doctype) => {
                let part = |text: &Option<String>, place: Place| match text.as_deref() {
                    None | Some("") => Some(None),
                    Some(_) => place.span().map(Some),
                };
                Seen::Doctype {
                    spans: [
                        part(&doctype.name, places.name),
                        part(&doctype.public, places.public),
                        part(&doctype.system, places.system),
                    ],
                    parts: [doctype.name, doctype.public, doctype.system],
                    force_quirks: doctype.force_quirks,
                    span,
                }
            }
            Token::ProcessingInstruction { target, data } => {
                let start = span.start + "<?".len();
                let target_span = Span::new(start, start + target.len());
                let data_span = match data.is_empty() {
                    true => Some(Span::new(target_span.end, target_span.end)),
                    false => places.data.span(),
                };
                Seen::Instruction {
                    target,
                    data,
                    spans: [Some(span), Some(target_span), data_span],
                }
            }
            Token::EndOfFile => {
                let end = self.position();
                Seen::EndOfFile(Span::new(end, end))
            }
        }
    }

    fn place(&mut self, field: Field) -> Option<&mut Place> {
        let places = &mut self.places;
        let current = match &mut places.removed {
            Some(removed) => Some(removed),
            None => places.attributes.last_mut(),
        };
        match field {
            Field::TagName | Field::DoctypeName => Some(&mut places.name),
            Field::AttributeName => current.map(|(name, _)| name),
            Field::AttributeValue => current.map(|(_, value)| value),
            Field::CommentData | Field::ProcessingInstructionData => Some(&mut places.data),
            Field::PublicIdentifier => Some(&mut places.public),
            Field::SystemIdentifier => Some(&mut places.system),
            Field::TemporaryBuffer => None,
        }
    }

    fn append(&mut self, field: Field, from: usize, to: usize) {
        if let Some(place) = self.place(field) {
            place.append(from, to);
        }
    }

    fn set(&mut self, field: Field, set: Place) {
        if let Some(place) = self.place(field) {
            *place = set;
        }
    }

    /// The contents of a field of the token under construction; `None` if it is missing.
    pub(super) fn contents(&self, field: Field) -> Option<&str> {
        let registers = &self.run.registers;
        let tag = registers.tag.as_ref();
        let attribute = tag.and_then(|tag| match &tag.removed {
            Some(removed) => Some(removed),
            None => tag.attributes.last(),
        });
        let doctype = registers.doctype.as_ref();
        match field {
            Field::TagName => tag.map(|tag| tag.name.as_str()),
            Field::AttributeName => attribute.map(|(name, _)| name.as_str()),
            Field::AttributeValue => attribute.map(|(_, value)| value.as_str()),
            Field::CommentData => registers.comment.as_deref(),
            Field::DoctypeName => doctype?.name.as_deref(),
            Field::PublicIdentifier => doctype?.public.as_deref(),
            Field::SystemIdentifier => doctype?.system.as_deref(),
            Field::ProcessingInstructionData => {
                let (_, data) = registers.processing_instruction.as_ref()?;
                Some(data)
            }
            Field::TemporaryBuffer => Some(&registers.temporary_buffer),
        }
    }

    /// Sets where the last output ends.
    fn set_emitted(&mut self, to: usize) {
        self.places.emitted = to;
        // What is before the chunk is kept only from there on where markup began.
        self.places.has_source = to >= self.offset(0);
    }

    /// Text from the end of the last output to an offset.
    fn through(&mut self, to: usize) -> Span {
        let span = Span::new(self.places.emitted.min(to), to);
        self.set_emitted(to);
        span
    }

    /// Verbatim text between two indices of the chunk. The LF of a CR LF is emitted for both.
    fn verbatim(&mut self, from: usize, to: usize) -> Option<Span> {
        if from == to {
            return None;
        }
        let is_lf = self.char_at(from) == Some('\n');
        let after_cr = from.checked_sub(1).and_then(|before| self.char_at(before)) == Some('\r');
        let start = self.offset(from) - usize::from(is_lf && after_cr);
        let end = self.offset(to);
        self.set_emitted(end);
        Some(Span::new(start, end))
    }

    fn begin_token(&mut self) {
        let registers = &mut self.run.registers;
        registers.tag = None;
        registers.comment = None;
        registers.doctype = None;
        registers.processing_instruction = None;
        let places = &mut self.places;
        places.start = places.emitted;
        places.has_token_source = places.has_source;
        (places.name, places.data) = (Place::Nowhere, Place::Nowhere);
        (places.public, places.system) = (Place::Nowhere, Place::Nowhere);
        places.attributes.clear();
        places.removed = None;
        places.removed_names.clear();
        // What is deferred may be among the strings of the token before.
        places.deferred = (Place::Open, Place::Open);
    }

    /// Performs a call. `to` is how far the machine came, as an index of the chunk, in a call that may go on.
    pub(super) fn call(&mut self, call: &Call, to: Option<usize>) -> Result<Answer, Halt> {
        let answer = match self.attempt(call, to) {
            Err(Halt::Starved) => Ok(Answer::Starved),
            answer => answer,
        };
        self.is_starved = answer == Ok(Answer::Starved);
        answer
    }

    fn attempt(&mut self, call: &Call, to: Option<usize>) -> Result<Answer, Halt> {
        match call {
            Call::Consume => {
                let input = self.run.consume_next()?;
                self.has_left = false;
                self.take_events(None);
                Ok(Answer::Input(input))
            }
            Call::Reconsume => {
                self.run.reconsume();
                Ok(Answer::Nothing)
            }
            Call::Act(action, through) => {
                self.act(action, *through)?;
                Ok(Answer::Nothing)
            }
            Call::Holds(test) => Ok(Answer::from(self.holds(test)?)),
            Call::Take(test, take) => {
                let holds = self.holds(test)?;
                if holds {
                    self.run.act(take)?;
                }
                Ok(Answer::from(holds))
            }
            Call::ScanInState(scan) => {
                let from = self.run.position();
                self.run.scan_in_state(*scan)?;
                let to = self.run.position();
                let span = match sets::appended(*scan) {
                    Some(field) => {
                        self.append_verbatim(field, from, to);
                        None
                    }
                    None if sets::skips(*scan) => None,
                    None => self.verbatim(from, to),
                };
                self.take_events(span);
                Ok(Answer::Nothing)
            }
            Call::EmitTag(next) => {
                self.answer(*next);
                self.emit_tag(false)?;
                Ok(Answer::from(self.has_answer()))
            }
            Call::EmitKnownTag(next) => {
                self.answer(*next);
                self.emit_tag(true)?;
                Ok(Answer::from(*next != Next::Continue))
            }
            Call::AfterTag => {
                self.run.act(&Action::Respond)?;
                Ok(match core::mem::take(&mut self.is_paused) {
                    true => Answer::Paused,
                    false => Answer::Nothing,
                })
            }
            Call::Enter => {
                self.run.enter();
                self.places.deferred = (Place::Open, Place::Open);
                self.is_hot = true;
                Ok(Answer::Nothing)
            }
            Call::Leave => {
                self.run.leave();
                (self.is_hot, self.is_stale, self.has_left) = (false, false, true);
                Ok(Answer::Nothing)
            }
            Call::Do(stmt) => self.stmt(stmt, to),
        }
    }

    fn holds(&mut self, test: &Test) -> Result<bool, Halt> {
        let holds = self.run.holds(test);
        let from_current = matches!(
            test,
            Test::Ahead {
                from: InputPosition::Current,
                ..
            }
        );
        if from_current && holds == Err(Halt::Starved) {
            // The state consumes it again.
            self.run.reconsume();
        }
        holds
    }

    fn answer(&mut self, next: Next) {
        let modes = &self.run.program().machine.text_modes;
        let switch = match next {
            Next::Switch(mode) => {
                let name = format!("{mode:?}");
                let found = modes.iter().find(|of| format!("{:?}", of.mode) == name);
                found.map(|of| of.mode)
            }
            _ => None,
        };
        self.is_paused |= next == Next::Pause;
        self.run.set_responses(Vec::from([Response {
            switch,
            foreign: None,
        }]));
    }

    fn emit_tag(&mut self, is_known: bool) -> Result<(), Halt> {
        let tag = self.run.registers.tag.as_ref();
        let end_tag = tag.is_some_and(|tag| tag.is_end);
        match (self.is_hot, is_known) {
            (_, true) => self.run.perform(&Stmt::EmitKnownTag { end_tag })?,
            (true, false) => self.run.perform(&Stmt::EmitTag)?,
            (false, false) => self.run.act(&Action::EmitTag).map(|()| true)?,
        };
        self.is_stale = is_known;
        self.set_emitted(self.position());
        self.take_events(None);
        Ok(())
    }

    fn act(&mut self, action: &Action, through: Through) -> Result<(), Halt> {
        let (cur, pos) = (self.current(), self.position());
        let to = match through {
            Through::Current => cur,
            Through::Position => pos,
        };
        let buffer_is_empty = self.run.registers.temporary_buffer.is_empty();
        let tag = self.run.registers.tag.as_ref();
        let earlier = tag.filter(|_| *action == Action::RemoveEarlierAttribute);
        let earlier = earlier.map_or(Vec::new(), |tag| tag.attributes.clone());
        let begins_token = matches!(
            action,
            Action::CreateTag { .. }
                | Action::CreateDoctype
                | Action::CreateComment(_)
                | Action::CreateProcessingInstruction(_)
        );
        if begins_token {
            self.begin_token();
        }
        self.run.act(action)?;
        let mut span = None;
        match action {
            Action::BeginMarkup => self.set_emitted(cur),
            Action::BeginCdataSection | Action::EndCdataSection => {
                self.run.report_input_errors(match through {
                    Through::Current => self.run.current_position(),
                    Through::Position => self.run.position(),
                });
                let span = self.through(to);
                let begins = *action == Action::BeginCdataSection;
                self.seen.push(Seen::CdataSection(begins, span));
            }
            Action::EmitCurrent => {
                let (from, to) = (self.run.current_position(), self.run.position());
                span = match self.char_at(from) {
                    Some('\r') => {
                        self.set_emitted(cur);
                        Some(self.through(pos))
                    }
                    _ => self.verbatim(from, to),
                };
            }
            Action::EmitChar(c) => {
                let start = self.places.emitted;
                let end = start + c.len_utf8();
                let was_read = self.is_at(start, &String::from(*c)) && end <= self.position();
                let end = if was_read { end } else { start };
                let has_source = self.places.has_source && end >= self.offset(0);
                span = Some(Span::new(start, end));
                self.set_emitted(end);
                self.places.has_source = has_source;
            }
            Action::EmitInstead(_) => {
                self.set_emitted(cur);
                span = Some(self.through(pos));
            }
            Action::EmitTemporaryBuffer => {
                span = Some(self.through(to));
                // What is emitted as text is no tag any more.
                self.places.abandoned_to = to;
                self.run.registers.tag = None;
            }
            Action::EmitReturned if self.run.registers.returned.is_some() => {
                span = Some(self.through(pos));
            }
            Action::EmitComment | Action::EmitDoctype | Action::EmitProcessingInstruction => {
                self.set_emitted(pos);
            }
            Action::CreateTag { .. } => self.places.tag = Some(self.places.start),
            Action::StartAttribute => {
                self.places.attributes.push(<(Place, Place)>::default());
                self.places.removed = None;
            }
            Action::RemoveAttribute => {
                self.places.removed = self.places.attributes.pop();
                let name = self.places.removed.and_then(|(name, _)| name.span());
                self.places.removed_names.push(name);
            }
            Action::RemoveEarlierAttribute => self.remove_earlier(&earlier),
            Action::Clear(field) => self.set(*field, Place::Nowhere),
            Action::Append(source, field) => {
                let emitted = self.places.emitted;
                let range = match source {
                    Source::Current
                    | Source::CurrentLowercase
                    | Source::CurrentUppercase
                    | Source::Char('\u{FFFD}') => Some((cur, pos)),
                    Source::Char(c) => Some((to.saturating_sub(c.len_utf8()), to)),
                    Source::TemporaryBuffer => (!buffer_is_empty).then_some((emitted.min(to), to)),
                    Source::Matched => {
                        let matched = self.run.registers.matched.as_ref();
                        let from = self.places.matched;
                        matched.map(|(name, _)| (from, from + name.len()))
                    }
                    Source::MatchedReference => {
                        let is_matched = self.run.registers.matched.is_some();
                        is_matched.then_some((emitted.min(pos), pos))
                    }
                    Source::Returned => {
                        let is_any = self.run.registers.returned.is_some();
                        is_any.then_some((emitted.min(pos), pos))
                    }
                    Source::Code => Some((emitted.min(pos), pos)),
                };
                if let Some((from, to)) = range {
                    self.append(*field, from, to);
                }
            }
            Action::ConsumeNamed => self.places.matched = pos,
            Action::Call(_) => self.places.mark = Some(pos),
            _ => {}
        }
        self.take_events(span);
        Ok(())
    }

    /// Removes the places of the attributes before the last of these that have its name.
    fn remove_earlier(&mut self, attributes: &[(String, String)]) {
        let Some(((name, _), before)) = attributes.split_last() else {
            return;
        };
        let mut all = core::mem::take(&mut self.places.attributes).into_iter();
        let mut kept = Vec::new();
        for (other, _) in before {
            let place = all.next().expect("a place for each attribute");
            match other == name {
                true => self.places.removed_names.push(place.0.span()),
                false => kept.push(place),
            }
        }
        kept.extend(all);
        self.places.attributes = kept;
    }

    /// Appends a range of the chunk verbatim. An empty one is a place as well.
    fn append_verbatim(&mut self, field: Field, from: usize, to: usize) {
        let (from, to) = (self.offset(from), self.offset(to));
        let is_at_start = from == self.offset(0);
        let is_empty = self.contents(field).is_none_or(str::is_empty);
        match self.place(field) {
            Some(place) if from < to => place.append(from, to),
            Some(_) if is_of_doctype(field) || !is_empty => {}
            // At the start of a chunk it is none.
            Some(Place::Nowhere) if is_at_start => {}
            Some(place) => place.append(from, to),
            None => {}
        }
    }

    fn stmt(&mut self, stmt: &Stmt, to: Option<usize>) -> Result<Answer, Halt> {
        let (pos, from) = self.run.cursor();
        let (start, here, base) = (self.offset(from), self.offset(pos), self.offset(0));
        let scanned = match (start, here) == (base, base) {
            true => Place::Nowhere,
            false => Place::At(start, here),
        };
        match stmt {
            Stmt::References { of, .. } => {
                let is_emitted = self.run.program().references[of].to == Receiver::Emitted;
                return self.references(stmt, is_emitted, to);
            }
            Stmt::LineEnding { act, .. } => return self.line_ending(stmt, act, to),
            _ => {}
        }
        let done = self.run.perform(stmt)?;
        let now = self.cursor();
        let after = self.offset(pos + usize::from(pos < self.run.text.len()));
        let mut span = None;
        match stmt {
            Stmt::Sync(_) | Stmt::SyncPosition => self.is_stale = false,
            Stmt::EmitScanned { .. } => span = self.verbatim(from, pos),
            Stmt::EmitCharacter(_) => span = self.verbatim(pos, pos + 1),
            Stmt::AppendScanned(field) => self.append_verbatim(*field, from, pos),
            Stmt::AppendCharacter(field, _) => self.append(*field, here, after),
            Stmt::SetScanned(field) => self.set(*field, scanned),
            Stmt::SetCharacter(field, _) => self.set(*field, Place::At(here, after)),
            Stmt::BeginMarkup => self.set_emitted(here),
            Stmt::HoldName => self.places.deferred.0 = scanned,
            Stmt::HoldValue => self.places.deferred.1 = scanned,
            Stmt::HoldReferences(_) if now > here => self.places.deferred.1.append(here, now),
            Stmt::RestOfName { to, .. } if done => match to {
                Rest::Name => self.places.deferred.0.append(here, now),
                Rest::Append(field) => self.append(*field, here, now),
            },
            Stmt::WriteAttribute(pending) => {
                let (name, value) = self.places.deferred;
                let parts = match pending {
                    Pending::Nothing | Pending::Started => (Place::Nowhere, Place::Nowhere),
                    Pending::Named => (name, Place::Nowhere),
                    Pending::Valued => (name, value),
                };
                self.places.attributes.push(parts);
                self.places.removed = None;
                // The parts are the attribute's from here on.
                self.places.deferred = (Place::Open, Place::Open);
            }
            _ => {}
        }
        self.take_events(span);
        Ok(match stmt {
            // The evaluator has no pauses.
            Stmt::If(Cond::Interrupted, _) => Answer::from(self.has_answer()),
            Stmt::RestOfName { .. } | Stmt::If(..) => Answer::from(done),
            _ => Answer::Nothing,
        })
    }

    /// References, and the texts between and after them, as far as the machine went.
    fn references(
        &mut self,
        stmt: &Stmt,
        is_emitted: bool,
        to: Option<usize>,
    ) -> Result<Answer, Halt> {
        let begin = self.run.cursor().0;
        let to = to.unwrap_or(begin);
        let mut text = String::new();
        let scan = match is_emitted {
            true => 0,
            false => sets::VALUE,
        };
        loop {
            let at = self.run.cursor().0;
            if at >= to && at > begin {
                break;
            }
            if self.char_at(at) == Some('&') {
                if !self.run.perform(stmt)? {
                    break;
                }
            } else {
                let stops = &self.run.program().scans[&scan].stop_bytes;
                if self.char_at(at).is_none_or(|c| stops.contains(c)) {
                    return Err(Halt::Stuck(format!("a stop at {at}, before {to}")));
                }
                self.run.perform(&match is_emitted {
                    true => Stmt::EmitCharacter(Width::Bound),
                    false => Stmt::AppendCharacter(Field::AttributeValue, Width::Bound),
                })?;
                self.run.perform(&Stmt::Advance(Width::Bound))?;
            }
            let before = self.seen.len();
            text += &self.drain_events();
            assert_eq!(self.seen[before..], [], "references emit text alone");
        }
        let (from, end) = (self.offset(begin), self.cursor());
        if end > from {
            if is_emitted {
                self.set_emitted(end);
                self.seen.push(Seen::Text(text, Span::new(from, end)));
            } else {
                self.append(Field::AttributeValue, from, end);
            }
        }
        Ok(Answer::To(self.run.cursor().0))
    }

    /// A line ending, and if it is emitted those after it, as far as the machine went.
    fn line_ending(
        &mut self,
        stmt: &Stmt,
        act: &LineEnding,
        to: Option<usize>,
    ) -> Result<Answer, Halt> {
        let begin = self.run.cursor().0;
        loop {
            let at = self.run.cursor().0;
            if !self.run.perform(stmt)? {
                return match at == begin {
                    true => Ok(Answer::No),
                    false => Err(Halt::Stuck(format!("the chunk ends at {at}"))),
                };
            }
            let now = self.run.cursor().0;
            let (from, end) = (self.offset(at), self.offset(now));
            match act {
                LineEnding::Emit if self.char_at(now) == Some('\n') => {}
                LineEnding::Emit => {
                    self.set_emitted(end);
                    self.take_events(Some(Span::new(from, end)));
                }
                LineEnding::Append { field, .. } => self.append(*field, from, end),
                LineEnding::Act(actions) if actions.is_empty() => {}
                LineEnding::Act(_) => {
                    self.is_stale = false;
                    self.set_emitted(end);
                    self.take_events(Some(Span::new(from, end)));
                }
            }
            self.take_events(None);
            let has_more = to.is_some_and(|to| now < to);
            if !has_more || *act != LineEnding::Emit {
                return Ok(Answer::To(now));
            }
        }
    }
}
