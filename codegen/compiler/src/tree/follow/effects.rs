//! What a row does that the tokenizer has to follow.
//!
//! Most rows insert or pop HTML elements, which matters to tokens only where elements are followed already. The others switch the
//! tokenizer, insert an element of another namespace, push a template insertion mode, or lead to a mode in which the same tags do
//! something else. Their effects are read off the rows, without the elements that are open: a condition that depends on
//! them has both answers.

use super::super::ir::{
    Candidate, Candidates, Expression as E, Primitive as P, Rows, Statement, TreeProgram,
};
use super::Assumptions;
use tokenwright_tables::kernel::answers;
use tokenwright_tables::tree::grammar::{ElementType, Namespace, TokenType};

/// An effect of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A step.
    Step(E),
    /// The insertion mode is another, in which elements are not forgotten.
    Mode(usize),
    /// What happens depends on a condition.
    If(E, Vec<Effect>, Vec<Effect>),
    /// What happens is repeated.
    Loop(Vec<Effect>),
}

/// A tag in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'n> {
    /// Whether it is a start tag.
    pub(super) is_start: bool,
    /// Its name; none for one that no row mentions.
    pub(super) name: Option<&'n str>,
}

impl<'n> Tag<'n> {
    /// A start tag.
    pub(super) fn start(name: Option<&'n str>) -> Self {
        Tag {
            is_start: true,
            name,
        }
    }

    /// The tag that a primitive makes up and processes; none if its name is that of a node.
    pub(super) fn made_up(act: &'n E) -> Option<Self> {
        let E::Call(primitive, of) = act else {
            return None;
        };
        let [E::Names(names)] = &of[..] else {
            return None;
        };
        Some(Tag {
            is_start: *primitive == P::ActAsStartTag,
            name: names.first().map(String::as_str),
        })
    }
}

/// A token in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'n> {
    Tag(Tag<'n>),
    /// A character of a class.
    Character(usize),
    Doctype,
}

impl<'n> Token<'n> {
    fn kind(&self) -> TokenType {
        match self {
            Token::Tag(tag) if tag.is_start => TokenType::StartTag,
            Token::Tag(_) => TokenType::EndTag,
            Token::Character(_) => TokenType::Character,
            Token::Doctype => TokenType::Doctype,
        }
    }

    /// The name of a tag that rows mention.
    fn name(&self) -> Option<&'n str> {
        match self {
            Token::Tag(tag) => tag.name,
            _ => None,
        }
    }
}

/// What is known before a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<'n> {
    token: Token<'n>,
    /// None for any of those in which elements are forgotten.
    pub(super) mode: Option<usize>,
    /// The insertion mode, whatever rules process the token; none if it is not known.
    in_use: Option<usize>,
    /// What the current node is, if it is still the one before the row.
    current: Option<&'n [ElementType]>,
    /// Whether the frameset-ok flag was set to "not ok".
    pub(super) is_frameset_ruled_out: bool,
}

impl Place<'_> {
    /// Keeps what is known at the end of another branch, too.
    fn join(&mut self, other: Self) {
        if *self != other {
            self.mode = self.mode.filter(|_| self.mode == other.mode);
            self.in_use = self.in_use.filter(|_| self.in_use == other.in_use);
            self.current = None;
            self.is_frameset_ruled_out &= other.is_frameset_ruled_out;
        }
    }
}

/// The rows that may match a token.
fn rows_of<'p>(program: &'p TreeProgram, mode: usize, token: &Token<'_>) -> &'p [Candidate] {
    let of = program.mode(mode);
    match token {
        Token::Tag(tag) => candidates(program, mode, tag),
        Token::Character(class) => &of.characters[*class],
        Token::Doctype => {
            let mut others = of.others.iter();
            let rows = others.find(|(kind, _)| *kind == TokenType::Doctype);
            rows.map_or(&[], |(_, candidates)| candidates)
        }
    }
}

