//! A difference as Markdown, for a comment on a pull request.
//!
//! A comment has a maximum length and is read in a hurry: so it comes in parts, the caller keeps those that fit, and
//! long states are folded. Steps are fenced diffs, where GitHub colours them and no text of a page becomes markup.
//! The content is that of the text report, from the same lines.

use super::change::{Change, Difference, Line, Open};
use super::wording::{
    Group, Heading, INSTEAD, fact, heading_in_state, mark, near, outside, place, shown_open,
    state_title, title,
};
use crate::inert::{self, code, text as escaped};
use std::fmt::{Result, Write};
use tokenwright_prose::excerpt;

/// The number of lines from which the changes of a state are folded.
const LONG: usize = 40;

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
    let summary = match difference.is_empty() {
        true => Vec::new(),
        false => difference.summary(),
    };
    let mut parts = Markdown {
        title: escaped(&title(difference)),
        summary: table(summary),
        not_understood: String::new(),
        changes: Vec::new(),
        editorial: String::new(),
    };
    // A string takes everything that is written to it.
    let _ = write_not_understood(difference, &mut parts.not_understood);
    let groups = outside(difference);
    if !groups.is_empty() {
        let mut out = String::from("### Outside the states\n\n");
        for group in groups {
            let _ = write_group(&group, &mut out);
        }
        parts.changes.push(out);
    }
    let states = difference.states.iter();
    let states = states.map(|it| section(&state_title(it), &it.changes, heading_in_state));
    parts.changes.extend(states);
    let _ = write_editorial(difference, &mut parts.editorial);
    parts
}

/// The lines of a summary as a table; empty if there are none.
pub(super) fn table(summary: Vec<(&str, String)>) -> String {
    let mut out = String::new();
    for (label, description) in &summary {
        let head = if out.is_empty() {
            "| | |\n|---|---|\n"
        } else {
            ""
        };
        out += &format!("{head}| {} | {} |\n", escaped(label), escaped(description));
    }
    out
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
        Group::One(change) => write_outside_change(change, &fact(change), out)?,
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

/// A change outside the states or the modes, and what has become of its subject.
pub(super) fn write_outside_change<S>(change: &Change<S>, state: &str, out: &mut String) -> Result {
    let (what, name) = change.id.split_once(' ').unwrap_or(("", &change.id));
    writeln!(out, "- {what} {}: {}", code(name), escaped(state))?;
    for remark in &change.remarks {
        writeln!(out, "  - {}", escaped(remark))?;
    }
    if !change.lines.is_empty() {
        writeln!(out)?;
        fenced(&change.lines, "  ", out)?;
    }
    Ok(())
}

/// The changes in a state, a mode or an algorithm below its title.
pub(super) fn section<S>(
    title: &str,
    changes: &[Change<S>],
    heading: impl Fn(&Change<S>) -> Option<Heading>,
) -> String {
    let mut out = format!("### {}\n\n", escaped(title));
    let lines: usize = changes.iter().map(|change| change.lines.len()).sum();
    if lines > LONG {
        out += &format!("<details><summary>{lines} lines</summary>\n\n");
    }
    for change in changes {
        let _ = write_change(change, heading(change), &mut out);
    }
    if lines > LONG {
        out += "</details>\n\n";
    }
    out
}

fn write_change<S>(change: &Change<S>, heading: Option<Heading>, out: &mut String) -> Result {
    if let Some(Heading { rows, state }) = heading {
        let rows: Vec<String> = rows.iter().map(|row| code(row)).collect();
        let colon = if rows.is_empty() { "" } else { ": " };
        writeln!(out, "{}{colon}{}\n", rows.join(" and "), escaped(&state))?;
    }
    for remark in &change.remarks {
        writeln!(out, "- {}", escaped(remark))?;
    }
    if !change.remarks.is_empty() {
        writeln!(out)?;
    }
    fenced(&change.lines, "", out)
}

fn fenced(lines: &[Line], margin: &str, out: &mut String) -> Result {
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
