//! The keys of the files of tree construction.
//!
//! They are data, as those of the tokenizer's files are, so that messages, schemas and the reference page agree with the
//! loader.

use crate::language::{Key, Table, Value, optional, required};

const fn table(
    header: &'static str,
    what: &'static str,
    meaning: &'static str,
    keys: &'static [Key],
) -> Table {
    Table {
        header,
        what,
        meaning,
        keys,
        names: None,
    }
}

const fn named(
    header: &'static str,
    what: &'static str,
    meaning: &'static str,
    names: Key,
) -> Table {
    Table {
        header,
        what,
        meaning,
        keys: &[],
        names: Some(names),
    }
}

/// Every kind of table, in the order of the reference page.
pub static TABLES: [&Table; 17] = [
    &FILE,
    &SECTION,
    &INITIAL,
    &OUTSIDE,
    &SETS,
    &SCOPES,
    &IDENTIFIERS,
    &PAIRS,
    &PAIR,
    &FOREIGN_ATTRIBUTE,
    &DEFINITION,
    &ALGORITHM,
    &MODE,
    &FOREIGN_CONTENT,
    &ROW,
    &TOKENS,
    &CLAUSE,
];

/// A file of tree construction.
pub static FILE: Table = table(
    "tree-construction/*.toml",
    "a file of tree construction",
    "A part of the section, in its order.",
    &[
        optional(
            "section",
            Value::Tables(&SECTION),
            "a section of the document: what follows it, up to the next one, is there",
        ),
        optional("initial", Value::Table(&INITIAL), "where a parser starts"),
        optional(
            "question",
            Value::Tables(&OUTSIDE),
            "questions that the document answers",
        ),
        optional(
            "output",
            Value::Tables(&OUTSIDE),
            "outputs that the document gets, besides nodes",
        ),
        optional("sets", Value::Table(&SETS), "sets of elements, by name"),
        optional(
            "scopes",
            Value::Table(&SCOPES),
            "the elements at which each scope ends",
        ),
        optional(
            "identifiers",
            Value::Table(&IDENTIFIERS),
            "lists of identifiers of DOCTYPEs",
        ),
        optional(
            "pairs",
            Value::Table(&PAIRS),
            "tables of names and what they become",
        ),
        optional(
            "foreign-attribute",
            Value::Tables(&FOREIGN_ATTRIBUTE),
            "attributes that get a namespace in foreign content",
        ),
        optional(
            "definition",
            Value::Tables(&DEFINITION),
            "conditions that the section defines",
        ),
        optional("algorithm", Value::Tables(&ALGORITHM), "steps with a name"),
        optional("mode", Value::Tables(&MODE), "the insertion modes"),
        optional(
            "foreign-content",
            Value::Table(&FOREIGN_CONTENT),
            "the rules for parsing tokens in foreign content",
        ),
    ],
);

/// `[[section]]`
pub static SECTION: Table = table(
    "[[section]]",
    "a section",
    "The start of a section of the document.",
    &[
        required(
            "number",
            Value::Pattern("^[0-9]+(\\.[0-9]+)*$"),
            "its number; numbers ascend",
        ),
        required("title", Value::Text, "its title"),
    ],
);

/// `[initial]`
pub static INITIAL: Table = table(
    "[initial]",
    "`[initial]`",
    "Where a parser starts.",
    &[required(
        "insertion-mode",
        Value::Text,
        "the insertion mode",
    )],
);

/// `[[question]]` and `[[output]]`
pub static OUTSIDE: Table = table(
    "[[question]]",
    "a question or output",
    "What belongs to the document and not to the parser.",
    &[
        required(
            "name",
            Value::Text,
            "the sentence; words in braces are its parameters",
        ),
        required("meaning", Value::Text, "what it means for the document"),
    ],
);

/// `[sets]`
pub static SETS: Table = named(
    "[sets]",
    "`[sets]`",
    "Sets of elements, such as the special category.",
    required(
        "a set",
        Value::Texts,
        "its elements: `p`, `MathML mi`, `SVG title`",
    ),
);

/// `[scopes]`
pub static SCOPES: Table = named(
    "[scopes]",
    "`[scopes]`",
    "The elements at which each scope ends.",
    required(
        "a scope",
        Value::Texts,
        "its elements: `table`, `MathML mi`, `SVG title`",
    ),
);

