//! Whether a character token would do nothing but append its character.
//!
//! Then all characters of a run do the same, and the row runs once for the run. So for each row that characters reach there is a body of
//! conditions, made from its steps: a step that sets a flag must have nothing to set, an algorithm must return at once, and
//! what inserts the character is left out. The state is only read, so that nothing is lost where the answer is no.

use super::super::ir::{
    Algorithm, Body, Expression as E, Primitive as P, Rows, Statement, TreeProgram, Type,
};
use std::collections::BTreeSet;

/// Adds these bodies to a program.
pub(super) fn add(program: &mut TreeProgram) {
    let algorithms = quick_returns(program);
    program.quick_returns.clone_from(&algorithms);
    let inserts = inserts_only(program);
    let quiet = Quiet {
        algorithms,
        inserts,
    };
    let head = &program.algorithms[program.dispatch].body;
    let dispatch = match head.segments.as_slice() {
        [segment] if head.variables.is_empty() => quiet.of(segment),
        _ => None,
    };
    let modes = program
        .modes
        .iter_mut()
        .chain([&mut program.foreign_content]);
    for mode in modes {
        let reached = mode.characters.iter().flatten().map(|it| it.row);
        let reached: BTreeSet<usize> = reached.collect();
        for row in reached {
            let row = &mut mode.rows[row];
            row.quiet = match row.body.segments.as_slice() {
                [segment] if !is_mixed(segment, &quiet.inserts) => {
                    quiet.of(segment).map(|segment| Body {
                        variables: row.body.variables.clone(),
                        segments: vec![segment],
                    })
                }
                _ => None,
            };
        }
    }
    program.quiet_dispatch = dispatch.unwrap_or_else(|| vec![no()]);
}

fn no() -> Statement {
    Statement::Return(Some(E::Flag(false)))
}

fn yes() -> Statement {
    Statement::Return(Some(E::Flag(true)))
}

struct Quiet {
    /// For an algorithm, the one that says whether it returns at once.
    algorithms: Vec<Option<usize>>,
    /// The algorithms that only append characters.
    inserts: Vec<bool>,
}

impl Quiet {
    /// The conditions of a list of steps; none if they never hold.
    fn of(&self, statements: &[Statement]) -> Option<Vec<Statement>> {
        let mut out = self.list(statements);
        (out.first() != Some(&no())).then(|| {
            if !out.last().is_some_and(leaves) {
                out.push(yes());
            }
            out
        })
    }

    fn list(&self, statements: &[Statement]) -> Vec<Statement> {
        let mut out = Vec::new();
        for statement in statements {
            let is_end = self.add(statement, &mut out);
            if is_end {
                break;
            }
        }
        out
    }

    /// Adds the conditions of a step; returns whether nothing can follow.
    fn add(&self, statement: &Statement, out: &mut Vec<Statement>) -> bool {
        let unless = |test: E| Statement::If(E::Not(Box::new(test)), vec![no()], Vec::new());
        match statement {
            Statement::Do(E::Call(P::SetFramesetNotOk, _)) => {
                out.push(unless(E::Call(P::FramesetNotOk, Vec::new())));
            }
            Statement::Do(E::Call(P::InsertCharacters | P::AppendPending, _)) => {}
            Statement::Do(E::Algorithm(at, arguments)) => match self.algorithms[*at] {
                _ if self.inserts[*at] => {}
                Some(quick) if arguments.iter().all(reads) => {
                    out.push(unless(E::Algorithm(quick, arguments.clone())));
                }
                _ => {
                    out.push(no());
                    return true;
                }
            },
            Statement::If(test, then, otherwise) if reads(test) => {
                let (then, otherwise) = (self.list(then), self.list(otherwise));
                if !(then.is_empty() && otherwise.is_empty()) {
                    out.push(Statement::If(test.clone(), then, otherwise));
                }
            }
            Statement::Run(rows @ (Rows::CurrentMode | Rows::Mode(_))) => {
                out.push(Statement::RunQuiet(*rows));
            }
            Statement::Return(None) => {
                out.push(yes());
                return true;
            }
            _ => {
                out.push(no());
                return true;
            }
        }
        false
    }
}

