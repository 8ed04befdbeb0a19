//! What has to be known of a revision's tables before two machines can be compared: what its
//! states tell apart, and what they still read of the registers.

use super::registers::{Registers, of_condition};
use crate::grammar::{Condition, Field, Is, Matcher, NumberRange, Numbers, Source, Step};
use crate::ir::CharSet;
use crate::model::{Clause, Conjunction, Definition, On, Revision, Row, State, Test};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// How many definitions may be made of each other.
const DEPTH: usize = 16;

/// The facts about one revision.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// By state, in the order of the model.
    pub(super) states: Vec<StateFacts>,
    /// The sets of characters that the input stream tells apart.
    pub(super) stream: BTreeSet<Cut>,
    /// The texts that the temporary buffer is compared with; of each, whether case is ignored.
    pub(super) buffer_texts: BTreeSet<(String, bool)>,
    /// The texts that a state looks behind for.
    pub(super) behind: BTreeSet<String>,
    /// The names in lists that a tag name is looked up in.
    pub(super) listed: BTreeSet<String>,
    /// The ranges of numbers that conditions ask about.
    pub(super) numbers: BTreeSet<Vec<(u32, u32)>>,
    /// Texts that a token is created with.
    pub(super) constants: BTreeSet<String>,
    /// Whether the tag's name is compared with that of the last start tag.
    pub(super) compares_last_start_tag: bool,
    /// Whether the last start tag is read at all.
    pub(super) reads_last_start_tag: bool,
    /// Whether it is asked if an attribute is a duplicate.
    pub(super) asks_duplicate: bool,
    /// Whether the namespace of the current node is asked for.
    pub(super) asks_foreign: bool,
}

/// How many content models there are, none among them.
pub(super) const MODELS: usize = 5;

/// A set of characters that something tells from the others.
pub(super) type Cut = Vec<(u32, u32)>;

/// The facts about one state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateFacts {
    /// What it, or a state that gets the same character again, tells apart.
    pub(super) cuts: BTreeSet<Cut>,
    /// Whether it may look at more than one character.
    pub(super) looks_far: bool,
    /// What is read before it is set, from here on; by the content model at work.
    pub(super) live: [Registers; MODELS],
    /// Whether the namespace of the current node is asked for, here or by a state that gets the
    /// same character.
    pub(super) asks_foreign: bool,
    /// Whether digits are added to the character reference code here.
    pub(super) counts: bool,
    /// Its steps, where they consume in bulk and then emit what was consumed.
    pub(super) bulk: Option<Bulk>,
    /// States that may get the same character.
    again: BTreeSet<usize>,
    /// States that are switched to, which get it only where this one consumes none.
    switches: BTreeSet<usize>,
}

/// What becomes of characters that are consumed in bulk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bulk {
    /// They are emitted; the text that ends them is this.
    Text(String),
    /// They are the data of a comment; whether U+0000 is replaced in it.
    Comment(bool),
}

/// Reads a revision.
pub(super) fn read(revision: &Revision) -> Tables {
    let names = revision.states.iter().enumerate();
    let reader = Reader {
        revision,
        states: names.map(|(at, s)| (s.name.as_str(), at)).collect(),
        returns: returns(revision),
        before: before(revision),
        at: Cell::new(0),
    };
    let mut tables = Tables::default();
    for row in &revision.input_stream.rows {
        let mut facts = StateFacts::default();
        reader.on(&row.on, &mut facts);
        tables.stream.extend(facts.cuts);
    }
    tables.states = vec![StateFacts::default(); revision.states.len()];
    for (at, state) in revision.states.iter().enumerate() {
        reader.at.set(at);
        let mut facts = StateFacts {
            bulk: bulk(state),
            ..StateFacts::default()
        };
        reader.clauses(&state.body, &mut facts, &mut tables, DEPTH);
        facts.again.append(&mut facts.switches);
        for row in &state.rows {
            reader.row(row, &mut facts, &mut tables, DEPTH);
        }
        if facts.looks_far {
            facts.again.append(&mut facts.switches);
        }
        tables.states[at] = facts;
    }
    for rule in &revision.rules {
        // A rule may run in any state that emits a tag, or that is left.
        let mut facts = StateFacts::default();
        reader.clauses(&rule.body, &mut facts, &mut tables, DEPTH);
        for state in &mut tables.states {
            state.cuts.extend(facts.cuts.iter().cloned());
            state.looks_far |= facts.looks_far;
        }
    }
    close(&mut tables);
    super::live::fill(revision, &mut tables, &reader);
    tables
}