/// `[identifiers]`
pub static IDENTIFIERS: Table = named(
    "[identifiers]",
    "`[identifiers]`",
    "Lists of public and system identifiers.",
    required(
        "a list",
        Value::Texts,
        "its identifiers; ASCII case is ignored",
    ),
);

/// `[pairs]`
pub static PAIRS: Table = named(
    "[pairs]",
    "`[pairs]`",
    "Tables of names and what they become.",
    required("a table", Value::Table(&PAIR), "its names"),
);

/// A table of `[pairs]`
pub static PAIR: Table = named(
    "[pairs.\"a table\"]",
    "a table of pairs",
    "Names and what they become.",
    required("a name", Value::Text, "what it becomes"),
);

/// `[[foreign-attribute]]`
pub static FOREIGN_ATTRIBUTE: Table = table(
    "[[foreign-attribute]]",
    "a foreign attribute",
    "An attribute that gets a namespace in foreign content.",
    &[
        required("name", Value::Text, "its name on the token"),
        optional("prefix", Value::Text, "its prefix"),
        required("local-name", Value::Text, "its local name"),
        required(
            "namespace",
            Value::OneOf(&["XLink", "XML", "XMLNS"]),
            "its namespace",
        ),
    ],
);

/// `[[definition]]`
pub static DEFINITION: Table = table(
    "[[definition]]",
    "a definition",
    "A condition that the section defines by others.",
    &[
        required(
            "condition",
            Value::Text,
            "the sentence; words in braces are its parameters",
        ),
        optional(
            "means",
            Value::Conditions,
            "the conditions that it abbreviates",
        ),
        optional(
            "means-any",
            Value::ConditionList,
            "the conditions of which one has to hold",
        ),
    ],
);

/// `[[algorithm]]`
pub static ALGORITHM: Table = table(
    "[[algorithm]]",
    "an algorithm",
    "Steps with a name, which rows and other algorithms call.",
    &[
        required(
            "name",
            Value::Text,
            "the sentence that calls it; words in braces are its parameters",
        ),
        required("do", Value::Body, "the steps"),
    ],
);

/// `[[mode]]`
pub static MODE: Table = table(
    "[[mode]]",
    "an insertion mode",
    "An insertion mode: the rows for its tokens.",
    &[
        required("name", Value::Text, "its name"),
        optional("never", Value::Texts, "kinds of tokens that never come"),
        required(
            "row",
            Value::Tables(&ROW),
            "its rows; the first that matches runs",
        ),
    ],
);

/// `[foreign-content]`
pub static FOREIGN_CONTENT: Table = table(
    "[foreign-content]",
    "the foreign content",
    "The rules for parsing tokens in foreign content.",
    &[
        optional("never", Value::Texts, "kinds of tokens that never come"),
        required(
            "row",
            Value::Tables(&ROW),
            "its rows; the first that matches runs",
        ),
    ],
);

/// `[[mode.row]]`
pub static ROW: Table = table(
    "[[mode.row]]",
    "a row",
    "The tokens that it matches, and what the parser does.",
    &[
        required("on", Value::Tokens(&TOKENS), "the tokens that it matches"),
        required("do", Value::Body, "the steps"),
        optional("note", Value::Text, "a remark for readers"),
    ],
);

/// An inline table of `on`
pub static TOKENS: Table = table(
    "{ start-tag = [\"p\"] }",
    "tokens",
    "Tokens by their names, or under a condition.",
    &[
        optional(
            "token",
            Value::Text,
            "tokens that have a name, such as `a character token`",
        ),
        optional("start-tag", Value::Elements, "the names of start tags"),
        optional("end-tag", Value::Elements, "the names of end tags"),
        optional(
            "when",
            Value::Conditions,
            "a condition that has to hold as well",
        ),
    ],
);

/// An inline table of `do`
pub static CLAUSE: Table = table(
    "{ if = \"…\" }",
    "a clause",
    "A branch, a loop or a label.",
    &[
        optional(
            "if",
            Value::Conditions,
            "one or more conditions joined by ` and `",
        ),
        optional(
            "if-any",
            Value::ConditionList,
            "conditions of which one has to hold",
        ),
        optional("then", Value::Body, "the steps if they hold"),
        optional("else", Value::Body, "the steps otherwise"),
        optional("while", Value::Conditions, "the condition of a loop"),
        optional("do", Value::Body, "the steps of a turn"),
        optional(
            "label",
            Value::Text,
            "the name of a step to which others jump",
        ),
    ],
);
