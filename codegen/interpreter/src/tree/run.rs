//! Clauses, one after the other: branches, loops, jumps and calls.
//!
//! A jump goes to a label of the outermost steps, so it unwinds to them and goes on there; nothing needs a graph. Depth
//! and the number of clauses are bounded for each token: tables that `check` accepts may still go in circles in a state
//! that no document reaches, and then the run is refused.

use super::construction::{Construction, RowsOf};
use super::document::NodeId;
use super::observer::{Body, TreeObserver};
use super::token::{Tag, TreeToken};
use std::fmt;
use std::sync::Arc;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::{Call, Namespace, TreeStep, Value as Source};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, IGNORED, Mode, On, Resolved, Test, Tokens, parameters,
};

/// The tables do not say how to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The reason.
    pub reason: String,
    /// Whether a sentence means nothing to the tables, as one of a page that was not understood. Otherwise it does not fit the state.
    pub is_unread: bool,
}

impl Stuck {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Stuck {
            reason: reason.into(),
            is_unread: false,
        }
    }

    pub(super) fn unread(reason: impl Into<String>) -> Self {
        Stuck {
            is_unread: true,
            ..Stuck::new(reason)
        }
    }

    /// A refusal of the tokenizer.
    #[must_use]
    pub fn from_refusal(refusal: &crate::Refusal) -> Self {
        Stuck::unread(refusal.to_string())
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Stuck {}

/// Where a node is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) parent: NodeId,
    pub(super) before: Option<NodeId>,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A node, or null.
    Node(Option<NodeId>),
    /// A marker in the list of active formatting elements.
    Marker(u32),
    Token(TreeToken),
    Text(String),
    Namespace(Namespace),
    Number(u32),
    Flag(bool),
    Location(Location),
    /// A position that was noted in the list of active formatting elements.
    Position(u32),
}

impl Value {
    fn wrong(&self, expected: &str) -> Stuck {
        let found = match self {
            Value::Node(None) => "null",
            Value::Node(Some(_)) => "a node",
            Value::Marker(_) => "a marker",
            Value::Token(_) => "a token",
            Value::Text(_) => "a text",
            Value::Namespace(_) => "a namespace",
            Value::Number(_) => "a number",
            Value::Flag(_) => "a flag",
            Value::Location(_) => "a location",
            Value::Position(_) => "a position",
        };
        Stuck::new(format!("{expected} is needed, and this is {found}"))
    }
}

/// Methods that give the content of a value of one kind, and refuse any other.
macro_rules! contents {
    ($($name:ident -> $kind:ty, $expected:literal: $pattern:pat => $content:expr;)+) => {
        impl Value {
            $(pub(super) fn $name(&self) -> Result<$kind, Stuck> {
                match self {
                    $pattern => Ok($content),
                    other => Err(other.wrong($expected)),
                }
            })+
        }
    };
}

contents! {
    node -> NodeId, "a node": Value::Node(Some(node)) => *node;
    tag -> &Tag, "a tag": Value::Token(TreeToken::Tag(tag)) => tag;
    text -> &str, "a text": Value::Text(text) => text;
    namespace -> Namespace, "a namespace": Value::Namespace(namespace) => *namespace;
    number -> u32, "a number": Value::Number(number) => *number;
    flag -> bool, "a flag": Value::Flag(flag) => *flag;
    location -> Location, "a location": Value::Location(location) => *location;
    position -> u32, "a position": Value::Position(position) => *position;
}

/// The variables of a row or an algorithm.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables<'t>(Vec<(&'t str, Value)>);

impl<'t> Variables<'t> {
    /// The parameters in the name of an algorithm or a definition, with their values.
    fn named(name: &'t str, values: Vec<Value>) -> Self {
        Variables(parameters(name).zip(values).collect())
    }

    fn get(&self, name: &str) -> Option<&Value> {
        let mut all = self.0.iter();
        all.find(|(known, _)| *known == name).map(|it| &it.1)
    }

