//! Resolves the names of a revision to indices.
//!
//! The interpreter runs models that `check` has not seen, such as mutants and half-understood pages, so every name is
//! resolved before the first run: an unknown one is an error with the nearest name, and a run cannot fail on it. It
//! does not use the lowering of the compiler, which would repeat the compiler's errors in the oracle.

use super::input_row::InputRow;
use super::look_ahead::looks_far;
use super::names::Names;
use super::node_tests::tests_node;
use super::program::{
    Interpreter, ResolvedBlock, ResolvedClause, ResolvedCondition, ResolvedRow, ResolvedRule,
};
use super::refusal::Refusal;
use super::set::CharacterSet;
use std::collections::HashMap;
use std::sync::Arc;
use tokenwright_tables::grammar::{Condition, Matcher, Step, nearest};
use tokenwright_tables::model::{
    Clause, Conjunction, Definition, Event, Located, On, Revision, Row, Rule, State, Test,
};
use tokenwright_tables::references::References;

/// The target of a sentence that names no state or procedure.
const NONE: usize = usize::MAX;
/// How many classes may be defined by each other.
const DEPTH: usize = 16;

type Conditions<'r> = Vec<Vec<ResolvedCondition<'r>>>;

/// Looks names up in a revision.
pub(super) struct Resolver<'r> {
    revision: &'r Revision,
    /// The names of the definitions that are steps, and of those that are conditions.
    steps: Vec<&'r str>,
    conditions: Vec<&'r str>,
}

impl<'r> Resolver<'r> {
    pub(super) fn new(revision: &'r Revision) -> Self {
        let mut steps = Vec::new();
        let mut conditions = Vec::new();
        for definition in &revision.definitions {
            match definition {
                Definition::Step { name, .. } => steps.push(name.as_str()),
                Definition::Condition { name, .. } => conditions.push(name.as_str()),
            }
        }
        Resolver {
            revision,
            steps,
            conditions,
        }
    }

    /// The definitions, in the order of their indices.
    pub(super) fn definitions(
        &self,
    ) -> Result<(Vec<Vec<ResolvedClause<'r>>>, Vec<Conditions<'r>>), Refusal> {
        let mut steps = Vec::new();
        let mut conditions = Vec::new();
        for definition in &self.revision.definitions {
            match definition {
                Definition::Step { body, .. } => steps.push(self.actions(body)?),
                Definition::Condition { any, .. } => conditions.push(self.questions(any)?),
            }
        }
        Ok((steps, conditions))
    }

    pub(super) fn state(&self, name: &str) -> Result<usize, Refusal> {
        let names = self.revision.states.iter().map(|s| s.name.as_str());
        find("state", name, names)
    }

