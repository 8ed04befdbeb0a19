//! What a section says outside its lists of rows: flags, rules, definitions.
//!
//! The rules for such sentences give each fact as a line in the words of the tables, so a new kind of sentence is a row in
//! their table and not code here; the writer finds the sentence for a fact by the same line.

use super::{Assembler, Raw};
use crate::stmt::{Stmt, any, conjunction, parse};
use tokenwright_tables::model::{Definition, Event, InputStream, Located, Rule};

/// The condition that a reference is part of an attribute, while the procedure runs.
const IS_PART: &str = "the character reference is being consumed as part of an attribute";

/// The definitions of the tables, in their order.
const DEFINITIONS: [&str; 6] = [
    "condition the current end tag token is appropriate",
    "condition the character reference was consumed as part of an attribute",
    "condition the character reference is being consumed as part of an attribute",
    "condition this is a permitted slash",
    "step flush code points consumed as a character reference",
    "step convert the temporary buffer to a comment",
];

const LEAVING: &str = "when leaving the attribute name state";
const EMITTING: &str = "when emitting an end tag token";

/// What the lines of facts begin with, other than definitions.
const KEYS: [&str; 7] = [
    "initial state",
    "content model flag",
    "escape flag",
    "in tree construction",
    "void elements",
    LEAVING,
    EMITTING,
];

/// Facts that a section states outside its lists of rows.
#[derive(Debug, Default)]
pub(super) struct SectionFacts {
    /// The facts as the rules give them, in the order of the page.
    lines: Vec<String>,
    pub(super) tag_name_terminator: Vec<String>,
    pub(super) numeric_replacements: Option<String>,
    pub(super) replacements: Option<Vec<(u32, u32)>>,
    pub(super) input_stream: Option<InputStream>,
}

/// What a line is about, and what it says.
fn key_of(line: &str) -> (&str, &str) {
    line.split_once(": ").unwrap_or((line, ""))
}

impl SectionFacts {
    /// The facts with this key.
    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.lines.iter().map(|line| key_of(line));
        lines.filter_map(move |(of, says)| (of == key).then_some(says))
    }

    /// The fact with this key.
    pub(super) fn get<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }
}

impl Assembler<'_> {
    /// Takes the facts of a sentence with the same meaning everywhere; `false` if it has none.
    pub(super) fn outside(&mut self, lines: &[String]) -> bool {
        let this = format!("when leaving the {} state: ", self.state);
        let lines = lines
            .iter()
            .map(|line| line.replace("when leaving this state: ", &this));
        let lines: Vec<String> = lines.filter(|line| line != "default").collect();
        let is_fact = |line: &String| {
            let (key, _) = key_of(line);
            KEYS.contains(&key) || DEFINITIONS.contains(&key)
        };
        if !lines.iter().all(is_fact) {
            return false;
        }
        // A page that says something again means what it says last.
        let is_again = |known: &String| {
            let (key, _) = key_of(known);
            let same = |line: &String| key_of(line).0 == key && (key != EMITTING || line == known);
            lines.iter().any(same)
        };
        self.found.lines.retain(|known| !is_again(known));
        self.found.lines.extend(lines);
        true
    }

    pub(super) fn rules(&mut self, names: &[String]) -> Vec<Rule> {
        let mut rules = Vec::new();
        let leaving = Event::Leaving("attribute name".to_owned());
        for (key, event) in [(LEAVING, leaving), (EMITTING, Event::EmittingEndTag)] {
            let body: Vec<Stmt> = self.found.all(key).flat_map(parse).collect();
            if !body.is_empty() {
                rules.push(Rule {
                    on: Located::nowhere(event),
                    body: self.clauses(body, names, 1),
                });
            }
        }
        rules
    }

    /// The definitions, in the order of the tables.
    pub(super) fn definitions(&mut self, states: &[Raw], procedures: &[Raw]) -> Vec<Definition> {
        let is_it = |text: &str| text == IS_PART;
        let tests = |stmts: &[Stmt]| any(stmts, &|_| false, &is_it);
        let mut procedures = procedures.iter();
        if procedures.any(|raw| tests(&raw.body) || raw.rows.iter().any(|row| tests(&row.body))) {
            self.part_while_it_runs(states);
        }
        let stated = DEFINITIONS.iter().map(|key| {
            let lines = self.found.all(key).map(str::to_owned).collect::<Vec<_>>();
            (*key, lines)
        });
        let stated: Vec<_> = stated.filter(|(_, lines)| !lines.is_empty()).collect();
        let name_of = |key: &str| key.split_once(' ').map_or("", |(_, name)| name).to_owned();
        let names: Vec<String> = stated.iter().map(|(key, _)| name_of(key)).collect();
        let each = stated.into_iter().map(|(key, lines)| {
            let name = Located::nowhere(name_of(key));
            if key.starts_with("condition ") {
                let any = lines.iter().map(|line| conjunction(line)).collect();
                let any = self.alternatives(any, &names, 1);
                Definition::Condition { name, any }
            } else {
                let body = lines.iter().flat_map(|line| parse(line)).collect();
                let body = self.clauses(body, &names, 1);
                Definition::Step { name, body }
            }
        });
        each.collect()
    }

    /// The page expresses this definition by a link to the state that attempts the procedure for attributes.
    fn part_while_it_runs(&mut self, states: &[Raw]) {
        let returned = |step: &str| step == RETURNED;
        let attempts = |state: &&Raw| state.name.ends_with(" in attribute value");
        let mut found = states
            .iter()
            .filter(|state| any(&state.body, &returned, &|_| false));
        match found.next().or_else(|| states.iter().find(attempts)) {
            Some(state) => {
                let line = format!(
                    "condition {IS_PART}: the current state is the {} state",
                    state.name
                );
                self.found.lines.push(line);
            }
            None => self.fault(
                1,
                "no state attempts the procedure for an attribute's value",
            ),
        }
    }
}

/// What the state that attempts the procedure for attributes does.
pub(crate) const RETURNED: &str = "append the returned characters to the current attribute's value";
