//! For each mutant of a part, an input that shows it.

use super::alphabet::Alphabet;
use super::context::{Grounds, Input};
use super::forks;
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

/// What a hunt through a part has brought.
#[derive(Debug, Default)]
pub(super) struct Bag {
    /// Inputs, and the row that each was found for.
    pub(super) found: Vec<(Input, mutate::Site)>,
}

/// The hunt through one part.
struct Hunt<'g, 'r> {
    grounds: &'g Grounds<'r>,
    /// What the original gives, for every input that was tried.
    originals: HashMap<Input, Option<Output>>,
    /// Suffixes, those that showed something last in front.
    suffixes: Vec<String>,
    bag: Bag,
}

/// Hunts for all mutants of a part.
pub(super) fn hunt(grounds: &Grounds<'_>, part: Part) -> Bag {
    let suffixes = suffixes(grounds);
    let ground = Ground::new(&grounds.interpreter);
    let mut hunt = Hunt {
        grounds,
        originals: HashMap::new(),
        suffixes,
        bag: Bag::default(),
    };
    let revision = grounds.interpreter.revision();
    for mutant in &mutate::mutants(revision, &grounds.sites, part) {
        if mutant.independent {
            continue;
        }
        let model = mutant.model(revision);
        let Ok(changed) = model.interpreter(&grounds.interpreter) else {
            continue;
        };
        let mut shown = false;
        // Each trigger is wanted by itself: a condition, both ways.
        for trigger in &mutant.triggers {
            shown |= hunt.one(mutant, *trigger, &changed);
        }
        if shown {
            continue;
        }
        // The walk forgets what registers still hold from long before, and what it has never come to.
        let steps = [Operator::Dropped, Operator::Doubled, Operator::Swapped];
        let sets = steps.contains(&mutant.operator);
        let reached = mutant.triggers.iter().any(|t| hunt.reaches(*t));
        if (sets || !reached) && !ground.proves(part, mutant, &changed) {
            hunt.found_by_comparing(mutant);
        }
    }
    hunt.bag
}

/// What inputs are ended with, in the order in which it is tried: nothing, the ends of tokens, single
/// characters, and what tells one kind of text from another: whether an end tag there is one.
fn suffixes(grounds: &Grounds<'_>) -> Vec<String> {
    let mut suffixes = vec![String::new()];
    for text in [">", "x>", "a", "-->", "]]>", "\">", "'>", "=a>", ";"] {
        suffixes.push(text.to_owned());
    }
    suffixes.extend(grounds.alphabet.characters.iter().map(char::to_string));
    let mut before: Vec<String> = ["", "x", ">", "-", "->", "-->"].map(str::to_owned).to_vec();
    for word in &grounds.alphabet.words {
        for open in ["", "/", "<", "</"] {
            before.push(format!("{open}{word}>"));
        }
    }
    for end in ["</a>", "</ab>"] {
        suffixes.extend(before.iter().map(|before| format!("{before}{end}")));
    }
    suffixes
}

