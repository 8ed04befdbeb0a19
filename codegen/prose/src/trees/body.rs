//! The steps of a row or an algorithm: which steps a sentence governs.
//!
//! A sentence is one of a paragraph, and what it announces is the list after it. So blocks are read in order, and a sentence may
//! take the block after its paragraph. What an unread sentence governs is read to be counted, and is no step: without its
//! condition it would be a guess.

use super::branches::{
    add_instead, add_otherwise, add_to_branch, branch, closes_what_is_open, does_nothing,
    with_items,
};
use super::hole::step;
use super::labels::{label_inner, labels, targets};
use super::lists::pairs;
use super::log::Log;
use super::spelling::sentences;
use super::stmt::{Stmt, of_lines, replace_returns};
use super::understand::{Meaning, Reader, Understood, otherwise};
use crate::outline::{PageBlock, Text};
use crate::sentence::Sentence;
use crate::stmt::Alternatives;
use std::iter::once;

/// The most sentences that one rule has.
const TOGETHER: usize = 3;

/// The most items of a list that are parts of one sentence.
const PARTS: usize = 4;

/// Reads blocks as steps.
pub(super) struct Body<'r> {
    pub(super) reader: &'r mut Reader,
    pub(super) log: &'r mut Log,
}

impl Body<'_> {
    /// The steps of paragraphs and lists.
    pub(super) fn blocks(&mut self, blocks: &[PageBlock]) -> Vec<Stmt> {
        let blocks: Vec<&PageBlock> = blocks.iter().collect();
        let mut steps = Vec::new();
        self.add(&blocks, false, &mut steps);
        steps
    }

    /// The steps of the items of a list.
    pub(super) fn items(&mut self, items: &[Vec<PageBlock>]) -> Vec<Stmt> {
        let mut steps = Vec::new();
        let numbered = items.iter().flatten().any(jumps_to_a_number);
        for (at, item) in items.iter().enumerate() {
            if numbered {
                steps.extend(step(at + 1).map(str::to_owned).map(Stmt::Label));
                let is_last = at + 1 == items.len();
                steps.extend(is_last.then(|| Stmt::Label("lastStep".to_owned())));
            }
            let blocks: Vec<&PageBlock> = item.iter().collect();
            let from = steps.len();
            self.add(&blocks, true, &mut steps);
            if numbered {
                // An "otherwise" may have gone into a step before.
                label_inner(&mut steps[from..]);
            }
        }
        steps
    }

    fn add(&mut self, blocks: &[&PageBlock], is_item: bool, steps: &mut Vec<Stmt>) {
        // Remarks are no steps.
        let is_step =
            |block: &&&PageBlock| !matches!(block, PageBlock::Paragraph { aside: Some(_), .. });
        let blocks: Vec<&PageBlock> = blocks.iter().filter(is_step).copied().collect();
        let mut rest = blocks.as_slice();
        let mut is_first = is_item;
        while let Some((block, after)) = rest.split_first() {
            rest = after;
            match block {
                PageBlock::Paragraph { text, .. } if governs_the_rest(text, after) => {
                    for sentence in sentences(text) {
                        self.log.modelled(&sentence, "otherwise", "otherwise");
                    }
                    let mut rest = Vec::new();
                    self.add(after, false, &mut rest);
                    if !add_otherwise(steps, Alternatives::new(), rest) {
                        steps.push(Stmt::Unread(text.as_str().to_owned()));
                    }
                    return;
                }
                PageBlock::Paragraph { text, .. } => {
                    let taken = self.paragraph(text, is_first, after, steps);
                    rest = &after[taken..];
                }
                PageBlock::List(items) => {
                    let found = self.items(items);
                    steps.extend(found);
                }
                PageBlock::Entries(entries) => {
                    self.unread_entries(entries);
                    steps.push(Stmt::Unread("a list of cases".to_owned()));
                }
                PageBlock::Table(_) | PageBlock::Heading { .. } => {}
            }
            is_first = false;
        }
    }

    /// Adds the sentences of a paragraph; returns how many of the blocks after it one of them took.
    fn paragraph(
        &mut self,
        text: &Text,
        is_first: bool,
        after: &[&PageBlock],
        steps: &mut Vec<Stmt>,
    ) -> usize {
        let mut sentences = sentences(text);
        if is_first && let Some(first) = sentences.first_mut() {
            steps.extend(label(&mut first.text).map(Stmt::Label));
        }
        let mut rest = sentences.as_slice();
        let mut taken = false;
        // Whether the sentence before this one is an "if" that only reports an error.
        let mut reports = false;
        // Whether it is one that ends with ignoring the token.
        let mut leaves = false;
        while let Some(first) = rest.first() {
            if rest.len() == 1
                && let Some(taken) = self.with_list(first, after, steps)
            {
                return taken;
            }
            let (understood, used) = match together(self.reader, rest) {
                Some((understood, used)) => (Some(understood), used),
                None => (self.reader.understand(&first.text), 1),
            };
            let (given, more) = rest.split_at(used);
            rest = more;
            let next = after.first().copied().filter(|_| rest.is_empty());
            let meaning = understood.as_ref().map(|it| &it.meaning);
            let before = std::mem::replace(&mut reports, meaning.is_some_and(only_reports));
            if before && let Some(Meaning::Steps(found)) = meaning {
                // The branch goes on, but only with this step is it sure.
                let ignores = match found.split_last() {
                    Some((last, [first])) if last.is("return") => first.is("ignore the token"),
                    _ => found.iter().all(|stmt| stmt.is("ignore the token")),
                };
                let is_sure = ignores || closes_what_is_open(steps, found);
                if is_sure && add_to_branch(steps, found) {
                    let understood = understood.expect("it has a meaning");
                    self.log.all_understood(given, &understood);
                } else {
                    taken = self.unread(first, next, steps);
                }
                continue;
            }
            let leaves = std::mem::replace(&mut leaves, meaning.is_some_and(only_ignores));
            match understood {
                // It is open whether the error is one of the branch.
                Some(understood) if leaves && is_error(&understood.meaning) => {
                    taken = self.unread(first, next, steps);
                }
                Some(understood) => taken = self.sentence(given, &understood, next, steps),
                None => taken = self.unread(first, next, steps),
            }
        }
        usize::from(taken)
    }

    /// Reads a sentence that a list of its parts continues, and perhaps a paragraph after that; returns how many blocks it took.
    fn with_list(
        &mut self,
        first: &Sentence,
        after: &[&PageBlock],
        steps: &mut Vec<Stmt>,
    ) -> Option<usize> {
        if !first.text.ends_with(':') {
            return None;
        }
        let (items, after) = match after.split_first()? {
            (PageBlock::List(items), after) if items.len() <= PARTS => (items, after),
            (PageBlock::Paragraph { text, aside: None }, _) => {
                return self.with_paragraph(first, text, steps);
            }
            _ => return None,
        };
        let mut parts: Vec<Sentence> = Vec::new();
        for item in items {
            match item.as_slice() {
                [PageBlock::Paragraph { text, .. }] => parts.extend(sentences(text)),
                _ => return None,
            }
        }
        let mut end = Vec::new();
        if let Some(PageBlock::Paragraph { text, aside: None }) = after.first() {
            end = sentences(text);
            end.truncate(1);
        }
        for end in [&[][..], &end] {
            let all = parts.iter().chain(end);
            let mut words = vec![first.text.as_str()];
            words.extend(all.clone().map(|part| part.text.as_str()));
            let Some(understood) = self.reader.whole(&words.join(" ")) else {
                continue;
            };
            let Meaning::Steps(found) = &understood.meaning else {
                continue;
            };
            steps.extend(found.iter().cloned());
            self.log.all_understood(once(first).chain(all), &understood);
            return Some(1 + end.len());
        }
        None
    }

    /// Reads a sentence that the paragraph after it continues.
    fn with_paragraph(
        &mut self,
        first: &Sentence,
        text: &Text,
        steps: &mut Vec<Stmt>,
    ) -> Option<usize> {
        let parts = sentences(text);
        let words: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let words = format!("{} {}", first.text, words.join(". "));
        let understood = self.reader.whole(&words)?;
        let Meaning::Steps(found) = &understood.meaning else {
            return None;
        };
        steps.extend(found.iter().cloned());
        self.log
            .all_understood(once(first).chain(&parts), &understood);
        Some(1)
    }

    /// Adds a sentence that was understood.
    fn sentence(
        &mut self,
        given: &[Sentence],
        understood: &Understood,
        next: Option<&PageBlock>,
        steps: &mut Vec<Stmt>,
    ) -> bool {
        let Some(first) = given.first() else {
            return false;
        };
        match (&understood.meaning, next) {
            (Meaning::Steps(found), _) => steps.extend(found.iter().cloned()),
            (
                Meaning::If {
                    otherwise,
                    any,
                    then,
                    announces,
                },
                next,
            ) => {
                let next = next.filter(|_| *announces);
                let is_list =
                    |it: &PageBlock| matches!(it, PageBlock::List(_) | PageBlock::Entries(_));
                if *announces && !next.is_some_and(is_list) {
                    self.log.unread(first);
                    steps.push(Stmt::Unread(first.original.clone()));
                    return false;
                }
                self.log.all_understood(given, understood);
                let listed = match next {
                    Some(PageBlock::List(items)) => Some(self.items(items)),
                    Some(PageBlock::Entries(entries)) => Some(self.cases(entries)),
                    _ => None,
                };
                let is_listed = listed.is_some();
                let then = listed.unwrap_or_else(|| then.clone());
                // The other case of a sentence without effect may have none either.
                let is_silent = does_nothing(&then);
                let instead = first.text.ends_with(" instead:");
                let added = match otherwise {
                    true => add_otherwise(steps, any.clone(), then),
                    false if instead => add_instead(steps, any.clone(), then),
                    false => {
                        steps.push(branch(any.clone(), then));
                        true
                    }
                };
                if !added && !is_silent {
                    steps.push(Stmt::Unread(first.original.clone()));
                }
                return is_listed;
            }
            (Meaning::While(all), Some(PageBlock::List(items))) => {
                self.log.all_understood(given, understood);
                let body = self.items(items);
                let all = all.clone();
                steps.push(Stmt::While { all, body });
                return true;
            }
            (Meaning::Frame(lines), Some(next)) => {
                return self.frame(given, understood, lines, next, steps);
            }
            (Meaning::Silent(_), Some(PageBlock::List(items))) if first.text.ends_with(':') => {
                self.log.all_understood(given, understood);
                if !does_nothing(&self.items(items)) {
                    steps.push(Stmt::Unread(first.original.clone()));
                }
                return true;
            }
            (Meaning::Silent(_), Some(PageBlock::Entries(entries)))
                if first.text.ends_with(':') =>
            {
                self.log.all_understood(given, understood);
                if !self.silent_cases(entries) {
                    steps.push(Stmt::Unread(first.original.clone()));
                }
                return true;
            }
            (Meaning::Silent(_), _) => {}
            (Meaning::While(_) | Meaning::Frame(_), _) => return self.unread(first, next, steps),
        }
        self.log.all_understood(given, understood);
        false
    }

    /// A sentence that announces what follows.
    fn frame(
        &mut self,
        given: &[Sentence],
        understood: &Understood,
        lines: &[String],
        next: &PageBlock,
        steps: &mut Vec<Stmt>,
    ) -> bool {
        match (lines.first().map(String::as_str), next) {
            (Some("steps"), PageBlock::List(items)) => {
                self.log.all_understood(given, understood);
                steps.extend(of_lines(&lines[1..]));
                let found = self.items(items);
                // A step of the list may go on after it, or after a list inside.
                let goes_on = targets(&found).contains("next") && !labels(&found).contains("next");
                steps.extend(found);
                steps.extend(goes_on.then(|| Stmt::Label("next".to_owned())));
                true
            }
            // Its steps end it, and not the row.
            (Some("algorithm-steps"), PageBlock::List(items)) => {
                self.log.all_understood(given, understood);
                let mut found = self.items(items);
                replace_returns(&mut found, &Stmt::step("jump to the step labeled next"));
                steps.extend(found);
                steps.push(Stmt::Label("next".to_owned()));
                true
            }
            (Some(frame), PageBlock::List(items)) if frame.starts_with("conditions ") => {
                self.log.all_understood(given, understood);
                let name = frame.trim_start_matches("conditions ").to_owned();
                let any = self.listed(&name, items);
                let found = with_items(of_lines(&lines[1..]), &any);
                match found.as_slice() {
                    _ if any.is_empty() => steps.push(Stmt::Unread(given[0].original.clone())),
                    [Stmt::If(case)] if given[0].text.starts_with("otherwise") => {
                        if !add_otherwise(steps, case.any.clone(), case.then.clone()) {
                            steps.push(Stmt::Unread(given[0].original.clone()));
                        }
                    }
                    _ => steps.extend(found),
                }
                true
            }
            (Some(frame), PageBlock::Table(rows))
                if frame.starts_with("tag-names ") && pairs(rows).is_some() =>
            {
                self.log.all_understood(given, understood);
                let name = frame.trim_start_matches("tag-names ").to_owned();
                let found = pairs(rows).unwrap_or_default();
                self.log.pairs.push((name, found));
                steps.extend(of_lines(&lines[1..]));
                true
            }
            (Some(frame @ ("elements" | "cases")), PageBlock::Entries(entries)) => {
                self.log.all_understood(given, understood);
                steps.extend(match frame {
                    "cases" => self.cases(entries),
                    _ => self.elements(entries),
                });
                true
            }
            _ => self.unread(&given[0], Some(next), steps),
        }
    }

    /// Notes a sentence that was not understood, with what it governs.
    fn unread(
        &mut self,
        sentence: &Sentence,
        next: Option<&PageBlock>,
        steps: &mut Vec<Stmt>,
    ) -> bool {
        self.log.unread(sentence);
        steps.push(Stmt::Unread(sentence.original.clone()));
        match next.filter(|_| sentence.text.ends_with(':')) {
            Some(PageBlock::List(items)) => {
                // They are read to be counted; what they are part of is open.
                drop(self.items(items));
                true
            }
            Some(PageBlock::Entries(entries)) => {
                self.unread_entries(entries);
                true
            }
            _ => false,
        }
    }
}

