//! The path that documents take, as one loop over local variables.
//!
//! The rows that lead from the initial state are written inside each other, so that going from a tag's
//! name to its attributes is going on in the text of the function; a state that is come back to is a
//! labelled loop. Each state is written out so at most [`COPIES`] times; other ways to it, and the
//! entry in the middle of a tag, go by way of a `match`.

use super::actions::{Context, emits_tag, field};
use super::tests::byte_pattern;
use super::{comment, names, states};
use crate::grammar::Field;
use crate::ir::{Action, Machine, RunKind, Source, StateId, Test};
use crate::optimise::FastRow;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::{BTreeMap, VecDeque};
use syn::Lifetime;

/// How often a state is written inside others.
const COPIES: usize = 2;

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
    let tree = Tree::grow(machine);
    let arms = path.keys().map(|id| {
        let variant = names::variant(&machine.states[*id]);
        let place = if *id == machine.initial {
            0
        } else {
            tree.nodes.len()
        };
        let body = Writer {
            machine,
            tree: &tree,
        }
        .state(*id, place);
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

/// Which states are written inside which.
struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    state: StateId,
    parent: Option<usize>,
    /// The node that a row leads to, by the row's place.
    children: BTreeMap<usize, usize>,
    /// Whether the tag under construction here is an end tag, where that is known.
    end_tag: Option<bool>,
}

impl Tree {
    /// Grows level by level, so that the shortest ways are written out first.
    fn grow(machine: &Machine) -> Tree {
        let mut tree = Tree { nodes: Vec::new() };
        let mut copies: BTreeMap<StateId, usize> = BTreeMap::new();
        tree.nodes.push(Node {
            state: machine.initial,
            parent: None,
            children: BTreeMap::new(),
            end_tag: None,
        });
        copies.insert(machine.initial, COPIES);
        let mut open = VecDeque::from([0]);
        while let Some(at) = open.pop_front() {
            let (state, known) = (tree.nodes[at].state, tree.nodes[at].end_tag);
            for (place, row) in machine.path[&state].iter().enumerate() {
                let count = copies.entry(row.to).or_default();
                let inside = tree.ancestor(at, row.to).is_some();
                if inside || !machine.path.contains_key(&row.to) || *count >= COPIES {
                    continue;
                }
                *count += 1;
                let created = row.actions.iter().find_map(|action| match action {
                    Action::CreateTag { end_tag } => Some(*end_tag),
                    _ => None,
                });
                let child = tree.nodes.len();
                tree.nodes.push(Node {
                    state: row.to,
                    parent: Some(at),
                    children: BTreeMap::new(),
                    end_tag: created.or(known),
                });
                tree.nodes[at].children.insert(place, child);
                open.push_back(child);
            }
        }
        tree
    }

    /// The node of a state that this node is in, or is.
    fn ancestor(&self, mut node: usize, state: StateId) -> Option<usize> {
        loop {
            let here = self.nodes.get(node)?;
            if here.state == state {
                return Some(node);
            }
            node = here.parent?;
        }
    }
}

struct Writer<'a> {
    machine: &'a Machine,
    tree: &'a Tree,
}

impl Writer<'_> {
    /// A state as a loop that is left only for elsewhere. `node` is its place in the tree; a number
    /// beyond the tree is a state by itself.
    fn state(&self, id: StateId, node: usize) -> TokenStream {
        let state = &self.machine.states[id];
        let variant = names::variant(state);
        let label = label(node, self.machine, id);
        let run = self.run(id);
        let rows = self.machine.path[&id].iter().enumerate();
        let rows = rows.map(|(place, row)| self.row(id, node, place, row));
        quote! {
            #label: loop {
                #run
                match bytes.get(pos) {
                    #(#rows)*
                    _ => break 'path State::#variant,
                }
            }
        }
    }

    fn run(&self, id: StateId) -> Option<TokenStream> {
        let state = &self.machine.states[id];
        let run = state.runs.first()?;
        let stops = states::stops_name(state);
        let act = match run.kind {
            RunKind::Emit => quote!(m.emit_range(from, pos);),
            RunKind::Append(f) => {
                let field = field(f);
                quote!(m.append_range(#field, from, pos);)
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

    fn row(&self, id: StateId, node: usize, place: usize, row: &FastRow) -> TokenStream {
        let state = &self.machine.states[row.to];
        let heading = comment(&format!(
            "{}: {}",
            self.machine.states[id].name, row.heading
        ));
        let pattern = byte_pattern(&row.on);
        let known = self.tree.nodes.get(node).and_then(|n| n.end_tag);
        let actions: TokenStream = row
            .actions
            .iter()
            .map(|action| self.action(action, row, known))
            .collect();
        let wide = is_wide(row);
        let advance = match (row.reconsume, wide) {
            (true, _) => quote!(),
            (false, true) => quote!(pos += width(bytes[pos]);),
            (false, false) => quote!(pos += 1;),
        };
        let target = names::variant(state);
        let interrupted = emits_tag(&row.actions).then(|| {
            quote! {
                if m.is_interrupted() {
                    break 'path State::#target;
                }
            }
        });
        let child = self
            .tree
            .nodes
            .get(node)
            .and_then(|n| n.children.get(&place));
        let next = if let Some(child) = child {
            self.state(row.to, *child)
        } else if row.to == id {
            quote!()
        } else if let Some(back) = self.tree.ancestor(node, row.to) {
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
                #actions
                #advance
                #interrupted
                #next
            }
        }
    }

    /// An action on the character at `pos`, which has not been passed yet.
    fn action(&self, action: &Action, row: &FastRow, end_tag: Option<bool>) -> TokenStream {
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
            Action::EmitTag => match end_tag {
                Some(true) => quote!(m.emit_end_tag(pos + 1);),
                Some(false) => quote!(m.emit_start_tag(pos + 1);),
                None => quote!(m.pos = pos + 1; m.emit_tag();),
            },
            Action::EmitCurrent => quote!(m.emit_range(pos, pos + #width);),
            Action::Append(Source::Current, f) if *f != Field::TemporaryBuffer => {
                let field = field(*f);
                quote!(m.append_range(#field, pos, pos + #width);)
            }
            Action::If(Test::IsEndTag, then, otherwise) if end_tag.is_some() => {
                let actions = if end_tag == Some(true) {
                    then
                } else {
                    otherwise
                };
                if actions.is_empty() {
                    return quote!();
                }
                let actions = context.actions(actions, &quote!(m.pos));
                quote! { #place #actions }
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
