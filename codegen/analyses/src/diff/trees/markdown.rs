//! A difference of tree construction as Markdown, for a comment on a pull request.

use super::super::markdown::{LONG, fenced};
use super::super::summary::kind;
use super::change::{PartChange, TreeChange, TreeDifference};
use super::text::{change_title, part_title, summary};
use crate::inert::{code, text as escaped};
use std::fmt::{Result, Write};

/// The parts of a difference of tree construction as Markdown: the summary as a table, then the changes outside of the
/// modes, and those of each mode and algorithm.
#[must_use]
pub fn markdown(difference: &TreeDifference) -> (String, Vec<String>) {
    if difference.is_empty() {
        return (String::new(), Vec::new());
    }
    let mut table = "| | |\n|---|---|\n".to_owned();
    for (label, description) in summary(difference) {
        let row = format!("| {} | {} |\n", escaped(label), escaped(&description));
        table.push_str(&row);
    }
    let mut parts = Vec::new();
    // A string takes everything that is written to it.
    if !difference.lists.is_empty() {
        let mut out = String::from("### Outside the modes\n\n");
        for change in &difference.lists {
            let _ = write_list(change, &mut out);
        }
        parts.push(out);
    }
    for part in &difference.parts {
        let mut out = String::new();
        let _ = write_part(part, &mut out);
        parts.push(out);
    }
    (table, parts)
}

fn write_list(change: &TreeChange, out: &mut String) -> Result {
    let (what, name) = change.id.split_once(' ').unwrap_or(("", &change.id));
    writeln!(out, "- {what} {}: {}", code(name), kind(change.kind))?;
    write_remarks(change, "  ", out)?;
    if !change.lines.is_empty() {
        writeln!(out)?;
        fenced(&change.lines, "  ", out)?;
    }
    Ok(())
}

fn write_part(part: &PartChange, out: &mut String) -> Result {
    writeln!(out, "### {}\n", escaped(&part_title(part)))?;
    let lines: usize = part.changes.iter().map(|change| change.lines.len()).sum();
    if lines > LONG {
        writeln!(out, "<details><summary>{lines} lines</summary>\n")?;
    }
    for change in &part.changes {
        if let Some(title) = change_title(change) {
            match title.strip_prefix('[').and_then(|it| it.split_once("]: ")) {
                Some((row, state)) => writeln!(out, "{}: {}\n", code(row), escaped(state))?,
                None => writeln!(out, "{}\n", escaped(&title))?,
            }
        }
        write_remarks(change, "", out)?;
        fenced(&change.lines, "", out)?;
    }
    if lines > LONG {
        writeln!(out, "</details>\n")?;
    }
    Ok(())
}

fn write_remarks(change: &TreeChange, margin: &str, out: &mut String) -> Result {
    for remark in &change.remarks {
        writeln!(out, "{margin}- {}", escaped(remark))?;
    }
    if !change.remarks.is_empty() && margin.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
