//! The whole machine.
//!
//! Ids of states are names, not numbers, so an export can be read, compared and kept with another revision's. The
//! rows come from the compiler's lowering before bodies are cut at chunk ends: such parts solve a problem that other
//! programs may not have. What lowering cannot express is an error; nothing is left out silently.

use crate::conditions::ranges;
use crate::format::{
    Class, ErrorCode, InputRow, InputStream, Kind, Line, Machine, Names as NameList, Revision, Row,
    State, TextMode, VERSION,
};
use crate::tree;
use tokenwright_compiler::ir::{CharSet, LoweredMachine, StateId, Switch};
use tokenwright_compiler::lower::{self, ResolvedRow, ResolvedState, RowMatch};
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::english::{self, Sentence};
use tokenwright_tables::grammar;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model;
use tokenwright_tables::set::Set;
use tokenwright_tables::tree::model::TreeTables;

/// Exports a revision whose tables pass `check`, with those of tree construction if it has any.
///
/// # Errors
/// The construct that the compiler cannot express, or the sentence of tree construction that cannot be resolved.
pub fn export(loaded: &Loaded) -> Result<Machine, String> {
    let lowered = lower::machine(loaded)?;
    let resolved = lower::resolved(loaded)?;
    let names = Names::new(loaded, &lowered, &resolved)?;
    let about = &loaded.revision.about;
    let states = resolved.iter().enumerate();
    let states = states.map(|(id, state)| names.exported(id, state));
    Ok(Machine {
        version: VERSION,
        revision: Revision {
            id: about.id.clone(),
            title: about.title.clone(),
            date: about.date.clone(),
            draft: about.is_draft(),
            source: about.source.clone(),
            section: about.section.clone(),
            notes: about.notes.clone(),
        },
        initial_state: names.state(lowered.initial),
        entry_states: lowered.entries.iter().map(|id| names.state(*id)).collect(),
        text_modes: text_modes(&lowered, &names),
        content_model_flag: lowered.content_model_flag,
        input_stream: input_stream(loaded, &lowered),
        errors: error_codes(loaded, &lowered),
        classes: classes(about),
        names: about.names.iter().map(name_list).collect(),
        states: states.collect::<Result<_, _>>()?,
        named_references: loaded.references.names.iter().cloned().collect(),
        numeric_replacements: lowered
            .numeric_replacements
            .iter()
            .map(|(number, code)| [*number, *code])
            .collect(),
        tree_construction: loaded.trees.as_ref().map(tree::export).transpose()?,
    })
}

impl Machine {
    /// Adds what each parse error means.
    pub fn describe_errors(&mut self, descriptions: &Descriptions) {
        for error in &mut self.errors {
            error.description = descriptions.get(&error.code).map(str::to_owned);
        }
    }
}

/// The names of everything that the compiler numbers.
pub(crate) struct Names<'a> {
    revision: &'a model::Revision,
    lowered: &'a LoweredMachine,
    states: Vec<String>,
}

impl<'a> Names<'a> {
    fn new(
        loaded: &'a Loaded,
        lowered: &'a LoweredMachine,
        resolved: &[ResolvedState],
    ) -> Result<Self, String> {
        let revision = &loaded.revision;
        let mut states: Vec<String> = Vec::with_capacity(resolved.len());
        for (id, state) in resolved.iter().enumerate() {
            let name = &source(revision, state.spec).name.value;
            let name = match id == state.spec {
                true => name.clone(),
                false => format!("{name}, first character"),
            };
            if states.contains(&name) {
                return Err(format!("two states with the name {name}"));
            }
            states.push(name);
        }
        Ok(Names {
            revision,
            lowered,
            states,
        })
    }

    /// The id of a state, a procedure or a part.
    pub(crate) fn state(&self, id: StateId) -> String {
        self.states[id].clone()
    }

    /// A code.
    pub(crate) fn error(&self, id: usize) -> String {
        self.lowered.errors[id].clone()
    }

    /// The name of a list of names.
    pub(crate) fn list(&self, id: usize) -> String {
        self.revision.about.names[id].0.value.clone()
    }

