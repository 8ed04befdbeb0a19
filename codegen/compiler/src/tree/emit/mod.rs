//! Prints tree construction as Rust: a file for each insertion mode, a function for each of its rows and kinds of tokens.
//!
//! Functions are generic over the builder of the tree, so that nothing is compiled for what a builder leaves out. A row ends in
//! what comes next, and only the runtime dispatches a token again: at the end of a file, a token is reprocessed for each open
//! template element, and calls would nest as deep.

mod expressions;
mod following;
mod lists;
mod modes;
mod names;
mod outside;
mod statements;

use super::ir::{
    Algorithm, Body, Definition, Expression, Primitive, Rows, Statement, TreeProgram, Type,
};
use crate::emit::{File, print, tables_of};
use expressions::Printer;
use names::{identifier, upper};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use statements::{Tail, jumps};
use tokenwright_tables::identifier::{camel_case, snake_case};
use tokenwright_tables::load::{self, Loaded};

const FOLDER: &str = "tree_construction";

/// The folder of the files of a revision, within the folder of generated code.
pub(crate) fn folder(id: &str) -> String {
    format!("{FOLDER}/{}", snake_case(id))
}

/// Prints the tree construction of all revisions that have tables of it. The newest revision is always compiled.
///
/// # Errors
/// A message in the words of the tables, if they exceed a limit of the runtime.
pub(crate) fn files(revisions: &[Loaded], programs: &[TreeProgram]) -> Result<Vec<File>, String> {
    let newest = load::newest_of(revisions).map(|it| it.revision.about.id.as_str());
    let mut files = vec![outside::file(programs)?, root(programs, newest)?];
    // A revision has a program if it has tables.
    let having = revisions.iter().filter(|it| it.trees.is_some());
    for (loaded, program) in having.zip(programs) {
        files.extend(of_revision(program, &tables_of(&loaded.revision.about))?);
    }
    Ok(files)
}

