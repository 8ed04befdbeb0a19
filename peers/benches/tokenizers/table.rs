//! Tables on a terminal and in Markdown.

use std::io::{self, Write};

/// How tables are printed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Layout {
    /// Aligned columns.
    Plain,
    /// A Markdown table.
    Markdown,
}

/// A table under construction; the first column is text, the others are numbers.
pub(crate) struct Table {
    title: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(title: impl Into<String>, head: impl IntoIterator<Item = String>) -> Self {
        Self {
            title: title.into(),
            rows: vec![head.into_iter().collect()],
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Prints the table to standard output.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn print(&self, layout: Layout) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<_> = (0..columns)
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        match layout {
            Layout::Plain => writeln!(out, "\n{}\n", self.title)?,
            Layout::Markdown => writeln!(out, "\n### {}\n", self.title)?,
        }
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<_> = widths
                .iter()
                .enumerate()
                .map(|(column, &width)| {
                    let cell = row.get(column).map_or("", String::as_str);
                    if column == 0 {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            match layout {
                Layout::Plain => writeln!(out, "{}", cells.join("  ").trim_end())?,
                Layout::Markdown => {
                    writeln!(out, "| {} |", cells.join(" | "))?;
                    if number == 0 {
                        let rule: Vec<_> = (0..columns)
                            .map(|column| if column == 0 { "---" } else { "--:" })
                            .collect();
                        writeln!(out, "| {} |", rule.join(" | "))?;
                    }
                }
            }
        }
        out.flush()
    }
}
