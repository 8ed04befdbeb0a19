//! Reads a table key by key, and logs keys that are missing, unknown or of a wrong type.
//!
//! `serde` would stop at the first error and lose the places inside a value; so tables are read from the spanned tree
//! of the `toml` crate. A reader asks for each key, and what was not asked for at the end is unknown. The kinds of
//! tables are those of `language`, which is where a message finds the nearest key and the place where a key belongs.

use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::grammar::nearest;
use crate::language::{TABLE_FILE, TABLES, Table};
use crate::model::Located;
use crate::source::Place;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The errors found so far.
#[derive(Debug, Default)]
pub(crate) struct Log {
    diagnostics: Vec<Diagnostic>,
    /// Whether a header is wrong, so that the keys below it belong to the wrong table.
    misplaced: bool,
}

impl Log {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether a syntax error put the table into another one, so that messages about its names would be
    /// wrong.
    pub(crate) fn is_misplaced(&self) -> bool {
        self.misplaced
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// What was read, if no error was found.
    pub(crate) fn result<T>(self, read: Option<T>) -> Result<T, Vec<Diagnostic>> {
        match read {
            Some(read) if self.diagnostics.is_empty() => Ok(read),
            _ => Err(self.diagnostics),
        }
    }
}

/// A table that is being read, and its kind.
pub(crate) struct Keys<'t> {
    /// The kind of the table.
    kind: &'static Table,
    /// Its header, or the whole inline table.
    place: Place,
    table: &'t DeTable<'t>,
    text: &'t str,
}

/// A value with its place and the key that it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Value<'t> {
    pub(crate) key: &'t str,
    pub(crate) place: Place,
    value: &'t DeValue<'t>,
    text: &'t str,
}

impl<'t> Keys<'t> {
    pub(crate) fn new(
        kind: &'static Table,
        place: Place,
        table: &'t DeTable<'t>,
        text: &'t str,
    ) -> Self {
        Keys {
            kind,
            place,
            table,
            text,
        }
    }

