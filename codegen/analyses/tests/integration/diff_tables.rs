//! The committed revisions, each against the next: what changed in eighteen years.

use crate::edits::{NEWEST, loaded};
use crate::made_from_tables;
use tokenwright_analyses::diff::{self, Difference, Side};
use tokenwright_tables::model::Located;

fn side(id: &str) -> Side {
    Side::from(&loaded(id))
}

fn difference(from: &str, to: &str) -> Difference {
    diff::compare(side(from), side(to))
}

fn summary(from: &str, to: &str) -> String {
    let text = diff::text(&difference(from, to), false);
    let end = text.find("\n\n").unwrap_or(text.len());
    let summary = &text[..end];
    assert!(
        summary.lines().count() < 24,
        "a summary fits a screen:\n{summary}"
    );
    summary.to_owned()
}

#[test]
fn a_revision_is_itself() {
    let same = difference(NEWEST, NEWEST);
    assert!(same.is_empty() && same.is_complete());
    assert_eq!(same.editorial, []);
}

#[test]
fn an_element_of_another_text_mode_is_a_change() {
    let mut edited = side(NEWEST).revision;
    let mut modes = edited.about.text_modes.iter_mut();
    let plaintext = modes.next_back().expect("a text mode");
    plaintext.elements.push(Located::nowhere("listing".into()));
    let difference = diff::compare(side(NEWEST), Side::of_tables(edited.clone(), None));
    let text = diff::text(&difference, true);
    assert!(
        text.contains("PLAINTEXT (PLAINTEXT): listing, plaintext"),
        "{text}"
    );
    let change = difference.changes().next().expect("a change");
    assert!(change.can_be_made());
    let applied = difference.apply(change).expect("a fact can be changed");
    assert_eq!(applied.about.text_modes, edited.about.text_modes);
}

#[test]
fn summaries() {
    made_from_tables(|| insta::assert_snapshot!(summary("whatwg-2008-03-09", "whatwg-2009-02-07")));
    made_from_tables(|| insta::assert_snapshot!(summary("whatwg-2009-02-07", "w3c-2012")));
    made_from_tables(|| insta::assert_snapshot!(summary("whatwg-2014-05-23", "whatwg-2020-05-22")));
    made_from_tables(|| insta::assert_snapshot!(summary(NEWEST, "whatwg-2008-03-09")));
}

#[test]
fn from_2008_to_2009() {
    let difference = difference("whatwg-2008-03-09", "whatwg-2009-02-07");
    made_from_tables(|| insta::assert_snapshot!(diff::text(&difference, true)));
}

#[test]
fn from_2012_to_2014() {
    let difference = difference("w3c-2012", "whatwg-2014-05-23");
    made_from_tables(|| insta::assert_snapshot!(diff::text(&difference, true)));
}

#[test]
fn from_2020_to_2026() {
    let difference = difference("whatwg-2020-05-22", NEWEST);
    made_from_tables(|| insta::assert_snapshot!(diff::text(&difference, false)));
    made_from_tables(|| insta::assert_snapshot!(diff::markdown(&difference).changes.join("\n")));
    made_from_tables(|| insta::assert_snapshot!(format!("{:#}", diff::json(&difference))));
}

/// Every change that can be made alone makes a revision that lacks exactly that change.
#[test]
fn each_change_alone() {
    let difference = difference("whatwg-2020-05-22", NEWEST);
    let all = difference.changes().count();
    let mut ids = String::new();
    for change in difference.changes() {
        let Some(with) = difference.apply(change) else {
            continue;
        };
        ids += &format!("{}\n", change.id);
        let rest = diff::compare(
            Side::of_tables(with, difference.from.references.clone()),
            difference.to.clone(),
        );
        assert!(
            rest.changes().all(|other| other.id != change.id),
            "{}",
            change.id
        );
        assert!(rest.changes().count() < all, "{}", change.id);
    }
    made_from_tables(|| insta::assert_snapshot!(ids));
}
