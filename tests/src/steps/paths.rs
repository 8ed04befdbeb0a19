//! Every path through a step that its rows allow, given the next character.

use super::chars::Chars;
use super::facts::{Facts, TagFacts, World};
use super::{Conditions, Item, Trace};
use tokenwright_interpreter::BlockKind;
use tokenwright_tables::grammar::{Matcher, Step, Token, TokenKind};
use tokenwright_tables::model::{Clause, Conjunction, Definition, Event, On, Row, State, Test};

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next<'r> {
    /// The same state.
    Here,
    /// A fixed state.
    To(&'r str),
    /// The return state.
    Return,
    /// The state that switched to this one.
    Back,
}

/// A path through a step, or its beginning.
#[derive(Clone, Debug)]
pub(super) struct Path<'r> {
    pub(super) trace: Trace,
    pub(super) facts: Facts<'r>,
    pub(super) next: Next<'r>,
    /// The end-of-file token was emitted.
    pub(super) finished: bool,
    /// No more steps run in this body.
    over: bool,
    leaving_due: bool,
    row: Option<usize>,
    began: Chars,
}

/// The state whose step it is, and whose rows are in use.
#[derive(Clone, Copy)]
pub(super) struct Walk<'w, 'r> {
    pub(super) world: &'w World<'r>,
    pub(super) conditions: &'w Conditions<'r>,
    state: &'r State,
    block: (BlockKind, usize, &'r State),
}

impl<'w, 'r> Walk<'w, 'r> {
    pub(super) fn new(world: &'w World<'r>, conditions: &'w Conditions<'r>, state: usize) -> Self {
        let block = &world.revision.states[state];
        Walk {
            world,
            conditions,
            state: block,
            block: (BlockKind::State, state, block),
        }
    }

