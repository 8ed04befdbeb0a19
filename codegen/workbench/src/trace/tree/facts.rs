//! The parse state in words.

use tokenwright_interpreter::tree::{NodeId, ParseState, Quirks};

/// A part of the parse state, and its value; the value is empty if there is nothing.
pub(super) type Fact = (&'static str, String);

/// Every part of the parse state that a row can change.
pub(super) fn facts(state: &ParseState<'_>) -> Vec<Fact> {
    let element = |node: NodeId| match state.document.element(node) {
        Some(element) => element.to_string(),
        None => "a node".to_owned(),
    };
    let pointer = |node: Option<NodeId>| node.map_or_else(String::new, element);
    let mode = |at: usize| format!("\"{}\"", state.tables.modes[at].name.value);
    let open = state.open_elements.iter().copied().map(element);
    let tainted = state.open_elements.iter().copied();
    let tainted = tainted.filter(|it| state.is_tainted(*it)).map(element);
    let formatting = state.formatting();
    let formatting = formatting.map(|entry| entry.map_or_else(|| "marker".to_owned(), element));
    let templates = state.template_modes.iter().copied().map(mode);
    let quirks = match state.document.quirks {
        Quirks::No => "",
        Quirks::Yes => "quirks",
        Quirks::Limited => "limited-quirks",
    };
    let flag = |is_set: bool, value: &str| {
        if is_set {
            value.to_owned()
        } else {
            String::new()
        }
    };
    vec![
        ("stack of open elements", joined(open)),
        ("list of active formatting elements", joined(formatting)),
        ("insertion mode", mode(state.insertion_mode)),
        (
            "original insertion mode",
            state.original_mode.map_or_else(String::new, mode),
        ),
        (
            "secondary insertion mode",
            state.secondary_mode.map_or_else(String::new, mode),
        ),
        ("tainted elements", joined(tainted)),
        ("stack of template insertion modes", joined(templates)),
        ("head element pointer", pointer(state.head)),
        ("form element pointer", pointer(state.form)),
        ("frameset-ok flag", flag(!state.frameset_ok, "\"not ok\"")),
        ("foster parenting", flag(state.foster_parenting, "enabled")),
        ("mode of the Document", quirks.to_owned()),
    ]
}

fn joined(members: impl Iterator<Item = String>) -> String {
    members.collect::<Vec<_>>().join(", ")
}
