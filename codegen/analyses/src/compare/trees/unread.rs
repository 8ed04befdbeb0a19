//! What of the pages was not understood, and what follows for the answer of a search.
//!
//! A parser is stuck at such a sentence, so no document that the search shows reaches one. What it has not found may be
//! behind one.

use super::behaviour::TreeVerdict;
use crate::inert;
use serde_json::{Value, json};
use tokenwright_prose::{TreeReading, excerpt};

/// How many sentences are listed.
const SHOWN: usize = 100;

/// A sentence of a page that was not understood, or a part that it has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The name of the page.
    pub page: String,
    /// Its line, from 1.
    pub line: u32,
    /// The section.
    pub part: String,
    /// The words of the page, or what is wrong with it.
    pub words: String,
}

/// What was not understood on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadParts {
    /// Every sentence, those of the older side first.
    pub sentences: Vec<Unread>,
    /// How many of them the older side has.
    pub older: usize,
    /// Whether one of them has no place in the tables, so that nothing says which documents it concerns.
    pub unplaced: bool,
}

impl UnreadParts {
    /// What was not understood of the pages of both sides.
    #[must_use]
    pub fn of(sides: [Option<(&str, &TreeReading)>; 2]) -> Self {
        let [older, newer] = sides.map(|side| side.map_or_else(Vec::new, listed));
        let mut readings = sides.into_iter().flatten();
        UnreadParts {
            older: older.len(),
            unplaced: readings.any(|(_, reading)| reading.has_unplaced()),
            sentences: older.into_iter().chain(newer).collect(),
        }
    }

    /// The sentences as plain text; nothing if there are none.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for one in self.sentences.iter().take(SHOWN) {
            out += &format!("\n  {}:{}: {}\n", one.page, one.line, one.part);
            out += &format!("    {}\n", one.words);
        }
        if self.sentences.len() > SHOWN {
            out += &format!("\n  and {} more\n", self.sentences.len() - SHOWN);
        }
        match out.is_empty() {
            true => out,
            false => format!("\nNot understood in tree construction\n{out}"),
        }
    }

    /// The sentences as Markdown, one each.
    #[must_use]
    pub fn markdown(&self) -> Vec<String> {
        let each = self.sentences.iter().map(|one| {
            let at = inert::text(&format!("{}:{}", one.page, one.line));
            let (part, words) = (inert::text(&one.part), inert::text(&one.words));
            format!("- **{at}**, {part}\n  > {words}\n")
        });
        each.collect()
    }

    /// The sentences as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let each = self.sentences.iter().map(|one| {
            json!({ "page": one.page, "line": one.line, "part": one.part, "said": one.words })
        });
        each.collect()
    }

    /// Whether both sides have the same sentences.
    fn is_shared(&self) -> bool {
        let words = |all: &[Unread]| {
            let words = all.iter().map(|it| (it.part.clone(), it.words.clone()));
            let mut words: Vec<_> = words.map(|(part, words)| (title(&part), words)).collect();
            words.sort();
            words
        };
        let (older, newer) = self.sentences.split_at(self.older);
        words(older) == words(newer)
    }

    /// How many different sentences there are.
    fn number(&self) -> usize {
        match self.is_shared() {
            true => self.older,
            false => self.sentences.len(),
        }
    }

    /// The number of sentences in words.
    #[must_use]
    pub fn counted(&self) -> String {
        match self.number() {
            1 => "1 sentence".to_owned(),
            number => format!("{number} sentences"),
        }
    }

    /// What is known of the answer of a search.
    #[must_use]
    pub fn certainty(&self, verdict: &TreeVerdict) -> Certainty {
        if self.sentences.is_empty() {
            return Certainty::Certain;
        }
        match verdict {
            TreeVerdict::Differs { .. } if !self.unplaced => Certainty::Certain,
            TreeVerdict::Differs { .. } => Certainty::Conditional,
            _ if self.is_shared() => Certainty::Conditional,
            _ => Certainty::Unknown,
        }
    }

    /// The answer of a search in a few words: those of what was understood, and what they depend on.
    pub(super) fn verdict(&self, found: &TreeVerdict, verdict: &str) -> String {
        match self.certainty(found) {
            Certainty::Certain => verdict.to_owned(),
            Certainty::Conditional => format!("{verdict}, conditional on {}", self.counted()),
            Certainty::Unknown => format!("unknown, {} not understood", self.counted()),
        }
    }

    /// What the sentences leave open, in a sentence; none if nothing.
    pub(super) fn says(&self, verdict: &TreeVerdict) -> Option<String> {
        if self.sentences.is_empty() {
            return None;
        }
        let all = format!("what was not understood ({})", self.counted());
        Some(match (self.certainty(verdict), verdict) {
            (Certainty::Certain, _) => {
                format!("no side comes to {all} here; where one does, more may differ")
            }
            (Certainty::Conditional, TreeVerdict::Differs { .. }) => {
                format!("{all} is in part in no row, and may concern this document")
            }
            (Certainty::Conditional, TreeVerdict::Equal) => {
                format!("that holds if {all} means the same on both sides")
            }
            (Certainty::Conditional, _) => format!(
                "documents that come to {all}, in the same words on both sides, were not followed"
            ),
            (Certainty::Unknown, _) => {
                format!("documents that come to {all} were not followed")
            }
        })
    }
}

fn listed((page, reading): (&str, &TreeReading)) -> Vec<Unread> {
    let unread = |line, part: &str, words: String| Unread {
        page: page.to_owned(),
        line,
        part: part.to_owned(),
        words,
    };
    let open = reading.report.not_understood();
    let open = open.map(|it| unread(it.line, &it.part, excerpt(&it.original).into_owned()));
    let faults = reading.report.faults.iter();
    let faults = faults.map(|it| unread(it.line, &it.part, it.message.clone()));
    open.chain(faults).collect()
}

/// How certain an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It does not depend on what was not understood.
    Certain,
    /// It holds if what was not understood means the same on both sides, or nothing for the document.
    Conditional,
    /// Nothing is known.
    Unknown,
}

impl Certainty {
    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Conditional => "conditional",
            Certainty::Unknown => "unknown",
        }
    }
}

/// The title of a section without its number, which differs from year to year.
fn title(part: &str) -> String {
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
    match part.split_once(' ') {
        Some((number, title)) if is_number(number) => title.to_owned(),
        _ => part.to_owned(),
    }
}
