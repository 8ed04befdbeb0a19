//! Matches sentences to the rules.

use super::first_word::FirstWords;
use super::hole::Kind;
use super::nearest::Nearest;
use super::normal_form::{Form, Normal};
use super::pattern::{Filling, Pattern};
use super::rules::{
    CONDITIONS, ConditionRule, OUTSIDE, Outside, OutsideRule, STEPS, SilentRule, StepRule,
    WITHOUT_EFFECT,
};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tokenwright_tables::grammar::Condition;

/// A clause, in the words of the table language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stmt {
    Step(String),
    If {
        any: Alternatives,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        /// Whether `otherwise` is the next case of the same choice.
        chained: bool,
    },
}

/// Alternatives of conditions that hold together.
pub(super) type Alternatives = Vec<Vec<String>>;

/// Whether a step is taken anywhere.
pub(super) fn does(stmts: &[Stmt], wanted: &str) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Step(step) => step == wanted,
        Stmt::If {
            then, otherwise, ..
        } => does(then, wanted) || does(otherwise, wanted),
    })
}

/// The meaning of a sentence.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Steps {
        stmts: Vec<Stmt>,
        /// `Finally, ...`, `In any case, ...`: no longer part of what an earlier "if" opened.
        ends_branches: bool,
    },
    /// `If ..., then ...`; with a colon and no steps, the next paragraphs are the steps.
    If {
        any: Alternatives,
        then: Vec<Stmt>,
        /// `When ...: ...`; adjacent ones form one choice.
        case: bool,
    },
    /// `Then, if ...`: after the rows of a state, the end of every row; elsewhere the same as `If`.
    Then {
        any: Alternatives,
        then: Vec<Stmt>,
    },
    /// `Otherwise, ...`, perhaps with a condition.
    Otherwise {
        any: Option<Alternatives>,
        then: Vec<Stmt>,
    },
    /// `However, if ...`: the first case of the preceding branch.
    First {
        any: Alternatives,
        then: Vec<Stmt>,
    },
    /// `Additionally, if ...`: steps before the preceding return.
    BeforeReturn {
        any: Alternatives,
        then: Vec<Stmt>,
    },
    Outside(Outside, Vec<Filling>),
    Silent(&'static SilentRule),
}

impl Meaning {
    /// The meaning in the words of the tables; empty if it has no effect.
    pub(super) fn describe(&self) -> String {
        let conditional = |lead: &str, any: &Alternatives, then: &[Stmt]| {
            format!("{lead} {}: {}", describe_conditions(any), describe(then))
        };
        match self {
            Meaning::Steps { stmts, .. } => describe(stmts),
            Meaning::If { any, then, .. } => conditional("if", any, then),
            Meaning::Then { any, then } => conditional("then, if", any, then),
            Meaning::Otherwise {
                any: Some(any),
                then,
            } => conditional("otherwise, if", any, then),
            Meaning::Otherwise { any: None, then } => format!("otherwise: {}", describe(then)),
            Meaning::First { any, then } => conditional("first, if", any, then),
            Meaning::BeforeReturn { any, then } => conditional("before, if", any, then),
            Meaning::Outside(says, fillings) => {
                let values: Vec<&str> = fillings
                    .iter()
                    .flat_map(|(_, values)| values.iter().map(String::as_str))
                    .collect();
                format!("{says:?}: {}", values.join(", "))
            }
            Meaning::Silent(_) => String::new(),
        }
    }
}

fn describe(stmts: &[Stmt]) -> String {
    let each = stmts.iter().map(|stmt| match stmt {
        Stmt::Step(step) => step.clone(),
        Stmt::If {
            any,
            then,
            otherwise,
            ..
        } => {
            let mut text = format!("if {}: {}", describe_conditions(any), describe(then));
            if !otherwise.is_empty() {
                text.push_str(&format!("; otherwise: {}", describe(otherwise)));
            }
            text
        }
    });
    each.collect::<Vec<_>>().join("; ")
}

fn describe_conditions(any: &Alternatives) -> String {
    let each = any.iter().map(|all| all.join(" and "));
    each.collect::<Vec<_>>().join(" or ")
}

