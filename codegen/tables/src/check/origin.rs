//! `switch back` leads to a state that does not switch back itself.

use super::machine::ControlFlowGraph;
use crate::diagnostic::{Diagnostic, push_new};
use crate::model::Revision;

/// No state to which another one switches back switches back in turn: the two would only alternate. Nor does a state switch
/// back to itself after it has switched to itself.
pub(super) fn is_passed_once(
    revision: &Revision,
    machine: &ControlFlowGraph,
    out: &mut Vec<Diagnostic>,
) {
    let to_another = |edge: &&super::machine::Edge| edge.switches_back && edge.to.back.is_some();
    for edge in machine.edges.iter().filter(to_another) {
        let [from, to] = [edge.from, edge.to].map(|node| &revision.states[node.state].name);
        let diagnostic = Diagnostic::error(
            edge.place,
            format!("`{}` can switch back to `{}` here", from.value, to.value),
        )
        .label("a state that switches back itself")
        .help("name the state to switch to, or use the return state");
        push_new(out, diagnostic);
    }
}
