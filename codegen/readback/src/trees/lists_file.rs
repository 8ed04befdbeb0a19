//! Reads the names, the sets of elements and the other lists of a revision.
//!
//! Numbers become names again, and what has a name in the tables is compared with the list of that name. A set that a
//! sentence lists has no name there: its members are compared where a step uses it.

use super::meaning::sorted;
use super::names::{ListNames, namespace, number, plain};
use crate::form::{Cursor, forms};
use crate::listing::{Entry, Listing};
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
    NAMES_HEADER = "use crate::tree_construction::prelude::Name;";
    NAME = "pub(in super::super) const";
    OF_NAME = ": Name = Name";
    END = ";";
    NAMES = "pub(super) static NAMES: &[&str] = &";
    FOREIGN = "pub(super) static FOREIGN: &[(Namespace, Name)] = &";
    NAME_TABLE = "pub(super) static NAME_TABLE: KnownNames = KnownNames::new(NAMES, FOREIGN);";
    WITH_CONTENTS = "pub(super) static WITH_CONTENTS: KindSet =";
    STATIC = "pub(super) static";
    SET = ": KindSet =";
    CONST = "pub(super) const";
    SCOPE = ": Scope = Scope";
    SCOPES = "pub(super) static SCOPES: &[&KindSet] = &";
    CONST_SET = "&const";
    TEXTS = ": &[&str] = &";
    PAIRS = ": &Pairs = &";
    ATTRIBUTES = "pub(super) static FOREIGN_ATTRIBUTES: &[ForeignAttribute] = &";
    ATTRIBUTE = "ForeignAttribute";
    ATTRIBUTE_NAME = "name:";
    PREFIX = "prefix:";
    NONE = "None";
    SOME = "Some";
    LOCAL_NAME = "local_name:";
    ATTRIBUTE_NAMESPACE = "namespace: AttributeNamespace::";
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
    input.expect(&NAMES)?;
    let mut texts = input.group(Bracket)?;
    while !texts.is_at_end() {
        let place = texts.place();
        let text = texts.text()?;
        out.push((Entry::Fact("the name", text.clone()), place));
        lists.texts.push(text);
        texts.comma()?;
    }
    input.expect(&END)?;
    for (number, (constant, at, place)) in constants.into_iter().enumerate() {
        let text = lists.texts.get(at).filter(|_| at == number);
        let text = text.filter(|text| is_named(&constant, text));
        let text = text.ok_or_else(|| Misread::new(place, "this is no name of an element"))?;
        if lists.names.insert(constant, text.clone()).is_some() {
            return Err(Misread::new(place, "a second constant has this name"));
        }
    }
    input.expect(&FOREIGN)?;
    foreign(input.group(Bracket)?, &mut lists, out)?;
    input.expect(&END)?;
    input.expect(&NAME_TABLE)?;
    let place = input.place();
    input.expect(&WITH_CONTENTS)?;
    let set = lists.kinds(&mut input)?;
    input.expect(&END)?;
    out.push((Entry::Fact("with contents", members(&set)), place));
    sets(&mut input, &mut lists, out, program)?;
    scopes(&mut input, &mut lists, out, program)?;
    let mut tables = 0;
    while !input.has(&ATTRIBUTES) {
        input.expect(&STATIC)?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        if input.has(&TEXTS) {
            let texts = self::texts(input.group(Bracket)?)?;
            let plain = plain(&name);
            out.push((
                Entry::Fact("identifiers", format!("{plain} {texts:?}")),
                place,
            ));
            lists.identifiers.insert(name, texts);
        } else {
            input.expect(&PAIRS)?;
            let pairs = pairs(input.group(Bracket)?)?;
            let plain = plain(&name);
            out.push((Entry::Fact("pairs", format!("{plain} {pairs:?}")), place));
            lists.pairs.insert(name, tables);
            tables += 1;
        }
        input.expect(&END)?;
    }
    attributes(input.group(Bracket)?, out)?;
    input.expect(&END)?;
    input.finish()?;
    Ok(lists)
}

