//! The written section: blocks of plain text.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A heading of a part, perhaps with its number.
    Heading {
        level: u8,
        number: Option<String>,
        title: String,
    },
    Paragraph(String),
    /// A switch list: the terms of each entry, and what they lead to.
    Switch(Vec<(Vec<String>, Vec<Block>)>),
    /// A list of items; ordered if they are steps.
    List {
        ordered: bool,
        items: Vec<Vec<Block>>,
    },
    /// A table: the head, and the rows.
    Table {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
}

impl Block {
    pub(super) fn paragraph(text: impl Into<String>) -> Self {
        Block::Paragraph(text.into())
    }
}

/// A sentence: a clause with a capital letter and a full stop or what ends it.
pub(super) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let text: String = first.chain(letters).collect();
    if text.ends_with([':', '.']) {
        text
    } else {
        text + "."
    }
}
