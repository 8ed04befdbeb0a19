//! What an element means for the visible text and for the elements that are open, by its name.
//!
//! The name of every tag is looked up, so names are numbers and both are a table that is built at compile time. An
//! element that is not in it is part of a line. A name of more than 8 bytes that has the hash of another is taken for it,
//! which no real element does.

/// A tag name as a number: names of up to 8 bytes are packed, longer ones are hashed. Names that clash are treated alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(u64);

impl Id {
    #[inline]
    pub(crate) const fn of(name: &str) -> Id {
        let name = name.as_bytes();
        let mut id = 0;
        let mut at = 0;
        if name.len() <= 8 {
            while at < name.len() {
                id = id << 8 | name[at] as u64;
                at += 1;
            }
        } else {
            // FNV-1a. The first bit differs from that of packed ASCII.
            id = 0xcbf2_9ce4_8422_2325;
            while at < name.len() {
                id = (id ^ name[at] as u64).wrapping_mul(0x0100_0000_01b3);
                at += 1;
            }
            id |= 1 << 63;
        }
        Id(id)
    }

    const fn slot(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize
    }
}

/// What an element means for the visible text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Part of a line.
    Inline,
    /// An element without content.
    Void,
    /// A void element between lines.
    VoidBlock,
    /// Begins and ends a line.
    Block,
    /// A cell of a table.
    Cell,
    /// A block in which white space is kept.
    Preformatted,
    /// Part of a line in which white space is kept.
    TextArea,
    /// Its content is not shown.
    Hidden,
    /// Its content is shown if it has the attribute `open`.
    Dialog,
}

/// What an element means for the elements that are open: the tags that tree construction has the same rules for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An element without rules of its own, such as `span`.
    Other,
    /// One of the formatting elements.
    Formatting,
    /// An element that is never open.
    Void,
    Break,
    Rule,
    Input,
    Paragraph,
    /// One that ends a paragraph, and whose end tag ends what is open in it.
    Block,
    /// The same, but not in the special category.
    Dialog,
    Heading,
    Preformatted,
    Item,
    /// `dd` and `dt`.
    Description,
    Form,
    Button,
    Choice,
    Choices,
    Select,
    Ruby,
    Table,
    Caption,
    Columns,
    Column,
    /// `tbody`, `tfoot` and `thead`.
    Section,
    Row,
    Cell,
    /// `html`, `head` and `body`.
    Document,
    Frameset,
    Frame,
    Template,
    /// `applet`, `marquee` and `object`.
    Scope,
    /// An element of the head without content.
    Metadata,
    /// `script` and `style`.
    Script,
    /// Other elements that contain text alone.
    Text,
    Plaintext,
    Noscript,
    /// `svg` and `math`.
    Foreign,
    /// An element of SVG or MathML.
    Inner,
    /// One that contains HTML.
    Integration,
}

/// An element by its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) id: Id,
    pub(crate) class: Class,
    pub(crate) kind: Kind,
}

const NAMES: &[(Class, Kind, &[&str])] = &[
    (
        Class::Inline,
        Kind::Formatting,
        &[
            "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
            "tt", "u",
        ],
    ),
    (
        Class::Void,
        Kind::Void,
        &[
            "area", "embed", "image", "img", "keygen", "param", "source", "track", "wbr",
        ],
    ),
    (
        Class::Void,
        Kind::Metadata,
        &["base", "basefont", "bgsound", "link", "meta"],
    ),
    (Class::Void, Kind::Input, &["input"]),
    (Class::Void, Kind::Column, &["col"]),
    (Class::Void, Kind::Frame, &["frame"]),
    (Class::VoidBlock, Kind::Break, &["br"]),
    (Class::VoidBlock, Kind::Rule, &["hr"]),
    (Class::Block, Kind::Paragraph, &["p"]),
    (
        Class::Block,
        Kind::Block,
        &[
            "address", "article", "aside", "blockquote", "center", "details", "dir", "div", "dl",
            "fieldset", "figcaption", "figure", "footer", "header", "hgroup", "main", "menu",
            "nav", "ol", "search", "section", "summary", "ul",
        ],
    ),
    (
        Class::Block,
        Kind::Heading,
        &["h1", "h2", "h3", "h4", "h5", "h6"],
    ),
    (Class::Block, Kind::Document, &["body", "head", "html"]),
    (Class::Block, Kind::Item, &["li"]),
    (Class::Block, Kind::Description, &["dd", "dt"]),
    (Class::Block, Kind::Form, &["form"]),
    (Class::Block, Kind::Other, &["legend"]),
    (Class::Block, Kind::Choice, &["option"]),
    (Class::Block, Kind::Choices, &["optgroup"]),
    (Class::Block, Kind::Select, &["select"]),
    (Class::Block, Kind::Table, &["table"]),
    (Class::Block, Kind::Caption, &["caption"]),
    (Class::Block, Kind::Section, &["tbody", "tfoot", "thead"]),
    (Class::Block, Kind::Row, &["tr"]),
    (Class::Cell, Kind::Cell, &["td", "th"]),
    (Class::Inline, Kind::Button, &["button"]),
    (Class::Inline, Kind::Columns, &["colgroup"]),
    (Class::Inline, Kind::Frameset, &["frameset"]),
    (Class::Inline, Kind::Foreign, &["math", "svg"]),
    (Class::Inline, Kind::Noscript, &["noscript"]),
    (Class::Inline, Kind::Ruby, &["rb", "rp", "rt", "rtc"]),
    (Class::Inline, Kind::Scope, &["applet", "marquee"]),
    (Class::Preformatted, Kind::Plaintext, &["plaintext"]),
    (Class::Preformatted, Kind::Preformatted, &["listing", "pre"]),
    (Class::Preformatted, Kind::Text, &["xmp"]),
    (Class::TextArea, Kind::Text, &["textarea"]),
    (Class::Hidden, Kind::Script, &["script", "style"]),
    (
        Class::Hidden,
        Kind::Text,
        &["iframe", "noembed", "noframes", "title"],
    ),
    (
        Class::Hidden,
        Kind::Other,
        &["audio", "canvas", "datalist", "video"],
    ),
    (Class::Hidden, Kind::Scope, &["object"]),
    (Class::Hidden, Kind::Template, &["template"]),
    (Class::Dialog, Kind::Dialog, &["dialog"]),
];

