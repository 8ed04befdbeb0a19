//! Characters, rows, conditions and tokens as a trace shows them.

use tokenwright_interpreter::Token;
use tokenwright_tables::grammar::Char;
use tokenwright_tables::model::{Conjunction, On, Row, Test};

/// `U+003C (<)`; a character beyond ASCII follows its number, where it can be seen.
pub(super) fn shown(character: Option<char>) -> String {
    let Some(character) = character else {
        return "EOF".to_owned();
    };
    let number = Char(character.into());
    if character.is_ascii() || character.is_control() || character.is_whitespace() {
        number.to_string()
    } else {
        format!("{number} ({character})")
    }
}

/// The matcher of a row, in the words of the tables.
pub(super) fn head(row: &Row) -> String {
    let list = |matchers: &mut dyn Iterator<Item = String>| matchers.collect::<Vec<_>>().join(", ");
    let mut head = match &row.on {
        On::Consumed { any, except } => {
            let mut head = format!("on {}", list(&mut any.iter().map(|m| m.value.to_string())));
            if !except.is_empty() {
                head += " except ";
                head += &list(&mut except.iter().map(|m| m.value.to_string()));
            }
            head
        }
        On::Peeked(any) => format!(
            "peek {}",
            list(&mut any.iter().map(|m| m.value.to_string()))
        ),
        On::Ahead { text, ignore_case } => {
            let case = if *ignore_case { " in any case" } else { "" };
            format!("next {:?}{case}", text.value)
        }
    };
    if !row.when.is_empty() {
        head += &format!(", when {}", sentence(&row.when));
    }
    head
}

/// Conditions in one sentence.
pub(super) fn sentence(any: &[Conjunction]) -> String {
    let condition = |test: &Test| match test {
        Test::Defined {
            name,
            negated: true,
        } => format!("not: {name}"),
        other => other.to_string(),
    };
    let all = |all: &Conjunction| {
        let all: Vec<String> = all.iter().map(|test| condition(test)).collect();
        all.join(" and ")
    };
    any.iter().map(all).collect::<Vec<_>>().join(", or ")
}

/// A token in one line.
pub(super) fn describe(token: &Token) -> String {
    let tag = |kind: &str, name: &str, attributes: &[(String, String)], self_closing: bool| {
        let mut text = format!("{kind} {name:?}");
        for (name, value) in attributes {
            text += &format!(" {name:?}={value:?}");
        }
        if self_closing {
            text += ", self-closing";
        }
        text
    };
    match token {
        Token::Doctype {
            name,
            public,
            system,
            force_quirks,
        } => {
            let field = |field: &Option<String>| match field {
                Some(text) => format!("{text:?}"),
                None => "missing".to_owned(),
            };
            let quirks = if *force_quirks { ", force-quirks" } else { "" };
            let [name, public, system] = [name, public, system].map(field);
            format!("DOCTYPE {name}, public {public}, system {system}{quirks}")
        }
        Token::StartTag {
            name,
            attributes,
            self_closing,
        } => tag("start tag", name, attributes, *self_closing),
        Token::EndTag {
            name,
            attributes,
            self_closing,
        } => tag("end tag", name, attributes, *self_closing),
        Token::Comment(data) => format!("comment {data:?}"),
        Token::ProcessingInstruction { target, data } => {
            format!("processing instruction {target:?} {data:?}")
        }
        Token::Characters(text) => format!("characters {text:?}"),
        Token::EndOfFile => "end of file".to_owned(),
    }
}
