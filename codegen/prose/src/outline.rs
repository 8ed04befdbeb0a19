//! A page without its markup: headings, paragraphs, entries, lists and tables.

/// A run of text with collapsed white space that knows the line of every part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    text: String,
    /// Offsets into the text, ascending, and the line (from 1) that starts there.
    lines: Vec<(usize, u32)>,
}

impl Text {
    /// Text without block structure.
    pub(super) fn at(line: u32, text: &str) -> Self {
        let mut built = Text::default();
        built.push(line, text);
        built
    }

    /// Appends `more`, which starts on `line`; white space is collapsed.
    pub(super) fn push(&mut self, line: u32, more: &str) {
        for (at, part) in (line..).zip(more.split_inclusive('\n')) {
            self.push_line(at, part);
        }
    }

    fn push_line(&mut self, line: u32, more: &str) {
        if more.trim().is_empty() && self.text.is_empty() {
            return;
        }
        if self.lines.last().is_none_or(|(_, last)| *last != line) {
            self.lines.push((self.text.len(), line));
        }
        for c in more.chars() {
            if !c.is_whitespace() {
                self.text.push(c);
            } else if !self.text.is_empty() && !self.text.ends_with(' ') {
                self.text.push(' ');
            }
        }
    }

    /// Replaces every `OPEN name CLOSE` whose name `title` knows.
    pub(super) fn replace_links(
        &mut self,
        open: &str,
        close: &str,
        title: impl Fn(&str) -> Option<String>,
    ) {
        let mut from = 0;
        while let Some(found) = self.text[from..].find(open) {
            let start = from + found;
            let inner = start + open.len();
            let Some(length) = self.text[inner..].find(close) else {
                return;
            };
            let end = inner + length + close.len();
            let Some(title) = title(&self.text[inner..inner + length]) else {
                from = inner;
                continue;
            };
            self.text.replace_range(start..end, &title);
            for (offset, _) in &mut self.lines {
                if *offset >= end {
                    *offset = *offset + title.len() - (end - start);
                } else if *offset > start {
                    *offset = start;
                }
            }
            from = start + title.len();
        }
    }

    /// The text, without white space at its end.
    pub(super) fn as_str(&self) -> &str {
        self.text.trim_end()
    }

    /// Whether there is only white space.
    pub(super) fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }

    /// The line of the character at `offset`, in bytes.
    pub(super) fn line(&self, offset: usize) -> u32 {
        let after = self.lines.partition_point(|(start, _)| *start <= offset);
        let found = after.checked_sub(1).and_then(|i| self.lines.get(i));
        found.or(self.lines.first()).map_or(1, |(_, line)| *line)
    }
}

/// Why a paragraph is no requirement, as the page itself marks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aside {
    /// A note or a warning.
    Note,
    /// An example.
    Example,
    /// An open issue of the editor.
    Issue,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PageBlock {
    /// A heading.
    Heading {
        /// 1 is the highest.
        level: u8,
        /// Its text, the number included.
        text: Text,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: Text,
        /// Whether the page marks it as a remark.
        aside: Option<Aside>,
    },
    /// A list of terms with their definitions.
    Entries(Vec<ListEntry>),
    /// The items of a list.
    List(Vec<Vec<PageBlock>>),
    /// The rows of a table.
    Table(Vec<Vec<Text>>),
}

/// One entry: terms that share a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListEntry {
    /// The terms.
    pub terms: Vec<Text>,
    /// The blocks below it.
    pub body: Vec<PageBlock>,
}
