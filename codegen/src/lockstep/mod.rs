//! Two machines in step: what a certificate says of them, run.
//!
//! Both interpreters get the same input, a character of each class, and the end of the input. What
//! a pair does not carry is forgotten before, and a run that reads it is an error; what both sides
//! have in common of a text becomes a character that nothing in the tables names. So a pair stands
//! for all that it was made from. Nothing here is taken over from the search.

mod alphabet;
mod pair;

use crate::certificate::Claim;
use crate::grammar::{Condition, ContentModel, NumberRange, Step};
use crate::interpret::effects::{CODE, DUPLICATE, FOREIGN, of_condition};
use crate::interpret::{Interpreter, Setup, Standing, Wait, apart};
use crate::model::{Clause, Revision};
use crate::references::References;
use alphabet::Alphabet;
use pair::SHARED;
pub(crate) use pair::{Pair, Side};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a side carries into a state, by the content model at work.
pub(crate) type Carries = HashMap<(usize, Option<ContentModel>), u32>;

/// Last start tags that entry states are started with.
const LAST: [Option<&str>; 3] = [None, Some("a"), Some("ab")];

/// What is known of two revisions.
pub(crate) struct Checker<'m> {
    interpreters: [&'m Interpreter<'m>; 2],
    names: Option<&'m References>,
    claim: Claim,
    carries: [Carries; 2],
    alphabet: Alphabet,
    /// Texts that a field is compared with, and those where case is ignored.
    texts: Vec<String>,
    folded: Vec<String>,
    behind: [Vec<String>; 2],
    /// Characters that the last one of a name is compared with.
    lasts: HashSet<char>,
    sequences: bool,
    numbers: Vec<u32>,
    asks_foreign: bool,
    codes: bool,
    newlines: bool,
}

