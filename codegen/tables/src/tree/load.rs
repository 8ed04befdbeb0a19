//! Reads the files of tree construction into the model, and reports every error with its place.
//!
//! A sentence that no form fits may call an algorithm that a later file defines. So the names are collected from all files
//! first, and a name with parameters is matched like a form.

use super::grammar::{ElementType, TokenType, TreeCondition, TreeStep, Variable};
use super::language as keys_of;
use super::model::{
    Algorithm, Clause, Conjunction, Definition, Entry, File, ForeignAttribute, Mode, NAMED_TOKENS,
    On, Outside, Pair, Row, Section, Test, Tokens, TreeTables,
};
use super::sentences::{self, defined};
use crate::diagnostic::{Diagnostic, Sources};
use crate::grammar::form::Hole;
use crate::grammar::{Class, Form};
use crate::load::{
    Document, KeyValue, Keys, Language, Log, Text, form_or_call, paths_below, table_files,
};
use crate::model::Located;
use crate::source::Place;
use std::collections::BTreeSet;
use std::path::Path;

/// The folder of a revision that has these tables.
pub const FOLDER: &str = "tree-construction";

/// Reads the tables of tree construction of the revision in the folder `dir`; `None` if it has none.
///
/// # Errors
/// Every error in any of the files.
pub fn load(dir: &Path, sources: &mut Sources) -> Result<Option<TreeTables>, Vec<Diagnostic>> {
    let paths = paths_below(dir, FOLDER, sources).map_err(|error| vec![error])?;
    let Some(paths) = paths else {
        return Ok(None);
    };
    let mut log = Log::default();
    let files = match table_files(paths, &[], sources, &mut log) {
        Some(files) if files.is_empty() => {
            let error = Diagnostic::unread(dir.join(FOLDER), "the folder has no tables");
            return Err(vec![error.help("add its files, or remove it")]);
        }
        Some(files) => files,
        None => return Err(log.into_diagnostics()),
    };
    let documents = files.iter().filter_map(|(name, file)| {
        let document = Document::parse(*file, sources, &mut log)?;
        Some((name.as_str(), document))
    });
    let documents: Vec<_> = documents.collect();
    let tables = Reader::new(&documents).tables(&documents, &mut log);
    log.result(Some(Some(tables)))
}

/// Reads sentences; it knows the names of algorithms, outputs, definitions and questions.
struct Reader {
    names: TreeTables,
    steps: Vec<String>,
    conditions: Vec<String>,
}

type Documents<'s> = [(&'s str, Document<'s>)];

impl Reader {
    /// Collects the names, as a body may call what a later file defines.
    fn new(documents: &Documents<'_>) -> Self {
        let mut names = TreeTables::default();
        // Errors are logged when the tables are read.
        let mut unused = Log::default();
        for (_, document) in documents {
            let file = document.keys(&keys_of::FILE);
            names
                .questions
                .extend(outside(&file, "question", &mut unused));
            names.outputs.extend(outside(&file, "output", &mut unused));
            for keys in file.tables("algorithm", &keys_of::ALGORITHM, &mut unused) {
                let name = sentence(&keys, "name", &mut unused);
                names.algorithms.extend(name.map(|name| Algorithm {
                    name,
                    body: Vec::new(),
                }));
            }
            for keys in file.tables("definition", &keys_of::DEFINITION, &mut unused) {
                let name = sentence(&keys, "condition", &mut unused);
                names.definitions.extend(name.map(|name| Definition {
                    name,
                    any: Vec::new(),
                }));
            }
        }
        let algorithms = names.algorithms.iter().map(|it| it.name.value.clone());
        let outputs = names.outputs.iter().map(|it| it.name.value.clone());
        let definitions = names.definitions.iter().map(|it| it.name.value.clone());
        let questions = names.questions.iter().map(|it| it.name.value.clone());
        Reader {
            steps: algorithms.chain(outputs).collect(),
            conditions: definitions.chain(questions).collect(),
            names,
        }
    }