    fn exported(&self, id: StateId, resolved: &ResolvedState) -> Result<State, String> {
        let about = &self.revision.about;
        let source = source(self.revision, resolved.spec);
        let is_procedure = resolved.spec >= self.revision.states.len();
        let is_part = id != resolved.spec;
        let kind = match (is_part, is_procedure) {
            (true, _) => Kind::Part,
            (false, true) => Kind::Procedure,
            (false, false) => Kind::State,
        };
        let numbered = about.numbered && !is_procedure;
        let mut rows = resolved.rows.iter();
        let looks_ahead = rows.any(|row| !matches!(row.on, RowMatch::Consumed { .. }));
        let rows = resolved.rows.iter().map(|row| self.row(source, row));
        Ok(State {
            id: self.state(id),
            name: source.name.value.clone(),
            kind,
            section: numbered.then(|| format!("{}.{}", about.section, resolved.spec + 1)),
            link: match is_procedure {
                true => about.source.clone(),
                false => about.link_to_state(&source.name.value),
            },
            file: source.file.clone(),
            was: source.was.clone().filter(|_| !is_part),
            note: source.note.clone().filter(|_| !is_part),
            operations: self.operations(&resolved.body)?,
            text: match is_part {
                true => Vec::new(),
                false => lines(english::sentences(&source.body)),
            },
            looks_ahead,
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn row(&self, state: &model::State, row: &ResolvedRow) -> Result<Row, String> {
        let source = row.source.map(|number| &state.rows[number]);
        let (on, eof, ahead) = match &row.on {
            RowMatch::Consumed { on, eof } => (ranges(on.ranges()), *eof, None),
            RowMatch::Ahead(test) => (Vec::new(), false, Some(self.test(test))),
            RowMatch::Always => (Vec::new(), true, None),
        };
        Ok(Row {
            number: row.source,
            heading: row.heading.clone(),
            when: source.map_or(Vec::new(), |row| english::conjunctions(&row.when)),
            on,
            eof,
            ahead,
            guard: row.guard.as_ref().map(|guard| self.test(guard)),
            operations: self.operations(&row.nodes)?,
            text: source.map_or(Vec::new(), |row| lines(english::sentences(&row.body))),
            note: source.and_then(|row| row.note.clone()),
        })
    }
}

/// A state or procedure of the tables.
fn source(revision: &model::Revision, id: StateId) -> &model::State {
    match revision.states.get(id) {
        Some(state) => state,
        None => &revision.procedures[id - revision.states.len()],
    }
}

/// Sentences in the words of the document.
pub(crate) fn lines(sentences: Vec<Sentence>) -> Vec<Line> {
    let sentences = sentences.into_iter();
    let lines = sentences.map(|(depth, text)| Line { depth, text });
    lines.collect()
}

fn text_modes(lowered: &LoweredMachine, names: &Names<'_>) -> Vec<TextMode> {
    let modes = lowered.text_modes.iter().map(|mode| {
        let elements = |scripting: bool| {
            let elements = mode.elements.iter().filter(move |(_, s)| *s == scripting);
            elements.map(|(name, _)| name.clone()).collect()
        };
        let (state, content_model) = match mode.switch {
            Switch::State(state) => (Some(names.state(state)), None),
            Switch::ContentModel(model) => (None, Some(model.to_string())),
        };
        TextMode {
            mode: mode.mode.to_string(),
            state,
            content_model,
            elements: elements(false),
            elements_if_scripting: elements(true),
        }
    });
    modes.collect()
}

fn input_stream(loaded: &Loaded, lowered: &LoweredMachine) -> InputStream {
    let row = |on: &CharSet, error: Option<usize>, replacement: Option<char>| InputRow {
        on: ranges(on.ranges()),
        error: error.map(|error| lowered.errors[error].clone()),
        replacement: replacement.map(u32::from),
    };
    let errors = lowered.input_errors.iter();
    let replacements = lowered.replacements.iter();
    InputStream {
        normalize_newlines: loaded.revision.input_stream.normalize_newlines,
        rows: errors
            .map(|(on, error)| row(on, Some(*error), None))
            .chain(replacements.map(|(on, c)| row(on, None, Some(*c))))
            .collect(),
    }
}

/// The codes that the states report, and then those that tree construction alone reports.
fn error_codes(loaded: &Loaded, lowered: &LoweredMachine) -> Vec<ErrorCode> {
    let model::Revision { about, errors, .. } = &loaded.revision;
    let mut codes: Vec<ErrorCode> = match about.named_errors {
        true => errors
            .iter()
            .map(|it| error_code(&it.code, it.by.as_deref()))
            .collect(),
        false => lowered
            .errors
            .iter()
            .map(|code| error_code(code, None))
            .collect(),
    };
    let of_trees = loaded.trees.iter().flat_map(TreeTables::error_codes);
    for (code, _) in of_trees {
        if !codes.iter().any(|other| other.code == code) {
            codes.push(error_code(&code, Some("tree construction")));
        }
    }
    codes
}

fn error_code(code: &str, by: Option<&str>) -> ErrorCode {
    ErrorCode {
        code: code.to_owned(),
        by: by.map(str::to_owned),
        description: None,
    }
}

fn name_list((name, members): &(model::Located<String>, Vec<String>)) -> NameList {
    NameList {
        name: name.value.clone(),
        members: members.clone(),
    }
}

/// The classes of the table language, and those of the revision.
fn classes(about: &model::About) -> Vec<Class> {
    let shared = grammar::Class::ALL.iter().map(|(class, name)| Class {
        name: (*name).to_owned(),
        on: ranges(&class.ranges()),
    });
    let defined = about.classes.iter().map(|(name, members)| Class {
        name: name.value.clone(),
        on: ranges(Set::of_all(members, about).ranges()),
    });
    shared.chain(defined).collect()
}
