//! The texts and numbers with which conditions compare the contents of registers.

use tokenwright_compiler::ir::{LoweredMachine, Test};
use tokenwright_compiler::program::BEYOND;
use tokenwright_interpreter::partition;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// The texts that contents are compared with, and the classes that follow.
pub(super) struct Words {
    /// Texts that the temporary buffer is compared with.
    pub(super) buffer: Vec<String>,
    /// Texts that the name of a DOCTYPE is compared with.
    pub(super) doctype_names: Vec<String>,
    /// Texts that a target is compared with, in lower case.
    pub(super) target: Vec<String>,
    /// The texts that conditions compare with the consumed input.
    behind: Vec<String>,
    /// The names that a tag name is looked up in.
    pub(super) names: Vec<String>,
    /// Character references.
    references: Vec<String>,
    /// The texts that end a bulk.
    bulk_ends: Vec<String>,
    /// Sets of numbers that the program distinguishes.
    numbers: Vec<Vec<(u32, u32)>>,
}

impl Words {
    pub(super) fn of(
        revision: &Revision,
        machine: &LoweredMachine,
        references: &References,
    ) -> Self {
        let mut words = Words {
            buffer: Vec::new(),
            doctype_names: Vec::new(),
            target: Vec::new(),
            behind: Vec::new(),
            names: machine.names.iter().flatten().cloned().collect(),
            references: references
                .names
                .iter()
                .map(|(name, _)| name.clone())
                .collect(),
            bulk_ends: partition::bulk_ends(revision),
            numbers: vec![vec![(0xD800, 0xDFFF)], vec![(0x11_0000, u32::MAX)]],
        };
        let replaced = references.replacements.iter();
        words
            .numbers
            .push(replaced.map(|(number, _)| (*number, *number)).collect());
        machine.each_test(&mut |test| match test {
            Test::TemporaryBufferIs(text) => words.buffer.push(text.clone()),
            Test::DoctypeNameIs(text) => words.doctype_names.push(text.clone()),
            Test::TargetIs(text) => words.target.push(text.to_ascii_lowercase()),
            Test::Behind(text) => words.behind.push(text.clone()),
            Test::CodeIn(ranges) => words.numbers.push(ranges.clone()),
            _ => {}
        });
        words
    }

    /// The class of a text under comparisons with words: the text itself, if it may become one of them.
    pub(super) fn class(&self, words: &[String], text: &str) -> String {
        match words.iter().any(|word| word.starts_with(text)) {
            true => format!("{text:?}"),
            false => "other".into(),
        }
    }

    /// The class of a name that input may be compared with. Names are compared only as wholes, so `a` represents all.
    pub(super) fn short(&self, text: &str) -> String {
        match text {
            "" | "a" => format!("{text:?}"),
            _ => "other".into(),
        }
    }

    /// The class of a number.
    pub(super) fn number(&self, number: u32) -> String {
        let has = |set: &Vec<(u32, u32)>| set.iter().any(|(a, b)| (*a..=*b).contains(&number));
        let bits = self
            .numbers
            .iter()
            .map(|set| if has(set) { '1' } else { '0' });
        bits.collect()
    }

    /// Whether any condition looks behind.
    pub(super) fn looks_behind(&self) -> bool {
        !self.behind.is_empty()
    }

    /// The class of consumed text: the texts of look-behinds that have begun in it.
    pub(super) fn behind(&self, consumed: &str) -> Vec<Option<&str>> {
        let texts = self.behind.iter();
        texts.map(|text| longest_begun(text, consumed)).collect()
    }

    /// The class of a bulk: the texts that its end may begin.
    pub(super) fn bulk(&self, bulk: &str) -> String {
        let ends = self.bulk_ends.iter().map(|end| longest_begun(end, bulk));
        format!("{:?}", ends.collect::<Vec<_>>())
    }

    /// The class of a text that begins like a reference, by its possible continuations.
    pub(super) fn reference(&self, text: &str) -> String {
        let rest = text.strip_prefix('&').unwrap_or(text);
        match rest.starts_with('#') {
            true => format!("&{}", self.number_text(rest)),
            false => format!("&{}", self.name(rest)),
        }
    }

    /// The class of digits, after `#` or `#x` or alone: that of the number so far.
    pub(super) fn number_text(&self, text: &str) -> String {
        let (form, base, digits) = match text.strip_prefix('#') {
            Some(rest) if rest.starts_with(['x', 'X']) => ("#x", 16, &rest[1..]),
            Some(rest) => ("#", 10, rest),
            None => ("", 16, text),
        };
        let len = digits.chars().take_while(|c| c.is_digit(base)).count();
        if len == 0 {
            return format!("{text:?}");
        }
        let value = digits[..len].chars().filter_map(|c| c.to_digit(base));
        let value = value.fold(0_u32, |value, digit| {
            value
                .saturating_mul(base)
                .saturating_add(digit)
                .min(0x11_0000)
        });
        format!("{form}{}{:?}", self.number(value), &digits[len..])
    }

    /// The class of a name, by its possible continuations.
    pub(super) fn name(&self, rest: &str) -> String {
        let len = rest.chars().take_while(char::is_ascii_alphanumeric).count();
        let letters = &rest[..len];
        if self.references.iter().any(|name| name.starts_with(letters)) {
            return format!("{rest:?}");
        }
        let longest = self
            .references
            .iter()
            .filter(|name| rest.starts_with(name.as_str()));
        let longest = longest.max_by_key(|name| name.len());
        // A name that continues right after the longest one is distinguished by that.
        format!("{longest:?}..{:?}", &rest[len..])
    }
}

/// The longest proper prefix of `text` that is a suffix of `consumed`.
fn longest_begun<'t>(text: &'t str, consumed: &str) -> Option<&'t str> {
    let begun = text.char_indices().map(|(at, _)| &text[..at]);
    begun
        .filter(|begun| consumed.ends_with(begun))
        .max_by_key(|begun| begun.len())
}

/// The number at the start of the input: after `#` or `#x`, or alone if `base` is given.
pub(super) fn held_number(input: &str, base: Option<u32>) -> Option<u32> {
    let (base, digits) = match input.strip_prefix('#') {
        Some(rest) if rest.starts_with(['x', 'X']) => (16, &rest[1..]),
        Some(rest) => (10, rest),
        None => (base?, input),
    };
    let digits = digits.chars().map_while(|c| c.to_digit(base));
    Some(digits.fold(0_u32, |value, digit| {
        value.saturating_mul(base).saturating_add(digit).min(BEYOND)
    }))
}
