//! The table of conditions.

use super::expression::{Count, Expression};
use super::parts::{Parts as P, Set as S};
use super::phrase::{ElementType, Elements, Has, Texts, TokenType, Variable, Was};
use crate::grammar::form::forms;
use crate::grammar::{Class, Is, Quoted, Word};

forms! {
    /// A condition of `if`, `if-any`, `while` and `when`. A sentence may join several with ` and `.
    TreeCondition: P {
        "true" => True,
            "always holds: for a loop that its steps leave", P::NONE;
        "the stack of open elements has only one node on it" => OneNode,
            "the html element", P::reads(S::STACK);
        "the stack of open elements {is} empty" => StackEmpty(is: Is),
            "the stack of open elements is empty", "before the html element",
            P::reads(S::STACK);
        "the stack of open elements {has} {elements} in {scope}" => InScope(has: Has, elements: Elements, scope: Word),
            "the stack of open elements has a p element in button scope", "from the current node up to the first element of the scope's list",
            P::reads(S::STACK);
        "the insertion mode {is} {mode}" => ModeIs(is: Is, mode: Quoted),
            "the insertion mode is \"in table\"", "the one that is in use, whatever rules process the token",
            P::reads(S::MODE);
        "the stack of template insertion modes {is} empty" => TemplateModesEmpty(is: Is),
            "the stack of template insertion modes is not empty", "whether a template element is open",
            P::reads(S::TEMPLATE_MODES);
        "the list of active formatting elements {is} empty" => ListEmpty(is: Is),
            "the list of active formatting elements is empty", "has neither elements nor markers",
            P::reads(S::LIST);
        "there is a node in the stack of open elements that is not {elements}" => OtherOpen(elements: Elements),
            "there is a node in the stack of open elements that is not a body or html element", "anywhere in the stack",
            P::reads(S::STACK);
        "there is no {element} element on the stack of open elements" => NoneOpen(element: ElementType),
            "there is no template element on the stack of open elements", "anywhere in the stack",
            P::reads(S::STACK);
        "there is {elements} on the stack of open elements" => Open(elements: Elements),
            "there is a template element on the stack of open elements", "anywhere in the stack",
            P::reads(S::STACK);
        "there is {elements} after the last marker in the list of active formatting elements" => Formatting(elements: Elements),
            "there is an a element after the last marker in the list of active formatting elements", "anywhere in the list if it has no marker",
            P::reads(S::LIST);
        "there are already {number} elements like {node} in the list of active formatting elements after the last marker" => AlreadyLike(number: Count, node: Expression),
            "there are already 3 elements like element in the list of active formatting elements after the last marker", "of the same tag name, namespace and attributes",
            P::reads(S::LIST);
        "{entry} {is} the first entry in the list of active formatting elements" => FirstEntry(entry: Expression, is: Is),
            "entry is the first entry in the list of active formatting elements", "with no entry before it",
            P::reads(S::LIST);
        "there is a Text node immediately before {location}" => TextBefore(location: Expression),
            "there is a Text node immediately before location", "to which characters are appended",
            P::reads(S::TREE);
        "the last node that was inserted is a Text node immediately before {location}" => NewestText(location: Expression),
            "the last node that was inserted is a Text node immediately before location", "to which characters were appended in 2009",
            P::reads(S::TREE);
        "{node} {is} in the stack of open elements" => InStack(node: Expression, is: Is),
            "entry is in the stack of open elements", "anywhere in the stack",
            P::reads(S::STACK);
        "{node} {is} in the list of active formatting elements" => InList(node: Expression, is: Is),
            "node is not in the list of active formatting elements", "anywhere in the list",
            P::reads(S::LIST);
        "{node} {is} in the {set} category" => InCategory(node: Expression, is: Is, set: Word),
            "node is in the special category", "one of a list in `[sets]`",
            P::NONE;
        "{node} {is} lower than {other} in the stack of open elements" => Lower(node: Expression, is: Is, other: Expression),
            "lastTemplate is lower than lastTable in the stack of open elements", "was added later",
            P::reads(S::STACK);
        "{node} {is} a marker" => Marker(node: Expression, is: Is),
            "entry is a marker", "an entry of the list of active formatting elements",
            P::reads(S::LIST);
        "{node} {is} tainted" => Tainted(node: Expression, is: Is),
            "lastTable is tainted", "whether a step has marked it; null is not",
            P::reads(S::TAINTS);
        "{node} has a child node" => HasChild(node: Expression),
            "node has a child node", "of any kind",
            P::reads(S::TREE);
        "{node} has a parent node" => HasParent(node: Expression),
            "lastTable has a parent node", "a script may have removed it",
            P::reads(S::TREE);
        "{location} {is} inside {elements}" => InsideOf(location: Expression, is: Is, elements: Elements),
            "location is inside a template element", "the node in which the location finds itself",
            P::NONE;
        "{location} is in a Document node" => InDocument(location: Expression),
            "location is in a Document node", "which has no text",
            P::NONE;
        "{number} is greater than or equal to {bound}" => AtLeast(number: Variable, bound: Count),
            "outerLoopCounter is greater than or equal to 8", "compares numbers",
            P::reads(S::VARIABLES);
        "{number} is greater than {bound}" => Greater(number: Variable, bound: Count),
            "innerLoopCounter is greater than 3", "compares numbers",
            P::reads(S::VARIABLES);
        "foster parenting is enabled" => FosterParenting,
            "in a table, outside of its cells", P::reads(S::FOSTER_PARENTING);
        "the frameset-ok flag is \"not ok\"" => FramesetNotOk,
            "a frameset cannot replace the body", P::reads(S::FRAMESET_OK);
        "the Document {is} in quirks mode" => Quirks(is: Is),
            "the Document is not in quirks mode", "limited-quirks mode is another",
            P::reads(S::QUIRKS);
        "the parser {was} created as part of the HTML fragment parsing algorithm" => Fragment(was: Was),
            "the parser was created as part of the HTML fragment parsing algorithm", "the fragment case",
            P::NONE;
        "that token {was} ignored" => WasIgnored(was: Was),
            "that token was not ignored", "of the last `act as if` in the same row or algorithm: whether the token was ignored",
            P::reads(S::ACTED);
        "a pending table character token is not {class}" => PendingOther(class: Class),
            "a pending table character token is not ASCII whitespace", "any of them",
            P::reads(S::PENDING);
        "the name of the DOCTYPE token {is} {text} ignoring ASCII case" => DoctypeNameInAnyCase(is: Is, text: Quoted),
            "the name of the DOCTYPE token is not \"HTML\" ignoring ASCII case", "a missing name is no text",
            P::reads(S::TOKEN);
        "the name of the DOCTYPE token {is} {text}" => DoctypeName(is: Is, text: Quoted),
            "the name of the DOCTYPE token is not \"html\"", "compares exactly; a missing name is no text",
            P::reads(S::TOKEN);
        "the public identifier {is} missing" => PublicMissing(is: Is),
            "the public identifier is not missing", "of the DOCTYPE token; the empty string is not missing",
            P::reads(S::TOKEN);
        "the system identifier {is} missing" => SystemMissing(is: Is),
            "the system identifier is missing", "of the DOCTYPE token; the empty string is not missing",
            P::reads(S::TOKEN);
        "the public identifier is one of the {list}" => PublicIn(list: Word),
            "the public identifier is one of the quirks public identifiers", "a list in `[identifiers]`, ignoring ASCII case",
            P::reads(S::TOKEN);
        "the system identifier is one of the {list}" => SystemIn(list: Word),
            "the system identifier is one of the quirks system identifiers", "a list in `[identifiers]`, ignoring ASCII case",
            P::reads(S::TOKEN);
        "the public identifier starts with one of the {list}" => PublicStarts(list: Word),
            "the public identifier starts with one of the quirks public identifier prefixes", "a list in `[identifiers]`, ignoring ASCII case",
            P::reads(S::TOKEN);
        "the public identifier {is} {text}" => Public(is: Is, text: Quoted),
            "the public identifier is \"-//W3C//DTD HTML 4.01//EN\"", "compares exactly; a missing one is no text",
            P::reads(S::TOKEN);
        "the system identifier {is} {text}" => System(is: Is, text: Quoted),
            "the system identifier is not \"about:legacy-compat\"", "compares exactly; a missing one is no text",
            P::reads(S::TOKEN);
        "the force-quirks flag is on" => ForceQuirks,
            "of the DOCTYPE token", P::reads(S::TOKEN);
        "the token's self-closing flag is set" => SelfClosing,
            "of a start tag", P::reads(S::TOKEN);
        "the token's self-closing flag is not acknowledged" => NotAcknowledged,
            "a step acknowledges it", P::reads(S::ACKNOWLEDGED);
        "the token's tag name {is} {texts}" => TagNameIs(is: Is, texts: Texts),
            "the token's tag name is not \"mglyph\" or \"malignmark\"", "compares exactly",
            P::reads(S::TOKEN);
        "the token has an attribute named {texts}" => HasAttribute(texts: Texts),
            "the token has an attribute named \"color\", \"face\", or \"size\"", "any of them",
            P::reads(S::TOKEN);
        "the token {is} {kind}" => TokenIs(is: Is, kind: TokenType),
            "the token is a character token", "its kind",
            P::reads(S::TOKEN);
        "the value of the {attribute} attribute of {owner} {is} {texts} ignoring ASCII case" => Attribute(attribute: Quoted, owner: Expression, is: Is, texts: Texts),
            "the value of the \"type\" attribute of the token is not \"hidden\" ignoring ASCII case", "a missing attribute has no value",
            P::reads(S::TOKEN);
        "the value of the xmlns attribute of {node} is not its namespace" => OtherXmlns(node: Expression),
            "the value of the xmlns attribute of element is not its namespace", "an attribute in the XMLNS namespace",
            P::NONE;
        "the value of the xmlns:xlink attribute of {node} is not the XLink namespace" => OtherXlink(node: Expression),
            "the value of the xmlns:xlink attribute of element is not the XLink namespace", "an attribute in the XMLNS namespace",
            P::NONE;
        "the tag name of {node} in lowercase {is} the token's tag name" => LowercaseName(node: Expression, is: Is),
            "the tag name of node in lowercase is not the token's tag name", "SVG has names with capitals",
            P::reads(S::TOKEN);
        "{variable} is true" => IsTrue(variable: Variable),
            "last is true", "a variable that is true or false",
            P::reads(S::VARIABLES);
        "{variable} is false" => IsFalse(variable: Variable),
            "last is false", "a variable that is true or false",
            P::reads(S::VARIABLES);
        "{node} {is} {elements}" => Node(node: Expression, is: Is, elements: Elements),
            "the current node is a td or th element", "null is no element",
            P::NONE;
    }
}
