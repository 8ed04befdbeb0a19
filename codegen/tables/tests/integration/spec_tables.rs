//! The tables in `spec/` load without an error, and have the states, codes and references of their sections.

use tokenwright_tables::load::{self, Loaded};

fn spec() -> Vec<Loaded> {
    load::checked_in()
}

#[test]
fn every_revision_is_whole() {
    let found: Vec<_> = spec()
        .iter()
        .map(|loaded| {
            let revision = &loaded.revision;
            (
                revision.about.id.clone(),
                revision.states.len(),
                revision.procedures.len(),
                revision.errors.len(),
                loaded.references.names.len(),
                loaded.references.replacements.len(),
            )
        })
        .collect();
    let expected = [
        ("whatwg-2008-03-09", 34, 1, 0, 366, 33),
        ("whatwg-2009-02-07", 36, 1, 0, 2137, 33),
        ("w3c-2012", 68, 1, 0, 2231, 28),
        ("whatwg-2014-05-23", 68, 1, 0, 2231, 28),
        ("whatwg-2020-05-22", 80, 0, 49, 2231, 27),
        ("whatwg-2026-07-19", 84, 0, 52, 2231, 27),
        ("whatwg-draft", 84, 0, 52, 2231, 27),
    ]
    .map(|(id, a, b, c, d, e)| (id.to_owned(), a, b, c, d, e));
    assert_eq!(found, expected);
}

#[test]
fn a_state_is_renamed_from_a_state_of_an_older_revision() {
    let revisions = spec();
    for (at, Loaded { revision, .. }) in revisions.iter().enumerate() {
        for state in &revision.states {
            let Some(was) = &state.was else { continue };
            let older = revisions[..at].iter();
            assert!(
                older
                    .flat_map(|loaded| &loaded.revision.states)
                    .any(|older| *older.name == *was),
                "{}: no older revision has a state `{was}`",
                revision.about.id
            );
        }
    }
}
