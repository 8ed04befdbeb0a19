//! The coarsest partition of characters, or of other numbers, that some sets respect.

use super::effects::Ranges;
use std::collections::{BTreeMap, BTreeSet};

/// Members that no set distinguishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// For each set, whether it contains the class.
    pub within: Vec<bool>,
    /// The members, as inclusive ranges in order.
    pub ranges: Ranges,
}

/// How readable a character is in an input that a tool shows; less is better.
#[must_use]
pub fn rank(character: char) -> u32 {
    let code = u32::from(character);
    match character {
        'a' => 0,
        'b' => 1,
        'x' => 2,
        'c'..='z' => 0x100 + code,
        'A'..='Z' => 0x200 + code,
        '0'..='9' => 0x300 + code,
        '!'..='~' => 0x400 + code,
        ' ' => 0x500,
        '\n' => 0x501,
        '\t' => 0x502,
        _ => 0x1000 + code,
    }
}

impl Class {
    /// Characters of the class, the most readable first. Of a long range, only the first count.
    #[must_use]
    pub fn readable(&self) -> Vec<char> {
        let characters = self.ranges.iter().flat_map(|(first, last)| {
            let characters = (*first..=*last).filter_map(char::from_u32);
            characters.take(0x80)
        });
        let mut characters: Vec<char> = characters.collect();
        characters.sort_by_key(|c| rank(*c));
        characters
    }
}

/// The coarsest partition of the numbers up to `last` in which every set is a union of classes.
pub fn classes<'s, I>(sets: I, last: u32) -> Vec<Class>
where
    I: IntoIterator<Item = &'s Ranges>,
    I::IntoIter: Clone,
{
    let sets = sets.into_iter();
    let ends = sets.clone().flatten();
    let bounds = ends.flat_map(|(first, end)| [Some(*first), end.checked_add(1)]);
    let mut starts: BTreeSet<u32> = bounds.flatten().chain([0]).collect();
    starts.retain(|start| *start <= last);
    let nexts = starts.iter().skip(1).map(|next| next - 1).chain([last]);
    let mut classes: BTreeMap<Vec<bool>, Ranges> = BTreeMap::new();
    for (first, end) in starts.iter().zip(nexts) {
        let has = |set: &Ranges| set.iter().any(|(a, b)| (a..=b).contains(&first));
        let within = sets.clone().map(has).collect();
        classes.entry(within).or_default().push((*first, end));
    }
    let class = |(within, ranges)| Class { within, ranges };
    classes.into_iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::classes;

    #[test]
    fn every_set_is_a_union_of_classes_and_no_two_classes_are_in_the_same_sets() {
        let sets = [vec![(2, 5), (9, 9)], vec![(4, 7)], vec![(9, u32::MAX)]];
        let found = classes(&sets, 20);
        for (at, set) in sets.iter().enumerate() {
            let mut inside: Vec<u32> = Vec::new();
            for class in found.iter().filter(|class| class.within[at]) {
                inside.extend(class.ranges.iter().flat_map(|(a, b)| *a..=*b));
            }
            inside.sort_unstable();
            let members = (0..=20).filter(|n| set.iter().any(|(a, b)| (a..=b).contains(&n)));
            assert_eq!(inside, members.collect::<Vec<_>>());
        }
        let size = |ranges: &[(u32, u32)]| ranges.iter().map(|(a, b)| b - a + 1).sum::<u32>();
        assert_eq!(
            found.iter().map(|class| size(&class.ranges)).sum::<u32>(),
            21
        );
        let mut kinds: Vec<_> = found.iter().map(|class| &class.within).collect();
        kinds.dedup();
        assert_eq!(kinds.len(), found.len());
    }
}
