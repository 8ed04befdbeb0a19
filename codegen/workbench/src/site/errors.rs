//! The page of a revision's errors: the rows that report each, and the shortest inputs that show it.

use super::html::{escape, section};
use super::input;
use super::links::Links;
use super::revision::Explored;
use crate::explain::occurrences::{self, Occurrence, UNNAMED};
use crate::explain::witnesses::Witness;
use std::fmt::Write;
use tokenwright_tables::english::capitalized;

/// The content of the page.
pub(super) fn content(explored: &Explored<'_>, all: &[Explored<'_>]) -> String {
    let revision = &explored.loaded.revision;
    let links = Links::of(revision);
    let mut out = format!("<h1>Parse errors in {}</h1>\n", explored.year());
    let named = revision.about.named_errors;
    out.push_str(match named {
        true => "<p class=lead>Each error with its meaning, the rows that report it, and the shortest input that shows it in each row.\n",
        false => "<p class=lead>Errors have no names in this revision. These rows report them, each with the shortest input that shows it.\n",
    });
    out.push_str(&explored.navigation(all, "-errors"));
    if !named {
        write_error(&mut out, explored, &links, UNNAMED, None, None);
        return out;
    }
    for error in &revision.errors {
        let code = &error.code.value;
        let since = since(code, all);
        write_error(&mut out, explored, &links, code, error.by.as_deref(), since);
    }
    out
}

fn write_error(
    out: &mut String,
    explored: &Explored<'_>,
    links: &Links<'_>,
    code: &str,
    by: Option<&str>,
    since: Option<&str>,
) {
    let found = occurrences::all(&explored.loaded.revision, code);
    let heading = format!("<code>{code}</code>");
    out.push_str(&section("error", code, &heading, "error"));
    if let Some(description) = explored.description(code) {
        let _ = writeln!(out, "<p>{description}");
    }
    let mut facts = Vec::new();
    if code != UNNAMED {
        let source = escape(&explored.loaded.revision.about.source);
        facts.push(format!(
            "<a href=\"{source}#parse-error-{code}\">in the standard</a>"
        ));
    }
    if let Some(since) = since {
        facts.push(format!("since {since}"));
    }
    if let Some(by) = by {
        facts.push(format!("reported by {by}"));
    }
    if let Some(witness) = explored.witnesses.of_error(code, None) {
        facts.push(format!("shortest input {}", shown(&witness, links)));
    }
    if !facts.is_empty() {
        let _ = writeln!(out, "<p class=meta>{}", facts.join(" · "));
    }
    if found.is_empty() {
        out.push_str("<p>No row of these tables reports it.\n</section>\n");
        return;
    }
    out.push_str("<table class=stacked>\n<thead><tr><th>Where<th>On<th>Shown by</thead>\n");
    for occurrence in &found {
        let witness = explored.witnesses.of_error(code, occurrence.row);
        let witness = witness.filter(|_| occurrence.row.is_some());
        let on = occurrence.heading.as_deref();
        let on = on.map(|on| escape(&capitalized(on))).unwrap_or_default();
        let shown = witness.map(|witness| shown(&witness, links));
        let (place, shown) = (place(occurrence, links), shown.unwrap_or_default());
        let _ = writeln!(out, "<tr><td>{place}<td>{on}<td>{shown}");
    }
    out.push_str("</table>\n</section>\n");
}

/// The year of the first revision that has the code, unless it is the first whose errors have names.
fn since<'a>(code: &str, all: &'a [Explored<'_>]) -> Option<&'a str> {
    let has = |explored: &Explored<'_>| {
        let errors = &explored.loaded.revision.errors;
        errors.iter().any(|error| error.code.value == code)
    };
    let named = all
        .iter()
        .filter(|one| one.loaded.revision.about.named_errors);
    let (index, first) = named.enumerate().find(|(_, one)| has(one))?;
    (index > 0).then(|| first.year())
}

/// Where an error is reported, as a link to the row.
fn place(occurrence: &Occurrence, links: &Links<'_>) -> String {
    match occurrence.row {
        Some((kind, index, row)) => {
            let address = links.row(kind, index, row);
            format!("<a href=\"{address}\">{}</a>", escape(&occurrence.part))
        }
        None => escape(&occurrence.part),
    }
}

/// An input as a link to the playground, with the place of the error.
fn shown(witness: &Witness, links: &Links<'_>) -> String {
    let address = links.playground(&witness.setup, &witness.input);
    let code = input::code(&witness.input);
    let at = witness.at;
    let at = at.map(|(line, column)| format!(" at {line}:{column}"));
    let at = at.unwrap_or_default();
    let setup = escape(&crate::setup::described(&witness.setup));
    format!("<a href=\"{address}\">{code}</a>{at}{setup}")
}
