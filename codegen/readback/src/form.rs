//! Forms: fragments of Rust with holes, and the search for the one that some tokens have.
//!
//! A form is written as the Rust that it reads, so a table of forms shows the whole language that is understood, and
//! nothing of a file can be skipped: every token is one of a form, or fills one of its holes. A parser over `syn`'s
//! syntax tree would have to look at every optional field of every node for that. What is given up are layouts that
//! mean the same; the printer has one layout, and only commas that end a list are optional.

use crate::conditions::{self, Condition};
use crate::listing::{Listing, fact};
use crate::names::Names;
use crate::sets;
use crate::tokens::{Kind, Literal, Misread, Token, tokens};
use proc_macro2::Delimiter;
use std::collections::VecDeque;
use tokenwright_compiler::ir::{CharSet, ErrorId, NamesId, StateId, Target};
use tokenwright_compiler::program::{Label, Through, Width};
use tokenwright_tables::grammar::{ContentModel, Field};
use tokenwright_tables::source::Place;

/// The tokens that are still to be read, up to a closing delimiter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    rest: &'t [Token],
    before: Option<&'t Token>,
    end: Place,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(tokens: &'t [Token], end: Place) -> Self {
        Cursor {
            rest: tokens,
            before: None,
            end,
        }
    }

    pub(crate) fn peek(&self) -> Option<&'t Token> {
        self.rest.first()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The place of the next token, or of the delimiter that closes the list.
    pub(crate) fn place(&self) -> Place {
        self.peek().map_or(self.end, |token| token.place)
    }

    /// The place of the delimiter that closes the list.
    pub(crate) fn end(&self) -> Place {
        self.end
    }

    pub(crate) fn next(&mut self) -> Result<&'t Token, Misread> {
        let Some((first, rest)) = self.rest.split_first() else {
            return Err(self.unexpected());
        };
        (self.before, self.rest) = (Some(first), rest);
        Ok(first)
    }

    /// Passes the next token if it is this sign.
    pub(crate) fn passes(&mut self, sign: char) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is_punct(sign));
        if is_next {
            (self.before, self.rest) = (self.rest.first(), &self.rest[1..]);
        }
        is_next
    }

    /// Enters the next token, which has to be a group with these delimiters.
    pub(crate) fn group(&mut self, wanted: Delimiter) -> Result<Cursor<'t>, Misread> {
        let place = self.place();
        match &self.next()?.kind {
            Kind::Group(delimiter, inside) if *delimiter == wanted => {
                let end = place.part((place.end - place.start) as usize - 1, usize::MAX);
                Ok(Cursor::new(inside, end))
            }
            _ => Err(unexpected(place)),
        }
    }

    /// The value of a match arm, which may be in braces.
    pub(crate) fn arm_value(&mut self) -> Result<Cursor<'t>, Misread> {
        match self.peek() {
            Some(token) if matches!(token.kind, Kind::Group(Delimiter::Brace, _)) => {
                self.group(Delimiter::Brace)
            }
            _ => {
                let len = self.value_len();
                let end = self.rest.get(len).map_or(self.end, |comma| comma.place);
                let (value, rest) = self.rest.split_at(len);
                self.before = value.last();
                self.rest = rest;
                let value = Cursor::new(value, end);
                Ok(value)
            }
        }
    }

    /// Reads the value of a match arm, all of it, and the comma behind it.
    pub(crate) fn arm<T>(
        &mut self,
        read: impl FnOnce(&mut Cursor<'t>) -> Result<T, Misread>,
    ) -> Result<T, Misread> {
        let mut inside = self.arm_value()?;
        let value = read(&mut inside)?;
        inside.finish()?;
        self.comma()?;
        Ok(value)
    }

    /// The number of tokens before the comma that ends a value, or of those of an `if`, which may have none behind it.
    fn value_len(&self) -> usize {
        let is_if = self.rest.first().is_some_and(|token| token.is_ident("if"));
        let tokens = self.rest.iter().enumerate();
        let mut ends = tokens.filter_map(|(at, token)| match &token.kind {
            Kind::Group(Delimiter::Brace, _) if is_if => {
                let next = self.rest.get(at + 1);
                let goes_on = next.is_some_and(|token| token.is_ident("else"));
                (!goes_on).then_some(at + 1)
            }
            _ => token.is_punct(',').then_some(at),
        });
        ends.next().unwrap_or(self.rest.len())
    }

    /// Passes the comma that ends an element of a list. Behind a block, and behind the last element, it may be missing.
    pub(crate) fn comma(&mut self) -> Result<(), Misread> {
        match self.passes(',') || self.is_at_end() || self.is_behind_block() {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    fn is_behind_block(&self) -> bool {
        let before = self.before.map(|token| &token.kind);
        matches!(before, Some(Kind::Group(Delimiter::Brace, _)))
    }

    /// Reads what is between the next two delimiters, all of it. Behind arguments, a comma is optional.
    pub(crate) fn within<T>(
        &mut self,
        wanted: Delimiter,
        read: impl FnOnce(&mut Cursor<'t>) -> Result<T, Misread>,
    ) -> Result<T, Misread> {
        let mut inside = self.group(wanted)?;
        let value = read(&mut inside)?;
        if wanted != Delimiter::Brace {
            inside.passes(',');
        }
        inside.finish()?;
        Ok(value)
    }

    /// Reads the elements of a list between the next two delimiters.
    pub(crate) fn list<T>(
        &mut self,
        wanted: Delimiter,
        read: impl FnMut(&mut Cursor<'t>) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        self.group(wanted)?.elements(read)
    }

    /// Reads the elements of a list, up to its end.
    pub(crate) fn elements<T>(
        mut self,
        mut read: impl FnMut(&mut Cursor<'t>) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        let mut all = Vec::new();
        while !self.is_at_end() {
            all.push(read(&mut self)?);
            self.comma()?;
        }
        Ok(all)
    }

    /// Reads the alternatives of a pattern.
    pub(crate) fn alternatives<T>(
        &mut self,
        mut read: impl FnMut(&mut Cursor<'t>) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        let mut all = vec![read(self)?];
        while self.passes('|') {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// Reads what a name means, with the message for a name that means nothing.
    pub(crate) fn named<T>(
        &mut self,
        message: &'static str,
        of: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Misread> {
        let place = self.place();
        of(self.ident()?).ok_or_else(|| Misread::new(place, message))
    }

    /// Reads two values with a comma between them.
    pub(crate) fn pair<A, B>(
        &mut self,
        first: impl FnOnce(&mut Cursor<'t>) -> Result<A, Misread>,
        second: impl FnOnce(&mut Cursor<'t>) -> Result<B, Misread>,
    ) -> Result<(A, B), Misread> {
        self.within(Delimiter::Parenthesis, |inside| {
            let first = first(inside)?;
            inside.comma()?;
            Ok((first, second(inside)?))
        })
    }

    /// Reads a fact, which is entered with the place where it begins.
    pub(crate) fn fact(
        &mut self,
        what: &'static str,
        out: &mut Listing,
        read: impl FnOnce(&mut Cursor<'t>) -> Result<String, Misread>,
    ) -> Result<(), Misread> {
        let place = self.place();
        out.push(fact(what, read(self)?, place));
        Ok(())
    }

    /// Refuses what follows.
    pub(crate) fn finish(self) -> Result<(), Misread> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    pub(crate) fn unexpected(&self) -> Misread {
        unexpected(self.place())
    }

    pub(crate) fn ident(&mut self) -> Result<&'t str, Misread> {
        let place = self.place();
        match &self.next()?.kind {
            Kind::Ident(name) => Ok(name),
            _ => Err(unexpected(place)),
        }
    }

    /// An identifier, as text of its own.
    pub(crate) fn name(&mut self) -> Result<String, Misread> {
        self.ident().map(str::to_owned)
    }

    pub(crate) fn literal(&mut self) -> Result<&'t Literal, Misread> {
        let place = self.place();
        match &self.next()?.kind {
            Kind::Literal(literal) => Ok(literal),
            _ => Err(unexpected(place)),
        }
    }

    /// The value of a literal, of one kind.
    fn value<T>(&mut self, of: impl FnOnce(&'t Literal) -> Option<T>) -> Result<T, Misread> {
        let place = self.place();
        of(self.literal()?).ok_or_else(|| unexpected(place))
    }

    pub(crate) fn text(&mut self) -> Result<String, Misread> {
        self.value(|literal| match literal {
            Literal::Text(text) => Some(text.clone()),
            _ => None,
        })
    }

    pub(crate) fn char(&mut self) -> Result<char, Misread> {
        self.value(|literal| match literal {
            Literal::Char(c) => Some(*c),
            _ => None,
        })
    }

    pub(crate) fn bytes(&mut self) -> Result<&'t [u8], Misread> {
        self.value(|literal| match literal {
            Literal::Bytes(bytes) => Some(bytes.as_slice()),
            _ => None,
        })
    }

    /// A byte, as a literal of either notation.
    pub(crate) fn byte(&mut self) -> Result<u8, Misread> {
        match self.peek().map(|token| &token.kind) {
            Some(Kind::Literal(Literal::Byte(byte))) => self.next().map(|_| *byte),
            _ => self.number(""),
        }
    }

    /// A number with a suffix, or with none.
    pub(crate) fn number<T: TryFrom<u128>>(&mut self, suffix: &str) -> Result<T, Misread> {
        self.value(|literal| match literal {
            Literal::Number(number, own) if own == suffix => T::try_from(*number).ok(),
            _ => None,
        })
    }

    pub(crate) fn bool(&mut self) -> Result<bool, Misread> {
        let place = self.place();
        match self.ident()? {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(unexpected(place)),
        }
    }

    /// Passes tokens that have a form without holes.
    pub(crate) fn expect(&mut self, form: &Form) -> Result<(), Misread> {
        fixed(&form.0, self)
    }

    /// Passes tokens that have a form without holes, if they have it.
    pub(crate) fn has(&mut self, form: &Form) -> bool {
        let mut after = *self;
        let has = fixed(&form.0, &mut after).is_ok();
        if has {
            *self = after;
        }
        has
    }
}

pub(crate) const UNEXPECTED: &str = "the generator does not print this here";

pub(crate) fn unexpected(place: Place) -> Misread {
    Misread::new(place, UNEXPECTED)
}

/// A form that is written where it is read.
macro_rules! form {
    ($text:literal) => {{
        crate::form::forms! { FORM = $text; }
        &*FORM
    }};
}

/// Declares forms that are long, or read in several places.
macro_rules! forms {
    ($($name:ident = $text:literal;)+) => { $(
        static $name: std::sync::LazyLock<crate::form::Form> =
            std::sync::LazyLock::new(|| crate::form::Form::new($text));
    )+ };
}

pub(crate) use {form, forms};

/// A form.
#[derive(Debug)]
pub(crate) struct Form(Vec<Token>);

impl Form {
    /// # Panics
    /// If the text is not Rust.
    pub(crate) fn new(text: &str) -> Self {
        let read = tokens(0, text);
        Form(read.unwrap_or_else(|misread| panic!("{}: {text}", misread.message)))
    }

    /// The values of the holes, if the next tokens have this form.
    pub(crate) fn read<'t>(
        &self,
        input: &mut Cursor<'t>,
        names: &Names<'_>,
    ) -> Result<Values<'t>, Misread> {
        let mut values = Values::default();
        let mut after = *input;
        fit(&self.0, &mut after, names, &mut values)?;
        *input = after;
        Ok(values)
    }

    /// What is between two delimiters, in a form with that hole alone.
    pub(crate) fn inside<'t>(
        &self,
        input: &mut Cursor<'t>,
        names: &Names<'_>,
    ) -> Result<Cursor<'t>, Misread> {
        self.read(input, names).map(|mut values| values.inside())
    }
}

/// A form, and what it means.
#[derive(Debug)]
pub(crate) struct Rule<T> {
    pub(crate) form: Form,
    pub(crate) make: fn(&mut Values<'_>) -> T,
}

/// Declares a table of rules: each a form, and what it means in terms of the values of its holes.
macro_rules! rules {
    ($name:ident: $of:ty = |$values:ident| { $($form:literal => $meaning:expr,)+ }) => {
        static $name: std::sync::LazyLock<Vec<crate::form::Rule<$of>>> =
            std::sync::LazyLock::new(|| {
                vec![$(crate::form::Rule {
                    form: crate::form::Form::new($form),
                    #[allow(unused_variables)]
                    make: |$values| $meaning,
                }),+]
            });
    };
}

pub(crate) use rules;

/// Reads what the first rule that fits means. The values that its meaning does not use are left over.
pub(crate) fn first<'t, T>(
    rules: &[Rule<T>],
    input: &mut Cursor<'t>,
    names: &Names<'_>,
) -> Result<(T, Values<'t>), Misread> {
    let mut furthest = input.unexpected();
    for rule in rules {
        match rule.form.read(input, names) {
            Ok(mut values) => return Ok(((rule.make)(&mut values), values)),
            Err(misread) => furthest = further(furthest, misread),
        }
    }
    Err(furthest)
}

/// The misread that is further in the file: it is of the form that was meant.
pub(crate) fn further(a: Misread, b: Misread) -> Misread {
    if b.place.start > a.place.start { b } else { a }
}

/// The values of holes, in their order.
#[derive(Debug, Default)]
pub(crate) struct Values<'t>(VecDeque<Value<'t>>);

/// The value of a hole.
#[derive(Debug)]
pub(crate) enum Value<'t> {
    State(StateId),
    Target(Target),
    Code(ErrorId),
    Field(Field),
    Model(ContentModel),
    /// An identifier that has no meaning of its own.
    Name(String),
    Text(String),
    Char(char),
    Byte(u8),
    Pair((u8, u8)),
    Number(u32),
    Size(usize),
    Bool(bool),
    Width(Width),
    Label(Label),
    Set(CharSet),
    Codes(Vec<(u32, u32)>),
    List(NamesId),
    Condition(Condition),
    Through(Through),
    /// Whether a test that has to wait gives the current input character back.
    GivesBack(bool),
    /// The tokens between two delimiters.
    Inside(Cursor<'t>),
}

macro_rules! takes {
    ($($name:ident: $variant:ident($kind:ty);)+) => { $(
        /// Takes the next value.
        ///
        /// # Panics
        /// If it is of another kind: the form does not fit its meaning.
        pub(crate) fn $name(&mut self) -> $kind {
            match self.0.pop_front() {
                Some(Value::$variant(value)) => value,
                other => panic!("a form has {other:?} where its meaning has {}", stringify!($variant)),
            }
        }
    )+ };
}

impl<'t> Values<'t> {
    takes! {
        state: State(StateId);
        target: Target(Target);
        code: Code(ErrorId);
        field: Field(Field);
        model: Model(ContentModel);
        name: Name(String);
        text: Text(String);
        char: Char(char);
        byte: Byte(u8);
        pair: Pair((u8, u8));
        number: Number(u32);
        size: Size(usize);
        bool: Bool(bool);
        width: Width(Width);
        label: Label(Label);
        set: Set(CharSet);
        codes: Codes(Vec<(u32, u32)>);
        list: List(NamesId);
        inside: Inside(Cursor<'t>);
    }

    pub(crate) fn next(&mut self) -> Option<Value<'t>> {
        self.0.pop_front()
    }

    /// Gives a list back, to be read after the statement.
    pub(crate) fn put_back(&mut self, list: Cursor<'t>) {
        self.0.push_front(Value::Inside(list));
    }
}

fn fixed(form: &[Token], input: &mut Cursor<'_>) -> Result<(), Misread> {
    for token in form {
        one(token, input, |form, inside| {
            fixed(form, inside)?;
            inside.passes(',');
            inside.finish()
        })?;
    }
    Ok(())
}

/// Passes a token of a form; `within` reads what is between delimiters.
fn one<'t>(
    token: &Token,
    input: &mut Cursor<'t>,
    within: impl FnOnce(&[Token], &mut Cursor<'t>) -> Result<(), Misread>,
) -> Result<(), Misread> {
    match &token.kind {
        Kind::Group(delimiter, form) => {
            let mut inside = input.group(*delimiter)?;
            within(form, &mut inside)
        }
        Kind::Punct(',', _) => input.comma(),
        kind => match input.peek() {
            // A list of types ends with a comma where it is broken into lines.
            Some(next) if *kind == Kind::Punct('>', false) && next.is_punct(',') => {
                input.next()?;
                one(token, input, within)
            }
            Some(next) if next.kind == *kind => input.next().map(drop),
            _ => Err(input.unexpected()),
        },
    }
}

fn fit<'t>(
    form: &[Token],
    input: &mut Cursor<'t>,
    names: &Names<'_>,
    values: &mut Values<'t>,
) -> Result<(), Misread> {
    let mut form = form.iter();
    while let Some(token) = form.next() {
        if token.is_punct('$') {
            let Some(Kind::Ident(hole)) = form.next().map(|token| &token.kind) else {
                panic!("a form has a hole without a name");
            };
            fill(hole, input, names, values)?;
            continue;
        }
        one(token, input, |form, inside| {
            fit(form, inside, names, values)?;
            inside.passes(',');
            inside.finish()
        })?;
    }
    Ok(())
}

/// Reads what fills a hole.
fn fill<'t>(
    hole: &str,
    input: &mut Cursor<'t>,
    names: &Names<'_>,
    values: &mut Values<'t>,
) -> Result<(), Misread> {
    let place = input.place();
    let value = match hole {
        "state" => Value::State(names.state(input)?),
        "initial" => match names.state(input)? {
            state if state == names.initial() => return Ok(()),
            _ => return Err(Misread::new(place, "this is not the initial state")),
        },
        "target" => Value::Target(names.target(input)?),
        "code" => Value::Code(names.code(input)?),
        "field" => Value::Field(names.field(input)?),
        "model" => Value::Model(names.content_model(input)?),
        "label" => Value::Label(names.label(input)?),
        "stops" => Value::State(names.set_of(input, "Stops")?),
        "rest_stops" => Value::State(names.set_of(input, "StopsOfRest")?),
        "ends" => Value::State(names.set_of(input, "Ends")?),
        "numbers" => Value::State(names.set_of(input, "Numbers")?),
        "name" => Value::Name(input.ident()?.to_owned()),
        "text" => Value::Text(input.text()?),
        "list" => Value::List(names.list(input)?),
        "bool" => Value::Bool(input.bool()?),
        "byte" => Value::Byte(input.byte()?),
        "char" => Value::Char(input.char()?),
        "held" => match input.char()? {
            char::REPLACEMENT_CHARACTER => return Err(unexpected(place)),
            c => Value::Char(c),
        },
        "pair" => match input.bytes()? {
            [before, byte] => Value::Pair((*before, *byte)),
            _ => return Err(unexpected(place)),
        },
        "number" => Value::Number(input.number("")?),
        "size" => match input.peek().map(|token| &token.kind) {
            Some(Kind::Literal(Literal::Number(_, suffix))) if suffix == "usize" => {
                Value::Size(input.number("usize")?)
            }
            _ => Value::Size(input.number("")?),
        },
        "width" => Value::Width(sets::width(input)?),
        "bytes" => Value::Set(sets::bytes(input)?),
        "chars" => Value::Set(sets::chars(input)?),
        "codes" => Value::Codes(sets::codes(input)?),
        "next_set" | "current_set" | "set_after_name" => {
            Value::Set(sets::conditional(hole, input, names)?)
        }
        // Whether the byte is bound has no meaning: a byte that is used has to be.
        "binding" => match input.ident()? {
            "byte" | "_" => return Ok(()),
            _ => return Err(unexpected(place)),
        },
        "condition" => Value::Condition(conditions::condition(input, names)?),
        "through" => Value::Through(conditions::through(input)?),
        "starve" => Value::GivesBack(conditions::starve(input)?),
        "inside" => {
            let inside = *input;
            input.rest = &[];
            Value::Inside(inside)
        }
        _ => panic!("`{hole}` is no hole of a form"),
    };
    values.0.push_back(value);
    Ok(())
}
