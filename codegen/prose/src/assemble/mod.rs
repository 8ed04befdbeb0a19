//! A section to a revision: states, rows, definitions, rules, procedures.
//!
//! Sentences are read in the order of the page, each is noted in the report, and what it means is kept until the section
//! ends: rules and definitions apply to states that come before them. Nothing stops at a fault, so that one reading lists
//! all of them; the revision is then as much as was understood, and the report says what is missing.

mod after_rows;
mod clauses;
mod entries;
mod losses;
mod outside;
mod preprocessing;
mod replacements;
mod state;

use super::code_points;
use super::facts::{Facts, Known};
use super::lexicon::key;
use super::outline::{Aside, PageBlock, Text};
use super::owner_of_title;
use super::report::{Cause, Fault, Report, SentenceReport, Verdict, excerpt};
use super::section::{Part, Section};
use super::sentence::{Sentence, sentences};
use super::stmt::Stmt;
use super::terms::title;
use super::understand::{Meaning, Reader, Understood};
pub(super) use outside::RETURNED;
use outside::SectionFacts;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::Replacements;
use tokenwright_tables::source::Place;

/// The name that every revision's tables give to the one procedure of the section.
pub(super) const PROCEDURE: &str = "consume a character reference";

/// Whether a heading is that of the procedure.
pub(super) fn is_procedure(title: &str) -> bool {
    const TITLES: [&str; 4] = [
        "tokenizing character references",
        "tokenizing entities",
        "consuming a character reference",
        "consuming an entity",
    ];
    // A paragraph of a dump is looked at again with each of its lines.
    title.len() < 60 && TITLES.contains(&key(title).as_str())
}

/// The page while it is turned into a revision.
pub(super) struct Assembler<'a> {
    reader: Reader,
    report: Report,
    /// The facts from the sentences outside the states.
    found: SectionFacts,
    /// The part that is being read.
    part: String,
    /// The entry that is being read.
    entry: Option<u32>,
    /// How many entries of states have been read.
    entries: u32,
    /// The name of the state that is being read.
    state: String,
    /// The line of a sentence on a table that has not come.
    awaits_table: Option<u32>,
    /// Whether the last paragraph that is no remark ends with a colon.
    announces: bool,
    facts: &'a Facts,
    replacements: &'a [Replacements],
    lines: &'a Lines<'a>,
}

/// The lines of the page.
pub(super) struct Lines<'s> {
    /// The page, as an index into the run's files.
    file: u32,
    source: &'s str,
    /// The first byte of one line in [`Lines::STEP`].
    starts: Vec<u32>,
    /// The places of the lines that were looked up.
    places: RefCell<HashMap<u32, Place>>,
}

impl<'s> Lines<'s> {
    /// The start of each line would need more memory than a page with only short lines.
    const STEP: usize = 32;

    pub(super) fn of(file: u32, source: &'s str) -> Self {
        let after = source.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).step_by(Self::STEP);
        Lines {
            file,
            source,
            starts: starts.map(small).collect(),
            places: RefCell::default(),
        }
    }

    fn place(&self, line: u32) -> Place {
        let mut places = self.places.borrow_mut();
        *places.entry(line).or_insert_with(|| self.find(line))
    }

    fn find(&self, line: u32) -> Place {
        let at = line.saturating_sub(1) as usize;
        let known = self.starts.get(at / Self::STEP).copied();
        let known = known.unwrap_or_default() as usize;
        let mut lines = self.source[known..].split_inclusive('\n');
        let before = lines.by_ref().take(at % Self::STEP).map(str::len);
        let start = known + before.sum::<usize>();
        let text = lines.next().unwrap_or_default();
        let length = text.strip_suffix('\n').unwrap_or(text).len();
        Place {
            file: self.file,
            start: small(start),
            end: small(start + length),
        }
    }
}

fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A state or a procedure as the page has it.
struct Raw {
    name: String,
    /// The heading, which messages name.
    title: String,
    line: u32,
    body: Vec<Stmt>,
    rows: Vec<RawRow>,
}

