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

/// `revision.toml`.
pub static REVISION: Table = Table {
    header: "revision.toml",
    what: "`revision.toml`",
    meaning: "The facts of a revision.",
    keys: &[
        required(
            "id",
            Value::Text,
            "the name of the revision and of its folder",
        ),
        required("title", Value::Text, "the title of the document"),
        required(
            "date",
            Value::Pattern("^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$"),
            "the date of the document, or its year; revisions are in this order",
        ),
        required("source", Value::Text, "the address of the document"),
        required("section", Value::Text, "the number of the section"),
        required(
            "numbered",
            Value::Flag,
            "whether each state has a number below the section's",
        ),
        required(
            "named-errors",
            Value::Flag,
            "whether parse errors have names",
        ),
        optional(
            "content-model-flag",
            Value::Flag,
            "whether there is a content model flag; `false` if omitted",
        ),
        optional(
            "escape-flag",
            Value::Flag,
            "whether there is an escape flag; `false` if omitted",
        ),
        optional(
            "hot-path",
            Value::Flag,
            "whether the generated code has the hot path, a loop over the most frequent rows; `true` if omitted. Without it the code is smaller and slower",
        ),
        required(
            "initial-state",
            Value::Text,
            "the state in which the machine starts",
        ),
        required(
            "entry-states",
            Value::Texts,
            "the other states that tree construction can switch to",
        ),
        required(
            "text-mode",
            Value::Tables(&TEXT_MODE),
            "the text modes to which tree construction can switch, and the start tags that cause it",
        ),
        required(
            "named-character-references",
            Value::Text,
            "the file in `spec/named-character-references`, without `.toml`",
        ),
        required(
            "numeric-replacements",
            Value::Text,
            "the file in `spec/numeric-replacements`, without `.toml`",
        ),
        optional(
            "notes",
            Value::Texts,
            "what a reader must know of the document",
        ),
        optional("classes", Value::Table(&CLASSES), "classes of characters"),
        optional("names", Value::Table(&NAMES), "lists of names"),
    ],
    names: None,
};

/// `[[text-mode]]`: the effect of a switch of tree construction.
pub static TEXT_MODE: Table = Table {
    header: "[[text-mode]]",
    what: "a text mode",
    meaning: "A text mode: what tree construction sets when it switches to the mode (`state`, or `content-model` if the revision has a content model flag), and the elements whose start tag switches to it. A switch to a mode without either changes nothing.",
    keys: &[
        required(
            "mode",
            Value::OneOf(&["data", "RCDATA", "RAWTEXT", "script data", "PLAINTEXT"]),
            "which mode it is",
        ),
        optional(
            "state",
            Value::Text,
            "the state that it switches to: the initial state or an entry state",
        ),
        optional(
            "content-model",
            Value::OneOf(&["PCDATA", "RCDATA", "CDATA", "PLAINTEXT"]),
            "the value that it sets the content model flag to",
        ),
        optional(
            "elements",
            Value::Texts,
            "the elements whose start tag switches to it, in lower case",
        ),
        optional(
            "elements-if-scripting",
            Value::Texts,
            "the elements whose start tag switches to it only where scripts run",
        ),
    ],
    names: None,
};

/// `[classes]`: sets of characters, by name.
pub static CLASSES: Table = Table {
    header: "[classes]",
    what: "`[classes]`",
    meaning: "Classes of characters that this revision defines, by name.",
    keys: &[],
    names: Some(required(
        "a class",
        Value::MatcherList,
        "the members; rows and conditions use the class by its name",
    )),
};

/// `[names]`: lists of names, such as the void elements.
pub static NAMES: Table = Table {
    header: "[names]",
    what: "`[names]`",
    meaning: "Lists of names for conditions.",
    keys: &[],
    names: Some(required(
        "a list",
        Value::Texts,
        "the members: under `\"void element\"`, what `is a void element` asks for",
    )),
};

/// `errors.toml`.
pub static ERRORS: Table = Table {
    header: "errors.toml",
    what: "`errors.toml`",
    meaning: "The names of the parse errors. Only revisions whose errors have names have this file.",
    keys: &[required(
        "error",
        Value::Tables(&ERROR),
        "the errors, in the order of the document",
    )],
    names: None,
};

/// `[[error]]`: the name of a parse error.
pub static ERROR: Table = Table {
    header: "[[error]]",
    what: "an error code",
    meaning: "A parse error.",
    keys: &[
        required("code", Value::Text, "its name"),
        optional(
            "by",
            Value::Text,
            "who reports it, where it is not a step of these tables",
        ),
    ],
    names: None,
};

