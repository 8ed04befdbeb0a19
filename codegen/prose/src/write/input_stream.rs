//! The section on the preprocessing of the input stream.

use super::clauses::texts;
use super::states::stmts;
use crate::code_points::spell_all;
use crate::normalise::normalise;
use crate::rules::INPUT_STREAM;
use crate::stmt::describe;
use tokenwright_tables::english::sentence;
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::model::{InputStream, Located, On, Row};

/// The paragraphs of the section; none if a row has no sentence.
pub(super) fn paragraphs(stream: &InputStream) -> Option<Vec<String>> {
    const REPLACED: &str = "U+0000 (NULL): replace the character with U+FFFD";
    const ERROR: &str = "U+0000 (NULL): parse error; replace the character with U+FFFD";
    let lines = stream.rows.iter().map(line);
    let mut lines: Vec<String> = lines.collect::<Option<_>>()?;
    // The reader puts the row for U+0000 first, and an error refers to the sentence before.
    let null = lines
        .first()
        .filter(|first| *first == REPLACED || *first == ERROR);
    let mut null = match null.map(String::as_str) {
        Some(ERROR) => vec![REPLACED, ERROR],
        Some(_) => vec![REPLACED],
        None => Vec::new(),
    };
    lines.drain(..null.len().min(1));
    let mut paragraphs: Vec<String> = lines
        .iter()
        .map(|line| stated(line))
        .collect::<Option<_>>()?;
    let null: Vec<String> = null.drain(..).map(stated).collect::<Option<_>>()?;
    paragraphs.extend((!null.is_empty()).then(|| null.join(" ")));
    if stream.normalize_newlines {
        paragraphs.push(stated("newlines")?);
    }
    Some(paragraphs)
}

/// The sentence that the reader's rules have for a line.
fn stated(line: &str) -> Option<String> {
    let line = [line.to_owned()];
    let mut texts = texts(&INPUT_STREAM, &line).map(|(_, text)| text);
    let text = texts.find(|text| {
        let read = INPUT_STREAM.fit(&normalise(text), false);
        read.is_some_and(|(rule, values)| rule.lines(&values) == line)
    })?;
    Some(sentence(&spell_all(&text)))
}

/// A row as the reader's rules give it.
fn line(row: &Row) -> Option<String> {
    let On::Consumed { any, except } = &row.on else {
        return None;
    };
    let texts = |members: &[Located<Matcher>]| {
        let each = members.iter().map(|member| member.value.to_string());
        each.collect::<Vec<_>>().join(" or ")
    };
    let except = match except.as_slice() {
        [] => String::new(),
        except => format!(" except {}", texts(except)),
    };
    Some(format!(
        "{}{except}: {}",
        texts(any),
        describe(&stmts(&row.body))
    ))
}
