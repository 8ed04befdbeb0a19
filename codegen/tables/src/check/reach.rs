//! Every state can be reached.

use super::machine::ControlFlowGraph;
use crate::diagnostic::Diagnostic;
use crate::model::Revision;

/// Warns of a state that no path from the initial state or an entry state reaches. It does no harm.
pub(super) fn states(revision: &Revision, machine: &ControlFlowGraph, out: &mut Vec<Diagnostic>) {
    for (at, state) in revision.states.iter().enumerate() {
        if !machine.nodes.keys().any(|node| node.state == at) {
            out.push(
                Diagnostic::warning(
                    state.name.place,
                    format!("state `{}` is never reached", state.name.value),
                )
                .label("no path from the initial state or an entry state leads here")
                .help("if tree construction switches to it, list it in `entry-states`"),
            );
        }
    }
}
