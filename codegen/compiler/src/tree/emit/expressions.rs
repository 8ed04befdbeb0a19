//! Expressions.
//!
//! An expression of the program is one of Rust. A call takes the parser, so arguments that change the parser are evaluated before
//! it, in their order; those that only read it may stay where they are in a method's call. A name that the tables mention becomes a
//! constant, so that rustc sees numbers.

use super::super::ir::{
    Access, Expression as E, Mode, Primitive as P, TreeProgram, Type, Variable,
};
use super::super::optimise::unused;
use super::lists::Lists;
use super::names::{distinct, identifier, upper, variable};
use super::statements::Tail;
use crate::emit::same_variant;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::rc::Rc;
use tokenwright_tables::identifier::{camel_case, snake_case};
use tokenwright_tables::tree::grammar::{Namespace, TokenType};
use tokenwright_tables::tree::model::without_parameters;

/// Prints the code of a revision; for a body, with its variables.
#[derive(Clone)]
pub(super) struct Printer<'a> {
    pub(super) program: &'a TreeProgram,
    pub(super) variables: &'a [Variable],
    pub(super) lists: Rc<Lists>,
    /// What the body ends in, early or not.
    pub(super) end: Tail,
    /// Whether this is the dispatcher.
    pub(super) is_dispatcher: bool,
    algorithms: Rc<[Ident]>,
    definitions: Rc<[Ident]>,
    /// The algorithms that change nothing.
    pub(super) pure: Rc<[bool]>,
    /// The algorithms that may stop the parser.
    pub(super) stopping: Rc<[bool]>,
    /// The constants of the names of elements.
    pub(super) names: Rc<[Ident]>,
    rows: Rc<[Vec<Ident>]>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(program: &'a TreeProgram) -> Self {
        let name = |sentence: &String| snake_case(&without_parameters(sentence));
        let algorithms = program.algorithms.iter().map(|it| name(&it.name));
        let definitions = program.definitions.iter().map(|it| name(&it.name));
        let all = distinct(algorithms.chain(definitions));
        let (algorithms, definitions) = all.split_at(program.algorithms.len());
        let modes = program.modes_with_files();
        let rows = modes.map(|mode| {
            let rows = mode.rows.iter();
            distinct(rows.map(|row| super::modes::row_name(&row.heading)))
        });
        Printer {
            program,
            variables: &[],
            lists: Rc::default(),
            end: Tail::Nothing,
            is_dispatcher: false,
            algorithms: algorithms.into(),
            definitions: definitions.into(),
            pure: unused::pure(program).into(),
            stopping: program.stopping().into(),
            names: distinct(program.names.iter().map(|name| upper(name).to_string())).into(),
            rows: rows.collect(),
        }
    }

    /// A printer for a body with these variables.
    pub(super) fn of(&self, variables: &'a [Variable]) -> Self {
        Printer {
            variables,
            ..self.clone()
        }
    }

    /// A printer for an algorithm with these variables.
    pub(super) fn in_algorithm(&self, variables: &'a [Variable], end: Tail) -> Self {
        Printer {
            variables,
            end,
            ..self.clone()
        }
    }

    /// A printer for what dispatches tokens, with these variables.
    pub(super) fn in_dispatcher(&self, variables: &'a [Variable], end: Tail) -> Self {
        Printer {
            variables,
            end,
            is_dispatcher: true,
            ..self.clone()
        }
    }

    /// A printer for rows.
    pub(super) fn in_rows(&self) -> Self {
        Printer {
            end: Tail::Row,
            ..self.clone()
        }
    }

    pub(super) fn modes(&self) -> impl Iterator<Item = &'a Mode> {
        self.program.modes_with_files()
    }

    /// The module of a mode.
    pub(super) fn module(&self, mode: usize) -> Ident {
        match self.program.modes.get(mode) {
            Some(mode) => format_ident!("{}", snake_case(&mode.name)),
            None => format_ident!("foreign_content"),
        }
    }

    pub(super) fn row_name(&self, mode: usize, row: usize) -> &Ident {
        &self.rows[mode][row]
    }

    /// The function that says whether a row would only append a character, if it ever does.
    pub(super) fn quiet_row(&self, mode: usize, row: usize) -> Option<Ident> {
        let of = self.modes().nth(mode)?.rows.get(row)?;
        of.quiet.as_ref()?;
        Some(format_ident!("{}_is_quiet", self.rows[mode][row]))
    }

    pub(super) fn algorithm_name(&self, at: usize) -> &Ident {
        &self.algorithms[at]
    }

    pub(super) fn definition_name(&self, at: usize) -> &Ident {
        &self.definitions[at]
    }

    pub(super) fn variable(&self, at: usize) -> Ident {
        variable(&self.variables[at].name)
    }

    /// The parameters of a function, which are the first variables.
    pub(super) fn parameters(&self, count: usize) -> TokenStream {
        let parameters = self.variables[..count].iter().map(|it| {
            let name = variable(&it.name);
            let of = Self::rust_type(it.holds.unwrap_or(Type::Node));
            quote!(mut #name: #of)
        });
        quote!(#(#parameters),*)
    }

    /// What an expression is.
    fn type_of(&self, expression: &E) -> Option<Type> {
        match expression {
            E::Variable(at) => self.variables[*at].holds,
            E::Call(primitive, _) => primitive.result(),
            E::Algorithm(at, _) => self.program.algorithms[*at].result,
            E::Null => Some(Type::Node),
            _ => None,
        }
    }

    pub(super) fn value(&self, expression: &E) -> Result<TokenStream, String> {
        let list = |name: &str| {
            let name = upper(name);
            quote!(lists::#name)
        };
        Ok(match expression {
            E::Variable(at) => {
                let name = self.variable(*at);
                quote!(#name)
            }
            E::Null => quote!(Element::NULL),
            E::Number(number) => {
                let number = Literal::u32_suffixed(*number);
                quote!(#number)
            }
            E::Flag(flag) => quote!(#flag),
            E::Text(text) => match self.known(text) {
                Some(name) => quote!(Text::Name(#name)),
                None => quote!(Text::Characters(#text)),
            },
            E::Namespace(namespace) => self::namespace(*namespace),
            E::Token => quote!(TokenReference::Current),
            E::EmptyTag(name) => {
                let name = self.name(name)?;
                quote!(TokenReference::Empty(#name))
            }
            E::Mode(mode) => self.mode_constant(*mode),
            E::Scope(scope) => list(&self.program.scopes[*scope].0),
            E::Walk(walk) => {
                let name = super::lists::walk(*walk);
                quote!(lists::#name)
            }
            E::Set(set) => {
                let set = list(&self.program.sets[*set].0);
                quote!(&#set)
            }
            E::Identifiers(of) => list(&self.program.identifiers[*of].0),
            E::Pairs(table) => list(&self.program.pairs[*table].0),
            E::Types(types) => {
                let name = self.lists.set_of(types);
                quote!(&lists::#name)
            }
            E::InNamespace(namespace) => {
                let namespace = self::namespace(*namespace);
                quote!(InNamespace(#namespace))
            }
            E::Named(text) => match &**text {
                E::Text(text) => {
                    let name = self.known(text).unwrap_or(quote!(Name::NONE));
                    quote!(Named(#name))
                }
                E::Call(P::TagName, _) => quote!(Named(t.name())),
                other => {
                    let text = self.value(other)?;
                    quote!(Named(p.name_of(#text)))
                }
            },
            E::Same(node) => {
                let node = self.value(node)?;
                quote!(Same(#node))
            }
            E::Texts(texts) => quote!(&[#(#texts),*]),
            E::Names(names) => match names.as_slice() {
                [one] => {
                    let name = self.name(one)?;
                    quote!(&[#name])
                }
                _ => {
                    let names = names.iter().map(|name| self.name(name));
                    let names = names.collect::<Result<Vec<_>, _>>()?;
                    quote!(&[#(#names),*])
                }
            },
            E::Error(None) => quote!(None),
            E::Error(Some(code)) => {
                let code = format_ident!("{}", camel_case(code));
                quote!(Some(ErrorCode::#code))
            }
            E::Quirks(mode) => same_variant("QuirksMode", mode),
            E::Kind(kind) => kind_of_token(*kind),
            E::TextMode(mode) => {
                let mode = format_ident!("{}", camel_case(&mode.to_string()));
                quote!(TextMode::#mode)
            }
            E::Character(code) => {
                let character = char::from_u32(*code).ok_or("a surrogate is no character")?;
                quote!(#character)
            }
            E::Characters(ranges) => {
                let (first, last): (Vec<u32>, Vec<u32>) = ranges.iter().copied().unzip();
                quote!(&[#((#first, #last)),*])
            }
            E::Call(primitive, arguments) => self.call(*primitive, arguments)?,
            E::Algorithm(at, arguments) => self.function(self.algorithm_name(*at), arguments)?,
            E::Definition(at, arguments) => self.function(self.definition_name(*at), arguments)?,
            E::Question(at, arguments) => {
                let name = super::outside::variant(&self.program.questions[*at]);
                self.outside(&quote!(p.ask), &quote!(Question::#name), arguments)?
            }
            E::Output(at, arguments) => {
                let name = super::outside::variant(&self.program.outputs[*at]);
                self.outside(&quote!(p.output), &quote!(Output::#name), arguments)?
            }
            E::Not(test) => {
                let test = self.value(test)?;
                quote!(!#test)
            }
            E::All(_) | E::Any(_) => {
                let test = self.test(expression)?;
                quote!((#test))
            }
        })
    }

    fn call(&self, primitive: P, arguments: &[E]) -> Result<TokenStream, String> {
        let method = identifier(primitive.method());
        let call = |arguments: &[TokenStream]| match primitive.needs_token() {
            true => quote!(p.#method(t, #(#arguments),*)),
            false => quote!(p.#method(#(#arguments),*)),
        };
        self.evaluated(arguments, true, call)
    }

    /// The call of an algorithm or a condition.
    fn function(&self, name: &Ident, arguments: &[E]) -> Result<TokenStream, String> {
        self.evaluated(
            arguments,
            false,
            |arguments| quote!(algorithms::#name(p, t, #(#arguments),*)),
        )
    }

    /// The call of a method with the name of a question or an output, and its arguments.
    fn outside(
        &self,
        method: &TokenStream,
        name: &TokenStream,
        arguments: &[E],
    ) -> Result<TokenStream, String> {
        let kinds: Vec<_> = arguments.iter().map(|it| self.type_of(it)).collect();
        self.evaluated(arguments, false, |values| {
            let values = values.iter().zip(&kinds).map(|(value, kind)| match kind {
                Some(Type::Location) => quote!(Argument::Location(#value)),
                _ => quote!(Argument::Node(#value)),
            });
            quote!(#method(#name, &[#(#values),*]))
        })
    }

    /// A call with arguments, of which those that call are evaluated before. In a method of the parser, those that only read it may
    /// be nested.
    fn evaluated(
        &self,
        arguments: &[E],
        may_nest: bool,
        call: impl Fn(&[TokenStream]) -> TokenStream,
    ) -> Result<TokenStream, String> {
        let mut before = Vec::new();
        let mut values = Vec::new();
        // What is read before an argument that may change it is read first.
        let last = arguments.iter().rposition(|it| calls(it) && !reads(it));
        for (at, argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            let is_nested = may_nest && reads(argument) && last.is_none_or(|last| at > last);
            if calls(argument) && !is_nested {
                let name = format_ident!("argument_{}", before.len());
                before.push(quote!(let #name = #value;));
                values.push(quote!(#name));
            } else {
                values.push(value);
            }
        }
        let call = call(&values);
        Ok(match before.is_empty() {
            true => call,
            false => quote!({ #(#before)* #call }),
        })
    }

    /// A name that the tables mention.
    fn known(&self, name: &str) -> Option<TokenStream> {
        let names = &self.program.names;
        let at = names.binary_search_by(|known| known.as_str().cmp(name));
        let name = &self.names[at.ok()?];
        Some(quote!(lists::names::#name))
    }

    pub(super) fn name(&self, name: &str) -> Result<TokenStream, String> {
        self.known(name)
            .ok_or_else(|| format!("`{name}` is no name of an element"))
    }
}

/// Whether an expression is a primitive that only reads the parser.
fn reads(expression: &E) -> bool {
    match expression {
        E::Call(primitive, arguments) => {
            primitive.access() == Access::Reads
                && !arguments.iter().any(|it| calls(it) && !reads(it))
        }
        E::Named(inner) | E::Same(inner) => reads(inner) || !calls(inner),
        _ => false,
    }
}

/// Whether an expression calls something.
fn calls(expression: &E) -> bool {
    match expression {
        E::Call(..) | E::Algorithm(..) | E::Definition(..) | E::Question(..) | E::Output(..) => {
            true
        }
        E::Named(inner) => !matches!(**inner, E::Text(_) | E::Call(P::TagName, _)),
        E::Same(inner) | E::Not(inner) => calls(inner),
        E::All(all) | E::Any(all) => all.iter().any(calls),
        _ => false,
    }
}

pub(super) fn namespace(namespace: Namespace) -> TokenStream {
    same_variant("Namespace", namespace)
}

pub(super) fn kind_of_token(kind: TokenType) -> TokenStream {
    same_variant("TokenKind", kind)
}
