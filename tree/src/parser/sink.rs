//! What the tokenizer calls.
//!
//! The tokenizer asks after each tag how to go on, so the tree is built while it runs, and not from a list of tokens. Constants of the
//! parser decide what the sink asks for, so that what nobody wants is not compiled.

use crate::builder::TreeBuilder;
use crate::limits::{LimitExceeded, Limits, MOST_TEXT};
use crate::recorder::Recorder;
use crate::{Document, Options, TreeRevision};
use tokenwright::tree_construction::{Construction, FragmentContext};
use tokenwright::{
    Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag, TextMode,
};

/// Passes tokens to tree construction. Only with `DETAILS` there are places, and only with `ERRORS` besides there are errors.
#[derive(Debug)]
pub(super) struct TreeSink<R: TreeRevision, const ERRORS: bool, const DETAILS: bool> {
    pub(super) construction: Construction<R, Recorder<DETAILS>>,
    limits: Limits,
    pub(super) exceeded: Option<LimitExceeded>,
    /// The first encoding that a tag declares.
    #[cfg(feature = "encoding")]
    pub(super) declared: Option<&'static tokenwright_encoding::Encoding>,
}

impl<R: TreeRevision, const ERRORS: bool, const DETAILS: bool> TreeSink<R, ERRORS, DETAILS> {
    /// Returns the text mode in which a fragment begins, too.
    pub(super) fn new(
        source: Box<str>,
        address: usize,
        options: &Options,
    ) -> (Self, Option<TextMode>) {
        let tree = TreeBuilder::new(source, address, options);
        let mut construction = Construction::new(Recorder::new::<R>(tree, options));
        construction.set_most_formatting(options.limits.formatting);
        let mut mode = None;
        if let Some(context) = &options.context {
            if let Some(mode) = context.quirks_mode {
                construction.set_quirks_mode(mode);
            }
            let (recorder, names) = construction.parts_mut();
            let node = recorder.tree.create_context(names, context);
            mode = construction.set_context(&FragmentContext {
                node,
                namespace: context.namespace,
                local_name: &context.local_name,
            });
        }
        let sink = TreeSink {
            construction,
            limits: options.limits.bounded(),
            exceeded: None,
            #[cfg(feature = "encoding")]
            declared: None,
        };
        (sink, mode)
    }

    #[inline]
    fn begin(&mut self, span: Span) {
        self.construction.builder_mut().begin(span, None);
    }

    /// Stops if the tree exceeds a limit.
    #[inline]
    fn check_limits(&mut self) {
        let tree = &self.construction.builder().tree;
        let is_within = tree.arena.nodes.len() <= self.limits.nodes
            && self.construction.open_elements() <= self.limits.depth
            && tree.texts.bytes() <= MOST_TEXT;
        if !is_within {
            self.stop();
        }
    }

    #[cold]
    fn stop(&mut self) {
        let Limits { nodes, depth, .. } = self.limits;
        let tree = &self.construction.builder().tree;
        self.exceeded = Some(if tree.arena.nodes.len() > nodes {
            LimitExceeded::Nodes(nodes)
        } else if self.construction.open_elements() > depth {
            LimitExceeded::Depth(depth)
        } else {
            LimitExceeded::Bytes(MOST_TEXT)
        });
    }

    /// Ends a token other than text. Returns the answer to a tag.
    #[inline]
    fn end(&mut self, mode: Option<TextMode>) -> Next {
        self.construction.builder_mut().end();
        self.check_limits();
        let pauses = self.construction.builder().script.is_some();
        if mode.is_none() && !pauses && self.exceeded.is_none() {
            return Next::Continue;
        }
        self.interrupt(mode)
    }

    #[inline(never)]
    fn interrupt(&mut self, mode: Option<TextMode>) -> Next {
        if self.exceeded.is_some() {
            return Next::Stop;
        }
        match mode {
            Some(mode) => Next::Switch(mode),
            None if self.construction.builder().script.is_some() => Next::Pause,
            None => Next::Continue,
        }
    }

    /// Notes where an element ends that stays open.
    fn end_open_element(&mut self, tag: &Tag<'_>, mode_before: &str) {
        let mode = self.construction.mode_name();
        let (recorder, names) = self.construction.parts_mut();
        let is_end = matches!(
            (tag.name(), mode),
            ("body", "after body") | ("html", "after after body")
        );
        if is_end && mode != mode_before {
            recorder.end_open_element(tag, names);
        }
    }

    /// Moves the tree into a document, or back.
    pub(super) fn swap_tree(&mut self, document: &mut Document) {
        use std::mem::swap;
        let (recorder, names) = self.construction.parts_mut();
        let tree = &mut recorder.tree;
        swap(&mut document.arena, &mut tree.arena);
        swap(&mut document.texts, &mut tree.texts);
        swap(&mut document.attributes, &mut tree.attributes);
        swap(&mut document.names, names);
        swap(&mut document.attribute_names, &mut tree.attribute_names);
        swap(
            &mut document.attribute_namespaces,
            &mut tree.attribute_namespaces,
        );
        swap(&mut document.identifiers, &mut tree.identifiers);
        swap(&mut document.targets, &mut tree.targets);
        swap(&mut document.places, &mut recorder.details.places);
        document.quirks = tree.quirks;
    }
}

impl<R: TreeRevision, const ERRORS: bool, const DETAILS: bool> Sink
    for TreeSink<R, ERRORS, DETAILS>
{
    const ERRORS: bool = ERRORS;
    const SPANS: bool = DETAILS;
    const LINES: bool = false;
    const SWITCHES: bool = true;

    #[inline]
    fn text(&mut self, text: &str, span: Span) {
        self.construction.builder_mut().begin_text(text, span);
        self.construction.characters(text);
        // What else it may exceed is found at the next token, or at the end.
        if self.construction.builder().tree.texts.bytes() > MOST_TEXT {
            self.stop();
        }
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if DETAILS {
            self.begin(tag.span());
        }
        let mode = self.construction.start_tag(tag);
        #[cfg(feature = "encoding")]
        if std::mem::take(&mut self.construction.builder_mut().may_declare)
            && self.declared.is_none()
        {
            self.declared = tokenwright_encoding::declared_encoding(tag);
        }
        self.end(mode)
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        if !DETAILS {
            let mode = self.construction.end_tag(tag);
            return self.end(mode);
        }
        let (recorder, names) = self.construction.parts_mut();
        let name = names.intern(tag.name());
        recorder.begin(tag.span(), Some(name));
        let may_stay_open = matches!(tag.name(), "body" | "html");
        let mode_before = may_stay_open.then(|| self.construction.mode_name());
        let mode = self.construction.end_tag_named(tag, name);
        let (recorder, names) = self.construction.parts_mut();
        recorder.end_elements(tag, names);
        if let Some(mode_before) = mode_before {
            self.end_open_element(tag, mode_before);
        }
        self.end(mode)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.begin(comment.span);
        self.construction.comment(comment);
        self.end(None);
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.begin(doctype.span);
        self.construction.doctype(doctype);
        self.end(None);
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.begin(instruction.span);
        self.construction.processing_instruction(instruction);
        self.end(None);
    }

    fn end_of_file(&mut self, span: Span) {
        self.begin(span);
        self.construction.end_of_file();
        self.check_limits();
    }

    fn error(&mut self, error: &ParseError) {
        self.construction.builder_mut().error(error);
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.exceeded.is_some()
    }

    #[inline]
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.construction.is_foreign()
    }
}
