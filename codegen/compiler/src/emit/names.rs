//! Converts names of the spec to Rust identifiers.

use crate::ir::{LoweredMachine, State, Target};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::identifier;

/// `RCDATA end tag name` as `RcdataEndTagName`.
pub fn type_name(name: &str) -> String {
    identifier::camel_case(name)
}

/// `RCDATA end tag name` as `rcdata_end_tag_name`.
pub(super) fn value_name(name: &str) -> String {
    identifier::snake_case(name)
}

/// The first identifier that two items would share, and both items.
fn collision<'n>(
    names: impl Iterator<Item = (String, &'n str)>,
) -> Option<(String, &'n str, &'n str)> {
    let mut seen = BTreeMap::new();
    for (name, of) in names {
        if let Some(other) = seen.insert(name.clone(), of) {
            return Some((name, other, of));
        }
    }
    None
}

/// Refuses a machine if two states, or two files, would have the same Rust identifier.
pub(super) fn distinct(machine: &LoweredMachine) -> Result<(), String> {
    let states = || machine.states.iter();
    let variants = states().map(|state| (state_variant(state), state.name.as_str()));
    let functions = states().map(|state| (function(state).to_string(), state.name.as_str()));
    if let Some((name, a, b)) = collision(variants).or_else(|| collision(functions)) {
        return Err(format!(
            "the states `{a}` and `{b}` would both be `{name}` in Rust: rename one"
        ));
    }
    let files: BTreeSet<&str> = states().map(|state| state.file.as_str()).collect();
    let reserved = ["hot_path", "references"].map(|name| (name.to_owned(), "the generator's own"));
    let files = files
        .into_iter()
        .map(|file| (module(file).to_string(), file));
    match collision(reserved.into_iter().chain(files)) {
        Some((name, a, b)) => Err(format!(
            "the files `{a}` and `{b}` would both be the module `{name}`: rename one"
        )),
        None => Ok(()),
    }
}

/// The variant of a state in the generated enum.
pub fn state_variant(state: &State) -> String {
    let name = type_name(&state.name);
    if state.part == 0 {
        name
    } else {
        format!("{name}Part{}", state.part)
    }
}

pub(super) fn variant(state: &State) -> Ident {
    format_ident!("{}", state_variant(state))
}

/// A state of a machine, or the register that holds one.
pub(super) fn target(machine: &LoweredMachine, target: Target) -> TokenStream {
    match target {
        Target::State(state) => {
            let variant = variant(&machine.states[state]);
            quote!(State::#variant)
        }
        Target::Return => quote!(m.r.return_state),
        Target::Back => quote!(m.r.came_from),
        Target::Caller => quote!(m.r.caller),
    }
}

/// The value of an enumeration of the runtime whose variants have the names of those of the tables.
pub(crate) fn same_variant(of: &str, value: impl std::fmt::Debug) -> TokenStream {
    let (of, variant) = (format_ident!("{of}"), format_ident!("{value:?}"));
    quote!(#of::#variant)
}

pub(super) fn function(state: &State) -> Ident {
    let name = value_name(&state.name);
    if state.part == 0 {
        format_ident!("{name}")
    } else {
        format_ident!("{name}_part_{}", state.part)
    }
}

/// The module of a table file: `02-tags.toml` as `tags`.
pub(super) fn module(file: &str) -> Ident {
    format_ident!("{}", value_name(identifier::file_stem(file)))
}

#[cfg(test)]
mod tests {
    use super::{type_name, value_name};

    #[test]
    fn every_name_is_an_identifier() {
        for (name, of_type, of_value) in [
            (
                "RCDATA end tag name",
                "RcdataEndTagName",
                "rcdata_end_tag_name",
            ),
            ("9 lives", "N9Lives", "n_9_lives"),
            ("self", "NSelf", "n_self"),
            ("Self", "NSelf", "n_self"),
            ("crate", "Crate", "n_crate"),
            ("super", "Super", "n_super"),
            ("type", "Type", "n_type"),
            ("gen", "Gen", "n_gen"),
            ("self 2", "Self2", "self_2"),
        ] {
            assert_eq!(
                (type_name(name), value_name(name)),
                (of_type.into(), of_value.into())
            );
            for name in [of_type, of_value] {
                assert!(syn::parse_str::<syn::Ident>(name).is_ok(), "{name}");
            }
        }
    }
}