    fn tables(&self, documents: &Documents<'_>, log: &mut Log) -> TreeTables {
        let mut tables = TreeTables::default();
        for (_, document) in documents {
            let file = document.keys(&keys_of::FILE);
            for keys in file.tables("section", &keys_of::SECTION, log) {
                let number = keys.string("number", log);
                let title = keys.string("title", log);
                keys.finish(log);
                if let (Some(number), Some(title)) = (number, title) {
                    let number = number.located();
                    let title = title.value;
                    tables.sections.push(Section { number, title });
                }
            }
            if let Some(keys) = file.table("initial", &keys_of::INITIAL, log) {
                let mode = keys.string("insertion-mode", log);
                tables.initial = tables.initial.or(mode.map(|text| text.located()));
                keys.finish(log);
            }
            tables.questions.extend(outside(&file, "question", log));
            tables.outputs.extend(outside(&file, "output", log));
            let identifier = |text: &Text, _: &[_], _: &mut Log| Some(text.located());
            let sets = file.lists("sets", &keys_of::SETS, log, element);
            let scopes = file.lists("scopes", &keys_of::SCOPES, log, element);
            let lists = file.lists("identifiers", &keys_of::IDENTIFIERS, log, identifier);
            tables.sets.extend(sets);
            tables.scopes.extend(scopes);
            tables.identifiers.extend(lists);
            tables.pairs.extend(pairs(&file, log));
            tables
                .foreign_attributes
                .extend(foreign_attributes(&file, log));
            for keys in file.tables("definition", &keys_of::DEFINITION, log) {
                let name = sentence(&keys, "condition", log);
                let any = self.conditions_of(&keys, "means", "means-any", log);
                keys.finish(log);
                if let (Some(name), Some(any)) = (name, any) {
                    tables.definitions.push(Definition { name, any });
                }
            }
            for keys in file.tables("algorithm", &keys_of::ALGORITHM, log) {
                let name = sentence(&keys, "name", log);
                let body = keys.require("do", log).map(|value| self.body(value, log));
                keys.finish(log);
                if let (Some(name), Some(body)) = (name, body) {
                    tables.algorithms.push(Algorithm { name, body });
                }
            }
            for keys in file.tables("mode", &keys_of::MODE, log) {
                let mode = keys.string("name", log);
                let never = never(&keys, log);
                let rows = self.rows(&keys, log);
                keys.finish(log);
                tables.modes.extend(mode.map(|mode| Mode {
                    name: mode.located(),
                    never,
                    rows,
                }));
            }
            if let Some(keys) = file.table("foreign-content", &keys_of::FOREIGN_CONTENT, log) {
                let never = never(&keys, log);
                let rows = self.rows(&keys, log);
                let place = keys.place();
                keys.finish(log);
                tables.foreign_content = Some(Mode {
                    name: Located::at("in foreign content".to_owned(), place),
                    never,
                    rows,
                });
            }
            file.finish(log);
        }
        tables.files = documents
            .iter()
            .map(|(name, document)| File {
                name: (*name).to_owned(),
                entries: entries_of(&tables, document.file()),
            })
            .collect();
        tables
    }

    fn rows(&self, keys: &Keys<'_>, log: &mut Log) -> Vec<Row> {
        let rows = keys.tables("row", &keys_of::ROW, log).into_iter();
        let rows = rows.filter_map(|keys| {
            let place = keys.place();
            let on = keys.require("on", log).map(|value| self.on(value, log));
            let body = keys.require("do", log);
            let note = keys.optional_string("note", log);
            keys.finish(log);
            if let Some(value) = body.filter(|value| value.is_empty_list()) {
                let message = "a row that does nothing must say so";
                let say = "[\"ignore the token\"]";
                log.push(Diagnostic::error(value.place, message).edit("say it", value.place, say));
            }
            Some(Row {
                on: on?,
                body: self.body(body?, log),
                note: note.map(|text| text.value),
                place: Located { value: (), place },
            })
        });
        rows.collect()
    }

