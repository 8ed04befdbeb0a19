//! A difference as Markdown, for a comment on a pull request.

use super::change::{Change, Difference, Line, Open, StateChange, Subject};
use super::wording::{
    Group, INSTEAD, fact, mark, near, outside, place, row_state, row_title, shown_open,
    state_title, title,
};
use std::fmt::{Result, Write};
use tokenwright_prose::excerpt;

/// The number of lines from which the changes of a state are folded.
const LONG: usize = 40;

/// A difference as Markdown: the summary as a table, then the content of [`super::text()`], with the
/// steps as fenced diffs and long states folded.
pub fn markdown(difference: &Difference, editorial: bool) -> String {
    let mut out = String::new();
    let _ = write_all(difference, editorial, &mut out);
    out
}

fn write_all(difference: &Difference, editorial: bool, out: &mut String) -> Result {
    writeln!(out, "## {}\n", escaped(&title(difference)))?;
    let summary = difference.summary();
    if !summary.is_empty() {
        writeln!(out, "| | |\n|---|---|")?;
        for entry in summary {
            writeln!(out, "| {} | {} |", entry.label, escaped(&entry.description))?;
        }
        writeln!(out)?;
    }
    if difference.is_empty() {
        let how = if difference.is_complete() {
            "No difference."
        } else {
            "No difference in what was understood."
        };
        writeln!(out, "{how}\n")?;
    }
    if !difference.open.is_empty() {
        writeln!(out, "### Not understood\n")?;
        let (shown, more) = shown_open(&difference.open);
        for open in shown {
            write_open(open, out)?;
        }
        if more > 0 {
            writeln!(out, "- and {more} more\n")?;
        }
    }
    let groups = outside(difference);
    if !groups.is_empty() {
        writeln!(out, "### Outside the states\n")?;
        for group in groups {
            write_group(&group, out)?;
        }
        writeln!(out)?;
    }
    for state in &difference.states {
        write_state(state, out)?;
    }
    if editorial {
        write_editorial(difference, out)?;
    }
    while out.ends_with("\n\n") {
        out.pop();
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

fn fenced(lines: &[Line], margin: &str, out: &mut String) -> Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "{margin}```diff")?;
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
            line.text
        )?;
    }
    writeln!(out, "{margin}```\n")
}

fn write_editorial(difference: &Difference, out: &mut String) -> Result {
    writeln!(out, "### Editorial\n")?;
    if difference.editorial.is_empty() {
        return writeln!(out, "Nothing.");
    }
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

/// Text, escaped for Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Words as code.
fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}