    pub(super) fn block(&self, state: &'r State) -> Result<ResolvedBlock<'r>, Refusal> {
        let rows = state.rows.iter().map(|row| self.choice(row));
        Ok(ResolvedBlock {
            source: state,
            body: self.actions(&state.body)?,
            rows: rows.collect::<Result<_, _>>()?,
            looks_ahead: state
                .rows
                .iter()
                .any(|row| !matches!(row.on, On::Consumed { .. })),
            leaving: Default::default(),
            looks_far: false,
            tests_node: false,
        })
    }

    fn choice(&self, row: &'r Row) -> Result<ResolvedRow<'r>, Refusal> {
        let (set, except) = self.sets(&row.on)?;
        Ok(ResolvedRow {
            source: row,
            set,
            except,
            when: self.questions(&row.when)?,
            body: self.actions(&row.body)?,
        })
    }

    fn sets(&self, on: &On) -> Result<(CharacterSet, CharacterSet), Refusal> {
        Ok(match on {
            On::Consumed { any, except } => (
                self.set(any.iter().map(value), DEPTH)?,
                self.set(except.iter().map(value), DEPTH)?,
            ),
            On::Peeked(any) => (
                self.set(any.iter().map(value), DEPTH)?,
                CharacterSet::default(),
            ),
            On::Ahead { .. } => Default::default(),
        })
    }

    pub(super) fn input_row(&self, row: &'r Row) -> Result<InputRow, Refusal> {
        let (set, except) = self.sets(&row.on)?;
        let misplaced = |sentence: &dyn ToString| Err(Refusal::Misplaced(sentence.to_string()));
        if let Some(test) = row.when.iter().flatten().next() {
            return match &test.value {
                Test::Condition(condition) => misplaced(condition),
                Test::Defined { name, .. } => misplaced(name),
            };
        }
        let mut errors = Vec::new();
        let mut replacement = None;
        for clause in &row.body {
            match clause {
                Clause::Step(step) => match &step.value {
                    Step::NamedError(code) => errors.push(code.0.clone()),
                    Step::BareError => errors.push("parse-error".to_owned()),
                    Step::ReplaceInput(by) => match char::from_u32(by.0) {
                        Some(by) => replacement = Some(by),
                        None => return misplaced(&step.value),
                    },
                    Step::Ignore => {}
                    other => return misplaced(other),
                },
                Clause::Call(name) => return misplaced(&name.value),
                Clause::If { .. } => return misplaced(&"if"),
            }
        }
        Ok(InputRow::new(set, except, errors, replacement))
    }

    fn set<'m>(
        &self,
        matchers: impl IntoIterator<Item = &'m Matcher>,
        depth: usize,
    ) -> Result<CharacterSet, Refusal> {
        let mut set = CharacterSet::default();
        for matcher in matchers {
            match matcher {
                Matcher::Char(char) => set.add(char.0, char.0),
                Matcher::Range(first, last) => set.add(first.0, last.0),
                Matcher::Class(class) => {
                    for (first, last) in class.ranges() {
                        set.add(first, last);
                    }
                }
                Matcher::Defined(name) => {
                    let classes = &self.revision.about.classes;
                    let names = classes.iter().map(|(name, _)| name.as_str());
                    let (_, members) = &classes[find("class", name, names)?];
                    let depth = depth
                        .checked_sub(1)
                        .ok_or_else(|| Refusal::Circular(name.clone()))?;
                    set.add_all(&self.set(members.iter().map(value), depth)?);
                }
                Matcher::AdditionalAllowed => set.additional_allowed = true,
                Matcher::Eof => set.eof = true,
                Matcher::AnythingElse => set.anything = true,
            }
        }
        Ok(set)
    }

    pub(super) fn actions(
        &self,
        clauses: &'r [Clause],
    ) -> Result<Vec<ResolvedClause<'r>>, Refusal> {
        let action = |clause: &'r Clause| {
            Ok(match clause {
                Clause::Step(step) => ResolvedClause::Step {
                    step: &step.value,
                    target: self.target(&step.value)?,
                },
                Clause::Call(name) => ResolvedClause::Call {
                    name: name.as_str(),
                    definition: find("step", name, self.steps.iter().copied())?,
                },
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => ResolvedClause::If {
                    source: any,
                    any: self.questions(any)?,
                    then: self.actions(then)?,
                    otherwise: self.actions(otherwise)?,
                },
            })
        };
        clauses.iter().map(action).collect()
    }

    /// The index of the state or the procedure that a step names.
    fn target(&self, step: &Step) -> Result<usize, Refusal> {
        match step {
            Step::Switch(state) | Step::Reconsume(state) | Step::SetReturnState(state) => {
                self.state(&state.0)
            }
            Step::Attempt(name) => {
                let procedures = self.revision.procedures.iter();
                find("procedure", &name.0, procedures.map(|p| p.name.as_str()))
            }
            Step::ReplaceInput(_) => Err(Refusal::Misplaced(step.to_string())),
            _ => Ok(NONE),
        }
    }

    fn questions(&self, any: &'r [Conjunction]) -> Result<Conditions<'r>, Refusal> {
        let all = |all: &'r Conjunction| all.iter().map(|test| self.question(test)).collect();
        any.iter().map(all).collect()
    }

    fn question(&self, test: &'r Test) -> Result<ResolvedCondition<'r>, Refusal> {
        let condition = match test {
            Test::Condition(condition) => condition,
            Test::Defined { name, negated } => {
                let conditions = self.conditions.iter().copied();
                return Ok(ResolvedCondition::Defined {
                    name,
                    definition: find("condition", name, conditions)?,
                    negated: *negated,
                });
            }
        };
        let set = match condition {
            Condition::NextInput(_, set)
            | Condition::AfterLastStartTag(_, set)
            | Condition::AheadSequence(_, set, _) => self.set(&set.0, DEPTH)?,
            _ => CharacterSet::default(),
        };
        let target = match condition {
            Condition::ReturnState(_, state) | Condition::CurrentState(_, state) => {
                self.state(&state.0)?
            }
            _ => NONE,
        };
        let list: &[String] = match condition {
            Condition::TagNameIn(_, list) => {
                let lists = &self.revision.about.names;
                let names = lists.iter().map(|(name, _)| name.as_str());
                &lists[find("list of names", &list.0, names)?].1
            }
            _ => &[],
        };
        Ok(ResolvedCondition::Condition {
            condition,
            target,
            set,
            list,
        })
    }
}

fn value<T>(located: &Located<T>) -> &T {
    &located.value
}

fn find<'n>(
    kind: &'static str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize, Refusal> {
    let found = names.clone().position(|n| n == name);
    found.ok_or_else(|| Refusal::Unknown {
        kind,
        name: name.to_owned(),
        nearest: nearest(name, names).map(str::to_owned),
    })
}

