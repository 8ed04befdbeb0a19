//! Which row decides a disagreement.
//!
//! Two tokenizers have diverged after a prefix of the input if some continuation shows a difference for
//! every next character, except at most one that may make them converge. The shortest such prefix ends
//! with the deciding character; without such a prefix, the end of the input decides. The deciding row is
//! the row that our tokenizer runs on it.

use super::judge::{Judge, Kind};
use tokenwright_analyses::mutate::{Part, Site};
use tokenwright_interpreter::{
    BlockKind, BlockRef, Event as Emitted, Interpreter, Observer, ParseError, Progress, Refusal,
    Setup, Token as ModelToken,
};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Event, Row};
use tokenwright_tests::tokens::{EntryState, Start, Token, Tokens, text_after};

/// Possible next characters.
const NEXT: [&str; 6] = ["a", " ", ">", "/", "\"", "-"];

/// Continuations after the next character that show most differences.
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
    /// Its position among all rows.
    pub(super) order: (Option<Site>, String),
    /// Its name, and its steps.
    pub(super) texts: (String, String),
}

impl Decision {
    /// What decides where no row does, and why.
    fn outside(name: String, because: String) -> Self {
        Decision {
            order: (None, name.clone()),
            texts: (name, because),
        }
    }
}

impl<'l, 'j> Decider<'l, 'j> {
    /// # Errors
    /// If the tables cannot be run.
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
    /// If the input cannot be run.
    pub(super) fn row(&self, kind: Kind, start: &Start, input: &str) -> Result<Decision, Refusal> {
        if kind == Kind::Pieces {
            let name = "the input stream: how a page comes in pieces".to_owned();
            let because = "the standard's tokenizer sees one stream of characters".to_owned();
            return Ok(Decision::outside(name, because));
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
            let place = format!("13.2.6 tree construction: the start tag `{name}`");
            let because = "the text after it is in another state".to_owned();
            return Ok(Decision::outside(place, because));
        }
        if kind == Kind::Errors
            && let Some(site) = self.unreported(start, input)?
        {
            return Ok(self.decision(site));
        }
        let mut rows = self.rows(parts);
        self.run(start, input, &mut rows)?;
        let acts = |site: &&Site| {
            let row = self.row_at(**site);
            row.is_some_and(|row| !only_passes_on(&row.body))
        };
        if kind == Kind::Errors
            && let Some(rule) = rows.reporting
        {
            return Ok(self.decision(of_rule(rule)));
        }
        let site = rows.chosen.iter().find(acts).or(rows.chosen.last());
        Ok(match site {
            Some(site) => self.decision(*site),
            None => Decision {
                order: (None, String::new()),
                texts: ("the end of the input".to_owned(), String::new()),
            },
        })
    }

    /// The row or the rule at a site, with its steps.
    fn decision(&self, site: Site) -> Decision {
        let revision = &self.loaded.revision;
        let body = match (site.part, site.row) {
            (Part::Rule(rule), _) => Some(&revision.rules[rule].body),
            _ => self.row_at(site).map(|row| &row.body),
        };
        let body = body.map(|body| steps(body)).unwrap_or_default();
        Decision {
            order: (Some(site), String::new()),
            texts: (site.describe(revision), body),
        }
    }

    fn row_at(&self, site: Site) -> Option<&Row> {
        let revision = &self.loaded.revision;
        let block = match site.part {
            Part::State(index) => &revision.states[index],
            Part::Procedure(index) => &revision.procedures[index],
            _ => return None,
        };
        block.rows.get(site.row?)
    }

    /// The row that reports the first error missing in the peer, if the peer reports no additional error.
    fn unreported(&self, start: &Start, input: &str) -> Result<Option<Site>, Refusal> {
        let codes = |tokens: Option<Tokens>| -> Vec<String> {
            let errors = tokens.map(|tokens| tokens.errors).unwrap_or_default();
            errors.into_iter().map(|error| error.code).collect()
        };
        let ours = codes(self.judge.ours(start, input));
        let mut theirs = codes(self.judge.theirs(start, input));
        let mut first = None;
        for (at, code) in ours.iter().enumerate() {
            match theirs.iter().position(|other| other == code) {
                Some(other) => drop(theirs.remove(other)),
                None => first = first.or(Some(at)),
            }
        }
        let (Some(first), true) = (first, theirs.is_empty()) else {
            return Ok(None);
        };
        // Of two errors with one code, assume that the later is missing.
        let earlier = ours[..first].iter().filter(|code| **code == ours[first]);
        let nth = earlier.count();
        let mut rows = self.rows(0);
        self.run(start, input, &mut rows)?;
        let of_code = rows.errors.iter().filter(|(code, _)| *code == ours[first]);
        Ok(of_code.map(|(_, site)| *site).nth(nth).flatten())
    }

