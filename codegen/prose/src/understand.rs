//! Matches sentences to the rules.
//!
//! A sentence is a lead such as "otherwise, if", conditions, and steps, and each of them is joined of clauses by commas
//! and conjunctions, which also occur inside clauses. So every place where a sentence can be cut is tried, and a clause
//! counts only if a rule matches all of it: no reading is ranked and nothing is guessed. The grammar of conditions is in
//! [`conditions`]. What was tried for a clause is remembered while its sentence is read; that, the longest sentence and the
//! number of attempts bound the time that a page of nonsense takes.

mod conditions;
mod tokens;
mod unfit;

pub(super) use conditions::DENIALS;

use super::cut::Cut;
use super::nearest::Nearest;
use super::rules::{OUTSIDE, Rule, STEPS, WITHOUT_EFFECT};
use super::stmt::{Alternatives, Stmt, describe, describe_conditions};
use super::voice::active;
use conditions::deny;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The meaning of a sentence.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Steps {
        stmts: Vec<Stmt>,
        /// `Finally, ...`, `In any case, ...`: no longer part of what an earlier "if" opened.
        ends_branches: bool,
    },
    /// Steps under conditions. Without steps, the next paragraphs are the steps: the sentence ends with a colon.
    If {
        lead: Lead,
        /// Empty for `Otherwise, ...` alone.
        any: Alternatives,
        then: Vec<Stmt>,
    },
    /// Facts about the section or the form of a state.
    Outside(Vec<String>),
    Silent(&'static Rule),
}

/// How a sentence with conditions begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// `If ..., then ...`
    If,
    /// `When ...: ...`; adjacent ones form one choice.
    When,
    /// `Then, if ...`: after the rows of a state, the end of every row; elsewhere as `If`.
    Then,
    /// `Otherwise, ...`, perhaps with a condition.
    Otherwise,
    /// `However, if ...`: the first case of the preceding branch.
    First,
    /// `Additionally, if ...`: steps before the preceding return.
    BeforeReturn,
}

/// How sentences with conditions begin, the longest first.
const LEADS: [(&str, Lead); 14] = [
    ("otherwise, ", Lead::Otherwise),
    ("otherwise: ", Lead::Otherwise),
    ("otherwise ", Lead::Otherwise),
    ("else, ", Lead::Otherwise),
    ("if not, ", Lead::Otherwise),
    ("if it isn't, ", Lead::Otherwise),
    ("if it is not, ", Lead::Otherwise),
    ("however, if ", Lead::First),
    ("in this case, if ", Lead::First),
    ("additionally, if ", Lead::BeforeReturn),
    ("then, if ", Lead::Then),
    ("if ", Lead::If),
    ("when ", Lead::When),
    ("unless ", Lead::If),
];

/// What joins the steps of an "if" with those of its "otherwise" in one sentence.
const OTHERWISE: [&str; 6] = [
    "; otherwise, ", "; otherwise ", ", otherwise, ", ", otherwise ", ", or else ", "; or else ",
];

impl Meaning {
    fn steps(stmts: Vec<Stmt>) -> Self {
        Meaning::Steps {
            stmts,
            ends_branches: false,
        }
    }

    /// The meaning in the words of the tables; empty if it has no effect.
    pub(super) fn describe(&self) -> String {
        match self {
            Meaning::Steps { stmts, .. } => describe(stmts),
            Meaning::If { lead, any, then } => {
                let lead = match lead {
                    Lead::If | Lead::When => "if",
                    Lead::Then => "then, if",
                    Lead::Otherwise if any.is_empty() => "otherwise",
                    Lead::Otherwise => "otherwise, if",
                    Lead::First => "first, if",
                    Lead::BeforeReturn => "before, if",
                };
                let conditions = describe_conditions(any);
                let space = if any.is_empty() { "" } else { " " };
                format!("{lead}{space}{conditions}: {}", describe(then))
            }
            Meaning::Outside(lines) => lines.join("; "),
            Meaning::Silent(_) => String::new(),
        }
    }
}

