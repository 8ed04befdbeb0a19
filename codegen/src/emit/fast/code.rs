//! What a choice comes to: what is done, and where it leads.

use super::{Writer, label};
use crate::emit::actions::{Context, emits_tag, field};
use crate::emit::names;
use crate::grammar::Field;
use crate::ir::{Action, Kind, Source, StateId, Target};
use crate::optimise::{Choice, Facts, FastRow};
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
    pub(super) fn goto(&self, id: StateId, node: usize, row: &FastRow) -> TokenStream {
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

    /// What a row does that is taken often, over local variables.
    pub(super) fn hot(&self, actions: &[Action], is_wide: bool, facts: Facts) -> TokenStream {
        let mut written = TokenStream::new();
        let mut known = facts;
        for action in actions {
            written.extend(self.action(action, is_wide, &known));
            known = known.after(std::slice::from_ref(action));
        }
        written
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
