//! Runs, line endings in them, and references that they meet.

use super::{Writer, label, pending};
use crate::emit::actions::field;
use crate::emit::{comment, names, references, states, stops};
use crate::grammar::Field;
use crate::ir::{Action, CharSet, Place, RunKind, StateId};
use crate::optimise::{Choice, Pending, Receiver, Reference};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

impl Writer<'_> {
    /// What a line ending that a CR begins comes to: it ends the run of a state that takes line feeds,
    /// and goes the way of a line feed whose row does not ask what it is made of.
    pub(super) fn line_ending(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<TokenStream> {
        let (stop, flush) = (self.stop(id, node), self.flush_at(node));
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
                            #flush
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
    pub(super) fn may_be_cr(&self, node: usize, choice: &Choice<'_>) -> bool {
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
    pub(super) fn gives_cr(&self, node: usize, choice: &Choice<'_>) -> bool {
        choice.row.reconsume && self.may_be_cr(node, choice)
    }

    /// On in the same state, of which nothing is known any more.
    pub(super) fn again(&self, id: StateId, node: usize) -> TokenStream {
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
    pub(super) fn reference(&self, id: StateId) -> Option<(u8, &Reference)> {
        let mut references = self.machine.references.iter();
        references
            .find(|((state, _), _)| *state == id)
            .map(|((_, byte), reference)| (*byte, reference))
    }

    /// The character that `references` deals with; the rows get what it leaves.
    pub(super) fn taken_by_references(&self, id: StateId) -> CharSet {
        let byte = self.reference(id).map(|(byte, _)| u32::from(byte));
        CharSet::from_ranges(byte.map(|byte| (byte, byte)))
    }

    /// Whether `references` deals with that character where a row would.
    pub(super) fn is_for_references(&self, id: StateId, choice: &Choice<'_>) -> bool {
        let when = self.reference(id).map(|(_, reference)| &reference.when);
        when.is_some_and(|when| when.is_none() || *when == choice.row.guard)
    }

    /// What is done where a reference stands that needs no state of its own.
    pub(super) fn references(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<TokenStream> {
        let (byte, reference) = self.reference(id)?;
        let heading = comment(&format!(
            "{}: {}, and what stands for characters by itself",
            self.machine.states[id].name,
            crate::grammar::Char(u32::from(byte))
        ));
        let mut rows = choices
            .iter()
            .filter(|choice| choice.on.contains(u32::from(byte)));
        let row = match reference.when {
            None => rows.find(|choice| choice.guard.is_none()),
            Some(_) => Some(rows.find(|choice| choice.row.guard == reference.when)?),
        };
        let guard = row.and_then(|choice| self.guard(choice));
        let other = match row {
            Some(choice) => self.code(id, node, choice),
            None => self.stop(id, node),
        };
        let byte = stops::byte(byte);
        let code = match self.found(id, node, reference) {
            None => other,
            Some(found) => {
                let again = self.again(id, node);
                quote! {
                    #found
                    if end > pos {
                        pos = end;
                        #again
                    } else {
                        #other
                    }
                }
            }
        };
        Some(quote! {
            #heading
            Some(#byte) #guard => { #code }
        })
    }

    /// Deals with what stands at a reference and says where that ends, unless the run has done so.
    fn found(&self, id: StateId, node: usize, reference: &Reference) -> Option<TokenStream> {
        let rules = references::name(self.machine, id)?;
        let stops = states::stops_name(&self.machine.states[id]);
        let facts = &self.machine.tree.at_row(self.machine, node);
        if facts.pending != Pending::Nothing || self.text_in_run(id, node).is_some() {
            return None;
        }
        Some(match (reference.to, reference.is_text_only()) {
            (Receiver::Emitted, false) => quote! {
                let end = m.emit_references::<#rules, #stops>(pos);
            },
            (Receiver::Appended(f), false) => {
                let field = field(f);
                quote!(let end = m.append_references::<#rules, #stops>(#field, pos);)
            }
            (Receiver::Emitted, true) => quote! {
                let end = m.text_at::<#rules>(pos);
                m.emit_text(pos, end);
            },
            (Receiver::Appended(f), true) => {
                let field = field(f);
                quote! {
                    let end = m.text_at::<#rules>(pos);
                    m.append_range(#field, pos, end);
                }
            }
        })
    }

    /// A value that waits to be written down, with the references in it.
    fn referred(&self, id: StateId) -> Option<TokenStream> {
        let (byte, _) = self.reference(id).filter(|(_, r)| !r.is_text_only())?;
        let (byte, rules) = (stops::byte(byte), references::name(self.machine, id)?);
        let stops = states::stops_name(&self.machine.states[id]);
        Some(quote! {
            if bytes.get(pos) == Some(&#byte) {
                (value, pos) = m.refer::<#rules, #stops>(value, pos);
            }
        })
    }

    /// What is done where a name may go on after its run: it is read up to its end, and what stands there is asked for
    /// once more.
    pub(super) fn rest_of_name(&self, id: StateId, node: usize) -> Option<TokenStream> {
        let state = &self.machine.states[id];
        let run = state.runs.first().filter(|run| run.ends.is_some())?;
        let RunKind::Append(f) = run.kind else {
            return None;
        };
        let here = self.machine.tree.nodes.get(node);
        let pending = here.map(|node| node.facts.with_run(f));
        let (ends, field) = (states::ends_name(state), field(f));
        let stop = self.stop(id, node);
        let read = match pending {
            Some(Pending::Named) => quote!(name = m.name_through(name.0, pos, end);),
            _ => quote!(m.append_lowercase(#field, pos, end);),
        };
        Some(quote! {
            let end = m.end_of_name::<#ends>(pos);
            if end == pos { #stop }
            #read
            pos = end;
        })
    }

    /// Whether what follows a run is asked for again without the run.
    pub(super) fn asks_again(&self, id: StateId, node: usize) -> bool {
        node < self.machine.tree.nodes.len() && self.rest_of_name(id, node).is_some()
    }

    /// Whether the characters of a choice are in the rest of a name.
    pub(super) fn is_in_rest(&self, id: StateId, choice: &Choice<'_>) -> bool {
        let run = self.machine.states[id].runs.first();
        let ends = run.and_then(|run| run.ends.as_ref());
        ends.is_some_and(|ends| choice.on.intersection(ends).is_empty())
    }

    pub(super) fn run(&self, id: StateId, node: usize) -> Option<TokenStream> {
        let state = &self.machine.states[id];
        let run = state.runs.first()?;
        let stops = states::stops_name(state);
        let before = self.machine.tree.nodes.get(node);
        let flush = before.map(|node| pending::flush(node.facts.pending));
        let act = match run.kind {
            RunKind::Emit if node == 0 => quote!(m.emit_range(from, pos);),
            RunKind::Emit => quote!(#flush m.emit_text(from, pos);),
            RunKind::Append(f) => {
                let facts = self.machine.tree.nodes.get(node).map(|node| &node.facts);
                let is_fresh = facts.is_some_and(|facts| facts.fresh.contains(&f));
                let field = field(f);
                match facts.map(|facts| facts.with_run(f)) {
                    Some(Pending::Named) => quote!(name = (from, pos);),
                    Some(Pending::Valued) => {
                        let referred = self.referred(id);
                        quote!(value = (from, pos); #referred)
                    }
                    _ if is_fresh => quote!(#flush m.set_range(#field, from, pos);),
                    _ => quote!(#flush m.append_range(#field, from, pos);),
                }
            }
            RunKind::Skip => quote!(#flush),
        };
        let from = (run.kind != RunKind::Skip).then(|| quote!(let from = pos;));
        let is_alone = node >= self.machine.tree.nodes.len();
        let find = match run.kind {
            _ if run.near => quote!(find_near::<#stops>(bytes, pos)),
            RunKind::Emit if is_alone => quote!(m.find_far::<#stops>(pos)),
            _ => quote!(find::<#stops>(bytes, pos)),
        };
        let find = quote!(pos = #find;);
        let Some((byte, rules)) = self.text_in_run(id, node) else {
            return Some(quote!(#from #find #act));
        };
        Some(quote! {
            #from
            loop {
                #find
                if bytes.get(pos) != Some(&#byte) {
                    break;
                }
                let end = m.text_at::<#rules>(pos);
                if end == pos {
                    break;
                }
                pos = end;
            }
            #act
        })
    }

    /// A state by itself takes the beginnings of references that are text for a part of its run: the
    /// byte, and the rules. Where tags are written inside each other, that would cost each run a little.
    pub(super) fn text_in_run(&self, id: StateId, node: usize) -> Option<(Literal, Ident)> {
        let (byte, _) = self.reference(id).filter(|(_, r)| r.is_text_only())?;
        let is_alone = node >= self.machine.tree.nodes.len();
        let rules = references::name(self.machine, id).filter(|_| is_alone)?;
        Some((stops::byte(byte), rules))
    }
}
