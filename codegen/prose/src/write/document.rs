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

    pub(super) fn list(ordered: bool, items: Vec<Vec<Block>>) -> Self {
        Block::List { ordered, items }
    }

    pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|cell| (*cell).to_owned()).collect();
        Block::Table { head, rows }
    }

    /// The rows of a table in HTML, in which `escape` writes the texts.
    pub(super) fn table_rows(
        head: &[String],
        rows: &[Vec<String>],
        escape: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let rows = rows.iter().map(|row| (&row[..], "td"));
        let all = std::iter::once((head, "th")).chain(rows);
        let all = all.map(|(cells, name)| {
            let cells = cells.iter();
            let cells = cells.map(|cell| format!("<{name}>{}</{name}>", escape(cell)));
            format!("<tr>{}</tr>", cells.collect::<String>())
        });
        all.collect()
    }
}
