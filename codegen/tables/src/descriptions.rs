//! The descriptions of parse errors, which all revisions share, and the names of those of tree construction.

use crate::diagnostic::{Diagnostic, Sources};
use crate::language;
use crate::load::{Document, Keys, Loaded, Log, Text, read_file};
use crate::source::Place;
use crate::tree::check::misnamed;
use crate::tree::model::TreeTables;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The file of the descriptions, in the folder of all revisions.
pub const FILE: &str = "error-descriptions.toml";

/// The code of errors without a name.
const UNNAMED: &str = "parse-error";

/// What each parse error means, by its code.
#[derive(Clone, Debug, Default)]
pub struct Descriptions(BTreeMap<String, (Place, String)>);

impl Descriptions {
    /// Reads the descriptions in `spec_dir`.
    ///
    /// # Errors
    /// Every error in the file, or that it cannot be read.
    pub fn load(spec_dir: &Path, sources: &mut Sources) -> Result<Self, Vec<Diagnostic>> {
        let file = read_file(&spec_dir.join(FILE), sources).map_err(|error| vec![error])?;
        let mut log = Log::default();
        let read = read(file, sources, &mut log);
        log.result(read)
    }

    /// The description of a code.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&str> {
        self.0.get(code).map(|(_, text)| text.as_str())
    }

    /// Reports the codes of revisions that have no description.
    #[must_use]
    pub fn missing(&self, revisions: &[Loaded]) -> Vec<Diagnostic> {
        let codes = revisions.iter().flat_map(|loaded| &loaded.revision.errors);
        let codes = codes.map(|error| &error.code);
        let missing = codes.filter(|code| self.get(&code.value).is_none());
        let missing = missing.map(|code| {
            Diagnostic::warning(
                code.place,
                format!("the error code `{}` has no description", code.value),
            )
            .help(format!("add it to `spec/{FILE}`"))
        });
        missing.collect()
    }

    /// Reports the names of errors of tree construction that are not listed.
    #[must_use]
    pub fn unknown(&self, revisions: &[Loaded]) -> Vec<Diagnostic> {
        let trees = revisions.iter().filter_map(|loaded| loaded.trees.as_ref());
        let codes = trees.flat_map(TreeTables::error_codes);
        let unknown = codes.filter(|(code, _)| code != UNNAMED && self.get(code).is_none());
        let unknown = unknown.map(|(code, place)| {
            let message = format!("unknown error code `{code}`");
            let known = self.0.keys().map(String::as_str);
            let advice = format!("add it to `[tree-construction]` of `spec/{FILE}`");
            misnamed(message, &code, known, (&code, place), Some(advice))
        });
        unknown.collect()
    }

    /// Reports the descriptions of codes that no revision has.
    #[must_use]
    pub fn unused(&self, all_revisions: &[Loaded]) -> Vec<Diagnostic> {
        let trees = all_revisions
            .iter()
            .filter_map(|loaded| loaded.trees.as_ref());
        let of_trees: BTreeSet<String> = trees
            .flat_map(|trees| trees.error_codes().into_keys())
            .collect();
        let is_used = |code: &str| {
            let revisions = all_revisions.iter();
            let mut codes = revisions.flat_map(|loaded| &loaded.revision.errors);
            code == UNNAMED
                || of_trees.contains(code)
                || codes.any(|error| error.code.value == code)
        };
        let unused = self.0.iter().filter(|(code, _)| !is_used(code));
        let unused = unused.map(|(code, (place, _))| {
            Diagnostic::warning(*place, format!("no revision has the error code `{code}`"))
                .help("remove its description")
        });
        unused.collect()
    }
}

fn read(file: u32, sources: &Sources, log: &mut Log) -> Option<Descriptions> {
    let document = Document::parse(file, sources, log)?;
    let keys = document.keys(&language::DESCRIPTIONS_FILE);
    let mut entries = keys
        .require("descriptions", log)?
        .keys(&language::DESCRIPTIONS, log)?
        .entries();
    let of_trees = keys.table("tree-construction", &language::TREE_DESCRIPTIONS, log);
    entries.extend(of_trees.iter().flat_map(Keys::entries));
    keys.finish(log);
    let mut descriptions = BTreeMap::new();
    for (code, value) in entries {
        let Some(text) = value.string(log) else {
            continue;
        };
        check(&text, log);
        if descriptions.contains_key(&code.value) {
            let message = format!("the error code `{}` is described twice", code.value);
            log.push(Diagnostic::error(code.place, message));
        }
        descriptions.insert(code.value, (code.place, text.value));
    }
    Some(Descriptions(descriptions))
}

/// Reports a description that is not a sentence in the form of all messages.
fn check(text: &Text, log: &mut Log) {
    if text.value.trim().is_empty() {
        log.push(Diagnostic::error(text.place, "an empty description"));
    } else if text.value.ends_with('.') {
        log.push(
            Diagnostic::error(text.place, "a description with a full stop")
                .help("leave it out, as in all messages"),
        );
    }
}
