//! What the tables do with a character under known answers: whether they only append it.
//!
//! A condition without an answer is explored both ways. Nothing that a character changes may have an answer, because the answers
//! have to hold for all characters of a run.

use super::super::clauses;
use super::known::{Known, Values, is_steady, key, through, unsteady};
use tokenwright_compiler::tree::ir::Rows;
use tokenwright_tables::grammar::Is;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{
    Expression, PartSet, TokenType, TreeCondition as C, TreeStep as S, Value,
};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, Mode, Resolved, Test, TreeTables, parameters,
};
use tokenwright_tables::tree::token::Token;
use tokenwright_tables::tree::{Effect, Effects};

/// What appending a character changes.
const APPENDED: PartSet = PartSet::TREE.or(PartSet::PENDING);

/// What happened so far.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    explored: Known,
    values: Values,
    /// How often the character was appended.
    pub(super) appended: usize,
    /// How often rules were run for it.
    pub(super) runs: usize,
}

/// States, each with whether the row or the algorithm has ended.
type Flows = Vec<(State, bool)>;

/// The states that have ended, or in which a condition holds, and the others.
fn split(flows: Flows) -> [Vec<State>; 2] {
    let (some, others): (Flows, Flows) = flows.into_iter().partition(|(_, is)| *is);
    [some, others].map(|flows| flows.into_iter().map(|(state, _)| state).collect())
}

fn flows(some: Vec<State>, others: Vec<State>) -> Flows {
    let some = some.into_iter().map(|state| (state, true));
    let others = others.into_iter().map(|state| (state, false));
    some.chain(others).collect()
}

/// The steps of the tables under the answers of a claim.
pub(super) struct Steps<'t> {
    pub(super) tables: &'t TreeTables,
    pub(super) known: &'t Known,
    /// The rules of which it is claimed that they only append.
    pub(super) runs: &'t [Rows],
}

