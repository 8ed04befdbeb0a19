//! A difference as plain text.

use super::change::{Change, Difference, Editorial, Line, Open, StateChange, Subject};
use super::wording::{
    Group, Heading, INSTEAD, fact, heading_in_state, mark, near, outside, place, shown_open,
    state_title, title,
};
use std::fmt::Write;
use tokenwright_prose::excerpt;

/// A difference as plain text: the summary, the parts not understood, the changes outside the
/// states, and the states; with `editorial`, also the changes of wording.
pub fn text(difference: &Difference, editorial: bool) -> String {
    let mut out = String::new();
    let _ = write_all(difference, editorial, &mut out);
    out
}

fn write_all(difference: &Difference, editorial: bool, out: &mut String) -> std::fmt::Result {
    writeln!(out, "{}", title(difference))?;
    write_summary(difference.summary(), out)?;
    if difference.is_empty() {
        let how = if difference.is_complete() {
            "no difference"
        } else {
            "no difference in what was understood"
        };
        writeln!(out, "  {how}")?;
    }
    if !difference.open.is_empty() {
        writeln!(out, "\nNot understood")?;
        let (shown, more) = shown_open(&difference.open);
        for open in shown {
            write_open(open, out)?;
        }
        if more > 0 {
            writeln!(out, "\n  and {more} more")?;
        }
    }
    write_outside(difference, out)?;
    for state in &difference.states {
        write_state(state, out)?;
    }
    if editorial {
        write_editorial(&difference.editorial, out)?;
    }
    Ok(())
}

fn write_open(open: &Open, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n  {}:{}: {}", open.page, open.line, place(open))?;
    writeln!(out, "    {}", excerpt(&open.original))?;
    if open.is_sentence {
        match &open.nearest {
            Some(rule) => writeln!(out, "    nearest rule: {rule}")?,
            None => writeln!(out, "    no rule is like it")?,
        }
    }
    if !open.instead.is_empty() {
        writeln!(out, "    {INSTEAD}:")?;
        write_lines(&open.instead, 4, out)?;
    }
    Ok(())
}

fn write_outside(difference: &Difference, out: &mut String) -> std::fmt::Result {
    let mut begun = false;
    for group in outside(difference) {
        if !begun {
            writeln!(out, "\nOutside the states")?;
            begun = true;
        }
        match group {
            Group::One(change) => write_outside_change(change, &fact(change), out)?,
            Group::Many(title, names) => {
                writeln!(out, "\n  {title}:")?;
                for line in wrapped(&names, 92) {
                    writeln!(out, "    {line}")?;
                }
            }
        }
    }
    Ok(())
}

/// The lines of a summary.
pub(super) fn write_summary(summary: Vec<(&str, String)>, out: &mut String) -> std::fmt::Result {
    summary
        .iter()
        .try_for_each(|(label, description)| writeln!(out, "  {label:<15} {description}"))
}

/// A change outside the states or the modes, and what has become of its subject.
pub(super) fn write_outside_change<S>(
    change: &Change<S>,
    state: &str,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "\n  {}: {state}", change.id)?;
    write_contents(change, 2, out)
}

fn write_state(state: &StateChange, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n{}", state_title(state))?;
    for change in &state.changes {
        let is_whole = matches!(change.subject, Subject::State(_));
        let margin = if is_whole { 2 } else { 4 };
        write_change(change, heading_in_state(change), margin, out)?;
    }
    Ok(())
}

/// A change with its heading.
pub(super) fn write_change<S>(
    change: &Change<S>,
    heading: Option<Heading>,
    margin: usize,
    out: &mut String,
) -> std::fmt::Result {
    if let Some(Heading { rows, state }) = heading {
        match rows.is_empty() {
            true => writeln!(out, "  {state}")?,
            false => writeln!(out, "  [{}]: {state}", rows.join("] and ["))?,
        }
    }
    write_contents(change, margin, out)
}

fn write_contents<S>(change: &Change<S>, margin: usize, out: &mut String) -> std::fmt::Result {
    for remark in &change.remarks {
        writeln!(out, "    ({remark})")?;
    }
    write_lines(&change.lines, margin, out)
}

fn write_lines(lines: &[Line], margin: usize, out: &mut String) -> std::fmt::Result {
    for line in near(lines) {
        let Some(line) = line else {
            writeln!(out, "{:margin$}  …", "")?;
            continue;
        };
        let indent = 2 * line.depth;
        writeln!(
            out,
            "{:margin$}{} {:indent$}{}",
            "",
            mark(line.mark),
            "",
            line.text
        )?;
    }
    Ok(())
}

fn write_editorial(editorial: &[Editorial], out: &mut String) -> std::fmt::Result {
    if editorial.is_empty() {
        return writeln!(out, "\nEditorial: nothing");
    }
    writeln!(out, "\nEditorial")?;
    for one in editorial {
        let lines = match (one.from_line, one.to_line) {
            (Some(from), Some(to)) => format!(", line {from} → {to}"),
            (Some(line), None) | (None, Some(line)) => format!(", line {line}"),
            (None, None) => String::new(),
        };
        writeln!(out, "\n  {}{lines} ({})", one.part, one.because)?;
        if let Some(from) = &one.from {
            writeln!(out, "    - {from}")?;
        }
        if let Some(to) = &one.to {
            writeln!(out, "    + {to}")?;
        }
    }
    Ok(())
}

/// Words joined by commas, in lines of at most `width` characters where words allow it.
fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (at, word) in words.iter().enumerate() {
        let last = at + 1 == words.len();
        let word = if last {
            word.clone()
        } else {
            format!("{word},")
        };
        let line = lines.last_mut().expect("there is a line from the start");
        if line.is_empty() {
            *line = word;
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    lines
}
