//! What is compared: a revision, from tables or from a page.

use crate::model::Revision;
use crate::prose::{Known, Report};
use crate::references::References;

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// How it is called in what is shown: the identifier of a revision, or the name of a page.
    pub name: String,
    /// What it says.
    pub revision: Revision,
    /// Its tables of character references, where they were loaded.
    pub references: Option<References>,
    /// The page, where it comes from one.
    pub page: Option<Page>,
}

/// What only a page has.
#[derive(Clone, Debug)]
pub struct Page {
    /// Every sentence with what became of it.
    pub report: Report,
    /// What the page says of what tables also say; the rest was assumed, and is not compared.
    pub known: Known,
}

impl Side {
    /// A side from tables.
    pub fn of_tables(revision: Revision, references: Option<References>) -> Self {
        Side {
            name: revision.about.id.clone(),
            revision,
            references,
            page: None,
        }
    }

    /// The number of a state or a procedure, such as `13.2.5.6`, where this side has numbers.
    /// Procedures count on after the last state.
    pub fn number(&self, procedure: bool, at: usize) -> Option<String> {
        let about = &self.revision.about;
        let numbered = match &self.page {
            Some(page) => page.known.numbers,
            None => about.numbered,
        };
        let before = if procedure {
            self.revision.states.len()
        } else {
            0
        };
        numbered.then(|| format!("{}.{}", about.section, before + at + 1))
    }

    /// Whether this side says what its input stream is preprocessed by.
    pub(super) fn says_input_stream(&self) -> bool {
        self.page
            .as_ref()
            .is_none_or(|page| page.known.input_stream)
    }
}
