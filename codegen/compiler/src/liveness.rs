//! The registers that may be read before they are set, from a state of the lowered machine on.
//!
//! The prover leaves dead registers out of the key of a pair, as they cannot distinguish two runs. The pass `references`
//! may leave a register unset only if it is dead. Both ask this analysis. It follows only the branches that the facts
//! leave possible, and of a jump to a state that a register holds only the states that the register may hold there:
//! without that, every procedure would return to every caller, and nearly every register would be live everywhere.
//!
//! The comparison of revisions has a liveness of its own, over the tables: it has to answer for pages that were not
//! understood completely and cannot be lowered, and per return state.
//!
//! As the prover shares the analysis, an error in it could hide an error of the pass. The tests that compare programs with
//! the interpreter on random documents do not depend on it.

mod effects;
mod facts;

pub(crate) use effects::effects;
pub use facts::Facts;

use crate::ir::{Action, Block, End, LoweredMachine, StateId, StateKind, Target};
use effects::reads;
use tokenwright_tables::kernel::effects::RegisterSet;

/// The live registers of each state, for each combination of facts.
///
/// At a jump to a state that a register holds, only the register is live here; the run determines the state.
#[derive(Debug)]
pub struct Liveness {
    live: Vec<Vec<RegisterSet>>,
    /// The registers that are set on every path from a state to a jump by register.
    sets: Vec<RegisterSet>,
    /// Whether the facts may change on such a path.
    changing: Vec<bool>,
    /// The states to which tree construction may switch at a tag.
    modes: Vec<StateId>,
    /// For each register of [`Named`], the states that actions put into it.
    named: [Vec<StateId>; 3],
}

/// The states that registers hold, each if it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    /// The return state.
    pub return_state: Option<StateId>,
    /// The state that switched to the current one.
    pub came_from: Option<StateId>,
    /// The state that the procedure returns to.
    pub caller: Option<StateId>,
}

impl Liveness {
    /// Analyses a machine. In a state of the tables, what `also` gives for it is live as well.
    pub fn of(machine: &LoweredMachine, also: impl Fn(StateId, Facts) -> RegisterSet) -> Self {
        let all: Vec<Facts> = Facts::all().collect();
        let states = machine.states.iter();
        let read: Vec<Vec<RegisterSet>> = states
            .map(|state| all.iter().map(|facts| also(state.spec, *facts)).collect())
            .collect();
        let mut found = Liveness {
            live: vec![vec![RegisterSet::NONE; all.len()]; machine.states.len()],
            sets: always_set(machine),
            changing: facts::changing(machine),
            modes: machine.switched_states().collect(),
            named: named(machine),
        };
        loop {
            let before = found.live.clone();
            for (id, state) in machine.states.iter().enumerate().rev() {
                for facts in &all {
                    let live = found.state(id, &state.kind, *facts);
                    found.live[id][facts.index()] = live.or(read[id][facts.index()]);
                }
            }
            if found.live == before {
                return found;
            }
        }
    }

