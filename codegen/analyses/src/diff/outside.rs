//! Changes outside the states.
//!
//! Facts, classes, lists, rules, definitions and error codes are small, and each kind is compared by its name. Error
//! codes alone are matched by use: one that is reported exactly where another was is that code with a new name. If
//! several fit, none is chosen, and the codes count as removed and new.

use super::change::{Change, Content, Kind, Line, Mark, Subject};
use super::names::{Names, codes};
use super::side::Side;
use super::steps::{alone, head, heading, lines};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tokenwright_tables::english::{self, conjunctions, sentences};
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::{
    About, Clause, Definition, ErrorCode, Located, Revision, Rule, State, Switch, TextMode,
};

/// Both revisions, the older one by the newer names.
pub(super) struct Outside<'a> {
    pub(super) from: &'a Side,
    pub(super) to: &'a Side,
    pub(super) translated: &'a Revision,
    pub(super) names: &'a Names,
    /// Whether something outside the states was not understood of the older or the newer side.
    pub(super) holes: (bool, bool),
}

/// Names in a line.
fn joined(names: &[Located<String>]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    names.join(", ")
}

/// The text modes in a line, in the order of the language: the effect of a switch, and the elements.
fn text_modes(modes: &[TextMode], switches: bool) -> String {
    let one = |(mode, name): &(Mode, &str)| {
        let found = modes.iter().find(|other| other.mode.value == *mode)?;
        let switch = match &found.switch.value {
            Switch::State(state) if switches => format!(" ({state})"),
            Switch::ContentModel(model) if switches => format!(" ({model})"),
            _ => String::new(),
        };
        let mut elements: Vec<String> = found
            .all_elements()
            .map(|(name, scripting)| match scripting {
                true => format!("{} if scripting", name.value),
                false => name.value.clone(),
            })
            .collect();
        elements.sort();
        Some(format!("{name}{switch}: {}", elements.join(", ")))
    };
    let all: Vec<String> = Mode::ALL.iter().filter_map(one).collect();
    all.join("; ")
}

