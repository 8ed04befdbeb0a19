//! One state: its steps, and the lists of its rows.
//!
//! Pages say in several forms what the tables have as rows: a choice by look-ahead in sentences, a longest match that
//! begins with a consumed character, a condition on what was consumed in bulk, a guard with a list in the middle of its
//! sentence. Each is rewritten to the form of the tables here, so that the model has one form; what cannot be rewritten is
//! a fault.

use super::{Assembler, Raw, RawOn, RawRow};
use crate::body::Body;
use crate::outline::{PageBlock, Text};
use crate::prefix::between;
use crate::report::{Verdict, excerpt};
use crate::section::Part;
use crate::sentence::{Sentence, sentences};
use crate::stmt::{Alternatives, Stmt, conjunction, only};
use crate::terms::{Term, term};
use crate::understand::{Lead, Meaning, Understood};

/// The input that the rows of a list look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// At the character that has been consumed.
    Consumed,
    /// Ahead, at the next characters.
    Ahead,
    /// At the next character.
    Peeked,
    /// At the return state.
    ReturnState,
}

/// A state while its blocks are read.
#[derive(Default)]
pub(super) struct Building {
    pub(super) body: Body,
    pub(super) rows: Vec<RawRow>,
    /// The steps after the rows.
    pub(super) after: Body,
    /// The sentence that opens the next list of entries.
    pub(super) looks: Option<Looks>,
    /// The guard of a list inside an entry.
    pub(super) when: Vec<Vec<String>>,
    /// The alternatives of the guard of the close tag open state, until its steps are read.
    pub(super) guard: Option<Alternatives>,
    /// The values of the content model flag in the guard before them.
    pub(super) models: Option<String>,
}

impl Building {
    /// The steps that a sentence belongs to: those before the rows, or those after them.
    fn body_for(&mut self, meaning: &Meaning) -> Option<&mut Body> {
        if self.rows.is_empty() {
            return Some(&mut self.body);
        }
        let follows = match meaning {
            Meaning::If { lead, .. } => match lead {
                Lead::Then => true,
                Lead::Otherwise => !self.after.is_empty(),
                _ => false,
            },
            _ => false,
        };
        follows.then_some(&mut self.after)
    }
}

