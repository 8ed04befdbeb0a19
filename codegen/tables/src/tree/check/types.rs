//! Types: a variable is one kind of thing, and each hole gets what it needs.
//!
//! The tables say of no variable what it is; its uses do. A use may be in an algorithm that is called, or in a caller. So all bodies
//! are visited until the types stay the same, and what contradicts them then is a mistake.

use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Elements, Expression, TreeCondition, TreeStep, Value};
use crate::tree::model::{Callee, Resolved, TreeTables, parameters};
use crate::tree::traverse::Visitor;
use std::collections::BTreeMap;
use std::fmt;

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Node,
    Location,
    Position,
    Token,
    Namespace,
    Text,
    Number,
    Flag,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Node => "a node",
            Type::Location => "a place in the tree",
            Type::Position => "a position in the list",
            Type::Token => "a token",
            Type::Namespace => "a namespace",
            Type::Text => "a text",
            Type::Number => "a number",
            Type::Flag => "true or false",
        })
    }
}

/// Who has variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Algorithm(usize),
    Definition(usize),
    /// A row, by its number among all.
    Row(usize),
}

/// What a variable is, by its uses.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// By the first use that says so.
    known: Option<Type>,
    /// The uses of the last round.
    all: Vec<(Type, Place)>,
}

impl Uses {
    /// Notes a use. Returns whether it is the first that says what the variable is.
    fn add(&mut self, with: Type, place: Place) -> bool {
        self.all.push((with, place));
        self.known.replace(self.known.unwrap_or(with)).is_none()
    }

    /// The places of the uses that differ from most.
    fn contradictions(&self, name: &str, verb: &str) -> Vec<Diagnostic> {
        let count = |of: Type| self.all.iter().filter(|(it, _)| *it == of).count();
        // Of several that are as frequent, the first.
        let types = self.all.iter().rev().map(|(it, _)| *it);
        let Some(most) = types.max_by_key(|it| count(*it)) else {
            return Vec::new();
        };
        let others = self.all.iter().filter(|(it, _)| *it != most);
        let found = others.map(|(other, place)| {
            let message = format!("`{name}` {verb} {other} here, and {most} elsewhere");
            Diagnostic::error(*place, message)
        });
        found.collect()
    }
}

struct Types<'t> {
    tables: &'t TreeTables,
    owner: Owner,
    variables: BTreeMap<(Owner, String), Uses>,
    /// What algorithms return.
    results: BTreeMap<usize, Uses>,
    is_changed: bool,
    found: Vec<Diagnostic>,
}

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut types = Types {
        tables,
        owner: Owner::Row(0),
        variables: BTreeMap::new(),
        results: BTreeMap::new(),
        is_changed: true,
        found: Vec::new(),
    };
    // Each round adds a type; they are as many as variables and results.
    while types.is_changed {
        types.is_changed = false;
        types.found.clear();
        let uses = types.variables.values_mut();
        uses.chain(types.results.values_mut())
            .for_each(|uses| uses.all.clear());
        types.visit();
    }
    for ((_, name), uses) in &types.variables {
        types.found.extend(uses.contradictions(name, "is"));
    }
    for (at, uses) in &types.results {
        let name = &tables.algorithms[*at].name.value;
        types.found.extend(uses.contradictions(name, "returns"));
    }
    types.found
}