    /// The tokens of a row: a text, a table, or a list of them.
    fn on(&self, value: KeyValue<'_>, log: &mut Log) -> Vec<On> {
        let members = match value.is_list() {
            true => value.list(log).unwrap_or_default(),
            false => vec![value],
        };
        if members.is_empty() {
            log.push(Diagnostic::error(value.place, "`on` matches nothing"));
        }
        let members = members.into_iter();
        members
            .flat_map(|member| self.member(member, log))
            .collect()
    }

    fn member(&self, value: KeyValue<'_>, log: &mut Log) -> Vec<On> {
        if !value.is_table() {
            let tokens = value.string(log).and_then(|text| tokens(&text, log));
            let on = tokens.map(|tokens| On {
                tokens,
                when: Vec::new(),
            });
            return on.into_iter().collect();
        }
        let Some(keys) = value.keys(&keys_of::TOKENS, log) else {
            return Vec::new();
        };
        let place = keys.place();
        let token = keys.optional_string("token", log);
        let mut all: Vec<_> = token
            .and_then(|text| tokens(&text, log))
            .into_iter()
            .collect();
        type Names = fn(Vec<Located<String>>) -> Tokens;
        let kinds: [(&str, Names); 2] = [
            ("start-tag", Tokens::StartTags),
            ("end-tag", Tokens::EndTags),
        ];
        for (key, kind) in kinds {
            if let Some(value) = keys.get(key) {
                let names = value.string_or_strings(log).unwrap_or_default();
                if names.is_empty() {
                    log.push(Diagnostic::error(
                        value.place,
                        format!("`{key}` matches nothing"),
                    ));
                }
                let place = value.place;
                let value = kind(names.iter().map(Text::located).collect());
                all.push(Located::at(value, place));
            }
        }
        let when = keys.optional_string("when", log);
        let when = when.map_or_else(Vec::new, |text| self.conjunction(&text, log));
        keys.finish(log);
        if all.is_empty() {
            let message = "tokens need `token`, `start-tag` or `end-tag`";
            log.push(Diagnostic::error(place, message));
        }
        let all = all.into_iter();
        all.map(|tokens| On {
            tokens,
            when: when.clone(),
        })
        .collect()
    }

    /// A list of steps and of tables.
    fn body(&self, value: KeyValue<'_>, log: &mut Log) -> Vec<Clause> {
        let members = value.list(log).unwrap_or_default().into_iter();
        let clauses = members.filter_map(|member| match member.is_table() {
            true => self.clause(member.keys(&keys_of::CLAUSE, log)?, log),
            false => self.step(&member.string(log)?, log),
        });
        clauses.collect()
    }

    fn clause(&self, keys: Keys<'_>, log: &mut Log) -> Option<Clause> {
        let place = keys.place();
        let label = keys.optional_string("label", log);
        let turn = keys.optional_string("while", log);
        let any = self.conditions_of(&keys, "if", "if-any", log);
        let [then, otherwise, body] =
            ["then", "else", "do"].map(|key| keys.get(key).map(|value| self.body(value, log)));
        keys.finish(log);
        match (label, turn, any, then, otherwise, body) {
            (Some(label), None, None, None, None, None) => Some(Clause::Label(label.located())),
            (None, Some(turn), None, None, None, Some(body)) => Some(Clause::While {
                all: self.conjunction(&turn, log),
                body,
            }),
            (None, None, Some(any), Some(then), otherwise, None) => Some(Clause::If {
                any,
                then,
                otherwise: otherwise.unwrap_or_default(),
            }),
            _ => {
                let message =
                    "a clause has `if` or `if-any` and `then`, or `while` and `do`, or `label`";
                log.push(Diagnostic::error(place, message));
                None
            }
        }
    }

