//! For each entry, inputs that two revisions take differently, as readable as can be found.

use super::blame::{Blame, Site};
use super::entries::Entry;
use super::inputs::{Start, inputs};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_codegen::diff::Difference;
use tokenwright_codegen::interpret::{Interpreter, Output, ParseError, Refusal, Token};
use tokenwright_codegen::load::Loaded;

/// How many ways to differ an entry shows, of tokens and of errors.
const MOST: [usize; 2] = [4, 3];
/// How many ways to differ are made readable before the best are chosen.
const TRIED: usize = 14;

/// What an input shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shows {
    /// Other tokens.
    Tokens,
    /// The same tokens, and other parse errors.
    Errors,
}

/// An input, and what both revisions give for it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub(super) shows: Shows,
    /// Inside what the input stands; empty for the plainest.
    pub(super) inside: &'static str,
    pub(super) input: String,
    pub(super) outputs: [Output; 2],
    /// The entries that it shows.
    entries: BTreeSet<usize>,
}

/// How the two differ, so that inputs that show the same are one: what is shown, in what the tokens
/// that are not the same differ, and the codes of the errors that only one side has.
type Way = (Shows, Vec<[u8; 2]>, [Vec<String>; 2]);

/// An input with its cost, and how it is started: an index.
type Candidate = (usize, usize, String);

/// A difference.
struct Found {
    way: Way,
    outputs: [Output; 2],
    met: BTreeSet<Site>,
}

/// How often a place was met, and how often there was a difference.
#[derive(Clone, Copy, Default)]
struct Count {
    met: usize,
    tokens: usize,
    errors: usize,
}

/// The search for examples.
struct Search<'s> {
    interpreters: [Interpreter<'s>; 2],
    named: bool,
    blame: Blame,
    counts: Vec<Count>,
}

