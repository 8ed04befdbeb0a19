//! The builder of the tree, and what it notes besides the tree.
//!
//! Only with `DETAILS` there are errors and places; without, the methods are those of the tree builder.
//!
//! It is a builder around another, so that the arena itself knows nothing of errors and places.

use crate::TreeRevision;
use crate::arena::{Data, NONE, NodeId};
use crate::builder::{AddedText, TreeBuilder};
use crate::spans::{Place as SourcePlace, Places, places_of};
use tokenwright::tree_construction::{
    Argument, AttributeName, Builder, Name, Names, NewElement, Output, Place, Question, QuirksMode,
};
use tokenwright::{
    Attribute, Comment, Doctype, ErrorCode, Namespace, ParseError, ProcessingInstruction, Span, Tag,
};

/// The token that is processed.
#[derive(Debug, Default)]
struct Token {
    span: Span,
    /// Where an error is: the token, or the character of a text that is processed.
    of_error: Span,
    /// The address of a text, and its length.
    text: (usize, usize),
    /// Whether a text begins with the LF of a CR LF.
    has_cr: bool,
    /// The name of an end tag.
    end_tag: Option<Name>,
}

/// What is noted of errors and places.
#[derive(Debug)]
pub(crate) struct Details {
    pub(crate) errors: Option<Vec<ParseError>>,
    pub(crate) places: Option<Places>,
    token: Token,
    /// The place of the texts since the last token of another kind: some are inserted after it.
    texts: SourcePlace,
    /// Where the text ends that was inserted last, if the source has it verbatim.
    inserted_to: u32,
    /// The elements that the end tag has closed whose names may differ from its own in case.
    closed: Vec<NodeId>,
}

impl Details {
    fn error(&mut self, code: ErrorCode, span: Span) {
        if let Some(errors) = &mut self.errors {
            // Lines are counted at the end.
            let (line, column) = (0, 0);
            errors.push(ParseError {
                code,
                span,
                line,
                column,
            });
        }
    }

    /// The place of a part of the text; none if it has waited in a table.
    fn part(&self, text: &str) -> Option<Span> {
        let token = &self.token;
        let (address, len) = token.text;
        let start = (text.as_ptr() as usize).wrapping_sub(address);
        let end = start.checked_add(text.len()).filter(|end| *end <= len)?;
        let cr = usize::from(token.has_cr);
        if token.span.end - token.span.start != len + cr {
            // A reference.
            return Some(token.span);
        }
        let first = token.span.start + cr;
        let with_cr = if start == 0 { cr } else { 0 };
        Some(Span::from(first + start - with_cr..first + end))
    }

    /// The place of a text that is inserted.
    fn place_of(&mut self, text: &str) -> SourcePlace {
        let Some(part) = self.part(text) else {
            return self.texts.after(self.inserted_to);
        };
        // Only what follows can wait in a table.
        self.texts = Span::from(part.end..self.token.span.end).into();
        part.into()
    }
}

/// Builds a tree, and notes what users ask for besides.
#[derive(Debug)]
pub(crate) struct Recorder<const DETAILS: bool> {
    pub(crate) tree: TreeBuilder,
    pub(crate) details: Details,
    /// Whether to note scripts.
    pauses: bool,
    /// The script that was ended.
    pub(crate) script: Option<NodeId>,
    /// Whether the element that was created may declare an encoding.
    #[cfg(feature = "encoding")]
    pub(crate) may_declare: bool,
}

impl<const DETAILS: bool> Recorder<DETAILS> {
    pub(crate) fn new<R: TreeRevision>(tree: TreeBuilder, options: &crate::Options) -> Self {
        let places = || Places::new::<R>(&tree.texts, tree.arena.nodes.capacity());
        Recorder {
            details: Details {
                errors: options.errors.then(Vec::new),
                places: options.spans.then(places),
                token: Token::default(),
                texts: SourcePlace::NONE,
                inserted_to: 0,
                closed: Vec::new(),
            },
            tree,
            // The scripts of a fragment do not run.
            pauses: options.pauses && options.context.is_none(),
            script: None,
            #[cfg(feature = "encoding")]
            may_declare: false,
        }
    }

    /// Begins a token other than text; `end_tag` is the name of an end tag.
    #[inline]
    pub(crate) fn begin(&mut self, span: Span, end_tag: Option<Name>) {
        if DETAILS {
            self.details.token = Token {
                span,
                of_error: span,
                end_tag,
                ..Token::default()
            };
        }
    }

    #[inline]
    pub(crate) fn begin_text(&mut self, text: &str, span: Span) {
        if DETAILS {
            self.details.texts = self.details.texts.with(span.into());
            self.details.token = Token {
                span,
                of_error: span,
                text: (text.as_ptr() as usize, text.len()),
                has_cr: span.end - span.start == text.len() + 1 && text.starts_with('\n'),
                end_tag: None,
            };
        }
    }

