//! The partition of characters: sets that the forms of the table language name or test, and the classes that no set
//! splits. The matches have no wildcard.
//!
//! The checker tries one character of each class. A set that is missing here would leave characters untried, so a new
//! form does not compile until its sets are listed. The search has another partition in the kernel; this one is a
//! second answer on purpose, and costs a second table.

use super::effects::{CharacterSet, one, text};
use super::steps::effects;
use super::symbols::is_symbol;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokenwright_tables::grammar::{Condition, Matcher, Step};
use tokenwright_tables::model::{
    Clause, Conjunction, Definition, Located, On, Revision, State, Test,
};
use tokenwright_tables::references::References;

/// The characters that a matcher matches; empty for EOF and `anything else`.
fn of_matcher(revision: &Revision, matcher: &Matcher) -> Vec<CharacterSet> {
    match matcher {
        Matcher::Char(c) => one(*c),
        Matcher::Range(first, last) => vec![vec![(first.0, last.0)]],
        Matcher::Class(class) => vec![class.ranges()],
        Matcher::Defined(name) => {
            let mut classes = revision.about.classes.iter();
            let members = classes.find(|(n, _)| n.value == *name).map(|(_, all)| all);
            let members = members.into_iter().flatten();
            // A class that contains itself is refused before any machine runs.
            let apart = members.filter(|member| member.value != *matcher);
            apart.flat_map(|m| of_matcher(revision, m)).collect()
        }
        // The step that sets the additional allowed character names it.
        Matcher::AdditionalAllowed | Matcher::Eof | Matcher::AnythingElse => Vec::new(),
    }
}

/// The union of some matchers, since no row distinguishes them.
fn any_of<'m>(revision: &Revision, any: impl IntoIterator<Item = &'m Matcher>) -> CharacterSet {
    let any = any.into_iter();
    any.flat_map(|matcher| of_matcher(revision, matcher))
        .flatten()
        .collect()
}

/// The sets in the head of a row.
fn of_row(revision: &Revision, on: &On) -> Vec<CharacterSet> {
    let of = |any: &[Located<Matcher>]| any_of(revision, any.iter().map(|m| &m.value));
    match on {
        On::Consumed { any, except } => vec![of(any), of(except)],
        On::Peeked(any) => vec![of(any)],
        On::Ahead { text: ahead, .. } => text(ahead),
    }
}

/// The sets in a condition.
fn of_condition(revision: &Revision, condition: &Condition) -> Vec<CharacterSet> {
    let set = |members: &[Matcher]| vec![any_of(revision, members)];
    match condition {
        Condition::NextInput(_, members) | Condition::AfterLastStartTag(_, members) => {
            set(&members.0)
        }
        Condition::AheadSequence(_, members, then) => {
            let mut cuts = set(&members.0);
            cuts.extend(one(*then));
            cuts
        }
        Condition::LastMatched(_, c) => one(*c),
        Condition::TemporaryBuffer(_, with)
        | Condition::Target(_, with)
        | Condition::Keyword(_, with)
        | Condition::DoctypeName(_, with)
        | Condition::Behind(_, with) => text(&with.0),
        Condition::TagNameIn(_, list) => {
            let mut lists = revision.about.names.iter();
            let names = lists.find(|(name, _)| name.value == list.0);
            let names = names.into_iter().flat_map(|(_, names)| names);
            names.flat_map(|name| text(name)).collect()
        }
        Condition::ReturnState(..)
        | Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::Match(_)
        | Condition::AheadLastStartTag(_)
        | Condition::NoStartTagEmitted
        | Condition::ContentModelFlag(..)
        | Condition::EscapeFlag(..)
        | Condition::CurrentTag(..)
        | Condition::TagNameIsLastStartTag(_)
        | Condition::DuplicateAttribute(_)
        | Condition::HasAttributes
        | Condition::SelfClosing(_)
        | Condition::NothingReturned
        | Condition::EofReached
        | Condition::NoneMatched
        | Condition::CodeInReplacements(_)
        | Condition::Code(..) => Vec::new(),
    }
}

type See<'f> = &'f mut dyn FnMut(&Condition);
type Do<'f> = &'f mut dyn FnMut(&Step);

/// Calls `see` with every condition of a revision, `step` with every step.
fn each(revision: &Revision, see: See<'_>, step: Do<'_>) {
    blocks_of(&revision.states, see, step);
    blocks_of(&revision.procedures, see, step);
    others(revision, see, step);
}

/// Visits some states or procedures.
fn blocks_of(blocks: &[State], see: See<'_>, step: Do<'_>) {
    for block in blocks {
        body(&block.body, see, step);
        for row in &block.rows {
            tests(&row.when, see);
            body(&row.body, see, step);
        }
    }
}

/// Visits the input stream, the rules and the definitions.
fn others(revision: &Revision, see: See<'_>, step: Do<'_>) {
    let rows = revision.input_stream.rows.iter();
    rows.for_each(|row| body(&row.body, see, step));
    let rules = revision.rules.iter();
    rules.for_each(|rule| body(&rule.body, see, step));
    for definition in &revision.definitions {
        match definition {
            Definition::Step { body: of, .. } => body(of, see, step),
            Definition::Condition { any, .. } => tests(any, see),
        }
    }
}

