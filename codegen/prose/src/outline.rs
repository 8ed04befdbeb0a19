//! A page without its markup: headings, paragraphs, entries, lists and tables.
//!
//! HTML and text dumps become the same outline, so that all that follows knows one form of page. A text keeps the line of
//! each of its parts for messages, and its links until they are checked; whatever else the markup says is given up.

use super::prefix::prefix;

/// A run of text with collapsed white space that knows the line of every part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    text: String,
    /// Offsets into the text, ascending, and the line (from 1) that starts there.
    lines: Vec<(usize, u32)>,
    links: Vec<Link>,
    /// What the page contradicts itself in, with offsets into the text.
    notes: Vec<(usize, String)>,
}

/// A link in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Where it starts, in bytes.
    pub(super) start: usize,
    pub(super) words: String,
    /// The address that it leads to, or the name of the term.
    pub(super) target: String,
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

    /// The number of bytes so far.
    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    /// Adds a link from an offset to the end.
    pub(super) fn link(&mut self, start: usize, target: &str) {
        // A block in the link has begun another text.
        let words = self.text.get(start..).unwrap_or_default().trim();
        if !words.is_empty() {
            self.links.push(Link {
                start,
                words: words.to_owned(),
                target: target.to_owned(),
            });
        }
    }

    /// Takes out the links.
    pub(super) fn take_links(&mut self) -> Vec<Link> {
        std::mem::take(&mut self.links)
    }

    /// Notes that the page contradicts itself.
    pub(super) fn note(&mut self, offset: usize, contradiction: String) {
        self.notes.push((offset, contradiction));
    }

    /// What the page contradicts itself in, with the lines.
    pub(super) fn contradictions(&self) -> impl Iterator<Item = (u32, &str)> {
        let notes = self.notes.iter();
        notes.map(|(offset, note)| (self.line(*offset), note.as_str()))
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

    /// Replaces every `OPEN name CLOSE` whose name `title` knows; a name has at most `longest` bytes.
    pub(super) fn replace_links(
        &mut self,
        open: &str,
        close: &str,
        longest: usize,
        title: impl Fn(&str) -> Option<String>,
    ) {
        let old = std::mem::take(&mut self.text);
        let mut lines = std::mem::take(&mut self.lines).into_iter().peekable();
        let mut done = 0;
        let mut from = 0;
        while let Some(found) = old[from..].find(open) {
            let start = from + found;
            let inner = start + open.len();
            let window = prefix(&old[inner..], longest + close.len());
            let title = window
                .find(close)
                .and_then(|length| Some((length, title(&window[..length])?)));
            let Some((length, title)) = title else {
                from = inner;
                continue;
            };
            let end = inner + length + close.len();
            // A line that starts in the link starts where its title does.
            while let Some((offset, line)) = lines.next_if(|(offset, _)| *offset < end) {
                let at = self.text.len() + offset.min(start) - done;
                self.lines.push((at, line));
            }
            self.text.push_str(&old[done..start]);
            self.text.push_str(&title);
            done = end;
            from = end;
        }
        let end = self.text.len();
        self.lines
            .extend(lines.map(|(offset, line)| (end + offset - done, line)));
        self.text.push_str(&old[done..]);
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

impl PageBlock {
    /// How many terms its lists have.
    pub(super) fn terms(&self) -> usize {
        let blocks = |blocks: &[PageBlock]| blocks.iter().map(PageBlock::terms).sum::<usize>();
        match self {
            PageBlock::Entries(entries) => entries
                .iter()
                .map(|entry| entry.terms.len() + blocks(&entry.body))
                .sum(),
            PageBlock::List(items) => items.iter().map(|item| blocks(item)).sum(),
            _ => 0,
        }
    }

    /// The line of its first text.
    pub(super) fn line(&self) -> u32 {
        self.texts().first().map_or(1, |text| text.line(0))
    }

    /// The length of its text in bytes.
    pub(super) fn length(&self) -> usize {
        self.texts().iter().map(|text| text.text.len()).sum()
    }

    /// Its texts, in order.
    fn texts(&self) -> Vec<&Text> {
        match self {
            PageBlock::Heading { text, .. } | PageBlock::Paragraph { text, .. } => vec![text],
            PageBlock::Entries(entries) => {
                let each = entries.iter();
                let each = each.map(|entry| (entry.terms.iter(), entry.body.iter()));
                each.flat_map(|(terms, body)| terms.chain(body.flat_map(PageBlock::texts)))
                    .collect()
            }
            PageBlock::List(items) => items.iter().flatten().flat_map(PageBlock::texts).collect(),
            PageBlock::Table(rows) => rows.iter().flatten().collect(),
        }
    }

    /// Changes each of its texts, in order.
    pub(super) fn change(&mut self, change: &mut dyn FnMut(&mut Text)) {
        match self {
            PageBlock::Heading { text, .. } | PageBlock::Paragraph { text, .. } => change(text),
            PageBlock::Entries(entries) => {
                for entry in entries {
                    entry.terms.iter_mut().for_each(&mut *change);
                    entry.body.iter_mut().for_each(|block| block.change(change));
                }
            }
            PageBlock::List(items) => {
                let blocks = items.iter_mut().flatten();
                blocks.for_each(|block| block.change(change));
            }
            PageBlock::Table(rows) => rows.iter_mut().flatten().for_each(change),
        }
    }
}

/// One entry: terms that share a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListEntry {
    /// The terms.
    pub terms: Vec<Text>,
    /// The blocks below it.
    pub body: Vec<PageBlock>,
}

impl ListEntry {
    /// The line of the first term.
    pub(super) fn line(&self) -> u32 {
        self.terms.first().map_or(1, |term| term.line(0))
    }
}