/// A sentence that was understood: its meaning, and the rules that matched.
#[derive(Clone, Debug)]
pub(super) struct Understood {
    pub(super) meaning: Meaning,
    pub(super) rules: Vec<&'static str>,
}

/// Every sentence that was read, and the clauses of the one that is being read.
#[derive(Default)]
pub(super) struct Reader {
    seen: HashMap<String, Option<Rc<Understood>>>,
    /// The clauses of the sentence that is being read.
    clauses: HashMap<String, Option<Vec<Stmt>>>,
    /// The conditions of that sentence.
    joined: HashMap<String, Option<Alternatives>>,
    /// The clauses of that sentence that no rule for steps matches, and those that no rule for conditions matches.
    no_steps: HashSet<String>,
    no_conditions: HashSet<String>,
    used: Vec<&'static str>,
    nearest: Nearest,
    /// Whether clauses match rules in their normal form.
    loosely: bool,
    /// How often that is still tried, by the length of the sentences.
    attempts: usize,
}

/// The number of sentences for which the normal form is tried; a page with more that match no rule is no page of the
/// standard. One of more than [`USUAL`] bytes counts as several.
const ATTEMPTS: usize = 400;

/// The length of a sentence, in bytes. Its parts are tried in combinations, so the time grows faster than the length.
const USUAL: usize = 200;

/// The longest sentence that is read, in bytes. No sentence of the spec is as long; the conditions and steps of a sentence
/// are tried in many combinations, and nested in each other.
pub(super) const LONGEST: usize = 2000;

impl Cut for Reader {
    fn used(&mut self) -> &mut Vec<&'static str> {
        &mut self.used
    }
}

impl Reader {
    pub(super) fn new() -> Self {
        Reader {
            attempts: ATTEMPTS,
            ..Reader::exact()
        }
    }

    /// A reader that matches sentences only as they are, and not in their normal form.
    pub(super) fn exact() -> Self {
        Reader::default()
    }

    /// The meaning of a normalised sentence; `None` if no rule matches.
    pub(super) fn understand(&mut self, text: &str) -> Option<Rc<Understood>> {
        if text.len() > LONGEST {
            return None;
        }
        if let Some(known) = self.seen.get(text) {
            return known.clone();
        }
        let found = self.in_any_form(text, Self::sentence).map(|meaning| {
            let mut rules = std::mem::take(&mut self.used);
            rules.dedup();
            if let Some(rule) = rules.first() {
                self.nearest.add(text, rule);
            }
            Rc::new(Understood { meaning, rules })
        });
        self.seen.insert(text.to_owned(), found.clone());
        found
    }

    /// The conditions that a clause states.
    pub(super) fn conditions(&mut self, text: &str) -> Option<Alternatives> {
        if text.len() > LONGEST {
            return None;
        }
        self.in_any_form(text, Self::alternatives)
    }

    /// Reads a text as it is, and then in the normal form of its clauses.
    fn in_any_form<T>(
        &mut self,
        text: &str,
        read: impl Fn(&mut Self, &str) -> Option<T>,
    ) -> Option<T> {
        self.forget();
        let found = read(self, text);
        if found.is_some() || self.attempts == 0 {
            return found;
        }
        let cost = (text.len() / USUAL).pow(2).max(1);
        self.attempts = self.attempts.saturating_sub(cost);
        self.forget();
        self.loosely = true;
        let found = read(self, text);
        self.loosely = false;
        found
    }

    /// Forgets the clauses of the last sentence, or of this one as it was matched before.
    fn forget(&mut self) {
        self.used.clear();
        self.clauses.clear();
        self.joined.clear();
        self.no_steps.clear();
        self.no_conditions.clear();
    }

