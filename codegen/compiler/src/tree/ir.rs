//! Tree construction with every name resolved.
//!
//! A condition, a value and a step are all expressions, so that a pass has one type to look at. Lists of a revision, such as
//! its scopes, are named by their indices.

use super::follow::Following;
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::tree::grammar::{ElementType, Namespace, QuirksMode, TokenType};
use tokenwright_tables::tree::model::STOP;
use tokenwright_tables::tree::types;

/// The tables of one revision.
#[derive(Clone, Debug)]
pub struct TreeProgram {
    /// The identifier of the revision.
    pub revision: String,
    /// Names of elements that a row or a list mentions, sorted.
    pub names: Vec<String>,
    /// Elements outside of HTML that a row or a list mentions, sorted.
    pub foreign: Vec<ElementType>,
    /// Characters that rows distinguish: the classes, each a set of inclusive ranges. Others are in no class.
    pub classes: Vec<Vec<(u32, u32)>>,
    /// The mode in which a parser starts.
    pub initial: usize,
    /// The insertion modes, in the order of the section.
    pub modes: Vec<Mode>,
    /// The rules for parsing tokens in foreign content; the last of all modes.
    pub foreign_content: Mode,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The conditions that the section defines.
    pub definitions: Vec<Definition>,
    /// What the document answers: the sentences.
    pub questions: Vec<String>,
    /// What the document gets: the sentences.
    pub outputs: Vec<String>,
    /// The sets of elements.
    pub sets: Vec<(String, Vec<ElementType>)>,
    /// The elements at which each scope ends.
    pub scopes: Vec<(String, Vec<ElementType>)>,
    /// Sets of elements at which walks up the stack stop.
    pub walks: Vec<Vec<ElementType>>,
    /// The lists of identifiers.
    pub identifiers: Vec<(String, Vec<String>)>,
    /// The tables of names, sorted.
    pub pairs: Vec<(String, Vec<(String, String)>)>,
    /// The attributes that get a namespace, sorted: name, prefix, local name, namespace.
    pub foreign_attributes: Vec<[String; 4]>,
    /// The elements that have template contents.
    pub with_contents: Vec<ElementType>,
    /// Whether a character would only be appended, by what dispatches it.
    pub quiet_dispatch: Vec<Statement>,
    /// For an algorithm that may return at once, the one that says whether it does.
    pub quick_returns: Vec<Option<usize>>,
    /// For each mode, foreign content last, and each class of characters: the classes that are processed as it once that changes
    /// nothing, a bit for each.
    pub processed_as: Vec<Vec<u32>>,
    /// For each mode and class, the class that is processed as it with most others.
    pub widest: Vec<Vec<usize>>,
    /// Whether a rule asks for a Text node before a place, or whether it is the last node that was inserted.
    pub reads_text: bool,
    /// The mode for foreign content, where it is one.
    pub foreign_mode: Option<usize>,
    /// The algorithms that do nothing to what the parser knows.
    pub tree_only: Vec<bool>,
    /// What a tokenizer without a tree follows: without scripting, and with it.
    pub following: [Following; 2],
    /// The algorithm that processes a token.
    pub dispatch: usize,
    /// The algorithm that runs before the first token of a fragment.
    pub begin_fragment: usize,
}

impl TreeProgram {
    /// The insertion modes that have a file: where no mode is for foreign content, the rules for it come last.
    pub fn modes_with_files(&self) -> impl Iterator<Item = &Mode> {
        let foreign = Some(&self.foreign_content).filter(|it| !it.rows.is_empty());
        self.modes.iter().chain(foreign)
    }

    /// All modes; the rules for foreign content come last.
    pub fn all_modes(&self) -> impl Iterator<Item = &Mode> {
        self.modes.iter().chain([&self.foreign_content])
    }

    /// The same, to be changed.
    pub(crate) fn all_modes_mut(&mut self) -> impl Iterator<Item = &mut Mode> {
        self.modes.iter_mut().chain([&mut self.foreign_content])
    }

    /// A mode; a number beyond them is that of foreign content.
    #[must_use]
    pub fn mode(&self, at: usize) -> &Mode {
        self.modes.get(at).unwrap_or(&self.foreign_content)
    }

