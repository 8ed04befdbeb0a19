//! A sink that records everything.

use crate::tokens_as_lines::tokens_as_lines;
use fastrand::Rng;
use tokenwright::{
    Comment, Doctype, Limits, Next, Options, ParseError, ProcessingInstruction, Revision, Sink,
    Span, Tag, Tokenizer,
};

/// Everything that a tokenizer emits, one line each; adjacent text is joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) lines: Vec<String>,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) texts: Vec<(String, Span)>,
    /// How tags are written.
    pub(crate) sources: Vec<String>,
    /// Names and values with their spans.
    pub(crate) parts: Vec<(String, Span)>,
    text_is_last: bool,
    is_cdata: bool,
}

impl Record {
    fn line(&mut self, line: String) {
        self.end_text();
        self.lines.push(line);
    }

    fn end_text(&mut self) {
        if let (true, Some((text, span))) = (self.text_is_last, self.texts.last()) {
            self.lines.push(text_line(text, *span, self.is_cdata));
        }
        self.text_is_last = false;
    }

    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        self.parts.push((tag.name().into(), tag.name_span()));
        for attribute in tag.attributes() {
            self.parts
                .push((attribute.name().into(), attribute.name_span()));
            self.parts
                .push((attribute.value().into(), attribute.value_span()));
        }
        self.line(tag_line(tag));
        self.sources.push(source_line(tag));
        Next::Continue
    }
}

/// How a tag of a sink or of the iterator is written.
pub(crate) fn source_line(tag: &Tag<'_>) -> String {
    let duplicates: Vec<_> = tag.duplicate_attributes().collect();
    let mut line = format!("source {:?} without {duplicates:?}", tag.source());
    for attribute in tag.attributes() {
        let source = attribute.source();
        assert_eq!(source.name_span, attribute.name_span(), "{source:?}");
        assert_eq!(source.value_span, attribute.value_span(), "{source:?}");
        line += &format!(" {source:?}");
    }
    line
}

/// The text of a sink or of the iterator.
pub(crate) fn text_line(text: &str, span: Span, is_cdata: bool) -> String {
    let kind = if is_cdata { "CDATA text" } else { "text" };
    format!("{kind} {text:?} {span}")
}

/// A tag of a sink or of the iterator.
pub(crate) fn tag_line(tag: &Tag<'_>) -> String {
    let kind = if tag.is_end_tag() { "end" } else { "start" };
    let mut line = format!("{kind} {:?} {} {}", tag.name(), tag.name_span(), tag.span());
    for a in tag.attributes() {
        line += &format!(
            " {:?} {} = {:?} {}",
            a.name(),
            a.name_span(),
            a.value(),
            a.value_span()
        );
    }
    if tag.is_self_closing() {
        line += " /";
    }
    line
}

impl Sink for Record {
    const SOURCE: bool = true;

    tokens_as_lines!();

    fn text(&mut self, text: &str, span: Span) {
        assert!(!text.is_empty());
        if self.text_is_last {
            let (before, whole) = self.texts.last_mut().expect("there is text before");
            assert!(
                whole.end <= span.start,
                "{before:?} {whole}, {text:?} {span}"
            );
            before.push_str(text);
            whole.end = span.end;
        } else {
            self.texts.push((text.into(), span));
            self.text_is_last = true;
        }
    }

    fn start_cdata_section(&mut self, span: Span) {
        assert!(span.range().is_empty() || span.range().len() == "<![CDATA[".len());
        self.end_text();
        self.is_cdata = true;
    }

    fn end_cdata_section(&mut self, span: Span) {
        assert!(span.range().is_empty() || span.range().len() == "]]>".len());
        self.end_text();
        self.is_cdata = false;
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push(*error);
    }
}

/// Feeds a document in chunks of `size` bytes.
pub(crate) fn feed<S: Sink, R: Revision>(
    tokenizer: &mut Tokenizer<S, R>,
    document: &[u8],
    size: usize,
) {
    let chunks = document.chunks(size);
    chunks.for_each(|chunk| tokenizer.feed_bytes(chunk));
}

/// What a revision makes of these chunks of bytes.
pub(crate) fn record<'c, R: Revision>(
    options: &Options,
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Record {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), options.clone());
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish()
}

/// Random numbers below a bound, the same in every run.
pub(crate) fn random_numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = Rng::with_seed(seed);
    move |below| random.usize(..below)
}

/// The default options with other limits.
pub(crate) fn with_limits(limit: impl FnOnce(&mut Limits)) -> Options {
    let mut options = Options::default();
    limit(&mut options.limits);
    options
}

/// Calls a generic function for each revision.
macro_rules! each_revision {
    ($check:ident($($argument:expr),*)) => {{
        struct Each;
        impl tokenwright::RevisionVisitor for Each {
            fn visit<R: tokenwright::Revision>(&mut self) {
                $check::<R>($($argument),*);
            }
        }
        tokenwright::revisions::visit(&mut Each);
    }};
}
pub(crate) use each_revision;
