//! States and insertion modes by the names that people type.

use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::grammar::nearest;

/// The state of this name. Case, hyphens, quotation marks, the article and the word "state" at the end make no difference.
///
/// # Errors
/// If the state does not exist. The message is about `subject`; `list` is the command that lists all states.
pub(crate) fn find<'s>(
    name: &str,
    states: impl Iterator<Item = &'s str> + Clone,
    subject: &str,
    list: &str,
) -> Result<&'s str, Diagnostic> {
    named("state", name, states, subject, list)
}

/// The insertion mode of this name, likewise: the words "insertion mode" at the end make no difference.
///
/// # Errors
/// If the mode does not exist, as for a state.
pub(crate) fn find_mode<'s>(
    name: &str,
    modes: impl Iterator<Item = &'s str> + Clone,
    subject: &str,
    list: &str,
) -> Result<&'s str, Diagnostic> {
    named("insertion mode", name, modes, subject, list)
}

fn named<'s>(
    kind: &str,
    name: &str,
    all: impl Iterator<Item = &'s str> + Clone,
    subject: &str,
    list: &str,
) -> Result<&'s str, Diagnostic> {
    let suffix: String = kind.chars().filter(|c| *c != ' ').collect();
    let wanted = folded(name, &suffix);
    if let Some(found) = all.clone().find(|it| folded(it, &suffix) == wanted) {
        return Ok(found);
    }
    let unknown = Diagnostic::unread(subject, format!("there is no {kind} `{name}`"));
    let bare = name.strip_suffix(kind).unwrap_or(name).trim_end();
    Err(match nearest(bare, all) {
        Some(near) => unknown.help(format!("the nearest is `{near}`; `{list}` lists all")),
        None => unknown.help(format!("`{list}` lists the {kind}s")),
    })
}

/// The letters and digits of a name in lower case, without the article and the suffix.
fn folded(name: &str, suffix: &str) -> String {
    let name = match name.split_at_checked(4) {
        Some((article, rest)) if article.eq_ignore_ascii_case("the ") => rest,
        _ => name,
    };
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    let kept: String = kept.map(|c| c.to_ascii_lowercase()).collect();
    match kept.strip_suffix(suffix) {
        Some(bare) => bare.to_owned(),
        None => kept,
    }
}
