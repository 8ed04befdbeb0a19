//! The alphabet: classes of characters that no row, condition or text of either side distinguishes, and whole numbers
//! and reference names, since single characters would give an infinite search.
//!
//! Classes are those that matter in the two states of a pair, not in all tables, which keeps the branching low. Of a
//! class the most readable member is tried, as it will be shown in a witness. Numbers and names as wholes mean that a
//! witness that ends inside of one is not found; ends of the input are tried apart.

use super::facts::{BUFFER, DOCTYPE_NAME, RevisionFacts, Splitter, TAG_NAME};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use tokenwright_tables::kernel::partition::{self, rank};
use tokenwright_tables::references::References;

/// The number of members kept of each class, so that some are left when others are excluded.
const MEMBERS: usize = 12;

/// Characters that nothing in some states distinguishes.
#[derive(Debug)]
struct Class {
    /// Some members, the most readable first.
    members: Vec<char>,
    /// All members.
    ranges: Splitter,
}

/// The states of both sides, or `None` for all classes, and the characters to distinguish in addition.
type SymbolsKey = (Option<[usize; 2]>, BTreeSet<char>);

/// The classes of characters of two revisions.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// For the states of both sides, the splitters that matter there; `None` where all do.
    local: [Vec<Option<BTreeSet<Splitter>>>; 2],
    /// The splitters that matter everywhere.
    always: BTreeSet<Splitter>,
    /// All of them.
    every: BTreeSet<Splitter>,
    /// The classes distinguished in the states of both sides.
    classes: HashMap<Option<[usize; 2]>, Arc<[Class]>>,
    /// The representatives of the classes, by the states of both sides.
    found: HashMap<SymbolsKey, Arc<[char]>>,
}

