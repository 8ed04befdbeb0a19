//! What a choice comes to: what is done, and where it leads.

use super::{Writer, label, pending};
use crate::emit::actions::{Context, emits_tag, field};
use crate::emit::names;
use crate::grammar::Field;
use crate::ir::{Action, Kind, Source, StateId, Target};
use crate::optimise::{Choice, Facts, FastRow, Pending};
use proc_macro2::TokenStream;
use quote::quote;

impl Writer<'_> {
    /// What a choice comes to.
    pub(super) fn code(&self, id: StateId, node: usize, choice: &Choice<'_>) -> TokenStream {
        let row = choice.row;
        if !choice.runs {
            return self.stop(id, node);
        }
        let consumes = matches!(self.machine.states[id].kind, Kind::Consume(_));
        let is_wide = choice.on.beyond_ascii() == Some(true);
        let facts = self.facts(node, choice);
        if let Some(piece) = self.letters(id, choice) {
            let (flush, next) = (pending::flush(facts.pending), self.goto(id, node, row));
            return quote!(#flush #piece #next);
        }
        let mut actions = facts.fold(&row.actions);
        let shared_end = self.shared_end(node, row, &actions);
        if shared_end.is_some() {
            actions.pop();
        }
        let is_act = |state: StateId| matches!(self.machine.states[state].kind, Kind::Act(_));
        let current =
            (row.hot && consumes && row.state().is_some_and(is_act)).then(|| quote!(m.cur = pos;));
        let advance = match (row.reconsume || !consumes, is_wide) {
            (true, _) => quote!(),
            (false, true) => quote!(pos += width(byte);),
            (false, false) => quote!(pos += 1;),
        };
        let tag_end = shared_end.map(|end_tag| match end_tag {
            true => quote!(break 'end_tag;),
            false => quote!(break 'start_tag;),
        });
        let (written, pending) = if row.hot {
            let leave = tag_end.clone().unwrap_or_else(|| self.leave(id, row));
            let leave = quote!(#current #advance #leave);
            let tree = &self.machine.tree;
            let may_wait = tree.pieces && node < tree.nodes.len();
            self.hot(
                &actions,
                is_wide && !row.reconsume,
                facts,
                (may_wait, &leave),
            )
        } else {
            let seldom = self.seldom(&actions, row.reconsume, (consumes, is_wide));
            let flush = pending::flush(facts.pending);
            (quote!(#flush #seldom), Pending::Nothing)
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
        let next = if let Some(tag_end) = tag_end {
            let flush = pending::flush(pending);
            quote!(#flush #tag_end)
        } else if let (Some(child), Some(to)) = (child, row.state()) {
            let edge = self.edge(pending, Some(*child));
            let state = self.state(to, *child);
            quote!(#edge #state)
        } else {
            let back = row
                .state()
                .and_then(|to| self.machine.tree.ancestor(node, to));
            let (edge, next) = (self.edge(pending, back), self.goto(id, node, row));
            quote!(#edge #next)
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
    pub(super) fn goto(&self, id: StateId, node: usize, row: &FastRow) -> TokenStream {
        let tree = &self.machine.tree;
        let Some(to) = row.state() else {
            return self.leave(id, row);
        };
        let is_loop = tree.nodes.get(node).is_none_or(|n| n.given.is_none());
        let falls = is_loop && !self.asks_usual(id, node) && !self.asks_again(id, node);
        if to == id && node > 0 && falls {
            quote!()
        } else if let Some(back) = tree.ancestor(node, to) {
            let label = label(back, self.machine, to);
            quote!(continue #label;)
        } else {
            self.leave(id, row)
        }
    }

    /// On in the state where a row leads, from the start of the path.
    fn leave(&self, id: StateId, row: &FastRow) -> TokenStream {
        let target = self.target(id, row);
        match row.state() {
            Some(to) if !self.machine.path.contains_key(&to) => quote!(break 'path #target;),
            _ => quote!(at = #target; continue 'path;),
        }
    }

    pub(super) fn target(&self, id: StateId, row: &FastRow) -> TokenStream {
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

    pub(super) fn context(&self) -> Context<'_> {
        Context {
            machine: self.machine,
            in_row: true,
        }
    }

    /// What a row does that is taken often, over local variables, and what is still to be written down
    /// after it. `leave` is how the path goes on where the row does what is seldom done.
    fn hot(
        &self,
        actions: &[Action],
        is_wide: bool,
        mut known: Facts,
        (may_wait, leave): (bool, &TokenStream),
    ) -> (TokenStream, Pending) {
        let mut written = TokenStream::new();
        for (at, action) in actions.iter().enumerate() {
            let flush = pending::flush(known.pending);
            let is_last = at + 1 == actions.len();
            written.extend(match action {
                Action::BeginMarkup => self.action(action, is_wide, &known),
                Action::StartAttribute if may_wait => flush,
                _ if is_last && known.asks_if_named(action) => {
                    let asked = self.action(action, is_wide, &known);
                    quote!(if m.may_have_attribute(name) { #flush #asked #leave })
                }
                _ => {
                    known.pending = Pending::Nothing;
                    let done = self.action(action, is_wide, &known);
                    quote!(#flush #done)
                }
            });
            known = known.after(std::slice::from_ref(action));
            if !may_wait {
                known.pending = Pending::Nothing;
            }
        }
        (written, known.pending)
    }

    /// What another row does, as its state's own function has it.
    pub(super) fn seldom(
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
    pub(super) fn action(&self, action: &Action, is_wide: bool, facts: &Facts) -> TokenStream {
        let context = self.context();
        let width = width(is_wide);
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
                let test = crate::emit::tests::test(self.machine, test, true);
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

/// The length of the character at `pos`.
fn width(is_wide: bool) -> TokenStream {
    if is_wide {
        quote!(width(byte))
    } else {
        quote!(1)
    }
}
