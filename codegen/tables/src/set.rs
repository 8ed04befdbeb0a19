//! Sets of possible input characters: code points and EOF.

use crate::grammar::{Char, Matcher};
use crate::model::{About, Located};

/// Inclusive ranges of code points, in order and disjoint, and whether EOF is a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set {
    ranges: Vec<(u32, u32)>,
    eof: bool,
}

const LAST: u32 = 0x10_FFFF;

impl Set {
    /// Every code point, and EOF.
    pub fn everything() -> Self {
        Set {
            ranges: vec![(0, LAST)],
            eof: true,
        }
    }

    /// One code point, or EOF.
    pub fn one(member: Option<u32>) -> Self {
        Set {
            ranges: member.map(|code| (code, code)).into_iter().collect(),
            eof: member.is_none(),
        }
    }

    /// The set that a matcher of a row names. It is empty for the additional allowed character, which is
    /// known only at run time, and for `anything else`, which depends on the other rows.
    pub fn of(matcher: &Matcher, about: &About) -> Self {
        let mut set = Set::default();
        set.add(matcher, about, &mut Vec::new());
        set.joined()
    }

    /// The union of the sets that the matchers name.
    pub fn of_all(matchers: &[Located<Matcher>], about: &About) -> Self {
        let mut set = Set::default();
        for matcher in matchers {
            set.add(matcher, about, &mut Vec::new());
        }
        set.joined()
    }

    /// The union of sets, in time proportional to the number of their ranges but for the sorting.
    pub fn union_of<'s>(sets: impl IntoIterator<Item = &'s Set>) -> Self {
        let mut all = Set::default();
        for set in sets {
            all.ranges.extend_from_slice(&set.ranges);
            all.eof |= set.eof;
        }
        all.joined()
    }

    /// Adds the members that a matcher names. The ranges are neither in order nor disjoint until they are joined.
    fn add<'m>(&mut self, matcher: &'m Matcher, about: &'m About, inside: &mut Vec<&'m str>) {
        match matcher {
            Matcher::Char(char) => self.ranges.push((char.0, char.0)),
            Matcher::Range(first, last) => self.ranges.push((first.0, last.0)),
            Matcher::Class(class) => self.ranges.extend(class.ranges()),
            Matcher::Eof => self.eof = true,
            Matcher::Defined(name) => {
                // A class that contains itself is reported elsewhere.
                if inside.contains(&name.as_str()) {
                    return;
                }
                inside.push(name);
                let class = about.classes.iter().find(|(n, _)| n.value == *name);
                for member in class.iter().flat_map(|(_, members)| members) {
                    self.add(member, about, inside);
                }
                inside.pop();
            }
            Matcher::AdditionalAllowed | Matcher::AnythingElse => {}
        }
    }

    /// The same set with its ranges in order and disjoint.
    fn joined(mut self) -> Self {
        self.ranges.retain(|(first, last)| first <= last);
        self.ranges.sort_unstable();
        self.ranges.dedup_by(|next, before| {
            let touch = next.0 <= before.1.saturating_add(1);
            if touch {
                before.1 = before.1.max(next.1);
            }
            touch
        });
        self
    }

    /// The members of either set.
    #[must_use]
    pub fn union(&self, other: &Set) -> Set {
        Set::union_of([self, other])
    }

    /// The members of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Set) -> Set {
        let mut ranges = Vec::new();
        let (mut ours, mut theirs) = (self.ranges.iter(), other.ranges.iter());
        let (mut our, mut their) = (ours.next(), theirs.next());
        while let (Some(a), Some(b)) = (our, their) {
            let (first, last) = (a.0.max(b.0), a.1.min(b.1));
            if first <= last {
                ranges.push((first, last));
            }
            if a.1 < b.1 {
                our = ours.next();
            } else {
                their = theirs.next();
            }
        }
        Set {
            ranges,
            eof: self.eof && other.eof,
        }
    }

    /// Whether the sets have a member in common.
    pub fn meets(&self, other: &Set) -> bool {
        let (mut ours, mut theirs) = (&self.ranges[..], &other.ranges[..]);
        while let ([our, after_our @ ..], [their, after_their @ ..]) = (ours, theirs) {
            if our.1 < their.0 {
                ours = after_our;
            } else if their.1 < our.0 {
                theirs = after_their;
            } else {
                return true;
            }
        }
        self.eof && other.eof
    }

    /// The members of this set that are not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Set) -> Set {
        let mut ranges = Vec::new();
        let mut from = 0;
        for (first, last) in &other.ranges {
            if *first > from {
                ranges.push((from, first - 1));
            }
            from = last + 1;
        }
        if from <= LAST {
            ranges.push((from, LAST));
        }
        self.intersection(&Set {
            ranges,
            eof: !other.eof,
        })
    }

    /// Whether the set has no members, EOF included.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && !self.eof
    }

    /// The code points, as inclusive ranges in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Whether EOF is a member.
    pub fn has_eof(&self) -> bool {
        self.eof
    }

    /// Whether any code point is a member.
    pub fn has_characters(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Whether the code point, or EOF, is a member.
    pub fn contains(&self, member: Option<u32>) -> bool {
        match member {
            None => self.eof,
            Some(code) => {
                let after = self.ranges.partition_point(|(first, _)| *first <= code);
                after > 0 && code <= self.ranges[after - 1].1
            }
        }
    }

    /// The code points at which the set begins or has just ended.
    pub fn borders(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges
            .iter()
            .flat_map(|(first, last)| [*first, last + 1])
            .filter(|border| *border <= LAST)
    }

    /// A few members, for a message: `U+003C (<), U+0041 (A) to U+005A (Z) and others`.
    pub fn sample(&self) -> String {
        const SHOWN: usize = 3;
        let mut shown: Vec<String> = self
            .ranges
            .iter()
            .take(SHOWN)
            .map(|(first, last)| match first == last {
                true => Char(*first).to_string(),
                false => format!("{} to {}", Char(*first), Char(*last)),
            })
            .collect();
        if self.ranges.len() > SHOWN {
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

    fn set(ranges: &[(u32, u32)], eof: bool) -> Set {
        Set {
            ranges: ranges.to_vec(),
            eof,
        }
        .joined()
    }

    #[test]
    fn ranges_that_touch_are_joined() {
        let joined = set(&[(5, 9), (0, 1), (2, 3), (8, 12)], false);
        assert_eq!(joined, set(&[(0, 3), (5, 12)], false));
        assert_eq!(joined.ranges.len(), 2);
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
