//! The reading of one page.

use std::path::Path;
use std::time::{Duration, Instant};
use tokenwright_prose::{self as prose, Facts, Reading, Verdict};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use tokenwright_tables::references::Replacements;

/// How well one page was read.
#[derive(Default)]
pub(super) struct PageReport {
    /// The name of the file.
    pub(super) name: String,
    /// The size of the file in bytes.
    pub(super) bytes: usize,
    /// Why the page was not read at all.
    pub(super) refused: Option<String>,
    /// The number of states.
    pub(super) states: usize,
    /// The number of sentences and terms.
    pub(super) sentences: usize,
    /// The sentences and terms that were not understood.
    pub(super) open: Vec<OpenSentence>,
    /// The messages about what is missing or contradictory.
    pub(super) faults: Vec<String>,
    /// The time that reading took.
    pub(super) time: Duration,
}

/// A sentence or a term that was not understood.
pub(super) struct OpenSentence {
    /// The line of the page, from 1.
    pub(super) line: u32,
    /// The part of the section.
    pub(super) part: String,
    /// Its words, with single spaces.
    pub(super) words: String,
    /// The nearest rule.
    pub(super) nearest: Option<&'static str>,
}

impl PageReport {
    /// Reads a page.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn of(path: &Path, replacements: &[Replacements]) -> Result<Self, Vec<Diagnostic>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut page = PageReport {
            name: name.into_owned(),
            ..PageReport::default()
        };
        let mut sources = Sources::default();
        let file = match load::read_file(path, &mut sources) {
            Ok(file) => file,
            Err(error) if path.is_file() => {
                page.refused = Some(error.message);
                return Ok(page);
            }
            Err(error) => return Err(vec![error]),
        };
        let text = sources.get(file).map_or("", |file| &file.text);
        page.bytes = text.len();
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let start = Instant::now();
        let reading = prose::read(text, file, &Facts::of_id(&id), replacements);
        page.time = start.elapsed();
        match reading {
            Ok(reading) => page.take(&reading),
            Err(unread) => page.refused = Some(unread.to_string()),
        }
        Ok(page)
    }

    fn take(&mut self, reading: &Reading) {
        let report = &reading.report;
        self.states = reading.revision.states.len();
        self.sentences = report.sentences.len();
        let open = report.not_understood().map(|sentence| OpenSentence {
            line: sentence.line,
            part: sentence.part.clone(),
            words: prose::excerpt(&sentence.original).into_owned(),
            nearest: match sentence.verdict {
                Verdict::NotUnderstood { nearest, .. } => nearest,
                _ => None,
            },
        });
        self.open = open.collect();
        self.faults = report.faults.iter().map(ToString::to_string).collect();
    }

    /// Whether the page was understood completely.
    pub(super) fn is_whole(&self) -> bool {
        self.refused.is_none() && self.open.is_empty() && self.faults.is_empty()
    }
}
