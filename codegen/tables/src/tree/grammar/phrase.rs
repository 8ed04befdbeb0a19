//! The phrases that fill the holes of steps, conditions and expressions.
//!
//! A set of elements and a node fill the same hole, because the section says "if node is" of both. The article is kept as it is
//! written: whether it is `a` or `an` depends on how a name is pronounced.

use super::Expression;
use crate::grammar::Quoted;
use crate::grammar::form::Hole;
use crate::grammar::{names, phrases};
use std::fmt;

phrases! {
    /// Affirmed or negated.
    Has, "`has` or `does not have`" { Has = "has", HasNot = "does not have" } Has is not HasNot
}

phrases! {
    /// Affirmed or negated, in the past.
    Was, "`was` or `was not`" { Was = "was", WasNot = "was not" } Was is not WasNot
}

phrases! {
    /// The namespaces of elements.
    Namespace, "`HTML`, `MathML` or `SVG`" { Html = "HTML", MathMl = "MathML", Svg = "SVG" }
}

phrases! {
    /// The modes of a document other than no-quirks mode.
    QuirksMode, "`quirks` or `limited-quirks`" { Quirks = "quirks", LimitedQuirks = "limited-quirks" }
}

phrases! {
    /// The kinds of tokens.
    TokenType, "`a start tag`, `an end tag`, `a character token`, `a comment token` or another kind of token" {
        StartTag = "a start tag",
        EndTag = "an end tag",
        Character = "a character token",
        Comment = "a comment token",
        ProcessingInstruction = "a processing instruction token",
        Doctype = "a DOCTYPE token",
        EndOfFile = "an end-of-file token",
    }
}

/// The type of an element: its namespace and local name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementType {
    /// The namespace.
    pub namespace: Namespace,
    /// The local name.
    pub name: String,
}

impl ElementType {
    /// An HTML element.
    #[must_use]
    pub fn html(name: &str) -> Self {
        ElementType {
            namespace: Namespace::Html,
            name: name.to_owned(),
        }
    }

    /// The element as html5lib's tests name it: `p`, `svg title`.
    #[must_use]
    pub fn html5lib(&self) -> String {
        let prefix = match self.namespace {
            Namespace::Html => "",
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
        };
        format!("{prefix}{}", self.name)
    }

    /// An element as html5lib's tests and the tables name it: `p`, `svg title`, `SVG title`.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let prefixes = [("svg ", Namespace::Svg), ("math ", Namespace::MathMl)];
        let mut all = prefixes.into_iter();
        let foreign = all.find_map(|(prefix, of)| Some((text.strip_prefix(prefix)?, of)));
        match foreign {
            Some((name, of)) => ElementType::read(&format!("{of} {name}")),
            None => ElementType::read(text),
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.namespace {
            Namespace::Html => f.write_str(&self.name),
            other => write!(f, "{other} {}", self.name),
        }
    }
}

impl Hole for ElementType {
    const EXPECTS: &'static str = "the name of an element, such as `p` or `SVG title`";

    fn read(text: &str) -> Option<Self> {
        let (namespace, name) = match text.split_once(' ') {
            None => (Namespace::Html, text),
            Some(("MathML", name)) => (Namespace::MathMl, name),
            Some(("SVG", name)) => (Namespace::Svg, name),
            Some(_) => return None,
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_html = namespace != Namespace::Html || !name.contains(|c: char| c.is_uppercase());
        (!name.is_empty() && name.chars().all(is_name) && is_html).then(|| ElementType {
            namespace,
            name: name.to_owned(),
        })
    }
}

/// A set of elements: `a td or th element`, or a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Elements {
    /// `a tbody, thead, or tfoot element`
    Types {
        /// Whether the article is `an`.
        an: bool,
        /// The types.
        any: Vec<ElementType>,
    },
    /// `an element in the SVG namespace`
    InNamespace(Namespace),
    /// `an HTML element with the same tag name as the token`
    SameTagName,
    /// `an HTML element whose tag name is subject`
    TagName(Box<Expression>),
    /// A node, or null.
    Node(Box<Expression>),
}

const SAME_TAG_NAME: &str = "an HTML element with the same tag name as the token";
const WITH_TAG_NAME: &str = "an HTML element whose tag name is ";

impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elements::Types { an, any } => {
                f.write_str(if *an { "an " } else { "a " })?;
                joined(any, f)?;
                f.write_str(" element")
            }
            Elements::InNamespace(namespace) => {
                write!(f, "an element in the {namespace} namespace")
            }
            Elements::SameTagName => f.write_str(SAME_TAG_NAME),
            Elements::TagName(name) => write!(f, "{WITH_TAG_NAME}{name}"),
            Elements::Node(node) => node.fmt(f),
        }
    }
}

