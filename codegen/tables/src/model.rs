//! A revision of the section, as its tables define it: names are unresolved, and the order is the spec's.
//!
//! Both front ends produce it (the tables by `load`, a page by `prose`), and everything else consumes it. So it can
//! hold a revision with errors, which `check` explains by the places that its parts carry, and a program that runs it
//! looks names up. Two models are equal if their contents are; places do not count, so that a model compares with its
//! text written again.

mod located;
mod text_mode;

pub use located::Located;
pub use text_mode::{Switch, TextMode};

use crate::grammar::{Condition, Matcher, Step};
use std::fmt;

/// The prefix of a note that keeps a sentence the import did not understand; `check` refuses tables with such
/// a note.
pub const OPEN_NOTE: &str = "not understood: ";

/// One revision of the tokenization section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The contents of `revision.toml`.
    pub about: About,
    /// The preprocessing of the input stream.
    pub input_stream: InputStream,
    /// Rules that the section states outside of its states.
    pub rules: Vec<Rule>,
    /// Sentences that the section defines by other sentences.
    pub definitions: Vec<Definition>,
    /// Procedures, where the revision has any.
    pub procedures: Vec<State>,
    /// The states, in the order of the spec.
    pub states: Vec<State>,
    /// The error codes, in the order of `errors.toml`; empty if errors have no names.
    pub errors: Vec<ErrorCode>,
}

impl Revision {
    /// How many rows the states and procedures have. The rows of the input stream do not count.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.blocks().map(|block| block.rows.len()).sum()
    }
}

/// Whether a text is a day, such as `2026-07-19`, or a year.
#[must_use]
pub fn is_date(text: &str) -> bool {
    let number = |part: &str, len: usize| -> Option<u32> {
        let is_number = part.len() == len && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok())?
    };
    match *text.split('-').collect::<Vec<_>>() {
        [year] => number(year, 4).is_some(),
        [year, month, day] => {
            let leaps = |year: u32| {
                let is_century = year.is_multiple_of(100);
                year.is_multiple_of(if is_century { 400 } else { 4 })
            };
            let days = match (number(year, 4), number(month, 2)) {
                (None, _) => 0,
                (Some(year), Some(2)) => 28 + u32::from(leaps(year)),
                (_, Some(4 | 6 | 9 | 11)) => 30,
                (_, Some(1..=12)) => 31,
                _ => 0,
            };
            number(day, 2).is_some_and(|day| (1..=days).contains(&day))
        }
        _ => false,
    }
}

/// The facts of `revision.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// `whatwg-2026-07-19`, which is also the name of the folder.
    pub id: String,
    /// The title of the document.
    pub title: String,
    /// The date of the document, such as `2026-07-19`, or only its year.
    pub date: String,
    /// The revision that a draft edits: for changes of the document, with which it was not compared yet. A draft is not the newest
    /// revision.
    pub edits: Option<String>,
    /// The address of the document.
    pub source: String,
    /// The number of the section: `13.2.5`; empty if the document has none.
    pub section: String,
    /// Whether the states are numbered below the section: `13.2.5.1 Data state`.
    pub numbered: bool,
    /// Whether parse errors have names.
    pub named_errors: bool,
    /// Whether the revision has a content model flag.
    pub content_model_flag: bool,
    /// Whether the revision has an escape flag.
    pub escape_flag: bool,
    /// Whether the generated code has a hot path: a loop over the most frequent rows.
    pub hot_path: bool,
    /// The state in which the machine starts.
    pub initial_state: Located<String>,
    /// Other states in which tree construction can start the machine.
    pub entry_states: Vec<Located<String>>,
    /// The text modes, in the order of the file.
    pub text_modes: Vec<TextMode>,
    /// The name of the table of named character references, such as `2010-09-29`.
    pub named_references: Located<String>,
    /// The name of the table of numeric replacements.
    pub numeric_replacements: Located<String>,
    /// Classes that the revision defines, by name.
    pub classes: Vec<(Located<String>, Vec<Located<Matcher>>)>,
    /// Lists of names, such as the void elements.
    pub names: Vec<(Located<String>, Vec<String>)>,
    /// Notes for the reader, such as that the document is incomplete.
    pub notes: Vec<String>,
}

impl About {
    /// Whether the tables are a draft.
    #[must_use]
    pub fn is_draft(&self) -> bool {
        self.edits.is_some()
    }

    /// The id of the revision that a draft edits, and of every other its own.
    #[must_use]
    pub fn base_id(&self) -> &str {
        self.edits.as_deref().unwrap_or(&self.id)
    }

    /// The year of the document.
    #[must_use]
    pub fn year(&self) -> &str {
        self.date.split('-').next().unwrap_or(&self.date)
    }

