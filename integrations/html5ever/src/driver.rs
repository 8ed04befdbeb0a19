//! The functions of [`html5ever::driver`].

pub use crate::Parser;
use crate::{Options, ParseOpts as Opts};
use html5ever::tree_builder::{TreeSink, create_element};
use html5ever::{Attribute, QualName};

#[doc(no_inline)]
pub use html5ever::driver::ParseOpts;

/// Parses a document, as [`html5ever::parse_document`] does.
///
/// ```
/// use html5ever::tendril::TendrilSink;
/// use scraper::{Html, HtmlTreeSink, Selector};
/// use tokenwright_html5ever::parse_document;
///
/// let sink = HtmlTreeSink::new(Html::new_document());
/// let html = parse_document(sink, Default::default()).one("<title>Tea</title>");
/// let title = Selector::parse("title").expect("a selector");
/// assert_eq!(html.select(&title).next().expect("a title").inner_html(), "Tea");
/// ```
pub fn parse_document<Sink: TreeSink>(sink: Sink, opts: Opts) -> Parser<Sink> {
    Options::from(opts).parse_document(sink)
}

/// Parses a fragment, as [`html5ever::parse_fragment`] does.
///
/// ```
/// use html5ever::tendril::TendrilSink;
/// use html5ever::{QualName, local_name, ns};
/// use scraper::{Html, HtmlTreeSink};
/// use tokenwright_html5ever::parse_fragment;
///
/// let context = QualName::new(None, ns!(html), local_name!("textarea"));
/// let sink = HtmlTreeSink::new(Html::new_fragment());
/// let html = parse_fragment(sink, Default::default(), context, vec![], false).one("a <b> c");
/// assert_eq!(html.root_element().inner_html(), "a &lt;b&gt; c");
/// ```
pub fn parse_fragment<Sink: TreeSink>(
    sink: Sink,
    opts: Opts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<Sink> {
    let context = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context, context_element_allows_scripting, None)
}

/// Parses a fragment with an existing context element, as
/// [`html5ever::driver::parse_fragment_for_element`] does.
pub fn parse_fragment_for_element<Sink: TreeSink>(
    sink: Sink,
    opts: Opts,
    context_element: Sink::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<Sink::Handle>,
) -> Parser<Sink> {
    Options::from(opts).parse_fragment_for_element(
        sink,
        context_element,
        context_element_allows_scripting,
        form_element,
    )
}
