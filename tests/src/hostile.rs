//! Inputs that provoke quadratic time or unbounded memory.

use crate::data;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::LazyLock;

/// A hostile input.
#[derive(Clone, Debug)]
pub struct Hostile {
    /// The name that tables print.
    pub name: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// A prefix, then a repeated string up to a size in bytes.
    Repeated(String, String),
    /// One tag with this many attributes.
    Attributes(Attribute),
}

/// Appends the attribute of a number.
type Attribute = fn(usize, &mut String);

/// Every input.
pub fn all() -> impl Iterator<Item = &'static Hostile> {
    static ALL: LazyLock<Vec<Hostile>> = LazyLock::new(|| {
        let attributes = ATTRIBUTES.map(|(name, of)| Hostile {
            name: name.to_owned(),
            content: Content::Attributes(of),
        });
        let inputs: Inputs = data::read("hostile.toml").expect("inputs");
        let repeated = inputs.repeated.into_iter();
        let repeated = repeated.map(|(name, start, piece)| Hostile {
            name,
            content: Content::Repeated(start.written(), piece.written()),
        });
        attributes.into_iter().chain(repeated).collect()
    });
    ALL.iter()
}

/// Inputs with many tokens, or with long ones.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inputs {
    /// A name, what comes once, and what is repeated.
    repeated: Vec<(String, Text, Text)>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    /// So many of a piece, each with its own number for `{}`.
    Numbered(usize, String),
    Parts(Vec<Text>),
}

impl Text {
    fn written(&self) -> String {
        match self {
            Text::Plain(text) => text.clone(),
            Text::Numbered(count, piece) => (0..*count)
                .map(|number| piece.replace("{}", &number.to_string()))
                .collect(),
            Text::Parts(parts) => parts.iter().map(Text::written).collect(),
        }
    }
}

/// Inputs of one tag with many attributes.
const ATTRIBUTES: [(&str, Attribute); 5] = [
    ("attributes-distinct", distinct),
    ("attributes-equal", |_, name| name.push('x')),
    ("attributes-same-polynomial", same_polynomial),
    ("attributes-same-ends", same_ends),
    ("attributes-same-letters", same_letters),
];

fn distinct(number: usize, name: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(name, "a{number}");
}

/// Names that collide in the common polynomial hash with base 31: `bz` and `c[` have equal hashes.
fn same_polynomial(number: usize, name: &mut String) {
    for bit in 0..20 {
        name.push_str(if number >> bit & 1 == 0 { "bz" } else { "c[" });
    }
}

/// Names that differ only in the middle.
fn same_ends(number: usize, name: &mut String) {
    let _ = write!(name, "data-attribute-{number:07}-of-the-element");
}

/// Names that are permutations of the same letters.
fn same_letters(number: usize, name: &mut String) {
    for bit in 0..20 {
        name.push_str(if number >> bit & 1 == 0 { "ab" } else { "ba" });
    }
}

impl Hostile {
    /// The number of units per MB: bytes, or attributes.
    #[must_use]
    pub fn units(&self) -> usize {
        match self.content {
            Content::Repeated(..) => 1_000_000,
            Content::Attributes(_) => 10_000,
        }
    }

    /// What the input has once, and what it repeats; `None` for attributes.
    #[must_use]
    pub fn parts(&self) -> Option<(&str, &str)> {
        match &self.content {
            Content::Repeated(start, piece) => Some((start, piece)),
            Content::Attributes(_) => None,
        }
    }

    /// The input of this many units.
    #[must_use]
    pub fn text(&self, size: usize) -> String {
        match &self.content {
            Content::Repeated(start, piece) => {
                let mut text = String::with_capacity(start.len() + size + piece.len());
                text.push_str(start);
                while text.len() < size {
                    text.push_str(piece);
                }
                text
            }
            Content::Attributes(attribute) => {
                let mut text = String::from("<a");
                for number in 0..size {
                    text.push(' ');
                    attribute(number, &mut text);
                }
                text.push('>');
                text
            }
        }
    }
}

/// The input of this name, if there is one.
#[must_use]
pub fn named(name: &str) -> Option<&'static Hostile> {
    all().find(|hostile| hostile.name == name)
}