impl Hole for Elements {
    const EXPECTS: &'static str =
        "elements such as `a td or th element`, or a node such as `the current node`";

    fn read(text: &str) -> Option<Self> {
        if text == SAME_TAG_NAME {
            return Some(Elements::SameTagName);
        }
        if let Some(name) = text.strip_prefix(WITH_TAG_NAME) {
            return Expression::read(name)
                .ok()
                .map(Box::new)
                .map(Elements::TagName);
        }
        let in_namespace = text.strip_prefix("an element in the ");
        if let Some(name) = in_namespace.and_then(|rest| rest.strip_suffix(" namespace")) {
            return Namespace::read(name).map(Elements::InNamespace);
        }
        let words = text.strip_suffix(" element");
        let listed = words.and_then(|words| {
            let an = words.strip_prefix("an ");
            let any = split_list(an.or_else(|| words.strip_prefix("a "))?);
            let any = any
                .into_iter()
                .map(ElementType::read)
                .collect::<Option<_>>()?;
            let an = an.is_some();
            Some(Elements::Types { an, any })
        });
        listed.or_else(|| {
            Expression::read(text)
                .ok()
                .map(Box::new)
                .map(Elements::Node)
        })
    }

    fn mend(text: &str) -> Option<String> {
        let words = text.strip_suffix(" element")?;
        let article = ["a ", "an "].into_iter().find(|it| words.starts_with(it))?;
        let list = mended_list::<ElementType>(&words[article.len()..])?;
        Some(format!("{article}{list} element"))
    }
}

/// Writes `a`, `a or b`, `a, b, or c`.
fn joined(members: &[impl fmt::Display], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let last = members.len().saturating_sub(1);
    for (at, member) in members.iter().enumerate() {
        f.write_str(match (at, last) {
            (0, _) => "",
            (1, 1) => " or ",
            (at, last) if at == last => ", or ",
            _ => ", ",
        })?;
        member.fmt(f)?;
    }
    Ok(())
}

/// The members of such a list.
fn split_list(text: &str) -> Vec<&str> {
    match text.split_once(", or ") {
        Some((first, last)) if first.contains(", ") => first.split(", ").chain([last]).collect(),
        _ => text.split(" or ").collect(),
    }
}

/// The list with the commas that it should have; `None` if it is no list.
fn mended_list<T: Hole + fmt::Display>(text: &str) -> Option<String> {
    struct List<T>(Vec<T>);

    impl<T: fmt::Display> fmt::Display for List<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            joined(&self.0, f)
        }
    }

    let members = text.split(", ").flat_map(|part| part.split(" or "));
    let members = members.map(|member| T::read(member.trim_start_matches("or ")));
    let members = members.collect::<Option<Vec<T>>>()?;
    (members.len() > 1).then(|| List(members).to_string())
}

/// Texts in quotation marks, any of which is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Texts(pub Vec<Quoted>);

impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(&self.0, f)
    }
}

impl Hole for Texts {
    const EXPECTS: &'static str = "texts in quotation marks, such as `\"a\", \"b\", or \"c\"`";

    fn read(text: &str) -> Option<Self> {
        let members = split_list(text).into_iter().map(Quoted::read);
        members.collect::<Option<_>>().map(Texts)
    }

    fn mend(text: &str) -> Option<String> {
        mended_list::<Quoted>(text)
    }
}

names! {
    /// The name of a variable: one word, of letters.
    Variable, "the name of a variable: one word, of letters, such as `lastNode`", |text| {
        let begins = text.starts_with(|c: char| c.is_ascii_lowercase());
        begins && text.chars().all(|c| c.is_ascii_alphabetic())
    }
}

/// A value that a variable gets, or that an algorithm returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An expression.
    Expression(Expression),
    /// The result of an algorithm.
    Call(Call),
}

/// The sentence that calls an algorithm. The loader looks the algorithm up by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call(pub String);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Expression(expression) => expression.fmt(f),
            Value::Call(Call(sentence)) => f.write_str(sentence),
        }
    }
}

impl Hole for Value {
    const EXPECTS: &'static str = "an expression, or a sentence that calls an algorithm";

    fn read(text: &str) -> Option<Self> {
        let read = Expression::read(text).ok().map(Value::Expression);
        read.or_else(|| Some(Value::Call(Call(text.to_owned()))))
    }
}
