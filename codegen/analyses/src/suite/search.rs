//! For each mutant of a part, an input that shows it.
//!
//! A probe reaches the mutant, and a suffix lets its effect become visible. Suffixes that showed something last are
//! tried first, as neighbours need the same. When all fail, `compare` searches for an input or proves that there is
//! none; that is slow, so it comes last. Which input is found depends on the order of mutants, but not on threads.

use super::alphabet::Alphabet;
use super::context::{SearchContext, SetupInput};
use super::fork_search;
use super::local::Ground;
use super::view::differs;
use crate::compare::{DeadRegisters, Verdict, equal};
use crate::mutate::{self, Mutant, Operator, Part, Trigger};
use std::collections::HashMap;
use tokenwright_interpreter::{Interpreter, Output, Setup};
use tokenwright_tables::model::Revision;

/// How many probes are tried with each suffix, and how many of them before all others.
const WIDE: usize = 24;
const NARROW: usize = 4;

/// An input, and the row that it was found for.
type Found = (SetupInput, mutate::Site);

/// The search for the mutants of one part.
struct MutantSearch<'g, 'r> {
    context: &'g SearchContext<'r>,
    /// The output of the original, for every input that was tried.
    originals: HashMap<SetupInput, Option<Output>>,
    /// Suffixes, those that showed something last in front.
    suffixes: Vec<String>,
    found: Vec<Found>,
}

/// Searches inputs for all mutants of a part.
pub(super) fn search_part(context: &SearchContext<'_>, part: Part) -> Vec<Found> {
    let suffixes = suffixes(context);
    let ground = Ground::new(&context.interpreter);
    let mut search = MutantSearch {
        context,
        originals: HashMap::new(),
        suffixes,
        found: Vec::new(),
    };
    let revision = context.interpreter.revision();
    for mutant in &mutate::mutants(revision, &context.sites, part) {
        if mutant.independent {
            continue;
        }
        let model = mutant.model(revision);
        let Ok(changed) = model.interpreter(&context.interpreter) else {
            continue;
        };
        let mut shown = false;
        // A separate input for each trigger, so for both answers of a condition.
        for trigger in &mutant.triggers {
            shown |= search.one(mutant, *trigger, &changed);
        }
        if shown {
            continue;
        }
        // The walk has a bounded history, so it may miss old register contents and some places.
        let steps = [Operator::Dropped, Operator::Doubled, Operator::Swapped];
        let sets = steps.contains(&mutant.operator);
        let reached = mutant.triggers.iter().any(|t| search.reaches(*t));
        if (sets || !reached) && !ground.proves(part, mutant, &changed) {
            search.found_by_comparing(mutant);
        }
    }
    search.found
}

/// The suffixes of inputs, in the order in which they are tried: the empty text, ends of tokens, single
/// characters, and end tags that distinguish one kind of text from another.
fn suffixes(context: &SearchContext<'_>) -> Vec<String> {
    let mut suffixes = vec![String::new()];
    for text in [">", "x>", "a", "-->", "]]>", "\">", "'>", "=a>", ";"] {
        suffixes.push(text.to_owned());
    }
    suffixes.extend(context.alphabet.characters.iter().map(char::to_string));
    let mut before: Vec<String> = ["", "x", ">", "-", "->", "-->"].map(str::to_owned).to_vec();
    for word in &context.alphabet.words {
        for open in ["", "/", "<", "</"] {
            before.push(format!("{open}{word}>"));
        }
    }
    for end in ["</a>", "</ab>"] {
        suffixes.extend(before.iter().map(|before| format!("{before}{end}")));
    }
    suffixes
}

/// Inputs that lead to a mutant, each with a character at its end that only the mutant distinguishes from others.
fn at_borders(
    context: &SearchContext<'_>,
    both: [&Revision; 2],
    heads: &[SetupInput],
) -> Vec<SetupInput> {
    let known = &context.alphabet.characters;
    let mut all = Vec::new();
    let characters = Alphabet::classes(both).into_iter();
    for c in characters.filter(|c| !known.contains(c)) {
        for (setup, head) in heads {
            let mut input = head.clone();
            if input.pop().is_some() {
                input.push(c);
                all.push((setup.clone(), input));
            }
        }
    }
    all
}

impl MutantSearch<'_, '_> {
    fn one(&mut self, mutant: &Mutant, trigger: Trigger, changed: &Interpreter<'_>) -> bool {
        let heads = self.heads(trigger);
        let known = self.found.len();
        for at in (0..known).rev().take(40) {
            let ((setup, input), _) = self.found[at].clone();
            let leads = heads
                .iter()
                .any(|head| head.0 == setup && input.starts_with(&head.1));
            if leads && self.shows(&(setup, input), changed) {
                return true;
            }
        }
        for (count, wide) in [(NARROW, true), (WIDE, false)] {
            let skipped = if wide { 0 } else { NARROW };
            for at in 0..self.suffixes.len() {
                let suffix = self.suffixes[at].clone();
                for (setup, head) in heads.iter().take(count).skip(skipped) {
                    let input = (setup.clone(), format!("{head}{suffix}"));
                    if self.shows(&input, changed) {
                        self.keep(input, mutant, at);
                        return true;
                    }
                }
            }
        }
        let border = matches!(mutant.operator, Operator::Larger | Operator::Smaller);
        if border {
            for input in self.borders(trigger) {
                if self.shows(&input, changed) {
                    self.found.push((input, mutant.site));
                    return true;
                }
            }
        }
        let context = self.context;
        let original = context.interpreter.revision();
        let both = mutant.revision(original);
        let both = [original, &both];
        let mut heads = self.all_heads(trigger, heads);
        if border {
            heads.extend(at_borders(context, both, &heads));
        }
        let from = fork_search::From {
            heads,
            places: self.places(trigger),
            characters: Alphabet::together(both, &["ab".to_owned()]),
            dead: DeadRegisters::of(both),
        };
        let Some(input) = fork_search::difference(context, changed, &from) else {
            return false;
        };
        self.found.push((input, mutant.site));
        true
    }

