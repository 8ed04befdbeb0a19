//! Parses the strings of the tables into steps, conditions and matchers.
//!
//! A sentence is a form of the language or one that the revision defines, perhaps in a later file; so the definitions
//! are collected first, by name only. Forms are tried before definitions: a definition cannot change the meaning of a
//! form. Sentences that are too long are refused unread, as parsing takes more than linear time.

use super::document::Document;
use super::keys::{Keys, Log, Value};
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::grammar::form::Hole;
use crate::grammar::{Char, Condition, Form, FormError, Matcher, Step, mend, read_conditions};
use crate::language;
use crate::model::{Clause, Conjunction, Located, Test};

/// The maximum length of a sentence in bytes: parsing takes more than linear time.
const LONGEST: usize = 1000;

/// Parses sentences; it knows those that the revision defines.
pub(super) struct Sentences {
    steps: Vec<String>,
    conditions: Vec<String>,
}

impl Sentences {
    /// Collects the definitions of the files.
    pub(super) fn new<'d, 's: 'd>(documents: impl Iterator<Item = &'d Document<'s>>) -> Self {
        let mut sentences = Sentences {
            steps: Vec::new(),
            conditions: Vec::new(),
        };
        // Errors in a definition are logged when its body is read.
        let mut unused = Log::default();
        for document in documents {
            let Some(definitions) = document.keys(&language::TABLE_FILE).get("definition") else {
                continue;
            };
            for definition in definitions.tables(&language::DEFINITION, &mut unused) {
                if let Some(step) = definition.optional_string("step", &mut unused) {
                    sentences.steps.push(step.value);
                }
                if let Some(condition) = definition.optional_string("condition", &mut unused) {
                    sentences.conditions.push(condition.value);
                }
            }
        }
        sentences
    }

    /// A list of steps and of tables with `if`.
    pub(super) fn body(&self, value: Value<'_>, log: &mut Log) -> Vec<Clause> {
        let members = value.list(log).unwrap_or_default();
        members
            .into_iter()
            .filter_map(|member| {
                if member.is_table() {
                    return self.branch(member.keys(&language::CLAUSE, log)?, log);
                }
                let text = member.string(log)?;
                self.step(&text, log)
            })
            .collect()
    }

    fn branch(&self, keys: Keys<'_>, log: &mut Log) -> Option<Clause> {
        let any = self.conditions_of(&keys, "if", "if-any", log);
        if any.is_none() {
            log.push(Diagnostic::error(
                keys.place(),
                "missing key `if` or `if-any` in a clause",
            ));
        }
        let then = keys.require("then", log);
        let otherwise = keys.get("else");
        keys.finish(log);
        Some(Clause::If {
            any: any?,
            then: self.body(then?, log),
            otherwise: otherwise.map_or_else(Vec::new, |value| self.body(value, log)),
        })
    }

    /// The conditions under `one` (a string) or under `several` (a list), if either is there.
    pub(super) fn conditions_of(
        &self,
        keys: &Keys<'_>,
        one: &'static str,
        several: &'static str,
        log: &mut Log,
    ) -> Option<Vec<Conjunction>> {
        let texts = keys.one_or_several(one, several, log)?;
        Some(
            texts
                .iter()
                .map(|text| self.conjunction(text, log))
                .collect(),
        )
    }

    fn step(&self, text: &Text, log: &mut Log) -> Option<Clause> {
        let sentence = text.value.as_str();
        if too_long(text, log) {
            return None;
        }
        let error = match Step::read(sentence) {
            Ok(value) => {
                let place = text.place;
                return Some(Clause::Step(Located { value, place }));
            }
            Err(_) if self.steps.iter().any(|step| step == sentence) => {
                return Some(Clause::Call(text.located()));
            }
            Err(misfit) => misfit.into_error(),
        };
        log.push(unreadable(
            "step",
            text,
            0,
            sentence,
            &error,
            Step::FORMS,
            &self.steps,
            |s| Step::parse(s).is_ok(),
        ));
        None
    }

    pub(super) fn conjunction(&self, text: &Text, log: &mut Log) -> Conjunction {
        let mut tests = Vec::new();
        if too_long(text, log) {
            return tests;
        }
        for (start, part, parsed) in read_conditions(&text.value) {
            let place = text.part(start..start + part.len());
            let test = match parsed {
                Ok(condition) => Some(Test::Condition(condition)),
                Err(misfit) => self.defined(part).or_else(|| {
                    log.push(unreadable(
                        "condition",
                        text,
                        start,
                        part,
                        &misfit.into_error(),
                        Condition::FORMS,
                        &self.conditions,
                        |s| Condition::parse(s).is_ok() || self.defined(s).is_some(),
                    ));
                    None
                }),
            };
            tests.extend(test.map(|value| Located { value, place }));
        }
        tests
    }

    /// The defined condition that the sentence states or negates.
    fn defined(&self, sentence: &str) -> Option<Test> {
        let known = |name: &str| self.conditions.iter().any(|condition| condition == name);
        if known(sentence) {
            return Some(Test::Defined {
                name: sentence.into(),
                negated: false,
            });
        }
        [(" is not ", " is "), (" was not ", " was ")]
            .into_iter()
            .map(|(denial, claim)| sentence.replacen(denial, claim, 1))
            .find(|name| name != sentence && known(name))
            .map(|name| Test::Defined {
                name,
                negated: true,
            })
    }
}