    /// The start of the table.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// The value of an optional key.
    pub(crate) fn get(&self, key: &'static str) -> Option<Value<'t>> {
        assert!(
            self.kind.keys.iter().any(|known| known.name == key),
            "`{key}` is listed among the keys of {}",
            self.kind.what
        );
        let (key, value) = self.table.get_key_value(key)?;
        Some(self.value(key, value))
    }

    /// The value of a required key; logs an error if it is missing.
    pub(crate) fn require(&self, key: &'static str, log: &mut Log) -> Option<Value<'t>> {
        let value = self.get(key);
        if value.is_none() {
            log.push(Diagnostic::error(
                self.place,
                format!("missing key `{key}` in {}", self.kind.what),
            ));
        }
        value
    }

    /// The string of a required key; logs an error if it is missing.
    pub(crate) fn string(&self, key: &'static str, log: &mut Log) -> Option<Text> {
        self.require(key, log)?.string(log)
    }

    /// The string of an optional key.
    pub(crate) fn optional_string(&self, key: &'static str, log: &mut Log) -> Option<Text> {
        self.get(key)?.string(log)
    }

    /// The strings of an optional key.
    pub(crate) fn strings(&self, key: &'static str, log: &mut Log) -> Vec<Text> {
        let value = self.get(key);
        value.and_then(|it| it.strings(log)).unwrap_or_default()
    }

    /// The table of an optional key.
    pub(crate) fn table(
        &self,
        key: &'static str,
        kind: &'static Table,
        log: &mut Log,
    ) -> Option<Self> {
        self.get(key)?.keys(kind, log)
    }

    /// The array of tables of an optional key.
    pub(crate) fn tables(
        &self,
        key: &'static str,
        kind: &'static Table,
        log: &mut Log,
    ) -> Vec<Self> {
        let value = self.get(key);
        value.map_or_else(Vec::new, |value| value.tables(kind, log))
    }

    /// The lists of a table whose keys are names; `member` reads each text, and has what was read before it.
    pub(crate) fn lists<T>(
        &self,
        key: &'static str,
        kind: &'static Table,
        log: &mut Log,
        member: impl Fn(&Text, &[T], &mut Log) -> Option<T>,
    ) -> Vec<(Located<String>, Vec<T>)> {
        let entries = self.table(key, kind, log).map(|keys| keys.entries());
        let lists = entries.into_iter().flatten().map(|(name, value)| {
            let mut members = Vec::new();
            for text in value.strings(log).unwrap_or_default() {
                let read = member(&text, &members, log);
                members.extend(read);
            }
            (name, members)
        });
        lists.collect()
    }

    /// The string under `one`, or the strings under `several`; `None` if neither key is there.
    pub(crate) fn one_or_several(
        &self,
        one: &'static str,
        several: &'static str,
        log: &mut Log,
    ) -> Option<Vec<Text>> {
        match (self.get(one), self.get(several)) {
            (Some(value), None) => Some(value.string(log).into_iter().collect()),
            (None, Some(value)) => Some(value.strings(log).unwrap_or_default()),
            (Some(_), Some(value)) => {
                log.push(
                    Diagnostic::error(value.place, format!("both `{one}` and `{several}`"))
                        .help(format!("put everything under `{several}`")),
                );
                Some(Vec::new())
            }
            (None, None) => None,
        }
    }

    /// The boolean of an optional key.
    pub(crate) fn flag(&self, key: &'static str, log: &mut Log) -> Option<Located<bool>> {
        self.get(key)?.boolean(log)
    }

    /// Every key with its value, in the order of the file; for tables whose keys are names.
    pub(crate) fn entries(&self) -> Vec<(Located<String>, Value<'t>)> {
        let mut entries: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| {
                let name = key.get_ref().to_string();
                let name = Located::at(name, self.place_of(key.span()));
                (name, self.value(key, value))
            })
            .collect();
        entries.sort_by_key(|(name, _)| name.place);
        entries
    }

    /// The entries of the one table that this one has to have.
    pub(crate) fn into_entries(
        self,
        key: &'static str,
        kind: &'static Table,
        log: &mut Log,
    ) -> Option<Vec<(Located<String>, Value<'t>)>> {
        let entries = self.require(key, log)?.keys(kind, log)?.entries();
        self.finish(log);
        Some(entries)
    }

    /// Logs the unknown keys of the table.
    pub(crate) fn finish(self, log: &mut Log) {
        let known: Vec<&str> = self.kind.keys.iter().map(|key| key.name).collect();
        let mut unknown: Vec<_> = self
            .table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()))
            .collect();
        unknown.sort_by_key(|key| key.span().start);
        for key in &unknown {
            let name = key.get_ref().as_ref();
            let place = self.place_of(key.span());
            let diagnostic =
                Diagnostic::error(place, format!("unknown key `{name}` in {}", self.kind.what));
            let owners = owners(name);
            // Everything below an unknown header is parsed as a part of the table above it.
            log.misplaced |= !owners.is_empty() || self.is_file();
            log.push(match nearest(name, known.iter().copied()) {
                Some(near) => diagnostic.edit(format!("write `{near}`"), place, near),
                None if self.is_file() && name == "row" => {
                    diagnostic.edit("a row of a state begins like this", place, "state.row")
                }
                None if !owners.is_empty() => diagnostic.help(format!(
                    "`{name}` is a key of {}: is the header missing or misspelt?",
                    listed(&owners)
                )),
                None => diagnostic.help(format!("the keys are {}", listed(&known))),
            });
        }
    }

    /// Whether the table is a whole table file, whose keys are headers.
    fn is_file(&self) -> bool {
        std::ptr::eq(self.kind, &TABLE_FILE)
    }

    fn value(&self, key: &'t Spanned<DeString<'t>>, value: &'t Spanned<DeValue<'t>>) -> Value<'t> {
        Value {
            key: key.get_ref(),
            place: self.place_of(value.span()),
            value: value.get_ref(),
            text: self.text,
        }
    }

    fn place_of(&self, span: std::ops::Range<usize>) -> Place {
        Place::within(self.place.file, span)
    }
}

/// The headers of the tables of a table file that have this key.
fn owners(key: &str) -> Vec<&'static str> {
    let tables = TABLES.iter().filter(|table| table.header.starts_with("[["));
    let owners = tables.filter(|table| table.keys.iter().any(|known| known.name == key));
    owners.map(|table| table.header).collect()
}

/// `a`, `a and b`, `a, b and c`, each in backticks.
pub(crate) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

impl<'t> Value<'t> {
    /// The value as a string.
    pub(crate) fn string(self, log: &mut Log) -> Option<Text> {
        match self.value {
            DeValue::String(string) => Some(Text::new(string, self.place, self.text)),
            _ => {
                self.wrong_type("a string", log);
                None
            }
        }
    }

