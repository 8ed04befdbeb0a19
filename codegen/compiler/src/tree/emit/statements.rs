//! Statements, and what a body ends in.
//!
//! Labels become one loop over the segments between them: a jump sets the first segment that runs, and rustc makes direct jumps of
//! it. A variable is declared where it is set first, if nothing outside of that list of statements reads it; the others are
//! declared at the start, as a jump may pass by.

use super::super::ir::{Body, Expression, Rows, Statement, Type};
use super::super::optimise::tree_only;
use super::expressions::Printer;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use tokenwright_tables::tree::model::STOP;

/// What the end of a list of statements is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Others follow.
    None,
    /// The end of a row: what comes next.
    Row,
    /// The end of an algorithm with a result.
    Value(Type),
    /// The end of an algorithm without a result.
    Nothing,
}

/// Whether a statement leaves the list in which it is.
pub(super) fn jumps(statement: &Statement) -> bool {
    statement.any(|it| {
        matches!(
            it,
            Statement::Return(_)
                | Statement::Jump(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Act(..)
        )
    })
}

/// How often statements name a variable.
fn uses(statements: &[Statement], variable: usize) -> usize {
    let mut count = 0;
    for statement in statements {
        statement.each(&mut |it| {
            count += match it {
                Statement::Set(at, _) | Statement::Act(at, _) | Statement::Increment(at, _) => {
                    usize::from(*at == variable)
                }
                _ => 0,
            };
            it.expressions(&mut |value| count += value.uses(variable));
        });
    }
    count
}

impl Printer<'_> {
    /// A body, whose first variables are parameters.
    pub(super) fn body(
        &self,
        body: &Body,
        parameters: usize,
        tail: Tail,
    ) -> Result<TokenStream, String> {
        let total = |at| body.segments.iter().map(|it| uses(it, at)).sum::<usize>();
        let is_straight = body.segments.len() == 1;
        let declared = (parameters..body.variables.len()).filter(|at| {
            let here = body.segments.iter().any(|it| declares(it, *at, total(*at)));
            !(is_straight && here) && body.variables[*at].holds.is_some()
        });
        let declared = declared.map(|at| {
            let name = self.variable(at);
            let of = Self::rust_type(body.variables[at].holds.unwrap_or(Type::Node));
            quote!(let mut #name: #of = Default::default();)
        });
        let declared: TokenStream = declared.collect();
        if let [segment] = body.segments.as_slice() {
            let total = |at: usize| match at < parameters {
                true => usize::MAX,
                false => total(at),
            };
            let steps = self.list(segment, tail, &total)?;
            return Ok(quote!(#declared #steps));
        }
        let segments = body.segments.iter().enumerate();
        let segments = segments.map(|(at, segment)| {
            let steps = self.list(segment, Tail::None, &|_| usize::MAX)?;
            let at = Literal::u8_unsuffixed(u8::try_from(at).map_err(|_| "too many labels")?);
            Ok::<_, String>(quote!(if step <= #at { #steps }))
        });
        let segments = segments.collect::<Result<Vec<_>, _>>()?;
        let end = end(tail);
        let end = (!end.is_empty()).then_some(end);
        Ok(quote! {
            #declared
            let mut step = 0u8;
            'steps: loop {
                #(#segments)*
                break;
            }
            #end
        })
    }

    /// A list of statements that ends in `tail`, of which none declares a variable.
    pub(super) fn block(
        &self,
        statements: &[Statement],
        tail: Tail,
    ) -> Result<TokenStream, String> {
        self.list(statements, tail, &|_| usize::MAX)
    }

    fn list(
        &self,
        statements: &[Statement],
        tail: Tail,
        total: &impl Fn(usize) -> usize,
    ) -> Result<TokenStream, String> {
        let mut out = TokenStream::new();
        for (at, statement) in statements.iter().enumerate() {
            let rest = &statements[at + 1..];
            let tail = if rest.is_empty() { tail } else { Tail::None };
            out.extend(match statement {
                Statement::Set(variable, value) => {
                    let stopped = self.stopped_in(value);
                    let set = self.assignment(*variable, self.value(value)?, rest, total);
                    quote!(#set #stopped)
                }
                Statement::Act(variable, act) => {
                    let stopped = self.stopped();
                    let act = self.assignment(*variable, self.value(act)?, rest, total);
                    quote!(#act #stopped)
                }
                Statement::Do(Expression::Output(at, _)) if self.is_end(*at) => {
                    let end = end(self.end);
                    if tail != Tail::None {
                        out.extend(quote!(p.stop(); #end));
                        return Ok(out);
                    }
                    quote!(p.stop(); return #end;)
                }
                Statement::Do(step) => {
                    let stopped = self.stopped_in(step);
                    let step = self.value(step)?;
                    quote!(#step; #stopped)
                }
                Statement::Increment(variable, by) => {
                    let name = self.variable(*variable);
                    quote!(#name = #name.saturating_add(#by);)
                }
                Statement::If(test, then, otherwise) => {
                    let branches = [then, otherwise].map(Vec::as_slice);
                    let is_of_tree = !self.is_dispatcher
                        && tree_only::is_branch(self.program, &self.pure, test, branches);
                    // That branch is inside another `if`, and has no value.
                    let tail = if is_of_tree { Tail::None } else { tail };
                    let test = self.test(test)?;
                    let then = self.list(then, tail, total)?;
                    let needs_else = !otherwise.is_empty() || !end(tail).is_empty();
                    let otherwise = match needs_else {
                        true => {
                            let otherwise = self.list(otherwise, tail, total)?;
                            quote!(else { #otherwise })
                        }
                        false => TokenStream::new(),
                    };
                    let branch = quote!(if #test { #then } #otherwise);
                    if tail != Tail::None {
                        out.extend(branch);
                        return Ok(out);
                    }
                    match is_of_tree {
                        true => quote!(if B::HAS_TREE { #branch }),
                        false => branch,
                    }
                }
                Statement::While(Expression::Flag(true), body) => {
                    let body = self.list(body, Tail::None, total)?;
                    quote!(loop { #body })
                }
                Statement::While(test, body) => {
                    let test = self.test(test)?;
                    let body = self.list(body, Tail::None, total)?;
                    quote!(while #test { #body })
                }
                Statement::Jump(segment) => {
                    let segment = u8::try_from(*segment).map_err(|_| "too many labels")?;
                    let segment = Literal::u8_unsuffixed(segment);
                    quote!(step = #segment; continue 'steps;)
                }
                Statement::Break => quote!(break;),
                Statement::Continue => quote!(continue;),
                Statement::Return(value) => {
                    let value = match value {
                        Some(value) => self.value(value)?,
                        None => end(self.end),
                    };
                    if tail != Tail::None {
                        out.extend(value);
                        return Ok(out);
                    }
                    quote!(return #value;)
                }
                Statement::Run(rows) => {
                    let run = self.rows(*rows);
                    if tail == Tail::Row {
                        out.extend(run);
                        return Ok(out);
                    }
                    let run = match rows {
                        Rows::Dispatched => quote!(p.process(t);),
                        _ => quote!({ let outcome = #run; p.finish(t, outcome); }),
                    };
                    let stopped = self.stopped();
                    quote!(#run #stopped)
                }
                Statement::RunQuiet(rows) => {
                    let is_quiet = match rows {
                        Rows::Mode(mode) => {
                            let module = self.module(*mode);
                            quote!(super::#module::is_quiet(p, t, row))
                        }
                        _ => quote!(super::dispatcher::is_quiet_in_current_mode(p, t, row)),
                    };
                    quote!(if !#is_quiet { return false; })
                }
                Statement::RunPending(mode, row) => {
                    let (module, row) = (self.module(*mode), self.row_name(*mode, *row));
                    let stopped = self.stopped();
                    quote!(p.each_pending(t, |p, t| super::#module::#row(p, t)); #stopped)
                }
            });
        }
        out.extend(end(tail));
        Ok(out)
    }

    /// Ends the body if the parser is stopped.
    fn stopped(&self) -> TokenStream {
        let end = end(self.end);
        quote!(if p.is_stopped() { return #end; })
    }

    /// The same, if a value or a step may have stopped it.
    fn stopped_in(&self, of: &Expression) -> Option<TokenStream> {
        of.may_stop(&self.stopping).then(|| self.stopped())
    }

    /// A variable gets a value: it is declared if all that names it comes after. What nothing reads is computed.
    fn assignment(
        &self,
        variable: usize,
        value: TokenStream,
        rest: &[Statement],
        total: &impl Fn(usize) -> usize,
    ) -> TokenStream {
        if self.variables[variable].holds.is_none() {
            return quote!(let _ = #value;);
        }
        let name = self.variable(variable);
        match uses(rest, variable) + 1 == total(variable) {
            true => quote!(let mut #name = #value;),
            false => quote!(#name = #value;),
        }
    }

    /// A condition that stands alone, and needs no parentheses.
    pub(super) fn test(&self, test: &Expression) -> Result<TokenStream, String> {
        let (all, tests) = match test {
            Expression::All(tests) => (true, tests),
            Expression::Any(tests) => (false, tests),
            other => return self.value(other),
        };
        let tests = tests.iter().map(|test| self.value(test));
        let tests = tests.collect::<Result<Vec<_>, _>>()?;
        Ok(match all {
            true => quote!(#(#tests)&&*),
            false => quote!(#(#tests)||*),
        })
    }

    /// Whether an output is the end of parsing.
    fn is_end(&self, output: usize) -> bool {
        self.program.outputs[output] == STOP
    }
}

/// Whether a list, or one in it, assigns a variable before all of its uses.
fn declares(statements: &[Statement], variable: usize, total: usize) -> bool {
    statements
        .iter()
        .enumerate()
        .any(|(at, statement)| match statement {
            Statement::Set(of, _) | Statement::Act(of, _) if *of == variable => {
                uses(&statements[at + 1..], variable) + 1 == total
            }
            Statement::If(_, then, otherwise) => {
                declares(then, variable, total) || declares(otherwise, variable, total)
            }
            Statement::While(_, body) => declares(body, variable, total),
            _ => false,
        })
}

fn end(tail: Tail) -> TokenStream {
    match tail {
        Tail::None | Tail::Nothing => TokenStream::new(),
        Tail::Row => quote!(Outcome::Done),
        Tail::Value(_) => quote!(Default::default()),
    }
}
