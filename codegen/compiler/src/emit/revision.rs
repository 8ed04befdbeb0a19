//! The module of one revision.
//!
//! What depends on a revision is an implementation of `Machinery` for its type, so that the runtime is generic over
//! revisions and names none. A revision is compiled only where it is asked for. In return every revision compiles its
//! own states, even those that it shares with the one before; to share them would tie the code of one revision to
//! edits of another.

use super::{File, Input, docs, input_stream, names, print, states};
use crate::ir::LoweredMachine;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

pub(super) fn files(input: &Input<'_>) -> Result<Vec<File>, String> {
    let program = input.program;
    let machine = &program.machine;
    names::distinct(machine)?;
    let folder = super::folder(&machine.id);
    let tables = super::tables_of(&input.loaded.revision.about);
    let about = |file: &str| format!("{tables}/{file}");
    let mut by_file: BTreeMap<&str, TokenStream> = BTreeMap::new();
    for (id, state) in machine.states.iter().enumerate() {
        let code = states::function(program, id);
        by_file.entry(&state.file).or_default().extend(code);
    }
    let mut files = Vec::new();
    for (file, functions) in &by_file {
        let module = names::module(file);
        let items = quote! {
            #![allow(unused_imports, unused_doc_comments, clippy::wildcard_imports)]
            use crate::machine::prelude::*;
            use super::{Revision, State};
            #functions
        };
        files.push(print(format!("{folder}/{module}.rs"), &about(file), items)?);
    }
    if let Some(hot_path) = &program.hot_path {
        files.push(print(
            format!("{folder}/hot_path.rs"),
            &tables,
            super::hot_path::items(program, hot_path),
        )?);
    }
    files.push(print(
        format!("{folder}/mod.rs"),
        &format!("spec/{}/revision.toml", machine.id),
        root(input, &by_file),
    )?);
    Ok(files)
}

fn root(input: &Input<'_>, by_file: &BTreeMap<&str, TokenStream>) -> TokenStream {
    let program = input.program;
    let machine = &program.machine;
    let mut modules: Vec<_> = by_file.keys().map(|file| names::module(file)).collect();
    let has_hot_path = program.hot_path.is_some();
    if has_hot_path {
        modules.push(format_ident!("hot_path"));
    }
    let hot_path = has_hot_path.then(|| {
        quote! {
            if hot_path::has(m.r.state) {
                hot_path::run(m);
                if m.is_interrupted() {
                    match m.after_tag() {
                        Flow::Go => continue,
                        flow => return flow,
                    }
                }
            }
        }
    });
    let id = &machine.id;
    let kind = format_ident!("{}", names::type_name(id));
    let title = format!("{}, {}", machine.title, input.loaded.revision.about.date);
    let about = format!(" {title} ({id}).");
    let kind_docs = docs::revision(&title, &kind.to_string(), id);
    let enumeration = enumeration(machine);
    let named = machine.states[..machine.spec_states].iter().map(|state| {
        let variant = names::variant(state);
        let name = &state.name;
        quote!((State::#variant, #name))
    });
    let dispatch = machine.states.iter().map(|state| {
        let (variant, function, module) = (
            names::variant(state),
            names::function(state),
            names::module(&state.file),
        );
        quote!(State::#variant => #module::#function(m),)
    });
    let parts = machine.states.iter();
    let parts = parts.filter(|state| state.part > 0 || state.spec >= machine.spec_states);
    let parts = parts.map(|state| {
        let variant = names::variant(state);
        let whole = if state.spec < machine.spec_states {
            state.spec
        } else {
            machine.initial
        };
        let whole = names::variant(&machine.states[whole]);
        quote!(State::#variant => State::#whole,)
    });
    let references = format_ident!("{}", super::shared::references_module(input));
    let replaced_numbers = format_ident!("{}", super::shared::replacements_module(input));
    let flag = machine.content_model_flag;
    let enter = super::text_modes::enter(machine);
    let text_elements = super::text_modes::elements(machine);
    let following = input.loaded.trees.is_some().then(|| {
        quote!(
            const FOLLOWING: Option<&'static NewFollowing> = Some(&NewFollowing::by::<Self>());
        )
    });
    let candidates = input_stream::candidates(machine);
    let input_errors = input_stream::errors(machine);
    let replacements = input_stream::replacements(machine);
    let replaced = input_stream::replaced(machine);
    let responds_late = machine.responds_late().then(|| {
        quote!(
            const RESPONDS_LATE: bool = true;
        )
    });
    let longest_behind = Literal::usize_unsuffixed(machine.longest_behind());
    quote! {
        #![doc = #about]
        #![allow(clippy::wildcard_imports)]
        #(mod #modules;)*

        use crate::machine::prelude::*;
        use super::references::#references as references;
        #[allow(unused_imports)]
        use super::references::#replaced_numbers::replacement;

        #kind_docs
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct #kind;

        type Revision = #kind;

        #enumeration

        #candidates

        impl crate::Revision for #kind {
            const ID: &'static str = #id;
            const STATES: &'static [(State, &'static str)] = &[#(#named),*];
        }

        #[allow(private_interfaces)]
        impl Machinery for #kind {
            type State = State;

            const REFERENCES: &'static References = &references::REFERENCES;
            const HAS_CONTENT_MODEL_FLAG: bool = #flag;
            const REPLACED: &'static [u8] = #replaced;
            const LONGEST_BEHIND: usize = #longest_behind;
            #responds_late
            const TEXT_ELEMENTS: &'static TextElements = &TextElements::new(#text_elements);
            #following

            fn run<O: Output>(m: &mut Machine<'_, '_, O, Self>) -> Flow {
                loop {
                    #hot_path
                    let flow = match m.r.state {
                        #(#dispatch)*
                    };
                    if flow != Flow::Go {
                        return flow;
                    }
                }
            }

            fn input_error(c: char) -> Option<ErrorCode> {
                match c {
                    #input_errors
                    _ => None,
                }
            }

            fn replacement(c: char) -> Option<char> {
                match c {
                    #replacements
                    _ => None,
                }
            }

            fn enter(mode: TextMode, registers: &mut Registers<State>) {
                #enter
            }

            fn spec_state(state: State) -> State {
                match state {
                    #(#parts)*
                    whole => whole,
                }
            }
        }
    }
}

fn enumeration(machine: &LoweredMachine) -> TokenStream {
    let variants = machine.states.iter().enumerate().map(|(id, state)| {
        let variant = names::variant(state);
        let default = (id == machine.initial).then(|| quote!(#[default]));
        let doc = if id < machine.spec_states {
            let number = state.section.as_ref().map(|s| format!("{s}, "));
            let number = number.unwrap_or_default();
            let doc = format!(" {number}`{}`", state.name);
            quote!(#[doc = #doc])
        } else {
            quote!(#[doc(hidden)])
        };
        quote!(#doc #default #variant)
    });
    let about = docs::states(&machine.id);
    quote! {
        #about
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum State { #(#variants),* }
    }
}