const SLOT_BITS: u32 = 9;

/// A hash table with linear probing; an id of 0 is an empty slot.
static TABLE: [(u64, Class, Kind); 1 << SLOT_BITS] = table();

const fn table() -> [(u64, Class, Kind); 1 << SLOT_BITS] {
    let mut table = [(0, Class::Inline, Kind::Other); 1 << SLOT_BITS];
    let mut class = 0;
    while class < NAMES.len() {
        let names = NAMES[class].2;
        let mut name = 0;
        while name < names.len() {
            let id = Id::of(names[name]);
            let mut slot = id.slot();
            while table[slot].0 != 0 {
                slot = (slot + 1) % table.len();
            }
            table[slot] = (id.0, NAMES[class].0, NAMES[class].1);
            name += 1;
        }
        class += 1;
    }
    table
}

impl Element {
    /// The element of a name.
    #[inline]
    pub(crate) fn of(name: &str) -> Element {
        let id = Id::of(name);
        let mut slot = id.slot();
        loop {
            let (found, class, kind) = TABLE[slot];
            if found == id.0 || found == 0 {
                return Element { id, class, kind };
            }
            slot = (slot + 1) % TABLE.len();
        }
    }

    /// Whether its content is not shown. `has` says whether it has an attribute.
    #[inline]
    pub(crate) fn hides(&self, has: impl Fn(&str) -> bool) -> bool {
        match self.class {
            Class::Hidden => true,
            Class::Void | Class::VoidBlock => false,
            Class::Dialog => !has("open") || has("hidden"),
            _ => has("hidden"),
        }
    }
}

impl Kind {
    /// Whether the element is in the standard's special category.
    pub(crate) fn is_special(self) -> bool {
        !matches!(
            self,
            Kind::Other
                | Kind::Formatting
                | Kind::Dialog
                | Kind::Choice
                | Kind::Choices
                | Kind::Ruby
                | Kind::Foreign
                | Kind::Inner
        )
    }

    /// Whether no element outside is in scope.
    pub(crate) fn is_scope(self) -> bool {
        matches!(
            self,
            Kind::Scope
                | Kind::Caption
                | Kind::Table
                | Kind::Cell
                | Kind::Select
                | Kind::Template
                | Kind::Integration
        )
    }

    /// Whether the end tag is implied by others.
    pub(crate) fn is_implied(self) -> bool {
        matches!(
            self,
            Kind::Description
                | Kind::Item
                | Kind::Choice
                | Kind::Choices
                | Kind::Paragraph
                | Kind::Ruby
        )
    }

    /// Whether text inside is moved: tree construction puts it before the table.
    #[inline]
    pub(crate) fn is_table(self) -> bool {
        matches!(
            self,
            Kind::Table | Kind::Section | Kind::Row | Kind::Columns
        )
    }

    /// Whether tags inside are read by the rules of the body alone.
    #[inline]
    pub(crate) fn is_in_body(self) -> bool {
        !self.is_table() && !self.is_foreign() && self != Kind::Integration
    }

    /// Whether what is inside is SVG or MathML.
    #[inline]
    pub(crate) fn is_foreign(self) -> bool {
        matches!(self, Kind::Foreign | Kind::Inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Element, Kind, NAMES};

    #[test]
    fn every_name_is_found() {
        for (class, kind, names) in NAMES {
            for name in *names {
                let found = Element::of(name);
                assert_eq!((found.class, found.kind), (*class, *kind), "{name}");
            }
        }
        for name in ["span", "", "figcaptions", "tdd", "x-blockquote"] {
            let found = Element::of(name);
            assert_eq!(
                (found.class, found.kind),
                (Class::Inline, Kind::Other),
                "{name}"
            );
        }
    }
}
