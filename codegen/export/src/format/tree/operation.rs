//! Operations of tree construction.
//!
//! Each does one thing to the state of a parser, so that an interpreter has a line or two for each. What the section calls by its parts
//! in several sentences, such as appending to a parent, is one operation with an expression for the part. The list is long, as the
//! stack of open elements and the list of active formatting elements have operations of their own.

use super::{Elements, QuirksMode, TreeExpression, TreeTest};
use crate::format::forms::forms;

forms! {
    /// An operation of tree construction. The operations of a row or an algorithm run in order.
    pub enum TreeOperation by "op" {
        /// Runs one of two lists of operations.
        If {
            test: TreeTest = "The condition.",
            then: Vec<TreeOperation> = "The operations if it holds.",
            otherwise: Vec<TreeOperation> = "The operations if it does not hold.",
        },
        /// Runs operations as long as a condition holds, which is tested before each turn.
        While {
            test: TreeTest = "The condition.",
            operations: Vec<TreeOperation> = "The operations.",
        },
        /// Leaves the innermost `while`.
        Break,
        /// Ends the turn of the innermost `while`.
        Continue,
        /// Marks a place in the outermost operations of a row or an algorithm.
        Label { label: String = "Its name." },
        /// Goes on at the label of the same row or algorithm.
        Jump { label: String = "The name of the label." },
        /// Ends the row or the algorithm.
        Return { result: Option<TreeExpression> = "What the algorithm returns; `null` if nothing." },
        /// Gives a variable of the row or the algorithm a value.
        SetVariable { variable: String = "Its name.", to: TreeExpression = "The value." },
        /// Adds to the number of a variable.
        Increment { variable: String = "Its name.", by: u32 = "What is added." },
        /// Runs an algorithm.
        Call {
            algorithm: String = "Its name.",
            arguments: Vec<TreeExpression> = "The values of its parameters.",
        },
        /// Tells the document something.
        Output {
            output: String = "The name of the output.",
            arguments: Vec<TreeExpression> = "The values of its parameters.",
        },
        /// Reports a parse error.
        ParseError { code: Option<String> = "Its code, if it has a name." },
        /// Runs the algorithm `dispatch` for the token.
        Reprocess,
        /// Runs the row of the current insertion mode that matches the token.
        UseCurrentMode,
        /// Runs the row of the secondary insertion mode that matches the token.
        UseSecondaryMode,
        /// Runs the row of an insertion mode that matches the token.
        UseMode { mode: String = "The name of the mode." },
        /// Runs the row for foreign content that matches the token.
        UseForeignContent,
        /// Runs a row, whatever it matches.
        RunRow {
            mode: Option<String> = "The name of the mode; `null` for foreign content.",
            row: usize = "The number of the row.",
        },
        /// Runs a row for each pending table character, with a character token of it as the token. Then the token is what it was.
        RunRowForPending {
            mode: String = "The name of the mode.",
            row: usize = "The number of the row.",
        },
        /// Processes a token that is made up: runs the algorithm `dispatch` with it as the token, then the token, the acknowledgement of its
        /// self-closing flag and the state of the tokenizer are what they were. At most 8 such tokens are processed inside one another, and
        /// 1,000 for a token of the input or a pending table character. One beyond is not processed and counts as ignored.
        ActAsIfSeen {
            token: TreeExpression = "The token.",
            variable: String = "The variable of the row or the algorithm that then says whether `ignore` ran for the token.",
        },
        /// The token is ignored. It is left out where nothing asks for it.
        Ignore,
        /// Sets the token.
        SetToken { token: TreeExpression = "The new one." },
        /// Sets the tag name of the token.
        SetTagName { name: String = "The new one." },
        /// Replaces the tag name of the token, if a table of `pairs` has it.
        ReplaceTagName { pairs: String = "The name of the table." },
        /// Replaces the names of the token's attributes that a table of `pairs` has.
        ReplaceAttributeNames { pairs: String = "The name of the table." },
        /// Gives the token's attributes that are in `foreignAttributes` the prefix, local name and namespace there.
        NamespaceAttributes,
        /// The next token is not processed if it is this character.
        IgnoreNext { character: u32 = "The code point." },
        /// Acknowledges the self-closing flag of the token.
        Acknowledge,
        /// Sets the insertion mode.
        SetMode { mode: String = "The name of the mode." },
        /// Sets the insertion mode to the original insertion mode.
        SetModeToOriginal,
        /// Sets the insertion mode to the last one on the stack of template insertion modes.
        SetModeToTemplate,
        /// Sets the insertion mode to the secondary insertion mode.
        SetModeToSecondary,
        /// Sets the secondary insertion mode.
        SetSecondaryMode {
            mode: Option<String> = "The name of the mode; `null` for the insertion mode that is in use.",
        },
        /// Sets the original insertion mode to the insertion mode.
        SetOriginalMode,
        /// Pushes onto the stack of template insertion modes.
        PushTemplateMode { mode: String = "The name of the mode." },
        /// Pops off the stack of template insertion modes.
        PopTemplateMode,
        /// Switches the tokenizer after the token.
        SwitchTokenizer { state: String = "The id of the state." },
        /// Sets the content model flag of the tokenizer after the token.
        SetContentModel { model: String = "The flag." },
        /// Marks an element as tainted.
        Taint { node: TreeExpression = "The element." },
        /// Pushes onto the stack of open elements.
        Push { node: TreeExpression = "The node." },
        /// Pops the current node off the stack of open elements.
        Pop,
        /// Pops off the stack of open elements until one of these has been popped.
        PopUntil { elements: Elements = "The elements." },
        /// Removes a node from the stack of open elements, if it is in it.
        RemoveOpen { node: TreeExpression = "The node." },
        /// Replaces a node in the stack of open elements.
        ReplaceOpen {
            old: TreeExpression = "The node.",
            new: TreeExpression = "What takes its place.",
        },
        /// Inserts into the stack of open elements.
        InsertOpen {
            node: TreeExpression = "What is inserted.",
            above: TreeExpression = "The node that is then immediately above it.",
        },
        /// Adds a marker at the end of the list of active formatting elements.
        AddMarker,
        /// Adds an element at the end of the list of active formatting elements.
        AddEntry { node: TreeExpression = "The element." },
        /// Removes the last entry of that list, if there is one.
        RemoveLastEntry,
        /// Removes an entry from that list, if it is in it.
        RemoveEntry { entry: TreeExpression = "The entry." },
        /// Replaces an element in that list.
        ReplaceEntry {
            old: TreeExpression = "The element.",
            new: TreeExpression = "What takes its place.",
        },
        /// Inserts an element into that list.
        InsertEntry {
            node: TreeExpression = "The element.",
            position: TreeExpression = "The position.",
        },
        /// Sets the head element pointer.
        SetHeadElementPointer { node: TreeExpression = "A node or null." },
        /// Sets the form element pointer.
        SetFormElementPointer { node: TreeExpression = "A node or null." },
        /// Sets the frameset-ok flag to "not ok".
        SetFramesetNotOk,
        /// Sets the frameset-ok flag to "ok".
        SetFramesetOk,
        /// Enables or disables foster parenting.
        SetFosterParenting { enabled: bool = "Whether it is enabled then." },
        /// Sets the mode of the document.
        SetQuirksMode { mode: QuirksMode = "The mode." },
        /// Empties the list of pending table characters.
        ClearPending,
        /// Adds the character of the token to the pending table characters.
        AddPending,
        /// Appends a DocumentType node for the token to the Document. What is missing is the empty string.
        AppendDoctype,
        /// Appends to the Text node that is immediately before a location.
        AppendText {
            text: TreeExpression = "The text.",
            location: TreeExpression = "The location.",
        },
        /// Inserts a Text node, unless the text is empty.
        InsertText {
            text: TreeExpression = "The text.",
            location: TreeExpression = "The location.",
        },
        /// Inserts a Comment node with the data of the token.
        InsertComment { location: TreeExpression = "The location." },
        /// Inserts a ProcessingInstruction node with the target and the data of the token.
        InsertProcessingInstruction { location: TreeExpression = "The location." },
        /// Inserts a node, from wherever it was.
        Insert { node: TreeExpression = "The node.", location: TreeExpression = "The location." },
        /// Appends all children of a node to another one, in order.
        MoveChildren { from: TreeExpression = "The node.", to: TreeExpression = "The other one." },
        /// Removes a node from its parent, if it has one.
        Detach { node: TreeExpression = "The node." },
        /// Adds an attribute to a node that has none of the same name.
        AddAttribute {
            attribute: String = "The name of the attribute.",
            text: TreeExpression = "Its value.",
            node: TreeExpression = "The node.",
        },
        /// Adds the attributes of the token, but for some names, to a node that has none of the same name.
        AddOtherAttributes {
            names: Vec<String> = "The names.",
            node: TreeExpression = "The node.",
        },
        /// Adds the attributes of the token to a node that has none of the same name.
        AddAttributes { node: TreeExpression = "The node." },
    }
}
