//! What tree construction starts from.

use html5ever::{LocalName, QualName, ns};
use std::fmt;
use tokenwright::Namespace;
use tokenwright_tables::tree::grammar::{ElementType, Namespace as InTables};

/// The namespace of an element, as the runtime has it.
#[must_use]
pub fn namespace(of: &ElementType) -> Namespace {
    match of.namespace {
        InTables::Html => Namespace::Html,
        InTables::Svg => Namespace::Svg,
        InTables::MathMl => Namespace::MathMl,
    }
}

/// The name that html5ever has for an element.
#[must_use]
pub fn qualified_name(of: &ElementType) -> QualName {
    let namespace = match of.namespace {
        InTables::Html => ns!(html),
        InTables::Svg => ns!(svg),
        InTables::MathMl => ns!(mathml),
    };
    QualName::new(None, namespace, LocalName::from(&*of.name))
}

/// A document or a fragment, and how it is parsed.
#[derive(Clone, Debug)]
pub struct Input {
    /// The text.
    pub html: String,
    /// The context of a fragment.
    pub context: Option<ElementType>,
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
            Some(context) => write!(f, ", in {}", context.html5lib()),
            None => Ok(()),
        }
    }
}
