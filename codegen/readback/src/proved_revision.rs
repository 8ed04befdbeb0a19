//! The entries of a revision's module by its tables and its program.

use crate::input_stream;
use crate::proved::Expected;
use crate::revision::{TYPE, state_fact, text_element};
use crate::sets::scalars;
use std::collections::BTreeSet;
use tokenwright_compiler::ir::{CharSet, LoweredMachine, Switch};
use tokenwright_compiler::program::Program;
use tokenwright_tables::identifier::{camel_case, file_stem, snake_case};
use tokenwright_tables::load::Loaded;

/// The module of a table file.
pub(crate) fn module(file: &str) -> String {
    snake_case(file_stem(file))
}

/// The table files that have states.
pub(crate) fn table_files(machine: &LoweredMachine) -> BTreeSet<&str> {
    let states = machine.states.iter();
    states.map(|state| state.file.as_str()).collect()
}

/// The entries of the module.
pub(crate) fn proved(loaded: &Loaded, program: &Program) -> Expected {
    let machine = &program.machine;
    let about = &loaded.revision.about;
    let mut expected = Expected::default();
    for file in table_files(machine) {
        expected.fact("the module", module(file));
    }
    let has_hot_path = program.hot_path.is_some();
    if has_hot_path {
        expected.fact("the module", "hot_path");
    }
    let named = format!("named {}", about.named_references.value);
    let numeric = format!("numeric {}", about.numeric_replacements.value);
    expected.fact("the table of named references", snake_case(&named));
    expected.fact("the table of numeric replacements", snake_case(&numeric));
    let kind = camel_case(&about.id);
    expected.fact(TYPE, kind.clone());
    expected.fact(TYPE, kind.clone());
    for (id, state) in machine.states.iter().enumerate() {
        let name = match state.part {
            0 => camel_case(&state.name),
            part => format!("{}Part{part}", camel_case(&state.name)),
        };
        let is_hidden = id >= machine.spec_states;
        expected.fact(
            "the state",
            state_fact(&name, id == machine.initial, is_hidden),
        );
    }
    input_stream::proved(machine, &mut expected);
    expected.fact(TYPE, kind.clone());
    expected.fact("the identifier", about.id.clone());
    for (id, state) in machine.states[..machine.spec_states].iter().enumerate() {
        expected.fact("the name", format!("{} of state {id}", state.name));
    }
    expected.fact(TYPE, kind);
    expected.fact(
        "the content model flag:",
        machine.content_model_flag.to_string(),
    );
    let replaced = replaced_bytes(machine);
    expected.fact(
        "the bytes of replaced characters:",
        format!("{replaced:X?}"),
    );
    expected.fact(
        "the bytes to look behind:",
        machine.longest_behind().to_string(),
    );
    expected.fact("waits after a tag:", machine.responds_late().to_string());
    text_elements(machine, &mut expected);
    let follows = loaded.trees.is_some();
    expected.fact("has rules that follow open elements:", follows.to_string());
    expected.fact("runs the hot path:", has_hot_path.to_string());
    input_stream_functions(machine, &mut expected);
    for mode in &machine.text_modes {
        let switch = match mode.switch {
            Switch::State(state) => format!("state {state}"),
            Switch::ContentModel(model) => format!("{model:?}"),
        };
        let mode = camel_case(&mode.mode.to_string());
        expected.fact("the switch to", format!("{mode}: {switch}"));
    }
    for (id, state) in machine.states.iter().enumerate() {
        // A procedure is no state of the tables: it counts as the initial one.
        let whole = match state.spec < machine.spec_states {
            true => state.spec,
            false => machine.initial,
        };
        if whole != id {
            expected.fact("the whole of state", format!("{id}: {whole}"));
        }
    }
    expected
}

/// The first bytes of the characters that are replaced.
fn replaced_bytes(machine: &LoweredMachine) -> Vec<u8> {
    let mut bytes = BTreeSet::new();
    for (on, _) in &machine.replacements {
        let codes = on.ranges().iter().flat_map(|(first, last)| *first..=*last);
        for c in codes.filter_map(char::from_u32) {
            bytes.insert(c.encode_utf8(&mut [0; 4]).as_bytes()[0]);
        }
    }
    bytes.into_iter().collect()
}

fn input_stream_functions(machine: &LoweredMachine, expected: &mut Expected) {
    let characters = |on: &CharSet| Some(scalars(on)).filter(|on| !on.is_empty());
    for (on, error) in &machine.input_errors {
        if let Some(on) = characters(on) {
            let code = &machine.errors[*error];
            expected.fact("the error", format!("{code} at {:X?}", on.ranges()));
        }
    }
    for (on, c) in &machine.replacements {
        if let Some(on) = characters(on) {
            expected.fact("the replacement", format!("{c:?} of {:X?}", on.ranges()));
        }
    }
}

/// The elements whose start tags switch states by their names alone.
fn text_elements(machine: &LoweredMachine, expected: &mut Expected) {
    for text_mode in &machine.text_modes {
        let mode = camel_case(&text_mode.mode.to_string());
        for (name, if_scripting) in &text_mode.elements {
            expected.fact("the text element", text_element(name, &mode, *if_scripting));
        }
    }
}