impl Alphabet {
    /// The coarsest partition of all characters that both sides' tables respect.
    pub(super) fn new(sides: [&RevisionFacts; 2], letters: &BTreeSet<char>, returns: bool) -> Self {
        let one = |c: char| -> Splitter { vec![(c.into(), c.into())] };
        let texts = |texts: &mut dyn Iterator<Item = &String>| -> BTreeSet<Splitter> {
            let letters = texts.flat_map(|text| text.chars());
            let both = letters.flat_map(|c| [c, c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
            both.map(one).collect()
        };
        let buffer = texts(
            &mut sides
                .iter()
                .flat_map(|t| t.buffer_texts.iter().map(|(t, _)| t)),
        );
        let doctype_names = texts(&mut sides.iter().flat_map(|t| &t.doctype_names));
        let mut names = texts(&mut sides.iter().flat_map(|t| t.listed()));
        for letter in letters {
            names.extend([one(*letter), one(letter.to_ascii_uppercase())]);
        }
        let mut always = texts(&mut sides.iter().flat_map(|t| &t.behind));
        always.extend(sides.iter().flat_map(|t| t.stream.iter().cloned()));
        if returns {
            always.insert(one('\r'));
        }
        let stands_for = |splitters: &BTreeSet<Splitter>| -> BTreeSet<Splitter> {
            let mut out = BTreeSet::new();
            for cut in splitters {
                match cut.first() {
                    Some((BUFFER, _)) => out.extend(buffer.iter().cloned()),
                    Some((DOCTYPE_NAME, _)) => out.extend(doctype_names.iter().cloned()),
                    Some((TAG_NAME, _)) => out.extend(names.iter().cloned()),
                    _ => {
                        out.insert(cut.clone());
                    }
                }
            }
            out
        };
        let mut every: BTreeSet<Splitter> = always.union(&names).cloned().collect();
        let local = sides.map(|tables| {
            let states = tables.states.iter().map(|facts| {
                let splitters = stands_for(&facts.splitters);
                every.extend(splitters.iter().cloned());
                (!facts.looks_far).then_some(splitters)
            });
            states.collect()
        });
        Alphabet {
            local,
            always,
            every,
            classes: HashMap::new(),
            found: HashMap::new(),
        }
    }

    /// The most readable members of the classes that matter in two states, in a readable order. Each of
    /// `singletons` is a class of one. `everywhere` selects all classes.
    pub(super) fn symbols(
        &mut self,
        states: [usize; 2],
        singletons: &BTreeSet<char>,
        everywhere: bool,
    ) -> Arc<[char]> {
        let states = (!everywhere).then_some(states);
        if let Some(found) = self.found.get(&(states, singletons.clone())) {
            return found.clone();
        }
        let mut symbols: Vec<char> = singletons.iter().copied().collect();
        for class in self.classes(states).iter() {
            let is_left = |c: &char| !singletons.contains(c);
            let readable = class.members.iter().copied().find(is_left);
            let all = || {
                let ranges = class.ranges.iter();
                ranges.flat_map(|(a, b)| (*a..=*b).filter_map(char::from_u32))
            };
            symbols.extend(readable.or_else(|| all().find(is_left)));
        }
        symbols.sort_by_key(|c| rank(*c));
        let symbols: Arc<[char]> = symbols.into();
        self.found
            .insert((states, singletons.clone()), symbols.clone());
        symbols
    }

    /// The most readable member of each class, in a readable order.
    pub(super) fn all(&mut self) -> Vec<char> {
        let classes = self.classes(None);
        let mut all: Vec<char> = classes.iter().map(|class| class.members[0]).collect();
        all.sort_by_key(|c| rank(*c));
        all
    }

    fn classes(&mut self, states: Option<[usize; 2]>) -> Arc<[Class]> {
        let of = |side: usize| self.local[side][states?[side]].as_ref();
        let local = of(0).zip(of(1));
        let states = states.filter(|_| local.is_some());
        if let Some(classes) = self.classes.get(&states) {
            return classes.clone();
        }
        let mut splitters: BTreeSet<&Splitter> = match local {
            Some((a, b)) => self.always.iter().chain(a).chain(b).collect(),
            None => self.every.iter().collect(),
        };
        // No text has a surrogate.
        let surrogates = vec![(0xD800, 0xDFFF)];
        splitters.insert(&surrogates);
        let classes = partition::classes(splitters.iter().copied(), char::MAX.into());
        let classes = classes.into_iter().filter_map(|class| {
            let mut members = class.readable();
            members.truncate(MEMBERS);
            let ranges = class.ranges;
            (!members.is_empty()).then_some(Class { members, ranges })
        });
        let classes: Arc<[Class]> = classes.collect();
        self.classes.insert(states, classes.clone());
        classes
    }
}

/// Classes of the character reference code that neither side distinguishes further.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The conditions on numbers, of both sides.
    conditions: Vec<Vec<(u32, u32)>>,
    replaced: [HashMap<u32, u32>; 2],
    /// Characters that steps name.
    constants: BTreeSet<u32>,
    /// Numbers that follow each other and are of one class.
    ranges: Vec<Range<u32>>,
    /// One number of each class.
    pub(super) representatives: Vec<u32>,
}

impl Numbers {
    pub(super) fn new(sides: [&RevisionFacts; 2], references: [&References; 2]) -> Self {
        let conditions: BTreeSet<_> = sides.iter().flat_map(|t| t.numbers.clone()).collect();
        let replaced = references.map(|r| r.replacements.iter().copied().collect());
        let constants = single(sides);
        let mut numbers = Numbers {
            conditions: conditions.into_iter().collect(),
            replaced,
            constants: constants.clone(),
            ranges: Vec::new(),
            representatives: Vec::new(),
        };
        let mut bounds: BTreeSet<u32> = [0, 0x61, 0xD800, 0xE000, 0x11_0000].into();
        for (first, last) in numbers.conditions.iter().flatten() {
            bounds.extend([*first, last.saturating_add(1)]);
        }
        #[expect(clippy::disallowed_methods, reason = "a sorted set is made of them")]
        for number in numbers.replaced.iter().flat_map(HashMap::keys) {
            bounds.extend([*number, number + 1]);
        }
        let bounds: Vec<u32> = bounds.into_iter().collect();
        let mut found: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        let mut least: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for (at, bound) in bounds.iter().enumerate() {
            let end = bounds
                .get(at + 1)
                .copied()
                .unwrap_or(bound.saturating_add(1));
            numbers.ranges.push(*bound..end);
            let mut inside =
                (*bound..end.min(bound.saturating_add(0x100))).filter(|n| !constants.contains(n));
            let number = inside.next().unwrap_or(*bound);
            let better = |old: &u32| constants.contains(old) && !constants.contains(&number);
            // The shortest representative of the class.
            let smallest = (*bound).max(1);
            if smallest < end {
                let smaller = least.entry(numbers.class(smallest)).or_insert(smallest);
                *smaller = smallest.min(*smaller);
            }
            let class = numbers.class(number);
            if found.get(&class).is_none_or(better) {
                found.insert(class, number);
            }
        }
        numbers.representatives = found.into_values().chain(least.into_values()).collect();
        numbers.representatives.sort_unstable();
        numbers.representatives.dedup();
        numbers
    }

    /// Whether a number is of a character that a step names, or of one of those.
    pub(super) fn may_meet(&self, number: u32, held: &[char]) -> bool {
        self.constants.contains(&number)
            || char::from_u32(number).is_some_and(|one| held.contains(&one))
    }

