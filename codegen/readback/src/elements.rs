//! Reads the names of elements, and the lists of them that revisions share.
//!
//! Lists are no part of a program; they are compared with the tables. A list that several revisions share is read once
//! and compared for each of them, where the revision has it: the name of the list, which says the first of these
//! revisions, has no meaning of its own. So a difference may be reported in a file that no revision owns.

use crate::form::{Cursor, Form, forms, unexpected};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use tokenwright_tables::identifier;
use tokenwright_tables::language::{ELEMENTS_IN_RULES, TREE_CONSTRUCTION, Value};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::source::Place;

/// The lists of names that HTML content replaces, and of their replacements: no category.
pub(crate) const RENAMED: [&str; 2] = ["renamed-start-tags", "renamed-to"];

/// The keys of the categories.
pub(crate) fn categories() -> impl Iterator<Item = &'static str> {
    let keys = TREE_CONSTRUCTION.keys.iter();
    let lists = keys.filter(|key| matches!(key.value, Value::Elements));
    lists
        .map(|key| key.name)
        .filter(|key| !RENAMED.contains(key))
}

/// The texts of elements, by their variants.
pub(crate) type ElementNames = BTreeMap<String, String>;

/// Reads `element_name.rs`.
pub(crate) fn names(mut input: Cursor<'_>, out: &mut Listing) -> Result<ElementNames, Misread> {
    forms! {
        ENUM = "#[derive(Clone, Copy, Debug, PartialEq, Eq)] #[allow(dead_code)] pub(crate) enum";
        ELEMENT_NAME = "ElementName";
        CATEGORY = "Category";
        IMPL = "impl ElementName";
        ALL = "pub(crate) const ALL: &'static [ElementName] = &";
        TEXTS = "pub(crate) const TEXTS: &'static [&'static str] = &";
        END = ";";
    }
    input.expect(&ENUM)?;
    input.expect(&ELEMENT_NAME)?;
    let variants = variants(input.group(Delimiter::Brace)?, "the element", out)?;
    input.expect(&IMPL)?;
    let mut body = input.group(Delimiter::Brace)?;
    body.expect(&ALL)?;
    let mut all = body.group(Delimiter::Bracket)?;
    for variant in &variants {
        let place = all.place();
        if element(&mut all)? != variant {
            return Err(Misread::new(
                place,
                "the order of all names is not that of the variants",
            ));
        }
        all.comma()?;
    }
    all.finish()?;
    body.expect(&END)?;
    body.expect(&TEXTS)?;
    let mut texts = body.group(Delimiter::Bracket)?;
    let mut names = ElementNames::new();
    for variant in variants {
        let place = texts.place();
        let text = texts.text()?;
        out.push((Entry::Fact("the text of an element", text.clone()), place));
        names.insert(variant, text);
        texts.comma()?;
    }
    texts.finish()?;
    body.expect(&END)?;
    body.finish()?;
    input.expect(&ENUM)?;
    input.expect(&CATEGORY)?;
    self::variants(input.group(Delimiter::Brace)?, "the category", out)?;
    input.finish()?;
    Ok(names)
}

/// The entries of `element_name.rs` by the tables.
pub(crate) fn proved_names(revisions: &[Loaded]) -> Expected {
    let mut all: BTreeSet<&str> = ELEMENTS_IN_RULES.iter().copied().collect();
    for loaded in revisions {
        all.extend(loaded.revision.elements().map(|name| name.as_str()));
    }
    let mut expected = Expected::default();
    for name in &all {
        expected.fact("the element", identifier::camel_case(name));
    }
    for name in &all {
        expected.fact("the text of an element", *name);
    }
    for key in categories() {
        expected.fact("the category", identifier::camel_case(key));
    }
    expected
}

/// The variants of an enumeration without attributes.
fn variants(
    mut input: Cursor<'_>,
    what: &'static str,
    out: &mut Listing,
) -> Result<Vec<String>, Misread> {
    let mut variants = Vec::new();
    while !input.is_at_end() {
        let place = input.place();
        let name = input.ident()?;
        out.push((Entry::Fact(what, name.to_owned()), place));
        variants.push(name.to_owned());
        input.comma()?;
    }
    Ok(variants)
}

/// `ElementName::Br`
fn element<'t>(input: &mut Cursor<'t>) -> Result<&'t str, Misread> {
    forms! {
        PREFIX = "ElementName::";
    }
    input.expect(&PREFIX)?;
    input.ident()
}

/// The kind of a list's members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Members {
    /// Elements.
    Elements,
    /// Elements with the text mode of their content, and whether only where scripts run.
    TextElements,
    /// Pairs of elements.
    Renamed,
    /// Texts.
    Texts,
}

