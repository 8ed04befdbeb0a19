//! The states of a revision as a graph: its nodes are the states, its edges the rows that switch.
//!
//! Each file of tables is a family of states. Rows from one state to another are one edge, whose label
//! names all of them. A row that stays in its state has no edge. The insertion modes of tree construction are
//! another such graph.

#![forbid(unsafe_code)]

mod dot;
mod edges;
mod mermaid;
mod modes;
mod svg;

pub use dot::dot;
pub use mermaid::mermaid;
pub use svg::svg;

use std::collections::BTreeSet;
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::model::TreeTables;

/// States and transitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The id of the revision.
    pub revision: String,
    /// The title of the document.
    pub title: String,
    /// What the nodes are: `states` or `insertion modes`.
    pub what: &'static str,
    /// The files of tables with at least one node, in their order.
    pub families: Vec<Family>,
    /// The nodes, in the order of the document.
    pub nodes: Vec<Node>,
    /// The edges, ordered by where they start and where they end.
    pub edges: Vec<Edge>,
}

/// The states of one file of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name of the file without its number and ending: `tags`.
    pub name: String,
    /// The indices of its nodes.
    pub nodes: Vec<usize>,
}

/// A state or an insertion mode, a procedure or an algorithm, or one that is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The spec's name, without the word "state" or the words "insertion mode".
    pub name: String,
    /// The kind of the node.
    pub kind: Kind,
    /// The section that it has in the document, where the document numbers its states.
    pub section: Option<String>,
    /// The address of the section.
    pub link: Option<String>,
}

/// The kind of a [`Node`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The state in which the machine starts, or the mode in which the parser does.
    Initial,
    /// A state that tree construction can switch to; the rules for foreign content.
    Entry,
    /// Any other state or mode.
    State,
    /// A procedure, which states call, or an algorithm.
    Procedure,
    /// A state that a register names: the return state, the state that switched here; or such a mode.
    Register,
}

/// A transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The index of the node that it leaves.
    pub from: usize,
    /// The index of the node that it leads to.
    pub to: usize,
    /// The matchers of its rows, in order; empty if the steps on entry switch.
    pub labels: Vec<String>,
    /// What it is.
    pub kind: EdgeKind,
}

/// The kind of an [`Edge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// A switch, or the call of a procedure or an algorithm.
    Leads,
    /// The target is one of several values of a register.
    MayLead,
    /// The rows of the target are used for a token, without a switch to it.
    Uses,
}

impl Edge {
    /// Its labels in one line.
    #[must_use]
    pub fn label(&self) -> String {
        self.labels.join(", ")
    }
}

impl Graph {
    /// The graph of all states of a revision.
    #[must_use]
    pub fn of(revision: &Revision) -> Self {
        edges::graph(revision)
    }

    /// The graph of the insertion modes of a revision. A row that switches and reprocesses the token has the sign ↻.
    #[must_use]
    pub fn of_modes(revision: &Revision, tables: &TreeTables) -> Self {
        modes::graph(revision, tables)
    }

    /// The index of the node of a state or a procedure.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The edges that lead to a node, or those that leave it, each with the node at its other end.
    pub fn neighbours(&self, node: usize, to: bool) -> impl Iterator<Item = (&Edge, &Node)> {
        self.edges.iter().filter_map(move |edge| {
            let (here, there) = match to {
                true => (edge.to, edge.from),
                false => (edge.from, edge.to),
            };
            (here == node).then(|| (edge, &self.nodes[there]))
        })
    }

    /// The graph of one node and all that an edge joins it with.
    #[must_use]
    pub fn focus(&self, node: usize) -> Self {
        let near = |edge: &&Edge| edge.from == node || edge.to == node;
        let mut kept: BTreeSet<usize> = BTreeSet::from([node]);
        for edge in self.edges.iter().filter(near) {
            kept.extend([edge.from, edge.to]);
        }
        let index = |old: usize| kept.iter().position(|kept| *kept == old);
        let families = self.families.iter().map(|family| Family {
            name: family.name.clone(),
            nodes: family.nodes.iter().filter_map(|n| index(*n)).collect(),
        });
        let edges = self.edges.iter().filter(near).filter_map(|edge| {
            Some(Edge {
                from: index(edge.from)?,
                to: index(edge.to)?,
                ..edge.clone()
            })
        });
        Graph {
            revision: self.revision.clone(),
            title: self.title.clone(),
            what: self.what,
            families: families.filter(|f| !f.nodes.is_empty()).collect(),
            nodes: kept.iter().map(|n| self.nodes[*n].clone()).collect(),
            edges: edges.collect(),
        }
    }
}
