//! The table of steps.
//!
//! A form is a sentence of the section, or the shortest one that says the same where the section refers to what it said
//! before. The first form that fits is taken, so those with more words come before those that end in a hole.

use super::expression::{Count, Expression};
use super::parts::{Parts as P, Set as S};
use super::phrase::{Elements, QuirksMode, Texts, Value, Variable};
use crate::grammar::form::forms;
use crate::grammar::{Char, ContentModel, Quoted, StateName, Word};

forms! {
    /// A step of a row or of an algorithm: one clause of the section.
    TreeStep: P {
        "parse error: {code}" => NamedError(code: Word),
            "parse error: unexpected-doctype", "at the token that is processed",
            P::changes(S::ERRORS);
        "parse error" => Error,
            "one without a name, as pages say it", P::changes(S::ERRORS);
        "ignore the token" => Ignore,
            "later steps still run; of a token that was acted as if seen, a condition asks for it", P::sets(S::IGNORED);
        "reprocess the token" => Reprocess,
            "dispatches it again, in the insertion mode that is now in use", P::changes(S::ROWS);
        "process the token using the rules for the current insertion mode" => UseCurrentMode,
            "in HTML content, whatever the adjusted current node is", P::changes(S::ROWS);
        "process the token using the rules for the secondary insertion mode" => UseSecondaryMode,
            "without a switch to it", P::reads(S::SECONDARY_MODE).and_changes(S::ROWS);
        "process the token using the rules for parsing tokens in foreign content" => UseForeign,
            "13.2.6.5", P::changes(S::ROWS);
        "process the token using the rules for the {mode} insertion mode" => UseMode(mode: Quoted),
            "process the token using the rules for the \"in body\" insertion mode", "without a switch to it",
            P::changes(S::ROWS);
        "process the pending table character tokens as described in the {entry} entry of the {mode} insertion mode" => ProcessPending(entry: Quoted, mode: Quoted),
            "process the pending table character tokens as described in the \"anything else\" entry of the \"in table\" insertion mode", "one after the other",
            P::changes(S::ROWS);
        "act as described in the {entry} entry of the {mode} insertion mode" => ActAsIn(entry: Quoted, mode: Quoted),
            "act as described in the \"any other end tag\" entry of the \"in body\" insertion mode", "runs the steps of that row",
            P::changes(S::ROWS);
        "act as described in the {name} end tag entry" => ActAsEndTag(name: Quoted),
            "act as described in the \"script\" end tag entry", "runs the steps of that row",
            P::changes(S::ROWS);
        "act as described in the {entry} entry" => ActAs(entry: Quoted),
            "act as described in the \"anything else\" entry", "runs the steps of that row of the same mode",
            P::changes(S::ROWS);
        "act as if {token} had been seen" => ActAsIfSeen(token: Expression),
            "act as if a \"p\" end tag token had been seen", "processes a token that is not in the input, by the insertion mode that is in use, and goes on",
            P::changes(S::ROWS.or(S::ACTED));
        "change the token to {token}" => ChangeToken(token: Expression),
            "change the token to a \"br\" start tag token with no attributes", "the rest of the rules see the other token",
            P::sets(S::TOKEN);
        "change the token's tag name to {name}" => ChangeName(name: Quoted),
            "change the token's tag name to \"img\"", "the attributes stay",
            P::sets(S::TOKEN);
        "change the token's tag name by the table {table}" => ChangeNameBy(table: Word),
            "change the token's tag name by the table SVG tag names", "one of `[pairs]`; other names stay",
            P::changes(S::TOKEN);
        "change the names of the token's attributes by the table {table}" => ChangeAttributesBy(table: Word),
            "change the names of the token's attributes by the table MathML attributes", "one of `[pairs]`; other names stay",
            P::changes(S::TOKEN);
        "let the token's attributes in the table of foreign attributes be namespaced attributes" => NamespaceAttributes,
            "with the prefix, local name and namespace of `[[foreign-attribute]]`", P::changes(S::TOKEN);
        "ignore the next token if it is {char}" => IgnoreNext(char: Char),
            "ignore the next token if it is U+000A (LF)", "the token that is dispatched next",
            P::sets(S::TOKENIZER);
        "acknowledge the token's self-closing flag" => Acknowledge,
            "it is then no error", P::sets(S::ACKNOWLEDGED);
        "switch the insertion mode to the original insertion mode" => SwitchBack,
            "the one that was in use before \"text\" or \"in table text\"", P::reads(S::ORIGINAL_MODE).and_sets(S::MODE);
        "switch the insertion mode to the secondary insertion mode" => SwitchToSecondary,
            "the one for what is not foreign content", P::reads(S::SECONDARY_MODE).and_sets(S::MODE);
        "switch the insertion mode to the current template insertion mode" => SwitchToTemplateMode,
            "the one that was pushed last", P::reads(S::TEMPLATE_MODES).and_sets(S::MODE);
        "switch the insertion mode to {mode}" => Switch(mode: Quoted),
            "switch the insertion mode to \"in body\"", "later tokens are processed by its rows",
            P::sets(S::MODE);
        "set the original insertion mode to the current insertion mode" => SetOriginal,
            "before a switch to \"text\" or \"in table text\"", P::reads(S::MODE).and_sets(S::ORIGINAL_MODE);
        "set the secondary insertion mode to the current insertion mode" => SetSecondary,
            "before a switch to \"in foreign content\"", P::reads(S::MODE).and_sets(S::SECONDARY_MODE);
        "set the secondary insertion mode to {mode}" => SetSecondaryTo(mode: Quoted),
            "set the secondary insertion mode to \"in body\"", "whatever the current insertion mode is",
            P::sets(S::SECONDARY_MODE);
        "push {mode} onto the stack of template insertion modes" => PushTemplateMode(mode: Quoted),
            "push \"in template\" onto the stack of template insertion modes", "it is then the current one",
            P::changes(S::TEMPLATE_MODES);
        "pop the current template insertion mode off the stack of template insertion modes" => PopTemplateMode,
            "the one that was pushed last", P::changes(S::TEMPLATE_MODES);
        "switch the tokenizer to the {state} state" => SwitchTokenizer(state: StateName),
            "switch the tokenizer to the RCDATA state", "after the tag that is processed",
            P::sets(S::TOKENIZER);
        "switch the content model flag to the {model} state" => SwitchContentModel(model: ContentModel),
            "switch the content model flag to the RCDATA state", "after the tag that is processed, in revisions whose tokenizer has the flag",
            P::sets(S::TOKENIZER);
        "mark {node} as tainted" => Taint(node: Expression),
            "mark lastTable as tainted", "an element; a condition asks for the mark",
            P::sets(S::TAINTS);
        "push {node} onto the stack of open elements" => Push(node: Expression),
            "push element onto the stack of open elements", "it is then the current node",
            P::changes(S::STACK);
        "pop the current node off the stack of open elements" => Pop,
            "the node above it is then the current node", P::changes(S::STACK);
        "pop elements from the stack of open elements until {elements} has been popped" => PopUntil(elements: Elements),
            "pop elements from the stack of open elements until a td or th element has been popped", "that element included",
            P::changes(S::STACK);
        "remove {node} from the stack of open elements" => RemoveFromStack(node: Expression),
            "remove node from the stack of open elements", "wherever it is",
            P::changes(S::STACK);
        "replace {old} with {new} in the stack of open elements" => ReplaceInStack(old: Expression, new: Expression),
            "replace node with newNode in the stack of open elements", "in its place",
            P::changes(S::STACK);
        "insert {node} into the stack of open elements immediately below {above}" => InsertIntoStack(node: Expression, above: Expression),
            "insert element into the stack of open elements immediately below furthestBlock", "nearer to the current node",
            P::changes(S::STACK);
        "insert a marker at the end of the list of active formatting elements" => InsertMarker,
            "formatting before it is not reconstructed", P::changes(S::LIST);
        "add an attribute named {attribute} with the value {content} to {node}" => AddAttribute(attribute: Quoted, content: Expression, node: Expression),
            "add an attribute named \"name\" with the value \"isindex\" to element", "if it has none of that name",
            P::changes(S::TREE);
        "add the token's attributes that are not named {texts} to {node}" => AddOtherAttributes(texts: Texts, node: Expression),
            "add the token's attributes that are not named \"name\" or \"prompt\" to element", "those of which it has none of that name",
            P::reads(S::TOKEN).and_changes(S::TREE);
        "add {node} to the list of active formatting elements" => AddToList(node: Expression),
            "add element to the list of active formatting elements", "at the end",
            P::changes(S::LIST);
        "remove the last entry from the list of active formatting elements" => RemoveLastEntry,
            "an element or a marker", P::changes(S::LIST);
        "remove {node} from the list of active formatting elements" => RemoveFromList(node: Expression),
            "remove formattingElement from the list of active formatting elements", "wherever it is",
            P::sets(S::LIST);
        "replace {old} with {new} in the list of active formatting elements" => ReplaceInList(old: Expression, new: Expression),
            "replace node with newNode in the list of active formatting elements", "in its place",
            P::changes(S::LIST);
        "insert {node} into the list of active formatting elements at {position}" => InsertIntoList(node: Expression, position: Expression),
            "insert element into the list of active formatting elements at bookmark", "a position that was noted before",
            P::changes(S::LIST);
        "set the head element pointer to {node}" => SetHead(node: Expression),
            "set the head element pointer to the newly created element", "assigns",
            P::sets(S::POINTERS);
        "set the form element pointer to {node}" => SetForm(node: Expression),
            "set the form element pointer to null", "assigns",
            P::sets(S::POINTERS);
        "set the frameset-ok flag to \"not ok\"" => SetFramesetNotOk,
            "it is \"ok\" at the start", P::sets(S::FRAMESET_OK);
        "set the frameset-ok flag to \"ok\"" => SetFramesetOk,
            "as it is at the start", P::sets(S::FRAMESET_OK);
        "enable foster parenting" => EnableFosterParenting,
            "until it is disabled", P::sets(S::FOSTER_PARENTING);
        "disable foster parenting" => DisableFosterParenting,
            "as it is at the start", P::sets(S::FOSTER_PARENTING);
        "set the Document to {mode} mode" => SetQuirks(mode: QuirksMode),
            "set the Document to quirks mode", "an output",
            P::sets(S::QUIRKS);
        "let the pending table character tokens be an empty list" => ClearPending,
            "before \"in table text\"", P::sets(S::PENDING);
        "append the token to the pending table character tokens" => AppendPending,
            "a character token", P::reads(S::TOKEN).and_changes(S::PENDING);
        "append a DocumentType node for the token to the Document" => AppendDoctype,
            "a missing name or identifier is the empty string", P::reads(S::TOKEN).and_changes(S::TREE);
        "append data to the Text node immediately before {location}" => AppendText(location: Expression),
            "append data to the Text node immediately before location", "the value of the variable `data`",
            P::changes(S::TREE);
        "insert a new Text node with data at {location}" => InsertText(location: Expression),
            "insert a new Text node with data at location", "the value of the variable `data`; nothing if it is empty",
            P::changes(S::TREE);
        "insert a new Comment node for the token at {location}" => InsertComment(location: Expression),
            "insert a new Comment node for the token at location", "with the data of the token",
            P::reads(S::TOKEN).and_changes(S::TREE);
        "insert a new ProcessingInstruction node for the token at {location}" => InsertInstruction(location: Expression),
            "insert a new ProcessingInstruction node for the token at location", "with the target and the data of the token",
            P::reads(S::TOKEN).and_changes(S::TREE);
        "insert {node} at {location}" => Insert(node: Expression, location: Expression),
            "insert element at location", "from wherever it was",
            P::changes(S::TREE);
        "append the child nodes of {old} to {new}" => MoveChildren(old: Expression, new: Expression),
            "append the child nodes of furthestBlock to element", "all of them, in order",
            P::changes(S::TREE);
        "append {node} to {parent}" => Append(node: Expression, parent: Expression),
            "append lastNode to node", "as the last child, from wherever it was",
            P::sets(S::TREE);
        "remove {node} from its parent node" => Detach(node: Expression),
            "remove node from its parent node", "if it has one",
            P::sets(S::TREE);
        "add the token's attributes that are not already present to {node}" => AddAttributes(node: Expression),
            "add the token's attributes that are not already present to the first element in the stack of open elements", "compares names",
            P::reads(S::TOKEN).and_sets(S::TREE);
        "let {variable} be {value}" => Let(variable: Variable, value: Value),
            "let node be the current node", "a variable of the row or algorithm",
            P::sets(S::VARIABLES);
        "set {variable} to {value}" => Set(variable: Variable, value: Value),
            "set lastNode to node", "a variable that has a value",
            P::sets(S::VARIABLES);
        "increment {variable} by {number}" => Increment(variable: Variable, number: Count),
            "increment innerLoopCounter by 1", "a variable that is a number",
            P::changes(S::VARIABLES);
        "jump to the step labeled {label}" => Jump(label: Variable),
            "jump to the step labeled loop", "a label of the same row or algorithm",
            P::changes(S::CONTROL);
        "break" => Break,
            "leaves the innermost loop", P::changes(S::CONTROL);
        "continue" => Continue,
            "tests the condition of the innermost loop again", P::changes(S::CONTROL);
        "return {value}" => ReturnValue(value: Value),
            "return element", "ends the algorithm with a result",
            P::changes(S::CONTROL);
        "return" => Return,
            "ends the row or algorithm", P::changes(S::CONTROL);
    }
}
