//! Our rules of tree construction instead of html5ever's: the newest standard, for any [`TreeSink`].
//!
//! The time for a tag does not grow with the number of open elements, so no limit is needed for that.
//!
//! ```
//! use html5ever::tendril::TendrilSink;
//! use markup5ever_rcdom::RcDom;
//! use tokenwright_html5ever::{ParseOpts, rules};
//!
//! let dom = rules::parse_document(RcDom::default(), ParseOpts::default()).one("<p>a<p>b");
//! assert_eq!(dom.document.children.borrow().len(), 1);
//! ```
//!
//! # What differs from html5ever
//!
//! - Trees are the newest standard's: processing instructions are nodes, for example.
//! - Parse errors are codes: the standard's, and for those of tree construction the names of the tables.
//! - The parents of nodes are remembered. A sink, or a script in a pause, must not move elements that are still open.
//! - These methods of the sink are not called: `associate_with_form`, `attach_declarative_shadow` and
//!   `allow_declarative_shadow_roots`. There is no pause at a declaration of an encoding.
//! - Scripts in SVG pause the parser, too, and those of a fragment do not: they are marked as already started, if scripts are enabled.
//! - `pop` is called for each element that leaves the stack of open elements; html5ever leaves some out. `set_quirks_mode` is called
//!   with the mode of the options, if that is one of the quirks modes.
//! - Of the options, those have an effect that [`Parser::new`] names.

mod builder;
mod nodes;

use crate::{ParseOpts, tendrils::Source};
use builder::SinkBuilder;
use html5ever::tendril::stream::{TendrilSink, Utf8LossyDecoder};
use html5ever::tendril::{StrTendril, fmt};
use html5ever::tree_builder::{ElemName, TreeSink, create_element};
use html5ever::{Attribute, QualName, TokenizerResult, ns};
use std::borrow::Cow;
use tokenwright::{Limits, Namespace};
use tokenwright_tree::build::{BuildOptions, BuilderParser, QuirksMode};

/// Parses a document, as [`html5ever::parse_document`] does.
pub fn parse_document<Sink: TreeSink>(sink: Sink, opts: ParseOpts) -> Parser<Sink> {
    Parser::new(sink, &opts, Limits::default())
}

/// Parses a fragment, as [`html5ever::parse_fragment`] does.
///
/// ```
/// use html5ever::tendril::TendrilSink;
/// use html5ever::{QualName, local_name, ns};
/// use scraper::{Html, HtmlTreeSink};
/// use tokenwright_html5ever::rules;
///
/// let context = QualName::new(None, ns!(html), local_name!("textarea"));
/// let sink = HtmlTreeSink::new(Html::new_fragment());
/// let html = rules::parse_fragment(sink, Default::default(), context, vec![], false).one("a <b> c");
/// assert_eq!(html.root_element().inner_html(), "a &lt;b&gt; c");
/// ```
pub fn parse_fragment<Sink: TreeSink>(
    sink: Sink,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<Sink> {
    let context = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context, context_element_allows_scripting, None)
}

/// Parses a fragment with an existing context element, as [`html5ever::driver::parse_fragment_for_element`] does.
pub fn parse_fragment_for_element<Sink: TreeSink>(
    sink: Sink,
    mut opts: ParseOpts,
    context_element: Sink::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<Sink::Handle>,
) -> Parser<Sink> {
    opts.tree_builder.scripting_enabled = context_element_allows_scripting;
    let (namespace, local_name) = {
        let name = sink.elem_name(&context_element);
        let namespace = match *name.ns() {
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Html,
        };
        (namespace, name.local_name().clone())
    };
    let mut builder = SinkBuilder::new(sink, &opts);
    builder.is_fragment = true;
    let options = options(&opts, Limits::default());
    Parser(BuilderParser::of_fragment(
        builder,
        (namespace, &local_name),
        |builder, names| {
            let name = names.intern(&local_name);
            builder.add_context(context_element, (namespace, name), form_element)
        },
        &options,
    ))
}

