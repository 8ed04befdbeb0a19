//! A group of a page.

use super::change_groups::{self, ChangeGroup};
use super::changes::on;
use super::divergence::Shows;
use super::examples::Example;
use super::show;
use crate::markdown;
use std::collections::BTreeSet;
use std::fmt::Write;
use tokenwright_analyses::diff::{Change, Difference, Line, Mark, Subject};

/// The number of changed lines of the tables that are shown in full.
const LINES: usize = 8;
/// The maximum length of a shown line.
const WIDTH: usize = 140;
/// The maximum number of states to list.
const STATES: usize = 4;

/// Writes a group: its heading, the changed lines if they are few, and the examples.
pub(super) fn write(
    out: &mut String,
    difference: &Difference,
    groups: &[ChangeGroup<'_>],
    number: usize,
    examples: &[Example],
    years: [&str; 2],
) {
    let group = &groups[number];
    let _ = writeln!(out, "### {}\n", heading(group));
    tables(out, difference, group);
    for shows in [Shows::Tokens, Shows::Errors] {
        let some: Vec<&Example> = examples.iter().filter(|e| e.shows == shows).collect();
        if some.is_empty() {
            continue;
        }
        let mut also: Vec<(String, String)> = Vec::new();
        if shows == Shows::Errors {
            out.push_str("Same tokens, different parse errors:\n\n");
        }
        out.push_str(&show::head(years));
        for example in some {
            let others = example.parts.iter().filter(|part| **part != number);
            let others = others.map(|part| heading(&groups[*part]));
            also.extend(others.map(|title| (markdown::input(&example.input), title)));
            let inside = match example.inside {
                "" => String::new(),
                inside => format!("<br>{inside}"),
            };
            let input = &example.input;
            let [a, b] = [0, 1].map(|at| show::side(shows, input, example.outputs.each_ref(), at));
            let input = markdown::input(input);
            let _ = writeln!(out, "| {input}{inside} | {a} | {b} |");
        }
        out.push('\n');
        for of_input in also.chunk_by(|a, b| a.0 == b.0) {
            let titles: Vec<&str> = of_input.iter().map(|(_, title)| title.as_str()).collect();
            let (input, titles) = (&of_input[0].0, titles.join("; "));
            let _ = writeln!(out, "{input} also needs: {titles}.\n");
        }
    }
}

/// The heading of a group, escaped for Markdown.
pub(super) fn heading(group: &ChangeGroup<'_>) -> String {
    group.title.replace('`', "\\`").replace('*', "\\*")
}

/// The changed lines of the shortest change, with their location.
fn tables(out: &mut String, difference: &Difference, group: &ChangeGroup<'_>) {
    let is_shown =
        |change: &&&Change| on(change).is_some() || matches!(change.subject, Subject::Entry(_));
    let changed = group.changes.iter().filter(is_shown).map(|change| {
        let lines = change.lines.iter().filter(|l| l.mark != Mark::Same);
        // The heading already names the characters of the row.
        lines.filter(|l| !l.text.starts_with('[')).collect()
    });
    let changed: Vec<Vec<&Line>> = changed
        .filter(|lines: &Vec<&Line>| !lines.is_empty())
        .collect();
    let few = changed.iter().find(|lines| lines.len() <= LINES);
    if let Some(lines) = few.or_else(|| changed.iter().min_by_key(|lines| lines.len())) {
        out.push_str("```diff\n");
        let more = lines.len().saturating_sub(LINES);
        for line in &lines[..lines.len() - more] {
            let mark = if line.mark == Mark::Gone { '-' } else { '+' };
            let text = short(line, lines);
            let _ = writeln!(out, "{mark} {:width$}{text}", "", width = 2 * line.depth);
        }
        if more > 0 {
            let s = if more == 1 { "" } else { "s" };
            let _ = writeln!(out, "  … and {more} line{s} more");
        }
        out.push_str("```\n\n");
    }
    let mut seen = BTreeSet::new();
    let names = group
        .changes
        .iter()
        .filter_map(|c| change_groups::state_name(difference, c));
    let names: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
    if names.len() > 1 {
        let (shown, more) = match names.len() {
            n if n <= STATES + 1 => (&names[..], 0),
            n => (&names[..STATES], n - STATES),
        };
        let mut text = shown.join(", ");
        if more > 0 {
            let _ = write!(text, " and {more} more");
        }
        let _ = writeln!(out, "In the tables: {text}.\n");
    }
}

/// A line, shortened to the part that changed.
fn short(line: &Line, lines: &[&Line]) -> String {
    let text = &line.text;
    if text.chars().count() <= WIDTH {
        return text.clone();
    }
    let alike = |other: &&Line| {
        let pairs = text.char_indices().zip(other.text.chars());
        let same = pairs.take_while(|((_, a), b)| a == b).last();
        same.map_or(0, |((at, _), _)| at)
    };
    let others = lines
        .iter()
        .copied()
        .filter(|other| other.mark != line.mark);
    let alike = others.map(|other| alike(&other)).max().unwrap_or(0);
    let (start, before) = match text[..alike].rfind(", ") {
        Some(comma) if alike > WIDTH / 2 => (comma + 2, "… "),
        _ => match text[..alike].rfind(" and ") {
            Some(and) if alike > WIDTH / 2 => (and + 1, "… "),
            _ => (0, ""),
        },
    };
    let rest = &text[start..];
    match rest.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{before}{} …", &rest[..end]),
        None => format!("{before}{rest}"),
    }
}
