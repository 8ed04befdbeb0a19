//! Lists of entries: rows, and choices inside rows.
//!
//! The same list of terms and descriptions stands for rows, for a choice by the content model flag or the return state, and
//! for a choice inside a row; the sentence before it and its terms decide. A row with a term that is not understood is
//! left out and reported, as it would match less than the page's.

use super::state::{Building, Looks};
use super::{Assembler, RawOn, RawRow};
use crate::body::{Body, nested};
use crate::hole::Kind;
use crate::normalise::normalise;
use crate::outline::{ListEntry, PageBlock};
use crate::report::Verdict;
use crate::stmt::{Choice, Stmt, only};
use crate::terms::{Term, term};
use crate::understand::Meaning;

impl Assembler<'_> {
    /// Reads a list of entries of a state.
    pub(super) fn entries(&mut self, entries: &[ListEntry], building: &mut Building) {
        if building.looks == Some(Looks::ReturnState) {
            building.looks = None;
            let choice = self.by_return_state(entries);
            building.body.push(choice);
            return;
        }
        let mut choice: Option<Choice> = None;
        let around = self.entry;
        for entry in entries {
            self.entries += 1;
            self.entry = Some(self.entries);
            let terms = self.terms(entry);
            match terms.as_slice() {
                [Term::Condition(text)] => {
                    let Some(any) = self.reader.conditions(text) else {
                        continue;
                    };
                    if text.starts_with("the content model flag") {
                        self.guarded(entry, any, building);
                    } else {
                        let then = self.entry_body(entry);
                        choice = Some(Choice::new(any, then, Vec::new()));
                    }
                }
                [Term::Otherwise] => {
                    let body = self.entry_body(entry);
                    match &mut choice {
                        Some(choice) => choice.otherwise = body,
                        None => self.fault(
                            entry.line(),
                            "this entry has no entry with a condition before it",
                        ),
                    }
                }
                _ => self.row(entry, &terms, building),
            }
        }
        if let Some(choice) = choice {
            building.body.push(Stmt::If(choice));
        }
        self.entry = around;
        building.looks = None;
    }

    /// A choice by the return state.
    fn by_return_state(&mut self, entries: &[ListEntry]) -> Stmt {
        let mut any = Vec::new();
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut states = Vec::new();
            let mut rest = false;
            for original in &entry.terms {
                let text = normalise(original.as_str());
                let state = text.strip_prefix("the ").unwrap_or(&text);
                let state = state.strip_suffix(" state");
                match state.and_then(|state| Kind::State.read(state)) {
                    Some(read) => {
                        self.record_term(original, &text, Verdict::Modelled(vec!["term"]));
                        states.extend(read);
                    }
                    None if matches!(text.as_str(), "anything else" | "otherwise") => {
                        self.record_term(original, &text, Verdict::Modelled(vec!["term"]));
                        rest = true;
                    }
                    None => self.unknown_term(original),
                }
            }
            let body = self.entry_body(entry);
            match (rest, any.is_empty()) {
                (true, _) if states.is_empty() && otherwise.is_empty() => otherwise = body,
                (false, true) => {
                    let condition = |state| vec![format!("the return state is the {state} state")];
                    any = states.into_iter().map(condition).collect();
                    then = body;
                }
                _ => self.fault(
                    entry.line(),
                    "this entry does not fit a choice by the return state",
                ),
            }
        }
        Stmt::when(any, then, otherwise)
    }

    /// The terms of an entry that could be read.
    fn terms(&mut self, entry: &ListEntry) -> Vec<Term> {
        let mut terms = Vec::new();
        for original in &entry.terms {
            match term(original.as_str()) {
                Some(found) if !matches!(found, Term::State(_)) => {
                    let verdict = Verdict::Modelled(vec!["term"]);
                    self.record_term(original, &found.to_string(), verdict);
                    terms.push(found);
                }
                _ => self.unknown_term(original),
            }
        }
        terms
    }

    fn row(&mut self, entry: &ListEntry, terms: &[Term], building: &mut Building) {
        let line = entry.line();
        let body = self.entry_body(entry);
        let Some(looks) = building.looks else {
            self.fault(
                line,
                "no sentence defines which characters these rows match",
            );
            return;
        };
        let mut matchers = Vec::new();
        let mut ahead = Vec::new();
        for term in terms {
            match term {
                Term::Matcher(matcher) => matchers.push(matcher.clone()),
                Term::Ahead { text, ignore_case } => ahead.push((text.clone(), *ignore_case)),
                Term::Condition(_) | Term::Otherwise | Term::State(_) => {
                    self.fault(line, "a condition is listed among characters");
                }
            }
        }
        let ons: Vec<RawOn> = match looks {
            Looks::Peeked if ahead.is_empty() => vec![RawOn::Peeked(matchers)],
            Looks::Consumed if ahead.is_empty() => vec![RawOn::Consumed(matchers)],
            Looks::Ahead if matchers.is_empty() => ahead
                .into_iter()
                .map(|(text, ignore_case)| RawOn::Ahead { text, ignore_case })
                .collect(),
            Looks::Ahead if matchers == ["anything else"] && ahead.is_empty() => {
                vec![RawOn::Consumed(matchers)]
            }
            _ => {
                self.fault(line, "these terms do not fit the kind of the rows");
                return;
            }
        };
        if terms.len() < entry.terms.len() {
            // A term was not understood; the row would match less than the page's.
            return;
        }
        building.rows.extend(ons.into_iter().map(|on| RawRow {
            entry: self.entry,
            line,
            on,
            when: building.when.clone(),
            body: body.clone(),
        }));
    }

    /// Rows that count only where the content model flag has some value.
    fn guarded(&mut self, entry: &ListEntry, when: Vec<Vec<String>>, building: &mut Building) {
        let line = entry.line();
        let mut inner = Building {
            when: when.clone(),
            ..Building::default()
        };
        for block in &entry.body {
            self.block(block, &mut inner);
        }
        self.end_rows(&mut inner, line);
        let mut body = inner.body.finish();
        self.resolve_tokens(&mut body, line);
        building.rows.extend(inner.rows);
        if body.is_empty() {
            return;
        }
        let Some((on, then, otherwise)) =
            by_consumed_character(&body).or_else(|| by_next_character(&body))
        else {
            self.fault(line, "these steps cannot be written as rows");
            return;
        };
        for (on, body) in [(on, then), ("anything else".to_owned(), otherwise)] {
            building.rows.push(RawRow {
                entry: self.entry,
                line,
                on: RawOn::Consumed(vec![on]),
                when: when.clone(),
                body,
            });
        }
    }

    /// The steps of an entry.
    pub(super) fn entry_body(&mut self, entry: &ListEntry) -> Vec<Stmt> {
        let line = entry.line();
        let mut body = Body::default();
        let mut stays = false;
        let mut further = false;
        self.entry_blocks(&entry.body, &mut body, &mut stays, &mut further);
        body.end_paragraph();
        if body
            .later_beginnings()
            .any(|stmt| stmt.begins("parse error"))
        {
            self.fault(
                line,
                "a later paragraph of this row begins with an error; the head of a row may be lost",
            );
        }
        let mut stmts = nested(body.finish());
        if stmts.is_empty() && stays {
            stmts.push(Stmt::step("ignore the character"));
        }
        if stmts.is_empty() {
            self.fault(line, "this row has no steps");
        }
        self.resolve_tokens(&mut stmts, line);
        stmts
    }

    fn entry_blocks(
        &mut self,
        blocks: &[PageBlock],
        body: &mut Body,
        stays: &mut bool,
        further: &mut bool,
    ) {
        for block in blocks {
            match block {
                PageBlock::Paragraph { text, aside } => {
                    body.begin_paragraph();
                    for (sentence, understood) in self.read(text, *aside) {
                        match &understood.meaning {
                            Meaning::Outside(lines) => match lines[0].as_str() {
                                "choice by the next character" => *further = true,
                                "items" => {}
                                _ if self.stays(lines, sentence.line) => *stays = true,
                                _ if self.outside(lines) => {}
                                _ => self.out_of_place(&sentence),
                            },
                            Meaning::Silent(_) => {}
                            meaning => {
                                if *stays {
                                    self.fault(
                                        sentence.line,
                                        "steps follow the end of this row; the heading of another row may be lost",
                                    );
                                }
                                self.taken(body.take(meaning), &sentence);
                            }
                        }
                    }
                }
                PageBlock::List(items) => {
                    self.check_announced(items);
                    let awaited = body.awaits();
                    for item in items {
                        self.entry_blocks(item, body, stays, further);
                    }
                    if awaited {
                        body.end_branch();
                    }
                }
                PageBlock::Entries(entries) if *further => {
                    *further = false;
                    self.further(entries, body);
                }
                PageBlock::Entries(entries) => {
                    for entry in entries {
                        for term in &entry.terms {
                            self.unknown_term(term);
                        }
                        self.entry_body(entry);
                    }
                }
                PageBlock::Table(rows) => self.table(rows),
                PageBlock::Heading { text, .. } => {
                    self.fault(text.line(0), "a heading is inside a list");
                }
            }
        }
    }

    /// A choice by the next character inside a row.
    fn further(&mut self, entries: &[ListEntry], body: &mut Body) {
        let mut cases: Vec<(Vec<String>, Vec<Stmt>, u32)> = Vec::new();
        for entry in entries {
            let matchers = self
                .terms(entry)
                .into_iter()
                .filter_map(|term| match term {
                    Term::Matcher(matcher) => Some(matcher),
                    _ => None,
                })
                .collect();
            let stmts = self.entry_body(entry);
            cases.push((matchers, stmts, entry.line()));
        }
        let mut otherwise = Vec::new();
        if cases
            .last()
            .is_some_and(|(matchers, ..)| *matchers == ["anything else"])
        {
            otherwise = cases.pop().map(|(_, stmts, _)| stmts).unwrap_or_default();
        } else if let Some((_, _, line)) = cases.last() {
            let line = *line;
            self.fault(line, "this list has no entry `Anything else`");
        }
        while let Some((matchers, then, _)) = cases.pop() {
            let chained = matches!(otherwise.as_slice(), [Stmt::If(_)]);
            let set = matchers.join(" or ");
            otherwise = vec![Stmt::If(Choice {
                any: only(format!("the next input character is {set}")),
                then,
                otherwise,
                chained,
            })];
        }
        for stmt in otherwise {
            body.push(stmt);
        }
    }
}

