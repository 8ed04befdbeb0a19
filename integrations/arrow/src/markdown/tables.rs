//! Tables: which are written as such, and how.
//!
//! A cell of Markdown is a part of a line, so a table whose cells have blocks is written as these blocks.

use tokenwright_tree::NodeRef;

/// Elements whose content does not fit into a cell.
const BLOCKS: &[&str] = &[
    "table", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "menu", "dir", "dl", "pre", "listing",
    "xmp", "plaintext", "blockquote", "hr", "main",
];

/// Whether a table can be written as one: it has two rows or more, one of which has two cells or more, and cells with lines of text
/// alone.
pub(super) fn is_table(table: &NodeRef<'_>) -> bool {
    let (mut rows, mut is_wide) = (0, false);
    let mut cells = 0;
    let mut paragraphs = 0;
    for node in table.descendants() {
        match node.name() {
            Some("tr") => {
                rows += 1;
                cells = 0;
            }
            Some("td" | "th") => {
                cells += 1;
                is_wide |= cells > 1;
                paragraphs = 0;
            }
            Some("p") => {
                paragraphs += 1;
                if paragraphs > 1 {
                    return false;
                }
            }
            // It comes before the rows in Markdown.
            Some("caption") if rows > 0 => return false,
            Some(name) if BLOCKS.contains(&name) => return false,
            _ => {}
        }
    }
    rows > 1 && is_wide
}

/// The rows of a table, each with its cells as Markdown.
#[derive(Default)]
pub(super) struct Rows {
    rows: Vec<Vec<String>>,
    len: usize,
}

impl Rows {
    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// The length of the cells.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, cell: String) {
        self.len += cell.len();
        if self.rows.is_empty() {
            self.begin_row();
        }
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    /// The lines of the table; `None` if there is no content. The first row is the head, as Markdown has no table without one.
    pub(super) fn finish(mut self) -> Option<String> {
        self.rows
            .retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let width = self.rows.iter().map(Vec::len).max()?;
        let mut lines = Vec::with_capacity(self.rows.len() + 1);
        for (at, mut row) in self.rows.into_iter().enumerate() {
            if at == 0 {
                row.resize(width, String::new());
            }
            lines.push(format!("| {} |", row.join(" | ")));
            if at == 0 {
                lines.push(format!("| {} |", vec!["---"; width].join(" | ")));
            }
        }
        Some(lines.join("\n"))
    }
}
