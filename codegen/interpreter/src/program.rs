//! A revision with its names resolved, ready to run.

use super::input_row::InputRow;
use super::names::Names;
use super::response::ModeSwitch;
use super::set::CharacterSet;
use std::collections::HashMap;
use std::sync::Arc;
use tokenwright_tables::grammar::{Condition, Mode, Step};
use tokenwright_tables::model::{Conjunction, Event, Revision, Row, State};

/// A revision, prepared to run over any number of inputs.
#[derive(Clone, Debug)]
pub struct Interpreter<'r> {
    pub(super) revision: &'r Revision,
    pub(super) states: Vec<Arc<ResolvedBlock<'r>>>,
    pub(super) procedures: Arc<Vec<ResolvedBlock<'r>>>,
    /// Steps that the revision defines.
    pub(super) steps: Arc<Vec<Vec<ResolvedClause<'r>>>>,
    /// Conditions that the revision defines.
    pub(super) conditions: Arc<Vec<Vec<Vec<ResolvedCondition<'r>>>>>,
    /// Rules that run before a tag is emitted.
    pub(super) emitting_start_tag: Arc<Vec<ResolvedRule<'r>>>,
    pub(super) emitting_end_tag: Arc<Vec<ResolvedRule<'r>>>,
    pub(super) input_rows: Arc<Vec<InputRow>>,
    pub(super) names: Arc<Names<'r>>,
    pub(super) replacements: Arc<HashMap<u32, u32>>,
    pub(super) initial: usize,
    /// The text modes that tree construction switches to.
    pub(super) modes: Arc<Vec<(Mode, ModeSwitch)>>,
}

/// A state or a procedure.
#[derive(Debug)]
pub(super) struct ResolvedBlock<'r> {
    pub(super) source: &'r State,
    pub(super) body: Vec<ResolvedClause<'r>>,
    pub(super) rows: Vec<ResolvedRow<'r>>,
    /// Whether the rows look at the next input character, and consume nothing.
    pub(super) looks_ahead: bool,
    /// Rules that run when the state is left.
    pub(super) leaving: Arc<Vec<ResolvedRule<'r>>>,
    /// Whether it may read more than the character that it consumes.
    pub(super) looks_far: bool,
    /// Whether it may emit a tag and test the namespace of the adjusted current node.
    pub(super) tests_node: bool,
}

/// A rule, with its steps resolved.
#[derive(Debug)]
pub(super) struct ResolvedRule<'r> {
    pub(super) on: &'r Event,
    pub(super) body: Vec<ResolvedClause<'r>>,
}

/// A row, with its matchers, guards and steps resolved.
#[derive(Debug)]
pub(super) struct ResolvedRow<'r> {
    pub(super) source: &'r Row,
    /// The characters that it matches; empty for a row that matches a text.
    pub(super) set: CharacterSet,
    pub(super) except: CharacterSet,
    pub(super) when: Vec<Vec<ResolvedCondition<'r>>>,
    pub(super) body: Vec<ResolvedClause<'r>>,
}

/// A clause, with its names resolved.
#[derive(Debug)]
pub(super) enum ResolvedClause<'r> {
    /// A step; `target` is the state or the procedure that it names, if it names one.
    Step { step: &'r Step, target: usize },
    /// A step that the revision defines.
    Call { name: &'r str, definition: usize },
    /// Steps under a condition.
    If {
        source: &'r [Conjunction],
        any: Vec<Vec<ResolvedCondition<'r>>>,
        then: Vec<ResolvedClause<'r>>,
        otherwise: Vec<ResolvedClause<'r>>,
    },
}

/// One condition, with its names resolved.
#[derive(Debug)]
pub(super) enum ResolvedCondition<'r> {
    /// A condition of the table language, with the state that it names, if any, and the characters.
    Condition {
        condition: &'r Condition,
        target: usize,
        set: CharacterSet,
        /// The list of names that it names.
        list: &'r [String],
    },
    /// A condition that the revision defines.
    Defined {
        name: &'r str,
        definition: usize,
        negated: bool,
    },
}

impl<'r> Interpreter<'r> {
    /// The revision that is run.
    pub fn revision(&self) -> &'r Revision {
        self.revision
    }

    /// Whether a state emits a tag and tests the namespace of the adjusted current node, which the tag may change.
    pub fn tests_node_at_tags(&self) -> bool {
        self.states.iter().any(|state| state.tests_node)
    }
}
