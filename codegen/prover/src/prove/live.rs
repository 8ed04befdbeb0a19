//! Which registers of a program may be read before they are set, from a state on.
//!
//! What is not read again cannot tell two runs apart, and is left out of a pair's key.

use crate::evaluate::Registers;
use tokenwright_compiler::ir::{
    Action, Block, End, Kind, Machine, Returned, Source, StateId, Target, Test,
};
use tokenwright_tables::grammar::Field;

/// A set of registers, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Live(u32);

impl Live {
    pub(super) const BUFFER: Live = Live(1);
    pub(super) const RETURN_STATE: Live = Live(1 << 1);
    pub(super) const CAME_FROM: Live = Live(1 << 2);
    pub(super) const CALLER: Live = Live(1 << 3);
    pub(super) const RETURNED: Live = Live(1 << 4);
    pub(super) const TARGET: Live = Live(1 << 5);
    pub(super) const CODE: Live = Live(1 << 6);
    pub(super) const ADDITIONAL: Live = Live(1 << 7);
    pub(super) const DIGITS: Live = Live(1 << 8);
    pub(super) const BASE: Live = Live(1 << 9);
    pub(super) const ANY_DIGITS: Live = Live(1 << 10);
    pub(super) const MATCHED: Live = Live(1 << 11);
    pub(super) const LAST_START_TAG: Live = Live(1 << 12);
    pub(super) const CONTENT_MODEL: Live = Live(1 << 13);
    pub(super) const ESCAPE: Live = Live(1 << 14);
    pub(super) const TAG: Live = Live(1 << 15);
    pub(super) const COMMENT: Live = Live(1 << 16);
    pub(super) const DOCTYPE: Live = Live(1 << 17);
    pub(super) const INSTRUCTION: Live = Live(1 << 18);

    pub(super) fn has(self, other: Live) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn and(self, other: Live) -> Live {
        Live(self.0 | other.0)
    }

    fn but(self, other: Live) -> Live {
        Live(self.0 & !other.0)
    }
}

/// What is live in each state.
///
/// Where a state goes on in one that a register names, only the register is live: which state that is, a run knows.
pub(super) struct Liveness {
    live: Vec<Live>,
    /// What is set on every way from a state to one that a register names.
    sets: Vec<Live>,
}

impl Liveness {
    pub(super) fn of(machine: &Machine) -> Self {
        let sets = always_set(machine);
        let mut live = vec![Live::default(); machine.states.len()];
        loop {
            let before = live.clone();
            for (id, state) in machine.states.iter().enumerate().rev() {
                let walk = Walk {
                    live: &live,
                    sets: &sets,
                    id,
                };
                live[id] = match &state.kind {
                    Kind::Act(block) => walk.block(block),
                    Kind::Consume(rows) => rows.iter().fold(Live::default(), |all, row| {
                        let guard = row.guard.as_ref().map_or(Live::default(), of_test);
                        all.and(guard).and(walk.block(&row.block))
                    }),
                };
            }
            if live == before {
                return Liveness { live, sets };
            }
        }
    }

    /// What is live in a state, with the states that registers name.
    pub(super) fn at(&self, state: StateId, registers: &Registers) -> Live {
        let named = [
            (Live::RETURN_STATE, registers.return_state),
            (Live::CAME_FROM, registers.came_from),
            (Live::CALLER, registers.caller),
        ];
        let mut all = self.live[state];
        loop {
            let read = named.iter().filter(|(register, _)| all.has(*register));
            let more = read.fold(all, |more, (_, named)| {
                more.and(self.live[*named].but(self.sets[state]))
            });
            if more == all {
                return all;
            }
            all = more;
        }
    }
}

/// The state that an action puts into a register.
fn named_by(action: &Action) -> Option<StateId> {
    match action {
        Action::SetReturn(state) | Action::ComeFrom(state) | Action::Call(state) => Some(*state),
        _ => None,
    }
}

struct Walk<'a> {
    live: &'a [Live],
    /// What is set on every way to a state that a register names.
    sets: &'a [Live],
    id: StateId,
}

