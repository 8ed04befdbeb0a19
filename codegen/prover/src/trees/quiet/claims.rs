//! When the program says that characters are only appended: the answers to conditions on each path that ends with yes.
//!
//! A path that asks a condition twice has one answer to it, so that no path is walked that cannot be. The rules that a
//! path runs make claims of their own.

use super::super::sentences::{States, Words};
use super::known::{Known, Values, key, through};
use tokenwright_compiler::tree::ir::{
    Candidate, Expression as E, Mode, Primitive as P, Rows, Statement, TreeProgram, Variable,
};
use tokenwright_tables::tree::grammar::TokenType;

/// A path that ends with yes.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    /// The answers.
    pub(super) known: Known,
    /// The rules of which it is said as well.
    pub(super) runs: Vec<Rows>,
}

impl Claim {
    /// With one more answer; empty if the other answer is known.
    fn with(mut self, key: String, answer: bool) -> Vec<Claim> {
        let known = *self.known.entry(key).or_insert(answer);
        self.if_holds(known == answer)
    }

    /// The claim alone if something holds, else none.
    fn if_holds(self, holds: bool) -> Vec<Claim> {
        holds.then_some(self).into_iter().collect()
    }
}

/// Where a path ends: in an answer, or behind the last statement.
type Ends = Vec<(Claim, Option<bool>)>;

#[derive(Clone, Copy)]
pub(super) struct Claims<'p> {
    pub(super) program: &'p TreeProgram,
    pub(super) states: &'p States,
}

impl<'p> Claims<'p> {
    /// For a class of characters in a mode.
    pub(super) fn of_class(self, mode: &Mode, rows: &[Candidate]) -> Result<Vec<Claim>, String> {
        let mut claims = Vec::new();
        let mut open = vec![Claim::default()];
        for candidate in rows {
            let (mut chosen, mut others) = (Vec::new(), Vec::new());
            for claim in open {
                match &candidate.when {
                    None => chosen.push(claim),
                    Some(when) => {
                        let body = self.body(&[], &Values::new());
                        chosen.extend(body.assume(when, true, claim.clone())?);
                        others.extend(body.assume(when, false, claim)?);
                    }
                }
            }
            if let Some(quiet) = &mode.rows[candidate.row].quiet {
                for claim in chosen {
                    let [segment] = &quiet.segments[..] else {
                        return Err("conditions with labels".to_owned());
                    };
                    let values = Values::new();
                    claims.extend(self.body(&quiet.variables, &values).yes(segment, claim)?);
                }
            }
            open = others;
        }
        Ok(claims)
    }

    /// For statements that answer with yes or no.
    pub(super) fn of(
        self,
        statements: &[Statement],
        variables: &[Variable],
    ) -> Result<Vec<Claim>, String> {
        self.body(variables, &Values::new())
            .yes(statements, Claim::default())
    }

    fn body<'v>(self, variables: &'v [Variable], values: &Values) -> Body<'p, 'v> {
        Body {
            claims: self,
            variables,
            values: values.clone(),
        }
    }

    /// Refuses an expression that does more than read what the parser knows.
    fn reads(self, expression: &E) -> Result<(), String> {
        let mut result = Ok(());
        expression.each(&mut |it| {
            let fault = match it {
                E::Call(primitive, _) if !primitive.changes_nothing() => {
                    Some(format!("a condition runs {primitive:?}"))
                }
                E::Definition(at, _) => self.reads(&self.program.definitions[*at].test).err(),
                E::Question(at, _) => Some(format!(
                    "a condition asks the document: {}",
                    self.program.questions[*at]
                )),
                E::Algorithm(..) | E::Output(..) => Some("a condition runs steps".to_owned()),
                _ => None,
            };
            if let (Some(fault), true) = (fault, result.is_ok()) {
                result = Err(fault);
            }
        });
        result
    }
}

/// Statements of one body.
#[derive(Clone)]
struct Body<'p, 'v> {
    claims: Claims<'p>,
    variables: &'v [Variable],
    values: Values,
}

