//! Reads the names, the sets of elements and the other lists of a revision.
//!
//! Numbers become names again, and what has a name in the tables is compared with the list of that name. A set that a
//! sentence lists has no name there: its members are compared where a step uses it.

use super::meaning::sorted;
use super::names::{ListNames, namespace, number, plain};
use crate::form::{Cursor, form, forms};
use crate::listing::{Listing, fact};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::ElementType;

forms! {
    HEADER = "
        #![allow(dead_code, unused_imports)]
        use crate::tree_construction::prelude::*;
        pub(super) mod names";
    NAME_TABLE = "pub(super) static NAME_TABLE: KnownNames = KnownNames::new(NAMES, FOREIGN);";
}

/// Reads the file.
pub(super) fn read(
    mut input: Cursor<'_>,
    out: &mut Listing,
    program: &TreeProgram,
) -> Result<ListNames, Misread> {
    let mut lists = ListNames::default();
    input.expect(&HEADER)?;
    let constants = constants(input.group(Brace)?)?;
    input.expect(form!("pub(super) static NAMES: &[&str] = &"))?;
    lists.texts = input.list(Bracket, |texts| {
        let (place, text) = (texts.place(), texts.text()?);
        out.push(fact("the name", text.clone(), place));
        Ok(text)
    })?;
    input.expect(form!(";"))?;
    for (number, (constant, at, place)) in constants.into_iter().enumerate() {
        let text = lists.texts.get(at).filter(|_| at == number);
        let text = text.filter(|text| is_named(&constant, text));
        let text = text.ok_or_else(|| Misread::new(place, "this is no name of an element"))?;
        if lists.names.insert(constant, text.clone()).is_some() {
            return Err(Misread::new(place, "a second constant has this name"));
        }
    }
    input.expect(form!("pub(super) static FOREIGN: &[(Namespace, Name)] = &"))?;
    foreign(&mut input, &mut lists, out)?;
    input.expect(form!(";"))?;
    input.expect(&NAME_TABLE)?;
    let place = input.place();
    input.expect(form!("pub(super) static WITH_CONTENTS: KindSet ="))?;
    let set = lists.kinds(&mut input)?;
    input.expect(form!(";"))?;
    out.push(fact("with contents", members(&set), place));
    sets(&mut input, &mut lists, out, program)?;
    scopes(&mut input, &mut lists, out, program)?;
    let mut tables = 0;
    while !input.has(form!(
        "pub(super) static FOREIGN_ATTRIBUTES: &[ForeignAttribute] = &"
    )) {
        input.expect(form!("pub(super) static"))?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        if input.has(form!(": &[&str] = &")) {
            let texts = input.list(Bracket, Cursor::text)?;
            let shown = format!("{} {texts:?}", plain(&name));
            out.push(fact("identifiers", shown, place));
            lists.identifiers.insert(name, texts);
        } else {
            input.expect(form!(": &Pairs = &"))?;
            let pairs = input.list(Bracket, |list| list.pair(Cursor::text, Cursor::text))?;
            out.push(fact("pairs", format!("{} {pairs:?}", plain(&name)), place));
            lists.pairs.insert(name, tables);
            tables += 1;
        }
        input.expect(form!(";"))?;
    }
    input.list(Bracket, |list| list.fact("the attribute", out, attribute))?;
    input.expect(form!(";"))?;
    input.finish()?;
    Ok(lists)
}

fn constants(mut input: Cursor<'_>) -> Result<Vec<(String, usize, Place)>, Misread> {
    let mut constants = Vec::new();
    input.expect(form!("use crate::tree_construction::prelude::Name;"))?;
    while !input.is_at_end() {
        input.expect(form!("pub(in super::super) const"))?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(form!(": Name = Name"))?;
        let at = input.within(Parenthesis, number)?;
        input.expect(form!(";"))?;
        constants.push((name, at, place));
    }
    Ok(constants)
}

fn foreign(
    input: &mut Cursor<'_>,
    lists: &mut ListNames,
    out: &mut Listing,
) -> Result<(), Misread> {
    lists.foreign = input.list(Bracket, |list| {
        let place = list.place();
        let (namespace, name) = list.pair(namespace, |pair| lists.name(pair))?;
        let element = ElementType { namespace, name };
        out.push(fact("the foreign element", element.to_string(), place));
        Ok(element)
    })?;
    Ok(())
}

