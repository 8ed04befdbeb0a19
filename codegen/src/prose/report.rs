//! What was read: every sentence and term with what became of it.

use std::fmt;

/// What became of a sentence or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is in the model, by these rules.
    Modelled(Vec<&'static str>),
    /// It asks nothing of a tokenizer: the rule, and the reason.
    WithoutEffect(&'static str, &'static str),
    /// No rule fits it.
    NotUnderstood {
        /// The words of the nearest rule, if one is near at all.
        nearest: Option<&'static str>,
    },
}

/// A sentence or a term with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section: the name of a state with the word "state", say.
    pub part: String,
    /// The words of the page.
    pub said: String,
    /// What became of them.
    pub verdict: Verdict,
}

/// Something that is wrong with the page as a whole: a row that is lost, say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the page, from 1.
    pub line: u32,
    /// The part of the section.
    pub part: String,
    /// What is wrong.
    pub message: String,
}

/// What was read of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every sentence and every term of the section, in order.
    pub told: Vec<Told>,
    /// What is missing or cannot be.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Whether everything was understood and nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.faults.is_empty() && self.not_understood().next().is_none()
    }

    /// The sentences and terms that fit no rule.
    pub fn not_understood(&self) -> impl Iterator<Item = &Told> {
        let open = |told: &&Told| matches!(told.verdict, Verdict::NotUnderstood { .. });
        self.told.iter().filter(open)
    }

    /// How many sentences and terms were understood, and how many there are.
    pub fn share(&self) -> (usize, usize) {
        let all = self.told.len();
        (all - self.not_understood().count(), all)
    }
}

impl fmt::Display for Told {
    /// The line, the part, the words, and what became of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: {}", self.line, self.part, self.said)?;
        match &self.verdict {
            Verdict::Modelled(rules) => write!(f, "\n    modelled: {}", rules.join(", ")),
            Verdict::WithoutEffect(rule, because) => {
                write!(f, "\n    without effect: {rule} ({because})")
            }
            Verdict::NotUnderstood { nearest: None } => write!(f, "\n    no rule is like it"),
            Verdict::NotUnderstood {
                nearest: Some(rule),
            } => write!(f, "\n    the nearest rule: {rule}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: {}", self.line, self.part, self.message)
    }
}
