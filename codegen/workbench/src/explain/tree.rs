//! What the tables of tree construction name: a mode, an algorithm, a set of elements, an element.
//!
//! A person has a name from the standard, and wants what the standard has in several places: the rows, and who refers to
//! them. The tables refer in one direction only, so the other is found by a visit of everything, each time; that takes
//! milliseconds, and nothing has to be kept up to date.

mod algorithm;
mod element;
mod lists;
mod mode;
mod uses;

use super::code::steps;
use crate::places::place;
use crate::states;
use crate::trees::{Part, PartId, Trees};
use std::fmt::Write;
use tokenwright_analyses::compare::report::input;
use tokenwright_analyses::suite::trees::Documents;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::tree::grammar::ElementType;
use xtask::progress::Progress;

/// How many names of elements a reference to a row shows.
const MOST: usize = 4;

/// What a subject names.
#[derive(Debug)]
pub(super) enum Subject {
    Mode(RowsOf),
    Algorithm(usize),
    Listed(lists::Listed),
    Element(ElementType),
}

impl Subject {
    /// What a text names; the words of a list's kind, such as "category", can be left out.
    pub(super) fn find(text: &str, trees: &Trees) -> Option<Self> {
        let element = text
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'));
        if let Some(name) = element {
            // As a tag has it, in any case.
            let lowercase = || ElementType::named(&name.to_ascii_lowercase());
            let element = ElementType::named(name).or_else(lowercase);
            return element.map(Subject::Element);
        }
        let names = trees.modes().map(|(_, mode)| mode.name.as_str());
        let names: Vec<&str> = names.collect();
        if let Ok(name) = states::find("insertion mode", text, names.iter().copied(), "", "") {
            let mut modes = trees.modes();
            let found = modes.find(|(_, mode)| mode.name.value == name);
            return found.map(|(of, _)| Subject::Mode(of));
        }
        let algorithm = algorithm::find(text, trees).map(Subject::Algorithm);
        algorithm.or_else(|| lists::find(text, trees).map(Subject::Listed))
    }

    /// Every name that a person could have meant.
    pub(super) fn names(trees: &Trees) -> impl Iterator<Item = &str> {
        let modes = trees.modes().map(|(_, mode)| mode.name.as_str());
        let algorithms = trees.tables.algorithms.iter();
        let algorithms = algorithms.map(|algorithm| algorithm.name.as_str());
        modes.chain(algorithms).chain(lists::names(trees))
    }
}

/// Prints what a name means.
///
/// # Errors
/// If the tables cannot be run.
pub(super) fn explain(
    subject: &Subject,
    trees: &Trees,
    sources: &Sources,
) -> Result<(), Diagnostic> {
    let needs_documents = !matches!(subject, Subject::Listed(_));
    let documents = match needs_documents {
        true => {
            let _progress = Progress::start("searching for the shortest documents");
            trees.documents()?
        }
        false => Documents::default(),
    };
    let explanation = Explanation {
        trees,
        documents,
        sources,
    };
    let text = match subject {
        Subject::Mode(of) => mode::explain(&explanation, *of),
        Subject::Algorithm(at) => algorithm::explain(&explanation, *at),
        Subject::Listed(list) => lists::explain(&explanation, *list),
        Subject::Element(element) => element::explain(&explanation, element),
    };
    print!("{text}");
    Ok(())
}

/// What every explanation needs.
struct Explanation<'t> {
    trees: &'t Trees,
    documents: Documents,
    sources: &'t Sources,
}

impl Explanation<'_> {
    /// The parts under a heading; nothing if there are none.
    fn parts(&self, text: &mut String, heading: &str, parts: &[Part<'_>]) {
        let lines = parts.iter().map(|part| {
            let place = place(part.place, self.sources);
            format!("{} [{place}]", self.trees.in_short(part.id, MOST))
        });
        list(text, heading, &lines.collect::<Vec<_>>());
    }

    /// The document that runs a part, in a sentence.
    fn shown_by(&self, part: PartId) -> Option<String> {
        let document = self.documents.of(part.into())?;
        Some(format!("run by {}", input(document)))
    }
}

/// Lines under a heading; nothing if there are none.
fn list(text: &mut String, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{heading}");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

/// Names in lines of about the width of a terminal.
fn wrapped(text: &mut String, names: impl Iterator<Item = String>) {
    let mut line = String::new();
    for name in names {
        if !line.is_empty() && line.len() + name.len() > 90 {
            let _ = writeln!(text, "  {line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&name);
    }
    if !line.is_empty() {
        let _ = writeln!(text, "  {line}");
    }
}