impl<'m> Checker<'m> {
    pub(crate) fn new(
        interpreters: [&'m Interpreter<'m>; 2],
        references: [&'m References; 2],
        claim: Claim,
        carries: [Carries; 2],
    ) -> Result<Self, String> {
        let revisions = interpreters.map(Interpreter::revision);
        let (mut texts, mut folded, mut bounds) = (
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::from([0, 0xD800, 0xE000, 0x11_0000]),
        );
        let (mut behind, mut sequences, mut asks_foreign) =
            ([Vec::new(), Vec::new()], HashSet::new(), false);
        let mut lasts = HashSet::new();
        for at in [0, 1] {
            let see = &mut |condition: &Condition| match condition {
                Condition::TemporaryBuffer(_, text) => {
                    texts.insert(text.0.clone());
                }
                Condition::Target(_, text) => {
                    folded.insert(text.0.to_ascii_lowercase());
                }
                Condition::LastMatched(_, c) => lasts.extend(char::from_u32(c.0)),
                Condition::Behind(_, text) => behind[at].push(text.0.clone()),
                Condition::AheadSequence(_, set, then) => {
                    sequences.insert((set.clone(), *then));
                }
                Condition::Code(_, numbers) => {
                    bounds.extend(numbers.0.iter().flat_map(|range| match range {
                        NumberRange::One(n) => vec![*n, n.saturating_add(1)],
                        NumberRange::Range(a, b) => vec![*a, b.saturating_add(1)],
                        NumberRange::GreaterThan(n) => vec![n.saturating_add(1)],
                        NumberRange::Class(class) => {
                            let ends = class.ranges().into_iter();
                            ends.flat_map(|(a, b)| [a, b + 1]).collect()
                        }
                    }))
                }
                condition => asks_foreign |= of_condition(condition) & FOREIGN != 0,
            };
            apart::each(revisions[at], see, &mut |_| {});
            bounds.extend(
                references[at]
                    .replacements
                    .iter()
                    .flat_map(|(n, _)| [*n, n + 1]),
            );
            texts.extend(
                revisions[at]
                    .about
                    .names
                    .iter()
                    .flat_map(|(_, names)| names.clone()),
            );
        }
        texts.extend(LAST.iter().flatten().map(|name| (*name).to_owned()));
        let texts: Vec<String> = texts.into_iter().collect();
        let folded: Vec<String> = folded.into_iter().collect();
        let newlines = revisions.map(|revision| revision.input_stream.normalize_newlines);
        if newlines[0] != newlines[1] {
            return Err("only one side normalizes newlines, and places cannot be compared".into());
        }
        // Two of each range, so that a number that is computed is told from one that is written.
        let two = |bound: &u32| [*bound, bound.saturating_add(1)];
        let numbers: BTreeSet<u32> = bounds.iter().flat_map(two).collect();
        Ok(Checker {
            interpreters,
            names: (references[0].names == references[1].names).then_some(references[0]),
            claim,
            carries,
            alphabet: Alphabet::new(revisions, &[&texts[..], &folded].concat()),
            texts,
            folded,
            behind,
            lasts,
            sequences: sequences.len() == 1,
            numbers: numbers.into_iter().collect(),
            asks_foreign,
            codes: revisions.iter().all(|revision| revision.about.named_errors),
            newlines: newlines[0],
        })
    }

    /// Every start that both sides have: the initial state; entry states of one name, or renamed;
    /// content models.
    pub(crate) fn starts(&self) -> Result<Vec<([String; 2], Pair<'m>)>, String> {
        let [a, b] = self.interpreters.map(Interpreter::revision);
        let mut kinds = vec![[Setup::default(), Setup::default()]];
        let was = |revision: &Revision, name: &String| {
            let mut states = revision.states.iter();
            states
                .find(|s| s.name.value == *name)
                .and_then(|s| s.was.clone())
        };
        for one in &a.about.entry_states {
            for other in &b.about.entry_states {
                let renamed = was(b, other).as_ref() == Some(&one.value)
                    || was(a, one).as_ref() == Some(&other.value);
                if one == other || renamed {
                    let state = |name: &String| Setup {
                        state: Some(name.clone()),
                        ..Setup::default()
                    };
                    kinds.push([state(one), state(other)]);
                }
            }
        }
        if a.about.content_model_flag && b.about.content_model_flag {
            for (model, _) in &ContentModel::ALL[1..] {
                let setup = Setup {
                    content_model: Some(*model),
                    ..Setup::default()
                };
                kinds.push([setup.clone(), setup]);
            }
        }
        let mut starts = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            for name in LAST.iter().filter(|name| at > 0 || name.is_none()) {
                for foreign in [false, true] {
                    let mut setups = kind.clone();
                    for setup in &mut setups {
                        setup.last_start_tag = name.map(str::to_owned);
                        setup.foreign = foreign;
                    }
                    let mut pair = Pair::new(self, &setups)?;
                    starts.push((pair.normal(self, false)?, pair));
                }
            }
        }
        Ok(starts)
    }

