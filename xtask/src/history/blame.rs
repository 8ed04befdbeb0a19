//! Which of the changes an input comes upon.

use super::entries::Entry;
use std::collections::{BTreeSet, HashMap};
use tokenwright_codegen::diff::{Change, Content, Difference, Line, Mark, StateAt, Subject};
use tokenwright_codegen::grammar::{Matcher, Step};
use tokenwright_codegen::interpret::{Block, BlockKind, Interpreter, Observer, Output, Setup};
use tokenwright_codegen::model::{Clause, Event, On, Revision, Row};

/// A place of the tables that changed, by its number; several belong to an entry.
pub(super) type Site = usize;

/// For each thing of a revision that runs, the places that it is.
#[derive(Default)]
struct Places {
    rows: HashMap<(BlockKind, usize, usize), (Site, Lost)>,
    blocks: HashMap<(BlockKind, usize), Vec<Site>>,
    rules: HashMap<String, Site>,
    calls: HashMap<String, Site>,
    input: Vec<(Row, Site)>,
}

/// Where nothing of a row has changed but the characters that it takes: as it was, and as it is.
type Lost = Option<(Row, Row)>;

/// Where the changes of each side stand.
pub(super) struct Blame {
    sides: [Places; 2],
    /// Names without their semicolons, and numbers.
    references: HashMap<String, Site>,
    /// The entry of each place.
    entries: Vec<usize>,
    /// The places that can report an error and do nothing else.
    reports: BTreeSet<Site>,
}

