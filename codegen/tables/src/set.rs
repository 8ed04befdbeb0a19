//! Sets of possible input characters: code points and EOF.
//!
//! Rows name characters by lists, ranges and classes, and checks and analyses compare them. A set is a sorted list of
//! ranges and a flag for EOF, so its cost follows what the tables name and not the 1,114,112 code points. EOF is no
//! code point, and a row may match it alone. What is known only at run time, the additional allowed character, is in
//! no set.

use crate::char_set::CharSet;
use crate::grammar::{Char, Matcher};
use crate::model::{About, Located};

/// A set of code points, and whether EOF is a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set {
    chars: CharSet,
    eof: bool,
}

impl Set {
    /// Every code point, and EOF.
    pub fn everything() -> Self {
        Set {
            chars: CharSet::all(),
            eof: true,
        }
    }

    /// One code point, or EOF.
    pub fn one(member: Option<u32>) -> Self {
        Set {
            chars: CharSet::from_ranges(member.map(|code| (code, code))),
            eof: member.is_none(),
        }
    }

    /// The set that a matcher of a row names. It is empty for the additional allowed character, which is
    /// known only at run time, and for `anything else`, which depends on the other rows.
    pub fn of(matcher: &Matcher, about: &About) -> Self {
        Set::of_each([matcher], about)
    }

    /// The union of the sets that the matchers name.
    pub fn of_all(matchers: &[Located<Matcher>], about: &About) -> Self {
        Set::of_each(matchers.iter().map(|matcher| &matcher.value), about)
    }

    /// The union of the sets that the matchers name.
    pub fn of_each<'m>(matchers: impl IntoIterator<Item = &'m Matcher>, about: &'m About) -> Self {
        let (mut ranges, mut eof) = (Vec::new(), false);
        let mut open: Vec<&Matcher> = matchers.into_iter().collect();
        // A class that contains itself is reported elsewhere.
        let mut entered: Vec<&str> = Vec::new();
        while let Some(matcher) = open.pop() {
            match matcher {
                Matcher::Char(_) | Matcher::Range(..) | Matcher::Class(_) => {
                    ranges.extend(matcher.ranges());
                }
                Matcher::Eof => eof = true,
                Matcher::Defined(name) => {
                    if !entered.contains(&name.as_str()) {
                        entered.push(name);
                        let members = about.class(name).into_iter().flatten();
                        open.extend(members.map(|member| &member.value));
                    }
                }
                Matcher::AdditionalAllowed | Matcher::AnythingElse => {}
            }
        }
        Set {
            chars: CharSet::from_ranges(ranges),
            eof,
        }
    }

    /// The union of sets, in time proportional to the number of their ranges but for the sorting.
    pub fn union_of<'s>(sets: impl IntoIterator<Item = &'s Set>) -> Self {
        let (mut ranges, mut eof) = (Vec::new(), false);
        for set in sets {
            ranges.extend_from_slice(set.ranges());
            eof |= set.eof;
        }
        Set {
            chars: CharSet::from_ranges(ranges),
            eof,
        }
    }

    /// The members of either set.
    #[must_use]
    pub fn union(&self, other: &Set) -> Set {
        Set::union_of([self, other])
    }

    /// The members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Set) -> Set {
        Set {
            chars: self.chars.intersection(&other.chars),
            eof: self.eof && other.eof,
        }
    }

    /// Whether the sets have a member in common.
    pub fn meets(&self, other: &Set) -> bool {
        self.eof && other.eof || self.chars.meets(&other.chars)
    }

    /// The members of this set that are not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Set) -> Set {
        Set {
            chars: self.chars.minus(&other.chars),
            eof: self.eof && !other.eof,
        }
    }

    /// Whether the set has no members, EOF included.
    pub fn is_empty(&self) -> bool {
        self.chars.is_empty() && !self.eof
    }

    /// The code points, as inclusive ranges in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        self.chars.ranges()
    }

    /// Whether EOF is a member.
    pub fn has_eof(&self) -> bool {
        self.eof
    }

    /// Whether any code point is a member.
    pub fn has_characters(&self) -> bool {
        !self.chars.is_empty()
    }

    /// Whether the code point, or EOF, is a member.
    pub fn contains(&self, member: Option<u32>) -> bool {
        member.map_or(self.eof, |code| self.chars.contains(code))
    }

    /// The code points at which the set begins or has just ended.
    pub fn borders(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges()
            .iter()
            .flat_map(|(first, last)| [*first, last + 1])
            .filter(|border| *border <= 0x10_FFFF)
    }

    /// A few members, for a message: `U+003C (<), U+0041 (A) to U+005A (Z) and others`.
    pub fn sample(&self) -> String {
        const SHOWN: usize = 3;
        let mut shown: Vec<String> = self
            .ranges()
            .iter()
            .take(SHOWN)
            .map(|(first, last)| match first == last {
                true => Char(*first).to_string(),
                false => format!("{} to {}", Char(*first), Char(*last)),
            })
            .collect();
        if self.ranges().len() > SHOWN {
            shown.push("others".into());
        } else if self.eof {
            shown.push("EOF".into());
        }
        match shown.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            Some((last, _)) => last.clone(),
            None => "nothing".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: u32 = 0x10_FFFF;

    fn set(ranges: &[(u32, u32)], eof: bool) -> Set {
        Set {
            chars: CharSet::from_ranges(ranges.iter().copied()),
            eof,
        }
    }

    #[test]
    fn ranges_that_touch_are_joined() {
        let joined = set(&[(5, 9), (0, 1), (2, 3), (8, 12)], false);
        assert_eq!(joined, set(&[(0, 3), (5, 12)], false));
        assert_eq!(joined.ranges().len(), 2);
    }

    #[test]
    fn what_is_taken_away_and_what_stays_are_everything() {
        let some = set(&[(0, 3), (LAST, LAST)], true);
        let rest = Set::everything().minus(&some);
        assert_eq!(rest, set(&[(4, LAST - 1)], false));
        assert_eq!(rest.union(&some), Set::everything());
        assert!(rest.intersection(&some).is_empty());
    }
}
