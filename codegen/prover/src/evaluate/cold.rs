//! Evaluates the functions of states, one character at a time.

use super::conditions::CharOrEof;
use super::{Control, Halt, ProgramRun};
use tokenwright_compiler::ir::{Block, End, StateKind, Target};
use tokenwright_compiler::program::ScanKind;

impl ProgramRun<'_> {
    /// Runs the function of the next state.
    pub(super) fn function(&mut self) -> Result<(), Halt> {
        self.control = Control::Function;
        let program = self.evaluator.program;
        let id = self.registers.state;
        match &program.machine.states[id].kind {
            StateKind::Act(block) => {
                // An error at the next character needs that character, even if the input is split before it.
                if block.errs_at_next() {
                    self.peek(self.pos)?;
                }
                let done = self.block(block);
                if let (true, Err(Halt::Wait | Halt::Starved)) = (block.begins_again(), &done) {
                    self.pos = self.cur;
                }
                done?;
            }
            StateKind::Consume(rows) => {
                if self.evaluator.flat.entry(id).is_none() {
                    self.scan_in_function(id)?;
                }
                let input = self.consume()?;
                let row = self.row(rows, input);
                // If a row waits, the state restarts with its character.
                if let Err(Halt::Wait | Halt::Starved) = row {
                    self.pos = self.cur;
                }
                row?;
            }
        }
        self.control = Control::State;
        Ok(())
    }

    fn row(
        &mut self,
        rows: &[tokenwright_compiler::ir::Row],
        input: CharOrEof,
    ) -> Result<(), Halt> {
        for row in rows {
            let matches = match input {
                CharOrEof::Eof => row.eof,
                CharOrEof::Char(_) if row.anything_else && row.guard.is_none() => true,
                CharOrEof::Char(c) => row.on.contains(u32::from(c)),
            };
            let holds = match (&row.guard, matches) {
                (_, false) => false,
                (None, true) => true,
                (Some(guard), true) => self.test(guard)?,
            };
            if holds {
                return self.block(&row.block);
            }
        }
        Ok(())
    }

    pub(super) fn scan_in_function(&mut self, id: usize) -> Result<(), Halt> {
        let Some(scan) = self.evaluator.program.scans.get(&id) else {
            return Ok(());
        };
        while let Some(c) = self.text.chars().get(self.pos).copied() {
            if scan.stop_bytes.contains(c) {
                break;
            }
            self.pos += 1;
            match scan.kind {
                ScanKind::Emit => {
                    self.drain(self.pos);
                    self.emit_text(c.encode_utf8(&mut [0; 4]));
                }
                ScanKind::Append(field) => self.registers.field(field)?.push(c),
                ScanKind::Skip => {}
            }
        }
        Ok(())
    }

    /// Consumes the next input character.
    pub(super) fn consume(&mut self) -> Result<CharOrEof, Halt> {
        self.cur = self.pos;
        let Some(c) = self.text.chars().get(self.pos).copied() else {
            return self.end();
        };
        self.pos += 1;
        if c != '\r' {
            return Ok(CharOrEof::Char(c));
        }
        // A following LF belongs to it.
        match self.text.chars().get(self.pos) {
            Some('\n') => self.pos += 1,
            Some(_) => {}
            None => {
                let end = self.end();
                if end.is_err() {
                    self.pos = self.cur;
                }
                end?;
            }
        }
        Ok(CharOrEof::Char('\n'))
    }

    fn block(&mut self, block: &Block) -> Result<(), Halt> {
        self.actions(&block.actions)?;
        match &block.end {
            End::Stay => {}
            End::To { target, reconsume } => {
                if *reconsume {
                    self.pos = self.cur;
                }
                self.registers.state = self.target(*target);
            }
            End::If(test, then, otherwise) => {
                let block = if self.test(test)? { then } else { otherwise };
                return self.block(block);
            }
            End::Done => return Err(Halt::Finished),
        }
        if block.responds {
            self.respond();
        }
        Ok(())
    }

    /// The state that a target denotes.
    pub(super) fn target(&self, target: Target) -> usize {
        match target {
            Target::State(state) => state,
            Target::Return => self.registers.return_state,
            Target::Back => self.registers.came_from,
            Target::Caller => self.registers.caller,
        }
    }
}
