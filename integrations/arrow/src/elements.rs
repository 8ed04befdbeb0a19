//! What an element means for the visible text, by its name.
//!
//! The name of every tag is looked up, so names are numbers and the classes are a table that is built at compile time. An
//! element that is not in it is part of a line. A name of more than 8 bytes that has the hash of another is taken for it,
//! which no real element does.

/// A tag name as a number: names of up to 8 bytes are packed, longer ones are hashed. Names that clash are treated alike.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// Part of a line; a formatting element, whose stray end tag closes nothing else.
    Formatting,
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
    /// Its text is not shown.
    RawText,
    /// Its content is not shown.
    Hidden,
    /// Its content is shown if it has the attribute `open`.
    Dialog,
}

const NAMES: &[(Class, &[&str])] = &[
    (
        Class::Formatting,
        &[
            "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
            "tt", "u",
        ],
    ),
    (
        Class::Void,
        &[
            "area", "base", "basefont", "bgsound", "col", "embed", "frame", "img", "input",
            "keygen", "link", "meta", "param", "source", "track", "wbr",
        ],
    ),
    (Class::VoidBlock, &["br", "hr"]),
    (
        Class::Block,
        &[
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dir",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "form",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "head",
            "header",
            "hgroup",
            "html",
            "legend",
            "li",
            "main",
            "menu",
            "nav",
            "ol",
            "optgroup",
            "option",
            "p",
            "search",
            "section",
            "select",
            "summary",
            "table",
            "tbody",
            "tfoot",
            "thead",
            "tr",
            "ul",
        ],
    ),
    (Class::Cell, &["td", "th"]),
    (Class::Preformatted, &["listing", "plaintext", "pre", "xmp"]),
    (Class::TextArea, &["textarea"]),
    (
        Class::RawText,
        &["iframe", "noembed", "noframes", "script", "style", "title"],
    ),
    (
        Class::Hidden,
        &["audio", "canvas", "datalist", "object", "template", "video"],
    ),
    (Class::Dialog, &["dialog"]),
];

const SLOT_BITS: u32 = 9;

/// A hash table with linear probing; an id of 0 is an empty slot.
static TABLE: [(u64, Class); 1 << SLOT_BITS] = table();

const fn table() -> [(u64, Class); 1 << SLOT_BITS] {
    let mut table = [(0, Class::Inline); 1 << SLOT_BITS];
    let mut class = 0;
    while class < NAMES.len() {
        let names = NAMES[class].1;
        let mut name = 0;
        while name < names.len() {
            let id = Id::of(names[name]);
            let mut slot = id.slot();
            while table[slot].0 != 0 {
                slot = (slot + 1) % table.len();
            }
            table[slot] = (id.0, NAMES[class].0);
            name += 1;
        }
        class += 1;
    }
    table
}

/// The class of an element.
#[inline]
pub(crate) fn class_of(id: Id) -> Class {
    let mut slot = id.slot();
    loop {
        let (found, class) = TABLE[slot];
        if found == id.0 || found == 0 {
            return class;
        }
        slot = (slot + 1) % TABLE.len();
    }
}

/// Whether a start tag ends an element whose end tag may be omitted.
pub(crate) fn start_tag_ends(open: Id, start: Id) -> bool {
    const ROWS: [Id; 4] = [
        Id::of("tr"),
        Id::of("tbody"),
        Id::of("tfoot"),
        Id::of("thead"),
    ];
    const CELLS: [Id; 2] = [Id::of("td"), Id::of("th")];
    const TERMS: [Id; 2] = [Id::of("dt"), Id::of("dd")];
    const LI: Id = Id::of("li");
    const OPTION: Id = Id::of("option");
    const OPTGROUP: Id = Id::of("optgroup");
    if open == Id::of("p") {
        let ends = [
            Class::Block,
            Class::Preformatted,
            Class::Cell,
            Class::Dialog,
        ];
        return ends.contains(&class_of(start)) || start == Id::of("hr");
    }
    open == LI && start == LI
        || TERMS.contains(&open) && TERMS.contains(&start)
        || CELLS.contains(&open) && (CELLS.contains(&start) || ROWS.contains(&start))
        || open == ROWS[0] && ROWS.contains(&start)
        || ROWS[1..].contains(&open) && ROWS[1..].contains(&start)
        || open == OPTION && (start == OPTION || start == OPTGROUP)
        || open == OPTGROUP && start == OPTGROUP
}

/// Whether an element begins a context of its own for another one: a start tag inside ends nothing outside.
pub(crate) fn contains(container: Id, element: Id) -> bool {
    const LISTS: [Id; 4] = [Id::of("ul"), Id::of("ol"), Id::of("menu"), Id::of("dir")];
    const CHOICES: [Id; 2] = [Id::of("option"), Id::of("optgroup")];
    if element == Id::of("li") {
        LISTS.contains(&container)
    } else if element == Id::of("dt") || element == Id::of("dd") {
        container == Id::of("dl")
    } else if CHOICES.contains(&element) {
        container == Id::of("select")
    } else {
        container == Id::of("table")
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Id, NAMES, class_of};

    #[test]
    fn every_name_is_found() {
        for (class, names) in NAMES {
            for name in *names {
                assert_eq!(class_of(Id::of(name)), *class, "{name}");
            }
        }
        for name in ["span", "", "figcaptions", "tdd", "x-blockquote"] {
            assert_eq!(class_of(Id::of(name)), Class::Inline, "{name}");
        }
    }
}
