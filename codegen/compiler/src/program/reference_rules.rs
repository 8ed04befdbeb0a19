//! Rules for character references, and for text that begins like one, in a state of the hot path.

use crate::ir::{CharSet, ErrorId, StateId, Test};
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

/// The rules, by the state and the byte that begins a reference there.
pub type References = BTreeMap<(StateId, u8), Reference>;

/// The rules of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// A condition on flags, which no reference changes; without it the rules do not apply.
    pub when: Option<Test>,
    /// What the characters of a reference are appended to.
    pub to: Receiver,
    /// Whether a name with its semicolon is replaced by its characters.
    pub names: bool,
    /// The rules for numeric references.
    pub numbers: NumberRules,
    /// The ASCII characters before which the byte that begins a reference is text.
    pub bare: CharSet,
    /// The ASCII characters before which letters and digits that begin no name are text.
    pub unknown: CharSet,
    /// The rules for named references with errors.
    pub faults: Faults,
}

impl Reference {
    /// Whether the state has no references: everything that begins like one is text.
    #[must_use]
    pub fn is_text_only(&self) -> bool {
        !self.names && self.numbers.is_empty()
    }

    /// The ASCII characters before which letters and digits are text, whether they begin a name or not: a name
    /// that ends before the last of them is text, as it is before the character itself.
    #[must_use]
    pub fn text_up_to(&self) -> CharSet {
        let as_text = &self.faults.open_names_as_text;
        let mut alphanumeric = (0..0x80_u8).filter(u8::is_ascii_alphanumeric);
        match alphanumeric.all(|byte| as_text.contains(u32::from(byte))) {
            // A semicolon may complete a name.
            true => as_text
                .intersection(&self.unknown)
                .minus(&CharSet::from_ranges([(0x3B, 0x3B)])),
            false => CharSet::default(),
        }
    }

    /// Whether two states have the same rules, apart from the receiver and the flags.
    #[must_use]
    pub fn has_rules_of(&self, other: &Reference) -> bool {
        let rules = |r: &Reference| Reference {
            when: None,
            to: self.to,
            ..r.clone()
        };
        rules(self) == rules(other)
    }
}

/// The receiver of the characters of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Emits them as character tokens.
    Emitted,
    /// Appends them to a field of a token.
    Appended(Field),
}

/// The rules for named references with errors. Every error is reported at the character after the reference: before
/// its characters are output, or after the text if no name matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The ASCII characters before which a name without its semicolon is text, without an error.
    pub open_names_as_text: CharSet,
    /// The characters before which it is replaced, and the errors.
    pub open_names: Before,
    /// The characters before which letters and digits that begin no name are text, and the errors.
    pub unknown: Before,
}

/// ASCII characters, and the errors that are reported before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The ASCII characters.
    pub chars: CharSet,
    /// The errors, in the order in which they are reported.
    pub errors: Vec<ErrorId>,
}

/// The rules for numeric references. Every error is reported at the character after the reference, before its
/// character is output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberRules {
    /// The numbers that, with a semicolon, are replaced by the character of that number without an error.
    pub plain: CharSet,
    /// The rules for all other numbers, and for numbers without a semicolon. The first arm that matches applies.
    pub arms: Vec<NumberArm>,
    /// The ASCII characters that may follow a number without its semicolon.
    pub after_number: CharSet,
    /// The characters before which `#`, or `#` and `x`, are text, and the errors.
    pub no_digits: Before,
}

impl NumberRules {
    /// Whether the rules match no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }
}

/// Numbers with the same replacement and the same errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberArm {
    /// Whether a semicolon follows.
    pub closed: bool,
    /// The numbers that it matches.
    pub on: Codes,
    /// The replacement, and the errors reported after the reference; `None` if the rows decide.
    pub outcome: Option<(NumberValue, Vec<ErrorId>)>,
}

/// The numbers of a [`NumberArm`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// The numbers in [`NumberRules::plain`].
    Plain,
    /// The numbers of a set.
    In(CharSet),
    /// All numbers that no earlier arm matches.
    All,
}

/// The replacement of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberValue {
    /// The character of that number.
    Itself,
    /// Another character.
    Char(char),
    /// The numeric replacement of that number in the tables.
    Replacement,
}

/// The first number beyond Unicode; all numbers from here on have the same outcome.
pub const BEYOND: u32 = 0x11_0000;