/// The rows that may match a tag.
pub(super) fn candidates<'p>(
    program: &'p TreeProgram,
    mode: usize,
    tag: &Tag<'_>,
) -> &'p Candidates {
    let mode = program.mode(mode);
    let tags = match tag.is_start {
        true => &mode.start_tags,
        false => &mode.end_tags,
    };
    let is_named = |names: &[String]| {
        tag.name
            .is_some_and(|name| names.iter().any(|it| it == name))
    };
    let named = tags.named.iter().find(|(names, _)| is_named(names));
    named.map_or(&tags.others, |(_, candidates)| candidates)
}

pub(super) struct Reader<'p> {
    program: &'p TreeProgram,
    assumptions: &'p Assumptions,
    /// The rows and algorithms that are being read.
    inside: Vec<(usize, Token<'p>)>,
    algorithms: Vec<usize>,
    /// How many tokens are being read that are made up.
    made_up: usize,
    /// The modes that rows led to.
    pub(super) modes: Vec<usize>,
    /// The names of the HTML elements that rows pushed.
    pub(super) pushed: Vec<&'p str>,
    /// The algorithms that push.
    pushes: Vec<bool>,
}

impl<'p> Reader<'p> {
    pub(super) fn new(program: &'p TreeProgram, assumptions: &'p Assumptions) -> Self {
        Reader {
            program,
            assumptions,
            inside: Vec::new(),
            algorithms: Vec::new(),
            made_up: 0,
            modes: Vec::new(),
            pushed: Vec::new(),
            pushes: pushes(program),
        }
    }

    /// The effects of a tag in a mode.
    pub(super) fn effects(&mut self, mode: usize, tag: &Tag<'p>) -> Vec<Effect> {
        self.read(mode, Token::Tag(tag.clone())).0
    }

    /// The effects of a token in a mode, and what is known after it.
    pub(super) fn read(&mut self, mode: usize, token: Token<'p>) -> (Vec<Effect>, Place<'p>) {
        let mut place = Place {
            token,
            mode: Some(mode),
            in_use: Some(mode),
            current: self.assumptions.current_nodes[mode].as_deref(),
            is_frameset_ruled_out: !self.assumptions.is_beginning,
        };
        let mut out = Vec::new();
        self.dispatch(&mut place, &mut out);
        (out, place)
    }

    fn dispatch(&mut self, place: &mut Place<'p>, out: &mut Vec<Effect>) {
        let mode = place.mode.unwrap_or(self.assumptions.home);
        let key = (mode, place.token.clone());
        if self.inside.contains(&key) {
            return;
        }
        self.inside.push(key);
        let program = self.program;
        let candidates = rows_of(program, mode, &place.token);
        self.candidates(mode, candidates, place, out);
        self.inside.pop();
    }

    fn candidates(
        &mut self,
        mode: usize,
        candidates: &'p [Candidate],
        place: &mut Place<'p>,
        out: &mut Vec<Effect>,
    ) {
        let Some((first, others)) = candidates.split_first() else {
            return;
        };
        let row = &self.program.modes[mode].rows[first.row];
        let Some(when) = &first.when else {
            self.segments(&row.body.segments, place, out);
            return;
        };
        match self.answer(when, place) {
            Some(true) => _ = self.segments(&row.body.segments, place, out),
            Some(false) => self.candidates(mode, others, place, out),
            None => {
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                let mut other_place = place.clone();
                self.segments(&row.body.segments, place, &mut then);
                self.candidates(mode, others, &mut other_place, &mut otherwise);
                join(when, then, otherwise, out);
                place.join(other_place);
            }
        }
    }

    fn segments(
        &mut self,
        segments: &'p [Vec<Statement>],
        place: &mut Place<'p>,
        out: &mut Vec<Effect>,
    ) -> bool {
        // A jump may go to any segment, so one that ends does not end the row.
        let mut ended = false;
        for segment in segments {
            ended = self.list(segment, place, out);
        }
        ended
    }

    /// Reads steps; returns whether they end the row.
    fn list(
        &mut self,
        statements: &'p [Statement],
        place: &mut Place<'p>,
        out: &mut Vec<Effect>,
    ) -> bool {
        statements.iter().any(|it| self.statement(it, place, out))
    }

