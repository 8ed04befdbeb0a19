//! The characters and texts that a revision distinguishes.
//!
//! Inputs of a suite are made of them: one of each class, each word that a condition compares, and beginnings of
//! words that go wrong at the last letter. Borders of ranges are kept on both sides, since off-by-one mistakes are
//! there. Unlike the alphabet of `compare`, it is one for all states and need not be complete: what it lacks costs
//! mutants that no test shows, and those are counted.

use std::collections::BTreeSet;
use tokenwright_tables::grammar::{Condition, Matcher, NumberRange, Step};
use tokenwright_tables::kernel::partition::{self, Class};
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{On, Revision, Test};
use tokenwright_tables::references::References;

/// The building blocks of inputs.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// One character of each class.
    pub(super) characters: Vec<char>,
    /// Words that the temporary buffer is compared with.
    pub(super) words: Vec<String>,
    /// The prefixes of such words, also with the last letter in the other case.
    pub(super) begun: Vec<String>,
    /// Texts that are looked for, and numbers and names that are judged.
    pub(super) texts: Vec<String>,
}

/// The beginnings of words, and the same with a last letter of the other case.
fn begun(words: &[String]) -> Vec<String> {
    let mut begun = BTreeSet::new();
    for word in words {
        for (end, c) in word.char_indices() {
            let other = match c.is_ascii_lowercase() {
                true => c.to_ascii_uppercase(),
                false => c.to_ascii_lowercase(),
            };
            begun.insert(format!("{}{c}", &word[..end]));
            begun.insert(format!("{}{other}", &word[..end]));
        }
    }
    begun.into_iter().collect()
}

#[derive(Default)]
struct Collected {
    sets: BTreeSet<Vec<(u32, u32)>>,
    texts: BTreeSet<String>,
    codes: BTreeSet<u32>,
    /// Characters that steps name.
    literals: BTreeSet<u32>,
}

impl Alphabet {
    pub(super) fn of(revision: &Revision, references: &References) -> Self {
        let mut found = Collected::default();
        found.revision(revision);
        for (code, _) in &references.replacements {
            found.codes.insert(*code);
        }
        let words = super::conditions::QueriedConditions::of(revision).words;
        let begun = begun(&words);
        let met = |c: &char| !(revision.input_stream.normalize_newlines && *c == '\r');
        Alphabet {
            characters: found.characters().into_iter().filter(met).collect(),
            texts: found.texts(references),
            words,
            begun,
        }
    }

    /// One character of each class of either revision, by rows and conditions.
    pub(super) fn classes(revisions: [&Revision; 2]) -> Vec<char> {
        let mut found = Collected::default();
        revisions.iter().for_each(|side| found.revision(side));
        found.characters()
    }

    /// One character of each class of either revision, by rows, conditions and steps, and each character of
    /// the texts that are matched.
    pub(super) fn together(revisions: [&Revision; 2], words: &[String]) -> Vec<char> {
        let mut found = Collected::default();
        let newlines = revisions.map(|revision| {
            found.revision(revision);
            revision.input_stream.normalize_newlines
        });
        for c in found
            .texts
            .iter()
            .chain(words)
            .flat_map(|text| text.chars())
        {
            let letters = [c, c.to_ascii_lowercase(), c.to_ascii_uppercase()];
            found.literals.extend(letters.map(u32::from));
        }
        let literals = found.literals.iter();
        found.sets.extend(literals.map(|c| vec![(*c, *c)]));
        found.sets.extend([vec![(0x41, 0x5A)], vec![(0x61, 0x7A)]]);
        let mut characters = found.characters();
        characters.retain(|c| newlines != [true, true] || *c != '\r');
        characters
    }
}

impl Collected {
    fn revision(&mut self, revision: &Revision) {
        for (_, members) in &revision.about.classes {
            self.matchers(members.iter().map(|m| &m.value));
        }
        for (_, names) in &revision.about.names {
            self.texts.extend(names.iter().take(2).cloned());
        }
        for row in &revision.input_stream.rows {
            self.on(&row.on);
            self.nodes(row.nodes());
        }
        for block in revision.blocks() {
            block.rows.iter().for_each(|row| self.on(&row.on));
        }
        self.nodes(revision.nodes());
    }

