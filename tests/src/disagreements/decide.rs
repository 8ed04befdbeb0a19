//! Which row decides a disagreement.
//!
//! Two tokenizers have parted by the end of a prefix of the input if, whatever character comes next
//! (but for one that may bring them together again), some continuation shows it. The shortest such prefix ends with the character over which they
//! part; where there is none, they part over the end of the input. The row that ours runs on it
//! decides.

use super::judge::{Judge, Kind};
use crate::peers::{Start, Token};
use tokenwright_codegen::grammar::Step;
use tokenwright_codegen::interpret::{
    Block, BlockKind, Interpreter, Observer, ParseError, Refusal,
};
use tokenwright_codegen::load::Loaded;
use tokenwright_codegen::model::{Clause, Event, Row};
use tokenwright_codegen::mutate::{Part, Site};

/// What may come next.
const NEXT: [&str; 6] = ["a", " ", ">", "/", "\"", "-"];

/// What may come after that; whatever two machines differ in, one of these tends to show.
const CONTINUATIONS: [&str; 16] = [
    "", ">", "<a>", "</a>", "\">", "'>", ">a", "><a>", "-->", "--!>", "]]>", ";", "=a>", "&amp;",
    "\0", "]]><a>",
];

/// Finds the rows.
pub(super) struct Decider<'l, 'j> {
    loaded: &'l Loaded,
    interpreter: Interpreter<'l>,
    judge: &'j Judge<'j>,
}

/// A row that decides.
pub(super) struct Decision {
    /// Where it stands among all.
    pub(super) order: (Option<Site>, String),
    /// Its name, and its steps.
    pub(super) told: (String, String),
}

impl<'l, 'j> Decider<'l, 'j> {
    /// # Errors
    /// Where the tables cannot be run.
    pub(super) fn new(loaded: &'l Loaded, judge: &'j Judge<'j>) -> Result<Self, Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        Ok(Self {
            loaded,
            interpreter,
            judge,
        })
    }

    /// The row for a disagreement.
    ///
    /// # Errors
    /// Where the input cannot be run.
    pub(super) fn row(&self, kind: Kind, start: &Start, input: &str) -> Result<Decision, Refusal> {
        if kind == Kind::Pieces {
            let name = "the input stream: how a page comes in pieces".to_owned();
            let because = "the standard's tokenizer sees one stream of characters".to_owned();
            return Ok(Decision {
                order: (None, name.clone()),
                told: (name, because),
            });
        }
        let ends = input.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.collect();
        let parted = ends
            .iter()
            .find(|end| self.parted(kind, start, &input[..**end]));
        let parts = parted.map_or(input.len(), |end| {
            end - input[..*end].chars().next_back().map_or(0, char::len_utf8)
        });
        if let Some(name) = self.switched(kind, start, input, parts) {
            let told = format!("13.2.6 tree construction: the start tag `{name}`");
            let because = "the text after it is in another state".to_owned();
            return Ok(Decision {
                order: (None, told.clone()),
                told: (told, because),
            });
        }
        let mut rows = Rows {
            from: parts,
            now: 0,
            reached: false,
            chosen: Vec::new(),
            rules: self
                .loaded
                .revision
                .rules
                .iter()
                .map(|rule| &rule.on.value)
                .collect(),
            rule: None,
            reporting: None,
        };
        self.interpreter.observe(&start.setup(), input, &mut rows)?;
        let revision = &self.loaded.revision;
        let row = |site: &Site| -> Option<&Row> {
            let block = match site.part {
                Part::State(index) => &revision.states[index],
                Part::Procedure(index) => &revision.procedures[index],
                _ => return None,
            };
            block.rows.get(site.row?)
        };
        let acts = |site: &&Site| row(site).is_some_and(|row| !only_passes_on(&row.body));
        if kind == Kind::Errors
            && let Some(rule) = rows.reporting
        {
            let site = Site {
                part: Part::Rule(rule),
                row: None,
            };
            let body = &revision.rules[rule].body;
            return Ok(Decision {
                order: (Some(site), String::new()),
                told: (site.told(revision), steps(body)),
            });
        }
        let site = rows.chosen.iter().find(acts).or(rows.chosen.last());
        Ok(match site {
            Some(site) => Decision {
                order: (Some(*site), String::new()),
                told: (
                    site.told(revision),
                    row(site).map(|row| steps(&row.body)).unwrap_or_default(),
                ),
            },
            None => Decision {
                order: (None, String::new()),
                told: ("the end of the input".to_owned(), String::new()),
            },
        })
    }

    fn parted(&self, kind: Kind, start: &Start, prefix: &str) -> bool {
        let shows = |next: &&&str| {
            let mut longer = CONTINUATIONS
                .iter()
                .map(|rest| format!("{prefix}{next}{rest}"));
            longer.any(|input| self.differs(kind, start, &input))
        };
        // One character may bring the two together again.
        NEXT.iter().filter(shows).count() + 1 >= NEXT.len()
    }

    fn differs(&self, kind: Kind, start: &Start, input: &str) -> bool {
        let verdict = self.judge.judge(start, input).flatten();
        verdict.is_some_and(|verdict| verdict.kind == kind)
    }

    /// The name of the start tag that ends at this place, if what parts the two is the state after
    /// it, and not how the tag is written.
    fn switched(&self, kind: Kind, start: &Start, input: &str, at: usize) -> Option<String> {
        if start.state.is_some() || !input[at..].starts_with('>') {
            return None;
        }
        let ours = self.judge.ours(start, &input[..=at])?;
        let Some(Token::StartTag { name, .. }) = ours.tokens.last() else {
            return None;
        };
        let plain = format!("<{name}><a>");
        self.differs(kind, &Start::default(), &plain)
            .then(|| name.clone())
    }
}

