//! Conditions of tree construction.
//!
//! None changes anything, so an interpreter may answer them from an index. A sentence with a negation is `not` of the other one, and
//! the nodes that a sentence describes are expressions or sets of elements: that leaves one condition for each question that the
//! section asks.

use super::{Element, TokenKind, TreeExpression};
use crate::format::Range;
use schemars::JsonSchema;
use serde::Serialize;

/// A set of elements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(
    tag = "elements",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum Elements {
    /// Those of some types.
    Types {
        /// The types.
        any: Vec<Element>,
    },
    /// Those in a namespace.
    InNamespace {
        /// Its name.
        namespace: String,
    },
    /// The HTML elements with a local name.
    Named {
        /// The name, a text.
        name: TreeExpression,
    },
    /// One node, marker or position; or null, which is nothing but null.
    Same {
        /// It.
        node: TreeExpression,
    },
}

/// A condition of tree construction.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(
    tag = "test",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum TreeTest {
    /// Always holds.
    True,
    /// The condition does not hold.
    Not {
        /// The condition.
        of: Box<TreeTest>,
    },
    /// All of these hold. They are tested in order, up to one that does not.
    All {
        /// The conditions.
        of: Vec<TreeTest>,
    },
    /// One of these holds. They are tested in order, up to one that does.
    Any {
        /// The conditions.
        of: Vec<TreeTest>,
    },
    /// A condition of `definitions` holds.
    Defined {
        /// Its name.
        definition: String,
        /// The values of its parameters.
        arguments: Vec<TreeExpression>,
    },
    /// The document answers a question with yes.
    Asked {
        /// The name of the question.
        question: String,
        /// The values of its parameters.
        arguments: Vec<TreeExpression>,
    },
    /// A value is in a set of elements. Null and markers are no elements.
    Is {
        /// The value.
        node: TreeExpression,
        /// The elements.
        elements: Elements,
    },
    /// A node is in a set of `sets`.
    InSet {
        /// The node.
        node: TreeExpression,
        /// The name of the set.
        set: String,
    },
    /// The stack of open elements has one node.
    OneOpen,
    /// The stack of open elements is empty.
    NoneOpen,
    /// An element of the stack of open elements is one of these.
    Open {
        /// The elements.
        elements: Elements,
    },
    /// An element of the stack of open elements is none of these.
    OtherOpen {
        /// The elements.
        elements: Elements,
    },
    /// From the current node up, one of these comes before an element at which the scope ends, or is that element.
    InScope {
        /// The elements.
        elements: Elements,
        /// The name of the scope.
        scope: String,
    },
    /// A node is in the stack of open elements. Null and markers are not.
    InStack {
        /// The node.
        node: TreeExpression,
    },
    /// A node is below another one in the stack of open elements. Both are in it.
    Below {
        /// The node.
        node: TreeExpression,
        /// The other one.
        other: TreeExpression,
    },
    /// The list of active formatting elements is empty.
    ListEmpty,
    /// An entry is in the list of active formatting elements.
    InList {
        /// The entry.
        entry: TreeExpression,
    },
    /// An entry is the first of that list.
    FirstEntry {
        /// The entry.
        entry: TreeExpression,
    },
    /// An entry is a marker.
    Marker {
        /// The entry.
        entry: TreeExpression,
    },
    /// One of these is after the last marker in that list.
    Formatting {
        /// The elements.
        elements: Elements,
    },
    /// At least so many elements after the last marker in that list are like an element, as `earliest-like` says.
    AlreadyLike {
        /// The number.
        number: u32,
        /// The element.
        node: TreeExpression,
    },
    /// An insertion mode is in use.
    InsertionModeIs {
        /// The name of the mode.
        mode: String,
    },
    /// The stack of template insertion modes is empty.
    TemplateModesEmpty,
    /// A Text node is immediately before a location.
    TextBefore {
        /// The location.
        location: TreeExpression,
    },
    /// The node that was inserted last is a Text node, immediately before a location.
    NewestText {
        /// The location.
        location: TreeExpression,
    },
    /// An element is marked as tainted; null is not.
    Tainted {
        /// The element.
        node: TreeExpression,
    },
    /// A node has a child.
    HasChild {
        /// The node.
        node: TreeExpression,
    },
    /// A node has a parent.
    HasParent {
        /// The node.
        node: TreeExpression,
    },
    /// A variable has a number that is not less than another one.
    AtLeast {
        /// The name of the variable.
        variable: String,
        /// The other number.
        number: u32,
    },
    /// The truth value of a variable.
    IsTrue {
        /// The name of the variable.
        variable: String,
    },
    /// Foster parenting is enabled.
    FosterParenting,
    /// The frameset-ok flag is "not ok".
    FramesetNotOk,
    /// The document is in quirks mode, not in limited-quirks mode.
    QuirksMode,
    /// A fragment is parsed.
    Fragment,
    /// One of the pending table characters is none of these.
    PendingOther {
        /// The characters.
        characters: Vec<Range>,
    },
    /// The token is of a kind.
    TokenIs {
        /// The kind.
        kind: TokenKind,
    },
    /// The tag name of the token is one of these.
    TagNameIn {
        /// The names.
        names: Vec<String>,
    },
    /// The local name of a node in ASCII lowercase is the tag name of the token.
    LowercaseNameIsTagName {
        /// The node.
        node: TreeExpression,
    },
    /// The tag has an attribute of one of these names.
    HasAttribute {
        /// The names.
        names: Vec<String>,
    },
    /// A tag, or the tag for which a node was created, has an attribute whose value is one of these, ignoring ASCII case.
    AttributeIs {
        /// The tag or the node.
        of: TreeExpression,
        /// The name of the attribute, which is in no namespace.
        attribute: String,
        /// The values.
        values: Vec<String>,
    },
    /// The token is a start tag with the self-closing flag.
    SelfClosing,
    /// The self-closing flag of the token was acknowledged.
    Acknowledged,
    /// The name of the DOCTYPE token is this text. A missing name is none.
    DoctypeNameIs {
        /// The text.
        text: String,
    },
    /// The name of the DOCTYPE token is this text, ignoring ASCII case. A missing name is none.
    DoctypeNameIsInAnyCase {
        /// The text.
        text: String,
    },
    /// The DOCTYPE token has no public identifier. An empty one is one.
    PublicIdentifierMissing,
    /// The DOCTYPE token has no system identifier. An empty one is one.
    SystemIdentifierMissing,
    /// The public identifier of the DOCTYPE token is this text.
    PublicIdentifierIs {
        /// The text.
        text: String,
    },
    /// The system identifier of the DOCTYPE token is this text.
    SystemIdentifierIs {
        /// The text.
        text: String,
    },
    /// The public identifier of the DOCTYPE token is in a list of `identifiers`, ignoring ASCII case.
    PublicIdentifierIn {
        /// The name of the list.
        identifiers: String,
    },
    /// The system identifier of the DOCTYPE token is in a list of `identifiers`, ignoring ASCII case.
    SystemIdentifierIn {
        /// The name of the list.
        identifiers: String,
    },
    /// The public identifier of the DOCTYPE token starts with one of a list of `identifiers`, ignoring ASCII case.
    PublicIdentifierStarts {
        /// The name of the list.
        identifiers: String,
    },
    /// The DOCTYPE token has the force-quirks flag.
    ForceQuirks,
    /// An element has an attribute in a namespace, and its value is not an address.
    NamespacedAttributeIsNot {
        /// The element.
        node: TreeExpression,
        /// The local name of the attribute.
        attribute: String,
        /// The name of its namespace.
        namespace: String,
        /// The namespace whose address it should be.
        address: TreeExpression,
    },
}
