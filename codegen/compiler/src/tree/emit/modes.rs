//! An insertion mode: a function for each row, and one for each kind of token that chooses the row.
//!
//! Rows call each other ("act as described in the … entry"), so each is a function, named after what it matches. The functions that
//! choose are a `match` over names or classes of characters, with the conditions of rows behind an arm.

use super::super::ir::{Candidates, Mode, Tags};
use super::expressions::Printer;
use super::prelude;
use super::statements::Tail;
use crate::emit::comment;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::tree::grammar::TokenType;

/// The name of a row's function: what it matches first.
pub(super) fn row_name(heading: &str) -> String {
    let first = heading.split([';', ',']).next().unwrap_or(heading);
    match snake_case(first) {
        name if name.is_empty() => "row".to_owned(),
        name => match is_reserved(&name) {
            true => format!("{name}_row"),
            false => name,
        },
    }
}

/// The names of the functions that choose a row.
fn is_reserved(name: &str) -> bool {
    [
        "process",
        "start_tag",
        "end_tag",
        "character",
        "comment",
        "processing_instruction",
        "doctype",
        "end_of_file",
    ]
    .contains(&name)
}

pub(super) fn items(printer: &Printer<'_>, at: usize, mode: &Mode) -> Result<TokenStream, String> {
    let printer = printer.in_rows();
    let mut items = prelude();
    let doc = format!(" {}", mode.section);
    items.extend(quote! {
        #[doc = #doc]
        #[inline(always)]
        pub(super) fn process<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
            match kind {
                TokenKind::StartTag => start_tag(p, t),
                TokenKind::EndTag => end_tag(p, t),
                TokenKind::Character => character(p, t),
                TokenKind::Comment => comment(p, t),
                TokenKind::ProcessingInstruction => processing_instruction(p, t),
                TokenKind::Doctype => doctype(p, t),
                TokenKind::EndOfFile => end_of_file(p, t),
            }
        }
    });
    items.extend(tags(&printer, at, "start_tag", &mode.start_tags)?);
    items.extend(tags(&printer, at, "end_tag", &mode.end_tags)?);
    items.extend(characters(&printer, at, &mode.characters)?);
    items.extend(quiet(&printer, at, &mode.quiet)?);
    for (kind, rows) in &mode.others {
        let name = format_ident!("{}", function_name(*kind));
        let choice = choice(&printer, at, rows)?;
        items.extend(quote! {
            fn #name<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) -> Outcome {
                #choice
            }
        });
    }
    for (row, of) in mode.rows.iter().enumerate() {
        let name = printer.row_name(at, row);
        let doc = format!(" {}", of.heading);
        let printer = printer.of(&of.body.variables);
        let body = printer.body(&of.body, 0, Tail::Row)?;
        items.extend(quote! {
            #[doc = #doc]
            pub(super) fn #name<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>) -> Outcome {
                #body
            }
        });
    }
    Ok(items)
}

