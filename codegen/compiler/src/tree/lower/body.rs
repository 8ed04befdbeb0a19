//! Clauses, and the variables and labels that they name.
//!
//! The tables declare no variable. It gets its number when it is first named, parameters first, so that each body numbers its own.
//!
//! A jump goes to a segment, the clauses after a label, and the emitter makes a loop over the segments of them. A label in a branch or a
//! loop would need jumps into the middle of a statement: no table has one, and it is refused.

use super::super::ir::{Expression, Statement};
use super::{Lowering, Owner};
use crate::lower::joined;
use tokenwright_tables::tree::grammar::{TreeStep, Value};
use tokenwright_tables::tree::model::{Callee, Clause, Conjunction, Resolved, Test, parameters};

/// A body that is lowered.
pub(super) struct Scope<'l, 't> {
    pub(super) lowering: &'l Lowering<'t>,
    pub(super) owner: Owner,
    names: Vec<String>,
    labels: Vec<String>,
}

impl<'l, 't> Scope<'l, 't> {
    pub(super) fn new(lowering: &'l Lowering<'t>, owner: Owner, parameters: &[String]) -> Self {
        Scope {
            lowering,
            owner,
            names: parameters.to_vec(),
            labels: Vec::new(),
        }
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }

    /// The index of a variable. It is made when it is first named.
    pub(super) fn variable(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, name: &str) -> Expression {
        Expression::Variable(self.variable(name))
    }

    /// Clauses, cut at their labels.
    pub(super) fn segments(
        &mut self,
        clauses: &'t [Clause],
    ) -> Result<Vec<Vec<Statement>>, String> {
        let labels = clauses.iter().filter_map(|clause| match clause {
            Clause::Label(label) => Some(label.value.clone()),
            _ => None,
        });
        self.labels = labels.collect();
        let segments = clauses.split(|clause| matches!(clause, Clause::Label(_)));
        segments.map(|segment| self.clauses(segment)).collect()
    }

    fn clauses(&mut self, clauses: &'t [Clause]) -> Result<Vec<Statement>, String> {
        let mut out = Vec::new();
        for clause in clauses {
            out.extend(self.clause(clause)?);
        }
        Ok(out)
    }

    fn clause(&mut self, clause: &'t Clause) -> Result<Option<Statement>, String> {
        Ok(Some(match clause {
            Clause::Step(step) => {
                let lowered = self.step(&step.value);
                return lowered.map_err(|error| format!("`{}`: {error}", step.value));
            }
            Clause::Call(sentence) => Statement::Do(self.call(sentence)?),
            Clause::If {
                any,
                then,
                otherwise,
            } => Statement::If(
                self.any(any)?,
                self.clauses(then)?,
                self.clauses(otherwise)?,
            ),
            Clause::While { all, body } => Statement::While(self.all(all)?, self.clauses(body)?),
            Clause::Label(label) => {
                return Err(format!(
                    "the label `{}` is in a branch or a loop",
                    label.value
                ));
            }
        }))
    }

    pub(super) fn jump(&self, label: &str) -> Result<Statement, String> {
        let target = self.labels.iter().position(|known| known == label);
        let target = target.ok_or_else(|| format!("no step is labeled `{label}`"))?;
        Ok(Statement::Jump(target + 1))
    }

    /// A variable gets a value.
    pub(super) fn assign(&mut self, name: &str, value: &Value) -> Result<Statement, String> {
        let value = self.value(value)?;
        Ok(Statement::Set(self.variable(name), value))
    }

    pub(super) fn returned(&mut self, value: &TreeStep) -> Result<Statement, String> {
        let TreeStep::ReturnValue(value) = value else {
            return Ok(Statement::Return(None));
        };
        if !matches!(self.owner, Owner::Algorithm(_)) {
            return Err("a row returns no value".to_owned());
        }
        Ok(Statement::Return(Some(self.value(value)?)))
    }

    pub(super) fn value(&mut self, value: &Value) -> Result<Expression, String> {
        match value {
            Value::Expression(expression) => self.expression(expression),
            Value::Call(call) => match self.call(&call.0)? {
                value @ Expression::Algorithm(..) => Ok(value),
                _ => Err(format!("`{}` has no result", call.0)),
            },
        }
    }

    fn call(&mut self, sentence: &str) -> Result<Expression, String> {
        let tables = self.lowering.tables;
        let resolved = tables.step(sentence);
        let resolved = resolved.ok_or_else(|| format!("nothing is called `{sentence}`"))?;
        match resolved.callee {
            Callee::Algorithm(at) => {
                let name = &tables.algorithms[at].name.value;
                let values = self.arguments(Owner::Algorithm(at), name, &resolved)?;
                Ok(Expression::Algorithm(at, values))
            }
            Callee::Output(at) => Ok(Expression::Output(at, self.nodes(&resolved)?)),
            Callee::Definition(_) | Callee::Question(_) => {
                Err(format!("`{sentence}` is a condition"))
            }
        }
    }

    /// The arguments for the parameters that are used.
    fn arguments(
        &mut self,
        callee: Owner,
        name: &str,
        resolved: &Resolved,
    ) -> Result<Vec<Expression>, String> {
        let mut values = Vec::new();
        for (parameter, value) in parameters(name).zip(&resolved.arguments) {
            if self.lowering.type_of(callee, parameter).is_some() {
                values.push(self.value(value)?);
            }
        }
        Ok(values)
    }

    /// The arguments of a question or an output.
    fn nodes(&mut self, resolved: &Resolved) -> Result<Vec<Expression>, String> {
        let values = resolved.arguments.iter().map(|value| self.value(value));
        values.collect()
    }

    pub(super) fn any(&mut self, any: &'t [Conjunction]) -> Result<Expression, String> {
        let any = any.iter().map(|all| self.all(all));
        Ok(joined(any.collect::<Result<_, _>>()?, Expression::Any))
    }

    pub(super) fn all(&mut self, all: &'t Conjunction) -> Result<Expression, String> {
        let all = all.iter().map(|test| self.test(&test.value));
        Ok(joined(all.collect::<Result<_, _>>()?, Expression::All))
    }

    fn test(&mut self, test: &'t Test) -> Result<Expression, String> {
        let (sentence, negated) = match test {
            Test::Condition(condition) => {
                let lowered = self.condition(condition);
                return lowered.map_err(|error| format!("`{condition}`: {error}"));
            }
            Test::Defined { sentence, negated } => (sentence, *negated),
        };
        let tables = self.lowering.tables;
        let resolved = tables.condition(sentence);
        let resolved = resolved.ok_or_else(|| format!("nothing is called `{sentence}`"))?;
        let test = match resolved.callee {
            Callee::Definition(at) => {
                let name = &tables.definitions[at].name.value;
                let values = self.arguments(Owner::Definition(at), name, &resolved)?;
                Expression::Definition(at, values)
            }
            Callee::Question(at) => Expression::Question(at, self.nodes(&resolved)?),
            Callee::Algorithm(_) | Callee::Output(_) => {
                return Err(format!("`{sentence}` is no condition"));
            }
        };
        Ok(match negated {
            true => Expression::Not(Box::new(test)),
            false => test,
        })
    }
}
