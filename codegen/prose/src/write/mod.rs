//! The writer of spec pages: the model in, prose out.
//!
//! The writer uses the reader's rules backwards, so that both know the same sentences. It takes the first branch of each
//! choice in a rule, and a sentence counts only if the reader gives it the same meaning. In the end the whole page is read
//! again: what it means is what counts, and a revision that it does not give back is refused with the parts that differ.

mod body;
mod clauses;
mod document;
mod facts;
mod html;
mod input_stream;
mod links;
mod markdown;
mod source;
mod spelling;
mod states;
mod template;
mod trees;

pub use trees::write_trees;

use crate::Reading;
use crate::facts::Facts;
use crate::understand::Reader;
use document::Block;
use links::Links;
use std::fmt;
use tokenwright_tables::english;
use tokenwright_tables::model::{Revision, State};
use tokenwright_tables::source::Place;

/// A section in prose, as [`write()`] and [`write_trees()`] return it.
#[derive(Clone, Debug)]
pub struct Prose {
    title: String,
    blocks: Vec<Block>,
    links: Links,
}

impl Prose {
    /// As a page of HTML, with an identifier for every heading and links to states and parse errors.
    pub fn to_html(&self) -> String {
        html::page(&self.title, &self.blocks, &self.links)
    }

    /// As the standard's source: terms and states in the elements that become links there, `<dfn>` and `data-x`, and
    /// neither numbers nor addresses.
    pub fn to_source(&self) -> String {
        source::section(&self.blocks, &self.links)
    }

    /// As Markdown with the same links.
    pub fn to_markdown(&self) -> String {
        markdown::page(&self.title, &self.blocks, &self.links)
    }
}

/// A part of the tables for which the reader has no sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The row, state, rule or definition.
    pub place: Place,
    /// What cannot be written.
    pub message: String,
}

impl Gap {
    fn new(place: Place, message: impl Into<String>) -> Self {
        let message = message.into();
        Gap { place, message }
    }
}

/// What was written, if it has no gaps.
fn unless<T>(gaps: Vec<Gap>, written: T) -> Result<T, Vec<Gap>> {
    match gaps.is_empty() {
        true => Ok(written),
        false => Err(gaps),
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Writes the tokenization section of a revision, and the section on the input stream; `replacements` is the revision's
/// table of numeric replacements.
///
/// Reading the page with the facts of the same revision gives the same tables.
///
/// # Errors
/// Every part of the tables for which the reader has no sentence, or whose sentences it would read otherwise.
pub fn write(revision: &Revision, replacements: &[(u32, u32)]) -> Result<Prose, Vec<Gap>> {
    let prose = unread(revision, replacements)?;
    let gaps = misread(&prose, revision, replacements);
    unless(gaps, prose)
}

/// What the reader reads otherwise than it was written, or takes for a fault of the page.
fn misread(prose: &Prose, revision: &Revision, replacements: &[(u32, u32)]) -> Vec<Gap> {
    let facts = Facts::of_tables(revision);
    let outside = revision.about.initial_state.place;
    let name = revision.about.numeric_replacements.value.clone();
    let Reading {
        revision: read,
        report,
        ..
    } = match crate::read(
        &prose.to_html(),
        0,
        &facts,
        &[(name, replacements.to_vec())],
    ) {
        Ok(reading) => reading,
        Err(error) => return vec![Gap::new(outside, error.to_string())],
    };
    let blocks = revision.blocks();
    let others: Vec<&State> = read.states.iter().chain(&read.procedures).collect();
    let mut gaps: Vec<Gap> = blocks
        .filter(|state| !others.contains(state))
        .map(|state| {
            let name = &state.name;
            let message = format!("the sentences of `{}` would be read otherwise", name.value);
            Gap::new(name.place, message)
        })
        .collect();
    gaps.extend(report.faults.iter().map(|fault| {
        let owner = crate::owner_of_title(&fault.part);
        let block = revision
            .blocks()
            .find(|it| Some(&it.name.value) == owner.as_ref());
        let place = block.map_or(outside, |block| block.name.place);
        Gap::new(
            place,
            format!("a reader of the page would object: {}", fault.message),
        )
    }));
    if gaps.is_empty() && read != *revision {
        let message = "what the section says outside its states would be read otherwise";
        gaps.push(Gap::new(outside, message));
    }
    gaps
}

fn unread(revision: &Revision, replacements: &[(u32, u32)]) -> Result<Prose, Vec<Gap>> {
    let mut reader = Reader::exact();
    let mut gaps = Vec::new();
    let outside = revision.about.initial_state.place;
    let mut blocks = Vec::new();
    match input_stream::paragraphs(&revision.input_stream) {
        Some(paragraphs) => {
            blocks.push(heading(2, None, "Preprocessing the input stream"));
            blocks.extend(paragraphs.into_iter().map(Block::Paragraph));
        }
        None => {
            let first = revision.input_stream.rows.first();
            let place = first.map_or(outside, |row| row.place.place);
            let message = "no rule of the reader states one of the rows of the input stream";
            gaps.push(Gap::new(place, message));
        }
    }
    let about = &revision.about;
    let number = (!about.section.is_empty()).then(|| about.section.clone());
    blocks.push(heading(2, number, "Tokenization"));
    match facts::introduction(&mut reader, revision) {
        Ok(paragraphs) => blocks.extend(paragraphs.into_iter().map(Block::Paragraph)),
        Err(more) => gaps.extend(more),
    }
    let states = revision
        .states
        .iter()
        .map(|state| (state, title(&state.name.value)));
    let procedures = revision.procedures.iter();
    let procedures = procedures.map(|procedure| (procedure, PROCEDURE.to_owned()));
    for (at, (state, title)) in states.chain(procedures).enumerate() {
        let number = about
            .numbered
            .then(|| format!("{}.{}", about.section, at + 1));
        blocks.push(heading(3, number, &title));
        match states::state(&mut reader, revision, state) {
            Ok(written) => blocks.extend(with_table(written, replacements)),
            Err(more) => gaps.extend(more),
        }
    }
    let title = format!("{}: tokenization", about.title);
    let links = Links::of(revision);
    unless(
        gaps,
        Prose {
            title,
            blocks,
            links,
        },
    )
}

/// The heading of the one procedure of a revision.
const PROCEDURE: &str = "Tokenizing character references";

fn heading(level: u8, number: Option<String>, title: &str) -> Block {
    Block::Heading {
        level,
        number,
        title: title.to_owned(),
    }
}

/// `Data state`
fn title(name: &str) -> String {
    english::capitalized(name) + " state"
}

/// The table of replacements goes after the sentence that refers to it.
fn with_table(blocks: Vec<Block>, replacements: &[(u32, u32)]) -> Vec<Block> {
    let each = blocks.into_iter().flat_map(|block| match block {
        Block::Paragraph(text) if text.contains("the following table") => {
            let rows = replacements.iter().map(|(number, code)| {
                vec![
                    format!("0x{number:02X}"),
                    crate::code_points::spell(&format!("U+{code:04X}")),
                ]
            });
            let table = Block::table(&["Number", "Code point"], rows.collect());
            vec![Block::Paragraph(text), table]
        }
        Block::Switch(entries) => {
            let entry = |(terms, blocks)| (terms, with_table(blocks, replacements));
            vec![Block::Switch(entries.into_iter().map(entry).collect())]
        }
        Block::List { ordered, items } => {
            let item = |blocks| with_table(blocks, replacements);
            vec![Block::list(ordered, items.into_iter().map(item).collect())]
        }
        other => vec![other],
    });
    each.collect()
}
