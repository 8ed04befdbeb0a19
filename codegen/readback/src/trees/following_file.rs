//! Reads what a tokenizer without a tree follows.
//!
//! The file is two values, without scripting and with it, a field after the other. Sets of names are numbers there, which the lists
//! make names again, so that a message says which name is missing; the filters beside them have the names themselves.

use super::expressions::text_mode;
use super::names::{Names, number};
use crate::form::{Cursor, Form, forms, unexpected};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::follow::{Following, OfName};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::tree::grammar::Namespace;

forms! {
    HEADER = "
        use super::lists;
        use crate::tree_construction::prelude::*;
        pub(super) static FOLLOWING: [Following; 2] =";
    VALUE = "Following";
    HOME = "home: super::modes::";
    MODES = "modes: &";
    START_TAGS = "start_tags:";
    START_TAGS_IN_ANY_MODE = "start_tags_in_any_mode:";
    FOLLOWED = "followed:";
    TEXT_MODES = "text_modes: &";
    CHANGES_MODE = "changes_mode:";
    START_DEPENDS = "start_depends:";
    END_DEPENDS = "end_depends:";
    ASKS_ATTRIBUTES = "asks_attributes:";
    ASKS_FORM = "asks_form:";
    ASKS_FRAMESET = "asks_frameset:";
    FORGOTTEN = "forgotten:";
    LISTED = "listed:";
    START_NEEDS_RULES = "start_needs_rules:";
    END_NEEDS_RULES = "end_needs_rules:";
    SETTLING = "settling:";
    SCOPES = "scopes:";
    IGNORED = "ignored: &";
    ATTRIBUTES = "attributes: &";
    END = ";";
    ALL = "NameSet::ALL";
    SOME = "NameSet::of";
    REFERENCE = "&";
    TAG_NAMES = "TagNames";
    KNOWN = "known: &";
    OTHERS = "others:";
    MODE = "TextMode::";
}

/// Reads the file.
pub(super) fn read(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    input.expect(&HEADER)?;
    let mut values = input.group(Bracket)?;
    input.expect(&END)?;
    input.finish()?;
    while !values.is_at_end() {
        values.expect(&VALUE)?;
        value(values.group(Brace)?, names, out)?;
        values.comma()?;
    }
    Ok(())
}

fn value(mut body: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    let place = body.place();
    body.expect(&HOME)?;
    let home = names.mode(&mut body)?;
    out.push((Entry::Fact("the home", home.to_string()), place));
    body.comma()?;
    body.expect(&MODES)?;
    let mut list = body.group(Bracket)?;
    while !list.is_at_end() {
        let place = list.place();
        out.push((
            Entry::Fact("may be forgotten in the mode", list.bool()?.to_string()),
            place,
        ));
        list.comma()?;
    }
    body.comma()?;
    for form in [&START_TAGS, &START_TAGS_IN_ANY_MODE] {
        let place = body.place();
        body.expect(form)?;
        let set = name_set(&mut body)?;
        out.push((Entry::Fact("start tags", set), place));
    }
    tag_names(&mut body, &FOLLOWED, names, out)?;
    body.expect(&TEXT_MODES)?;
    let mut list = body.group(Bracket)?;
    while !list.is_at_end() {
        let mut pair = list.group(Parenthesis)?;
        let place = pair.place();
        let name = names.lists.name(&mut pair)?;
        pair.comma()?;
        pair.expect(&MODE)?;
        let mode = text_mode(pair.ident()?).ok_or_else(|| unexpected(place))?;
        pair.comma()?;
        pair.finish()?;
        list.comma()?;
        out.push((
            Entry::Fact("the text mode", format!("{mode} of {name}")),
            place,
        ));
    }
    body.comma()?;
    for form in [
        &CHANGES_MODE,
        &START_DEPENDS,
        &END_DEPENDS,
        &ASKS_ATTRIBUTES,
        &ASKS_FORM,
        &ASKS_FRAMESET,
        &FORGOTTEN,
        &LISTED,
        &START_NEEDS_RULES,
        &END_NEEDS_RULES,
    ] {
        tag_names(&mut body, form, names, out)?;
    }
    for (form, fact) in [(&SETTLING, "settling"), (&SCOPES, "scopes")] {
        let place = body.place();
        body.expect(form)?;
        out.push((Entry::Fact(fact, number(&mut body)?.to_string()), place));
        body.comma()?;
    }
    body.expect(&IGNORED)?;
    let mut list = body.group(Bracket)?;
    while !list.is_at_end() {
        let place = list.place();
        out.push((
            Entry::Fact("ignored", number(&mut list)?.to_string()),
            place,
        ));
        list.comma()?;
    }
    body.comma()?;
    body.expect(&ATTRIBUTES)?;
    let mut list = body.group(Bracket)?;
    while !list.is_at_end() {
        let place = list.place();
        out.push((Entry::Fact("the attribute", list.text()?), place));
        list.comma()?;
    }
    body.comma()?;
    body.finish()
}

fn name_set(body: &mut Cursor<'_>) -> Result<String, Misread> {
    let text = match body.has(&ALL) {
        true => "all".to_owned(),
        false => {
            body.expect(&SOME)?;
            let mut arguments = body.group(Parenthesis)?;
            arguments.expect(&REFERENCE)?;
            let mut list = arguments.group(Bracket)?;
            arguments.comma()?;
            arguments.finish()?;
            let mut names = Vec::new();
            while !list.is_at_end() {
                names.push(list.text()?);
                list.comma()?;
            }
            names.join(", ")
        }
    };
    body.comma()?;
    Ok(text)
}

fn tag_names(
    body: &mut Cursor<'_>,
    form: &Form,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    let place = body.place();
    body.expect(form)?;
    body.expect(&TAG_NAMES)?;
    let mut inside = body.group(Brace)?;
    inside.expect(&KNOWN)?;
    let known = names.lists.kinds(&mut inside)?;
    inside.comma()?;
    inside.expect(&OTHERS)?;
    let others = inside.bool()?;
    inside.comma()?;
    inside.finish()?;
    body.comma()?;
    if known.iter().any(|of| of.namespace != Namespace::Html) {
        return Err(Misread::new(place, "this is no set of names"));
    }
    let known: Vec<&str> = known.iter().map(|of| of.name.as_str()).collect();
    out.push((Entry::Fact("tags", tags(&known, others)), place));
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
    let mut names_of = |of: &dyn Fn(&OfName) -> bool| {
        let (names, others) = holds(of);
        expected.fact("tags", tags(&names, others));
    };
    names_of(&|of| of.is_followed);
    for (name, of) in program.names.iter().zip(&following.names) {
        if let Some(mode) = of.text_mode {
            expected.fact("the text mode", format!("{mode} of {name}"));
        }
    }
    let mut names_of = |of: &dyn Fn(&OfName) -> bool| {
        let (names, others) = holds(of);
        expected.fact("tags", tags(&names, others));
    };
    names_of(&|of| of.changes_mode);
    names_of(&|of| of.start_depends);
    names_of(&|of| of.end_depends);
    names_of(&|of| of.asks_attributes);
    names_of(&|of| of.asks_form);
    names_of(&|of| of.asks_frameset);
    names_of(&|of| of.is_forgotten);
    names_of(&|of| of.is_listed);
    names_of(&|of| of.needs_rules);
    names_of(&|of| of.end_needs_rules);
    expected.fact("settling", following.settling.to_string());
    expected.fact("scopes", program.scopes.len().to_string());
    for mask in &following.ignored {
        expected.fact("ignored", mask.to_string());
    }
    for attribute in &following.attributes {
        expected.fact("the attribute", attribute.clone());
    }
}
