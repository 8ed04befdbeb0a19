//! Matches sentences to the rules for trees.
//!
//! A sentence is a lead such as "otherwise, if", conditions that "and" and "or" join, and steps that commas join. As with
//! the tokenizer's sentences, every place where one can be cut is tried, and a clause counts only if a rule matches all of
//! it, so nothing is guessed. The normal form of sentences is not tried, as the words that it drops matter here: "the last
//! element that:" is not the last element. What was tried is remembered while a sentence is read.

use super::branches::branch;
use super::own;
use super::rules::{CONDITIONS, FRAMES, STEPS, WITHOUT_EFFECT};
use super::stmt::{Stmt, describe, of_lines};
use crate::cut::Cut;
use crate::prefix::{after, between};
use crate::rules::{Rule, Table};
use crate::stmt::{self, Alternatives, describe_conditions};
use crate::voice::active;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;
use tokenwright_tables::tree::model::TreeTables;
use tokenwright_tables::tree::sentences::{self as model, denied};

/// The meaning of a sentence.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Steps(Vec<Stmt>),
    /// Steps under conditions.
    If {
        /// Whether it is another case of the "if" before it.
        otherwise: bool,
        /// Empty for `Otherwise, ...` alone.
        any: Alternatives,
        then: Vec<Stmt>,
        /// Whether a list of steps follows.
        announces: bool,
    },
    /// `While ...:`, before a list of steps.
    While(Vec<String>),
    /// A sentence before steps or cases, or one that names what they are.
    Frame(Vec<String>),
    Silent(&'static Rule),
}

/// Conditions, the steps under them, and whether a list of steps follows.
type Branch = (Alternatives, Vec<Stmt>, bool);

impl Meaning {
    fn of_branch(otherwise: bool, (any, then, announces): Branch) -> Self {
        Meaning::If {
            otherwise,
            any,
            then,
            announces,
        }
    }