/// Whether a list both appends characters and runs rows that may. Then there is no one row for the run.
fn is_mixed(statements: &[Statement], inserts: &[bool]) -> bool {
    let (mut runs, mut appends) = (false, false);
    for statement in statements {
        statement.each(&mut |it| match it {
            Statement::Run(_) => runs = true,
            Statement::Do(E::Call(P::InsertCharacters | P::AppendPending, _)) => appends = true,
            Statement::Do(E::Algorithm(at, _)) => appends |= inserts[*at],
            _ => {}
        });
    }
    runs && appends
}

/// Whether nothing that follows a step runs.
fn leaves(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) => true,
        Statement::If(_, then, otherwise) => {
            then.last().is_some_and(leaves) && otherwise.last().is_some_and(leaves)
        }
        _ => false,
    }
}

/// Whether an expression only reads the state.
fn reads(expression: &E) -> bool {
    let mut reads = true;
    expression.each(&mut |it| {
        reads &= match it {
            E::Call(primitive, _) => primitive.changes_nothing(),
            E::Algorithm(..) | E::Question(..) | E::Output(..) => false,
            _ => true,
        };
    });
    reads
}

/// Adds, for each algorithm that may return at once, one that says whether it does.
fn quick_returns(program: &mut TreeProgram) -> Vec<Option<usize>> {
    let count = program.algorithms.len();
    let all = (0..count).map(|at| {
        let algorithm = &program.algorithms[at];
        let first = algorithm.body.segments.first()?;
        let mut steps = Vec::new();
        for statement in first {
            match statement {
                Statement::Set(_, value) if reads(value) => steps.push(statement.clone()),
                Statement::If(test, then, otherwise)
                    if reads(test)
                        && then[..] == [Statement::Return(None)]
                        && otherwise.is_empty() =>
                {
                    steps.push(Statement::If(test.clone(), vec![yes()], Vec::new()));
                }
                _ => break,
            }
        }
        let returns = |step: &Statement| matches!(step, Statement::If(..));
        if !steps.iter().any(returns) || algorithm.result.is_some() {
            return None;
        }
        steps.push(no());
        Some(Algorithm {
            name: format!("{} returns at once", algorithm.name),
            section: algorithm.section.clone(),
            parameters: algorithm.parameters.clone(),
            result: Some(Type::Flag),
            body: Body {
                variables: algorithm.body.variables.clone(),
                segments: vec![steps],
            },
        })
    });
    let all: Vec<_> = all.collect();
    let mut numbers = Vec::new();
    for quick in all {
        numbers.push(quick.map(|quick| {
            program.algorithms.push(quick);
            program.algorithms.len() - 1
        }));
    }
    numbers.resize(program.algorithms.len(), None);
    numbers
}

/// The algorithms that do nothing but append characters.
fn inserts_only(program: &TreeProgram) -> Vec<bool> {
    let mut inserts = vec![false; program.algorithms.len()];
    loop {
        let before = inserts.clone();
        let pure = super::unused::pure(program);
        for (at, algorithm) in program.algorithms.iter().enumerate() {
            let mut is = algorithm.body.segments.len() == 1;
            let mut appends = false;
            for statement in algorithm.body.segments.iter().flatten() {
                statement.each(&mut |it| {
                    is &= match it {
                        Statement::Do(E::Call(P::InsertCharacters | P::AppendPending, _)) => {
                            appends = true;
                            true
                        }
                        Statement::Do(E::Algorithm(at, arguments)) => {
                            appends |= before[*at];
                            before[*at] && arguments.iter().all(reads)
                        }
                        Statement::Set(_, E::Algorithm(at, arguments)) => {
                            pure[*at] && arguments.iter().all(reads)
                        }
                        Statement::Set(_, value) => reads(value),
                        Statement::If(test, ..) => reads(test),
                        Statement::Return(None) => true,
                        _ => false,
                    };
                });
            }
            inserts[at] = is && appends;
        }
        if inserts == before {
            return inserts;
        }
    }
}
