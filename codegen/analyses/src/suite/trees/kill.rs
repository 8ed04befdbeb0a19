//! The search for a document of which a mutant makes something else than the tables.
//!
//! First the short documents that run the changed place, then these with one token more or another one that the change mentions, then
//! with an element of each name before that place, then the pool of longer documents. Then tokens are tried after documents that
//! lead to different states, near these documents and from every state of the parser, and at last the search that compares revisions. What is found token
//! by token is parsed from its text before it counts. A document with another tree ends the search; after one with other parse errors alone, no
//! pairs are searched. All this is bounded, so that a suite takes minutes.

use super::asking::{Asked, asking};
use super::behind::{Opener, behind};
use super::diverge::{Diverge, FORMATTED, everywhere};
use super::goals::Goal;
use super::pool::Pool;
use super::run::{Runner, Shown, TreeResult, shown};
use super::score::{TreeRun, touched};
use super::walk::{END, Step, Walk, spelt};
use crate::compare::Budget;
use crate::compare::trees::alphabet::{Among, Letter, marked, member};
use crate::compare::trees::grain::Grain;
use crate::compare::trees::mentions::Mentions;
use crate::compare::trees::pair::{Pair, Seen};
use crate::compare::trees::search::{FOLLOWED, Pass, Search};
use crate::compare::trees::spellings::OTHER;
use crate::compare::trees::{Machine, Start, TreeVerdict, behaviour};
use crate::diff::trees::compare;
use crate::mutate::trees::{Part, Site, TreeMutant};
use std::collections::BTreeSet;
use tokenwright_interpreter::Refusal;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::TreeTables;

/// How many of the documents that run the changed place are changed further.
const SEEDS: usize = 8;

/// How many documents come first for each outcome of a changed condition.
const OF_AN_OUTCOME: usize = 3;

/// How many names that the change mentions are context elements of fragments.
const CONTEXTS: usize = 12;

/// How many tokens that the change mentions are tried in each of them.
const VARIED: usize = 12;

/// How many pairs of parsers are looked at near these documents.
const NEAR: usize = 1_000;

/// How many are looked at from every state of the parser.
const FAR: usize = 3_000;

/// The budget of the search that compares revisions.
const COMPARED: usize = 1_000;

/// About how many documents of the pool are parsed, if more run the changed place.
const POOLED: usize = 400;

/// What is known without a mutant.
pub(super) struct Known<'k, 'a> {
    pub(super) machine: &'k Machine<'a>,
    pub(super) runner: Runner<'k, 'a>,
    pub(super) walk: &'k Walk,
    pub(super) openers: &'k [Opener],
    pub(super) pool: &'k Pool,
    /// What the tables make of each document of the walk.
    pub(super) results: &'k [Option<TreeResult>],
}

/// A document that shows a mutant.
pub(super) struct Killer {
    pub(super) start: Start,
    pub(super) text: String,
    pub(super) shown: Shown,
}

