//! Expressions: what names a node, a token, a location, a text or a number.

use super::Element;
use schemars::JsonSchema;
use serde::Serialize;

/// An expression. Its value is a node or null, an entry of the list of active formatting elements, a token, a text, a namespace, a
/// number, a truth value, a location or a position in that list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(
    tag = "value",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum TreeExpression {
    /// The bottommost node of the stack of open elements; null if that is empty.
    CurrentNode,
    /// The context element if a fragment is parsed and the stack of open elements has one node, else the current node.
    AdjustedCurrentNode,
    /// The context element of the fragment; null if no fragment is parsed.
    ContextElement,
    /// The context element, or its nearest ancestor, that is of a type; null if none is.
    NearestOfContext {
        /// The type.
        element: Element,
    },
    /// The head element pointer, which may be null.
    HeadElementPointer,
    /// The form element pointer, which may be null.
    FormElementPointer,
    /// The Document, which is the root of the tree.
    Document,
    /// The element that `new-element` created last.
    NewlyCreatedElement,
    /// The topmost element of the stack of open elements.
    FirstOpen,
    /// The element below that one; null if there is none.
    SecondOpen,
    /// The bottommost element of a type in the stack of open elements; null if there is none.
    LastOpen {
        /// The type.
        element: Element,
    },
    /// The element immediately above a node in the stack of open elements, or that was above it when it left the stack.
    OpenAbove {
        /// The node.
        node: Box<TreeExpression>,
    },
    /// The topmost element of the stack of open elements that is below a node and in a set; null if there is none.
    TopmostOpenBelow {
        /// The node.
        node: Box<TreeExpression>,
        /// The name of the set.
        set: String,
    },
    /// The last element of a type after the last marker in the list of active formatting elements; null if there is none.
    LastFormatting {
        /// The type.
        element: Element,
    },
    /// The same for an HTML element with a local name.
    LastFormattingNamed {
        /// The name.
        name: Box<TreeExpression>,
    },
    /// The first element after the last marker in the list of active formatting elements that is like an element: it has its type,
    /// and was created for a token with the same attributes in any order. Null if there is none.
    EarliestLike {
        /// The element.
        node: Box<TreeExpression>,
    },
    /// The last entry in the list of active formatting elements, an element or a marker; a marker if the list is empty.
    LastEntry,
    /// The entry before another one in that list.
    EntryBefore {
        /// The other entry.
        entry: Box<TreeExpression>,
    },
    /// The entry after another one in that list.
    EntryAfter {
        /// The other entry.
        entry: Box<TreeExpression>,
    },
    /// A position immediately before an element in that list. It stays between the same entries until the token is processed.
    PositionOf {
        /// The element.
        node: Box<TreeExpression>,
    },
    /// A position immediately after an element in that list.
    PositionAfter {
        /// The element.
        node: Box<TreeExpression>,
    },
    /// The tag for which an element was created, with the attributes that it then had.
    TokenOf {
        /// The element.
        node: Box<TreeExpression>,
    },
    /// A new start tag token without attributes.
    EmptyTag {
        /// Its tag name.
        name: String,
    },
    /// A new end tag token.
    EmptyEndTag {
        /// Its tag name.
        name: String,
    },
    /// A new end tag token with the tag name of an element.
    EndTagOf {
        /// The element.
        node: Box<TreeExpression>,
    },
    /// The value of an attribute of the token, as a text; empty if it has none.
    AttributeValue {
        /// The name of the attribute.
        attribute: String,
    },
    /// The tag name of the token.
    TagName,
    /// The character of the token, as a text.
    Character,
    /// The token that is processed.
    Token,
    /// The pending table characters, as a text.
    PendingCharacters,
    /// A namespace.
    Namespace {
        /// Its name.
        namespace: String,
    },
    /// The namespace of a node.
    NamespaceOf {
        /// The node.
        node: Box<TreeExpression>,
    },
    /// A location: inside a node, after its last child.
    Inside {
        /// The node.
        node: Box<TreeExpression>,
    },
    /// A location: inside the template contents of a node, after their last child.
    InsideContents {
        /// The node.
        node: Box<TreeExpression>,
    },
    /// A location: inside the parent of a node, immediately before the node.
    Before {
        /// The node.
        node: Box<TreeExpression>,
    },
    /// The node in which a location is.
    NodeOf {
        /// The location.
        location: Box<TreeExpression>,
    },
    /// Creates an element, with the name and the attributes of a tag. It is in no tree yet.
    NewElement {
        /// The tag.
        token: Box<TreeExpression>,
        /// The namespace.
        namespace: Box<TreeExpression>,
    },
    /// Null.
    Null,
    /// A truth value.
    Boolean {
        /// The value.
        is: bool,
    },
    /// A number.
    Number {
        /// The number.
        number: u32,
    },
    /// A text.
    Text {
        /// The text.
        text: String,
    },
    /// The value of a variable of the row or the algorithm.
    Variable {
        /// Its name.
        name: String,
    },
    /// The value that an algorithm returns.
    Call {
        /// The name of the algorithm.
        algorithm: String,
        /// The values of its parameters.
        arguments: Vec<TreeExpression>,
    },
}
