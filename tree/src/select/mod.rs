//! CSS selectors, by the crate `selectors`.
//!
//! That crate parses selectors, and says whether an element is what a compound selector describes, such as `a[href]`. What combines
//! them is answered here, on the way through the tree: each open element knows which beginnings of a selector it and the elements above it match. So
//! all elements are selected in linear time, however deep they are; to look at the elements above each one would be quadratic. For the same
//! reason, elements are numbered here among their siblings of the same type.

mod element;
mod error;
mod matches;
mod names;
mod of_type;

pub use error::SelectorError;
pub use matches::Matches;

use crate::document::Document;
use crate::node::NodeRef;
use cssparser::ToCss;
use element::Candidate;
use matches::{Compound, quirks_mode};
use names::{Names, SelectorParser};
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, SelectorCaches,
};
use selectors::matching::matches_selector_list;
use selectors::parser::{ParseRelative, SelectorList};
use std::fmt;
use std::str::FromStr;

/// A list of CSS selectors, such as `nav > a[href], h1`.
///
/// It has the combinators, attribute selectors and structural pseudo-classes of Selectors Level 4 but `:has()`: type, class, `#id`,
/// `[name=value i]`, `:nth-child()`, `:not()`, `:is()`, `:where()`, `:root`, `:scope`, `:empty`, and so on. Pseudo-classes about links, users and
/// forms, pseudo-elements and namespace prefixes are errors, and so is `:is()` or `:where()` of what is no selector, which browsers
/// forgive.
///
/// ```
/// use tokenwright_tree::{Selector, parse};
///
/// let selector: Selector = "nav > a[href]".parse()?;
/// for (html, count) in [("<nav><a href=1><a>", 1), ("<a href=1>", 0)] {
///     assert_eq!(selector.select(parse(html).root()).count(), count);
/// }
/// let error = "a:hover".parse::<Selector>().expect_err("an unknown pseudo-class");
/// assert_eq!(error.to_string(), "unsupported pseudo-class or pseudo-element, at byte 7 of the selector");
/// # Ok::<_, tokenwright_tree::SelectorError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Selector {
    list: SelectorList<Names>,
    /// The compound selectors of each selector, from left to right.
    compounds: Vec<Vec<Compound>>,
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(selector: &str) -> Result<Self, SelectorError> {
        let mut parser = cssparser::Parser::new(selector);
        let list = SelectorList::parse(&SelectorParser, &mut parser, ParseRelative::No);
        let list =
            list.map_err(|error| SelectorError::new(&error, parser.position().byte_index()))?;
        let compounds = list.slice().iter().map(Compound::all_of).collect();
        let compounds = Option::<_>::ok_or(compounds, SelectorError::too_long(selector.len()))?;
        Ok(Selector { list, compounds })
    }
}

impl Selector {
    /// The elements inside a node that match, in tree order. The contents of templates are not inside, as in the DOM.
    ///
    /// Elements around the node count for what a selector says of ancestors and siblings, and `:scope` is the node. In a document, it is the
    /// `html` element, as in browsers; that a fragment is the scope holds at the beginning of a selector, and not inside `:is()`.
    ///
    /// ```
    /// use tokenwright_tree::{Selector, parse};
    ///
    /// let document = parse("<main><ul><li>1<ul><li>2</ul></ul></main>");
    /// let list = document.select("ul")?.next().expect("a list");
    /// assert_eq!("main li".parse::<Selector>()?.select(list).count(), 2);
    /// assert_eq!(":scope > li".parse::<Selector>()?.select(list).count(), 1);
    /// # Ok::<_, tokenwright_tree::SelectorError>(())
    /// ```
    #[must_use]
    pub fn select<'d>(&self, node: NodeRef<'d>) -> Matches<'d> {
        Matches::new(self.clone(), node)
    }

    /// Whether a node is an element that matches. It takes as much time as there are elements around it; to test many nodes,
    /// [`select`](Self::select).
    ///
    /// ```
    /// use tokenwright_tree::{Selector, parse};
    ///
    /// let document = parse("<p><b id=x>");
    /// let b = document.root().descendants().last().expect("an element");
    /// assert!("p #x".parse::<Selector>()?.matches(b));
    /// assert!(!"p > i".parse::<Selector>()?.matches(b));
    /// # Ok::<_, tokenwright_tree::SelectorError>(())
    /// ```
    #[must_use]
    pub fn matches(&self, node: NodeRef<'_>) -> bool {
        let mut caches = SelectorCaches::default();
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut caches,
            quirks_mode(node),
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        node.is_element() && matches_selector_list(&self.list, &Candidate(node), &mut context)
    }
}

/// The selectors as CSS.
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.to_css(f)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selector({self})")
    }
}

impl Document {
    /// The elements that match a [`Selector`], in tree order.
    ///
    /// ```
    /// let document = tokenwright_tree::parse("<nav><a href=/1>one</a> <a>two</a></nav><a href=/3>three</a>");
    /// let links = document.select("nav > a[href]")?;
    /// let links: Vec<_> = links.map(|link| link.text_content()).collect();
    /// assert_eq!(links, ["one"]);
    /// # Ok::<_, tokenwright_tree::SelectorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with the selector.
    pub fn select(&self, selector: &str) -> Result<Matches<'_>, SelectorError> {
        self.root().select(selector)
    }
}

impl<'d> NodeRef<'d> {
    /// The elements inside the node that match, as [`Selector::select`] finds them.
    ///
    /// # Errors
    ///
    /// What is wrong with the selector.
    pub fn select(&self, selector: &str) -> Result<Matches<'d>, SelectorError> {
        Ok(Matches::new(selector.parse()?, *self))
    }
}
