//! The registers of a program that may be read before they are set, from a state on.
//!
//! A register that is not read again cannot distinguish two runs, and is not in a pair's key; without this the search
//! would not close. Liveness is computed for each content model and kind of tag, which exclude many paths. A jump by
//! a register counts as a read of the register alone, because the run knows where it leads; where it may not, the
//! result is coarser and the key longer, never wrong.

use super::conditions::Conditions;
use super::facts::{self, Facts};
use super::registers::{Live, effect, of_test};
use tokenwright_compiler::ir::{
    Action, Block, End, LoweredMachine, StateId, StateKind, Switch, Target,
};
use tokenwright_tables::model::Revision;

/// The live registers of each state, for each combination of facts.
///
/// At a jump to a state that a register holds, only the register is live here; the run determines the state.
pub(super) struct Liveness {
    live: Vec<Vec<Live>>,
    /// The registers that are set on every path from a state to a jump by register.
    sets: Vec<Live>,
    /// Whether the facts may change on such a path.
    changing: Vec<bool>,
    /// The states to which tree construction may switch at a tag.
    modes: Vec<StateId>,
}

/// The states that registers may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) return_state: StateId,
    pub(super) came_from: StateId,
    pub(super) caller: StateId,
}

impl Liveness {
    pub(super) fn of(revision: &Revision, machine: &LoweredMachine) -> Self {
        let conditions = Conditions::of(revision);
        // In the lowered machine, the procedures follow the states.
        let states = revision.blocks();
        let read: Vec<Vec<Live>> = states
            .map(|state| {
                let each = Facts::all();
                each.map(|facts| conditions.read_in(state, facts)).collect()
            })
            .collect();
        let all: Vec<Facts> = Facts::all().collect();
        let mut found = Liveness {
            live: vec![vec![Live::default(); all.len()]; machine.states.len()],
            sets: always_set(machine),
            changing: facts::changing(machine),
            modes: modes(machine),
        };
        loop {
            let before = found.live.clone();
            for (id, state) in machine.states.iter().enumerate().rev() {
                for facts in &all {
                    let live = found.state(id, &state.kind, *facts);
                    found.live[id][facts.index()] = live.and(read[state.spec][facts.index()]);
                }
            }
            if found.live == before {
                return found;
            }
        }
    }

    /// The live registers of a state, with those of the states that registers hold.
    pub(super) fn at(&self, state: StateId, facts: Facts, named: Named) -> Live {
        let named = [
            (Live::RETURN_STATE, named.return_state),
            (Live::CAME_FROM, named.came_from),
            (Live::CALLER, named.caller),
        ];
        let there = match self.changing[state] {
            true => Facts::NONE,
            false => facts,
        };
        let mut all = self.of_state(state, facts);
        loop {
            let read = named.iter().filter(|(register, _)| all.has(*register));
            let more = read.fold(all, |more, (_, named)| {
                more.and(self.of_state(*named, there).but(self.sets[state]))
            });
            if more == all {
                return all;
            }
            all = more;
        }
    }

    fn of_state(&self, state: StateId, facts: Facts) -> Live {
        self.live[state][facts.index()]
    }

    fn state(&self, id: StateId, kind: &StateKind, facts: Facts) -> Live {
        match kind {
            StateKind::Act(block) => self.block(id, block, facts),
            StateKind::Consume(rows) => rows.iter().fold(Live::default(), |all, row| {
                let guard = row.guard.as_ref();
                match guard.and_then(|guard| facts.answer(guard)) {
                    Some(false) => all,
                    Some(true) | None => {
                        let guard = guard.map_or(Live::default(), |guard| of_test(guard, facts));
                        all.and(guard).and(self.block(id, &row.block, facts))
                    }
                }
            }),
        }
    }

    fn block(&self, id: StateId, block: &Block, facts: Facts) -> Live {
        let after = block.actions.iter().fold(facts, Facts::after);
        let mut end = self.end(id, block, after);
        if block.responds {
            end = end.and(self.after_response(id, block, after));
        }
        before(&block.actions, facts, end).and(self.named(id, block, facts))
    }

    /// The live registers if tree construction switches at the tag that a block has emitted. Not the last start
    /// tag, nor the name of the tag that becomes it: the search then tries every name.
    fn after_response(&self, id: StateId, block: &Block, after: Facts) -> Live {
        let unknown = Facts {
            content_model: None,
            ..after
        };
        let modes = self.modes.iter();
        let modes = modes.map(|mode| self.of_state(*mode, unknown));
        let end = self.end(id, block, unknown);
        modes.fold(end, Live::and).but(Live::LAST_START_TAG)
    }

