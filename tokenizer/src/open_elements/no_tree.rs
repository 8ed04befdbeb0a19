//! A builder that builds nothing.
//!
//! Two things of an element outlive its tag: which attributes it has, as the list of active formatting elements compares them, and the
//! values of those that rules ask of open elements. A hash stands for the first. Most elements have neither, and their node is 0.

use crate::Tag;
use crate::text::narrow;
use crate::tree_construction::{
    Argument, AttributeName, Builder, Name, Names, NewElement, Place, Question, TreeRules,
};
use crate::{Comment, Doctype, Namespace, ProcessingInstruction};
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
    rules: PhantomData<fn() -> R>,
}

impl<R: TreeRules> NoTree<R> {
    pub(super) fn new(scripting: bool) -> Self {
        NoTree {
            scripting,
            hashes: Vec::new(),
            attributes: Vec::new(),
            free: Vec::new(),
            rules: PhantomData,
        }
    }

    fn keep(&mut self, hash: u64) -> Node {
        if let Some(node) = self.free.pop() {
            self.hashes[node as usize - 1] = hash;
            return node;
        }
        self.hashes.push(hash);
        narrow::count(self.hashes.len())
    }

    /// A node with a hash of attributes, or without attributes that matter.
    pub(super) fn again(&mut self, hash: Option<u64>) -> Node {
        hash.map_or(0, |hash| self.keep(hash))
    }

    /// Whether there is no element with an attribute that rules ask for.
    pub(super) fn keeps_no_values(&self) -> bool {
        self.attributes.is_empty()
    }

    /// What stands for the attributes of a tag.
    pub(super) fn hash(tag: &Tag<'_>) -> u64 {
        hash_of_attributes(tag)
    }

    /// An element outside of HTML.
    fn add_foreign(&mut self, tag: &Tag<'_>) -> Node {
        let mut node = 0;
        for attribute in tag.attributes() {
            let mut names = R::FOLLOWING.attributes.iter();
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

/// A hash of the attributes that does not depend on their order.
fn hash_of_attributes(tag: &Tag<'_>) -> u64 {
    let hashes = tag.attributes().map(|attribute| {
        let name = hash(attribute.name().as_bytes(), 0);
        hash(attribute.value().as_bytes(), name)
    });
    hashes.fold(0, u64::wrapping_add)
}

/// Mixes bytes into a hash, eight at a time.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        narrow::low_half_of_product(product) ^ (product >> 64) as u64
    };
    let hash = mix(seed, bytes.len() as u64);
    let Some(last) = bytes.last_chunk() else {
        return mix(
            hash,
            bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        );
    };
    let (words, _) = bytes.as_chunks();
    let words = words.iter().chain([last]);
    words.map(|word| u64::from_le_bytes(*word)).fold(hash, mix)
}

impl<R: TreeRules> Builder for NoTree<R> {
    const HAS_TREE: bool = false;

    type Node = Node;

    fn document(&mut self) -> Node {
        0
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> Node {
        match element.tag() {
            None => 0,
            Some(tag) if element.namespace != Namespace::Html => self.add_foreign(tag),
            Some(tag) if R::FOLLOWING.listed.has::<R>(element.name) => {
                self.keep(hash_of_attributes(tag))
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
        let names = R::FOLLOWING.attributes;
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

    fn ask(&mut self, question: Question, _: &[Argument<Node>]) -> bool {
        match question {
            Question::TheScriptingModeIsDisabled => !self.scripting,
            Question::TheScriptingFlagIsEnabled => self.scripting,
            Question::ItIsPossibleToInsertAt => true,
            _ => false,
        }
    }
}
