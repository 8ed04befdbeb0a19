//! The names of states, insertion modes and parse errors in a text.

use super::trees::mode_title;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::model::TreeTables;

/// The names that become links.
#[derive(Clone, Debug)]
pub(super) struct Links {
    /// The names of states, longest first.
    states: Vec<String>,
    /// The insertion modes in quotation marks, each with its heading's address.
    modes: Vec<(String, String)>,
    errors: Vec<String>,
    /// The page that describes the parse errors.
    page: String,
}

impl Links {
    pub(super) fn of(revision: &Revision) -> Self {
        let mut states: Vec<String> = revision
            .states
            .iter()
            .map(|s| s.name.value.clone())
            .collect();
        states.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Links {
            states,
            modes: Vec::new(),
            errors: revision
                .errors
                .iter()
                .map(|error| error.code.value.clone())
                .collect(),
            page: revision.about.source.clone(),
        }
    }

    /// The names of the section on tree construction, which has modes, and no states.
    pub(super) fn of_trees(revision: &Revision, tables: &TreeTables) -> Self {
        let modes = tables.modes.iter().enumerate();
        let modes = modes.map(|(at, mode)| {
            let address = format!("#{}", id(&mode_title(tables, at)));
            (format!("\"{}\"", mode.name.value), address)
        });
        Links {
            states: Vec::new(),
            modes: modes.collect(),
            ..Links::of(revision)
        }
    }

    /// A text in which `plain` writes what is between links, and `link` a text with the address that it links to.
    pub(super) fn write(
        &self,
        text: &str,
        plain: impl Fn(&str) -> String,
        link: impl Fn(&str, &str) -> String,
    ) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((start, end, address)) = self.first(rest) {
            out += &plain(&rest[..start]);
            out += &link(&rest[start..end], &address);
            rest = &rest[end..];
        }
        out + &plain(rest)
    }

    /// The first link: where it starts and ends, and its address.
    fn first(&self, text: &str) -> Option<(usize, usize, String)> {
        let state = text.match_indices(" state").find_map(|(at, word)| {
            let name = self.states.iter().find(|name| {
                text[..at]
                    .strip_suffix(name.as_str())
                    .is_some_and(|before| before.ends_with("the "))
            })?;
            Some((
                at - name.len(),
                at + word.len(),
                format!("#{}", id(&format!("{name} state"))),
            ))
        });
        let modes = self.modes.iter().filter_map(|(quoted, address)| {
            let start = text.find(quoted)?;
            Some((start, start + quoted.len(), address.clone()))
        });
        let error = text.match_indices(" parse error").find_map(|(at, word)| {
            let start = text[..at].rfind(' ').map_or(0, |space| space + 1);
            let code = &text[start..at];
            let address = || format!("{}#parse-error-{code}", self.page);
            self.errors
                .iter()
                .any(|known| known == code)
                .then(|| (start, at + word.len(), address()))
        });
        state
            .into_iter()
            .chain(modes)
            .chain(error)
            .min_by_key(|(start, ..)| *start)
    }
}

/// The identifier of a heading: `attribute-value-(double-quoted)-state`.
pub(super) fn id(title: &str) -> String {
    title.to_lowercase().replace('"', "").replace(' ', "-")
}