    fn end(&self, id: StateId, block: &Block, after: Facts) -> Live {
        match &block.end {
            End::Stay => self.of_state(id, after),
            End::Done => Live::default(),
            End::To { target, .. } => match target {
                Target::State(state) => self.of_state(*state, after),
                Target::Return => Live::RETURN_STATE,
                Target::Back => Live::CAME_FROM,
                Target::Caller => Live::CALLER,
            },
            End::If(test, then, otherwise) => match after.answer(test) {
                Some(true) => self.block(id, then, after),
                Some(false) => self.block(id, otherwise, after),
                None => of_test(test, after)
                    .and(self.block(id, then, after))
                    .and(self.block(id, otherwise, after)),
            },
        }
    }

    /// The live registers of the states that a block puts into registers, when a run enters them.
    fn named(&self, id: StateId, block: &Block, mut facts: Facts) -> Live {
        let mut all = Live::default();
        for (at, action) in block.actions.iter().enumerate() {
            facts = facts.after(action);
            if let Action::If(_, then, otherwise) = action {
                // Rare enough for a coarse approximation.
                let both = then.iter().chain(otherwise);
                let states = both.filter_map(named_by);
                all = states.fold(all, |all, state| all.and(self.of_state(state, Facts::NONE)));
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
                all = all.and(self.of_state(state, there).but(set));
            }
        }
        all
    }
}

/// The states to which tree construction may switch at a tag; none if it sets the content model flag.
fn modes(machine: &LoweredMachine) -> Vec<StateId> {
    let modes = machine.text_modes.iter();
    let states = modes.filter_map(|mode| match mode.switch {
        Switch::State(state) => Some(state),
        Switch::ContentModel(_) => None,
    });
    states.collect()
}

/// The state that an action puts into a register.
fn named_by(action: &Action) -> Option<StateId> {
    match action {
        Action::SetReturn(state) | Action::ComeFrom(state) | Action::Call(state) => Some(*state),
        _ => None,
    }
}

/// The registers that every path from each state sets before a jump by register. A state from which no path leads to
/// such a jump sets all registers.
fn always_set(machine: &LoweredMachine) -> Vec<Live> {
    let mut sets = vec![Live::ALL; machine.states.len()];
    let modes = &modes(machine);
    loop {
        let before = sets.clone();
        for (id, state) in machine.states.iter().enumerate() {
            sets[id] = match &state.kind {
                StateKind::Act(block) => sets_of(block, id, &sets, modes),
                StateKind::Consume(rows) => rows.iter().fold(Live::ALL, |all, row| {
                    all.both(sets_of(&row.block, id, &sets, modes))
                }),
            };
        }
        if sets == before {
            return sets;
        }
    }
}

fn sets_of(block: &Block, id: StateId, sets: &[Live], modes: &[StateId]) -> Live {
    let mut end = match &block.end {
        End::Stay => sets[id],
        End::Done => Live::ALL,
        End::To { target, .. } => match target {
            Target::State(state) => sets[*state],
            // The jump reads the register, or jumps by another one, whose target is unknown.
            Target::Return | Target::Back | Target::Caller => Live::default(),
        },
        End::If(_, then, otherwise) => {
            let otherwise = sets_of(otherwise, id, sets, modes);
            sets_of(then, id, sets, modes).both(otherwise)
        }
    };
    if block.responds {
        end = modes.iter().fold(end, |end, mode| end.both(sets[*mode]));
    }
    block
        .actions
        .iter()
        .fold(end, |all, action| all.and(effect(action, Facts::NONE).1))
}

/// The live registers before actions, from those after them.
fn before(actions: &[Action], facts: Facts, after: Live) -> Live {
    let Some((action, rest)) = actions.split_first() else {
        return after;
    };
    let after = before(rest, facts.after(action), after);
    match action {
        Action::If(test, then, otherwise) => match facts.answer(test) {
            Some(true) => before(then, facts, after),
            Some(false) => before(otherwise, facts, after),
            None => of_test(test, facts)
                .and(before(then, facts, after))
                .and(before(otherwise, facts, after)),
        },
        action => {
            let (mut reads, writes) = effect(action, facts);
            let emits_start_tag = *action == Action::EmitTag && facts.is_end_tag != Some(true);
            if emits_start_tag && after.has(Live::LAST_START_TAG) {
                reads = reads.and(Live::TAG_NAME_AS_LAST);
            }
            after.but(writes).and(reads)
        }
    }
}
