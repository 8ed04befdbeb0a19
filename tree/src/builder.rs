//! The arena as the builder of the parser.
//!
//! Attributes that rules add to an element later are put off to the end: what rules ask is about those that it was created with, and
//! a page may add a million of them to `html`, one by one.

use crate::arena::{Arena, Data, NONE, NodeId};
use crate::attributes::{Attribute, AttributeNamespaces, Attributes};
use crate::options::{Context, Options};
use crate::text::{Range, Texts};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use tokenwright::tree_construction::{
    Argument, AttributeName, Builder, Name, Names, NewElement, Place, Question, QuirksMode,
};
use tokenwright::{Comment, Doctype, ErrorCode, Namespace, ProcessingInstruction};

/// Builds a tree in an arena.
#[derive(Debug)]
pub(crate) struct TreeBuilder {
    pub(crate) arena: Arena,
    pub(crate) texts: Texts,
    /// The address of the source while it is parsed.
    pub(crate) source: usize,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) attribute_names: Names,
    pub(crate) attribute_namespaces: AttributeNamespaces,
    /// Attributes that are added to elements at the end; rules ask for those that an element was created with.
    added: BTreeMap<NodeId, Added>,
    pub(crate) identifiers: Vec<[Range; 2]>,
    pub(crate) targets: Vec<Range>,
    pub(crate) quirks: Option<QuirksMode>,
    pub(crate) errors: u64,
    scripting: bool,
    is_srcdoc: bool,
    context: Option<(NodeId, Context)>,
}

/// Where a text was added.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AddedText {
    /// It is empty.
    Nothing,
    /// In a node whose whole text the source has verbatim, up to this offset.
    Verbatim(u32),
    /// In a new node.
    NewNode(NodeId),
    /// In a node that had this text.
    ToNode(NodeId, Range),
}

/// Attributes that are added to an element.
#[derive(Debug)]
struct Added {
    /// The names that it has then.
    names: HashSet<Name>,
    attributes: Vec<Attribute>,
}

const DOCUMENT: NodeId = 0;

impl TreeBuilder {
    pub(crate) fn new(source: Box<str>, address: usize, options: &Options) -> Self {
        let mut arena = Arena::default();
        // Real pages have fewer, and what is not used is never touched.
        arena.nodes.reserve(source.len() / 24);
        arena.create(Data::Document);
        TreeBuilder {
            arena,
            attributes: Vec::with_capacity(source.len() / 40),
            texts: Texts::new(source),
            source: address,
            attribute_names: Names::default(),
            attribute_namespaces: AttributeNamespaces::default(),
            added: BTreeMap::new(),
            identifiers: Vec::new(),
            targets: Vec::new(),
            quirks: None,
            errors: 0,
            scripting: options.scripting,
            is_srcdoc: options.is_srcdoc,
            context: None,
        }
    }

    /// Creates the context element.
    pub(crate) fn create_context(&mut self, names: &mut Names, context: &Context) -> NodeId {
        let start = self.attributes.len() as u32;
        for (name, value) in &context.attributes {
            let attribute = Attribute {
                name: self.attribute_names.intern(name),
                value: self.texts.add(value, self.source),
                foreign: 0,
            };
            self.attributes.push(attribute);
        }
        let attributes = Attributes {
            start,
            count: context.attributes.len() as u32,
        };
        let name = names.intern(&context.local_name);
        let node = self
            .arena
            .create(Data::Element(context.namespace, name, attributes));
        self.arena.create(Data::Fragment);
        self.context = Some((node, context.clone()));
        node
    }

    fn attributes_of(&self, node: NodeId) -> &[Attribute] {
        match self.arena.get(node).data {
            Data::Element(_, _, attributes) => &self.attributes[attributes.range()],
            _ => &[],
        }
    }

    fn created_with(&self, node: NodeId) -> Attributes {
        match self.arena.get(node).data {
            Data::Element(_, _, attributes) => attributes,
            _ => Attributes::default(),
        }
    }

    /// The attributes that are put off for an element.
    fn added_to(&mut self, node: NodeId, attributes: Attributes) -> Added {
        self.added.remove(&node).unwrap_or_else(|| Added {
            names: self.attributes[attributes.range()]
                .iter()
                .map(|it| it.name)
                .collect(),
            attributes: Vec::new(),
        })
    }

    /// Names and values of attributes, in an order that does not depend on that of the tag: to look each up in another list would take
    /// quadratic time.
    fn in_order(&self, attributes: Attributes) -> Vec<(Name, u32, &str)> {
        let attributes = self.attributes[attributes.range()].iter();
        let attributes = attributes.map(|it| (it.name, it.foreign, self.texts.get(it.value)));
        let mut attributes: Vec<_> = attributes.collect();
        attributes.sort_unstable();
        attributes
    }

    /// Adds the attributes that were put off.
    pub(crate) fn add_all_attributes(&mut self) {
        for (node, mut added) in std::mem::take(&mut self.added) {
            if let Data::Element(_, _, attributes) = &mut self.arena.get_mut(node).data
                && !added.attributes.is_empty()
            {
                let start = self.attributes.len() as u32;
                self.attributes.extend_from_within(attributes.range());
                self.attributes.append(&mut added.attributes);
                let count = self.attributes.len() as u32 - start;
                *attributes = Attributes { start, count };
            }
        }
    }

