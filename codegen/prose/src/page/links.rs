//! The targets of links as evidence: a link whose words name one term and whose target defines another is a
//! contradiction.

use super::tree::{Kind, Tree};
use crate::lexicon::key;
use crate::outline::{Link, Text};
use crate::terms::numbered;
use std::collections::{HashMap, HashSet};

/// The most definitions that are kept. The chapter of the standard has a tenth of this.
const DEFINITIONS: usize = 10_000;

/// What the headings and the definitions of a page name.
#[derive(Default)]
pub(super) struct Definitions {
    /// The names by the identifiers of their elements.
    by_id: HashMap<String, String>,
    names: HashSet<String>,
}

impl Definitions {
    /// Adds the definitions of a tree; `text` gives the text of a node, and `is_heading` whether it is a heading.
    pub(super) fn add(
        &mut self,
        tree: &Tree,
        is_heading: impl Fn(&str) -> bool,
        text: impl Fn(usize) -> Text,
    ) {
        for (at, node) in tree.nodes.iter().enumerate() {
            let Kind::Element {
                name, id, target, ..
            } = &node.kind
            else {
                continue;
            };
            if !(is_heading(name) || &**name == "dfn") || self.names.len() >= DEFINITIONS {
                continue;
            }
            let text = text(at);
            let name = name_of(text.as_str());
            if name.is_empty() || name.len() > 200 {
                continue;
            }
            for id in [id, target] {
                if !id.is_empty() {
                    self.by_id
                        .entry(id.to_string())
                        .or_insert_with(|| name.clone());
                }
            }
            self.names.insert(name);
        }
    }

    /// Notes the contradictions between the words and the targets of the links in a text.
    pub(super) fn check(&self, text: &mut Text) {
        for Link {
            start,
            words,
            target,
        } in text.take_links()
        {
            if let Some(other) = self.contradiction(&words, &target) {
                text.note(
                    start,
                    format!("this link says `{words}` and leads to `{other}`"),
                );
            }
        }
    }

    /// What the target is the definition of, if the words of the link name something else.
    fn contradiction(&self, words: &str, target: &str) -> Option<String> {
        let fragment = target
            .rsplit_once('#')
            .map_or(target, |(_, fragment)| fragment);
        let fragment = fragment.replace("%28", "(").replace("%29", ")");
        // The standard's identifiers of errors.
        if let Some(code) = fragment.strip_prefix("parse-error-") {
            let is_code = words.contains('-') && !words.contains(char::is_whitespace);
            return (is_code && words != code).then(|| code.to_owned());
        }
        let named = match self.by_id.get(&fragment) {
            Some(named) => named.clone(),
            None => Some(key(&fragment)).filter(|name| self.names.contains(name))?,
        };
        let said = name_of(words);
        let is_state = |name: &str| name.ends_with(" state");
        let alike = [said.clone(), format!("{said} state")].contains(&named)
            || said.strip_suffix('s') == Some(&named);
        let names_state = is_state(&said)
            || is_state(&named) && self.names.contains(&format!("{said} state"))
            || is_state(&named) && self.names.contains(&said);
        let differs = !alike && names_state && (is_state(&named) || self.names.contains(&said));
        differs.then_some(named)
    }
}

/// What a title or the words of a link name, without the number of a section.
fn name_of(title: &str) -> String {
    let title = title.trim_start_matches(['\u{A7}', ' ']);
    let (_, title) = numbered(title);
    key(title.strip_prefix("the ").unwrap_or(title))
}
