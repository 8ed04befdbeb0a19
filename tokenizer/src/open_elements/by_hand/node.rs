//! Open elements.
//!
//! An element is a few bytes: the number of its name, its namespace, and what it is for start tags and text inside it. What
//! rules ask of it is in bits that are computed when it is opened. Its attributes are not kept, but for what makes an
//! integration point.

use super::names::Name;
use super::rules::ElementRules;
use crate::Namespace;
use crate::generated::{Category, ElementName};

/// An open element, or the context element of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    /// How start tags and text in it are processed.
    pub(super) integration: Integration,
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
    /// An HTML element that rules mention.
    pub(super) const fn html(name: ElementName) -> Self {
        Element {
            name: Name::known(name),
            namespace: Namespace::Html,
            integration: Integration::None,
        }
    }

    /// Whether this is the HTML element with this name.
    pub(super) fn is(&self, name: ElementName) -> bool {
        self.namespace == Namespace::Html && self.name == Name::known(name)
    }

    /// Whether all start tags in it are processed as HTML content.
    pub(super) fn has_html_content(&self) -> bool {
        self.namespace == Namespace::Html || self.integration == Integration::Html
    }

    /// Whether this is one of the HTML elements with these names.
    pub(super) fn is_one_of(&self, names: &[ElementName]) -> bool {
        self.known_html().is_some_and(|name| names.contains(&name))
    }

    pub(super) fn is_in(&self, category: Category, rules: &ElementRules) -> bool {
        self.known_html()
            .is_some_and(|name| rules.is(name, category))
    }

    /// The name of an HTML element that rules mention.
    pub(super) fn known_html(&self) -> Option<ElementName> {
        match self.namespace {
            Namespace::Html => self.name.element(),
            _ => None,
        }
    }

    /// The boundaries that the element is.
    pub(super) fn boundaries(&self, rules: &ElementRules) -> Boundaries {
        match (self.namespace, self.integration) {
            (Namespace::Html, _) => rules.boundaries(self.name),
            (_, Integration::None) => Boundaries::default(),
            _ => Boundaries::INTEGRATION_POINT,
        }
    }
}

/// A kind of element at which searches in the stack end. The stack knows the topmost element of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boundary {
    /// The elements in which a scope ends (13.2.4.2).
    Scope,
    ListItemScope,
    ButtonScope,
    TableScope,
    /// The special elements.
    Special,
    /// The special elements except `address`, `div` and `p`, which a list item closes.
    ListItem,
    /// The elements that decide the insertion mode.
    Mode,
    /// The HTML elements.
    Html,
}

/// How many kinds there are.
pub(super) const BOUNDARIES: usize = 8;

impl Boundary {
    pub(super) const fn only(self) -> Boundaries {
        Boundaries(1 << self as u8)
    }
}

/// For each set of kinds, all bits where a kind is in it.
static MASKS: [[u16; BOUNDARIES]; 1 << BOUNDARIES] = {
    let mut masks = [[0; BOUNDARIES]; 1 << BOUNDARIES];
    let mut set = 0;
    while set < masks.len() {
        let mut kind = 0;
        while kind < BOUNDARIES {
            if set >> kind & 1 != 0 {
                masks[set][kind] = u16::MAX;
            }
            kind += 1;
        }
        set += 1;
    }
    masks
};

/// Kinds of boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Boundaries(pub(super) u8);

impl Boundaries {
    const INTEGRATION_POINT: Self = Boundary::Scope
        .only()
        .or(Boundary::ListItemScope.only())
        .or(Boundary::ButtonScope.only())
        .or(Boundary::Special.only())
        .or(Boundary::ListItem.only());

    pub(super) const fn has(self, boundary: Boundary) -> bool {
        self.0 & boundary.only().0 != 0
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Boundaries(self.0 | other.0)
    }

    /// Puts an element that is these boundaries into the topmost boundaries of each kind.
    #[inline]
    pub(super) fn replaced_in(self, mut topmost: [u16; BOUNDARIES], at: u16) -> [u16; BOUNDARIES] {
        let masks = &MASKS[usize::from(self.0)];
        for (boundary, mask) in topmost.iter_mut().zip(masks) {
            *boundary = *boundary & !mask | at & mask;
        }
        topmost
    }

    /// Those of an HTML element in these categories, as bits.
    pub(super) const fn of(name: ElementName, categories: u64) -> Self {
        use ElementName as N;
        const fn when(is: bool, boundary: Boundary) -> Boundaries {
            match is {
                true => boundary.only(),
                false => Boundaries(0),
            }
        }
        let scope = categories >> Category::Scope as u32 & 1 != 0;
        let list_item = categories >> Category::ListItemScope as u32 & 1 != 0;
        let button = categories >> Category::ButtonScope as u32 & 1 != 0;
        let table = categories >> Category::TableScope as u32 & 1 != 0;
        let special = categories >> Category::Special as u32 & 1 != 0;
        let is_passed = matches!(name, N::Address | N::Div | N::P);
        let decides = matches!(
            name,
            N::Select
                | N::Td
                | N::Th
                | N::Tr
                | N::Tbody
                | N::Thead
                | N::Tfoot
                | N::Caption
                | N::Colgroup
                | N::Table
                | N::Template
                | N::Head
                | N::Body
                | N::Frameset
                | N::Html
        );
        Boundary::Html
            .only()
            .or(when(scope, Boundary::Scope))
            .or(when(scope || list_item, Boundary::ListItemScope))
            .or(when(scope || button, Boundary::ButtonScope))
            .or(when(table, Boundary::TableScope))
            .or(when(special, Boundary::Special))
            .or(when(special && !is_passed, Boundary::ListItem))
            .or(when(decides, Boundary::Mode))
    }
}
