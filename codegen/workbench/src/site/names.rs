//! The names that the search finds.

use super::history::HistoryPage;
use super::trees::ExploredTrees;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokenwright_tables::load::Loaded;

/// Each name with its kind and the revisions that have it; the newest revision is the highest bit. Changes and the names
/// of tree construction have an address and a remark instead.
pub(super) fn data(
    all: &[Loaded],
    history: &[HistoryPage],
    trees: Option<&ExploredTrees<'_>>,
) -> Value {
    let mut names: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for (bit, loaded) in all.iter().enumerate() {
        let revision = &loaded.revision;
        let mut add = |kind, name| *names.entry((kind, name)).or_default() |= 1 << bit;
        for state in &revision.states {
            add("state", state.name.value.as_str());
        }
        for procedure in &revision.procedures {
            add("procedure", procedure.name.value.as_str());
        }
        for definition in &revision.definitions {
            add("definition", definition.name().value.as_str());
        }
        for error in &revision.errors {
            add("error", error.code.value.as_str());
        }
    }
    let names = names.into_iter();
    let names = names.map(|((kind, name), bits)| json!([kind, name, bits]));
    let changes = history.iter().flat_map(|history| {
        let (page, headings) = (&history.page, history.headings.iter());
        headings.map(|(title, anchor)| {
            json!([
                "change",
                title,
                format!("{}#{anchor}", page.file),
                page.title
            ])
        })
    });
    let of_trees = trees.iter().flat_map(|trees| trees.names());
    let ids = all.iter().map(|loaded| loaded.revision.about.id.as_str());
    json!({
        "revisions": ids.collect::<Vec<_>>(),
        "names": names.chain(changes).chain(of_trees).collect::<Vec<_>>(),
    })
}
