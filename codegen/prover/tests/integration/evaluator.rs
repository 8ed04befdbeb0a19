//! The evaluator of programs agrees with the interpreter of tables at every split of the input.

use std::path::Path;
use tokenwright_compiler::compile_revision;
use tokenwright_compiler::optimise::Passes;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_prover::evaluate::{Evaluator, Halt};
use tokenwright_prover::sides::{output, start};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Severity, Sources, render_all};
use tokenwright_tables::grammar::{Char, Condition, Matcher, Step};
use tokenwright_tables::load::{self, Loaded};
use tokenwright_tables::model::{Clause, Located, On, Row, Test};

/// Documents for each revision and set of passes, unless `TOKENWRIGHT_DOCUMENTS` says otherwise.
const DOCUMENTS: usize = 300;

/// The generator of Marsaglia's "Xorshift RNGs", with 64 bits.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

fn revisions() -> Vec<Loaded> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut sources = Sources::default();
    let all = load::all(&spec, &mut sources);
    all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)))
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
    let pieces = alphabet(&loaded.revision, &loaded.references);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ count as u64);
    let about = &loaded.revision.about;
    for _ in 0..count {
        let mut setups = Setup::all(about);
        setups
            .iter_mut()
            .filter(|setup| setup.last_start_tag.is_some())
            .for_each(|setup| setup.last_start_tag = Some("script".into()));
        let setup = random.one(&setups).clone();
        let pieces: Vec<&String> = (0..=random.below(12))
            .map(|_| random.one(&pieces))
            .collect();
        let input: String = pieces.iter().map(|piece| piece.as_str()).collect();
        let expected = interpreter.run(&setup, &input).expect("the tables run");
        let errors = expected.errors.iter();
        let errors: Vec<_> = errors.map(|e| (e.code.clone(), e.offset)).collect();
        // Whole, character by character in one chunk that grows, and in chunks.
        for every in [usize::MAX, 0, 1, 1 + random.below(7)] {
            let mut run = start(&evaluator, &setup);
            for (at, c) in input.chars().enumerate() {
                run.feed(c);
                if every == 0 {
                    assert_eq!(run.go_on(), Halt::Wait, "{id}: {setup:?} {input:?}");
                    continue;
                }
                if (at + 1) % every == 0 {
                    run.end_chunk();
                    assert_eq!(run.go_on(), Halt::Starved, "{id}: {setup:?} {input:?}");
                    run.next_chunk();
                }
            }
            run.close();
            assert_eq!(run.go_on(), Halt::Finished, "{id}: {setup:?} {input:?}");
            let (tokens, codes) = output(&program, &run.take_events());
            assert_eq!(
                tokens, expected.tokens,
                "{id}: {setup:?} {input:?} every {every}"
            );
            assert_eq!(codes, errors, "{id}: {setup:?} {input:?} every {every}");
        }
    }
}

fn oldest_and_newest() -> Vec<Loaded> {
    let mut all = revisions();
    all.drain(1..all.len() - 1);
    all
}

/// Tables that `check` accepts, as random documents show.
fn agree_edited(loaded: &Loaded) {
    let found = check::revision(&loaded.revision);
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    assert_eq!(errors.count(), 0, "{found:?}");
    for passes in [Passes::all(), Passes::none()] {
        agree(loaded, &passes, 60);
    }
}

/// Inserts a row at the start of the input stream: an error for a character, and perhaps its replacement.
fn add_input_row(loaded: &mut Loaded, c: char, replacement: Option<char>) {
    let rows = &mut loaded.revision.input_stream.rows;
    let is_error = |clause: &Clause| {
        matches!(
            clause,
            Clause::Step(Located {
                value: Step::BareError | Step::NamedError(_),
                ..
            })
        )
    };
    let error = rows
        .iter()
        .flat_map(|row| &row.body)
        .find(|clause| is_error(clause));
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
            '\u{A9}',
            'a',
            '\u{1F600}',
            '\u{4E2D}',
            '\n',
            ' ',
            '\u{C}',
            '\u{FEFF}',
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
        for test in row.when.iter_mut().flatten() {
            if let Test::Condition(Condition::Behind(_, behind)) = &mut test.value {
                behind.0 = text.into();
                edits += 1;
            }
        }
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
            for test in any.iter_mut().flatten() {
                if let Test::Condition(Condition::Behind(_, behind)) = &mut test.value {
                    behind.0 = text.into();
                    edits += 1;
                }
            }
            edits += of_clauses(then, text) + of_clauses(otherwise, text);
        }
    }
    edits
}
