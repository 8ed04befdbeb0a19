//! States by the names that people type.

use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::grammar::nearest;

/// The state of this name. Case, hyphens and the word "state" at the end make no difference.
///
/// # Errors
/// If the state does not exist. The message is about `subject`; `list` is the command that lists all states.
pub(crate) fn find<'s>(
    name: &str,
    states: impl Iterator<Item = &'s str> + Clone,
    subject: &str,
    list: &str,
) -> Result<&'s str, Diagnostic> {
    let wanted = folded(name);
    if let Some(found) = states.clone().find(|state| folded(state) == wanted) {
        return Ok(found);
    }
    let unknown = Diagnostic::unread(subject, format!("there is no state `{name}`"));
    let bare = name.strip_suffix(" state").unwrap_or(name);
    Err(match nearest(bare, states) {
        Some(near) => unknown.help(format!("the nearest is `{near}`; `{list}` lists all")),
        None => unknown.help(format!("`{list}` lists the states")),
    })
}

/// The letters and digits of a name in lower case, without the word "state" at its end.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    let kept: String = kept.map(|c| c.to_ascii_lowercase()).collect();
    match kept.strip_suffix("state") {
        Some(bare) => bare.to_owned(),
        None => kept,
    }
}
