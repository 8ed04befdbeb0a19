//! Writes steps and clauses: every `do`, `then` and `else`.
//!
//! The tokenizer's clauses and those of tree construction are different types. Both become sentences first, so there is one
//! layout.

use super::text::{fits, list, pair, string};
use crate::english::conjunctions;
use crate::model::{Clause, Conjunction};

/// A clause whose steps and conditions are sentences.
pub(crate) enum Written {
    /// A step.
    Step(String),
    /// `{ label = "..." }`
    Label(String),
    /// `{ if = "...", then = [...], else = [...] }`
    Branch {
        any: Vec<String>,
        then: Vec<Written>,
        otherwise: Vec<Written>,
    },
    /// `{ while = "...", do = [...] }`
    Loop { all: String, body: Vec<Written> },
}

/// The clauses of the tokenizer's tables.
pub(super) fn of(body: &[Clause]) -> Vec<Written> {
    let clauses = body.iter().map(|clause| match clause {
        Clause::Step(step) => Written::Step(step.to_string()),
        Clause::Call(name) => Written::Step(name.value.clone()),
        Clause::If {
            any,
            then,
            otherwise,
        } => Written::Branch {
            any: conjunctions(any),
            then: of(then),
            otherwise: of(otherwise),
        },
    });
    clauses.collect()
}

/// `do = [...]`.
pub(crate) fn write(body: &[Written]) -> String {
    if let [only] = body
        && let Some(clause) = atom(only)
    {
        let line = format!("do = [{clause}]");
        if fits(&line) {
            return line + "\n";
        }
    }
    if body.is_empty() {
        return "do = []\n".into();
    }
    let mut out = String::from("do = [\n");
    clauses(body, 4, &mut out);
    out.push_str("]\n");
    out
}

/// `one = "..."` for one conjunction, `several = [...]` for more.
pub(super) fn conditions(one: &str, several: &str, any: &[Conjunction]) -> String {
    one_or_several(one, several, &conjunctions(any))
}

/// `one = "..."` for one member, `several = [...]` for more.
pub(crate) fn one_or_several(one: &str, several: &str, any: &[String]) -> String {
    match any {
        [] => String::new(),
        [only] => pair(one, only),
        more => list(several, more),
    }
}

/// The clause, if it is always on one line.
fn atom(clause: &Written) -> Option<String> {
    match clause {
        Written::Step(step) => Some(string(step)),
        Written::Label(label) => Some(format!("{{ label = {} }}", string(label))),
        Written::Branch { .. } | Written::Loop { .. } => None,
    }
}

/// A list of at most one step, for the line of its key.
fn short(body: &[Written]) -> Option<String> {
    match body {
        [only] => atom(only),
        _ => None,
    }
}

fn clauses(body: &[Written], indent: usize, out: &mut String) {
    let margin = " ".repeat(indent);
    for clause in body {
        match clause {
            Written::Step(_) | Written::Label(_) => {
                let clause = atom(clause).unwrap_or_default();
                out.push_str(&format!("{margin}{clause},\n"));
            }
            Written::Branch {
                any,
                then,
                otherwise,
            } => {
                let head = match any.as_slice() {
                    [only] => format!("{margin}{{ if = {}", string(only)),
                    several => {
                        out.push_str(&format!("{margin}{{ if-any = [\n"));
                        for all in several {
                            out.push_str(&format!("{margin}    {},\n", string(all)));
                        }
                        format!("{margin}]")
                    }
                };
                let rest = (!otherwise.is_empty()).then_some(("else", otherwise.as_slice()));
                branch(head, ("then", then), rest, indent, out);
            }
            Written::Loop { all, body } => {
                let head = format!("{margin}{{ while = {}", string(all));
                branch(head, ("do", body), None, indent, out);
            }
        }
    }
}

/// Lists of steps behind the start of an inline table.
fn branch(
    head: String,
    (key, first): (&str, &[Written]),
    second: Option<(&str, &[Written])>,
    indent: usize,
    out: &mut String,
) {
    let margin = " ".repeat(indent);
    let short_second = second.map(|(_, body)| short(body));
    if let (Some(first), None | Some(Some(_))) = (short(first), &short_second) {
        let mut whole = format!("{head}, {key} = [{first}]");
        if let (Some((key, _)), Some(Some(body))) = (second, &short_second) {
            whole.push_str(&format!(", {key} = [{body}]"));
        }
        whole.push_str(" },");
        if fits(&whole) {
            out.push_str(&whole);
            out.push('\n');
            return;
        }
    }
    out.push_str(&format!("{head}, {key} = [\n"));
    clauses(first, indent + 4, out);
    let mut line = format!("{margin}]");
    if let Some((key, body)) = second {
        let closed = short(body).map(|step| format!("{line}, {key} = [{step}]"));
        match closed.filter(|closed| fits(&format!("{closed} }},"))) {
            Some(closed) => line = closed,
            None => {
                out.push_str(&format!("{line}, {key} = [\n"));
                clauses(body, indent + 4, out);
                line = format!("{margin}]");
            }
        }
    }
    out.push_str(&line);
    out.push_str(" },\n");
}
