//! References that can be dealt with where they stand: a name that ends with a semicolon.
//!
//! From a state's row the machine is followed as it would go if such a name came next, until it is
//! back in that state. Where every question on the way has an answer, no error is reported and the
//! characters of the name are all that comes of it, the way there and back can be left out.

use crate::grammar::Field;
use crate::ir::{
    Action, Block, CharSet, End, Kind, Machine, Returned, Row, Source, StateId, Target, Test,
};
use std::collections::{BTreeMap, BTreeSet};

/// What comes of a name that ends with a semicolon, by the state and the byte before the name.
pub type References = BTreeMap<(StateId, u8), Reference>;

/// Where the characters of a name go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// They are emitted.
    Emitted,
    /// They are appended to a field.
    Appended(Field),
}

/// Finds them for the states of the path.
pub(super) fn find(machine: &Machine) -> References {
    let mut found = References::new();
    for state in machine.path.keys() {
        let Kind::Consume(rows) = &machine.states[*state].kind else {
            continue;
        };
        for row in rows.iter().filter(|row| row.guard.is_none()) {
            if let [(byte, last)] = row.on.ranges()
                && byte == last
                && let Ok(byte) = u8::try_from(*byte)
                && let Some(reference) = follow(machine, *state, row)
            {
                found.insert((*state, byte), reference);
            }
        }
    }
    found
}

fn follow(machine: &Machine, state: StateId, row: &Row) -> Option<Reference> {
    let mut way = Way {
        machine,
        state,
        ahead: Ahead::Name,
        return_state: None,
        caller: None,
        additional: None,
        returned: None,
        buffer: Buffer::Other,
        written: BTreeSet::new(),
        result: None,
    };
    let mut block = &row.block;
    // No way there and back is longer than the machine has states.
    for _ in 0..machine.states.len() {
        way.block(block)?;
        if way.state == state {
            break;
        }
        block = way.next()?;
    }
    let is_back = way.state == state && way.ahead == Ahead::Unknown;
    let leaves_nothing = way
        .written
        .iter()
        .all(|register| !is_read_first(machine, state, *register));
    way.result.filter(|_| is_back && leaves_nothing)
}

/// What is known of the characters ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    /// A name that ends with a semicolon.
    Name,
    /// Nothing: the name has been consumed.
    Unknown,
}

/// What the temporary buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Buffer {
    Empty,
    Reference,
    Other,
}

/// A register that the way writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Register {
    Buffer,
    ReturnState,
    Caller,
    Additional,
    Returned,
    Matched,
}

struct Way<'a> {
    machine: &'a Machine,
    state: StateId,
    ahead: Ahead,
    return_state: Option<StateId>,
    caller: Option<StateId>,
    additional: Option<Option<char>>,
    returned: Option<Returned>,
    buffer: Buffer,
    written: BTreeSet<Register>,
    result: Option<Reference>,
}

