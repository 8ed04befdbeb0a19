//! The code of programs that no table of the workspace has is read back as well.

use crate::effort::effort;
use crate::support::{assert_nothing, found, print, printed, whole, without_passes};
use fastrand::Rng;
use tokenwright_compiler::ir::{Action, Block, CharSet, End, InputPosition, Row, StateKind, Test};
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::{compile_revision, compile_trees};
use tokenwright_edits::anywhere;
use tokenwright_edits::sets::edited;

#[test]
fn the_code_of_edited_tables_is_read_back() {
    let mut compiled = whole().clone();
    let original = compiled.revisions.clone();
    for batch in 0..effort(1, 40) {
        let numbers = original.len() * batch..original.len() * (batch + 1);
        let sets: Vec<_> = numbers.map(|number| edited(&original, 1, number)).collect();
        let sample = sets.iter().rev().step_by(effort(2, 1));
        compiled.revisions = sample.map(|set| set.loaded.clone()).rev().collect();
        for passes in [Passes::all(), Passes::none()] {
            let programs = compiled.revisions.iter();
            let programs = programs.map(|loaded| compile_revision(loaded, &passes));
            compiled.programs = programs.collect::<Result<_, _>>().expect("they compile");
            let trees = compiled.revisions.iter();
            let trees = trees.map(|loaded| compile_trees(loaded, &passes));
            let trees: Vec<_> = trees.collect::<Result<_, _>>().expect("they compile");
            compiled.trees = trees.into_iter().flatten().collect();
            print(&mut compiled);
            assert_nothing(&found(&compiled, &printed(&compiled)));
        }
    }
}

#[test]
fn the_code_of_random_sentences_is_read_back() {
    let all = whole();
    for number in 0..effort(2, 100) {
        let mut compiled = all.clone();
        let at = all.revisions.len() - 1 - number / 2 % all.revisions.len();
        let original = &all.revisions[at];
        let mut random = Rng::with_seed(number as u64);
        let attempts = effort(15, 40);
        let (set, part) = match number % 2 {
            0 => (
                anywhere::trees::edited(original, &mut random, 40),
                Part::Trees,
            ),
            _ => (
                anywhere::edited(original, &mut random, attempts),
                Part::Tokenizer,
            ),
        };
        compiled.revisions[at] = set.loaded;
        let passes = &[Passes::all(), Passes::none()][number / 2 % 2];
        let recompiled = compiled.recompile(at, part, passes);
        assert_eq!(recompiled, Ok(()), "{:#?}", set.edits);
        let found = found(&compiled, &printed(&compiled));
        assert_eq!(found, "", "{:#?}", set.edits);
    }
}

fn set(characters: &str) -> CharSet {
    CharSet::from_ranges(characters.chars().map(|c| (u32::from(c), u32::from(c))))
}

fn row(on: CharSet, guard: Option<Test>, actions: Vec<Action>) -> Row {
    Row {
        heading: "a row of no table".to_owned(),
        on,
        eof: false,
        anything_else: false,
        guard,
        block: Block {
            actions,
            end: End::Stay,
            responds: false,
        },
    }
}

/// Conditions that are printed in every way that there is.
fn conditions() -> Vec<Test> {
    let everything = || CharSet::all();
    let beyond = CharSet::from_ranges([(0x80, 0x10_FFFF)]);
    let mut all = Vec::new();
    for on in [set(""), set("a"), set("é"), set("aé"), beyond, everything()] {
        for eof in [false, true] {
            let on = on.clone();
            all.push(Test::NextIs {
                on: on.clone(),
                eof,
            });
            all.push(Test::AfterLastStartTag { on, eof });
        }
    }
    let ahead = |from| Test::Ahead {
        text: "é\"".to_owned(),
        ignore_case: false,
        from,
    };
    let (a, b, c) = (Test::Escape, Test::IsEndTag, Test::SelfClosing);
    let both = |a: &Test, b: &Test| Test::All(vec![a.clone(), b.clone()]);
    let either = |a: &Test, b: &Test| Test::Any(vec![a.clone(), b.clone()]);
    all.extend([
        ahead(InputPosition::Current),
        ahead(InputPosition::Next),
        Test::AheadSequence(set("aé"), 'é'),
        Test::AheadSequence(set(""), ';'),
        Test::LastMatchedIs('é'),
        Test::CallerIs(0),
        Test::CodeIn(vec![(0, 0), (5, 7), (0x11_0000, u32::MAX)]),
        both(&both(&a, &b), &c),
        both(&a, &both(&b, &c)),
        either(&both(&a, &b), &c),
        both(&a, &either(&b, &c)),
        either(&a, &either(&b, &c)),
        Test::Any(vec![both(&a, &b)]),
        Test::Not(Box::new(both(&a, &ahead(InputPosition::Next)))),
    ]);
    all
}

#[test]
fn every_way_of_printing_a_condition_is_read_back() {
    let mut compiled = without_passes().clone();
    let program = compiled.programs.last_mut().expect("a program");
    let mut states = program.machine.states.iter_mut();
    let (mut consuming, mut acting) = (None, None);
    for state in &mut states {
        match &mut state.kind {
            StateKind::Consume(rows) => drop(consuming.get_or_insert(rows)),
            StateKind::Act(block) => drop(acting.get_or_insert(block)),
        }
    }
    let act = |test: Test| Action::If(test, vec![Action::BeginMarkup], vec![Action::EmitCurrent]);
    let block = acting.expect("a state without rows");
    block.actions.extend(conditions().into_iter().map(act));
    let mut rows: Vec<Row> = conditions()
        .into_iter()
        .map(|test| row(set("x"), Some(test.clone()), vec![act(test)]))
        .collect();
    let beyond = |characters| row(set(characters), None, vec![Action::EmitCurrent]);
    rows.extend([beyond("é"), beyond("aü")]);
    rows.push(row(set("bß"), Some(Test::Foreign), Vec::new()));
    let all = consuming.expect("a state with rows");
    rows.append(all);
    *all = rows;
    print(&mut compiled);
    assert_nothing(&found(&compiled, &printed(&compiled)));
}
