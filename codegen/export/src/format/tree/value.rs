//! Expressions: what names a node, a token, a location, a text or a number.

use super::Element;
use crate::format::forms::forms;

forms! {
    /// An expression. Its value is a node or null, an entry of the list of active formatting elements, a token, a text, a namespace, a
    /// number, a truth value, a location or a position in that list.
    pub enum TreeExpression by "value" {
        /// The bottommost node of the stack of open elements; null if that is empty.
        CurrentNode,
        /// The context element if a fragment is parsed and the stack of open elements has one node, else the current node.
        AdjustedCurrentNode,
        /// The context element of the fragment; null if no fragment is parsed.
        ContextElement,
        /// The context element, or its nearest ancestor, that is of a type; null if none is.
        NearestOfContext { element: Element = "The type." },
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
        LastOpen { element: Element = "The type." },
        /// The element immediately above a node in the stack of open elements, or that was above it when it left the stack.
        OpenAbove { node: Box<TreeExpression> = "The node." },
        /// The topmost element of the stack of open elements that is below a node and in a set; null if there is none.
        TopmostOpenBelow {
            node: Box<TreeExpression> = "The node.",
            set: String = "The name of the set.",
        },
        /// The last element of a type after the last marker in the list of active formatting elements; null if there is none.
        LastFormatting { element: Element = "The type." },
        /// The same for an HTML element with a local name.
        LastFormattingNamed { name: Box<TreeExpression> = "The name." },
        /// The first element after the last marker in the list of active formatting elements that is like an element: it has its type,
        /// and was created for a token with the same attributes in any order. Null if there is none.
        EarliestLike { node: Box<TreeExpression> = "The element." },
        /// The last entry in the list of active formatting elements, an element or a marker; a marker if the list is empty.
        LastEntry,
        /// The entry before another one in that list.
        EntryBefore { entry: Box<TreeExpression> = "The other entry." },
        /// The entry after another one in that list.
        EntryAfter { entry: Box<TreeExpression> = "The other entry." },
        /// A position immediately before an element in that list. It stays between the same entries until the token is processed.
        PositionOf { node: Box<TreeExpression> = "The element." },
        /// A position immediately after an element in that list.
        PositionAfter { node: Box<TreeExpression> = "The element." },
        /// The tag for which an element was created, with the attributes that it then had.
        TokenOf { node: Box<TreeExpression> = "The element." },
        /// A new start tag token without attributes.
        EmptyTag { name: String = "Its tag name." },
        /// A new end tag token.
        EmptyEndTag { name: String = "Its tag name." },
        /// A new end tag token with the tag name of an element.
        EndTagOf { node: Box<TreeExpression> = "The element." },
        /// The value of an attribute of the token, as a text; empty if it has none.
        AttributeValue { attribute: String = "The name of the attribute." },
        /// The tag name of the token.
        TagName,
        /// The character of the token, as a text.
        Character,
        /// The token that is processed.
        Token,
        /// The pending table characters, as a text.
        PendingCharacters,
        /// A namespace.
        Namespace { namespace: String = "Its name." },
        /// The namespace of a node.
        NamespaceOf { node: Box<TreeExpression> = "The node." },
        /// A location: inside a node, after its last child.
        Inside { node: Box<TreeExpression> = "The node." },
        /// A location: inside the template contents of a node, after their last child.
        InsideContents { node: Box<TreeExpression> = "The node." },
        /// A location: inside the parent of a node, immediately before the node.
        Before { node: Box<TreeExpression> = "The node." },
        /// The node in which a location is.
        NodeOf { location: Box<TreeExpression> = "The location." },
        /// Creates an element, with the name and the attributes of a tag. It is in no tree yet.
        NewElement {
            token: Box<TreeExpression> = "The tag.",
            namespace: Box<TreeExpression> = "The namespace.",
        },
        /// Null.
        Null,
        /// A truth value.
        Boolean { is: bool = "The value." },
        /// A number.
        Number { number: u32 = "The number." },
        /// A text.
        Text { text: String = "The text." },
        /// The value of a variable of the row or the algorithm.
        Variable { name: String = "Its name." },
        /// The value that an algorithm returns.
        Call {
            algorithm: String = "The name of the algorithm.",
            arguments: Vec<TreeExpression> = "The values of its parameters.",
        },
    }
}
