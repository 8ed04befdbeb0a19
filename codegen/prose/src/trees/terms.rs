//! The headings of rows: the tokens that a row matches.

use super::log::Log;
use super::rules::TERMS;
use super::spelling::sentences;
use super::understand::Reader;
use crate::outline::Text;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{Conjunction, On, Row, Tokens, TreeTables};
use tokenwright_tables::tree::sentences as model;

/// How a line begins that is a condition of the tokens.
const WHEN: &str = "when ";

/// The tokens of a term in a row after others; none if it is not understood, which the log then has.
pub(super) fn tokens(
    term: &Text,
    before: &[Row],
    names: &TreeTables,
    reader: &mut Reader,
    log: &mut Log,
) -> Option<Vec<On>> {
    let sentences = sentences(term);
    let [sentence] = sentences.as_slice() else {
        for sentence in &sentences {
            log.unread(sentence);
        }
        return None;
    };
    let text = sentence.text.trim_end_matches([':', '.']);
    let parts = [", if ", ", when "].into_iter();
    let (tokens, condition) = match parts.filter_map(|it| text.split_once(it)).next() {
        Some((tokens, condition)) => (tokens, Some(condition)),
        None => (text, None),
    };
    let found = TERMS.fit(tokens, false).and_then(|(rule, fillings)| {
        let (own, lines): (Vec<String>, Vec<String>) = rule
            .lines(&fillings)
            .into_iter()
            .partition(|line| line.starts_with(WHEN));
        let tokens = of_lines(&lines, before)?;
        let mut when = Conjunction::new();
        for line in &own {
            when.extend(model::conjunction(names, line.trim_start_matches(WHEN))?);
        }
        if let Some(condition) = condition {
            when.extend(conjunction(condition, names, reader)?);
        }
        Some((rule, tokens, when))
    });
    let Some((rule, tokens, when)) = found else {
        log.unread(sentence);
        return None;
    };
    log.modelled(sentence, rule.name, text);
    let on = tokens.into_iter().map(|tokens| On {
        tokens: Located::nowhere(tokens),
        when: when.clone(),
    });
    Some(on.collect())
}

/// The condition of a term, which is one of conditions that hold together.
fn conjunction(text: &str, names: &TreeTables, reader: &mut Reader) -> Option<Conjunction> {
    let any = reader.conditions(text)?;
    let [all] = any.as_slice() else {
        return None;
    };
    model::conjunction(names, &all.join(" and "))
}

/// The tokens of a kind but those that are named, if a row before has taken these.
fn other(taken: &str, before: &[Row]) -> Option<Tokens> {
    let (name, condition) = taken.split_once(", if ").unwrap_or((taken, ""));
    let tokens = model::tokens(name)?;
    let mut on = before.iter().flat_map(|row| &row.on);
    on.find(|on| {
        let when: Vec<String> = on.when.iter().map(|test| test.value.to_string()).collect();
        on.tokens.value == tokens && when.join(" and ") == condition
    })?;
    Some(match tokens {
        Tokens::Characters(_) => Tokens::OtherCharacter,
        all => all,
    })
}

/// The tokens that the lines of a rule name: `start p`, `end p`, or the name of tokens.
fn of_lines(lines: &[String], before: &[Row]) -> Option<Vec<Tokens>> {
    let mut found: Vec<Tokens> = Vec::new();
    for line in lines {
        match line.split_once(' ') {
            Some((kind @ ("start" | "end"), name)) => {
                let name = Located::nowhere(name.to_owned());
                match (kind, found.last_mut()) {
                    ("start", Some(Tokens::StartTags(names)))
                    | ("end", Some(Tokens::EndTags(names))) => names.push(name),
                    ("start", _) => found.push(Tokens::StartTags(vec![name])),
                    _ => found.push(Tokens::EndTags(vec![name])),
                }
            }
            Some(("other", taken)) => {
                let others = other(taken, before)?;
                if !found.contains(&others) {
                    found.push(others);
                }
            }
            _ => found.push(model::tokens(line)?),
        }
    }
    Some(found)
}
