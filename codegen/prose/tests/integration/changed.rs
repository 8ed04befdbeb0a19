//! Edits of a page that change its meaning: no part that is edited is read as it was.

use crate::written::{Spec, spec};
use tokenwright_prose::owner_of_title;
use tokenwright_tables::model::Revision;

/// The page with the last place of some words replaced in each part below a heading, and the states of these parts.
fn changed(page: &str, from: &str, to: &str) -> (String, Vec<String>) {
    let mut states = Vec::new();
    let mut out = String::new();
    for (number, part) in page.split("<h3 ").enumerate() {
        if number > 0 {
            out.push_str("<h3 ");
        }
        let (title, body) = part.split_once("</h3>").unwrap_or(("", part));
        let words = title.rsplit(['>', '\n']).next().unwrap_or_default();
        match (owner_of_title(words), body.rfind(from)) {
            (Some(state), Some(at)) => {
                states.push(state);
                let after = &body[at + from.len()..];
                out.push_str(&format!("{title}</h3>{}{to}{after}", &body[..at]));
            }
            _ => out.push_str(part),
        }
    }
    (out, states)
}

fn assert_changed(spec: &Spec, revision: &Revision, page: &str, from: &str, to: &str) -> usize {
    let (page, states) = changed(page, from, to);
    if states.is_empty() {
        return 0;
    }
    let reading = spec.read(&page, revision);
    let report = &reading.report;
    let mut open: Vec<&str> = report.not_understood().map(|open| &*open.part).collect();
    open.extend(report.faults.iter().map(|fault| &*fault.part));
    let open: Vec<_> = open.into_iter().filter_map(owner_of_title).collect();
    for name in &states {
        let of = |revision: &Revision| {
            let mut blocks = revision.blocks();
            blocks.find(|state| state.name.value == *name).cloned()
        };
        let is_seen = open.contains(name) || of(&reading.revision) != of(revision);
        let id = &revision.about.id;
        assert!(
            is_seen,
            "{id}, {name}: `{to}` is read as `{from}`: {open:?}"
        );
    }
    states.len()
}

#[test]
fn no_change_of_meaning_is_read_as_none() {
    let spec = spec();
    let revisions = spec.revisions.len();
    let pages = spec.revisions.iter().map(|revision| {
        let page = spec.write(revision).expect("a page").to_html();
        (revision, page)
    });
    let pages: Vec<_> = pages.collect();
    let lists: toml::Table = include_str!("changed.toml").parse().expect("TOML");
    let changes: Vec<[String; 2]> = lists["changes"].clone().try_into().expect("pairs of words");
    for (number, [from, to]) in changes.iter().enumerate() {
        // On two of the pages that have the words, others for each change.
        let mut seen = 0;
        let mut edited = 0;
        for at in 0..revisions {
            let (revision, page) = &pages[(number + at) % revisions];
            let states = assert_changed(&spec, revision, page, from, to);
            seen += usize::from(states > 0);
            edited += states;
            if seen == 2 {
                break;
            }
        }
        assert!(edited > 0, "no page says `{from}`");
    }
}
