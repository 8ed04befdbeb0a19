//! Facts that a page does not state.

use crate::named_references::NamedReferences;
use crate::text_modes;
use tokenwright_tables::model::{About, InputStream, Located, Revision, is_date};

/// Facts from other sources than the page: existing tables, the command line, or these defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The facts of `revision.toml`. The page replaces those that it states: section, numbering, names of
    /// errors, flags, initial state, classes, and the table of numeric replacements.
    pub about: About,
    /// The preprocessing of the input stream, where the page has no section on it.
    pub input_stream: InputStream,
    /// Older names and remarks of states, by the name of the state.
    pub remarks: Vec<Remark>,
    /// Whether the entry states are those that any revision could have, so that only those count
    /// that the page has.
    pub any_entry_states: bool,
}

/// Which of the facts that only some pages hold a page does hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The numbers of the section and of its states.
    pub numbers: bool,
    /// The preprocessing of the input stream.
    pub input_stream: bool,
    /// The numeric replacements: the pairs of the page's table, sorted by number.
    pub replacements: Option<Vec<(u32, u32)>>,
    /// The table of named character references, which only whole pages have.
    pub named_references: Option<NamedReferences>,
    /// The line of such a table that was not understood.
    pub unread_names: Option<u32>,
}

/// The facts of a state that only tables have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The name of the state.
    pub state: String,
    /// Its older name.
    pub was: Option<String>,
    /// A note for readers.
    pub note: Option<String>,
}

/// The states that tree construction and test suites start in.
const ENTRY_STATES: [&str; 5] = [
    "RCDATA", "RAWTEXT", "script data", "PLAINTEXT", "CDATA section",
];

/// Renamed states: the name, and the older one.
const RENAMED: [(&str, &str); 4] = [
    ("end tag open", "close tag open"),
    ("character reference data", "entity data"),
    ("character reference in data", "character reference data"),
    (
        "character reference in attribute value",
        "entity in attribute value",
    ),
];

impl Facts {
    /// The older name of a state and the note on it.
    pub(super) fn remark(&self, state: &str) -> (Option<String>, Option<String>) {
        if let Some(found) = self.remarks.iter().find(|remark| remark.state == state) {
            return (found.was.clone(), found.note.clone());
        }
        let renamed = RENAMED.iter().find(|(new, _)| *new == state);
        (renamed.map(|(_, old)| (*old).to_owned()), None)
    }

    /// The defaults for a page: the date at the end of the identifier, the entry states that the page has,
    /// the newest table of named references.
    pub fn of_id(id: &str) -> Self {
        let tail = |n: usize| id.len().checked_sub(n).and_then(|at| id.get(at..));
        let date = tail(10)
            .filter(|text| is_date(text))
            .or_else(|| tail(4))
            .unwrap_or(id);
        let nowhere = |text: &str| Located::nowhere(text.to_owned());
        Facts {
            about: About {
                id: id.to_owned(),
                title: if date < "2011" {
                    "HTML 5"
                } else {
                    "HTML Standard"
                }
                .to_owned(),
                date: date.to_owned(),
                edits: None,
                source: "https://html.spec.whatwg.org/multipage/parsing.html".to_owned(),
                section: String::new(),
                numbered: false,
                hot_path: true,
                named_errors: false,
                content_model_flag: false,
                escape_flag: false,
                initial_state: nowhere("data"),
                entry_states: ENTRY_STATES.map(nowhere).to_vec(),
                text_modes: text_modes::assumed(false),
                named_references: nowhere("2010-09-29"),
                numeric_replacements: nowhere("2020-05-22"),
                classes: Vec::new(),
                names: Vec::new(),
                notes: Vec::new(),
            },
            input_stream: InputStream {
                normalize_newlines: true,
                rows: Vec::new(),
            },
            remarks: Vec::new(),
            any_entry_states: true,
        }
    }

    /// The defaults for a page that is compared with another revision: the facts of that one, and its entry
    /// states that the page has.
    pub fn of_other(id: &str, other: &Revision) -> Self {
        let alone = Facts::of_id(id);
        let mut facts = Facts::of_tables(other);
        facts.any_entry_states = true;
        let about = &mut facts.about;
        about.id = alone.about.id;
        about.date = alone.about.date;
        about.notes.clear();
        for state in alone.about.entry_states {
            if !about.entry_states.contains(&state) {
                about.entry_states.push(state);
            }
        }
        facts
    }

    /// The facts of existing tables.
    pub fn of_tables(tables: &Revision) -> Self {
        let remarks = tables.states.iter().chain(&tables.procedures);
        Facts {
            about: tables.about.clone(),
            input_stream: tables.input_stream.clone(),
            remarks: remarks
                .filter(|state| state.was.is_some() || state.note.is_some())
                .map(|state| Remark {
                    state: state.name.value.clone(),
                    was: state.was.clone(),
                    note: state.note.clone(),
                })
                .collect(),
            any_entry_states: false,
        }
    }
}
