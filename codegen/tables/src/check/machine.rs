//! The control-flow graph of the states: the registers that are set on entry, and the targets of each path.
//!
//! A node is a state with one return state and one set of reconsumed characters. So a condition on the return state
//! is decided, `switch to the return state` leads to one state, and only the rows that match the reconsumed
//! characters are followed. Other conditions count as open: both branches are followed, and a path that no input
//! takes may be reported.

use super::current::{established, needs_character};
use super::needs;
use super::return_state;
use super::rows::effective_sets;
use super::walk::{At, Follow, Walk};
use crate::grammar::{Condition, Is, Step};
use crate::kernel::effects::RegisterSet;
use crate::kernel::{Bulk, Traverse};
use crate::model::{Conjunction, Located, On, Revision, Test};
use crate::set::Set;
use crate::source::Place;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A state that is not in the tables; reported elsewhere.
const UNKNOWN: usize = usize::MAX;

/// A state, entered with a return state and from another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FlowNode {
    /// The index of the state.
    pub(super) state: usize,
    /// The index of the return state, if it is set and live.
    pub(super) return_state: Option<usize>,
    /// The state that switched to this one, if this one switches back.
    pub(super) back: Option<usize>,
    /// The characters that are reconsumed in it, as an index into [`ControlFlowGraph::reconsumed`].
    pub(super) reconsumed: Option<usize>,
}

/// A path from one state to the next.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) from: FlowNode,
    pub(super) to: FlowNode,
    /// The step that leads there; the row, where the state stays the same.
    pub(super) place: Place,
    /// The next input characters for which the path can be taken without consuming any, so that the
    /// next state reads the same character. EOF is never consumed.
    pub(super) still: Set,
    /// Whether the step switches back.
    pub(super) switches_back: bool,
}

/// A register that a step or a condition reads, and that may be unset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Missing {
    pub(super) node: FlowNode,
    pub(super) place: Place,
    /// The step that the rule runs before, if a rule reads it.
    pub(super) before: Option<Place>,
    pub(super) what: RegisterSet,
}

/// The graph of a revision.
#[derive(Debug, Default)]
pub(super) struct ControlFlowGraph {
    /// The nodes that can be entered, with the registers that are set on every path to them.
    pub(super) nodes: BTreeMap<FlowNode, RegisterSet>,
    pub(super) edges: Vec<Edge>,
    pub(super) missing: BTreeSet<Missing>,
    /// Sets of characters that are reconsumed.
    reconsumed: Vec<Set>,
    /// The node from which each node was first reached.
    found_from: BTreeMap<FlowNode, FlowNode>,
}

impl ControlFlowGraph {
    /// Follows every path from the initial state and the entry states.
    pub(super) fn of(revision: &Revision) -> Self {
        let mut machine = ControlFlowGraph::default();
        let explorer = Explorer::new(revision);
        let about = &revision.about;
        let mut work = VecDeque::new();
        for name in std::iter::once(&about.initial_state).chain(&about.entry_states) {
            if let Some(state) = explorer.index(name) {
                let node = FlowNode {
                    state,
                    return_state: None,
                    back: None,
                    reconsumed: None,
                };
                machine.nodes.insert(node, RegisterSet::NONE);
                work.push_back(node);
            }
        }
        while let Some(node) = work.pop_front() {
            let set = machine.nodes[&node];
            let visit = explorer.visit(node, set, &mut machine.reconsumed);
            for (edge, set) in visit.edges {
                let before = machine.nodes.get(&edge.to).copied();
                // A set only loses registers, so this ends.
                let now = before.map_or(set, |before| before.and(set));
                if before.is_none() {
                    machine.found_from.insert(edge.to, node);
                }
                if before != Some(now) {
                    machine.nodes.insert(edge.to, now);
                    if !work.contains(&edge.to) {
                        work.push_back(edge.to);
                    }
                }
            }
        }
        // Visits above saw sets that were still losing registers.
        for (node, set) in &machine.nodes {
            let visit = explorer.visit(*node, *set, &mut machine.reconsumed);
            let edges = visit.edges.into_iter().map(|(edge, _)| edge);
            machine.edges.extend(edges);
            machine.missing.extend(visit.missing);
        }
        machine
    }