    fn keep(&mut self, input: SetupInput, mutant: &Mutant, suffix: usize) {
        self.found.push((input, mutant.site));
        let suffix = self.suffixes.remove(suffix);
        self.suffixes.insert(0, suffix);
    }

    /// The shortest inputs that set a trigger off.
    fn heads(&self, trigger: Trigger) -> Vec<SetupInput> {
        let probes = &self.context.probes;
        match trigger {
            Trigger::At(number) => self.running(number).take(WIDE).collect(),
            Trigger::Takes(block, c) => {
                let places = probes.places.get(&block).into_iter().flatten();
                let c: String = c.iter().collect();
                let places = places.take(WIDE).map(|place| place.whole(probes));
                let all = places.map(|(setup, input)| (setup, input + &c));
                all.collect()
            }
            Trigger::Holds(c) => vec![(Setup::default(), c.to_string())],
            Trigger::Always => {
                let all = probes.all.iter().take(WIDE);
                all.map(|probe| probe.whole(probes)).collect()
            }
        }
    }

    /// The inputs that run a part of the tables.
    fn running(&self, number: u32) -> impl Iterator<Item = SetupInput> {
        let probes = &self.context.probes;
        let all = probes.of.get(&number).into_iter().flatten();
        all.map(|probe| probes.all[*probe].whole(probes))
    }

    /// Whether some input is known that sets a trigger off.
    fn reaches(&self, trigger: Trigger) -> bool {
        !self.heads(trigger).is_empty() || !self.places(trigger).is_empty()
    }

    /// Asks the comparison of machines for an input if the walk has found none.
    fn found_by_comparing(&mut self, mutant: &Mutant) {
        let context = self.context;
        let original = context.interpreter.revision();
        let references = context.references;
        let changed = mutant.revision(original);
        let verdict = equal((original, references), (&changed, references));
        if let Ok(Verdict::Differs { witness, .. }) = verdict {
            let [Ok(expected), found] = &witness.outputs else {
                return;
            };
            if differs(expected, found, context.named) {
                let input = (witness.entry.sides[0].clone(), witness.input.clone());
                self.found.push((input, mutant.site));
            }
        }
    }

    /// All inputs that set a trigger off.
    fn all_heads(&self, trigger: Trigger, mut heads: Vec<SetupInput>) -> Vec<SetupInput> {
        if let Trigger::At(number) = trigger {
            heads.extend(self.running(number).skip(WIDE));
        }
        heads
    }

    /// Inputs that lead to where a trigger is set off next.
    fn places(&self, trigger: Trigger) -> Vec<SetupInput> {
        let probes = &self.context.probes;
        let places = match trigger {
            Trigger::At(number) => probes.before.get(&number),
            Trigger::Takes(block, _) => {
                // A procedure runs within the state that attempts it.
                probes.places.get(&block).or(probes.before.get(&block))
            }
            Trigger::Holds(_) | Trigger::Always => None,
        };
        let places = places.into_iter().flatten();
        places.map(|place| place.whole(probes)).collect()
    }

    /// Inputs for a border of a class: numbers and names on both sides of it, and end tags whose name
    /// it belongs to, with the last start tag of that name.
    fn borders(&self, trigger: Trigger) -> Vec<SetupInput> {
        let probes = &self.context.probes;
        match trigger {
            Trigger::At(number) => {
                let all = probes.texted.get(&number).into_iter().flatten();
                all.map(|probe| probe.whole(probes)).collect()
            }
            Trigger::Takes(_, Some(_)) => {
                let heads = self.heads(trigger).into_iter();
                let named = |(mut setup, head): SetupInput| {
                    let (_, name) = head.rsplit_once("</")?;
                    *setup.last_start_tag.as_mut()? = name.to_ascii_lowercase();
                    Some((setup, format!("{head}>")))
                };
                heads.filter_map(named).collect()
            }
            _ => Vec::new(),
        }
    }

    fn shows(&mut self, input: &SetupInput, changed: &Interpreter<'_>) -> bool {
        let context = self.context;
        let setup = &input.0;
        if !self.originals.contains_key(input) {
            let output = context.interpreter.run(setup, &input.1).ok();
            self.originals.insert(input.clone(), output);
        }
        let Some(Some(expected)) = self.originals.get(input) else {
            return false;
        };
        differs(expected, &changed.run(setup, &input.1), context.named)
    }
}
