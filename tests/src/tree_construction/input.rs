//! What tree construction starts from.

use html5ever::{LocalName, QualName, ns};
use std::fmt;
use tokenwright::Namespace;
use tokenwright_tables::tree::grammar::{ElementType, Namespace as InTables};

/// The context element of a fragment.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Context {
    /// Its namespace.
    pub namespace: Namespace,
    /// Its name, as html5lib writes it: `foreignObject`.
    pub name: String,
}

impl Context {
    /// The element that html5lib writes so: `svg path`, `div`.
    ///
    /// # Panics
    /// If the text names no element.
    #[must_use]
    pub fn named(text: &str) -> Self {
        let element = ElementType::named(text);
        Self::from(element.unwrap_or_else(|| panic!("{text:?} names no element")))
    }

    /// The element as the tables name it.
    #[must_use]
    pub fn element(&self) -> ElementType {
        let namespace = match self.namespace {
            Namespace::Html => InTables::Html,
            Namespace::Svg => InTables::Svg,
            Namespace::MathMl => InTables::MathMl,
        };
        let name = self.name.clone();
        ElementType { namespace, name }
    }

    /// The name that html5ever has for the element.
    #[must_use]
    pub fn qualified_name(&self) -> QualName {
        let namespace = match self.namespace {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        QualName::new(None, namespace, LocalName::from(&*self.name))
    }
}

impl From<ElementType> for Context {
    fn from(ElementType { namespace, name }: ElementType) -> Self {
        let namespace = match namespace {
            InTables::Html => Namespace::Html,
            InTables::Svg => Namespace::Svg,
            InTables::MathMl => Namespace::MathMl,
        };
        Context { namespace, name }
    }
}

/// As html5lib writes it.
impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.element().html5lib())
    }
}

/// A document or a fragment, and how it is parsed.
#[derive(Clone, Debug)]
pub struct Input {
    /// The text.
    pub html: String,
    /// The context of a fragment.
    pub context: Option<Context>,
    /// Whether scripts run.
    pub scripting: bool,
}

impl Input {
    /// A document that is parsed without scripting.
    pub fn document(html: impl Into<String>) -> Self {
        Input {
            html: html.into(),
            context: None,
            scripting: false,
        }
    }
}

/// For messages.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input {
            html,
            context,
            scripting,
        } = self;
        write!(f, "{html:?}, scripting {scripting}")?;
        match context {
            Some(context) => write!(f, ", in {context}"),
            None => Ok(()),
        }
    }
}
