//! Conditions of tree construction.
//!
//! None changes anything, so an interpreter may answer them from an index. A sentence with a negation is `not` of the other one, and
//! the nodes that a sentence describes are expressions or sets of elements: that leaves one condition for each question that the
//! section asks.

use super::{Element, TokenKind, TreeExpression};
use crate::format::Range;
use crate::format::forms::forms;

forms! {
    /// A set of elements.
    pub enum Elements by "elements" {
        /// Those of some types.
        Types { any: Vec<Element> = "The types." },
        /// Those in a namespace.
        InNamespace { namespace: String = "Its name." },
        /// The HTML elements with a local name.
        Named { name: TreeExpression = "The name, a text." },
        /// One node, marker or position; or null, which is nothing but null.
        Same { node: TreeExpression = "It." },
    }
}

forms! {
    /// A condition of tree construction.
    pub enum TreeTest by "test" {
        /// Always holds.
        True,
        /// The condition does not hold.
        Not { of: Box<TreeTest> = "The condition." },
        /// All of these hold. They are tested in order, up to one that does not.
        All { of: Vec<TreeTest> = "The conditions." },
        /// One of these holds. They are tested in order, up to one that does.
        Any { of: Vec<TreeTest> = "The conditions." },
        /// A condition of `definitions` holds.
        Defined {
            definition: String = "Its name.",
            arguments: Vec<TreeExpression> = "The values of its parameters.",
        },
        /// The document answers a question with yes.
        Asked {
            question: String = "The name of the question.",
            arguments: Vec<TreeExpression> = "The values of its parameters.",
        },
        /// A value is in a set of elements. Null and markers are no elements.
        Is { node: TreeExpression = "The value.", elements: Elements = "The elements." },
        /// A node is in a set of `sets`.
        InSet { node: TreeExpression = "The node.", set: String = "The name of the set." },
        /// The stack of open elements has one node.
        OneOpen,
        /// The stack of open elements is empty.
        NoneOpen,
        /// An element of the stack of open elements is one of these.
        Open { elements: Elements = "The elements." },
        /// An element of the stack of open elements is none of these.
        OtherOpen { elements: Elements = "The elements." },
        /// From the current node up, one of these comes before an element at which the scope ends, or is that element.
        InScope { elements: Elements = "The elements.", scope: String = "The name of the scope." },
        /// A node is in the stack of open elements. Null and markers are not.
        InStack { node: TreeExpression = "The node." },
        /// A node is below another one in the stack of open elements. Both are in it.
        Below { node: TreeExpression = "The node.", other: TreeExpression = "The other one." },
        /// The list of active formatting elements is empty.
        ListEmpty,
        /// An entry is in the list of active formatting elements.
        InList { entry: TreeExpression = "The entry." },
        /// An entry is the first of that list.
        FirstEntry { entry: TreeExpression = "The entry." },
        /// An entry is a marker.
        Marker { entry: TreeExpression = "The entry." },
        /// One of these is after the last marker in that list.
        Formatting { elements: Elements = "The elements." },
        /// At least so many elements after the last marker in that list are like an element, as `earliest-like` says.
        AlreadyLike { number: u32 = "The number.", node: TreeExpression = "The element." },
        /// An insertion mode is in use.
        InsertionModeIs { mode: String = "The name of the mode." },
        /// The stack of template insertion modes is empty.
        TemplateModesEmpty,
        /// A Text node is immediately before a location.
        TextBefore { location: TreeExpression = "The location." },
        /// The node that was inserted last is a Text node, immediately before a location.
        NewestText { location: TreeExpression = "The location." },
        /// An element is marked as tainted; null is not.
        Tainted { node: TreeExpression = "The element." },
        /// A node has a child.
        HasChild { node: TreeExpression = "The node." },
        /// A node has a parent.
        HasParent { node: TreeExpression = "The node." },
        /// A variable has a number that is not less than another one.
        AtLeast {
            variable: String = "The name of the variable.",
            number: u32 = "The other number.",
        },
        /// The truth value of a variable.
        IsTrue { variable: String = "The name of the variable." },
        /// Foster parenting is enabled.
        FosterParenting,
        /// The frameset-ok flag is "not ok".
        FramesetNotOk,
        /// The document is in quirks mode, not in limited-quirks mode.
        QuirksMode,
        /// A fragment is parsed.
        Fragment,
        /// One of the pending table characters is none of these.
        PendingOther { characters: Vec<Range> = "The characters." },
        /// The token is of a kind.
        TokenIs { kind: TokenKind = "The kind." },
        /// The tag name of the token is one of these.
        TagNameIn { names: Vec<String> = "The names." },
        /// The local name of a node in ASCII lowercase is the tag name of the token.
        LowercaseNameIsTagName { node: TreeExpression = "The node." },
        /// The tag has an attribute of one of these names.
        HasAttribute { names: Vec<String> = "The names." },
        /// A tag, or the tag for which a node was created, has an attribute whose value is one of these, ignoring ASCII case.
        AttributeIs {
            of: TreeExpression = "The tag or the node.",
            attribute: String = "The name of the attribute, which is in no namespace.",
            values: Vec<String> = "The values.",
        },
        /// The token is a start tag with the self-closing flag.
        SelfClosing,
        /// The self-closing flag of the token was acknowledged.
        Acknowledged,
        /// The name of the DOCTYPE token is this text. A missing name is none.
        DoctypeNameIs { text: String = "The text." },
        /// The name of the DOCTYPE token is this text, ignoring ASCII case. A missing name is none.
        DoctypeNameIsInAnyCase { text: String = "The text." },
        /// The DOCTYPE token has no public identifier. An empty one is one.
        PublicIdentifierMissing,
        /// The DOCTYPE token has no system identifier. An empty one is one.
        SystemIdentifierMissing,
        /// The public identifier of the DOCTYPE token is this text.
        PublicIdentifierIs { text: String = "The text." },
        /// The system identifier of the DOCTYPE token is this text.
        SystemIdentifierIs { text: String = "The text." },
        /// The public identifier of the DOCTYPE token is in a list of `identifiers`, ignoring ASCII case.
        PublicIdentifierIn { identifiers: String = "The name of the list." },
        /// The system identifier of the DOCTYPE token is in a list of `identifiers`, ignoring ASCII case.
        SystemIdentifierIn { identifiers: String = "The name of the list." },
        /// The public identifier of the DOCTYPE token starts with one of a list of `identifiers`, ignoring ASCII case.
        PublicIdentifierStarts { identifiers: String = "The name of the list." },
        /// The DOCTYPE token has the force-quirks flag.
        ForceQuirks,
        /// An element has an attribute in a namespace, and its value is not an address.
        NamespacedAttributeIsNot {
            node: TreeExpression = "The element.",
            attribute: String = "The local name of the attribute.",
            namespace: String = "The name of its namespace.",
            address: TreeExpression = "The namespace whose address it should be.",
        },
    }
}
