//! An element: the rows that its tags match, and the lists that it is in.

use super::uses::{self, Target};
use super::{Explanation, MOST, input};
use crate::trees::PartId;
use std::fmt::Write;
use tokenwright_analyses::suite::trees::Goal;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::{ElementType, TokenType};
use tokenwright_tables::tree::model::{Mode, Row, Tokens};

/// Where the tables have an element.
pub(super) fn explain(explanation: &Explanation<'_>, element: &ElementType) -> String {
    let trees = explanation.trees;
    let tables = &trees.tables;
    let mut text = format!("<{element}>\n");
    let sets = tables.sets.iter();
    let sets = sets.map(|(name, members)| (format!("{} category", name.value), members));
    let scopes = tables.scopes.iter();
    let scopes = scopes.map(|(name, members)| (format!("the end of {}", name.value), members));
    let of = sets.chain(scopes).filter(|(_, members)| {
        let mut members = members.iter();
        members.any(|member| member.value == *element)
    });
    let of: Vec<String> = of.map(|(name, _)| name).collect();
    if !of.is_empty() {
        let _ = writeln!(text, "  in {}", of.join(", "));
    }
    for (kind, heading) in [
        (TokenType::StartTag, format!("start tag <{}>", element.name)),
        (TokenType::EndTag, format!("end tag </{}>", element.name)),
    ] {
        let _ = writeln!(text, "\n{heading}");
        for (of, mode) in trees.modes() {
            for at in rows(mode, kind, &element.name) {
                let row = &mode.rows[at];
                let _ = writeln!(text, "  {}", trees.in_short(PartId::Row(of, at), MOST));
                if !row
                    .on
                    .iter()
                    .any(|on| names(&on.tokens, kind, &element.name))
                {
                    continue;
                }
                for (depth, sentence) in english::sentences(&row.body) {
                    let _ = writeln!(text, "      {:1$}{sentence}", "", 2 * depth);
                }
                if let Some(document) = explanation.documents.of(Goal::Row(of, at)) {
                    let _ = writeln!(text, "      run by {}", input(document));
                }
            }
        }
    }
    let named = uses::of(Target::Element(element), trees);
    explanation.parts(&mut text, "named by the steps of", &named);
    text
}

/// The rows of a mode that a tag of this name can match, by their indices: those under a condition, and the first that has
/// none.
fn rows(mode: &Mode, kind: TokenType, name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, row) in mode.rows.iter().enumerate() {
        match matches(row, kind, name) {
            Some(true) => {
                found.push(at);
                break;
            }
            Some(false) => found.push(at),
            None => {}
        }
    }
    found
}

/// Whether tokens are tags with names, this one among them.
fn names(tokens: &Tokens, kind: TokenType, name: &str) -> bool {
    let (of, names) = match tokens {
        Tokens::StartTags(names) => (TokenType::StartTag, names),
        Tokens::EndTags(names) => (TokenType::EndTag, names),
        _ => return false,
    };
    of == kind && names.iter().any(|it| it.value == name)
}

/// Whether a row matches a tag of this name under every condition; `None` if it matches it under none.
fn matches(row: &Row, kind: TokenType, name: &str) -> Option<bool> {
    let matching = row.on.iter().filter(|on| match &on.tokens.value {
        Tokens::StartTags(_) | Tokens::EndTags(_) => names(&on.tokens, kind, name),
        Tokens::OtherStartTag => kind == TokenType::StartTag,
        Tokens::OtherEndTag => kind == TokenType::EndTag,
        Tokens::Kind(other) => *other == kind,
        Tokens::AnythingElse => true,
        Tokens::Characters(_) | Tokens::OtherCharacter => false,
    });
    let sure: Vec<bool> = matching.map(|on| on.when.is_empty()).collect();
    (!sure.is_empty()).then(|| sure.contains(&true))
}
