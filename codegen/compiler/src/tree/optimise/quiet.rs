//! Whether a character token would do nothing but append its character.
//!
//! Then all characters of a run do the same, and the row runs once for the run. So for each row that characters reach there is a body of
//! conditions, made from its steps: a step that sets a flag must have nothing to set, an algorithm must return at once, and
//! what inserts the character is left out. The state is only read, so that nothing is lost where the answer is no.

use super::super::ir::{
    Algorithm, Body, Candidate, Definition, Expression as E, Primitive as P, Rows, Statement,
    TreeProgram, Type,
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
        definitions: program.definitions.clone(),
    };
    let head = &program.algorithms[program.dispatch].body;
    let has_none = head.variables.is_empty();
    let Some(dispatch) = has_none.then(|| quiet.of(head)).flatten() else {
        nothing_is_quiet(program);
        return;
    };
    for mode in program.all_modes_mut() {
        let asked = mode.characters.iter().filter(|rows| quiet.may_ask(rows));
        let reached: BTreeSet<usize> = asked.flatten().map(|it| it.row).collect();
        for row in reached {
            let row = &mut mode.rows[row];
            row.quiet = quiet.of(&row.body).map(|segment| Body {
                variables: row.body.variables.clone(),
                segments: vec![segment],
            });
        }
        let rows = &mode.rows;
        let quiet = mode.characters.iter().map(|all| {
            let is_quiet = |it: &Candidate| rows[it.row].quiet.is_some();
            let last = all.iter().rposition(is_quiet);
            last.filter(|_| quiet.may_ask(all))
                .map_or_else(Vec::new, |last| all[..=last].to_vec())
        });
        mode.quiet = quiet.collect();
    }
    program.quiet_dispatch = dispatch;
}

/// Says of each character that it may do more.
pub(super) fn never(program: &mut TreeProgram) {
    nothing_is_quiet(program);
    program.quick_returns = vec![None; program.algorithms.len()];
}

fn nothing_is_quiet(program: &mut TreeProgram) {
    for mode in program.all_modes_mut() {
        mode.quiet = vec![Vec::new(); mode.characters.len()];
    }
    program.quiet_dispatch = vec![no()];
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
    definitions: Vec<Definition>,
}

impl Quiet {
    fn reads(&self, expression: &E) -> bool {
        reads(&self.definitions, expression, is_steady)
    }

    /// Whether the conditions of rows can be asked once more, and once for a run.
    fn may_ask(&self, rows: &[Candidate]) -> bool {
        let mut tests = rows.iter().filter_map(|it| it.when.as_ref());
        tests.all(|when| self.reads(when))
    }

    /// The conditions of a body; none if they never hold, or if it has labels or appends more than once.
    fn of(&self, body: &Body) -> Option<Vec<Statement>> {
        let [segment] = body.segments.as_slice() else {
            return None;
        };
        if most(segment, &self.inserts) > 1 {
            return None;
        }
        let mut out = self.list(segment);
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
            if self.add(statement, &mut out) {
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
            Statement::Do(E::Call(P::AppendPending | P::Ignore, _)) => {}
            Statement::Do(E::Algorithm(at, arguments)) => match self.algorithms[*at] {
                _ if self.inserts[*at] && arguments.iter().all(|it| is_character(it, 0)) => {}
                Some(quick) if arguments.iter().all(|it| self.reads(it)) => {
                    out.push(unless(E::Algorithm(quick, arguments.clone())));
                }
                _ => {
                    out.push(no());
                    return true;
                }
            },
            Statement::If(test, then, otherwise) if self.reads(test) => {
                let (then, otherwise) = (self.list(then), self.list(otherwise));
                match then == otherwise {
                    true => out.extend(then),
                    false => out.push(Statement::If(test.clone(), then, otherwise)),
                }
                return out.last().is_some_and(leaves);
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

/// How often at most a list appends the character or runs rows that may. A run of characters would be appended as often, one after
/// the other, and if rows are run, they are the ones for the run.
fn most(statements: &[Statement], inserts: &[bool]) -> usize {
    let all = statements.iter().map(|statement| match statement {
        Statement::Run(_) | Statement::Do(E::Call(P::InsertCharacters | P::AppendPending, _)) => 1,
        Statement::Do(E::Algorithm(at, _)) => usize::from(inserts[*at]),
        Statement::If(_, then, otherwise) => most(then, inserts).max(most(otherwise, inserts)),
        _ => 0,
    });
    all.sum()
}

/// Whether an argument is the token's character, or one of the parameters, which are the first variables. Another text would be
/// inserted once for a run.
fn is_character(argument: &E, parameters: usize) -> bool {
    match argument {
        E::Call(P::Character, _) => true,
        E::Variable(at) => *at < parameters,
        _ => false,
    }
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

/// Whether an expression only reads the state, by primitives of which something holds.
fn reads(definitions: &[Definition], expression: &E, holds: fn(P) -> bool) -> bool {
    expression.all(|it| match it {
        E::Call(primitive, _) => primitive.changes_nothing() && holds(*primitive),
        E::Definition(at, _) => reads(definitions, &definitions[*at].test, holds),
        E::Algorithm(..) | E::Question(..) | E::Output(..) => false,
        _ => true,
    })
}

/// Whether a primitive does not read what an appended character changes.
fn is_steady(primitive: P) -> bool {
    !matches!(
        primitive,
        P::TextBefore
            | P::NewestText
            | P::NewElement
            | P::HasChild
            | P::HasParent
            | P::Before
            | P::Pending
            | P::PendingOther
    )
}

/// Adds, for each algorithm that may return at once, one that says whether it does.
fn quick_returns(program: &mut TreeProgram) -> Vec<Option<usize>> {
    let count = program.algorithms.len();
    let reads = |expression: &E| reads(&program.definitions, expression, is_steady);
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

/// The algorithms that do nothing but append the character, once.
fn inserts_only(program: &TreeProgram) -> Vec<bool> {
    let reads = |expression: &E| reads(&program.definitions, expression, |_| true);
    let pure = super::unused::pure(program);
    program.algorithms_where(|algorithm, inserts| {
        let parameters = algorithm.parameters.len();
        let [segment] = &algorithm.body.segments[..] else {
            return false;
        };
        let inserts_only = |it: &Statement| match it {
            Statement::Do(E::Call(P::InsertCharacters, of)) => {
                reads(&of[0]) && is_character(&of[1], parameters)
            }
            Statement::Do(E::Call(P::AppendPending, _)) => true,
            Statement::Do(E::Algorithm(at, arguments)) => {
                let mut arguments = arguments.iter();
                inserts[*at] && arguments.all(|it| is_character(it, parameters))
            }
            // A parameter stays what it is.
            Statement::Set(variable, _) if *variable < parameters => false,
            Statement::Set(_, E::Algorithm(at, arguments)) => {
                pure[*at] && arguments.iter().all(reads)
            }
            Statement::Set(_, value) => reads(value),
            Statement::If(test, ..) => reads(test),
            Statement::Return(None) => true,
            _ => false,
        };
        most(segment, inserts) == 1 && segment.iter().all(|it| !it.any(|it| !inserts_only(it)))
    })
}