impl Walk<'_> {
    fn block(&self, block: &Block) -> Live {
        let end = match &block.end {
            End::Stay => self.live[self.id],
            End::Done => Live::default(),
            End::To { target, .. } => match target {
                Target::State(state) => self.live[*state],
                Target::Return => Live::RETURN_STATE,
                Target::Back => Live::CAME_FROM,
                Target::Caller => Live::CALLER,
            },
            End::If(test, then, otherwise) => of_test(test)
                .and(self.block(then))
                .and(self.block(otherwise)),
        };
        before(&block.actions, end).and(self.named(block))
    }

    /// What is live in the states that a block puts into registers, when a run comes there.
    fn named(&self, block: &Block) -> Live {
        let mut all = Live::default();
        for (at, action) in block.actions.iter().enumerate() {
            if let Action::If(_, then, otherwise) = action {
                // Rare enough to be taken whole.
                let both = then.iter().chain(otherwise);
                let states = both.filter_map(named_by);
                all = states.fold(all, |all, state| all.and(self.live[state]));
            }
            if let Some(state) = named_by(action) {
                let rest = Block {
                    actions: block.actions[at..].to_vec(),
                    end: block.end.clone(),
                };
                let set = sets_of(&rest, self.id, self.sets);
                all = all.and(self.live[state].but(set));
            }
        }
        all
    }
}

/// What every way from each state sets before it goes on in a state that a register names. A state from which no way
/// leads to one sets everything.
fn always_set(machine: &Machine) -> Vec<Live> {
    let mut sets = vec![Live(u32::MAX); machine.states.len()];
    loop {
        let before = sets.clone();
        for (id, state) in machine.states.iter().enumerate() {
            sets[id] = match &state.kind {
                Kind::Act(block) => sets_of(block, id, &sets),
                Kind::Consume(rows) => rows.iter().fold(Live(u32::MAX), |all, row| {
                    Live(all.0 & sets_of(&row.block, id, &sets).0)
                }),
            };
        }
        if sets == before {
            return sets;
        }
    }
}

fn sets_of(block: &Block, id: StateId, sets: &[Live]) -> Live {
    let end = match &block.end {
        End::Stay => sets[id],
        End::Done => Live(u32::MAX),
        End::To { target, .. } => match target {
            Target::State(state) => sets[*state],
            // There it is used, or nothing is known of where another register leads.
            Target::Return | Target::Back | Target::Caller => Live::default(),
        },
        End::If(_, then, otherwise) => {
            let both = [then, otherwise].map(|block| sets_of(block, id, sets).0);
            Live(both[0] & both[1])
        }
    };
    block
        .actions
        .iter()
        .fold(end, |all, action| all.and(effect(action).1))
}

/// What is live before actions, with what is live after them.
fn before(actions: &[Action], after: Live) -> Live {
    actions
        .iter()
        .rev()
        .fold(after, |after, action| match action {
            Action::If(test, then, otherwise) => of_test(test)
                .and(before(then, after))
                .and(before(otherwise, after)),
            action => {
                let (reads, writes) = effect(action);
                after.but(writes).and(reads)
            }
        })
}

fn of_field(field: Field) -> Live {
    match field {
        Field::TemporaryBuffer => Live::BUFFER,
        Field::TagName | Field::AttributeName | Field::AttributeValue => Live::TAG,
        Field::CommentData => Live::COMMENT,
        Field::DoctypeName | Field::PublicIdentifier | Field::SystemIdentifier => Live::DOCTYPE,
        Field::ProcessingInstructionData => Live::INSTRUCTION,
    }
}

