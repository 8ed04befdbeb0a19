//! The path that documents take, as one loop over local variables.
//!
//! The rows that lead from the initial state are written inside each other, so that going from a tag's
//! name to its attributes is going on in the text of the function; a state that is come back to is a
//! labelled loop. Other ways to a state, and the entry in the middle of a tag, go by way of a `match`.
//! All tags that lead back to the initial state are emitted in one place.

mod code;
mod letters;
mod pending;
mod runs;
mod usual;

use super::tests::{byte_pattern, test};
use super::{comment, names, states};
use crate::ir::{Action, CharSet, Kind, Machine, StateId};
use crate::optimise::{Choice, Facts, FastRow, choices};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Lifetime;

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
    let ends = path.keys().filter_map(|id| {
        let state = &machine.states[*id];
        state.runs.first()?.ends.as_ref()?;
        let (module, name) = (names::module(&state.file), states::ends_name(state));
        Some(quote!(use super::#module::#name;))
    });
    let rules = (!machine.references.is_empty()).then(|| {
        quote!(
            use super::reference_rules::*;
        )
    });
    let writer = Writer { machine };
    let arms: TokenStream = path
        .keys()
        .map(|id| {
            let variant = names::variant(&machine.states[*id]);
            let body = if *id == machine.initial {
                writer.root()
            } else {
                writer.state(*id, machine.tree.nodes.len())
            };
            quote!(State::#variant => #body)
        })
        .collect();
    let pending = pending::declaration(&arms);
    quote! {
        //! The path that documents take through the states, as one loop.
        //!
        //! It runs the rows that wait for nothing; before any other it stops, and the states' own
        //! functions go on.

        #![allow(
            unused_imports,
            unused_labels,
            unused_doc_comments,
            clippy::wildcard_imports,
            clippy::never_loop
        )]
        use crate::machine::prelude::*;
        use super::{Revision, State};
        #(#stops)*
        #(#ends)*
        #rules

        /// Whether the loop has a part for a state.
        #[inline(always)]
        pub(super) fn has(state: State) -> bool {
            matches!(state, #(State::#variants)|*)
        }

        pub(super) fn run<S: Sink>(m: &mut Machine<'_, '_, S, Revision>) {
            let mut at = m.r.state;
            let bytes = m.bytes();
            let mut pos = m.pos;
            #pending
            let stopped = 'path: loop {
                match at {
                    #arms
                    elsewhere => break 'path elsewhere,
                }
            };
            m.pos = pos;
            m.r.state = stopped;
        }
    }
}

struct Writer<'a> {
    machine: &'a Machine,
}