/// The examples of each entry.
///
/// An input belongs to the entry of that changed place it comes upon which, of all inputs that come upon
/// it, goes with a difference most often. Of all inputs that differ in the same way the most readable one
/// is taken, and made more readable.
///
/// # Errors
/// Where a revision cannot be run at all.
pub(super) fn examples(
    sides: [&Loaded; 2],
    difference: &Difference,
    entries: &[Entry<'_>],
) -> Result<Vec<Vec<Example>>, Refusal> {
    let [from, to] = sides;
    let mut search = Search {
        interpreters: [
            Interpreter::new(&from.revision, &from.references)?,
            Interpreter::new(&to.revision, &to.references)?,
        ],
        named: sides.iter().all(|s| s.revision.about.named_errors),
        blame: Blame::new(difference, entries),
        counts: Vec::new(),
    };
    search.counts = vec![Count::default(); search.blame.len()];
    let all = inputs(sides)?;
    let mut differing: Vec<(usize, String, Way, usize, BTreeSet<Site>)> = Vec::new();
    for (number, (start, inputs)) in all.iter().enumerate() {
        for input in inputs {
            let (met, found) = search.run(start, input);
            for site in &met {
                let count = &mut search.counts[*site];
                count.met += 1;
                count.tokens +=
                    usize::from(found.as_ref().is_some_and(|f| f.way.0 == Shows::Tokens));
                count.errors += usize::from(found.is_some());
            }
            if let Some(found) = found {
                let cost = search.cost(start, input, &found);
                differing.push((number, input.clone(), found.way, cost, met));
            }
        }
    }
    // Of each entry, for each way to differ the most readable input.
    let mut best: Vec<BTreeMap<(&'static str, Way), Candidate>> =
        vec![BTreeMap::new(); entries.len()];
    for (number, input, way, cost, met) in differing {
        let Some(entry) = search.blamed(way.0, &met) else {
            continue;
        };
        let inside = all[number].0.inside;
        let one = (cost, number, input);
        let old = best[entry]
            .entry((inside, way))
            .or_insert_with(|| one.clone());
        if one < *old {
            *old = one;
        }
    }
    let mut found = Vec::new();
    for (entry, ways) in best.into_iter().enumerate() {
        let mut ways: Vec<(Candidate, Shows)> = ways
            .into_iter()
            .map(|((_, way), one)| (one, way.0))
            .collect();
        ways.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let mut shown: Vec<(usize, Example, Way)> = Vec::new();
        for shows in [Shows::Tokens, Shows::Errors] {
            let of = ways.iter().filter(|(_, s)| *s == shows).take(TRIED);
            for ((_, number, input), _) in of {
                let start = &all[*number].0;
                let Some(better) = search.readable(start, input.clone(), entry) else {
                    continue;
                };
                shown.push(better);
            }
        }
        found.push(shown);
    }
    // What shows several entries is shown below another one of them, if that has a plainer input for it.
    let plain: Vec<(usize, usize, BTreeSet<usize>, Way)> = found
        .iter()
        .enumerate()
        .flat_map(|(entry, all)| all.iter().map(move |one| (entry, one)))
        .map(|(entry, (cost, example, way))| (entry, *cost, example.entries.clone(), way.clone()))
        .collect();
    let examples = found.into_iter().enumerate().map(|(entry, mut all)| {
        all.retain(|(cost, example, way)| {
            let of_other = |(other, its, entries, same): &(usize, usize, BTreeSet<usize>, Way)| {
                *other != entry
                    && (entries.len(), *its) < (example.entries.len(), *cost)
                    && entries.is_subset(&example.entries)
                    && same == way
            };
            !plain.iter().any(of_other)
        });
        chosen(all)
    });
    Ok(examples.collect())
}

/// The best of each way to differ, as many as are shown. What also shows another entry is left out
/// where something does not, unless other fields of tokens differ.
fn chosen(mut all: Vec<(usize, Example, Way)>) -> Vec<Example> {
    for shows in [Shows::Tokens, Shows::Errors] {
        let of = || all.iter().filter(|(_, example, _)| example.shows == shows);
        let Some(least) = of().map(|(_, example, _)| example.entries.len()).min() else {
            continue;
        };
        let alone = of().filter(|(_, example, _)| example.entries.len() == least);
        let fields: BTreeSet<_> = alone.map(|(_, _, way)| way.1.clone()).collect();
        all.retain(|(_, example, way)| {
            let more = example.entries.len() - least.min(example.entries.len());
            example.shows != shows || more == 0 || more == 1 && !fields.contains(&way.1)
        });
    }
    all.sort_by(|a, b| (a.1.shows, a.0, &a.1.input).cmp(&(b.1.shows, b.0, &b.1.input)));
    let mut ways: Vec<Way> = Vec::new();
    let mut counts = [0, 0];
    let mut out = Vec::new();
    for (_, example, way) in all {
        let count = &mut counts[usize::from(example.shows == Shows::Errors)];
        if ways.contains(&way) || *count == MOST[usize::from(example.shows == Shows::Errors)] {
            continue;
        }
        *count += 1;
        ways.push(way);
        out.push(example);
    }
    out
}

impl Search<'_> {
    /// The entries that an input comes upon, and the difference where there is one.
    fn run(&self, start: &Start, input: &str) -> (BTreeSet<Site>, Option<Found>) {
        let mut met = BTreeSet::new();
        let mut run = |side: usize| {
            let setup = &start.setups[side];
            self.blame
                .run(side, &self.interpreters[side], setup, input, &mut met)
        };
        let (Some(a), Some(b)) = (run(0), run(1)) else {
            return (met, None);
        };
        let named = self.named;
        let same =
            |a: &&ParseError, b: &&ParseError| a.offset == b.offset && (!named || a.code == b.code);
        let pairs = a.errors.iter().zip(&b.errors);
        let alike =
            a.errors.len() == b.errors.len() && pairs.into_iter().all(|(a, b)| same(&a, &b));
        let shows = match (a.tokens == b.tokens, alike) {
            (false, _) => Shows::Tokens,
            (true, false) => Shows::Errors,
            (true, true) => return (met, None),
        };
        let only = |these: &Output, those: &Output| -> Vec<String> {
            let mut those: Vec<&ParseError> = those.errors.iter().collect();
            let mut only = Vec::new();
            for one in &these.errors {
                match those.iter().position(|other| same(&one, other)) {
                    Some(at) => drop(those.remove(at)),
                    None => only.push(one.code.clone()),
                }
            }
            only.sort_unstable();
            only.dedup();
            only
        };
        let found = Found {
            way: (
                shows,
                differing(&a.tokens, &b.tokens),
                [only(&a, &b), only(&b, &a)],
            ),
            outputs: [a, b],
            met: met.clone(),
        };
        (met, Some(found))
    }

    /// Of the places that an input comes upon, those that go with a difference of this kind most often, or
    /// nearly so.
    fn suspects(&self, shows: Shows, met: &BTreeSet<Site>) -> impl Iterator<Item = Site> {
        let most = met.iter().map(|site| self.often(shows, *site)).max();
        let enough = most.unwrap_or_default() * 19 / 20;
        met.iter()
            .copied()
            .filter(move |site| self.often(shows, *site) >= enough)
    }

    /// In how many of a thousand inputs that come upon a place there is a difference.
    fn often(&self, shows: Shows, site: Site) -> usize {
        if shows == Shows::Tokens && self.blame.only_reports(site) {
            return 0;
        }
        let count = self.counts[site];
        let differs = match shows {
            Shows::Tokens => count.tokens,
            Shows::Errors => count.errors,
        };
        differs * 1000 / count.met.max(1)
    }

    /// The entry that an input belongs to: that of the rarest suspect.
    fn blamed(&self, shows: Shows, met: &BTreeSet<Site>) -> Option<usize> {
        let rarest = self
            .suspects(shows, met)
            .min_by_key(|site| self.counts[*site].met);
        rarest.map(|site| self.blame.entry(site))
    }

    /// How hard an input is to read: what is long, unfinished, full of errors or cannot be printed, or
    /// shows several things at once.
    fn cost(&self, start: &Start, input: &str, found: &Found) -> usize {
        cost(start, input, &found.outputs) + 25 * self.entries(found).len()
    }

    /// The entries that an input shows.
    fn entries(&self, found: &Found) -> BTreeSet<usize> {
        let suspects = self.suspects(found.way.0, &found.met);
        suspects.map(|site| self.blame.entry(site)).collect()
    }

    /// The input with whatever makes it more readable, as long as it shows as much of the same entry.
    fn readable(
        &self,
        start: &Start,
        input: String,
        entry: usize,
    ) -> Option<(usize, Example, Way)> {
        let (_, best) = self.run(start, &input);
        let mut best = best?;
        let mut least = self.cost(start, &input, &best);
        let way = best.way.clone();
        let judge = |input: &str| {
            let (met, found) = self.run(start, input);
            let found = found.filter(|found| found.way == way)?;
            let same = self.blamed(way.0, &met)? == entry;
            same.then(|| (self.cost(start, input, &found), found))
        };
        let mut input = input;
        loop {
            let tried = edits(&input).into_iter().filter_map(|edited| {
                let (cost, found) = judge(&edited)?;
                (cost < least).then_some((cost, edited, found))
            });
            let better = tried.min_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let Some((cost, edited, found)) = better else {
                break;
            };
            (least, input, best) = (cost, edited, found);
        }
        let example = Example {
            shows: way.0,
            inside: start.inside,
            input,
            entries: self.entries(&best),
            outputs: best.outputs,
        };
        Some((least, example, best.way))
    }
}

/// Inputs that are a little different.
fn edits(input: &str) -> Vec<String> {
    let characters: Vec<char> = input.chars().collect();
    let mut all: BTreeSet<String> = BTreeSet::new();
    for at in 0..=characters.len() {
        let [before, after] =
            [&characters[..at], &characters[at..]].map(|part| part.iter().collect::<String>());
        for c in ['a', 'b', ' ', '>', '1', '"', ';'] {
            all.insert(format!("{before}{c}{after}"));
        }
        let mut rest = after.chars();
        if let Some(old) = rest.next() {
            let rest = rest.as_str();
            all.insert(format!("{before}{rest}"));
            for c in ['a', 'b', 'x', ' ', '1', '>', old.to_ascii_lowercase()] {
                all.insert(format!("{before}{c}{rest}"));
            }
        }
    }
    for end in ["\">", "'>", "-->", "]]>", " x>", "=x>", "</a>"] {
        all.insert(format!("{input}{end}"));
    }
    all.remove(input);
    all.into_iter().collect()
}

fn cost(start: &Start, input: &str, outputs: &[Output; 2]) -> usize {
    let of = |c: char| match c {
        'a' | 'b' | 'x' | ' ' | '<' | '>' => 10,
        'a'..='z' | '0'..='9' => 11,
        '!'..='~' => 12,
        '\u{FFFD}' => 30,
        c if c.is_control() => 60,
        _ => 45,
    };
    let characters: usize = input.chars().map(of).sum();
    let errors = |output: &Output| {
        let at_end = output.errors.iter().filter(|e| e.offset >= input.len());
        output.errors.len() * 12 + at_end.count() * 10
    };
    let errors: usize = outputs.iter().map(errors).sum();
    let inside = if start.inside.is_empty() { 0 } else { 15 };
    characters + errors + inside
}

/// For each pair of tokens in which two runs differ, in what; what both end with alike is no part of it.
fn differing(a: &[Token], b: &[Token]) -> Vec<[u8; 2]> {
    let ends = a.iter().rev().zip(b.iter().rev());
    let last = ends.take_while(|(a, b)| a == b).count();
    let [a, b] = [a, b].map(|tokens| &tokens[..tokens.len() - last]);
    let pair = |at: usize| match (a.get(at), b.get(at)) {
        (Some(a), Some(b)) if kind(a) == kind(b) => [kind(a), fields(a, b)],
        (a, b) => [a.map_or(0, kind), b.map_or(0, kind)],
    };
    let first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    (first..a.len().max(b.len())).map(pair).collect()
}

/// A number for each kind of token; tags are one, as far as they are written in the same way.
fn kind(token: &Token) -> u8 {
    match token {
        Token::Doctype { .. } => 101,
        Token::StartTag { .. } | Token::EndTag { .. } => 102,
        Token::Comment(_) => 104,
        Token::ProcessingInstruction { data, .. } => 105 + u8::from(!data.is_empty()),
        Token::Characters(_) => 107,
        Token::EndOfFile => 108,
    }
}

/// In what two tokens of one kind differ, a bit for each field.
fn fields(a: &Token, b: &Token) -> u8 {
    use Token::{Doctype, EndTag, StartTag};
    let bits = |fields: &[bool]| {
        let bit = |(at, differs): (usize, &bool)| u8::from(*differs) << at;
        fields.iter().enumerate().map(bit).sum()
    };
    match (a, b) {
        (
            Doctype {
                name,
                public,
                system,
                force_quirks,
            },
            Doctype {
                name: n,
                public: p,
                system: s,
                force_quirks: q,
            },
        ) => bits(&[name != n, public != p, system != s, force_quirks != q]),
        (
            StartTag {
                name,
                attributes,
                self_closing,
            }
            | EndTag {
                name,
                attributes,
                self_closing,
            },
            StartTag {
                name: n,
                attributes: all,
                self_closing: closing,
            }
            | EndTag {
                name: n,
                attributes: all,
                self_closing: closing,
            },
        ) => bits(&[name != n, attributes != all, self_closing != closing]),
        _ => u8::from(a != b),
    }
}
