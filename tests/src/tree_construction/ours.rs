//! The tokens that our tokenizer finds without a tree.

use super::{Input, namespace};
use crate::generated::Collector;
use crate::tokens::Tokens;
use tokenwright::revisions::Newest;
use tokenwright::{
    Ambiguity, Comment, Doctype, Follow, Next, Options, ProcessingInstruction, Revision, Sink,
    Span, Tag, Tokenizer,
};
use tokenwright_interpreter::{Event, Token};

/// The tokens of an input, and what is not known of them.
#[derive(Debug, Default)]
pub struct Followed {
    /// The tokens.
    pub tokens: Tokens,
    /// The ambiguities, each with the number of tokens before it.
    pub ambiguities: Vec<(usize, Ambiguity)>,
}

/// The tokens of a document, or of a fragment in a context, in a revision.
#[must_use]
pub fn tokens<R: Revision>(input: &Input, follow: Follow) -> Followed {
    tokens_with::<R>(&input.html, options(input, follow))
}

/// The tokens in the newest revision, of an input that arrives in chunks of `size` bytes. Half of them are read by a
/// clone of the tokenizer.
#[must_use]
pub fn tokens_of_chunks(input: &Input, size: usize, follow: Follow) -> Followed {
    let html = &*input.html;
    let mut tokenizer = new::<Newest>(html, options(input, follow));
    for (at, chunk) in html.as_bytes().chunks(size).enumerate() {
        if at == html.len() / size / 2 {
            tokenizer = tokenizer.clone();
        }
        tokenizer.feed_bytes(chunk);
    }
    finish(tokenizer)
}

/// The tokens of a document in a revision, with options.
#[must_use]
pub fn tokens_with<R: Revision>(input: &str, options: Options) -> Followed {
    let mut tokenizer = new::<R>(input, options);
    tokenizer.feed_str(input);
    finish(tokenizer)
}

fn options(input: &Input, follow: Follow) -> Options {
    let context = input.context.as_ref();
    Options {
        scripting: input.scripting,
        follow,
        context: context.map(|of| tokenwright::Context::new(&of.name, namespace(of))),
        ..Options::default()
    }
}

fn new<R: Revision>(input: &str, options: Options) -> Tokenizer<Recorder<'_>, R> {
    let sink = Recorder {
        source: input,
        collector: Collector::default(),
        ambiguities: Vec::new(),
    };
    Tokenizer::<_, R>::with_options(sink, options)
}

fn finish<R: Revision>(tokenizer: Tokenizer<Recorder<'_>, R>) -> Followed {
    let recorder = tokenizer.finish();
    Followed {
        tokens: recorder.collector.output().into(),
        ambiguities: recorder.ambiguities,
    }
}

#[derive(Clone)]
struct Recorder<'i> {
    source: &'i str,
    collector: Collector,
    ambiguities: Vec<(usize, Ambiguity)>,
}

impl Sink for Recorder<'_> {
    const ERRORS: bool = false;

    fn text(&mut self, text: &str, span: Span) {
        self.collector.text(text, span);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.collector.start_tag(tag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.collector.end_tag(tag)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.collector.comment(comment);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.collector.doctype(doctype);
    }

    /// html5ever has no processing instructions: they are bogus comments, as before 2026.
    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        let source = &self.source[instruction.span.range()];
        let data = source.strip_prefix('<').unwrap_or(source);
        let data = data.strip_suffix('>').unwrap_or(data);
        let comment = Token::Comment(data.to_owned());
        self.collector.events.push(Event::Token(comment));
    }

    fn ambiguity(&mut self, ambiguity: &Ambiguity) {
        // Without errors, each event is a token.
        let before = self.collector.events.len();
        self.ambiguities.push((before, *ambiguity));
    }
}
