//! The words of the table language to the model.
//!
//! Sentences give steps and conditions as text, because a clause means something only in its row and a page may define it
//! elsewhere. They become the model at the end, when every definition is known; so a step that the section does not
//! define is found here, and its place is the line of its row and not of its sentence.

use super::{Assembler, Raw, RawOn, RawRow};
use crate::report::Cause;
use crate::stmt::{Alternatives, Stmt};
use crate::text_modes;
use crate::understand::DENIALS;
use tokenwright_tables::grammar::{Condition, Matcher, Step};
use tokenwright_tables::kernel::{Nodes, Traverse};
use tokenwright_tables::model::{
    About, Clause, Conjunction, ErrorCode, Located, On, Revision, Row, State, Test,
};
use tokenwright_tables::source::Place;

impl Assembler<'_> {
    /// Everything that was read as a revision.
    pub(super) fn revision(
        &mut self,
        number: Option<&str>,
        numbered: bool,
        states: Vec<Raw>,
        procedures: Vec<Raw>,
    ) -> Revision {
        let definitions = self.definitions(&states, &procedures);
        let names = definitions
            .iter()
            .map(|definition| definition.name().value.clone());
        let names: Vec<String> = names.collect();
        let rules = self.rules(&names);
        let mut file = "01-text.toml";
        let mut built = Vec::new();
        for raw in states {
            file = file_of(&raw.name).unwrap_or(file);
            built.push(self.model_state(raw, file, &names));
        }
        let procedures: Vec<State> = procedures
            .into_iter()
            .map(|raw| self.model_state(raw, "10-character-references.toml", &names))
            .collect();
        let input_stream = self
            .found
            .input_stream
            .take()
            .unwrap_or_else(|| self.facts.input_stream.clone());
        let mut revision = Revision {
            about: self.about(number, numbered),
            input_stream,
            rules,
            definitions,
            procedures,
            states: built,
            errors: Vec::new(),
        };
        if self.facts.any_entry_states {
            let states = &revision.states;
            let has = |name: &Located<String>| states.iter().any(|state| state.name == *name);
            revision.about.entry_states.retain(has);
            text_modes::retain(&mut revision.about.text_modes, states);
        }
        revision.errors = self.errors(&revision);
        revision.about.named_errors = !revision.errors.is_empty();
        revision
    }

    fn about(&self, number: Option<&str>, numbered: bool) -> About {
        let mut about = self.facts.about.clone();
        // The source of a page has no section numbers.
        if let Some(number) = number {
            number.clone_into(&mut about.section);
            about.numbered = numbered;
        }
        about.content_model_flag = self.found.get("content model flag").is_some();
        about.escape_flag = self.found.get("escape flag").is_some();
        text_modes::adapt(&mut about.text_modes, about.content_model_flag);
        if let Some(state) = self.found.get("initial state") {
            about.initial_state = Located::nowhere(state.to_owned());
        }
        if let Some(name) = &self.found.numeric_replacements {
            about.numeric_replacements = Located::nowhere(name.clone());
        }
        if self
            .found
            .get("condition this is a permitted slash")
            .is_none()
        {
            // Nothing else asks for a list of names.
            about.names.clear();
        } else if let Some(elements) = self.found.get("void elements") {
            let name = Located::nowhere("void element".to_owned());
            let elements = elements.split(", ").map(str::to_owned).collect();
            about.names = vec![(name, elements)];
        }
        let members = &self.found.tag_name_terminator;
        about.classes.clear();
        if !members.is_empty() {
            let members = members
                .iter()
                .filter_map(|text| Matcher::parse(text))
                .map(Located::nowhere);
            about.classes.push((
                Located::nowhere("tag name terminator".to_owned()),
                members.collect(),
            ));
        }
        about
    }

    fn model_state(&mut self, raw: Raw, file: &str, names: &[String]) -> State {
        let (was, note) = self.facts.remark(&raw.name);
        self.part.clone_from(&raw.title);
        let place = self.lines.place(raw.line);
        let body = self.clauses(raw.body, names, raw.line);
        let entries = raw.rows.iter().map(|row| row.entry).collect();
        self.report.entries.push((raw.name.clone(), entries));
        let rows = raw
            .rows
            .into_iter()
            .map(|row| self.model_row(row, names))
            .collect();
        State {
            name: Located {
                value: raw.name,
                place,
            },
            file: file.to_owned(),
            was,
            note,
            body,
            rows,
        }
    }

    fn model_row(&mut self, row: RawRow, names: &[String]) -> Row {
        let place = self.lines.place(row.line);
        self.entry = row.entry;
        let matchers = |texts: Vec<String>| -> Vec<Located<Matcher>> {
            let read = texts.iter().filter_map(|text| Matcher::parse(text));
            read.map(|value| Located { value, place }).collect()
        };
        let on = match row.on {
            RawOn::Consumed(any) => On::Consumed {
                any: matchers(any),
                except: Vec::new(),
            },
            RawOn::Peeked(any) => On::Peeked(matchers(any)),
            RawOn::Ahead { text, ignore_case } => On::Ahead {
                text: Located { value: text, place },
                ignore_case,
            },
        };
        let read = Row {
            on,
            when: self.alternatives(row.when, names, row.line),
            body: self.clauses(row.body, names, row.line),
            note: None,
            place: Located { value: (), place },
        };
        self.entry = None;
        read
    }

    pub(super) fn clauses(&mut self, stmts: Vec<Stmt>, names: &[String], line: u32) -> Vec<Clause> {
        let place = self.lines.place(line);
        stmts
            .into_iter()
            .filter_map(|stmt| match stmt {
                Stmt::Step(step) => self.step(step, names, place, line),
                Stmt::If(choice) => Some(Clause::If {
                    any: self.alternatives(choice.any, names, line),
                    then: self.clauses(choice.then, names, line),
                    otherwise: self.clauses(choice.otherwise, names, line),
                }),
            })
            .collect()
    }

    fn step(&mut self, text: String, names: &[String], place: Place, line: u32) -> Option<Clause> {
        match Step::parse(&text) {
            Ok(value) => Some(Clause::Step(Located { value, place })),
            Err(_) if names.contains(&text) => Some(Clause::Call(Located { value: text, place })),
            Err(_) => {
                let message = format!("the section does not define `{text}`");
                self.fault_from(Cause::Undefined, line, message);
                None
            }
        }
    }

    pub(super) fn alternatives(
        &mut self,
        any: Alternatives,
        names: &[String],
        line: u32,
    ) -> Vec<Conjunction> {
        let place = self.lines.place(line);
        any.into_iter()
            .map(|all| {
                all.into_iter()
                    .filter_map(|text| self.test(&text, names, line))
                    .map(|value| Located { value, place })
                    .collect()
            })
            .collect()
    }

    fn test(&mut self, text: &str, names: &[String], line: u32) -> Option<Test> {
        if let Ok(condition) = Condition::parse(text) {
            return Some(Test::Condition(condition));
        }
        let denial = DENIALS
            .into_iter()
            .find(|(denial, _)| text.contains(denial));
        let claimed = denial.map(|(denial, claim)| text.replacen(denial, claim, 1));
        for (negated, name) in [(false, Some(text.to_owned())), (true, claimed)] {
            let Some(name) = name else {
                continue;
            };
            if names.contains(&name) {
                return Some(Test::Defined { name, negated });
            }
        }
        let message = format!("the section does not define when `{text}`");
        self.fault_from(Cause::Undefined, line, message);
        None
    }

    /// The names of errors: those of the steps, and those that tree construction reports.
    fn errors(&self, revision: &Revision) -> Vec<ErrorCode> {
        let blocks = revision.blocks().map(Traverse::nodes);
        let rules = revision.rules.iter().map(Traverse::nodes);
        let mut codes: Vec<String> = blocks.chain(rules).flat_map(named_errors).collect();
        let start_tag = self.found.get("in tree construction");
        let start_tag = start_tag.and_then(|error| error.strip_prefix("parse error: "));
        if codes.is_empty() && start_tag.is_none() {
            return Vec::new();
        }
        let rows = revision.input_stream.rows.iter().map(Traverse::nodes);
        codes.extend(rows.flat_map(named_errors));
        let mut errors: Vec<ErrorCode> = codes
            .into_iter()
            .map(|code| ErrorCode {
                code: Located::nowhere(code),
                by: None,
            })
            .collect();
        errors.extend(start_tag.map(|code| ErrorCode {
            code: Located::nowhere(code.to_owned()),
            by: Some("tree construction".to_owned()),
        }));
        // The order of a dictionary, which takes no notice of hyphens.
        errors.sort_by_key(|error| error.code.value.replace('-', ""));
        errors.dedup_by(|a, b| a.code.value == b.code.value);
        errors
    }
}

