//! The input that a proof tries: a character of each class that the tables or the program distinguish, and numbers as
//! wholes.

use std::collections::BTreeSet;
use tokenwright_compiler::ir::{Action, Block, CharSet, End, Row, StateKind, Test};
use tokenwright_compiler::program::{Arm, BEYOND, Pattern, Program, Stmt, each};
use tokenwright_interpreter::partition as trusted;
use tokenwright_tables::kernel::effects::Ranges;
use tokenwright_tables::kernel::partition::{self, Class};
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// A unit of input that is fed to both sides at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Alphabet {
    /// A character of each class, the most readable ones first.
    pub(super) characters: Vec<char>,
    /// The digits of a number of each class, in both bases.
    pub(super) decimal: Vec<String>,
    pub(super) hexadecimal: Vec<String>,
}

impl Alphabet {
    pub(super) fn of(revision: &Revision, references: &References, program: &Program) -> Self {
        let mut sets: BTreeSet<Ranges> = trusted::sets(revision, references).into_iter().collect();
        of_program(program, &mut |set| {
            sets.insert(set.ranges().to_vec());
        });
        // Characters that UTF-8, line endings and letter case distinguish for any tables.
        sets.extend(
            [
                (0x80, 0x10_FFFF),
                (0x800, 0x10_FFFF),
                (0x1_0000, 0x10_FFFF),
                (0x0A, 0x0A),
                (0x0D, 0x0D),
                (0x30, 0x39),
                (0x41, 0x5A),
                (0x61, 0x7A),
            ]
            .map(|range| vec![range]),
        );
        let numbers = trusted::numbers([(revision, references), (revision, references)]);
        let mut numbers: Vec<u32> = numbers.iter().map(|n| (*n).min(BEYOND)).collect();
        numbers.dedup();
        Alphabet {
            characters: readable(&sets),
            decimal: numbers.iter().map(u32::to_string).collect(),
            hexadecimal: numbers.iter().map(|n| format!("{n:x}")).collect(),
        }
    }
}

/// The most readable character of each class.
fn readable(sets: &BTreeSet<Ranges>) -> Vec<char> {
    let most_readable = |class: Class| {
        let members = class
            .ranges
            .into_iter()
            .flat_map(|(a, b)| a..=b.min(a + 0x60));
        let members = members.filter_map(char::from_u32);
        members.min_by_key(|c| (rank(*c), *c))
    };
    let classes = partition::classes(sets, char::MAX.into());
    let mut all: Vec<char> = classes.into_iter().filter_map(most_readable).collect();
    all.sort_by_key(|c| (rank(*c), *c));
    all
}

fn rank(c: char) -> u8 {
    match c {
        'a'..='z' => 0,
        'A'..='Z' | '0'..='9' => 1,
        ' '..='~' => 2,
        _ if c.is_alphanumeric() => 3,
        _ => 4,
    }
}

/// Visits every set of characters that a program tests.
fn of_program(program: &Program, show: &mut dyn FnMut(&CharSet)) {
    for state in &program.machine.states {
        match &state.kind {
            StateKind::Act(block) => of_block(block, show),
            StateKind::Consume(rows) => rows.iter().for_each(|row| of_row(row, show)),
        }
    }
    for scan in program.scans.values() {
        show(&scan.stops);
        show(&scan.stop_bytes.set());
        if let Some(conditional) = &scan.conditional {
            show(&conditional.others.set());
        }
        if let Some(ends) = &scan.name_ends {
            show(&ends.set());
        }
    }
    program
        .machine
        .input_errors
        .iter()
        .for_each(|(on, _)| show(on));
    program
        .machine
        .replacements
        .iter()
        .for_each(|(on, _)| show(on));
    for (_, body) in program.hot_path.iter().flat_map(|path| &path.entries) {
        each(body, &mut |stmt| {
            if let Stmt::Match(arms) = stmt {
                arms.iter().for_each(|arm| of_arm(arm, show));
            }
        });
    }
}

fn of_arm(arm: &Arm, show: &mut dyn FnMut(&CharSet)) {
    match &arm.on {
        Pattern::Bytes(on) | Pattern::EndOr(on) => show(on),
        Pattern::AnyByte | Pattern::Otherwise => {}
    }
    arm.guard.iter().for_each(|guard| of_test(guard, show));
}

fn of_row(row: &Row, show: &mut dyn FnMut(&CharSet)) {
    show(&row.on);
    row.guard.iter().for_each(|guard| of_test(guard, show));
    of_block(&row.block, show);
}

fn of_block(block: &Block, show: &mut dyn FnMut(&CharSet)) {
    of_actions(&block.actions, show);
    if let End::If(test, then, otherwise) = &block.end {
        of_test(test, show);
        of_block(then, show);
        of_block(otherwise, show);
    }
}

fn of_actions(actions: &[Action], show: &mut dyn FnMut(&CharSet)) {
    for action in actions {
        if let Action::If(test, then, otherwise) = action {
            of_test(test, show);
            of_actions(then, show);
            of_actions(otherwise, show);
        }
    }
}

fn of_test(test: &Test, show: &mut dyn FnMut(&CharSet)) {
    match test {
        Test::Not(test) => of_test(test, show),
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| of_test(test, show)),
        Test::NextIs { on, .. }
        | Test::AfterLastStartTag { on, .. }
        | Test::AheadSequence(on, _) => {
            show(on);
        }
        _ => {}
    }
}
