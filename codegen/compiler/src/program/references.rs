//! Rules for character references, and for text that begins like one, in a state of the hot path.

use crate::ir::{CharSet, ErrorId, StateId, Test};
use std::collections::BTreeMap;
use tokenwright_tables::grammar::Field;

/// The rules, by the state and the byte that begins a reference there.
pub type References = BTreeMap<(StateId, u8), Reference>;

/// The rules of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// What must hold: flags, which no reference changes.
    pub when: Option<Test>,
    /// Where characters go.
    pub to: Receiver,
    /// Whether a name with its semicolon is replaced by its characters.
    pub names: bool,
    /// What numbers are replaced by.
    pub numbers: NumberRules,
    /// The ASCII characters before which the byte that begins a reference is text.
    pub bare: CharSet,
    /// The ASCII characters before which letters and digits that begin no name are text.
    pub unknown: CharSet,
    /// References with errors, but for numbers.
    pub faults: Faults,
}

impl Reference {
    /// Whether there are no references: what begins like one is text.
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

    /// Whether two states have the same rules; they may give what they find to different places, and ask
    /// different flags.
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

/// Where the characters of a reference go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// They are emitted.
    Emitted,
    /// They are appended to a field.
    Appended(Field),
}

/// References with errors. All errors are reported at the character after the reference: before the characters are
/// given, or behind the text where letters and digits begin no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The ASCII characters before which a name without its semicolon is text, and no error.
    pub open_names_as_text: CharSet,
    /// Those before which it is replaced by its characters.
    pub open_names: Before,
    /// Those before which letters and digits that begin no name are text.
    pub unknown: Before,
}

/// ASCII characters, and the errors that are reported before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The characters.
    pub chars: CharSet,
    /// The errors.
    pub errors: Vec<ErrorId>,
}

/// What numbers are replaced by. All errors are reported at the character behind them, before the character is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberRules {
    /// The numbers that, with a semicolon, are replaced by the character of that number without an error.
    pub plain: CharSet,
    /// What becomes of the others, and of those without a semicolon: the first arm that matches counts.
    pub arms: Vec<NumberArm>,
    /// The ASCII characters that may follow a number without its semicolon.
    pub after_number: CharSet,
    /// Those before which `#`, or `#` and `x`, are text.
    pub no_digits: Before,
}

impl NumberRules {
    /// Whether there are no rules.
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
    /// The numbers.
    pub on: Codes,
    /// Their replacement and the errors reported after them; `None` where the rows decide.
    pub outcome: Option<(NumberValue, Vec<ErrorId>)>,
}

/// The numbers of a [`NumberArm`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// [`NumberRules::plain`].
    Plain,
    /// These.
    In(CharSet),
    /// All that no arm before is for.
    All,
}

/// The replacement of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberValue {
    /// The character of that number.
    Itself,
    /// Another character.
    Char(char),
    /// Its numeric replacement.
    Replacement,
}

/// All numbers from here on have the same outcome: no character has such a number.
pub const BEYOND: u32 = 0x11_0000;
