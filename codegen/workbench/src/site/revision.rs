//! A revision with the shortest inputs that show its errors and reach its states.

use super::html::escape;
use crate::explain::witnesses::Witnesses;
use tokenwright_interpreter::Refusal;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::english;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Revision, State};

/// A revision, and what the pages say about it beyond its tables.
pub(super) struct Explored<'l> {
    pub(super) loaded: &'l Loaded,
    pub(super) witnesses: Witnesses<'l>,
    descriptions: &'l Descriptions,
}

impl<'l> Explored<'l> {
    /// Searches for the shortest inputs.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(super) fn of(loaded: &'l Loaded, descriptions: &'l Descriptions) -> Result<Self, Refusal> {
        let witnesses = Witnesses::search(loaded)?;
        Ok(Explored {
            loaded,
            witnesses,
            descriptions,
        })
    }

    /// What a parse error means, as a sentence in HTML.
    pub(super) fn description(&self, code: &str) -> Option<String> {
        let sentence = english::sentence(self.descriptions.get(code)?);
        // Every second piece is code.
        let pieces = sentence.split('`').enumerate();
        let pieces = pieces.map(|(at, piece)| match at % 2 {
            0 => escape(piece),
            _ => format!("<code>{}</code>", escape(piece)),
        });
        Some(pieces.collect())
    }

    pub(super) fn id(&self) -> &str {
        &self.loaded.revision.about.id
    }

    /// The year of the document.
    pub(super) fn year(&self) -> &str {
        year(&self.loaded.revision)
    }

    /// Links to the same page of each revision: the file names end with `suffix`.
    pub(super) fn navigation(&self, all: &[Explored<'_>], suffix: &str) -> String {
        let links = all.iter().map(|other| {
            let current = match other.id() == self.id() {
                true => " aria-current=page",
                false => "",
            };
            let (id, year) = (other.id(), other.year());
            format!("<a href=\"{id}{suffix}.html\"{current}>{year}</a>\n")
        });
        let links: String = links.collect();
        format!("<nav class=revisions aria-label=\"Revisions\">{links}</nav>\n")
    }

    /// The oldest revision that has the state, as a link, with its older names.
    pub(super) fn since(&self, state: &State, all: &[Explored<'_>]) -> String {
        let older = all
            .iter()
            .rev()
            .skip_while(|other| other.id() != self.id())
            .skip(1);
        let (mut state, mut first) = (state, &self.loaded.revision);
        let mut names = Vec::new();
        for other in older.map(|other| &other.loaded.revision) {
            let find = |name: &str| other.state(name);
            let same = find(&state.name.value);
            let Some(found) = same.or_else(|| state.was.as_deref().and_then(find)) else {
                break;
            };
            if same.is_none() {
                names.push(format!(", until {} as {}", year(other), found.name.value));
            }
            (state, first) = (found, other);
        }
        let anchor = super::links::state_anchor(&state.name.value);
        let id = &first.about.id;
        let names = super::html::escape(&names.concat());
        format!(
            "since <a href=\"{id}.html#{anchor}\">{}</a>{names}",
            year(first)
        )
    }
}

/// The year of a revision.
pub(super) fn year(revision: &Revision) -> &str {
    let date = &revision.about.date;
    date.split('-').next().unwrap_or(date)
}
