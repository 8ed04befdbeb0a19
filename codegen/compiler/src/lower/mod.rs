//! Lowers the model to the IR: names become indices, sentences become actions.
//!
//! Text of the section outside the rows is moved to where it takes effect: definitions are
//! expanded, rules go before the steps that they apply to, a state that consumes in bulk
//! becomes one that consumes character by character, and a state that has to wait for input in the
//! middle is cut there.

mod bulk;
mod cdata_sections;
mod conditions;
mod cut;
mod needs;
mod nodes;
mod resolved;
mod rules;
mod sets;

pub(crate) use conditions::joined;
pub use nodes::StepNode;
pub use resolved::{ResolvedRow, ResolvedState, RowMatch, resolved};

use crate::ir::{self, CharSet, LoweredMachine, State, StateId};
use std::collections::HashMap;
use tokenwright_tables::grammar::Step;
use tokenwright_tables::kernel::{Bulk, Traverse};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Revision, Switch, TextMode};

/// Behaviour that rows cannot express and the runtime implements.
pub const RUNTIME_PROCEDURES: &[&str] =
    &["consume the longest match of a named character reference"];

/// Lowers a revision that passes `check`.
///
/// # Errors
/// The construct that the IR cannot express, in the words of the tables.
pub fn machine(loaded: &Loaded) -> Result<LoweredMachine, String> {
    Lowering::new(loaded)?.run()
}

struct Lowering<'a> {
    revision: &'a Revision,
    replacements: &'a [(u32, u32)],
    name_starts: CharSet,
    states_by_name: HashMap<&'a str, StateId>,
    procedures_by_name: HashMap<&'a str, StateId>,
    errors: Vec<String>,
    names: Vec<Vec<String>>,
    states: Vec<State>,
    /// States that a `switch back` returns from, so that they record their origin.
    asks_back: Vec<bool>,
    bulk: Vec<Option<Bulk<'a>>>,
    /// Of states that are bulk comments, the part that takes the first character.
    first_of_bulk: HashMap<StateId, StateId>,
}

impl<'a> Lowering<'a> {
    fn new(loaded: &'a Loaded) -> Result<Self, String> {
        let revision = &loaded.revision;
        let all = || revision.blocks();
        let by_name = |offset: usize, states: &'a [tokenwright_tables::model::State]| {
            let states = states.iter().enumerate();
            states.map(|(i, s)| (s.name.as_str(), i + offset)).collect()
        };
        let about = &revision.about;
        let section = |i: usize| format!("{}.{}", about.section, i + 1);
        let states = all()
            .enumerate()
            .map(|(i, state)| State {
                name: state.name.value.clone(),
                part: 0,
                spec: i,
                section: about.numbered.then(|| section(i)),
                file: state.file.clone(),
                kind: crate::ir::StateKind::Consume(Vec::new()),
            })
            .collect();
        let errors = revision.errors.iter().map(|e| e.code.value.clone());
        let errors = match about.named_errors {
            true => errors.collect(),
            false => vec!["parse-error".into()],
        };
        let lists = about.names.iter().map(|(_, list)| list.clone());
        let names = loaded.references.names.iter();
        let starts = names.filter_map(|(name, _)| name.chars().next());
        Ok(Lowering {
            states_by_name: by_name(0, &revision.states),
            procedures_by_name: by_name(revision.states.len(), &revision.procedures),
            errors,
            names: lists.collect(),
            states,
            asks_back: all()
                .map(|state| {
                    let mut steps = state.nodes().with_definitions(revision).steps();
                    steps.any(|step| *step == Step::SwitchBack)
                })
                .collect(),
            first_of_bulk: HashMap::new(),
            bulk: all().map(Bulk::of).collect(),
            revision,
            replacements: &loaded.references.replacements,
            name_starts: CharSet::from_ranges(starts.map(|c| (u32::from(c), u32::from(c)))),
        })
    }

    fn run(mut self) -> Result<LoweredMachine, String> {
        let revision = self.revision;
        let spec_states = revision.states.len();
        for (id, state) in revision.blocks().enumerate() {
            let inside = |error: String| format!("{error}, in the {} state", state.name.value);
            self.state(id, state).map_err(inside)?;
        }
        let (mut input_errors, mut replacements) = (Vec::new(), Vec::new());
        let mut taken = CharSet::default();
        for row in &revision.input_stream.rows {
            // No row matches a CR, because newlines are normalised.
            let cr = CharSet::from_ranges([(0x0D, 0x0D)]);
            let on = sets::consumed(revision, &row.on)?.0;
            let on = on.minus(&cr).minus(&taken);
            taken = taken.union(&on);
            for clause in &row.body {
                let Clause::Step(step) = clause else {
                    return Err("the input stream has steps only".into());
                };
                match nodes::input_step(&self, step)? {
                    nodes::InputStep::Error(error) => input_errors.push((on.clone(), error)),
                    nodes::InputStep::Replace(c) => replacements.push((on.clone(), c)),
                    nodes::InputStep::Nothing => {}
                }
            }
        }
        if !revision.input_stream.normalize_newlines {
            return Err("an input stream whose newlines are not normalized".into());
        }
        let entries = revision.about.entry_states.iter();
        let entries = entries
            .map(|name| self.state_id(&name.value))
            .collect::<Result<_, _>>()?;
        let text_modes = revision.about.text_modes.iter();
        let text_modes = text_modes
            .map(|mode| self.text_mode(mode))
            .collect::<Result<_, _>>()?;
        let mut machine = LoweredMachine {
            entries,
            text_modes,
            id: revision.about.id.clone(),
            title: revision.about.title.clone(),
            hot_path: revision.about.hot_path,
            initial: self.state_id(&revision.about.initial_state.value)?,
            spec_states,
            input_errors,
            replacements,
            errors: self.errors,
            names: self.names,
            name_starts: self.name_starts,
            named_references: revision.about.named_references.value.clone(),
            numeric_replacements: self.replacements.to_vec(),
            content_model_flag: revision.about.content_model_flag,
            states: self.states,
        };
        cdata_sections::mark(&mut machine);
        Ok(machine)
    }

    fn text_mode(&self, mode: &TextMode) -> Result<ir::TextMode, String> {
        let elements = mode.all_elements();
        Ok(ir::TextMode {
            mode: mode.mode.value,
            switch: match &mode.switch.value {
                Switch::State(state) => ir::Switch::State(self.state_id(state)?),
                Switch::ContentModel(model) => ir::Switch::ContentModel(*model),
            },
            elements: elements
                .map(|(name, scripting)| (name.value.clone(), scripting))
                .collect(),
        })
    }

    fn state_id(&self, name: &str) -> Result<StateId, String> {
        let id = self.states_by_name.get(name).copied();
        id.ok_or_else(|| format!("the {name} state"))
    }

    fn error_id(&self, code: &str) -> Result<usize, String> {
        let id = self.errors.iter().position(|c| c == code);
        id.ok_or_else(|| format!("the error {code}"))
    }

    /// A new part of a state of the tables.
    fn part(&mut self, of: StateId, kind: crate::ir::StateKind) -> StateId {
        let part = self.states.iter().filter(|s| s.spec == of).count();
        let whole = &self.states[of];
        let state = State {
            name: whole.name.clone(),
            part,
            spec: of,
            section: whole.section.clone(),
            file: whole.file.clone(),
            kind,
        };
        self.states.push(state);
        self.states.len() - 1
    }
}