    fn insert(&mut self, name: &'t str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }
}

/// What comes after a clause.
#[derive(Debug)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Jump(String),
    Return(Option<Value>),
}

/// How deep rows and algorithms call each other, if no element is open.
pub(super) const DEPTH: usize = 100;
/// How much deeper for each open element: at the end of the file, the token is processed again for each open template element.
pub(super) const DEPTH_BY_ELEMENT: usize = 4;
/// The least free bytes of the machine's own stack, and the bytes by which it grows.
const STACK: (usize, usize) = (128 << 10, 4 << 20);
/// How many clauses a token may take by default. The stack of open elements is walked at each.
pub(super) const CLAUSES: usize = 10_000_000;

impl<'t, O: TreeObserver> Construction<'t, O> {
    /// Runs the steps of a row or an algorithm.
    pub(super) fn run(
        &mut self,
        body: Body<'t>,
        mut variables: Variables<'t>,
    ) -> Result<Option<Value>, Stuck> {
        if self.depth == self.deepest {
            return Err(Stuck::new("the token is processed for ever"));
        }
        self.depth += 1;
        self.observer.enter(body);
        let body = body.clauses();
        let mut at = 0;
        let result = loop {
            let (least, more) = STACK;
            let run = || self.clauses(&body[at..], &mut variables);
            match stacker::maybe_grow(least, more, run)? {
                Flow::Next => break None,
                Flow::Return(value) => break value,
                Flow::Jump(label) => {
                    let is_target = |clause: &Clause| matches!(clause, Clause::Label(name) if name.value == label);
                    let target = body.iter().position(is_target);
                    at = target.ok_or_else(|| Stuck::new(format!("no step is labeled {label}")))?;
                }
                Flow::Break | Flow::Continue => {
                    return Err(Stuck::new("a break outside of a loop"));
                }
            }
        };
        self.depth -= 1;
        self.observer.leave();
        Ok(result)
    }

