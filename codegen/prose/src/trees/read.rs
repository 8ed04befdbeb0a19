//! Reads the sections of a page into the model.
//!
//! A section has rows below a sentence that says so, algorithms below sentences that name them, and sentences that define
//! words. A step outside of them has no place and counts as not understood. What a page does not say, such as the kinds of
//! tokens that never come, is not in the tables that are made of it.

use super::body::{Body, together};
use super::branches::does_nothing;
use super::clauses::{OPEN, clauses};
use super::layout::files;
use super::lists::{element_types, pairs};
use super::log::Log;
use super::rules::{FOLLOWED, NAMES};
use super::sections::{doubled, sections};
use super::shape::{Named, check_names, of_algorithm, of_own, of_row, variant};
use super::spelling::sentences;
use super::stmt::{Stmt, all, of_lines};
use super::terms::tokens;
use super::understand::{Meaning, Reader};
use super::{foster, outside, own, phases};
use crate::outline::{ListEntry, PageBlock, Text};
use crate::page;
use crate::report::{Cause, Fault, Report, Verdict};
use crate::section::Part;
use crate::unread::{self, Unread};
use std::collections::HashSet;
use std::slice::from_ref;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::TokenType;
use tokenwright_tables::tree::model::{
    Algorithm, Clause, Conjunction, Definition, Entry, Mode, On, Outside, Row, Section, Test,
    Tokens, TreeTables,
};
use tokenwright_tables::tree::sentences as model;

/// What has rows or steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A row of a mode, by both indices.
    Row(usize, usize),
    /// A row of the rules for foreign content.
    Foreign(usize),
    /// An algorithm.
    Algorithm(usize),
}

/// The result of reading the sections on trees.
#[derive(Clone, Debug)]
pub struct TreeReading {
    /// The tables, as far as they were understood.
    pub tables: TreeTables,
    /// Every sentence and term with its verdict.
    pub report: Report,
    /// The rows and algorithms of which something was not understood.
    pub open: Vec<Owner>,
}

impl TreeReading {
    /// The sections with sentences: their headings, and how many sentences and terms were understood and are there.
    #[must_use]
    pub fn sections(&self) -> Vec<(&str, usize, usize)> {
        let mut found: Vec<(&str, usize, usize)> = Vec::new();
        for sentence in &self.report.sentences {
            let is_open = matches!(sentence.verdict, crate::Verdict::NotUnderstood { .. });
            match found.last_mut() {
                Some((part, read, all)) if *part == sentence.part => {
                    *read += usize::from(!is_open);
                    *all += 1;
                }
                _ => found.push((&sentence.part, usize::from(!is_open), 1)),
            }
        }
        found
    }
}

/// Reads the sections on trees of a page in HTML.
///
/// # Errors
/// If the page has no such section, or is much longer than any page of the standard.
pub fn read_trees(source: &str) -> Result<TreeReading, Unread> {
    let bytes = source.len();
    if bytes > unread::PAGE {
        return Err(Unread::LargePage { bytes });
    }
    let parts = page::read_parts(source, super::is_wanted)?;
    let has_phases = phases::has_phases(&parts.blocks);
    let blocks = phases::unfolded(parts.blocks);
    let sections = sections(&blocks);
    if !sections.iter().any(|section| section.mode().is_some()) {
        return Err(Unread::NoTrees);
    }
    if let Some(lines) = doubled(&sections) {
        return Err(Unread::TwoModes { lines });
    }
    let mut page = PageReader {
        names: names(),
        reader: Reader::of(own::is_own(&sections).then(names)),
        redirects: foster::redirects(&sections),
        ..PageReader::default()
    };
    let deep = "elements are nested too deeply; the structure of what they contain is lost";
    let lost = parts.too_deep.map(|line| (line, deep));
    for (line, message) in lost.into_iter().chain(parts.contradictions) {
        page.fault(line, Cause::Page, message.to_owned());
    }
    for section in &sections {
        page.section(section);
    }
    let mut reading = page.finish();
    if has_phases {
        phases::count_once(&mut reading.report.sentences);
    }
    Ok(reading)
}

