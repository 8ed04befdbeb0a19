//! A plain text dump as an outline.
//!
//! A dump has lost its markup, so the text of a line decides its kind: a line that is only the term of a
//! switch list starts an entry; a number or the title of a state is a heading. There are three known
//! formats: indented and wrapped at some column, one line for each paragraph, and wrapped lines with `|`
//! between them. What a line is cannot always be told from the line, so the lines around it decide too; a page that has
//! lost a line can then gain a wrong row, which the assembler looks for.

use super::parts::is_wanted;
use crate::assemble::is_procedure;
use crate::outline::{ListEntry, PageBlock, Text};
use crate::prefix::after;
use crate::replace::replaced;
use crate::terms::{Term, numbered, term, title};
use crate::unread::{ELEMENTS, SECTION, Unread};
use std::collections::{HashMap, HashSet};

/// The most lines above the first heading among which headers and footers of the page are looked for.
const FURNITURE: usize = 1_000;

/// Reads the parts of a dump that may be the sections to read.
pub(super) fn read(source: &str) -> Result<Vec<PageBlock>, Unread> {
    let (lines, wrapped) = unrule(source)?;
    let logical = unwrap(&lines, wrapped);
    drop(lines);
    let is_heading = |text: &Text| matches!(alone(text.as_str()), Alone::Heading(_));
    let head = logical.iter().position(is_heading).unwrap_or(0);
    // Text that is above the first heading and repeated further down is a header or footer of the page.
    let mut furniture: HashMap<&str, HashSet<u32>> = HashMap::new();
    let long = logical[..head]
        .iter()
        .filter(|line| line.as_str().len() > 20);
    for line in long {
        let lines = furniture.entry(line.as_str()).or_default();
        lines.insert(line.line(0));
    }
    let is_furniture = |line: &Text| {
        let lines = furniture.get(line.as_str());
        lines.is_some_and(|lines| lines.len() > 1 || !lines.contains(&line.line(0)))
    };
    let kept: Vec<bool> = logical.iter().map(|line| !is_furniture(line)).collect();
    let mut builder = Builder::default();
    for (line, kept) in logical.into_iter().zip(kept) {
        if kept {
            builder.line(line);
        }
    }
    builder.close_all();
    Ok(builder.blocks)
}

/// A line of the page without its rules.
struct Line {
    number: u32,
    text: String,
    /// Whether a blank line precedes it.
    after_gap: bool,
}

/// The lines that may be in a section to read: those above the first heading, and those from a heading of such a section
/// to the next one of its level.
#[derive(Default)]
struct Parts {
    /// The number of lines above the first heading; `None` below it.
    head: Option<usize>,
    /// The level of the heading of the part.
    level: Option<u8>,
    /// The length of the part.
    bytes: usize,
    /// The number of lines that are kept.
    lines: usize,
    refused: Option<Unread>,
}

impl Parts {
    fn keeps(&mut self, text: &str) -> bool {
        let heading = heading_level(text);
        let ends = heading.is_some_and(|level| self.level.is_some_and(|part| level <= part));
        if let Some(level) = heading {
            self.head = None;
            if ends || self.level.is_none() {
                self.level = is_wanted(text).then_some(level);
                self.bytes = 0;
            }
        }
        if let Some(lines) = &mut self.head {
            *lines += 1;
            return *lines <= FURNITURE;
        }
        if self.level.is_none() {
            return ends;
        }
        self.bytes += text.len();
        self.lines += 1;
        if self.bytes > 2 * SECTION {
            let bytes = self.bytes;
            self.refused = Some(Unread::LongSection { bytes });
        } else if self.lines > ELEMENTS {
            self.refused.get_or_insert(Unread::ManyElements);
        }
        self.refused.is_none()
    }
}

/// Drops `|` rules, blank lines, and lines that are in no section to read. In a ruled dump, a wider gap is a blank line.
/// Also returns whether the page is wrapped: none of its lines is long.
fn unrule(source: &str) -> Result<(Vec<Line>, bool), Unread> {
    let bare = |line: &str| clean(without_rules(line));
    let ruled =
        source.lines().filter(|line| line.trim() == "|").count() * 2 > source.lines().count();
    let mut found: Vec<Line> = Vec::new();
    let mut parts = Parts {
        head: Some(0),
        ..Parts::default()
    };
    let (mut last, mut usual, mut wrapped) = (0, u32::MAX, true);
    for (at, line) in source.lines().enumerate() {
        let text = bare(line);
        if text.is_empty() {
            continue;
        }
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        if last > 0 {
            usual = usual.min(number - last);
        }
        wrapped &= text.chars().nth(100).is_none();
        if parts.keeps(&text) {
            found.push(Line {
                number,
                text,
                after_gap: true,
            });
        }
        last = number;
    }
    if let Some(refused) = parts.refused {
        return Err(refused);
    }
    let usual = if ruled && usual < u32::MAX { usual } else { 1 };
    for at in 1..found.len() {
        found[at].after_gap = found[at].number - found[at - 1].number > usual;
    }
    Ok((found, wrapped))
}

