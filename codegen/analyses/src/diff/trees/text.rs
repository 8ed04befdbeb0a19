//! A difference of tree construction as plain text, and the words that all forms share.

use super::super::change::Kind;
use super::super::summary::{counts, kind, names, rows_by_kind};
use super::super::text::{write_change, write_outside_change, write_summary};
use super::super::wording::{Heading, numbers, row_state};
use super::change::{Part, PartChange, TreeChange, TreeDifference, TreeSubject};
use super::parts::short;
use std::fmt::{Result, Write};

/// A difference of tree construction as plain text: the summary, the changes outside of the modes, and the modes and
/// algorithms.
#[must_use]
pub fn text(difference: &TreeDifference) -> String {
    let mut out = String::new();
    // A string takes everything that is written to it.
    let _ = write_all(difference, &mut out);
    out
}

fn write_all(difference: &TreeDifference, out: &mut String) -> Result {
    writeln!(out, "Tree construction")?;
    write_summary(summary(difference), out)?;
    if difference.is_empty() {
        writeln!(out, "  no difference")?;
    }
    if !difference.lists.is_empty() {
        writeln!(out, "\nOutside the modes")?;
    }
    for change in &difference.lists {
        write_outside_change(change, kind(change.kind), out)?;
    }
    for part in &difference.parts {
        writeln!(out, "\n{}", part_title(part))?;
        for change in &part.changes {
            write_change(change, heading_in_part(change), 4, out)?;
        }
    }
    Ok(())
}

/// The lines of the summary: a label and a text.
pub(super) fn summary(difference: &TreeDifference) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let [from, to] = difference.sizes;
    for (label, part, from, to) in [
        ("modes", Part::Mode, from.0, to.0),
        ("algorithms", Part::Algorithm, from.1, to.1),
    ] {
        let of = difference.parts.iter().filter(|it| it.part.kind == part);
        let count = |wanted: &dyn Fn(&&PartChange) -> bool| of.clone().filter(wanted).count();
        let is = |kind| move |part: &&PartChange| part_kind(part) == kind;
        let parts = [
            (count(&is(Kind::New)), "new"),
            (count(&is(Kind::Gone)), "gone"),
            (count(&|part| part.was.is_some()), "renamed"),
            (count(&is(Kind::Changed)), "changed"),
        ];
        found.push((label, format!("{from} → {to}{}", counts(&parts))));
    }
    let rows = difference.changes();
    let rows = rows.filter(|it| matches!(it.subject, TreeSubject::Row { .. }));
    found.push(("rows", rows_by_kind(rows.map(|change| change.kind))));
    for (label, kind) in [("new modes", Kind::New), ("gone modes", Kind::Gone)] {
        let modes = difference.parts.iter();
        let modes = modes.filter(|it| it.part.kind == Part::Mode && part_kind(it) == kind);
        let modes: Vec<String> = modes.map(|it| it.name.clone()).collect();
        found.push((label, names(&modes)));
    }
    let renamed = difference.renamed_modes.iter();
    let renamed: Vec<String> = renamed.map(|(a, b)| format!("{a} → {b}")).collect();
    found.push(("renamed modes", names(&renamed)));
    let lists: Vec<String> = difference.lists.iter().map(|it| it.id.clone()).collect();
    found.push(("lists", names(&lists)));
    found.retain(|(_, text)| !text.is_empty());
    found
}

/// Whether a part is new, gone, only renamed, or changed.
pub(super) fn part_kind(part: &PartChange) -> Kind {
    let whole = part.changes.iter();
    let whole = whole.filter(|it| matches!(it.subject, TreeSubject::Part));
    match whole.map(|it| it.kind).next() {
        Some(Kind::Renamed) if part.changes.len() > 1 => Kind::Changed,
        Some(kind) => kind,
        None => Kind::Changed,
    }
}

/// `12.2.6.4.7 → 13.2.6.4.7 The "in body" insertion mode`
pub(super) fn part_title(part: &PartChange) -> String {
    let mut text = numbers(&part.from_number, &part.to_number);
    match part.part.kind {
        Part::Mode => text.push_str(&format!("The \"{}\" insertion mode", part.name)),
        Part::ForeignContent => text.push_str("The rules for parsing tokens in foreign content"),
        Part::Algorithm => text.push_str(&format!("Algorithm \"{}\"", part.name)),
    }
    if let Some(was) = &part.was {
        text.push_str(&format!(" (renamed from {was})"));
    }
    if let kind @ (Kind::New | Kind::Gone) = part_kind(part) {
        text.push_str(&format!(" ({})", self::kind(kind)));
    }
    text
}

/// The row, and what has become of it; none of what the title of the part says.
pub(super) fn heading_in_part(change: &TreeChange) -> Option<Heading> {
    let (rows, state) = match &change.subject {
        TreeSubject::Row { label, .. } => (vec![short(label)], row_state(change, false)),
        TreeSubject::Never => (Vec::new(), "tokens that never come: changed".to_owned()),
        TreeSubject::Steps if change.kind == Kind::Named => {
            (Vec::new(), "its errors have names now".to_owned())
        }
        TreeSubject::Steps | TreeSubject::Part | TreeSubject::List(..) => return None,
    };
    Some(Heading { rows, state })
}