    fn statement(
        &mut self,
        statement: &'p Statement,
        place: &mut Place<'p>,
        out: &mut Vec<Effect>,
    ) -> bool {
        match statement {
            Statement::Do(step) | Statement::Set(_, step) => self.step(step, place, out),
            Statement::Act(_, act) => self.act(act, place, out),
            Statement::Increment(..) | Statement::Break | Statement::Continue => {}
            Statement::If(test, then, otherwise) => match self.answer(test, place) {
                Some(true) => return self.list(then, place, out),
                Some(false) => return self.list(otherwise, place, out),
                None => {
                    let mut other_place = place.clone();
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    let ends = self.list(then, place, &mut one);
                    let other_ends = self.list(otherwise, &mut other_place, &mut other);
                    join(test, one, other, out);
                    match (ends, other_ends) {
                        (true, true) => return true,
                        (true, false) => *place = other_place,
                        (false, true) => {}
                        (false, false) => place.join(other_place),
                    }
                }
            },
            Statement::While(_, body) => {
                let mut inner = Vec::new();
                self.list(body, place, &mut inner);
                if !inner.is_empty() {
                    out.push(Effect::Loop(inner));
                }
            }
            Statement::Jump(_) | Statement::Return(_) => return true,
            Statement::Run(rows) => match rows {
                Rows::Dispatched | Rows::CurrentMode | Rows::SecondaryMode => {
                    self.dispatch(place, out)
                }
                Rows::Mode(mode) if *mode < self.program.modes.len() => {
                    let before = place.mode.replace(*mode);
                    self.dispatch(place, out);
                    if place.mode == Some(*mode) {
                        place.mode = before;
                    }
                }
                Rows::Row(mode, row) if *mode < self.program.modes.len() => {
                    let body = &self.program.modes[*mode].rows[*row].body;
                    self.segments(&body.segments, place, out);
                }
                Rows::Mode(_) | Rows::Row(..) => out.push(Effect::Step(E::Null)),
            },
            Statement::RunQuiet(_) | Statement::RunPending(..) => {}
        }
        false
    }

    /// Reads what a token does that is made up. It is dispatched in the insertion mode, and switches no tokenizer.
    fn act(&mut self, act: &'p E, place: &mut Place<'p>, out: &mut Vec<Effect>) {
        let (Some(tag), Some(mode)) = (Tag::made_up(act), place.in_use) else {
            out.push(Effect::Step(act.clone()));
            place.current = None;
            return;
        };
        let token = std::mem::replace(&mut place.token, Token::Tag(tag));
        let rules = place.mode.replace(mode);
        self.made_up += 1;
        self.dispatch(place, out);
        self.made_up -= 1;
        place.token = token;
        if place.in_use == Some(mode) {
            place.mode = rules;
        }
        place.current = None;
    }

    fn step(&mut self, step: &'p E, place: &mut Place<'p>, out: &mut Vec<Effect>) {
        match step {
            E::Call(P::ReportError, _) => return,
            E::Call(P::SwitchMode, of) => {
                if let [E::Mode(mode)] = of[..] {
                    self.modes.push(mode);
                    place.in_use = Some(mode).filter(|mode| self.assumptions.modes[*mode]);
                    match self.assumptions.modes[mode] {
                        true => place.mode = Some(mode),
                        false => out.push(Effect::Mode(mode)),
                    }
                }
            }
            E::Call(P::ChangeName, of) => {
                if let ([E::Names(names)], Token::Tag(tag)) = (&of[..], &mut place.token) {
                    tag.name = names.first().map(String::as_str);
                }
            }
            E::Call(P::ChangeToken, of) => match &of[..] {
                [E::EmptyTag(name)] => {
                    place.token = Token::Tag(Tag::start(Some(name)));
                }
                _ => out.push(Effect::Step(step.clone())),
            },
            E::Call(P::SetFramesetNotOk, _) => place.is_frameset_ruled_out = true,
            E::Call(P::SetFramesetOk, _) => {
                place.is_frameset_ruled_out = false;
                out.push(Effect::Step(step.clone()));
            }
            E::Call(P::SwitchTokenizer, _) if self.made_up > 0 => {}
            E::Call(P::SwitchTokenizer | P::PushTemplateMode, _) => {
                out.push(Effect::Step(step.clone()));
            }
            // The step does not name the mode.
            E::Call(P::SwitchBack | P::SwitchToSecondary | P::SwitchToTemplateMode, _) => {
                place.in_use = None;
                out.push(Effect::Step(step.clone()));
            }
            E::Algorithm(at, arguments) => {
                let is_foreign = |it: &E| matches!(it, E::Namespace(of) if *of != Namespace::Html);
                if arguments.iter().any(is_foreign) {
                    out.push(Effect::Step(step.clone()));
                }
                if self.pushes[*at] {
                    self.pushed.extend(arguments.iter().find_map(|it| match it {
                        E::Token => place.token.name(),
                        E::EmptyTag(name) => Some(name.as_str()),
                        _ => None,
                    }));
                }
                if !self.algorithms.contains(at) {
                    self.algorithms.push(*at);
                    let before = self.modes.len();
                    let segments = &self.program.algorithms[*at].body.segments;
                    self.segments(segments, place, out);
                    if self.modes.len() != before {
                        (place.mode, place.in_use) = (None, None);
                    }
                    self.algorithms.pop();
                }
            }
            _ => {}
        }
        place.current = None;
    }

