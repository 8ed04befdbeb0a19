//! For each entry, inputs that two revisions take differently because of it, as readable as can be
//! found.

use super::edits::edits;
use super::entries::Entry;
use super::inputs::{Start, inputs};
use super::machines::{Machines, Trace};
use super::made::Made;
use super::ways::{Shows, Way, cost, way};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tokenwright_interpreter::{Output, Refusal};
use tokenwright_tables::load::Loaded;

/// The number of kinds of difference that an entry shows, of tokens and of errors.
const MOST: [usize; 2] = [4, 3];
/// The number of kinds that are simplified before the best are chosen.
const TRIED: usize = 8;
/// How much harder an input is to read with each further entry that has a part in it.
const PART: usize = 25;
/// The penalty if tokens differ, and the entry contributes only an error.
const ERROR_ONLY: usize = 100;

/// An input, and what both revisions give for it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) shows: Shows,
    /// The context of the input; empty for the initial state.
    pub(super) inside: &'static str,
    pub(super) input: String,
    pub(super) outputs: [Output; 2],
    /// The entries that cause the difference.
    pub(super) parts: BTreeSet<usize>,
    /// Whether no other entry causes any part of the difference.
    pure: bool,
    /// Whether the enclosing entry causes only an error, and another one the tokens.
    error_only: bool,
}

/// An input with its cost, and how it is started: an index.
type Candidate = (usize, usize, String);

/// A difference.
struct Found {
    way: Way,
    outputs: [Output; 2],
}

/// The entries that have a part in a difference.
struct Parts {
    /// The entries that cause the shown difference.
    shown: BTreeSet<usize>,
    /// The entries that cause any difference, such as an error in addition to other tokens.
    all: BTreeSet<usize>,
}

impl Parts {
    /// The penalty for a less readable example.
    fn cost(&self, entry: usize) -> usize {
        let penalty = if self.shown.contains(&entry) {
            0
        } else {
            ERROR_ONLY
        };
        PART * self.all.len() + penalty
    }
}

/// The search for examples.
struct Search<'s> {
    machines: Machines<'s>,
    named: bool,
}