    /// The nodes on a path from an entry state to this one, both included.
    pub(super) fn way_to(&self, node: FlowNode) -> Vec<FlowNode> {
        let mut way = vec![node];
        let mut at = node;
        while let Some(before) = self.found_from.get(&at) {
            at = *before;
            if way.contains(&at) {
                break;
            }
            way.push(at);
        }
        way.reverse();
        way
    }
}

/// The number of characters that a path has consumed since the state was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    Nothing,
    /// One character, which can be reconsumed.
    One,
    Further,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    State(usize),
    Return,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fact {
    set: RegisterSet,
    return_state: Option<usize>,
    target: Option<(Target, Place)>,
    progress: Progress,
    reconsumed: bool,
    /// Whether the path is one that EOF cannot take.
    not_at_eof: bool,
    /// The progress that `consume those characters` would make.
    those: Progress,
}

struct Explorer<'r> {
    revision: &'r Revision,
    indices: BTreeMap<&'r str, usize>,
    /// The characters of each row of each state.
    sets: Vec<Vec<Set>>,
    /// Which states switch back to the one that switched to them.
    goes_back: Vec<bool>,
    /// In which states the return state is live.
    return_is_live: Vec<bool>,
}

/// The result for one state.
struct Visit {
    edges: Vec<(Edge, RegisterSet)>,
    missing: BTreeSet<Missing>,
}