fn root(programs: &[TreeProgram], newest: Option<&str>) -> Result<File, String> {
    let modules = programs.iter().map(|program| {
        let id = &program.revision;
        let module = identifier(&snake_case(id));
        match newest == Some(id) {
            true => quote!(mod #module;),
            false => quote!(#[cfg(feature = #id)] mod #module;),
        }
    });
    let items = quote! {
        //! Tree construction of each revision that has tables of it.
        mod outside;
        #(#modules)*
        pub use outside::{Output, Question};
    };
    print(
        format!("{FOLDER}/mod.rs"),
        "spec/*/tree-construction",
        items,
    )
}

fn of_revision(program: &TreeProgram, tables: &str) -> Result<Vec<File>, String> {
    let folder = folder(&program.revision);
    let about = format!("{tables}/tree-construction");
    let printer = Printer::new(program);
    let mut files = Vec::new();
    for (at, mode) in printer.modes().enumerate() {
        let items = modes::items(&printer, at, mode)?;
        let path = format!("{folder}/{}.rs", printer.module(at));
        files.push(print(path, &format!("{about}/{}", mode.file), items)?);
    }
    let others = [
        ("algorithms", algorithms(&printer)?),
        ("dispatcher", dispatcher(&printer)?),
        ("mod", module(&printer)),
        ("following", following::items(&printer)),
        // Last: what the others mention.
        ("lists", lists::items(&printer)?),
    ];
    for (name, items) in others {
        files.push(print(format!("{folder}/{name}.rs"), &about, items)?);
    }
    Ok(files)
}

/// What every file of a revision begins with.
fn prelude() -> TokenStream {
    quote! {
        #![allow(unused_imports, unused_variables, unused_mut, unused_assignments)]
        #![allow(clippy::all, clippy::pedantic, unused_doc_comments)]
        use crate::tree_construction::prelude::*;
        use super::{algorithms, lists, Parser, QuietRow};
    }
}

fn module(printer: &Printer<'_>) -> TokenStream {
    let program = printer.program;
    let modules = (0..printer.modes().count()).map(|at| printer.module(at));
    let revision = format_ident!("{}", camel_case(&program.revision));
    let initial = upper(&program.modes[program.initial].name);
    let numbers = 0u8..;
    let constants = program.modes.iter().map(|mode| upper(&mode.name));
    let names = program.modes.iter().map(|mode| &mode.name);
    let begin = printer.algorithm_name(program.begin_fragment);
    let classes = lists::class_function(program);
    let reads_text = program.reads_text;
    let foreign_mode = match program.foreign_mode {
        Some(mode) => {
            let mode = upper(&program.modes[mode].name);
            quote!(Some(modes::#mode))
        }
        None => quote!(None),
    };
    let widest = program.widest.iter().map(|of_mode| {
        let widest = of_mode.iter().copied().map(Literal::usize_unsuffixed);
        quote!(&[#(#widest),*],)
    });
    let widest: TokenStream = widest.collect();
    let masks = program.processed_as.iter().map(|of_mode| {
        let masks = of_mode.iter().copied().map(Literal::u32_unsuffixed);
        quote!(&[#(#masks),*],)
    });
    let masks: TokenStream = masks.collect();
    quote! {
        #(mod #modules;)*
        #[allow(dead_code, reason = "tables may have algorithms that no row uses")]
        mod algorithms;
        mod dispatcher;
        mod following;
        mod lists;

        use crate::tree_construction::prelude::*;
        use crate::generated::revisions::#revision;

        /// A parser that runs these rules.
        type Parser<B> = Construction<#revision, B>;

        /// The row that processes a run of characters.
        type QuietRow<B> = Option<RowFunction<#revision, B>>;

        /// The insertion modes.
        mod modes {
            use crate::tree_construction::prelude::InsertionMode;
            #(pub(super) const #constants: InsertionMode = InsertionMode(#numbers);)*
        }

        impl TreeRules for #revision {
            const INITIAL: InsertionMode = modes::#initial;
            const MODES: &'static [&'static str] = &[#(#names),*];
            const NAMES: &'static [&'static str] = lists::NAMES;
            const NAME_TABLE: &'static KnownNames = &lists::NAME_TABLE;
            const FOREIGN: &'static [(Namespace, Name)] = lists::FOREIGN;
            const WITH_CONTENTS: &'static KindSet = &lists::WITH_CONTENTS;
            const SCOPES: &'static [&'static KindSet] = lists::SCOPES;
            const FOREIGN_ATTRIBUTES: &'static [ForeignAttribute] = lists::FOREIGN_ATTRIBUTES;

            const TEXT_IS_READ: bool = #reads_text;
            const FOREIGN_MODE: Option<InsertionMode> = #foreign_mode;
            const PROCESSED_AS: &'static [&'static [u32]] = &[#masks];
            const WIDEST: &'static [&'static [u8]] = &[#widest];

            const FOLLOWING: &'static [Following; 2] = &following::FOLLOWING;

            #classes

            #[inline(always)]
            fn dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
                dispatcher::dispatch(p, t, kind)
            }

            #[inline(always)]
            fn quiet_row<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) -> QuietRow<B> {
                let mut row = None;
                match dispatcher::is_quiet(p, t, &mut row) {
                    true => row,
                    false => None,
                }
            }

            #[inline]
            fn after_dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) {
                dispatcher::after_dispatch(p, t);
            }

            fn begin_fragment<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) {
                algorithms::#begin(p, t);
            }
        }
    }
}

fn dispatcher(printer: &Printer<'_>) -> Result<TokenStream, String> {
    let program = printer.program;
    let modes = (0..program.modes.len()).map(|at| (printer.mode_constant(at), printer.module(at)));
    let (constants, modules): (Vec<_>, Vec<_>) = modes.unzip();
    let arms = quote!(#(#constants => super::#modules::process(p, t, kind),)*);
    let in_secondary_mode = program.foreign_mode.map(|_| {
        quote! {
            /// Runs the rows of the secondary insertion mode.
            pub(super) fn in_secondary_mode<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
                match p.secondary_mode() {
                    #arms
                    _ => Outcome::Done,
                }
            }
        }
    });
    let quiet = printer.block(&program.quiet_dispatch, Tail::Value(Type::Flag))?;
    let (dispatch, after) = dispatch(printer)?;
    let section = format!(" {}", program.algorithms[program.dispatch].section);
    let prelude = prelude();
    Ok(quote! {
        #prelude

        #[doc = #section]
        #[inline(always)]
        pub(super) fn dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
            #dispatch
        }

        /// What follows the rows that the dispatcher runs.
        #[inline]
        pub(super) fn after_dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) {
            #after
        }

        /// Whether the token, a character, would only be appended, and the row that does.
        #[inline(always)]
        pub(super) fn is_quiet<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, row: &mut QuietRow<B>) -> bool {
            #quiet
        }

        #[inline(always)]
        pub(super) fn is_quiet_in_current_mode<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, row: &mut QuietRow<B>) -> bool {
            match p.insertion_mode() {
                #(#constants => super::#modules::is_quiet(p, t, row),)*
                _ => false,
            }
        }

        /// Runs the rows of the current insertion mode.
        #[inline(always)]
        pub(super) fn in_current_mode<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
            match p.insertion_mode() {
                #arms
                _ => Outcome::Done,
            }
        }

        #in_secondary_mode
    })
}

