//! The grammar of conditions.
//!
//! ```text
//! list      = disjunction { "," [ "and" | "or" ] disjunction }     all joined by the same word
//! disjunction = conjunction { "or" conjunction }
//! conjunction = clause { "and" clause }
//! clause    = a rule | the denial of a rule | what another clause says of the subject of the one before it
//! ```
//!
//! A comma separates what is joined more loosely than anything without one, as in the pages: "A, and B or C" is "A" and
//! one of the others. "Either" keeps its "or" together. A list with a comma before an "and" and before an "or" has no
//! reading. Rules are tried first on all of a text, since the values of holes are lists themselves.

use super::Reader;
use crate::cut::Cut;
use crate::pattern::Filling;
use crate::prefix::after;
use crate::rules::{CONDITIONS, Rule};
use crate::stmt::{Alternatives, both, conjunction};
use tokenwright_tables::grammar::Condition;

/// Denials, and the claims that they deny.
pub(crate) const DENIALS: [(&str, &str); 3] = [
    (" is not ", " is "),
    (" are not ", " are "),
    (" was not ", " was "),
];

/// What a condition begins with that follows from another one of the same conjunction, whose beginning comes after it. It
/// has no form in the tables, and no meaning without the other.
const IMPLIED: &str = "implied by: ";

/// The words between the subject of a clause and what is said of it.
const VERBS: [&str; 3] = [" is set to ", " is ", " are "];

/// Words for the subject of the clause before.
const PRONOUNS: [&str; 4] = ["it is ", "it's ", "that is ", "is "];

/// How clauses are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joiner {
    And,
    Or,
}

impl Reader {
    /// The conditions that a text states; `None` if one of them would be lost.
    pub(super) fn alternatives(&mut self, text: &str) -> Option<Alternatives> {
        let mut any = self.list(text)?;
        for all in &mut any {
            let implied: Vec<String> = all
                .iter()
                .filter_map(|text| Some(text.strip_prefix(IMPLIED)?.to_owned()))
                .collect();
            all.retain(|text| !text.starts_with(IMPLIED));
            let is_there = |by: &String| all.iter().any(|text| text.starts_with(by));
            if all.is_empty() || !implied.iter().all(is_there) {
                return None;
            }
        }
        Some(any)
    }

    /// All conditions of a text, with those that are implied.
    pub(super) fn list(&mut self, text: &str) -> Option<Alternatives> {
        if let Some(known) = self.joined.get(text) {
            return known.clone();
        }
        let found = self
            .item(text)
            .or_else(|| self.with_commas(text, Joiner::And))
            .or_else(|| self.with_commas(text, Joiner::Or));
        self.joined.insert(text.to_owned(), found.clone());
        found
    }

    /// What is joined without commas.
    fn item(&mut self, text: &str) -> Option<Alternatives> {
        let bare = text.strip_prefix("either ").unwrap_or(text);
        self.clause(bare)
            .or_else(|| self.join(text, Joiner::Or))
            .or_else(|| self.join(text, Joiner::And))
    }