impl Body<'_, '_> {
    fn words(&self) -> Words<'_> {
        Words {
            program: self.claims.program,
            variables: self.variables,
            states: self.claims.states,
        }
    }

    fn yes(mut self, statements: &[Statement], claim: Claim) -> Result<Vec<Claim>, String> {
        let ends = self.list(statements, claim)?;
        let answered = ends.into_iter().filter_map(|(claim, end)| match end {
            Some(answer) => answer.then_some(Ok(claim)),
            None => Some(Err("conditions without an answer".to_owned())),
        });
        answered.collect()
    }

    fn list(&mut self, statements: &[Statement], claim: Claim) -> Result<Ends, String> {
        let mut ends = Vec::new();
        let open = through(statements, claim, |statement, claim| {
            let mut open = Vec::new();
            for (claim, end) in self.statement(statement, claim)? {
                match end {
                    Some(_) => ends.push((claim, end)),
                    None => open.push(claim),
                }
            }
            Ok(open)
        })?;
        ends.extend(open.into_iter().map(|claim| (claim, None)));
        Ok(ends)
    }

    fn statement(&mut self, statement: &Statement, mut claim: Claim) -> Result<Ends, String> {
        match statement {
            Statement::If(test, then, otherwise) => {
                let mut ends = Vec::new();
                for (answer, branch) in [(true, then), (false, otherwise)] {
                    for claim in self.assume(test, answer, claim.clone())? {
                        // What a branch sets would have to be forgotten behind it.
                        if branch.iter().any(|it| matches!(it, Statement::Set(..))) {
                            return Err("a variable that a branch sets".to_owned());
                        }
                        ends.extend(self.list(branch, claim)?);
                    }
                }
                Ok(ends)
            }
            Statement::Set(variable, value) => {
                self.claims.reads(value)?;
                let value = key(&self.words().of(value), &self.values);
                let name = self.variables[*variable].name.clone();
                self.values.insert(name, value);
                Ok(vec![(claim, None)])
            }
            Statement::RunQuiet(rows) => {
                claim.runs.push(*rows);
                Ok(vec![(claim, None)])
            }
            Statement::Return(Some(E::Flag(answer))) => Ok(vec![(claim, Some(*answer))]),
            _ => Err("conditions that run a step".to_owned()),
        }
    }

    /// The ways in which a condition has an answer.
    fn assume(&self, test: &E, answer: bool, claim: Claim) -> Result<Vec<Claim>, String> {
        match test {
            E::Not(test) => self.assume(test, !answer, claim),
            E::Flag(flag) => Ok(claim.if_holds(*flag == answer)),
            E::All(tests) => self.chain(tests, true, answer, claim),
            E::Any(tests) => self.chain(tests, false, answer, claim),
            E::Call(P::TokenIs, kind) => {
                let is_character = kind[..] == [E::Kind(TokenType::Character)];
                Ok(claim.if_holds(is_character == answer))
            }
            E::Algorithm(at, arguments) => {
                let program = self.claims.program;
                if !program.quick_returns.contains(&Some(*at)) {
                    return Err("a condition runs steps".to_owned());
                }
                if !answer {
                    return Ok(vec![claim]);
                }
                let of = &program.algorithms[*at];
                let mut values = Values::new();
                for (argument, variable) in arguments.iter().zip(&of.body.variables) {
                    self.claims.reads(argument)?;
                    let value = key(&self.words().of(argument), &self.values);
                    values.insert(variable.name.clone(), value);
                }
                let body = self.claims.body(&of.body.variables, &values);
                match &of.body.segments[..] {
                    [segment] => body.yes(segment, claim),
                    _ => Err("conditions with labels".to_owned()),
                }
            }
            test => {
                self.claims.reads(test)?;
                let key = key(&self.words().of(test), &self.values);
                Ok(claim.with(key, answer))
            }
        }
    }

    /// Conditions, each of which is tested if all before it have an answer.
    fn chain(
        &self,
        tests: &[E],
        goes_on: bool,
        answer: bool,
        claim: Claim,
    ) -> Result<Vec<Claim>, String> {
        let mut ended = Vec::new();
        let open = through(tests, claim, |test, claim| {
            ended.extend(self.assume(test, !goes_on, claim.clone())?);
            self.assume(test, goes_on, claim)
        })?;
        Ok(if answer == goes_on { open } else { ended })
    }
}
