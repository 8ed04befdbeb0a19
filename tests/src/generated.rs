//! Runs the generated tokenizers with the interpreter's types.
//!
//! The collector gives what the interpreter gives, so that both outputs are compared as they are. [`check_agreement`] does so for
//! the whole input and for each way to split it. The interpreter has neither the ends of errors nor pauses: the spans of errors
//! are compared with those of the whole input, and pauses are counted.

use std::collections::VecDeque;
use std::fmt::Debug;
use tokenwright::{
    Comment, Doctype, Follow, Next, Options, ProcessingInstruction, Revision, RevisionVisitor,
    Sink, Span, Tag, TextMode, Tokenizer, revisions,
};
use tokenwright_interpreter::{Event, Output, ParseError, Response, Setup, Token};
use tokenwright_tables::grammar::{ContentModel, Mode};

/// How the input is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunks<'a> {
    /// One chunk: the whole input.
    Whole,
    /// One byte at a time.
    Bytes,
    /// Into chunks that end at these offsets, which need not be character boundaries.
    At(&'a [usize]),
    /// Into chunks that end at these offsets, with a pause at every tag at which tree construction does not switch.
    Paused(&'a [usize]),
}

/// Collects the output of a tokenizer in order, and joins adjacent text.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    /// Tokens and errors.
    pub events: Vec<Event>,
    /// The positions of the errors.
    pub error_spans: Vec<Span>,
    /// The positions of the tokens but text.
    pub token_spans: Vec<Span>,
    /// The positions of parts: the pieces of text, and the names and values of attributes.
    pub part_spans: Vec<Span>,
    /// What tree construction does at the next tags.
    responses: VecDeque<Response>,
    /// Whether the adjusted current node is foreign.
    foreign: bool,
    /// Whether tags are answered with a pause.
    pauses: bool,
    /// The tags that were answered with a pause, and the pauses that followed. The end of the input ends a pause.
    pub paused: [usize; 2],
}

impl Collector {
    /// One whose adjusted current node is foreign, or not.
    #[must_use]
    pub fn new(foreign: bool) -> Self {
        Collector {
            foreign,
            ..Collector::default()
        }
    }

    /// What was collected, as the interpreter gives it.
    pub fn output(&self) -> Output {
        Output::new(self.events.clone())
    }

    /// The tokens, then the code, line and column of each error: what does not depend on offsets.
    pub fn without_offsets(&self) -> Vec<String> {
        let Output { tokens, errors, .. } = self.output();
        let tokens = tokens.iter().map(|token| format!("{token:?}"));
        let errors = errors.iter();
        let errors = errors.map(|error| format!("{}:{}: {}", error.line, error.column, error.code));
        tokens.chain(errors).collect()
    }

    fn respond(&mut self) -> Next {
        let Response { switch, foreign } = self.responses.pop_front().unwrap_or_default();
        self.foreign = foreign.unwrap_or(self.foreign);
        match switch {
            None if self.pauses => {
                self.paused[0] += 1;
                Next::Pause
            }
            None => Next::Continue,
            Some(Mode::Data) => Next::Switch(TextMode::Data),
            Some(Mode::Rcdata) => Next::Switch(TextMode::Rcdata),
            Some(Mode::Rawtext) => Next::Switch(TextMode::Rawtext),
            Some(Mode::ScriptData) => Next::Switch(TextMode::ScriptData),
            Some(Mode::Plaintext) => Next::Switch(TextMode::Plaintext),
        }
    }

    fn push(&mut self, token: Token) {
        self.events.push(Event::Token(token));
    }

    fn push_spans_of(&mut self, tag: &Tag<'_>) {
        self.token_spans.push(tag.span());
        let attributes = tag.attributes();
        let spans = attributes.flat_map(|it| [it.name_span(), it.value_span()]);
        self.part_spans.extend(spans);
    }
}

impl Sink for Collector {
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, span: Span) {
        assert!(!text.is_empty(), "text is never empty");
        self.part_spans.push(span);
        match self.events.last_mut() {
            Some(Event::Token(Token::Characters(before))) => before.push_str(text),
            _ => self.push(Token::Characters(text.into())),
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.push_spans_of(tag);
        let (name, attributes) = parts(tag);
        self.push(Token::StartTag {
            name,
            attributes,
            self_closing: tag.is_self_closing(),
        });
        self.respond()
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.push_spans_of(tag);
        let (name, attributes) = parts(tag);
        self.push(Token::EndTag {
            name,
            attributes,
            self_closing: tag.is_self_closing(),
        });
        self.respond()
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.token_spans.push(comment.span);
        self.push(Token::Comment((&*comment.data).into()));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.token_spans.push(doctype.span);
        self.push(Token::Doctype {
            name: doctype.name.as_deref().map(Into::into),
            public: doctype.public_identifier.as_deref().map(Into::into),
            system: doctype.system_identifier.as_deref().map(Into::into),
            force_quirks: doctype.force_quirks,
        });
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.token_spans.push(instruction.span);
        self.push(Token::ProcessingInstruction {
            target: (&*instruction.target).into(),
            data: (&*instruction.data).into(),
        });
    }

    fn end_of_file(&mut self, _: Span) {
        self.push(Token::EndOfFile);
    }

    fn error(&mut self, error: &tokenwright::ParseError) {
        self.error_spans.push(error.span);
        self.events.push(Event::Error(ParseError {
            code: error.code.to_string(),
            offset: error.span.start,
            line: error.line,
            column: error.column,
        }));
    }
}

fn parts(tag: &Tag<'_>) -> (String, Vec<(String, String)>) {
    let attributes = tag
        .attributes()
        .map(|a| (a.name().into(), a.value().into()));
    (tag.name().into(), attributes.collect())
}