    fn on(&mut self, on: &On) {
        self.matchers(on.matchers().map(|m| &m.value));
        if let On::Ahead { text, ignore_case } = on {
            self.text(text, *ignore_case);
        }
    }

    fn text(&mut self, text: &str, ignore_case: bool) {
        self.texts.insert(text.to_owned());
        if ignore_case {
            self.texts.insert(text.to_ascii_lowercase());
            self.texts.insert(text.to_ascii_uppercase());
        }
    }

    fn matchers<'m>(&mut self, matchers: impl IntoIterator<Item = &'m Matcher>) {
        let sets = matchers.into_iter().map(Matcher::ranges);
        self.sets.extend(sets.filter(|set| !set.is_empty()));
    }

    fn test(&mut self, test: &Test) {
        if let Test::Condition(condition) = test {
            match condition {
                Condition::TemporaryBuffer(_, text) | Condition::Behind(_, text) => {
                    self.text(&text.0, false);
                }
                Condition::Target(_, text) | Condition::Keyword(_, text) => {
                    self.text(&text.0, true);
                }
                Condition::NextInput(_, set)
                | Condition::AfterLastStartTag(_, set)
                | Condition::AheadSequence(_, set, _) => self.matchers(&set.0),
                Condition::Code(_, numbers) => numbers.0.iter().for_each(|n| self.number(*n)),
                _ => {}
            }
        }
    }

    /// The numbers at the borders of a range, on both sides.
    fn number(&mut self, range: NumberRange) {
        let stretches = match range {
            NumberRange::GreaterThan(n) => vec![(n.value(), n.value().saturating_add(1))],
            other => other.ranges(),
        };
        for (first, last) in stretches {
            let all = [first.saturating_sub(1), first, last, last.saturating_add(1)];
            self.codes.extend(all);
        }
    }

    fn nodes(&mut self, nodes: Nodes<'_>) {
        for node in nodes {
            match node {
                Node::Step(step) => self.step(step),
                Node::Test(test) => self.test(&test.value),
                Node::Call(_) | Node::If(_) => {}
            }
        }
    }

    fn step(&mut self, step: &Step) {
        if let Step::ConsumeThroughText(text) = step {
            self.text(&text.0, false);
        }
        let sets = step.effects().characters.sets();
        let single = sets.iter().flatten().filter(|(first, last)| first == last);
        self.literals.extend(single.map(|(first, _)| *first));
    }

    /// The first character of each class, in order.
    fn characters(&self) -> Vec<char> {
        let classes = partition::classes(&self.sets, char::MAX.into()).into_iter();
        let first = |class: Class| {
            let mut ranges = class.ranges.into_iter();
            ranges.find_map(|(a, b)| (a..=b).find_map(char::from_u32))
        };
        let mut characters: Vec<char> = classes.filter_map(first).collect();
        characters.sort_unstable();
        characters
    }

    fn texts(&self, references: &References) -> Vec<String> {
        let mut texts: Vec<String> = self.texts.iter().cloned().collect();
        for code in &self.codes {
            texts.push(format!("#{code};"));
            texts.push(format!("#x{code:X};"));
        }
        texts.push("#4294967297;".to_owned());
        texts.push("#x100000041;".to_owned());
        // The shortest name with its semicolon and without; one of two characters; and one that
        // another name begins with.
        let names = &references.names;
        let shortest = |wanted: &dyn Fn(&str, &[u32]) -> bool| {
            let all = names.iter().filter(|(name, codes)| wanted(name, codes));
            all.map(|(name, _)| name)
                .min_by_key(|name| name.len())
                .cloned()
        };
        texts.extend(shortest(&|name, _| name.ends_with(';')));
        texts.extend(shortest(&|_, codes| codes.len() > 1));
        if let Some(bare) = shortest(&|name, _| !name.ends_with(';')) {
            for after in ["", ";", "=", "x", "0"] {
                texts.push(format!("{bare}{after}"));
            }
        }
        let longer = names.iter().find_map(|(name, _)| {
            let bare = name.strip_suffix(';')?;
            let prefix = |(other, _): &&(String, Vec<u32>)| {
                !other.ends_with(';')
                    && bare.len() > other.len()
                    && bare.starts_with(other.as_str())
            };
            names.iter().find(prefix).map(|_| bare.to_owned())
        });
        texts.extend(longer);
        texts.sort();
        texts.dedup();
        texts
    }
}