    /// The live registers of a state, with those of the states that registers hold.
    #[must_use]
    pub fn at(&self, state: StateId, facts: Facts, named: Named) -> RegisterSet {
        let known = [named.return_state, named.came_from, named.caller];
        let there = match self.changing[state] {
            true => Facts::NONE,
            false => facts,
        };
        let mut all = self.of_state(state, facts);
        loop {
            let mut more = all;
            for (at, (register, known)) in NAMED.into_iter().zip(&known).enumerate() {
                if all.has(register) {
                    let states = known
                        .as_ref()
                        .map_or(&self.named[at][..], std::slice::from_ref);
                    for named in states {
                        more = more.or(self.of_state(*named, there).without(self.sets[state]));
                    }
                }
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }

    fn of_state(&self, state: StateId, facts: Facts) -> RegisterSet {
        self.live[state][facts.index()]
    }

    fn state(&self, id: StateId, kind: &StateKind, facts: Facts) -> RegisterSet {
        match kind {
            StateKind::Act(block) => self.block(id, block, facts),
            StateKind::Consume(rows) => rows.iter().fold(RegisterSet::NONE, |all, row| {
                let guard = row.guard.as_ref();
                match guard.and_then(|guard| facts.answer(guard)) {
                    Some(false) => all,
                    Some(true) | None => {
                        let guard = guard.map_or(RegisterSet::NONE, |guard| reads(guard, facts));
                        all.or(guard).or(self.block(id, &row.block, facts))
                    }
                }
            }),
        }
    }

    fn block(&self, id: StateId, block: &Block, facts: Facts) -> RegisterSet {
        let after = block.actions.iter().fold(facts, Facts::after);
        let mut end = self.end(id, block, after);
        if block.responds {
            end = end.or(self.after_response(id, block, after));
        }
        before(&block.actions, facts, end).or(self.named(id, block, facts))
    }

    /// The live registers if tree construction switches at the tag that a block has emitted. Not the last start
    /// tag, nor the name of the tag that becomes it: the search then tries every name.
    fn after_response(&self, id: StateId, block: &Block, after: Facts) -> RegisterSet {
        let unknown = Facts {
            content_model: None,
            ..after
        };
        let modes = self.modes.iter();
        let modes = modes.map(|mode| self.of_state(*mode, unknown));
        let end = self.end(id, block, unknown);
        modes
            .fold(end, RegisterSet::or)
            .without(RegisterSet::LAST_START_TAG)
    }

    fn end(&self, id: StateId, block: &Block, after: Facts) -> RegisterSet {
        match &block.end {
            End::Stay => self.of_state(id, after),
            End::Done => RegisterSet::NONE,
            End::To { target, .. } => match target {
                Target::State(state) => self.of_state(*state, after),
                Target::Return => RegisterSet::RETURN_STATE,
                Target::Back => RegisterSet::PREVIOUS_STATE,
                Target::Caller => RegisterSet::CALLER,
            },
            End::If(test, then, otherwise) => match after.answer(test) {
                Some(true) => self.block(id, then, after),
                Some(false) => self.block(id, otherwise, after),
                None => reads(test, after)
                    .or(self.block(id, then, after))
                    .or(self.block(id, otherwise, after)),
            },
        }
    }

    /// The live registers of the states that a block puts into registers, when a run enters them.
    fn named(&self, id: StateId, block: &Block, mut facts: Facts) -> RegisterSet {
        let mut all = RegisterSet::NONE;
        for (at, action) in block.actions.iter().enumerate() {
            facts = facts.after(action);
            if let Action::If(_, then, otherwise) = action {
                // Rare enough for a coarse approximation.
                let both = then.iter().chain(otherwise);
                let states = both.filter_map(named_by);
                all = states.fold(all, |all, state| all.or(self.of_state(state, Facts::NONE)));
            }
            if let Some(state) = named_by(action) {
                let rest = Block {
                    actions: block.actions[at..].to_vec(),
                    end: block.end.clone(),
                    responds: block.responds,
                };
                let set = sets_of(&rest, id, &self.sets, &self.modes);
                let there = match facts::changes(&rest, id, &self.changing) {
                    true => Facts::NONE,
                    false => facts,
                };
                all = all.or(self.of_state(state, there).without(set));
            }
        }
        all
    }
}

/// The registers that hold a state, in the order of the fields of [`Named`].
const NAMED: [RegisterSet; 3] = [
    RegisterSet::RETURN_STATE,
    RegisterSet::PREVIOUS_STATE,
    RegisterSet::CALLER,
];

/// The state that an action puts into a register.
fn named_by(action: &Action) -> Option<StateId> {
    match action {
        Action::SetReturn(state) | Action::ComeFrom(state) | Action::Call(state) => Some(*state),
        _ => None,
    }
}

/// The states that actions put into each register.
fn named(machine: &LoweredMachine) -> [Vec<StateId>; 3] {
    NAMED.map(|register| {
        let mut states = Vec::new();
        machine.each_action(&mut |action| {
            states
                .extend(named_by(action).filter(|_| effects(action, Facts::NONE).1.has(register)));
        });
        states
    })
}

/// The registers that every path from each state sets before a jump by register. A state from which no path leads to
/// such a jump sets all registers.
fn always_set(machine: &LoweredMachine) -> Vec<RegisterSet> {
    let mut sets = vec![RegisterSet::EVERYTHING; machine.states.len()];
    let modes: Vec<StateId> = machine.switched_states().collect();
    loop {
        let before = sets.clone();
        for (id, state) in machine.states.iter().enumerate() {
            let of_blocks = state.kind.blocks();
            let of_blocks = of_blocks.map(|block| sets_of(block, id, &sets, &modes));
            sets[id] = of_blocks.fold(RegisterSet::EVERYTHING, RegisterSet::and);
        }
        if sets == before {
            return sets;
        }
    }
}

fn sets_of(block: &Block, id: StateId, sets: &[RegisterSet], modes: &[StateId]) -> RegisterSet {
    let mut end = match &block.end {
        End::Stay => sets[id],
        End::Done => RegisterSet::EVERYTHING,
        End::To { target, .. } => match target {
            Target::State(state) => sets[*state],
            // The jump reads the register, or jumps by another one, whose target is unknown.
            Target::Return | Target::Back | Target::Caller => RegisterSet::NONE,
        },
        End::If(_, then, otherwise) => {
            let otherwise = sets_of(otherwise, id, sets, modes);
            sets_of(then, id, sets, modes).and(otherwise)
        }
    };
    if block.responds {
        end = modes.iter().fold(end, |end, mode| end.and(sets[*mode]));
    }
    block
        .actions
        .iter()
        .fold(end, |all, action| all.or(effects(action, Facts::NONE).1))
}

/// The live registers before actions, from those after them.
fn before(actions: &[Action], facts: Facts, after: RegisterSet) -> RegisterSet {
    let Some((action, rest)) = actions.split_first() else {
        return after;
    };
    let after = before(rest, facts.after(action), after);
    match action {
        Action::If(test, then, otherwise) => match facts.answer(test) {
            Some(true) => before(then, facts, after),
            Some(false) => before(otherwise, facts, after),
            None => reads(test, facts)
                .or(before(then, facts, after))
                .or(before(otherwise, facts, after)),
        },
        action => {
            let (mut reads, writes) = effects(action, facts);
            let emits_start_tag = *action == Action::EmitTag && facts.is_end_tag != Some(true);
            if emits_start_tag && after.has(RegisterSet::LAST_START_TAG) {
                reads = reads.or(RegisterSet::TAG_NAME_AS_LAST);
            }
            after.without(writes).or(reads)
        }
    }
}
