//! A revision with the shortest inputs that show its errors and reach its states.

use super::html::{current, escape};
use super::links::state_anchor;
use crate::explain::state::before;
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
        since(state, &self.loaded.revision, revisions)
    }
}

fn since<'r>(
    state: &'r State,
    of: &'r Revision,
    all: impl DoubleEndedIterator<Item = &'r Revision>,
) -> String {
    let (first, names) = before(state, of, all);
    // The page of the oldest revision has the oldest name.
    let oldest = names.last().map_or(state.name.as_str(), |(_, name)| name);
    let anchor = state_anchor(oldest);
    let names = names.iter();
    let names = names.map(|(until, name)| format!(", until {} as {name}", until.about.year()));
    let (id, year) = (&first.about.id, first.about.year());
    let names = escape(&names.collect::<String>());
    format!("since <a href=\"{id}.html#{anchor}\">{year}</a>{names}")
}

#[cfg(test)]
mod tests {
    use super::since;
    use tokenwright_tables::load;

    #[test]
    fn the_link_to_the_oldest_revision_has_the_name_of_the_state_there() {
        let all = load::checked_in();
        let all = all.iter().map(|loaded| &loaded.revision);
        let last = all.clone().next_back().expect("a revision");
        let of = |name: &str| since(last.state(name).expect("a state"), last, all.clone());
        assert_eq!(
            of("end tag open"),
            "since <a href=\"whatwg-2008-03-09.html#close-tag-open-state\">2008</a>, until 2009 as close tag open"
        );
        let tag_open = "since <a href=\"whatwg-2008-03-09.html#tag-open-state\">2008</a>";
        assert_eq!(of("tag open"), tag_open);
    }
}