/// The dispatcher up to the rows that it runs, and what comes after them.
fn dispatch(printer: &Printer<'_>) -> Result<(TokenStream, TokenStream), String> {
    let body = &printer.program.algorithms[printer.program.dispatch].body;
    let [segment] = body.segments.as_slice() else {
        return Err("the algorithm that dispatches a token has labels".to_owned());
    };
    let runs = |statement: &Statement| statement.any(|it| matches!(it, Statement::Run(_)));
    let split = segment.iter().rposition(runs).map_or(0, |at| at + 1);
    let (head, rest) = segment.split_at(split);
    if !body.variables.is_empty() || head.iter().any(jumps) {
        return Err("the algorithm that dispatches a token has variables or returns".to_owned());
    }
    let printer = |end| printer.in_dispatcher(&body.variables, end);
    let head = printer(Tail::Row).block(head, Tail::Row)?;
    let rest = printer(Tail::Nothing).block(rest, Tail::Nothing)?;
    Ok((head, rest))
}

fn algorithms(printer: &Printer<'_>) -> Result<TokenStream, String> {
    let program = printer.program;
    let mut items = prelude();
    for (at, algorithm) in program.algorithms.iter().enumerate() {
        if at != program.dispatch {
            items.extend(self::algorithm(printer, at, algorithm)?);
        }
    }
    for (at, definition) in program.definitions.iter().enumerate() {
        items.extend(self::definition(printer, at, definition)?);
    }
    Ok(items)
}

