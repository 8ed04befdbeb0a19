//! Changes that do nothing alone.

use super::all;
use crate::edits::{newest, put_back, row, state, steps};
use crate::effort::effort;
use tokenwright_analyses::compare::{Alone, Behaviour, Grade, Together, Verdict, behaviour, equal};
use tokenwright_analyses::diff::{self, Change, Side};
use tokenwright_tables::load::Loaded;

fn judged(from: &Loaded, to: &Loaded) -> Behaviour {
    let difference = diff::compare(Side::from(from), Side::from(to));
    behaviour(&difference, true, &|_, _| ()).expect("both can be run")
}

#[track_caller]
fn with<'b>(found: &'b Behaviour, id: &str) -> &'b Together {
    let found = found.together.iter().find(|(other, _)| other == id);
    &found
        .unwrap_or_else(|| panic!("{id} does something alone"))
        .1
}

#[test]
fn the_fewest_others_with_which_a_row_does_something() {
    let from = newest();
    let mut to = from.clone();
    let revision = &mut to.revision;
    // A comment that begins with `a` has its own state, which shows its effect two rows later.
    let mut a = row(revision, "comment start", "U+002D").clone();
    a.on = row(revision, "tag open", "ASCII alpha").on.clone();
    a.body = steps(&["reconsume in the lettered comment state"]);
    state(revision, "comment start").rows.insert(0, a);
    let mut lettered = state(revision, "comment").clone();
    lettered.name.value = "lettered comment".into();
    for row in &mut lettered.rows {
        if row.body == steps(&["switch to the comment end dash state"]) {
            row.body = steps(&["switch to the lettered comment end dash state"]);
        }
    }
    let mut dash = state(revision, "comment end dash").clone();
    dash.name.value = "lettered comment end dash".into();
    dash.rows[0].body = steps(&["ignore the character"]);
    revision.states.extend([lettered, dash]);
    // And something that has nothing to do with it.
    row(revision, "bogus comment", "U+0000").body = steps(&["ignore the character"]);
    let found = judged(&from, &to);
    let Together::With {
        others,
        fewest,
        verdict,
    } = with(&found, "state lettered comment end dash")
    else {
        panic!("{:?}", found.together);
    };
    let expected = [
        "state comment start/row ASCII alpha",
        "state lettered comment",
    ];
    assert_eq!(
        (others.as_slice(), *fewest),
        (&expected.map(String::from)[..], true)
    );
    assert_eq!(verdict.grade(), Some(Grade::Tokens));
}

#[test]
fn what_does_nothing_with_all_others_either() {
    let from = newest();
    let mut to = from.clone();
    put_back(&mut to.revision);
    let found = judged(&to, &from);
    let start = with(&found, "state decimal character reference start");
    assert!(matches!(start, Together::Never), "{start:?}");
    // Each of the two rows that went there does something only where the other has changed too, or
    // the other alone does.
    let silent = found
        .changes
        .iter()
        .filter(|(_, alone)| alone.grade() == Some(Grade::None));
    for (id, _) in silent {
        assert!(
            matches!(with(&found, id), Together::With { .. } | Together::Never),
            "{id}"
        );
    }
    assert!(
        found
            .changes
            .iter()
            .any(|(_, alone)| matches!(alone, Alone::OnlyTogether))
    );
}

#[test]
fn all_changes_together_are_the_newer_side() {
    let all = all();
    for pair in all.windows(2).step_by(effort(2, 1)) {
        let difference = diff::compare(Side::from(&pair[0]), Side::from(&pair[1]));
        let changes: Vec<&Change> = difference.changes().filter(|c| c.can_be_made()).collect();
        let edited = difference.apply_all(&changes).expect("all can be made");
        // The names of errors are a fact of the revision, and no change of a row.
        let mut newer = pair[1].revision.clone();
        newer.about.named_errors &= edited.about.named_errors;
        let references = &pair[1].references;
        let verdict = equal((&edited, references), (&newer, references)).expect("both can be run");
        let ids = (&pair[0].revision.about.id, &newer.about.id);
        assert!(matches!(verdict, Verdict::Equal(_)), "{ids:?}: {verdict:?}");
    }
}