/// The meaning of several sentences that one rule has, and how many they are.
pub(super) fn together(reader: &mut Reader, sentences: &[Sentence]) -> Option<(Understood, usize)> {
    let most = sentences.len().min(TOGETHER);
    (2..=most).rev().find_map(|used| {
        let texts: Vec<&str> = sentences[..used]
            .iter()
            .map(|it| it.text.as_str())
            .collect();
        let understood = reader.whole(&texts.join(". "))?;
        Some((understood, used))
    })
}

/// Whether this is "Otherwise:", or another word for it, before paragraphs, which are then its steps up to the end of the entry.
fn governs_the_rest(text: &Text, after: &[&PageBlock]) -> bool {
    let words = text.as_str().to_lowercase();
    otherwise(&words) == Some("") && matches!(after.first(), Some(PageBlock::Paragraph { .. }))
}

/// Whether a step of this block goes on with one that has a number and no name.
fn jumps_to_a_number(block: &PageBlock) -> bool {
    const WORDS: [&str; 2] = ["to step ", "to the last step"];
    match block {
        PageBlock::Paragraph { text, .. } => WORDS.iter().any(|it| text.as_str().contains(it)),
        PageBlock::List(items) => items.iter().flatten().any(jumps_to_a_number),
        _ => false,
    }
}

/// Whether this is an "if" whose only step is an error, which the next sentence of the paragraph may continue.
fn only_reports(meaning: &Meaning) -> bool {
    match meaning {
        Meaning::If { then, .. } => matches!(then.as_slice(), [only] if only.begins("parse error")),
        _ => false,
    }
}

/// Whether this is an "if" that ignores the token.
fn only_ignores(meaning: &Meaning) -> bool {
    match meaning {
        Meaning::If { then, .. } => then.last().is_some_and(|it| it.is("ignore the token")),
        _ => false,
    }
}

fn is_error(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Steps(steps) if matches!(&steps[..], [only] if only.begins("parse error")))
}

/// Takes the label off the first sentence of a step: `loop: if node is …`.
fn label(text: &mut String) -> Option<String> {
    let (words, rest) = text.split_once(": ")?;
    let is_other = matches!(
        words,
        "assert" | "otherwise" | "note" | "warning" | "parse error"
    );
    let word = super::hole::label(words).filter(|_| !is_other && !rest.is_empty())?;
    *text = crate::normalise::uncapitalise(rest);
    Some(word)
}