    #[inline(always)]
    fn attribute(&mut self, element: &NewElement<'_>, name: &str, value: &str) -> Attribute {
        let value = self.texts.add(value, self.source);
        let (name, foreign) = match element.has_adjusted_names() {
            false => (self.attribute_names.intern(name), 0),
            true => self.interned(element.attribute_name(name)),
        };
        Attribute {
            name,
            value,
            foreign,
        }
    }

    /// Creates an element, and tells `note` of each attribute.
    #[inline(always)]
    pub(crate) fn create_noting(
        &mut self,
        element: &NewElement<'_>,
        mut note: impl FnMut(&tokenwright::Attribute<'_, '_>),
    ) -> NodeId {
        let start = self.attributes.len() as u32;
        if let Some(tag) = element.tag() {
            for attribute in tag.attributes() {
                note(&attribute);
                let attribute = self.attribute(element, attribute.name(), attribute.value());
                self.attributes.push(attribute);
            }
        }
        let count = self.attributes.len() as u32 - start;
        let attributes = Attributes { start, count };
        let data = Data::Element(element.namespace, element.name, attributes);
        let node = self.arena.create(data);
        if element.has_contents {
            self.arena.create(Data::Fragment);
        }
        node
    }

    /// The numbers of a local name and its namespace.
    fn interned(&mut self, name: AttributeName<'_>) -> (Name, u32) {
        let foreign = name
            .namespace
            .map_or(0, |of| self.attribute_namespaces.add(of, name.prefix));
        (self.attribute_names.intern(name.local_name), foreign)
    }

    /// Adds a text to the Text node before a place, if there is one, or else inserts a node.
    #[inline(always)]
    pub(crate) fn add_text(&mut self, text: &str, place: Place<NodeId>) -> AddedText {
        let before = self.before(place);
        if before != NONE
            && let Data::Text(range) = &mut self.arena.get_mut(before).data
        {
            return match self.texts.append_verbatim(*range, text, self.source) {
                Some(longer) => {
                    *range = longer;
                    AddedText::Verbatim(longer.end())
                }
                None if text.is_empty() => AddedText::Nothing,
                None => {
                    let old = *range;
                    *range = self.texts.append(old, text);
                    AddedText::ToNode(before, old)
                }
            };
        }
        match text.is_empty() {
            true => AddedText::Nothing,
            false => self.add_text_node(text, place),
        }
    }

    #[inline(always)]
    pub(crate) fn add_text_node(&mut self, text: &str, place: Place<NodeId>) -> AddedText {
        let verbatim = self.texts.verbatim(text, self.source);
        let range = verbatim.unwrap_or_else(|| self.texts.copy(text));
        let node = self.arena.create(Data::Text(range));
        self.put(node, place);
        match verbatim {
            Some(range) => AddedText::Verbatim(range.end()),
            None => AddedText::NewNode(node),
        }
    }

    /// The node before a place.
    #[inline]
    fn before(&self, place: Place<NodeId>) -> NodeId {
        match place {
            Place::Inside(parent) => self.arena.get(parent).last,
            Place::Before(next) => self.arena.get(next).previous,
        }
    }

    #[inline]
    fn put(&mut self, node: NodeId, place: Place<NodeId>) {
        match place {
            Place::Inside(parent) => self.arena.append(parent, node),
            Place::Before(next) => self.arena.insert_before(next, node),
        }
    }
}

impl Builder for TreeBuilder {
    type Node = NodeId;

    fn document(&mut self) -> NodeId {
        DOCUMENT
    }

    #[inline(always)]
    fn create_element(&mut self, element: &NewElement<'_>) -> NodeId {
        self.create_noting(element, |_| {})
    }

    fn create_again(&mut self, node: NodeId) -> NodeId {
        let attributes = self.created_with(node);
        match self.arena.get(node).data {
            Data::Element(namespace, name, _) => {
                let created = self
                    .arena
                    .create(Data::Element(namespace, name, attributes));
                if self
                    .arena
                    .nodes
                    .get(node as usize + 1)
                    .is_some_and(|next| next.data == Data::Fragment)
                {
                    self.arena.create(Data::Fragment);
                }
                created
            }
            other => self.arena.create(other),
        }
    }

    fn template_contents(&mut self, node: NodeId) -> NodeId {
        // It is created with the element.
        node + 1
    }

    #[inline(always)]
    fn insert(&mut self, node: NodeId, place: Place<NodeId>) {
        if self.arena.get(node).parent != NONE {
            self.arena.detach(node);
        }
        self.put(node, place);
    }

    fn detach(&mut self, node: NodeId) {
        self.arena.detach(node);
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        let mut child = self.arena.get(from).first;
        while child != NONE {
            let next = self.arena.get(child).next;
            self.arena.detach(child);
            self.arena.append(to, child);
            child = next;
        }
    }

    fn has_children(&self, node: NodeId) -> bool {
        self.arena.get(node).first != NONE
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        Some(self.arena.get(node).parent).filter(|parent| *parent != NONE)
    }