/// Sets with a name in the tables, and those that sentences list, whose members are compared where they are used.
fn sets(
    input: &mut Cursor<'_>,
    lists: &mut ListNames,
    out: &mut Listing,
    program: &TreeProgram,
) -> Result<(), Misread> {
    let mut count = 0;
    loop {
        let mut after = *input;
        if !(after.has(form!("pub(super) static"))
            && after.ident().is_ok()
            && after.has(form!(": KindSet =")))
        {
            return Ok(());
        }
        input.expect(form!("pub(super) static"))?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(form!(": KindSet ="))?;
        let set = lists.kinds(input)?;
        input.expect(form!(";"))?;
        let is_right = match program.sets.get(count) {
            Some((known, _)) => {
                out.push(fact("the set", members(&set), place));
                is_named(&name, known)
            }
            // What a sentence lists has one order.
            None => set.is_sorted_by(|a, b| a < b),
        };
        if !is_right {
            return Err(Misread::new(place, "this is no set of the tables"));
        }
        count += 1;
        if lists.sets.insert(name, sorted(&set)).is_some() {
            return Err(Misread::new(place, "a second set has this name"));
        }
    }
}

fn scopes(
    input: &mut Cursor<'_>,
    lists: &mut ListNames,
    out: &mut Listing,
    program: &TreeProgram,
) -> Result<(), Misread> {
    while input.has(form!("pub(super) const")) {
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(form!(": Scope = Scope"))?;
        let at = input.within(Parenthesis, number)?;
        input.expect(form!(";"))?;
        out.push(fact("the scope", at.to_string(), place));
        if let Some((known, _)) = program.scopes.get(at)
            && !is_named(&name, known)
        {
            return Err(Misread::new(place, "this is no scope of the tables"));
        }
        if lists.scopes.insert(name, at).is_some() {
            return Err(Misread::new(place, "a second scope has this name"));
        }
    }
    input.expect(form!("pub(super) static SCOPES: &[&KindSet] = &"))?;
    input.list(Bracket, |list| {
        list.fact("the end of the scope", out, |list| {
            list.expect(form!("&const"))?;
            let set = list.within(Brace, |inside| lists.kinds(inside))?;
            Ok(members(&set))
        })
    })?;
    input.expect(form!(";"))
}

fn attribute(list: &mut Cursor<'_>) -> Result<String, Misread> {
    list.expect(form!("ForeignAttribute"))?;
    list.within(Brace, |inside| {
        inside.expect(form!("name:"))?;
        let name = inside.text()?;
        inside.comma()?;
        inside.expect(form!("prefix:"))?;
        let prefix = match inside.has(form!("None")) {
            true => String::new(),
            false => {
                inside.expect(form!("Some"))?;
                inside.within(Parenthesis, Cursor::text)?
            }
        };
        inside.comma()?;
        inside.expect(form!("local_name:"))?;
        let local_name = inside.text()?;
        inside.comma()?;
        inside.expect(form!("namespace: AttributeNamespace::"))?;
        let namespace = inside.ident()?.to_ascii_lowercase();
        inside.comma()?;
        Ok(format!("{:?}", [name, prefix, local_name, namespace]))
    })
}

/// Whether a constant has a name: it may have a letter before a digit, and a number after the name of another.
fn is_named(constant: &str, name: &str) -> bool {
    let (constant, name) = (plain(constant), plain(name));
    let rest = constant.strip_prefix(&name);
    let rest = rest.or_else(|| constant.strip_prefix('n')?.strip_prefix(&name));
    rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
}

fn members(set: &[ElementType]) -> String {
    let members: Vec<String> = set.iter().map(ToString::to_string).collect();
    members.join(", ")
}

/// The entries of the file by the program.
pub(super) fn proved(program: &TreeProgram) -> Expected {
    let set = |types: &[ElementType]| members(types);
    let mut expected = Expected::default();
    for name in &program.names {
        expected.fact("the name", name.clone());
    }
    for element in &program.foreign {
        expected.fact("the foreign element", element.to_string());
    }
    expected.fact("with contents", set(&program.with_contents));
    for (_, types) in &program.sets {
        expected.fact("the set", set(types));
    }
    let ends = program.scopes.iter().map(|(_, types)| types);
    let ends: Vec<_> = ends.chain(&program.walks).collect();
    for at in 0..ends.len() {
        expected.fact("the scope", at.to_string());
    }
    for types in ends {
        expected.fact("the end of the scope", set(types));
    }
    for (name, texts) in &program.identifiers {
        expected.fact("identifiers", format!("{} {texts:?}", plain(name)));
    }
    for (name, pairs) in &program.pairs {
        expected.fact("pairs", format!("{} {pairs:?}", plain(name)));
    }
    for [name, prefix, local_name, namespace] in &program.foreign_attributes {
        let namespace = &namespace.to_ascii_lowercase();
        let text = format!("{:?}", [name, prefix, local_name, namespace]);
        expected.fact("the attribute", text);
    }
    expected
}