/// The names of the errors that steps report.
fn named_errors(nodes: Nodes<'_>) -> impl Iterator<Item = String> {
    nodes.steps().filter_map(|step| match step {
        Step::NamedError(code) => Some(code.to_string()),
        _ => None,
    })
}

/// The file of a state, by its name; `None` if the name does not decide it.
fn file_of(name: &str) -> Option<&'static str> {
    let has = |word: &str| name.contains(word);
    let begins = |word: &str| name.starts_with(word);
    Some(match name {
        "data"
        | "RCDATA"
        | "RAWTEXT"
        | "script data"
        | "PLAINTEXT"
        | "entity data"
        | "character reference data" => "01-text.toml",
        _ if begins("character reference in") && !has("attribute") => "01-text.toml",
        "tag open" | "end tag open" | "close tag open" | "tag name" => "02-tags.toml",
        _ if begins("RCDATA ") || begins("RAWTEXT ") => "03-raw-text-end-tags.toml",
        _ if begins("script data ") => "04-script-data.toml",
        _ if has("attribute") || has("self-closing") => "05-attributes.toml",
        _ if has("comment") || has("markup declaration") => "06-comments.toml",
        _ if has("DOCTYPE") => "07-doctype.toml",
        _ if has("CDATA") => "08-cdata-sections.toml",
        _ if has("processing instruction") => "09-processing-instructions.toml",
        _ if has("character reference") || has("ambiguous ampersand") => {
            "10-character-references.toml"
        }
        _ => return None,
    })
}
