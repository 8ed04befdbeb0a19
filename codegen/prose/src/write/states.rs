//! A state or a procedure: its steps, and its rows as switch lists.
//!
//! The standard has four forms of lists, for rows that consume, look at or look ahead at characters, and for rows under a
//! flag. The first row decides which; a state that mixes them otherwise than the standard does is refused when the page is
//! read again.

use super::body::{Around, blocks};
use super::clauses::{of_conditions, of_facts};
use super::document::Block;
use super::{Gap, unless};
use crate::code_points::spell;
use crate::stmt::{Alternatives, Stmt};
use crate::terms::{Term, term};
use crate::understand::Reader;
use tokenwright_tables::english::sentence;
use tokenwright_tables::model::{Clause, Conjunction, On, Revision, Row, State};

/// Clauses of the model in the words of the tables.
pub(super) fn stmts(clauses: &[Clause]) -> Vec<Stmt> {
    let each = clauses.iter().map(|clause| match clause {
        Clause::Step(step) => Stmt::Step(step.value.to_string()),
        Clause::Call(name) => Stmt::Step(name.value.clone()),
        Clause::If {
            any,
            then,
            otherwise,
        } => Stmt::when(alternatives(any), stmts(then), stmts(otherwise)),
    });
    each.collect()
}

pub(super) fn alternatives(any: &[Conjunction]) -> Alternatives {
    let all = |all: &Conjunction| all.iter().map(|test| test.value.to_string()).collect();
    any.iter().map(all).collect()
}

/// The blocks of a state.
pub(super) fn state(
    reader: &mut Reader,
    revision: &Revision,
    state: &State,
) -> Result<Vec<Block>, Vec<Gap>> {
    let mut gaps = Vec::new();
    let mut written = Vec::new();
    let mut after_guard = false;
    match close_tag_guard(reader, revision, state) {
        Some(guard) => {
            written.extend(guard);
            after_guard = true;
        }
        None => match blocks(reader, &stmts(&state.body), Around::State) {
            Ok(found) => written.extend(found),
            Err(why) => gaps.push(Gap::new(state.name.place, why)),
        },
    }
    if !state.rows.is_empty() {
        match rows(reader, state, after_guard) {
            Ok(found) => written.extend(found),
            Err(more) => gaps.extend(more),
        }
    }
    unless(gaps, written)
}

fn rows(reader: &mut Reader, state: &State, after_guard: bool) -> Result<Vec<Block>, Vec<Gap>> {
    let first = &state.rows[0].on;
    let guarded = state.rows.iter().any(|row| !row.when.is_empty());
    match first {
        On::Ahead { .. } if guarded => choice_ahead(reader, state),
        On::Consumed { .. } if guarded => guarded_rows(reader, state),
        _ => {
            let lead = match first {
                On::Consumed { .. } if after_guard => CLOSE_TAG_ROWS,
                On::Consumed { .. } => "consume the next input character:",
                On::Ahead { .. } => "if the next few characters are:",
                On::Peeked(_) => {
                    "the behavior depends on the identity of the next character (the one immediately after the \
                     U+0026 AMPERSAND (&) character):"
                }
            };
            let list = switch(reader, &state.rows)?;
            Ok(vec![Block::Paragraph(sentence(lead)), list])
        }
    }
}

const CLOSE_TAG_ROWS: &str = "otherwise, if the content model flag is set to the PCDATA state, or if the next few \
                              characters do match that tag name, consume the next input character:";

/// A switch list of rows without guards.
fn switch(reader: &mut Reader, rows: &[Row]) -> Result<Block, Vec<Gap>> {
    let mut entries = Vec::new();
    let mut gaps = Vec::new();
    for row in rows {
        let body = blocks(reader, &stmts(&row.body), Around::Row);
        match (terms(row), body) {
            (Ok(terms), Ok(body)) => entries.push((terms, body)),
            (terms, body) => {
                let whys = [terms.err(), body.err()];
                let whys = whys.into_iter().flatten();
                gaps.extend(whys.map(|why| Gap::new(row.place.place, why)));
            }
        }
    }
    unless(gaps, Block::Switch(entries))
}