impl<'r> Interpreter<'r> {
    /// Resolves the names of a revision.
    ///
    /// # Errors
    /// Names that the revision does not define, definitions that are circular, and steps that
    /// have no meaning in their place.
    pub fn new(revision: &'r Revision, references: &'r References) -> Result<Self, Refusal> {
        let names = references.names.iter().map(|(name, codes)| {
            let text = codes.iter().map(|code| char::from_u32(*code));
            let text: Option<String> = text.collect();
            let text = text.ok_or_else(|| Refusal::Misplaced(name.clone()))?;
            Ok((name.as_str(), text))
        });
        let names = Names::new(names.collect::<Result<Vec<_>, Refusal>>()?);
        let replacements = references.replacements.iter().copied().collect();
        Interpreter::with(revision, Arc::new(names), Arc::new(replacements))
    }

    /// An interpreter of the revision with the state at `index` replaced. Resolves only that state.
    ///
    /// # Errors
    /// As for [`Interpreter::new`].
    pub fn with_state<'m>(&self, index: usize, state: &'m State) -> Result<Interpreter<'m>, Refusal>
    where
        'r: 'm,
    {
        let mut block = Resolver::new(self.revision).block(state)?;
        block.leaving = Arc::clone(&self.states[index].leaving);
        block.looks_far = looks_far(&block);
        block.tests_node = tests_node(&block, &self.conditions, &self.steps);
        let mut other: Interpreter<'m> = self.clone();
        other.states[index] = Arc::new(block);
        Ok(other)
    }

    fn with(
        revision: &'r Revision,
        names: Arc<Names<'r>>,
        replacements: Arc<HashMap<u32, u32>>,
    ) -> Result<Self, Refusal> {
        let resolver = Resolver::new(revision);
        for rule in &revision.rules {
            if let Event::Leaving(name) = &rule.on.value {
                resolver.state(name)?;
            }
        }
        let rules_on = |event: &Event| {
            let rules = revision.rules.iter().filter(|rule| rule.on.value == *event);
            let ruled = |rule: &'r Rule| {
                Ok(ResolvedRule {
                    on: &rule.on.value,
                    body: resolver.actions(&rule.body)?,
                })
            };
            let rules = rules.map(ruled).collect::<Result<Vec<_>, Refusal>>();
            rules.map(Arc::new)
        };
        let (steps, conditions) = resolver.definitions()?;
        let mut states = Vec::new();
        for state in &revision.states {
            let mut block = resolver.block(state)?;
            block.leaving = rules_on(&Event::Leaving(state.name.value.clone()))?;
            block.looks_far = looks_far(&block);
            block.tests_node = tests_node(&block, &conditions, &steps);
            states.push(Arc::new(block));
        }
        let procedures = revision.procedures.iter().map(|p| resolver.block(p));
        let input_rows = revision.input_stream.rows.iter();
        let input_rows = input_rows.map(|row| resolver.input_row(row));
        Ok(Interpreter {
            revision,
            states,
            procedures: Arc::new(procedures.collect::<Result<_, _>>()?),
            steps: Arc::new(steps),
            conditions: Arc::new(conditions),
            emitting_start_tag: rules_on(&Event::EmittingStartTag)?,
            emitting_end_tag: rules_on(&Event::EmittingEndTag)?,
            input_rows: Arc::new(input_rows.collect::<Result<_, _>>()?),
            names,
            replacements,
            initial: resolver.state(&revision.about.initial_state)?,
            modes: Arc::new(resolver.modes(revision)),
        })
    }

    /// An interpreter of another revision with the character references of this one.
    ///
    /// # Errors
    /// As for [`Interpreter::new`].
    pub fn with_revision<'o>(&self, revision: &'o Revision) -> Result<Interpreter<'o>, Refusal>
    where
        'r: 'o,
    {
        let mut other = Interpreter::with(revision, self.names.clone(), self.replacements.clone())?;
        if *other.input_rows == *self.input_rows {
            other.input_rows = Arc::clone(&self.input_rows);
        }
        Ok(other)
    }

    /// The index of a state, by its name without the word "state".
    ///
    /// # Errors
    /// If there is no such state: the nearest name.
    pub fn state(&self, name: &str) -> Result<usize, Refusal> {
        Resolver::new(self.revision).state(name)
    }
}
