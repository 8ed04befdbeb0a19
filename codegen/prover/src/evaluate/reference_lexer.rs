//! The lexer for references of the hot path.

use super::registers::stuck;
use super::{Halt, ProgramRun};
use tokenwright_compiler::ir::{CharSet, ErrorId, StateId};
use tokenwright_compiler::program::{BEYOND, Codes, NumberRules, NumberValue, Reference};

/// A reference that was recognised.
pub(super) struct ReferenceMatch {
    pub(super) value: ReferenceValue,
    /// The index of its end.
    pub(super) end: usize,
    /// The errors reported at its end.
    pub(super) errors: Vec<ErrorId>,
    /// Whether they are reported before the replacement is emitted.
    pub(super) errors_first: bool,
}

/// Its replacement.
pub(super) enum ReferenceValue {
    /// None: it is text.
    Text,
    /// These characters.
    Characters(String),
}

impl ReferenceMatch {
    fn new(value: ReferenceValue, end: usize, errors: &[ErrorId]) -> Self {
        let errors_first = !matches!(value, ReferenceValue::Text);
        ReferenceMatch {
            value,
            end,
            errors: errors.to_vec(),
            errors_first,
        }
    }
}

fn has(set: &CharSet, c: char) -> bool {
    c.is_ascii() && set.contains(u32::from(c))
}

impl<'e> ProgramRun<'e> {
    /// The rules of a state, and the byte that begins a reference.
    fn rules(&self, state: StateId) -> Result<(char, &'e Reference), Halt> {
        let mut all = self.evaluator.program.references.iter();
        let rules = all.find(|((owner, _), _)| *owner == state);
        let ((_, byte), rules) = rules.ok_or_else(|| stuck("no rules for references"))?;
        Ok((char::from(*byte), rules))
    }

    /// The end of the character at an index, if it begins like a reference and is text.
    ///
    /// The runtime takes all adjacent ones at once, with the same effect.
    pub(super) fn text_at(&self, rules: StateId, pos: usize) -> Result<Option<usize>, Halt> {
        let (first, rules) = self.rules(rules)?;
        if self.at(pos)? != Some(first) {
            return Ok(None);
        }
        let next = self.at(pos + 1)?;
        Ok(next.filter(|next| has(&rules.bare, *next)).map(|_| pos + 1))
    }

    /// The reference, or the text, that begins at an index; `None` if the rows have to decide.
    pub(super) fn found(&self, state: StateId, pos: usize) -> Result<Option<ReferenceMatch>, Halt> {
        let (_, rules) = self.rules(state)?;
        let Some(next) = self.at(pos + 1)? else {
            return Ok(None);
        };
        if next == '#' && !rules.is_text_only() {
            return self.number(&rules.numbers, pos);
        }
        if !rules.names || !next.is_ascii_alphanumeric() {
            let end = self.text_at(state, pos)?;
            return Ok(end.map(|end| ReferenceMatch::new(ReferenceValue::Text, end, &[])));
        }
        let mut end = pos + 1;
        let after = loop {
            match self.at(end)? {
                Some(c) if c.is_ascii_alphanumeric() => end += 1,
                Some(c) => break c,
                None => return Ok(None),
            }
        };
        if has(&rules.text_up_to(), after) {
            return Ok(Some(ReferenceMatch::new(ReferenceValue::Text, end, &[])));
        }
        let text = self.text.range(pos + 1, end);
        let names = &self.evaluator.names.names;
        let characters = |codes: &[u32]| -> String {
            codes
                .iter()
                .filter_map(|code| char::from_u32(*code))
                .collect()
        };
        let closed = format!("{text};");
        if after == ';'
            && let Some((_, codes)) = names.iter().find(|(name, _)| *name == closed)
        {
            return Ok(Some(ReferenceMatch::new(
                ReferenceValue::Characters(characters(codes)),
                end + 1,
                &[],
            )));
        }
        let open = names
            .iter()
            .filter(|(name, _)| !name.ends_with(';') && text.starts_with(name.as_str()))
            .max_by_key(|(name, _)| name.len());
        let faults = &rules.faults;
        Ok(match open {
            Some((name, codes)) => {
                let end = pos + 1 + name.len();
                let Some(after) = self.at(end)? else {
                    return Ok(None);
                };
                if has(&faults.open_names_as_text, after) {
                    Some(ReferenceMatch::new(ReferenceValue::Text, end, &[]))
                } else if has(&faults.open_names.chars, after) {
                    let value = ReferenceValue::Characters(characters(codes));
                    Some(ReferenceMatch::new(value, end, &faults.open_names.errors))
                } else {
                    None
                }
            }
            None if has(&rules.unknown, after) => {
                Some(ReferenceMatch::new(ReferenceValue::Text, end, &[]))
            }
            None if has(&faults.unknown.chars, after) => Some(ReferenceMatch {
                errors_first: false,
                ..ReferenceMatch::new(ReferenceValue::Text, end, &faults.unknown.errors)
            }),
            None => None,
        })
    }

    fn number(&self, rules: &NumberRules, pos: usize) -> Result<Option<ReferenceMatch>, Halt> {
        let is_hexadecimal = matches!(self.at(pos + 2)?, Some('x' | 'X'));
        let base = if is_hexadecimal { 16 } else { 10 };
        let start = pos + 2 + usize::from(is_hexadecimal);
        let (mut end, mut code) = (start, 0_u32);
        while let Some(digit) = self.at(end)?.and_then(|c| c.to_digit(base)) {
            code = (code * base + digit).min(BEYOND);
            end += 1;
        }
        let Some(next) = self.at(end)? else {
            return Ok(None);
        };
        if end == start {
            let is_text = has(&rules.no_digits.chars, next);
            return Ok(is_text.then(|| ReferenceMatch {
                errors_first: true,
                ..ReferenceMatch::new(ReferenceValue::Text, end, &rules.no_digits.errors)
            }));
        }
        let closed = next == ';';
        let character = |c: char| ReferenceValue::Characters(c.to_string());
        if closed && rules.plain.contains(code) {
            let c = char::from_u32(code).ok_or_else(|| stuck("a plain number is no character"))?;
            return Ok(Some(ReferenceMatch::new(character(c), end + 1, &[])));
        }
        if closed && self.at(end + 1)?.is_none() || !closed && !has(&rules.after_number, next) {
            return Ok(None);
        }
        let end = end + usize::from(closed);
        let mut arms = rules.arms.iter().filter(|arm| arm.closed == closed);
        let arm = arms.find(|arm| match &arm.on {
            Codes::Plain => rules.plain.contains(code),
            Codes::In(codes) => codes.contains(code),
            Codes::All => true,
        });
        let outcome = arm.and_then(|arm| arm.outcome.as_ref());
        Ok(outcome.and_then(|(becomes, errors)| {
            let c = match becomes {
                NumberValue::Itself => char::from_u32(code),
                NumberValue::Replacement => self.replacement_of(code),
                NumberValue::Char(c) => Some(*c),
            };
            Some(ReferenceMatch::new(character(c?), end, errors))
        }))
    }
}
