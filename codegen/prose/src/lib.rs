//! The reader of spec pages: prose in, the model out.
//!
//! A page goes through five stages, each a module: `page` (any format to one outline), `section` (the part
//! to read), `sentence` with `normalise` (sentences in one spelling), `understand` by the tables of
//! `rules`, and `assemble`. Sentences that match no rule are listed in the [`Report`]; nothing is
//! guessed.

#![forbid(unsafe_code)]

mod assemble;
mod body;
#[cfg(test)]
#[path = "../tests/integration/cases.rs"]
mod cases;
mod code_points;
mod cut;
mod facts;
mod first_word;
mod hole;
mod lexicon;
mod named_references;
mod nearest;
mod normal_form;
mod normalise;
mod outline;
mod page;
mod pattern;
mod prefix;
mod replace;
mod report;
mod rules;
mod section;
mod sentence;
mod stmt;
mod terms;
mod text_modes;
mod trees;
mod understand;
mod unread;
mod voice;
mod write;

pub use code_points::spell;
pub use facts::{Facts, Known, Remark};
pub use named_references::NamedReferences;
pub use page::{Shape, shape};
pub use report::{Cause, Fault, Report, SentenceReport, Unfit, Verdict, excerpt};
pub use trees::{Owner, TreeReading, assume, read_trees};
pub use unread::Unread;
pub use write::{Gap, Prose, write, write_trees};

use tokenwright_tables::model::Revision;
use tokenwright_tables::references::Replacements;

/// The result of reading a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The revision, as far as it was understood.
    pub revision: Revision,
    /// Every sentence with its verdict.
    pub report: Report,
    /// The facts that the page states.
    pub known: Known,
}

/// The name of the state or procedure that a heading is the title of: `Data state` gives `data`.
pub fn owner_of_title(heading: &str) -> Option<String> {
    terms::title(heading)
        .or_else(|| assemble::is_procedure(heading).then(|| assemble::PROCEDURE.to_owned()))
}

/// Reads the tokenization section of a page; `file` is the page's index in the run's files.
///
/// The page is HTML or a plain text dump, a whole page or the section alone. What a page does not
/// say is taken from `facts`. The page's table of numeric replacements has the name of the equal one in `replacements`;
/// if there is none, it has the name of the revision.
///
/// # Errors
/// If the page has no tokenization section with states in it, or two of them, or is much longer than any page of the
/// standard.
pub fn read(
    source: &str,
    file: u32,
    facts: &Facts,
    replacements: &[Replacements],
) -> Result<Reading, Unread> {
    let bytes = source.len();
    if bytes > unread::PAGE {
        return Err(Unread::LargePage { bytes });
    }
    let page::Page {
        blocks,
        too_deep,
        contradictions,
    } = page::read(source)?;
    let section = section::tokenization(&blocks)?;
    let preprocessing = section::preprocessing(&blocks);
    for section in std::iter::once(&section).chain(&preprocessing) {
        section.check_size()?;
    }
    let lines = assemble::Lines::of(file, source);
    let (revision, mut report, mut known) = assemble::assemble(
        &section,
        preprocessing.as_ref(),
        facts,
        replacements,
        &lines,
        &contradictions,
    );
    match named_references::table(&blocks) {
        Some(Ok(names)) => known.named_references = Some(names),
        Some(Err(line)) => known.unread_names = Some(line),
        None => {}
    }
    if let Some(line) = too_deep {
        report.faults.push(Fault {
            line,
            part: String::new(),
            entry: None,
            cause: Cause::Page,
            message: "elements are nested too deeply; the structure of what they contain is lost"
                .to_owned(),
        });
    }
    Ok(Reading {
        revision,
        report,
        known,
    })
}
