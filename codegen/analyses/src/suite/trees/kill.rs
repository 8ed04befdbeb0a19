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
use super::score::touched;
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

impl Known<'_, '_> {
    /// The document that shows a mutant most plainly, as far as one is found.
    pub(super) fn killer(&self, mutant: &TreeMutant) -> Option<Killer> {
        if mutant.is_unseen(self.machine.tables) {
            return None;
        }
        let (revision, interpreter) = (self.machine.revision, self.machine.interpreter);
        let machine = Machine::new(&mutant.tables, revision, interpreter);
        let Ok(runner) = self.runner.mutant(&machine) else {
            // Tables that cannot start have no tree of any document.
            return Some(Killer {
                start: Start::default(),
                text: String::new(),
                shown: Shown::Tree,
            });
        };
        let mut hunt = Hunt {
            known: self,
            mutant,
            machines: [self.machine, &machine],
            runner: &runner,
            seeds: self.seeds(mutant),
            best: None,
        };
        hunt.run();
        hunt.best
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
}

/// The search for one mutant.
struct Hunt<'h, 'a> {
    known: &'h Known<'h, 'a>,
    mutant: &'h TreeMutant,
    /// That of the tables, and the mutant's.
    machines: [&'h Machine<'a>; 2],
    /// The mutant's.
    runner: &'h Runner<'h, 'a>,
    /// The documents that may run the changed place.
    seeds: Vec<usize>,
    best: Option<Killer>,
}

impl<'a> Hunt<'_, 'a> {
    fn run(&mut self) {
        let Known { walk, results, .. } = *self.known;
        for number in self.seeds.clone() {
            let step = &walk.steps[number];
            if let Some(expected) = &results[number] {
                self.compare(expected, &walk.starts[step.start], walk.text(step));
            }
            if self.is_plain() {
                return;
            }
        }
        let mentions = mentioned(self.machines, self.mutant);
        let Ok(letters) = self.letters(&mentions) else {
            return;
        };
        for (start, text) in self.variants(&letters) {
            self.consider(&walk.starts[start], text);
            if self.is_plain() {
                return;
            }
        }
        if self.best.is_none() {
            let tables = self.machines[0].tables;
            let known = (walk, self.known.openers);
            for (start, text) in behind(known, tables, self.mutant, &self.seeds) {
                self.consider(&walk.starts[start], text);
                if self.best.is_some() {
                    return;
                }
            }
            self.pooled();
        }
        if self.best.is_none() {
            self.diverging(&letters, &mentions);
        }
        if self.best.is_none() {
            self.search(&letters);
        }
        if self.best.is_none() {
            self.compared();
        }
    }