    /// The class of a character; the number of classes for one that is in none.
    #[must_use]
    pub fn class(&self, code: u32) -> usize {
        let has = |ranges: &Vec<(u32, u32)>| {
            let mut ranges = ranges.iter();
            ranges.any(|(first, last)| (*first..=*last).contains(&code))
        };
        let class = self.classes.iter().position(has);
        class.unwrap_or(self.classes.len())
    }

    /// The algorithms that may stop the parser.
    #[must_use]
    pub fn stopping(&self) -> Vec<bool> {
        self.algorithms_where(|algorithm, stopping| {
            let runs_rows = |it: &Statement| {
                matches!(
                    it,
                    Statement::Act(..) | Statement::Run(_) | Statement::RunPending(..)
                )
            };
            let mut stops = algorithm.body.statements().any(|it| it.any(runs_rows));
            algorithm.body.each_expression(&mut |it| {
                stops |= match it {
                    Expression::Output(at, _) => self.outputs[*at] == STOP,
                    Expression::Algorithm(at, _) => stopping[*at],
                    _ => false,
                };
            });
            stops
        })
    }

    /// The fewest algorithms of which something holds that may depend on which others are among them.
    pub(crate) fn algorithms_where(
        &self,
        holds: impl Fn(&Algorithm, &[bool]) -> bool,
    ) -> Vec<bool> {
        let mut found = vec![false; self.algorithms.len()];
        loop {
            let all = self.algorithms.iter();
            let more: Vec<bool> = all.map(|it| holds(it, &found)).collect();
            if more == found {
                return found;
            }
            found = more;
        }
    }
}

/// An insertion mode.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    /// Its name; empty for foreign content.
    pub name: String,
    /// The number and title of its section.
    pub section: String,
    /// The file that has it.
    pub file: String,
    /// The rows, in order.
    pub rows: Vec<Row>,
    /// The rows for tags with a name: those names, and the rows that may match.
    pub start_tags: Tags,
    /// The same for end tags.
    pub end_tags: Tags,
    /// The rows for characters of each class, and of none.
    pub characters: Vec<Candidates>,
    /// Of the rows for characters of each class, those up to the last that may only append one; none if no row does.
    pub quiet: Vec<Candidates>,
    /// The rows for other kinds of tokens.
    pub others: Vec<(TokenType, Candidates)>,
}

/// Rows that may match a token, in order; all but the last have a condition. Without a last one, no row matches.
pub type Candidates = Vec<Candidate>;

/// A row that may match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The condition, if there is one.
    pub when: Option<Expression>,
    /// The row of the mode.
    pub row: usize,
}

/// The rows for tags.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// Names with the rows that may match.
    pub named: Vec<(Vec<String>, Candidates)>,
    /// The rows for other names.
    pub others: Candidates,
}

/// A row of a mode.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it matches, in the words of the tables.
    pub heading: String,
    /// Its steps.
    pub body: Body,
    /// Whether it would only append a character; none if never.
    pub quiet: Option<Body>,
}

/// An algorithm.
#[derive(Clone, Debug)]
pub struct Algorithm {
    /// The sentence that calls it.
    pub name: String,
    /// The number and title of its section.
    pub section: String,
    /// Which of its parameters are used; they are the first variables of the body.
    pub parameters: Vec<usize>,
    /// What it returns.
    pub result: Option<Type>,
    /// Its steps.
    pub body: Body,
}

/// A defined condition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The sentence.
    pub name: String,
    /// Which of its parameters are used.
    pub parameters: Vec<usize>,
    /// The parameters.
    pub variables: Vec<Variable>,
    /// What it means.
    pub test: Expression,
}

/// Steps with their variables.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The variables, parameters first.
    pub variables: Vec<Variable>,
    /// The steps, cut at the labels: a jump goes to the start of a segment.
    pub segments: Vec<Vec<Statement>>,
}