fn options(opts: &ParseOpts, limits: Limits) -> BuildOptions {
    BuildOptions {
        strip_bom: opts.tokenizer.discard_bom,
        depth: limits.nesting,
        tokens: limits,
        quirks_mode: match opts.tree_builder.quirks_mode {
            html5ever::tree_builder::QuirksMode::Quirks => Some(QuirksMode::Quirks),
            html5ever::tree_builder::QuirksMode::LimitedQuirks => Some(QuirksMode::LimitedQuirks),
            html5ever::tree_builder::QuirksMode::NoQuirks => None,
        },
        ..BuildOptions::default()
    }
}

/// An HTML parser that builds a tree in a [`TreeSink`] by our rules.
///
/// It has the methods of the crate's other [`Parser`](crate::Parser): [`one`](TendrilSink::one) parses a string, and
/// [`feed`](Self::feed) returns at the end of each script.
///
/// ```
/// use html5ever::{ParseOpts, TokenizerResult};
/// use scraper::{Html, HtmlTreeSink};
/// use html5ever::tendril::TendrilSink;
/// use tokenwright_html5ever::rules;
///
/// let sink = HtmlTreeSink::new(Html::new_document());
/// let mut parser = rules::parse_document(sink, ParseOpts::default());
/// let mut result = parser.feed("<p>1<script>document.write('<b')</script>>2");
/// while let TokenizerResult::Script(_) = result {
///     assert!(matches!(parser.insert("<b"), TokenizerResult::Done));
///     result = parser.resume();
/// }
/// assert!(parser.finish().html().ends_with("</script><b>2</b></p></body></html>"));
/// ```
pub struct Parser<Sink: TreeSink>(BuilderParser<SinkBuilder<Sink>>);

impl<Sink: TreeSink> Parser<Sink> {
    /// Begins a document.
    ///
    /// These options have an effect: `discard_bom`, `scripting_enabled`, `iframe_srcdoc`, `drop_doctype` and `quirks_mode`.
    pub fn new(sink: Sink, opts: &ParseOpts, limits: Limits) -> Self {
        let builder = SinkBuilder::new(sink, opts);
        Parser(BuilderParser::new(builder, &options(opts, limits)))
    }

    /// Reads a chunk of text, which may be split anywhere, up to the end of a script. Until [`resume`](Self::resume) is called,
    /// further chunks wait.
    pub fn feed(&mut self, chunk: &str) -> TokenizerResult<Sink::Handle> {
        self.0.builder_mut().pauses = true;
        self.feed_piece(&StrTendril::from_slice(chunk));
        self.result()
    }

    /// Continues after a script.
    pub fn resume(&mut self) -> TokenizerResult<Sink::Handle> {
        self.0.resume();
        self.result()
    }

    /// Inserts text before the unread input, as `document.write()` does, and reads it.
    pub fn insert(&mut self, text: &str) -> TokenizerResult<Sink::Handle> {
        self.0.insert(text);
        self.result()
    }

    /// The tree sink.
    pub fn sink(&self) -> &Sink {
        &self.0.builder().sink
    }

    /// Whether the parser has stopped at a limit: the tree has what came before.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// Wraps the parser into a [`TendrilSink`] of bytes in UTF-8. Malformed bytes become U+FFFD.
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    fn feed_piece(&mut self, text: &StrTendril) {
        let builder = self.0.builder_mut();
        builder.lines.feed(text);
        builder.source.set(text.clone());
        self.0.feed(text);
        self.0.builder_mut().source = Source::default();
    }

    fn result(&mut self) -> TokenizerResult<Sink::Handle> {
        let script = self.0.builder_mut().script.take();
        script.map_or(TokenizerResult::Done, TokenizerResult::Script)
    }

    /// From here on, scripts are ignored.
    fn end_pauses(&mut self) {
        self.0.builder_mut().pauses = false;
        self.0.builder_mut().script = None;
        while self.0.is_paused() {
            self.0.resume();
        }
    }
}

impl<Sink: TreeSink> TendrilSink<fmt::UTF8> for Parser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, text: StrTendril) {
        self.end_pauses();
        self.feed_piece(&text);
    }

    fn error(&mut self, message: Cow<'static, str>) {
        self.sink().parse_error(message);
    }

    fn finish(mut self) -> Self::Output {
        self.end_pauses();
        self.0.finish().0.sink.finish()
    }
}