    fn sentence(&mut self, text: &str) -> Option<Meaning> {
        if let Some((rule, fillings)) = OUTSIDE.fit(text, self.loosely) {
            self.used.push(rule.name);
            return Some(Meaning::Outside(rule.lines(&fillings)));
        }
        if let Some((rule, _)) = WITHOUT_EFFECT.fit(text, self.loosely) {
            self.used.push(rule.name);
            return Some(Meaning::Silent(rule));
        }
        if let Some(stmts) = self.whole_step(text).or_else(|| self.trailing(text)) {
            return Some(Meaning::steps(stmts));
        }
        for lead in ["finally, ", "in any case, ", "in any case "] {
            if let Some(rest) = text.strip_prefix(lead) {
                return Some(Meaning::Steps {
                    stmts: self.steps(rest)?,
                    ends_branches: true,
                });
            }
        }
        if text == "otherwise:" {
            return Some(Meaning::If {
                lead: Lead::Otherwise,
                any: Alternatives::new(),
                then: Vec::new(),
            });
        }
        for (words, lead) in LEADS {
            let Some(rest) = text.strip_prefix(words) else {
                continue;
            };
            let found = match (lead, rest.strip_prefix("if ")) {
                (Lead::Otherwise, None) => {
                    self.steps(rest).map(|steps| (Alternatives::new(), steps))
                }
                (Lead::Otherwise, Some(rest)) => self.conditional(rest),
                _ => self.conditional(rest),
            };
            let found = match words {
                "unless " => found.and_then(|(any, then)| Some((deny(&any)?, then))),
                _ => found,
            };
            if let Some((any, then)) = found {
                return Some(Meaning::If { lead, any, then });
            }
        }
        if let Some(choice) = text.strip_prefix("if ").and_then(|rest| self.choice(rest)) {
            return Some(Meaning::steps(vec![choice]));
        }
        self.steps(text).map(Meaning::steps)
    }

