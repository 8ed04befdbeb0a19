//! What usually stands at a place is asked for before all else is asked for at once.

use super::Writer;
use crate::emit::stops;
use crate::ir::StateId;
use crate::optimise::{Choice, Node};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::Lifetime;

/// The choice that is usual at a node.
pub(super) struct Usual {
    /// The place of its row.
    pub(super) place: usize,
    /// How to ask for it.
    asked: TokenStream,
}

impl Writer<'_> {
    /// What usually stands at a node. `choices` are those with a pattern of their own.
    pub(super) fn usual(&self, id: StateId, node: usize, choices: &[Choice<'_>]) -> Option<Usual> {
        let tree = &self.machine.tree;
        let here = tree.nodes.get(node).filter(|_| tree.usual)?;
        match here.parent {
            None => self.markup(id, choices),
            Some(parent) => self.leads_to_run(here, parent, choices),
        }
    }

    /// Whether something is asked for first, so that what is found goes on after all else.
    pub(super) fn asks_usual(&self, id: StateId, node: usize) -> bool {
        let tree = &self.machine.tree;
        let choices = (node < tree.nodes.len()).then(|| tree.choices(self.machine, node));
        choices.is_some_and(|choices| self.usual(id, node, &choices).is_some())
    }

    /// In the state that all else is written inside of, what tags begin with: most tags have no text
    /// between them, and a look at one byte costs less than a run that finds nothing.
    fn markup(&self, id: StateId, choices: &[Choice<'_>]) -> Option<Usual> {
        let begins = self.begins_markup(id, choices)?;
        let place = begins.guard.is_none().then_some(begins.place)?;
        let byte = stops::byte(single(begins)?);
        let asked = quote!(bytes.get(pos) == Some(&#byte));
        Some(Usual { place, asked })
    }

    /// The run of that state, which is left out as well where what tags begin with is not always markup.
    pub(super) fn run_of_text(
        &self,
        id: StateId,
        choices: &[Choice<'_>],
        run: TokenStream,
    ) -> TokenStream {
        let begins = self.begins_markup(id, choices);
        match begins.filter(|choice| self.machine.tree.usual && choice.guard.is_some()) {
            Some(choice) => {
                let byte = single(choice).map(stops::byte);
                quote!(if bytes.get(pos) != Some(&#byte) { #run })
            }
            None => run,
        }
    }

    fn begins_markup<'c, 'm>(
        &self,
        id: StateId,
        choices: &'c [Choice<'m>],
    ) -> Option<&'c Choice<'m>> {
        let ends = &self.machine.states[id].runs.first()?.stops;
        let referred = self.taken_by_references(id);
        let mut goes_in = choices
            .iter()
            .filter(|choice| choice.runs && choice.row.hot && choice.row.state() != Some(id));
        goes_in.find(|choice| {
            let byte = single(choice).map(u32::from);
            byte.is_some_and(|byte| ends.contains(byte) && !referred.contains(byte))
        })
    }

    /// What leads to a run that is written inside. It is asked for together with the byte before it: by
    /// itself it would be one more case of the same jump.
    fn leads_to_run(&self, here: &Node, parent: usize, choices: &[Choice<'_>]) -> Option<Usual> {
        let tree = &self.machine.tree;
        let ways = tree.choices(self.machine, parent);
        let mut ways = ways.iter().filter(|way| {
            let child = tree.nodes[parent].children.get(&way.place);
            child.is_some_and(|child| std::ptr::eq(&tree.nodes[*child], here))
        });
        let before = ways.next().filter(|way| !way.row.reconsume)?;
        let before = single(before)?;
        let (place, byte) = choices.iter().find_map(|choice| {
            let child = &tree.nodes[*here.children.get(&choice.place)?];
            let has_run = !self.machine.states[child.state].runs.is_empty();
            let plain = choice.guard.is_none() && !choice.row.reconsume;
            let byte = single(choice).filter(|_| has_run && plain)?;
            Some((choice.place, byte))
        })?;
        let pair = Literal::byte_string(&[before, byte]);
        let asked = quote!(pair(bytes, pos - 1) == Some(#pair));
        Some(Usual { place, asked })
    }

    /// Asks for what is usual, and else for all of `found`, which goes on after it or elsewhere.
    pub(super) fn first(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
        usual: &Usual,
        found: &TokenStream,
    ) -> TokenStream {
        let choice = choices.iter().find(|choice| choice.place == usual.place);
        let choice = choice.expect("what is usual is one of the choices");
        let (heading, code) = (self.heading(id, choice.row), self.code(id, node, choice));
        let asked = &usual.asked;
        let block = Lifetime::new(&format!("'usual_{node}"), Span::call_site());
        quote! {
            #block: {
                if #asked {
                    break #block;
                }
                #found
            }
            #heading
            #code
        }
    }
}

/// The byte for which a choice is, if it is only one.
fn single(choice: &Choice<'_>) -> Option<u8> {
    match choice.on.ranges() {
        [(first, last)] if first == last => u8::try_from(*first).ok(),
        _ => None,
    }
}
