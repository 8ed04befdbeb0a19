//! An entry of a page.

use super::entries::{self, Entry};
use super::examples::{Example, Shows};
use super::show;
use crate::markdown;
use std::collections::BTreeSet;
use std::fmt::Write;
use tokenwright_codegen::diff::{Difference, Line, Mark};

/// How many changed lines of the tables are shown as they stand.
const LINES: usize = 8;
/// How much of a line.
const WIDTH: usize = 140;
/// How many states are named.
const STATES: usize = 4;

/// Writes an entry: its heading, what the tables say if that is short, and the examples.
pub(super) fn write(
    out: &mut String,
    difference: &Difference,
    entry: &Entry<'_>,
    examples: &[Example],
    years: [&str; 2],
) {
    let _ = writeln!(out, "### {}\n", entry.title);
    tables(out, difference, entry);
    for shows in [Shows::Tokens, Shows::Errors] {
        let some: Vec<&Example> = examples.iter().filter(|e| e.shows == shows).collect();
        if some.is_empty() {
            continue;
        }
        if shows == Shows::Errors {
            out.push_str("The same tokens, and other parse errors:\n\n");
        }
        let _ = writeln!(
            out,
            "| input | {} | {} |\n|---|---|---|",
            years[0], years[1]
        );
        for example in some {
            let inside = match example.inside {
                "" => String::new(),
                inside => format!("<br>{inside}"),
            };
            let _ = writeln!(
                out,
                "| {}{inside} | {} | {} |",
                markdown::input(&example.input),
                show::side(example, 0),
                show::side(example, 1)
            );
        }
        out.push('\n');
    }
}

/// What the tables say: the changed lines where they are few, and where they stand.
fn tables(out: &mut String, difference: &Difference, entry: &Entry<'_>) {
    let few = entry.changes.iter().find_map(|change| {
        let lines: Vec<&Line> = change
            .lines
            .iter()
            .filter(|l| l.mark != Mark::Same)
            .collect();
        // Which characters a row takes is told by the heading.
        let lines: Vec<&Line> = lines
            .into_iter()
            .filter(|l| !l.text.starts_with('['))
            .collect();
        (!lines.is_empty() && lines.len() <= LINES && entries::on(change).is_some())
            .then_some(lines)
    });
    if let Some(lines) = few {
        out.push_str("```diff\n");
        for line in lines {
            let mark = if line.mark == Mark::Gone { '-' } else { '+' };
            let text = match line.text.char_indices().nth(WIDTH) {
                Some((end, _)) => format!("{} …", &line.text[..end]),
                None => line.text.clone(),
            };
            let _ = writeln!(out, "{mark} {:width$}{text}", "", width = 2 * line.depth);
        }
        out.push_str("```\n\n");
    }
    let mut seen = BTreeSet::new();
    let names = entry
        .changes
        .iter()
        .filter_map(|c| entries::state_name(difference, c));
    let names: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
    if names.len() > 1 {
        let (shown, more) = match names.len() {
            n if n <= STATES + 1 => (&names[..], 0),
            n => (&names[..STATES], n - STATES),
        };
        let mut told = shown.join(", ");
        if more > 0 {
            let _ = write!(told, " and {more} more");
        }
        let _ = writeln!(out, "In the tables: {told}.\n");
    }
}
