//! The path that documents take, as one loop over local variables.
//!
//! The rows that lead from the initial state are written inside each other, so that going from a tag's
//! name to its attributes is going on in the text of the function; a state that is come back to is a
//! labelled loop. Other ways to a state, and the entry in the middle of a tag, go by way of a `match`.
//! All tags that lead back to the initial state are emitted in one place.

use super::actions::{Context, emits_tag, field};
use super::tests::{byte_pattern, test};
use super::{comment, names, references, states};
use crate::grammar::Field;
use crate::ir::{Action, CharSet, Kind, Machine, Place, RunKind, Source, StateId, Target};
use crate::optimise::{Choice, Facts, FastRow, Receiver, Reference, choices};
use proc_macro2::{Ident, Literal, TokenStream};
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
    let rules = references::declarations(machine);
    let arms = path.keys().map(|id| {
        let variant = names::variant(&machine.states[*id]);
        let body = if *id == machine.initial {
            writer.root()
        } else {
            writer.state(*id, machine.tree.nodes.len())
        };
        quote!(State::#variant => #body)
    });
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
            let stopped = 'path: loop {
                match at {
                    #(#arms)*
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
        let stop = self.stop(id, node);
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
            _ => (choices.as_slice(), quote!(_ => { #stop })),
        };
        let references = self.references(id, node, before);
        let taken = self.taken_by_references(id);
        let arms = before.iter().filter_map(|choice| {
            let mut on = choice.on.minus(&taken);
            if takes_cr(choice) {
                on = on.union(&cr());
            }
            let (pattern, guard) = (byte_pattern(&on), self.guard(choice));
            let heading = self.heading(id, choice.row);
            let code = self.code(id, node, choice);
            let pattern = if asks_width(choice) {
                quote!(&byte @ (#pattern))
            } else {
                pattern
            };
            (!on.is_empty()).then(|| quote!(#heading Some(#pattern) #guard => { #code }))
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
        if (1..self.machine.tree.nodes.len()).contains(&node) {
            quote! {
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

    /// What a line ending that a CR begins comes to: it ends the run of a state that takes line feeds,
    /// and goes the way of a line feed whose row does not ask what it is made of.
    fn line_ending(&self, id: StateId, node: usize, choices: &[Choice<'_>]) -> Option<TokenStream> {
        let stop = self.stop(id, node);
        let code = match self.machine.states[id].runs.first() {
            Some(run) if !run.stops.contains(0x0A) => {
                let again = self.again(id, node);
                match run.kind {
                    RunKind::Emit => quote! {
                        let Some(end) = m.emit_line_endings(pos) else { #stop };
                        pos = end;
                        #again
                    },
                    RunKind::Append(f) if f != Field::TemporaryBuffer => {
                        let field = field(f);
                        quote! {
                            let Some(end) = m.end_of_line_ending(pos) else { #stop };
                            m.append_line_ending(#field, pos, end);
                            pos = end;
                            #again
                        }
                    }
                    RunKind::Append(_) | RunKind::Skip => return None,
                }
            }
            _ => {
                let choice = choices
                    .iter()
                    .find(|choice| self.may_be_cr(node, choice) && !choice.row.reconsume)?;
                let facts = self.facts(node, choice);
                let actions = self
                    .context()
                    .actions(&facts.fold(&choice.row.actions), &quote!(m.pos));
                let place = (!actions.is_empty()).then(|| quote!(m.cur = pos; m.pos = end;));
                let next = self.goto(id, node, choice.row);
                quote! {
                    let Some(end) = m.end_of_line_ending(pos) else { #stop };
                    #place
                    #actions
                    pos = end;
                    #next
                }
            }
        };
        Some(quote!(Some(b'\r') => { #code }))
    }

    /// Whether a row of a line feed does the same for a CR.
    fn may_be_cr(&self, node: usize, choice: &Choice<'_>) -> bool {
        let is_alone = node == 0 || node >= self.machine.tree.nodes.len();
        let row = choice.row;
        let asks_no_character = row.actions.iter().all(|action| {
            matches!(
                action,
                Action::BeginMarkup | Action::Error(_, Place::Current) | Action::Clear(_)
            )
        });
        let gives = row.reconsume && row.hot;
        let runs = is_alone && choice.runs && choice.guard.is_none() && choice.on.contains(0x0A);
        runs && (asks_no_character || gives)
    }

    /// Whether a row gives a CR to the next state, as it gives a line feed.
    fn gives_cr(&self, node: usize, choice: &Choice<'_>) -> bool {
        choice.row.reconsume && self.may_be_cr(node, choice)
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
                at = State::#variant;
                continue 'path;
            }
        } else {
            quote!()
        }
    }

    /// What a state makes of references by itself, and the byte that begins them.
    fn reference(&self, id: StateId) -> Option<(u8, &Reference)> {
        let mut references = self.machine.references.iter();
        references
            .find(|((state, _), _)| *state == id)
            .map(|((_, byte), reference)| (*byte, reference))
    }

    /// The character that `references` deals with; the rows get what it leaves.
    fn taken_by_references(&self, id: StateId) -> CharSet {
        let byte = self.reference(id).map(|(byte, _)| u32::from(byte));
        CharSet::from_ranges(byte.map(|byte| (byte, byte)))
    }

    /// What is done where a reference stands that needs no state of its own.
    fn references(&self, id: StateId, node: usize, choices: &[Choice<'_>]) -> Option<TokenStream> {
        let (byte, reference) = self.reference(id)?;
        let heading = comment(&format!(
            "{}: {}, and what stands for characters by itself",
            self.machine.states[id].name,
            crate::grammar::Char(u32::from(byte))
        ));
        let row = choices
            .iter()
            .find(|choice| choice.on.contains(u32::from(byte)) && choice.guard.is_none());
        let other = match row {
            Some(choice) => self.code(id, node, choice),
            None => self.stop(id, node),
        };
        let byte = super::stops::byte(byte);
        let rules = references::name(self.machine, id)?;
        let (text, name, number) = match reference.to {
            Receiver::Emitted => (
                quote!(m.emit_text(pos, end);),
                quote!(m.emit_reference(number, pos, end);),
                quote!(m.emit_number(c, pos, end);),
            ),
            Receiver::Appended(f) => {
                let field = field(f);
                (
                    quote!(m.append_range(#field, pos, end);),
                    quote!(m.append_reference(#field, number, pos, end);),
                    quote!(m.append_number(#field, c, pos, end);),
                )
            }
        };
        let again = self.again(id, node);
        let (found, text, or_text) = if self.text_in_run(id, node).is_some() {
            (quote!(reference), quote!(), quote!(Standing::Text(_) |))
        } else {
            let text = quote! {
                Standing::Text(end) => {
                    #text
                    pos = end;
                    #again
                }
            };
            (quote!(m.reference::<#rules>(pos)), text, quote!())
        };
        Some(quote! {
            #heading
            Some(#byte) => match #found {
                #text
                Standing::Name { number, end } => {
                    #name
                    pos = end;
                    #again
                }
                Standing::Number { c, end } => {
                    #number
                    pos = end;
                    #again
                }
                #or_text Standing::Other => { #other }
            }
        })
    }

    fn run(&self, id: StateId, node: usize) -> Option<TokenStream> {
        let state = &self.machine.states[id];
        let run = state.runs.first()?;
        let stops = states::stops_name(state);
        let act = match run.kind {
            RunKind::Emit if node == 0 => quote!(m.emit_range(from, pos);),
            RunKind::Emit => quote!(m.emit_text(from, pos);),
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
        let find = quote!(pos = find::<#stops>(bytes, pos););
        let Some((byte, rules)) = self.text_in_run(id, node) else {
            return Some(quote!(#from #find #act));
        };
        Some(quote! {
            #from
            let reference = loop {
                #find
                if bytes.get(pos) != Some(&#byte) {
                    break Standing::Other;
                }
                match m.reference::<#rules>(pos) {
                    Standing::Text(end) => pos = end,
                    other => break other,
                }
            };
            #act
        })
    }

    /// A state by itself takes the beginnings of references that are text for a part of its run: the
    /// byte, and the rules. Where tags are written inside each other, that would cost each run a little.
    fn text_in_run(&self, id: StateId, node: usize) -> Option<(Literal, Ident)> {
        let (byte, _) = self.reference(id)?;
        let is_alone = node >= self.machine.tree.nodes.len();
        let rules = references::name(self.machine, id).filter(|_| is_alone)?;
        Some((super::stops::byte(byte), rules))
    }

    /// What a choice comes to.
    fn code(&self, id: StateId, node: usize, choice: &Choice<'_>) -> TokenStream {
        let row = choice.row;
        if !choice.runs {
            return self.stop(id, node);
        }
        let consumes = matches!(self.machine.states[id].kind, Kind::Consume(_));
        let is_wide = choice.on.beyond_ascii() == Some(true);
        let facts = self.facts(node, choice);
        let mut actions = facts.fold(&row.actions);
        let shared_end = self.shared_end(node, row, &actions);
        if shared_end.is_some() {
            actions.pop();
        }
        let written = if row.hot {
            self.hot(&actions, is_wide && !row.reconsume, facts)
        } else {
            self.seldom(&actions, row.reconsume, (consumes, is_wide))
        };
        let is_act = |state: StateId| matches!(self.machine.states[state].kind, Kind::Act(_));
        let current =
            (row.hot && consumes && row.state().is_some_and(is_act)).then(|| quote!(m.cur = pos;));
        let advance = match (row.reconsume || !consumes, is_wide) {
            (true, _) => quote!(),
            (false, true) => quote!(pos += width(byte);),
            (false, false) => quote!(pos += 1;),
        };
        let interrupted = emits_tag(&actions).then(|| {
            let target = self.target(id, row);
            quote! {
                if m.is_interrupted() {
                    break 'path #target;
                }
            }
        });
        let child = self.machine.tree.nodes.get(node);
        let child = child.and_then(|n| n.children.get(&choice.place));
        let next = if let Some(end_tag) = shared_end {
            let place = if end_tag {
                quote!('end_tag)
            } else {
                quote!('start_tag)
            };
            quote!(break #place;)
        } else if let (Some(child), Some(to)) = (child, row.state()) {
            self.state(to, *child)
        } else {
            self.goto(id, node, row)
        };
        quote! {
            #written
            #current
            #advance
            #interrupted
            #next
        }
    }

    /// On in the state where a row leads, which is not written here.
    fn goto(&self, id: StateId, node: usize, row: &FastRow) -> TokenStream {
        let (path, tree) = (&self.machine.path, &self.machine.tree);
        let target = self.target(id, row);
        let Some(to) = row.state() else {
            return quote!(at = #target; continue 'path;);
        };
        let is_loop = tree.nodes.get(node).is_none_or(|n| n.given.is_none());
        if to == id && node > 0 && is_loop {
            quote!()
        } else if let Some(back) = tree.ancestor(node, to) {
            let label = label(back, self.machine, to);
            quote!(continue #label;)
        } else if path.contains_key(&to) {
            quote!(at = #target; continue 'path;)
        } else {
            quote!(break 'path #target;)
        }
    }

    fn target(&self, id: StateId, row: &FastRow) -> TokenStream {
        match row.to {
            Some(Target::Return) => quote!(m.r.return_state),
            Some(Target::Back) => quote!(m.r.came_from),
            Some(Target::Caller) => quote!(m.r.caller),
            Some(Target::State(to)) => {
                let variant = names::variant(&self.machine.states[to]);
                quote!(State::#variant)
            }
            None => {
                let variant = names::variant(&self.machine.states[id]);
                quote!(State::#variant)
            }
        }
    }

    fn context(&self) -> Context<'_> {
        Context {
            machine: self.machine,
            in_row: true,
        }
    }

    /// What a row does that is taken often, over local variables.
    fn hot(&self, actions: &[Action], is_wide: bool, facts: Facts) -> TokenStream {
        let mut written = TokenStream::new();
        let mut known = facts;
        for action in actions {
            written.extend(self.action(action, is_wide, &known));
            known = known.after(std::slice::from_ref(action));
        }
        written
    }

    /// What another row does, as its state's own function has it.
    fn seldom(
        &self,
        actions: &[Action],
        reconsume: bool,
        (consumes, is_wide): (bool, bool),
    ) -> TokenStream {
        let through = if reconsume {
            quote!(m.cur)
        } else {
            quote!(m.pos)
        };
        let actions = self.context().actions(actions, &through);
        let place = match (consumes, is_wide) {
            (false, _) => quote!(m.pos = pos;),
            (true, true) => quote!(m.cur = pos; m.pos = pos + width(byte);),
            (true, false) => quote!(m.cur = pos; m.pos = pos + 1;),
        };
        quote!(#place #actions)
    }

    /// An action on the character at `pos`, which has not been passed yet.
    fn action(&self, action: &Action, is_wide: bool, facts: &Facts) -> TokenStream {
        let context = self.context();
        let width = if is_wide {
            quote!(width(byte))
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
            Action::EmitCurrent => quote!(m.emit_text(pos, pos + #width);),
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