    /// Every path through the step.
    pub(super) fn paths(self, facts: Facts<'r>) -> Vec<Path<'r>> {
        let began = facts.next;
        let start = Path {
            trace: Trace::new(),
            facts,
            next: Next::Here,
            finished: false,
            over: false,
            leaving_due: !self.rules(|on| self.is_leaving(on)).is_empty(),
            row: None,
            began,
        };
        let mut paths = Vec::new();
        for mut path in self.body(&self.state.body, start) {
            if path.over || path.next != Next::Here || self.state.rows.is_empty() {
                paths.push(path);
                continue;
            }
            if !self.looks_ahead() && path.facts.current.is_none() {
                path.facts.consume(self.world);
            }
            paths.extend(self.rows(path));
        }
        paths
    }

    fn looks_ahead(self) -> bool {
        let (_, _, block) = self.block;
        let ahead = |row: &Row| !matches!(row.on, On::Consumed { .. });
        block.rows.iter().any(ahead)
    }

    fn is_leaving(self, on: &Event) -> bool {
        *on == Event::Leaving(self.state.name.value.clone())
    }

    fn rules(self, applies: impl Fn(&Event) -> bool) -> Vec<(&'r Event, &'r [Clause])> {
        let rules = self.world.revision.rules.iter();
        let rules = rules.filter(|rule| applies(&rule.on.value));
        rules
            .map(|rule| (&rule.on.value, rule.body.as_slice()))
            .collect()
    }

    fn rows(self, path: Path<'r>) -> Vec<Path<'r>> {
        let (kind, index, block) = self.block;
        let mut done = Vec::new();
        let mut open = vec![path];
        for (number, row) in block.rows.iter().enumerate() {
            let mut passed = Vec::new();
            for path in open {
                let (taken, left) = self.taken(&path, row);
                passed.extend(left);
                let Some(taken) = taken else { continue };
                let answered = match row.when.is_empty() {
                    true => vec![(taken, true)],
                    false => self.any(&row.when, taken),
                };
                for (mut path, held) in answered {
                    if !held {
                        passed.push(path);
                        continue;
                    }
                    path.trace.push(Item::Row(kind, index, number));
                    path.row = Some(number);
                    done.extend(self.body(&row.body, path));
                }
            }
            open = passed;
        }
        done
    }

    /// The path on which a row matches the character, and the one on which it does not.
    fn taken(self, path: &Path<'r>, row: &Row) -> (Option<Path<'r>>, Option<Path<'r>>) {
        let alphabet = self.world.alphabet;
        let any = |matchers: &[tokenwright_tables::model::Located<Matcher>]| {
            alphabet.set(matchers.iter().map(|m| &m.value))
        };
        let allows = |matchers: &[tokenwright_tables::model::Located<Matcher>]| {
            matchers
                .iter()
                .any(|m| m.value == Matcher::AdditionalAllowed)
        };
        let looks_ahead = self.looks_ahead();
        let at = if looks_ahead {
            path.facts.next
        } else {
            path.facts.current.unwrap_or_default()
        };
        let with = |chars: Chars| {
            let mut path = path.clone();
            if looks_ahead {
                path.facts.next = chars;
            } else {
                path.facts.current = Some(chars);
            }
            (!chars.is_empty()).then_some(path)
        };
        match &row.on {
            On::Consumed { any: of, except } => {
                let set = any(of).but(any(except));
                (with(at.and(set)), with(at.but(set)))
            }
            On::Peeked(of) => {
                let set = any(of);
                let taken = if allows(of) {
                    at.and(set.or(path.facts.allowed))
                } else {
                    at.and(set)
                };
                (with(taken), with(at.but(set)))
            }
            On::Ahead { text, ignore_case } => {
                let first = text.value.chars().next();
                let same = |c: Option<char>| match (c, first) {
                    (Some(c), Some(first)) if *ignore_case => c.eq_ignore_ascii_case(&first),
                    _ => c == first,
                };
                (with(at.and(alphabet.those(same))), with(at))
            }
        }
    }

    fn body(self, clauses: &'r [Clause], path: Path<'r>) -> Vec<Path<'r>> {
        let mut paths = vec![path];
        for clause in clauses {
            let mut after = Vec::new();
            for path in paths {
                if path.over {
                    after.push(path);
                    continue;
                }
                match clause {
                    Clause::Step(step) => after.extend(self.step(&step.value, path)),
                    Clause::Call(name) => {
                        after.extend(self.body(self.world.defined(&name.value), path));
                    }
                    Clause::If {
                        any,
                        then,
                        otherwise,
                    } => {
                        for (path, held) in self.any(any, path) {
                            after.extend(self.body(if held { then } else { otherwise }, path));
                        }
                    }
                }
            }
            paths = after;
        }
        paths
    }

    /// Every combination of answers with which any of these hold or fail.
    fn any(self, any: &'r [Conjunction], path: Path<'r>) -> Vec<(Path<'r>, bool)> {
        let (mut done, mut open) = (Vec::new(), vec![path]);
        for all in any {
            let (mut holding, mut failed) = (open, Vec::new());
            for test in all {
                let mut still = Vec::new();
                for path in holding {
                    for (path, held) in self.test(&test.value, path) {
                        if held { &mut still } else { &mut failed }.push(path);
                    }
                }
                holding = still;
            }
            done.extend(holding.into_iter().map(|path| (path, true)));
            open = failed;
        }
        done.extend(open.into_iter().map(|path| (path, false)));
        done
    }

    fn test(self, test: &'r Test, path: Path<'r>) -> Vec<(Path<'r>, bool)> {
        match test {
            Test::Condition(condition) => {
                let number = self.conditions.number(condition);
                let answers = [true, false].into_iter().filter_map(|held| {
                    let mut path = path.clone();
                    path.trace.push(Item::Answer(number, held));
                    let state = &self.state.name.value;
                    path.facts
                        .learn(self.world, state, condition, held)
                        .then_some((path, held))
                });
                answers.collect()
            }
            Test::Defined { name, negated } => {
                let means = self
                    .world
                    .revision
                    .definitions
                    .iter()
                    .find_map(|d| match d {
                        Definition::Condition { name: n, any } if n.value == *name => Some(any),
                        _ => None,
                    });
                let answers = self.any(means.expect("valid tables define their conditions"), path);
                answers
                    .into_iter()
                    .map(|(path, held)| (path, held != *negated))
                    .collect()
            }
        }
    }

    fn step(self, step: &'r Step, mut path: Path<'r>) -> Vec<Path<'r>> {
        let world = self.world;
        match step {
            Step::Switch(state) => return self.go(Next::To(&state.0), path),
            Step::SwitchToReturn => return self.go(Next::Return, path),
            Step::SwitchBack => return self.go(Next::Back, path),
            Step::Reconsume(state) => return self.again(Some(Next::To(&state.0)), path),
            Step::ReconsumeInReturn => return self.again(Some(Next::Return), path),
            Step::ReconsumeCurrent => return self.again(None, path),
            Step::TreatAsAnythingElse => return self.anything_else(path),
            Step::ConsumeNext => path.facts.consume(world),
            Step::ConsumeThose
            | Step::ConsumeNamed
            | Step::ConsumeMatching
            | Step::ConsumeThroughText(_) => path.facts.consume_some(world),
            Step::ConsumeThroughChar(end) => {
                let end = world.alphabet.index(char::from_u32(end.0));
                path.facts.bulk_ends = end.map(Chars::one).unwrap_or_default();
                path.facts.consume_some(world);
            }
            Step::Unconsume => path.facts.next = path.began,
            Step::EmitEof => (path.over, path.finished) = (true, true),
            Step::EmitToken(Token::Tag) => return self.emit_tag(path),
            Step::Create(TokenKind::StartTag) => path.facts.tag = Some(TagFacts::new(false)),
            Step::Create(TokenKind::EndTag) => path.facts.tag = Some(TagFacts::new(true)),
            Step::StartAttribute => {
                path.facts
                    .tag
                    .iter_mut()
                    .for_each(|tag| tag.has_attributes = true);
            }
            Step::SetSelfClosing => {
                path.facts
                    .tag
                    .iter_mut()
                    .for_each(|tag| tag.self_closing = true);
            }
            Step::ClearAdditionalAllowed => path.facts.allowed = Chars::default(),
            Step::SetAdditionalAllowed(char) => {
                let index = world.alphabet.index(char::from_u32(char.0));
                path.facts.allowed = index.map(Chars::one).unwrap_or_default();
            }
            Step::SetContentModel(_) => path.facts.forget_content_model(),
            Step::SetEscape(_) => path.facts.forget_escape(),
            Step::SetReturnState(state) => path.facts.returns = [state.0.as_str()].into(),
            Step::SetCode(number) => path.facts.codes = vec![number.value()],
            Step::ReplaceCode => {
                let replaced = path.facts.codes.iter();
                path.facts.codes = replaced
                    .filter_map(|c| world.references.replacement(*c))
                    .collect();
            }
            Step::MultiplyCode(_) | Step::AddToCode(_) | Step::InterpretNumber => {
                path.facts.codes.clone_from(&world.codes);
            }
            Step::UseHexDigits => path.facts.hexadecimal = true,
            Step::UseDigits => path.facts.hexadecimal = false,
            Step::Attempt(name) => return self.attempt(&name.0, path),
            Step::ReturnNothing => (path.over, path.facts.returned_nothing) = (true, Some(true)),
            Step::ReturnMatchedReference
            | Step::ReturnReplacement
            | Step::ReturnCode
            | Step::ReturnChar(_) => (path.over, path.facts.returned_nothing) = (true, Some(false)),
            // The first attribute of the name remains, so removing a duplicate changes nothing here.
            _ => {}
        }
        vec![path]
    }