    fn element(&self, node: NodeId, _: &Names) -> Option<(Namespace, Name)> {
        match self.arena.get(node).data {
            Data::Element(namespace, name, _) => Some((namespace, name)),
            _ => None,
        }
    }

    #[inline]
    fn has_text_before(&self, place: Place<NodeId>) -> bool {
        let before = self.before(place);
        before != NONE && matches!(self.arena.get(before).data, Data::Text(_))
    }

    #[inline]
    fn append_text(&mut self, text: &str, place: Place<NodeId>) {
        if self.has_text_before(place) {
            self.add_text(text, place);
        }
    }

    #[inline]
    fn insert_text(&mut self, text: &str, place: Place<NodeId>) {
        self.add_text_node(text, place);
    }

    #[inline(always)]
    fn insert_characters(&mut self, text: &str, place: Place<NodeId>) {
        self.add_text(text, place);
    }

    fn insert_comment(&mut self, comment: &Comment<'_>, place: Place<NodeId>) {
        let range = self.texts.add(&comment.data, self.source);
        let node = self.arena.create(Data::Comment(range));
        self.put(node, place);
    }

    fn insert_processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        place: Place<NodeId>,
    ) {
        let target = self.targets.len() as u32;
        self.targets
            .push(self.texts.add(&instruction.target, self.source));
        let data = self.texts.add(&instruction.data, self.source);
        let node = self.arena.create(Data::ProcessingInstruction(target, data));
        self.put(node, place);
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let mut add = |text: &Option<std::borrow::Cow<'_, str>>| {
            self.texts
                .add(text.as_deref().unwrap_or_default(), self.source)
        };
        let name = add(&doctype.name);
        let identifiers = [
            add(&doctype.public_identifier),
            add(&doctype.system_identifier),
        ];
        let number = self.identifiers.len() as u32;
        self.identifiers.push(identifiers);
        let node = self.arena.create(Data::Doctype(name, number));
        self.arena.append(DOCUMENT, node);
    }

    fn add_attributes(&mut self, node: NodeId, element: &NewElement<'_>) {
        let Data::Element(_, _, attributes) = self.arena.get(node).data else {
            return;
        };
        let Some(tag) = element.tag() else {
            return;
        };
        let mut added = self.added_to(node, attributes);
        for attribute in tag.attributes() {
            let attribute = self.attribute(element, attribute.name(), attribute.value());
            if added.names.insert(attribute.name) {
                added.attributes.push(attribute);
            }
        }
        self.added.insert(node, added);
    }

    fn add_attribute(&mut self, node: NodeId, name: AttributeName<'_>, value: &str) {
        let Data::Element(_, _, attributes) = self.arena.get(node).data else {
            return;
        };
        let mut added = self.added_to(node, attributes);
        let (name, foreign) = self.interned(name);
        let attribute = Attribute {
            name,
            value: self.texts.add(value, self.source),
            foreign,
        };
        if added.names.insert(attribute.name) {
            added.attributes.push(attribute);
        }
        self.added.insert(node, added);
    }

    fn attribute(&self, node: NodeId, name: AttributeName<'_>) -> Option<&str> {
        let found = self.attributes_of(node).iter().find(|it| {
            self.attribute_namespaces.get(it.foreign).map(|it| it.0) == name.namespace
                && self.attribute_names.text(it.name) == name.local_name
        });
        found.map(|it| self.texts.get(it.value))
    }

    fn have_same_attributes(&self, one: NodeId, other: NodeId) -> bool {
        let (one, other) = (self.created_with(one), self.created_with(other));
        one == other || one.count == other.count && self.in_order(one) == self.in_order(other)
    }

    fn attributes_hash(&self, node: NodeId) -> u64 {
        let attributes = &self.attributes[self.created_with(node).range()];
        // A sum, because their order does not matter.
        attributes.iter().fold(0, |sum, attribute| {
            let mut hasher = DefaultHasher::new();
            (
                attribute.name,
                attribute.foreign,
                self.texts.get(attribute.value),
            )
                .hash(&mut hasher);
            sum.wrapping_add(hasher.finish())
        })
    }

    fn nearest(&mut self, node: NodeId, namespace: Namespace, name: &str) -> Option<NodeId> {
        let (context, about) = self.context.as_ref()?;
        let is_form = *context == node && about.is_in_form;
        is_form.then(|| {
            self.arena.create(Data::Element(
                namespace,
                Names::default().intern(name),
                Attributes::default(),
            ))
        })
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks = Some(mode);
    }

    #[inline]
    fn parse_error(&mut self, _: Option<ErrorCode>) {
        self.errors += 1;
    }

    #[inline]
    fn ask(&mut self, question: Question, _: &[Argument<NodeId>]) -> bool {
        match question {
            Question::TheScriptingModeIsDisabled => !self.scripting,
            Question::TheScriptingFlagIsEnabled => self.scripting,
            Question::TheDocumentIsAnIframeSrcdocDocument => self.is_srcdoc,
            Question::ItIsPossibleToInsertAt => true,
            _ => false,
        }
    }
}
