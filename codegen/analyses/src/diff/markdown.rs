//! A difference as Markdown, for a comment on a pull request.
//!
//! A comment has a maximum length and is read in a hurry: so it comes in parts, the caller keeps those that fit, and
//! long states are folded. Steps are fenced diffs, where GitHub colours them and no text of a page becomes markup.
//! The content is that of the text report, from the same lines.

use super::change::{Change, Difference, Line, Open, StateChange, Subject};
use super::wording::{
    Group, INSTEAD, fact, mark, near, outside, place, row_state, row_title, shown_open,
    state_title, title,
};
use crate::inert::{self, code, text as escaped};
use std::fmt::{Result, Write};
use tokenwright_prose::excerpt;

/// The number of lines from which the changes of a state are folded.
pub(super) const LONG: usize = 40;

/// The parts of a difference as Markdown: the content of [`super::text()`], with the steps as fenced diffs and
/// long states folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markdown {
    /// Both sides, on a line.
    pub title: String,
    /// The summary as a table; empty if nothing differs.
    pub summary: String,
    /// What was not understood; empty if there is nothing.
    pub not_understood: String,
    /// The changes outside the states, and those of each state.
    pub changes: Vec<String>,
    /// Changes of wording only.
    pub editorial: String,
}

/// The parts of a difference as Markdown.
pub fn markdown(difference: &Difference) -> Markdown {
    let mut parts = Markdown {
        title: escaped(&title(difference)),
        summary: String::new(),
        not_understood: String::new(),
        changes: Vec::new(),
        editorial: String::new(),
    };
    // A string takes everything that is written to it.
    let _ = write_summary(difference, &mut parts.summary);
    let _ = write_not_understood(difference, &mut parts.not_understood);
    let groups = outside(difference);
    if !groups.is_empty() {
        let mut out = String::from("### Outside the states\n\n");
        for group in groups {
            let _ = write_group(&group, &mut out);
        }
        parts.changes.push(out);
    }
    for state in &difference.states {
        let mut out = String::new();
        let _ = write_state(state, &mut out);
        parts.changes.push(out);
    }
    let _ = write_editorial(difference, &mut parts.editorial);
    parts
}

fn write_summary(difference: &Difference, out: &mut String) -> Result {
    let summary = difference.summary();
    if summary.is_empty() || difference.is_empty() {
        return Ok(());
    }
    writeln!(out, "| | |\n|---|---|")?;
    for entry in summary {
        writeln!(
            out,
            "| {} | {} |",
            escaped(entry.label),
            escaped(&entry.description)
        )?;
    }
    Ok(())
}

fn write_not_understood(difference: &Difference, out: &mut String) -> Result {
    let (shown, more) = shown_open(&difference.open);
    for open in shown {
        write_open(open, out)?;
    }
    if more > 0 {
        writeln!(out, "- and {more} more")?;
    }
    Ok(())
}

fn write_open(open: &Open, out: &mut String) -> Result {
    let at = format!("{}:{}", open.page, open.line);
    writeln!(out, "- **{}**, {}", escaped(&at), escaped(&place(open)))?;
    writeln!(out, "  > {}\n", escaped(&excerpt(&open.original)))?;
    if open.is_sentence {
        match &open.nearest {
            Some(rule) => writeln!(out, "  nearest rule: {}\n", code(rule))?,
            None => writeln!(out, "  no rule is like it\n")?,
        }
    }
    if !open.instead.is_empty() {
        writeln!(out, "  {INSTEAD}:\n")?;
        fenced(&open.instead, "  ", out)?;
    }
    Ok(())
}

fn write_group(group: &Group<'_>, out: &mut String) -> Result {
    match group {
        Group::One(change) => {
            let (what, name) = change.id.split_once(' ').unwrap_or(("", &change.id));
            writeln!(out, "- {what} {}: {}", code(name), escaped(&fact(change)))?;
            write_remarks(change, "  ", out)?;
            if !change.lines.is_empty() {
                writeln!(out)?;
                fenced(&change.lines, "  ", out)?;
            }
        }
        Group::Many(title, names) => {
            let names: Vec<String> = names.iter().map(|name| code(name)).collect();
            writeln!(
                out,
                "- <details><summary>{title}</summary>\n\n  {}\n\n  </details>",
                names.join(", ")
            )?;
        }
    }
    Ok(())
}

fn write_state(state: &StateChange, out: &mut String) -> Result {
    writeln!(out, "### {}\n", escaped(&state_title(state)))?;
    let lines: usize = state.changes.iter().map(|change| change.lines.len()).sum();
    if lines > LONG {
        writeln!(out, "<details><summary>{lines} lines</summary>\n")?;
    }
    for change in &state.changes {
        match &change.subject {
            Subject::State(_) => fenced(&change.lines, "", out)?,
            Subject::Entry(_) => {
                writeln!(out, "before the rows\n")?;
                fenced(&change.lines, "", out)?;
            }
            _ => {
                let title = row_title(change);
                let title = title.trim_start_matches('[').trim_end_matches(']');
                let rows: Vec<String> = title.split("] and [").map(code).collect();
                let rows = rows.join(" and ");
                writeln!(out, "{rows}: {}\n", escaped(&row_state(change)))?;
                write_remarks(change, "", out)?;
                fenced(&change.lines, "", out)?;
            }
        }
    }
    if lines > LONG {
        writeln!(out, "</details>\n")?;
    }
    Ok(())
}

fn write_remarks(change: &Change, margin: &str, out: &mut String) -> Result {
    for remark in &change.remarks {
        writeln!(out, "{margin}- {}", escaped(remark))?;
    }
    if !change.remarks.is_empty() && margin.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

pub(super) fn fenced(lines: &[Line], margin: &str, out: &mut String) -> Result {
    if lines.is_empty() {
        return Ok(());
    }
    let longest = lines.iter().map(|line| inert::fence(&line.text)).max();
    let fence = longest.unwrap_or_default();
    writeln!(out, "{margin}{fence}diff")?;
    for line in near(lines) {
        let Some(line) = line else {
            writeln!(out, "{margin}  …")?;
            continue;
        };
        let indent = 2 * line.depth;
        writeln!(
            out,
            "{margin}{} {:indent$}{}",
            mark(line.mark),
            "",
            inert::line(&line.text)
        )?;
    }
    writeln!(out, "{margin}{fence}\n")
}

fn write_editorial(difference: &Difference, out: &mut String) -> Result {
    for one in &difference.editorial {
        writeln!(out, "- {} ({})", escaped(&one.part), escaped(&one.because))?;
        for (sign, original) in [('−', &one.from), ('+', &one.to)] {
            if let Some(original) = original {
                writeln!(out, "  - {sign} {}", escaped(original))?;
            }
        }
    }
    Ok(())
}