    /// Ends a token other than text.
    #[inline]
    pub(crate) fn end(&mut self) {
        if DETAILS {
            self.details.texts = SourcePlace::NONE;
        }
    }

    /// From here on, scripts are not noted.
    pub(crate) fn end_pauses(&mut self) {
        self.pauses = false;
        self.script = None;
    }

    pub(crate) fn error(&mut self, error: &ParseError) {
        self.details.error(error.code, error.span);
    }

    /// Ends an end tag: notes that it has closed elements of its name.
    #[inline]
    pub(crate) fn end_elements(&mut self, tag: &Tag<'_>, names: &Names) {
        if !self.details.closed.is_empty() {
            self.end_foreign_elements(tag, names);
        }
    }

    #[cold]
    #[inline(never)]
    fn end_foreign_elements(&mut self, tag: &Tag<'_>, names: &Names) {
        for node in std::mem::take(&mut self.details.closed) {
            if let Data::Element(_, name, _) = self.tree.arena.get(node).data
                && names.text(name).eq_ignore_ascii_case(tag.name())
                && let Some(places) = &mut self.details.places
            {
                places.set_end(node, tag.span());
            }
        }
    }

    /// Notes that an end tag has ended an element that stays open: the body, or the root.
    pub(crate) fn end_open_element(&mut self, tag: &Tag<'_>, names: &Names) {
        let root = self.named(0, "html", names);
        let element = match tag.name() {
            "html" => root,
            name => root.and_then(|root| self.named(root, name, names)),
        };
        if let (Some(element), Some(places)) = (element, &mut self.details.places) {
            places.set_end(element, tag.span());
        }
    }

    /// The first child of a name.
    fn named(&self, parent: NodeId, name: &str, names: &Names) -> Option<NodeId> {
        let mut child = self.tree.arena.get(parent).first;
        while child != NONE {
            let node = self.tree.arena.get(child);
            if matches!(node.data, Data::Element(_, of, _) if names.text(of) == name) {
                return Some(child);
            }
            child = node.next;
        }
        None
    }

    /// Notes the place of the node that was created last.
    #[inline]
    fn place_last(&mut self) {
        if DETAILS && let Some(places) = &mut self.details.places {
            let last = self.tree.arena.nodes.len() as NodeId - 1;
            places.set_start(last, self.details.token.span.into());
        }
    }

    /// Notes the place of a text, if the source does not have its node verbatim.
    #[inline(always)]
    fn place_text(&mut self, text: &str, added: AddedText) {
        if DETAILS {
            match added {
                AddedText::Nothing => {}
                AddedText::Verbatim(end) => self.details.inserted_to = end,
                _ => self.place_other_text(text, added),
            }
        }
    }

    #[inline(never)]
    fn place_other_text(&mut self, text: &str, added: AddedText) {
        let of_text = self.details.place_of(text);
        let Some(places) = &mut self.details.places else {
            return;
        };
        match added {
            AddedText::Nothing | AddedText::Verbatim(_) => {}
            AddedText::NewNode(node) => places.set_start(node, of_text),
            AddedText::ToNode(node, old) => {
                if let Some(old) = SourcePlace::of_verbatim(&self.tree.texts, old) {
                    places.set_start(node, old);
                }
                places.extend_start(node, of_text);
            }
        }
    }

    /// Notes that attributes are added to an element.
    fn note_growth(&mut self, node: NodeId) {
        if let Some(places) = &mut self.details.places
            && let Data::Element(_, _, attributes) = self.tree.arena.get(node).data
        {
            places.created_with.entry(node).or_insert(attributes);
        }
    }
}

impl<const DETAILS: bool> Builder for Recorder<DETAILS> {
    type Node = NodeId;

    fn document(&mut self) -> NodeId {
        self.tree.document()
    }

    #[inline(always)]
    fn create_element(&mut self, element: &NewElement<'_>) -> NodeId {
        if !DETAILS {
            return self.tree.create_element(element);
        }
        let Some(places) = &mut self.details.places else {
            return self.tree.create_element(element);
        };
        let node = match &mut places.attributes {
            None => self.tree.create_element(element),
            Some(attributes) => {
                attributes.resize(self.tree.attributes.len(), [SourcePlace::NONE; 2]);
                let note = |attribute: &Attribute<'_, '_>| attributes.push(places_of(attribute));
                self.tree.create_noting(element, note)
            }
        };
        if element.tag().is_some() {
            places.set_start(node, self.details.token.span.into());
        }
        node
    }

