//! Tables of trees written as prose and read back are the same files.

use std::path::Path;
use tokenwright_prose::{read_trees, write_trees};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load;
use tokenwright_tables::tree::model::Clause;
use tokenwright_tables::tree::{self, sentences, writer};

#[test]
fn a_page_that_was_written_gives_the_tables() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut compared = 0;
    for loaded in load::checked_in() {
        let id = &loaded.revision.about.id;
        let tables = tree::load(&spec.join(id), &mut Sources::default()).expect("sound tables");
        let Some(tables) = tables else {
            continue;
        };
        let page = write_trees(&loaded.revision, &tables).to_html();
        let reading = read_trees(&page).expect("a page with insertion modes");
        let open: Vec<String> = reading
            .report
            .not_understood()
            .map(ToString::to_string)
            .collect();
        assert!(reading.report.is_complete(), "{id}: {open:?}");
        assert!(reading.open.is_empty(), "{id}");
        let (ours, theirs) = (writer::write(&reading.tables), writer::write(&tables));
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{id}");
        }
        assert_eq!(ours.len(), theirs.len(), "{id}");
        compared += 1;
    }
    assert_eq!(compared, 7);
}

#[test]
fn rows_that_act_as_if_tokens_had_been_seen_are_written_and_read_back() {
    let loaded = load::newest_checked_in();
    let mut tables = loaded.trees.expect("tables");
    let step = |text: &str| sentences::step(&tables, text).expect(text);
    let condition = sentences::conjunction(&tables, "that token was not ignored");
    let body = vec![
        step("act as if a \"p\" end tag token had been seen"),
        Clause::If {
            any: vec![condition.expect("a condition")],
            then: vec![
                step(
                    "act as if an end tag token with the tag name of the current node had been seen",
                ),
                step("act as if a \"p\" start tag token with no attributes had been seen"),
            ],
            otherwise: vec![step("ignore the token")],
        },
    ];
    let at = tables.mode("in body").expect("a mode");
    tables.modes[at].rows[0].body = body;
    let page = write_trees(&loaded.revision, &tables).to_html();
    let reading = read_trees(&page).expect("a page with insertion modes");
    assert!(reading.report.is_complete());
    let at = reading.tables.mode("in body").expect("a mode");
    let rows = [&reading.tables, &tables].map(|it| writer::row(&it.modes[at].rows[0]));
    assert_eq!(rows[0], rows[1]);
}

/// A sentence in the words of the tables is no sentence of a page of the standard.
#[test]
fn a_page_of_the_standard_has_its_own_words() {
    let page = |steps: &str| {
        format!(
            "<h4>1.1 The \"in body\" insertion mode</h4>
            <p>When the user agent is to apply the rules for the \"in body\" insertion mode, the user agent must handle the
            token as follows:</p>
            <dl><dt>A comment token<dd><p>Append it to the Document.</p></dl>
            <h5>Close a p element</h5><p>{steps}</p><ol><li>Return.</ol>"
        )
    };
    let own = read_trees(&page("The steps are:")).expect("a mode");
    assert_eq!(own.report.not_understood().count(), 0);
    let other = read_trees(&page("Follow these:")).expect("a mode");
    let open: Vec<&str> = other
        .report
        .not_understood()
        .map(|it| it.original.as_str())
        .collect();
    assert_eq!(open[0], "Append it to the Document.");
}
