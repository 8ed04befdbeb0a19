//! `tree-construction.toml`: the names by which the tokenizer follows the open elements.

use super::document::Document;
use super::keys::Log;
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::language::{TREE_CONSTRUCTION, Value};
use crate::model::TreeConstruction;

/// Reads `tree-construction.toml`; none if a fact is missing.
pub(super) fn read(document: &Document<'_>, log: &mut Log) -> Option<TreeConstruction> {
    let keys = document.keys(&TREE_CONSTRUCTION);
    let section = keys.string("section", log);
    let select = keys.string("select", log);
    let fragments_break_out = keys.flag("fragments-break-out", log);
    let mut lists = Vec::new();
    for key in TREE_CONSTRUCTION.keys {
        if matches!(key.value, Value::Texts | Value::Elements) {
            let members = keys.get(key.name).and_then(|value| value.strings(log));
            let members = members.unwrap_or_default();
            report_repeated(&members, log);
            lists.push((key.name, members.iter().map(Text::located).collect()));
        }
    }
    let place = keys.place();
    keys.finish(log);
    let tables = TreeConstruction {
        section: section?.value,
        select_insertion_mode: insertion_mode(&select?, log)?,
        fragments_break_out: fragments_break_out.is_some_and(|flag| flag.value),
        lists,
    };
    let [renamed, to] = ["renamed-start-tags", "renamed-to"].map(|key| tables.list(key).count());
    if renamed != to {
        log.push(Diagnostic::error(
            place,
            format!("`renamed-start-tags` has {renamed} names, and `renamed-to` has {to}"),
        ));
    }
    Some(tables)
}

fn insertion_mode(select: &Text, log: &mut Log) -> Option<bool> {
    match select.value.as_str() {
        "insertion mode" => Some(true),
        "scope" => Some(false),
        other => {
            log.push(
                Diagnostic::error(select.place, format!("unknown rule `{other}` for `select`"))
                    .label("expected `scope` or `insertion mode`"),
            );
            None
        }
    }
}

/// Reports members that a list has twice. Names of elements are compared with lowercase names of tags.
fn report_repeated(members: &[Text], log: &mut Log) {
    for (at, member) in members.iter().enumerate() {
        if members[..at]
            .iter()
            .any(|other| other.value == member.value)
        {
            log.push(Diagnostic::error(
                member.place,
                format!("`{}` is in the list twice", member.value),
            ));
        }
    }
}