/// What sentences can call.
pub(super) fn names() -> TreeTables {
    let mut names = TreeTables::default();
    for rule in NAMES.iter() {
        let name = Located::nowhere(rule.pattern.to_owned());
        let meaning = rule.means.first().copied().unwrap_or_default().to_owned();
        match rule.name {
            "algorithm" => names.algorithms.push(Algorithm {
                name,
                body: Vec::new(),
            }),
            "definition" => names.definitions.push(Definition {
                name,
                any: Vec::new(),
            }),
            "question" => names.questions.push(Outside { name, meaning }),
            _ => names.outputs.push(Outside { name, meaning }),
        }
    }
    names
}

#[derive(Default)]
pub(super) struct PageReader {
    pub(super) names: TreeTables,
    pub(super) reader: Reader,
    pub(super) log: Log,
    pub(super) tables: TreeTables,
    pub(super) entries: Vec<Entry>,
    open: Vec<Owner>,
    /// The kinds of tokens that never come, before the rows that do not have them.
    never: Vec<Located<TokenType>>,
    /// The mode of the section with a number; none in that on foreign content.
    pub(super) rules_of: Option<String>,
    /// The algorithms so far, to which later ones refer.
    bodies: Vec<(String, Vec<Stmt>)>,
    /// The algorithms that a sentence implies which calls them, by their names, as the sentence says them.
    implied: Vec<(String, Vec<Stmt>)>,
    /// Whether the page says of all insertions into the current node where they are.
    redirects: bool,
}

impl PageReader {
    fn section(&mut self, section: &Part<'_>) {
        self.log.part = section.numbered_title();
        self.log.entry = None;
        let is_own = self.reader.own.is_some();
        if section.number.is_some() {
            self.rules_of = section.mode();
        }
        // On a page of its own, a heading without a number is the name of what is below it.
        if !is_own || section.number.is_some() {
            let number = section.number.unwrap_or_default().to_owned();
            let section = Section {
                number: Located::nowhere(number),
                title: section.title.to_owned(),
            };
            self.add(Entry::Section, |tables| &mut tables.sections, section);
        }
        let before = self.log.report.sentences.len();
        let of_phase = phases::mode_of_phase(section.title);
        let is_step =
            |block: &&&PageBlock| !matches!(block, PageBlock::Paragraph { aside: Some(_), .. });
        let blocks: Vec<&PageBlock> = section.blocks.iter().filter(is_step).copied().collect();
        let mut rest = blocks.as_slice();
        while let Some((block, after)) = rest.split_first() {
            rest = after;
            let next = after.first().copied();
            let own = is_own.then(|| self.own_block(section, block, next));
            let taken = match block {
                _ if own.flatten().is_some() => own.flatten() == Some(true),
                PageBlock::Paragraph { text, .. } => self.paragraph(section, text, next),
                PageBlock::List(items) => {
                    // Steps after a sentence that was not understood are that sentence's.
                    let last = self.log.report.sentences[before..].last();
                    let is_announced =
                        last.is_some_and(|it| matches!(it.verdict, Verdict::NotUnderstood { .. }));
                    let has_steps = !self.body(|body| body.items(items)).is_empty();
                    if has_steps && !is_announced {
                        let message = "no sentence leads to this list of steps";
                        self.fault(block.line(), Cause::Page, message.to_owned());
                    }
                    false
                }
                PageBlock::Entries(entries) => {
                    match &of_phase {
                        Some(mode) => self.mode(mode.clone(), entries),
                        None => self.body(|body| body.unread_entries(entries)),
                    }
                    false
                }
                PageBlock::Table(_) | PageBlock::Heading { .. } => false,
            };
            if taken {
                rest = &after[1..];
            }
        }
        if !is_own {
            self.check_followed(before);
        }
        self.end_section();
    }

