//! Finds the section to read by its headings.

use super::lexicon::key;
use super::outline::{PageBlock, Text};
use super::terms::{numbered, title};
use super::unread::{self, Unread};

/// A part of a page below a heading.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// The number of the heading, `13.2.5`, where it has one.
    pub(super) number: Option<&'a str>,
    /// The line of the heading, from 1.
    pub(super) line: u32,
    /// The line of the heading after the section, if there is one.
    pub(super) end: Option<u32>,
    /// The blocks below the heading, before the first part.
    pub(super) introduction: Vec<&'a PageBlock>,
    /// The parts: states and procedures.
    pub(super) parts: Vec<Part<'a>>,
}

impl Section<'_> {
    /// Whether most of its states have text below their headings. In a table of contents at most the last one has.
    fn has_states(&self) -> bool {
        let states = self.parts.iter().filter(|part| title(part.title).is_some());
        let written = states.clone().filter(|part| !part.blocks.is_empty());
        2 * written.count() > states.count()
    }

    /// Refuses a section that is much longer than any of the standard.
    pub(super) fn check_size(&self) -> Result<(), Unread> {
        let states = self.parts.len();
        if states > unread::STATES {
            return Err(Unread::ManyStates { states });
        }
        let titles: usize = self.parts.iter().map(|part| part.title.len()).sum();
        let blocks = self.parts.iter().flat_map(|part| &part.blocks);
        let blocks = self.introduction.iter().chain(blocks);
        let bytes = titles + blocks.map(|block| block.length()).sum::<usize>();
        if bytes > unread::SECTION {
            return Err(Unread::LongSection { bytes });
        }
        for part in &self.parts {
            let terms = part.blocks.iter().map(|block| block.terms()).sum();
            if terms > unread::TERMS {
                let line = part.line;
                return Err(Unread::ManyTerms { line, terms });
            }
        }
        Ok(())
    }
}

/// What is below one heading: a state, a procedure, or a section on trees.
#[derive(Debug)]
pub(super) struct Part<'a> {
    /// The number of the heading.
    pub(super) number: Option<&'a str>,
    /// The heading without its number.
    pub(super) title: &'a str,
    pub(super) heading: &'a Text,
    /// The line of the heading, from 1.
    pub(super) line: u32,
    /// The blocks below it.
    pub(super) blocks: Vec<&'a PageBlock>,
}

impl<'a> Part<'a> {
    /// The part below a heading, without blocks.
    pub(super) fn of(heading: &'a Text) -> Self {
        let (number, title) = numbered(heading.as_str());
        Part {
            number,
            title,
            heading,
            line: heading.line(0),
            blocks: Vec::new(),
        }
    }
}

/// The tokenization section.
///
/// # Errors
/// If the page has none, or two.
pub(super) fn tokenization(blocks: &[PageBlock]) -> Result<Section<'_>, Unread> {
    let mut sections: Vec<Section<'_>> = headings(blocks, |title| {
        matches!(
            key(title).as_str(),
            "tokenization" | "the tokenizer" | "tokenizer" | "tokenizing"
        )
    })
    .filter(|section| !section.parts.is_empty())
    .collect();
    if sections.iter().any(Section::has_states) {
        sections.retain(Section::has_states);
    }
    let mut sections = sections.into_iter();
    let section = sections.next().ok_or(Unread::NoSection)?;
    // A heading inside the section begins a part of it.
    let inside = |other: &Section<'_>| section.parts.iter().any(|part| part.line == other.line);
    match sections.find(|other| other.has_states() && !inside(other)) {
        Some(other) => Err(Unread::TwoSections {
            lines: [section.line, other.line],
        }),
        None => Ok(section),
    }
}

/// The section on the preprocessing of the input stream, which only whole pages have.
pub(super) fn preprocessing(blocks: &[PageBlock]) -> Option<Section<'_>> {
    headings(blocks, |title| {
        key(title) == "preprocessing the input stream"
    })
    .max_by_key(|section| section.introduction.len())
    .filter(|section| !section.introduction.is_empty())
}

/// The rows of the tables in the section on named character references, which only whole pages have.
pub(super) fn named_references(blocks: &[PageBlock]) -> Option<impl Iterator<Item = &[Text]>> {
    let section = headings(blocks, |title| {
        matches!(
            key(title).as_str(),
            "named character references" | "named entities" | "entities"
        )
    })
    .find(|section| {
        let mut blocks = section.introduction.iter();
        blocks.any(|block| matches!(block, PageBlock::Table(_)))
    })?;
    let rows = section
        .introduction
        .into_iter()
        .flat_map(|block| match block {
            PageBlock::Table(rows) => rows.as_slice(),
            _ => &[],
        });
    Some(rows.map(Vec::as_slice))
}

/// The sections with a title that is looked for.
fn headings<'a>(
    blocks: &'a [PageBlock],
    wanted: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = Section<'a>> {
    blocks.iter().enumerate().filter_map(move |(at, block)| {
        let PageBlock::Heading { level, text } = block else {
            return None;
        };
        let (number, title) = numbered(text.as_str());
        let line = text.line(0);
        wanted(title).then(|| below(&blocks[at + 1..], *level, number, line))
    })
}

fn below<'a>(
    blocks: &'a [PageBlock],
    level: u8,
    number: Option<&'a str>,
    line: u32,
) -> Section<'a> {
    let mut section = Section {
        number,
        line,
        end: None,
        introduction: Vec::new(),
        parts: Vec::new(),
    };
    for block in blocks {
        if let PageBlock::Heading { level: found, text } = block {
            if *found <= level {
                section.end = Some(text.line(0));
                break;
            }
            section.parts.push(Part::of(text));
        } else if let PageBlock::Entries(entries) = block
            && section.parts.is_empty()
            && !entries.is_empty()
            && entries
                .iter()
                .all(|entry| entry.terms.len() == 1 && title(entry.terms[0].as_str()).is_some())
        {
            // The oldest pages have their states in a list.
            section.parts.extend(entries.iter().map(|entry| Part {
                number: None,
                title: entry.terms[0].as_str(),
                blocks: entry.body.iter().collect(),
                ..Part::of(&entry.terms[0])
            }));
        } else {
            match section.parts.last_mut() {
                Some(part) => part.blocks.push(block),
                None => section.introduction.push(block),
            }
        }
    }
    section
}