    /// Runs the tables over an input, with the states that its start tags lead to.
    fn run(&self, start: &Start, input: &str, rows: &mut Rows<'_>) -> Result<(), Refusal> {
        let mut setup = start.setup();
        'texts: loop {
            let rest = &input[rows.base..];
            let mut machine = self.interpreter.start(&setup, rest, &mut *rows)?;
            while machine.advance()? == Progress::Running {
                let mut events = machine.take_events().into_iter();
                let tag = events.find_map(|event| match event {
                    Emitted::Token(ModelToken::StartTag { name, .. }) => Some(name),
                    _ => None,
                });
                let scripting = self.judge.peer.scripting;
                let text_after = |name: &String| text_after(name.as_bytes(), scripting);
                let text = tag.as_ref().and_then(text_after);
                if let Some(text) = text.filter(|_| !start.foreign) {
                    setup = Setup {
                        state: Some(EntryState::Text(text).name().to_owned()),
                        last_start_tag: tag,
                        ..Setup::default()
                    };
                    let offset = machine.offset();
                    rows.base += offset;
                    continue 'texts;
                }
            }
            return Ok(());
        }
    }

    /// Records the rows that run from a position on.
    fn rows(&self, from: usize) -> Rows<'_> {
        let rules = self.loaded.revision.rules.iter();
        Rows {
            from,
            base: 0,
            now: 0,
            reached: false,
            chosen: Vec::new(),
            rules: rules.map(|rule| &rule.on.value).collect(),
            rule: None,
            reporting: None,
            errors: Vec::new(),
        }
    }

    fn parted(&self, kind: Kind, start: &Start, prefix: &str) -> bool {
        let shows = |next: &&&str| {
            let mut longer = CONTINUATIONS
                .iter()
                .map(|rest| format!("{prefix}{next}{rest}"));
            longer.any(|input| self.differs(kind, start, &input))
        };
        // One character may make the two converge.
        NEXT.iter().filter(shows).count() + 1 >= NEXT.len()
    }

    fn differs(&self, kind: Kind, start: &Start, input: &str) -> bool {
        let verdict = self.judge.judge(start, input).flatten();
        verdict.is_some_and(|verdict| verdict.kind == kind)
    }

    /// The name of the start tag that ends at this position, if the state after the tag causes the
    /// divergence, and not the syntax of the tag.
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

fn of_rule(rule: usize) -> Site {
    let part = Part::Rule(rule);
    Site { part, row: None }
}

/// Whether a row only reconsumes its character in another state.
fn only_passes_on(body: &[Clause]) -> bool {
    body.iter().all(
        |clause| matches!(clause, Clause::Step(step) if matches!(step.value, Step::Reconsume(_))),
    )
}

/// Steps as the tables write them.
fn steps(body: &[Clause]) -> String {
    let texts = body.iter().map(|clause| match clause {
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
            let mut text = format!("if {any}: {}", steps(then));
            if !otherwise.is_empty() {
                text.push_str("; otherwise: ");
                text.push_str(&steps(otherwise));
            }
            text
        }
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// The rows that run from a position on.
struct Rows<'l> {
    from: usize,
    /// The offset at which the text of the machine begins.
    base: usize,
    now: usize,
    reached: bool,
    chosen: Vec<Site>,
    rules: Vec<&'l Event>,
    /// The last rule, if no row was chosen since.
    rule: Option<usize>,
    /// The first rule that reported an error.
    reporting: Option<usize>,
    /// The code of every error, and the row or rule that reported it.
    errors: Vec<(String, Option<Site>)>,
}

impl Observer for &mut Rows<'_> {
    fn consume(&mut self, _: Option<char>, offset: usize) {
        self.now = self.base + offset;
        self.reached |= self.now >= self.from;
    }

    fn rule(&mut self, on: &Event) {
        self.rule = self.rules.iter().position(|rule| *rule == on);
    }

    fn error(&mut self, error: &ParseError) {
        let site = self.rule.map(of_rule).or(self.chosen.last().copied());
        self.errors.push((error.code.clone(), site));
        if self.reached && self.reporting.is_none() {
            self.reporting = self.rule;
        }
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        self.rule = None;
        if self.reached && self.now >= self.from {
            let part = match block.kind {
                BlockKind::State => Part::State(block.index),
                BlockKind::Procedure => Part::Procedure(block.index),
            };
            let row = Some(row);
            self.chosen.push(Site { part, row });
        }
    }
}
