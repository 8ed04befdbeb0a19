//! The sentences and terms of a page with their verdicts, as they are read.

use super::understand::{Meaning, Understood};
use crate::report::{Report, SentenceReport, Verdict};
use crate::sentence::Sentence;
use std::collections::HashSet;

/// What was read so far, and where the reader is.
#[derive(Default)]
pub(super) struct Log {
    pub(super) report: Report,
    /// The section: its number and title.
    pub(super) part: String,
    /// The row of the page, counted from 0.
    pub(super) entry: Option<u32>,
    entries: u32,
    /// The sentences of the report that were understood together with the next one, by their places in it.
    pub(super) joined: HashSet<usize>,
    /// Lists of identifiers that conditions compare with.
    pub(super) identifiers: Vec<(String, Vec<String>)>,
    /// Tables of names that rows refer to.
    pub(super) pairs: Vec<(String, Vec<(String, String)>)>,
}

impl Log {
    /// Begins a row.
    pub(super) fn begin_entry(&mut self) {
        self.entry = Some(self.entries);
        self.entries += 1;
    }

    /// Adds a text to a list of identifiers, which begins with it if there is none.
    pub(super) fn identifier(&mut self, list: &str, text: &str) {
        let text = text.trim_matches('"').to_owned();
        match self.identifiers.iter_mut().find(|(name, _)| name == list) {
            Some((_, texts)) if texts.contains(&text) => {}
            Some((_, texts)) => texts.push(text),
            None => self.identifiers.push((list.to_owned(), vec![text])),
        }
    }

    /// How many sentences were not understood.
    pub(super) fn open(&self) -> usize {
        self.report.not_understood().count()
    }

    /// Notes a sentence that one rule has.
    pub(super) fn modelled(
        &mut self,
        of: &Sentence,
        rule: &'static str,
        meaning: impl Into<String>,
    ) {
        self.add(of, Verdict::Modelled(vec![rule]), meaning.into());
    }

    pub(super) fn unread(&mut self, of: &Sentence) {
        self.add(of, Verdict::UNKNOWN, String::new());
    }

    /// Notes a sentence that was understood.
    pub(super) fn understood(&mut self, of: &Sentence, understood: &Understood) {
        let verdict = match &understood.meaning {
            Meaning::Silent(rule) => {
                let because = rule.means.first().copied().unwrap_or_default();
                Verdict::WithoutEffect(rule.name, because)
            }
            _ => Verdict::Modelled(understood.rules.clone()),
        };
        self.add(of, verdict, understood.meaning.describe());
    }

    /// Notes sentences that were understood together.
    pub(super) fn all_understood<'s>(
        &mut self,
        all: impl IntoIterator<Item = &'s Sentence>,
        understood: &Understood,
    ) {
        let first = self.report.sentences.len();
        all.into_iter()
            .for_each(|one| self.understood(one, understood));
        let last = self.report.sentences.len().saturating_sub(1);
        self.joined.extend(first..last);
    }

    fn add(&mut self, of: &Sentence, verdict: Verdict, meaning: String) {
        self.report.sentences.push(SentenceReport {
            line: of.line,
            part: self.part.clone(),
            entry: self.entry,
            original: of.original.clone(),
            meaning,
            verdict,
        });
    }
}