/// Runs the generated tokenizer of a revision; `None` if the revision or the state does not exist.
pub fn run(id: &str, setup: &Setup, input: &str, chunks: Chunks<'_>) -> Option<Collector> {
    struct Run<'a>(&'a str, &'a Setup, &'a str, Chunks<'a>, Option<Collector>);

    impl RevisionVisitor for Run<'_> {
        fn visit<R: Revision>(&mut self) {
            if R::ID == self.0 {
                self.4 = run_revision::<R>(self.1, self.2, self.3);
            }
        }
    }

    let mut run = Run(id, setup, input, chunks, None);
    revisions::visit(&mut run);
    run.4
}

/// What a generated tokenizer makes of an input: the same whole and in chunks in each of these ways, with the same spans of
/// errors and of tokens but text. All spans are parts of the input; `random_splits.rs` compares those of attributes on the
/// revisions, as edited tables need not make values of adjacent text. Tokens and errors are compared apart: an error may be at
/// another place between the parts of a text that is split differently.
///
/// # Errors
/// The first difference, or that there is no such revision or state.
pub fn run_in_each_way<'c>(
    id: &str,
    setup: &Setup,
    input: &str,
    ways: impl IntoIterator<Item = Chunks<'c>>,
) -> Result<Output, String> {
    let run = |chunks| {
        let collected = run(id, setup, input, chunks);
        let collected =
            collected.ok_or_else(|| format!("there is no revision {id}, or no such state"))?;
        let spans = collected.token_spans.iter().chain(&collected.part_spans);
        let mut spans = spans.chain(&collected.error_spans);
        match spans.find(|span| input.get(span.start..span.end).is_none()) {
            Some(span) => Err(format!("{chunks:?}: {span:?} is no part of the input")),
            None => Ok(collected),
        }
    };
    let whole = run(Chunks::Whole)?;
    let expected = whole.output();
    for chunks in ways {
        let found = run(chunks)?;
        let [tags, pauses] = found.paused;
        same_output(&found.output(), &expected)
            .and_then(|()| same("span of an error", &found.error_spans, &whole.error_spans))
            .and_then(|()| same("span of a token", &found.token_spans, &whole.token_spans))
            // The end of the input ends the last pause.
            .and_then(|()| match (pauses..=pauses + 1).contains(&tags) {
                true => Ok(()),
                false => Err(format!("{pauses} pauses after {tags} tags")),
            })
            .map_err(|why| format!("{chunks:?}: {why}"))?;
    }
    Ok(expected)
}

/// Compares what a generated tokenizer makes of an input, whole and in each of these ways, with what is expected.
///
/// # Errors
/// The first difference, or that there is no such revision or state.
pub fn check_agreement<'c>(
    id: &str,
    setup: &Setup,
    input: &str,
    expected: &Output,
    ways: impl IntoIterator<Item = Chunks<'c>>,
) -> Result<(), String> {
    let whole = run_in_each_way(id, setup, input, ways)?;
    same_output(&whole, expected).map_err(|why| format!("{:?}: {why}", Chunks::Whole))
}

/// The cuts of an input in two, one at every byte.
#[must_use]
pub fn cuts(input: &str) -> Vec<[usize; 1]> {
    (0..=input.len()).map(|cut| [cut]).collect()
}

/// The first difference of the tokens, or else of the errors.
fn same_output(found: &Output, expected: &Output) -> Result<(), String> {
    same("token", &found.tokens, &expected.tokens)?;
    same("error", &found.errors, &expected.errors)
}

/// The first difference of two lists.
fn same<T: Debug + PartialEq>(what: &str, found: &[T], expected: &[T]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let pairs = found.iter().zip(expected);
    let at = pairs
        .take_while(|(found, expected)| found == expected)
        .count();
    let [found, expected] = [found, expected].map(|all| all.get(at));
    Err(format!("{what} {at} is {found:?}, not {expected:?}"))
}

fn run_revision<R: Revision>(setup: &Setup, input: &str, chunks: Chunks<'_>) -> Option<Collector> {
    let options = Options {
        follow: Follow::Nothing,
        ..Options::default()
    };
    let collector = Collector {
        responses: setup.responses.iter().copied().collect(),
        pauses: matches!(chunks, Chunks::Paused(_)),
        ..Collector::new(setup.foreign)
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(collector, options);
    if let Some(model) = setup.content_model.filter(|_| R::HAS_CONTENT_MODEL_FLAG) {
        tokenizer.set_text_mode(match model {
            ContentModel::Pcdata => TextMode::Data,
            ContentModel::Rcdata => TextMode::Rcdata,
            ContentModel::Cdata => TextMode::Rawtext,
            ContentModel::Plaintext => TextMode::Plaintext,
        });
    }
    if let Some(state) = &setup.state {
        tokenizer.set_state(R::state_named(state)?);
    }
    if let Some(name) = &setup.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    let every: Vec<usize> = (1..input.len()).collect();
    let ends = match chunks {
        Chunks::Whole => {
            tokenizer.feed_str(input);
            return Some(tokenizer.finish());
        }
        Chunks::Bytes => &every[..],
        Chunks::At(ends) | Chunks::Paused(ends) => ends,
    };
    let mut start = 0;
    for &end in ends.iter().chain([&input.len()]) {
        tokenizer.feed_bytes(&input.as_bytes()[start..end]);
        start = end;
        while tokenizer.is_paused() {
            tokenizer.sink_mut().paused[1] += 1;
            tokenizer.resume();
        }
    }
    Some(tokenizer.finish())
}