impl Body {
    /// The steps of all segments, without those in them.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.segments.iter().flatten()
    }

    /// Calls a function with every expression and all in it.
    pub fn each_expression(&self, f: &mut impl FnMut(&Expression)) {
        self.statements().for_each(|it| it.each_expression(f));
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in the tables.
    pub name: String,
    /// What it holds; none if it is never read.
    pub holds: Option<Type>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// An expression for what it does.
    Do(Expression),
    /// A variable gets a value.
    Set(usize, Expression),
    /// A variable is incremented.
    Increment(usize, u32),
    /// Processes a token that is made up, by a primitive; the variable says then whether the token was ignored.
    Act(usize, Expression),
    /// A branch.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop.
    While(Expression, Vec<Statement>),
    /// Goes to a segment.
    Jump(usize),
    /// Leaves the innermost loop.
    Break,
    /// Tests the condition of the innermost loop again.
    Continue,
    /// Ends the body.
    Return(Option<Expression>),
    /// Runs rows for the token.
    Run(Rows),
    /// Ends with false unless rows would only append a character.
    RunQuiet(Rows),
    /// Runs a row for each pending character.
    RunPending(usize, usize),
}

/// Rows that a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Those that the dispatcher chooses.
    Dispatched,
    /// The current insertion mode's.
    CurrentMode,
    /// The secondary insertion mode's.
    SecondaryMode,
    /// A mode's, or those of foreign content.
    Mode(usize),
    /// One row of a mode.
    Row(usize, usize),
}

/// A value, a condition or a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// The value of a variable.
    Variable(usize),
    /// No node.
    Null,
    /// A number.
    Number(u32),
    /// True or false.
    Flag(bool),
    /// A text of the tables.
    Text(String),
    /// A namespace.
    Namespace(Namespace),
    /// The token that is processed.
    Token,
    /// A start tag without attributes.
    EmptyTag(String),
    /// An insertion mode.
    Mode(usize),
    /// A scope.
    Scope(usize),
    /// A set of elements.
    Set(usize),
    /// A set of elements at which a walk stops.
    Walk(usize),
    /// A list of identifiers.
    Identifiers(usize),
    /// A table of names.
    Pairs(usize),
    /// Elements, by their types.
    Types(Vec<ElementType>),
    /// Elements in a namespace.
    InNamespace(Namespace),
    /// HTML elements with a tag name.
    Named(Box<Expression>),
    /// One element.
    Same(Box<Expression>),
    /// Texts of the tables.
    Texts(Vec<String>),
    /// Names of elements.
    Names(Vec<String>),
    /// The name of an error; none if it has none.
    Error(Option<String>),
    /// A mode of the document.
    Quirks(QuirksMode),
    /// A kind of token.
    Kind(TokenType),
    /// A state of the tokenizer.
    TextMode(TextMode),
    /// A character.
    Character(u32),
    /// Characters, as inclusive ranges.
    Characters(Vec<(u32, u32)>),
    /// A primitive with its arguments.
    Call(Primitive, Vec<Expression>),
    /// An algorithm with its arguments.
    Algorithm(usize, Vec<Expression>),
    /// A defined condition with its arguments.
    Definition(usize, Vec<Expression>),
    /// A question with its arguments.
    Question(usize, Vec<Expression>),
    /// An output with its arguments.
    Output(usize, Vec<Expression>),
    /// The opposite.
    Not(Box<Expression>),
    /// Whether all hold; the first that does not is the last that is tested.
    All(Vec<Expression>),
    /// Whether one holds; the first that does is the last that is tested.
    Any(Vec<Expression>),
}

/// What a variable or an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A node, null, or an entry of the list of active formatting elements.
    Node,
    /// A token.
    Token,
    /// A text.
    Text,
    /// A namespace.
    Namespace,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A place in the tree.
    Location,
    /// A noted position in the list of active formatting elements.
    Position,
    /// What only the tables name, such as a mode or a set.
    Constant,
}

impl From<types::Type> for Type {
    fn from(of: types::Type) -> Self {
        match of {
            types::Type::Node => Type::Node,
            types::Type::Token => Type::Token,
            types::Type::Text => Type::Text,
            types::Type::Namespace => Type::Namespace,
            types::Type::Number => Type::Number,
            types::Type::Flag => Type::Flag,
            types::Type::Location => Type::Location,
            types::Type::Position => Type::Position,
        }
    }
}

/// What a method does to the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It takes the parser to read it.
    Reads,
    /// It takes the parser to change it, but nothing that a rule sees.
    Notes,
    /// It changes what rules see.
    Changes,
}

