//! The path that documents take, as one loop over local variables.

use super::actions::{Context, emits_tag, field};
use super::tests::byte_pattern;
use super::{comment, names, states};
use crate::ir::{Action, Machine, RunKind, Source, StateId};
use crate::optimise::FastRow;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn items(machine: &Machine) -> TokenStream {
    let path = &machine.path;
    let variants: Vec<_> = path
        .keys()
        .map(|id| names::variant(&machine.states[*id]))
        .collect();
    let stops = path
        .keys()
        .filter(|id| !machine.states[**id].runs.is_empty())
        .map(|id| {
            let state = &machine.states[*id];
            let (module, name) = (names::module(&state.file), states::stops_name(state));
            quote!(use super::#module::#name;)
        });
    let arms = path.iter().map(|(id, rows)| arm(machine, *id, rows));
    quote! {
        //! The path that documents take through the states, as one loop.
        //!
        //! It runs the rows that report no error and wait for nothing; before any other it stops, and
        //! the states' own functions go on.

        #![allow(unused_imports, unused_doc_comments, clippy::wildcard_imports)]
        use crate::machine::prelude::*;
        use super::{Revision, State};
        #(#stops)*

        #[derive(Clone, Copy)]
        enum At { #(#variants),* }

        pub(super) fn run<S: Sink>(m: &mut Machine<'_, '_, S, Revision>) {
            let mut at = match m.r.state {
                #(State::#variants => At::#variants,)*
                _ => return,
            };
            if m.r.after_cr {
                return;
            }
            let bytes = m.bytes();
            let mut pos = m.pos;
            let stopped = loop {
                match at { #(#arms)* }
            };
            m.pos = pos;
            m.r.state = stopped;
        }
    }
}

fn arm(machine: &Machine, id: StateId, rows: &[FastRow]) -> TokenStream {
    let state = &machine.states[id];
    let variant = names::variant(state);
    let heading = comment(&format!("{} state", state.name));
    let run = state.runs.first().map(|run| {
        let stops = states::stops_name(state);
        let act = match run.kind {
            RunKind::Emit => quote!(m.emit_range(from, pos);),
            RunKind::Append(f) => {
                let field = field(f);
                quote!(m.append_range(#field, from, pos);)
            }
            RunKind::Skip => quote!(),
        };
        let from = if run.kind == RunKind::Skip {
            quote!()
        } else {
            quote!(let from = pos;)
        };
        quote! {
            #from
            pos = find::<#stops>(bytes, pos);
            #act
        }
    });
    let rows = rows.iter().map(|row| self::row(machine, id, row));
    quote! {
        #heading
        At::#variant => {
            #run
            match bytes.get(pos) {
                #(#rows)*
                _ => break State::#variant,
            }
        }
    }
}

fn row(machine: &Machine, id: StateId, row: &FastRow) -> TokenStream {
    let heading = comment(&row.heading);
    let pattern = byte_pattern(&row.on);
    let context = Context {
        machine,
        in_row: true,
    };
    // What asks a rule may report an error, at the current input character.
    let needs_place = row.actions.iter().any(|a| {
        matches!(
            a,
            Action::If(..)
                | Action::EmitTag
                | Action::EmitCurrent
                | Action::BeginMarkup
                | Action::Append(..)
        )
    });
    let wide = row.on.beyond_ascii() == Some(true)
        && row
            .actions
            .iter()
            .any(|a| matches!(a, Action::EmitCurrent | Action::Append(Source::Current, _)));
    let width = if wide {
        quote!(width(bytes[pos]))
    } else {
        quote!(1)
    };
    let place = needs_place.then(|| {
        quote! {
            m.cur = pos;
            m.pos = pos + #width;
        }
    });
    let through = quote!(m.pos);
    let actions = context.actions(&row.actions, &through);
    let advance = (!row.reconsume).then(|| {
        if wide {
            quote!(pos = m.pos;)
        } else {
            quote!(pos += 1;)
        }
    });
    let target = names::variant(&machine.states[row.to]);
    let next = if machine.path.contains_key(&row.to) {
        if row.to == id {
            quote!()
        } else {
            quote!(at = At::#target;)
        }
    } else {
        quote!(break State::#target;)
    };
    let interrupted = emits_tag(&row.actions).then(|| {
        quote! {
            if m.is_interrupted() {
                break State::#target;
            }
        }
    });
    quote! {
        #heading
        Some(#pattern) => {
            #place
            #actions
            #advance
            #interrupted
            #next
        }
    }
}