impl<'r> Explorer<'r> {
    fn new(revision: &'r Revision) -> Self {
        let states = &revision.states;
        let mut indices = BTreeMap::new();
        for (at, state) in states.iter().enumerate() {
            indices.entry(state.name.as_str()).or_insert(at);
        }
        let sets = states.iter().map(|s| effective_sets(s, &revision.about));
        let goes_back = states.iter().map(|state| {
            let mut steps = state.nodes().with_definitions(revision).steps();
            steps.any(|step| *step == Step::SwitchBack)
        });
        Explorer {
            revision,
            return_is_live: return_state::live(revision, &indices),
            indices,
            sets: sets.collect(),
            goes_back: goes_back.collect(),
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }

    fn visit(&self, node: FlowNode, set: RegisterSet, reconsumed: &mut Vec<Set>) -> Visit {
        let state = &self.revision.states[node.state];
        let mut paths = Paths {
            explorer: self,
            node,
            missing: BTreeSet::new(),
            before: None,
        };
        let start = Fact {
            set: set.and(needs::LASTING),
            return_state: node.return_state,
            target: None,
            progress: Progress::Nothing,
            reconsumed: false,
            not_at_eof: false,
            those: Progress::Nothing,
        };
        let mut edges = Vec::new();
        let mut walk = Walk::new(self.revision, state);
        let after = walk.run(&state.body, BTreeSet::from([start]), &mut paths);
        let (over, entered): (BTreeSet<_>, BTreeSet<_>) = after
            .into_iter()
            .partition(|fact| fact.target.is_some() || state.rows.is_empty());
        let everything = Set::everything();
        let next = node
            .reconsumed
            .map_or(&everything, |at| &reconsumed[at])
            .clone();
        for fact in over {
            edges.extend(self.edge(node, fact, &next, state.name.place, reconsumed));
        }
        let looks_ahead = state.looks_ahead();
        for (row, takes) in state.rows.iter().zip(&self.sets[node.state]) {
            let untouched = |fact: &&Fact| fact.progress == Progress::Nothing;
            let takes = match entered.iter().all(|fact| untouched(&fact)) {
                true => takes.intersection(&next),
                false => takes.clone(),
            };
            if takes.is_empty() {
                continue;
            }
            let facts = entered.iter().map(|fact| Fact {
                progress: match (fact.progress, looks_ahead) {
                    (Progress::Nothing, false) => Progress::One,
                    (Progress::Nothing, true) => Progress::Nothing,
                    _ => Progress::Further,
                },
                those: match row.on {
                    On::Consumed { .. } => Progress::Nothing,
                    On::Peeked(_) => Progress::One,
                    On::Ahead { .. } => Progress::Further,
                },
                ..*fact
            });
            let facts = match row.when.is_empty() {
                true => facts.collect(),
                false => facts
                    .filter_map(|fact| paths.ask(&row.when, true, fact))
                    .collect(),
            };
            for fact in walk.run(&row.body, facts, &mut paths) {
                edges.extend(self.edge(node, fact, &takes, row.place.place, reconsumed));
            }
        }
        Visit {
            edges,
            missing: paths.missing,
        }
    }

    /// The edge of a path, with the registers that are set at its end.
    fn edge(
        &self,
        from: FlowNode,
        fact: Fact,
        takes: &Set,
        place: Place,
        reconsumed: &mut Vec<Set>,
    ) -> Option<(Edge, RegisterSet)> {
        let (target, place) = fact
            .target
            .map_or((None, place), |(target, place)| (Some(target), place));
        let state = match target {
            None => from.state,
            Some(Target::State(state)) => Some(state).filter(|state| *state != UNKNOWN)?,
            Some(Target::Return) => fact.return_state.filter(|state| *state != UNKNOWN)?,
            Some(Target::Back) => from.back?,
        };
        let back = match target {
            None => from.back,
            Some(_) => Some(from.state).filter(|_| self.goes_back[state]),
        };
        let again = fact.reconsumed && fact.progress == Progress::One;
        let to = FlowNode {
            state,
            return_state: fact.return_state.filter(|_| self.return_is_live[state]),
            back,
            reconsumed: again.then(|| match reconsumed.iter().position(|set| set == takes) {
                Some(at) => at,
                None => {
                    reconsumed.push(takes.clone());
                    reconsumed.len() - 1
                }
            }),
        };
        let stays = match fact.progress {
            Progress::Nothing => true,
            Progress::One => fact.reconsumed,
            Progress::Further => false,
        };
        let mut still = match stays {
            true => takes.clone(),
            false => takes.intersection(&Set::one(None)),
        };
        if fact.not_at_eof {
            still = still.minus(&Set::one(None));
        }
        let edge = Edge {
            from,
            to,
            place,
            still,
            switches_back: target == Some(Target::Back),
        };
        Some((edge, fact.set))
    }
}

fn is_match(test: &Test, holds: bool) -> bool {
    matches!(test, Test::Condition(Condition::Match(is)) if (*is == Is::Is) == holds)
}

/// The paths of one state.
struct Paths<'r, 'e> {
    explorer: &'e Explorer<'r>,
    node: FlowNode,
    missing: BTreeSet<Missing>,
    /// The step that the path's rule runs before, in a rule.
    before: Option<Place>,
}

impl<'r> Paths<'r, '_> {
    /// Records registers that are read before they are set.
    fn need(&mut self, needs: RegisterSet, fact: &Fact, place: Place) {
        let mut have = fact.set;
        if fact.return_state.is_some() {
            have = have.or(RegisterSet::RETURN_STATE);
        }
        if self.node.back.is_some() {
            have = have.or(RegisterSet::PREVIOUS_STATE);
        }
        for what in needs::groups(needs.without(have)) {
            self.missing.insert(Missing {
                node: self.node,
                place,
                before: self.before,
                what,
            });
        }
    }

    /// Whether conditions hold, where that depends on the state or the return state alone.
    fn answer(&self, any: &[Conjunction], fact: &Fact) -> Option<bool> {
        self.explorer.revision.answer(any, &|condition| {
            let (is, known, name) = match condition {
                Condition::ReturnState(is, name) => (is, fact.return_state, name),
                Condition::CurrentState(is, name) => (is, Some(self.node.state), name),
                _ => return None,
            };
            let state = self.explorer.index(&name.0)?;
            Some((known? == state) == (*is == Is::Is))
        })
    }