impl Writer<'_> {
    /// The initial state with all that is written inside it, and the places where tags are emitted.
    fn root(&self) -> TokenStream {
        let id = self.machine.initial;
        let variant = names::variant(&self.machine.states[id]);
        let label = label(0, self.machine, id);
        let body = self.body(id, 0);
        let ends = self.ends();
        let tag = |emit: TokenStream| quote!(if #emit { break 'path State::#variant; });
        let (start, end) = (
            tag(quote!(m.emit_start_tag(pos))),
            tag(quote!(m.emit_end_tag(pos))),
        );
        match ends {
            (false, false) => quote!(#label: loop { #body }),
            (true, false) => quote! {
                #label: loop {
                    'start_tag: { #body }
                    #start
                }
            },
            (false, true) => quote! {
                #label: loop {
                    'end_tag: { #body }
                    #end
                }
            },
            (true, true) => quote! {
                #label: loop {
                    'start_tag: {
                        'end_tag: { #body }
                        #end
                        continue #label;
                    }
                    #start
                }
            },
        }
    }

    /// Whether start tags, and end tags, are emitted in the root's place for them.
    fn ends(&self) -> (bool, bool) {
        let mut ends = (false, false);
        let tree = &self.machine.tree;
        for at in 0..tree.nodes.len() {
            for choice in tree.choices(self.machine, at) {
                let facts = self.facts(at, &choice);
                match self.shared_end(at, choice.row, &facts.fold(&choice.row.actions)) {
                    Some(true) => ends.1 = true,
                    Some(false) => ends.0 = true,
                    None => {}
                }
            }
        }
        ends
    }

    /// What is known when a choice is made.
    fn facts(&self, node: usize, choice: &Choice<'_>) -> Facts {
        let mut facts = self.machine.tree.at_row(self.machine, node);
        facts.assume(choice.guard.as_ref());
        facts
    }

    /// Whether a row of the tree emits its tag in the root's place: where it ends in the initial
    /// state, and the tag is known to be an end tag or not.
    fn shared_end(&self, node: usize, row: &FastRow, actions: &[Action]) -> Option<bool> {
        let last = actions.last() == Some(&Action::EmitTag) && !row.is_wide() && !row.reconsume;
        let home = row.hot && row.state() == Some(self.machine.initial);
        if last && home && node < self.machine.tree.nodes.len() {
            self.machine.tree.at_row(self.machine, node).end_tag
        } else {
            None
        }
    }

    /// A state as a loop that is left only for elsewhere. `node` is its place in the tree; a number
    /// beyond the tree is a state by itself.
    fn state(&self, id: StateId, node: usize) -> TokenStream {
        let body = self.body(id, node);
        let tree = &self.machine.tree;
        if tree.nodes.get(node).is_some_and(|n| n.given.is_some()) {
            return body;
        }
        let label = label(node, self.machine, id);
        quote!(#label: loop { #body })
    }

    fn body(&self, id: StateId, node: usize) -> TokenStream {
        let (path, tree) = (&self.machine.path, &self.machine.tree);
        let choices = if node < tree.nodes.len() {
            tree.choices(self.machine, node)
        } else {
            choices(&path[&id], &Facts::default(), CharSet::all(), false)
        };
        if matches!(self.machine.states[id].kind, Kind::Act(_)) {
            return self.act(id, node, &choices);
        }
        let run = self.run(id, node);
        let run = match node {
            0 => run.map(|run| self.run_of_text(id, &choices, run)),
            _ => run,
        };
        let stop = self.stop(id, node);
        let rest = self.rest_of_name(id, node);
        let line_ending = self.line_ending(id, node, &choices);
        let takes_cr = |choice: &Choice<'_>| line_ending.is_none() && self.gives_cr(node, choice);
        // A row for nearly everything is what is left when the rest is ruled out.
        let is_last = |choice: &Choice<'_>| {
            choice.on.beyond_ascii() == Some(true) && choice.guard.is_none() && choice.runs
        };
        let (before, last) = match choices.split_last() {
            Some((choice, before)) if is_last(choice) => {
                let all = choices
                    .iter()
                    .filter(|choice| choice.guard.is_none())
                    .fold(CharSet::default(), |all, choice| all.union(&choice.on));
                let mut left = all.complement();
                if line_ending.is_some() || before.iter().any(takes_cr) {
                    left = left.minus(&cr());
                }
                let left = (!left.is_empty()).then(|| {
                    let pattern = byte_pattern(&left);
                    quote!(| Some(#pattern))
                });
                let heading = self.heading(id, choice.row);
                let code = self.code(id, node, choice);
                let byte = if asks_width(choice) {
                    quote!(&byte)
                } else {
                    quote!(_)
                };
                (
                    before,
                    quote!(None #left => { #stop } #heading Some(#byte) => { #code }),
                )
            }
            _ => {
                let stop = rest.as_ref().unwrap_or(&stop);
                (choices.as_slice(), quote!(_ => { #stop }))
            }
        };
        let references = self.references(id, node, before);
        let taken = self.taken_by_references(id);
        let usual = self.usual(id, node, before);
        let arms = before.iter().filter_map(|choice| {
            if rest.is_some() && self.is_in_rest(id, choice) {
                return None;
            }
            let mut on = match self.is_for_references(id, choice) {
                true => choice.on.minus(&taken),
                false => choice.on.clone(),
            };
            if takes_cr(choice) {
                on = on.union(&cr());
            }
            let (pattern, guard) = (byte_pattern(&on), self.guard(choice));
            let heading = self.heading(id, choice.row);
            if usual
                .as_ref()
                .is_some_and(|usual| usual.place == choice.place)
            {
                return Some(quote!(Some(#pattern) => {}));
            }
            let code = self.code(id, node, choice);
            let pattern = if asks_width(choice) {
                quote!(&byte @ (#pattern))
            } else {
                pattern
            };
            (!on.is_empty()).then(|| quote!(#heading Some(#pattern) #guard => { #code }))
        });
        let found = quote! {
            match bytes.get(pos) {
                #references
                #line_ending
                #(#arms)*
                #last
            }
        };
        let found = match self.asks_again(id, node) {
            true => quote!(#run loop { #found }),
            false => quote!(#run #found),
        };
        match usual {
            Some(usual) => self.first(id, node, before, &usual, &found),
            None => found,
        }
    }

    /// A state that consumes nothing: its ways, one after the other.
    fn act(&self, id: StateId, node: usize, choices: &[Choice<'_>]) -> TokenStream {
        let ways = choices.iter().map(|choice| {
            let code = self.code(id, node, choice);
            match &choice.guard {
                Some(guard) => {
                    let guard = test(self.machine, guard, true);
                    quote!(if #guard { #code })
                }
                None => code,
            }
        });
        let ends = choices.last().is_some_and(|choice| choice.guard.is_none());
        let stop = (!ends).then(|| self.stop(id, node));
        quote!(#(#ways)* #stop)
    }

    /// Leaves what is not run here to the state by itself, and that to its own function.
    fn stop(&self, id: StateId, node: usize) -> TokenStream {
        let variant = names::variant(&self.machine.states[id]);
        let flush = self.flush_at(node);
        if (1..self.machine.tree.nodes.len()).contains(&node) {
            quote! {
                #flush
                at = State::#variant;
                continue 'path;
            }
        } else {
            quote!(break 'path State::#variant;)
        }
    }

    fn heading(&self, id: StateId, row: &FastRow) -> TokenStream {
        comment(&format!(
            "{}: {}",
            self.machine.states[id].name, row.heading
        ))
    }

    fn guard(&self, choice: &Choice<'_>) -> Option<TokenStream> {
        let guard = choice.guard.as_ref()?;
        let guard = test(self.machine, guard, true);
        Some(quote!(if #guard))
    }
}

/// Whether the code of a choice asks how wide the character is.
fn asks_width(choice: &Choice<'_>) -> bool {
    choice.on.beyond_ascii() == Some(true)
        && choice.runs
        && !(choice.row.hot && choice.row.reconsume)
}

fn cr() -> CharSet {
    CharSet::from_ranges([(0x0D, 0x0D)])
}

/// The label of a state's loop. States by themselves never name theirs.
fn label(node: usize, machine: &Machine, id: StateId) -> Lifetime {
    let name = names::function(&machine.states[id]);
    let name = if node == 0 {
        name
    } else {
        format_ident!("{name}_{node}")
    };
    Lifetime::new(&format!("'{name}"), proc_macro2::Span::call_site())
}