impl<'a> Way<'a> {
    /// The block that runs next in the state where the way has got to.
    fn next(&self) -> Option<&'a Block> {
        match &self.machine.states[self.state].kind {
            Kind::Act(block) => Some(block),
            // Only looked at: what the name begins with decides, and is given again.
            Kind::Consume(rows) => {
                let row = rows
                    .iter()
                    .find(|row| self.begins(&row.on) != Some(false))?;
                let again = matches!(
                    row.block.end,
                    End::To {
                        reconsume: true,
                        ..
                    }
                );
                (again && row.guard.is_none() && self.begins(&row.on) == Some(true))
                    .then_some(&row.block)
            }
        }
    }

    /// Whether a name begins with one of these, where that is known.
    fn begins(&self, on: &CharSet) -> Option<bool> {
        let letters = CharSet::from_ranges([(0x41, 0x5A), (0x61, 0x7A)]);
        match self.ahead {
            Ahead::Name if letters.minus(on).is_empty() => Some(true),
            Ahead::Name if letters.intersection(on).is_empty() => Some(false),
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        for action in &block.actions {
            self.act(action)?;
        }
        match &block.end {
            End::Stay => Some(()),
            End::To { target, .. } => {
                self.state = match target {
                    Target::State(state) => *state,
                    Target::Return => self.return_state?,
                    Target::Caller => self.caller?,
                    Target::Back => return None,
                };
                Some(())
            }
            End::If(test, then, otherwise) => {
                let block = if self.answer(test)? { then } else { otherwise };
                self.block(block)
            }
            End::Done => None,
        }
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        let mut write = |register| {
            self.written.insert(register);
        };
        match action {
            Action::BeginMarkup => {}
            Action::SetReturn(state) => {
                write(Register::ReturnState);
                self.return_state = Some(*state);
            }
            Action::Call(back) => {
                write(Register::Caller);
                self.caller = Some(*back);
            }
            Action::Return(returned) => {
                write(Register::Returned);
                self.returned = Some(*returned);
            }
            Action::SetAdditional(additional) => {
                write(Register::Additional);
                self.additional = Some(*additional);
            }
            Action::Clear(Field::TemporaryBuffer) => {
                write(Register::Buffer);
                self.buffer = Buffer::Empty;
            }
            Action::Append(source, Field::TemporaryBuffer) => {
                write(Register::Buffer);
                self.buffer = match (source, self.buffer) {
                    (Source::MatchedReference, Buffer::Empty) => Buffer::Reference,
                    _ => Buffer::Other,
                };
            }
            Action::ConsumeNamed if self.ahead == Ahead::Name => {
                write(Register::Matched);
                self.ahead = Ahead::Unknown;
            }
            Action::EmitTemporaryBuffer if self.buffer == Buffer::Reference => {
                self.give(Reference::Emitted)?;
            }
            Action::EmitReturned if self.returned == Some(Returned::Reference) => {
                self.give(Reference::Emitted)?;
            }
            Action::Append(source, field) => {
                let is_reference = match source {
                    Source::MatchedReference => self.ahead == Ahead::Unknown,
                    Source::TemporaryBuffer => self.buffer == Buffer::Reference,
                    Source::Returned => self.returned == Some(Returned::Reference),
                    _ => false,
                };
                is_reference.then_some(())?;
                self.give(Reference::Appended(*field))?;
            }
            Action::If(test, then, otherwise) => {
                let actions = if self.answer(test)? { then } else { otherwise };
                for action in actions {
                    self.act(action)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn give(&mut self, reference: Reference) -> Option<()> {
        self.result.is_none().then_some(())?;
        self.result = Some(reference);
        Some(())
    }

    fn answer(&self, test: &Test) -> Option<bool> {
        let consumed = self.ahead == Ahead::Unknown;
        match test {
            Test::Not(test) => Some(!self.answer(test)?),
            Test::All(tests) => self.all(tests, true),
            Test::Any(tests) => self.all(tests, false).map(|none| !none),
            Test::Matched => consumed.then_some(true),
            Test::LastMatchedIs(c) => consumed.then_some(*c == ';'),
            Test::ReturnStateIs(state) => Some(self.return_state? == *state),
            Test::CallerIs(state) => Some(self.machine.states[self.caller?].spec == *state),
            Test::NextIs { on, .. } => self.begins(on),
            Test::NextIsAdditional => match self.additional? {
                Some(c) => self
                    .begins(&CharSet::from_ranges([(c as u32, c as u32)]))
                    .filter(|begins| !begins),
                None => Some(false),
            },
            Test::NothingReturned => Some(self.returned? == Returned::Nothing),
            _ => None,
        }
    }

    /// Whether all of the tests hold, or none does; one that decides is enough.
    fn all(&self, tests: &[Test], hold: bool) -> Option<bool> {
        let answers: Vec<_> = tests.iter().map(|test| self.answer(test)).collect();
        if answers.contains(&Some(!hold)) {
            return Some(false);
        }
        answers.iter().all(Option::is_some).then_some(true)
    }
}

/// Whether some way from a state reads a register before it is written.
fn is_read_first(machine: &Machine, from: StateId, register: Register) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        if !seen.insert(state) {
            continue;
        }
        let blocks: Vec<(Option<&Test>, &Block)> = match &machine.states[state].kind {
            Kind::Act(block) => vec![(None, block)],
            Kind::Consume(rows) => rows
                .iter()
                .map(|row| (row.guard.as_ref(), &row.block))
                .collect(),
        };
        for (guard, block) in blocks {
            if guard.is_some_and(|guard| asks(guard, register)) {
                return true;
            }
            if !goes_on(machine, block, register, &mut open) {
                return true;
            }
        }
    }
    false
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    None,
    Read,
    Written,
}

/// Adds where a block goes on without having written a register; `false` where it is read.
fn goes_on(machine: &Machine, block: &Block, register: Register, open: &mut Vec<StateId>) -> bool {
    match use_of_all(&block.actions, register) {
        Use::Read => return false,
        Use::Written => return true,
        Use::None => {}
    }
    match &block.end {
        End::If(test, then, otherwise) => {
            !asks(test, register)
                && goes_on(machine, then, register, open)
                && goes_on(machine, otherwise, register, open)
        }
        End::To { target, .. } => {
            open.extend(targets(machine, *target));
            !matches!(
                (target, register),
                (Target::Return, Register::ReturnState) | (Target::Caller, Register::Caller)
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

/// Written on both ways, or read on one.
fn both(a: Use, b: Use) -> Use {
    match (a, b) {
        (Use::Read, _) | (_, Use::Read) => Use::Read,
        (Use::Written, Use::Written) => Use::Written,
        _ => Use::None,
    }
}

fn use_of_one(action: &Action, register: Register) -> Use {
    let (read, written) = match (register, action) {
        (Register::Buffer, Action::Clear(Field::TemporaryBuffer)) => (false, true),
        (
            Register::Buffer,
            Action::Append(_, Field::TemporaryBuffer)
            | Action::Append(Source::TemporaryBuffer, _)
            | Action::EmitTemporaryBuffer
            | Action::LetTarget,
        ) => (true, false),
        (Register::ReturnState, Action::SetReturn(_))
        | (Register::Caller, Action::Call(_))
        | (Register::Additional, Action::SetAdditional(_))
        | (Register::Returned, Action::Return(_))
        | (Register::Matched, Action::ConsumeNamed) => (false, true),
        (Register::Returned, Action::EmitReturned | Action::Append(Source::Returned, _))
        | (Register::Matched, Action::Append(Source::Matched | Source::MatchedReference, _)) => {
            (true, false)
        }
        _ => (false, false),
    };
    match (read, written) {
        (true, _) => Use::Read,
        (false, true) => Use::Written,
        (false, false) => Use::None,
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
        Test::Matched | Test::LastMatchedIs(_) => register == Register::Matched,
        _ => false,
    }
}

/// The states that a target may mean: a register that names a state, any that it is ever set to.
fn targets(machine: &Machine, target: Target) -> Vec<StateId> {
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
fn named(machine: &Machine, name: impl Fn(&Action) -> Option<StateId>) -> Vec<StateId> {
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
            Kind::Act(block) => all(block, &mut actions),
            Kind::Consume(rows) => rows.iter().for_each(|row| all(&row.block, &mut actions)),
        }
    }
    actions.into_iter().filter_map(name).collect()
}
