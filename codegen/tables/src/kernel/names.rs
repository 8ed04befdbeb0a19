//! Finds the parts of a revision by their names.

use crate::grammar::{Matcher, Step};
use crate::model::{About, Clause, Conjunction, Definition, Located, On, Revision, Row, State};

impl Revision {
    /// The states, and then the procedures.
    pub fn blocks(&self) -> impl Iterator<Item = &State> {
        self.states.iter().chain(&self.procedures)
    }

    /// The place of a state in the order of the tables.
    #[must_use]
    pub fn state_index(&self, name: &str) -> Option<usize> {
        let mut states = self.states.iter();
        states.position(|state| state.name.value == name)
    }

    /// A state by its name.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<&State> {
        self.state_index(name).map(|at| &self.states[at])
    }

    /// A procedure by its name.
    #[must_use]
    pub fn procedure(&self, name: &str) -> Option<&State> {
        self.procedure_index(name).map(|at| &self.procedures[at])
    }

    /// The place of a procedure in the order of the tables.
    #[must_use]
    pub fn procedure_index(&self, name: &str) -> Option<usize> {
        let mut procedures = self.procedures.iter();
        procedures.position(|procedure| procedure.name.value == name)
    }

    /// The steps that define a step.
    #[must_use]
    pub fn defined_step(&self, sentence: &str) -> Option<&[Clause]> {
        self.definitions.iter().find_map(|one| match one {
            Definition::Step { name, body } if name.value == sentence => Some(&body[..]),
            _ => None,
        })
    }

    /// The conditions that define a condition.
    #[must_use]
    pub fn defined_condition(&self, sentence: &str) -> Option<&[Conjunction]> {
        self.definitions.iter().find_map(|one| match one {
            Definition::Condition { name, any } if name.value == sentence => Some(&any[..]),
            _ => None,
        })
    }
}

impl About {
    /// The members of a class of characters.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&[Located<Matcher>]> {
        let mut classes = self.classes.iter();
        let found = classes.find(|(class, _)| class.value == name);
        found.map(|(_, members)| &members[..])
    }

    /// The names of a list.
    #[must_use]
    pub fn list(&self, name: &str) -> Option<&[String]> {
        let mut lists = self.names.iter();
        let found = lists.find(|(list, _)| list.value == name);
        found.map(|(_, names)| &names[..])
    }
}

impl Step {
    /// The state that the step switches to or reconsumes in, if it names one.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        match self {
            Step::Switch(state) | Step::Reconsume(state) => Some(&state.0),
            _ => None,
        }
    }

    /// The state that the step names: its target, or the return state that it sets.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        match self {
            Step::SetReturnState(state) => Some(&state.0),
            _ => self.target(),
        }
    }
}

impl On {
    /// The matchers of characters, and those of `except`.
    pub fn matcher_lists(&self) -> (&[Located<Matcher>], &[Located<Matcher>]) {
        match self {
            On::Consumed { any, except } => (any, except),
            On::Peeked(any) => (any, &[]),
            On::Ahead { .. } => (&[], &[]),
        }
    }

    /// The matchers of characters, with those of `except`.
    pub fn matchers(&self) -> impl Iterator<Item = &Located<Matcher>> {
        let (any, except) = self.matcher_lists();
        any.iter().chain(except)
    }

    /// Whether the row looks at characters without consuming them.
    pub fn looks_ahead(&self) -> bool {
        !matches!(self, On::Consumed { .. })
    }
}

impl Row {
    /// Whether the row is `anything else`, which `treat as anything else` leads to. There are several if they have guards.
    #[must_use]
    pub fn is_anything_else(&self) -> bool {
        let (any, _) = self.on.matcher_lists();
        any.iter().any(|it| it.value == Matcher::AnythingElse)
    }
}

impl State {
    /// Whether some row looks ahead.
    pub fn looks_ahead(&self) -> bool {
        self.rows.iter().any(|row| row.on.looks_ahead())
    }
}