/// A row as the page has it.
struct RawRow {
    line: u32,
    /// The entry of the page that it was read from.
    entry: Option<u32>,
    on: RawOn,
    /// Guards, in the words of the table language.
    when: Vec<Vec<String>>,
    body: Vec<Stmt>,
}

enum RawOn {
    Consumed(Vec<String>),
    Peeked(Vec<String>),
    Ahead { text: String, ignore_case: bool },
}

/// Assembles a revision from a section, as far as it is understood.
pub(super) fn assemble(
    section: &Section<'_>,
    preprocessing: Option<&Section<'_>>,
    facts: &Facts,
    replacements: &[Replacements],
    lines: &Lines<'_>,
    contradictions: &[(u32, &'static str)],
) -> (Revision, Report, Known) {
    let mut assembler = Assembler {
        reader: Reader::new(),
        report: Report::default(),
        found: SectionFacts::default(),
        part: "the section".to_owned(),
        entry: None,
        entries: 0,
        state: String::new(),
        awaits_table: None,
        announces: false,
        facts,
        replacements,
        lines,
    };
    for block in &section.introduction {
        assembler.introduce(block);
    }
    let mut states = Vec::new();
    let mut procedures = Vec::new();
    let mut lines: HashMap<String, u32> = HashMap::new();
    for part in &section.parts {
        part.title.clone_into(&mut assembler.part);
        assembler.contradictions(part.heading);
        let Some(name) = owner_of_title(part.title) else {
            assembler.unknown_part(part);
            continue;
        };
        if let Some(first) = lines.insert(name.clone(), part.line) {
            let message = format!(
                "this has the title of the part at line {first}; one of them is to be left out"
            );
            assembler.fault(part.line, message);
        }
        let list = match title(part.title) {
            Some(_) => &mut states,
            None => &mut procedures,
        };
        list.push(assembler.state(name, part));
    }
    assembler.losses(section, &states);
    for (line, message) in contradictions {
        let is_inside = *line >= section.line && section.end.is_none_or(|end| *line < end);
        if is_inside {
            let before = section.parts.iter().rev().find(|part| part.line <= *line);
            let part = before.map_or("the section", |part| part.title);
            part.clone_into(&mut assembler.part);
            assembler.fault(*line, *message);
        }
    }
    if let Some(preprocessing) = preprocessing {
        assembler.preprocessing(preprocessing);
    }
    let numbered = section
        .parts
        .iter()
        .any(|part| part.number.is_some() && title(part.title).is_some());
    let known = Known {
        numbers: section.number.is_some() && numbered,
        input_stream: assembler.found.input_stream.is_some(),
        replacements: assembler.found.replacements.take(),
        ..Known::default()
    };
    let revision = assembler.revision(section.number, numbered, states, procedures);
    (revision, assembler.report, known)
}

impl Assembler<'_> {
    /// The meanings of the sentences of a paragraph, each noted in the report.
    ///
    /// A remark that the page marks as such has no effect.
    fn read(&mut self, text: &Text, aside: Option<Aside>) -> Vec<(Sentence, Rc<Understood>)> {
        let mut read = Vec::new();
        if aside.is_none() {
            self.contradictions(text);
            self.announces = text.as_str().ends_with(':');
        }
        for sentence in sentences(text) {
            if let Some(aside) = aside {
                let (rule, because) = match aside {
                    Aside::Note => ("note", "the page marks it as a note"),
                    Aside::Example => ("example", "the page marks it as an example"),
                    Aside::Issue => ("issue", "the page marks it as an open issue"),
                };
                self.record(&sentence, "", Verdict::WithoutEffect(rule, because));
                continue;
            }
            if let Some(understood) = self.understand(&sentence) {
                read.push((sentence, understood));
            }
        }
        read
    }

    /// The meaning of a sentence, noted in the report.
    fn understand(&mut self, sentence: &Sentence) -> Option<Rc<Understood>> {
        let Some(understood) = self.reader.understand(&sentence.text) else {
            self.not_understood(sentence);
            return None;
        };
        let verdict = match &understood.meaning {
            Meaning::Silent(rule) => Verdict::WithoutEffect(rule.name, rule.means[0]),
            _ => Verdict::Modelled(understood.rules.clone()),
        };
        self.record(sentence, &understood.meaning.describe(), verdict);
        if sentence.text.contains("the following table") {
            self.awaits_table = Some(sentence.line);
        }
        Some(understood)
    }

    fn not_understood(&mut self, sentence: &Sentence) {
        let nearest = self.reader.nearest(&sentence.text);
        let unfit = self.reader.unfit(&sentence.text);
        self.record(sentence, "", Verdict::NotUnderstood { nearest, unfit });
    }

    fn record(&mut self, sentence: &Sentence, meaning: &str, verdict: Verdict) {
        self.record_words(sentence.line, sentence.original.clone(), meaning, verdict);
    }

    /// Reports the links that contradict themselves.
    fn links_of(&mut self, text: &Text) {
        for (line, message) in text.contradictions() {
            self.fault(line, message);
        }
    }

    /// Reports what the page contradicts itself in.
    fn contradictions(&mut self, text: &Text) {
        self.links_of(text);
        for (at, message) in code_points::contradictions(text.as_str()) {
            self.fault(text.line(at), message);
        }
    }

    /// Notes a term of a list.
    fn record_term(&mut self, term: &Text, meaning: &str, verdict: Verdict) {
        self.contradictions(term);
        self.record_words(term.line(0), term.as_str().to_owned(), meaning, verdict);
    }

    /// Notes a term that has no meaning.
    fn unknown_term(&mut self, term: &Text) {
        self.record_term(term, "", Verdict::UNKNOWN);
    }

    fn record_words(&mut self, line: u32, original: String, meaning: &str, verdict: Verdict) {
        self.report.sentences.push(SentenceReport {
            line,
            part: self.part.clone(),
            entry: self.entry,
            original,
            meaning: meaning.to_owned(),
            verdict,
        });
    }

    fn fault(&mut self, line: u32, message: impl Into<String>) {
        self.fault_from(Cause::Page, line, message);
    }

    fn fault_from(&mut self, cause: Cause, line: u32, message: impl Into<String>) {
        self.report.faults.push(Fault {
            line,
            part: self.part.clone(),
            entry: self.entry,
            cause,
            message: message.into(),
        });
    }

    fn introduce(&mut self, block: &PageBlock) {
        match block {
            PageBlock::Paragraph { text, aside } => {
                for (sentence, understood) in self.read(text, *aside) {
                    self.introduction(&sentence, &understood);
                }
            }
            PageBlock::List(items) => {
                for block in items.iter().flatten() {
                    self.introduce(block);
                }
            }
            PageBlock::Entries(entries) => {
                for entry in entries {
                    for term in &entry.terms {
                        self.unknown_term(term);
                    }
                    for block in &entry.body {
                        self.introduce(block);
                    }
                }
            }
            PageBlock::Table(rows) => {
                for cell in rows.iter().flatten() {
                    self.unknown_term(cell);
                }
            }
            PageBlock::Heading { .. } => {}
        }
    }

    fn introduction(&mut self, sentence: &Sentence, understood: &Understood) {
        match &understood.meaning {
            Meaning::Silent(_) => {}
            Meaning::Outside(lines) if self.outside(lines) => {}
            _ => self.out_of_place(sentence),
        }
    }

    /// Reports a list of steps without a sentence that leads to it.
    fn check_announced(&mut self, items: &[Vec<PageBlock>]) {
        let is_announced = std::mem::take(&mut self.announces);
        if let Some(first) = items.iter().flatten().next().filter(|_| !is_announced) {
            self.fault(
                first.line(),
                "no sentence leads to this list of steps; an \"otherwise\" may be lost",
            );
        }
    }

    fn out_of_place(&mut self, sentence: &Sentence) {
        let original = excerpt(&sentence.original);
        self.fault(sentence.line, format!("`{original}` has no meaning here"));
    }

    /// Reads a part of the section that is neither a state nor a procedure.
    fn unknown_part(&mut self, part: &Part<'_>) {
        self.part = excerpt(part.title).into_owned();
        self.report.unknown_parts.push(self.part.clone());
        for block in &part.blocks {
            self.introduce(block);
        }
    }
}
