//! Trees as html5lib's tests write them: of this crate, and of html5ever alone.

use html5ever::QualName;
use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::{ByteTendril, TendrilSink, fmt::Bytes};
use html5ever::tree_builder::{TreeBuilderOpts, create_element};
use markup5ever_rcdom::RcDom;
use tokenwright_html5ever::rcdom::Outline;
use tokenwright_html5ever::{Options, Parser, ProcessingInstructions};
use tokenwright_tests::tree_construction::{Input, qualified_name};

pub(crate) fn parse_opts(scripting: bool) -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: scripting,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    }
}

/// The name of the context element, if the input is a fragment.
pub(crate) fn context(input: &Input) -> Option<QualName> {
    input.context.as_ref().map(qualified_name)
}

/// The tree of a document, or what is in the root of a fragment.
pub(crate) fn outline(input: &Input, dom: &RcDom) -> String {
    match input.context {
        None => Outline(&dom.document).to_string(),
        Some(_) => Outline(&dom.document.children.borrow()[0]).to_string(),
    }
}

/// A parser of this crate for an input.
pub(crate) fn parser(input: &Input, nodes: ProcessingInstructions) -> Parser<RcDom> {
    let options = Options::from(parse_opts(input.scripting)).processing_instructions(nodes);
    let sink = RcDom::default();
    match context(input) {
        None => options.parse_document(sink),
        Some(name) => {
            let context = create_element(&sink, name, vec![]);
            options.parse_fragment_for_element(sink, context, input.scripting, None)
        }
    }
}

/// The tree of this crate, of an input that arrives in these chunks.
pub(crate) fn of_chunks<'a>(input: &Input, chunks: impl IntoIterator<Item = &'a str>) -> String {
    let mut parser = parser(input, ProcessingInstructions::Comments);
    for chunk in chunks {
        parser.process(chunk.into());
    }
    outline(input, &parser.finish())
}

/// The tree of html5ever alone.
pub(crate) fn of_html5ever(input: &Input) -> String {
    let scripting = input.scripting;
    let (sink, opts) = (RcDom::default(), parse_opts(scripting));
    let parser = match context(input) {
        None => driver::parse_document(sink, opts),
        Some(name) => driver::parse_fragment(sink, opts, name, vec![], scripting),
    };
    outline(input, &parser.one(&*input.html))
}

/// What a parser of bytes gives for a text that arrives byte by byte.
pub(crate) fn by_bytes<P: TendrilSink<Bytes>>(mut parser: P, html: &str) -> P::Output {
    for byte in html.as_bytes() {
        parser.process(ByteTendril::from_slice(&[*byte]));
    }
    parser.finish()
}
