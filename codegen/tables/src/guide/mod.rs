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
    WORDS
        .replace("{{keys}}", &all_keys(TABLES))
        .replace("{{characters}}", &characters())
        .replace("{{steps}}", &forms(Step::FORMS))
        .replace("{{conditions}}", &forms(Condition::FORMS))
        .replace("{{holes}}", &holes(HOLES))
        .replace("{{tree-keys}}", &all_keys(tree::language::TABLES))
        .replace("{{tree-tokens}}", &tokens())
        .replace("{{tree-steps}}", &forms(TreeStep::FORMS))
        .replace("{{tree-conditions}}", &forms(TreeCondition::FORMS))
        .replace("{{expressions}}", &forms(Expression::FORMS))
        .replace("{{tree-holes}}", &holes(TREE_HOLES))
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

fn characters() -> String {
    let mut rows = vec![
        row_of(
            "U+003C (<)",
            "a code point; its gloss is the character, or `NULL`, `tab`, `LF`, `VT`, `FF`, `CR` and `space`, and what is not ASCII has none",
        ),
        row_of(
            "U+0001 to U+0008",
            "every code point from the one to the other",
        ),
    ];
    for (class, name) in Class::ALL {
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
        rows.push(row_of(name, &format!("{}{more}", written.join(", "))));
    }
    rows.push(row_of("EOF", "the end of the input"));
    rows.push(row_of(
        "anything else",
        "everything that no earlier row matches, EOF included; the only matcher of its row",
    ));
    rows.push(row_of(
        "the additional allowed character",
        "in a procedure: the character that `set the additional allowed character to` has named",
    ));
    rows.push("| any other name | a class of the revision's own, in `[classes]` |".into());
    rows.join("\n")
}

fn row_of(written: &str, meaning: &str) -> String {
    format!("| {} | {} |", code(written), meaning.replace('|', "\\|"))
}

/// The sets of tokens that have a name.
fn tokens() -> String {
    let named = NAMED_TOKENS
        .iter()
        .map(|(_, name)| format!("- {}\n", code(name)));
    named.collect()
}

fn holes(holes: &[(&str, &str, Members)]) -> String {
    let all = holes.iter().map(|(hole, holds, members)| {
        let members: Vec<String> = members().iter().map(|member| code(member)).collect();
        match members.is_empty() {
            true => format!("| {} | {holds} |", code(&format!("{{{hole}}}"))),
            false => format!(
                "| {} | {} |",
                code(&format!("{{{hole}}}")),
                members.join(", ")
            ),
        }
    });
    all.collect::<Vec<_>>().join("\n")
}

/// The members of a hole that holds one of a few phrases.
type Members = fn() -> Vec<String>;

fn none() -> Vec<String> {
    Vec::new()
}

macro_rules! members {
    ($kind:ident) => {
        || {
            $kind::ALL
                .iter()
                .map(|(_, text)| (*text).to_owned())
                .collect()
        }
    };
}

/// Every hole of the forms, by its name.
const HOLES: &[(&str, &str, Members)] = &[
    (
        "state",
        "the name of a state, without the word \"state\"",
        none,
    ),
    ("code", "a code of `errors.toml`", none),
    ("char", Char::EXPECTS, none),
    ("set", Set::EXPECTS, none),
    ("text", Quoted::EXPECTS, none),
    ("number", Number::EXPECTS, none),
    ("numbers", Numbers::EXPECTS, none),
    ("list", "the name of a list in `[names]`", none),
    ("procedure", "the name of a procedure", none),
    ("field", Field::EXPECTS, members!(Field)),
    ("source", Source::EXPECTS, || {
        let phrases = Source::ALL.iter().map(|(_, phrase)| (*phrase).to_owned());
        phrases.chain([Char(0xFFFD).to_string()]).collect()
    }),
    ("kind", TokenKind::EXPECTS, members!(TokenKind)),
    ("token", Token::EXPECTS, members!(Token)),
    ("model", ContentModel::EXPECTS, members!(ContentModel)),
    ("models", Models::EXPECTS, none),
    ("setting", FlagSetting::EXPECTS, members!(FlagSetting)),
    ("is", Is::EXPECTS, members!(Is)),
    ("are", Are::EXPECTS, members!(Are)),
];

/// Every hole of the forms of tree construction; those that are not here are expressions.
const TREE_HOLES: &[(&str, &str, Members)] = &[
    ("node", Expression::EXPECTS, none),
    ("elements", Elements::EXPECTS, none),
    ("element", ElementType::EXPECTS, none),
    ("value", tree::grammar::Value::EXPECTS, none),
    ("variable", Variable::EXPECTS, none),
    (
        "label",
        "the name of a label of the same row or algorithm",
        none,
    ),
    (
        "mode",
        "an insertion mode in quotation marks; of the Document, `quirks` or `limited-quirks`",
        none,
    ),
    (
        "entry",
        "the tokens of a row in quotation marks, such as `\"anything else\"`; of a list, an expression",
        none,
    ),
    (
        "name",
        "a tag name in quotation marks, or an expression",
        none,
    ),
    (
        "attribute",
        "the name of an attribute in quotation marks",
        none,
    ),
    ("text", Quoted::EXPECTS, none),
    ("texts", Texts::EXPECTS, none),
    ("char", Char::EXPECTS, none),
    ("class", Class::EXPECTS, none),
    ("number", Count::EXPECTS, none),
    ("bound", Count::EXPECTS, none),
    (
        "code",
        "a code of `errors.toml`, or a name of `[tree-construction]` in `error-descriptions.toml`",
        none,
    ),
    (
        "state",
        "the name of a state of the tokenizer, without the word \"state\"",
        none,
    ),
    ("model", ContentModel::EXPECTS, members!(ContentModel)),
    ("scope", "the name of a list in `[scopes]`", none),
    ("set", "the name of a list in `[sets]`", none),
    ("list", "the name of a list in `[identifiers]`", none),
    ("table", "the name of a table in `[pairs]`", none),
    ("kind", TokenType::EXPECTS, members!(TokenType)),
    ("namespace", Namespace::EXPECTS, members!(Namespace)),
    ("is", Is::EXPECTS, members!(Is)),
    ("has", Has::EXPECTS, members!(Has)),
    ("was", Was::EXPECTS, members!(Was)),
    (
        "above, content, entry, location, new, old, other, owner, parent, position, token",
        "as `{node}`: an expression",
        none,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn unexplained(forms: &[Form], holes: &[(&str, &str, Members)]) -> Vec<String> {
        let names = |pattern: &'static str| pattern.split('{').skip(1);
        let used = forms.iter().flat_map(|form| names(form.pattern));
        let used = used.filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
        let known: Vec<&str> = holes
            .iter()
            .flat_map(|(name, ..)| name.split(", "))
            .collect();
        let unknown = used.filter(|name| !known.contains(name));
        unknown.map(str::to_owned).collect()
    }

    #[test]
    fn every_hole_of_a_form_is_explained() {
        for forms in [Step::FORMS, Condition::FORMS] {
            assert_eq!(unexplained(forms, HOLES), [""; 0]);
        }
        for forms in [TreeStep::FORMS, TreeCondition::FORMS, Expression::FORMS] {
            assert_eq!(unexplained(forms, TREE_HOLES), [""; 0]);
        }
    }

    #[test]
    fn the_guide_has_every_form_and_no_place_is_left_open() {
        let guide = table_language();
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
