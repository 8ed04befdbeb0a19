//! The registers that a state, or a later one, reads before they are written again.
//!
//! Two configurations that differ only in other registers are equivalent.

use super::predecessors::predecessors;
use std::collections::{BTreeSet, HashMap};
use tokenwright_tables::grammar::{Matcher, Step};
use tokenwright_tables::kernel::effects::RegisterSet;
use tokenwright_tables::model::{Clause, Conjunction, Definition, On, Revision, Row, Test};

/// A register that outlives the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Register {
    /// The return state, which character references set.
    ReturnState,
    /// The temporary buffer, which end tags in text and references use.
    TemporaryBuffer,
    /// The character reference code.
    Code,
    /// The additional allowed character.
    AdditionalAllowed,
}

/// The registers that this analysis tracks.
const REGISTERS: [(RegisterSet, Register); 4] = [
    (RegisterSet::RETURN_STATE, Register::ReturnState),
    (RegisterSet::BUFFER, Register::TemporaryBuffer),
    (RegisterSet::CODE, Register::Code),
    (RegisterSet::ADDITIONAL, Register::AdditionalAllowed),
];

/// For each state, by index, the registers that are read before they are written.
#[must_use]
pub fn live(revision: &Revision) -> Vec<BTreeSet<Register>> {
    let mut returns = BTreeSet::new();
    super::clauses::steps(revision, &mut |step| {
        if let Step::SetReturnState(state) = step {
            returns.insert(state.0.clone());
        }
    });
    let row_effects: Vec<Vec<RowEffects>> = revision
        .states
        .iter()
        .map(|state| {
            row_effects(
                revision,
                &state.body,
                &state.rows,
                &state.name.value,
                &returns,
            )
        })
        .collect();
    let names = revision.states.iter().enumerate();
    let names: HashMap<&str, usize> = names.map(|(i, s)| (s.name.value.as_str(), i)).collect();
    let mut live = vec![BTreeSet::new(); row_effects.len()];
    loop {
        let before = live.clone();
        for (state, row_effects) in row_effects.iter().enumerate() {
            for way in row_effects {
                let mut reads = way.reads.clone();
                for to in &way.to {
                    let later: &BTreeSet<Register> = &before[names[to.as_str()]];
                    reads.extend(later.difference(&way.writes).copied());
                }
                live[state].extend(reads);
            }
        }
        if live == before {
            return live;
        }
    }
}

/// The effect of the steps of one row on the registers, and the possible next states.
#[derive(Clone, Default)]
struct RowEffects {
    reads: BTreeSet<Register>,
    writes: BTreeSet<Register>,
    to: BTreeSet<String>,
}

fn row_effects(
    revision: &Revision,
    body: &[Clause],
    rows: &[Row],
    state: &str,
    returns: &BTreeSet<String>,
) -> Vec<RowEffects> {
    let reader = Reader {
        revision,
        state,
        returns,
    };
    let mut entry = RowEffects::default();
    reader.clauses(body, true, &mut entry);
    let mut row_effects: Vec<RowEffects> = rows
        .iter()
        .map(|row| {
            let mut way = entry.clone();
            reader.row(row, true, &mut way);
            way
        })
        .collect();
    if row_effects.is_empty() || !entry.to.is_empty() {
        row_effects.push(entry);
    }
    for way in &mut row_effects {
        if way.to.is_empty() {
            way.to.insert(state.to_owned());
        }
    }
    row_effects
}

struct Reader<'r> {
    revision: &'r Revision,
    state: &'r str,
    returns: &'r BTreeSet<String>,
}

impl Reader<'_> {
    fn row(&self, row: &Row, surely: bool, way: &mut RowEffects) {
        let allows = |any: &[tokenwright_tables::model::Located<Matcher>]| {
            any.iter().any(|m| m.value == Matcher::AdditionalAllowed)
        };
        if let On::Peeked(any) | On::Consumed { any, .. } = &row.on
            && allows(any)
        {
            read_all(way, RegisterSet::ADDITIONAL);
        }
        self.conditions(&row.when, way);
        self.clauses(&row.body, surely, way);
    }

    /// `surely` is set if the clauses run whenever the row does.
    fn clauses(&self, clauses: &[Clause], surely: bool, way: &mut RowEffects) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(&step.value, surely, way),
                Clause::Call(name) => {
                    for definition in &self.revision.definitions {
                        if let Definition::Step { name: n, body } = definition
                            && n == name
                        {
                            self.clauses(body, surely, way);
                        }
                    }
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    self.conditions(any, way);
                    self.clauses(then, false, way);
                    self.clauses(otherwise, false, way);
                }
            }
        }
    }

    fn conditions(&self, any: &[Conjunction], way: &mut RowEffects) {
        for test in any.iter().flatten() {
            match &test.value {
                Test::Condition(condition) => {
                    read_all(way, condition.effects().reads);
                }
                Test::Defined { name, .. } => {
                    for definition in &self.revision.definitions {
                        if let Definition::Condition { name: n, any } = definition
                            && n.value == *name
                        {
                            self.conditions(any, way);
                        }
                    }
                }
            }
        }
    }

    fn step(&self, step: &Step, surely: bool, way: &mut RowEffects) {
        let effects = step.effects();
        read_all(way, effects.reads);
        // The step that interprets the number of a reference is the first to read it.
        let always = *step == Step::InterpretNumber;
        if always || surely && way.to.is_empty() {
            let written = REGISTERS.iter();
            let written = written.filter(|(registers, _)| effects.writes.has(*registers));
            way.writes.extend(written.map(|(_, register)| *register));
        }
        match step {
            Step::Switch(state) | Step::Reconsume(state) => {
                way.to.insert(state.0.clone());
            }
            Step::SwitchToReturn | Step::ReconsumeInReturn => {
                way.to.extend(self.returns.iter().cloned());
            }
            Step::SwitchBack => {
                let states = predecessors(self.revision, self.state).into_iter();
                let names = states.map(|s| self.revision.states[s].name.value.clone());
                way.to.extend(names);
            }
            // The row that it runs is a separate path.
            Step::TreatAsAnythingElse => {
                way.to.insert(self.state.to_owned());
            }
            Step::Attempt(name) => {
                for procedure in &self.revision.procedures {
                    if procedure.name.value == name.0 {
                        self.clauses(&procedure.body, surely, way);
                        procedure
                            .rows
                            .iter()
                            .for_each(|row| self.row(row, false, way));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Records the registers that are read before the path has written them.
fn read_all(way: &mut RowEffects, reads: RegisterSet) {
    for (registers, register) in REGISTERS {
        if reads.has(registers) && !way.writes.contains(&register) {
            way.reads.insert(register);
        }
    }
}
