//! `tree-construction.toml`.

use super::text::{list, pair};
use crate::model::TreeConstruction;

/// `tree-construction.toml`.
pub(super) fn write(tables: &TreeConstruction) -> String {
    let mut out = pair("section", &tables.section);
    out.push_str(&match tables.select_insertion_mode {
        true => pair("select", "insertion mode"),
        false => pair("select", "scope"),
    });
    let flag = tables.fragments_break_out;
    out.push_str(&format!("fragments-break-out = {flag}\n"));
    for (key, members) in &tables.lists {
        let members: Vec<&str> = members.iter().map(|member| member.as_str()).collect();
        if !members.is_empty() {
            out.push_str(&list(key, &members));
        }
    }
    out
}
