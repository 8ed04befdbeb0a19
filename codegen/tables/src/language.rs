//! The keys of the table files, for the loader, the schema and the guide.
//!
//! Three programs describe one language: the loader refuses what is not in it, the schema lets editors complete it,
//! and the guide explains it. The keys are data, so the three cannot disagree, and a key without a description does
//! not compile. Rust types with `serde` would be shorter, but have one error for a file and no word on what a key
//! means.

/// A kind of TOML table.
#[derive(Debug)]
pub struct Table {
    /// Its header in a file: `[[state.row]]`.
    pub header: &'static str,
    /// Its name in messages: `a row`.
    pub what: &'static str,
    /// Its description, in a sentence or two.
    pub meaning: &'static str,
    /// Its keys, in the order in which they are written.
    pub keys: &'static [Key],
    /// The meaning of other keys, if keys are names that the author chooses.
    pub names: Option<Key>,
}

/// A key of a table.
#[derive(Debug)]
pub struct Key {
    /// The key; for keys that the author chooses, what they name.
    pub name: &'static str,
    /// The kind of its value.
    pub value: Value,
    /// Whether a table without the key is an error.
    pub required: bool,
    /// Its description.
    pub meaning: &'static str,
}

/// The kind of a value.
#[derive(Debug)]
pub enum Value {
    /// Any string.
    Text,
    /// A string that the pattern, a regular expression, matches.
    Pattern(&'static str),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A list of strings.
    Texts,
    /// A list of names of elements.
    Elements,
    /// Characters, classes and EOF: one string, or a list.
    Matchers,
    /// A list of characters, classes and EOF.
    MatcherList,
    /// One or more conditions joined by ` and `.
    Conditions,
    /// A list of such strings.
    ConditionList,
    /// Tokens: a name, a table, or a list of them.
    Tokens(&'static Table),
    /// A list of steps and of clauses.
    Body,
    /// One table, inline or under a header.
    Table(&'static Table),
    /// An array of tables.
    Tables(&'static Table),
}

pub(crate) const fn required(name: &'static str, value: Value, meaning: &'static str) -> Key {
    Key {
        name,
        value,
        required: true,
        meaning,
    }
}

pub(crate) const fn optional(name: &'static str, value: Value, meaning: &'static str) -> Key {
    Key {
        name,
        value,
        required: false,
        meaning,
    }
}

/// Defines tables: the header, the name in messages and the meaning of each, then its keys or those of another table, or under
/// `names` what keys mean that the author chooses. `list` is the static that has all of them, in this order.
macro_rules! tables {
    (list $all:ident; $($id:ident $header:literal, $what:literal: $meaning:literal $keys:tt)*) => {
        $(
            #[doc = $meaning]
            pub static $id: $crate::language::Table = $crate::language::Table {
                header: $header,
                what: $what,
                meaning: $meaning,
                keys: tables!(@keys $keys),
                names: tables!(@names $keys),
            };
        )*

        /// Every kind of table, in the order of the guide.
        pub static $all: &[&$crate::language::Table] = &[$(&$id),*];
    };
    (@keys (as $same:ident)) => { $same.keys };
    (@keys {names $($key:tt)*}) => { &[] };
    (@keys {$($kind:ident $name:literal: $value:ident $(($of:expr))?, $says:literal;)*}) => {
        &[$($crate::language::$kind($name, $crate::language::Value::$value $(($of))?, $says)),*]
    };
    (@names {names $name:literal: $value:ident $(($of:expr))?, $says:literal;}) => {
        Some($crate::language::required($name, $crate::language::Value::$value $(($of))?, $says))
    };
    (@names $keys:tt) => { None };
}
pub(crate) use tables;

tables! {
    list TABLES;

    REVISION "revision.toml", "`revision.toml`": "The facts of a revision." {
        required "id": Text, "the name of the revision and of its folder";
        required "title": Text, "the title of the document";
        required "date": Pattern("^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$"), "the date of the document, or its year; revisions are in this order";
        optional "edits": Text,
            "the revision that this one, a draft, edits: files that it has none of are those of that revision's folder. A draft is for changes of the document with which it was not compared yet, and is never the newest revision";
        required "source": Text, "the address of the document";
        required "section": Text, "the number of the section";
        required "numbered": Flag, "whether each state has a number below the section's";
        required "named-errors": Flag, "whether parse errors have names";
        optional "content-model-flag": Flag, "whether there is a content model flag; `false` if omitted";
        optional "escape-flag": Flag, "whether there is an escape flag; `false` if omitted";
        optional "hot-path": Flag,
            "whether the generated code has the hot path, a loop over the most frequent rows; `true` if omitted. Without it the code is smaller and slower";
        required "initial-state": Text, "the state in which the machine starts";
        required "entry-states": Texts, "the other states that tree construction can switch to";
        required "text-mode": Tables(&TEXT_MODE), "the text modes to which tree construction can switch, and the start tags that cause it";
        required "named-character-references": Text, "the file in `spec/named-character-references`, without `.toml`";
        required "numeric-replacements": Text, "the file in `spec/numeric-replacements`, without `.toml`";
        optional "notes": Texts, "what a reader must know of the document";
        optional "classes": Table(&CLASSES), "classes of characters";
        optional "names": Table(&NAMES), "lists of names";
    }

    TEXT_MODE "[[text-mode]]", "a text mode":
        "A text mode: what tree construction sets when it switches to the mode (`state`, or `content-model` if the revision has a content model flag), and the elements whose start tag switches to it. A switch to a mode without either changes nothing." {
        required "mode": OneOf(&["data", "RCDATA", "RAWTEXT", "script data", "PLAINTEXT"]), "which mode it is";
        optional "state": Text, "the state that it switches to: the initial state or an entry state";
        optional "content-model": OneOf(&["PCDATA", "RCDATA", "CDATA", "PLAINTEXT"]), "the value that it sets the content model flag to";
        optional "elements": Texts, "the elements whose start tag switches to it, in lower case";
        optional "elements-if-scripting": Texts, "the elements whose start tag switches to it only where scripts run";
    }

    CLASSES "[classes]", "`[classes]`": "Classes of characters that this revision defines, by name." {
        names "a class": MatcherList, "the members; rows and conditions use the class by its name";
    }

    NAMES "[names]", "`[names]`": "Lists of names for conditions." {
        names "a list": Texts, "the members: under `\"void element\"`, what `is a void element` asks for";
    }

    ERRORS "errors.toml", "`errors.toml`":
        "The names of the parse errors. Only revisions whose errors have names have this file." {
        required "error": Tables(&ERROR), "the errors, in the order of the document";
    }

    ERROR "[[error]]", "an error code": "A parse error." {
        required "code": Text, "its name";
        optional "by": Text, "who reports it, where it is not a step of these tables";
    }

    TABLE_FILE "NN-*.toml", "a table file":
        "Every table file may contain any of these. Files are read in the order of their names, and states are in the order of the document." {
        optional "input-stream": Table(&INPUT_STREAM),
            "the preprocessing of the input stream; once in a revision, in `00-definitions.toml`";
        optional "rule": Tables(&RULE), "rules that apply to steps anywhere";
        optional "definition": Tables(&DEFINITION), "phrases that the section defines";
        optional "state": Tables(&STATE), "states";
        optional "procedure": Tables(&PROCEDURE), "procedures that states attempt";
    }

    INPUT_STREAM "[input-stream]", "`[input-stream]`":
        "The preprocessing of each character before a state reads it. The first row that matches applies; a character that no row matches is unchanged." {
        required "newlines": OneOf(&["normalize"]), "CR LF and CR become LF, before the rows";
        optional "row": Tables(&ROW), "rows with `on` and `do`, whose steps are errors and `replace the character with`";
    }

    RULE "[[rule]]", "a rule": "A statement of the section about steps anywhere." {
        required "on": Pattern("^(leaving the .+ state|emitting (an end|a start) tag token)$"),
            "the occasion: `leaving the X state`, `emitting an end tag token` or `emitting a start tag token`";
        required "do": Body, "the steps";
    }

    DEFINITION "[[definition]]", "a definition":
        "A sentence that abbreviates others: a step with `do`, or a condition with `means` or `means-any`. It adds to the forms of this language, for one revision." {
        optional "condition": Text, "the sentence of a condition; `is not` for `is`, or `was not` for `was`, negates it";
        optional "means": Conditions, "its conditions, joined by ` and `";
        optional "means-any": ConditionList, "the same, several times: any of them";
        optional "step": Text, "the sentence of a step";
        optional "do": Body, "its steps";
    }

    STATE "[[state]]", "a state": "A state. It has rows, or steps, or both." {
        required "name": Text, "the document's name, without the word \"state\"";
        optional "was": Text, "the name that an older revision has for it";
        optional "note": Text, "a remark for readers";
        optional "do": Body, "steps on entry, before a character is consumed; the whole state where there are no rows";
        optional "row": Tables(&ROW), "the rows, tried in order";
    }

    PROCEDURE "[[procedure]]", "a procedure":
        "An algorithm that states attempt. Its rows look ahead, and every path ends in a `return`." (as STATE)

    ROW "[[state.row]]", "a row":
        "A row: what it matches (one of `on`, `peek` and `next`), and its steps. `[[procedure.row]]` and `[[input-stream.row]]` have the same keys." {
        optional "on": Matchers, "matches the next input character, which is consumed first";
        optional "peek": Matchers, "matches the next input character, and consumes nothing";
        optional "next": Text, "matches these characters ahead, and consumes nothing";
        optional "case": OneOf(&["insensitive"]), "with `next`: ASCII case does not count; left out, it does";
        optional "except": Matchers, "with `on`: what the row does not take after all";
        optional "when": Conditions, "the row counts only where these hold";
        optional "when-any": ConditionList, "the same, several times: where any of them holds";
        required "do": Body, "the steps";
        optional "note": Text, "a remark for readers";
    }

    CLAUSE "{ if = … }", "a clause with `if`":
        "A clause of a `do` that depends on conditions: those of `if`, or of `if-any`." {
        optional "if": Conditions, "the conditions, joined by ` and `";
        optional "if-any": ConditionList, "the same, several times: any of them";
        required "then": Body, "the steps if they hold";
        optional "else": Body, "the steps if they do not";
    }

    REFERENCES_FILE "named-character-references/*.toml", "a table of named character references":
        "Named character references, shared by the revisions that name the file." {
        required "references": Table(&REFERENCES), "the references";
    }

    REFERENCES "[references]", "`[references]`": "The names, without U+0026 (&), each with its `;` or without." {
        names "a name": Pattern("^U\\+[0-9A-F]{4,6}( U\\+[0-9A-F]{4,6})*$"), "the code point that it refers to, or several separated by spaces";
    }

    REPLACEMENTS_FILE "numeric-replacements/*.toml", "a table of numeric replacements":
        "Replacements of numeric character references, shared by the revisions that name the file." {
        required "replacements": Table(&REPLACEMENTS), "the replacements";
    }

    REPLACEMENTS "[replacements]", "`[replacements]`":
        "The numbers that refer to another code point than the one with that number." {
        names "a number, such as `0x80`": Pattern("^U\\+[0-9A-F]{4,6}$"), "the code point that replaces it";
    }

    DESCRIPTIONS_FILE "error-descriptions.toml", "the table of descriptions":
        "Descriptions of parse errors, shared by all revisions." {
        required "descriptions": Table(&DESCRIPTIONS), "of the errors that the standard names";
        optional "tree-construction": Table(&TREE_DESCRIPTIONS), "of the errors of tree construction that it does not name";
    }

    DESCRIPTIONS "[descriptions]", "`[descriptions]`":
        "What each parse error means, in a sentence without a full stop." {
        names "an error code": Text, "what the input has, and what follows from it";
    }

    TREE_DESCRIPTIONS "[tree-construction]", "`[tree-construction]`":
        "The names of the parse errors of tree construction, which the standard does not have, and what each means." {
        names "the name of an error": Text, "what the input has, and what follows from it";
    }
}