/// Whether a character would only be appended.
fn quiet(printer: &Printer<'_>, at: usize, classes: &[Candidates]) -> Result<TokenStream, String> {
    let row = |row: usize| match printer.quiet_row(at, row) {
        Some(is_quiet) => {
            let name = printer.row_name(at, row);
            quote!({ *row = Some(#name); #is_quiet(p, t, row) })
        }
        None => quote!(false),
    };
    let arms = classes.iter().enumerate().map(|(class, rows)| {
        let class = match class + 1 == classes.len() {
            true => quote!(_),
            false => {
                let class = Literal::usize_unsuffixed(class);
                quote!(#class)
            }
        };
        let choice = chosen(printer, rows, quote!(false), row)?;
        Ok::<_, String>(quote!(#class => #choice,))
    });
    let arms = arms.collect::<Result<TokenStream, _>>()?;
    let mode = printer.modes().nth(at);
    let rows = mode.map_or(&[][..], |mode| &mode.rows).iter().enumerate();
    let rows = rows.filter_map(|(row, of)| {
        let name = printer.quiet_row(at, row)?;
        Some((name, of.quiet.as_ref()?))
    });
    let rows = rows.map(|(name, body)| {
        let printer = printer.of(&body.variables);
        let body = printer.body(body, 0, Tail::Value(super::Type::Flag))?;
        Ok::<_, String>(quote! {
            #[inline]
            fn #name<'t, B: Builder>(p: &mut Parser<B>, t: &mut Token<'t>, row: &mut QuietRow<B>) -> bool {
                #body
            }
        })
    });
    let rows = rows.collect::<Result<TokenStream, _>>()?;
    Ok(quote! {
        /// Whether the token, a character, would only be appended, and the row that does.
        #[inline]
        pub(super) fn is_quiet<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, row: &mut QuietRow<B>) -> bool {
            match t.class() {
                #arms
            }
        }
        #rows
    })
}

/// The name of the function for a kind of token: `end_of_file` for `an end-of-file token`.
fn function_name(kind: TokenType) -> String {
    let words = kind.to_string();
    let name = words.strip_prefix("an ").or(words.strip_prefix("a "));
    let name = name.unwrap_or(&words);
    snake_case(name.strip_suffix(" token").unwrap_or(name))
}

/// Chooses the first row whose condition holds.
fn choice(printer: &Printer<'_>, mode: usize, rows: &Candidates) -> Result<TokenStream, String> {
    chosen(printer, rows, quote!(Outcome::Done), |row| {
        let row = printer.row_name(mode, row);
        quote!(#row(p, t))
    })
}

/// The value of the first row whose condition holds, or that of no row.
fn chosen(
    printer: &Printer<'_>,
    rows: &Candidates,
    none: TokenStream,
    value: impl Fn(usize) -> TokenStream,
) -> Result<TokenStream, String> {
    let mut out = none;
    for candidate in rows.iter().rev() {
        let row = value(candidate.row);
        out = match &candidate.when {
            None => row,
            Some(when) => {
                let when = printer.test(when)?;
                quote!(if #when { #row } else { #out })
            }
        };
    }
    Ok(out)
}

fn tags(
    printer: &Printer<'_>,
    at: usize,
    function: &str,
    tags: &Tags,
) -> Result<TokenStream, String> {
    let function = format_ident!("{function}");
    let mut arms = TokenStream::new();
    for (names, rows) in &tags.named {
        let patterns = names.iter().map(|name| printer.name(name));
        let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
        let choice = choice(printer, at, rows)?;
        let heading = rows.first().map(|first| {
            let of = printer.modes().nth(at);
            comment(of.map_or("", |of| &of.rows[first.row].heading))
        });
        arms.extend(quote!(#heading #(#patterns)|* => { #choice }));
    }
    let others = choice(printer, at, &tags.others)?;
    Ok(quote! {
        fn #function<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) -> Outcome {
            match t.name() {
                #arms
                _ => { #others }
            }
        }
    })
}

fn characters(
    printer: &Printer<'_>,
    at: usize,
    classes: &[Candidates],
) -> Result<TokenStream, String> {
    let (others, named) = classes.split_last().ok_or("there are no characters")?;
    let mut arms: Vec<(Vec<Literal>, &Candidates)> = Vec::new();
    for (class, rows) in named.iter().enumerate().filter(|(_, rows)| *rows != others) {
        let class = Literal::u8_unsuffixed(u8::try_from(class).map_err(|_| "too many classes")?);
        match arms.iter_mut().find(|(_, known)| *known == rows) {
            Some((all, _)) => all.push(class),
            None => arms.push((vec![class], rows)),
        }
    }
    let others = choice(printer, at, others)?;
    let arms = arms.into_iter().map(|(all, rows)| {
        let choice = choice(printer, at, rows)?;
        Ok::<_, String>(quote!(#(#all)|* => { #choice }))
    });
    let arms = arms.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        fn character<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) -> Outcome {
            match t.class() {
                #(#arms)*
                _ => { #others }
            }
        }
    })
}
