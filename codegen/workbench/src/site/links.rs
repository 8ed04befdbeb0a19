//! Sentences with links, and the addresses of states, rows, errors and inputs.

use super::html::{escape, percent_encode, slug};
use std::collections::HashMap;
use tokenwright_interpreter::{BlockKind, Setup};
use tokenwright_tables::model::Revision;

/// What the sentences of a revision can refer to.
pub(super) struct Links<'r> {
    revision: &'r Revision,
    /// The addresses of states and procedures, by the words before which a sentence has "the".
    anchors: HashMap<String, String>,
}

impl<'r> Links<'r> {
    pub(super) fn of(revision: &'r Revision) -> Self {
        let states = revision.states.iter();
        let states = states.map(|state| {
            let name = &state.name.value;
            (format!("{name} state"), state_anchor(name))
        });
        let procedures = revision.procedures.iter();
        let procedures = procedures.map(|procedure| {
            let name = &procedure.name.value;
            (name.clone(), slug(name))
        });
        Links {
            revision,
            anchors: states.chain(procedures).collect(),
        }
    }

    /// A sentence in which states and errors are links.
    pub(super) fn sentence(&self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let mut out = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let after_article = at > 0 && words[at - 1] == "the";
            let longest = (at + 1..=words.len().min(at + 9)).rev().find_map(|end| {
                let joined = words[at..end].join(" ");
                let name = joined.trim_end_matches([',', '.', ':', ';']);
                let anchor = self.anchors.get(name);
                let anchor = anchor.filter(|_| after_article || end - at > 2)?;
                let rest = &joined[name.len()..];
                Some((end, format!("<a href=#{anchor}>{}</a>{rest}", escape(name))))
            });
            match longest {
                Some((end, link)) => {
                    out.push(link);
                    at = end;
                }
                None => {
                    out.push(self.word(words[at]));
                    at += 1;
                }
            }
        }
        out.join(" ")
    }

    /// A word; an error code is a link.
    fn word(&self, word: &str) -> String {
        let mut codes = self.revision.errors.iter().map(|error| &error.code.value);
        let id = self.id();
        match codes.any(|code| code == word) {
            true => format!("<a class=code href=\"{id}-errors.html#{word}\">{word}</a>"),
            false => escape(word),
        }
    }

    fn id(&self) -> &str {
        &self.revision.about.id
    }

    /// The page and the anchor of a row, or of the steps before the rows.
    pub(super) fn row(&self, kind: BlockKind, index: usize, row: Option<usize>) -> String {
        let block = match kind {
            BlockKind::State => &self.revision.states[index],
            BlockKind::Procedure => &self.revision.procedures[index],
        };
        let anchor = match (kind, row) {
            (_, Some(row)) => row_anchor(kind, index, row),
            (BlockKind::State, None) => state_anchor(&block.name.value),
            (BlockKind::Procedure, None) => slug(&block.name.value),
        };
        format!("{}.html#{anchor}", self.id())
    }

    /// A link that opens an input in the playground.
    pub(super) fn playground(&self, setup: &Setup, input: &str) -> String {
        let mut address = format!("playground.html#b={}", self.id());
        let mut add = |key: &str, value: &str| {
            address.push_str(&format!("&amp;{key}={}", percent_encode(value)));
        };
        for (key, value) in members(setup) {
            add(key, &value);
        }
        // The search switches no states by the names of tags.
        add("t", "0");
        add("i", input);
        address
    }
}

/// What an address of the playground says of a setup.
pub(super) fn members(setup: &Setup) -> impl Iterator<Item = (&'static str, String)> {
    let model = setup.content_model.map(|model| model.to_string());
    let all = [
        ("s", setup.state.clone()),
        ("m", model),
        ("l", setup.last_start_tag.clone()),
        ("f", setup.foreign.then(|| "1".to_owned())),
    ];
    all.into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
}

/// The anchor of a state, which is that of the standard.
pub(super) fn state_anchor(name: &str) -> String {
    format!("{}-state", name.to_ascii_lowercase().replace(' ', "-"))
}

pub(super) fn row_anchor(kind: BlockKind, index: usize, row: usize) -> String {
    let kind = match kind {
        BlockKind::State => "s",
        BlockKind::Procedure => "p",
    };
    format!("{kind}{index}r{row}")
}