/// Adds what the states tell apart that get the same character again.
fn close(tables: &mut Tables) {
    let own = tables.states.clone();
    for (at, state) in tables.states.iter_mut().enumerate() {
        let mut seen = vec![false; own.len()];
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            let other = &own[next];
            if next != at {
                state.cuts.extend(other.cuts.iter().cloned());
                state.counts |= other.counts;
                state.asks_foreign |= other.asks_foreign;
            }
            open.extend(&other.again);
        }
    }
}

/// The states that some step makes the return state.
fn returns(revision: &Revision) -> Vec<String> {
    fn go(clauses: &[Clause], out: &mut Vec<String>) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => {
                    if let Step::SetReturnState(state) = &step.value {
                        out.push(state.0.clone());
                    }
                }
                Clause::Call(_) => {}
                Clause::If {
                    then, otherwise, ..
                } => {
                    go(then, out);
                    go(otherwise, out);
                }
            }
        }
    }
    let mut out = Vec::new();
    for state in revision.states.iter().chain(&revision.procedures) {
        go(&state.body, &mut out);
        state.rows.iter().for_each(|row| go(&row.body, &mut out));
    }
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            go(body, &mut out);
        }
    }
    revision
        .rules
        .iter()
        .for_each(|rule| go(&rule.body, &mut out));
    out.sort_unstable();
    out.dedup();
    out
}

/// Reads a state that consumes in bulk: the first of its steps besides a switch, and the one after.
fn bulk(state: &State) -> Option<Bulk> {
    let mut steps = state.body.iter().filter_map(|clause| match clause {
        Clause::Step(step) if matches!(step.value, Step::Switch(_)) => None,
        Clause::Step(step) => Some(Some(&step.value)),
        Clause::Call(_) | Clause::If { .. } => Some(None),
    });
    match (steps.next()??, steps.next()??) {
        (Step::ConsumeThroughText(end), Step::EmitConsumed) => Some(Bulk::Text(end.0.clone())),
        (Step::ConsumeThroughChar(_), Step::EmitConsumed) => Some(Bulk::Text(String::new())),
        (Step::ConsumeThroughChar(_), Step::EmitBulkComment) => Some(Bulk::Comment(false)),
        (Step::ConsumeThroughChar(_), Step::EmitBulkCommentReplaced) => Some(Bulk::Comment(true)),
        _ => None,
    }
}

/// What names mean in a revision.
pub(super) struct Reader<'r> {
    revision: &'r Revision,
    pub(super) states: HashMap<&'r str, usize>,
    /// The states that some step makes the return state.
    pub(super) returns: Vec<String>,
    /// For each state, those that may have switched to it.
    pub(super) before: Vec<Vec<usize>>,
    /// The state that is read.
    at: Cell<usize>,
}

/// For each state, the states that may have switched to it.
fn before(revision: &Revision) -> Vec<Vec<usize>> {
    fn go(clauses: &[Clause], tell: &mut dyn FnMut(Option<&str>)) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => match &step.value {
                    Step::Switch(state) | Step::Reconsume(state) => tell(Some(&state.0)),
                    Step::SwitchToReturn | Step::ReconsumeInReturn | Step::SwitchBack => tell(None),
                    _ => {}
                },
                // A definition may go anywhere.
                Clause::Call(_) => {}
                Clause::If {
                    then, otherwise, ..
                } => {
                    go(then, tell);
                    go(otherwise, tell);
                }
            }
        }
    }
    let count = revision.states.len();
    let mut before = vec![Vec::new(); count];
    let mut somewhere = Vec::new();
    for (at, state) in revision.states.iter().enumerate() {
        let mut tell = |to: Option<&str>| match to {
            Some(to) => {
                let to = revision.states.iter().position(|s| s.name.value == to);
                before[to.unwrap_or(at)].push(at);
            }
            None => somewhere.push(at),
        };
        go(&state.body, &mut tell);
        state.rows.iter().for_each(|row| go(&row.body, &mut tell));
    }
    let mut goes = false;
    for definition in &revision.definitions {
        if let Definition::Step { body, .. } = definition {
            go(body, &mut |_| goes = true);
        }
    }
    let rules = revision.rules.iter().map(|rule| &rule.body);
    let rows = revision.procedures.iter().flat_map(|p| &p.rows);
    for body in rules.chain(rows.map(|row| &row.body)) {
        go(body, &mut |_| goes = true);
    }
    if goes {
        return vec![(0..count).collect(); count];
    }
    for states in &mut before {
        states.extend(&somewhere);
        states.sort_unstable();
        states.dedup();
    }
    before
}

