//! The format: one JSON object, whose members these types describe.
//!
//! Programs in other languages interpret it, so the types are the format's and not the compiler's: a change of the IR
//! changes nothing here. The JSON schema and the documentation are made from these types and their comments.
//! Operations are a closed list that an interpreter can implement in a page; sentences of the tables are there too,
//! but only to be shown.

mod forms;
pub mod tree;

use forms::forms;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the format. It increases if a member is removed, or if its meaning changes.
pub const VERSION: u32 = 1;

/// The first and the last code point of a range.
pub type Range = [u32; 2];

/// The tokenizer of one revision of the HTML Standard, and its tree construction.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    /// The version of the format: 1.
    pub version: u32,
    /// The revision.
    pub revision: Revision,
    /// The id of the state to start in.
    pub initial_state: String,
    /// The ids of the states to which tree construction can switch.
    pub entry_states: Vec<String>,
    /// The text modes, and the start tags after which tree construction switches to them.
    pub text_modes: Vec<TextMode>,
    /// Whether there is a content model flag. It is PCDATA at first.
    pub content_model_flag: bool,
    /// What happens to each character before the machine reads it.
    pub input_stream: InputStream,
    /// The codes of parse errors.
    pub errors: Vec<ErrorCode>,
    /// The classes of characters that headings name.
    pub classes: Vec<Class>,
    /// Lists of names, such as the void elements.
    pub names: Vec<Names>,
    /// The states in the order of the document, then the procedures, then parts of states.
    pub states: Vec<State>,
    /// The named character references, with their `;` if they have one, and their code points.
    pub named_references: BTreeMap<String, Vec<u32>>,
    /// The numbers that are replaced in numeric character references, and the code points that replace them.
    pub numeric_replacements: Vec<[u32; 2]>,
    /// Tree construction; `null` if the revision has no tables of it.
    pub tree_construction: Option<tree::TreeConstruction>,
}

/// A revision of the HTML Standard.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Revision {
    /// Its identifier, such as `whatwg-2026-07-19`.
    pub id: String,
    /// The title of the document.
    pub title: String,
    /// The date of the document, such as `2026-07-19`, or its year.
    pub date: String,
    /// Whether its tables are edits that were not compared with the document: then it is not the newest revision.
    pub draft: bool,
    /// The address of the document.
    pub source: String,
    /// The number of the section.
    pub section: String,
    /// Notes about the document.
    pub notes: Vec<String>,
}

/// A text mode.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextMode {
    /// Its name, which all revisions share.
    pub mode: String,
    /// The id of the state that a switch sets; none if it sets the content model flag.
    pub state: Option<String>,
    /// The content model flag that a switch sets.
    pub content_model: Option<String>,
    /// The elements whose start tag switches to the mode.
    pub elements: Vec<String>,
    /// The elements whose start tag switches to the mode if scripting is enabled.
    pub elements_if_scripting: Vec<String>,
}

/// The preprocessing of the input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputStream {
    /// Whether CR LF and CR become LF.
    pub normalize_newlines: bool,
    /// The characters that are errors or are replaced. A character with both is in two rows.
    pub rows: Vec<InputRow>,
}

/// Characters of the input that are errors or are replaced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InputRow {
    /// The characters, before any is replaced.
    pub on: Vec<Range>,
    /// The error at each of these characters, reported before the machine reads the character.
    pub error: Option<String>,
    /// The character that replaces them.
    pub replacement: Option<u32>,
}

/// A parse error.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ErrorCode {
    /// Its code, such as `eof-in-tag`; `parse-error` is the only one of the states of a revision whose errors have no names.
    pub code: String,
    /// Who reports it, if not the states: `tree construction` or `input stream`.
    pub by: Option<String>,
    /// What it means, in a sentence without a full stop; `null` if no table describes it.
    pub description: Option<String>,
}

/// A class of characters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Class {
    /// Its name in headings.
    pub name: String,
    /// Its members.
    pub on: Vec<Range>,
}

/// A list of names.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Names {
    /// The name of the list.
    pub name: String,
    /// Its members.
    pub members: Vec<String>,
}

