//! A revision with the shortest inputs that show its errors and reach its states.

use super::html::{current, escape};
use crate::explain::state::before;
use crate::explain::witnesses::Witnesses;
use tokenwright_interpreter::Refusal;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::english;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::State;

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
        self.loaded.revision.about.year()
    }

    /// Links to the same page of each revision: the file names end with `suffix`.
    pub(super) fn navigation(&self, all: &[Explored<'_>], suffix: &str) -> String {
        let links = all.iter().map(|other| {
            let current = current(other.id() == self.id());
            let (id, year) = (other.id(), other.year());
            format!("<a href=\"{id}{suffix}.html\"{current}>{year}</a>\n")
        });
        let links: String = links.collect();
        format!("<nav class=revisions aria-label=\"Revisions\">{links}</nav>\n")
    }

    /// The oldest revision that has the state, as a link, with its older names.
    pub(super) fn since(&self, state: &State, all: &[Explored<'_>]) -> String {
        let revisions = all.iter().map(|other| &other.loaded.revision);
        let (first, names) = before(state, &self.loaded.revision, revisions);
        let names = names.iter();
        let names = names.map(|(until, name)| format!(", until {} as {name}", until.about.year()));
        let anchor = super::links::state_anchor(&state.name.value);
        let (id, year) = (&first.about.id, first.about.year());
        let names = escape(&names.collect::<String>());
        format!("since <a href=\"{id}.html#{anchor}\">{year}</a>{names}")
    }
}