fn tests(any: &[Conjunction], see: See<'_>) {
    any.iter().flatten().for_each(|test| {
        if let Test::Condition(condition) = &test.value {
            see(condition);
        }
    });
}

fn body(clauses: &[Clause], see: See<'_>, step: Do<'_>) {
    for clause in clauses {
        match clause {
            Clause::Step(of) => step(of),
            Clause::Call(_) => {}
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                tests(any, see);
                body(then, see, step);
                body(otherwise, see, step);
            }
        }
    }
}

/// For each state, the sets of characters that it distinguishes; the last element has the sets that may
/// matter in every state.
fn characters(revision: &Revision, references: &References) -> Vec<BTreeSet<CharacterSet>> {
    let of = |blocks: &[State], walk: &dyn Fn(See<'_>, Do<'_>)| {
        let rows = blocks.iter().flat_map(|block| &block.rows);
        let mut cuts: BTreeSet<CharacterSet> =
            rows.flat_map(|row| of_row(revision, &row.on)).collect();
        let mut tested = BTreeSet::new();
        walk(
            &mut |condition| tested.extend(of_condition(revision, condition)),
            &mut |step| cuts.extend(effects(step).characters()),
        );
        cuts.append(&mut tested);
        cuts
    };
    let states = revision.states.iter();
    let one = |state| {
        let blocks = std::slice::from_ref(state);
        of(blocks, &|see, step| blocks_of(blocks, see, step))
    };
    let mut all: Vec<_> = states.map(one).collect();
    let mut anywhere = of(&revision.procedures, &|see, step| {
        blocks_of(&revision.procedures, see, step);
        others(revision, see, step);
    });
    let rows = revision.input_stream.rows.iter();
    anywhere.extend(rows.flat_map(|row| of_row(revision, &row.on)));
    let first = references
        .names
        .iter()
        .filter_map(|(name, _)| name.chars().next());
    let first: BTreeSet<u32> = first.map(u32::from).collect();
    anywhere.insert(first.into_iter().map(|code| (code, code)).collect());
    // Every matcher may test for the additional allowed character.
    each(revision, &mut |_| {}, &mut |step| {
        if let Step::SetAdditionalAllowed(_) = step {
            anywhere.extend(effects(step).characters());
        }
    });
    all.push(anywhere);
    all
}

/// Every set of characters that a revision distinguishes.
pub fn sets(revision: &Revision, references: &References) -> Vec<Vec<(u32, u32)>> {
    let all = characters(revision, references);
    let all: BTreeSet<CharacterSet> = all.into_iter().flatten().collect();
    all.into_iter().collect()
}

/// The texts that end a bulk.
pub fn bulk_ends(revision: &Revision) -> Vec<String> {
    let mut ends = Vec::new();
    each(revision, &mut |_| {}, &mut |step| {
        if let Step::ConsumeThroughText(end) = step {
            ends.push(end.0.clone());
        }
    });
    ends
}

/// The alphabet of two revisions.
pub struct Alphabet {
    classes: Vec<Class>,
    /// For each state of both sides, the sets that it distinguishes, by index.
    pub distinguished: [Arc<[Cuts]>; 2],
}

/// A subset of all cuts, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cuts(Vec<u64>);

impl Cuts {
    /// The cuts whose flag is true.
    fn those(flags: impl Iterator<Item = bool>) -> Self {
        let mut cuts = Cuts::default();
        for (at, flag) in flags.enumerate() {
            if at % 64 == 0 {
                cuts.0.push(0);
            }
            cuts.0[at / 64] |= u64::from(flag) << (at % 64);
        }
        cuts
    }

    /// The union with other cuts, in place.
    pub fn add(&mut self, others: &Cuts) {
        self.0.resize(self.0.len().max(others.0.len()), 0);
        let words = self.0.iter_mut().zip(&others.0);
        words.for_each(|(word, other)| *word |= other);
    }
}

impl Alphabet {
    /// The common alphabet of two revisions. If both normalize newlines, it has no carriage return.
    pub fn new(sides: [(&Revision, &References); 2]) -> Self {
        let sets = sides.map(|(revision, references)| characters(revision, references));
        let cuts: BTreeSet<CharacterSet> = sets.iter().flatten().flatten().cloned().collect();
        let newlines = sides.map(|(revision, _)| revision.input_stream.normalize_newlines);
        let seen = |character: char| newlines != [true, true] || character != '\r';
        let mut classes = classes(&cuts, char::MAX.into());
        classes.retain(|class| class.members().next().is_some_and(seen));
        let distinguished = sets.map(|sets| {
            let anywhere = sets.last();
            let of = |some: &BTreeSet<CharacterSet>| {
                let distinguishes = |cut: &CharacterSet| {
                    some.contains(cut) || anywhere.is_some_and(|all| all.contains(cut))
                };
                Cuts::those(cuts.iter().map(distinguishes))
            };
            sets.iter().map(of).collect()
        });
        Alphabet {
            classes,
            distinguished,
        }
    }
}

