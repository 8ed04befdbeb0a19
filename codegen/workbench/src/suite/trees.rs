//! `cargo xtask suite --tree`: tests of trees, made from the tables of tree construction.

use super::Arguments;
use crate::score::trees as score;
use crate::trees::Trees;
use tokenwright_analyses::compare::trees::Machine;
use tokenwright_analyses::suite::trees::{self, Goal, TreeSuite};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::tree::model::TreeTables;
use xtask::progress::Progress;
use xtask::report::{Failure, counted, refused};
use xtask::write;

/// Makes the suite, measures it if that is wanted, and writes it.
///
/// # Errors
/// If the tables cannot be read or run, or the suite cannot be written.
pub(super) fn make(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let trees = Trees::load(Some(&arguments.revision), sources)?;
    let out = arguments.out.as_deref();
    out.map_or(Ok(()), write::check_target)?;
    let id = trees.id();
    let interpreter = trees.interpreter()?;
    let machine = Machine::new(&trees.tables, &trees.loaded.revision, &interpreter);
    let start = std::time::Instant::now();
    let progress = Progress::start("making the tests");
    let suite = trees::build(&machine, 1, &|done, all| progress.parts(done, all));
    let suite = suite.map_err(refused(id))?;
    drop(progress);
    let tests = counted(suite.tests.len(), "test");
    let seconds = start.elapsed().as_secs_f64();
    println!("{id}: {tests}, made in {seconds:.1} s");
    println!("{}", reached(&trees.tables, &suite));
    let (shown, mutants) = (
        suite.mutants - suite.left.len(),
        counted(suite.mutants, "mutant"),
    );
    println!("they show {shown} of {mutants}");
    if arguments.score {
        let start = std::time::Instant::now();
        let runs: Vec<_> = suite.tests.iter().map(|test| test.run.clone()).collect();
        let measure = score::measured(&machine, &runs).map_err(refused(id))?;
        print!("{}{}", score::table(&measure), score::survivors(&measure));
        println!("measured in {:.1} s", start.elapsed().as_secs_f64());
    }
    if let Some(out) = out {
        write::file(out, &trees::dat(&suite))?;
    }
    Ok(())
}

/// How many rows, algorithms, clauses and outcomes of conditions the tests reach.
fn reached(tables: &TreeTables, suite: &TreeSuite) -> String {
    let goals = trees::goals(tables);
    let kinds = ["rows", "algorithms", "clauses", "outcomes of conditions"];
    let counts = kinds.iter().enumerate().map(|(kind, what)| {
        let of_kind = |goals: &[Goal]| goals.iter().filter(|goal| number(goal) == kind).count();
        let all = of_kind(&goals);
        format!("{} of {all} {what}", all - of_kind(&suite.missed))
    });
    format!("they reach {}", counts.collect::<Vec<_>>().join(", "))
}

/// The number of the kind of a goal.
fn number(goal: &Goal) -> usize {
    match goal {
        Goal::Row(..) => 0,
        Goal::Algorithm(_) => 1,
        Goal::Clause(_) => 2,
        Goal::Outcome(..) => 3,
    }
}
