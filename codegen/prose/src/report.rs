//! The report: every sentence and term with its verdict.

use super::prefix::prefix;
use std::borrow::Cow;
use std::fmt;

/// The verdict on a sentence or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is in the model, by these rules.
    Modelled(Vec<&'static str>),
    /// It has no effect on a tokenizer: the rule, and the reason.
    WithoutEffect(&'static str, &'static str),
    /// No rule fits it.
    NotUnderstood {
        /// The pattern of the nearest rule, if any is near.
        nearest: Option<&'static str>,
        /// The first word that no rule takes, of a sentence.
        unfit: Option<Unfit>,
    },
}

impl Verdict {
    /// The verdict on words of which nothing more is known.
    pub(super) const UNKNOWN: Verdict = Verdict::NotUnderstood {
        nearest: None,
        unfit: None,
    };
}

/// The first word of a sentence that no rule takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The word; empty if the rule goes on where the sentence ends.
    pub word: String,
    /// The last words before it, which rules take; empty at the beginning.
    pub after: String,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfit { word, after } = self;
        match after.as_str() {
            _ if word.is_empty() => write!(f, "no rule ends after `{after}`"),
            "" => write!(f, "no rule begins with `{word}`"),
            _ => write!(f, "no rule takes `{word}` after `{after}`"),
        }
    }
}

/// A sentence or a term with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceReport {
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section, such as the name of a state with the word "state".
    pub part: String,
    /// The enclosing entry of a list, if there is one, counted over the page.
    pub entry: Option<u32>,
    /// The words of the page.
    pub original: String,
    /// The meaning in the words of the tables, if it is in the model.
    pub meaning: String,
    /// Whether it was understood, and by which rules.
    pub verdict: Verdict,
}

/// The cause of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The page has lost a row or a part of one, or contradicts itself.
    Page,
    /// The page has lost a heading, the text below one, or its end.
    Lost,
    /// A phrase is used and the page has no sentence, or none that was understood, on its meaning.
    Undefined,
}

/// A fault of the page as a whole, such as a lost row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section.
    pub part: String,
    /// The entry concerned, if any.
    pub entry: Option<u32>,
    /// The kind of the fault.
    pub cause: Cause,
    /// The message, in lower case and without a full stop.
    pub message: String,
}

/// The report of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every sentence and every term of the section, in order.
    pub sentences: Vec<SentenceReport>,
    /// What is missing or contradictory.
    pub faults: Vec<Fault>,
    /// The states and procedures with the entries that their rows were read from.
    pub entries: Vec<(String, Vec<Option<u32>>)>,
    /// The headings of unknown parts.
    pub unknown_parts: Vec<String>,
}

impl Report {
    /// Whether everything was understood and nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.faults.is_empty() && self.not_understood().next().is_none()
    }

    /// The sentences and terms that fit no rule.
    pub fn not_understood(&self) -> impl Iterator<Item = &SentenceReport> {
        let open =
            |sentence: &&SentenceReport| matches!(sentence.verdict, Verdict::NotUnderstood { .. });
        self.sentences.iter().filter(open)
    }

    /// Whether a part of the section is neither a state nor another known part, and has requirements.
    pub fn is_unknown_part(&self, part: &str) -> bool {
        self.unknown_parts.iter().any(|unknown| unknown == part)
    }

    /// How many sentences and terms were understood, and how many there are.
    pub fn share(&self) -> (usize, usize) {
        let all = self.sentences.len();
        (all - self.not_understood().count(), all)
    }
}

/// The beginning of words of the page that are too long for a message.
///
/// ```
/// use tokenwright_prose::excerpt;
///
/// assert_eq!(excerpt("Emit it."), "Emit it.");
/// let long = "Emit it, and ".repeat(100);
/// assert!(excerpt(&long).ends_with("Emit it, and E… (1300 bytes)"));
/// ```
pub fn excerpt(words: &str) -> Cow<'_, str> {
    const LONGEST: usize = 300;
    if words.len() <= LONGEST {
        return Cow::Borrowed(words);
    }
    let start = prefix(words, LONGEST);
    Cow::Owned(format!("{start}… ({} bytes)", words.len()))
}

impl fmt::Display for SentenceReport {
    /// The line, the part, the words, and the verdict.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = excerpt(&self.original);
        write!(f, "line {}, {}: {words}", self.line, self.part)?;
        match &self.verdict {
            Verdict::Modelled(rules) => write!(f, "\n    modelled: {}", rules.join(", ")),
            Verdict::WithoutEffect(rule, because) => {
                write!(f, "\n    without effect: {rule} ({because})")
            }
            Verdict::NotUnderstood { nearest, unfit } => {
                if let Some(unfit) = unfit {
                    write!(f, "\n    {unfit}")?;
                }
                match nearest {
                    None => write!(f, "\n    no rule is like it"),
                    Some(rule) => write!(f, "\n    the nearest rule: {rule}"),
                }
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: {}", self.line, self.part, self.message)
    }
}