    /// The meaning in the words of the tables; empty if it has no effect.
    pub(super) fn describe(&self) -> String {
        match self {
            Meaning::Steps(steps) => describe(steps),
            Meaning::If {
                otherwise,
                any,
                then,
                ..
            } => {
                let lead = match (otherwise, any.is_empty()) {
                    (true, true) => "otherwise",
                    (true, false) => "otherwise, if ",
                    (false, _) => "if ",
                };
                format!("{lead}{}: {}", describe_conditions(any), describe(then))
            }
            Meaning::While(all) => format!("while {}", all.join(" and ")),
            Meaning::Frame(lines) => lines.join("; "),
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

/// The longest sentence that is read, in bytes.
const LONGEST: usize = 2000;

/// Words before steps that do not change them.
const LEADS: [&str; 10] = [
    "finally, ", "then, ", "now, ", "in any case, ", "next, ", "also, ", "instead, ", "then ",
    "once again ", "first, ",
];

/// Joiners between the steps of a sentence, the longest first.
const JOINERS: [&str; 13] = [
    "; and ", "; then ", "; ", ": ", ", and then ", ", and finally ", ", then ", " and then ",
    ", and, ", ", and ", " then ", " and ", ", ",
];

/// Every sentence that was read, and the clauses of the one that is being read.
#[derive(Default)]
pub(super) struct Reader {
    seen: HashMap<String, Option<Understood>>,
    clauses: HashMap<String, Option<Vec<Stmt>>>,
    joined: HashMap<String, Option<Alternatives>>,
    used: Vec<&'static str>,
    /// What sentences can call, if the page has the words of the tables.
    pub(super) own: Option<TreeTables>,
}

impl Cut for Reader {
    fn used(&mut self) -> &mut Vec<&'static str> {
        &mut self.used
    }
}

impl Reader {
    /// A reader; of a page in the words of the tables, with what its sentences can call.
    pub(super) fn of(own: Option<TreeTables>) -> Self {
        Reader {
            own,
            ..Reader::default()
        }
    }

    /// The meaning of a normalised sentence; `None` if no rule matches.
    pub(super) fn understand(&mut self, text: &str) -> Option<Understood> {
        if text.len() > LONGEST {
            return None;
        }
        if let Some(known) = self.seen.get(text) {
            return known.clone();
        }
        self.forget();
        let found = self.sentence(text).map(|meaning| {
            let mut rules = std::mem::take(&mut self.used);
            rules.dedup();
            Understood { meaning, rules }
        });
        self.seen.insert(text.to_owned(), found.clone());
        found
    }

    /// The meaning that one rule gives to a text of several sentences.
    pub(super) fn whole(&mut self, text: &str) -> Option<Understood> {
        self.used.clear();
        let meaning = self.of_one_rule(text).or_else(|| {
            let then = self.whole_step(text.strip_prefix("otherwise, ")?)?;
            Some(Meaning::of_branch(true, (Alternatives::new(), then, false)))
        })?;
        let rules = std::mem::take(&mut self.used);
        Some(Understood { meaning, rules })
    }

    /// The conditions that a clause states.
    pub(super) fn conditions(&mut self, text: &str) -> Option<Alternatives> {
        if text.len() > LONGEST {
            return None;
        }
        self.forget();
        self.alternatives(text)
    }

    fn forget(&mut self) {
        self.used.clear();
        self.clauses.clear();
        self.joined.clear();
    }

    fn rule(&mut self, table: &'static Table, text: &str) -> Option<(&'static Rule, Vec<String>)> {
        let (rule, fillings) = table.fit(text, false)?;
        self.used.push(rule.name);
        Some((rule, rule.lines(&fillings)))
    }

    fn of_one_rule(&mut self, text: &str) -> Option<Meaning> {
        if let Some((_, lines)) = self.rule(&FRAMES, text) {
            return Some(Meaning::Frame(lines));
        }
        if let Some((rule, _)) = self.rule(&WITHOUT_EFFECT, text) {
            return Some(Meaning::Silent(rule));
        }
        self.whole_step(text).map(Meaning::Steps)
    }

    fn sentence(&mut self, text: &str) -> Option<Meaning> {
        if let Some(meaning) = self.of_one_rule(text) {
            return Some(meaning);
        }
        let lead = after(text, &LEADS);
        if let Some(rest) = lead {
            return self.sentence(rest);
        }
        if let Some(turn) = between(text, "while ", ":") {
            let any = self.alternatives(turn)?;
            return match any.as_slice() {
                [all] => Some(Meaning::While(all.clone())),
                _ => None,
            };
        }
        if let Some(rest) = otherwise(text) {
            let branch = self.otherwise(rest)?;
            return Some(Meaning::of_branch(true, branch));
        }
        if let Some(branch) = self.with_otherwise(text) {
            return Some(Meaning::Steps(vec![branch]));
        }
        match self.governed(text).or_else(|| self.trailing(text)) {
            Some(branch) => Some(Meaning::of_branch(false, branch)),
            None => self.steps(text).map(Meaning::Steps),
        }
    }

    /// `STEP if CONDITIONS`, `STEP unless CONDITION`: one step, as it would be open which of several the conditions govern.
    fn trailing(&mut self, text: &str) -> Option<Branch> {
        const JOINERS: [(&str, bool); 4] = [
            (", unless ", true),
            (" unless ", true),
            (", if ", false),
            (" if ", false),
        ];
        JOINERS.into_iter().find_map(|(joiner, is_denied)| {
            self.cut(text, &[joiner], |reader, step, rest| {
                let then = reader.whole_step(step)?;
                let any = reader.alternatives(rest)?;
                Some((if is_denied { deny(&any)? } else { any }, then, false))
            })
        })
    }

    fn otherwise(&mut self, rest: &str) -> Option<Branch> {
        if rest.is_empty() || self.announces(rest) {
            return Some((Alternatives::new(), Vec::new(), true));
        }
        self.governed(rest)
            .or_else(|| self.trailing(rest))
            .or_else(|| Some((Alternatives::new(), self.steps(rest)?, false)))
    }

    /// Whether these words announce a list of steps.
    fn announces(&mut self, text: &str) -> bool {
        let found = FRAMES.fit(text, false);
        found.is_some_and(|(rule, _)| matches!(rule.means.as_slice(), ["steps" | "cases"]))
    }

    /// `if CONDITIONS, then STEPS`, `unless CONDITION, STEPS`.
    fn governed(&mut self, text: &str) -> Option<Branch> {
        let text = &*governs(text)?;
        if let Some(rest) = after(text, &["if ", "when "]) {
            return self.conditional(rest);
        }
        let (any, then, announces) = self.conditional(text.strip_prefix("unless ")?)?;
        Some((deny(&any)?, then, announces))
    }

    /// `if CONDITIONS, then STEPS; otherwise, STEPS`; not with another "if" before the "otherwise", to which it may belong.
    fn with_otherwise(&mut self, text: &str) -> Option<Stmt> {
        governs(text)?;
        self.cut(text, &["; ", ", "], |reader, first, rest| {
            let rest = otherwise(rest)?;
            let (any, then, announces) = reader.governed(first)?;
            let is_plain = !announces && !then.iter().any(|it| it.choice().is_some());
            let otherwise = is_plain.then(|| reader.steps(rest)).flatten()?;
            Some(Stmt::when(any, then, otherwise))
        })
    }

    /// `CONDITIONS, then STEPS`, or `CONDITIONS:` before a list of steps.
    fn conditional(&mut self, text: &str) -> Option<Branch> {
        if let Some(alone) = text.strip_suffix(':')
            && let Some(any) = self.alternatives(alone.strip_suffix(", then").unwrap_or(alone))
        {
            return Some((any, Vec::new(), true));
        }
        let joiners = [
            ", then, ", ", then: ", ", then ", ", ", ": ", " then ", "; ",
        ];
        self.cut(text, &joiners, |reader, first, rest| {
            // `If A, if B, or if C` lists conditions.
            if rest.starts_with("if ") {
                return None;
            }
            let any = reader.alternatives(first)?;
            match reader.announces(rest) {
                true => Some((any, Vec::new(), true)),
                false => Some((any, reader.steps(rest)?, false)),
            }
        })
    }

    /// A clause that one rule matches unchanged, or one with conditions of its own.
    fn whole_step(&mut self, text: &str) -> Option<Vec<Stmt>> {
        // The words of the tables come first: a rule may read them as those of another year.
        let own = self.own.as_ref();
        if let Some(step) = own.and_then(|names| own::step(names, text)) {
            return Some(vec![step]);
        }
        let mut found = self.rule(&STEPS, text);
        if found.is_none() {
            found = active(text).find_map(|text| self.rule(&STEPS, &text));
        }
        found.map(|(_, lines)| of_lines(&lines))
    }

    /// One or more clauses that are steps.
    fn steps(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if let Some(known) = self.clauses.get(text) {
            return known.clone();
        }
        let found = self.steps_of(text);
        self.clauses.insert(text.to_owned(), found.clone());
        found
    }

    fn steps_of(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if let Some(steps) = self.whole_step(text) {
            return Some(steps);
        }
        let lead = after(text, &LEADS);
        if let Some(steps) = lead.and_then(|rest| self.steps(rest)) {
            return Some(steps);
        }
        if let Some(branch) = self.with_otherwise(text) {
            return Some(vec![branch]);
        }
        // An "if" in a sentence governs what follows it.
        if let Some(text) = governs(text) {
            let (any, then, announces) = self.governed(&text)?;
            return (!announces).then(|| vec![branch(any, then)]);
        }
        self.cut(text, &JOINERS, |reader, first, rest| {
            let mut steps = reader.whole_step(first)?;
            if let Some(rest) = otherwise(rest) {
                let [Stmt::If(choice)] = steps.as_mut_slice() else {
                    return None;
                };
                choice.otherwise = reader.steps(rest)?;
                return Some(steps);
            }
            // `A, if C, B` may say on what A depends.
            let is_between = text[first.len()..].starts_with(", if ") && rest.starts_with("if ");
            steps.extend(reader.steps(rest).filter(|_| !is_between)?);
            Some(steps)
        })
    }

    /// Conditions joined by "or", and these by "and".
    fn alternatives(&mut self, text: &str) -> Option<Alternatives> {
        if let Some(known) = self.joined.get(text) {
            return known.clone();
        }
        let bare = text.strip_prefix("either ").unwrap_or(text);
        let either = |reader: &mut Self, first: &str, rest: &str| {
            let mut any = reader.alternatives(first)?;
            any.extend(reader.alternatives(rest)?);
            Some(any)
        };
        let both = |reader: &mut Self, first: &str, rest: &str| {
            let first = reader.alternatives(first)?;
            Some(stmt::both(&first, &reader.alternatives(rest)?))
        };
        let listed = |reader: &mut Self, first: &str, rest: &str| {
            let is_list = rest.contains(" or if ");
            is_list.then(|| either(reader, first, rest)).flatten()
        };
        let found = self
            .condition(bare)
            .or_else(|| self.cut(bare, &[", if "], listed))
            .or_else(|| {
                let joiners = [", or, if ", ", or if ", " or if ", ", or ", " or "];
                self.cut(bare, &joiners, either)
            })
            .or_else(|| self.cut(bare, &[", and if ", ", and ", " and ", ", but "], both));
        self.joined.insert(text.to_owned(), found.clone());
        found
    }

    /// A condition that one rule matches.
    fn condition(&mut self, text: &str) -> Option<Alternatives> {
        if let Some((_, lines)) = self.rule(&CONDITIONS, text) {
            return Some(lines.into_iter().map(|line| vec![line]).collect());
        }
        let own = own::conditions(self.own.as_ref()?, text)?;
        Some(vec![vec![own]])
    }
}

/// The negation of conditions that are joined by "or", if the tables can express that of each.
fn deny(any: &Alternatives) -> Option<Alternatives> {
    let each = any.iter().map(|all| match all.as_slice() {
        [condition] => none_open(condition)
            .or_else(|| denied(condition))
            .or_else(|| denied_name(condition)),
        _ => None,
    });
    Some(vec![each.collect::<Option<_>>()?])
}

/// The negation of a condition that has a name.
fn denied_name(condition: &str) -> Option<String> {
    static NAMES: LazyLock<TreeTables> = LazyLock::new(super::read::names);
    let turned = match condition.contains(" is not ") {
        true => condition.replacen(" is not ", " is ", 1),
        false => condition.replacen(" is ", " is not ", 1),
    };
    let is_known = model::conjunction(&NAMES, &turned).is_some();
    (turned != condition && is_known).then_some(turned)
}

/// The denial of `there is a p element on the stack of open elements`.
fn none_open(condition: &str) -> Option<String> {
    let what = after(condition, &["there is a ", "there is an "])?;
    let is_one = what.ends_with(" element on the stack of open elements");
    is_one.then(|| format!("there is no {what}"))
}

/// How clauses begin that state a condition in other words, and those words as a condition.
const CONDITIONALS: [(&str, &str); 4] = [
    ("if, in addition, ", "if "),
    ("if, after that, ", "if "),
    ("if, at this point, ", "if "),
    (
        "in the fragment case, ",
        "if the parser was created as part of the HTML fragment parsing algorithm, ",
    ),
];

/// A clause that begins with a condition.
fn governs(text: &str) -> Option<Cow<'_, str>> {
    let mut others = CONDITIONALS.iter();
    let other = others.find_map(|(lead, plain)| Some((text.strip_prefix(lead)?, plain)));
    if let Some((rest, plain)) = other {
        return Some(format!("{plain}{rest}").into());
    }
    after(text, &["if ", "when ", "unless "]).map(|_| text.into())
}

/// Words for "otherwise".
const OTHERWISE: [&str; 3] = ["otherwise", "if not", "else"];

/// What follows "otherwise".
pub(super) fn otherwise(text: &str) -> Option<&str> {
    let rest = after(text, &OTHERWISE)?;
    after(rest, &[", ", ":", "; ", " "]).map(str::trim_start)
}