impl Assembler<'_> {
    /// Reads a state or the procedure.
    pub(super) fn state(&mut self, name: String, part: &Part<'_>) -> Raw {
        self.part = part.title.to_owned();
        self.state.clone_from(&name);
        // What the parts before announce is there.
        (self.announces, self.awaits_table) = (false, None);
        let mut building = Building::default();
        for block in &part.blocks {
            self.block(block, &mut building);
        }
        building.body.end_paragraph();
        self.end_rows(&mut building, part.line);
        if let Some(line) = self.awaits_table.take() {
            self.fault(line, "the table that this refers to does not follow");
        }
        let mut raw = Raw {
            name,
            title: part.title.to_owned(),
            line: part.line,
            body: building.body.finish(),
            rows: building.rows,
        };
        self.rows_from_choice(&mut raw);
        look_ahead(&mut raw);
        ask_before_bulk(&mut raw.body);
        self.resolve_tokens(&mut raw.body, part.line);
        raw
    }

    /// Reads a block of a state, or of an entry with nested rows.
    pub(super) fn block(&mut self, block: &PageBlock, building: &mut Building) {
        match block {
            PageBlock::Paragraph { text, aside } => {
                building.body.end_paragraph();
                for (sentence, understood) in self.read(text, *aside) {
                    match &understood.meaning {
                        Meaning::Outside(lines) => self.of_the_form(lines, &sentence, building),
                        Meaning::Silent(_) => {}
                        meaning => {
                            if building.looks.is_some() {
                                self.fault(
                                    sentence.line,
                                    "a step precedes the first row; the heading of a row may be lost",
                                );
                                continue;
                            }
                            let Some(body) = building.body_for(meaning) else {
                                self.out_of_place(&sentence);
                                continue;
                            };
                            let taken = body.take(meaning);
                            self.taken(taken, &sentence);
                        }
                    }
                }
                self.close_tag_then(text.as_str(), text.line(0), building);
            }
            PageBlock::Entries(entries) => self.entries(entries, building),
            PageBlock::List(items) => {
                if building.guard.is_some() {
                    self.class(items);
                } else {
                    self.check_announced(items);
                    let awaited = building.body.awaits();
                    for block in items.iter().flatten() {
                        self.block(block, building);
                    }
                    if awaited {
                        building.body.end_branch();
                    }
                    building.body.end_paragraph();
                }
            }
            PageBlock::Table(rows) => self.table(rows),
            PageBlock::Heading { text, .. } => {
                self.fault(text.line(0), "a heading is inside a list");
            }
        }
    }

    /// Takes a sentence on the form of the state: what its rows look at, its guard; or a fact about the section.
    fn of_the_form(&mut self, lines: &[String], sentence: &Sentence, building: &mut Building) {
        const MODELS: &str = "MODELS";
        let first = lines.first().map_or("", String::as_str);
        match first.split_once(": ").unwrap_or((first, "")) {
            ("rows of the consumed character", _) => building.looks = Some(Looks::Consumed),
            ("rows ahead", _) => building.looks = Some(Looks::Ahead),
            ("rows of the next character", _) => building.looks = Some(Looks::Peeked),
            ("choice by the return state", _) => building.looks = Some(Looks::ReturnState),
            ("items", _) => {}
            ("models of the guard", models) => building.models = Some(models.to_owned()),
            ("guard", _) if building.body.is_empty() => {
                let models = building.models.take();
                let guard = lines.iter().map(|line| {
                    let line = line.strip_prefix("guard: ")?;
                    let line = match line.contains(MODELS) {
                        true => line.replace(MODELS, models.as_deref()?),
                        false => line.to_owned(),
                    };
                    Some(conjunction(&line))
                });
                match guard.collect() {
                    Some(guard) => building.guard = Some(guard),
                    None => self.out_of_place(sentence),
                }
            }
            _ if self.stays(lines, sentence.line) || self.outside(lines) => {}
            _ => self.out_of_place(sentence),
        }
    }

    /// Reports why the steps of a sentence have no place.
    pub(super) fn taken(&mut self, taken: Result<(), &str>, sentence: &Sentence) {
        if let Err(message) = taken {
            let message = format!("`{}`: {message}", excerpt(&sentence.original));
            self.fault(sentence.line, message);
        }
    }

    /// "Stay in the ... state" has no effect if it names its own state. `false` for other sentences.
    pub(super) fn stays(&mut self, lines: &[String], line: u32) -> bool {
        let named = lines.first().and_then(|line| line.strip_prefix("stay in "));
        if let Some(named) = named.filter(|named| *named != self.state) {
            self.fault(
                line,
                format!("the machine cannot stay in the {named} state here"),
            );
        }
        named.is_some()
    }

    /// `...then emit ...`: the steps that the guard of the close tag open state leads to.
    fn close_tag_then(&mut self, text: &str, line: u32, building: &mut Building) {
        let words = text.trim_start_matches(['.', '\u{2026}', ' ']);
        let rest = words.strip_prefix("then ");
        let Some(rest) = rest.filter(|_| words.len() < text.len()) else {
            return;
        };
        // The reader noted the first sentence as not understood, because it is not a complete sentence.
        let mut steps = Vec::new();
        let mut rules = Vec::new();
        for sentence in sentences(&Text::at(line, rest)) {
            let understood = self.reader.understand(&sentence.text);
            match understood.as_deref() {
                Some(Understood {
                    meaning: Meaning::Steps { stmts, .. },
                    rules: by,
                }) => {
                    steps.extend(stmts.iter().cloned());
                    rules.extend(by.iter().copied());
                }
                _ => return,
            }
        }
        let Some(any) = building.guard.take() else {
            self.fault(line, "these steps have no condition");
            return;
        };
        // The text before the steps: `...then `.
        let lead = &text[..text.find("then ").unwrap_or_default()];
        let mut sentences = self.report.sentences.iter_mut();
        if let Some(first) = sentences.rfind(|sentence| sentence.original.starts_with(lead)) {
            first.verdict = Verdict::Modelled(rules);
        }
        // The sentences after the first one were read as steps of the state.
        building.body = Body::default();
        building.body.push(Stmt::when(any, steps, Vec::new()));
    }

    /// The class of the characters that end the name of a tag.
    fn class(&mut self, items: &[Vec<PageBlock>]) {
        let mut members = Vec::new();
        for block in items.iter().flatten() {
            let PageBlock::Paragraph { text, .. } = block else {
                continue;
            };
            let verdict = match term(text.as_str()) {
                Some(Term::Matcher(matcher)) => {
                    members.push(matcher);
                    Verdict::Modelled(vec!["member of a class"])
                }
                _ => Verdict::UNKNOWN,
            };
            self.record_term(text, text.as_str(), verdict);
        }
        self.found.tag_name_terminator = members;
    }

    /// Converts a choice by the following characters to rows.
    fn rows_from_choice(&mut self, raw: &mut Raw) {
        let is_choice = |stmt: &Stmt| match stmt {
            Stmt::If(choice) => choice.any.iter().flatten().any(|c| c.starts_with("ahead")),
            Stmt::Step(_) => false,
        };
        if !raw.body.iter().any(is_choice) {
            return;
        }
        if raw.body.len() != 1 || !raw.rows.is_empty() {
            self.fault(raw.line, "steps precede or follow the choice by look-ahead");
            return;
        }
        let row = |on, when, body| RawRow {
            entry: self.entry,
            line: raw.line,
            on,
            when,
            body,
        };
        let mut next = std::mem::take(&mut raw.body);
        let mut unnamed = 0;
        loop {
            let is_case = next.first().is_some_and(is_choice) && next.len() == 1;
            let Some(Stmt::If(case)) = next.pop_if(|_| is_case) else {
                let on = RawOn::Consumed(vec!["anything else".to_owned()]);
                raw.rows.push(row(on, Vec::new(), next));
                break;
            };
            match ahead(&case.any) {
                Some((on, when)) => raw.rows.push(row(on, when, case.then)),
                None => unnamed += 1,
            }
            next = case.otherwise;
        }
        for _ in 0..unnamed {
            self.fault(raw.line, "a case names no look-ahead characters");
        }
        for row in &mut raw.rows {
            self.resolve_tokens(&mut row.body, row.line);
        }
    }

    /// Resolves the token of `emit the current token`, and the meaning of an empty list of steps.
    pub(super) fn resolve_tokens(&mut self, body: &mut [Stmt], line: u32) {
        let mut created: Option<String> = None;
        self.resolve_tokens_from(body, &mut created, line);
    }

    fn resolve_tokens_from(&mut self, body: &mut [Stmt], created: &mut Option<String>, line: u32) {
        for stmt in body {
            match stmt {
                Stmt::Step(step) => {
                    if let Some(kind) = between(step, "create a ", " token") {
                        *created = Some(kind.to_owned());
                    } else if step == "emit the current token" {
                        match created {
                            Some(kind) => *step = format!("emit the current {kind} token"),
                            None => self.fault(line, "no step before this one creates a token"),
                        }
                    }
                }
                Stmt::If(choice) => {
                    for condition in choice.any.iter_mut().flatten() {
                        // In a row, the first of these characters is the current one.
                        if let Some(text) = condition.strip_prefix("ahead ignoring ASCII case: ") {
                            *condition = format!(
                                "the characters from the current input character are {text} ignoring ASCII case"
                            );
                        }
                    }
                    self.resolve_tokens_from(&mut choice.then, &mut created.clone(), line);
                    self.resolve_tokens_from(&mut choice.otherwise, &mut created.clone(), line);
                }
            }
        }
    }
}