// A line is the primitive, what its method does, what it gets, and the name and the types of the method.
macro_rules! primitives {
    (
        $($(#[doc = $doc:literal])*
        $name:ident = $access:ident $given:ident $method:literal($($argument:ident),*) $(-> $result:ident)?;)*
    ) => {
        /// A method of the runtime.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Primitive {
            $($(#[doc = $doc])* $name,)*
        }

        impl Primitive {
            /// All of them.
            pub const ALL: &[Primitive] = &[$(Primitive::$name),*];

            /// The name of the method.
            #[must_use]
            pub const fn method(self) -> &'static str {
                match self { $(Primitive::$name => $method),* }
            }

            /// What the arguments are.
            #[must_use]
            pub const fn arguments(self) -> &'static [Type] {
                match self { $(Primitive::$name => &[$(Type::$argument),*]),* }
            }

            /// What the result is; none of a step.
            #[must_use]
            pub const fn result(self) -> Option<Type> {
                match self { $(Primitive::$name => primitives!(@result $($result)?)),* }
            }

            /// What its method does to the parser.
            #[must_use]
            pub const fn access(self) -> Access {
                match self { $(Primitive::$name => Access::$access),* }
            }

            /// Whether its method gets the token that is processed, because it reads or changes it.
            #[must_use]
            pub const fn needs_token(self) -> bool {
                match self { $(Primitive::$name => primitives!(@needs_token $given)),* }
            }

            /// Whether it changes nothing that a rule sees.
            #[must_use]
            pub const fn changes_nothing(self) -> bool {
                !matches!(self.access(), Access::Changes)
            }
        }
    };
    (@result) => { None };
    (@result $result:ident) => { Some(Type::$result) };
    (@needs_token Parser) => { false };
    (@needs_token Token) => { true };
}