    fn clauses(
        &mut self,
        body: &'t [Clause],
        variables: &mut Variables<'t>,
    ) -> Result<Flow, Stuck> {
        for clause in body {
            self.taken += 1;
            if self.taken > self.most {
                return Err(Stuck::new("a loop does not end"));
            }
            let flow = match clause {
                Clause::Label(_) => {
                    self.observer.clause(clause);
                    Flow::Next
                }
                Clause::Step(step) => {
                    self.observer.clause(clause);
                    self.step_or_jump(step, variables)?
                }
                Clause::Call(sentence) => {
                    self.observer.clause(clause);
                    self.call(sentence, variables)?;
                    Flow::Next
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let held = self.any_holds(any, variables)?;
                    self.observer.tested(any, held);
                    self.clauses(if held { then } else { otherwise }, variables)?
                }
                Clause::While { all, body } => loop {
                    self.taken += 1;
                    if self.taken > self.most {
                        return Err(Stuck::new("a loop does not end"));
                    }
                    let held = self.holds(all, variables)?;
                    self.observer.tested(std::slice::from_ref(all), held);
                    if !held {
                        break Flow::Next;
                    }
                    match self.clauses(body, variables)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break Flow::Next,
                        other => break other,
                    }
                },
            };
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
            if self.is_stopped {
                return Ok(Flow::Return(None));
            }
        }
        Ok(Flow::Next)
    }

    fn step_or_jump(
        &mut self,
        step: &'t Located<TreeStep>,
        variables: &mut Variables<'t>,
    ) -> Result<Flow, Stuck> {
        match &step.value {
            TreeStep::Jump(label) => return Ok(Flow::Jump(label.0.clone())),
            TreeStep::Break => return Ok(Flow::Break),
            TreeStep::Continue => return Ok(Flow::Continue),
            TreeStep::Return => return Ok(Flow::Return(None)),
            TreeStep::ReturnValue(value) => {
                let value = self.value(value, variables)?;
                return Ok(Flow::Return(Some(value)));
            }
            TreeStep::Let(variable, value) | TreeStep::Set(variable, value) => {
                let value = self.value(value, variables)?;
                variables.insert(&variable.0, value);
            }
            TreeStep::Increment(variable, number) => {
                let old = self.variable(&variable.0, variables)?.number()?;
                let new = old.saturating_add(number.0);
                variables.insert(&variable.0, Value::Number(new));
            }
            other => {
                let step = match other {
                    TreeStep::ActAsIfSeen(token) => self
                        .act(token, variables)
                        .map(|was_ignored| variables.insert(IGNORED, Value::Flag(was_ignored))),
                    other => self.step(other, variables),
                };
                // Of steps that run others, the innermost is named.
                step.map_err(|stuck| match stuck.reason.starts_with('`') {
                    true => stuck,
                    false => Stuck {
                        reason: format!("`{other}`: {stuck}"),
                        ..stuck
                    },
                })?;
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn variable(&self, name: &str, variables: &Variables<'_>) -> Result<Value, Stuck> {
        let value = variables.get(name).cloned();
        value.ok_or_else(|| Stuck::new(format!("`{name}` has no value")))
    }

    /// The value of an expression, or the result of an algorithm.
    pub(super) fn value(
        &mut self,
        source: &Source,
        variables: &mut Variables<'t>,
    ) -> Result<Value, Stuck> {
        match source {
            Source::Expression(expression) => self.evaluate(expression, variables),
            Source::Call(Call(sentence)) => {
                let result = self.call(sentence, variables)?;
                result.ok_or_else(|| Stuck::new(format!("`{sentence}` has no result")))
            }
        }
    }

    fn resolved(&self, sentence: &str, is_step: bool) -> Result<Arc<Resolved>, Stuck> {
        let mut known = match self.resolved.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        let known = &mut known[usize::from(is_step)];
        if let Some(resolved) = known.get(sentence) {
            return Ok(Arc::clone(resolved));
        }
        let resolved = match is_step {
            true => self.tables.step(sentence),
            false => self.tables.condition(sentence),
        };
        let resolved =
            resolved.ok_or_else(|| Stuck::unread(format!("nothing is called `{sentence}`")))?;
        let resolved = Arc::new(resolved);
        known.insert(sentence.to_owned(), Arc::clone(&resolved));
        Ok(resolved)
    }

    fn arguments(
        &mut self,
        resolved: &Resolved,
        variables: &mut Variables<'t>,
    ) -> Result<Vec<Value>, Stuck> {
        let values = resolved.arguments.iter();
        let values = values.map(|source| self.value(source, variables));
        values.collect()
    }

    /// Runs the algorithm that a sentence calls, or gives the output that it is.
    fn call(
        &mut self,
        sentence: &str,
        variables: &mut Variables<'t>,
    ) -> Result<Option<Value>, Stuck> {
        let resolved = self.resolved(sentence, true)?;
        let tables = self.tables;
        match resolved.callee {
            Callee::Algorithm(at) => {
                let algorithm = &tables.algorithms[at];
                let values = self.arguments(&resolved, variables)?;
                let named = Variables::named(&algorithm.name, values);
                self.run(Body::Algorithm(at, algorithm), named)
            }
            Callee::Output(at) => {
                let name = &tables.outputs[at].name;
                let values = self.arguments(&resolved, variables)?;
                self.output(name, &values)?;
                Ok(None)
            }
            Callee::Definition(_) | Callee::Question(_) => {
                Err(Stuck::new(format!("`{sentence}` is a condition")))
            }
        }
    }

    pub(super) fn any_holds(
        &mut self,
        any: &'t [Conjunction],
        variables: &mut Variables<'t>,
    ) -> Result<bool, Stuck> {
        for all in any {
            if self.holds(all, variables)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn holds(
        &mut self,
        all: &'t Conjunction,
        variables: &mut Variables<'t>,
    ) -> Result<bool, Stuck> {
        for test in all {
            let held = match &test.value {
                Test::Condition(condition) => self.condition(condition, variables)?,
                Test::Defined { sentence, negated } => {
                    self.defined(sentence, variables)? != *negated
                }
            };
            if !held {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn defined(&mut self, sentence: &str, variables: &mut Variables<'t>) -> Result<bool, Stuck> {
        let resolved = self.resolved(sentence, false)?;
        let tables = self.tables;
        match resolved.callee {
            Callee::Definition(at) => {
                let definition = &tables.definitions[at];
                let values = self.arguments(&resolved, variables)?;
                let mut named = Variables::named(&definition.name, values);
                self.any_holds(&definition.any, &mut named)
            }
            Callee::Question(at) => {
                let name = &tables.questions[at].name;
                let values = self.arguments(&resolved, variables)?;
                self.answer(name, &values)
            }
            Callee::Algorithm(_) | Callee::Output(_) => {
                Err(Stuck::new(format!("`{sentence}` is no condition")))
            }
        }
    }

    /// Runs the row of a mode that matches the token.
    pub(super) fn process(&mut self, rows: RowsOf) -> Result<(), Stuck> {
        let mode = self.mode(rows)?;
        for (index, row) in mode.rows.iter().enumerate() {
            for on in &row.on {
                if self.matches(on)? {
                    return self.run_row(rows, mode, index);
                }
            }
        }
        let kind = self.token.kind();
        let message = format!("\"{}\" has no row for {kind}", mode.name.value);
        Err(Stuck::new(message))
    }

    /// Runs the row of a mode that has these tokens.
    pub(super) fn entry(
        &mut self,
        rows: RowsOf,
        is_entry: impl Fn(&On) -> bool,
    ) -> Result<(), Stuck> {
        let mode = self.mode(rows)?;
        let mut all = mode.rows.iter();
        let index = all.position(|row| row.on.iter().any(&is_entry));
        let index = index
            .ok_or_else(|| Stuck::new(format!("\"{}\" has no such entry", mode.name.value)))?;
        self.run_row(rows, mode, index)
    }

    fn run_row(&mut self, rows: RowsOf, mode: &'t Mode, index: usize) -> Result<(), Stuck> {
        let before = std::mem::replace(&mut self.rows, rows);
        self.run(Body::Row { rows, mode, index }, Variables::default())?;
        self.rows = before;
        Ok(())
    }

    pub(super) fn mode(&self, rows: RowsOf) -> Result<&'t Mode, Stuck> {
        let absent = || Stuck::new("the tables have no rules for foreign content");
        rows.mode(self.tables).ok_or_else(absent)
    }

    fn matches(&mut self, on: &'t On) -> Result<bool, Stuck> {
        let is_match = match (&on.tokens.value, &self.token) {
            (Tokens::AnythingElse, _) => true,
            (Tokens::Kind(kind), token) => token.kind() == *kind,
            (Tokens::OtherCharacter, TreeToken::Character(_)) => true,
            (Tokens::Characters(matcher), TreeToken::Character(character)) => {
                super::conditions::has_character(&matcher.ranges(), *character)
            }
            (Tokens::StartTags(names), TreeToken::Tag(tag)) => {
                !tag.is_end && names.iter().any(|name| name.value == tag.name)
            }
            (Tokens::EndTags(names), TreeToken::Tag(tag)) => {
                tag.is_end && names.iter().any(|name| name.value == tag.name)
            }
            (Tokens::OtherStartTag, TreeToken::Tag(tag)) => !tag.is_end,
            (Tokens::OtherEndTag, TreeToken::Tag(tag)) => tag.is_end,
            _ => false,
        };
        Ok(is_match && self.holds(&on.when, &mut Variables::default())?)
    }
}
