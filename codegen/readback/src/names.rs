//! What the names in the code of a revision stand for: states, error codes, fields and lists.
//!
//! The names of states, and of the functions that run them, are read from the revision's own module: a state is the
//! place of its variant in the enumeration, so no rule for naming is shared with the printer.

use crate::form::{Cursor, Form, UNEXPECTED, form, unexpected};
use crate::tokens::{Kind, Misread};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::LazyLock;
use tokenwright_compiler::ir::{ErrorId, LoweredMachine, NamesId, StateId, Target};
use tokenwright_compiler::program::Label;
use tokenwright_tables::grammar::{ContentModel, Field};

/// The names that the code of a revision uses.
#[derive(Debug)]
pub(crate) struct Names<'p> {
    machine: &'p LoweredMachine,
    /// The states, by their variants.
    variants: BTreeMap<String, StateId>,
    /// The states, by their functions.
    functions: BTreeMap<String, StateId>,
    /// The error codes, by their variants.
    codes: &'p BTreeMap<String, String>,
}

impl<'p> Names<'p> {
    pub(crate) fn new(machine: &'p LoweredMachine, codes: &'p BTreeMap<String, String>) -> Self {
        Names {
            machine,
            variants: BTreeMap::new(),
            functions: BTreeMap::new(),
            codes,
        }
    }

    pub(crate) fn machine(&self) -> &'p LoweredMachine {
        self.machine
    }

    pub(crate) fn initial(&self) -> StateId {
        self.machine.initial
    }

    /// Adds the next variant of the enumeration of states.
    pub(crate) fn add_variant(&mut self, name: &str) {
        let id = self.variants.len();
        self.variants.insert(name.to_owned(), id);
    }

    /// Adds the function of a state. Labels are named after functions, so a name is one state's alone.
    pub(crate) fn add_function(&mut self, name: &str, state: StateId) -> bool {
        self.functions.insert(name.to_owned(), state).is_none()
    }

    fn variant(&self, name: &str) -> Option<StateId> {
        let id = self.variants.get(name).copied();
        id.filter(|id| *id < self.machine.states.len())
    }

    /// `State::TagOpen`
    pub(crate) fn state(&self, input: &mut Cursor<'_>) -> Result<StateId, Misread> {
        input.expect(form!("State::"))?;
        let place = input.place();
        let name = input.ident()?;
        self.variant(name)
            .ok_or_else(|| Misread::new(place, format!("the revision has no state `{name}`")))
    }

    /// A state, or the register that holds one.
    pub(crate) fn target(&self, input: &mut Cursor<'_>) -> Result<Target, Misread> {
        static REGISTERS: LazyLock<[(Form, Target); 3]> = LazyLock::new(|| {
            [
                (Form::new("m.r.return_state"), Target::Return),
                (Form::new("m.r.came_from"), Target::Back),
                (Form::new("m.r.caller"), Target::Caller),
            ]
        });
        match REGISTERS.iter().find(|(form, _)| input.has(form)) {
            Some((_, target)) => Ok(*target),
            None => self.state(input).map(Target::State),
        }
    }

    /// The variant of an error code.
    pub(crate) fn code(&self, input: &mut Cursor<'_>) -> Result<ErrorId, Misread> {
        let place = input.place();
        let name = input.ident()?;
        let code = self.codes.get(name);
        let of_revision = |code: &String| self.machine.errors.iter().position(|own| own == code);
        code.and_then(of_revision)
            .ok_or_else(|| Misread::new(place, format!("the revision has no error code `{name}`")))
    }

    /// `Field::TagName`
    pub(crate) fn field(&self, input: &mut Cursor<'_>) -> Result<Field, Misread> {
        input.expect(form!("Field::"))?;
        variant(Field::ALL, input)
    }

    /// `ContentModel::Cdata`
    pub(crate) fn content_model(&self, input: &mut Cursor<'_>) -> Result<ContentModel, Misread> {
        input.expect(form!("ContentModel::"))?;
        variant(ContentModel::ALL, input)
    }

    /// The state whose set of bytes or numbers a name is, such as `DataStops`.
    pub(crate) fn set_of(&self, input: &mut Cursor<'_>, kind: &str) -> Result<StateId, Misread> {
        let place = input.place();
        let name = input.ident()?;
        let state = name
            .strip_suffix(kind)
            .and_then(|state| self.variant(state));
        state.ok_or_else(|| Misread::new(place, format!("`{name}` is no set of a state")))
    }

    /// A list of names, as a pattern.
    pub(crate) fn list(&self, input: &mut Cursor<'_>) -> Result<NamesId, Misread> {
        let place = input.place();
        let names = input.alternatives(Cursor::text)?;
        let lists = self.machine.names.iter();
        same(lists, &names)
            .ok_or_else(|| Misread::new(place, "no list of the tables has these names"))
    }

    /// The label of a loop or a block.
    pub(crate) fn label(&self, input: &mut Cursor<'_>) -> Result<Label, Misread> {
        let place = input.place();
        let Kind::Lifetime(name) = &input.next()?.kind else {
            return Err(unexpected(place));
        };
        let state = |name: &str| {
            let state = self.functions.get(name).copied();
            state.ok_or_else(|| Misread::new(place, format!("`'{name}` is no label of a state")))
        };
        match name.as_str() {
            "_start_tag" => Ok(Label::StartTag),
            "_end_tag" => Ok(Label::EndTag),
            name => match name.strip_prefix("_likely_") {
                Some(of) => state(of).map(Label::Likely),
                None => state(name).map(Label::State),
            },
        }
    }

    /// The state of the tables whose parts are these: the procedure's caller.
    pub(crate) fn whole_of(&self, parts: &[StateId]) -> Option<StateId> {
        (0..self.machine.states.len()).find(|state| parts_of(self.machine, *state) == parts)
    }
}

/// The phrase of the tables that a variant of the runtime has the name of.
pub(crate) fn variant<T: Copy + Debug>(
    all: &[(T, &str)],
    input: &mut Cursor<'_>,
) -> Result<T, Misread> {
    input.named(UNEXPECTED, |name| {
        let mut all = all.iter();
        let named = all.find(|(value, _)| format!("{value:?}") == name);
        named.map(|(value, _)| *value)
    })
}

/// The parts that lowering split off from a state of the tables.
pub(crate) fn parts_of(machine: &LoweredMachine, state: StateId) -> Vec<StateId> {
    let all = machine.states.iter().enumerate();
    let parts = all.filter(|(_, other)| other.spec == state && other.part > 0);
    parts.map(|(id, _)| id).collect()
}

/// The first of several equal lists.
pub(crate) fn same<'l>(
    mut lists: impl Iterator<Item = &'l Vec<String>>,
    names: &[String],
) -> Option<NamesId> {
    lists.position(|list| list == names)
}