/// What an expression is, if it says so itself.
fn result(expression: &Expression) -> Option<Type> {
    use Expression as E;
    Some(match expression {
        E::Variable(_) => return None,
        E::CurrentNode
        | E::AdjustedCurrentNode
        | E::ContextElement
        | E::NearestOfContext(_)
        | E::HeadPointer
        | E::FormPointer
        | E::Document
        | E::NewElement
        | E::FirstElement
        | E::SecondElement
        | E::LastOpen(_)
        | E::Above(_)
        | E::TopmostBelow(..)
        | E::LastFormatting(_)
        | E::LastFormattingNamed(_)
        | E::EarliestLike(_)
        | E::LastEntry
        | E::EntryBefore(_)
        | E::EntryAfter(_)
        | E::NodeOf(_)
        | E::NewElementFor(..)
        | E::Null => Type::Node,
        E::InsideContents(_) | E::Inside(_) | E::Before(_) => Type::Location,
        E::PositionOf(_) | E::PositionAfter(_) => Type::Position,
        E::TokenOf(_) | E::EmptyTag(_) | E::Token => Type::Token,
        E::InNamespace(_) | E::NamespaceOf(_) => Type::Namespace,
        E::AttributeValue(_) | E::TagName | E::Character | E::Pending | E::Text(_) | E::Char(_) => {
            Type::Text
        }
        E::Number(_) => Type::Number,
        E::True | E::False => Type::Flag,
    })
}

impl Types<'_> {
    fn visit(&mut self) {
        let tables = self.tables;
        let rows = tables.modes.iter().chain(&tables.foreign_content);
        for (at, row) in rows.flat_map(|mode| &mode.rows).enumerate() {
            self.owner = Owner::Row(at);
            row.on
                .iter()
                .for_each(|on| tables.visit_tests(&on.when, self));
            tables.visit(&row.body, self);
        }
        for (at, algorithm) in tables.algorithms.iter().enumerate() {
            self.owner = Owner::Algorithm(at);
            tables.visit(&algorithm.body, self);
        }
        for (at, definition) in tables.definitions.iter().enumerate() {
            self.owner = Owner::Definition(at);
            definition
                .any
                .iter()
                .for_each(|all| tables.visit_tests(all, self));
        }
    }

    fn unify(&mut self, owner: Owner, name: &str, with: Type, place: Place) {
        let uses = self.variables.entry((owner, name.to_owned())).or_default();
        self.is_changed |= uses.add(with, place);
    }

    fn known(&self, owner: Owner, name: &str) -> Option<Type> {
        self.variables.get(&(owner, name.to_owned()))?.known
    }

    fn unify_result(&mut self, algorithm: usize, with: Type, place: Place) {
        let uses = self.results.entry(algorithm).or_default();
        self.is_changed |= uses.add(with, place);
    }

    /// An expression has to be of a type.
    fn need(&mut self, expression: &Expression, needed: Type, place: Place) {
        match (expression, result(expression)) {
            (Expression::Variable(variable), _) => {
                self.unify(self.owner, &variable.0, needed, place);
            }
            (_, Some(found)) if found != needed => {
                let message = format!("`{expression}` is {found}, and {needed} is needed");
                self.found.push(Diagnostic::error(place, message));
            }
            _ => {}
        }
    }

    fn need_all(&mut self, all: Vec<&Expression>, needed: &[Type], place: Place) {
        // What is not listed is a node.
        let needed = needed.iter().chain(std::iter::repeat(&Type::Node));
        for (expression, needed) in all.into_iter().zip(needed) {
            self.need(expression, *needed, place);
        }
    }

    fn type_of(&self, expression: &Expression) -> Option<Type> {
        match expression {
            Expression::Variable(variable) => self.known(self.owner, &variable.0),
            other => result(other),
        }
    }

    /// The algorithm that a value calls.
    fn callee(&self, value: &Value) -> Option<usize> {
        let Value::Call(call) = value else {
            return None;
        };
        match self.tables.step(&call.0)?.callee {
            Callee::Algorithm(at) => Some(at),
            _ => None,
        }
    }

    fn type_of_value(&self, value: &Value) -> Option<Type> {
        match value {
            Value::Expression(expression) => self.type_of(expression),
            Value::Call(_) => self.results.get(&self.callee(value)?)?.known,
        }
    }

    fn need_value(&mut self, value: &Value, needed: Type, place: Place) {
        match value {
            Value::Expression(expression) => self.need(expression, needed, place),
            Value::Call(_) => {
                if let Some(at) = self.callee(value) {
                    self.unify_result(at, needed, place);
                }
            }
        }
    }

    /// A value goes to a variable: what is known of one is known of the other.
    fn assign(&mut self, (owner, name): (Owner, &str), value: &Value, place: Place) {
        match (self.type_of_value(value), self.known(owner, name)) {
            (Some(found), _) => self.unify(owner, name, found, place),
            (None, Some(known)) => self.need_value(value, known, place),
            (None, None) => {}
        }
    }

    fn returned(&mut self, value: &Value, place: Place) {
        let Owner::Algorithm(at) = self.owner else {
            return;
        };
        let known = self.results.get(&at).and_then(|uses| uses.known);
        match (self.type_of_value(value), known) {
            (Some(found), _) => self.unify_result(at, found, place),
            (None, Some(known)) => self.need_value(value, known, place),
            (None, None) => {}
        }
    }
}

