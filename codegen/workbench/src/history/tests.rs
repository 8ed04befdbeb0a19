//! The groups to which examples are attributed, on tables with planted changes.

use super::variants::VariantBuilder;
use super::{change_groups, examples};
use crate::every_revision;
use tokenwright_analyses::diff::{self, Difference, Side};
use tokenwright_interpreter::{Output, Setup, interpret};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Clause, Located, On, Revision, Row, State};

/// A change of the newest tables.
type Plant = fn(&mut Revision);

fn state<'r>(revision: &'r mut Revision, name: &str) -> &'r mut State {
    let found = revision.states.iter_mut().find(|s| s.name.value == name);
    found.unwrap_or_else(|| panic!("no {name} state"))
}

fn row_for<'s>(state: &'s mut State, on: &str) -> &'s mut Row {
    let is = |row: &&mut Row| match &row.on {
        On::Consumed { any, .. } => any[0].value.to_string() == on,
        _ => false,
    };
    let found = state.rows.iter_mut().find(is);
    found.unwrap_or_else(|| panic!("no row {on}"))
}

/// A row no longer reports an error.
fn silence(revision: &mut Revision, name: &str, on: &str) {
    let row = row_for(state(revision, name), on);
    let before = row.body.len();
    row.body
        .retain(|clause| !matches!(clause, Clause::Step(step) if step.value.to_string().contains("parse error")));
    assert_eq!(row.body.len() + 1, before, "{name}, {on}");
}

fn silent_null(revision: &mut Revision) {
    silence(revision, "data", "U+0000 (NULL)");
}

fn silent_bang(revision: &mut Revision) {
    silence(revision, "comment end bang", "U+003E (>)");
}

/// An end tag without a name is text; that changes tokens.
fn no_empty_end_tag(revision: &mut Revision) {
    let body = row_for(state(revision, "end tag open"), "EOF").body.clone();
    row_for(state(revision, "end tag open"), "U+003E (>)").body = body;
}

/// The temporary buffer is cleared while it is dead.
fn needless(revision: &mut Revision) {
    let step = Step::parse("set the temporary buffer to the empty string");
    let step = Located::nowhere(step.expect("it is a step"));
    let row = row_for(state(revision, "tag open"), "U+0021 (!)");
    row.body.insert(0, Clause::Step(step));
}

fn newest() -> Loaded {
    let all = every_revision::load().unwrap_or_else(|_| panic!("the tables are read"));
    load::newest_of(&all).expect("there are revisions").clone()
}

fn run(loaded: &Loaded, input: &str) -> Output {
    let output = interpret(
        &loaded.revision,
        &loaded.references,
        &Setup::default(),
        input,
    );
    output.unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"))
}

#[test]
fn an_example_is_of_the_change_that_brings_it() {
    let plants: [(&str, Plant); 4] = [
        ("U+0000 (NULL) in the data state", silent_null),
        ("U+003E (>) in the comment end bang state", silent_bang),
        ("U+003E (>) in the end tag open state", no_empty_end_tag),
        ("U+0021 (!) in the tag open state", needless),
    ];
    let from = newest();
    let mut to = from.clone();
    plants.iter().for_each(|(_, plant)| plant(&mut to.revision));
    let side =
        |loaded: &Loaded| Side::of_tables(loaded.revision.clone(), Some(loaded.references.clone()));
    let difference: Difference = diff::compare(side(&from), side(&to));
    let groups = change_groups::of(&difference);
    let builder = VariantBuilder::new(&difference, &from, &groups);
    let found =
        examples::examples([&from, &to], &groups, &builder.each()).expect("both can be run");
    for (title, plant) in plants {
        let at = groups
            .iter()
            .position(|group| group.title.starts_with(title));
        let at = at.unwrap_or_else(|| {
            let titles: Vec<&str> = groups.iter().map(|group| group.title.as_str()).collect();
            panic!("no {title} among {titles:?}")
        });
        let mut alone = from.clone();
        plant(&mut alone.revision);
        let of_it: Vec<_> = found[at].iter().filter(|e| e.inside.is_empty()).collect();
        for example in &of_it {
            let (before, after) = (run(&from, &example.input), run(&alone, &example.input));
            assert_ne!(before, after, "{title}: {:?}", example.input);
            assert_eq!(
                after,
                run(&to, &example.input),
                "{title}: {:?}",
                example.input
            );
        }
        let effect = !builder.without_effect(&[at]).contains(&at);
        assert_eq!(effect, !of_it.is_empty(), "{title}");
    }
    let nothing: Vec<usize> = (0..groups.len())
        .filter(|at| found[*at].is_empty())
        .collect();
    assert_eq!(builder.without_effect(&nothing).len(), nothing.len());
}