impl<'a> Known<'_, 'a> {
    /// The document that shows a mutant most plainly, as far as one is found.
    pub(super) fn killer(&self, mutant: &TreeMutant) -> Option<Killer> {
        if mutant.is_unseen(self.machine.tables) {
            return None;
        }
        let machine = Machine::new(
            &mutant.tables,
            self.machine.revision,
            self.machine.interpreter,
        );
        let mut best = None;
        let Ok(runner) = self.runner.mutant(&machine) else {
            // Tables that cannot start have no tree of any document.
            self.take(
                &mut best,
                Some(Shown::Tree),
                &Start::default(),
                String::new(),
            );
            return best;
        };
        let seeds = self.seeds(mutant);
        for number in &seeds {
            let step = &self.walk.steps[*number];
            if let Some(expected) = &self.results[*number] {
                let start = &self.walk.starts[step.start];
                let text = self.walk.text(step);
                let shown = shown(expected, &runner.run(start, &text));
                self.take(&mut best, shown, start, text);
            }
            if is_plain(best.as_ref()) {
                return best;
            }
        }
        let mentions = mentioned([self.machine, &machine], mutant);
        let Ok(letters) = self.letters(&mentions, &machine, &seeds) else {
            return best;
        };
        for (start, text) in self.variants(&seeds, &letters, &mutant.site) {
            self.consider(&mut best, &runner, &self.walk.starts[start], text);
            if is_plain(best.as_ref()) {
                return best;
            }
        }
        if best.is_none() {
            for (start, text) in behind(
                (self.walk, self.openers),
                self.machine.tables,
                mutant,
                &seeds,
            ) {
                self.consider(&mut best, &runner, &self.walk.starts[start], text);
                if best.is_some() {
                    return best;
                }
            }
            self.pooled(&mut best, &runner, mutant);
        }
        if best.is_none() {
            self.diverging(
                (&machine, &runner),
                mutant,
                (&letters, &mentions),
                &seeds,
                &mut best,
            );
        }
        if best.is_none() {
            self.search((&machine, &runner), &letters, &seeds, &mut best);
        }
        if best.is_none() {
            self.compared((&machine, &runner), &mut best);
        }
        best
    }

    /// Takes a document if it shows the mutant more plainly.
    fn take(&self, best: &mut Option<Killer>, shown: Option<Shown>, start: &Start, text: String) {
        if let Some(shown) = shown
            && best.as_ref().is_none_or(|best| best.shown < shown)
        {
            *best = Some(Killer {
                start: start.clone(),
                text,
                shown,
            });
        }
    }

    /// Parses documents of the pool that run the changed place; of the one that shows the mutant, as few tokens are kept as
    /// show it as plainly.
    fn pooled(&self, best: &mut Option<Killer>, mutant: &Runner<'_, '_>, changed: &TreeMutant) {
        let all: Vec<usize> = touched(changed, &self.pool.runs).collect();
        let spread = all.len().div_ceil(POOLED).max(1);
        let mut at = None;
        for number in all.into_iter().step_by(spread) {
            let before = best.as_ref().map(|it| it.shown);
            self.compare(best, mutant, &self.pool.runs[number]);
            if best.as_ref().map(|it| it.shown) > before {
                at = Some(number);
            }
            if is_plain(best.as_ref()) {
                break;
            }
        }
        if let (Some(number), Some(killer)) = (at, best) {
            self.shorten(killer, &self.pool.paths[number], &self.walk.letters, mutant);
        }
    }

    /// Leaves out the tokens of a document without which it shows the mutant as plainly.
    fn shorten(
        &self,
        killer: &mut Killer,
        path: &[usize],
        letters: &[Letter],
        mutant: &Runner<'_, '_>,
    ) {
        let mut path = path.to_vec();
        for at in (0..path.len()).rev() {
            let mut shorter = path.clone();
            shorter.remove(at);
            let text = spelt(letters, &shorter);
            let Ok(expected) = self.runner.run(&killer.start, &text) else {
                continue;
            };
            if shown(&expected, &mutant.run(&killer.start, &text)) == Some(killer.shown) {
                path = shorter;
                killer.text = text;
            }
        }
    }

    /// Tries tokens after documents that lead to different states.
    fn diverging(
        &self,
        (machine, runner): (&Machine<'a>, &Runner<'_, 'a>),
        mutant: &TreeMutant,
        (letters, mentions): (&[Letter], &Mentions),
        seeds: &[usize],
        best: &mut Option<Killer>,
    ) {
        let names = mentions.names.keys().take(CONTEXTS);
        let contexts = names.map(|name| Start {
            scripting: false,
            context: Some(ElementType::html(name)),
        });
        let contexts = contexts.filter(|start| !self.walk.starts.contains(start));
        let starts: Vec<Start> = self.walk.starts.iter().cloned().chain(contexts).collect();
        let pairs = starts.iter().map(|start| {
            let [Ok(one), Ok(other)] = [&self.runner, runner].map(|it| it.parser(start, ())) else {
                return None;
            };
            Some(Pair::of([one, other]))
        });
        let pairs = pairs.enumerate().filter_map(|(at, pair)| Some((at, pair?)));
        let diverge = Diverge {
            machines: [self.machine, machine],
            letters,
            first: pairs.collect(),
        };
        let of_walk = seeds.iter().map(|number| {
            let step = &self.walk.steps[*number];
            (step.start, step.path.clone())
        });
        let formatted = diverge.probe(&FORMATTED).unwrap_or_default();
        let of_formatted = of_walk.clone().take(SEEDS).map(|(start, path)| {
            let path = formatted.iter().copied().chain(path).collect();
            (start, path)
        });
        let of_pool = touched(mutant, &self.pool.runs);
        let of_pool = of_pool.filter_map(|number| {
            let start = &self.pool.runs[number].start;
            let start = starts.iter().position(|it| it == start)?;
            Some((start, self.pool.paths[number].clone()))
        });
        let documents = of_walk
            .chain(of_formatted)
            .chain(everywhere(
                (self.walk, self.openers, starts.len()),
                letters,
                &mentions.names,
            ))
            .chain(of_pool);
        let found = diverge.find(documents, |(start, path), seen| {
            if seen == Seen::Trees || best.is_none() {
                self.consider(best, runner, &starts[*start], spelt(letters, path));
            }
            is_plain(best.as_ref())
        });
        if let (Some((_, path)), Some(killer)) = (found, best) {
            self.shorten(killer, &path, letters, runner);
        }
    }

    /// Compares the tables with the mutant's as two revisions are compared.
    fn compared(
        &self,
        (machine, runner): (&Machine<'a>, &Runner<'_, 'a>),
        best: &mut Option<Killer>,
    ) {
        let difference = compare(("", self.machine.tables), ("", machine.tables));
        let machines = [self.machine, machine];
        let machines = machines.map(|it| Machine::new(it.tables, it.revision, it.interpreter));
        let budget = Budget {
            pairs: COMPARED,
            ..budget()
        };
        if let Ok(found) = behaviour(machines, &difference, budget)
            && let TreeVerdict::Differs { witness, .. } = found.verdict
        {
            self.consider(best, runner, &witness.start, witness.input);
        }
    }

    /// Parses a document by the mutant's tables.
    fn compare(&self, best: &mut Option<Killer>, mutant: &Runner<'_, '_>, run: &TreeRun) {
        let shown = shown(&run.expected, &mutant.run(&run.start, &run.text));
        self.take(best, shown, &run.start, run.text.clone());
    }

    /// Parses a document by both tables.
    fn consider(
        &self,
        best: &mut Option<Killer>,
        mutant: &Runner<'_, '_>,
        start: &Start,
        text: String,
    ) {
        if let Ok(expected) = self.runner.run(start, &text) {
            let shown = shown(&expected, &mutant.run(start, &text));
            self.take(best, shown, start, text);
        }
    }

    /// Documents that may run the changed place: first some for both outcomes of its conditions.
    fn seeds(&self, mutant: &TreeMutant) -> Vec<usize> {
        let tables = self.machine.tables;
        let places = match (&mutant.site, mutant.part) {
            (Site::Clause(place), _) => vec![*place],
            (Site::Rows(of), _) => return self.walk.of_rows(*of).collect(),
            (Site::Member { list, .. }, _) => asking(tables, Asked::List(list)),
            (Site::Anywhere, Part::Definition(at)) => asking(tables, Asked::Definition(at)),
            (Site::Anywhere, _) => Vec::new(),
        };
        let outcomes = [false, true].into_iter().flat_map(|held| {
            let places = places.iter();
            let few = places.flat_map(move |place| {
                let steps = self.walk.of_goal(Goal::Outcome(*place, held));
                steps.iter().take(OF_AN_OUTCOME)
            });
            few.collect::<Vec<_>>()
        });
        let all = places.iter();
        let all = all.flat_map(|place| self.walk.of_goal(Goal::Clause(*place)));
        let mut seen = BTreeSet::new();
        let steps = outcomes.chain(all).copied();
        steps.filter(|number| seen.insert(*number)).collect()
    }

    /// The letters, those marked that the changed part mentions, or one of the documents.
    fn letters(
        &self,
        mentions: &Mentions,
        machine: &Machine<'a>,
        seeds: &[usize],
    ) -> Result<Vec<Letter>, Refusal> {
        let machines = [self.machine, machine];
        let mut letters = marked(&self.walk.letters, machines, mentions)?;
        for number in seeds.iter().take(SEEDS) {
            for at in &self.walk.steps[*number].path {
                letters[*at].is_mentioned = true;
            }
        }
        Ok(letters)
    }

    /// Documents with a marked token in place of the last one, before it, and after it.
    fn variants(&self, seeds: &[usize], letters: &[Letter], site: &Site) -> Vec<(usize, String)> {
        let is_wanted = |letter: &&Letter| match site {
            Site::Member { name, .. } => letter.spelt.to_lowercase().contains(name),
            _ => letter.is_mentioned && !letter.spelt.is_empty(),
        };
        let letters = letters.iter().filter(is_wanted).take(VARIED);
        let spellings: Vec<&String> = letters.map(|letter| &letter.spelt).collect();
        let most = match site {
            // Each place that asks for the list is worth a document.
            Site::Member { .. } => usize::MAX,
            _ => SEEDS,
        };
        let mut found = Vec::new();
        for number in seeds.iter().take(most) {
            let step = &self.walk.steps[*number];
            let (before, last) = self.walk.parts(step);
            for spelt in &spellings {
                found.push((step.start, format!("{before}{spelt}")));
                found.push((step.start, format!("{before}{spelt}{last}")));
                found.push((step.start, format!("{before}{last}{spelt}")));
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|variant| seen.insert(variant.clone()));
        found
    }

    /// Searches near these documents, then from every state.
    fn search(
        &self,
        (mutant, runner): (&Machine<'a>, &Runner<'_, 'a>),
        letters: &[Letter],
        seeds: &[usize],
        best: &mut Option<Killer>,
    ) {
        let machines = [self.machine, mutant];
        let mut left = NEAR;
        for (at, start) in self.walk.starts.iter().enumerate() {
            let seeds = seeds.iter().map(|number| &self.walk.steps[*number]);
            let seeds = seeds.filter(|step| step.start == at).take(SEEDS);
            let seeds: Vec<&Step> = seeds.collect();
            let is_document = at == 0;
            if seeds.is_empty() && !is_document {
                continue;
            }
            let [Ok(one), Ok(other)] = [&self.runner, runner].map(|it| it.parser(start, ())) else {
                continue;
            };
            let first = Pair::of([one, other]);
            let mut search = Search::new(machines, None, letters.to_vec(), budget());
            for near in [Near::After, Near::Before, Near::Beginning, Near::Everywhere] {
                let (paths, longest, most) = match near {
                    Near::After => (after(&seeds), 1, left / 4),
                    Near::Before => (before(&seeds), 3, left),
                    Near::Beginning if is_document => (vec![Vec::new()], 4, FAR),
                    Near::Everywhere if is_document && best.is_none() => {
                        (self.walk.states.clone(), 2, FAR)
                    }
                    Near::Beginning | Near::Everywhere => continue,
                };
                let starts = paths.into_iter().filter_map(|path| {
                    let mut pair = first.clone();
                    for at in &path {
                        pair.step(&letters[*at], machines).ok()?;
                    }
                    Some((pair, path))
                });
                let pass = Pass {
                    grain: Grain::Exact,
                    among: Among::Mentioned,
                    longest,
                    followed: FOLLOWED,
                    until: search.explored + most,
                };
                search.run(pass, starts.collect(), start);
                let found = search.errors.take().into_iter();
                for witness in found.chain(search.found.take()) {
                    self.consider(best, runner, start, witness.input);
                }
                if is_plain(best.as_ref()) {
                    return;
                }
            }
            left = left.saturating_sub(search.explored);
        }
    }
}

/// Where a search starts.
enum Near {
    /// After the documents that run the changed place.
    After,
    /// Before their last tokens.
    Before,
    /// Before the first token.
    Beginning,
    /// In every state of the parser.
    Everywhere,
}

fn after(seeds: &[&Step]) -> Vec<Vec<usize>> {
    let whole = seeds.iter().map(|step| step.path.clone());
    // Nothing comes after the end of the file.
    whole.filter(|path| path.last() != Some(&END)).collect()
}

fn before(seeds: &[&Step]) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let before = seeds.iter().map(|step| &step.path[..step.path.len() - 1]);
    before
        .filter(|path| seen.insert(path.to_vec()))
        .map(<[usize]>::to_vec)
        .collect()
}

fn budget() -> Budget<'static> {
    Budget {
        pairs: usize::MAX,
        progress: &|_, _| (),
    }
}

fn is_plain(best: Option<&Killer>) -> bool {
    best.is_some_and(|best| best.shown == Shown::Tree)
}

/// What the changed part mentions, before and after the change.
fn mentioned(machines: [&Machine<'_>; 2], mutant: &TreeMutant) -> Mentions {
    let mut found = Mentions::default();
    if let Site::Member { kind, name, .. } = &mutant.site {
        member(kind, name, &mut found);
    }
    for tables in machines.map(|machine| machine.tables) {
        match mutant.part {
            Part::Lists => {}
            Part::Definition(at) => {
                let any = &tables.definitions[at].any;
                any.iter().for_each(|all| found.conditions(tables, all));
            }
            Part::Algorithm(at) => found.body(tables, &tables.algorithms[at].body),
            Part::Row(of, at) => {
                let row = of.mode(tables).and_then(|mode| mode.rows.get(at));
                row.into_iter().for_each(|row| found.row(tables, row));
            }
        }
        of_lists(tables, &mut found);
    }
    found
}

/// What makes lists visible that are asked for: a DOCTYPE with an identifier, and a tag with an attribute.
fn of_lists(tables: &TreeTables, found: &mut Mentions) {
    for (name, members) in &tables.identifiers {
        if found.lists.contains(&name.value) {
            let first = members.first().map(|it| it.value.clone());
            found.public.extend(first.clone());
            found.system.extend(first);
        }
    }
    if !(found.public.is_empty() && found.system.is_empty()) {
        let mut all = Mentions::default();
        all.tables(tables);
        // Of another name, a DOCTYPE sets quirks mode anyway.
        found.doctypes.extend(all.doctypes);
    }
    let mut called = Mentions::default();
    called.calls.clone_from(&found.calls);
    called.called(tables);
    for (name, members) in &tables.pairs {
        let is_asked = found.lists.contains(&name.value) || called.lists.contains(&name.value);
        if let Some((attribute, _)) = members.first().filter(|_| is_asked) {
            let tags = [OTHER, "svg", "math"].map(str::to_owned).to_vec();
            let attribute = (tags, attribute.value.clone(), String::new());
            found.attributes.push(attribute);
        }
    }
}
