//! Writes steps and clauses: every `do`, `then` and `else`.

use super::text::{fits, list, pair, string};
use crate::model::{Clause, Conjunction};

/// `do = [...]`.
pub(super) fn write(body: &[Clause]) -> String {
    if let [only] = body
        && let Some(step) = step(only)
    {
        let line = format!("do = [{step}]");
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
    let any: Vec<String> = any.iter().map(conjunction).collect();
    match any.as_slice() {
        [] => String::new(),
        [only] => pair(one, only),
        more => list(several, more),
    }
}

fn conjunction(all: &Conjunction) -> String {
    let tests: Vec<String> = all.iter().map(|test| test.value.to_string()).collect();
    tests.join(" and ")
}

/// The clause as a string, if it is a step.
fn step(clause: &Clause) -> Option<String> {
    match clause {
        Clause::Step(step) => Some(string(&step.to_string())),
        Clause::Call(name) => Some(string(name)),
        Clause::If { .. } => None,
    }
}

/// A list of at most one step, for the line of its key.
fn short(body: &[Clause]) -> Option<String> {
    match body {
        [only] => step(only),
        _ => None,
    }
}

fn clauses(body: &[Clause], indent: usize, out: &mut String) {
    let margin = " ".repeat(indent);
    for clause in body {
        match clause {
            Clause::Step(_) | Clause::Call(_) => {
                let step = step(clause).unwrap_or_default();
                out.push_str(&format!("{margin}{step},\n"));
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => branch(any, then, otherwise, indent, out),
        }
    }
}

fn branch(
    any: &[Conjunction],
    then: &[Clause],
    otherwise: &[Clause],
    indent: usize,
    out: &mut String,
) {
    let margin = " ".repeat(indent);
    let inner = " ".repeat(indent + 4);
    let mut line = match any {
        [only] => format!("{margin}{{ if = {}", string(&conjunction(only))),
        several => {
            out.push_str(&format!("{margin}{{ if-any = [\n"));
            for all in several {
                out.push_str(&format!("{inner}{},\n", string(&conjunction(all))));
            }
            format!("{margin}]")
        }
    };
    let short_else = (!otherwise.is_empty()).then(|| short(otherwise));
    if let (Some(then), None | Some(Some(_))) = (short(then), &short_else) {
        let mut whole = format!("{line}, then = [{then}]");
        if let Some(Some(otherwise)) = &short_else {
            whole.push_str(&format!(", else = [{otherwise}]"));
        }
        whole.push_str(" },");
        if fits(&whole) {
            out.push_str(&whole);
            out.push('\n');
            return;
        }
    }
    out.push_str(&format!("{line}, then = [\n"));
    clauses(then, indent + 4, out);
    line = format!("{margin}]");
    if let Some(short) = short_else {
        let closed = short.map(|step| format!("{line}, else = [{step}]"));
        match closed.filter(|closed| fits(&format!("{closed} }},"))) {
            Some(closed) => line = closed,
            None => {
                out.push_str(&format!("{line}, else = [\n"));
                clauses(otherwise, indent + 4, out);
                line = format!("{margin}]");
            }
        }
    }
    out.push_str(&line);
    out.push_str(" },\n");
}