impl Outside<'_> {
    /// Facts, classes and lists of names.
    pub(super) fn facts(&self) -> Vec<Change> {
        let sides = [self.translated, &self.to.revision];
        let about = sides.map(|revision| &revision.about);
        let tables = self.from.page.is_none() && self.to.page.is_none();
        let mut facts = vec![
            ("named-errors", about.map(|it| it.named_errors.to_string())),
            (
                "content-model-flag",
                about.map(|it| it.content_model_flag.to_string()),
            ),
            ("escape-flag", about.map(|it| it.escape_flag.to_string())),
            (
                "initial-state",
                about.map(|it| it.initial_state.to_string()),
            ),
        ];
        if tables {
            let entries = about.map(|it| joined(&it.entry_states));
            facts.push(("entry-states", entries));
            // The effect of a switch depends on the kind of revision; the fact about the flag covers that.
            let switches = about[0].content_model_flag == about[1].content_model_flag;
            let modes = about.map(|it| text_modes(&it.text_modes, switches));
            facts.push(("text-mode", modes));
        }
        if self.from.says_input_stream() && self.to.says_input_stream() {
            let newlines = sides.map(|it| it.input_stream.normalize_newlines.to_string());
            facts.push(("input-stream.newlines", newlines));
        }
        facts.retain(|(_, [from, to])| from != to && self.holes == (false, false));
        let facts = facts.into_iter().map(|(key, sides)| {
            let [from, to] = sides.map(|text| Some(Content::Text(text)));
            Change::new(format!("fact {key}"), Subject::Fact(key), from, to)
        });
        let mut found: Vec<Change> = facts.collect();
        found.extend(self.classes());
        if tables {
            found.extend(self.lists());
        }
        found
    }

    fn classes(&self) -> Vec<Change> {
        self.words("class", Subject::Class, |about| {
            let classes = about.classes.iter().map(|(name, members)| {
                let members = members.iter().map(ToString::to_string);
                (name.value.clone(), members.collect())
            });
            classes.collect()
        })
    }

    fn lists(&self) -> Vec<Change> {
        self.words("names", Subject::Names, |about| {
            let lists = about.names.iter();
            let lists = lists.map(|(name, members)| (name.value.clone(), members.clone()));
            lists.collect()
        })
    }

    fn words(
        &self,
        kind: &str,
        subject: impl Fn(String) -> Subject,
        of: fn(&About) -> BTreeMap<String, Vec<String>>,
    ) -> Vec<Change> {
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort();
            words
        };
        let (from, to) = (of(&self.translated.about), of(&self.to.revision.about));
        let mut found = Vec::new();
        for (name, old, new) in both(&from, &to) {
            if old.map(|words| sorted(words)) == new.map(|words| sorted(words))
                || self.unsure(old.is_some(), new.is_some())
            {
                continue;
            }
            let id = format!("{kind} {name}");
            let words = |words: &Vec<String>| Content::Words(words.clone());
            let subject = subject(name.clone());
            let mut entry = Change::new(id, subject, old.map(words), new.map(words));
            let sentences = |words: Option<&Vec<String>>| -> Vec<(usize, String)> {
                let words = words.into_iter().flatten();
                words.map(|word| (0, word.clone())).collect()
            };
            entry.lines = lines(&sentences(old), &sentences(new));
            found.push(entry);
        }
        found
    }

    /// Whether the missing part of one side may be in a sentence that was not understood.
    fn unsure(&self, old: bool, new: bool) -> bool {
        self.holes.0 && !old || self.holes.1 && !new || old && new && self.holes != (false, false)
    }

    /// Rules and definitions.
    pub(super) fn sentences(&self) -> Vec<Change> {
        let mut found = Vec::new();
        let rules = |revision: &Revision| by_name(&revision.rules, |it| it.on.to_string());
        let (from, to) = (rules(self.translated), rules(&self.to.revision));
        let originals = rules(&self.from.revision);
        for (name, old, new) in both(&from, &to) {
            if old.map(|rule| &rule.body) == new.map(|rule| &rule.body)
                || self.unsure(old.is_some(), new.is_some())
            {
                continue;
            }
            let original = old.map(|rule| {
                let same = originals.values().zip(from.values());
                let found = same.into_iter().find(|(_, translated)| *translated == rule);
                Content::Rule(found.map_or(rule, |(original, _)| original).clone())
            });
            let id = format!("rule {name}");
            let mut entry = Change::new(
                id,
                Subject::Rule(name.clone()),
                original,
                new.cloned().map(Content::Rule),
            );
            let body = |rule: Option<&Rule>| sentences(rule.map_or(&[], |rule| &rule.body));
            entry.lines = lines(&body(old), &body(new));
            found.push(entry);
        }
        found.extend(self.definitions());
        found
    }

    fn definitions(&self) -> Vec<Change> {
        let definitions =
            |revision: &Revision| by_name(&revision.definitions, |it| it.name().value.clone());
        let (from, to) = (definitions(self.translated), definitions(&self.to.revision));
        let originals = definitions(&self.from.revision);
        let mut found = Vec::new();
        for (name, old, new) in both(&from, &to) {
            if old == new || self.unsure(old.is_some(), new.is_some()) {
                continue;
            }
            let mut entry = Change::new(
                format!("definition {name}"),
                Subject::Definition(name.clone()),
                originals.get(name).cloned().map(Content::Definition),
                new.cloned().map(Content::Definition),
            );
            entry.lines = lines(&meaning(old), &meaning(new));
            found.push(entry);
        }
        found
    }

    /// Error codes; `unsure` are those that may be where something was not understood.
    pub(super) fn codes(&self, unsure: &[String]) -> Vec<Change> {
        let codes = |revision: &Revision| by_name(&revision.errors, |it| it.code.value.clone());
        let (from, to) = (codes(self.translated), codes(&self.to.revision));
        let mut found: Vec<Change> = Vec::new();
        let older = all_places(self.translated);
        let newer = all_places(&self.to.revision);
        let reported = |places: &HashMap<&str, Vec<String>>, code: &str| {
            places.get(code).cloned().unwrap_or_default()
        };
        for (old, new) in &self.names.codes {
            let content = |code: &String| Some(Content::Text(code.clone()));
            let mut entry = Change::new(
                format!("error {new}"),
                Subject::Code(new.clone()),
                content(old),
                content(new),
            );
            entry.kind = Kind::Renamed;
            entry.remarks = reported(&newer, new);
            found.push(entry);
        }
        for (code, old, new) in both(&from, &to) {
            let changed_reporter = old.is_some() && new.is_some() && {
                let tables = self.from.page.is_none() && self.to.page.is_none();
                tables && old.map(|error| &error.by) != new.map(|error| &error.by)
            };
            if (old.is_some() == new.is_some() && !changed_reporter) || unsure.contains(code) {
                continue;
            }
            let by = old.or(new).is_some_and(|error| error.by.is_some());
            if by && self.unsure(old.is_some(), new.is_some()) {
                continue;
            }
            let id = format!("error {code}");
            let content = |error: Option<&ErrorCode>| error.cloned().map(Content::Code);
            let mut entry =
                Change::new(id, Subject::Code(code.clone()), content(old), content(new));
            entry.remarks = match (old, new) {
                (Some(_), None) => reported(&older, code),
                _ => reported(&newer, code),
            };
            found.push(entry);
        }
        found
    }
}