/// What an entry of `states` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A state of the document.
    State,
    /// A procedure of the document, which states call.
    Procedure,
    /// A part of a state that consumes in bulk.
    Part,
}

/// A state. Its operations run, then it consumes a character and runs a row; unless that switches, the state runs again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The unique name by which operations refer to it.
    pub id: String,
    /// The name in the document, without the word "state".
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The number of its section.
    pub section: Option<String>,
    /// The address of its section, or of the document.
    pub link: String,
    /// The file of the tables, which groups related states.
    pub file: String,
    /// Its name in the revision before, if that differs.
    pub was: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// The operations before a character is consumed. If they switch, no row runs.
    pub operations: Vec<Operation>,
    /// The operations before a character is consumed, in the words of the document.
    pub text: Vec<Line>,
    /// Whether the state consumes no character to choose a row. Rows then look at the next characters.
    pub looks_ahead: bool,
    /// The rows. The first runs whose matcher matches and whose guard holds. If there are rows and none does, the character
    /// is ignored; at EOF, an end-of-file token is emitted.
    pub rows: Vec<Row>,
}

/// A row of a state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// Its place among the rows of the document, from 0. Rows with the same number are one row that treats EOF apart. None
    /// if the document has steps that consume in bulk in place of rows.
    pub number: Option<usize>,
    /// Its matcher in the words of the tables.
    pub heading: String,
    /// Its guard in the words of the tables; alternatives are separate.
    pub when: Vec<String>,
    /// The characters that it matches, without those of earlier rows without a guard; empty if the state looks ahead.
    pub on: Vec<Range>,
    /// Whether it matches EOF.
    pub eof: bool,
    /// The condition on the next characters, if the state looks ahead; none if the row matches everything.
    pub ahead: Option<Test>,
    /// The guard.
    pub guard: Option<Test>,
    /// Its operations.
    pub operations: Vec<Operation>,
    /// Its operations in the words of the document; of a definition, its name.
    pub text: Vec<Line>,
    /// A remark.
    pub note: Option<String>,
}

/// A sentence.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Line {
    /// The nesting depth below an "if".
    pub depth: usize,
    /// The sentence.
    pub text: String,
}

/// The current input character, or the next input character.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// The current input character. At EOF, the end of the input.
    Current,
    /// The next input character.
    Next,
}

/// A string that operations write.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The temporary buffer.
    TemporaryBuffer,
    /// The name of the current tag token.
    TagName,
    /// The name of the current attribute.
    AttributeName,
    /// The value of the current attribute.
    AttributeValue,
    /// The data of the current comment token.
    CommentData,
    /// The name of the current DOCTYPE token. It is missing until it is written.
    DoctypeName,
    /// The public identifier of the current DOCTYPE token. It is missing until it is written.
    PublicIdentifier,
    /// The system identifier of the current DOCTYPE token. It is missing until it is written.
    SystemIdentifier,
    /// The data of the current processing instruction token.
    ProcessingInstructionData,
}

/// What is appended to a field.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The current input character.
    CurrentCharacter,
    /// The current input character in ASCII lowercase.
    LowercaseCharacter,
    /// The current input character in ASCII uppercase.
    UppercaseCharacter,
    /// The temporary buffer.
    TemporaryBuffer,
    /// The name that `consume-named-reference` matched; nothing if it matched none.
    MatchedName,
    /// The characters of that name.
    MatchedReference,
    /// The characters that the procedure returned.
    Returned,
    /// The character of the character reference code; U+FFFD if there is none.
    Code,
}

/// What a procedure returns.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// The character of the operation.
    Character,
    /// The character of the character reference code; U+FFFD if there is none.
    Code,
    /// The numeric replacement of the character reference code; nothing if there is none.
    NumericReplacement,
    /// The characters of the matched name.
    MatchedReference,
}

