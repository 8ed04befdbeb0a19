//! What the document answers.

use super::construction::Construction;
use super::document::{Attribute, Document, NodeData, NodeId};
use super::observer::TreeObserver;
use super::run::{Stuck, Value};
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// A parser scripting mode (13.2.4.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scripting {
    /// Scripts run.
    #[default]
    Normal,
    /// Scripts do not run, and `noscript` elements have contents.
    Disabled,
    /// Scripts are enabled, and those of this parser never run.
    Inert,
    /// Scripts run when they are inserted.
    Fragment,
}

/// The context element of a fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Its namespace and local name.
    pub element: ElementType,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Whether it has a `form` element among its ancestors.
    pub is_in_form: bool,
}

/// What the document answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The scripting mode.
    pub scripting: Scripting,
    /// Whether the document is an iframe `srcdoc` document.
    pub srcdoc: bool,
    /// The parser cannot change the mode flag.
    pub cannot_change_mode: bool,
    /// Whether a `template` element may attach a shadow root.
    pub shadow_roots: bool,
    /// The context element, if a fragment is parsed.
    pub context: Option<Context>,
}

impl Environment {
    /// What html5lib's tests take for granted: a document, or a fragment in a context element, with scripting or without.
    #[must_use]
    pub fn of_test(context: Option<ElementType>, scripting: bool) -> Self {
        Environment {
            scripting: match (scripting, &context) {
                (false, _) => Scripting::Disabled,
                (true, None) => Scripting::Normal,
                (true, Some(_)) => Scripting::Inert,
            },
            context: context.map(|element| Context {
                element,
                attributes: Vec::new(),
                is_in_form: false,
            }),
            ..Environment::default()
        }
    }
}

impl<O: TreeObserver> Construction<'_, O> {
    /// The answer to a question, by its name.
    pub(super) fn answer(&self, name: &str, arguments: &[Value]) -> Result<bool, Stuck> {
        let environment = &self.environment;
        Ok(match (name, arguments) {
            ("the scripting mode is Disabled", []) => environment.scripting == Scripting::Disabled,
            ("the scripting mode is Inert", []) => environment.scripting == Scripting::Inert,
            ("the scripting mode is Fragment", []) => environment.scripting == Scripting::Fragment,
            ("the scripting flag is enabled", []) => environment.scripting != Scripting::Disabled,
            ("the document is an iframe srcdoc document", []) => environment.srcdoc,
            ("the parser cannot change the mode flag is true", []) => {
                environment.cannot_change_mode
            }
            ("declarative shadow roots are allowed", []) => environment.shadow_roots,
            ("a shadow root is attached to {node}", [node]) => self.is_shadow_host(node.node()?),
            // What the rules ask of an element that was no shadow host before.
            ("attaching a shadow root to {node} threw an exception", [node]) => {
                !self.is_shadow_host(node.node()?)
            }
            ("it is possible to insert {node} at {location}", [_, location]) => {
                let location = location.location()?;
                let children = &self.document.nodes[location.parent].children;
                let mut elements = children
                    .iter()
                    .filter(|it| self.document.element(**it).is_some());
                location.parent != Document::ROOT || elements.next().is_none()
            }
            _ => {
                return Err(Stuck::unread(format!(
                    "the document has no answer to `{name}`"
                )));
            }
        })
    }

    fn is_shadow_host(&self, node: NodeId) -> bool {
        let data = &self.document.nodes[node].data;
        matches!(
            data,
            NodeData::Element {
                shadow: Some(_),
                ..
            }
        )
    }
}

/// Whether an element can be a shadow host.
pub(super) fn can_be_host(of: &ElementType) -> bool {
    const HOSTS: [&str; 18] = [
        "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "main", "nav", "p", "section", "span",
    ];
    // Names with a hyphen that no custom element can have.
    const RESERVED: [&str; 8] = [
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-format",
        "font-face-name",
        "font-face-src",
        "font-face-uri",
        "missing-glyph",
    ];
    let name = &*of.name;
    let is_custom = name.contains('-') && !RESERVED.contains(&name);
    let is_host = HOSTS.contains(&name) || is_custom;
    is_host && of.namespace == Namespace::Html
}