impl Steps<'_> {
    /// Runs the rows of a mode for a character; an error says what else happens.
    pub(super) fn rows(&self, mode: &Mode, code: u32) -> Result<Vec<State>, String> {
        let mut done = Vec::new();
        let rows = mode
            .rows
            .iter()
            .flat_map(|row| row.on.iter().map(move |on| (row, on)));
        let rows = rows.filter(|(_, on)| on.tokens.value.has(Token::Character(code)));
        let others = through(rows, State::default(), |(row, on), state| {
            let [holding, others] = split(self.all(&on.when, state)?);
            for state in holding {
                done.extend(self.body(&row.body, state)?);
            }
            Ok(others)
        })?;
        done.extend(others);
        Ok(done)
    }

    /// Runs a body to its end.
    pub(super) fn body(&self, body: &[Clause], state: State) -> Result<Vec<State>, String> {
        let flows = self.clauses(body, state)?;
        Ok(flows.into_iter().map(|(state, _)| state).collect())
    }

    fn clauses(&self, body: &[Clause], state: State) -> Result<Flows, String> {
        let mut all_ended = Vec::new();
        let open = through(body, state, |clause, state| {
            let [ended, open] = split(self.clause(clause, state)?);
            all_ended.extend(ended);
            Ok(open)
        })?;
        Ok(flows(all_ended, open))
    }

    fn clause(&self, clause: &Clause, state: State) -> Result<Flows, String> {
        match clause {
            Clause::Step(step) => self.step(step, state),
            Clause::Call(sentence) => self.call(sentence, state),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let mut flows = Vec::new();
                let others = through(any, state, |all, state| {
                    let [holding, others] = split(self.all(all, state)?);
                    for state in holding {
                        flows.extend(self.clauses(then, state)?);
                    }
                    Ok(others)
                })?;
                for state in others {
                    flows.extend(self.clauses(otherwise, state)?);
                }
                Ok(flows)
            }
            Clause::While { .. } => Err("a loop".to_owned()),
            Clause::Label(_) => Ok(vec![(state, false)]),
        }
    }

    fn step(&self, step: &Located<S>, mut state: State) -> Result<Flows, String> {
        let refused = || Err(step.value.to_string());
        match &step.value {
            S::Ignore => {}
            S::Return => return Ok(vec![(state, true)]),
            S::SetFramesetNotOk => {
                let flag = C::FramesetNotOk.to_string();
                if self.answer(&key(&flag, &Values::new()), &state) != Some(true) {
                    return refused();
                }
            }
            S::Let(variable, value) | S::Set(variable, value) => {
                let value = self.value(value, &state)?;
                state.values.insert(variable.0.clone(), value);
            }
            S::AppendText(_) | S::InsertText(_) => {
                let character = Expression::Character.to_string();
                if state.values.get("data") != Some(&character) {
                    return refused();
                }
                state.appended += 1;
            }
            S::AppendPending => state.appended += 1,
            S::UseCurrentMode => self.run(Rows::CurrentMode, step, &mut state)?,
            S::UseForeign => self.run(Rows::Mode(self.tables.modes.len()), step, &mut state)?,
            S::UseMode(mode) => match self.tables.mode(&mode.0) {
                Some(mode) => self.run(Rows::Mode(mode), step, &mut state)?,
                None => return refused(),
            },
            _ => return refused(),
        }
        match state.appended + state.runs {
            0 | 1 => Ok(vec![(state, false)]),
            _ => Err(format!("{}, a second time", step.value)),
        }
    }

    fn run(&self, rows: Rows, step: &Located<S>, state: &mut State) -> Result<(), String> {
        if !self.runs.contains(&rows) {
            return Err(step.value.to_string());
        }
        state.runs += 1;
        Ok(())
    }

    /// Runs the steps of an algorithm.
    fn call(&self, sentence: &str, state: State) -> Result<Flows, String> {
        let Some((body, values)) = self.callee(sentence, &state)? else {
            return Err(sentence.to_owned());
        };
        let outer = state.values.clone();
        let inner = State { values, ..state };
        let after = self.body(body, inner)?.into_iter().map(|state| {
            let values = outer.clone();
            (State { values, ..state }, false)
        });
        Ok(after.collect())
    }

    /// The steps of an algorithm and its arguments; none if a sentence calls none.
    fn callee(&self, sentence: &str, state: &State) -> Result<Option<(&[Clause], Values)>, String> {
        let resolved = self.tables.step(sentence);
        let Some(Resolved {
            callee: Callee::Algorithm(at),
            arguments,
        }) = resolved
        else {
            return Ok(None);
        };
        let of = &self.tables.algorithms[at];
        let mut values = Values::new();
        for (name, argument) in parameters(&of.name.value).zip(&arguments) {
            values.insert(name.to_owned(), self.value(argument, state)?);
        }
        Ok(Some((&of.body, values)))
    }

    /// A value in words, if nothing changes when it is computed.
    fn value(&self, value: &Value, state: &State) -> Result<String, String> {
        let words = value.to_string();
        let nowhere = Place::default();
        let reads = self
            .reads(|effects| self.tables.visit_value(value, nowhere, effects))
            .map_err(|fault| format!("{words}: {fault}"))?;
        let key = key(&words, &state.values);
        Ok(match reads.meets(APPENDED) {
            true => unsteady(&key),
            false => key,
        })
    }

    /// The parts that are read; an error says what changes something, may not end, or is not known.
    fn reads(&self, visit: impl FnOnce(&mut Effects<'_, '_>)) -> Result<PartSet, String> {
        let mut reads = Ok(PartSet::NONE);
        visit(&mut Effects::new(self.tables, &mut |effect| {
            let Ok(before) = reads else {
                return;
            };
            reads = match effect {
                Effect::Touches(parts, of) if parts.changes.meets(PartSet::STATE) => {
                    Err(of.to_string())
                }
                Effect::Touches(parts, _) => Ok(before.or(parts.reads)),
                Effect::Loops(what) => Err(what.to_string()),
                Effect::Outside(_, sentence) => Err(sentence.to_owned()),
                Effect::Label => return,
            };
        }));
        reads
    }

    fn answer(&self, key: &str, state: &State) -> Option<bool> {
        let known = self.known.get(key).or_else(|| state.explored.get(key));
        known.copied().filter(|_| is_steady(key))
    }

    fn all(&self, all: &Conjunction, state: State) -> Result<Flows, String> {
        let mut all_others = Vec::new();
        let holding = through(all, state, |test, state| {
            let [holding, others] = split(self.test(test, state)?);
            all_others.extend(others);
            Ok(holding)
        })?;
        Ok(flows(holding, all_others))
    }

    fn test(&self, test: &Located<Test>, state: State) -> Result<Flows, String> {
        match &test.value {
            Test::Condition(C::True) => return Ok(vec![(state, true)]),
            Test::Condition(C::TokenIs(is, kind)) => {
                let holds = (*kind == TokenType::Character) == (*is == Is::Is);
                return Ok(vec![(state, holds)]);
            }
            _ => {}
        }
        let all = vec![test.clone()];
        let reads = self.reads(|effects| self.tables.visit_tests(&all, effects))?;
        let (sentence, is_denied) = clauses::claim(&test.value);
        let key = key(&sentence, &state.values);
        let is_steady = is_steady(&key) && !reads.meets(APPENDED);
        if is_steady && let Some(answer) = self.answer(&key, &state) {
            return Ok(vec![(state, answer != is_denied)]);
        }
        let explored = [true, false].map(|answer| {
            let mut state = state.clone();
            if is_steady {
                state.explored.insert(key.clone(), answer);
            }
            (state, answer != is_denied)
        });
        Ok(explored.into())
    }
}