    fn go(self, next: Next<'r>, path: Path<'r>) -> Vec<Path<'r>> {
        let stays = next == Next::To(&self.state.name.value);
        let mut paths = if stays { vec![path] } else { self.leave(path) };
        for path in &mut paths {
            path.next = next.clone();
        }
        paths
    }

    fn again(self, next: Option<Next<'r>>, path: Path<'r>) -> Vec<Path<'r>> {
        let mut paths = match next {
            Some(next) => self.go(next, path),
            None => vec![path],
        };
        for path in &mut paths {
            path.facts.next = path.facts.current.unwrap_or_default();
        }
        paths
    }

    fn leave(self, mut path: Path<'r>) -> Vec<Path<'r>> {
        if std::mem::take(&mut path.leaving_due) {
            self.apply(|on| self.is_leaving(on), path)
        } else {
            vec![path]
        }
    }

    fn apply(self, applies: impl Fn(&Event) -> bool, path: Path<'r>) -> Vec<Path<'r>> {
        let mut paths = vec![path];
        for (on, body) in self.rules(applies) {
            paths = paths
                .into_iter()
                .flat_map(|mut path| {
                    path.trace.push(Item::Rule(on.to_string()));
                    self.body(body, path)
                })
                .collect();
        }
        paths
    }

    fn emit_tag(self, path: Path<'r>) -> Vec<Path<'r>> {
        let paths = self.leave(path).into_iter().flat_map(|path| {
            match path.facts.tag.map(|tag| tag.is_end) {
                Some(true) => self.apply(|on| *on == Event::EmittingEndTag, path),
                Some(false) => self.apply(|on| *on == Event::EmittingStartTag, path),
                None => Vec::new(),
            }
        });
        let gone = |mut path: Path<'r>| {
            path.facts.tag = None;
            path
        };
        paths.map(gone).collect()
    }

    fn anything_else(self, path: Path<'r>) -> Vec<Path<'r>> {
        let (kind, index, block) = self.block;
        let (mut done, mut open) = (Vec::new(), vec![path]);
        for (number, row) in block.rows.iter().enumerate() {
            let anything = match &row.on {
                On::Consumed { any, .. } | On::Peeked(any) => {
                    any.iter().any(|m| m.value == Matcher::AnythingElse)
                }
                On::Ahead { .. } => false,
            };
            let mut passed = Vec::new();
            for path in open {
                if !anything || path.row == Some(number) {
                    passed.push(path);
                    continue;
                }
                let answered = match row.when.is_empty() {
                    true => vec![(path, true)],
                    false => self.any(&row.when, path),
                };
                for (mut path, held) in answered {
                    if !held {
                        passed.push(path);
                        continue;
                    }
                    path.trace.push(Item::Row(kind, index, number));
                    path.row = Some(number);
                    for mut path in self.body(&row.body, path) {
                        path.over = true;
                        done.push(path);
                    }
                }
            }
            open = passed;
        }
        done
    }

    fn attempt(self, name: &str, mut path: Path<'r>) -> Vec<Path<'r>> {
        let procedures = &self.world.revision.procedures;
        let index = procedures.iter().position(|p| p.name.value == name);
        let index = index.expect("valid tables define the procedures that they attempt");
        let procedure = &procedures[index];
        let inner = Walk {
            block: (BlockKind::Procedure, index, procedure),
            ..self
        };
        let (began, row) = (path.began, path.row.take());
        path.began = path.facts.next;
        path.facts.returned_nothing = Some(true);
        let mut paths = Vec::new();
        for mut path in inner.body(&procedure.body, path) {
            if path.over || procedure.rows.is_empty() {
                paths.push(path);
                continue;
            }
            if !inner.looks_ahead() {
                path.facts.consume(self.world);
            }
            paths.extend(inner.rows(path));
        }
        for path in &mut paths {
            (path.began, path.row, path.over) = (began, row, path.finished);
        }
        paths
    }
}