primitives! {
    // Values.
    /// The current node.
    CurrentNode = Reads Parser "current_node"() -> Node;
    /// The adjusted current node.
    AdjustedCurrentNode = Reads Parser "adjusted_current_node"() -> Node;
    /// The context element.
    ContextElement = Reads Parser "context_element"() -> Node;
    /// The context element or its nearest ancestor of some types.
    NearestOfContext = Changes Parser "nearest_of_context"(Constant) -> Node;
    /// The head element pointer.
    HeadPointer = Reads Parser "head_element_pointer"() -> Node;
    /// The form element pointer.
    FormPointer = Notes Parser "form_element_pointer"() -> Node;
    /// The Document.
    Document = Reads Parser "document"() -> Node;
    /// The newly created element.
    NewElement = Reads Parser "newly_created_element"() -> Node;
    /// The first element in the stack.
    FirstElement = Reads Parser "first_element"() -> Node;
    /// The second element in the stack.
    SecondElement = Reads Parser "second_element"() -> Node;
    /// The last open element of some types.
    LastOpen = Reads Parser "last_open"(Constant) -> Node;
    /// The element above a node in the stack, or that was above it.
    Above = Notes Parser "element_above"(Node) -> Node;
    /// The topmost element below a node that is in a set.
    TopmostBelow = Reads Parser "topmost_below"(Node, Constant) -> Node;
    /// The last entry after the last marker that is one of some elements.
    LastFormatting = Notes Parser "last_formatting"(Constant) -> Node;
    /// The earliest entry after the last marker that is like a node.
    EarliestLike = Reads Parser "earliest_like"(Node) -> Node;
    /// The last entry.
    LastEntry = Reads Parser "last_entry"() -> Node;
    /// The entry before another.
    EntryBefore = Reads Parser "entry_before"(Node) -> Node;
    /// The entry after another.
    EntryAfter = Reads Parser "entry_after"(Node) -> Node;
    /// Notes the position of an entry.
    PositionOf = Changes Parser "position_of"(Node) -> Position;
    /// Notes the position after an entry.
    PositionAfter = Changes Parser "position_after"(Node) -> Position;
    /// The token for which a node was created.
    TokenOf = Reads Parser "token_of"(Node) -> Token;
    /// The value of an attribute of the token.
    AttributeValue = Reads Token "attribute_value"(Constant) -> Text;
    /// The tag name of the token.
    TagName = Reads Token "tag_name"() -> Text;
    /// The character of the token.
    Character = Reads Token "character"() -> Text;
    /// The pending table character tokens.
    Pending = Reads Parser "pending_characters"() -> Text;
    /// The namespace of a node.
    NamespaceOf = Reads Parser "namespace_of"(Node) -> Namespace;
    /// The last place inside a node.
    Inside = Reads Parser "inside"(Node) -> Location;
    /// The last place inside the template contents of a node.
    InsideContents = Reads Parser "inside_contents"(Node) -> Location;
    /// The place before a node.
    Before = Reads Parser "before"(Node) -> Location;
    /// The node in which a place is.
    NodeOf = Notes Parser "node_of"(Location) -> Node;
    /// The nearest element from a node up that is of a set, has a tag name, or is the first.
    NearestUp = Notes Parser "nearest_up"(Node, Constant, Constant) -> Node;
    /// The nearest element from a node up that has the token's tag name, is below an HTML element, or is the first.
    NearestForeign = Reads Token "nearest_foreign"(Node) -> Node;
    /// A new element for a token in a namespace.
    Create = Changes Token "create_element"(Token, Namespace) -> Node;

    // Conditions.
    /// Whether the stack has one node.
    OneNode = Reads Parser "has_one_node"() -> Flag;
    /// Whether the stack is empty.
    StackEmpty = Reads Parser "stack_is_empty"() -> Flag;
    /// Whether the stack has some elements in a scope.
    InScope = Notes Parser "has_in_scope"(Constant, Constant) -> Flag;
    /// Whether an insertion mode is in use.
    ModeIs = Notes Parser "mode_is"(Constant) -> Flag;
    /// Whether the stack of template insertion modes is empty.
    TemplateModesEmpty = Reads Parser "template_modes_are_empty"() -> Flag;
    /// Whether the list is empty.
    ListEmpty = Reads Parser "list_is_empty"() -> Flag;
    /// Whether an open element is none of some.
    OtherOpen = Reads Parser "has_other_open"(Constant) -> Flag;
    /// Whether one of some elements is open.
    Open = Notes Parser "has_open"(Constant) -> Flag;
    /// Whether one of some elements is after the last marker.
    Formatting = Reads Parser "has_formatting"(Constant) -> Flag;
    /// Whether at least so many entries are like a node.
    AlreadyLike = Notes Parser "has_already_like"(Node, Number) -> Flag;
    /// Whether an entry is the first.
    FirstEntry = Reads Parser "is_first_entry"(Node) -> Flag;
    /// Whether a Text node is before a place.
    TextBefore = Notes Parser "has_text_before"(Location) -> Flag;
    /// Whether the last insertion is a Text node before a place.
    NewestText = Notes Parser "has_newest_text_before"(Location) -> Flag;
    /// Whether a node is open.
    InStack = Reads Parser "is_open"(Node) -> Flag;
    /// Whether a node is in the list.
    InList = Reads Parser "is_in_list"(Node) -> Flag;
    /// Whether a node is below another in the stack.
    Lower = Reads Parser "is_lower"(Node, Node) -> Flag;
    /// Whether an entry is a marker.
    Marker = Reads Parser "is_marker"(Node) -> Flag;
    /// Whether an element is marked as tainted.
    Tainted = Reads Parser "is_tainted"(Node) -> Flag;
    /// Whether a node has a child.
    HasChild = Reads Parser "has_child"(Node) -> Flag;
    /// Whether a node has a parent.
    HasParent = Reads Parser "has_parent"(Node) -> Flag;
    /// Whether the node of a place is one of some elements.
    InsideOf = Notes Parser "is_inside"(Location, Constant) -> Flag;
    /// Whether a place is in the Document.
    InDocument = Reads Parser "is_in_document"(Location) -> Flag;
    /// Whether a number is at least another.
    AtLeast = Reads Parser "is_at_least"(Number, Number) -> Flag;
    /// Whether a number is greater than another.
    Greater = Reads Parser "is_greater"(Number, Number) -> Flag;
    /// Whether foster parenting is enabled.
    FosterParenting = Reads Parser "foster_parenting_is_enabled"() -> Flag;
    /// Whether the frameset-ok flag is "not ok".
    FramesetNotOk = Reads Parser "frameset_is_not_ok"() -> Flag;
    /// Whether the Document is in quirks mode.
    InQuirksMode = Reads Parser "is_in_quirks_mode"() -> Flag;
    /// Whether the parser parses a fragment.
    IsFragment = Reads Parser "is_fragment"() -> Flag;
    /// Whether a pending character is none of some.
    PendingOther = Reads Parser "has_other_pending"(Constant) -> Flag;
    /// Whether the name of the DOCTYPE is a text.
    DoctypeName = Reads Token "doctype_name_is"(Constant) -> Flag;
    /// Whether the name of the DOCTYPE is a text, ignoring ASCII case.
    DoctypeNameInAnyCase = Reads Token "doctype_name_is_in_any_case"(Constant) -> Flag;
    /// Whether the public identifier is missing.
    PublicMissing = Reads Token "public_is_missing"() -> Flag;
    /// Whether the system identifier is missing.
    SystemMissing = Reads Token "system_is_missing"() -> Flag;
    /// Whether the public identifier is in a list.
    PublicIn = Reads Token "public_is_one_of"(Constant) -> Flag;
    /// Whether the system identifier is in a list.
    SystemIn = Reads Token "system_is_one_of"(Constant) -> Flag;
    /// Whether the public identifier starts with one of a list.
    PublicStarts = Reads Token "public_starts_with"(Constant) -> Flag;
    /// Whether the public identifier is a text.
    PublicIs = Reads Token "public_is"(Constant) -> Flag;
    /// Whether the system identifier is a text.
    SystemIs = Reads Token "system_is"(Constant) -> Flag;
    /// Whether the force-quirks flag is on.
    ForceQuirks = Reads Token "force_quirks_is_on"() -> Flag;
    /// Whether the self-closing flag is set.
    SelfClosing = Reads Token "is_self_closing"() -> Flag;
    /// Whether the self-closing flag is acknowledged.
    Acknowledged = Reads Token "is_acknowledged"() -> Flag;
    /// Whether the tag name is one of some.
    TagNameIs = Reads Token "tag_name_is"(Constant) -> Flag;
    /// Whether the token has one of some attributes.
    HasAttribute = Reads Token "has_attribute"(Constant) -> Flag;
    /// Whether the token is of a kind.
    TokenIs = Reads Token "token_is"(Constant) -> Flag;
    /// Whether an attribute of a token is one of some texts, ignoring ASCII case.
    TokenAttribute = Reads Token "token_attribute_is"(Token, Constant, Constant) -> Flag;
    /// The same of the token for which an element was created.
    NodeAttribute = Reads Parser "node_attribute_is"(Node, Constant, Constant) -> Flag;
    /// Whether an element declares another namespace than its own.
    OtherXmlns = Reads Parser "declares_other_namespace"(Node) -> Flag;
    /// Whether an element declares another namespace for `xlink`.
    OtherXlink = Reads Parser "declares_other_xlink"(Node) -> Flag;
    /// Whether the tag name of a node in lower case is the token's.
    LowercaseName = Reads Token "has_lowercase_name"(Node) -> Flag;
    /// Whether a node is one of some elements.
    IsOneOf = Reads Parser "is_one_of"(Node, Constant) -> Flag;
    /// Whether two nodes are the same, or both null.
    IsSame = Reads Parser "is_same"(Node, Node) -> Flag;

    // Steps.
    /// A parse error.
    ReportError = Changes Parser "parse_error"(Constant);
    /// The token is ignored, where a condition asks for that.
    Ignore = Changes Parser "ignore_token"();
    /// Processes a start tag that is made up. Whether it was ignored.
    ActAsStartTag = Changes Parser "act_as_start_tag"(Constant) -> Flag;
    /// Processes an end tag that is made up.
    ActAsEndTag = Changes Parser "act_as_end_tag"(Constant) -> Flag;
    /// Processes an end tag that is made up, with the tag name of a node.
    ActAsEndTagOf = Changes Parser "act_as_end_tag_of"(Node) -> Flag;
    /// Another token takes the place of the token.
    ChangeToken = Changes Token "change_token"(Token);
    /// The tag gets another name.
    ChangeName = Changes Token "change_tag_name"(Constant);
    /// The tag gets a name by a table.
    ChangeNameBy = Changes Token "change_tag_name_by"(Constant);
    /// Attributes get names by a table.
    ChangeAttributesBy = Changes Token "change_attributes_by"(Constant);
    /// Attributes get namespaces.
    NamespaceAttributes = Changes Token "namespace_attributes"();
    /// The next token is ignored if it is a character.
    IgnoreNext = Changes Parser "ignore_next"(Constant);
    /// The self-closing flag is acknowledged.
    Acknowledge = Changes Token "acknowledge_self_closing"();
    /// The insertion mode is the original one again.
    SwitchBack = Changes Parser "switch_to_original_mode"();
    /// The insertion mode is the secondary one.
    SwitchToSecondary = Changes Parser "switch_to_secondary_mode"();
    /// The secondary insertion mode is the current one.
    SetSecondary = Changes Parser "set_secondary_mode"();
    /// The secondary insertion mode is another.
    SetSecondaryTo = Changes Parser "set_secondary_mode_to"(Constant);
    /// An element is marked as tainted.
    Taint = Changes Parser "taint"(Node);
    /// The insertion mode is the current template insertion mode.
    SwitchToTemplateMode = Changes Parser "switch_to_template_mode"();
    /// The insertion mode is another.
    SwitchMode = Changes Parser "switch_mode"(Constant);
    /// The original insertion mode is the current one.
    SetOriginal = Changes Parser "set_original_mode"();
    /// A template insertion mode is pushed.
    PushTemplateMode = Changes Parser "push_template_mode"(Constant);
    /// A template insertion mode is popped.
    PopTemplateMode = Changes Parser "pop_template_mode"();
    /// The tokenizer is switched.
    SwitchTokenizer = Changes Parser "switch_tokenizer"(Constant);
    /// An element is pushed.
    Push = Changes Parser "push"(Node);
    /// The current node is popped.
    Pop = Changes Parser "pop"();
    /// Elements are popped until one of some has been popped.
    PopUntil = Changes Parser "pop_until"(Constant);
    /// An element is removed from the stack.
    RemoveFromStack = Changes Parser "remove_from_stack"(Node);
    /// An element takes the place of another in the stack.
    ReplaceInStack = Changes Parser "replace_in_stack"(Node, Node);
    /// An element is inserted below another.
    InsertIntoStack = Changes Parser "insert_below"(Node, Node);
    /// A marker is added.
    InsertMarker = Changes Parser "insert_marker"();
    /// An element is added to the list.
    AddToList = Changes Parser "add_to_list"(Node);
    /// The last entry is removed.
    RemoveLastEntry = Changes Parser "remove_last_entry"();
    /// An element is removed from the list.
    RemoveFromList = Changes Parser "remove_from_list"(Node);
    /// An element takes the place of another in the list.
    ReplaceInList = Changes Parser "replace_in_list"(Node, Node);
    /// An element is inserted into the list.
    InsertIntoList = Changes Parser "insert_into_list"(Node, Position);
    /// The head element pointer is set.
    SetHead = Changes Parser "set_head_element_pointer"(Node);
    /// The form element pointer is set.
    SetForm = Changes Parser "set_form_element_pointer"(Node);
    /// The frameset-ok flag is set to "not ok".
    SetFramesetNotOk = Changes Parser "set_frameset_not_ok"();
    /// The frameset-ok flag is set to "ok".
    SetFramesetOk = Changes Parser "set_frameset_ok"();
    /// Foster parenting is enabled.
    EnableFosterParenting = Changes Parser "enable_foster_parenting"();
    /// Foster parenting is disabled.
    DisableFosterParenting = Changes Parser "disable_foster_parenting"();
    /// The mode of the Document is set.
    SetQuirks = Changes Parser "set_quirks"(Constant);
    /// No characters are pending.
    ClearPending = Changes Parser "clear_pending"();
    /// The token is pending.
    AppendPending = Changes Token "append_pending"();
    /// A DocumentType node is appended.
    AppendDoctype = Changes Token "append_doctype"();
    /// Text is appended to the Text node before a place.
    AppendText = Changes Parser "append_text"(Location, Text);
    /// A Text node is inserted.
    InsertText = Changes Parser "insert_text"(Location, Text);
    /// Characters are appended to the Text node before a place, or inserted as one.
    InsertCharacters = Changes Parser "insert_characters"(Location, Text);
    /// A Comment node is inserted.
    InsertComment = Changes Token "insert_comment"(Location);
    /// A ProcessingInstruction node is inserted.
    InsertInstruction = Changes Token "insert_processing_instruction"(Location);
    /// A node is inserted.
    Insert = Changes Parser "insert"(Node, Location);
    /// The children of a node are appended to another.
    MoveChildren = Changes Parser "move_children"(Node, Node);
    /// A node is appended.
    Append = Changes Parser "append"(Node, Node);
    /// A node is removed from its parent.
    Detach = Changes Parser "detach"(Node);
    /// Attributes of the token are added to an element.
    AddAttributes = Changes Token "add_attributes"(Node);
    /// An attribute is added to an element.
    AddAttribute = Changes Parser "add_attribute"(Constant, Text, Node);
    /// Attributes of the token but for some names are added to an element.
    AddOtherAttributes = Changes Token "add_other_attributes"(Constant, Node);
}

