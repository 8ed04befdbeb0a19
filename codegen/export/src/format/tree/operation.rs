//! Operations of tree construction.
//!
//! Each does one thing to the state of a parser, so that an interpreter has a line or two for each. What the section calls by its parts
//! in several sentences, such as appending to a parent, is one operation with an expression for the part. The list is long, as the
//! stack of open elements and the list of active formatting elements have operations of their own.

use super::{Elements, QuirksMode, TreeExpression, TreeTest};
use schemars::JsonSchema;
use serde::Serialize;

/// An operation of tree construction. The operations of a row or an algorithm run in order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum TreeOperation {
    /// Runs one of two lists of operations.
    If {
        /// The condition.
        test: TreeTest,
        /// The operations if it holds.
        then: Vec<TreeOperation>,
        /// The operations if it does not hold.
        otherwise: Vec<TreeOperation>,
    },
    /// Runs operations as long as a condition holds, which is tested before each turn.
    While {
        /// The condition.
        test: TreeTest,
        /// The operations.
        operations: Vec<TreeOperation>,
    },
    /// Leaves the innermost `while`.
    Break,
    /// Ends the turn of the innermost `while`.
    Continue,
    /// Marks a place in the outermost operations of a row or an algorithm.
    Label {
        /// Its name.
        label: String,
    },
    /// Goes on at the label of the same row or algorithm.
    Jump {
        /// The name of the label.
        label: String,
    },
    /// Ends the row or the algorithm.
    Return {
        /// What the algorithm returns; `null` if nothing.
        result: Option<TreeExpression>,
    },
    /// Gives a variable of the row or the algorithm a value.
    SetVariable {
        /// Its name.
        variable: String,
        /// The value.
        to: TreeExpression,
    },
    /// Adds to the number of a variable.
    Increment {
        /// Its name.
        variable: String,
        /// What is added.
        by: u32,
    },
    /// Runs an algorithm.
    Call {
        /// Its name.
        algorithm: String,
        /// The values of its parameters.
        arguments: Vec<TreeExpression>,
    },
    /// Tells the document something.
    Output {
        /// The name of the output.
        output: String,
        /// The values of its parameters.
        arguments: Vec<TreeExpression>,
    },
    /// Reports a parse error.
    ParseError {
        /// Its code, if it has a name.
        code: Option<String>,
    },
    /// Runs the algorithm `dispatch` for the token.
    Reprocess,
    /// Runs the row of the current insertion mode that matches the token.
    UseCurrentMode,
    /// Runs the row of the secondary insertion mode that matches the token.
    UseSecondaryMode,
    /// Runs the row of an insertion mode that matches the token.
    UseMode {
        /// The name of the mode.
        mode: String,
    },
    /// Runs the row for foreign content that matches the token.
    UseForeignContent,
    /// Runs a row, whatever it matches.
    RunRow {
        /// The name of the mode; `null` for foreign content.
        mode: Option<String>,
        /// The number of the row.
        row: usize,
    },
    /// Runs a row for each pending table character, with a character token of it as the token. Then the token is what it was.
    RunRowForPending {
        /// The name of the mode.
        mode: String,
        /// The number of the row.
        row: usize,
    },
    /// Processes a token that is made up: runs the algorithm `dispatch` with it as the token, then the token, the acknowledgement of its
    /// self-closing flag and the state of the tokenizer are what they were. At most 8 such tokens are processed inside one another, and
    /// 1,000 for a token of the input or a pending table character. One beyond is not processed and counts as ignored.
    ActAsIfSeen {
        /// The token.
        token: TreeExpression,
        /// The variable of the row or the algorithm that then says whether `ignore` ran for the token.
        variable: String,
    },
    /// The token is ignored. It is left out where nothing asks for it.
    Ignore,
    /// Sets the token.
    SetToken {
        /// The new one.
        token: TreeExpression,
    },
    /// Sets the tag name of the token.
    SetTagName {
        /// The new one.
        name: String,
    },
    /// Replaces the tag name of the token, if a table of `pairs` has it.
    ReplaceTagName {
        /// The name of the table.
        pairs: String,
    },
    /// Replaces the names of the token's attributes that a table of `pairs` has.
    ReplaceAttributeNames {
        /// The name of the table.
        pairs: String,
    },
    /// Gives the token's attributes that are in `foreignAttributes` the prefix, local name and namespace there.
    NamespaceAttributes,
    /// The next token is not processed if it is this character.
    IgnoreNext {
        /// The code point.
        character: u32,
    },
    /// Acknowledges the self-closing flag of the token.
    Acknowledge,
    /// Sets the insertion mode.
    SetMode {
        /// The name of the mode.
        mode: String,
    },
    /// Sets the insertion mode to the original insertion mode.
    SetModeToOriginal,
    /// Sets the insertion mode to the last one on the stack of template insertion modes.
    SetModeToTemplate,
    /// Sets the insertion mode to the secondary insertion mode.
    SetModeToSecondary,
    /// Sets the secondary insertion mode.
    SetSecondaryMode {
        /// The name of the mode; `null` for the insertion mode that is in use.
        mode: Option<String>,
    },
    /// Sets the original insertion mode to the insertion mode.
    SetOriginalMode,
    /// Pushes onto the stack of template insertion modes.
    PushTemplateMode {
        /// The name of the mode.
        mode: String,
    },
    /// Pops off the stack of template insertion modes.
    PopTemplateMode,
    /// Switches the tokenizer after the token.
    SwitchTokenizer {
        /// The id of the state.
        state: String,
    },
    /// Sets the content model flag of the tokenizer after the token.
    SetContentModel {
        /// The flag.
        model: String,
    },
    /// Marks an element as tainted.
    Taint {
        /// The element.
        node: TreeExpression,
    },
    /// Pushes onto the stack of open elements.
    Push {
        /// The node.
        node: TreeExpression,
    },
    /// Pops the current node off the stack of open elements.
    Pop,
    /// Pops off the stack of open elements until one of these has been popped.
    PopUntil {
        /// The elements.
        elements: Elements,
    },
    /// Removes a node from the stack of open elements, if it is in it.
    RemoveOpen {
        /// The node.
        node: TreeExpression,
    },
    /// Replaces a node in the stack of open elements.
    ReplaceOpen {
        /// The node.
        old: TreeExpression,
        /// What takes its place.
        new: TreeExpression,
    },
    /// Inserts into the stack of open elements.
    InsertOpen {
        /// What is inserted.
        node: TreeExpression,
        /// The node that is then immediately above it.
        above: TreeExpression,
    },
    /// Adds a marker at the end of the list of active formatting elements.
    AddMarker,
    /// Adds an element at the end of the list of active formatting elements.
    AddEntry {
        /// The element.
        node: TreeExpression,
    },
    /// Removes the last entry of that list, if there is one.
    RemoveLastEntry,
    /// Removes an entry from that list, if it is in it.
    RemoveEntry {
        /// The entry.
        entry: TreeExpression,
    },
    /// Replaces an element in that list.
    ReplaceEntry {
        /// The element.
        old: TreeExpression,
        /// What takes its place.
        new: TreeExpression,
    },
    /// Inserts an element into that list.
    InsertEntry {
        /// The element.
        node: TreeExpression,
        /// The position.
        position: TreeExpression,
    },
    /// Sets the head element pointer.
    SetHeadElementPointer {
        /// A node or null.
        node: TreeExpression,
    },
    /// Sets the form element pointer.
    SetFormElementPointer {
        /// A node or null.
        node: TreeExpression,
    },
    /// Sets the frameset-ok flag to "not ok".
    SetFramesetNotOk,
    /// Sets the frameset-ok flag to "ok".
    SetFramesetOk,
    /// Enables or disables foster parenting.
    SetFosterParenting {
        /// Whether it is enabled then.
        enabled: bool,
    },
    /// Sets the mode of the document.
    SetQuirksMode {
        /// The mode.
        mode: QuirksMode,
    },
    /// Empties the list of pending table characters.
    ClearPending,
    /// Adds the character of the token to the pending table characters.
    AddPending,
    /// Appends a DocumentType node for the token to the Document. What is missing is the empty string.
    AppendDoctype,
    /// Appends to the Text node that is immediately before a location.
    AppendText {
        /// The text.
        text: TreeExpression,
        /// The location.
        location: TreeExpression,
    },
    /// Inserts a Text node, unless the text is empty.
    InsertText {
        /// The text.
        text: TreeExpression,
        /// The location.
        location: TreeExpression,
    },
    /// Inserts a Comment node with the data of the token.
    InsertComment {
        /// The location.
        location: TreeExpression,
    },
    /// Inserts a ProcessingInstruction node with the target and the data of the token.
    InsertProcessingInstruction {
        /// The location.
        location: TreeExpression,
    },
    /// Inserts a node, from wherever it was.
    Insert {
        /// The node.
        node: TreeExpression,
        /// The location.
        location: TreeExpression,
    },
    /// Appends all children of a node to another one, in order.
    MoveChildren {
        /// The node.
        from: TreeExpression,
        /// The other one.
        to: TreeExpression,
    },
    /// Removes a node from its parent, if it has one.
    Detach {
        /// The node.
        node: TreeExpression,
    },
    /// Adds an attribute to a node that has none of the same name.
    AddAttribute {
        /// The name of the attribute.
        attribute: String,
        /// Its value.
        text: TreeExpression,
        /// The node.
        node: TreeExpression,
    },
    /// Adds the attributes of the token, but for some names, to a node that has none of the same name.
    AddOtherAttributes {
        /// The names.
        names: Vec<String>,
        /// The node.
        node: TreeExpression,
    },
    /// Adds the attributes of the token to a node that has none of the same name.
    AddAttributes {
        /// The node.
        node: TreeExpression,
    },
}
