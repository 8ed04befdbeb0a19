//! From a model to its graph.
//!
//! A picture with an edge for each row cannot be read. So rows with one target are one edge with all their matchers,
//! states are grouped by the files of the tables, and a register that holds a state is a node, to which rows that set
//! or use it lead. So what such a jump can reach is not drawn as edges; with all of them, everything would lead to
//! everywhere.

use super::{Edge, EdgeKind, Family, Graph, Kind, Node};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::grammar::{Char, Matcher, Step, gloss};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{Clause, On, Revision, Row, State};

/// The names of the registers that hold states.
const RETURN_STATE: &str = "the return state";
const ORIGIN: &str = "the state that switched here";

/// The target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target<'r> {
    State(&'r str),
    Procedure(&'r str),
    Return,
    Origin,
}

pub(super) fn graph(revision: &Revision) -> Graph {
    let about = &revision.about;
    let mut nodes = Vec::new();
    for (index, state) in revision.states.iter().enumerate() {
        let name = &state.name.value;
        let entry = about.entry_states.iter().any(|e| e.value == *name);
        nodes.push(Node {
            name: name.clone(),
            kind: match () {
                () if about.initial_state.value == *name => Kind::Initial,
                () if entry => Kind::Entry,
                () => Kind::State,
            },
            section: about
                .numbered
                .then(|| format!("{}.{}", about.section, index + 1)),
            link: Some(revision.about.link_to_state(name)),
        });
    }
    for procedure in &revision.procedures {
        nodes.push(Node {
            name: procedure.name.value.clone(),
            kind: Kind::Procedure,
            section: None,
            link: Some(about.source.clone()),
        });
    }
    let mut targets_by_edge: BTreeMap<(usize, Target<'_>), Vec<String>> = BTreeMap::new();
    let mut returns = BTreeSet::new();
    for (from, block) in revision.blocks().enumerate() {
        let on_entry = std::iter::once((Vec::new(), &block.body));
        let rows = block.rows.iter().map(|row| (label(row), &row.body));
        for (label, body) in on_entry.chain(rows) {
            for target in targets(revision, block, body, &mut returns) {
                let labels = targets_by_edge.entry((from, target)).or_default();
                for label in &label {
                    if !labels.contains(label) {
                        labels.push(label.clone());
                    }
                }
            }
        }
    }
    let state = |name: &str| revision.state_index(name);
    let procedure = |name: &str| {
        let found = revision.procedure_index(name);
        found.map(|index| revision.states.len() + index)
    };
    let mut edges = Vec::new();
    for (register, target) in [(RETURN_STATE, Target::Return), (ORIGIN, Target::Origin)] {
        let users = targets_by_edge.keys().filter(|(_, to)| *to == target);
        let users: Vec<usize> = users.map(|(from, _)| *from).collect();
        if users.is_empty() {
            continue;
        }
        let node = nodes.len();
        nodes.push(Node {
            name: register.to_owned(),
            kind: Kind::Register,
            section: None,
            link: None,
        });
        let destinations: BTreeSet<usize> = if target == Target::Return {
            returns.iter().filter_map(|name| state(name)).collect()
        } else {
            let switches = |(from, to): &(usize, Target<'_>)| match to {
                Target::State(name) => state(name).filter(|to| users.contains(to)).map(|_| *from),
                _ => None,
            };
            targets_by_edge.keys().filter_map(switches).collect()
        };
        edges.extend(destinations.into_iter().map(|to| Edge {
            from: node,
            to,
            labels: Vec::new(),
            kind: EdgeKind::MayLead,
        }));
        edges.extend(users.into_iter().map(|from| Edge {
            from,
            to: node,
            labels: targets_by_edge[&(from, target)].clone(),
            kind: EdgeKind::Leads,
        }));
    }
    for ((from, target), labels) in targets_by_edge {
        let to = match target {
            Target::State(name) => state(name),
            Target::Procedure(name) => procedure(name),
            Target::Return | Target::Origin => None,
        };
        if let Some(to) = to.filter(|to| *to != from) {
            edges.push(Edge {
                from,
                to,
                labels,
                kind: EdgeKind::Leads,
            });
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.to));
    Graph {
        revision: about.id.clone(),
        title: about.title.clone(),
        what: "states",
        families: families(revision, &edges, nodes.len()),
        nodes,
        edges,
    }
}

/// The families in the order of their files; a register is in that of the first state that uses it.
fn families(revision: &Revision, edges: &[Edge], nodes: usize) -> Vec<Family> {
    let blocks = revision.blocks();
    let mut files: Vec<&str> = blocks.map(|block| block.file.as_str()).collect();
    for register in files.len()..nodes {
        let user = edges.iter().find(|edge| edge.to == register);
        files.push(user.map_or("", |edge| files[edge.from]));
    }
    grouped(&files)
}

/// The families of nodes, by the file of each.
pub(super) fn grouped(files: &[&str]) -> Vec<Family> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (node, file) in files.iter().enumerate() {
        families.entry(file).or_default().push(node);
    }
    let families = families.into_iter().map(|(file, nodes)| Family {
        name: family_name(file),
        nodes,
    });
    families.collect()
}

/// The name of a file without its number and ending.
fn family_name(file: &str) -> String {
    let name = file.strip_suffix(".toml").unwrap_or(file);
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    name.replace('-', " ")
}

/// The targets of steps of a state, and of the definitions that they use.
fn targets<'r>(
    revision: &'r Revision,
    block: &'r State,
    body: &'r [Clause],
    returns: &mut BTreeSet<&'r str>,
) -> BTreeSet<Target<'r>> {
    let steps = |body: &'r [Clause]| body.nodes().with_definitions(revision).steps();
    let mut all: Vec<&Step> = steps(body).collect();
    if all.contains(&&Step::TreatAsAnythingElse) {
        let rows = block.rows.iter().filter(|row| row.is_anything_else());
        all.extend(rows.flat_map(|row| steps(&row.body)));
    }
    let target = |step: &'r Step| {
        Some(match step {
            Step::Switch(state) | Step::Reconsume(state) => Target::State(&state.0),
            Step::SwitchToReturn | Step::ReconsumeInReturn => Target::Return,
            Step::SwitchBack => Target::Origin,
            Step::Attempt(procedure) => Target::Procedure(&procedure.0),
            Step::SetReturnState(state) => {
                returns.insert(&state.0);
                return None;
            }
            _ => return None,
        })
    };
    all.into_iter().filter_map(target).collect()
}

/// The matcher of a row in short: a visible character represents itself.
fn label(row: &Row) -> Vec<String> {
    match &row.on {
        On::Consumed { any, .. } | On::Peeked(any) => any.iter().map(|m| matcher(m)).collect(),
        On::Ahead { text, .. } => vec![format!("\"{}\"", text.value)],
    }
}

fn matcher(matcher: &Matcher) -> String {
    let glyph = |char: &Char| gloss(char.0).unwrap_or_else(|| char.to_string());
    match matcher {
        Matcher::Char(char) => glyph(char),
        Matcher::Range(first, last) => format!("{}…{}", glyph(first), glyph(last)),
        other => other.to_string(),
    }
}