    /// Records the registers that conditions need, and returns them.
    fn need_for(
        &mut self,
        any: &'r [Conjunction],
        fact: &Fact,
        at: Option<Place>,
        depth: usize,
    ) -> RegisterSet {
        let mut needs = RegisterSet::NONE;
        for test in any.iter().flatten() {
            let place = at.unwrap_or(test.place);
            match &test.value {
                Test::Condition(condition) => {
                    let needed = needs::needed_for(condition);
                    self.need(needed, fact, place);
                    needs = needs.or(needed);
                }
                Test::Defined { name, .. } => {
                    let meaning = self.explorer.revision.defined_condition(name);
                    if let Some(meaning) = meaning.filter(|_| depth < 16) {
                        needs = needs.or(self.need_for(meaning, fact, Some(place), depth + 1));
                    }
                }
            }
        }
        needs
    }
}

impl<'r> Follow<'r> for Paths<'r, '_> {
    type Fact = Fact;

    const INTO_PROCEDURES: bool = true;
    const INTO_RULES: bool = true;

    fn rule(&mut self, before: Option<Place>) {
        self.before = before;
    }

    fn step(&mut self, step: &'r Step, at: At<'r>, mut fact: Fact) -> Fact {
        let place = at.via.map_or(at.place, |call| call.place);
        let needed = needs::needed(step);
        self.need(needed, &fact, place);
        // A missing register is reported once, at its first use.
        fact.set = fact
            .set
            .or(needed)
            .without(needs::cleared(step))
            .or(needs::set_by(step));
        let mut switch = |target| fact.target = Some((target, place));
        match step {
            Step::Switch(name) | Step::Reconsume(name) => {
                let to = self.explorer.index(&name.0).unwrap_or(UNKNOWN);
                switch(Target::State(to));
                let state = self.explorer.revision.states.get(to);
                // A comment that is consumed in bulk begins here.
                if state.and_then(Bulk::of).is_some_and(|it| it.is_comment()) {
                    fact.set = fact.set.without(needs::TOKENS);
                }
            }
            Step::SwitchToReturn | Step::ReconsumeInReturn => switch(Target::Return),
            Step::SwitchBack => switch(Target::Back),
            Step::SetReturnState(name) => {
                fact.return_state = Some(self.explorer.index(&name.0).unwrap_or(UNKNOWN));
            }
            Step::ConsumeNext => {
                fact.progress = match fact.progress {
                    Progress::Nothing => Progress::One,
                    _ => Progress::Further,
                };
            }
            Step::ConsumeThose => {
                fact.progress = match fact.progress {
                    Progress::Nothing => fact.those.max(Progress::One),
                    _ => Progress::Further,
                };
            }
            Step::ConsumeThroughChar(_) | Step::ConsumeThroughText(_) => {
                fact.progress = Progress::Further;
            }
            Step::Unconsume => fact.progress = Progress::Nothing,
            step if needs_character(step) => fact.not_at_eof = true,
            _ => {}
        }
        if matches!(
            step,
            Step::Reconsume(_) | Step::ReconsumeInReturn | Step::ReconsumeCurrent
        ) {
            fact.reconsumed = true;
        }
        fact
    }

    fn ask(&mut self, any: &'r [Conjunction], holds: bool, mut fact: Fact) -> Option<Fact> {
        fact.set = fact.set.or(self.need_for(any, &fact, None, 0));
        if self.answer(any, &fact).is_some_and(|known| known != holds) {
            return None;
        }
        let eof_reached =
            |test: &Located<Test>| matches!(test.value, Test::Condition(Condition::EofReached));
        if !holds && any.iter().any(|all| all.len() == 1 && eof_reached(&all[0])) {
            fact.not_at_eof = true;
        }
        // A match has at least one character.
        if established(any, holds).any(|test| is_match(test, holds)) {
            fact.progress = Progress::Further;
        }
        Some(fact)
    }
}
