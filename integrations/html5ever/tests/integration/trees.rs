//! Trees as html5lib's tests write them: of this crate, and of html5ever alone.

use crate::dat::Test;
use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::{TreeBuilderOpts, create_element};
use markup5ever_rcdom::RcDom;
use tokenwright_html5ever::rcdom::Outline;
use tokenwright_html5ever::{Options, Parser, ProcessingInstructions};

pub(crate) fn parse_opts(scripting: bool) -> ParseOpts {
    ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: scripting,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    }
}

/// The tree of a document, or what is in the root of a fragment.
pub(crate) fn outline(test: &Test, dom: &RcDom) -> String {
    match test.context {
        None => Outline(&dom.document).to_string(),
        Some(_) => Outline(&dom.document.children.borrow()[0]).to_string(),
    }
}

/// A parser of this crate for a test.
pub(crate) fn parser(test: &Test, scripting: bool, nodes: ProcessingInstructions) -> Parser<RcDom> {
    let options = Options::from(parse_opts(scripting)).processing_instructions(nodes);
    let sink = RcDom::default();
    match test.context() {
        None => options.parse_document(sink),
        Some(name) => {
            let context = create_element(&sink, name, vec![]);
            options.parse_fragment_for_element(sink, context, scripting, None)
        }
    }
}

/// The tree of this crate, of a document that arrives in chunks.
pub(crate) fn of_chunks<'a>(
    test: &Test,
    scripting: bool,
    chunks: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut parser = parser(test, scripting, ProcessingInstructions::Comments);
    for chunk in chunks {
        parser.process(chunk.into());
    }
    outline(test, &parser.finish())
}

/// The tree of html5ever alone.
pub(crate) fn of_html5ever(test: &Test, scripting: bool) -> String {
    let (sink, opts) = (RcDom::default(), parse_opts(scripting));
    let parser = match test.context() {
        None => driver::parse_document(sink, opts),
        Some(name) => driver::parse_fragment(sink, opts, name, vec![], scripting),
    };
    outline(test, &parser.one(&*test.data))
}