/// A sentence that was understood: its meaning, and the rules that matched.
#[derive(Clone, Debug)]
pub(super) struct Understood {
    pub(super) meaning: Meaning,
    pub(super) rules: Vec<&'static str>,
}

/// Rules with their patterns compiled.
struct Compiled<R: 'static> {
    rules: Vec<(Pattern, &'static R)>,
    first_words: FirstWords,
    /// The patterns in their normal form, once a sentence needs it.
    normal: OnceCell<(Vec<Normal>, FirstWords)>,
}

impl<R> Compiled<R> {
    fn of(rules: &'static [R], pattern: impl Fn(&R) -> &'static str) -> Self {
        let compiled = rules.iter().map(|rule| (Pattern::new(pattern(rule)), rule));
        let rules: Vec<_> = compiled.collect();
        Compiled {
            first_words: FirstWords::of(rules.iter().map(|(pattern, _)| pattern.first_words())),
            rules,
            normal: OnceCell::new(),
        }
    }

    /// The first rule that matches a clause, with the values of its holes.
    fn fit(&self, text: &str, loosely: bool) -> Option<(&'static R, Vec<Filling>)> {
        if !loosely {
            let word = text.split(' ').next().unwrap_or_default();
            let mut numbers = self.first_words.rules(word).iter();
            return numbers.find_map(|number| {
                let (pattern, rule) = &self.rules[*number];
                Some((*rule, pattern.fit(text)?))
            });
        }
        let (normal, first_words) = self.normal.get_or_init(|| {
            let patterns = self.rules.iter();
            let normal: Vec<Normal> = patterns.map(|(pattern, _)| Normal::of(pattern)).collect();
            let first_words = FirstWords::of(normal.iter().map(Normal::first_words));
            (normal, first_words)
        });
        let form = Form::of(text);
        let mut numbers = first_words.rules(form.first_word()).iter();
        numbers.find_map(|number| Some((self.rules[*number].1, normal[*number].fit(&form)?)))
    }
}

/// The compiled rules, and every sentence that was read with them.
pub(super) struct Reader {
    steps: Compiled<StepRule>,
    conditions: Compiled<ConditionRule>,
    outside: Compiled<OutsideRule>,
    silent: Compiled<SilentRule>,
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

/// The attempts that a sentence counts as.
fn cost(text: &str) -> usize {
    (text.len() / USUAL).pow(2).max(1)
}

/// The longest sentence that is read, in bytes. No sentence of the spec is as long; the conditions and steps of a sentence
/// are tried in many combinations, and nested in each other.
pub(super) const LONGEST: usize = 2000;

impl Reader {
    pub(super) fn new() -> Self {
        Reader {
            steps: Compiled::of(STEPS, |rule| rule.pattern),
            conditions: Compiled::of(CONDITIONS, |rule| rule.pattern),
            outside: Compiled::of(OUTSIDE, |rule| rule.pattern),
            silent: Compiled::of(WITHOUT_EFFECT, |rule| rule.pattern),
            seen: HashMap::new(),
            clauses: HashMap::new(),
            joined: HashMap::new(),
            no_steps: HashSet::new(),
            no_conditions: HashSet::new(),
            used: Vec::new(),
            nearest: Nearest::new(),
            loosely: false,
            attempts: ATTEMPTS,
        }
    }

    /// A reader that matches sentences only as they are, and not in their normal form.
    pub(super) fn exact() -> Self {
        Reader {
            attempts: 0,
            ..Reader::new()
        }
    }

