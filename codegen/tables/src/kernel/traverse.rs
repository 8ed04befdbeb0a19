//! Visits the steps and conditions of a body, a row, a state or a revision, in the order of the tables.
//!
//! Most questions about a model are "does any step do X", under any condition. One iterator answers them, so a new
//! kind of clause is handled here once, and a caller can filter and stop as in any iterator. Parts that are left are
//! on an explicit stack, so deep nesting needs no recursion. It knows no paths: `check::walk` knows which step runs
//! before another.

use crate::grammar::{Condition, Step};
use crate::model::{Clause, Conjunction, Definition, Located, Revision, Row, Rule, State, Test};

/// A part of a revision, as [`Nodes`] visits it.
#[derive(Clone, Copy, Debug)]
pub enum Node<'r> {
    /// A step of the table language.
    Step(&'r Located<Step>),
    /// A step that the revision defines.
    Call(&'r Located<String>),
    /// A conditional clause. Its conditions and both of its branches follow.
    If(&'r [Conjunction]),
    /// A condition: of a guard, of a clause, or of a definition.
    Test(&'r Located<Test>),
}

/// A part that has not been visited.
#[derive(Clone, Copy, Debug)]
enum Part<'r> {
    Clauses(&'r [Clause]),
    Any(&'r [Conjunction]),
    All(&'r [Located<Test>]),
    Row(&'r Row),
    State(&'r State),
    Definition(&'r Definition),
}

/// An iterator over everything that can run, under any condition.
#[derive(Clone, Debug, Default)]
pub struct Nodes<'r> {
    /// The last part is visited next.
    parts: Vec<Part<'r>>,
    definitions: Option<Definitions<'r>>,
}

/// The definitions that are visited where they are used.
#[derive(Clone, Debug)]
struct Definitions<'r> {
    revision: &'r Revision,
    visited: Vec<&'r str>,
}

impl<'r> Nodes<'r> {
    fn of(part: Part<'r>) -> Self {
        Nodes {
            parts: vec![part],
            definitions: None,
        }
    }

    /// Visits the definitions that are used as well, each after its first use. A definition in terms of
    /// itself is visited once.
    #[must_use]
    pub fn with_definitions(mut self, revision: &'r Revision) -> Self {
        self.definitions = Some(Definitions {
            revision,
            visited: Vec::new(),
        });
        self
    }

    /// The steps of the table language.
    pub fn steps(self) -> impl Iterator<Item = &'r Step> {
        self.filter_map(|node| match node {
            Node::Step(step) => Some(&step.value),
            _ => None,
        })
    }

    /// The conditions.
    pub fn tests(self) -> impl Iterator<Item = &'r Located<Test>> {
        self.filter_map(|node| match node {
            Node::Test(test) => Some(test),
            _ => None,
        })
    }

    /// The conditions of the table language.
    pub fn conditions(self) -> impl Iterator<Item = &'r Condition> {
        self.tests().filter_map(|test| match &test.value {
            Test::Condition(condition) => Some(condition),
            Test::Defined { .. } => None,
        })
    }

    /// The names of the definitions that are used.
    pub fn uses(self) -> impl Iterator<Item = &'r str> {
        self.filter_map(|node| node.used())
    }

    fn visit_definition(&mut self, node: Node<'r>) {
        let (Some(all), Some(name)) = (&mut self.definitions, node.used()) else {
            return;
        };
        if all.visited.contains(&name) {
            return;
        }
        all.visited.push(name);
        let part = match node {
            Node::Test(_) => all.revision.defined_condition(name).map(Part::Any),
            _ => all.revision.defined_step(name).map(Part::Clauses),
        };
        self.parts.extend(part);
    }
}

impl<'r> Node<'r> {
    /// The name of the definition that is used here.
    #[must_use]
    pub fn used(self) -> Option<&'r str> {
        match self {
            Node::Call(name) => Some(name),
            Node::Test(Located {
                value: Test::Defined { name, .. },
                ..
            }) => Some(name),
            _ => None,
        }
    }
}

impl<'r> Iterator for Nodes<'r> {
    type Item = Node<'r>;

    fn next(&mut self) -> Option<Node<'r>> {
        loop {
            let node = match self.parts.pop()? {
                Part::Clauses(clauses) => {
                    let Some((first, rest)) = clauses.split_first() else {
                        continue;
                    };
                    self.parts.push(Part::Clauses(rest));
                    match first {
                        Clause::Step(step) => return Some(Node::Step(step)),
                        Clause::Call(name) => Node::Call(name),
                        Clause::If {
                            any,
                            then,
                            otherwise,
                        } => {
                            let branches = [Part::Clauses(otherwise), Part::Clauses(then)];
                            self.parts.extend(branches);
                            self.parts.push(Part::Any(any));
                            return Some(Node::If(any));
                        }
                    }
                }
                Part::Any(any) => {
                    if let Some((first, rest)) = any.split_first() {
                        self.parts.extend([Part::Any(rest), Part::All(first)]);
                    }
                    continue;
                }
                Part::All(all) => {
                    let Some((first, rest)) = all.split_first() else {
                        continue;
                    };
                    self.parts.push(Part::All(rest));
                    Node::Test(first)
                }
                Part::Row(row) => {
                    self.parts
                        .extend([Part::Clauses(&row.body), Part::Any(&row.when)]);
                    continue;
                }
                Part::State(state) => {
                    self.parts.extend(state.rows.iter().rev().map(Part::Row));
                    self.parts.push(Part::Clauses(&state.body));
                    continue;
                }
                Part::Definition(definition) => {
                    self.parts.push(match definition {
                        Definition::Step { body, .. } => Part::Clauses(body),
                        Definition::Condition { any, .. } => Part::Any(any),
                    });
                    continue;
                }
            };
            self.visit_definition(node);
            return Some(node);
        }
    }
}

/// What can be visited.
pub trait Traverse {
    /// Everything of it that can run. Definitions that it uses are not part of it.
    fn nodes(&self) -> Nodes<'_>;
}

macro_rules! traverse {
    ($($of:ty: $it:ident => $part:expr;)+) => {
        $(impl Traverse for $of {
            fn nodes(&self) -> Nodes<'_> {
                let $it = self;
                Nodes::of($part)
            }
        })+
    };
}

traverse! {
    [Clause]: it => Part::Clauses(it);
    [Conjunction]: it => Part::Any(it);
    Located<Test>: it => Part::All(std::slice::from_ref(it));
    Row: it => Part::Row(it);
    Rule: it => Part::Clauses(&it.body);
    State: it => Part::State(it);
    Definition: it => Part::Definition(it);
}

impl Traverse for Revision {
    /// Its rules, definitions, states and procedures; not the rows of the input stream.
    fn nodes(&self) -> Nodes<'_> {
        let states = self.states.iter().chain(&self.procedures);
        let mut parts: Vec<Part<'_>> = self
            .rules
            .iter()
            .map(|rule| Part::Clauses(&rule.body))
            .collect();
        parts.extend(self.definitions.iter().map(Part::Definition));
        parts.extend(states.map(Part::State));
        parts.reverse();
        Nodes {
            parts,
            definitions: None,
        }
    }
}