    /// Reports each sentence whose rule includes the meaning of a later sentence that is missing.
    fn check_followed(&mut self, before: usize) {
        // The rules of later sentences that no sentence between has awaited.
        let mut later = HashSet::new();
        let mut missing = Vec::new();
        let sentences = self.log.report.sentences.iter().enumerate().skip(before);
        // Of sentences that were understood together, the last one speaks for all.
        let speaking = sentences.filter(|(at, _)| !self.log.joined.contains(at));
        for (_, sentence) in speaking.rev() {
            let rules = match &sentence.verdict {
                Verdict::Modelled(rules) => rules.as_slice(),
                Verdict::WithoutEffect(rule, _) => from_ref(rule),
                Verdict::NotUnderstood { .. } => &[],
            };
            let awaited = FOLLOWED.iter().filter(|(name, _)| rules.contains(name));
            missing.extend(
                awaited
                    .filter(|(_, awaited)| !later.remove(awaited))
                    .map(|(_, awaited)| (sentence.line, *awaited)),
            );
            later.extend(rules.iter().copied());
        }
        for (line, awaited) in missing.into_iter().rev() {
            let message = format!("no sentence after this one has the rule `{awaited}`");
            self.fault(line, Cause::Page, message);
        }
    }

    pub(super) fn body<T>(&mut self, read: impl FnOnce(&mut Body<'_>) -> T) -> T {
        read(&mut Body {
            reader: &mut self.reader,
            log: &mut self.log,
        })
    }

    /// A paragraph outside of rows and algorithms; returns whether it took the block after it.
    pub(super) fn paragraph(
        &mut self,
        section: &Part<'_>,
        text: &Text,
        next: Option<&PageBlock>,
    ) -> bool {
        let is_algorithm = |stmt: &Stmt| matches!(stmt, Stmt::Algorithm { .. });
        let sentences = sentences(text);
        let mut rest = sentences.as_slice();
        let mut taken = false;
        while let Some(first) = rest.first() {
            let (understood, used) = match together(&mut self.reader, rest) {
                Some((understood, used)) => (Some(understood), used),
                None => (self.reader.understand(&first.text), 1),
            };
            let (given, after) = rest.split_at(used);
            rest = after;
            let Some(understood) = understood else {
                self.log.unread(first);
                continue;
            };
            match &understood.meaning {
                Meaning::Silent(_) => self.log.all_understood(given, &understood),
                Meaning::Frame(lines) => {
                    let (at, open) = (self.log.report.sentences.len(), self.log.open());
                    self.log.all_understood(given, &understood);
                    match self.frame(section, lines, next, open) {
                        Some(took) => taken |= took,
                        None => {
                            self.log.report.sentences.truncate(at);
                            given.iter().for_each(|it| self.log.unread(it));
                        }
                    }
                }
                Meaning::Steps(steps) if steps.iter().all(is_algorithm) => {
                    let open = self.log.open();
                    self.log.all_understood(given, &understood);
                    self.imply(&mut steps.clone(), open);
                }
                // A step has no place here.
                _ => given.iter().for_each(|it| self.log.unread(it)),
            }
        }
        taken
    }

    /// What a sentence announces; `None` if it does not follow.
    fn frame(
        &mut self,
        section: &Part<'_>,
        lines: &[String],
        next: Option<&PageBlock>,
        open: usize,
    ) -> Option<bool> {
        let (first, steps) = lines.split_first()?;
        if let Some(name) = first.strip_prefix("scope of ") {
            self.scope(name, element_types(steps));
            return Some(false);
        }
        let (what, name) = first.split_once(' ').unwrap_or((first, ""));
        match (what, next) {
            ("also", _) => {
                let (name, step) = name.split_once(" => ")?;
                self.algorithm(name, vec![Stmt::step(step)], open);
                self.frame(section, steps, next, open)
            }
            ("pair", _) => {
                let [name, from, to] = name.split(" => ").collect::<Vec<_>>()[..] else {
                    return None;
                };
                self.add_pairs(name, vec![(from.to_owned(), to.to_owned())]);
                self.frame(section, steps, next, open)
            }
            ("condition", _) => {
                let (name, any) = name.split_once(" => ")?;
                self.define(name, any.split(" || "))?;
                self.frame(section, steps, next, open)
            }
            ("amend", _) => self.amend(name, steps, open).then_some(false),
            ("initial", _) => {
                let mode = name.trim_matches('"').to_owned();
                if self.tables.initial.is_some() {
                    // The first phase is known; this is the mode in which the main phase begins.
                    let first = format!("switch the insertion mode to \"{mode}\"");
                    self.algorithm(phases::BEGIN, vec![Stmt::step(&first)], open);
                } else {
                    self.entries.push(Entry::Initial);
                    self.tables.initial = Some(Located::nowhere(mode));
                }
                Some(false)
            }
            ("algorithm", _) => self.named_steps(name, steps, next, open),
            ("set", _) => {
                self.set(name, element_types(steps));
                Some(false)
            }
            ("members", _) => self.titled(section.title, steps).then_some(false),
            ("never", _) => {
                self.never = steps.iter().filter_map(|kind| kind_of(kind)).collect();
                Some(false)
            }
            ("rows", Some(PageBlock::Entries(entries)))
                if name.is_empty() && section.is_foreign() =>
            {
                self.foreign(entries);
                Some(true)
            }
            ("rows", Some(PageBlock::Entries(entries))) => {
                let mode = section.mode()?;
                // If the sentence names a mode, it is that of the heading.
                if !name.is_empty() && name.trim_matches('"') != mode {
                    return None;
                }
                self.mode(mode, entries);
                Some(true)
            }
            ("cases", Some(PageBlock::Entries(entries))) => {
                let steps = self.body(|body| body.cases(entries));
                self.algorithm(name, steps, open);
                Some(true)
            }
            ("nothing", Some(PageBlock::List(items))) => {
                let steps = self.body(|body| body.items(items));
                does_nothing(&steps).then_some(true)
            }
            ("search", Some(PageBlock::List(items))) => {
                self.body(|body| body.items(items));
                self.is_search(items).then_some(true)
            }
            ("nothing", Some(PageBlock::Entries(entries))) => {
                self.body(|body| body.silent_cases(entries)).then_some(true)
            }
            ("categories", Some(PageBlock::Entries(entries))) => {
                self.categories(section, entries);
                Some(true)
            }
            ("scope", Some(PageBlock::List(items))) => {
                let ends = self.members(items);
                self.scope(name, ends);
                Some(true)
            }
            ("scope-steps", Some(PageBlock::List(items))) => {
                let is_read = self.scopes_of_steps(name, items) && self.is_search(items);
                is_read.then_some(true)
            }
            ("select-scope", Some(PageBlock::List(items))) => {
                let steps = self.select_scope(items);
                self.algorithm(name, steps, open);
                Some(true)
            }
            ("definition", Some(PageBlock::List(items))) => {
                self.definition(name, items).then_some(true)
            }
            ("pairs", Some(PageBlock::Table(rows))) => {
                self.add_pairs(name, pairs(rows)?);
                Some(true)
            }
            ("foreign-attributes", Some(PageBlock::Table(rows))) => {
                self.foreign_attributes(rows).then_some(true)
            }
            _ => None,
        }
    }

    /// An algorithm whose steps are lines of the rule, those of a list, lines and then a list, or those of another one under a condition.
    fn named_steps(
        &mut self,
        name: &str,
        lines: &[String],
        next: Option<&PageBlock>,
        open: usize,
    ) -> Option<bool> {
        if let [line] = lines
            && let Some((other, condition)) = line
                .strip_prefix("like ")
                .and_then(|rest| rest.split_once(" and "))
        {
            let steps = self.bodies.iter().find(|(name, _)| name == other)?;
            let steps = steps.1.iter().cloned().map(|stmt| match stmt {
                Stmt::While { mut all, body } => {
                    all.push(condition.to_owned());
                    Stmt::While { all, body }
                }
                other => other,
            });
            let steps = steps.collect();
            self.algorithm(name, steps, open);
            return Some(false);
        }
        let first = match lines.split_last() {
            Some((last, first)) if last == "steps" => first,
            None => lines,
            _ => {
                self.algorithm(name, of_lines(lines), open);
                return Some(false);
            }
        };
        let Some(PageBlock::List(items)) = next else {
            return None;
        };
        let mut steps = of_lines(first);
        steps.extend(self.body(|body| body.items(items)));
        match name.split_once(" / ") {
            Some((first, second)) => {
                self.algorithm(first, variant(&steps, true), open);
                self.algorithm(second, variant(&steps, false), open);
            }
            None => self.algorithm(name, steps, open),
        }
        Some(true)
    }

    pub(super) fn mode(&mut self, name: String, entries: &[ListEntry]) {
        let at = self.tables.modes.len();
        let mode = self.rules(name, entries, |row| Owner::Row(at, row));
        self.add(Entry::Mode, |tables| &mut tables.modes, mode);
    }

    pub(super) fn foreign(&mut self, entries: &[ListEntry]) {
        let rules = self.rules("in foreign content".to_owned(), entries, Owner::Foreign);
        self.entries.push(Entry::ForeignContent);
        self.tables.foreign_content = Some(rules);
    }

    fn rules(
        &mut self,
        name: String,
        entries: &[ListEntry],
        owner: impl Fn(usize) -> Owner,
    ) -> Mode {
        let rows = self.rows(entries, owner);
        Mode {
            name: Located::nowhere(name),
            never: std::mem::take(&mut self.never),
            rows,
        }
    }

    /// Adds a part of the tables behind those that the page had before.
    pub(super) fn add<T>(
        &mut self,
        entry: fn(usize) -> Entry,
        list: fn(&mut TreeTables) -> &mut Vec<T>,
        part: T,
    ) {
        let list = list(&mut self.tables);
        self.entries.push(entry(list.len()));
        list.push(part);
    }

    fn rows(&mut self, entries: &[ListEntry], owner: impl Fn(usize) -> Owner) -> Vec<Row> {
        let mut rows = Vec::new();
        for entry in entries {
            self.log.begin_entry();
            let open = self.log.open();
            let mut on = Vec::new();
            for term in &entry.terms {
                let (reader, log) = (&mut self.reader, &mut self.log);
                let found = tokens(term, &rows, &self.names, reader, log);
                on.extend(found.unwrap_or_else(|| vec![open_term(term)]));
            }
            let before = self.log.report.sentences.len();
            let note = own::note(&entry.body).filter(|_| self.reader.own.is_some());
            let blocks = match note {
                Some(_) => &entry.body[..entry.body.len() - 1],
                None => &entry.body[..],
            };
            let mut steps = self.body(|body| body.blocks(blocks));
            self.imply(&mut steps, open);
            let named = |name: &str| on.iter().find_map(|on| named(&on.tokens.value, name));
            check_names(&mut steps, &named);
            if self.redirects {
                foster::redirect(&mut steps);
            }
            let mut steps = match self.reader.own {
                Some(_) => of_own(steps),
                None => of_row(steps),
            };
            if let [on] = &on[..]
                && let Tokens::StartTags(names) = &on.tokens.value
                && let [name] = &names[..]
            {
                // "Insert a body element" in the row of this tag.
                let renamed = format!("change the token's tag name to \"{}\"", name.value);
                steps.retain(|step| !step.is(&renamed));
            }
            if steps.is_empty() {
                // Sentences without effect say that nothing happens; no sentence says nothing.
                steps.push(match self.log.report.sentences.len() > before {
                    true => Stmt::step("ignore the token"),
                    false => Stmt::Unread("the page says nothing of these tokens".to_owned()),
                });
            }
            for (on, steps) in by_character(on, steps) {
                let body = self.clauses(steps, owner(rows.len()), open);
                rows.push(Row {
                    on,
                    body,
                    note: note.clone(),
                    place: Located::nowhere(()),
                });
            }
        }
        self.log.entry = None;
        rows
    }

    /// Makes algorithms of what steps say of each place that calls them, unless the page has others of these names.
    fn imply(&mut self, steps: &mut Vec<Stmt>, open: usize) {
        let mut found = Vec::new();
        take_algorithms(steps, &mut found);
        for (name, body) in found {
            let is_other = |it: &Algorithm| it.name.value != name;
            match self.implied.iter().find(|(known, _)| *known == name) {
                Some((_, known)) if *known != body => {
                    steps.push(Stmt::Unread(format!("another meaning of {name}")));
                }
                None if self.tables.algorithms.iter().all(is_other) => {
                    self.algorithm(&name, body.clone(), open);
                    self.implied.push((name, body));
                }
                _ => {}
            }
        }
    }

    /// Adds steps to an algorithm, after the one that creates the element.
    fn amend(&mut self, name: &str, lines: &[String], open: usize) -> bool {
        let Some(at) = self.bodies.iter().position(|(known, _)| known == name) else {
            return false;
        };
        let mut steps = self.bodies[at].1.clone();
        let Some(after) = steps.iter().position(|it| it.begins("let element be ")) else {
            return false;
        };
        let _ = steps.splice(after + 1..after + 1, of_lines(lines));
        self.replace(at, steps, open);
        true
    }

    fn replace(&mut self, at: usize, steps: Vec<Stmt>, open: usize) {
        self.tables.algorithms[at].body = self.clauses(steps.clone(), Owner::Algorithm(at), open);
        self.bodies[at].1 = steps;
    }

    pub(super) fn algorithm(&mut self, name: &str, mut steps: Vec<Stmt>, open: usize) {
        self.imply(&mut steps, open);
        if self.redirects {
            foster::redirect(&mut steps);
        }
        let steps = match self.reader.own {
            Some(_) => of_own(steps),
            None => of_algorithm(steps),
        };
        // What the page says of an algorithm comes before what a sentence implied.
        if let Some(at) = self.implied.iter().position(|(known, _)| known == name) {
            self.implied.remove(at);
            let at = self.bodies.iter().position(|(known, _)| known == name);
            return self.replace(at.expect("it was added"), steps, open);
        }
        let at = self.tables.algorithms.len();
        let body = self.clauses(steps.clone(), Owner::Algorithm(at), open);
        self.bodies.push((name.to_owned(), steps));
        let name = Located::nowhere(name.to_owned());
        let algorithm = Algorithm { name, body };
        self.add(Entry::Algorithm, |tables| &mut tables.algorithms, algorithm);
    }

    /// The clauses of a body; what has none is open.
    fn clauses(&mut self, steps: Vec<Stmt>, owner: Owner, open: usize) -> Vec<Clause> {
        let found = clauses(&steps, &self.names);
        let lost = match &found {
            Err(words) => Some(format!("the tables have no form for `{words}`")),
            Ok(_) if self.log.open() > open => None,
            Ok(_) => first_open(&steps).map(|words| format!("no place in the tables: {words}")),
        };
        if lost.is_some() || self.log.open() > open {
            self.open.push(owner);
        }
        if let Some(message) = lost {
            let line = self.log.report.sentences.last().map_or(1, |it| it.line);
            self.fault(line, Cause::Undefined, message);
        }
        found.unwrap_or_else(|words| vec![Clause::Call(Located::nowhere(format!("{OPEN}{words}")))])
    }

    /// Notes what the page has lost, or the tables cannot have.
    fn fault(&mut self, line: u32, cause: Cause, message: String) {
        self.log.report.faults.push(Fault {
            line,
            part: self.log.part.clone(),
            entry: self.log.entry,
            cause,
            message,
        });
    }

    /// Adds the tables that the rows of a section refer to.
    pub(super) fn end_section(&mut self) {
        for (name, pairs) in std::mem::take(&mut self.log.pairs) {
            self.add_pairs(&name, pairs);
        }
        for (name, texts) in std::mem::take(&mut self.log.identifiers) {
            let texts = texts.into_iter().map(Located::nowhere).collect();
            let list = (Located::nowhere(name), texts);
            self.add(Entry::Identifiers, |tables| &mut tables.identifiers, list);
        }
    }

    fn finish(mut self) -> TreeReading {
        let is_own = self.reader.own.is_some();
        self.tables.files = files(&self.tables, &self.entries, is_own);
        outside::add(&mut self.tables, is_own);
        TreeReading {
            tables: self.tables,
            report: self.log.report,
            open: self.open,
        }
    }
}

/// A kind of token by its name.
fn kind_of(name: &str) -> Option<Located<TokenType>> {
    let mut all = TokenType::ALL.iter();
    all.find(|(_, known)| *known == name)
        .map(|(kind, _)| Located::nowhere(*kind))
}

/// The tokens of a term that was not understood: any, under a question that has no answer.
fn open_term(term: &Text) -> On {
    // The tables join conditions by this word.
    let words = term
        .as_str()
        .replace(['{', '}'], "")
        .replace(" and ", " & ");
    let question = Test::Defined {
        sentence: format!("{OPEN}{words}"),
        negated: false,
    };
    On {
        tokens: Located::nowhere(Tokens::AnythingElse),
        when: vec![Located::nowhere(question)],
    }
}

/// The first sentence that was not understood, or that has no place in the tables.
fn first_open(steps: &[Stmt]) -> Option<&str> {
    all(steps).into_iter().find_map(|stmt| match stmt {
        Stmt::Unread(words) => Some(words.as_str()),
        _ => None,
    })
}

/// How a condition begins that a character of the row's token is another one than these.
const OTHER: &str = "OTHER ";

/// A row for some characters and one for the others, if a step of the row is for the others alone.
fn by_character(on: Vec<On>, steps: Vec<Stmt>) -> Vec<(Vec<On>, Vec<Stmt>)> {
    let is_of_others = |stmt: &Stmt| match stmt {
        Stmt::If(choice) => choice.any.iter().flatten().all(|it| it.starts_with(OTHER)),
        _ => false,
    };
    let of_all = matches!(&on[..], [on] if on.when.is_empty()
        && on.tokens.value == Tokens::Kind(TokenType::Character));
    let at = steps.iter().position(is_of_others).filter(|_| of_all);
    let Some(at) = at else {
        return vec![(on, steps)];
    };
    let (mut some, mut others) = (steps.clone(), steps);
    if let Stmt::If(choice) = some.remove(at) {
        let named = choice.any.iter().flatten();
        let named = named.map(|it| model::tokens(it.trim_start_matches(OTHER)));
        if let Some(named) = named.collect::<Option<Vec<_>>>() {
            let _ = some.splice(at..at, choice.otherwise);
            let _ = others.splice(at..=at, choice.then);
            let on = |tokens| On {
                tokens: Located::nowhere(tokens),
                when: Conjunction::new(),
            };
            return vec![
                (named.into_iter().map(on).collect(), some),
                (vec![on(Tokens::OtherCharacter)], others),
            ];
        }
    }
    vec![(on, others)]
}

/// Takes the algorithms out of steps and their branches.
fn take_algorithms(steps: &mut Vec<Stmt>, found: &mut Vec<(String, Vec<Stmt>)>) {
    steps.retain_mut(|stmt| {
        for part in stmt.parts_mut() {
            take_algorithms(part, found);
        }
        let Stmt::Algorithm { name, body } = stmt else {
            return true;
        };
        found.push((std::mem::take(name), std::mem::take(body)));
        false
    });
}

/// What tokens do with an element of this name, if they are its tags.
fn named(tokens: &Tokens, name: &str) -> Option<Named> {
    let (is_end, names) = tokens.tags()?;
    let named = match is_end {
        true => Named::Ended,
        false => Named::Started,
    };
    let mut names = names.iter();
    names.any(|it| it.value == name).then_some(named)
}