fn constants(mut input: Cursor<'_>) -> Result<Vec<(String, usize, Place)>, Misread> {
    let mut constants = Vec::new();
    input.expect(&NAMES_HEADER)?;
    while !input.is_at_end() {
        input.expect(&NAME)?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(&OF_NAME)?;
        let at = argument(&mut input)?;
        input.expect(&END)?;
        constants.push((name, at, place));
    }
    Ok(constants)
}

fn argument(input: &mut Cursor<'_>) -> Result<usize, Misread> {
    let mut inside = input.group(Parenthesis)?;
    let at = number(&mut inside)?;
    inside.finish()?;
    Ok(at)
}

fn foreign(mut list: Cursor<'_>, lists: &mut ListNames, out: &mut Listing) -> Result<(), Misread> {
    while !list.is_at_end() {
        let place = list.place();
        let mut pair = list.group(Parenthesis)?;
        let namespace = namespace(&mut pair)?;
        pair.comma()?;
        let name = lists.name(&mut pair)?;
        pair.comma()?;
        pair.finish()?;
        list.comma()?;
        let element = ElementType { namespace, name };
        out.push((
            Entry::Fact("the foreign element", element.to_string()),
            place,
        ));
        lists.foreign.push(element);
    }
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
        if !(after.has(&STATIC) && after.ident().is_ok() && after.has(&SET)) {
            return Ok(());
        }
        input.expect(&STATIC)?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(&SET)?;
        let set = lists.kinds(input)?;
        input.expect(&END)?;
        let is_right = match program.sets.get(count) {
            Some((known, _)) => {
                out.push((Entry::Fact("the set", members(&set)), place));
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
    while input.has(&CONST) {
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(&SCOPE)?;
        let at = argument(input)?;
        input.expect(&END)?;
        out.push((Entry::Fact("the scope", at.to_string()), place));
        if let Some((known, _)) = program.scopes.get(at)
            && !is_named(&name, known)
        {
            return Err(Misread::new(place, "this is no scope of the tables"));
        }
        if lists.scopes.insert(name, at).is_some() {
            return Err(Misread::new(place, "a second scope has this name"));
        }
    }
    input.expect(&SCOPES)?;
    let mut list = input.group(Bracket)?;
    while !list.is_at_end() {
        let place = list.place();
        list.expect(&CONST_SET)?;
        let mut inside = list.group(Brace)?;
        let set = lists.kinds(&mut inside)?;
        inside.finish()?;
        list.comma()?;
        out.push((Entry::Fact("the end of the scope", members(&set)), place));
    }
    input.expect(&END)
}

fn texts(mut list: Cursor<'_>) -> Result<Vec<String>, Misread> {
    let mut texts = Vec::new();
    while !list.is_at_end() {
        texts.push(list.text()?);
        list.comma()?;
    }
    Ok(texts)
}

fn pairs(mut list: Cursor<'_>) -> Result<Vec<(String, String)>, Misread> {
    let mut pairs = Vec::new();
    while !list.is_at_end() {
        let mut pair = list.group(Parenthesis)?;
        let from = pair.text()?;
        pair.comma()?;
        let to = pair.text()?;
        pair.comma()?;
        pair.finish()?;
        list.comma()?;
        pairs.push((from, to));
    }
    Ok(pairs)
}

fn attributes(mut list: Cursor<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !list.is_at_end() {
        let place = list.place();
        list.expect(&ATTRIBUTE)?;
        let mut inside = list.group(Brace)?;
        inside.expect(&ATTRIBUTE_NAME)?;
        let name = inside.text()?;
        inside.comma()?;
        inside.expect(&PREFIX)?;
        let prefix = match inside.has(&NONE) {
            true => String::new(),
            false => {
                inside.expect(&SOME)?;
                let mut prefix = inside.group(Parenthesis)?;
                let text = prefix.text()?;
                prefix.finish()?;
                text
            }
        };
        inside.comma()?;
        inside.expect(&LOCAL_NAME)?;
        let local_name = inside.text()?;
        inside.comma()?;
        inside.expect(&ATTRIBUTE_NAMESPACE)?;
        let namespace = inside.ident()?.to_ascii_lowercase();
        inside.comma()?;
        inside.finish()?;
        list.comma()?;
        let text = format!("{:?}", [name, prefix, local_name, namespace]);
        out.push((Entry::Fact("the attribute", text), place));
    }
    Ok(())
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
