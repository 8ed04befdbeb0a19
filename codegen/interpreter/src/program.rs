//! A revision with its names resolved, ready to run.

use super::machine::{Machine, Progress};
use super::names::Names;
use super::observer::Observer;
use super::refusal::Refusal;
use super::resolve::Resolver;
use super::set::CharacterSet;
use super::setup::Setup;
use super::tokens::Output;
use std::collections::HashMap;
use std::sync::Arc;
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::model::{Conjunction, Event, Revision, Row, Rule, State};
use tokenwright_tables::references::References;

/// A revision, made ready to run over any number of inputs.
#[derive(Clone, Debug)]
pub struct Interpreter<'r> {
    pub(super) revision: &'r Revision,
    pub(super) states: Vec<Arc<Block<'r>>>,
    pub(super) procedures: Arc<Vec<Block<'r>>>,
    /// Steps that the revision defines.
    pub(super) steps: Arc<Vec<Vec<Action<'r>>>>,
    /// Conditions that the revision defines.
    pub(super) conditions: Arc<Vec<Vec<Vec<Question<'r>>>>>,
    /// What is done before a tag is handed over.
    pub(super) emitting_start_tag: Arc<Vec<Ruled<'r>>>,
    pub(super) emitting_end_tag: Arc<Vec<Ruled<'r>>>,
    pub(super) input_rows: Arc<Vec<InputRow>>,
    pub(super) names: Arc<Names<'r>>,
    pub(super) replacements: Arc<HashMap<u32, u32>>,
    pub(super) initial: usize,
}

/// A state or a procedure.
#[derive(Debug)]
pub(super) struct Block<'r> {
    pub(super) said: &'r State,
    pub(super) body: Vec<Action<'r>>,
    pub(super) rows: Vec<Choice<'r>>,
    /// Whether the rows look at the next input character, and consume nothing.
    pub(super) looks_ahead: bool,
    /// What is done when the state is left.
    pub(super) leaving: Arc<Vec<Ruled<'r>>>,
    /// Whether it may ask for more than the character that it consumes.
    pub(super) looks_far: bool,
}

/// A rule.
#[derive(Debug)]
pub(super) struct Ruled<'r> {
    pub(super) on: &'r Event,
    pub(super) body: Vec<Action<'r>>,
}

/// A row.
#[derive(Debug)]
pub(super) struct Choice<'r> {
    pub(super) said: &'r Row,
    /// The characters it takes; a row that takes a text has none.
    pub(super) set: CharacterSet,
    pub(super) except: CharacterSet,
    pub(super) when: Vec<Vec<Question<'r>>>,
    pub(super) body: Vec<Action<'r>>,
}

/// A clause.
#[derive(Debug)]
pub(super) enum Action<'r> {
    /// A step; `target` is the state or the procedure that it names, if it names one.
    Step { step: &'r Step, target: usize },
    /// A step that the revision defines.
    Call { name: &'r str, definition: usize },
    /// Steps under a condition.
    If {
        said: &'r [Conjunction],
        any: Vec<Vec<Question<'r>>>,
        then: Vec<Action<'r>>,
        otherwise: Vec<Action<'r>>,
    },
}

/// One condition.
#[derive(Debug)]
pub(super) enum Question<'r> {
    /// A form; with the state that it names, if it names one, and the characters.
    Condition {
        condition: &'r Condition,
        target: usize,
        set: CharacterSet,
        /// The list of names that it names.
        list: &'r [String],
    },
    /// One that the revision defines.
    Defined {
        name: &'r str,
        definition: usize,
        denied: bool,
    },
}

/// A row of the preprocessing of the input stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InputRow {
    set: CharacterSet,
    except: CharacterSet,
    /// The codes of its errors.
    pub(super) errors: Vec<String>,
    pub(super) replacement: Option<char>,
}

impl InputRow {
    pub(super) fn takes(&self, character: char) -> bool {
        self.set.contains(Some(character), None) && !self.except.contains(Some(character), None)
    }
}

impl<'r> Interpreter<'r> {
    /// Resolves the names of a revision.
    ///
    /// # Errors
    /// Names that the revision does not define, definitions that are circular, and steps that
    /// have no meaning where they stand.
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

    /// The same revision with another state in the place of the one at `index`, which costs next to
    /// nothing.
    ///
    /// # Errors
    /// As for [`Interpreter::new`].
    pub fn with_state<'m>(&self, index: usize, state: &'m State) -> Result<Interpreter<'m>, Refusal>
    where
        'r: 'm,
    {
        let mut block = Resolver::new(self.revision).block(state)?;
        block.leaving = Arc::clone(&self.states[index].leaving);
        block.looks_far = super::open::looks_far(&block);
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
                Ok(Ruled {
                    on: &rule.on.value,
                    body: resolver.actions(&rule.body)?,
                })
            };
            let rules = rules.map(ruled).collect::<Result<Vec<_>, Refusal>>();
            rules.map(Arc::new)
        };
        let mut states = Vec::new();
        for state in &revision.states {
            let mut block = resolver.block(state)?;
            block.leaving = rules_on(&Event::Leaving(state.name.value.clone()))?;
            block.looks_far = super::open::looks_far(&block);
            states.push(Arc::new(block));
        }
        let procedures = revision.procedures.iter().map(|p| resolver.block(p));
        let input_rows = revision.input_stream.rows.iter();
        let input_rows = input_rows.map(|row| resolver.input_row(row));
        let (steps, conditions) = resolver.definitions()?;
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
        })
    }

    /// Another revision, with the character references of this one.
    ///
    /// # Errors
    /// As for [`Interpreter::new`].
    pub fn beside<'o>(&self, revision: &'o Revision) -> Result<Interpreter<'o>, Refusal>
    where
        'r: 'o,
    {
        let mut other = Interpreter::with(revision, self.names.clone(), self.replacements.clone())?;
        if *other.input_rows == *self.input_rows {
            other.input_rows = Arc::clone(&self.input_rows);
        }
        Ok(other)
    }

    /// The revision that is run.
    pub fn revision(&self) -> &'r Revision {
        self.revision
    }

    /// The index of a state, by its name without the word "state".
    ///
    /// # Errors
    /// Where there is no such state: the nearest name.
    pub fn state(&self, name: &str) -> Result<usize, Refusal> {
        Resolver::new(self.revision).state(name)
    }

    /// Runs over the whole of `input`.
    ///
    /// # Errors
    /// Where the setup does not fit the revision, or the revision does not say how to go on.
    pub fn run(&self, setup: &Setup, input: &str) -> Result<Output, Refusal> {
        self.observe(setup, input, ())
    }

    /// Runs over the whole of `input`, observed.
    ///
    /// # Errors
    /// As for [`Interpreter::run`].
    pub fn observe(
        &self,
        setup: &Setup,
        input: &str,
        observer: impl Observer,
    ) -> Result<Output, Refusal> {
        let mut machine = self.start(setup, input, observer)?;
        while machine.advance()? == Progress::Running {}
        Ok(machine.into_output())
    }

    /// A machine that stands before the first character of `input`.
    ///
    /// # Errors
    /// Where the setup does not fit the revision.
    pub fn start<O: Observer>(
        &self,
        setup: &Setup,
        input: &str,
        observer: O,
    ) -> Result<Machine<'_, 'r, O>, Refusal> {
        Machine::new(self, setup, input, observer)
    }
}

impl InputRow {
    pub(super) fn new(
        set: CharacterSet,
        except: CharacterSet,
        errors: Vec<String>,
        replacement: Option<char>,
    ) -> Self {
        InputRow {
            set,
            except,
            errors,
            replacement,
        }
    }
}
