//! The path that documents take, as one loop over local variables.
//!
//! The rows that lead from the initial state are written inside each other, so that going from a tag's
//! name to its attributes is going on in the text of the function; a state that is come back to is a
//! labelled loop. Other ways to a state, and the entry in the middle of a tag, go by way of a `match`.
//! All tags that lead back to the initial state are emitted in one place.

use super::actions::{Context, emits_tag, field};
use super::tests::byte_pattern;
use super::{comment, names, states};
use crate::grammar::Field;
use crate::ir::{Action, CharSet, Machine, RunKind, Source, StateId};
use crate::optimise::{Facts, FastRow, Reference};
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
    let writer = Writer { machine };
    let arms = path.keys().map(|id| {
        let variant = names::variant(&machine.states[*id]);
        let body = if *id == machine.initial {
            writer.root()
        } else {
            writer.state(*id, machine.tree.nodes.len())
        };
        quote!(At::#variant => #body)
    });
    quote! {
        //! The path that documents take through the states, as one loop.
        //!
        //! It runs the rows that report no error and wait for nothing; before any other it stops, and
        //! the states' own functions go on.

        #![allow(unused_imports, unused_labels, unused_doc_comments)]
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
            let bytes = m.bytes();
            let mut pos = m.pos;
            let stopped = 'path: loop {
                match at { #(#arms)* }
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
        let tag = |emit: TokenStream| {
            quote! {
                #emit
                if m.is_interrupted() {
                    break 'path State::#variant;
                }
            }
        };
        let (start, end) = (
            tag(quote!(m.emit_start_tag(pos);)),
            tag(quote!(m.emit_end_tag(pos);)),
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
            let facts = tree.at_row(self.machine, at);
            for (_, _, row) in tree.rows(&self.machine.path, at) {
                match self.shared_end(at, row, &facts.fold(&row.actions)) {
                    Some(true) => ends.1 = true,
                    Some(false) => ends.0 = true,
                    None => {}
                }
            }
        }
        ends
    }

    /// Whether a row of the tree emits its tag in the root's place: where it ends in the initial
    /// state, and the tag is known to be an end tag or not.
    fn shared_end(&self, node: usize, row: &FastRow, actions: &[Action]) -> Option<bool> {
        let last = actions.last() == Some(&Action::EmitTag) && !is_wide(row) && !row.reconsume;
        if last && row.to == self.machine.initial && node < self.machine.tree.nodes.len() {
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
        let variant = names::variant(&self.machine.states[id]);
        let run = self.run(id, node);
        let (path, tree) = (&self.machine.path, &self.machine.tree);
        let rows: Vec<_> = if node < tree.nodes.len() {
            tree.rows(path, node).collect()
        } else {
            let rows = path[&id].iter().enumerate();
            rows.map(|(place, row)| (place, row.on.clone(), row))
                .collect()
        };
        let stop = quote!(break 'path State::#variant,);
        // A row for nearly everything is what is left when the rest is ruled out.
        let wide = |on: &CharSet| on.beyond_ascii() == Some(true);
        let (arms, last) = match rows.split_last() {
            Some(((place, on, row), before)) if wide(on) => {
                let all = rows
                    .iter()
                    .fold(CharSet::default(), |all, (_, on, _)| all.union(on));
                let left = all.complement();
                let left = (!left.is_empty()).then(|| {
                    let pattern = byte_pattern(&left);
                    quote!(| Some(#pattern))
                });
                let last = self.row(id, node, *place, &quote!(_), row);
                (before, quote!(None #left => #stop #last))
            }
            _ => (rows.as_slice(), quote!(_ => #stop)),
        };
        let references = self.references(id, node);
        let line_ending = self.line_ending(id, node);
        let taken = self.taken_by_references(id);
        let arms = arms.iter().filter_map(|(place, on, row)| {
            let on = on.minus(&taken);
            (!on.is_empty()).then(|| self.row(id, node, *place, &byte_pattern(&on), row))
        });
        quote! {
            #run
            match bytes.get(pos) {
                #references
                #line_ending
                #(#arms)*
                #last
            }
        }
    }

    /// A CR ends the run of a state that takes line feeds; what follows says what it stands for.
    fn line_ending(&self, id: StateId, node: usize) -> Option<TokenStream> {
        let run = self.machine.states[id].runs.first()?;
        if run.stops.contains(0x0A) {
            return None;
        }
        let variant = names::variant(&self.machine.states[id]);
        let give = match run.kind {
            RunKind::Emit => quote!(m.emit_line_ending(pos, end);),
            RunKind::Append(f) if f != Field::TemporaryBuffer => {
                let field = field(f);
                quote!(m.append_line_ending(#field, pos, end);)
            }
            RunKind::Append(_) | RunKind::Skip => return None,
        };
        let again = self.again(id, node);
        Some(quote! {
            Some(b'\r') => {
                let Some(end) = m.end_of_line_ending(pos) else {
                    break 'path State::#variant;
                };
                #give
                pos = end;
                #again
            }
        })
    }

    /// On in the same state, of which nothing is known any more.
    fn again(&self, id: StateId, node: usize) -> TokenStream {
        let inside = 1..self.machine.tree.nodes.len();
        let variant = names::variant(&self.machine.states[id]);
        if node == 0 {
            let label = label(0, self.machine, id);
            quote!(continue #label;)
        } else if inside.contains(&node) {
            quote! {
                at = At::#variant;
                continue 'path;
            }
        } else {
            quote!()
        }
    }

    /// The characters that `references` deals with; no row of the loop gets them.
    fn taken_by_references(&self, id: StateId) -> CharSet {
        let references = self.machine.references.keys();
        let of_the_state = references.filter(|(state, _)| *state == id);
        CharSet::from_ranges(of_the_state.map(|(_, byte)| (u32::from(*byte), u32::from(*byte))))
    }

    /// What is done where a reference stands that needs no state of its own.
    fn references(&self, id: StateId, node: usize) -> TokenStream {
        let variant = names::variant(&self.machine.states[id]);
        let references = self.machine.references.iter();
        references
            .filter(|((state, _), _)| *state == id)
            .map(|((_, byte), reference)| {
                let heading = comment(&format!(
                    "{}: {}, and a name that ends with a semicolon",
                    self.machine.states[id].name,
                    crate::grammar::Char(u32::from(*byte))
                ));
                let byte = super::stops::byte(*byte);
                let give = match reference {
                    Reference::Emitted => quote!(m.emit_reference(number, pos, end);),
                    Reference::Appended(f) => {
                        let field = field(*f);
                        quote!(m.append_reference(#field, number, pos, end);)
                    }
                };
                let again = self.again(id, node);
                quote! {
                    #heading
                    Some(#byte) => {
                        let Some((number, end)) = m.closed_reference(pos + 1) else {
                            break 'path State::#variant;
                        };
                        #give
                        pos = end;
                        #again
                    }
                }
            })
            .collect()
    }

    fn run(&self, id: StateId, node: usize) -> Option<TokenStream> {
        let state = &self.machine.states[id];
        let run = state.runs.first()?;
        let stops = states::stops_name(state);
        let act = match run.kind {
            RunKind::Emit => quote!(m.emit_range(from, pos);),
            RunKind::Append(f) => {
                let is_fresh = self
                    .machine
                    .tree
                    .nodes
                    .get(node)
                    .is_some_and(|node| node.facts.fresh.contains(&f));
                let field = field(f);
                if is_fresh {
                    quote!(m.set_range(#field, from, pos);)
                } else {
                    quote!(m.append_range(#field, from, pos);)
                }
            }
            RunKind::Skip => quote!(),
        };
        let from = (run.kind != RunKind::Skip).then(|| quote!(let from = pos;));
        Some(quote! {
            #from
            pos = find::<#stops>(bytes, pos);
            #act
        })
    }

    fn row(
        &self,
        id: StateId,
        node: usize,
        place: usize,
        pattern: &TokenStream,
        row: &FastRow,
    ) -> TokenStream {
        let tree = &self.machine.tree;
        let state = &self.machine.states[row.to];
        let heading = comment(&format!(
            "{}: {}",
            self.machine.states[id].name, row.heading
        ));
        let facts = tree.at_row(self.machine, node);
        let mut actions = facts.fold(&row.actions);
        let advance = match (row.reconsume, is_wide(row)) {
            (true, _) => quote!(),
            (false, true) => quote!(pos += width(bytes[pos]);),
            (false, false) => quote!(pos += 1;),
        };
        let shared_end = self.shared_end(node, row, &actions);
        if shared_end.is_some() {
            actions.pop();
        }
        let mut written = TokenStream::new();
        let mut known = facts;
        for action in &actions {
            written.extend(self.action(action, row, &known));
            known = known.after(std::slice::from_ref(action));
        }
        let target = names::variant(state);
        let interrupted = emits_tag(&actions).then(|| {
            quote! {
                if m.is_interrupted() {
                    break 'path State::#target;
                }
            }
        });
        let child = tree.nodes.get(node).and_then(|n| n.children.get(&place));
        let given = tree.nodes.get(node).and_then(|n| n.given.as_ref());
        let next = if let Some(end_tag) = shared_end {
            let place = if end_tag {
                quote!('end_tag)
            } else {
                quote!('start_tag)
            };
            quote!(break #place;)
        } else if let Some(child) = child {
            self.state(row.to, *child)
        } else if row.to == id && node > 0 && given.is_none() {
            quote!()
        } else if let Some(back) = tree.ancestor(node, row.to) {
            let label = label(back, self.machine, row.to);
            quote!(continue #label;)
        } else if self.machine.path.contains_key(&row.to) {
            quote! {
                at = At::#target;
                continue 'path;
            }
        } else {
            quote!(break 'path State::#target;)
        };
        quote! {
            #heading
            Some(#pattern) => {
                #written
                #advance
                #interrupted
                #next
            }
        }
    }

    /// An action on the character at `pos`, which has not been passed yet.
    fn action(&self, action: &Action, row: &FastRow, facts: &Facts) -> TokenStream {
        let context = Context {
            machine: self.machine,
            in_row: true,
        };
        let width = if is_wide(row) {
            quote!(width(bytes[pos]))
        } else {
            quote!(1)
        };
        // What is seldom so may take its time: it finds the place where the other states have it.
        let place = quote! {
            m.cur = pos;
            m.pos = pos + #width;
        };
        match action {
            Action::BeginMarkup => quote!(m.begin_markup_at(pos);),
            Action::EmitTag => quote!(m.pos = pos + 1; m.emit_tag();),
            Action::EmitCurrent => quote!(m.emit_range(pos, pos + #width);),
            Action::Append(Source::Current, f) if *f != Field::TemporaryBuffer => {
                let field = field(*f);
                if facts.fresh.contains(f) {
                    quote!(m.set_range(#field, pos, pos + #width);)
                } else {
                    quote!(m.append_range(#field, pos, pos + #width);)
                }
            }
            Action::If(test, then, otherwise) if otherwise.is_empty() => {
                let test = super::tests::test(self.machine, test, true);
                let then = context.actions(then, &quote!(m.pos));
                quote!(if #test { #place #then })
            }
            Action::CreateTag { .. }
            | Action::StartAttribute
            | Action::SetSelfClosing
            | Action::Clear(_) => context.actions(std::slice::from_ref(action), &quote!(m.pos)),
            other => {
                let actions = context.actions(std::slice::from_ref(other), &quote!(m.pos));
                quote! { #place #actions }
            }
        }
    }
}

fn is_wide(row: &FastRow) -> bool {
    row.on.beyond_ascii() == Some(true) && !row.reconsume
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