pub(crate) fn too_long(text: &Text, log: &mut Log) -> bool {
    let long = text.value.len() > LONGEST;
    if long {
        let message = format!("a sentence of more than {LONGEST} bytes");
        log.push(Diagnostic::error(text.place, message));
    }
    long
}

/// Reports a sentence that matches no form, with the nearest one.
#[expect(clippy::too_many_arguments, reason = "one message needs all of it")]
pub(crate) fn unreadable(
    what: &str,
    text: &Text,
    start: usize,
    sentence: &str,
    error: &FormError,
    forms: &[Form],
    defined: &[String],
    reads: impl Fn(&str) -> bool,
) -> Diagnostic {
    let whole = text.part(start..start + sentence.len());
    let within = |from: usize, to: usize| text.part(start + from..start + to);
    let message = format!("unknown {what} `{sentence}`");
    let nearest_form = || {
        let mended = mend(sentence, forms, defined.iter().map(String::as_str), &reads)?;
        let wrong = within(mended.wrong.start, mended.wrong.end);
        Some(Diagnostic::error(wrong, &message).edit(
            format!("the nearest form is `{}`", mended.pattern),
            whole,
            text.escaped(&mended.sentence),
        ))
    };
    match error {
        FormError::Hole {
            pattern,
            start: from,
            end: to,
            expects,
            mended,
        } => {
            let misfit = || {
                let place = within(*from, *to);
                misfit(text, place, &sentence[*from..*to], expects, mended)
                    .also(whole, format!("the form is `{pattern}`"))
            };
            match mended {
                Some(_) => misfit(),
                // One word in its place belongs to no other form.
                None if !sentence[*from..*to].contains(' ') => misfit(),
                // The sentence may be a misspelling of another form.
                None => nearest_form().unwrap_or_else(misfit),
            }
        }
        FormError::Unknown { nearest } => nearest_form().unwrap_or_else(|| {
            let diagnostic = Diagnostic::error(whole, &message);
            match nearest {
                Some(nearest) => diagnostic.help(format!("the nearest form is `{nearest}`")),
                None => diagnostic.label(format!("this is no {what} of the table language")),
            }
        }),
    }
}

/// Reports words that are not allowed in their place.
fn misfit(
    text: &Text,
    place: crate::source::Place,
    found: &str,
    expects: &str,
    mended: &Option<String>,
) -> Diagnostic {
    let gloss = mended.as_deref().filter(|right| {
        found.starts_with("U+") && right.split(' ').next() == found.split(' ').next()
    });
    let is_surrogate = Char::parse(found).is_some_and(Char::is_surrogate);
    let diagnostic = match gloss {
        Some(right) => Diagnostic::error(place, format!("wrong gloss: this code point is {right}")),
        None if is_surrogate => Diagnostic::error(
            place,
            format!("`{found}` is a surrogate, which is no character"),
        )
        .label("only a row or a set can name one"),
        None => Diagnostic::error(place, format!("`{found}` does not fit here"))
            .label(format!("expected {expects}")),
    };
    match mended {
        Some(mended) => diagnostic.edit(format!("write `{mended}`"), place, text.escaped(mended)),
        None => diagnostic,
    }
}

/// Parses a matcher.
pub(super) fn matcher(text: &Text, log: &mut Log) -> Option<Located<Matcher>> {
    match Matcher::read(&text.value) {
        Some(value) => Some(Located {
            value,
            place: text.place,
        }),
        None => {
            let mended = Matcher::mend(&text.value);
            let expects = Matcher::EXPECTS;
            log.push(misfit(text, text.place, &text.value, expects, &mended));
            None
        }
    }
}

/// Parses the matchers in a string or a list of strings.
pub(super) fn matchers(value: Value<'_>, log: &mut Log) -> Vec<Located<Matcher>> {
    let texts = value.string_or_strings(log).unwrap_or_default();
    if texts.is_empty() && value.is_empty_list() {
        log.push(Diagnostic::error(
            value.place,
            format!("`{}` matches nothing", value.key),
        ));
    }
    texts.iter().filter_map(|text| matcher(text, log)).collect()
}