/// A line without the `|` at its start and its end that stand alone; in `|buffer|` they are marks of words.
fn without_rules(line: &str) -> &str {
    let alone = |rest: &str, at_edge: Option<char>| {
        rest.is_empty() || at_edge.is_some_and(char::is_whitespace)
    };
    let mut text = line.trim();
    while let Some(rest) = text.strip_prefix('|')
        && alone(rest, rest.chars().next())
    {
        text = rest.trim_start();
    }
    while let Some(rest) = text.strip_suffix('|')
        && alone(rest, rest.chars().next_back())
    {
        text = rest.trim_end();
    }
    text
}

/// Drops the artefacts of a conversion from PDF: underline tags and bold asterisks.
fn clean(line: &str) -> String {
    if !line.contains(['<', '*', 'N', '[']) {
        return line.to_owned();
    }
    let mut line = without_link_numbers(line)
        .replace("<u>", "")
        .replace("</u>", "")
        .replace("**", "");
    // `*off*`, where asterisks come in pairs and none of them marks an item.
    let marks = line.matches('*').count();
    if marks > 0 && marks.is_multiple_of(2) && !line.starts_with("* ") {
        line = line.replace('*', "");
    }
    match after(&line, &["Note: ", "Note "]) {
        Some(note) if note.starts_with(|c: char| c.is_ascii_uppercase()) => note.to_owned(),
        _ => line,
    }
}