/// What an action reads, and what it sets whatever was there.
fn effect(action: &Action) -> (Live, Live) {
    let none = Live::default();
    match action {
        Action::ConsumeNamed => (none, Live::MATCHED),
        Action::ConsumeDigits => (
            Live::CODE
                .and(Live::DIGITS)
                .and(Live::BASE)
                .and(Live::ANY_DIGITS),
            none,
        ),
        Action::Call(_) => (none, Live::CODE.and(Live::ANY_DIGITS).and(Live::CALLER)),
        Action::Return(returned) => {
            let reads = match returned {
                Returned::Nothing | Returned::Char(_) => none,
                Returned::Code | Returned::Replacement => Live::CODE,
                Returned::Reference => Live::MATCHED,
            };
            (reads, Live::RETURNED)
        }
        Action::ComeFrom(_) => (none, Live::CAME_FROM),
        Action::SetReturn(_) => (none, Live::RETURN_STATE),
        Action::EmitTemporaryBuffer => (Live::BUFFER, none),
        Action::EmitReturned => (Live::RETURNED, none),
        Action::EmitTag => (Live::TAG, none),
        Action::EmitComment => (Live::COMMENT, none),
        Action::EmitDoctype => (Live::DOCTYPE, none),
        Action::EmitProcessingInstruction => (Live::INSTRUCTION, none),
        Action::CreateTag { .. } => (none, Live::TAG),
        Action::CreateDoctype => (none, Live::DOCTYPE),
        Action::CreateComment(_) => (none, Live::COMMENT),
        Action::CreateProcessingInstruction(_) => (Live::TARGET, Live::INSTRUCTION),
        Action::StartAttribute
        | Action::RemoveAttribute
        | Action::RemoveEarlierAttribute
        | Action::SetSelfClosing => (Live::TAG, none),
        Action::SetForceQuirks => (Live::DOCTYPE, none),
        Action::Clear(Field::TemporaryBuffer) => (none, Live::BUFFER),
        Action::Clear(field) => (of_field(*field), none),
        Action::Append(source, field) => {
            let reads = match source {
                Source::TemporaryBuffer => Live::BUFFER,
                Source::Matched | Source::MatchedReference => Live::MATCHED,
                Source::Returned => Live::RETURNED,
                Source::Code => Live::CODE,
                Source::Current | Source::CurrentLowercase | Source::Char(_) => none,
            };
            (reads.and(of_field(*field)), none)
        }
        Action::LetTarget => (Live::BUFFER, Live::TARGET),
        Action::SetAdditional(_) => (none, Live::ADDITIONAL),
        Action::SetContentModel(_) => (none, Live::CONTENT_MODEL),
        Action::SetEscape(_) => (none, Live::ESCAPE),
        Action::SetCode(_) => (none, Live::CODE),
        Action::ReplaceCode | Action::MultiplyCode(_) | Action::AddToCode(_) => (Live::CODE, none),
        Action::UseDigits { .. } => (none, Live::DIGITS),
        Action::InBase { .. } => (none, Live::BASE),
        Action::Error(..)
        | Action::ConsumeNext
        | Action::ConsumeAhead { .. }
        | Action::Unconsume
        | Action::BeginMarkup
        | Action::EmitCurrent
        | Action::EmitChar(_)
        | Action::EmitInstead(_)
        | Action::EmitEof
        | Action::If(..) => (none, none),
    }
}

fn of_test(test: &Test) -> Live {
    match test {
        Test::Not(test) => of_test(test),
        Test::All(tests) | Test::Any(tests) => tests
            .iter()
            .fold(Live::default(), |all, test| all.and(of_test(test))),
        Test::TemporaryBufferIs(_) => Live::BUFFER,
        Test::TargetIs(_) => Live::TARGET,
        Test::ReturnStateIs(_) => Live::RETURN_STATE,
        Test::CallerIs(_) => Live::CALLER,
        Test::Matched | Test::LastMatchedIs(_) => Live::MATCHED,
        Test::NextIsAdditional => Live::ADDITIONAL,
        Test::AheadLastStartTag | Test::AfterLastStartTag { .. } | Test::NoStartTag => {
            Live::LAST_START_TAG
        }
        Test::ContentModelIs(_) => Live::CONTENT_MODEL,
        Test::Escape => Live::ESCAPE,
        Test::TagNameIsLastStartTag => Live::TAG.and(Live::LAST_START_TAG),
        Test::IsEndTag
        | Test::TagNameIn(_)
        | Test::DuplicateAttribute
        | Test::HasAttributes
        | Test::SelfClosing => Live::TAG,
        Test::NothingReturned => Live::RETURNED,
        Test::NoneMatched => Live::ANY_DIGITS,
        Test::CodeInReplacements | Test::CodeIn(_) => Live::CODE,
        Test::Foreign
        | Test::NextIs { .. }
        | Test::Ahead { .. }
        | Test::AheadSequence(..)
        | Test::Behind(_) => Live::default(),
    }
}