    /// Another number of the class that is not such a one.
    pub(super) fn apart(&self, number: u32, held: &[char]) -> Option<u32> {
        let class = self.class(number);
        let ranges = self.ranges.iter();
        let alike = ranges.filter(|range| self.class(range.start) == class);
        let mut all = alike.flat_map(Clone::clone);
        all.find(|other| !self.may_meet(*other, held))
    }

    /// The class of a number.
    pub(super) fn class(&self, number: u32) -> Vec<u8> {
        let within =
            |ranges: &Vec<(u32, u32)>| ranges.iter().any(|(a, b)| (*a..=*b).contains(&number));
        let [a, b] = [&self.replaced[0], &self.replaced[1]].map(|r| r.get(&number));
        let mut class: Vec<u8> = self.conditions.iter().map(within).map(u8::from).collect();
        let stays = |by: Option<&u32>| by.is_some_and(|by| *by == number);
        class.extend([a.is_some(), b.is_some(), a == b, stays(a), stays(b)].map(u8::from));
        // The replacement is a number too, and may be a character that a step names.
        for by in [a, b].into_iter().flatten() {
            let again =
                |ranges: &Vec<(u32, u32)>| ranges.iter().any(|(a, b)| (*a..=*b).contains(by));
            class.extend(self.conditions.iter().map(again).map(u8::from));
            let named = self.constants.iter().position(|c| c == by);
            class.push(named.map_or(0, |at| at.min(254) as u8 + 1));
        }
        // Only a number of a character can be emitted.
        class.push(u8::from(char::from_u32(number).is_some()));
        class
    }

    /// The numbers as digits, decimal and hexadecimal.
    pub(super) fn texts(&self) -> Vec<String> {
        let decimal = self.representatives.iter().map(u32::to_string);
        let hexadecimal = self.representatives.iter().map(|n| format!("{n:X}"));
        let all: BTreeSet<String> = decimal.chain(hexadecimal).collect();
        all.into_iter().collect()
    }
}

/// The characters that are alone in some row or step.
fn single(sides: [&RevisionFacts; 2]) -> BTreeSet<u32> {
    let states = sides.iter().flat_map(|side| &side.states);
    let ranges = states.flat_map(|state| state.splitters.iter().flatten());
    let single = ranges.filter(|(first, last)| first == last);
    single.map(|(first, _)| *first).collect()
}

/// Representatives of the reference names: the shortest of each kind, and one whose characters nothing else
/// mentions and that only a `;` extends. The shortest names that only one side has, or that mean different
/// characters there, are added.
pub(super) fn names(sides: [&RevisionFacts; 2], references: [&References; 2]) -> Vec<String> {
    const DIFFERENT: usize = 16;
    let spoken = single(sides);
    let order = |name: &str| (name.len(), name.chars().map(rank).collect::<Vec<_>>());
    let mut chosen: BTreeSet<String> = BTreeSet::new();
    for side in references {
        let mut kinds: BTreeMap<(bool, bool), [Option<&str>; 2]> = BTreeMap::new();
        for (at, (name, means)) in side.names.iter().enumerate() {
            let ends = name.ends_with(';');
            let longer = side.names[at + 1..].iter().map(|(n, _)| n.as_str());
            let longer: Vec<&str> = longer.take_while(|n| n.starts_with(name)).take(2).collect();
            let with = longer
                .iter()
                .any(|n| n.len() == name.len() + 1 && n.ends_with(';'));
            let clean =
                longer.len() == usize::from(with) && !means.iter().any(|m| spoken.contains(m));
            let kind = kinds.entry((ends, with)).or_default();
            let better = |old: &Option<&str>| old.is_none_or(|old| order(name) < order(old));
            if better(&kind[0]) {
                kind[0] = Some(name);
            }
            if clean && better(&kind[1]) {
                kind[1] = Some(name);
            }
        }
        chosen.extend(kinds.into_values().flatten().flatten().map(str::to_owned));
    }
    if references[0].names != references[1].names {
        for [a, b] in [[0, 1], [1, 0]].map(|sides| sides.map(|side: usize| references[side])) {
            let different = a.names.iter().filter(|(n, means)| b.name(n) != Some(means));
            // With a `;` and without, and whether the other side has the name at all.
            for (ends, known) in [(true, true), (true, false), (false, true), (false, false)] {
                let kind = different.clone().map(|(name, _)| name);
                let kind =
                    kind.filter(|n| n.ends_with(';') == ends && b.name(n).is_some() == known);
                let mut kind: Vec<_> = kind.collect();
                kind.sort_by_key(|n| order(n));
                kind.truncate(DIFFERENT);
                chosen.extend(kind.into_iter().cloned());
            }
        }
    }
    chosen.into_iter().collect()
}
