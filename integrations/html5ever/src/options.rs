//! The options of a parser.

use crate::Parser;
use html5ever::ParseOpts;
use html5ever::tree_builder::TreeSink;
use tokenwright::Limits;

/// The tree's node for a processing instruction such as `<?sort by="name"?>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProcessingInstructions {
    /// A comment, `?sort by="name"?`, as in html5ever: the tokenizer of `whatwg-2020-05-22`.
    #[default]
    Comments,
    /// A processing instruction with a target and data, as in the newest standard: the tokenizer of
    /// `whatwg-2026-07-19`. It is created by
    /// [`TreeSink::create_pi`](html5ever::tree_builder::TreeSink::create_pi) where a comment would be. The standard makes
    /// comments of `<?xml` and `<?xml-stylesheet`.
    Nodes,
}

/// The options of a [`Parser`]: those of html5ever, how processing instructions are represented, and limits.
///
/// ```
/// use html5ever::tendril::TendrilSink;
/// use markup5ever_rcdom::{NodeData, RcDom};
/// use tokenwright_html5ever::{Options, ProcessingInstructions};
///
/// let options = Options::default().processing_instructions(ProcessingInstructions::Nodes);
/// let dom = options.parse_document(RcDom::default()).one("<?sort by=name?>");
/// let NodeData::ProcessingInstruction { target, .. } = &dom.document.children.borrow()[0].data else {
///     panic!("no processing instruction");
/// };
/// assert_eq!(&**target, "sort");
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// html5ever's options.
    pub html5ever: ParseOpts,
    /// The node for a processing instruction.
    pub processing_instructions: ProcessingInstructions,
    /// Limits for input that is not trusted; none by default. The parser ignores what follows the first token beyond one:
    /// see [`Parser::limit_exceeded`].
    ///
    /// [`Limits::nesting`] counts the tree builder's open elements and its active formatting elements. One tag may open
    /// several elements, so a few more than the limit may be open; after a tag that closes many formatting elements, twice
    /// as many.
    pub limits: Limits,
}

impl From<ParseOpts> for Options {
    fn from(html5ever: ParseOpts) -> Self {
        Options {
            html5ever,
            ..Options::default()
        }
    }
}

impl Options {
    /// Sets html5ever's options.
    #[must_use]
    pub fn html5ever(mut self, options: ParseOpts) -> Self {
        self.html5ever = options;
        self
    }

    /// Sets the node for a processing instruction.
    #[must_use]
    pub fn processing_instructions(mut self, nodes: ProcessingInstructions) -> Self {
        self.processing_instructions = nodes;
        self
    }

    /// Sets [`limits`](#structfield.limits).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether scripts are enabled: then the content of `noscript` is text. On by default, as in html5ever.
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.html5ever.tree_builder.scripting_enabled = enabled;
        self
    }

    /// Creates a parser of a document.
    pub fn parse_document<Sink: TreeSink>(self, sink: Sink) -> Parser<Sink> {
        Parser::of_document(sink, self)
    }

    /// Creates a parser of a fragment.
    ///
    /// The arguments are those of [`html5ever::driver::parse_fragment_for_element`].
    pub fn parse_fragment_for_element<Sink: TreeSink>(
        self,
        sink: Sink,
        context_element: Sink::Handle,
        context_element_allows_scripting: bool,
        form_element: Option<Sink::Handle>,
    ) -> Parser<Sink> {
        Parser::of_fragment(
            sink,
            self,
            context_element,
            context_element_allows_scripting,
            form_element,
        )
    }
}