impl Statement {
    /// Calls a function with this statement and all in it.
    pub fn each<'s>(&'s self, f: &mut impl FnMut(&'s Statement)) {
        f(self);
        match self {
            Statement::If(_, then, otherwise) => {
                then.iter().chain(otherwise).for_each(|it| it.each(f));
            }
            Statement::While(_, body) => body.iter().for_each(|it| it.each(f)),
            _ => {}
        }
    }

    /// Whether something holds of this statement or of one in it.
    pub fn any(&self, holds: impl Fn(&Statement) -> bool) -> bool {
        let mut any = false;
        self.each(&mut |it| any |= holds(it));
        any
    }

    /// Calls a function with the expressions of this statement, without those of statements in it.
    pub fn expressions(&self, f: &mut impl FnMut(&Expression)) {
        match self {
            Statement::Do(of)
            | Statement::Set(_, of)
            | Statement::Act(_, of)
            | Statement::If(of, ..)
            | Statement::While(of, _)
            | Statement::Return(Some(of)) => f(of),
            _ => {}
        }
    }

    /// Calls a function with every expression of this statement and of those in it, and all in it.
    pub fn each_expression(&self, f: &mut impl FnMut(&Expression)) {
        self.each(&mut |it| it.expressions(&mut |of| of.each(f)));
    }
}

