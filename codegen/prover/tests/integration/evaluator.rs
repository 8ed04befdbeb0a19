//! The evaluator of programs agrees with the interpreter of tables at every split of the input.

use crate::support::oldest_and_newest;
use fastrand::Rng;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_edits::differential::{Outcome, Sides};
use tokenwright_edits::documents::{Documents, splits};
use tokenwright_interpreter::Interpreter;
use tokenwright_prover::evaluate::Evaluator;
use tokenwright_tables::check;
use tokenwright_tables::grammar::{Char, Condition, Matcher, Step};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Clause, Conjunction, Located, On, Row, Test};

/// Documents for each revision and set of passes, unless `TOKENWRIGHT_DOCUMENTS` says otherwise.
const DOCUMENTS: usize = 300;

fn revisions() -> Vec<Loaded> {
    load::checked_in()
}

#[test]
fn programs_do_what_tables_say_on_random_documents() {
    let count = std::env::var("TOKENWRIGHT_DOCUMENTS").ok();
    let count = count.and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(DOCUMENTS);
    for loaded in &revisions() {
        for passes in [Passes::all(), Passes::none()] {
            agree(loaded, &passes, count);
        }
    }
}

fn agree(loaded: &Loaded, passes: &Passes, count: usize) {
    let id = &loaded.revision.about.id;
    let program = compile_revision(loaded, passes).expect("the tables compile");
    let evaluator = Evaluator::new(&program, &loaded.references);
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
    let sides = Sides {
        program: &program,
        evaluator: &evaluator,
        interpreter: &interpreter,
    };
    let documents = Documents::of(loaded, &[]);
    let mut random = Rng::with_seed(count as u64);
    for _ in 0..count {
        let (setup, input) = documents.next(&mut random);
        let expected = Outcome::of_tables(&interpreter, &setup, &input).expect("a setup");
        assert_eq!(expected.stuck, None, "{id}: {setup:?} {input:?}");
        let splits = splits(&input, &mut random);
        if let Some(difference) = sides.against(&expected, &setup, &input, &splits) {
            panic!("{id}\n{}", sides.minimised(difference));
        }
    }
}

/// Tables that `check` accepts, as random documents show.
fn agree_edited(loaded: &Loaded) {
    let found = check::revision(&loaded.revision);
    let errors = found.iter().filter(|found| found.is_error());
    assert_eq!(errors.count(), 0, "{found:?}");
    for passes in [Passes::all(), Passes::none()] {
        agree(loaded, &passes, 60);
    }
}

/// Inserts a row at the start of the input stream: an error for a character, and perhaps its replacement.
fn add_input_row(loaded: &mut Loaded, c: char, replacement: Option<char>) {
    let rows = &mut loaded.revision.input_stream.rows;
    let is_error = |step: &Step| matches!(step, Step::BareError | Step::NamedError(_));
    let is_error = |clause: &&Clause| matches!(clause, Clause::Step(step) if is_error(&step.value));
    let mut clauses = rows.iter().flat_map(|row| &row.body);
    let error = clauses.find(is_error);
    let error = error.expect("an error of the input stream").clone();
    let place = rows[0].place.place;
    let located = |value| Located { value, place };
    let mut body = vec![error];
    body.extend(replacement.map(|c| {
        let step = Step::ReplaceInput(Char(c.into()));
        Clause::Step(Located { value: step, place })
    }));
    let row = Row {
        on: On::Consumed {
            any: vec![located(Matcher::Char(Char(c.into())))],
            except: vec![],
        },
        body,
        ..rows[0].clone()
    };
    rows.insert(0, row);
}

#[test]
fn any_character_may_have_a_row_of_the_input_stream() {
    rows_of_the_input_stream(oldest_and_newest());
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn any_character_may_have_a_row_of_the_input_stream_in_every_revision() {
    rows_of_the_input_stream(revisions());
}

fn rows_of_the_input_stream(revisions: Vec<Loaded>) {
    for mut loaded in revisions {
        for c in [
            '\u{A9}', 'a', '\u{1F600}', '\u{4E2D}', '\n', ' ', '\u{C}', '\u{FEFF}',
        ] {
            add_input_row(&mut loaded, c, None);
        }
        agree_edited(&loaded);
    }
}

#[test]
fn any_character_may_be_replaced() {
    replacements(oldest_and_newest());
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn any_character_may_be_replaced_in_every_revision() {
    replacements(revisions());
}

fn replacements(revisions: Vec<Loaded>) {
    for mut loaded in revisions {
        for (c, replacement) in [
            ('\u{B}', 'b'),
            ('m', '<'),
            ('\u{E9}', '\u{1F600}'),
            ('\u{1F600}', '\u{1}'),
            ('\u{4E2D}', '&'),
        ] {
            add_input_row(&mut loaded, c, Some(replacement));
        }
        agree_edited(&loaded);
    }
}

/// Texts of one to twelve characters, in ASCII and beyond.
const TEXTS: [&str; 6] = [
    "-",
    "a-",
    "<!--\u{E9}",
    "\u{1F600}",
    "\u{4E2D}a\u{1F600}-",
    "a<!-\u{E9}a<!-\u{E9}a-",
];

/// A text for each revision.
#[test]
fn look_ahead_may_be_for_some_texts() {
    for (loaded, text) in revisions().into_iter().zip(TEXTS) {
        look_ahead(loaded, text);
    }
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn look_ahead_may_be_for_any_text() {
    for text in TEXTS {
        for loaded in revisions() {
            look_ahead(loaded, text);
        }
    }
}

fn look_ahead(mut loaded: Loaded, text: &str) {
    let states = &mut loaded.revision.states;
    for row in states.iter_mut().flat_map(|state| &mut state.rows) {
        if let On::Ahead {
            text: ahead,
            ignore_case,
        } = &mut row.on
            && !*ignore_case
            && ahead.value == "--"
        {
            ahead.value = text.into();
        }
    }
    agree_edited(&loaded);
}

#[test]
fn look_behind_may_be_for_some_texts() {
    for text in [TEXTS[4], TEXTS[5]] {
        look_behind(oldest_and_newest().swap_remove(0), text);
    }
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn look_behind_may_be_for_any_text() {
    for text in TEXTS {
        for loaded in revisions() {
            look_behind(loaded, text);
        }
    }
}

fn look_behind(mut loaded: Loaded, text: &str) {
    let mut edits = 0;
    let states = &mut loaded.revision.states;
    for row in states.iter_mut().flat_map(|state| &mut state.rows) {
        edits += of_conditions(&mut row.when, text);
        edits += of_clauses(&mut row.body, text);
    }
    if edits > 0 {
        agree_edited(&loaded);
    }
}

fn of_clauses(body: &mut [Clause], text: &str) -> usize {
    let mut edits = 0;
    for clause in body {
        if let Clause::If {
            any,
            then,
            otherwise,
        } = clause
        {
            edits += of_conditions(any, text);
            edits += of_clauses(then, text) + of_clauses(otherwise, text);
        }
    }
    edits
}

fn of_conditions(any: &mut [Conjunction], text: &str) -> usize {
    let mut edits = 0;
    for test in any.iter_mut().flatten() {
        if let Test::Condition(Condition::Behind(_, behind)) = &mut test.value {
            behind.0 = text.into();
            edits += 1;
        }
    }
    edits
}