impl Visitor for Types<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        use TreeStep as S;
        let place = step.place;
        let needed: &[Type] = match &step.value {
            S::ChangeToken(_) => &[Type::Token],
            S::AppendText(_) | S::InsertText(_) => {
                self.unify(self.owner, "data", Type::Text, place);
                &[Type::Location]
            }
            S::InsertComment(_) | S::InsertInstruction(_) => &[Type::Location],
            S::InsertIntoList(..) => &[Type::Node, Type::Position],
            S::Insert(..) => &[Type::Node, Type::Location],
            S::AddAttribute(..) => &[Type::Text],
            _ => &[],
        };
        self.need_all(step.value.expressions(), needed, place);
        match &step.value {
            S::Let(variable, value) | S::Set(variable, value) => {
                self.assign((self.owner, &variable.0), value, place);
            }
            S::Increment(variable, _) => self.unify(self.owner, &variable.0, Type::Number, place),
            S::ReturnValue(value) => self.returned(value, place),
            _ => {}
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, place: Place) {
        let Some(Resolved { callee, arguments }) = resolved else {
            return;
        };
        let (owner, name) = match *callee {
            Callee::Algorithm(at) => (Owner::Algorithm(at), &self.tables.algorithms[at].name),
            Callee::Definition(at) => (Owner::Definition(at), &self.tables.definitions[at].name),
            // They are for others, who take nodes and places.
            Callee::Output(_) | Callee::Question(_) => return,
        };
        for (parameter, value) in parameters(name).zip(arguments) {
            self.assign((owner, parameter), value, place);
        }
    }

    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        use TreeCondition as C;
        let needed: &[Type] = match condition {
            C::TextBefore(_) | C::NewestText(_) | C::InDocument(_) | C::InsideOf(..) => {
                &[Type::Location]
            }
            // An element has attributes, too.
            C::Attribute(_, owner, ..) => match self.type_of(owner) {
                Some(Type::Token) => &[Type::Token],
                Some(_) => &[],
                None => return,
            },
            C::AtLeast(variable, _) | C::Greater(variable, _) => {
                self.unify(self.owner, &variable.0, Type::Number, place);
                &[]
            }
            C::IsTrue(variable) | C::IsFalse(variable) => {
                self.unify(self.owner, &variable.0, Type::Flag, place);
                &[]
            }
            _ => &[],
        };
        self.need_all(condition.expressions(), needed, place);
    }

    fn elements(&mut self, elements: &Elements, place: Place) {
        match elements {
            Elements::Node(node) => self.need(node, Type::Node, place),
            Elements::TagName(name) => self.need(name, Type::Text, place),
            Elements::Types { .. } | Elements::InNamespace(_) | Elements::SameTagName => {}
        }
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        use Expression as E;
        let needed: &[Type] = match expression {
            E::NodeOf(_) => &[Type::Location],
            E::LastFormattingNamed(_) => &[Type::Text],
            E::NewElementFor(..) => &[Type::Token, Type::Namespace],
            _ => &[],
        };
        self.need_all(expression.inner(), needed, place);
    }
}