/// The line without the numbers that text browsers put before links: `switch to the [12]data state`.
fn without_link_numbers(line: &str) -> String {
    replaced(line, &['['], |rest| {
        let digits = rest[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = digits.len() < rest.len() - 1;
        let after = digits.strip_prefix(']').filter(|_| is_number)?;
        Some(("".into(), after))
    })
}

/// The kind of a line without its context.
enum Alone<'t> {
    /// A heading of this level.
    Heading(u8),
    Term,
    /// An item of a list, with its text.
    Item(&'t str),
    Cells([&'t str; 3]),
    Prose,
}

fn alone(text: &str) -> Alone<'_> {
    heading_level(text)
        .map(Alone::Heading)
        .or_else(|| item(text).map(Alone::Item))
        .or_else(|| cells(text).map(Alone::Cells))
        .or_else(|| switch_term(text).then_some(Alone::Term))
        .unwrap_or(Alone::Prose)
}

/// The level of a heading: the depth of its number, or the deepest for the title of a state or of the procedure.
fn heading_level(text: &str) -> Option<u8> {
    let (number, rest) = numbered(text);
    if let Some(number) = number {
        let plain = rest.len() < 90
            && rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '"')
            && !rest.ends_with(['.', ':']);
        let depth = number.matches('.').count();
        return (plain && depth > 0).then(|| u8::try_from(depth + 1).unwrap_or(8).min(8));
    }
    (title(text).is_some() || is_procedure(text)).then_some(9)
}

/// The text of an item of a list: `+ U+0009 ...`, `* EOF`.
fn item(text: &str) -> Option<&str> {
    after(text, &["+ ", "* ", "\u{2022} ", "o "]).map(str::trim)
}

/// The cells of a line of a table of numbers: `0x80 U+20AC EURO SIGN`.
fn cells(text: &str) -> Option<[&str; 3]> {
    let mut words = text.splitn(3, char::is_whitespace).map(str::trim);
    let first = words.next()?;
    let digits = first.strip_prefix("0x")?;
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let rest = text[first.len()..].trim();
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let second = &rest[..end];
    (second.starts_with("U+") || second.starts_with("0x"))
        .then(|| [first, second, rest[end..].trim()])
}

/// The term in a line, without the arrows that precede terms on some pages.
fn undecorated(text: &str) -> &str {
    let mut text = text;
    for mark in [
        "- ", "\u{2192} ", "\u{21AA} ", "\u{2190} ", "\u{2514} ", "G ", "S ",
    ] {
        text = text.strip_prefix(mark).unwrap_or(text);
    }
    text
}

fn switch_term(text: &str) -> bool {
    matches!(
        term(undecorated(text)),
        Some(Term::Matcher(_) | Term::Ahead { .. } | Term::Condition(_) | Term::Otherwise)
    )
}

/// Joins wrapped lines.
fn unwrap(lines: &[Line], wrapped: bool) -> Vec<Text> {
    let mut paragraphs: Vec<Text> = Vec::new();
    let mut open = false;
    for (at, line) in lines.iter().enumerate() {
        let text = line.text.as_str();
        let joins = wrapped && open && !line.after_gap && {
            let before = paragraphs.last().map_or("", Text::as_str);
            continues(before, text)
        };
        if joins && let Some(last) = paragraphs.last_mut() {
            last.push(line.number, " ");
            last.push(line.number, text);
        } else {
            paragraphs.push(Text::at(line.number, text));
        }
        // A title, an item or a complete term ends here unless the next line completes it.
        let now = paragraphs.last().map_or("", Text::as_str);
        open = match alone(now) {
            Alone::Heading(_) | Alone::Cells(_) => false,
            Alone::Term => lines
                .get(at + 1)
                .is_some_and(|next| completes(now, &next.text) || begins_sentence(now, next)),
            Alone::Item(_) | Alone::Prose => true,
        };
    }
    paragraphs
}

/// Whether the condition in `first` is no term, but the first line of a sentence.
fn begins_sentence(first: &str, next: &Line) -> bool {
    matches!(term(first), Some(Term::Condition(_)))
        && !next.after_gap
        && next.text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether `text` continues the paragraph `before`.
fn continues(before: &str, text: &str) -> bool {
    if completes(before, text) {
        return true;
    }
    match alone(text) {
        // A wrapped sentence can look like a term; a sentence that has ended has no continuation.
        Alone::Term => {
            !before.ends_with(['.', ':', ')']) && !switch_term(before) && item(before).is_none()
        }
        Alone::Heading(_) => {
            !before.ends_with(['.', ':'])
                && title(text).is_some()
                && !before.is_empty()
                && numbered(text).0.is_none()
                && matches!(alone(before), Alone::Prose)
        }
        Alone::Item(_) | Alone::Cells(_) => false,
        Alone::Prose => item(before).is_none() || !text.starts_with("..."),
    }
}

/// Whether two lines are one term: `U+0041 ... through to U+005A LATIN`, `CAPITAL LETTER Z`.
fn completes(first: &str, second: &str) -> bool {
    first.starts_with("U+") && !second.starts_with("U+") && first.len() < 100 && {
        let joined = format!("{first} {second}");
        switch_term(&joined)
    }
}

#[derive(Default)]
struct Builder {
    blocks: Vec<PageBlock>,
    /// The lists that are open, outermost first: their entries so far.
    lists: Vec<Vec<ListEntry>>,
    /// Whether the last line ends with a colon, so that terms after it open a list.
    opens: bool,
}

impl Builder {
    fn line(&mut self, text: Text) {
        let line_text = text.as_str();
        match alone(line_text) {
            Alone::Heading(level) => {
                self.close_all();
                self.blocks.push(PageBlock::Heading { level, text });
            }
            Alone::Term => {
                self.term(Text::at(text.line(0), undecorated(line_text)));
            }
            Alone::Item(bare) => {
                self.opens = false;
                let paragraph = PageBlock::Paragraph {
                    text: Text::at(text.line(0), bare),
                    aside: None,
                };
                let blocks = self.body();
                if let Some(PageBlock::List(items)) = blocks.last_mut() {
                    items.push(vec![paragraph]);
                } else {
                    blocks.push(PageBlock::List(vec![vec![paragraph]]));
                }
            }
            Alone::Cells(row) => {
                let row = row.map(|cell| Text::at(text.line(0), cell)).to_vec();
                let blocks = self.body();
                if let Some(PageBlock::Table(rows)) = blocks.last_mut() {
                    rows.push(row);
                } else {
                    blocks.push(PageBlock::Table(vec![row]));
                }
            }
            Alone::Prose => {
                // This sentence is about both entries of the list before it.
                if line_text.starts_with("Consume as many characters as match the range")
                    && self.lists.len() > 1
                {
                    self.close();
                }
                self.opens = line_text.ends_with(':');
                // The head of a table.
                if line_text.starts_with("Number ")
                    && (line_text.ends_with("haracter") || line_text.ends_with("oint"))
                {
                    return;
                }
                self.body().push(PageBlock::Paragraph { text, aside: None });
            }
        }
    }

    fn term(&mut self, text: Text) {
        let fresh = self.lists.last().is_none_or(|entries| {
            self.opens && entries.last().is_some_and(|entry| !entry.body.is_empty())
        });
        if fresh {
            self.lists.push(Vec::new());
        }
        self.opens = false;
        let entries = self.lists.last_mut().expect("a list is open");
        match entries.last_mut() {
            Some(entry) if entry.body.is_empty() => entry.terms.push(text),
            _ => entries.push(ListEntry {
                terms: vec![text],
                body: Vec::new(),
            }),
        }
    }

    /// The container of the next block.
    fn body(&mut self) -> &mut Vec<PageBlock> {
        match self.lists.last_mut().and_then(|entries| entries.last_mut()) {
            Some(entry) => &mut entry.body,
            None => &mut self.blocks,
        }
    }

    fn close(&mut self) {
        if let Some(entries) = self.lists.pop() {
            self.body().push(PageBlock::Entries(entries));
        }
    }

    fn close_all(&mut self) {
        while !self.lists.is_empty() {
            self.close();
        }
        self.opens = false;
    }
}

#[cfg(test)]
mod tests {
    use super::{clean, without_rules};

    #[test]
    fn rules_are_dropped_and_marks_of_words_stay() {
        assert_eq!(without_rules(" | Emit it. | |"), "Emit it.");
        assert_eq!(without_rules("|"), "");
        assert_eq!(without_rules("|temporary buffer|"), "|temporary buffer|");
    }

    #[test]
    fn the_numbers_of_links_are_dropped() {
        assert_eq!(
            clean("Switch to the [12]data state, [3]or the \"[CDATA[\" [x] [] one"),
            "Switch to the data state, or the \"[CDATA[\" [x] [] one"
        );
    }
}
