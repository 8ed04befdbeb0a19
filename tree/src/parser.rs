//! The parser: a tokenizer that the tree steers.

use crate::builder::TreeBuilder;
use crate::document::Document;
use crate::options::Options;
use tokenwright::revisions::Newest;
use tokenwright::tree_construction::{Construction, FragmentContext};
use tokenwright::{
    Comment, Doctype, Follow, Next, ProcessingInstruction, Sink, Span, Tag, TextMode, Tokenizer,
};

/// Parses a document.
#[must_use]
pub fn parse(html: &str) -> Document {
    parse_with(html, &Options::default())
}

/// Parses a document, or a fragment if the options have a context.
#[must_use]
pub fn parse_with(html: &str, options: &Options) -> Document {
    let mut parser = Parser::of(html.into(), html.as_ptr() as usize, options);
    parser.feed(html);
    parser.finish()
}

/// Parses a document that comes in parts.
#[derive(Debug)]
pub struct Parser {
    tokenizer: Tokenizer<TreeSink, Newest>,
}

impl Parser {
    /// Begins a document, or a fragment if the options have a context.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Parser::of("".into(), 0, options)
    }

    fn of(source: Box<str>, address: usize, options: &Options) -> Self {
        let builder = TreeBuilder::new(source, address, options);
        let mut construction = Construction::new(builder);
        let mut mode = None;
        if let Some(context) = &options.context {
            let (builder, names) = construction.parts_mut();
            let node = builder.create_context(names, context);
            mode = construction.set_context(&FragmentContext {
                node,
                namespace: context.namespace,
                local_name: &context.local_name,
            });
        }
        let is_fragment = options.context.is_some();
        let scripting = options.scripting;
        let options = tokenwright::Options {
            follow: Follow::Nothing,
            ..tokenwright::Options::default()
        };
        let sink = TreeSink {
            construction,
            is_fragment,
            scripting,
        };
        let mut tokenizer = Tokenizer::with_options(sink, options);
        if let Some(mode) = mode {
            tokenizer.set_text_mode(mode);
        }
        Parser { tokenizer }
    }

    /// Parses the next part of the document.
    pub fn feed(&mut self, html: &str) {
        self.tokenizer.feed_str(html);
    }

    /// Parses what is left, and returns the document.
    #[must_use]
    pub fn finish(self) -> Document {
        let sink = self.tokenizer.finish();
        let (mut builder, names) = sink.construction.into_parts();
        builder.add_all_attributes();
        let root = match sink.is_fragment {
            true => builder.arena.make_fragment(),
            false => 0,
        };
        Document {
            arena: builder.arena,
            texts: builder.texts,
            attributes: builder.attributes,
            names,
            attribute_names: builder.attribute_names,
            attribute_namespaces: builder.attribute_namespaces,
            identifiers: builder.identifiers,
            targets: builder.targets,
            root,
            quirks: builder.quirks,
            scripting: sink.scripting,
        }
    }
}

#[derive(Debug)]
struct TreeSink {
    construction: Construction<Newest, TreeBuilder>,
    is_fragment: bool,
    scripting: bool,
}

fn next(mode: Option<TextMode>) -> Next {
    mode.map_or(Next::Continue, Next::Switch)
}

impl Sink for TreeSink {
    const ERRORS: bool = false;
    const SPANS: bool = false;
    const LINES: bool = false;
    const SWITCHES: bool = true;

    #[inline]
    fn text(&mut self, text: &str, _: Span) {
        self.construction.characters(text);
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        next(self.construction.start_tag(tag))
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        next(self.construction.end_tag(tag))
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.construction.comment(comment);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.construction.doctype(doctype);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.construction.processing_instruction(instruction);
    }

    fn end_of_file(&mut self, _: Span) {
        self.construction.end_of_file();
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.construction.is_foreign()
    }
}