    /// `A, B, or C`, `A, and B`
    fn with_commas(&mut self, text: &str, joiner: Joiner) -> Option<Alternatives> {
        let last = if joiner == Joiner::And {
            ", and "
        } else {
            ", or "
        };
        for word in [last, ", "] {
            let found = self.cut(text, &[word], |reader, first, rest| {
                let rest = rest.strip_prefix("if ").unwrap_or(rest);
                let left = reader.item(first)?;
                let right = match word == last {
                    true => reader.item(rest),
                    false => None,
                };
                let right = right
                    .or_else(|| reader.with_commas(rest, joiner))
                    .or_else(|| reader.of_subject(first, rest, word, joiner))?;
                Some(joiner.joined(left, &right))
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Two texts joined by a word, of which the first is read first.
    fn join(&mut self, text: &str, joiner: Joiner) -> Option<Alternatives> {
        let word = if joiner == Joiner::And {
            " and "
        } else {
            " or "
        };
        self.cut(text, &[word], |reader, first, rest| {
            let bare = first.strip_prefix("either ").unwrap_or(first);
            // `it is either A or B`: this is no end of a clause. Nor is a comma.
            if first.ends_with(',') || joiner == Joiner::Or && bare.contains("either ") {
                return None;
            }
            let rest = rest.strip_prefix("if ").unwrap_or(rest);
            let left = match joiner {
                Joiner::Or => reader
                    .clause(bare)
                    .or_else(|| reader.join(bare, Joiner::And)),
                Joiner::And => reader.item(bare),
            };
            let left = left?;
            let right = reader.item(rest);
            let right = right.or_else(|| reader.of_subject(bare, rest, word, joiner))?;
            Some(joiner.joined(left, &right))
        })
    }

    /// A text without a subject, which is that of the clause before it: `the number is zero, or higher than 9`. Without a
    /// comma, it is joined more closely than by any "and".
    fn of_subject(
        &mut self,
        before: &str,
        text: &str,
        word: &str,
        joiner: Joiner,
    ) -> Option<Alternatives> {
        let last = before.rsplit(" or ").next().unwrap_or(before);
        let (at, verb) = VERBS
            .iter()
            .find_map(|verb| Some((last.find(verb)?, verb)))?;
        let pronoun = after(text, &PRONOUNS);
        // `it is not A or B` denies both.
        if joiner == Joiner::Or && pronoun.is_none() && before.contains(" not ") {
            return None;
        }
        let verb = if pronoun.is_some() { " is " } else { verb };
        let whole = format!("{}{verb}{}", &last[..at], pronoun.unwrap_or(text));
        match (word, joiner) {
            (" or ", _) => self.clause(&whole).or_else(|| self.join(&whole, joiner)),
            (", ", _) => self.with_commas(&whole, joiner),
            (_, Joiner::Or) => self.item(&whole),
            (_, Joiner::And) => self.clause(&whole),
        }
    }

    /// A condition that a rule matches, or the denial of one.
    fn clause(&mut self, text: &str) -> Option<Alternatives> {
        if self.no_conditions.contains(text) {
            return None;
        }
        let found = self.by_rule(text).or_else(|| self.denied(text));
        if found.is_none() {
            self.no_conditions.insert(text.to_owned());
        }
        found
    }

    fn by_rule(&mut self, text: &str) -> Option<Alternatives> {
        let (rule, fillings) = CONDITIONS.fit(text, self.loosely)?;
        self.used.push(rule.name);
        Some(alternatives(rule, &fillings))
    }

    /// The denial of a condition that a rule matches, if the tables can express it.
    fn denied(&mut self, text: &str) -> Option<Alternatives> {
        let (denial, claim) = DENIALS.iter().find(|(denial, _)| text.contains(denial))?;
        if text.matches(denial).count() > 1 {
            return None;
        }
        let claimed = text.replacen(denial, claim, 1);
        let (rule, fillings) = CONDITIONS.fit(&claimed, self.loosely)?;
        let any = deny(&alternatives(rule, &fillings))?;
        self.used.push(rule.name);
        Some(any)
    }
}

impl Joiner {
    fn joined(self, left: Alternatives, right: &Alternatives) -> Alternatives {
        match self {
            Joiner::Or => [left, right.clone()].concat(),
            Joiner::And => both(&left, right),
        }
    }
}

/// The negation of conditions, if the tables can express it.
pub(super) fn deny(any: &Alternatives) -> Option<Alternatives> {
    let one = |condition: &String| -> Option<String> {
        let turns = DENIALS
            .iter()
            .flat_map(|(denial, claim)| [(denial, claim), (claim, denial)]);
        let mut turned = turns.filter(|(from, _)| condition.contains(**from));
        let turned = turned
            .next()
            .map(|(from, to)| condition.replacen(from, to, 1))?;
        let known = Condition::parse(&turned).is_ok() || Condition::parse(condition).is_err();
        let is_own = |lead| condition.starts_with(lead);
        (known && !["it is ", "ahead", IMPLIED].into_iter().any(is_own)).then_some(turned)
    };
    if let [all] = any.as_slice() {
        let negated = all.iter().map(|condition| Some(vec![one(condition)?]));
        return negated.collect();
    }
    let alone = any.iter().map(|all| match all.as_slice() {
        [only] => one(only),
        _ => None,
    });
    let all: Option<Vec<String>> = alone.collect();
    all.map(|all| vec![all])
}

fn alternatives(rule: &Rule, fillings: &[Filling]) -> Alternatives {
    let lines = rule.lines(fillings);
    lines.iter().map(|line| conjunction(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::cases::cases;

    /// The alternatives, each with its conditions.
    fn read(text: &str) -> Option<String> {
        let any = Reader::new().conditions(text)?;
        let each = any.iter().map(|all| all.join(" & "));
        Some(each.collect::<Vec<_>>().join(" | "))
    }

    #[test]
    fn what_the_grammar_accepts() {
        for [text, expected] in cases("conditions") {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_it_does_not() {
        for text in [
            // Two precedences.
            "the escape flag is true, and the temporary buffer is \"a\", or the number is zero",
            // What "or" joins after a denial is denied as well.
            "the temporary buffer is not \"a\" or \"b\"",
            "the temporary buffer is \"a\" or the moon",
            "the temporary buffer is \"a\" and or the escape flag is true",
            // It says less than the condition that it belongs to.
            "there are at least three characters before this one in the input stream",
            "there are at least three characters before this one in the input stream, and the escape flag is true",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