forms! {
    /// An operation. The operations of a row run in order.
    pub enum Operation by "op" {
        /// Sets the state that runs next. Operations after it still run.
        Switch { state: String = "Its id." },
        /// Sets the state that runs next to that of the return state register.
        SwitchToReturnState,
        /// Sets the state that runs next to that of the last `set-origin`.
        SwitchToOrigin,
        /// The state that runs next consumes the current input character again. A later `switch` cancels it.
        Reconsume,
        /// Calls a procedure: it runs until it returns, then the next operation runs. The character reference code becomes 0, no
        /// digits are matched, and `unconsume` goes back to here. No `reconsume` comes before it, and it leaves no current input
        /// character and no named match that anything reads.
        Call { procedure: String = "The id of the procedure." },
        /// Ends the procedure.
        Return {
            value: Returned = "What it returns.",
            character: Option<u32> = "The code point of the character that it returns.",
        },
        /// Sets the state to which `switch-to-origin` switches.
        SetOrigin { state: String = "Its id." },
        /// Sets the return state register.
        SetReturnState { state: String = "The id of the state." },
        /// Runs one of two lists of operations.
        If {
            test: Test = "The condition.",
            then: Vec<Operation> = "The operations if it holds.",
            otherwise: Vec<Operation> = "The operations if it does not hold.",
        },
        /// Reports a parse error.
        ParseError { code: String = "Its code.", at: Position = "Its place." },
        /// Consumes the next input character, which becomes the current one.
        ConsumeNext,
        /// Consumes the text that a test has found; its last character becomes the current one.
        ConsumeText { bytes: usize = "Its length in UTF-8.", from: Position = "Where it begins." },
        /// Consumes the longest name in `namedReferences` that is next, if there is one.
        ConsumeNamedReference,
        /// Consumes all digits that are next, of the kind of the last `set-digits`, and adds each to the character reference code
        /// multiplied by the base of the last `set-base`. After a digit, `unconsume` has no effect.
        ConsumeDigits,
        /// Goes back to where the procedure was called. There is no current input character then: nothing reads it before the next
        /// one is consumed.
        Unconsume,
        /// Emits the current input character as a character token.
        EmitCurrentCharacter,
        /// Emits a character token.
        EmitCharacter { character: u32 = "The code point." },
        /// Emits each character of the temporary buffer as a character token.
        EmitTemporaryBuffer,
        /// Emits each character that the procedure returned as a character token.
        EmitReturned,
        /// Emits the current tag token. A start tag's name becomes the last start tag name. If tree construction switches at the
        /// tag, it does so here: a later `switch` or `set-content-model` undoes that.
        EmitTag,
        /// Emits the current comment token.
        EmitComment,
        /// Emits the current DOCTYPE token.
        EmitDoctype,
        /// Emits the current processing instruction token.
        EmitProcessingInstruction,
        /// Emits an end-of-file token and ends the run.
        EmitEndOfFile,
        /// Creates a tag token without name and attributes.
        CreateTag { end_tag: bool = "Whether it is an end tag token." },
        /// Creates a DOCTYPE token whose fields are missing.
        CreateDoctype,
        /// Creates a comment token.
        CreateComment { data: String = "Its data." },
        /// Creates a processing instruction token. Its target is the target register.
        CreateProcessingInstruction { data: String = "Its data." },
        /// Starts a new attribute in the current tag token.
        StartAttribute,
        /// Removes the current attribute from the tag token. It stays the current attribute.
        RemoveAttribute,
        /// Removes the attributes before the current one that have its name.
        RemoveEarlierAttribute,
        /// Sets the force-quirks flag of the current DOCTYPE token.
        SetForceQuirks,
        /// Unsets the force-quirks flag of the current DOCTYPE token.
        ClearForceQuirks,
        /// Sets the self-closing flag of the current tag token.
        SetSelfClosing,
        /// Sets a field to the empty string.
        Clear { field: Field = "The field." },
        /// Appends to a field.
        Append { source: Source = "What is appended.", field: Field = "The field." },
        /// Appends a fixed character to a field.
        AppendCharacter { character: u32 = "The code point.", field: Field = "The field." },
        /// Copies the temporary buffer to the target register.
        SetTarget,
        /// Sets the additional allowed character.
        SetAdditionalAllowed { character: Option<u32> = "The code point; none if no character is allowed." },
        /// Sets the content model flag.
        SetContentModel { model: String = "PCDATA, RCDATA, CDATA or PLAINTEXT." },
        /// Sets the escape flag.
        SetEscapeFlag { value: bool = "Its value." },
        /// Sets the character reference code.
        SetCode { value: u32 = "Its value." },
        /// Sets the character reference code to its numeric replacement; without one, it stays.
        ReplaceCode,
        /// Multiplies the character reference code. A code beyond U+10FFFF stays beyond it, and is at most 4294967295.
        MultiplyCode { by: u32 = "The factor." },
        /// Adds the code point of the current input character, minus a number, to the character reference code.
        AddToCode { minus: u32 = "The number." },
        /// Sets the digits that `consume-digits` consumes.
        SetDigits { hexadecimal: bool = "Whether they are ASCII hex digits, not ASCII digits." },
        /// Sets the base in which `consume-digits` reads.
        SetBase { hexadecimal: bool = "Whether it is 16, not 10." },
    }
}

