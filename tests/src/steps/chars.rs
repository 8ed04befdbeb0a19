//! The characters that steps are tried with, and sets of them.

use tokenwright_tables::grammar::{Class, Matcher, Step};
use tokenwright_tables::model::{Clause, On, Revision};

/// One member of every class beyond ASCII, and both ends of the range.
const BEYOND: [char; 7] = [
    '\u{80}',
    'é',
    '\u{FDD0}',
    '\u{FFFD}',
    '\u{FFFF}',
    '😀',
    '\u{10FFFF}',
];

/// Every ASCII character, a member of every other class, and the end of the file.
#[derive(Debug)]
pub struct Alphabet {
    /// As the input has them; `None` is the end of the file.
    pub given: Vec<Option<char>>,
    /// The same after preprocessing, without duplicates.
    pub seen: Vec<Option<char>>,
    classes: Vec<(String, Vec<Matcher>)>,
}

impl Alphabet {
    /// The characters, as the preprocessing of a revision lets them through.
    #[must_use]
    pub fn new(revision: &Revision) -> Self {
        let ascii = (0..0x80_u8).map(char::from);
        let given: Vec<_> = ascii.chain(BEYOND).map(Some).chain([None]).collect();
        let about = &revision.about;
        let classes = about.classes.iter().map(|(name, members)| {
            let members = members.iter().map(|m| m.value.clone()).collect();
            (name.value.clone(), members)
        });
        let mut alphabet = Alphabet {
            seen: Vec::new(),
            classes: classes.collect(),
            given,
        };
        let mut seen = Vec::new();
        for c in &alphabet.given {
            let c = c.map(|c| alphabet.preprocessed(revision, c));
            if !seen.contains(&c) {
                seen.push(c);
            }
        }
        alphabet.seen = seen;
        alphabet
    }

    fn preprocessed(&self, revision: &Revision, c: char) -> char {
        let stream = &revision.input_stream;
        let c = if stream.normalize_newlines && c == '\r' {
            '\n'
        } else {
            c
        };
        let takes = |matcher: &Matcher| self.takes(matcher, Some(c));
        let row = stream.rows.iter().find(|row| match &row.on {
            On::Consumed { any, except } => {
                any.iter().any(|m| takes(m)) && !except.iter().any(|m| takes(m))
            }
            On::Peeked(_) | On::Ahead { .. } => false,
        });
        let replaced = row
            .iter()
            .flat_map(|row| &row.body)
            .find_map(|clause| match clause {
                Clause::Step(step) => match &step.value {
                    Step::ReplaceInput(with) => char::from_u32(with.0),
                    _ => None,
                },
                _ => None,
            });
        replaced.unwrap_or(c)
    }

    /// The index of a character as the machine sees it, if it is one of these.
    #[must_use]
    pub fn index(&self, c: Option<char>) -> Option<usize> {
        self.seen.iter().position(|seen| *seen == c)
    }

    /// Whether a matcher takes a character; the additional allowed character is none here.
    #[must_use]
    pub fn takes(&self, matcher: &Matcher, c: Option<char>) -> bool {
        let code = c.map(u32::from);
        let within = |first: u32, last: u32| code.is_some_and(|c| (first..=last).contains(&c));
        match matcher {
            Matcher::Char(char) => within(char.0, char.0),
            Matcher::Range(first, last) => within(first.0, last.0),
            Matcher::Class(class) => class.ranges().iter().any(|(a, b)| within(*a, *b)),
            Matcher::Defined(name) => {
                let class = self.classes.iter().find(|(class, _)| class == name);
                class.is_some_and(|(_, members)| members.iter().any(|m| self.takes(m, c)))
            }
            Matcher::AdditionalAllowed => false,
            Matcher::Eof => c.is_none(),
            Matcher::AnythingElse => true,
        }
    }

    /// The characters that any of these take.
    #[must_use]
    pub fn set<'m>(&self, matchers: impl Iterator<Item = &'m Matcher> + Clone) -> Chars {
        self.those(|c| matchers.clone().any(|m| self.takes(m, c)))
    }

    /// The characters that satisfy a predicate.
    #[must_use]
    pub fn those(&self, holds: impl Fn(Option<char>) -> bool) -> Chars {
        let mut chars = Chars::default();
        for (index, c) in self.seen.iter().enumerate() {
            if holds(*c) {
                chars.add(index);
            }
        }
        chars
    }

    /// The characters of a class.
    #[must_use]
    pub fn class(&self, class: Class) -> Chars {
        self.set([Matcher::Class(class)].iter())
    }

    /// The end of the file.
    #[must_use]
    pub fn eof(&self) -> Chars {
        self.those(|c| c.is_none())
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> Chars {
        self.those(|_| true)
    }
}

/// A set of characters of an [`Alphabet`], by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chars([u128; 2]);

impl Chars {
    /// The set with one member.
    #[must_use]
    pub fn one(index: usize) -> Self {
        let mut chars = Chars::default();
        chars.add(index);
        chars
    }

    fn add(&mut self, index: usize) {
        self.0[index / 128] |= 1 << (index % 128);
    }

    /// The members, by index.
    pub fn members(self) -> impl Iterator<Item = usize> {
        (0..256).filter(move |index| self.0[index / 128] >> (index % 128) & 1 == 1)
    }

    /// The intersection.
    #[must_use]
    pub fn and(self, other: Chars) -> Chars {
        Chars([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The union.
    #[must_use]
    pub fn or(self, other: Chars) -> Chars {
        Chars([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The difference of both sets.
    #[must_use]
    pub fn but(self, other: Chars) -> Chars {
        Chars([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Chars::default()
    }
}
