//! Liveness of the registers that references use.
//!
//! The lexer resolves a reference without the states, so registers that the states would have set keep old values.
//! That is right only if no path reads them before they are written. This is decided for each register and state by
//! following all paths, on demand, since few are asked for. It is coarser than the kernel's analysis of the tables,
//! because it runs on lowered states; the prover compares the result with the tables.

use crate::ir::{
    Action, Block, End, LoweredMachine, Returned, Source, StateId, StateKind, Target, Test,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::grammar::Field;

/// A register that references use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Register {
    Buffer,
    ReturnState,
    CameFrom,
    Caller,
    Additional,
    Returned,
    Matched,
    Code,
    Digits,
    Base,
    AnyDigits,
}

impl Register {
    /// The registers that an action overwrites.
    pub(super) fn written_by(action: &Action) -> &'static [Register] {
        match action {
            Action::Clear(Field::TemporaryBuffer) => &[Register::Buffer],
            Action::SetReturn(_) => &[Register::ReturnState],
            Action::ComeFrom(_) => &[Register::CameFrom],
            Action::Call(_) => &[Register::Caller, Register::Code, Register::AnyDigits],
            Action::SetAdditional(_) => &[Register::Additional],
            Action::Return(_) => &[Register::Returned],
            Action::ConsumeNamed => &[Register::Matched],
            Action::SetCode(_) => &[Register::Code],
            Action::UseDigits { .. } => &[Register::Digits],
            Action::InBase { .. } => &[Register::Base],
            _ => &[],
        }
    }

    fn is_read_by(self, action: &Action) -> bool {
        matches!(
            (self, action),
            (
                Register::Buffer,
                Action::Append(_, Field::TemporaryBuffer)
                    | Action::Append(Source::TemporaryBuffer, _)
                    | Action::EmitTemporaryBuffer
                    | Action::LetTarget,
            ) | (
                Register::Returned,
                Action::EmitReturned | Action::Append(Source::Returned, _)
            ) | (
                Register::Matched,
                Action::Append(Source::Matched | Source::MatchedReference, _)
                    | Action::Return(Returned::Reference),
            ) | (
                Register::Code,
                Action::MultiplyCode(_)
                    | Action::AddToCode(_)
                    | Action::ReplaceCode
                    | Action::Append(Source::Code, _)
                    | Action::Return(Returned::Code | Returned::Replacement),
            ) | (
                Register::Code | Register::Digits | Register::Base | Register::AnyDigits,
                Action::ConsumeDigits,
            )
        )
    }
}

/// Shows every range of numbers that a condition of the machine tests.
pub(super) fn code_ranges(machine: &LoweredMachine, show: &mut dyn FnMut(u32, u32)) {
    fn test(condition: &Test, show: &mut dyn FnMut(u32, u32)) {
        match condition {
            Test::Not(inner) => test(inner, show),
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|t| test(t, show)),
            Test::CodeIn(ranges) => ranges.iter().for_each(|(first, last)| show(*first, *last)),
            _ => {}
        }
    }
    fn actions(all: &[Action], show: &mut dyn FnMut(u32, u32)) {
        for action in all {
            if let Action::If(condition, then, otherwise) = action {
                test(condition, show);
                actions(then, show);
                actions(otherwise, show);
            }
        }
    }
    fn block(whole: &Block, show: &mut dyn FnMut(u32, u32)) {
        actions(&whole.actions, show);
        if let End::If(condition, then, otherwise) = &whole.end {
            test(condition, show);
            block(then, show);
            block(otherwise, show);
        }
    }
    for state in &machine.states {
        match &state.kind {
            StateKind::Act(whole) => block(whole, show),
            StateKind::Consume(rows) => rows.iter().for_each(|row| block(&row.block, show)),
        }
    }
}

/// Which registers are live in which state, computed on demand.
pub(super) struct Liveness<'a> {
    machine: &'a LoweredMachine,
    known: RefCell<BTreeMap<(StateId, Register), bool>>,
}

impl<'a> Liveness<'a> {
    pub(super) fn of(machine: &'a LoweredMachine) -> Self {
        Liveness {
            machine,
            known: RefCell::default(),
        }
    }

    /// Whether some path from a state reads a register before it is written.
    pub(super) fn is_live(&self, from: StateId, register: Register) -> bool {
        let mut known = self.known.borrow_mut();
        *known
            .entry((from, register))
            .or_insert_with(|| is_read_first(self.machine, from, register))
    }
}

fn is_read_first(machine: &LoweredMachine, from: StateId, register: Register) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![CallSite {
        state: from,
        caller: None,
    }];
    while let Some(place) = open.pop() {
        if !seen.insert(place) {
            continue;
        }
        let CallSite { state, caller } = place;
        let blocks: Vec<(Option<&Test>, &Block)> = match &machine.states[state].kind {
            StateKind::Act(block) => vec![(None, block)],
            StateKind::Consume(rows) => rows
                .iter()
                .map(|row| (row.guard.as_ref(), &row.block))
                .collect(),
        };
        for (guard, block) in blocks {
            if guard.is_some_and(|guard| asks(guard, register)) {
                return true;
            }
            if !add_successors(machine, (block, caller), register, &mut open) {
                return true;
            }
        }
    }
    false
}

