//! States and insertion modes by the names that people type.

use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::grammar::nearest;

/// The state or the insertion mode of this name: `kind` is "state" or "insertion mode". Case, hyphens, quotation marks, the
/// article and the words of the kind at the end make no difference.
///
/// # Errors
/// If it does not exist. The message is about `subject`; `list` is the command that lists all of them.
pub(crate) fn find<'s>(
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
