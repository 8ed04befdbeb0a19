//! For each group, inputs that two revisions take differently because of it, as readable as can be found.
//!
//! Changes hide and need each other, so "because" has two tests: the output changes if the group alone is applied to
//! the older tables, or undone in the newer. Candidates come from suites and searches, and a cost prefers short,
//! plain inputs that involve one group. The search is greedy, and runs a candidate often; a better example may exist.

use super::change_groups::ChangeGroup;
use super::divergence::{Divergence, Shows, cost, divergence};
use super::edits::edits;
use super::inputs::{Start, inputs};
use super::machines::{Machines, Trace};
use super::variants::Variants;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tokenwright_interpreter::{Output, Refusal};
use tokenwright_tables::load::Loaded;

/// The number of kinds of difference that a group shows, of tokens and of errors.
const MOST: [usize; 2] = [4, 3];
/// The number of kinds that are simplified before the best are chosen.
const TRIED: usize = 8;
/// The reading cost of each further group that an input involves.
const PART: usize = 25;
/// The penalty if tokens differ, and the group contributes only an error.
const ERROR_ONLY: usize = 100;

/// An input, and the output of both revisions for it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) shows: Shows,
    /// The context of the input; empty for the initial state.
    pub(super) inside: &'static str,
    pub(super) input: String,
    pub(super) outputs: [Output; 2],
    /// The groups that cause the difference.
    pub(super) parts: BTreeSet<usize>,
    /// Whether no other group causes any part of the difference.
    pure: bool,
    /// Whether the enclosing group causes only an error, and another one the tokens.
    error_only: bool,
}

/// An input with its cost, and how it is started: an index.
type Candidate = (usize, usize, String);

/// A difference.
struct Witness {
    divergence: Divergence,
    outputs: [Output; 2],
}

/// The groups that have a part in a difference.
struct Parts {
    /// The groups that cause the shown difference.
    shown: BTreeSet<usize>,
    /// The groups that cause any difference, such as an error in addition to other tokens.
    all: BTreeSet<usize>,
}

impl Parts {
    /// The penalty for a less readable example.
    fn cost(&self, group: usize) -> usize {
        let penalty = if self.shown.contains(&group) {
            0
        } else {
            ERROR_ONLY
        };
        PART * self.all.len() + penalty
    }
}

struct ExampleSearch<'s> {
    machines: Machines<'s>,
    named: bool,
}

