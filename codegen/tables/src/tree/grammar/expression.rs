//! The table of expressions.

use super::parts::{Parts as P, Set as S};
use super::phrase::{ElementType, Namespace, Variable};
use crate::grammar::form::{Hole, forms};
use crate::grammar::{Char, Quoted, Word};

forms! {
    /// What names a node, a token, a place, a text or a number.
    Expression: P {
        "the current node" => CurrentNode,
            "the bottommost node of the stack of open elements", P::reads(S::STACK);
        "the adjusted current node" => AdjustedCurrentNode,
            "the context element if the stack of a fragment has one node, else the current node", P::reads(S::STACK);
        "the context element" => ContextElement,
            "of a fragment", P::NONE;
        "the nearest {element} element of the context element" => NearestOfContext(element: ElementType),
            "the nearest form element of the context element", "that element or an ancestor; null if none is one",
            P::reads(S::TREE);
        "the head element pointer" => HeadPointer,
            "the head element, or null", P::reads(S::POINTERS);
        "the form element pointer" => FormPointer,
            "the form element that was opened last, or null", P::reads(S::POINTERS);
        "the Document" => Document,
            "the root of the tree", P::NONE;
        "the newly created element" => NewElement,
            "the element that was created last", P::reads(S::TREE);
        "the first element in the stack of open elements" => FirstElement,
            "the html element", P::reads(S::STACK);
        "the second element on the stack of open elements" => SecondElement,
            "null if there is none", P::reads(S::STACK);
        "the last {element} element in the stack of open elements" => LastOpen(element: ElementType),
            "the last table element in the stack of open elements", "the one that was added last; null if there is none",
            P::reads(S::STACK);
        "the element immediately above {node} in the stack of open elements" => Above(node: Box<Expression>),
            "the element immediately above node in the stack of open elements", "or that was above it before it was removed",
            P::reads(S::STACK);
        "the topmost element in the stack of open elements that is lower than {node} and in the {set} category" => TopmostBelow(node: Box<Expression>, set: Word),
            "the topmost element in the stack of open elements that is lower than formattingElement and in the special category", "null if there is none",
            P::reads(S::STACK);
        "the last {element} element after the last marker in the list of active formatting elements" => LastFormatting(element: ElementType),
            "the last a element after the last marker in the list of active formatting elements", "null if there is none",
            P::reads(S::LIST);
        "the last element after the last marker in the list of active formatting elements whose tag name is {name}" => LastFormattingNamed(name: Box<Expression>),
            "the last element after the last marker in the list of active formatting elements whose tag name is subject", "null if there is none",
            P::reads(S::LIST);
        "the earliest element like {node} in the list of active formatting elements after the last marker" => EarliestLike(node: Box<Expression>),
            "the earliest element like element in the list of active formatting elements after the last marker", "one of the same tag name, namespace and attributes",
            P::reads(S::LIST);
        "the last entry in the list of active formatting elements" => LastEntry,
            "an element or a marker", P::reads(S::LIST);
        "the entry before {entry} in the list of active formatting elements" => EntryBefore(entry: Box<Expression>),
            "the entry before entry in the list of active formatting elements", "an element or a marker",
            P::reads(S::LIST);
        "the entry after {entry} in the list of active formatting elements" => EntryAfter(entry: Box<Expression>),
            "the entry after entry in the list of active formatting elements", "an element or a marker",
            P::reads(S::LIST);
        "the position of {node} in the list of active formatting elements" => PositionOf(node: Box<Expression>),
            "the position of formattingElement in the list of active formatting elements", "relative to the elements on either side of it",
            P::reads(S::LIST);
        "the position after {node} in the list of active formatting elements" => PositionAfter(node: Box<Expression>),
            "the position after node in the list of active formatting elements", "immediately after it",
            P::reads(S::LIST);
        "the token for which {node} was created" => TokenOf(node: Box<Expression>),
            "the token for which entry was created", "with its attributes as they were",
            P::NONE;
        "a {name} start tag token with no attributes" => EmptyTag(name: Quoted),
            "a \"body\" start tag token with no attributes", "a token that is not in the input",
            P::NONE;
        "a {name} end tag token" => EndTag(name: Quoted),
            "a \"p\" end tag token", "a token that is not in the input",
            P::NONE;
        "an end tag token with the tag name of {node}" => EndTagOf(node: Box<Expression>),
            "an end tag token with the tag name of the current node", "a token that is not in the input",
            P::NONE;
        "the value of the {attribute} attribute of the token" => AttributeValue(attribute: Quoted),
            "the value of the \"prompt\" attribute of the token", "the empty string if it has none",
            P::reads(S::TOKEN);
        "the token's tag name" => TagName,
            "of a start tag or an end tag", P::reads(S::TOKEN);
        "the token's character" => Character,
            "of a character token", P::reads(S::TOKEN);
        "the token" => Token,
            "the one that is processed", P::reads(S::TOKEN);
        "the pending table character tokens" => Pending,
            "their characters", P::reads(S::PENDING);
        "the {namespace} namespace" => InNamespace(namespace: Namespace),
            "the HTML namespace", "of an element",
            P::NONE;
        "the namespace of {node}" => NamespaceOf(node: Box<Expression>),
            "the namespace of the adjusted current node", "of an element",
            P::NONE;
        "inside the template contents of {node}, after its last child" => InsideContents(node: Box<Expression>),
            "inside the template contents of lastTemplate, after its last child", "a location",
            P::NONE;
        "inside {node}, after its last child" => Inside(node: Box<Expression>),
            "inside target, after its last child", "a location",
            P::NONE;
        "immediately before {node} in its parent node" => Before(node: Box<Expression>),
            "immediately before lastTable in its parent node", "a location",
            P::reads(S::TREE);
        "the node of {location}" => NodeOf(location: Box<Expression>),
            "the node of location", "the one in which a location finds itself",
            P::NONE;
        "a new element for {token} in {namespace}" => NewElementFor(token: Box<Expression>, namespace: Box<Expression>),
            "a new element for token in namespace", "with the attributes of the token",
            P::NONE.and_changes(S::TREE);
        "null" => Null,
            "no node", P::NONE;
        "true" => True,
            "the value of a variable", P::NONE;
        "false" => False,
            "the value of a variable", P::NONE;
        "{number}" => Number(number: Count),
            "8", "a number",
            P::NONE;
        "{text}" => Text(text: Quoted),
            "\"li\"", "a text",
            P::NONE;
        "{char}" => Char(char: Char),
            "U+FFFD", "a text of one character",
            P::NONE;
        "{variable}" => Variable(variable: Variable),
            "furthestBlock", "the value that `let` or `set` gave it",
            P::reads(S::VARIABLES);
    }
}

impl Hole for Expression {
    const EXPECTS: &'static str =
        "an expression such as `the current node`, or the name of a variable";

    fn read(text: &str) -> Option<Self> {
        Expression::read(text).ok()
    }

    fn mend(text: &str) -> Option<String> {
        let forms = Expression::FORMS.iter().map(|form| form.pattern);
        let near = crate::grammar::nearest(text, forms)?;
        (!near.contains('{')).then(|| near.to_owned())
    }
}

/// A decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count(pub u32);

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Hole for Count {
    const EXPECTS: &'static str = "a decimal number";

    fn read(text: &str) -> Option<Self> {
        let is_plain = !text.starts_with('+') && (text == "0" || !text.starts_with('0'));
        text.parse().ok().filter(|_| is_plain).map(Count)
    }
}
