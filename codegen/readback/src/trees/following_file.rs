//! Reads what a tokenizer without a tree follows.
//!
//! The file is two values, without scripting and with it, a field after the other. Sets of names are numbers there, which the lists
//! make names again, so that a message says which name is missing; the filters beside them have the names themselves.

use super::names::{Names, number};
use crate::form::{Cursor, Form, form, forms};
use crate::listing::{Listing, fact};
use crate::names::variant;
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::follow::{Following, OfName};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::tree::grammar::Namespace;

forms! {
    HEADER = "
        use super::lists;
        use crate::tree_construction::prelude::*;
        pub(super) static FOLLOWING: [Following; 2] =";
}

/// A field, and of which tags it says that something holds.
type Field = (&'static Form, fn(&OfName) -> bool);

/// The fields behind that of the text modes.
fn fields() -> [Field; 10] {
    [
        (form!("changes_mode:"), |of| of.changes_mode),
        (form!("start_depends:"), |of| of.start_depends),
        (form!("end_depends:"), |of| of.end_depends),
        (form!("asks_attributes:"), |of| of.asks_attributes),
        (form!("asks_form:"), |of| of.asks_form),
        (form!("asks_frameset:"), |of| of.asks_frameset),
        (form!("forgotten:"), |of| of.is_forgotten),
        (form!("listed:"), |of| of.is_listed),
        (form!("start_needs_rules:"), |of| of.needs_rules),
        (form!("end_needs_rules:"), |of| of.end_needs_rules),
    ]
}

/// Reads the file.
pub(super) fn read(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    input.expect(&HEADER)?;
    let values = input.group(Bracket)?;
    input.expect(form!(";"))?;
    input.finish()?;
    values.elements(|values| {
        values.expect(form!("Following"))?;
        value(values.group(Brace)?, names, out)
    })?;
    Ok(())
}

fn value(mut body: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    body.fact("the home", out, |body| {
        body.expect(form!("home: super::modes::"))?;
        Ok(names.mode(body)?.to_string())
    })?;
    body.comma()?;
    body.expect(form!("modes: &"))?;
    body.list(Bracket, |list| {
        list.fact("may be forgotten in the mode", out, |list| {
            Ok(list.bool()?.to_string())
        })
    })?;
    body.comma()?;
    for form in [form!("start_tags:"), form!("start_tags_in_any_mode:")] {
        body.fact("start tags", out, |body| {
            body.expect(form)?;
            name_set(body)
        })?;
        body.comma()?;
    }
    tag_names(&mut body, form!("followed:"), names, out)?;
    body.expect(form!("text_modes: &"))?;
    body.list(Bracket, |list| {
        list.fact("the text mode", out, |list| {
            let mode = |pair: &mut Cursor<'_>| {
                pair.expect(form!("TextMode::"))?;
                variant(TextMode::ALL, pair)
            };
            let (name, mode) = list.pair(|pair| names.lists.name(pair), mode)?;
            Ok(format!("{mode} of {name}"))
        })
    })?;
    body.comma()?;
    for (form, _) in fields() {
        tag_names(&mut body, form, names, out)?;
    }
    let number = |input: &mut Cursor<'_>| Ok(number(input)?.to_string());
    for (form, what) in [
        (form!("settling:"), "settling"),
        (form!("scopes:"), "scopes"),
    ] {
        body.fact(what, out, |body| {
            body.expect(form)?;
            number(body)
        })?;
        body.comma()?;
    }
    body.expect(form!("ignored: &"))?;
    body.list(Bracket, |list| list.fact("ignored", out, number))?;
    body.comma()?;
    body.expect(form!("attributes: &"))?;
    body.list(Bracket, |list| {
        list.fact("the attribute", out, Cursor::text)
    })?;
    body.comma()?;
    body.finish()
}

fn name_set(body: &mut Cursor<'_>) -> Result<String, Misread> {
    if body.has(form!("NameSet::ALL")) {
        return Ok("all".to_owned());
    }
    body.expect(form!("NameSet::of"))?;
    let names = body.within(Parenthesis, |arguments| {
        arguments.expect(form!("&"))?;
        arguments.list(Bracket, Cursor::text)
    })?;
    Ok(names.join(", "))
}

fn tag_names(
    body: &mut Cursor<'_>,
    form: &Form,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    let place = body.place();
    body.expect(form)?;
    body.expect(form!("TagNames"))?;
    let (known, others) = body.within(Brace, |inside| {
        inside.expect(form!("known: &"))?;
        let known = names.lists.kinds(inside)?;
        inside.comma()?;
        inside.expect(form!("others:"))?;
        let others = inside.bool()?;
        inside.comma()?;
        Ok((known, others))
    })?;
    body.comma()?;
    if known.iter().any(|of| of.namespace != Namespace::Html) {
        return Err(Misread::new(place, "this is no set of names"));
    }
    let known: Vec<&str> = known.iter().map(|of| of.name.as_str()).collect();
    out.push(fact("tags", tags(&known, others), place));
    Ok(())
}

fn tags(known: &[&str], others: bool) -> String {
    format!("others: {others}; {}", known.join(", "))
}

/// The entries of the file by the program.
pub(super) fn proved(program: &TreeProgram) -> Expected {
    let mut expected = Expected::default();
    for following in &program.following {
        prove(program, following, &mut expected);
    }
    expected
}

fn prove(program: &TreeProgram, following: &Following, expected: &mut Expected) {
    let holds = |holds: &dyn Fn(&OfName) -> bool| {
        let all = program.names.iter().zip(&following.names);
        let names = all.filter(|(_, of)| holds(of));
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        (names, holds(&following.others))
    };
    expected.fact("the home", following.home.to_string());
    for may in &following.modes {
        expected.fact("may be forgotten in the mode", may.to_string());
    }
    let sets: [&dyn Fn(&OfName) -> bool; 2] = [
        &|of| of.is_followed || of.asks_frameset || of.changes_mode,
        &|of| of.is_followed || of.asks_frameset,
    ];
    for of in sets {
        let (names, others) = holds(of);
        expected.fact(
            "start tags",
            match others {
                true => "all".to_owned(),
                false => names.join(", "),
            },
        );
    }
    let names_of = |of: &dyn Fn(&OfName) -> bool, expected: &mut Expected| {
        let (names, others) = holds(of);
        expected.fact("tags", tags(&names, others));
    };
    names_of(&|of| of.is_followed, expected);
    for (name, of) in program.names.iter().zip(&following.names) {
        if let Some(mode) = of.text_mode {
            expected.fact("the text mode", format!("{mode} of {name}"));
        }
    }
    for (_, of) in fields() {
        names_of(&of, expected);
    }
    expected.fact("settling", following.settling.to_string());
    expected.fact("scopes", program.scopes.len().to_string());
    for mask in &following.ignored {
        expected.fact("ignored", mask.to_string());
    }
    for attribute in &following.attributes {
        expected.fact("the attribute", attribute.clone());
    }
}