/// The same inputs with a character at their end that only the mutant tells from others.
fn at_borders(grounds: &Grounds<'_>, both: [&Revision; 2], heads: &[Input]) -> Vec<Input> {
    let known = &grounds.alphabet.characters;
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

impl Hunt<'_, '_> {
    fn one(&mut self, mutant: &Mutant, trigger: Trigger, changed: &Interpreter<'_>) -> bool {
        let heads = self.heads(trigger);
        let known = self.bag.found.len();
        for at in (0..known).rev().take(40) {
            let ((setup, input), _) = self.bag.found[at].clone();
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
                    self.bag.found.push((input, mutant.site));
                    return true;
                }
            }
        }
        let grounds = self.grounds;
        let original = grounds.interpreter.revision();
        let both = mutant.revision(original);
        let both = [original, &both];
        let mut heads = self.all_heads(trigger, heads);
        if border {
            heads.extend(at_borders(grounds, both, &heads));
        }
        let from = forks::From {
            heads,
            places: self.places(trigger),
            characters: Alphabet::together(both, &["ab".to_owned()]),
            dead: DeadRegisters::of(both),
        };
        let Some(input) = forks::difference(grounds, changed, &from) else {
            return false;
        };
        self.bag.found.push((input, mutant.site));
        true
    }

    fn keep(&mut self, input: Input, mutant: &Mutant, suffix: usize) {
        self.bag.found.push((input, mutant.site));
        let suffix = self.suffixes.remove(suffix);
        self.suffixes.insert(0, suffix);
    }

    /// The shortest inputs that set a trigger off.
    fn heads(&self, trigger: Trigger) -> Vec<Input> {
        let probes = &self.grounds.probes;
        match trigger {
            Trigger::At(number) => {
                let all = probes.of.get(&number).into_iter().flatten();
                let probe = |probe: &usize| {
                    let probe = &probes.all[*probe];
                    (probes.setups[probe.setup].clone(), probe.input.clone())
                };
                all.take(WIDE).map(probe).collect()
            }
            Trigger::Takes(block, c) => {
                let places = probes.places.get(&block).into_iter().flatten();
                let c: String = c.iter().collect();
                let all = places.take(WIDE);
                all.map(|(setup, input)| (probes.setups[*setup].clone(), format!("{input}{c}")))
                    .collect()
            }
            Trigger::Holds(c) => vec![(Setup::default(), c.to_string())],
            Trigger::Always => {
                let all = probes.all.iter().take(WIDE);
                all.map(|probe| (probes.setups[probe.setup].clone(), probe.input.clone()))
                    .collect()
            }
        }
    }

    /// Whether some input is known that sets a trigger off.
    fn reaches(&self, trigger: Trigger) -> bool {
        !self.heads(trigger).is_empty() || !self.places(trigger).is_empty()
    }

    /// Asks the comparison of machines for an input, where the walk has found no way.
    fn found_by_comparing(&mut self, mutant: &Mutant) {
        let grounds = self.grounds;
        let original = grounds.interpreter.revision();
        let references = grounds.references;
        let changed = mutant.revision(original);
        let verdict = equal((original, references), (&changed, references));
        if let Ok(Verdict::Differs { witness, .. }) = verdict {
            let [Ok(expected), found] = &witness.outputs else {
                return;
            };
            if differs(expected, found, grounds.named) {
                let input = (witness.entry.sides[0].clone(), witness.input.clone());
                self.bag.found.push((input, mutant.site));
            }
        }
    }

    /// All inputs that set a trigger off.
    fn all_heads(&self, trigger: Trigger, mut heads: Vec<Input>) -> Vec<Input> {
        let probes = &self.grounds.probes;
        if let Trigger::At(number) = trigger {
            let all = probes.of.get(&number).into_iter().flatten().skip(WIDE);
            heads.extend(all.map(|probe| {
                let probe = &probes.all[*probe];
                (probes.setups[probe.setup].clone(), probe.input.clone())
            }));
        }
        heads
    }

    /// Inputs that lead to where a trigger is set off next.
    fn places(&self, trigger: Trigger) -> Vec<Input> {
        let probes = &self.grounds.probes;
        let places = match trigger {
            Trigger::At(number) => probes.before.get(&number),
            Trigger::Takes(block, _) => {
                // A procedure is no place to stand at: it is attempted from one.
                probes.places.get(&block).or(probes.before.get(&block))
            }
            Trigger::Holds(_) | Trigger::Always => None,
        };
        let places = places.into_iter().flatten();
        places
            .map(|(setup, input)| (probes.setups[*setup].clone(), input.clone()))
            .collect()
    }

    /// Inputs for a border of a class: numbers and names on both sides of it, and end tags whose name
    /// it belongs to, with the last start tag of that name.
    fn borders(&self, trigger: Trigger) -> Vec<Input> {
        let probes = &self.grounds.probes;
        match trigger {
            Trigger::At(number) => {
                let all = probes.texted.get(&number).into_iter().flatten();
                all.map(|(setup, input)| (probes.setups[*setup].clone(), input.clone()))
                    .collect()
            }
            Trigger::Takes(_, Some(_)) => {
                let heads = self.heads(trigger).into_iter();
                let named = |(setup, head): Input| {
                    setup.last_start_tag.as_ref()?;
                    let (_, name) = head.rsplit_once("</")?;
                    let last_start_tag = Some(name.to_ascii_lowercase());
                    let input = format!("{head}>");
                    Some((
                        Setup {
                            last_start_tag,
                            ..setup
                        },
                        input,
                    ))
                };
                heads.filter_map(named).collect()
            }
            _ => Vec::new(),
        }
    }

    fn shows(&mut self, input: &Input, changed: &Interpreter<'_>) -> bool {
        let grounds = self.grounds;
        let setup = &input.0;
        if !self.originals.contains_key(input) {
            let output = grounds.interpreter.run(setup, &input.1).ok();
            self.originals.insert(input.clone(), output);
        }
        let Some(Some(expected)) = self.originals.get(input) else {
            return false;
        };
        differs(expected, &changed.run(setup, &input.1), grounds.named)
    }
}
