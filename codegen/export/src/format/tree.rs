//! The format of tree construction: the member `treeConstruction` of a machine.
//!
//! Sentences of the section that say the same in other words have one form here: `a node is not X` is `not` of `is`, and "append
//! the node to its parent" inserts it at a location. So the lists below are closed and short enough to be implemented from
//! the schema alone. What the section says in words is kept beside it, only to be shown.

mod operation;
mod question;
mod value;

pub use operation::TreeOperation;
pub use question::{Elements, TreeTest};
pub use value::TreeExpression;

use super::{Line, Names, Range};
use schemars::JsonSchema;
use serde::Serialize;

/// Tree construction: insertion modes, the algorithms that their rows call, and what these name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeConstruction {
    /// The insertion mode in which a parser starts.
    pub initial_mode: String,
    /// The algorithm that processes a token. It has no parameters.
    pub dispatch: String,
    /// The algorithm that runs before the first token of a fragment. It has no parameters.
    pub begin_fragment: String,
    /// The namespaces. The first is that of HTML elements.
    pub namespaces: Vec<NamespaceAddress>,
    /// The elements that have template contents from their creation on.
    pub with_template_contents: Vec<Element>,
    /// Questions that the document answers, and not the parser.
    pub questions: Vec<Outside>,
    /// What the document gets, besides nodes.
    pub outputs: Vec<Outside>,
    /// Sets of elements, such as the special category.
    pub sets: Vec<ElementSet>,
    /// The elements at which each scope ends.
    pub scopes: Vec<ElementSet>,
    /// Lists of public and system identifiers.
    pub identifiers: Vec<Names>,
    /// Tables of names and what they become.
    pub pairs: Vec<Pairs>,
    /// The attributes to which `namespace-attributes` gives a namespace.
    pub foreign_attributes: Vec<ForeignAttribute>,
    /// Conditions that the section defines by others.
    pub definitions: Vec<Definition>,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The insertion modes, in the order of the section.
    pub modes: Vec<Mode>,
    /// The rules for parsing tokens in foreign content; `null` where they are an insertion mode.
    pub foreign_content: Option<Mode>,
    /// The name of that mode. Then the tokenizer is in foreign content if this is the insertion mode and the current node is not in the
    /// HTML namespace.
    pub foreign_mode: Option<String>,
}

/// A namespace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamespaceAddress {
    /// The name by which elements and attributes refer to it.
    pub name: String,
    /// Its address.
    pub address: String,
}

/// A type of element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Element {
    /// The name of its namespace.
    pub namespace: String,
    /// Its local name.
    pub name: String,
}

/// A question or an output.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Outside {
    /// The sentence, by which operations and conditions refer to it. Words in braces are its parameters.
    pub name: String,
    /// The parameters, in the order of their arguments.
    pub parameters: Vec<String>,
    /// What it means for the document.
    pub meaning: String,
}

/// A set of elements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ElementSet {
    /// Its name.
    pub name: String,
    /// Its members.
    pub elements: Vec<Element>,
}

/// A table of names and what they become.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Pairs {
    /// The name of the table.
    pub name: String,
    /// Each name, and what it becomes.
    pub pairs: Vec<[String; 2]>,
}

/// An attribute that gets a namespace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForeignAttribute {
    /// Its name on the token.
    pub name: String,
    /// Its prefix.
    pub prefix: Option<String>,
    /// Its local name.
    pub local_name: String,
    /// The name of its namespace.
    pub namespace: String,
}

/// A condition that the section defines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Definition {
    /// The sentence, by which `defined` refers to it.
    pub name: String,
    /// Its parameters, which are variables of the condition.
    pub parameters: Vec<String>,
    /// What it means.
    pub test: TreeTest,
}

/// Operations with a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Algorithm {
    /// The sentence, by which `call` refers to it.
    pub name: String,
    /// Its parameters, which are variables of the operations.
    pub parameters: Vec<String>,
    /// The number of its section.
    pub section: Option<String>,
    /// The operations.
    pub operations: Vec<TreeOperation>,
    /// The operations in the words of the document.
    pub text: Vec<Line>,
}

/// An insertion mode, or the rules for foreign content.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Mode {
    /// The name by which operations refer to it.
    pub name: String,
    /// The number of its section.
    pub section: Option<String>,
    /// The kinds of tokens that never come.
    pub never: Vec<TokenKind>,
    /// The rows. The first that matches the token runs.
    pub rows: Vec<TreeRow>,
}

/// A row of an insertion mode.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TreeRow {
    /// Its place among the rows of the mode, from 0.
    pub number: usize,
    /// The tokens that it matches, in the words of the document.
    pub heading: String,
    /// It matches a token that one of these matches.
    pub on: Vec<Tokens>,
    /// Its operations.
    pub operations: Vec<TreeOperation>,
    /// Its operations in the words of the document.
    pub text: Vec<Line>,
    /// A remark.
    pub note: Option<String>,
}

/// A set of tokens. A token has to pass every member that is not `null`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tokens {
    /// The kind of the tokens; `null` for every kind.
    pub kind: Option<TokenKind>,
    /// The tag names.
    pub names: Option<Vec<String>>,
    /// The characters.
    pub characters: Option<Vec<Range>>,
    /// A condition.
    pub when: Option<TreeTest>,
}

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TokenKind {
    /// A start tag.
    StartTag,
    /// An end tag.
    EndTag,
    /// One character.
    Character,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A DOCTYPE.
    Doctype,
    /// The end of the file.
    EndOfFile,
}

/// A mode of a document other than no-quirks mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuirksMode {
    /// Quirks mode.
    Quirks,
    /// Limited-quirks mode.
    LimitedQuirks,
}
