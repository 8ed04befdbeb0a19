//! The context elements of the fragments that are tried: those that the beginning of a fragment asks for.

use super::behaviour::Machine;
use super::mentions::Mentions;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};
use tokenwright_tables::tree::model::{BEGIN_FRAGMENT, Callee};

/// The types that the algorithm which begins a fragment mentions, with all that it calls, and the roots of foreign content.
pub(crate) fn contexts(machines: [&Machine<'_>; 2]) -> Vec<ElementType> {
    let mut mentions = Mentions::default();
    for machine in machines {
        let tables = machine.tables;
        let first = tables.algorithm(BEGIN_FRAGMENT);
        mentions.calls.extend(first.map(Callee::Algorithm));
        mentions.called(tables);
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
