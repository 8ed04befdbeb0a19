//! The context elements of the fragments that are tried: those that the beginning of a fragment asks for.

use super::behaviour::Machine;
use super::mentions::Mentions;
use std::collections::BTreeSet;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};
use tokenwright_tables::tree::model::{BEGIN_FRAGMENT, Callee, Resolved};

/// The types that the algorithm which begins a fragment mentions, with all that it calls, and the roots of foreign content.
pub(crate) fn contexts(machines: [&Machine<'_>; 2]) -> Vec<ElementType> {
    let mut mentions = Mentions::default();
    for machine in machines {
        let tables = machine.tables;
        let mut all = tables.algorithms.iter();
        let first = all.position(|it| it.name.value == BEGIN_FRAGMENT);
        let mut waiting: Vec<usize> = first.into_iter().collect();
        let mut seen: BTreeSet<usize> = waiting.iter().copied().collect();
        while let Some(at) = waiting.pop() {
            let body = &tables.algorithms[at].body;
            mentions.body(tables, body);
            let mut called = Called::default();
            tables.visit(body, &mut called);
            waiting.extend(called.0.into_iter().filter(|at| seen.insert(*at)));
        }
    }
    let names: Vec<String> = mentions.names.into_keys().collect();
    let html = names.iter().map(|name| ElementType::html(name));
    let foreign = [(Namespace::Svg, "svg"), (Namespace::MathMl, "math")];
    let foreign = foreign.map(|(namespace, name)| ElementType {
        namespace,
        name: name.to_owned(),
    });
    html.chain(foreign).collect()
}

#[derive(Default)]
struct Called(Vec<usize>);

impl Visitor for Called {
    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(Callee::Algorithm(at)) = resolved.map(|it| it.callee) {
            self.0.push(at);
        }
    }
}