    /// `STEP if CONDITIONS`, `STEP unless CONDITIONS; otherwise, STEPS`: one step, as it would be open which of several
    /// steps the conditions govern.
    fn trailing(&mut self, text: &str) -> Option<Vec<Stmt>> {
        for (joiner, is_denied) in [
            (", unless ", true),
            (" unless ", true),
            (", if ", false),
            (" if ", false),
        ] {
            let found = self.cut(text, &[joiner], |reader, step, rest| {
                let then = reader.whole_step(step)?;
                let (any, otherwise) = reader.with_otherwise(rest, Self::alternatives)?;
                let any = if is_denied { deny(&any)? } else { any };
                Some(vec![Stmt::when(any, then, otherwise)])
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// `CONDITIONS, STEPS; otherwise, STEPS`
    fn choice(&mut self, text: &str) -> Option<Stmt> {
        let ((any, then), otherwise) = self.with_otherwise(text, Self::conditional)?;
        (!otherwise.is_empty()).then(|| Stmt::when(any, then, otherwise))
    }

    /// A text alone, or before the steps of an "otherwise".
    fn with_otherwise<T>(
        &mut self,
        text: &str,
        read: impl Fn(&mut Self, &str) -> Option<T>,
    ) -> Option<(T, Vec<Stmt>)> {
        if let Some(alone) = read(self, text) {
            return Some((alone, Vec::new()));
        }
        self.cut(text, &OTHERWISE, |reader, first, rest| {
            Some((read(reader, first)?, reader.steps(rest)?))
        })
    }

    /// `CONDITIONS, then STEPS`, or `CONDITIONS:` with no steps.
    fn conditional(&mut self, text: &str) -> Option<(Alternatives, Vec<Stmt>)> {
        if let Some(alone) = text.strip_suffix(':') {
            return Some((self.alternatives(alone)?, Vec::new()));
        }
        let joiners = [", then, ", ", then ", ": ", ", ", " then "];
        self.cut(text, &joiners, |reader, first, rest| {
            let any = reader.alternatives(first)?;
            Some((any, reader.steps(rest)?))
        })
    }

    /// A clause that one rule matches unchanged.
    fn whole_step(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if self.no_steps.contains(text) {
            return None;
        }
        let found = STEPS.fit(text, self.loosely);
        let found = found.or_else(|| active(text).find_map(|text| STEPS.fit(&text, false)));
        let Some((rule, fillings)) = found else {
            self.no_steps.insert(text.to_owned());
            return None;
        };
        self.used.push(rule.name);
        let lines = rule.lines(&fillings);
        Some(lines.into_iter().map(Stmt::Step).collect())
    }

    /// One or more clauses that are steps.
    fn steps(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if let Some(known) = self.clauses.get(text) {
            return known.clone();
        }
        let joiners = [
            "; ", ", and then ", ", then ", " and then ", " then ", ", and ", " and ", ", ",
        ];
        let joined = |reader: &mut Self, first: &str, rest: &str| {
            let made = |reader: &mut Self| reader.token_with_parts(first);
            let mut steps = reader.whole_step(first).or_else(|| made(reader))?;
            steps.extend(reader.steps(rest)?);
            Some(steps)
        };
        let found = self
            .whole_step(text)
            .or_else(|| self.token_with_parts(text))
            .or_else(|| self.cut(text, &joiners, joined));
        self.clauses.insert(text.to_owned(), found.clone());
        found
    }

    /// The words of the rule that is nearest to a sentence.
    pub(super) fn nearest(&mut self, text: &str) -> Option<&'static str> {
        self.nearest.of(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, Reader};
    use crate::stmt::Stmt;

    fn steps(text: &str) -> Vec<String> {
        let mut reader = Reader::new();
        let understood = reader.understand(text).unwrap_or_else(|| panic!("{text}"));
        let Meaning::Steps { stmts, .. } = &understood.meaning else {
            panic!("{understood:?}")
        };
        let step = |stmt: &Stmt| stmt.as_step().expect("no choice").to_owned();
        stmts.iter().map(step).collect()
    }

    #[test]
    fn lists_and_joined_clauses() {
        assert_eq!(
            steps(
                "emit a U+003C (<) character token, a U+002F (/) character token, and a character token for each of the characters in the temporary buffer"
            ),
            [
                "emit U+003C (<)",
                "emit U+002F (/)",
                "emit each character in the temporary buffer"
            ]
        );
        assert_eq!(
            steps(
                "append two U+002D (-) characters, a U+0021 (!) character, and the current input character to the comment token's data"
            ),
            [
                "append U+002D (-) to the current comment token's data",
                "append U+002D (-) to the current comment token's data",
                "append U+0021 (!) to the current comment token's data",
                "append the current input character to the current comment token's data"
            ]
        );
        assert_eq!(
            steps(
                "create a new start tag token, set its tag name to the lowercase version of the current input character, then switch to the tag name state"
            ),
            [
                "create a start tag token",
                "set the current tag token's tag name to the lowercase of the current input character",
                "switch to the tag name state"
            ]
        );
    }

    #[test]
    fn a_condition_can_be_negated() {
        let any = |text: &str| Reader::new().conditions(text);
        let one = |text: &str| Some(vec![vec![text.to_owned()]]);
        assert_eq!(
            any("the temporary buffer is not the string \"script\""),
            one("the temporary buffer is not \"script\"")
        );
        assert_eq!(
            any("the current end tag token is not an appropriate end tag token"),
            one("the current end tag token is not appropriate")
        );
        assert_eq!(
            any("the number is not zero, if the number is higher than 0x10FFFF, or if it's 0x0D"),
            Some(vec![
                vec!["the character reference code is not 0x00".to_owned()],
                vec!["the character reference code is greater than 0x10FFFF".to_owned()],
                vec!["the character reference code is 0x0D".to_owned()],
            ])
        );
        assert_eq!(any("it is not a U+003E (>) character"), None);
        assert_eq!(any("the escape flag is not"), None);
    }

    #[test]
    fn a_denial_is_another_sentence() {
        let mut reader = Reader::new();
        for text in [
            "do not emit the current tag token",
            "creating a token and emitting it are not distinct actions",
            "most states consume a single character, which must not have side-effects",
            "note: the tag token must be emitted",
            "for example, it never returns",
        ] {
            assert!(reader.understand(text).is_none(), "{text}");
        }
    }
}
