//! The words of the table language to the model.

use super::{Assembler, Raw, RawOn, RawRow};
use crate::report::Cause;
use crate::text_modes;
use crate::understand::{Alternatives, Stmt, does};
use tokenwright_tables::grammar::{Condition, Matcher, Step};
use tokenwright_tables::model::{
    About, Clause, Conjunction, Definition, ErrorCode, Event, Located, On, Revision, Row, Rule,
    State, Test,
};
use tokenwright_tables::source::Place;

/// The condition that a reference is part of an attribute, in the words of the tables.
const WAS_PART: &str = "the character reference was consumed as part of an attribute";
/// The same while the procedure still runs.
const IS_PART: &str = "the character reference is being consumed as part of an attribute";
const APPROPRIATE: &str = "the current end tag token is appropriate";
const PERMITTED: &str = "this is a permitted slash";
const FLUSH: &str = "flush code points consumed as a character reference";
const CONVERT: &str = "convert the temporary buffer to a comment";

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
        let names: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
        let definitions = definitions.into_iter().map(|(_, built)| built).collect();
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
            tree_construction: self.facts.tree_construction.clone(),
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
        about.content_model_flag = self.found.content_model_flag;
        about.escape_flag = self.found.escape_flag;
        text_modes::adapt(&mut about.text_modes, about.content_model_flag);
        if let Some(state) = &self.found.initial_state {
            about.initial_state = Located::nowhere(state.clone());
        }
        if let Some(name) = &self.found.numeric_replacements {
            about.numeric_replacements = Located::nowhere(name.clone());
        }
        if self.found.permitted_slash.is_none() {
            // Nothing else asks for a list of names.
            about.names.clear();
        } else if !self.found.void_elements.is_empty() {
            let name = Located::nowhere("void element".to_owned());
            about.names = vec![(name, self.found.void_elements.clone())];
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

    fn rules(&mut self, names: &[String]) -> Vec<Rule> {
        let mut rules = Vec::new();
        if let Some(error) = self.found.duplicate_attribute.clone() {
            let goes = match self.found.keeps_new_attribute {
                true => "remove the earlier attribute of the same name from the current tag token",
                false => "remove the current attribute from the current tag token",
            };
            let body = vec![Stmt::If {
                any: vec![vec![
                    "the current attribute's name is already on the current tag token".to_owned(),
                ]],
                then: vec![Stmt::Step(error), Stmt::Step(goes.into())],
                otherwise: Vec::new(),
                chained: false,
            }];
            rules.push(Rule {
                on: Located::nowhere(Event::Leaving("attribute name".to_owned())),
                body: self.clauses(body, names, 1),
            });
        }
        if !self.found.end_tag.is_empty() {
            let body = std::mem::take(&mut self.found.end_tag);
            rules.push(Rule {
                on: Located::nowhere(Event::EmittingEndTag),
                body: self.clauses(body, names, 1),
            });
        }
        rules
    }

    /// The definitions with their names, in the order of the tables.
    fn definitions(&mut self, states: &[Raw], procedures: &[Raw]) -> Vec<(String, Definition)> {
        let mut conditions: Vec<(&str, Alternatives)> = Vec::new();
        let one = |text: &str| vec![vec![text.to_owned()]];
        if self.found.appropriate {
            conditions.push((
                APPROPRIATE,
                one("the current tag token's tag name is the last start tag name"),
            ));
        }
        if !self.found.part_of_attribute.is_empty() {
            let states = self.found.part_of_attribute.iter();
            let any = states.map(|state| vec![format!("the return state is the {state} state")]);
            conditions.push((WAS_PART, any.collect()));
        }
        if procedures
            .iter()
            .any(|procedure| tests_condition(procedure, IS_PART))
        {
            // The page expresses it by a link to the state that attempts the procedure for attributes.
            let returned = "append the returned characters to the current attribute's value";
            let attempts = |state: &&Raw| state.name.ends_with(" in attribute value");
            let found = states.iter().find(|state| does(&state.body, returned));
            match found.or_else(|| states.iter().find(attempts)) {
                Some(state) => conditions.push((
                    IS_PART,
                    one(&format!("the current state is the {} state", state.name)),
                )),
                None => self.fault(
                    1,
                    "no state attempts the procedure for an attribute's value",
                ),
            }
        }
        if let Some(char) = &self.found.permitted_slash {
            conditions.push((
                PERMITTED,
                vec![vec![
                    format!("the next input character is {char}"),
                    "the current tag token is a start tag token".to_owned(),
                    "the current tag token's tag name is a void element".to_owned(),
                ]],
            ));
        }
        let names: Vec<String> = conditions
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect();
        let mut built: Vec<(String, Definition)> = Vec::new();
        for (name, any) in conditions {
            let definition = Definition::Condition {
                name: Located::nowhere(name.to_owned()),
                any: self.alternatives(any, &names, 1),
            };
            built.push((name.to_owned(), definition));
        }
        let step = |text: &str| Stmt::Step(text.to_owned());
        let mut steps: Vec<(&str, Vec<Stmt>)> = Vec::new();
        if self.found.flush {
            let append =
                "append each character in the temporary buffer to the current attribute's value";
            steps.push((
                FLUSH,
                vec![Stmt::If {
                    any: one(WAS_PART),
                    then: vec![step(append)],
                    otherwise: vec![step("emit each character in the temporary buffer")],
                    chained: false,
                }],
            ));
        }
        if let Some(start) = self.found.convert.clone() {
            let append =
                "append each character in the temporary buffer to the current comment token's data";
            steps.push((
                CONVERT,
                vec![
                    Stmt::Step(format!("create a comment token with data {start}")),
                    step(append),
                ],
            ));
        }
        for (name, body) in steps {
            let definition = Definition::Step {
                name: Located::nowhere(name.to_owned()),
                body: self.clauses(body, &names, 1),
            };
            built.push((name.to_owned(), definition));
        }
        built
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

    fn clauses(&mut self, stmts: Vec<Stmt>, names: &[String], line: u32) -> Vec<Clause> {
        let place = self.lines.place(line);
        stmts
            .into_iter()
            .filter_map(|stmt| match stmt {
                Stmt::Step(step) => self.step(step, names, place, line),
                Stmt::If {
                    any,
                    then,
                    otherwise,
                    ..
                } => Some(Clause::If {
                    any: self.alternatives(any, names, line),
                    then: self.clauses(then, names, line),
                    otherwise: self.clauses(otherwise, names, line),
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

    fn alternatives(&mut self, any: Alternatives, names: &[String], line: u32) -> Vec<Conjunction> {
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
        let denial = [(" is not ", " is "), (" was not ", " was ")]
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
        let mut codes = Vec::new();
        let states = revision.states.iter().chain(&revision.procedures);
        for state in states {
            collect(&state.body, &mut codes);
            for row in &state.rows {
                collect(&row.body, &mut codes);
            }
        }
        for rule in &revision.rules {
            collect(&rule.body, &mut codes);
        }
        let start_tag = self.found.start_tag_solidus.as_deref();
        let start_tag = start_tag.and_then(|error| error.strip_prefix("parse error: "));
        if codes.is_empty() && start_tag.is_none() {
            return Vec::new();
        }
        for row in &revision.input_stream.rows {
            collect(&row.body, &mut codes);
        }
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
        errors.extend(self.facts.errors.iter().cloned());
        // The order of a dictionary, which takes no notice of hyphens.
        errors.sort_by_key(|error| error.code.value.replace('-', ""));
        errors.dedup_by(|a, b| a.code.value == b.code.value);
        errors
    }
}

fn collect(clauses: &[Clause], codes: &mut Vec<String>) {
    for clause in clauses {
        match clause {
            Clause::Step(step) => {
                if let Step::NamedError(code) = &step.value {
                    codes.push(code.to_string());
                }
            }
            Clause::Call(_) => {}
            Clause::If {
                then, otherwise, ..
            } => {
                collect(then, codes);
                collect(otherwise, codes);
            }
        }
    }
}

/// Whether any condition of a procedure tests it.
fn tests_condition(raw: &Raw, condition: &str) -> bool {
    fn in_doings(stmts: &[Stmt], condition: &str) -> bool {
        stmts.iter().any(|stmt| match stmt {
            Stmt::Step(_) => false,
            Stmt::If {
                any,
                then,
                otherwise,
                ..
            } => {
                any.iter().flatten().any(|text| text == condition)
                    || in_doings(then, condition)
                    || in_doings(otherwise, condition)
            }
        })
    }
    in_doings(&raw.body, condition) || raw.rows.iter().any(|row| in_doings(&row.body, condition))
}

/// The file of a state, by its name; `None` if the name does not decide it.
fn file_of(name: &str) -> Option<&'static str> {
    let text = [
        "data",
        "RCDATA",
        "RAWTEXT",
        "script data",
        "PLAINTEXT",
        "entity data",
    ];
    let has = |word: &str| name.contains(word);
    Some(
        if text.contains(&name)
            || name == "character reference data"
            || name.starts_with("character reference in") && !has("attribute")
        {
            "01-text.toml"
        } else if matches!(
            name,
            "tag open" | "end tag open" | "close tag open" | "tag name"
        ) {
            "02-tags.toml"
        } else if name.starts_with("RCDATA ") || name.starts_with("RAWTEXT ") {
            "03-raw-text-end-tags.toml"
        } else if name.starts_with("script data ") {
            "04-script-data.toml"
        } else if has("attribute") || has("self-closing") {
            "05-attributes.toml"
        } else if has("comment") || has("markup declaration") {
            "06-comments.toml"
        } else if has("DOCTYPE") {
            "07-doctype.toml"
        } else if has("CDATA") {
            "08-cdata-sections.toml"
        } else if has("processing instruction") {
            "09-processing-instructions.toml"
        } else if has("character reference") || has("ambiguous ampersand") {
            "10-character-references.toml"
        } else {
            return None;
        },
    )
}
