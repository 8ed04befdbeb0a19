//! The input that a proof tries: a character of each class that the tables or the program distinguish, and numbers as
//! wholes.

use std::collections::BTreeSet;
use tokenwright_compiler::ir::{CharSet, StateKind, Test};
use tokenwright_compiler::program::{Arm, BEYOND, Pattern, Program, Stmt, each};
use tokenwright_interpreter::partition as trusted;
use tokenwright_tables::kernel::effects::Ranges;
use tokenwright_tables::kernel::partition::{self, Class, rank};
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
        let classes = partition::classes(&sets, char::MAX.into());
        let most_readable = |class: &Class| class.readable().first().copied();
        let mut characters: Vec<char> = classes.iter().filter_map(most_readable).collect();
        characters.sort_by_key(|c| rank(*c));
        let numbers = trusted::numbers([(revision, references), (revision, references)]);
        let mut numbers: Vec<u32> = numbers.iter().map(|n| (*n).min(BEYOND)).collect();
        numbers.dedup();
        Alphabet {
            characters,
            decimal: numbers.iter().map(u32::to_string).collect(),
            hexadecimal: numbers.iter().map(|n| format!("{n:x}")).collect(),
        }
    }
}

/// Visits every set of characters that a program tests.
fn of_program(program: &Program, show: &mut dyn FnMut(&CharSet)) {
    for state in &program.machine.states {
        if let StateKind::Consume(rows) = &state.kind {
            rows.iter().for_each(|row| show(&row.on));
        }
    }
    program.machine.each_test(&mut |test| of_test(test, show));
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
    let guard = arm.guard.iter();
    guard.for_each(|guard| guard.each(&mut |test| of_test(test, show)));
}

fn of_test(test: &Test, show: &mut dyn FnMut(&CharSet)) {
    if let Test::NextIs { on, .. }
    | Test::AfterLastStartTag { on, .. }
    | Test::AheadSequence(on, _) = test
    {
        show(on);
    }
}