impl Blame {
    pub(super) fn new(difference: &Difference, entries: &[Entry<'_>]) -> Self {
        let mut blame = Blame {
            sides: [Places::default(), Places::default()],
            references: HashMap::new(),
            entries: Vec::new(),
            reports: BTreeSet::new(),
        };
        for (number, entry) in entries.iter().enumerate() {
            for change in &entry.changes {
                blame.add(difference, change, number);
            }
        }
        blame
    }

    /// The entry that a place belongs to.
    pub(super) fn entry(&self, site: Site) -> usize {
        self.entries[site]
    }

    /// Whether a place can report an error and do nothing else.
    pub(super) fn only_reports(&self, site: Site) -> bool {
        self.reports.contains(&site)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    fn site(&mut self, entry: usize) -> Site {
        self.entries.push(entry);
        self.entries.len() - 1
    }

    fn add(&mut self, difference: &Difference, change: &Change, entry: usize) {
        match &change.subject {
            Subject::Reference(name) => {
                let site = self.site(entry);
                let name = name.trim_end_matches(';').to_owned();
                self.references.insert(name, site);
            }
            Subject::Replacement(code) => {
                let site = self.site(entry);
                self.references.insert(format!("#{code}"), site);
            }
            subject => {
                let revisions = [&difference.from.revision, &difference.to.revision];
                let lost = lost(change);
                for (side, revision) in revisions.into_iter().enumerate() {
                    self.add_to(side, revision, subject, &lost, entry);
                }
            }
        }
    }

    fn add_to(
        &mut self,
        side: usize,
        revision: &Revision,
        subject: &Subject,
        lost: &Lost,
        entry: usize,
    ) {
        let of = |at: &StateAt| {
            let kind = match at.procedure {
                true => BlockKind::Procedure,
                false => BlockKind::State,
            };
            Some((kind, [at.from, at.to][side]?))
        };
        match subject {
            Subject::State(at) => {
                let Some((kind, index)) = of(at) else { return };
                let blocks = match kind {
                    BlockKind::State => &revision.states,
                    BlockKind::Procedure => &revision.procedures,
                };
                let rows = blocks[index].rows.len();
                for row in 0..rows {
                    let site = self.site(entry);
                    self.sides[side]
                        .rows
                        .insert((kind, index, row), (site, None));
                }
                if rows == 0 {
                    let site = self.site(entry);
                    self.sides[side]
                        .blocks
                        .entry((kind, index))
                        .or_default()
                        .push(site);
                }
            }
            Subject::Entry(at) => {
                if let Some(block) = of(at) {
                    let site = self.site(entry);
                    self.sides[side].blocks.entry(block).or_default().push(site);
                }
            }
            Subject::Row { state, from, to } => {
                if let (Some((kind, block)), Some(row)) = (of(state), [from, to][side]) {
                    let site = self.site(entry);
                    let at = (kind, block, *row);
                    self.sides[side].rows.insert(at, (site, lost.clone()));
                }
            }
            Subject::InputRow { from, to } => {
                let row = [from, to][side].and_then(|at| revision.input_stream.rows.get(at));
                if let Some(row) = row.cloned() {
                    let site = self.site(entry);
                    if !replaces(&row) {
                        self.reports.insert(site);
                    }
                    self.sides[side].input.push((row, site));
                }
            }
            Subject::Rule(on) => {
                let site = self.site(entry);
                self.sides[side].rules.insert(on.clone(), site);
            }
            Subject::Definition(name) => {
                let site = self.site(entry);
                self.sides[side].calls.insert(name.clone(), site);
                self.sides[side].mentioning(revision, name, site);
            }
            Subject::Class(name) | Subject::Names(name) => {
                let site = self.site(entry);
                self.sides[side].mentioning(revision, name, site);
            }
            Subject::Swap { .. }
            | Subject::Fact(_)
            | Subject::Code(_)
            | Subject::Reference(_)
            | Subject::Replacement(_) => {}
        }
    }

    /// Runs an input, and says which places it comes upon.
    pub(super) fn run(
        &self,
        side: usize,
        interpreter: &Interpreter<'_>,
        setup: &Setup,
        input: &str,
        met: &mut BTreeSet<Site>,
    ) -> Option<Output> {
        let places = &self.sides[side];
        for (row, site) in &places.input {
            if input.chars().any(|c| takes(row, c)) {
                met.insert(*site);
            }
        }
        self.named(input, met);
        let meets = Meets {
            places,
            input,
            met,
            current: None,
            next: 0,
        };
        interpreter.observe(setup, input, meets).ok()
    }

    /// The references in an input that changed.
    fn named(&self, input: &str, met: &mut BTreeSet<Site>) {
        for (at, _) in input.match_indices('&') {
            let rest = &input[at + 1..];
            if let Some(number) = rest.strip_prefix('#') {
                let hexadecimal = number.strip_prefix(['x', 'X']);
                let digits = hexadecimal.unwrap_or(number);
                let base = if hexadecimal.is_some() { 16 } else { 10 };
                let end = digits
                    .find(|c: char| !c.is_digit(base))
                    .unwrap_or(digits.len());
                if let Ok(code) = u32::from_str_radix(&digits[..end], base) {
                    met.extend(self.references.get(&format!("#{code}")));
                }
                continue;
            }
            let end = rest
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(rest.len());
            let names = (1..=end).filter_map(|end| self.references.get(&rest[..end]));
            met.extend(names);
        }
    }
}

/// What the row of a change takes on both sides, where nothing else of it has changed.
fn lost(change: &Change) -> Lost {
    let steps = |line: &&Line| line.mark != Mark::Same && !line.text.starts_with('[');
    match (&change.from, &change.to) {
        (Some(Content::Row(from)), Some(Content::Row(to)))
            if from.when == to.when && change.lines.iter().filter(steps).count() == 0 =>
        {
            Some((from.clone(), to.clone()))
        }
        _ => None,
    }
}

impl Places {
    /// The states and procedures that ask for something by its name.
    fn mentioning(&mut self, revision: &Revision, name: &str, site: Site) {
        let kinds = [
            (BlockKind::State, &revision.states),
            (BlockKind::Procedure, &revision.procedures),
        ];
        for (kind, blocks) in kinds {
            for (at, block) in blocks.iter().enumerate() {
                // However deep it stands, what a model holds is written out.
                if format!("{:?}{:?}", block.body, block.rows).contains(&format!("{name:?}")) {
                    self.blocks.entry((kind, at)).or_default().push(site);
                }
            }
        }
    }
}

/// Whether a row of the input stream makes another character of its character.
fn replaces(row: &Row) -> bool {
    let replaces = |clause: &Clause| match clause {
        Clause::Step(step) => matches!(step.value, Step::ReplaceInput(_)),
        Clause::Call(_) | Clause::If { .. } => true,
    };
    row.body.iter().any(replaces)
}

/// Whether a row is for a character.
fn takes(row: &Row, c: char) -> bool {
    let code = u32::from(c);
    let is = |matcher: &Matcher| match matcher {
        Matcher::Char(char) => char.0 == code,
        Matcher::Range(first, last) => (first.0..=last.0).contains(&code),
        Matcher::Class(class) => class
            .ranges()
            .iter()
            .any(|(a, b)| (*a..=*b).contains(&code)),
        _ => false,
    };
    match &row.on {
        On::Consumed { any, except } => {
            any.iter().any(|m| is(&m.value)) && !except.iter().any(|m| is(&m.value))
        }
        On::Peeked(any) => any.iter().any(|m| is(&m.value)),
        On::Ahead { .. } => false,
    }
}

struct Meets<'b> {
    places: &'b Places,
    input: &'b str,
    met: &'b mut BTreeSet<Site>,
    /// The character consumed last, and where the next one stands.
    current: Option<char>,
    next: usize,
}

impl Observer for Meets<'_> {
    fn consume(&mut self, character: Option<char>, offset: usize) {
        self.current = character;
        self.next = offset + character.map_or(0, char::len_utf8);
    }

    fn enter(&mut self, block: Block<'_>) {
        let sites = self.places.blocks.get(&(block.kind, block.index));
        self.met.extend(sites.into_iter().flatten());
    }

    fn row(&mut self, block: Block<'_>, row: usize) {
        let Some((site, lost)) = self.places.rows.get(&(block.kind, block.index, row)) else {
            return;
        };
        let other = |(from, to): &(Row, Row)| {
            let asked = match &from.on {
                On::Consumed { .. } => self.current,
                _ => self
                    .input
                    .get(self.next..)
                    .and_then(|rest| rest.chars().next()),
            };
            asked.is_some_and(|c| takes(from, c) != takes(to, c))
        };
        if lost.as_ref().is_none_or(other) {
            self.met.insert(*site);
        }
    }

    fn call(&mut self, name: &str) {
        self.met.extend(self.places.calls.get(name));
    }

    fn rule(&mut self, on: &Event) {
        if !self.places.rules.is_empty() {
            self.met.extend(self.places.rules.get(&on.to_string()));
        }
    }
}
