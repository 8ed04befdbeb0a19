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
