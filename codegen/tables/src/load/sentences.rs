//! Parses the strings of the tables into steps, conditions and matchers.
//!
//! A sentence is a form of the language or one that the revision defines, perhaps in a later file; so the definitions
//! are collected first, by name only. Forms are tried before definitions: a definition cannot change the meaning of a
//! form. Sentences that are too long are refused unread, as parsing takes more than linear time.

use super::document::Document;
use super::keys::{Keys, Log, Value};
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::grammar::form::{Hole, Misfit};
use crate::grammar::{Char, Condition, Form, FormError, Matcher, Step, conjuncts, mend};
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
        let members = value.list(log).unwrap_or_default().into_iter();
        let clauses = members.filter_map(|member| match member.is_table() {
            true => self.branch(member.keys(&language::CLAUSE, log)?, log),
            false => self.step(&member.string(log)?, log),
        });
        clauses.collect()
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
        let all = texts.iter().map(|text| self.conjunction(text, log));
        Some(all.collect())
    }

    fn step(&self, text: &Text, log: &mut Log) -> Option<Clause> {
        let language = Language {
            what: "step",
            forms: Step::FORMS,
            defined: &self.steps,
            read: &|sentence| {
                let known = || self.steps.iter().any(|step| step == sentence);
                form_or_call(Step::read(sentence), known)
            },
        };
        Some(match language.sentence(text, log)? {
            Some(step) => Clause::Step(text.read_as(step)),
            None => Clause::Call(text.located()),
        })
    }

    pub(super) fn conjunction(&self, text: &Text, log: &mut Log) -> Conjunction {
        let language = Language {
            what: "condition",
            forms: Condition::FORMS,
            defined: &self.conditions,
            read: &|sentence| {
                let condition = Condition::read(sentence).map(Test::Condition);
                condition.or_else(|misfit| self.defined(sentence).ok_or(misfit))
            },
        };
        language.conjunction(text, log)
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

/// The sentences of one kind, in the forms of the language and in those that the tables define.
pub(crate) struct Language<'l, T> {
    /// The kind, in messages.
    pub(crate) what: &'static str,
    /// The forms that a message can suggest.
    pub(crate) forms: &'l [Form],
    /// The defined sentences.
    pub(crate) defined: &'l [String],
    /// Reads one sentence.
    pub(crate) read: &'l dyn for<'t> Fn(&'t str) -> Result<T, Misfit<'t>>,
}

/// The sentence of a form, or `None` for a call of what is `known`.
pub(crate) fn form_or_call<T>(
    form: Result<T, Misfit<'_>>,
    known: impl Fn() -> bool,
) -> Result<Option<T>, Misfit<'_>> {
    match form {
        Err(_) if known() => Ok(None),
        form => form.map(Some),
    }
}

impl<T> Language<'_, T> {
    /// Reads the whole text as one sentence.
    pub(crate) fn sentence(&self, text: &Text, log: &mut Log) -> Option<T> {
        match too_long(text, log) {
            true => None,
            false => self.part(text, 0, &text.value, log),
        }
    }

    /// Reads the sentences that ` and ` joins.
    pub(crate) fn conjunction(&self, text: &Text, log: &mut Log) -> Vec<Located<T>> {
        if too_long(text, log) {
            return Vec::new();
        }
        let parts = conjuncts(&text.value).into_iter();
        let read = parts.filter_map(|(start, part)| {
            let place = text.part(start..start + part.len());
            Some(Located::at(self.part(text, start, part, log)?, place))
        });
        read.collect()
    }

    fn part(&self, text: &Text, start: usize, part: &str, log: &mut Log) -> Option<T> {
        let misfit = match (self.read)(part) {
            Ok(read) => return Some(read),
            Err(misfit) => misfit.into_error(),
        };
        log.push(self.unreadable(text, start, part, &misfit));
        None
    }

    /// Reports a sentence that matches no form, with the nearest one.
    fn unreadable(
        &self,
        text: &Text,
        start: usize,
        sentence: &str,
        error: &FormError,
    ) -> Diagnostic {
        let whole = text.part(start..start + sentence.len());
        let within = |from: usize, to: usize| text.part(start + from..start + to);
        let what = self.what;
        let message = format!("unknown {what} `{sentence}`");
        let nearest_form = || {
            let defined = self.defined.iter().map(String::as_str);
            let reads = |other: &str| (self.read)(other).is_ok();
            let mended = mend(sentence, self.forms, defined, reads)?;
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
}

fn too_long(text: &Text, log: &mut Log) -> bool {
    let long = text.value.len() > LONGEST;
    if long {
        let message = format!("a sentence of more than {LONGEST} bytes");
        log.push(Diagnostic::error(text.place, message));
    }
    long
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
        Some(value) => Some(text.read_as(value)),
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