/// Whether a row does nothing but to give its character to another state.
fn only_passes_on(body: &[Clause]) -> bool {
    body.iter().all(
        |clause| matches!(clause, Clause::Step(step) if matches!(step.value, Step::Reconsume(_))),
    )
}

/// Steps in the words of the tables.
fn steps(body: &[Clause]) -> String {
    let told = body.iter().map(|clause| match clause {
        Clause::Step(step) => step.value.to_string(),
        Clause::Call(name) => name.value.clone(),
        Clause::If {
            any,
            then,
            otherwise,
        } => {
            let any = any.iter().map(|all| {
                let all = all.iter().map(|test| test.value.to_string());
                all.collect::<Vec<_>>().join(" and ")
            });
            let any = any.collect::<Vec<_>>().join(", or if ");
            let mut told = format!("if {any}: {}", steps(then));
            if !otherwise.is_empty() {
                told.push_str("; otherwise: ");
                told.push_str(&steps(otherwise));
            }
            told
        }
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The rows that run from a place on.
struct Rows<'l> {
    from: usize,
    now: usize,
    reached: bool,
    chosen: Vec<Site>,
    rules: Vec<&'l Event>,
    /// The rule that ran last, if no row was chosen since.
    rule: Option<usize>,
    /// The first rule that reported an error.
    reporting: Option<usize>,
}

impl Observer for &mut Rows<'_> {
    fn consume(&mut self, _: Option<char>, offset: usize) {
        self.now = offset;
        self.reached |= offset >= self.from;
    }

    fn rule(&mut self, on: &Event) {
        self.rule = self.rules.iter().position(|rule| *rule == on);
    }

    fn error(&mut self, _: &ParseError) {
        if self.reached && self.reporting.is_none() {
            self.reporting = self.rule;
        }
    }

    fn row(&mut self, block: Block<'_>, row: usize) {
        self.rule = None;
        if self.reached && self.now >= self.from {
            let part = match block.kind {
                BlockKind::State => Part::State(block.index),
                BlockKind::Procedure => Part::Procedure(block.index),
            };
            self.chosen.push(Site {
                part,
                row: Some(row),
            });
        }
    }
}