/// A state, and the state to which its procedure returns, if that is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CallSite {
    state: StateId,
    caller: Option<StateId>,
}

/// The state to which the procedure returns after an action.
fn after_action(caller: Option<StateId>, action: &Action) -> Option<StateId> {
    match action {
        Action::Call(back) => Some(*back),
        Action::If(_, then, otherwise) => {
            let both = [then, otherwise].map(|branch| branch.iter().fold(caller, after_action));
            both[0].filter(|_| both[0] == both[1])
        }
        _ => caller,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    None,
    Read,
    Written,
}

/// Adds the successors of a block that does not write a register; `false` if the block reads it.
fn add_successors(
    machine: &LoweredMachine,
    (block, caller): (&Block, Option<StateId>),
    register: Register,
    open: &mut Vec<CallSite>,
) -> bool {
    let caller = block.actions.iter().fold(caller, after_action);
    match use_of_all(&block.actions, register) {
        Use::Read => return false,
        Use::Written => return true,
        Use::None => {}
    }
    match &block.end {
        End::If(test, then, otherwise) => {
            !asks(test, register)
                && add_successors(machine, (then, caller), register, open)
                && add_successors(machine, (otherwise, caller), register, open)
        }
        End::To { target, .. } => {
            let states = match (target, caller) {
                (Target::Caller, Some(caller)) => vec![caller],
                _ => targets(machine, *target),
            };
            open.extend(states.into_iter().map(|state| CallSite { state, caller }));
            !matches!(
                (target, register),
                (Target::Return, Register::ReturnState)
                    | (Target::Back, Register::CameFrom)
                    | (Target::Caller, Register::Caller)
            )
        }
        End::Stay | End::Done => true,
    }
}

fn use_of_all(actions: &[Action], register: Register) -> Use {
    for action in actions {
        let used = match action {
            Action::If(test, then, otherwise) if !asks(test, register) => {
                both(use_of_all(then, register), use_of_all(otherwise, register))
            }
            Action::If(..) => Use::Read,
            action => use_of_one(action, register),
        };
        if used != Use::None {
            return used;
        }
    }
    Use::None
}

/// Written on both branches, or read on one.
fn both(a: Use, b: Use) -> Use {
    match (a, b) {
        (Use::Read, _) | (_, Use::Read) => Use::Read,
        (Use::Written, Use::Written) => Use::Written,
        _ => Use::None,
    }
}

fn use_of_one(action: &Action, register: Register) -> Use {
    if register.is_read_by(action) {
        Use::Read
    } else if Register::written_by(action).contains(&register) {
        Use::Written
    } else {
        Use::None
    }
}

fn asks(test: &Test, register: Register) -> bool {
    match test {
        Test::Not(test) => asks(test, register),
        Test::All(tests) | Test::Any(tests) => tests.iter().any(|test| asks(test, register)),
        Test::TemporaryBufferIs(_) => register == Register::Buffer,
        Test::ReturnStateIs(_) => register == Register::ReturnState,
        Test::CallerIs(_) => register == Register::Caller,
        Test::NextIsAdditional => register == Register::Additional,
        Test::NothingReturned => register == Register::Returned,
        Test::NoneMatched => register == Register::AnyDigits,
        Test::CodeIn(_) | Test::CodeInReplacements => register == Register::Code,
        Test::Matched | Test::LastMatchedIs(_) => register == Register::Matched,
        _ => false,
    }
}

/// The possible states of a target: for a register, all states that it is ever set to.
fn targets(machine: &LoweredMachine, target: Target) -> Vec<StateId> {
    let of = |name: fn(&Action) -> Option<StateId>| named(machine, name);
    match target {
        Target::State(state) => vec![state],
        Target::Return => of(|action| match action {
            Action::SetReturn(state) => Some(*state),
            _ => None,
        }),
        Target::Caller => of(|action| match action {
            Action::Call(state) => Some(*state),
            _ => None,
        }),
        Target::Back => of(|action| match action {
            Action::ComeFrom(state) => Some(*state),
            _ => None,
        }),
    }
}

/// The states that actions name.
fn named(machine: &LoweredMachine, name: impl Fn(&Action) -> Option<StateId>) -> Vec<StateId> {
    fn all<'a>(block: &'a Block, found: &mut Vec<&'a Action>) {
        found.extend(&block.actions);
        if let End::If(_, then, otherwise) = &block.end {
            all(then, found);
            all(otherwise, found);
        }
    }
    let mut actions = Vec::new();
    for state in &machine.states {
        match &state.kind {
            StateKind::Act(block) => all(block, &mut actions),
            StateKind::Consume(rows) => rows.iter().for_each(|row| all(&row.block, &mut actions)),
        }
    }
    actions.into_iter().filter_map(name).collect()
}