    /// The answer of a condition, if it is the same wherever elements are forgotten.
    fn answer(&self, test: &E, place: &Place<'p>) -> Option<bool> {
        match test {
            E::Flag(flag) => Some(*flag),
            E::Question(at, _) => self.assumptions.answer(&self.program.questions[*at]),
            E::Not(inner) => self.answer(inner, place).map(|it| !it),
            E::All(all) => answers::all(all.iter().map(|it| self.answer(it, place))),
            E::Any(any) => answers::any(any.iter().map(|it| self.answer(it, place))),
            E::Call(P::FramesetNotOk, _) => place.is_frameset_ruled_out.then_some(true),
            E::Call(P::TemplateModesEmpty, _) => Some(true),
            E::Call(P::StackEmpty, _) => (!self.assumptions.is_beginning).then_some(false),
            E::Call(P::TokenIs, of) => match &of[..] {
                [E::Kind(kind)] => Some(*kind == place.token.kind()),
                _ => None,
            },
            E::Call(P::TagNameIs, of) => match &of[..] {
                [E::Names(names)] => {
                    let is_it = |name: &str| names.iter().any(|it| it == name);
                    Some(place.token.name().is_some_and(is_it))
                }
                _ => None,
            },
            E::Call(P::Open | P::InScope, of) => {
                let types = self.types(of.first()?)?;
                let open = types.iter().any(|it| !self.assumptions.is_followed(it));
                (!open).then_some(false)
            }
            // The first element is the root.
            E::Call(P::IsSame, of)
                if place.current.is_some()
                    && of[..]
                        == [P::CurrentNode, P::FirstElement].map(|it| E::Call(it, Vec::new())) =>
            {
                Some(false)
            }
            E::Call(P::IsOneOf, of) => {
                let types = self.types(of.get(1)?)?;
                if of.first() == Some(&E::Call(P::CurrentNode, Vec::new()))
                    && let Some(current) = place.current
                {
                    let known = current.iter().map(|it| types.contains(it));
                    let known: Vec<bool> = known.collect();
                    if let [first, rest @ ..] = &known[..]
                        && rest.iter().all(|it| it == first)
                    {
                        return Some(*first);
                    }
                }
                let open = types.iter().any(|it| self.assumptions.may_be_open(it));
                (!open).then_some(false)
            }
            _ => None,
        }
    }

    fn types(&self, elements: &'p E) -> Option<&'p [ElementType]> {
        match elements {
            E::Types(types) => Some(types),
            E::Set(at) => Some(&self.program.sets[*at].1),
            _ => None,
        }
    }
}

/// Adds what happens by a condition.
fn join(test: &E, then: Vec<Effect>, otherwise: Vec<Effect>, out: &mut Vec<Effect>) {
    match then == otherwise {
        true => out.extend(then),
        false => out.push(Effect::If(test.clone(), then, otherwise)),
    }
}

/// The algorithms that push an element.
fn pushes(program: &TreeProgram) -> Vec<bool> {
    let all = program.algorithms.iter();
    let pushes = all.map(|it| super::calls(program, &it.body, P::Push));
    pushes.collect()
}
