//! Sentences with a new wording and the same meaning.
//!
//! Most edits of the standard are of this kind, and a reader wants to see that nothing else changed. Sentences are
//! compared part by part where their models are equal, and joined if one was split. Only pages have wordings, as
//! tables keep none; so two revisions in tables have no editorial changes.

use super::change::Editorial;
use super::names::Names;
use super::sequence::operations;
use super::side::{Page, Side};
use similar::DiffOp;
use std::collections::HashMap;
use tokenwright_prose::{SentenceReport, Verdict, owner_of_title};
use tokenwright_tables::model::{Revision, State};

/// Notes of tables that are not the same; a page has no notes of this kind.
pub(super) fn notes(
    from: &Revision,
    to: &Revision,
    from_side: &Side,
    to_side: &Side,
) -> Vec<Editorial> {
    if from_side.page.is_some() || to_side.page.is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut note = |part: &str, old: Option<&String>, new: Option<&String>| {
        if old != new {
            let notes = [old, new].map(Option::<&String>::cloned);
            found.push(Editorial::of(part.to_owned(), notes, "a note"));
        }
    };
    let (old, new) = (&from.about.notes, &to.about.notes);
    let only = |notes: &[String], others: &[String]| -> Vec<String> {
        let missing = notes.iter().filter(|note| !others.contains(note));
        missing.cloned().collect()
    };
    for gone in only(old, new) {
        note("revision.toml", Some(&gone), None);
    }
    for added in only(new, old) {
        note("revision.toml", None, Some(&added));
    }
    let blocks = from.blocks().map(|state| (&*state.name.value, state));
    let old: HashMap<&str, &State> = blocks.collect();
    for state in to.blocks() {
        if let Some(before) = old.get(&*state.name.value) {
            let part = format!("state {}", state.name.value);
            note(&part, before.note.as_ref(), state.note.as_ref());
        }
    }
    found
}

/// Sentences of two pages at the same place with the same meaning and different wordings; and remarks that
/// only one page has.
pub(super) fn sentences(from: &Side, to: &Side, names: &Names) -> Vec<Editorial> {
    let (Some(old), Some(new)) = (&from.page, &to.page) else {
        return Vec::new();
    };
    let (old, new) = (parts(old, names), parts(new, &Names::default()));
    let older: HashMap<_, _> = old.into_iter().collect();
    let mut found = Vec::new();
    for (name, new) in &new {
        if let Some(old) = older.get(name) {
            part(name, old, new, names, &mut found);
        }
    }
    found
}

/// The sentences of each part, by the name of its state or its heading, in the page's order.
fn parts<'p>(page: &'p Page, names: &Names) -> Vec<(String, Vec<(String, &'p SentenceReport)>)> {
    let mut found: Vec<(String, Vec<(String, &SentenceReport)>)> = Vec::new();
    let mut numbers = HashMap::new();
    for sentence in &page.report.sentences {
        let name = match owner_of_title(&sentence.part) {
            Some(state) if sentence.part.ends_with("state") => {
                format!("the {} state", names.state(&state))
            }
            _ => sentence.part.clone(),
        };
        let meaning = by_new_names(&sentence.meaning, names);
        let number = *numbers.entry(name.clone()).or_insert(found.len());
        if number == found.len() {
            found.push((name, Vec::new()));
        }
        found[number].1.push((meaning, sentence));
    }
    found
}

fn by_new_names(meaning: &str, names: &Names) -> String {
    let mut meaning = meaning.to_owned();
    for (old, new) in &names.states {
        if meaning.contains(old) {
            meaning = meaning.replace(&format!("the {old} state"), &format!("the {new} state"));
        }
    }
    for (old, new) in &names.codes {
        if !meaning.contains(old) {
            continue;
        }
        for (before, after) in [("parse error: ", ""), ("", " parse error")] {
            let phrase = |code: &str| format!("{before}{code}{after}");
            meaning = meaning.replace(&phrase(old), &phrase(new));
        }
    }
    meaning
}

fn part(
    name: &str,
    old: &[(String, &SentenceReport)],
    new: &[(String, &SentenceReport)],
    names: &Names,
    found: &mut Vec<Editorial>,
) {
    let keys = |sentences: &[(String, &SentenceReport)]| -> Vec<String> {
        let keys = sentences
            .iter()
            .map(|(meaning, sentence)| match &sentence.verdict {
                Verdict::WithoutEffect(..) => format!("remark: {}", sentence.original),
                _ => meaning.clone(),
            });
        keys.collect()
    };
    let mut add = |old: Option<&SentenceReport>, new: Option<&SentenceReport>, because: &str| {
        found.push(Editorial {
            part: name.to_owned(),
            from_line: old.map(|sentence| sentence.line),
            to_line: new.map(|sentence| sentence.line),
            from: old.map(|sentence| sentence.original.clone()),
            to: new.map(|sentence| sentence.original.clone()),
            because: because.to_owned(),
        });
    };
    let (old_keys, new_keys) = (keys(old), keys(new));
    for op in operations(&old_keys, &new_keys) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            for at in 0..len {
                let (was, now) = (old[old_index + at].1, new[new_index + at].1);
                if by_new_names(&was.original, names) != now.original && !was.meaning.is_empty() {
                    add(Some(was), Some(now), "it says the same");
                }
            }
            continue;
        }
        let remark =
            |sentence: &SentenceReport| matches!(sentence.verdict, Verdict::WithoutEffect(..));
        let because = |sentence: &SentenceReport| match &sentence.verdict {
            Verdict::WithoutEffect(_, because) => (*because).to_owned(),
            _ => String::new(),
        };
        let mut gone = old[op.old_range()].iter().map(|(_, sentence)| *sentence);
        let mut inserted = new[op.new_range()].iter().map(|(_, sentence)| *sentence);
        loop {
            let (was, now) = (
                gone.find(|sentence| remark(sentence)),
                inserted.find(|sentence| remark(sentence)),
            );
            match (was, now) {
                (None, None) => break,
                (was, Some(now)) => add(was, Some(now), &because(now)),
                (Some(was), None) => add(Some(was), None, &because(was)),
            }
        }
        same_together(&old[op.old_range()], &new[op.new_range()], &mut add);
    }
}

/// Sentences that are equal only when joined, such as one that was split in two.
fn same_together(
    old: &[(String, &SentenceReport)],
    new: &[(String, &SentenceReport)],
    add: &mut impl FnMut(Option<&SentenceReport>, Option<&SentenceReport>, &str),
) {
    let meaning = |sentences: &[(String, &SentenceReport)]| {
        let each = sentences.iter().map(|(meaning, _)| meaning.as_str());
        each.filter(|meaning| !meaning.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let (was, now) = (meaning(old), meaning(new));
    if was.is_empty() || was != now {
        return;
    }
    let joined = |sentences: &[(String, &SentenceReport)]| -> Option<SentenceReport> {
        let (_, first) = sentences.first()?;
        let original: Vec<&str> = sentences.iter().map(|(_, t)| t.original.as_str()).collect();
        Some(SentenceReport {
            original: original.join(" "),
            ..(*first).clone()
        })
    };
    add(
        joined(old).as_ref(),
        joined(new).as_ref(),
        "they say the same",
    );
}
