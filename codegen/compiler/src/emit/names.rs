//! Names of the spec as names of Rust.

use crate::ir::State;
use proc_macro2::Ident;
use quote::format_ident;

fn words(name: &str) -> impl Iterator<Item = String> + '_ {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
}

/// `RCDATA end tag name` as `RcdataEndTagName`.
pub fn type_name(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let (first, rest) = word.split_at(1);
        out.push_str(&first.to_ascii_uppercase());
        out.push_str(rest);
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, 'N');
    }
    out
}

/// `RCDATA end tag name` as `rcdata_end_tag_name`.
pub(super) fn value_name(name: &str) -> String {
    words(name).collect::<Vec<_>>().join("_")
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
    let stem = file.strip_suffix(".toml").unwrap_or(file);
    let stem = stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    format_ident!("{}", value_name(stem))
}