fn algorithm(
    printer: &Printer<'_>,
    at: usize,
    algorithm: &Algorithm,
) -> Result<TokenStream, String> {
    let name = printer.algorithm_name(at);
    let doc = format!(" {}: {}", algorithm.section, algorithm.name);
    let tail = algorithm.result.map_or(Tail::Nothing, Tail::Value);
    let printer = printer.in_algorithm(&algorithm.body.variables, tail);
    let parameters = printer.parameters(algorithm.parameters.len());
    let result = algorithm.result.map(|result| {
        let result = Printer::rust_type(result);
        quote!(-> #result)
    });
    let inline = is_short(&algorithm.body).then(|| match appends(&algorithm.body) {
        true => quote!(#[inline(always)]),
        false => quote!(#[inline]),
    });
    let body = printer.body(&algorithm.body, algorithm.parameters.len(), tail)?;
    let body = match printer.program.tree_only.get(at) {
        Some(true) => quote!(if B::HAS_TREE { #body }),
        _ => body,
    };
    let quick = printer.program.quick_returns.get(at).copied().flatten();
    if let (Some(quick), None) = (quick, &inline) {
        let quick = printer.algorithm_name(quick);
        let slow = format_ident!("{name}_at_length");
        let arguments = (0..algorithm.parameters.len()).map(|at| printer.variable(at));
        let arguments = quote!(p, t, #(#arguments),*);
        return Ok(quote! {
            #[doc = #doc]
            #[inline]
            pub(super) fn #name<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>, #parameters) {
                if !algorithms::#quick(#arguments) {
                    #slow(#arguments);
                }
            }

            #[inline(never)]
            fn #slow<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>, #parameters) {
                #body
            }
        });
    }
    Ok(quote! {
        #[doc = #doc]
        #inline
        pub(super) fn #name<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>, #parameters) #result {
            #body
        }
    })
}

/// Whether a body has no loop and few statements.
fn is_short(body: &Body) -> bool {
    const MOST: usize = 16;
    let mut count = 0;
    body.statements()
        .for_each(|it| it.each(&mut |_| count += 1));
    let is_loop = |it: &Statement| matches!(it, Statement::While(..));
    let has_loop = body.segments.len() != 1 || body.statements().any(|it| it.any(is_loop));
    !has_loop && count <= MOST
}

/// Whether a body inserts characters: the hot path of text.
fn appends(body: &Body) -> bool {
    let appends = |it: &Statement| {
        matches!(
            it,
            Statement::Do(Expression::Call(Primitive::InsertCharacters, _))
        )
    };
    body.statements().any(|it| it.any(appends))
}

fn definition(
    printer: &Printer<'_>,
    at: usize,
    definition: &Definition,
) -> Result<TokenStream, String> {
    let name = printer.definition_name(at);
    let doc = format!(" {}", definition.name);
    let printer = printer.of(&definition.variables);
    let parameters = printer.parameters(definition.parameters.len());
    let test = printer.test(&definition.test)?;
    Ok(quote! {
        #[doc = #doc]
        #[inline]
        pub(super) fn #name<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>, #parameters) -> bool {
            #test
        }
    })
}

impl Printer<'_> {
    /// The rows that a step runs, for the token.
    fn rows(&self, rows: Rows) -> TokenStream {
        match rows {
            Rows::Dispatched => quote!(Outcome::Reprocess),
            Rows::CurrentMode => {
                let kind = self.kind_of_token();
                quote!(super::dispatcher::in_current_mode(p, t, #kind))
            }
            Rows::SecondaryMode => {
                let kind = self.kind_of_token();
                quote!(super::dispatcher::in_secondary_mode(p, t, #kind))
            }
            Rows::Mode(mode) => {
                let (module, kind) = (self.module(mode), self.kind_of_token());
                quote!(super::#module::process(p, t, #kind))
            }
            Rows::Row(mode, row) => {
                let (module, row) = (self.module(mode), self.row_name(mode, row));
                quote!(super::#module::#row(p, t))
            }
        }
    }

    /// The kind of the token: what dispatches it knows it when it is compiled.
    fn kind_of_token(&self) -> TokenStream {
        match self.is_dispatcher {
            true => quote!(kind),
            false => quote!(t.kind()),
        }
    }

    fn mode_constant(&self, mode: usize) -> TokenStream {
        let name = upper(&self.program.modes[mode].name);
        quote!(super::modes::#name)
    }

    /// The Rust type of what a variable holds.
    fn rust_type(of: Type) -> TokenStream {
        match of {
            Type::Node => quote!(Element),
            Type::Token => quote!(TokenReference),
            Type::Text => quote!(Text<'t>),
            Type::Namespace => quote!(Namespace),
            Type::Number => quote!(u32),
            Type::Flag => quote!(bool),
            Type::Location => quote!(Location),
            Type::Position => quote!(Position),
            Type::Constant => quote!(()),
        }
    }
}
