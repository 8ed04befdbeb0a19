//! One side of a difference: a revision, from tables or from a page.

use tokenwright_prose::{self as prose, Facts, Known, Reading, Report, Unread};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::{References, Replacements};

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// The name in messages: the identifier of a revision, or the name of a page.
    pub name: String,
    /// Its content.
    pub revision: Revision,
    /// Its tables of character references, where they were loaded.
    pub references: Option<References>,
    /// The page, if the side was read from one.
    pub page: Option<Page>,
}

/// The parts that only a page has.
#[derive(Clone, Debug)]
pub struct Page {
    /// Every sentence with its verdict.
    pub report: Report,
    /// The facts that the page states; assumed facts are not compared.
    pub known: Known,
}

impl From<&Loaded> for Side {
    fn from(loaded: &Loaded) -> Self {
        Side::of_tables(loaded.revision.clone(), Some(loaded.references.clone()))
    }
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

    /// A side from a page; `file` is the page's index in the run's files, `id` what the revision
    /// is called.
    ///
    /// Facts that the page does not state come from `other`, if it is compared with that. An unknown table
    /// of numeric replacements is no error here.
    ///
    /// # Errors
    /// If the page cannot be read: [`Unread`] says why.
    pub fn of_page(
        name: &str,
        id: &str,
        text: &str,
        file: u32,
        other: Option<&Revision>,
        replacements: &[Replacements],
    ) -> Result<Self, Unread> {
        let facts = match other {
            Some(other) => Facts::of_other(id, other),
            None => Facts::of_id(id),
        };
        let mut reading = prose::read(text, file, &facts, replacements)?;
        if let Some(pairs) = &reading.known.replacements
            && !replacements.iter().any(|(_, table)| table == pairs)
        {
            let known = [(id.to_owned(), pairs.clone())];
            reading = prose::read(text, file, &facts, &known)?;
        }
        let Reading {
            revision,
            report,
            known,
        } = reading;
        Ok(Side {
            name: name.to_owned(),
            revision,
            references: None,
            page: Some(Page { report, known }),
        })
    }

    /// Gives a page the character references that its machine is run with: its own tables, where it has them, and those
    /// of `assumed`.
    #[must_use]
    pub fn referring_to(mut self, assumed: &References) -> Self {
        let known = self.page.as_ref().map(|page| &page.known);
        let names = known.and_then(|known| known.named_references.as_ref());
        let replacements = known.and_then(|known| known.replacements.as_ref());
        self.references = Some(References {
            names: names.unwrap_or(&assumed.names).clone(),
            replacements: replacements.unwrap_or(&assumed.replacements).clone(),
        });
        self
    }

    /// Whether the names of its character references are its own: those of tables are, and those that a page lists.
    pub fn has_names(&self) -> bool {
        self.page
            .as_ref()
            .is_none_or(|page| page.known.named_references.is_some())
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

    /// Whether this side defines the preprocessing of its input stream.
    pub fn says_input_stream(&self) -> bool {
        self.page
            .as_ref()
            .is_none_or(|page| page.known.input_stream)
    }
}
