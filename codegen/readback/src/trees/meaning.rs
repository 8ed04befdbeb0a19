//! What was proved, in the form in which it is compared.

use super::names::plain;
use super::steps::{Step, Steps};
use tokenwright_compiler::tree::ir::{Body, Expression as E, Statement, TreeProgram};
use tokenwright_compiler::tree::optimise::TreeOnlyBranches;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::STOP;

/// A program whose bodies are brought to that form.
pub(super) struct Meaning<'p> {
    pub(super) program: &'p TreeProgram,
    only_tree: TreeOnlyBranches<'p>,
}

impl<'p> Meaning<'p> {
    pub(super) fn new(program: &'p TreeProgram) -> Self {
        Meaning {
            program,
            only_tree: TreeOnlyBranches::new(program),
        }
    }

    /// The steps of a body, whose first variables are parameters.
    pub(super) fn body(&self, body: &Body, parameters: usize) -> Steps {
        let steps = |at: usize| {
            let of = Of {
                meaning: self,
                body: Some(body),
                is_dispatcher: false,
            };
            of.list(&body.segments[at])
        };
        let mut all = declarations(body, parameters);
        if body.segments.len() == 1 {
            all.extend(steps(0));
            return all;
        }
        let segments = (0..body.segments.len()).flat_map(|at| {
            let mut segment = vec![(Step::Segment(at), Place::default())];
            segment.extend(steps(at));
            segment
        });
        let end = (Step::EndOfSegments, Place::default());
        all.extend(segments.chain([end]));
        all
    }

    /// The steps of a list without variables.
    pub(super) fn list(&self, statements: &[Statement], is_dispatcher: bool) -> Steps {
        let of = Of {
            meaning: self,
            body: None,
            is_dispatcher,
        };
        of.list(statements)
    }

    pub(super) fn expression(&self, of: &E) -> E {
        let list = |all: &[E]| all.iter().map(|of| self.expression(of)).collect();
        match of {
            E::Set(at) => E::Types(sorted(&self.program.sets[*at].1)),
            E::Types(types) => E::Types(sorted(types)),
            E::Walk(at) => E::Scope(self.program.scopes.len() + at),
            E::Identifiers(at) => E::Texts(self.program.identifiers[*at].1.clone()),
            E::Named(inner) => E::Named(Box::new(match &**inner {
                // A name that nothing mentions is none.
                E::Text(text) if self.program.names.binary_search(text).is_err() => {
                    E::Text(String::new())
                }
                inner => self.expression(inner),
            })),
            E::Same(inner) => E::Same(Box::new(self.expression(inner))),
            E::Not(inner) => E::Not(Box::new(self.expression(inner))),
            E::All(all) | E::Any(all) if all.len() == 1 => self.expression(&all[0]),
            E::All(all) => E::All(list(all)),
            E::Any(all) => E::Any(list(all)),
            E::Call(primitive, all) => E::Call(*primitive, list(all)),
            E::Algorithm(at, all) => E::Algorithm(*at, list(all)),
            E::Definition(at, all) => E::Definition(*at, list(all)),
            E::Question(at, all) => E::Question(*at, list(all)),
            E::Output(at, all) => E::Output(*at, list(all)),
            simple => simple.clone(),
        }
    }
}

/// The variables that are declared before the steps: those of labels, as a jump may pass by, and those that no step declares.
fn declarations(body: &Body, parameters: usize) -> Steps {
    let is_straight = body.segments.len() == 1;
    let variables = body.variables.iter().enumerate().skip(parameters);
    let declared = variables.filter_map(|(at, variable)| {
        let holds = variable.holds?;
        let total = body.segments.iter().map(|list| uses(list, at)).sum();
        let by_step = |list: &Vec<Statement>| is_declared_in(list, at, total);
        if is_straight && body.segments.iter().any(by_step) {
            return None;
        }
        let declare = Step::Declare(plain(&variable.name), holds);
        Some((declare, Place::default()))
    });
    declared.collect()
}

/// Whether a step of a list sets a variable, and all else that names it comes after that in the list.
fn is_declared_in(list: &[Statement], variable: usize, total: usize) -> bool {
    (0..list.len()).any(|at| match &list[at] {
        Statement::Set(of, _) | Statement::Act(of, _) if *of == variable => {
            uses(&list[at + 1..], variable) + 1 == total
        }
        Statement::If(_, then, otherwise) => {
            is_declared_in(then, variable, total) || is_declared_in(otherwise, variable, total)
        }
        Statement::While(_, body) => is_declared_in(body, variable, total),
        _ => false,
    })
}

/// How often statements name a variable.
fn uses(list: &[Statement], variable: usize) -> usize {
    let mut count = 0;
    for statement in list {
        statement.each(&mut |it| {
            if let Statement::Set(of, _) | Statement::Act(of, _) | Statement::Increment(of, _) = it
            {
                count += usize::from(*of == variable);
            }
            it.expressions(&mut |of| count += of.uses(variable));
        });
    }
    count
}

/// The members of a set, in one order.
pub(super) fn sorted(types: &[ElementType]) -> Vec<ElementType> {
    let mut sorted = types.to_vec();
    sorted.sort();
    sorted.dedup();
    sorted
}

/// A body, or a list without variables.
struct Of<'m, 'p> {
    meaning: &'m Meaning<'p>,
    body: Option<&'m Body>,
    is_dispatcher: bool,
}

impl Of<'_, '_> {
    fn list(&self, statements: &[Statement]) -> Steps {
        let mut steps = Steps::new();
        for statement in statements {
            let mut push = |step| steps.push((step, Place::default()));
            let expression = |of: &E| self.meaning.expression(of);
            match statement {
                Statement::Do(E::Output(at, _)) if self.meaning.program.outputs[*at] == STOP => {
                    push(Step::Stop);
                }
                Statement::Do(of) => push(Step::Do(expression(of))),
                Statement::Set(variable, of) => {
                    let body = self.body.map(|body| &body.variables[*variable]);
                    push(match body.is_some_and(|it| it.holds.is_some()) {
                        true => Step::Set(*variable, expression(of)),
                        false => Step::Discard(expression(of)),
                    });
                }
                Statement::Act(variable, of) => {
                    let is_read = |body: &&Body| body.variables[*variable].holds.is_some();
                    let read = self.body.filter(is_read).map(|_| *variable);
                    push(Step::Act(read, expression(of)));
                }
                Statement::Increment(variable, by) => push(Step::Increment(*variable, *by)),
                Statement::If(test, then, otherwise) => {
                    let is_only_tree = !self.is_dispatcher
                        && self.meaning.only_tree.is_branch(test, [then, otherwise]);
                    let step = Step::If(expression(test), self.list(then), self.list(otherwise));
                    push(match is_only_tree {
                        true => Step::OnlyTree(vec![(step, Place::default())]),
                        false => step,
                    });
                }
                Statement::While(test, body) => {
                    push(Step::While(expression(test), self.list(body)));
                }
                Statement::Jump(segment) => push(Step::Jump(*segment)),
                Statement::Break => push(Step::Break),
                Statement::Continue => push(Step::Continue),
                Statement::Return(of) => push(Step::Return(of.as_ref().map(expression))),
                Statement::Run(rows) => push(Step::Run(*rows)),
                Statement::RunQuiet(rows) => push(Step::RunQuiet(*rows)),
                Statement::RunPending(mode, row) => push(Step::RunPending(*mode, *row)),
            }
        }
        steps
    }
}
