//! Evaluates statements of the hot path.
//!
//! A statement that reads the end of the chunk has to wait there, in the middle of nested blocks, and a run is copied
//! for each continuation. So the nested statements are flattened to instructions with jumps, and a run is a number
//! instead of a stack. Scans are searched character by character; that the runtime's scans by blocks do the same is
//! left to its tests.

use super::flat::Instruction;
use super::registers::stuck;
use super::{Control, Halt, ProgramRun};
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::{
    Arm, Cond, LineEnding, Next, Pattern, Pending, Receiver, Rest, ScanMethod, Stmt, Width,
};

impl ProgramRun<'_> {
    /// Enters the hot path in a state that has an entry.
    pub(super) fn enter_hot_path(&mut self, state: StateId) {
        self.locals.pos = self.pos;
        self.dispatch(state);
    }

    fn dispatch(&mut self, state: StateId) {
        self.locals.at = state;
        match self.evaluator.flat.entry(state) {
            Some(entry) => self.control = Control::HotPath(entry),
            None => self.exit(state),
        }
    }

    /// Leaves the hot path in a state, whose function continues.
    fn exit(&mut self, state: StateId) {
        self.pos = self.locals.pos;
        self.registers.state = state;
        self.locals = super::Locals::default();
        self.control = match self.registers.switch {
            Some(_) => {
                self.respond();
                Control::State
            }
            None => Control::Function,
        };
    }

    fn next(&self, next: Next) -> StateId {
        self.target(next)
    }

    /// Runs one instruction.
    pub(super) fn instruction(&mut self, at: usize) -> Result<(), Halt> {
        let evaluator = self.evaluator;
        let next = match evaluator.flat.at(at) {
            Instruction::Jump(to) => *to,
            Instruction::Match(arms, starts) => starts[self.choose(arms)?],
            Instruction::Unless(cond, otherwise) => match self.cond(cond)? {
                true => at + 1,
                false => *otherwise,
            },
            Instruction::Dispatch(next) => {
                self.dispatch(self.next(*next));
                return Ok(());
            }
            Instruction::Exit(next) => {
                self.exit(self.next(*next));
                return Ok(());
            }
            Instruction::Or(stmt, otherwise) => match self.attempt(stmt)? {
                true => at + 1,
                false => *otherwise,
            },
            Instruction::Do(stmt) => {
                self.stmt(stmt)?;
                if matches!(stmt, Stmt::EmitKnownTag { .. }) && self.registers.switch.is_some() {
                    self.exit(evaluator.program.machine.initial);
                    return Ok(());
                }
                at + 1
            }
        };
        self.control = Control::HotPath(next);
        Ok(())
    }

    fn choose(&mut self, arms: &[Arm]) -> Result<usize, Halt> {
        let c = self.at(self.locals.pos)?;
        for (at, arm) in arms.iter().enumerate() {
            let matches = match (&arm.on, c) {
                (Pattern::Bytes(on) | Pattern::EndOr(on), Some(c)) => match c.is_ascii() {
                    true => on.contains(u32::from(c)),
                    false => on.beyond_ascii() == Some(true),
                },
                (Pattern::Bytes(_) | Pattern::AnyByte, None) => false,
                (Pattern::EndOr(_), None) | (Pattern::AnyByte, Some(_)) => true,
                (Pattern::Otherwise, _) => true,
            };
            let holds = match &arm.guard {
                _ if !matches => false,
                Some(guard) => self.test(guard)?,
                None => true,
            };
            if holds {
                return Ok(at);
            }
        }
        Err(stuck("no arm matches"))
    }

    pub(super) fn cond(&mut self, cond: &Cond) -> Result<bool, Halt> {
        let is = |c: Option<char>, byte: &u8| c == Some(char::from(*byte));
        Ok(match cond {
            Cond::Test(test) => self.test(test)?,
            Cond::ByteIs(byte) => is(self.at(self.locals.pos)?, byte),
            Cond::ByteIsNot(byte) => !is(self.at(self.locals.pos)?, byte),
            Cond::PairIs(before, byte) => {
                let at = self.locals.pos.checked_sub(1);
                let at = at.ok_or_else(|| stuck("no character precedes the cursor"))?;
                is(self.at(at)?, before) && is(self.at(at + 1)?, byte)
            }
            Cond::MayHaveAttribute => {
                let name = self.locals.name.clone();
                let attributes = &self.registers.tag()?.attributes;
                attributes.iter().any(|(other, _)| *other == name)
            }
            Cond::Interrupted => self.registers.switch.is_some(),
        })
    }

    /// Checks that a character whose width is known to be one has one byte.
    fn check_width(&self, width: Width) -> Result<(), Halt> {
        let c = self.text.chars().get(self.locals.pos);
        match width {
            Width::One if c.is_none_or(|c| !c.is_ascii()) => {
                Err(stuck("moves by one byte over another character"))
            }
            Width::Bound if c.is_none() => Err(stuck("moves over no character")),
            _ => Ok(()),
        }
    }

    /// The characters from the start of the scan to the cursor.
    fn scanned(&self) -> String {
        self.text.range(self.locals.from, self.locals.pos)
    }

    fn is_stop(&self, state: StateId, c: char) -> bool {
        let scan = &self.evaluator.program.scans[&state];
        scan.stop_bytes.contains(c)
    }

    /// Moves the cursor to the first stop of a state's scan.
    fn scan(&mut self, stops: StateId, method: ScanMethod) -> Result<(), Halt> {
        while let Some(c) = self.at(self.locals.pos)? {
            if self.is_stop(stops, c)
                && !(method == ScanMethod::Conditional && self.passes_stop(stops, c)?)
            {
                break;
            }
            self.locals.pos += 1;
        }
        Ok(())
    }

    /// Whether the scan continues at a stop, as it is conditional.
    fn passes_stop(&self, stops: StateId, c: char) -> Result<bool, Halt> {
        let conditional = self.evaluator.program.scans[&stops].conditional.as_ref();
        let stop = conditional.ok_or_else(|| stuck("no conditional stop"))?;
        let pos = self.locals.pos;
        if stop.others.contains(c) {
            return Ok(false);
        }
        if c != char::from(stop.byte) {
            return Err(stuck("a stop that ends a part of the scan"));
        }
        let is_behind = self.text.ends_with(pos + 1, &stop.text);
        match is_behind && pos - self.locals.from >= stop.reach {
            true => Err(stuck(
                "the scan does not look for its conditional stop here",
            )),
            false => Ok(!is_behind),
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Result<(), Halt> {
        let pos = self.locals.pos;
        match stmt {
            Stmt::Advance(width) => {
                self.check_width(*width)?;
                self.locals.pos += 1;
            }
            Stmt::SetCurrent => self.cur = pos,
            Stmt::Sync(width) => {
                self.check_width(*width)?;
                self.cur = pos;
                self.pos = pos + 1;
            }
            Stmt::SyncPosition => self.pos = pos,
            Stmt::SetFrom => self.locals.from = pos,
            Stmt::Scan(stops, method) => self.scan(*stops, *method)?,
            Stmt::EmitScanned { .. } => {
                let text = self.scanned();
                self.drain(pos);
                self.emit_text(&text);
            }
            Stmt::AppendScanned(field) => {
                let text = self.scanned();
                // An empty run leaves a missing identifier missing.
                if !text.is_empty() {
                    self.registers.field(*field)?.push_str(&text);
                }
            }
            Stmt::SetScanned(field) => {
                let text = self.scanned();
                *self.registers.field(*field)? = text;
            }
            Stmt::HoldName => self.locals.name = self.scanned(),
            Stmt::HoldValue => self.locals.value = self.scanned(),
            Stmt::HoldReferences(of) => self.hold_references(*of)?,
            Stmt::WriteAttribute(pending) => {
                let locals = self.locals.clone();
                let tag = self.registers.tag()?;
                tag.start_attribute();
                let attribute = tag.attributes.last_mut();
                let (name, value) = attribute.ok_or_else(|| stuck("no attribute"))?;
                if matches!(pending, Pending::Named | Pending::Valued) {
                    *name = locals.name;
                }
                if *pending == Pending::Valued {
                    *value = locals.value;
                }
            }
            Stmt::BeginMarkup => {}
            Stmt::EmitCharacter(width) => {
                self.check_width(*width)?;
                self.drain(pos + 1);
                let text = self.text.range(pos, pos + 1);
                self.emit_text(&text);
            }
            Stmt::AppendCharacter(field, width) => {
                self.check_width(*width)?;
                let text = self.text.range(pos, pos + 1);
                self.registers.field(*field)?.push_str(&text);
            }
            Stmt::SetCharacter(field, width) => {
                self.check_width(*width)?;
                *self.registers.field(*field)? = self.text.range(pos, pos + 1);
            }
            Stmt::Act(action, _) => self.action(action)?,
            Stmt::EmitTag => {
                self.pos = pos + 1;
                self.emit_tag()?;
            }
            Stmt::EmitKnownTag { end_tag } => {
                if self.registers.tag()?.is_end != *end_tag {
                    return Err(stuck("a tag of the other kind"));
                }
                self.pos = pos;
                self.emit_tag()?;
            }
            other => return Err(Halt::Stuck(format!("no instruction: {other:?}"))),
        }
        Ok(())
    }

    /// Runs a statement, and returns whether it could do its work.
    pub(super) fn attempt(&mut self, stmt: &Stmt) -> Result<bool, Halt> {
        match stmt {
            Stmt::RestOfName { state, to, .. } => self.rest_of_name(*state, *to),
            Stmt::References { of, .. } => {
                let reference = self.references(*of)?;
                let Some((characters, end)) = self.resolve(reference, self.locals.pos)? else {
                    return Ok(false);
                };
                match reference.to {
                    Receiver::Emitted => {
                        self.drain(end);
                        self.emit_text(&characters);
                    }
                    Receiver::Appended(field) => {
                        self.registers.field(field)?.push_str(&characters);
                    }
                }
                self.locals.pos = end;
                Ok(true)
            }
            Stmt::LineEnding { act, .. } => self.line_ending(act),
            other => Err(Halt::Stuck(format!("no attempt: {other:?}"))),
        }
    }

    fn rest_of_name(&mut self, state: StateId, to: Rest) -> Result<bool, Halt> {
        let ends = self.evaluator.program.scans[&state].name_ends.as_ref();
        let ends = ends.ok_or_else(|| stuck("a name without ends"))?;
        // Whether a part of it was read before the run was suspended.
        let mut is_read = std::mem::take(&mut self.locals.midway);
        loop {
            let next = self
                .at(self.locals.pos)
                .inspect_err(|_| self.locals.midway = is_read)?;
            let Some(c) = next.filter(|c| !ends.contains(*c)) else {
                return Ok(is_read);
            };
            let c = c.to_ascii_lowercase();
            match to {
                Rest::Name => self.locals.name.push(c),
                Rest::Append(field) => self.registers.field(field)?.push(c),
            }
            self.locals.pos += 1;
            is_read = true;
        }
    }

    fn hold_references(&mut self, of: StateId) -> Result<(), Halt> {
        let reference = self.references(of)?;
        loop {
            // Text after a reference, up to the next stop.
            if self.locals.midway {
                while let Some(c) = self.at(self.locals.pos)? {
                    if self.is_stop(of, c) {
                        break;
                    }
                    self.locals.value.push(c);
                    self.locals.pos += 1;
                }
            }
            let found = self.resolve(reference, self.locals.pos)?;
            self.locals.midway = false;
            let Some((characters, end)) = found else {
                return Ok(());
            };
            self.locals.value.push_str(&characters);
            self.locals.pos = end;
            self.locals.midway = true;
        }
    }

    /// Consumes the line ending that the CR at the cursor begins, if its end is known.
    fn line_ending(&mut self, act: &LineEnding) -> Result<bool, Halt> {
        let pos = self.locals.pos;
        let Some(next) = self.at(pos + 1)? else {
            return Ok(false);
        };
        let has_lf = next == '\n';
        let end = pos + 1 + usize::from(has_lf);
        match act {
            // The LF is emitted with the next text.
            LineEnding::Emit => {
                if !has_lf {
                    self.drain(pos + 1);
                    self.emit_text("\n");
                }
                self.locals.pos = pos + 1;
                return Ok(true);
            }
            LineEnding::Append { before, field } => {
                for stmt in before {
                    self.stmt(stmt)?;
                }
                self.registers.field(*field)?.push('\n');
            }
            LineEnding::Act(actions) => {
                if !actions.is_empty() {
                    self.cur = pos;
                    self.pos = end;
                }
                self.actions(actions)?;
            }
        }
        self.locals.pos = end;
        Ok(true)
    }
}