/// The examples of each group.
///
/// An input belongs to a group if its output changes when this group alone is applied to the older tables,
/// with the changes it needs, or when it alone is undone in the newer ones. Of all inputs with the same
/// kind of difference the most readable one is taken and simplified.
///
/// # Errors
/// If a revision cannot be run.
pub(super) fn examples(
    sides: [&Loaded; 2],
    groups: &[ChangeGroup<'_>],
    variants: &Variants,
) -> Result<Vec<Vec<Example>>, Refusal> {
    let search = ExampleSearch {
        machines: Machines::new(sides, variants)?,
        named: sides.iter().all(|s| s.revision.about.named_errors),
    };
    let all = inputs(sides)?;
    // The most readable input for each kind of difference and each path through the tables.
    let mut differing: HashMap<(&'static str, Divergence, Trace), Candidate> = HashMap::new();
    for (number, (start, inputs)) in all.iter().enumerate() {
        for input in inputs {
            let mut trace = Trace::of(input);
            let outputs = search.machines.observe(start, input, &mut trace);
            let Some(found) = search.found(outputs) else {
                continue;
            };
            let one = (cost(start, input, &found.outputs), number, input.clone());
            let old = differing.entry((start.inside, found.divergence, trace));
            let old = old.or_insert_with(|| one.clone());
            if one < *old {
                *old = one;
            }
        }
    }
    let best = search.of_entries(differing, &all, groups.len());
    let found = best.into_iter().enumerate().map(|(group, divergences)| {
        let mut divergences: Vec<(Candidate, Shows)> = divergences
            .into_iter()
            .map(|((_, divergence), one)| (one, divergence.0))
            .collect();
        divergences.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let mut shown: Vec<(usize, Example, Divergence)> = Vec::new();
        for shows in [Shows::Tokens, Shows::Errors] {
            let of = divergences.iter().filter(|(_, s)| *s == shows).take(TRIED);
            shown.extend(of.filter_map(|((_, number, input), _)| {
                search.readable(&all[*number].0, input.clone(), group)
            }));
        }
        shown
    });
    let found: Vec<_> = found.collect();
    Ok(shared_out(found.into_iter().map(chosen).collect()))
}

/// The best input for each kind of difference, the simplest first. A difference that another group shares
/// is left out if a simpler one changes the same fields of tokens.
fn chosen(mut all: Vec<(usize, Example, Divergence)>) -> Vec<Example> {
    if all.iter().any(|(_, example, _)| !example.error_only) {
        all.retain(|(_, example, _)| !example.error_only);
    }
    all.sort_by(|a, b| (a.1.shows, a.0, &a.1.input).cmp(&(b.1.shows, b.0, &b.1.input)));
    let mut out: Vec<(Example, Divergence)> = Vec::new();
    for (_, example, divergence) in all {
        let of = |other: &&(Example, Divergence)| other.0.shows == example.shows;
        let shown = || out.iter().filter(of);
        let is_new = !shown().any(|(_, other)| *other == divergence);
        let fields = || shown().any(|(_, other)| other.1 == divergence.1);
        if is_new && (example.pure || !fields()) {
            out.push((example, divergence));
        }
    }
    out.into_iter().map(|(example, _)| example).collect()
}

/// Shows each input once: below the group with the fewest other inputs.
fn shared_out(chosen: Vec<Vec<Example>>) -> Vec<Vec<Example>> {
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|group| chosen[*group].len());
    let mut taken: BTreeSet<(&'static str, String)> = BTreeSet::new();
    let mut out = vec![Vec::new(); chosen.len()];
    for group in order {
        for shows in [Shows::Tokens, Shows::Errors] {
            let of = chosen[group].iter().filter(|e| e.shows == shows);
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
                out[group].push(example.clone());
            }
        }
    }
    out
}

impl ExampleSearch<'_> {
    /// The difference of two runs, if there is one.
    fn found(&self, outputs: Option<[Output; 2]>) -> Option<Witness> {
        let outputs = outputs?;
        let divergence = divergence(&outputs[0], &outputs[1], self.named)?;
        Some(Witness {
            divergence,
            outputs,
        })
    }

    /// For each group and kind of difference, the most readable input.
    fn of_entries(
        &self,
        differing: HashMap<(&'static str, Divergence, Trace), Candidate>,
        starts: &[(Start, Vec<String>)],
        groups: usize,
    ) -> Vec<BTreeMap<(&'static str, Divergence), Candidate>> {
        let mut best: Vec<BTreeMap<(&'static str, Divergence), Candidate>> =
            vec![BTreeMap::new(); groups];
        #[expect(clippy::iter_over_hash_type, reason = "the least of all is kept")]
        for ((inside, divergence, _), (cost, number, input)) in differing {
            let start = &starts[number].0;
            let Some(outputs) = self.machines.run(start, &input) else {
                continue;
            };
            let parts = self.parts(start, &input, &outputs, divergence.0);
            for group in &parts.all {
                let one = (cost + parts.cost(*group), number, input.clone());
                let old = best[*group].entry((inside, divergence.clone()));
                let old = old.or_insert_with(|| one.clone());
                if one < *old {
                    *old = one;
                }
            }
        }
        best
    }

    /// The groups that have a part in the difference of an input.
    fn parts(&self, start: &Start, input: &str, outputs: &[Output; 2], shows: Shows) -> Parts {
        let reasons = self.machines.reasons(start, input, outputs, self.named);
        let shown = reasons.iter().filter(|(_, brings)| *brings == shows);
        Parts {
            shown: shown.map(|(group, _)| *group).collect(),
            all: reasons.iter().map(|(group, _)| *group).collect(),
        }
    }

    /// Simplifies an input as long as it shows the same difference because of the same group.
    fn readable(
        &self,
        start: &Start,
        input: String,
        group: usize,
    ) -> Option<(usize, Example, Divergence)> {
        let run = |input: &str| self.found(self.machines.run(start, input));
        let mut best = run(&input)?;
        let mut parts = self.parts(start, &input, &best.outputs, best.divergence.0);
        let costs = |input: &str, found: &Witness| cost(start, input, &found.outputs);
        let mut least = costs(&input, &best) + parts.cost(group);
        let mut input = input;
        loop {
            let mut tried: Vec<(usize, String, Witness)> = Vec::new();
            for edited in edits(&input) {
                let Some(found) = run(&edited).filter(|found| found.divergence == best.divergence)
                else {
                    continue;
                };
                let cost = costs(&edited, &found);
                if cost + PART < least {
                    tried.push((cost, edited, found));
                }
            }
            tried.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let better = tried.into_iter().find_map(|(cost, edited, found)| {
                let parts = self.parts(start, &edited, &found.outputs, found.divergence.0);
                let cost = cost + parts.cost(group);
                let is = cost < least && parts.all.contains(&group);
                is.then_some((cost, edited, found, parts))
            });
            let Some(better) = better else {
                break;
            };
            (least, input, best, parts) = better;
        }
        let example = Example {
            shows: best.divergence.0,
            inside: start.inside,
            input,
            pure: parts.all.len() == 1,
            error_only: !parts.shown.contains(&group),
            parts: match parts.shown.contains(&group) {
                true => parts.shown,
                false => parts.all,
            },
            outputs: best.outputs,
        };
        Some((least, example, best.divergence))
    }
}