/// The sentences of a definition.
fn meaning(definition: Option<&Definition>) -> Vec<(usize, String)> {
    match definition {
        None => Vec::new(),
        Some(Definition::Step { body, .. }) => sentences(body),
        Some(Definition::Condition { any, .. }) => {
            let all = conjunctions(any).into_iter();
            all.map(|text| (0, english::sentence(&text))).collect()
        }
    }
}

fn by_name<T: Clone>(all: &[T], name: impl Fn(&T) -> String) -> BTreeMap<String, T> {
    all.iter().map(|one| (name(one), one.clone())).collect()
}

/// What is on either side, those of the older side first.
pub(super) fn both<'m, K: Ord, T>(
    from: &'m BTreeMap<K, T>,
    to: &'m BTreeMap<K, T>,
) -> Vec<(&'m K, Option<&'m T>, Option<&'m T>)> {
    let new = to.keys().filter(|key| !from.contains_key(*key));
    let all = from.keys().chain(new);
    all.map(|key| (key, from.get(key), to.get(key))).collect()
}

/// For each error code the states with their rows, and the rules, that report it.
fn all_places(revision: &Revision) -> HashMap<&str, Vec<String>> {
    fn look<'r>(
        found: &mut HashMap<&'r str, Vec<String>>,
        body: &'r [Clause],
        place: impl Fn() -> String,
    ) {
        let reported: BTreeSet<&str> = codes(body).into_iter().collect();
        for code in reported {
            found.entry(code).or_default().push(place());
        }
    }
    let mut found = HashMap::new();
    for row in &revision.input_stream.rows {
        look(&mut found, &row.body, || {
            format!("the input stream [{}]", heading(row))
        });
    }
    for rule in &revision.rules {
        look(&mut found, &rule.body, || rule.on.to_string());
    }
    let states = revision.blocks();
    for state in states {
        let name = &state.name.value;
        look(&mut found, &state.body, || format!("the {name} state"));
        for row in &state.rows {
            look(&mut found, &row.body, || {
                format!("the {name} state [{}]", heading(row))
            });
        }
    }
    found
}

/// Renamed error codes: those that one side reports exactly where the other reports another.
pub(super) fn renamed_codes(from: &Revision, to: &Revision) -> Vec<(String, String)> {
    let only = |revision: &Revision, other: &Revision| -> Vec<(String, Vec<String>)> {
        let theirs = other.errors.iter();
        let theirs: HashSet<&str> = theirs.map(|error| error.code.as_str()).collect();
        let mut places = all_places(revision);
        let errors = revision.errors.iter();
        errors
            .filter(|error| !theirs.contains(error.code.as_str()))
            .filter_map(|error| {
                let places = places.remove(error.code.as_str())?;
                Some((error.code.value.clone(), places))
            })
            .collect()
    };
    let (gone, new) = (only(from, to), only(to, from));
    let mut free: HashMap<&[String], Vec<&str>> = HashMap::new();
    for (code, places) in &new {
        free.entry(places).or_default().push(code);
    }
    let mut found: Vec<(String, String)> = Vec::new();
    for (old, places) in &gone {
        // Of several it is not known which one it is.
        if let Some(same) = free.get_mut(places.as_slice())
            && let [code] = same.as_slice()
        {
            found.push((old.clone(), (*code).to_owned()));
            same.clear();
        }
    }
    found
}

/// A state or a procedure as sentences: the head of each row, and its steps.
pub(super) fn whole_state(mark: Mark, state: &State) -> Vec<Line> {
    let mut found = alone(mark, sentences(&state.body));
    for row in &state.rows {
        found.push(head(mark, row));
        let body = sentences(&row.body);
        let body = body.into_iter().map(|(depth, text)| (depth + 1, text));
        found.extend(alone(mark, body.collect()));
    }
    found
}