    /// The address of a state's section. Documents that number their states also name them; of others, the address of the
    /// document.
    #[must_use]
    pub fn link_to_state(&self, state: &str) -> String {
        if !self.numbered {
            return self.source.clone();
        }
        let name = state.to_ascii_lowercase().replace(' ', "-");
        format!("{}#{name}-state", self.source)
    }
}

/// The preprocessing of the input stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputStream {
    /// Whether CR LF and CR become LF.
    pub normalize_newlines: bool,
    /// Preprocessing of each character before the machine reads it; the first matching row applies.
    pub rows: Vec<Row>,
}

/// A rule that applies to steps anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The event before which its steps run.
    pub on: Located<Event>,
    /// The steps.
    pub body: Vec<Clause>,
}

/// When a [`Rule`] applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// `leaving the attribute name state`: before a step that switches to another state, and
    /// before one that emits the current tag token, whichever comes first on a path.
    Leaving(String),
    /// `emitting an end tag token`: before the token is emitted.
    EmittingEndTag,
    /// `emitting a start tag token`
    EmittingStartTag,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Leaving(state) => write!(f, "leaving the {state} state"),
            Event::EmittingEndTag => f.write_str("emitting an end tag token"),
            Event::EmittingStartTag => f.write_str("emitting a start tag token"),
        }
    }
}

/// A sentence that the section defines by other sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// A step: `flush code points consumed as a character reference`.
    Step {
        /// The sentence that is defined.
        name: Located<String>,
        /// Its steps.
        body: Vec<Clause>,
    },
    /// A condition: `the current end tag token is appropriate`.
    Condition {
        /// The sentence that is defined.
        name: Located<String>,
        /// Its meaning: the disjunction of these.
        any: Vec<Conjunction>,
    },
}

impl Definition {
    /// The sentence that is defined.
    pub fn name(&self) -> &Located<String> {
        match self {
            Definition::Step { name, .. } | Definition::Condition { name, .. } => name,
        }
    }
}

/// A state, or a procedure, whose rows look ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The spec's name, without the word "state".
    pub name: Located<String>,
    /// The name of its file: `02-tags.toml`.
    pub file: String,
    /// Its name in an older revision, if that differs.
    pub was: Option<String>,
    /// A remark for readers.
    pub note: Option<String>,
    /// Steps on entry, before a character is consumed; the whole state where there are no rows.
    pub body: Vec<Clause>,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// One row of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its matcher.
    pub on: On,
    /// Guards: the row applies only if one of these holds.
    pub when: Vec<Conjunction>,
    /// The steps.
    pub body: Vec<Clause>,
    /// A remark for readers.
    pub note: Option<String>,
    /// The place of the row.
    pub place: Located<()>,
}

/// The matcher of a [`Row`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    /// `on`: the current input character, once consumed.
    Consumed {
        /// The characters,
        any: Vec<Located<Matcher>>,
        /// without these.
        except: Vec<Located<Matcher>>,
    },
    /// `peek`: the next input character, which is not consumed.
    Peeked(Vec<Located<Matcher>>),
    /// `next`: a text that follows, and is not consumed.
    Ahead {
        /// The text.
        text: Located<String>,
        /// `case = "insensitive"`: whether ASCII case is ignored.
        ignore_case: bool,
    },
}

/// One entry of a `do`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// A step of the table language.
    Step(Located<Step>),
    /// A step that the revision defines.
    Call(Located<String>),
    /// `{ if = "...", then = [...], else = [...] }`
    If {
        /// The disjunction of these: one for `if`, several for `if-any`.
        any: Vec<Conjunction>,
        /// The steps if the condition holds.
        then: Vec<Clause>,
        /// The steps otherwise.
        otherwise: Vec<Clause>,
    },
}

/// Conditions joined by ` and `.
pub type Conjunction = Vec<Located<Test>>;

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// A condition of the table language.
    Condition(Condition),
    /// A condition that the revision defines, or its negation.
    Defined {
        /// The sentence of the definition.
        name: String,
        /// Whether it is negated (`is not` for `is`, `was not` for `was`).
        negated: bool,
    },
}

impl fmt::Display for Test {
    /// Writes the sentence in the notation of the tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Condition(condition) => condition.fmt(f),
            Test::Defined {
                name,
                negated: false,
            } => f.write_str(name),
            Test::Defined {
                name,
                negated: true,
            } => {
                let denial = [(" is ", " is not "), (" was ", " was not ")]
                    .into_iter()
                    .find(|(claim, _)| name.contains(claim))
                    .map(|(claim, denial)| name.replacen(claim, denial, 1));
                f.write_str(denial.as_deref().unwrap_or(name))
            }
        }
    }
}

/// A parse error with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorCode {
    /// `eof-in-tag`
    pub code: Located<String>,
    /// Who reports it, where it is not the tokenizer: `tree construction`, `input stream`.
    pub by: Option<String>,
}
