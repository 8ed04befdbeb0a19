//! The section on the preprocessing of the input stream.

use super::document::sentence;
use super::spelling::joined;
use super::states::stmts;
use crate::code_points::spell;
use crate::understand::Stmt;
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::model::{InputStream, Located, On, Row};

/// The paragraphs of the section; none if a row has no sentence.
pub(super) fn paragraphs(stream: &InputStream) -> Option<Vec<String>> {
    let mut paragraphs = Vec::new();
    let mut rows = stream.rows.as_slice();
    let mut null = None;
    // The reader puts the row for U+0000 first.
    if let Some((first, rest)) = rows.split_first()
        && let Some(sentences) = null_is_replaced(first)
    {
        null = Some(sentences);
        rows = rest;
    }
    for row in rows {
        paragraphs.push(sentence(&error(row)?));
    }
    paragraphs.extend(null);
    if stream.normalize_newlines {
        paragraphs.push(
            "Before the tokenization stage, the input stream must be preprocessed by normalizing newlines.".to_owned(),
        );
    }
    Some(paragraphs)
}

fn texts(members: &[Located<Matcher>]) -> Vec<String> {
    members
        .iter()
        .map(|member| member.value.to_string())
        .collect()
}

fn steps(row: &Row) -> Option<Vec<String>> {
    let each = stmts(&row.body).into_iter().map(|stmt| match stmt {
        Stmt::Step(step) => Some(step),
        Stmt::If { .. } => None,
    });
    each.collect()
}

fn null_is_replaced(row: &Row) -> Option<String> {
    let On::Consumed { any, except } = &row.on else {
        return None;
    };
    let replaced = "All U+0000 NULL characters in the input must be replaced by U+FFFD REPLACEMENT CHARACTERs.";
    let steps = steps(row)?;
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    if texts(any) != ["U+0000 (NULL)"] || !except.is_empty() {
        return None;
    }
    match steps.as_slice() {
        ["replace the character with U+FFFD"] => Some(replaced.to_owned()),
        ["parse error", "replace the character with U+FFFD"] => Some(format!(
            "{replaced} Any occurrences of such characters is a parse error."
        )),
        _ => None,
    }
}

/// `any occurrences of noncharacters are parse errors`
fn error(row: &Row) -> Option<String> {
    let On::Consumed { any, except } = &row.on else {
        return None;
    };
    let steps = steps(row)?;
    let [step] = steps.as_slice() else {
        return None;
    };
    let code = match step.strip_prefix("parse error")? {
        "" => String::new(),
        code => format!("{} ", code.strip_prefix(": ")?),
    };
    let classes = texts(any);
    let [class] = classes.as_slice() else {
        return None;
    };
    if !["surrogate", "noncharacter", "control"].contains(&class.as_str()) {
        return None;
    }
    let other = match except.as_slice() {
        [] => String::new(),
        except => {
            let members: Vec<String> = texts(except).iter().map(|text| spell(text)).collect();
            format!(" other than {}", joined(&members, "and"))
        }
    };
    Some(format!(
        "any occurrences of {class}s{other} are {code}parse errors"
    ))
}