/// Turns the rows of a state that consumes a character, and then the longest match that begins
/// with it, into rows that look at that character: what they consume they then consume themselves.
fn look_ahead(raw: &mut Raw) {
    const LONGEST: &str = "consume the longest match of a named character reference";
    let matches = |row: &RawRow| row.body.first().is_some_and(|first| first.is(LONGEST));
    let consumed = raw
        .rows
        .iter()
        .all(|row| matches!(row.on, RawOn::Consumed(_)));
    if !consumed || !raw.rows.iter().any(matches) {
        return;
    }
    for row in &mut raw.rows {
        if let RawOn::Consumed(any) = &mut row.on {
            row.on = RawOn::Peeked(std::mem::take(any));
        }
        if matches(row) {
            continue;
        }
        // The character is reconsumed, so it is not consumed here.
        if let Some(Stmt::Step(step)) = row.body.last_mut()
            && let Some(state) = step.strip_prefix("reconsume in ")
        {
            *step = format!("switch to {state}");
        } else {
            row.body
                .insert(0, Stmt::step("consume the next input character"));
        }
    }
}

/// Replaces the condition `more than one character was consumed` by one before the characters are consumed:
/// whether the first of them is not the one that ends them.
fn ask_before_bulk(body: &mut Vec<Stmt>) {
    const MORE: &str = "more than one character was consumed";
    const BULK: &str = "consume every character up to and including the first ";
    let tests_more = |pair: &[Stmt]| match pair {
        [bulk, Stmt::If(choice)] => bulk.begins(BULK) && choice.any == only(MORE),
        _ => false,
    };
    let Some(at) = body.windows(2).position(tests_more) else {
        return;
    };
    let bulk = body.remove(at);
    if let (Stmt::Step(step), Stmt::If(choice)) = (&bulk, &mut body[at]) {
        let end = step.trim_start_matches(BULK);
        choice.any = only(format!("the next input character is not {end}"));
        choice.then.insert(0, bulk.clone());
        choice.otherwise.insert(0, bulk);
    }
}

/// The following characters of a case, and its guards.
fn ahead(any: &Alternatives) -> Option<(RawOn, Vec<Vec<String>>)> {
    let [all] = any.as_slice() else {
        return None;
    };
    let at = all
        .iter()
        .position(|condition| condition.starts_with("ahead"))?;
    let (kind, text) = all[at].split_once(": ")?;
    let text = between(text, "\"", "\"")?.to_owned();
    let mut rest = all.clone();
    rest.remove(at);
    let when = match rest.is_empty() {
        true => Vec::new(),
        false => vec![rest],
    };
    let ignore_case = kind == "ahead ignoring ASCII case";
    Some((RawOn::Ahead { text, ignore_case }, when))
}
