//! Inputs that provoke quadratic time or unbounded memory.

mod followed;

use std::fmt::Write;

/// A hostile input.
#[derive(Clone, Copy, Debug)]
pub struct Hostile {
    /// The name that tables print.
    pub name: &'static str,
    make: Make,
}

#[derive(Clone, Copy, Debug)]
enum Make {
    /// A prefix, then a repeated string up to a size in bytes.
    Repeat(&'static str, &'static str),
    /// A prefix, then a repeated string up to a size in bytes.
    After(fn() -> String, &'static str),
    /// A string, repeated up to a size in bytes.
    Cycle(fn() -> String),
    /// One tag with this many attributes.
    Attributes(fn(usize, &mut String)),
}

/// Every input.
pub fn all() -> impl Iterator<Item = &'static Hostile> {
    TOKENS.iter().chain(followed::ALL)
}

/// Inputs with many tokens, or with long ones.
const TOKENS: &[Hostile] = &[
    attributes("attributes-distinct", distinct),
    attributes("attributes-equal", |_, name| name.push('x')),
    attributes("attributes-same-polynomial", same_polynomial),
    attributes("attributes-same-ends", same_ends),
    attributes("attributes-same-letters", same_letters),
    repeat("<", "", "<"),
    repeat("&", "", "&"),
    repeat("&am", "", "&am"),
    repeat("&#0", "", "&#0"),
    repeat("<!--", "", "<!--"),
    repeat("-", "", "-"),
    repeat("- in a comment", "<!--", "-"),
    repeat("]]", "", "]]"),
    repeat("<a ", "", "<a "),
    repeat("</", "", "</"),
    repeat("</a in a script", "<script>", "</script"),
    repeat("CR", "", "\r"),
    repeat("NUL", "", "\0"),
    repeat("one text", "", "text "),
    repeat("one value", "<a b=\"", "value "),
    repeat("one value of &", "<a b=\"", "&"),
    repeat("one tag name", "<a", "name"),
    repeat("one attribute name", "<a b", "name"),
    repeat("one comment", "<!--", "comment "),
    repeat("one doctype", "<!doctype ", "name"),
    repeat("one processing instruction", "<?a ", "data "),
    repeat("U+0001", "", "\u{1}"),
    repeat("noncharacters", "", "\u{FDD0}\u{1FFFE}"),
    repeat("U+FFFD", "", "\u{FFFD}"),
    repeat("CR and text", "", "\ra"),
    repeat("long references", "", "&CounterClockwiseContourIntegral;"),
    repeat(
        "long references that are none",
        "",
        "&CounterClockwiseContourIntegralx;",
    ),
    repeat(
        "long references in a value",
        "<a b=\"",
        "&CounterClockwiseContourIntegral;",
    ),
    repeat("one number of a reference", "&#", "9"),
    repeat("upper-case tags", "", "<TABLE>"),
    repeat("<?a b?>", "", "<?a b?>"),
    repeat("tags of one letter", "", "<a>"),
    repeat("end tags", "", "</a>"),
    repeat("comments of nothing", "", "<!---->"),
    repeat("<!-- in a script", "<script>", "<!--"),
    repeat("<script in an escaped script", "<script><!--", "<script "),
    repeat("CDATA outside foreign content", "", "<![CDATA["),
];

const fn repeat(name: &'static str, start: &'static str, piece: &'static str) -> Hostile {
    Hostile {
        name,
        make: Make::Repeat(start, piece),
    }
}

const fn attributes(name: &'static str, attribute: fn(usize, &mut String)) -> Hostile {
    Hostile {
        name,
        make: Make::Attributes(attribute),
    }
}

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
        match self.make {
            Make::Repeat(..) | Make::After(..) | Make::Cycle(..) => 1_000_000,
            Make::Attributes(_) => 10_000,
        }
    }

    /// What the input has once, and what it repeats; `None` for attributes.
    #[must_use]
    pub fn parts(&self) -> Option<(String, String)> {
        match self.make {
            Make::Repeat(start, piece) => Some((start.to_owned(), piece.to_owned())),
            Make::After(start, piece) => Some((start(), piece.to_owned())),
            Make::Cycle(piece) => Some((String::new(), piece())),
            Make::Attributes(_) => None,
        }
    }

    /// The input of this many units.
    #[must_use]
    pub fn text(&self, size: usize) -> String {
        match self.make {
            Make::Repeat(start, piece) => repeated(start, piece, size),
            Make::After(start, piece) => repeated(&start(), piece, size),
            Make::Cycle(piece) => repeated("", &piece(), size),
            Make::Attributes(attribute) => {
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

fn repeated(start: &str, piece: &str, size: usize) -> String {
    let mut text = String::with_capacity(start.len() + size + piece.len());
    text.push_str(start);
    while text.len() < size {
        text.push_str(piece);
    }
    text
}

/// The input of this name, if there is one.
#[must_use]
pub fn named(name: &str) -> Option<&'static Hostile> {
    all().find(|hostile| hostile.name == name)
}