impl Reader<'_> {
    fn block(&self, state: &State, facts: &mut StateFacts, tables: &mut Tables, depth: usize) {
        self.clauses(&state.body, facts, tables, depth);
        for row in &state.rows {
            self.row(row, facts, tables, depth);
        }
    }

    fn row(&self, row: &Row, facts: &mut StateFacts, tables: &mut Tables, depth: usize) {
        facts.looks_far |= !matches!(row.on, On::Consumed { .. });
        self.on(&row.on, facts);
        for all in &row.when {
            self.conjunction(all, facts, tables, depth);
        }
        self.clauses(&row.body, facts, tables, depth);
    }

    fn on(&self, on: &On, facts: &mut StateFacts) {
        match on {
            On::Consumed { any, except } => {
                any.iter()
                    .chain(except)
                    .for_each(|m| self.matcher(m, facts, DEPTH));
            }
            On::Peeked(any) => any.iter().for_each(|m| self.matcher(m, facts, DEPTH)),
            On::Ahead { text, ignore_case } => texts(&text.value, *ignore_case, facts),
        }
    }

    fn matcher(&self, matcher: &Matcher, facts: &mut StateFacts, depth: usize) {
        match matcher {
            Matcher::Char(c) => cut(facts, vec![(c.0, c.0)]),
            Matcher::Range(a, b) => cut(facts, vec![(a.0, b.0)]),
            Matcher::Class(class) => cut(facts, class.ranges()),
            Matcher::Defined(name) => {
                let classes = &self.revision.about.classes;
                let class = classes.iter().find(|(n, _)| n.value == *name);
                if let (Some((_, members)), Some(depth)) = (class, depth.checked_sub(1)) {
                    members.iter().for_each(|m| self.matcher(m, facts, depth));
                }
            }
            // What can be allowed additionally is cut out where it is set.
            Matcher::AdditionalAllowed => self.additional(facts),
            Matcher::Eof | Matcher::AnythingElse => {}
        }
    }

    /// Every character that some step allows additionally.
    fn additional(&self, facts: &mut StateFacts) {
        fn go(clauses: &[Clause], facts: &mut StateFacts) {
            for clause in clauses {
                match clause {
                    Clause::Step(step) => {
                        if let Step::SetAdditionalAllowed(c) = &step.value {
                            cut(facts, vec![(c.0, c.0)]);
                        }
                    }
                    Clause::Call(_) => {}
                    Clause::If {
                        then, otherwise, ..
                    } => {
                        go(then, facts);
                        go(otherwise, facts);
                    }
                }
            }
        }
        let revision = self.revision;
        for state in revision.states.iter().chain(&revision.procedures) {
            go(&state.body, facts);
            state.rows.iter().for_each(|row| go(&row.body, facts));
        }
    }

    fn clauses(
        &self,
        clauses: &[Clause],
        facts: &mut StateFacts,
        tables: &mut Tables,
        depth: usize,
    ) {
        let Some(depth) = depth.checked_sub(1) else {
            facts.looks_far = true;
            return;
        };
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(&step.value, facts, tables, depth),
                Clause::Call(name) => {
                    let body = self.revision.definitions.iter().find_map(|d| match d {
                        Definition::Step { name: n, body } if n.value == name.value => Some(body),
                        _ => None,
                    });
                    if let Some(body) = body {
                        self.clauses(body, facts, tables, depth);
                    }
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    match numbers_alone(any) {
                        Some(numbers) => {
                            tables.numbers.insert(numbers);
                        }
                        None => any
                            .iter()
                            .for_each(|all| self.conjunction(all, facts, tables, depth)),
                    }
                    self.clauses(then, facts, tables, depth);
                    self.clauses(otherwise, facts, tables, depth);
                }
            }
        }
    }

    fn conjunction(
        &self,
        all: &Conjunction,
        facts: &mut StateFacts,
        tables: &mut Tables,
        depth: usize,
    ) {
        for test in all {
            match &test.value {
                Test::Condition(condition) => self.condition(condition, facts, tables),
                Test::Defined { name, .. } => {
                    let any = self.revision.definitions.iter().find_map(|d| match d {
                        Definition::Condition { name: n, any } if n.value == *name => Some(any),
                        _ => None,
                    });
                    if let (Some(any), Some(depth)) = (any, depth.checked_sub(1)) {
                        any.iter()
                            .for_each(|all| self.conjunction(all, facts, tables, depth));
                    }
                }
            }
        }
    }

    fn condition(&self, condition: &Condition, facts: &mut StateFacts, tables: &mut Tables) {
        tables.reads_last_start_tag |= of_condition(condition).has(Registers::LAST_START_TAG);
        match condition {
            Condition::TemporaryBuffer(_, text) => {
                tables.buffer_texts.insert((text.0.clone(), false));
            }
            Condition::Target(_, text) => {
                tables.buffer_texts.insert((text.0.clone(), true));
            }
            Condition::AdjustedCurrentNode(_)
            | Condition::CurrentNode(_)
            | Condition::ForeignInsertionMode(_) => {
                tables.asks_foreign = true;
                facts.asks_foreign = true;
            }
            Condition::LastMatched(_, c) => cut(facts, vec![(c.0, c.0)]),
            Condition::NextInput(_, set) | Condition::AfterLastStartTag(_, set) => {
                facts.looks_far = true;
                set.0.iter().for_each(|m| self.matcher(m, facts, DEPTH));
            }
            Condition::Keyword(_, text) => {
                facts.looks_far = true;
                texts(&text.0, true, facts);
            }
            Condition::AheadSequence(_, set, then) => {
                facts.looks_far = true;
                set.0.iter().for_each(|m| self.matcher(m, facts, DEPTH));
                cut(facts, vec![(then.0, then.0)]);
            }
            Condition::AheadLastStartTag(_) => facts.looks_far = true,
            Condition::Behind(_, text) => {
                tables.behind.insert(text.0.clone());
            }
            Condition::TagNameIsLastStartTag(_) => tables.compares_last_start_tag = true,
            Condition::TagNameIn(_, list) => {
                let lists = &self.revision.about.names;
                let list = lists.iter().find(|(name, _)| name.value == list.0);
                tables
                    .listed
                    .extend(list.into_iter().flat_map(|(_, names)| names.clone()));
            }
            Condition::DuplicateAttribute(_) => tables.asks_duplicate = true,
            Condition::Code(_, numbers) => {
                tables.numbers.insert(ranges(numbers));
            }
            Condition::ReturnState(..)
            | Condition::CurrentState(..)
            | Condition::Match(_)
            | Condition::NoStartTagEmitted
            | Condition::ContentModelFlag(..)
            | Condition::EscapeFlag(..)
            | Condition::CurrentTag(..)
            | Condition::HasAttributes
            | Condition::SelfClosing(_)
            | Condition::NothingReturned
            | Condition::EofReached
            | Condition::NoneMatched
            | Condition::CodeInReplacements(_) => {}
        }
    }

    fn return_states(&self) -> impl Iterator<Item = usize> + '_ {
        let states = self.returns.iter();
        states.filter_map(|name| self.states.get(name.as_str()).copied())
    }

    fn step(&self, step: &Step, facts: &mut StateFacts, tables: &mut Tables, depth: usize) {
        match step {
            // Any of these may hand the character on, alone or with a step beside it.
            Step::Switch(state) => facts.switches.extend(self.states.get(state.0.as_str())),
            Step::Reconsume(state) => facts.again.extend(self.states.get(state.0.as_str())),
            Step::SwitchToReturn => facts.switches.extend(self.return_states()),
            Step::ReconsumeInReturn => facts.again.extend(self.return_states()),
            Step::SwitchBack => facts.switches.extend(&self.before[self.at.get()]),
            Step::ReconsumeCurrent => facts.looks_far = true,
            Step::ConsumeNext | Step::ConsumeThose | Step::Unconsume | Step::ConsumeNamed => {
                facts.looks_far = true;
            }
            Step::ConsumeMatching => {
                facts.looks_far = true;
                facts.counts = true;
            }
            Step::ConsumeThroughChar(c) => {
                facts.looks_far = true;
                cut(facts, vec![(c.0, c.0)]);
            }
            Step::ConsumeThroughText(text) => {
                facts.looks_far = true;
                texts(&text.0, false, facts);
            }
            Step::EmitBulkCommentReplaced => {
                cut(facts, vec![(0, 0)]);
                cut(facts, vec![(0xFFFD, 0xFFFD)]);
            }
            Step::EmitChar(c) | Step::ReturnChar(c) | Step::ReplaceInput(c) => {
                cut(facts, vec![(c.0, c.0)]);
            }
            Step::CreateComment(data) | Step::CreateProcessingInstruction(data) => {
                texts(&data.0, false, facts);
                tables.constants.insert(data.0.clone());
            }
            Step::SetAdditionalAllowed(c) => cut(facts, vec![(c.0, c.0)]),
            Step::AddToCode(_) => facts.counts = true,
            Step::Set(field, source) | Step::Append(source, field) => {
                written(*source, *field, facts);
            }
            Step::Attempt(name) => {
                facts.looks_far = true;
                let procedures = &self.revision.procedures;
                let found = procedures.iter().find(|p| p.name.value == name.0);
                if let (Some(procedure), Some(depth)) = (found, depth.checked_sub(1)) {
                    self.block(procedure, facts, tables, depth);
                }
            }
            Step::TreatAsAnythingElse
            | Step::Ignore
            | Step::EmitCurrent
            | Step::EmitTemporaryBuffer
            | Step::EmitReturned
            | Step::EmitConsumed
            | Step::EmitEof
            | Step::EmitBulkComment
            | Step::EmitToken(_)
            | Step::Create(_)
            | Step::StartAttribute
            | Step::RemoveAttribute
            | Step::SetForceQuirks
            | Step::SetSelfClosing
            | Step::SetReturnState(_)
            | Step::ClearAdditionalAllowed
            | Step::SetContentModel(_)
            | Step::SetEscape(_)
            | Step::ReplaceCode
            | Step::SetCode(_)
            | Step::MultiplyCode(_)
            | Step::InterpretNumber
            | Step::UseHexDigits
            | Step::UseDigits
            | Step::AsHexadecimal
            | Step::AsDecimal
            | Step::LetTarget
            | Step::ReturnNothing
            | Step::ReturnMatchedReference
            | Step::ReturnReplacement
            | Step::ReturnCode
            | Step::NamedError(_)
            | Step::BareError => {}
        }
    }
}