    fn conditions_of(
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
        // Any text fits these holes.
        let open = |form: &&Form| {
            ["{value}", "{code}"]
                .iter()
                .any(|it| form.pattern.contains(it))
        };
        let forms = TreeStep::FORMS.iter().filter(|form| !open(form));
        let language = Language {
            what: "step",
            forms: &forms.copied().collect::<Vec<_>>(),
            defined: &self.steps,
            read: &|sentence| {
                let known = || self.names.step(sentence).is_some();
                form_or_call(TreeStep::read(sentence), known)
            },
        };
        Some(match language.sentence(text, log)? {
            Some(step) => Clause::Step(text.read_as(step)),
            None => Clause::Call(text.located()),
        })
    }

    fn conjunction(&self, text: &Text, log: &mut Log) -> Conjunction {
        let language = Language {
            what: "condition",
            forms: TreeCondition::FORMS,
            defined: &self.conditions,
            read: &|sentence| {
                let condition = TreeCondition::read(sentence).map(Test::Condition);
                condition.or_else(|misfit| defined(&self.names, sentence).ok_or(misfit))
            },
        };
        language.conjunction(text, log)
    }
}

/// A sentence whose words in braces are its parameters.
fn sentence(keys: &Keys<'_>, key: &'static str, log: &mut Log) -> Option<Located<String>> {
    let text = keys.string(key, log)?;
    let mut known = BTreeSet::new();
    let mut at = 0;
    while let Some(open) = text.value[at..].find(['{', '}']) {
        let start = at + open;
        let inner = text.value[start..].strip_prefix('{');
        let name = inner.and_then(|rest| Some(rest.split_once('}')?.0));
        at = start + name.map_or(1, |name| name.len() + 2);
        let message = match name {
            None => "this brace has no other".to_owned(),
            Some(name) if Variable::read(name).is_none() => {
                format!("a parameter is {}", Variable::EXPECTS)
            }
            Some(name) if !known.insert(name) => format!("a second parameter `{name}`"),
            Some(_) => continue,
        };
        log.push(Diagnostic::error(text.part(start..at), message));
        return None;
    }
    Some(text.located())
}

fn outside(file: &Keys<'_>, key: &'static str, log: &mut Log) -> Vec<Outside> {
    let tables = file.tables(key, &keys_of::OUTSIDE, log).into_iter();
    let read = tables.filter_map(|keys| {
        let name = sentence(&keys, "name", log);
        let meaning = keys.string("meaning", log);
        keys.finish(log);
        Some(Outside {
            name: name?,
            meaning: meaning?.value,
        })
    });
    read.collect()
}

/// What a file has, in its order.
fn entries_of(tables: &TreeTables, file: u32) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut add = |entry: fn(usize) -> Entry, places: &mut dyn Iterator<Item = Place>| {
        all.extend(places.enumerate().map(|(at, place)| (place, entry(at))));
    };
    let t = tables;
    add(|_| Entry::Initial, &mut t.initial.iter().map(|it| it.place));
    add(
        Entry::Section,
        &mut t.sections.iter().map(|it| it.number.place),
    );
    add(
        Entry::Question,
        &mut t.questions.iter().map(|it| it.name.place),
    );
    add(Entry::Output, &mut t.outputs.iter().map(|it| it.name.place));
    add(Entry::Set, &mut t.sets.iter().map(|it| it.0.place));
    add(Entry::Scope, &mut t.scopes.iter().map(|it| it.0.place));
    add(
        Entry::Identifiers,
        &mut t.identifiers.iter().map(|it| it.0.place),
    );
    add(Entry::Pairs, &mut t.pairs.iter().map(|it| it.0.place));
    add(
        Entry::ForeignAttribute,
        &mut t.foreign_attributes.iter().map(|it| it.name.place),
    );
    add(
        Entry::Definition,
        &mut t.definitions.iter().map(|it| it.name.place),
    );
    add(
        Entry::Algorithm,
        &mut t.algorithms.iter().map(|it| it.name.place),
    );
    add(Entry::Mode, &mut t.modes.iter().map(|it| it.name.place));
    add(
        |_| Entry::ForeignContent,
        &mut t.foreign_content.iter().map(|it| it.name.place),
    );
    all.retain(|(place, _)| place.file == file);
    all.sort_by_key(|(place, _)| place.start);
    all.into_iter().map(|(_, entry)| entry).collect()
}