/// The examples of each entry.
///
/// An input belongs to an entry if its output changes when this entry alone is made in the older tables,
/// with the changes it needs, or when it alone is undone in the newer ones. Of all inputs with the same
/// kind of difference the most readable one is taken and simplified.
///
/// # Errors
/// Where a revision cannot be run at all.
pub(super) fn examples(
    sides: [&Loaded; 2],
    entries: &[Entry<'_>],
    made: &Made,
) -> Result<Vec<Vec<Example>>, Refusal> {
    let search = Search {
        machines: Machines::new(sides, made)?,
        named: sides.iter().all(|s| s.revision.about.named_errors),
    };
    let all = inputs(sides)?;
    // The most readable input for each kind of difference and each path through the tables.
    let mut differing: HashMap<(&'static str, Way, Trace), Candidate> = HashMap::new();
    for (number, (start, inputs)) in all.iter().enumerate() {
        for input in inputs {
            let mut trace = Trace::of(input);
            let outputs = search.machines.observe(start, input, &mut trace);
            let Some(found) = search.found(outputs) else {
                continue;
            };
            let one = (cost(start, input, &found.outputs), number, input.clone());
            let old = differing.entry((start.inside, found.way, trace));
            let old = old.or_insert_with(|| one.clone());
            if one < *old {
                *old = one;
            }
        }
    }
    let best = search.of_entries(differing, &all, entries.len());
    let found = best.into_iter().enumerate().map(|(entry, ways)| {
        let mut ways: Vec<(Candidate, Shows)> = ways
            .into_iter()
            .map(|((_, way), one)| (one, way.0))
            .collect();
        ways.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let mut shown: Vec<(usize, Example, Way)> = Vec::new();
        for shows in [Shows::Tokens, Shows::Errors] {
            let of = ways.iter().filter(|(_, s)| *s == shows).take(TRIED);
            shown.extend(of.filter_map(|((_, number, input), _)| {
                search.readable(&all[*number].0, input.clone(), entry)
            }));
        }
        shown
    });
    let found: Vec<_> = found.collect();
    Ok(shared_out(found.into_iter().map(chosen).collect()))
}

/// The best input for each kind of difference, the simplest first. A difference that another entry shares
/// is left out if a simpler one changes the same fields of tokens.
fn chosen(mut all: Vec<(usize, Example, Way)>) -> Vec<Example> {
    if all.iter().any(|(_, example, _)| !example.error_only) {
        all.retain(|(_, example, _)| !example.error_only);
    }
    all.sort_by(|a, b| (a.1.shows, a.0, &a.1.input).cmp(&(b.1.shows, b.0, &b.1.input)));
    let mut out: Vec<(Example, Way)> = Vec::new();
    for (_, example, way) in all {
        let of = |other: &&(Example, Way)| other.0.shows == example.shows;
        let shown = || out.iter().filter(of);
        let is_new = !shown().any(|(_, other)| *other == way);
        let fields = || shown().any(|(_, other)| other.1 == way.1);
        if is_new && (example.pure || !fields()) {
            out.push((example, way));
        }
    }
    out.into_iter().map(|(example, _)| example).collect()
}

/// Sees to it that an input is shown once: below the entry that has the fewest others.
fn shared_out(chosen: Vec<Vec<Example>>) -> Vec<Vec<Example>> {
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|entry| chosen[*entry].len());
    let mut taken: BTreeSet<(&'static str, String)> = BTreeSet::new();
    let mut out = vec![Vec::new(); chosen.len()];
    for entry in order {
        for shows in [Shows::Tokens, Shows::Errors] {
            let of = chosen[entry].iter().filter(|e| e.shows == shows);
            let free: Vec<&Example> = of
                .filter(|e| !taken.contains(&(e.inside, e.input.clone())))
                .collect();
            let alone = free.iter().any(|example| example.parts.len() == 1);
            let most = if alone {
                MOST[usize::from(shows == Shows::Errors)]
            } else {
                1
            };
            for example in free.into_iter().take(most) {
                taken.insert((example.inside, example.input.clone()));
                out[entry].push(example.clone());
            }
        }
    }
    out
}

impl Search<'_> {
    /// The difference of two runs, if there is one.
    fn found(&self, outputs: Option<[Output; 2]>) -> Option<Found> {
        let outputs = outputs?;
        let way = way(&outputs[0], &outputs[1], self.named)?;
        Some(Found { way, outputs })
    }

    /// For each entry and kind of difference, the most readable input.
    fn of_entries(
        &self,
        differing: HashMap<(&'static str, Way, Trace), Candidate>,
        starts: &[(Start, Vec<String>)],
        entries: usize,
    ) -> Vec<BTreeMap<(&'static str, Way), Candidate>> {
        let mut best: Vec<BTreeMap<(&'static str, Way), Candidate>> =
            vec![BTreeMap::new(); entries];
        for ((inside, way, _), (cost, number, input)) in differing {
            let start = &starts[number].0;
            let Some(outputs) = self.machines.run(start, &input) else {
                continue;
            };
            let parts = self.parts(start, &input, &outputs, way.0);
            for entry in &parts.all {
                let one = (cost + parts.cost(*entry), number, input.clone());
                let old = best[*entry].entry((inside, way.clone()));
                let old = old.or_insert_with(|| one.clone());
                if one < *old {
                    *old = one;
                }
            }
        }
        best
    }

    /// The entries that have a part in the difference of an input.
    fn parts(&self, start: &Start, input: &str, outputs: &[Output; 2], shows: Shows) -> Parts {
        let reasons = self.machines.reasons(start, input, outputs, self.named);
        let shown = reasons.iter().filter(|(_, brings)| *brings == shows);
        Parts {
            shown: shown.map(|(entry, _)| *entry).collect(),
            all: reasons.iter().map(|(entry, _)| *entry).collect(),
        }
    }

    /// Simplifies an input as long as it shows the same difference because of the same entry.
    fn readable(
        &self,
        start: &Start,
        input: String,
        entry: usize,
    ) -> Option<(usize, Example, Way)> {
        let run = |input: &str| self.found(self.machines.run(start, input));
        let mut best = run(&input)?;
        let mut parts = self.parts(start, &input, &best.outputs, best.way.0);
        let costs = |input: &str, found: &Found| cost(start, input, &found.outputs);
        let mut least = costs(&input, &best) + parts.cost(entry);
        let mut input = input;
        loop {
            let mut tried: Vec<(usize, String, Found)> = Vec::new();
            for edited in edits(&input) {
                let Some(found) = run(&edited).filter(|found| found.way == best.way) else {
                    continue;
                };
                let cost = costs(&edited, &found);
                if cost + PART < least {
                    tried.push((cost, edited, found));
                }
            }
            tried.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let better = tried.into_iter().find_map(|(cost, edited, found)| {
                let parts = self.parts(start, &edited, &found.outputs, found.way.0);
                let cost = cost + parts.cost(entry);
                let is = cost < least && parts.all.contains(&entry);
                is.then_some((cost, edited, found, parts))
            });
            let Some(better) = better else {
                break;
            };
            (least, input, best, parts) = better;
        }
        let example = Example {
            shows: best.way.0,
            inside: start.inside,
            input,
            pure: parts.all.len() == 1,
            error_only: !parts.shown.contains(&entry),
            parts: match parts.shown.contains(&entry) {
                true => parts.shown,
                false => parts.all,
            },
            outputs: best.outputs,
        };
        Some((least, example, best.way))
    }
}