fn ranges(numbers: &Numbers) -> Vec<(u32, u32)> {
    let ranges = numbers.0.iter().flat_map(|number| match number {
        NumberRange::One(n) => vec![(*n, *n)],
        NumberRange::Range(a, b) => vec![(*a, *b)],
        NumberRange::GreaterThan(n) => vec![(n.saturating_add(1), u32::MAX)],
        NumberRange::Class(class) => class.ranges(),
    });
    ranges.collect()
}

/// The numbers that a clause asks about, where it asks about nothing else, and about all of them
/// at once.
fn numbers_alone(any: &[Conjunction]) -> Option<Vec<(u32, u32)>> {
    let mut all = Vec::new();
    for conjunction in any {
        let [test] = conjunction.as_slice() else {
            return None;
        };
        match &test.value {
            Test::Condition(Condition::Code(Is::Is, numbers)) => all.extend(ranges(numbers)),
            _ => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

fn written(source: Source, field: Field, facts: &mut StateFacts) {
    match source {
        Source::Char(c) => cut(facts, vec![(c.0, c.0)]),
        Source::Current | Source::CurrentLowercase => {
            cut(facts, vec![(0x41, 0x5A)]);
            cut(facts, vec![(0x61, 0x7A)]);
            facts.reads_into(field);
        }
        _ => {}
    }
}

impl StateFacts {
    /// Whether the character reference code is still read from here on.
    pub(super) fn reads_code(&self) -> bool {
        self.live.iter().any(|live| live.has(Registers::CODE))
    }

    /// Characters go into a field that something is compared with: which of them matters is
    /// settled once all such texts are known.
    fn reads_into(&mut self, field: Field) {
        match field {
            Field::TemporaryBuffer => self.cuts.insert(vec![(BUFFER, BUFFER)]),
            Field::TagName => self.cuts.insert(vec![(TAG_NAME, TAG_NAME)]),
            _ => false,
        };
    }
}

/// Stand for the letters of texts that the temporary buffer, or a tag name, is compared with.
pub(super) const BUFFER: u32 = 0x11_0001;
/// See [`BUFFER`].
pub(super) const TAG_NAME: u32 = 0x11_0002;

fn cut(facts: &mut StateFacts, set: Cut) {
    facts
        .cuts
        .insert(CharSet::from_ranges(set).ranges().to_vec());
}

fn texts(text: &str, ignore_case: bool, facts: &mut StateFacts) {
    for c in text.chars() {
        let code = u32::from(c);
        cut(facts, vec![(code, code)]);
        if ignore_case {
            for c in [c.to_ascii_lowercase(), c.to_ascii_uppercase()] {
                cut(facts, vec![(c.into(), c.into())]);
            }
        }
    }
}