/// An element of a list that has it once.
fn element(
    text: &Text,
    before: &[Located<ElementType>],
    log: &mut Log,
) -> Option<Located<ElementType>> {
    let read = ElementType::read(&text.value);
    let error = match &read {
        None => {
            let message = format!("`{}` is not the name of an element", text.value);
            let expected = format!("expected {}", ElementType::EXPECTS);
            Diagnostic::error(text.place, message).label(expected)
        }
        Some(value) if before.iter().any(|other| other.value == *value) => {
            Diagnostic::error(text.place, format!("`{value}` is in the list twice"))
        }
        Some(_) => return read.map(|value| text.read_as(value)),
    };
    log.push(error);
    None
}

fn pairs(file: &Keys<'_>, log: &mut Log) -> Vec<(Located<String>, Vec<Pair>)> {
    let keys = file.table("pairs", &keys_of::PAIRS, log);
    let entries = keys.iter().flat_map(Keys::entries);
    let tables = entries.filter_map(|(name, value)| {
        let keys = value.keys(&keys_of::PAIR, log)?;
        let pairs = keys.entries().into_iter();
        let pairs = pairs.filter_map(|(from, to)| Some((from, to.string(log)?.value)));
        Some((name, pairs.collect()))
    });
    tables.collect()
}

fn foreign_attributes(file: &Keys<'_>, log: &mut Log) -> Vec<ForeignAttribute> {
    let tables = file.tables("foreign-attribute", &keys_of::FOREIGN_ATTRIBUTE, log);
    let read = tables.into_iter().filter_map(|keys| {
        let name = keys.string("name", log);
        let prefix = keys.optional_string("prefix", log);
        let local_name = keys.string("local-name", log);
        let namespace = keys.string("namespace", log);
        keys.finish(log);
        Some(ForeignAttribute {
            name: name?.located(),
            prefix: prefix.map(|text| text.value),
            local_name: local_name?.value,
            namespace: namespace?.located(),
        })
    });
    read.collect()
}

/// The kinds of tokens under `never`.
fn never(keys: &Keys<'_>, log: &mut Log) -> Vec<Located<TokenType>> {
    let texts = keys.strings("never", log);
    texts.iter().filter_map(|text| kind(text, log)).collect()
}

/// A kind of token.
fn kind(text: &Text, log: &mut Log) -> Option<Located<TokenType>> {
    let value = TokenType::read(&text.value);
    if value.is_none() {
        let message = format!("`{}` is no kind of token", text.value);
        let expected = format!("expected {}", TokenType::EXPECTS);
        log.push(Diagnostic::error(text.place, message).label(expected));
    }
    Some(text.read_as(value?))
}

/// The tokens that a text names.
fn tokens(text: &Text, log: &mut Log) -> Option<Located<Tokens>> {
    let place = text.place;
    match sentences::tokens(&text.value) {
        Some(value) => Some(Located { value, place }),
        None => {
            let names = NAMED_TOKENS.iter().map(|(_, name)| *name);
            let names = names.chain(Class::ALL.iter().map(|(_, name)| *name));
            let near = crate::grammar::nearest(&text.value, names);
            let error = Diagnostic::error(place, format!("`{}` names no tokens", text.value));
            log.push(match near {
                Some(near) => error.edit(format!("write `{near}`"), place, near),
                None => error.help(
                    "write `a character token`, `any other start tag`, `anything else`, characters such as U+0000 (NULL), or a table with `start-tag` or `end-tag`",
                ),
            });
            None
        }
    }
}
