//! A revision with other names: for states and error codes that are called otherwise.

use tokenwright_tables::grammar::{Condition, StateName, Step, Word};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{
    Clause, Conjunction, Definition, Event, Revision, Row, Rule, State, Switch, Test,
};

/// Renamed items: pairs of a name and its replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) states: Vec<(String, String)>,
    pub(super) codes: Vec<(String, String)>,
}

impl Names {
    /// The inverse mapping.
    pub(super) fn inverse(&self) -> Names {
        let turn = |pairs: &[(String, String)]| {
            let turned = pairs.iter().map(|(a, b)| (b.clone(), a.clone()));
            turned.collect()
        };
        Names {
            states: turn(&self.states),
            codes: turn(&self.codes),
        }
    }

    /// The new name of a state.
    pub(super) fn state<'n>(&'n self, name: &'n str) -> &'n str {
        new_name(&self.states, name)
    }

    /// The new name of an error code.
    pub(super) fn code<'n>(&'n self, code: &'n str) -> &'n str {
        new_name(&self.codes, code)
    }

    /// The whole revision by its new names.
    pub(super) fn revision(&self, revision: &mut Revision) {
        let about = &mut revision.about;
        let entries = about.entry_states.iter_mut();
        for name in entries.chain(std::iter::once(&mut about.initial_state)) {
            name.value = self.state(&name.value).to_owned();
        }
        for mode in &mut about.text_modes {
            if let Switch::State(name) = &mut mode.switch.value {
                *name = self.state(name).to_owned();
            }
        }
        for row in &mut revision.input_stream.rows {
            self.row(row);
        }
        for rule in &mut revision.rules {
            self.rule(rule);
        }
        for definition in &mut revision.definitions {
            self.definition(definition);
        }
        let states = revision.states.iter_mut();
        for state in states.chain(&mut revision.procedures) {
            self.whole_state(state);
        }
        for error in &mut revision.errors {
            error.code.value = self.code(&error.code.value).to_owned();
        }
    }

    pub(super) fn whole_state(&self, state: &mut State) {
        state.name.value = self.state(&state.name.value).to_owned();
        self.clauses(&mut state.body);
        for row in &mut state.rows {
            self.row(row);
        }
    }

    pub(super) fn rule(&self, rule: &mut Rule) {
        self.event(&mut rule.on.value);
        self.clauses(&mut rule.body);
    }

    pub(super) fn event(&self, event: &mut Event) {
        if let Event::Leaving(state) = event {
            *state = self.state(state).to_owned();
        }
    }

    pub(super) fn definition(&self, definition: &mut Definition) {
        match definition {
            Definition::Step { body, .. } => self.clauses(body),
            Definition::Condition { any, .. } => self.conditions(any),
        }
    }

    pub(super) fn row(&self, row: &mut Row) {
        self.conditions(&mut row.when);
        self.clauses(&mut row.body);
    }

    pub(super) fn clauses(&self, clauses: &mut [Clause]) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(&mut step.value),
                Clause::Call(_) => {}
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    self.conditions(any);
                    self.clauses(then);
                    self.clauses(otherwise);
                }
            }
        }
    }

    fn step(&self, step: &mut Step) {
        match step {
            Step::Switch(StateName(name))
            | Step::Reconsume(StateName(name))
            | Step::SetReturnState(StateName(name)) => *name = self.state(name).to_owned(),
            Step::NamedError(Word(code)) => *code = self.code(code).to_owned(),
            _ => {}
        }
    }

    fn conditions(&self, any: &mut [Conjunction]) {
        for test in any.iter_mut().flatten() {
            if let Test::Condition(
                Condition::ReturnState(_, StateName(name))
                | Condition::CurrentState(_, StateName(name)),
            ) = &mut test.value
            {
                *name = self.state(name).to_owned();
            }
        }
    }
}

fn new_name<'n>(pairs: &'n [(String, String)], name: &'n str) -> &'n str {
    let found = pairs.iter().find(|(old, _)| old == name);
    found.map_or(name, |(_, new)| new)
}

/// The states that steps switch to or reconsume in.
pub(super) fn entered(clauses: &[Clause]) -> Vec<&str> {
    clauses.nodes().steps().filter_map(Step::target).collect()
}

/// The error code that a step reports.
pub(super) fn code(step: &Step) -> Option<&str> {
    match step {
        Step::NamedError(code) => Some(&code.0),
        _ => None,
    }
}

/// The error codes that steps report.
pub(super) fn codes(clauses: &[Clause]) -> Vec<&str> {
    clauses.nodes().steps().filter_map(code).collect()
}