    /// The value as a boolean.
    pub(crate) fn boolean(self, log: &mut Log) -> Option<Located<bool>> {
        match self.value {
            DeValue::Boolean(value) => Some(Located::at(*value, self.place)),
            _ => {
                self.wrong_type("`true` or `false`", log);
                None
            }
        }
    }

    /// The value as a list.
    pub(crate) fn list(self, log: &mut Log) -> Option<Vec<Value<'t>>> {
        match self.value {
            DeValue::Array(_) => Some(self.members()),
            _ => {
                self.wrong_type("a list", log);
                None
            }
        }
    }

    /// The value as a list of strings; other members are logged and omitted.
    pub(crate) fn strings(self, log: &mut Log) -> Option<Vec<Text>> {
        let members = self.list(log)?;
        Some(members.into_iter().filter_map(|m| m.string(log)).collect())
    }

    /// One string, or a list of them.
    pub(crate) fn string_or_strings(self, log: &mut Log) -> Option<Vec<Text>> {
        match self.value {
            DeValue::String(_) => Some(vec![self.string(log)?]),
            DeValue::Array(_) => self.strings(log),
            _ => {
                self.wrong_type("a string or a list of strings", log);
                None
            }
        }
    }

    /// The value as a table.
    pub(crate) fn keys(self, kind: &'static Table, log: &mut Log) -> Option<Keys<'t>> {
        match self.value {
            DeValue::Table(table) => Some(Keys::new(kind, self.place, table, self.text)),
            _ => {
                self.wrong_type("a table", log);
                None
            }
        }
    }

    /// The value as an array of tables: `[[state]]`.
    pub(crate) fn tables(self, kind: &'static Table, log: &mut Log) -> Vec<Keys<'t>> {
        match self.value {
            DeValue::Array(_) => {
                let members = self.members();
                members
                    .into_iter()
                    .filter_map(|m| m.keys(kind, log))
                    .collect()
            }
            DeValue::Table(_) if self.is_header() => {
                let header = kind.header;
                let message = format!("{} has the header `{header}`", kind.what);
                log.push(Diagnostic::error(self.place, message).edit(
                    format!("write `{header}`"),
                    self.place,
                    header,
                ));
                log.misplaced = true;
                Vec::new()
            }
            _ => {
                self.wrong_type(&format!("an array of tables, `{}`", kind.header), log);
                Vec::new()
            }
        }
    }

    /// Whether the value is a table.
    pub(crate) fn is_table(self) -> bool {
        self.value.is_table()
    }

    /// Whether the value is a table that has a header.
    fn is_header(self) -> bool {
        let place = self.place.start as usize..self.place.end as usize;
        self.text.get(place).is_some_and(|raw| raw.starts_with('['))
    }

    /// Whether the value is a list.
    pub(crate) fn is_list(self) -> bool {
        self.value.is_array()
    }

    /// Whether the value is a list without members.
    pub(crate) fn is_empty_list(self) -> bool {
        matches!(self.value, DeValue::Array(array) if array.is_empty())
    }

    /// Logs that the value should have been `expected`.
    pub(crate) fn wrong_type(self, expected: &str, log: &mut Log) {
        let found = match self.value {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a float",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let diagnostic =
            Diagnostic::error(self.place, format!("`{}` must be {expected}", self.key))
                .label(format!("this is {found}"));
        let raw = self
            .text
            .get(self.place.start as usize..self.place.end as usize);
        let scalar = !matches!(self.value, DeValue::Array(_) | DeValue::Table(_));
        log.push(match (raw, self.value) {
            (Some(raw), value) if scalar && !value.is_str() && expected.starts_with("a string") => {
                diagnostic.edit(
                    "put it in quotation marks",
                    self.place,
                    format!("\"{raw}\""),
                )
            }
            (Some(_), DeValue::String(word))
                if expected == "`true` or `false`" && (word == "true" || word == "false") =>
            {
                diagnostic.edit(
                    "take the quotation marks away",
                    self.place,
                    word.clone().into_owned(),
                )
            }
            (Some(raw), DeValue::String(_)) if expected == "a list" => {
                diagnostic.edit("put it in brackets", self.place, format!("[{raw}]"))
            }
            _ => diagnostic,
        });
    }

    fn members(self) -> Vec<Value<'t>> {
        let DeValue::Array(array) = self.value else {
            return Vec::new();
        };
        array
            .iter()
            .map(|member| Value {
                key: self.key,
                place: Place::within(self.place.file, member.span()),
                value: member.get_ref(),
                text: self.text,
            })
            .collect()
    }
}