/// What a row matches, its steps, and the steps of a row on anything else.
type TwoRows = (String, Vec<Stmt>, Vec<Stmt>);

const CONSUME: &str = "consume the next input character";

/// A choice by one condition, and the condition.
fn by_one_condition(stmt: &Stmt) -> Option<(&str, &Choice)> {
    let Stmt::If(choice) = stmt else {
        return None;
    };
    match choice.any.as_slice() {
        [all] if all.len() == 1 => Some((&all[0], choice)),
        _ => None,
    }
}

/// `Consume the next input character. If it is a ..., ... Otherwise, ...` as two rows.
fn by_consumed_character(body: &[Stmt]) -> Option<TwoRows> {
    let [first, choice] = body else {
        return None;
    };
    let (condition, choice) = by_one_condition(choice)?;
    let on = condition.strip_prefix("it is ")?;
    let rows = (on.to_owned(), choice.then.clone(), choice.otherwise.clone());
    first.is(CONSUME).then_some(rows)
}

/// `If the next input character is X, consume it and ... If it is not, ...` as two rows, of which the one on anything else
/// gives the character back that it has consumed.
fn by_next_character(body: &[Stmt]) -> Option<TwoRows> {
    const NEXT: &str = "the next input character is ";
    let (first, more) = body.split_first()?;
    let (condition, choice) = by_one_condition(first)?;
    let on = condition.strip_prefix(NEXT)?.to_owned();
    let mut otherwise = match more {
        [] => choice.otherwise.clone(),
        [other] => {
            let (denial, other) = by_one_condition(other)?;
            let opposite = denial == format!("{NEXT}not {on}");
            let whole = choice.otherwise.is_empty() && other.otherwise.is_empty();
            (opposite && whole).then(|| other.then.clone())?
        }
        _ => return None,
    };
    let (first, then) = choice.then.split_first()?;
    let last = otherwise.pop()?;
    let last = last.as_step()?.replacen("switch to ", "reconsume in ", 1);
    let again = last.starts_with("reconsume in ");
    otherwise.push(Stmt::Step(last));
    (first.is(CONSUME) && again && !on.contains(" or ")).then(|| (on, then.to_vec(), otherwise))
}
