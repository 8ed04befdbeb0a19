//! The tokens of which documents are made: those that some row tells apart from others.

use crate::trees::Trees;
use std::collections::BTreeSet;
use tokenwright_interpreter::tree::{Attribute, Tag, TreeToken};
use tokenwright_tables::grammar::Quoted;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::{TokenType, TreeCondition};
use tokenwright_tables::tree::model::{Mode, On, Test, Tokens};

/// The name of a tag that no row names.
const OTHER: &str = "x";

/// A token, and how a document spells it.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) token: TreeToken,
    pub(super) spelt: String,
}

/// The tokens that rows tell apart, in the order in which they are preferred.
pub(super) fn of(trees: &Trees) -> Vec<Letter> {
    let mut starts = BTreeSet::new();
    let mut ends = BTreeSet::new();
    let mut characters = BTreeSet::from(['a']);
    for on in entries(trees) {
        match &on.tokens.value {
            Tokens::StartTags(names) => {
                let attribute = on.when.iter().find_map(attribute);
                starts.extend(names.iter().map(|name| (name.as_str(), attribute)));
            }
            Tokens::EndTags(names) => ends.extend(names.iter().map(|name| name.as_str())),
            Tokens::Characters(matcher) => {
                let ranges = matcher.ranges();
                // Of several characters the most common is the last.
                let last = ranges.last().and_then(|(_, last)| char::from_u32(*last));
                characters.extend(last);
            }
            _ => {}
        }
    }
    starts.insert((OTHER, None));
    // What begins an element of text alone, its end tag ends.
    ends.extend(starts.iter().map(|(name, _)| *name));
    let mut letters = vec![Letter {
        token: TreeToken::EndOfFile,
        spelt: String::new(),
    }];
    letters.extend(characters.into_iter().rev().map(|character| Letter {
        token: TreeToken::Character(character),
        spelt: character.to_string(),
    }));
    letters.extend(
        starts
            .into_iter()
            .map(|(name, attribute)| tag(name, false, attribute)),
    );
    letters.extend(ends.into_iter().map(|name| tag(name, true, None)));
    letters.extend(others(&doctype_name(trees)));
    letters
}

fn entries(trees: &Trees) -> impl Iterator<Item = &On> {
    let rows = trees.modes().flat_map(|(_, mode)| &mode.rows);
    rows.flat_map(|row| &row.on)
}

/// The name of an attribute that a condition asks for.
fn attribute(test: &Located<Test>) -> Option<&str> {
    match &test.value {
        Test::Condition(TreeCondition::HasAttribute(texts)) => {
            texts.0.first().map(|Quoted(name)| name.as_str())
        }
        _ => None,
    }
}

fn tag(name: &str, is_end: bool, attribute: Option<&str>) -> Letter {
    let attributes = attribute.map(|name| Attribute {
        namespace: None,
        name: name.to_owned(),
        value: String::new(),
    });
    let slash = if is_end { "/" } else { "" };
    let written = attribute.map_or_else(String::new, |name| format!(" {name}"));
    Letter {
        spelt: format!("<{slash}{name}{written}>"),
        token: TreeToken::Tag(Tag {
            is_end,
            name: name.to_owned(),
            attributes: attributes.into_iter().collect(),
            self_closing: false,
        }),
    }
}

/// The name of a DOCTYPE that rows ask for, or another if they ask for none.
fn doctype_name(trees: &Trees) -> String {
    let mut names = DoctypeNames::default();
    for part in trees.parts() {
        trees.tables.visit(part.body, &mut names);
    }
    names.0.unwrap_or_else(|| OTHER.to_owned())
}

#[derive(Default)]
struct DoctypeNames(Option<String>);

impl Visitor for DoctypeNames {
    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        if let TreeCondition::DoctypeName(_, Quoted(name))
        | TreeCondition::DoctypeNameInAnyCase(_, Quoted(name)) = condition
        {
            self.0 = Some(name.clone());
        }
    }
}

/// A comment, a processing instruction and a DOCTYPE.
fn others(doctype: &str) -> [Letter; 3] {
    [
        Letter {
            token: TreeToken::Comment(String::new()),
            spelt: "<!---->".to_owned(),
        },
        Letter {
            token: TreeToken::ProcessingInstruction {
                target: OTHER.to_owned(),
                data: String::new(),
            },
            spelt: format!("<?{OTHER}>"),
        },
        Letter {
            token: TreeToken::Doctype {
                name: Some(doctype.to_owned()),
                public: None,
                system: None,
                force_quirks: false,
            },
            spelt: format!("<!DOCTYPE {doctype}>"),
        },
    ]
}

/// The modes to which no start tag comes: which end tag comes, the current node decides.
pub(super) fn modes_of_text(trees: &Trees) -> BTreeSet<&str> {
    let is_of_text = |mode: &&Mode| {
        let mut never = mode.never.iter();
        never.any(|kind| kind.value == TokenType::StartTag)
    };
    let modes = trees.tables.modes.iter().filter(is_of_text);
    modes.map(|mode| mode.name.as_str()).collect()
}
