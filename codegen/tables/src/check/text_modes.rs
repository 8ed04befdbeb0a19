//! A text mode is defined once and has a switch, and no start tag switches to two modes.

use super::duplicates::twice;
use crate::diagnostic::Diagnostic;
use crate::model::{Located, Revision, Switch};

/// No text mode is defined twice.
pub(super) fn unique(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let modes = revision.about.text_modes.iter().map(|mode| &mode.mode);
    twice("text mode", modes, out);
}

/// A switch sets the content model flag if the revision has it; otherwise the state, which must be an entry
/// state.
pub(super) fn switches(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let about = &revision.about;
    for mode in &about.text_modes {
        let place = mode.switch.place;
        match &mode.switch.value {
            Switch::ContentModel(_) if !about.content_model_flag => out.push(
                Diagnostic::error(place, "this revision has no content model flag").help(
                    "name the state with `state`, or set `content-model-flag = true`, if it has one",
                ),
            ),
            Switch::State(_) if about.content_model_flag => out.push(
                Diagnostic::error(place, "this revision has a content model flag")
                    .help("name the value with `content-model`"),
            ),
            Switch::State(state) => {
                let mut starts = about.entry_states.iter().chain([&about.initial_state]);
                let exists = revision.state(state).is_some();
                if exists && !starts.any(|start| start.value == *state) {
                    out.push(
                        Diagnostic::error(place, format!("`{state}` is no entry state"))
                            .help("list it in `entry-states`"),
                    );
                }
            }
            Switch::ContentModel(_) => {}
        }
    }
}

/// Whether a tag can have a name.
fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '\0'))
}

/// An element belongs to at most one text mode, and its name is one that a start tag can have.
pub(super) fn elements(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let mut seen: Vec<&Located<String>> = Vec::new();
    let modes = &revision.about.text_modes;
    for (name, _) in modes.iter().flat_map(|mode| mode.all_elements()) {
        if let Some(first) = seen.iter().find(|other| **other == name) {
            out.push(
                Diagnostic::error(
                    name.place,
                    format!("the element `{}` is listed twice", name.value),
                )
                .also(first.place, "the first is here"),
            );
            continue;
        }
        seen.push(name);
        if !is_tag_name(name) {
            out.push(
                Diagnostic::error(
                    name.place,
                    format!("no start tag has the name `{}`", name.value),
                )
                .help("a name begins with a letter of ASCII, and has no white space, `/` or `>`"),
            );
        }
        let lower = name.to_ascii_lowercase();
        if lower != name.value {
            out.push(
                Diagnostic::error(
                    name.place,
                    format!("the element `{}` is not in lower case", name.value),
                )
                .edit(format!("write `{lower}`"), name.place, lower),
            );
        }
    }
}
