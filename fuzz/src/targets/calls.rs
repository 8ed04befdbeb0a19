//! Any sequence of calls of a tokenizer, with pauses, stops and limits.

use crate::document::{Document, pieces};
use crate::record::Record;
use fastrand::Rng;
use std::collections::VecDeque;
use tokenwright::{
    Context, Limits, Namespace, Next, Options, Revision, RevisionVisitor, TextMode, Token,
    Tokenizer, Tokens, revisions,
};

const TEXT_MODES: [TextMode; 5] = [
    TextMode::Data,
    TextMode::Rcdata,
    TextMode::Rawtext,
    TextMode::ScriptData,
    TextMode::Plaintext,
];

const NAMES: [&str; 6] = ["", "title", "svg", "SCRIPT", "annotation-xml", "\0\u{e9}"];

const LIMITS: [usize; 6] = [0, 1, 3, 16, 100, usize::MAX];

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    if let Some(document) = Document::of(input) {
        let index = usize::from(document.revision) % crate::tables::all().len();
        revisions::visit(&mut Calls { document, index });
    }
}

struct Calls<'a> {
    document: Document<'a>,
    /// Counts down to the revision.
    index: usize,
}

impl RevisionVisitor for Calls<'_> {
    fn visit<R: Revision>(&mut self) {
        if self.index == 0 {
            let mut random = self.document.random();
            let options = Options {
                limits: limits(&mut random),
                context: (random.usize(..4) == 0).then(|| context(&mut random)),
                ..self.document.flags.options()
            };
            clones_continue_alike::<R>(&self.document, &options, &mut random);
            limits_end_the_iteration_early::<R>(&self.document, options);
        }
        self.index = self.index.wrapping_sub(1);
    }
}

/// Random limits; half of the time none.
fn limits(random: &mut Rng) -> Limits {
    if random.bool() {
        return Limits::default();
    }
    Limits {
        token_bytes: random.choice(LIMITS).expect("not empty"),
        attributes: random.choice(LIMITS).expect("not empty"),
        nesting: random.choice(LIMITS).expect("not empty"),
        memory: random.choice(LIMITS).expect("not empty"),
    }
}

fn context(random: &mut Rng) -> Context {
    let namespaces = [Namespace::Html, Namespace::Svg, Namespace::MathMl];
    let context = Context::new(
        NAMES[random.usize(..NAMES.len())],
        *random.choice(&namespaces).expect("not empty"),
    );
    match random.usize(..2) {
        0 => context,
        _ => context.attribute("encoding", "text/html"),
    }
}

fn answers(random: &mut Rng) -> Vec<Next> {
    let tags = random.usize(..8);
    let answers = (0..tags).map(|_| match random.usize(..8) {
        0..4 => Next::Pause,
        4 => Next::Switch(*random.choice(&TEXT_MODES).expect("not empty")),
        5 if random.usize(..3) == 0 => Next::Stop,
        _ => Next::Continue,
    });
    answers.collect()
}

/// A call of a tokenizer.
enum Call<'a, R: Revision> {
    Feed(&'a [u8]),
    Insert(String),
    Resume,
    SetState(R::State),
    SetTextMode(TextMode),
    SetLastStartTag(&'static str),
    SetForeign(bool),
    End,
}

impl<R: Revision> Call<'_, R> {
    fn other(random: &mut Rng) -> Self {
        match random.usize(..7) {
            0..3 => Call::Resume,
            3 => Call::SetState(random.choice(R::STATES).expect("not empty").0),
            4 => Call::SetTextMode(*random.choice(&TEXT_MODES).expect("not empty")),
            5 => Call::SetLastStartTag(NAMES[random.usize(..NAMES.len())]),
            _ if random.usize(..8) == 0 => Call::End,
            _ => Call::SetForeign(random.bool()),
        }
    }

    fn make(&self, tokenizer: &mut Tokenizer<Record<true>, R>) {
        match self {
            Call::Feed(bytes) => tokenizer.feed_bytes(bytes),
            Call::Insert(text) => tokenizer.insert(text),
            Call::Resume => tokenizer.resume(),
            Call::SetState(state) => tokenizer.set_state(*state),
            Call::SetTextMode(mode) => tokenizer.set_text_mode(*mode),
            Call::SetLastStartTag(name) => tokenizer.set_last_start_tag(name),
            Call::SetForeign(foreign) => tokenizer.sink_mut().foreign = *foreign,
            Call::End => tokenizer.end(),
        }
    }
}

/// Feeds and inserts the pieces of a document between other calls. A clone that gets the same calls gives the same, and
/// nothing comes after a stop.
fn clones_continue_alike<R: Revision>(
    document: &Document<'_>,
    options: &Options,
    random: &mut Rng,
) {
    let record = Record::<true>::answering(answers(random));
    let mut tokenizer = Tokenizer::<_, R>::with_options(record, options.clone());
    let mut clone = None;
    let mut rest = VecDeque::from(pieces(document.bytes, random));
    while let Some(piece) = rest.pop_front() {
        let call = match random.usize(..4) {
            0 => {
                rest.push_front(piece);
                Call::other(random)
            }
            1 => Call::Insert(String::from_utf8_lossy(piece).into_owned()),
            _ => Call::Feed(piece),
        };
        let stopped = tokenizer.is_stopped().then(|| tokenizer.sink().clone());
        call.make(&mut tokenizer);
        if let Some(before) = stopped {
            assert_eq!(*tokenizer.sink(), before, "output after a stop");
            assert!(!tokenizer.is_paused(), "a pause after a stop");
        }
        match &mut clone {
            Some(clone) => call.make(clone),
            none if random.usize(..8) == 0 => *none = Some(tokenizer.clone()),
            _ => {}
        }
    }
    let record = tokenizer.finish();
    if let Some(clone) = clone {
        assert_eq!(clone.finish(), record, "a clone");
    }
}

/// With limits, the iterator gives the first tokens of those without. A text at the end may be shorter.
fn limits_end_the_iteration_early<R: Revision>(document: &Document<'_>, options: Options) {
    let text = document.text();
    let mut limited: Vec<Token<'_>> = Tokens::<R>::with_options(&text, options.clone()).collect();
    let options = Options {
        limits: Limits::default(),
        ..options
    };
    let all = Tokens::<R>::with_options(&text, options);
    let mut all: Vec<Token<'_>> = all.take(limited.len()).collect();
    assert_eq!(all.len(), limited.len(), "a token too many");
    if let (Some(Token::Text(short)), Some(Token::Text(long))) = (limited.last(), all.last()) {
        assert!(long.text.starts_with(&*short.text), "{short:?} of {long:?}");
        limited.pop();
        all.pop();
    }
    assert_eq!(limited, all);
}
