//! An element: the rows that its tags match, and the lists that it is in.

use super::uses::{self, Target};
use super::{Explanation, MOST, input};
use crate::trees::PartId;
use std::collections::BTreeSet;
use std::fmt::Write;
use tokenwright_analyses::suite::trees::Goal;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{On, Tokens};
use tokenwright_tables::tree::token::Token;

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
    let name = Some(element.name.as_str());
    for (tag, heading) in [
        (
            Token::StartTag(name),
            format!("start tag <{}>", element.name),
        ),
        (Token::EndTag(name), format!("end tag </{}>", element.name)),
    ] {
        let _ = writeln!(text, "\n{heading}");
        for (of, mode) in trees.modes() {
            let rows: BTreeSet<usize> = mode.rows_for(tag).map(|(at, _)| at).collect();
            for at in rows {
                let row = &mode.rows[at];
                let _ = writeln!(text, "  {}", trees.in_short(PartId::Row(of, at), MOST));
                let names = |on: &On| match &on.tokens.value {
                    Tokens::StartTags(_) | Tokens::EndTags(_) => on.tokens.value.has(tag),
                    _ => false,
                };
                if !row.on.iter().any(names) {
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
