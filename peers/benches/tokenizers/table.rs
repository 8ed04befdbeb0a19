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
    /// A table with the heads of its first column and of the others.
    pub(crate) fn new<T: Into<String>>(
        title: impl Into<String>,
        first: &str,
        others: impl IntoIterator<Item = T>,
    ) -> Self {
        let mut table = Self {
            title: title.into(),
            rows: Vec::new(),
        };
        table.row(first, others);
        table
    }

    /// Adds a row: its first cell and the others.
    pub(crate) fn row<T: Into<String>>(
        &mut self,
        first: impl Into<String>,
        others: impl IntoIterator<Item = T>,
    ) {
        let others = others.into_iter().map(Into::into);
        self.rows
            .push([first.into()].into_iter().chain(others).collect());
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