    /// The rules for steps, with their compiled patterns.
    pub(super) fn step_rules(&self) -> &[(Pattern, &'static StepRule)] {
        &self.steps.rules
    }

    /// The rules for conditions, with their compiled patterns.
    pub(super) fn condition_rules(&self) -> &[(Pattern, &'static ConditionRule)] {
        &self.conditions.rules
    }

    /// The meaning of a normalised sentence; `None` if no rule matches.
    pub(super) fn understand(&mut self, text: &str) -> Option<Rc<Understood>> {
        if text.len() > LONGEST {
            return None;
        }
        if let Some(known) = self.seen.get(text) {
            return known.clone();
        }
        self.used.clear();
        self.forget();
        let found = self.sentence(text).or_else(|| self.in_normal_form(text));
        let found = found.map(|meaning| {
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

    /// The meaning of a sentence whose clauses match rules in their normal form only.
    fn in_normal_form(&mut self, text: &str) -> Option<Meaning> {
        if self.attempts == 0 {
            return None;
        }
        self.attempts = self.attempts.saturating_sub(cost(text));
        self.used.clear();
        self.forget();
        self.loosely = true;
        let meaning = self.sentence(text);
        self.loosely = false;
        meaning
    }

    /// Forgets the clauses of the last sentence, or of this one as it was matched before.
    fn forget(&mut self) {
        self.clauses.clear();
        self.joined.clear();
        self.no_steps.clear();
        self.no_conditions.clear();
    }

    /// The conditions that a clause states.
    pub(super) fn conditions(&mut self, text: &str) -> Option<Alternatives> {
        if text.len() > LONGEST {
            return None;
        }
        self.forget();
        let found = self.alternatives(text);
        if found.is_some() || self.attempts == 0 {
            return found;
        }
        self.attempts = self.attempts.saturating_sub(cost(text));
        self.forget();
        self.loosely = true;
        let found = self.alternatives(text);
        self.loosely = false;
        found
    }

    fn sentence(&mut self, text: &str) -> Option<Meaning> {
        if let Some((rule, fillings)) = self.outside.fit(text, self.loosely) {
            self.used.push(rule.name);
            return Some(if rule.meaning == Outside::UnlessPermitted {
                Meaning::Steps {
                    stmts: vec![Stmt::If {
                        any: vec![vec!["this is not a permitted slash".to_owned()]],
                        then: vec![Stmt::Step("parse error".to_owned())],
                        otherwise: Vec::new(),
                        chained: false,
                    }],
                    ends_branches: false,
                }
            } else {
                Meaning::Outside(rule.meaning, fillings)
            });
        }
        if let Some((rule, _)) = self.silent.fit(text, self.loosely) {
            self.used.push(rule.name);
            return Some(Meaning::Silent(rule));
        }
        if let Some(stmts) = self.whole_step(text) {
            return Some(Meaning::Steps {
                stmts,
                ends_branches: false,
            });
        }
        for lead in ["finally, ", "in any case, ", "in any case "] {
            if let Some(rest) = text.strip_prefix(lead) {
                let stmts = self.steps(rest)?;
                return Some(Meaning::Steps {
                    stmts,
                    ends_branches: true,
                });
            }
        }
        if text == "otherwise:" {
            return Some(Meaning::Otherwise {
                any: None,
                then: Vec::new(),
            });
        }
        for lead in [
            "otherwise, ",
            "otherwise: ",
            "otherwise ",
            "if it isn't, ",
            "if it is not, ",
        ] {
            if let Some(rest) = text.strip_prefix(lead) {
                return self.otherwise(rest);
            }
        }
        for lead in ["however, if ", "in this case, if "] {
            if let Some(rest) = text.strip_prefix(lead) {
                let (any, then) = self.conditional(rest)?;
                return Some(Meaning::First { any, then });
            }
        }
        if let Some(rest) = text.strip_prefix("additionally, if ") {
            let (any, then) = self.conditional(rest)?;
            return Some(Meaning::BeforeReturn { any, then });
        }
        if let Some(rest) = text.strip_prefix("then, if ") {
            let (any, then) = self.conditional(rest)?;
            return Some(Meaning::Then { any, then });
        }
        for (lead, case) in [("if ", false), ("when ", true)] {
            if let Some(rest) = text.strip_prefix(lead)
                && let Some((any, then)) = self.conditional(rest)
            {
                return Some(Meaning::If { any, then, case });
            }
        }
        let stmts = self.steps(text)?;
        Some(Meaning::Steps {
            stmts,
            ends_branches: false,
        })
    }

    fn otherwise(&mut self, rest: &str) -> Option<Meaning> {
        if let Some(rest) = rest.strip_prefix("if ") {
            let (any, then) = self.conditional(rest)?;
            return Some(Meaning::Otherwise {
                any: Some(any),
                then,
            });
        }
        let then = self.steps(rest)?;
        Some(Meaning::Otherwise { any: None, then })
    }

    /// `CONDITIONS, then STEPS`, or `CONDITIONS:` with no steps.
    fn conditional(&mut self, text: &str) -> Option<(Alternatives, Vec<Stmt>)> {
        if let Some(alone) = text.strip_suffix(':') {
            return Some((self.alternatives(alone)?, Vec::new()));
        }
        for joiner in [", then, ", ", then ", ": ", ", ", " then "] {
            for (at, _) in text.match_indices(joiner) {
                let mark = self.used.len();
                if let Some(any) = self.alternatives(&text[..at])
                    && let Some(then) = self.steps(&text[at + joiner.len()..])
                {
                    return Some((any, then));
                }
                self.used.truncate(mark);
            }
        }
        None
    }

    /// A clause that one rule matches unchanged.
    fn whole_step(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if self.no_steps.contains(text) {
            return None;
        }
        let Some((rule, fillings)) = self.steps.fit(text, self.loosely) else {
            self.no_steps.insert(text.to_owned());
            return None;
        };
        self.used.push(rule.name);
        let filled = rule.makes.iter().flat_map(|step| fill(step, &fillings));
        Some(filled.map(Stmt::Step).collect())
    }

    /// One or more clauses that are steps.
    fn steps(&mut self, text: &str) -> Option<Vec<Stmt>> {
        if let Some(known) = self.clauses.get(text) {
            return known.clone();
        }
        let found = self.whole_step(text).or_else(|| self.joined_steps(text));
        self.clauses.insert(text.to_owned(), found.clone());
        found
    }

    fn joined_steps(&mut self, text: &str) -> Option<Vec<Stmt>> {
        for joiner in [
            "; ",
            ", and then ",
            ", then ",
            " and then ",
            " then ",
            ", and ",
            " and ",
            ", ",
        ] {
            for (at, _) in text.match_indices(joiner) {
                let mark = self.used.len();
                if let Some(mut first) = self.whole_step(&text[..at])
                    && let Some(rest) = self.steps(&text[at + joiner.len()..])
                {
                    first.extend(rest);
                    return Some(first);
                }
                self.used.truncate(mark);
            }
        }
        None
    }

    /// Conditions joined by "and".
    fn alternatives(&mut self, text: &str) -> Option<Alternatives> {
        if let Some(known) = self.joined.get(text) {
            return known.clone();
        }
        let bare = text.strip_prefix("either ").unwrap_or(text);
        let found = self
            .condition(bare)
            .or_else(|| self.joined_conditions(bare))
            .or_else(|| self.negated(bare));
        self.joined.insert(text.to_owned(), found.clone());
        found
    }

    /// A condition that one rule matches.
    fn condition(&mut self, text: &str) -> Option<Alternatives> {
        if self.no_conditions.contains(text) {
            return None;
        }
        let Some((rule, fillings)) = self.conditions.fit(text, self.loosely) else {
            self.no_conditions.insert(text.to_owned());
            return None;
        };
        self.used.push(rule.name);
        Some(alternatives(rule, &fillings))
    }

    fn joined_conditions(&mut self, text: &str) -> Option<Alternatives> {
        for joiner in [", and ", " and "] {
            for (at, _) in text.match_indices(joiner) {
                let mark = self.used.len();
                let first = text[..at].trim_start_matches("either ");
                if let Some(first) = self.condition(first).or_else(|| self.negated(first))
                    && let Some(rest) = self.alternatives(&text[at + joiner.len()..])
                {
                    let both = |a: &Vec<String>| {
                        let a = a.clone();
                        rest.iter().map(move |b| [a.clone(), b.clone()].concat())
                    };
                    return Some(first.iter().flat_map(both).collect());
                }
                self.used.truncate(mark);
            }
        }
        None
    }

    /// The negation of a condition that a rule matches, if the tables can express it.
    fn negated(&mut self, text: &str) -> Option<Alternatives> {
        const DENIALS: [(&str, &str); 3] = [
            (" is not ", " is "),
            (" are not ", " are "),
            (" was not ", " was "),
        ];
        let (denial, claim) = DENIALS.iter().find(|(d, _)| text.contains(d))?;
        if text.matches(denial).count() > 1 {
            return None;
        }
        let claimed = text.replacen(denial, claim, 1);
        let (rule, fillings) = self.conditions.fit(&claimed, self.loosely)?;
        let any = deny(&alternatives(rule, &fillings))?;
        self.used.push(rule.name);
        Some(any)
    }

    /// The words of the rule that is nearest to a sentence.
    pub(super) fn nearest(&mut self, text: &str) -> Option<&'static str> {
        self.nearest.of(text)
    }
}

/// The negation of conditions, if the tables can express it.
fn deny(any: &Alternatives) -> Option<Alternatives> {
    const TURNS: [(&str, &str); 3] = [
        (" is not ", " is "),
        (" are not ", " are "),
        (" was not ", " was "),
    ];
    let one = |condition: &String| -> Option<String> {
        let turned = TURNS.iter().find_map(|(denial, claim)| {
            if condition.contains(denial) {
                Some(condition.replacen(denial, claim, 1))
            } else if condition.contains(claim) {
                Some(condition.replacen(claim, denial, 1))
            } else {
                None
            }
        })?;
        let known = Condition::parse(&turned).is_ok() || Condition::parse(condition).is_err();
        (known && !condition.starts_with("it is ") && !condition.starts_with("ahead"))
            .then_some(turned)
    };
    if let [all] = any.as_slice() {
        let negated = all.iter().map(one);
        return negated
            .map(|negated| negated.map(|text| vec![text]))
            .collect();
    }
    let alone = any.iter().map(|all| match all.as_slice() {
        [only] => one(only),
        _ => None,
    });
    let all: Option<Vec<String>> = alone.collect();
    all.map(|all| vec![all])
}

/// The sentences that a template makes: one, or one for each value of a hole that holds a list.
fn fill(template: &str, fillings: &[Filling]) -> Vec<String> {
    let mut filled = vec![template.to_owned()];
    for (at, (_, values)) in fillings.iter().enumerate() {
        let hole = format!("{{{at}}}");
        if template.contains(&hole) {
            filled = filled
                .iter()
                .flat_map(|text| values.iter().map(|value| text.replace(&hole, value)))
                .collect();
        }
    }
    filled
}

fn alternatives(rule: &ConditionRule, fillings: &[Filling]) -> Alternatives {
    let mut any = Vec::new();
    for conjunction in rule.means {
        let mut combined: Alternatives = vec![Vec::new()];
        for condition in *conjunction {
            let filled = fill(condition, fillings);
            combined = combined
                .iter()
                .flat_map(|all| {
                    filled.iter().map(move |one| {
                        let mut all = all.clone();
                        all.push(one.clone());
                        all
                    })
                })
                .collect();
        }
        any.extend(combined);
    }
    any
}

/// The values in the first hole of a kind.
pub(super) fn values(fillings: &[Filling], wanted: Kind) -> &[String] {
    let found = fillings.iter().find(|(kind, _)| *kind == wanted);
    found.map_or(&[], |(_, values)| values)
}

/// The value in the first hole of a kind.
pub(super) fn value(fillings: &[Filling], wanted: Kind) -> Option<&str> {
    values(fillings, wanted).first().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::{Meaning, Reader, Stmt};

    fn steps(text: &str) -> Vec<String> {
        let mut reader = Reader::new();
        let understood = reader.understand(text).unwrap_or_else(|| panic!("{text}"));
        let Meaning::Steps { stmts, .. } = &understood.meaning else {
            panic!("{understood:?}")
        };
        stmts
            .iter()
            .map(|stmt| match stmt {
                Stmt::Step(step) => step.clone(),
                Stmt::If { .. } => panic!("{stmt:?}"),
            })
            .collect()
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
            any(
                "the number is not zero, if the number is higher than 0x10FFFF, or if it's one of the surrogate characters (characters in the range 0xD800 to 0xDFFF)"
            ),
            Some(vec![vec![
                "the character reference code is not 0x00".to_owned(),
                "the character reference code is not greater than 0x10FFFF".to_owned(),
                "the character reference code is not 0xD800 to 0xDFFF".to_owned(),
            ]])
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
