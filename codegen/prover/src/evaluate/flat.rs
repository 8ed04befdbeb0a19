//! The hot path as a list of instructions, so that a run can stop before any of them.

use std::collections::BTreeMap;
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::{Arm, Cond, Label, Next, Program, Stmt};

/// One instruction.
#[derive(Clone, Debug)]
pub(super) enum Instruction<'p> {
    /// Jumps to another instruction.
    Jump(usize),
    /// Jumps by the character at the cursor; each arm has a target.
    Match(&'p [Arm], Vec<usize>),
    /// Jumps if the condition does not hold.
    Unless(&'p Cond, usize),
    /// Jumps to the entry of a state.
    Dispatch(Next),
    /// Leaves the hot path in a state.
    Exit(Next),
    /// A statement that jumps if it cannot do its work.
    Or(&'p Stmt, usize),
    /// A statement without a jump.
    Do(&'p Stmt),
}

/// The instructions of a program.
#[derive(Debug, Default)]
pub(super) struct Flat<'p> {
    instructions: Vec<Instruction<'p>>,
    /// The first instruction of each entry.
    entries: BTreeMap<StateId, usize>,
    /// The state to whose copy each instruction belongs.
    states: Vec<StateId>,
}

impl<'p> Flat<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let mut flat = Flat::default();
        let entries = program.hot_path.iter().flat_map(|path| &path.entries);
        for (state, body) in entries {
            let mut writer = Writer {
                flat: &mut flat,
                state: *state,
                enclosing: Vec::new(),
            };
            let start = writer.flat.instructions.len();
            writer.all(body);
            // At its end, an entry restarts.
            writer.push(Instruction::Jump(start));
            flat.entries.insert(*state, start);
        }
        flat
    }

    /// The first instruction of the entry of a state.
    pub(super) fn entry(&self, state: StateId) -> Option<usize> {
        self.entries.get(&state).copied()
    }

    /// The instruction at an index.
    pub(super) fn at(&self, at: usize) -> &Instruction<'p> {
        &self.instructions[at]
    }

    /// The state to whose copy an instruction belongs.
    pub(super) fn state(&self, at: usize) -> StateId {
        self.states[at]
    }
}

struct Writer<'f, 'p> {
    flat: &'f mut Flat<'p>,
    state: StateId,
    /// The enclosing loops and blocks with a label, the innermost last.
    enclosing: Vec<Labelled>,
}

/// A loop or a block.
struct Labelled {
    label: Label,
    /// Its first instruction.
    start: usize,
    /// The jumps to its end, whose target is not known yet.
    breaks: Vec<usize>,
}

impl<'p> Writer<'_, 'p> {
    fn push(&mut self, instruction: Instruction<'p>) -> usize {
        self.flat.instructions.push(instruction);
        self.flat.states.push(self.state);
        self.flat.instructions.len() - 1
    }

    fn here(&self) -> usize {
        self.flat.instructions.len()
    }

    fn all(&mut self, body: &'p [Stmt]) {
        body.iter().for_each(|stmt| self.stmt(stmt));
    }

    /// Writes the body of a loop or a block with a label.
    fn labelled(&mut self, label: Label, write: impl FnOnce(&mut Self)) {
        self.enclosing.push(Labelled {
            label,
            start: self.here(),
            breaks: Vec::new(),
        });
        write(self);
        let here = self.here();
        let ended = self.enclosing.pop().expect("it was pushed above");
        for at in ended.breaks {
            self.flat.instructions[at] = Instruction::Jump(here);
        }
    }

    /// The innermost loop or block with a label.
    fn enclosing(&mut self, label: Label) -> &mut Labelled {
        let mut enclosing = self.enclosing.iter_mut().rev();
        let found = enclosing.find(|enclosing| enclosing.label == label);
        found.expect("a jump is inside of its target")
    }

    fn endless(&mut self, body: &'p [Stmt]) {
        let start = self.here();
        self.all(body);
        self.push(Instruction::Jump(start));
    }

    fn stmt(&mut self, stmt: &'p Stmt) {
        match stmt {
            Stmt::Loop(label, body) => {
                let outside = self.state;
                if let Some(Label::State(state)) = label {
                    self.state = *state;
                }
                match label {
                    Some(label) => self.labelled(*label, |writer| writer.endless(body)),
                    None => self.endless(body),
                }
                self.state = outside;
            }
            Stmt::Block(label, body) => self.labelled(*label, |writer| writer.all(body)),
            Stmt::Break(label) => {
                let at = self.push(Instruction::Jump(usize::MAX));
                self.enclosing(*label).breaks.push(at);
            }
            Stmt::Continue(label) => {
                let start = self.enclosing(*label).start;
                self.push(Instruction::Jump(start));
            }
            Stmt::Dispatch(next) => {
                self.push(Instruction::Dispatch(*next));
            }
            Stmt::Exit(next) => {
                self.push(Instruction::Exit(*next));
            }
            Stmt::Match(arms) => {
                let at = self.push(Instruction::Jump(usize::MAX));
                let (mut starts, mut ends) = (Vec::new(), Vec::new());
                for arm in arms {
                    starts.push(self.here());
                    self.all(&arm.body);
                    ends.push(self.push(Instruction::Jump(usize::MAX)));
                }
                let here = self.here();
                for end in ends {
                    self.flat.instructions[end] = Instruction::Jump(here);
                }
                self.flat.instructions[at] = Instruction::Match(arms, starts);
            }
            Stmt::If(cond, body) => {
                let at = self.push(Instruction::Jump(usize::MAX));
                self.all(body);
                self.flat.instructions[at] = Instruction::Unless(cond, self.here());
            }
            Stmt::Row(_, body) => self.all(body),
            Stmt::RestOfName { otherwise, .. } => self.or(stmt, &[], otherwise),
            Stmt::References {
                then, otherwise, ..
            }
            | Stmt::LineEnding {
                then, otherwise, ..
            } => self.or(stmt, then, otherwise),
            other => {
                self.push(Instruction::Do(other));
            }
        }
    }

    fn or(&mut self, stmt: &'p Stmt, then: &'p [Stmt], otherwise: &'p [Stmt]) {
        let at = self.push(Instruction::Jump(usize::MAX));
        self.all(then);
        let end = self.push(Instruction::Jump(usize::MAX));
        self.flat.instructions[at] = Instruction::Or(stmt, self.here());
        self.all(otherwise);
        self.flat.instructions[end] = Instruction::Jump(self.here());
    }
}
