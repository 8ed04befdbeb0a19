//! Pages that are made from the tables, with their wordings varied: reading them gives the same tables.

use crate::written::{assert_same, spec};

/// Wordings of the written pages, and others of the same meaning.
const VARIED: [(&str, &[&str]); 15] = [
    (" token is emitted, ", &[" token is emitted "]),
    (
        "the current input character",
        &[
            "this current input character",
            "the input character",
            "this input character",
        ],
    ),
    (". Switch", &[".Switch"]),
    (". Emit", &[".Emit"]),
    (". Append", &[".Append"]),
    (" state</a>.", &[" states</a>."]),
    ("Emit the current", &["Emit the the current"]),
    (
        "to the temporary buffer",
        &["to the |temporary buffer|", "to the [=temporary buffer=]"],
    ),
    ("Set the ", &["Set this "]),
    (", then ", &[" then "]),
    ("Create a new ", &["Create a "]),
    ("case-insensitive", &["case insensitive"]),
    ("force-quirks", &["force quirks"]),
    ("self-closing flag", &["self closing flag"]),
    (" tokenize", &[" tokenise"]),
];

/// The page with the first of the other wordings everywhere.
pub(crate) fn reworded(page: &str) -> String {
    let all = VARIED.iter();
    all.fold(page.to_owned(), |page, (wording, others)| {
        page.replace(wording, others[0])
    })
}

#[test]
fn varied_pages_give_the_same_tables() {
    let spec = spec();
    let mut used = [false; VARIED.len()];
    for (number, revision) in spec.revisions.iter().enumerate() {
        let page = spec.write(revision).expect("a page").to_html();
        for (at, (wording, others)) in VARIED.iter().enumerate() {
            used[at] |= page.contains(wording);
            // Each wording alone is tried on some of the pages.
            if at % spec.revisions.len() != number {
                continue;
            }
            for other in *others {
                assert_same(&spec, &page.replace(wording, other), revision, other);
            }
        }
        assert_same(&spec, &reworded(&page), revision, "all");
    }
    for (used, (wording, _)) in used.iter().zip(VARIED) {
        assert!(used, "no page says `{wording}`");
    }
}
