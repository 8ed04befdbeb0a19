//! The references of the hot path.

use super::registers::stuck;
use super::{Halt, ProgramRun};
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::{BEYOND, Reference};

impl<'e> ProgramRun<'e> {
    /// The references that a state resolves.
    pub(super) fn references(&self, of: StateId) -> Result<&'e Reference, Halt> {
        let references = self.evaluator.program.references.get(&of);
        references.ok_or_else(|| stuck("the state resolves no references"))
    }

    /// The characters of the reference that begins at an index, and its end; `None` if the rows have to decide.
    pub(super) fn resolve(
        &self,
        reference: &Reference,
        pos: usize,
    ) -> Result<Option<(String, usize)>, Halt> {
        if self.at(pos)? != Some(char::from(reference.byte)) {
            return Ok(None);
        }
        if self.at(pos + 1)? == Some('#') {
            return self.number(reference, pos + 2);
        }
        let mut end = pos + 1;
        while self.at(end)?.is_some_and(|c| c.is_ascii_alphanumeric()) {
            end += 1;
        }
        if self.at(end)? != Some(';') {
            return Ok(None);
        }
        let name = self.text.range(pos + 1, end + 1);
        let mut names = self.evaluator.names.names.iter();
        let codes = names.find(|(other, _)| *other == name);
        Ok(codes.map(|(_, codes)| {
            let characters = codes.iter().filter_map(|code| char::from_u32(*code));
            (characters.collect(), end + 1)
        }))
    }

    /// The characters of a number whose digits, or an `x`, are at an index, and where it ends.
    fn number(
        &self,
        reference: &Reference,
        mut at: usize,
    ) -> Result<Option<(String, usize)>, Halt> {
        let is_hexadecimal = matches!(self.at(at)?, Some('x' | 'X'));
        let base = if is_hexadecimal { 16 } else { 10 };
        at += usize::from(is_hexadecimal);
        let (start, mut code) = (at, 0_u32);
        while let Some(digit) = self.at(at)?.and_then(|c| c.to_digit(base)) {
            code = (code * base + digit).min(BEYOND);
            at += 1;
        }
        if at == start || self.at(at)? != Some(';') || !reference.plain.contains(code) {
            return Ok(None);
        }
        let c = char::from_u32(code).ok_or_else(|| stuck("a plain number is no character"))?;
        Ok(Some((c.to_string(), at + 1)))
    }
}
