//! Tokens that a clause makes with their parts: `emit a DOCTYPE token whose name is the empty string and that is marked as
//! being in error`.

use super::Reader;
use crate::prefix::{after, without};
use crate::stmt::Stmt;

/// The kinds of token that have such clauses, and what steps call the one that was made.
const KINDS: [(&str, &str); 3] = [
    ("DOCTYPE", "the current DOCTYPE token"),
    ("start tag", "the current tag token"),
    ("end tag", "the current tag token"),
];

impl Reader {
    /// The steps that make a token, set each of its parts, and perhaps emit it.
    pub(super) fn token_with_parts(&mut self, text: &str) -> Option<Vec<Stmt>> {
        let emitted = text.strip_prefix("emit ");
        let made = emitted.or_else(|| text.strip_prefix("create "))?;
        let made = after(made, &["a new ", "a ", "an "])?;
        let (kind, parts) = made.split_once(" token")?;
        let (_, token) = KINDS.iter().find(|(known, _)| *known == kind)?;
        let mut steps = self.whole_step(&format!("create a new {kind} token"))?;
        let parts = parts.replace(", and ", " and ").replace(", ", " and ");
        let parts = parts.strip_prefix(" and ").or(parts.strip_prefix(' '))?;
        for part in parts.split(" and ") {
            steps.extend(self.whole_step(&of_part(token, part)?)?);
        }
        if emitted.is_some() {
            steps.extend(self.whole_step(&format!("emit {token}"))?);
        }
        Some(steps)
    }
}

/// The step that sets a part of a token: `whose name is the empty string`.
fn of_part(token: &str, part: &str) -> Option<String> {
    let set = |name: &str, value: &str| format!("set {token}'s {name} to {value}");
    if let Some(part) = part.strip_prefix("whose ") {
        let (name, value) = part.split_once(" is ")?;
        return Some(set(name, value.strip_prefix("set to ").unwrap_or(value)));
    }
    if let Some(part) = part.strip_prefix("with ") {
        if let Some(name) = after(part, &["an empty ", "empty "]) {
            return Some(set(name, "the empty string"));
        }
        if let Some((value, name)) = part.split_once(" as its ") {
            return Some(set(name, value));
        }
        let (name, value) = after(part, &["its ", "the "])?.split_once(" set to ")?;
        return Some(set(name, value));
    }
    let marked = without(part, &["that is ", "which is "]).strip_prefix("marked as ")?;
    Some(format!("mark it as {marked}"))
}
