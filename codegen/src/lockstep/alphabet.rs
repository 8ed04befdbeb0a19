//! Classes of characters: what nothing on either side tells apart, over all code points.

use crate::interpret::Ledger;
use crate::interpret::apart::{self, Cut};
use crate::model::Revision;
use std::collections::{BTreeMap, BTreeSet};

/// A class of characters; one bit for each set that tells characters apart.
pub(super) struct Class {
    /// The member that stands for it.
    pub(super) member: char,
    /// Whether it has no other.
    pub(super) alone: bool,
    pub(super) within: Vec<u64>,
}

pub(super) struct Alphabet {
    pub(super) classes: Vec<Class>,
    /// The classes of ranges of code points, by their first.
    starts: BTreeMap<u32, usize>,
    asked: [Vec<Vec<u64>>; 2],
}

impl Alphabet {
    /// The classes of two revisions; `texts` are those that a field may be compared with.
    pub(super) fn new(revisions: [&Revision; 2], texts: &[String]) -> Self {
        let told = revisions.map(|revision| apart::of_revision(revision, texts));
        let anywhere: BTreeSet<&Cut> = told.iter().flat_map(|(_, all)| all).collect();
        let states = told.iter().flat_map(|(states, _)| states).flatten();
        let all: BTreeSet<&Cut> = anywhere.iter().copied().chain(states).collect();
        let mask = |has: &dyn Fn(&Cut) -> bool| {
            let mut mask = vec![0; all.len().div_ceil(64)];
            let some = all.iter().enumerate().filter(|(_, cut)| has(cut));
            some.for_each(|(at, _)| mask[at / 64] |= 1 << (at % 64));
            mask
        };
        let of = |some: &BTreeSet<Cut>| mask(&|cut| some.contains(cut) || anywhere.contains(cut));
        let asked = told
            .each_ref()
            .map(|(states, _)| states.iter().map(of).collect());
        let ends = all.iter().flat_map(|cut| cut.iter());
        let ends = ends.flat_map(|(first, last)| [*first, last.saturating_add(1)]);
        let bounds: BTreeSet<u32> = ends.chain([0, 0xD800, 0xE000, 0x11_0000]).collect();
        let bounds: Vec<u32> = bounds.into_iter().filter(|b| *b <= 0x11_0000).collect();
        let (mut classes, mut starts) = (Vec::<Class>::new(), BTreeMap::new());
        for range in bounds.windows(2) {
            let some = (range[0]..range[1]).take(0x80).filter_map(char::from_u32);
            let Some(member) = some.min_by_key(|member| !member.is_ascii_graphic()) else {
                continue;
            };
            let has = |cut: &Cut| cut.iter().any(|(a, b)| (*a..=*b).contains(&range[0]));
            let within = mask(&has);
            let at = match classes.iter().position(|class| class.within == within) {
                Some(at) => {
                    classes[at].alone = false;
                    at
                }
                None => {
                    let alone = range[1] - range[0] == 1;
                    classes.push(Class {
                        member,
                        alone,
                        within,
                    });
                    classes.len() - 1
                }
            };
            starts.insert(range[0], at);
        }
        Alphabet {
            classes,
            starts,
            asked,
        }
    }

    /// The class of a character.
    pub(super) fn class(&self, character: char) -> &Class {
        let range = self.starts.range(..=u32::from(character)).next_back();
        &self.classes[range.map_or(0, |(_, at)| *at)]
    }

    /// What is asked of a character in the states that were entered.
    pub(super) fn asked(&self, entered: [u128; 2]) -> Vec<u64> {
        let mut mask = vec![0; self.classes[0].within.len()];
        for (asked, entered) in self.asked.iter().zip(entered) {
            let states = asked.iter().enumerate();
            for (_, of) in states.filter(|(at, _)| entered & Ledger::bit(*at) != 0) {
                mask.iter_mut().zip(of).for_each(|(all, more)| *all |= more);
            }
        }
        mask
    }
}