/// A character of each class, and the end of the input after them.
pub struct Untried<'c> {
    classes: &'c [Class],
    at: usize,
    done: Vec<(&'c Class, Cuts)>,
}

impl<'c> Untried<'c> {
    /// Starts with the first class.
    pub fn new(alphabet: &'c Alphabet) -> Self {
        Untried {
            classes: &alphabet.classes,
            at: 0,
            done: Vec::new(),
        }
    }

    /// The next character. It differs from `others` in any case, unless its class has only one member.
    /// `None` in the result is the end of the input.
    ///
    /// # Errors
    /// All characters of a class are among the others, or symbols.
    pub fn next(&mut self, others: &str) -> Option<Result<Option<char>, &'static str>> {
        let left = self.classes.get(self.at..)?;
        let is_untried = |class: &Class| {
            let mut done = self.done.iter();
            !done.any(|(other, cuts)| class.is_like(other, cuts))
        };
        let Some(more) = left.iter().position(is_untried) else {
            self.at = usize::MAX;
            return Some(Ok(None));
        };
        self.at += more + 1;
        let character = self.classes[self.at - 1].but_for(others);
        Some(character.map(Some).ok_or("a class has no other character"))
    }

    /// Skips the classes that some sets do not distinguish from the last one.
    pub fn pass_over(&mut self, cuts: Cuts) {
        let class = self.at.checked_sub(1).and_then(|at| self.classes.get(at));
        self.done.extend(class.map(|class| (class, cuts)));
    }
}

/// The sets of numbers that a revision distinguishes, and the numbers that are no characters.
fn numbers_of((revision, references): (&Revision, &References)) -> BTreeSet<CharacterSet> {
    let replaced = references.replacements.iter();
    let replaced = replaced.map(|(number, _)| (*number, *number)).collect();
    let unsaid = [vec![(0xD800, 0xDFFF)], vec![(0x11_0000, u32::MAX)]];
    let mut cuts = BTreeSet::from_iter(unsaid.into_iter().chain([replaced]));
    each(
        revision,
        &mut |condition| {
            if let Condition::Code(_, numbers) = condition {
                let ranges = numbers.0.iter().flat_map(|range| range.ranges());
                cuts.insert(ranges.collect());
            }
        },
        &mut |_| {},
    );
    cuts
}

/// One number of each class of two revisions.
pub fn numbers(sides: [(&Revision, &References); 2]) -> Arc<[u32]> {
    let cuts = sides.into_iter().flat_map(numbers_of).collect();
    let classes = classes(&cuts, u32::MAX);
    classes.iter().map(|class| class.ranges[0].0).collect()
}

/// A class of characters or numbers.
struct Class {
    /// Ranges, in order.
    ranges: Vec<(u32, u32)>,
    /// The cuts that have it.
    within: Cuts,
}

/// The coarsest partition of all up to `last` that has every cut as a union.
fn classes(cuts: &BTreeSet<CharacterSet>, last: u32) -> Vec<Class> {
    let ends = cuts.iter().flatten();
    let ends = ends.flat_map(|(first, last)| [Some(*first), last.checked_add(1)]);
    let mut starts: BTreeSet<u32> = ends.flatten().chain([0]).collect();
    starts.retain(|start| *start <= last);
    let nexts = starts.iter().skip(1).map(|next| next - 1).chain([last]);
    let mut classes = BTreeMap::<Cuts, Vec<(u32, u32)>>::new();
    for (first, last) in starts.iter().zip(nexts) {
        let has = |cut: &CharacterSet| cut.iter().any(|(a, b)| (a..=b).contains(&first));
        let within = Cuts::those(cuts.iter().map(has));
        classes.entry(within).or_default().push((*first, last));
    }
    let class = |(within, ranges)| Class { ranges, within };
    classes.into_iter().map(class).collect()
}

impl Class {
    /// A member that is no symbol and, in either case, none of `others`; the only member if there is just one.
    fn but_for(&self, others: &str) -> Option<char> {
        let mut members = self.members().filter(|member| !is_symbol(*member));
        let alone = self.members().nth(1).is_none();
        let taken = |member: &char| others.chars().any(|c| c.eq_ignore_ascii_case(member));
        members.find(|member| alone || !taken(member))
    }

    /// Whether some sets do not distinguish two classes.
    fn is_like(&self, other: &Class, cuts: &Cuts) -> bool {
        let both = self.within.0.iter().zip(&other.within.0);
        both.zip(&cuts.0).all(|((a, b), cuts)| (a ^ b) & cuts == 0)
    }

    fn members(&self) -> impl Iterator<Item = char> + '_ {
        let members = self.ranges.iter().flat_map(|(first, last)| *first..=*last);
        members.filter_map(char::from_u32)
    }
}