/// A file of states and definitions: `02-tags.toml`.
pub static TABLE_FILE: Table = Table {
    header: "NN-*.toml",
    what: "a table file",
    meaning: "Every table file may contain any of these. Files are read in the order of their names, and states are in the order of the document.",
    keys: &[
        optional(
            "input-stream",
            Value::Table(&INPUT_STREAM),
            "the preprocessing of the input stream; once in a revision, in `00-definitions.toml`",
        ),
        optional(
            "rule",
            Value::Tables(&RULE),
            "rules that apply to steps anywhere",
        ),
        optional(
            "definition",
            Value::Tables(&DEFINITION),
            "phrases that the section defines",
        ),
        optional("state", Value::Tables(&STATE), "states"),
        optional(
            "procedure",
            Value::Tables(&PROCEDURE),
            "procedures that states attempt",
        ),
    ],
    names: None,
};

/// `[input-stream]`: the preprocessing of characters.
pub static INPUT_STREAM: Table = Table {
    header: "[input-stream]",
    what: "`[input-stream]`",
    meaning: "The preprocessing of each character before a state reads it. The first row that matches applies; a character that no row matches is unchanged.",
    keys: &[
        required(
            "newlines",
            Value::OneOf(&["normalize"]),
            "CR LF and CR become LF, before the rows",
        ),
        optional(
            "row",
            Value::Tables(&ROW),
            "rows with `on` and `do`, whose steps are errors and `replace the character with`",
        ),
    ],
    names: None,
};

/// `[[rule]]`: steps that run before an event in any state.
pub static RULE: Table = Table {
    header: "[[rule]]",
    what: "a rule",
    meaning: "A statement of the section about steps anywhere.",
    keys: &[
        required(
            "on",
            Value::Pattern("^(leaving the .+ state|emitting (an end|a start) tag token)$"),
            "the occasion: `leaving the X state`, `emitting an end tag token` or `emitting a start tag token`",
        ),
        required("do", Value::Body, "the steps"),
    ],
    names: None,
};

/// `[[definition]]`: a sentence that abbreviates others.
pub static DEFINITION: Table = Table {
    header: "[[definition]]",
    what: "a definition",
    meaning: "A sentence that abbreviates others: a step with `do`, or a condition with `means` or `means-any`. It adds to the forms of this language, for one revision.",
    keys: &[
        optional(
            "condition",
            Value::Text,
            "the sentence of a condition; `is not` for `is`, or `was not` for `was`, negates it",
        ),
        optional(
            "means",
            Value::Conditions,
            "its conditions, joined by ` and `",
        ),
        optional(
            "means-any",
            Value::ConditionList,
            "the same, several times: any of them",
        ),
        optional("step", Value::Text, "the sentence of a step"),
        optional("do", Value::Body, "its steps"),
    ],
    names: None,
};

/// `[[state]]`: a state with its rows.
pub static STATE: Table = Table {
    header: "[[state]]",
    what: "a state",
    meaning: "A state. It has rows, or steps, or both.",
    keys: BLOCK,
    names: None,
};

/// `[[procedure]]`: rows that steps of states call.
pub static PROCEDURE: Table = Table {
    header: "[[procedure]]",
    what: "a procedure",
    meaning: "An algorithm that states attempt. Its rows look ahead, and every path ends in a `return`.",
    keys: BLOCK,
    names: None,
};

const BLOCK: &[Key] = &[
    required(
        "name",
        Value::Text,
        "the document's name, without the word \"state\"",
    ),
    optional(
        "was",
        Value::Text,
        "the name that an older revision has for it",
    ),
    optional("note", Value::Text, "a remark for readers"),
    optional(
        "do",
        Value::Body,
        "steps on entry, before a character is consumed; the whole state where there are no rows",
    ),
    optional("row", Value::Tables(&ROW), "the rows, tried in order"),
];

/// `[[state.row]]`, `[[procedure.row]]` and `[[input-stream.row]]`.
pub static ROW: Table = Table {
    header: "[[state.row]]",
    what: "a row",
    meaning: "A row: what it matches (one of `on`, `peek` and `next`), and its steps. `[[procedure.row]]` and `[[input-stream.row]]` have the same keys.",
    keys: &[
        optional(
            "on",
            Value::Matchers,
            "matches the next input character, which is consumed first",
        ),
        optional(
            "peek",
            Value::Matchers,
            "matches the next input character, and consumes nothing",
        ),
        optional(
            "next",
            Value::Text,
            "matches these characters ahead, and consumes nothing",
        ),
        optional(
            "case",
            Value::OneOf(&["insensitive"]),
            "with `next`: ASCII case does not count; left out, it does",
        ),
        optional(
            "except",
            Value::Matchers,
            "with `on`: what the row does not take after all",
        ),
        optional(
            "when",
            Value::Conditions,
            "the row counts only where these hold",
        ),
        optional(
            "when-any",
            Value::ConditionList,
            "the same, several times: where any of them holds",
        ),
        required("do", Value::Body, "the steps"),
        optional("note", Value::Text, "a remark for readers"),
    ],
    names: None,
};