    fn is_plain(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| best.shown == Shown::Tree)
    }

    /// Parses a document by the mutant's tables, and takes it if it shows the mutant more plainly; whether it does.
    fn compare(&mut self, expected: &TreeResult, start: &Start, text: String) -> bool {
        let shown = shown(expected, &self.runner.run(start, &text));
        let before = self.best.as_ref().map(|best| best.shown);
        let shown = shown.filter(|shown| Some(*shown) > before);
        let is_taken = shown.is_some();
        if let Some(shown) = shown {
            let start = start.clone();
            self.best = Some(Killer { start, text, shown });
        }
        is_taken
    }

    /// Parses a document by both tables, and takes it if it shows the mutant more plainly.
    fn consider(&mut self, start: &Start, text: String) {
        if let Ok(expected) = self.known.runner.run(start, &text) {
            self.compare(&expected, start, text);
        }
    }

    /// Parses documents of the pool that run the changed place; of the one that shows the mutant, as few tokens are kept as
    /// show it as plainly.
    fn pooled(&mut self) {
        let Known { walk, pool, .. } = *self.known;
        let all: Vec<usize> = touched(self.mutant, &pool.runs).collect();
        let spread = all.len().div_ceil(POOLED).max(1);
        let mut at = None;
        for number in all.into_iter().step_by(spread) {
            let run = &pool.runs[number];
            if self.compare(&run.expected, &run.start, run.text.clone()) {
                at = Some(number);
            }
            if self.is_plain() {
                break;
            }
        }
        if let Some(number) = at {
            self.shorten(&pool.paths[number], &walk.letters);
        }
    }

    /// Leaves out the tokens of a document without which it shows the mutant as plainly.
    fn shorten(&mut self, path: &[usize], letters: &[Letter]) {
        let Some(killer) = &mut self.best else {
            return;
        };
        let mut path = path.to_vec();
        for at in (0..path.len()).rev() {
            let mut shorter = path.clone();
            shorter.remove(at);
            let text = spelt(letters, &shorter);
            let Ok(expected) = self.known.runner.run(&killer.start, &text) else {
                continue;
            };
            if shown(&expected, &self.runner.run(&killer.start, &text)) == Some(killer.shown) {
                path = shorter;
                killer.text = text;
            }
        }
    }

    /// Tries tokens after documents that lead to different states.
    fn diverging(&mut self, letters: &[Letter], mentions: &Mentions) {
        let known = self.known;
        let (walk, pool) = (known.walk, known.pool);
        let names = mentions.names.keys().take(CONTEXTS);
        let contexts = names.map(|name| Start {
            scripting: false,
            context: Some(ElementType::html(name)),
        });
        let contexts = contexts.filter(|start| !walk.starts.contains(start));
        let starts: Vec<Start> = walk.starts.iter().cloned().chain(contexts).collect();
        let pairs = starts.iter().enumerate();
        let pairs = pairs.filter_map(|(at, start)| Some((at, self.first(start)?)));
        let diverge = Diverge {
            machines: self.machines,
            letters,
            first: pairs.collect(),
        };
        let seeds = self.seeds.clone();
        let of_walk = seeds.iter().map(|number| {
            let step = &walk.steps[*number];
            (step.start, step.path.clone())
        });
        let formatted = diverge.probe(&FORMATTED).unwrap_or_default();
        let of_formatted = of_walk.clone().take(SEEDS).map(|(start, path)| {
            let path = formatted.iter().copied().chain(path).collect();
            (start, path)
        });
        let of_pool = touched(self.mutant, &pool.runs);
        let of_pool = of_pool.filter_map(|number| {
            let start = &pool.runs[number].start;
            let start = starts.iter().position(|it| it == start)?;
            Some((start, pool.paths[number].clone()))
        });
        let documents = of_walk
            .chain(of_formatted)
            .chain(everywhere(
                (walk, known.openers, starts.len()),
                letters,
                &mentions.names,
            ))
            .chain(of_pool);
        let found = diverge.find(documents, |(start, path), seen| {
            if seen == Seen::Trees || self.best.is_none() {
                self.consider(&starts[*start], spelt(letters, path));
            }
            self.is_plain()
        });
        if let Some((_, path)) = found {
            self.shorten(&path, letters);
        }
    }

    /// Both parsers before the first token; none if tables do not say how to start.
    fn first(&self, start: &Start) -> Option<Pair<'a>> {
        let [one, other] = [&self.known.runner, self.runner].map(|it| it.parser(start, ()));
        Some(Pair::of([one.ok()?, other.ok()?]))
    }

    /// Compares the tables with the mutant's as two revisions are compared.
    fn compared(&mut self) {
        let [tables, mutant] = self.machines.map(|machine| machine.tables);
        let difference = compare(("", tables), ("", mutant));
        let machines = self.machines;
        let machines = machines.map(|it| Machine::new(it.tables, it.revision, it.interpreter));
        if let Ok(found) = behaviour(machines, &difference, Budget::of(COMPARED))
            && let TreeVerdict::Differs { witness, .. } = found.verdict
        {
            self.consider(&witness.start, witness.input);
        }
    }

    /// The letters, those marked that the changed part mentions, or one of the documents.
    fn letters(&self, mentions: &Mentions) -> Result<Vec<Letter>, Refusal> {
        let walk = self.known.walk;
        let mut letters = marked(&walk.letters, self.machines, mentions)?;
        for number in self.seeds.iter().take(SEEDS) {
            for at in &walk.steps[*number].path {
                letters[*at].is_mentioned = true;
            }
        }
        Ok(letters)
    }

    /// Documents with a marked token in place of the last one, before it, and after it.
    fn variants(&self, letters: &[Letter]) -> Vec<(usize, String)> {
        let (walk, site) = (self.known.walk, &self.mutant.site);
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
        for number in self.seeds.iter().take(most) {
            let step = &walk.steps[*number];
            let (before, last) = walk.parts(step);
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
    fn search(&mut self, letters: &[Letter]) {
        let (walk, machines) = (self.known.walk, self.machines);
        let mut left = NEAR;
        for (at, start) in walk.starts.iter().enumerate() {
            let seeds = self.seeds.iter().map(|number| &walk.steps[*number]);
            let seeds = seeds.filter(|step| step.start == at).take(SEEDS);
            let seeds: Vec<&Step> = seeds.collect();
            let is_document = at == 0;
            if seeds.is_empty() && !is_document {
                continue;
            }
            let Some(first) = self.first(start) else {
                continue;
            };
            let budget = Budget::of(usize::MAX);
            let mut search = Search::new(machines, None, letters.to_vec(), budget);
            let mut search_from = |of: &mut Self, paths: Vec<Vec<usize>>, longest, most| {
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
                    of.consider(start, witness.input);
                }
                of.is_plain()
            };
            if search_from(self, after(&seeds), 1, left / 4)
                || search_from(self, before(&seeds), 3, left)
            {
                return;
            }
            if is_document {
                if search_from(self, vec![Vec::new()], 4, FAR) {
                    return;
                }
                // From every state only what nothing has shown yet.
                if self.best.is_none() && search_from(self, walk.states.clone(), 2, FAR) {
                    return;
                }
            }
            left = left.saturating_sub(search.explored);
        }
    }
}

/// The documents that run the changed place.
fn after(seeds: &[&Step]) -> Vec<Vec<usize>> {
    let whole = seeds.iter().map(|step| step.path.clone());
    // Nothing comes after the end of the file.
    whole.filter(|path| path.last() != Some(&END)).collect()
}

/// These documents without their last tokens.
fn before(seeds: &[&Step]) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let before = seeds.iter().map(|step| &step.path[..step.path.len() - 1]);
    before
        .filter(|path| seen.insert(path.to_vec()))
        .map(<[usize]>::to_vec)
        .collect()
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
            Part::Definition(at) => found.any(tables, &tables.definitions[at].any),
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