    /// Every pair that one more character leads to; an error where outputs do not agree.
    pub(crate) fn next(&self, pair: &Pair<'m>) -> Result<Vec<([String; 2], Pair<'m>)>, String> {
        let (mut pair, mut matters) = (pair.clone(), 0);
        let read = pair.read();
        // What is not read makes no difference to what is.
        let all = loop {
            let mut all = Vec::new();
            for instance in pair.instances(self, matters) {
                self.lead(&instance, &mut all, 3)?;
            }
            for next in &all {
                let carried = [0, 1].map(|at| self.carried(at, &next.sides[at]));
                read.set(read.get() | (carried[0] | carried[1]) & FOREIGN);
            }
            if read.get() & !matters & (FOREIGN | DUPLICATE | CODE) == 0 {
                break all;
            }
            matters = read.get();
        };
        let normal = |mut next: Pair<'m>| {
            let words = next.normal(self, pair.any_number() || next.strict);
            let words = words.map_err(|why| format!("after {:?}: {why}", next.input))?;
            Ok((words, next))
        };
        all.into_iter().map(normal).collect()
    }

    fn lead(&self, from: &Pair<'m>, out: &mut Vec<Pair<'m>>, depth: usize) -> Result<(), String> {
        let at = |pair: &Pair<'_>| {
            let input = pair.input.clone();
            move |why| format!("after {input:?}: {why}")
        };
        from.clone().end(self).map_err(at(from))?;
        let mut done: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        for class in &self.alphabet.classes {
            // What is asked of a character was asked of one that has the same answers.
            let alike =
                |(asked, answers): &(Vec<u64>, Vec<u64>)| same(&class.within, answers, asked);
            if self.newlines && class.member == '\r' || done.iter().any(alike) {
                continue;
            }
            let mut next = from.clone();
            next.feed(class.member);
            next.run(self).map_err(at(&next))?;
            let asked = self.alphabet.asked(next.entered());
            let alike = |c: char| same(&self.alphabet.class(c).within, &class.within, &asked);
            self.settle(from, next, &alike, out, depth)?;
            done.push((asked, class.within.clone()));
        }
        Ok(())
    }

    /// Follows every answer to a question that both sides ask of what is still to come.
    fn settle(
        &self,
        from: &Pair<'m>,
        next: Pair<'m>,
        alike: &dyn Fn(char) -> bool,
        out: &mut Vec<Pair<'m>>,
        depth: usize,
    ) -> Result<(), String> {
        let [a, b] = next.sides.each_ref().map(|side| &side.standing);
        let (end, _) = next.sides[0].machine.consumed();
        let question = match (a, b, self.names) {
            (Standing::Waits(Wait::Name(at)), Standing::Waits(Wait::Name(other)), Some(names))
                if at == other && end - at < 2 =>
            {
                Some((*at, &names.names[..]))
            }
            (Standing::Waits(Wait::Sequence(at)), Standing::Waits(Wait::Sequence(other)), _)
                if at == other && self.sequences =>
            {
                Some((*at, &[][..]))
            }
            _ => None,
        };
        let Some((at, names)) = question else {
            if !next.sides.iter().any(|side| self.undecided(side)) {
                out.push(next);
                return Ok(());
            }
            let deeper = depth.checked_sub(1);
            let far = || format!("after {:?}: it is looked too far ahead", next.input);
            return self.lead(&next.clone().onward(), out, deeper.ok_or_else(far)?);
        };
        let mut follow = |mut pair: Pair<'m>| {
            pair.run(self)
                .map_err(|why| format!("after {:?}: {why}", pair.input))?;
            self.settle(from, pair, alike, out, depth)
        };
        for stands in [false, true] {
            let mut pair = next.clone();
            pair.sides
                .iter_mut()
                .for_each(|side| side.machine.assume(at, stands));
            follow(pair)?;
        }
        // Nothing asks more of a name than what its last character is; what it stands for is copied.
        // Two of each show whether one is taken for something that is written in the tables.
        let mut seen: HashMap<Option<char>, usize> = HashMap::new();
        for (name, _) in names {
            let given = end - at;
            let last = name
                .chars()
                .next_back()
                .filter(|last| self.lasts.contains(last));
            let seen = seen.entry(last).or_default();
            if given == 1 && !name.starts_with(alike) || *seen == 2 {
                continue;
            }
            *seen += 1;
            let mut pair = if given == 1 {
                from.clone()
            } else {
                next.clone()
            };
            name.chars().for_each(|character| pair.feed(character));
            pair.sides
                .iter_mut()
                .for_each(|side| side.machine.settle_name(at));
            pair.strict = true;
            follow(pair)?;
        }
        Ok(())
    }

    /// Whether a side stands before characters that it has to look at again with what follows.
    fn undecided(&self, side: &Side<'_>) -> bool {
        let (_, position) = side.machine.consumed();
        let ahead = side.machine.characters(position);
        match side.standing {
            Standing::Waits(Wait::Digits(_) | Wait::Bulk(_)) => false,
            Standing::Waits(_) => side.machine.is_told() || self.fixed(ahead, false).is_err(),
            _ => false,
        }
    }

    /// What a side carries where it stands.
    fn carried(&self, at: usize, side: &Side<'_>) -> u32 {
        let place = (side.machine.state(), side.machine.said().content_model);
        match side.standing {
            Standing::Waits(_) => self.carries[at].get(&place).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Only a character that is alone in its class may stand for itself.
    fn fixed(&self, text: &[char], number: bool) -> Result<(), String> {
        match text
            .iter()
            .find(|c| number || !self.alphabet.class(**c).alone)
        {
            Some(c) => Err(format!(
                "{c:?} stands for others, and the sides are not in step"
            )),
            None => Ok(()),
        }
    }

    /// What two texts have in common becomes one character; nothing does of a text that may yet be,
    /// or with `Some(true)` become, one that it is compared with.
    fn share(
        &self,
        a: &mut String,
        b: &mut String,
        mark: u32,
        compared: Option<bool>,
        number: bool,
    ) -> Result<(), String> {
        let may_be = |text: &str, texts: &[String]| {
            let grows = compared == Some(true);
            let mut texts = texts.iter();
            texts.any(|other| other == text || grows && other.starts_with(text))
        };
        let lower = a.to_ascii_lowercase();
        if compared.is_some() && a == b && may_be(&lower, &self.folded) {
            // Where case is ignored, one case stands for all.
            if !may_be(a, &self.texts) && !may_be(&lower, &self.texts) {
                (*a, *b) = (lower.clone(), lower);
            }
            return Ok(());
        }
        let stays = compared.is_some() && (a != b || may_be(a, &self.texts));
        let mark = char::from_u32(SHARED + mark).filter(|_| !stays);
        let same = if stays {
            0
        } else {
            a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
        };
        for text in [a, b] {
            let rest: Vec<char> = text.chars().skip(same).collect();
            self.fixed(&rest, number && !stays)?;
            *text = mark.into_iter().chain(rest).collect();
        }
        Ok(())
    }

    /// Whether two states consume in bulk alike.
    fn same_bulk(&self, a: usize, b: usize) -> bool {
        let revisions = self.interpreters.map(Interpreter::revision);
        let of = |at: usize, state: usize| &revisions[at].states[state].body;
        of(0, a) == of(1, b) && revisions[0].input_stream == revisions[1].input_stream
    }

    /// How many of the characters consumed in bulk may begin what ends it.
    fn may_end(&self, state: usize, all: &[char]) -> usize {
        let body = &self.interpreters[0].revision().states[state].body;
        let ends = body.iter().filter_map(|clause| match clause {
            Clause::Step(step) => match &step.value {
                Step::ConsumeThroughText(end) => Some(&end.0),
                _ => None,
            },
            _ => None,
        });
        begun(all, ends)
    }

    /// What of the characters consumed may begin a text that is looked behind for.
    fn behind<'t>(&self, at: usize, all: &'t [char]) -> &'t [char] {
        &all[all.len() - begun(all, self.behind[at].iter())..]
    }
}

/// How many characters at the end of `all` begin one of some texts, without being all of it.
fn begun<'t>(all: &[char], texts: impl Iterator<Item = &'t String>) -> usize {
    let begins = |text: &String| {
        let text: Vec<char> = text.chars().collect();
        let most = text.len().saturating_sub(1).min(all.len());
        (0..=most)
            .rev()
            .find(|length| text.starts_with(&all[all.len() - length..]))
    };
    texts.filter_map(begins).max().unwrap_or(0)
}

/// Whether two characters have the same answers to what was asked.
fn same(one: &[u64], other: &[u64], asked: &[u64]) -> bool {
    let mut words = one.iter().zip(other).zip(asked);
    words.all(|((one, other), asked)| (one ^ other) & asked == 0)
}