/// A clause of a `do`.
pub static CLAUSE: Table = Table {
    header: "{ if = … }",
    what: "a clause with `if`",
    meaning: "A clause of a `do` that depends on conditions: those of `if`, or of `if-any`.",
    keys: &[
        optional("if", Value::Conditions, "the conditions, joined by ` and `"),
        optional(
            "if-any",
            Value::ConditionList,
            "the same, several times: any of them",
        ),
        required("then", Value::Body, "the steps if they hold"),
        optional("else", Value::Body, "the steps if they do not"),
    ],
    names: None,
};

/// A file in `spec/named-character-references`.
pub static REFERENCES_FILE: Table = Table {
    header: "named-character-references/*.toml",
    what: "a table of named character references",
    meaning: "Named character references, shared by the revisions that name the file.",
    keys: &[required(
        "references",
        Value::Table(&REFERENCES),
        "the references",
    )],
    names: None,
};

/// `[references]`: the characters of each name.
pub static REFERENCES: Table = Table {
    header: "[references]",
    what: "`[references]`",
    meaning: "The names, without U+0026 (&), each with its `;` or without.",
    keys: &[],
    names: Some(required(
        "a name",
        Value::Pattern("^U\\+[0-9A-F]{4,6}( U\\+[0-9A-F]{4,6})*$"),
        "the code point that it refers to, or several separated by spaces",
    )),
};

/// A file in `spec/numeric-replacements`.
pub static REPLACEMENTS_FILE: Table = Table {
    header: "numeric-replacements/*.toml",
    what: "a table of numeric replacements",
    meaning: "Replacements of numeric character references, shared by the revisions that name the file.",
    keys: &[required(
        "replacements",
        Value::Table(&REPLACEMENTS),
        "the replacements",
    )],
    names: None,
};

/// `[replacements]`: the code point of each replaced number.
pub static REPLACEMENTS: Table = Table {
    header: "[replacements]",
    what: "`[replacements]`",
    meaning: "The numbers that refer to another code point than the one with that number.",
    keys: &[],
    names: Some(required(
        "a number, such as `0x80`",
        Value::Pattern("^U\\+[0-9A-F]{4,6}$"),
        "the code point that replaces it",
    )),
};

/// A file of descriptions of parse errors.
pub static DESCRIPTIONS_FILE: Table = Table {
    header: "error-descriptions.toml",
    what: "the table of descriptions",
    meaning: "Descriptions of parse errors, shared by all revisions.",
    keys: &[
        required(
            "descriptions",
            Value::Table(&DESCRIPTIONS),
            "of the errors that the standard names",
        ),
        optional(
            "tree-construction",
            Value::Table(&TREE_DESCRIPTIONS),
            "of the errors of tree construction that it does not name",
        ),
    ],
    names: None,
};

/// `[tree-construction]`: what each parse error of tree construction means.
pub static TREE_DESCRIPTIONS: Table = Table {
    header: "[tree-construction]",
    what: "`[tree-construction]`",
    meaning: "The names of the parse errors of tree construction, which the standard does not have, and what each means.",
    keys: &[],
    names: Some(required(
        "the name of an error",
        Value::Text,
        "what the input has, and what follows from it",
    )),
};

/// `[descriptions]`: what each parse error means.
pub static DESCRIPTIONS: Table = Table {
    header: "[descriptions]",
    what: "`[descriptions]`",
    meaning: "What each parse error means, in a sentence without a full stop.",
    keys: &[],
    names: Some(required(
        "an error code",
        Value::Text,
        "what the input has, and what follows from it",
    )),
};

/// Every kind of table, in the order of the guide.
pub static TABLES: [&Table; 19] = [
    &REVISION,
    &TEXT_MODE,
    &CLASSES,
    &NAMES,
    &ERRORS,
    &ERROR,
    &TABLE_FILE,
    &INPUT_STREAM,
    &RULE,
    &DEFINITION,
    &STATE,
    &PROCEDURE,
    &ROW,
    &CLAUSE,
    &REFERENCES,
    &REPLACEMENTS,
    &DESCRIPTIONS_FILE,
    &DESCRIPTIONS,
    &TREE_DESCRIPTIONS,
];
