//! A builder that builds nothing.
//!
//! Two things of an element outlive its tag: which attributes it has, as the list of active formatting elements compares them, and the
//! values of those that rules ask of open elements. The first is a hash. Most elements have neither, and their node is 0.

use crate::Tag;
use crate::names::hash_of_attribute;
use crate::text::narrow;
use crate::token::CurrentTag;
use crate::tree_construction::{
    Argument, AttributeName, Builder, Following, Name, Names, NewElement, Place, Question,
    TreeRules,
};
use crate::{Comment, Context, Doctype, Namespace, ProcessingInstruction};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The place of what is kept of an element, and one; 0 if nothing is.
pub(super) type Node = u32;

/// The longest value of an attribute that is kept. Rules compare with shorter ones.
const LONGEST_VALUE: usize = 64;

/// A builder that builds nothing.
#[derive(Clone, Debug)]
pub(super) struct NoTree<R> {
    scripting: bool,
    /// Hashes of the attributes of elements.
    hashes: Vec<u64>,
    /// The attributes that rules ask for: of which element, which, and the value.
    attributes: Vec<(Node, usize, Box<str>)>,
    free: Vec<Node>,
    /// The tag that was kept, and a hash of its attributes.
    kept: (Name, u64),
    /// Whether the token that is processed is not in the input.
    is_made_up: bool,
    rules: PhantomData<fn() -> R>,
}

impl<R: TreeRules> NoTree<R> {
    pub(super) fn new(scripting: bool) -> Self {
        NoTree {
            scripting,
            hashes: Vec::new(),
            attributes: Vec::new(),
            free: Vec::new(),
            kept: (Name::NONE, 0),
            is_made_up: false,
            rules: PhantomData,
        }
    }

    /// What is followed with scripting, or without.
    pub(super) fn following(&self) -> &'static Following {
        &R::FOLLOWING[usize::from(self.scripting)]
    }

    fn keep(&mut self, hash: u64) -> Node {
        if let Some(node) = self.free.pop() {
            self.hashes[node as usize - 1] = hash;
            return node;
        }
        self.hashes.push(hash);
        narrow::count(self.hashes.len())
    }

    /// A tag comes that was kept, with a hash of its attributes.
    pub(super) fn note_kept(&mut self, name: Name, hash: u64) {
        self.kept = (name, hash);
    }

    /// A node with a hash of attributes, or without attributes that matter.
    pub(super) fn again(&mut self, hash: Option<u64>) -> Node {
        hash.map_or(0, |hash| self.keep(hash))
    }

    /// Whether there is no element with an attribute that rules ask for.
    pub(super) fn keeps_no_values(&self) -> bool {
        self.attributes.is_empty()
    }

    /// A context element.
    pub(super) fn add_context(&mut self, context: &Context) -> Node {
        let node = self.keep(0);
        let names = self.following().attributes.iter().enumerate();
        let values =
            names.filter_map(|(at, name)| Some((node, at, context.value_of(name)?.into())));
        self.attributes.extend(values);
        node
    }

    /// An element outside of HTML.
    fn add_foreign(&mut self, tag: &Tag<'_>) -> Node {
        let mut node = 0;
        for attribute in tag.attributes() {
            let mut names = self.following().attributes.iter();
            let at = names.position(|name| *name == attribute.name());
            if let Some(at) = at
                && attribute.value().len() <= LONGEST_VALUE
            {
                if node == 0 {
                    node = self.keep(0);
                }
                self.attributes.push((node, at, attribute.value().into()));
            }
        }
        node
    }
}

/// A hash of the attributes of a tag that does not depend on their order.
pub(super) fn hash_of_attributes(tag: &CurrentTag<'_>) -> u64 {
    hash_of_all(
        tag.attributes()
            .map(|it| (it.name_bytes(), it.value_bytes())),
    )
}

#[inline(always)]
fn hash_of_all<'a>(attributes: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> u64 {
    let hashes = attributes.map(|(name, value)| hash_of_attribute(name, value));
    hashes.fold(0, u64::wrapping_add)
}

impl<R: TreeRules> Builder for NoTree<R> {
    const HAS_TREE: bool = false;

    type Node = Node;

    fn document(&mut self) -> Node {
        0
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> Node {
        match element.tag() {
            None if self.kept.1 != 0 && self.kept.0 == element.name && !self.is_made_up => {
                self.keep(self.kept.1)
            }
            None => 0,
            Some(tag) if element.namespace != Namespace::Html => self.add_foreign(tag),
            Some(tag) if self.following().listed.has::<R>(element.name) => {
                let attributes = tag.attributes();
                let bytes = attributes.map(|it| (it.name().as_bytes(), it.value().as_bytes()));
                let hash = hash_of_all(bytes);
                self.keep(hash)
            }
            Some(_) => 0,
        }
    }

    fn create_again(&mut self, node: Node) -> Node {
        match self.attributes_hash(node) {
            _ if node == 0 => 0,
            hash => self.keep(hash),
        }
    }

    fn template_contents(&mut self, node: Node) -> Node {
        node
    }

    fn insert(&mut self, _: Node, _: Place<Node>) {}

    fn detach(&mut self, _: Node) {}

    fn move_children(&mut self, _: Node, _: Node) {}

    fn parent(&self, _: Node) -> Option<Node> {
        Some(0)
    }

    fn element(&self, _: Node, _: &Names) -> Option<(Namespace, Name)> {
        None
    }

    fn has_text_before(&self, _: Place<Node>) -> bool {
        false
    }

    fn append_text(&mut self, _: &str, _: Place<Node>) {}

    fn insert_text(&mut self, _: &str, _: Place<Node>) {}

    fn insert_characters(&mut self, _: &str, _: Place<Node>) {}

    fn insert_comment(&mut self, _: &Comment<'_>, _: Place<Node>) {}

    fn insert_processing_instruction(&mut self, _: &ProcessingInstruction<'_>, _: Place<Node>) {}

    fn append_doctype(&mut self, _: &Doctype<'_>) {}

    fn add_attributes(&mut self, _: Node, _: &NewElement<'_>) {}

    fn attribute(&self, node: Node, name: AttributeName<'_>) -> Option<&str> {
        let names = self.following().attributes;
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(of, at, _)| *of == node && names[*at] == name.local_name);
        found.map(|(.., value)| &**value)
    }

    fn have_same_attributes(&self, one: Node, other: Node) -> bool {
        self.attributes_hash(one) == self.attributes_hash(other)
    }

    fn attributes_hash(&self, node: Node) -> u64 {
        let at = (node as usize).checked_sub(1);
        at.and_then(|at| self.hashes.get(at))
            .map_or(0, |hash| *hash)
    }

    fn forgotten(&mut self, node: Node) {
        if node != 0 {
            self.free.push(node);
            if !self.attributes.is_empty() {
                self.attributes.retain(|(of, ..)| *of != node);
            }
        }
    }

    fn made_up(&mut self, are: bool) {
        self.is_made_up = are;
    }

    fn ask(&mut self, question: Question, _: &[Argument<Node>]) -> bool {
        match question {
            Question::TheScriptingModeIsDisabled => !self.scripting,
            Question::TheScriptingFlagIsEnabled => self.scripting,
            Question::ItIsPossibleToInsertAt => true,
            _ => false,
        }
    }
}