impl Expression {
    /// Calls a function with this expression and all in it.
    pub fn each(&self, f: &mut impl FnMut(&Expression)) {
        f(self);
        match self {
            Expression::Named(inner) | Expression::Same(inner) | Expression::Not(inner) => {
                inner.each(f);
            }
            Expression::Call(_, all)
            | Expression::Algorithm(_, all)
            | Expression::Definition(_, all)
            | Expression::Question(_, all)
            | Expression::Output(_, all)
            | Expression::All(all)
            | Expression::Any(all) => all.iter().for_each(|it| it.each(f)),
            _ => {}
        }
    }

    /// Whether something holds of this expression or of one in it.
    pub fn any(&self, holds: impl Fn(&Expression) -> bool) -> bool {
        let mut any = false;
        self.each(&mut |it| any |= holds(it));
        any
    }

    /// Whether something holds of this expression and of all in it.
    pub fn all(&self, holds: impl Fn(&Expression) -> bool) -> bool {
        !self.any(|it| !holds(it))
    }

    /// Whether it calls one of the algorithms that [may stop the parser](TreeProgram::stopping).
    #[must_use]
    pub fn may_stop(&self, stopping: &[bool]) -> bool {
        self.any(|it| matches!(it, Expression::Algorithm(at, _) if stopping[*at]))
    }

    /// How often it names a variable.
    #[must_use]
    pub fn uses(&self, variable: usize) -> usize {
        let mut count = 0;
        self.each(&mut |it| count += usize::from(*it == Expression::Variable(variable)));
        count
    }
}
