//! The reference of the table language, whose lists of keys and forms come from the definitions that the compiler
//! uses.
//!
//! Explanations are written by hand in Markdown, with a placeholder for each list; so a new form or key appears in
//! the guide without an edit, and `gen --check` compares the file. What a list says of a form is one line, the one
//! that its definition has; a longer explanation has to be in the text around it.

use crate::grammar::form::Hole;
use crate::grammar::{
    Are, Char, Class, Condition, ContentModel, Field, FlagSetting, Form, Is, Models, Number,
    Numbers, Quoted, Set, Source, Step, Token, TokenKind,
};
use crate::language::{Key, TABLES, Table, Value};
use crate::tree::grammar::{
    Count, ElementType, Elements, Expression, Has, Namespace, Texts, TokenType, TreeCondition,
    TreeStep, Variable, Was,
};
use crate::tree::{self, model::NAMED_TOKENS};

/// The text of the guide, with a placeholder for each list.
const WORDS: &str = include_str!("table-language.md");

/// The guide, as the text of a file.
pub fn table_language() -> String {
    let words = WORDS
        .replace("{{keys}}", &all_keys(TABLES))
        .replace("{{classes}}", &classes())
        .replace("{{steps}}", &forms(Step::FORMS))
        .replace("{{conditions}}", &forms(Condition::FORMS))
        .replace("{{tree-keys}}", &all_keys(tree::language::TABLES))
        .replace("{{tree-tokens}}", &tokens())
        .replace("{{tree-steps}}", &forms(TreeStep::FORMS))
        .replace("{{tree-conditions}}", &forms(TreeCondition::FORMS))
        .replace("{{expressions}}", &forms(Expression::FORMS));
    let holes = holes().into_iter();
    holes.fold(words, |words, (place, holds)| words.replace(place, &holds))
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

fn all_keys(tables: &[&Table]) -> String {
    tables.iter().map(|table| keys(table)).collect()
}

fn keys(table: &Table) -> String {
    let mut out = format!("\n### {}\n\n{}\n", code(table.header), table.meaning);
    out.push_str("\n| key | value | |\n|---|---|---|\n");
    for key in table.keys {
        out.push_str(&row(&code(key.name), key));
    }
    if let Some(name) = &table.names {
        out.push_str(&row(name.name, name));
    }
    out
}

fn row(name: &str, key: &Key) -> String {
    let required = match key.required {
        true => "",
        false => ", optional",
    };
    format!(
        "| {name} | {}{required} | {} |\n",
        value(&key.value),
        key.meaning
    )
}

fn value(value: &Value) -> String {
    match value {
        Value::Text | Value::Pattern(_) => "a string".into(),
        Value::OneOf(values) => {
            let values: Vec<String> = values.iter().map(|v| code(&format!("\"{v}\""))).collect();
            values.join(" or ")
        }
        Value::Flag => "`true` or `false`".into(),
        Value::Texts | Value::Elements => "a list of strings".into(),
        Value::Matchers => "a string or a list of [characters](#characters)".into(),
        Value::MatcherList => "a list of [characters](#characters)".into(),
        Value::Conditions => "[conditions](#conditions)".into(),
        Value::ConditionList => "a list of [conditions](#conditions)".into(),
        Value::Tokens(table) => format!(
            "a string, a table {}, or a list of them",
            code(table.header)
        ),
        Value::Body => "a list of [steps](#steps) and clauses with `if`".into(),
        Value::Table(table) => format!("a table, {}", code(table.header)),
        // The headers of rows contain the name of the state's table.
        Value::Tables(_) => "an array of tables".into(),
    }
}

fn forms(forms: &[Form]) -> String {
    let rows = forms.iter().map(|form| {
        format!(
            "| {} | {} | {} |",
            code(form.pattern),
            code(form.example),
            form.meaning
        )
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn classes() -> String {
    let rows = Class::ALL.iter().map(|(class, name)| {
        let ranges = class.ranges();
        let written: Vec<String> = ranges
            .iter()
            .take(4)
            .map(|(first, last)| match first == last {
                true => Char(*first).to_string(),
                false => format!("{} to {}", Char(*first), Char(*last)),
            })
            .collect();
        let more = match ranges.len() > written.len() {
            true => ", and the last two code points of every other plane",
            false => "",
        };
        format!("| {} | {}{more} |", code(name), written.join(", "))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The sets of tokens that have a name.
fn tokens() -> String {
    let named = NAMED_TOKENS
        .iter()
        .map(|(_, name)| format!("- {}\n", code(name)));
    named.collect()
}

/// The members of a kind of hole that holds one of a few phrases.
fn members<T>(all: &[(T, &str)]) -> String {
    let all = all.iter().map(|(_, phrase)| code(phrase));
    all.collect::<Vec<_>>().join(", ")
}

/// What the kinds of holes hold, by the placeholder.
fn holes() -> [(&'static str, String); 26] {
    let source = members(Source::ALL) + ", " + &code(&Char(0xFFFD).to_string());
    [
        ("{{Char}}", Char::EXPECTS.to_owned()),
        ("{{Set}}", Set::EXPECTS.to_owned()),
        ("{{Quoted}}", Quoted::EXPECTS.to_owned()),
        ("{{Number}}", Number::EXPECTS.to_owned()),
        ("{{Numbers}}", Numbers::EXPECTS.to_owned()),
        ("{{Field}}", members(Field::ALL)),
        ("{{Source}}", source),
        ("{{TokenKind}}", members(TokenKind::ALL)),
        ("{{Token}}", members(Token::ALL)),
        ("{{ContentModel}}", members(ContentModel::ALL)),
        ("{{Models}}", Models::EXPECTS.to_owned()),
        ("{{FlagSetting}}", members(FlagSetting::ALL)),
        ("{{Is}}", members(Is::ALL)),
        ("{{Are}}", members(Are::ALL)),
        ("{{Expression}}", Expression::EXPECTS.to_owned()),
        ("{{Elements}}", Elements::EXPECTS.to_owned()),
        ("{{ElementType}}", ElementType::EXPECTS.to_owned()),
        ("{{Value}}", tree::grammar::Value::EXPECTS.to_owned()),
        ("{{Variable}}", Variable::EXPECTS.to_owned()),
        ("{{Texts}}", Texts::EXPECTS.to_owned()),
        ("{{Class}}", Class::EXPECTS.to_owned()),
        ("{{Count}}", Count::EXPECTS.to_owned()),
        ("{{TokenType}}", members(TokenType::ALL)),
        ("{{Namespace}}", members(Namespace::ALL)),
        ("{{Has}}", members(Has::ALL)),
        ("{{Was}}", members(Was::ALL)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The holes of the forms that the table below a heading of the guide does not have.
    fn unexplained(forms: &[Form], heading: &str) -> Vec<&'static str> {
        let (_, section) = WORDS.split_once(heading).expect("the heading");
        let rows = section
            .lines()
            .skip(1)
            .skip_while(|line| !line.starts_with('|'));
        let rows = rows.take_while(|line| line.starts_with('|'));
        let names = rows.filter_map(|row| row.strip_prefix("| `{")?.split_once("}`"));
        let known: Vec<&str> = names.flat_map(|(names, _)| names.split(", ")).collect();
        let holes = |pattern: &'static str| pattern.split('{').skip(1);
        let used = forms.iter().flat_map(|form| holes(form.pattern));
        let used = used.filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
        used.filter(|name| !known.contains(name)).collect()
    }

    #[test]
    fn every_hole_of_a_form_is_explained() {
        for forms in [Step::FORMS, Condition::FORMS] {
            assert_eq!(unexplained(forms, "\n## Holes\n"), [""; 0]);
        }
        for forms in [TreeStep::FORMS, TreeCondition::FORMS, Expression::FORMS] {
            let heading = "\n### Holes of tree construction\n";
            assert_eq!(unexplained(forms, heading), [""; 0]);
        }
    }

    #[test]
    fn the_guide_has_every_form_and_no_place_is_left_open() {
        let guide = table_language();
        assert!(!guide.contains("{{"), "a placeholder without a list");
        for (place, _) in holes() {
            assert!(WORDS.contains(place), "{place} has no place");
        }
        let forms = [
            Step::FORMS,
            Condition::FORMS,
            TreeStep::FORMS,
            TreeCondition::FORMS,
            Expression::FORMS,
        ];
        for form in forms.concat() {
            assert!(guide.contains(&code(form.pattern)), "{}", form.pattern);
            assert!(guide.contains(&code(form.example)), "{}", form.example);
        }
        assert!(!guide.contains("{{"));
    }
}
