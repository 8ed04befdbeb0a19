//! The stack of open elements, whose lower part may be unknown.

use super::rules::ElementRules;
use crate::Namespace;
use crate::generated::{Category, ElementName};
use crate::narrow;
use alloc::string::String;
use alloc::vec::Vec;

/// The name of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Known(ElementName),
    /// A name that no rule mentions: its range in the text of such names.
    Other(u32, u32),
}

/// An open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    /// How start tags and text in it are processed.
    pub(super) integration: Integration,
    /// Its number, by which the list of active formatting elements refers to it.
    pub(super) id: u32,
}

/// Whether HTML content may follow in an element that is not in the HTML namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integration {
    None,
    MathMlText,
    /// A MathML `annotation-xml` element without HTML content.
    Annotation,
    Html,
    /// A MathML `annotation-xml` element with HTML content.
    HtmlAnnotation,
}

impl Integration {
    /// Whether the element is an HTML integration point.
    pub(super) fn is_html(self) -> bool {
        matches!(self, Integration::Html | Integration::HtmlAnnotation)
    }

    /// Whether popping elements for HTML content stops here.
    pub(super) fn has_html_content(self) -> bool {
        self.is_html() || self == Integration::MathMlText
    }
}

impl Element {
    /// Whether this is the HTML element with this name.
    pub(super) fn is(&self, name: ElementName) -> bool {
        self.namespace == Namespace::Html && self.name == Name::Known(name)
    }

    pub(super) fn is_in(&self, category: Category, rules: &ElementRules) -> bool {
        match self.name {
            Name::Known(name) => self.namespace == Namespace::Html && rules.is(name, category),
            Name::Other(..) => false,
        }
    }

    /// Whether the element is special or, alike, limits scopes although it is not an HTML element.
    pub(super) fn is_special(&self, rules: &ElementRules) -> bool {
        self.integration != Integration::None || self.is_in(Category::Special, rules)
    }

    pub(super) fn limits(&self, scope: Scope, rules: &ElementRules) -> bool {
        let is_in = |category| self.is_in(category, rules);
        let default = || self.integration != Integration::None || is_in(Category::Scope);
        match scope {
            Scope::Default => default(),
            Scope::ListItem => default() || is_in(Category::ListItemScope),
            Scope::Button => default() || is_in(Category::ButtonScope),
            Scope::Table => is_in(Category::TableScope),
        }
    }
}

/// The elements in which a scope ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// The result of a search in the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The place of the topmost such element.
    At(usize),
    /// There is none.
    Absent,
    /// Only the unknown part of the stack may have one.
    Unknown,
}

/// The stack, the current node last.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    elements: Vec<Element>,
    /// The names of elements that no rule mentions.
    names: String,
    /// Whether there are elements below that are not known.
    pub(super) is_partial: bool,
}

/// How many elements are followed, and how many bytes of names that no rule mentions.
pub(super) const MOST_ELEMENTS: usize = 512;
const MOST_NAMES: usize = 32 * 1024;

impl Stack {
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }

    pub(super) fn top(&self) -> Option<&Element> {
        self.elements.last()
    }

    /// Whether the current node is the HTML element with this name.
    pub(super) fn top_is(&self, name: ElementName) -> bool {
        self.top().is_some_and(|element| element.is(name))
    }

    /// Whether there is no room for another element with a name of this length.
    pub(super) fn is_full(&self, name: &str) -> bool {
        self.elements.len() >= MOST_ELEMENTS || self.names.len() + name.len() > MOST_NAMES
    }

    /// Keeps a name that no rule mentions.
    pub(super) fn keep_name(&mut self, name: &str) -> Name {
        let start = narrow::count(self.names.len());
        self.names.push_str(name);
        Name::Other(start, narrow::count(self.names.len()))
    }

    pub(super) fn push(&mut self, element: Element) {
        self.elements.push(element);
    }

    pub(super) fn insert(&mut self, at: usize, element: Element) {
        self.elements.insert(at, element);
    }

    pub(super) fn replace(&mut self, at: usize, element: Element) {
        self.elements[at] = element;
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.elements.remove(at);
    }

    pub(super) fn pop(&mut self) {
        self.truncate(self.elements.len().saturating_sub(1));
    }

    /// Pops all elements but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        for element in self.elements.drain(len.min(self.elements.len())..).rev() {
            // Names of elements further up come later in the text.
            if let Name::Other(start, _) = element.name {
                self.names.truncate(start as usize);
            }
        }
    }

    /// Whether the element has this name, in lower case.
    pub(super) fn has_name(
        &self,
        element: &Element,
        name: &str,
        known: Option<ElementName>,
    ) -> bool {
        match (element.name, known) {
            (Name::Known(own), Some(known)) => own == known,
            (Name::Other(start, end), None) => &self.names[start as usize..end as usize] == name,
            _ => false,
        }
    }

    /// The place of the element with this number.
    pub(super) fn place_of(&self, id: u32) -> Option<usize> {
        self.elements.iter().rposition(|element| element.id == id)
    }

    /// Searches from the current node down to an element that limits the scope.
    pub(super) fn find_in(
        &self,
        scope: Scope,
        rules: &ElementRules,
        is_it: impl Fn(&Element) -> bool,
    ) -> Lookup {
        for (at, element) in self.elements.iter().enumerate().rev() {
            if is_it(element) {
                return Lookup::At(at);
            }
            if element.limits(scope, rules) {
                return Lookup::Absent;
            }
        }
        match self.is_partial {
            true => Lookup::Unknown,
            false => Lookup::Absent,
        }
    }

    /// Searches the whole stack for an HTML element.
    pub(super) fn find(&self, name: ElementName) -> Option<usize> {
        self.elements.iter().rposition(|element| element.is(name))
    }
}

impl Element {
    /// The name of an HTML element that rules mention.
    pub(super) fn known_html(&self) -> Option<ElementName> {
        match (self.namespace, self.name) {
            (Namespace::Html, Name::Known(name)) => Some(name),
            _ => None,
        }
    }
}