    fn create_again(&mut self, node: NodeId) -> NodeId {
        let again = self.tree.create_again(node);
        if DETAILS && let Some(places) = &mut self.details.places {
            places.copy_start(node, again);
        }
        again
    }

    fn template_contents(&mut self, node: NodeId) -> NodeId {
        self.tree.template_contents(node)
    }

    #[inline(always)]
    fn insert(&mut self, node: NodeId, place: Place<NodeId>) {
        self.tree.insert(node, place);
    }

    fn detach(&mut self, node: NodeId) {
        self.tree.detach(node);
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        self.tree.move_children(from, to);
    }

    fn has_children(&self, node: NodeId) -> bool {
        self.tree.has_children(node)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree.parent(node)
    }

    fn element(&self, node: NodeId, names: &Names) -> Option<(Namespace, Name)> {
        self.tree.element(node, names)
    }

    #[inline]
    fn has_text_before(&self, place: Place<NodeId>) -> bool {
        self.tree.has_text_before(place)
    }

    #[inline]
    fn append_text(&mut self, text: &str, place: Place<NodeId>) {
        if self.tree.has_text_before(place) {
            self.insert_characters(text, place);
        }
    }

    #[inline]
    fn insert_text(&mut self, text: &str, place: Place<NodeId>) {
        let added = self.tree.add_text_node(text, place);
        self.place_text(text, added);
    }

    #[inline(always)]
    fn insert_characters(&mut self, text: &str, place: Place<NodeId>) {
        let added = self.tree.add_text(text, place);
        self.place_text(text, added);
    }

    fn insert_comment(&mut self, comment: &Comment<'_>, place: Place<NodeId>) {
        self.tree.insert_comment(comment, place);
        self.place_last();
    }

    fn insert_processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        place: Place<NodeId>,
    ) {
        self.tree.insert_processing_instruction(instruction, place);
        self.place_last();
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        self.tree.append_doctype(doctype);
        self.place_last();
    }

    fn add_attributes(&mut self, node: NodeId, element: &NewElement<'_>) {
        self.note_growth(node);
        self.tree.add_attributes(node, element);
        if let (Some(places), Some(tag)) = (&mut self.details.places, element.tag()) {
            for attribute in tag.attributes() {
                let name = self.tree.attribute_names.intern(attribute.name());
                let added = places.added.entry((node, name));
                added.or_insert_with(|| places_of(&attribute));
            }
        }
    }

    fn add_attribute(&mut self, node: NodeId, name: AttributeName<'_>, value: &str) {
        self.note_growth(node);
        self.tree.add_attribute(node, name, value);
    }

    fn attribute(&self, node: NodeId, name: AttributeName<'_>) -> Option<&str> {
        self.tree.attribute(node, name)
    }

    fn have_same_attributes(&self, one: NodeId, other: NodeId) -> bool {
        self.tree.have_same_attributes(one, other)
    }

    fn attributes_hash(&self, node: NodeId) -> u64 {
        self.tree.attributes_hash(node)
    }

    fn nearest(&mut self, node: NodeId, namespace: Namespace, name: &str) -> Option<NodeId> {
        self.tree.nearest(node, namespace, name)
    }

    #[inline]
    fn popped(&mut self, node: NodeId) {
        if DETAILS
            && let Some(end_tag) = self.details.token.end_tag
            && let Data::Element(namespace, name, _) = self.tree.arena.get(node).data
        {
            if name == end_tag {
                if let Some(places) = &mut self.details.places {
                    places.set_end(node, self.details.token.span);
                }
            } else if namespace != Namespace::Html {
                self.details.closed.push(node);
            }
        }
    }

    #[inline(always)]
    fn character(&mut self, one: &str) {
        if DETAILS && self.details.errors.is_some() {
            let part = self.details.part(one);
            self.details.token.of_error = part.unwrap_or(self.details.token.span);
        }
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.tree.set_quirks_mode(mode);
    }

    #[inline]
    fn parse_error(&mut self, code: Option<ErrorCode>) {
        self.tree.parse_error(code);
        if DETAILS {
            let code = code.unwrap_or(ErrorCode::ParseError);
            self.details.error(code, self.details.token.of_error);
        }
    }

    #[inline]
    fn ask(&mut self, question: Question, about: &[Argument<NodeId>]) -> bool {
        self.tree.ask(question, about)
    }

    fn output(&mut self, output: Output, about: &[Argument<NodeId>]) {
        match (output, about) {
            (
                Output::PrepareTheScriptElement | Output::ProcessTheSvgScriptElement,
                [Argument::Node(script)],
            ) if self.pauses => self.script = *script,
            #[cfg(feature = "encoding")]
            (Output::ChangeTheEncodingIfTheAttributesOfDeclareOne, _) => self.may_declare = true,
            _ => self.tree.output(output, about),
        }
    }
}
