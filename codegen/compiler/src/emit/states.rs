//! Prints states as functions.

use super::actions::{Context, field};
use super::conditions::{byte_pattern, decoded, test};
use super::{comment, names, stops};
use crate::ir::{LoweredMachine, Row, State, StateId, StateKind};
use crate::program::{Program, ScanKind};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The function of a state, and the stops of its scan.
pub(super) fn function(program: &Program, id: StateId) -> TokenStream {
    let machine = &program.machine;
    let state = &machine.states[id];
    let name = names::function(state);
    let heading = heading(state);
    let scan = program.scans.get(&id);
    let set = scan.map(|scan| {
        let mut all = program.scans.iter();
        let same = all.find(|(_, other)| other.stop_bytes == scan.stop_bytes);
        let first = same.map_or(state, |(first, _)| &machine.states[*first]);
        let (name, first_name) = (stops_name(state), stops_name(first));
        if name == first_name {
            stops::declaration(&name, &scan.stop_bytes)
        } else {
            // A named set is compiled once for all its uses.
            let module = names::module(&first.file);
            quote!(pub(super) use super::#module::#first_name as #name;)
        }
    });
    // The function of a state with an entry in the hot path never begins with the scan.
    let in_loop = program.hot_path.as_ref().is_some_and(|path| path.has(id));
    let ends = scan.filter(|_| in_loop).and_then(|scan| {
        let ends = scan.name_ends.as_ref()?;
        Some(stops::declaration(&ends_name(state), ends))
    });
    let others = scan.filter(|_| in_loop).and_then(|scan| {
        let conditional = scan.conditional.as_ref()?;
        Some(stops::declaration(&others_name(state), &conditional.others))
    });
    let scan = scan.filter(|_| !in_loop).map(|scan| {
        let stops = stops_name(state);
        match scan.kind {
            ScanKind::Emit => quote!(m.emit_run::<#stops>();),
            ScanKind::Append(f) => {
                let field = field(f);
                quote!(m.append_run::<#stops>(#field);)
            }
            ScanKind::Skip => quote!(m.skip_run::<#stops>();),
        }
    });
    let body = match &state.kind {
        StateKind::Act(block) => {
            // An error at the next character needs that character, even if the input is split before it.
            let awaits = block.errs_at_next().then(|| {
                quote! {
                    if m.peek() == Input::Starved {
                        return Flow::Starved;
                    }
                }
            });
            let context = Context {
                machine,
                in_row: block.begins_again(),
            };
            let block = context.block(block);
            quote!(#awaits #block)
        }
        StateKind::Consume(rows) => {
            let arms = arms(machine, rows);
            quote! {
                #scan
                match m.consume() {
                    Input::Starved => Flow::Starved,
                    #arms
                }
            }
        }
    };
    quote! {
        #set
        #others
        #ends
        #[doc = #heading]
        pub(super) fn #name<O: Output>(m: &mut Machine<'_, '_, O, Revision>) -> Flow {
            #body
        }
    }
}

fn heading(state: &State) -> String {
    let number = state
        .section
        .as_ref()
        .map(|s| format!("{s} "))
        .unwrap_or_default();
    let mut name = state.name.clone();
    if let Some(first) = name.get(..1).map(str::to_ascii_uppercase) {
        name.replace_range(..1, &first);
    }
    let part = if state.part == 0 {
        String::new()
    } else {
        format!(", part {}", state.part)
    };
    format!(" {number}{name} state{part}")
}

pub(super) fn stops_name(state: &State) -> proc_macro2::Ident {
    format_ident!("{}Stops", names::state_variant(state))
}

/// The name of the set of bytes that end a name.
pub(super) fn ends_name(state: &State) -> proc_macro2::Ident {
    format_ident!("{}Ends", names::state_variant(state))
}

/// The name of the set of bytes that end a run beyond a conditional stop.
pub(super) fn others_name(state: &State) -> proc_macro2::Ident {
    format_ident!("{}StopsOfRest", names::state_variant(state))
}

fn arms(machine: &LoweredMachine, rows: &[Row]) -> TokenStream {
    let context = Context {
        machine,
        in_row: true,
    };
    let mut arms = TokenStream::new();
    let mut eof_taken = false;
    let mut total = false;
    for row in rows {
        let heading = comment(&row.heading);
        let eof = (row.eof && !eof_taken).then(|| quote!(Input::Eof));
        eof_taken |= row.eof && row.guard.is_none();
        let mut guards: Vec<TokenStream> = Vec::new();
        let bytes = if row.anything_else && row.guard.is_none() {
            total = true;
            Some(quote!(Input::Byte(_)))
        } else if row.on.beyond_ascii().is_none() {
            guards.push(decoded(&row.on, &quote!(m.current_char())));
            Some(quote!(Input::Byte(byte)))
        } else if row.on.is_empty() {
            None
        } else {
            let pattern = byte_pattern(&row.on);
            Some(quote!(Input::Byte(#pattern)))
        };
        let patterns: Vec<_> = bytes.into_iter().chain(eof).collect();
        if patterns.is_empty() {
            continue;
        }
        if let Some(guard) = &row.guard {
            guards.push(test(machine, guard, true));
        }
        let guard = if guards.is_empty() {
            quote!()
        } else {
            quote!(if #((#guards))&&*)
        };
        let block = context.block(&row.block);
        arms.extend(quote! {
            #heading
            #(#patterns)|* #guard => { #block }
        });
    }
    if !(total && eof_taken) {
        let heading = comment("no row");
        arms.extend(quote! {
            #heading
            _ => Flow::Go,
        });
    }
    arms
}