/// The terms of a row in a switch list.
fn terms(row: &Row) -> Result<Vec<String>, String> {
    let matchers = match &row.on {
        On::Ahead { text, ignore_case } => {
            let text = &text.value;
            let wanted = Term::Ahead {
                text: text.clone(),
                ignore_case: *ignore_case,
            };
            let spelt = match (text.as_str(), ignore_case) {
                (_, true) => format!("ASCII case-insensitive match for the word \"{text}\""),
                ("--", false) => "Two U+002D HYPHEN-MINUS characters (-)".to_owned(),
                (_, false) => format!("The string \"{text}\""),
            };
            return if term(&spelt) == Some(wanted) {
                Ok(vec![spelt])
            } else {
                Err(format!("no term of a list stands for `{text}`"))
            };
        }
        On::Consumed { except, .. } if !except.is_empty() => {
            return Err("no term of a list excepts characters".to_owned());
        }
        On::Consumed { any, .. } | On::Peeked(any) => any,
    };
    let each = matchers.iter().map(|matcher| {
        let text = matcher.value.to_string();
        let spelt = match text.as_str() {
            "anything else" => "Anything else".to_owned(),
            "the additional allowed character" => {
                "The additional allowed character, if there is one".to_owned()
            }
            other => spell(other),
        };
        match term(&spelt) {
            Some(Term::Matcher(read)) if read == text => Ok(spelt),
            _ => Err(format!("no term of a list stands for `{text}`")),
        }
    });
    each.collect()
}

/// Rows that count only where a flag has some value: a list in an entry for each value.
fn guarded_rows(reader: &mut Reader, state: &State) -> Result<Vec<Block>, Vec<Gap>> {
    let mut entries = Vec::new();
    let mut gaps = Vec::new();
    let mut unguarded = None;
    for group in state
        .rows
        .chunk_by(|a, b| alternatives(&a.when) == alternatives(&b.when))
    {
        let place = group[0].place.place;
        let guard = alternatives(&group[0].when);
        if guard.is_empty() {
            unguarded.get_or_insert(place);
            continue;
        }
        let condition = of_conditions(reader, &guard).map(|text| format!("If {text}"));
        let condition = condition.filter(|text| matches!(term(text), Some(Term::Condition(_))));
        let Some(condition) = condition else {
            let why = "no term of a list says the guard of this row";
            gaps.push(Gap::new(place, why));
            continue;
        };
        match switch(reader, group) {
            Ok(list) => {
                let lead = Block::paragraph("Consume the next input character:");
                entries.push((vec![condition], vec![lead, list]));
            }
            Err(more) => gaps.extend(more),
        }
    }
    if let Some(place) = unguarded.filter(|_| gaps.is_empty()) {
        gaps.push(Gap::new(place, "no list has rows with and without a guard"));
    }
    unless(gaps, vec![Block::Switch(entries)])
}

/// Guarded rows that look ahead: `If the next two characters are ... Otherwise, if ...`
fn choice_ahead(reader: &mut Reader, state: &State) -> Result<Vec<Block>, Vec<Gap>> {
    let mut choice: Vec<Stmt> = Vec::new();
    for row in state.rows.iter().rev() {
        let then = stmts(&row.body);
        let On::Ahead { text, ignore_case } = &row.on else {
            choice = then;
            continue;
        };
        let kind = match ignore_case {
            true => "ahead ignoring ASCII case",
            false => "ahead",
        };
        let ahead = format!("{kind}: \"{}\"", text.value);
        let mut any = alternatives(&row.when);
        if any.is_empty() {
            any.push(Vec::new());
        }
        for all in &mut any {
            all.push(ahead.clone());
        }
        choice = vec![Stmt::when(any, then, choice)];
    }
    blocks(reader, &choice, Around::State).map_err(|why| vec![Gap::new(state.name.place, why)])
}

/// The guard of the close tag open state: what the flag and the last start tag decide.
fn close_tag_guard(reader: &mut Reader, revision: &Revision, state: &State) -> Option<Vec<Block>> {
    let body = stmts(&state.body);
    let [Stmt::If(choice)] = body.as_slice() else {
        return None;
    };
    let flag = choice.any.first()?.first()?;
    let models = flag.strip_prefix("the content model flag is ")?;
    if !choice.otherwise.is_empty() {
        return None;
    }
    let guard = choice
        .any
        .iter()
        .map(|all| format!("guard: {}", all.join(" and ")));
    let guard: Vec<String> = guard.collect();
    let lead = match of_facts(reader, &guard) {
        Some(lead) => sentence(&lead),
        // The values can have a sentence of their own.
        None => {
            let values = of_facts(reader, &[format!("models of the guard: {models}")])?;
            let guard = guard.iter().map(|line| line.replacen(models, "MODELS", 1));
            let lead = of_facts(reader, &guard.collect::<Vec<_>>())?;
            format!("{} {}", sentence(&values), sentence(&lead))
        }
    };
    let members = revision.about.class("tag name terminator")?;
    let members = members
        .iter()
        .map(|member| spell(&member.value.to_string()));
    let items = members
        .map(|member| vec![Block::Paragraph(member)])
        .collect();
    let steps = blocks(reader, &choice.then, Around::State).ok()?;
    let [Block::Paragraph(steps)] = steps.as_slice() else {
        return None;
    };
    let mut letters = steps.chars();
    let first = letters.next()?.to_ascii_lowercase();
    Some(vec![
        Block::Paragraph(lead),
        Block::list(false, items),
        Block::Paragraph(format!("...then {first}{}", letters.as_str())),
    ])
}