forms! {
    /// A condition.
    pub enum Test by "test" {
        /// The condition does not hold.
        Not { of: Box<Test> = "The condition." },
        /// All of these hold.
        All { of: Vec<Test> = "The conditions." },
        /// One of these holds.
        Any { of: Vec<Test> = "The conditions." },
        /// The temporary buffer is this text.
        TemporaryBufferIs { text: String = "The text." },
        /// The target register is this text, ignoring ASCII case.
        TargetIs { text: String = "The text." },
        /// The return state register holds this state.
        ReturnStateIs { state: String = "Its id." },
        /// The state that called the procedure is this.
        CallerIs { state: String = "Its id." },
        /// The adjusted current node is not in the HTML namespace, as tree construction reports.
        Foreign,
        /// `consume-named-reference` has matched a name.
        Matched,
        /// The name that it matched ends with this character.
        LastMatchedIs { character: u32 = "The code point." },
        /// The next input character is one of these.
        NextIs { on: Vec<Range> = "The characters.", eof: bool = "Whether EOF counts, too." },
        /// The next input character is the additional allowed character.
        NextIsAdditionalAllowed,
        /// The next characters are this text.
        Ahead {
            text: String = "The text.",
            ignore_case: bool = "Whether ASCII case is ignored.",
            from: Position = "Where the text begins.",
        },
        /// The next characters are one or more of these, then a character.
        AheadSequence {
            on: Vec<Range> = "The characters that may repeat.",
            then: u32 = "The code point of the character after them.",
        },
        /// The next characters are the last start tag name, ignoring ASCII case.
        AheadLastStartTag,
        /// After as many characters as the last start tag name has, one of these follows.
        AfterLastStartTag {
            on: Vec<Range> = "The characters.",
            eof: bool = "Whether EOF counts, too.",
        },
        /// No start tag token has been emitted, and the last start tag name was not set.
        NoStartTag,
        /// The consumed characters end with this text; its last character is the current input character.
        Behind { text: String = "The text." },
        /// The content model flag is this.
        ContentModelIs { model: String = "PCDATA, RCDATA, CDATA or PLAINTEXT." },
        /// The escape flag is set.
        EscapeFlag,
        /// The current tag token is an end tag token.
        IsEndTag,
        /// The name of the current tag token is the last start tag name.
        TagNameIsLastStartTag,
        /// The name of the current tag token is in a list.
        TagNameIn { names: String = "The name of the list." },
        /// An earlier attribute of the tag token has the name of the current attribute.
        DuplicateAttribute,
        /// The current tag token has attributes.
        HasAttributes,
        /// The self-closing flag of the current tag token is set.
        SelfClosing,
        /// The name of the current DOCTYPE token is this text; a missing name is none.
        DoctypeNameIs { text: String = "The text." },
        /// The procedure returned nothing.
        NothingReturned,
        /// `consume-digits` consumed no digits.
        NoDigits,
        /// The character reference code has a numeric replacement.
        CodeInReplacements,
        /// The character reference code is in one of these ranges.
        CodeIn { ranges: Vec<Range> = "The first and the last number of each." },
    }
}