/// A list that was read: its members as a person reads them, each with its place.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) members: Vec<(String, Place)>,
    pub(crate) end: Place,
}

/// A list of `element_lists.rs`.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) list: List,
    pub(crate) kind: Members,
    pub(crate) place: Place,
    /// Whether a revision has it.
    pub(crate) is_used: bool,
}

/// The lists of `element_lists.rs`, by their names.
pub(crate) type SharedLists = BTreeMap<String, Shared>;

/// Reads `element_lists.rs`.
pub(crate) fn lists(mut input: Cursor<'_>, names: &ElementNames) -> Result<SharedLists, Misread> {
    forms! {
        HEADER = "#![allow(dead_code)] use super::ElementName; use crate::TextMode;";
        CONST = "pub(super) const";
        END = ";";
    }
    static TYPES: LazyLock<[(Form, Members); 4]> = LazyLock::new(|| {
        [
            ("ElementName", Members::Elements),
            ("(&str, ElementName, TextMode, bool)", Members::TextElements),
            ("(ElementName, ElementName)", Members::Renamed),
            ("&str", Members::Texts),
        ]
        .map(|(member, kind)| (Form::new(&format!(": &[{member}] = &")), kind))
    });
    let mut lists = SharedLists::new();
    input.expect(&HEADER)?;
    while !input.is_at_end() {
        let place = input.place();
        input.expect(&CONST)?;
        let name = input.ident()?.to_owned();
        let kind = TYPES.iter().find(|(form, _)| input.has(form));
        let (_, kind) = kind.ok_or_else(|| input.unexpected())?;
        let list = literal(&mut input, *kind, names)?;
        input.expect(&END)?;
        let shared = Shared {
            list,
            kind: *kind,
            place,
            is_used: false,
        };
        if lists.insert(name, shared).is_some() {
            return Err(Misread::new(place, "a second list has this name"));
        }
    }
    Ok(lists)
}

/// Reads a list: one that revisions share, or its members.
pub(crate) fn list(
    input: &mut Cursor<'_>,
    kind: Members,
    names: &ElementNames,
    shared: &mut SharedLists,
) -> Result<List, Misread> {
    forms! {
        SHARED = "element_lists::";
        REFERENCE = "&";
    }
    if input.has(&SHARED) {
        let place = input.place();
        let named = shared.get_mut(input.ident()?);
        let named = named.filter(|shared| shared.kind == kind);
        let named = named.ok_or_else(|| Misread::new(place, "there is no such list"))?;
        named.is_used = true;
        return Ok(named.list.clone());
    }
    input.expect(&REFERENCE)?;
    literal(input, kind, names)
}

/// Reads the members of a list.
fn literal(input: &mut Cursor<'_>, kind: Members, names: &ElementNames) -> Result<List, Misread> {
    let mut inside = input.group(Delimiter::Bracket)?;
    let mut members = Vec::new();
    while !inside.is_at_end() {
        let place = inside.place();
        members.push((member(&mut inside, kind, names)?, place));
        inside.comma()?;
    }
    let end = inside.end();
    Ok(List { members, end })
}

fn member(input: &mut Cursor<'_>, kind: Members, names: &ElementNames) -> Result<String, Misread> {
    forms! {
        MODE = "TextMode::";
    }
    let name = |input: &mut Cursor<'_>| {
        let place = input.place();
        let text = names.get(element(input)?);
        text.cloned().ok_or_else(|| unexpected(place))
    };
    match kind {
        Members::Elements => name(input),
        Members::Texts => input.text(),
        Members::Renamed => {
            let mut pair = input.group(Delimiter::Parenthesis)?;
            let from = name(&mut pair)?;
            pair.comma()?;
            let to = name(&mut pair)?;
            pair.passes(',');
            pair.finish()?;
            Ok(renamed(&from, &to))
        }
        Members::TextElements => {
            let mut entry = input.group(Delimiter::Parenthesis)?;
            let text = entry.text()?;
            entry.comma()?;
            let element = name(&mut entry)?;
            entry.comma()?;
            entry.expect(&MODE)?;
            let mode = entry.ident()?.to_owned();
            entry.comma()?;
            let if_scripting = entry.bool()?;
            entry.passes(',');
            entry.finish()?;
            Ok(text_element(&text, &element, &mode, if_scripting))
        }
    }
}

/// A pair of elements, as a person reads it.
pub(crate) fn renamed(from: &str, to: &str) -> String {
    format!("{from}, which becomes {to}")
}

/// An element with a text mode, as a person reads it.
pub(crate) fn text_element(text: &str, element: &str, mode: &str, if_scripting: bool) -> String {
    let when = if if_scripting { " if scripting" } else { "" };
    format!("{text} ({element}): {mode}{when}")
}
