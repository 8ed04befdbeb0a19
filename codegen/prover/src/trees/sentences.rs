//! Expressions of the program in the words of the tables.
//!
//! The lowering goes from sentences to primitives by a `match` over sentences. This goes back by a table over primitives, and
//! shares nothing with it. So what the lowering mixes up, such as two arguments, comes back as another sentence.

use tokenwright_compiler::tree::ir::{Expression as E, Primitive as P, TreeProgram, Variable};
use tokenwright_tables::grammar::{Char, Class, Mode};
use tokenwright_tables::tree::grammar::{ElementType, QuirksMode};
use tokenwright_tables::tree::model::parameters;

/// Prints expressions of a body.
#[derive(Clone, Copy)]
pub(super) struct Words<'p> {
    pub(super) program: &'p TreeProgram,
    pub(super) variables: &'p [Variable],
    /// What text modes switch.
    pub(super) states: &'p States,
}

/// Text modes, and what they switch to which state.
pub(super) type States = [(Mode, String)];

/// How a primitive is said; `{0}` is its first argument.
fn pattern(primitive: P) -> &'static str {
    match primitive {
        P::CurrentNode => "the current node",
        P::AdjustedCurrentNode => "the adjusted current node",
        P::ContextElement => "the context element",
        P::NearestOfContext => "the nearest {name 0} element of the context element",
        P::HeadPointer => "the head element pointer",
        P::FormPointer => "the form element pointer",
        P::Document => "the Document",
        P::NewElement => "the newly created element",
        P::FirstElement => "the first element in the stack of open elements",
        P::SecondElement => "the second element on the stack of open elements",
        P::LastOpen => "the last {name 0} element in the stack of open elements",
        P::Above => "the element immediately above {0} in the stack of open elements",
        P::TopmostBelow => {
            "the topmost element in the stack of open elements that is lower than {0} and in the {1} category"
        }
        P::LastFormatting => {
            "the last {formatting 0} after the last marker in the list of active formatting elements"
        }
        P::EarliestLike => {
            "the earliest element like {0} in the list of active formatting elements after the last marker"
        }
        P::LastEntry => "the last entry in the list of active formatting elements",
        P::EntryBefore => "the entry before {0} in the list of active formatting elements",
        P::EntryAfter => "the entry after {0} in the list of active formatting elements",
        P::PositionOf => "the position of {0} in the list of active formatting elements",
        P::PositionAfter => "the position after {0} in the list of active formatting elements",
        P::TokenOf => "the token for which {0} was created",
        P::AttributeValue => "the value of the {0} attribute of the token",
        P::TagName => "the token's tag name",
        P::Character => "the token's character",
        P::Pending => "the pending table character tokens",
        P::NamespaceOf => "the namespace of {0}",
        P::Inside => "inside {0}, after its last child",
        P::InsideContents => "inside the template contents of {0}, after its last child",
        P::Before => "immediately before {0} in its parent node",
        P::NodeOf => "the node of {0}",
        P::NearestUp | P::NearestForeign => "a skip of {0}",
        P::Create => "a new element for {0} in {1}",
        P::OneNode => "the stack of open elements has only one node on it",
        P::StackEmpty => "the stack of open elements is empty",
        P::InScope => "the stack of open elements has {0} in {1}",
        P::ModeIs => "the insertion mode is {0}",
        P::TemplateModesEmpty => "the stack of template insertion modes is empty",
        P::ListEmpty => "the list of active formatting elements is empty",
        P::OtherOpen => "there is a node in the stack of open elements that is not {0}",
        P::Open => "there is {0} on the stack of open elements",
        P::Formatting => {
            "there is {0} after the last marker in the list of active formatting elements"
        }
        P::AlreadyLike => {
            "there are already {1} elements like {0} in the list of active formatting elements after the last marker"
        }
        P::FirstEntry => "{0} is the first entry in the list of active formatting elements",
        P::TextBefore => "there is a Text node immediately before {0}",
        P::NewestText => "the last node that was inserted is a Text node immediately before {0}",
        P::InStack => "{0} is in the stack of open elements",
        P::InList => "{0} is in the list of active formatting elements",
        P::Lower => "{0} is lower than {1} in the stack of open elements",
        P::Marker => "{0} is a marker",
        P::Tainted => "{0} is tainted",
        P::HasChild => "{0} has a child node",
        P::HasParent => "{0} has a parent node",
        P::InsideOf => "{0} is inside {1}",
        P::InDocument => "{0} is in a Document node",
        P::AtLeast => "{0} is greater than or equal to {1}",
        P::Greater => "{0} is greater than {1}",
        P::FosterParenting => "foster parenting is enabled",
        P::FramesetNotOk => "the frameset-ok flag is \"not ok\"",
        P::InQuirksMode => "the Document is in quirks mode",
        P::IsFragment => "the parser was created as part of the HTML fragment parsing algorithm",
        P::PendingOther => "a pending table character token is not {0}",
        P::DoctypeName => "the name of the DOCTYPE token is {0}",
        P::DoctypeNameInAnyCase => "the name of the DOCTYPE token is {0} ignoring ASCII case",
        P::PublicMissing => "the public identifier is missing",
        P::SystemMissing => "the system identifier is missing",
        P::PublicIn => "the public identifier is one of the {0}",
        P::SystemIn => "the system identifier is one of the {0}",
        P::PublicStarts => "the public identifier starts with one of the {0}",
        P::PublicIs => "the public identifier is {0}",
        P::SystemIs => "the system identifier is {0}",
        P::ForceQuirks => "the force-quirks flag is on",
        P::SelfClosing => "the token's self-closing flag is set",
        P::Acknowledged => "the token's self-closing flag is acknowledged",
        P::TagNameIs => "the token's tag name is {0}",
        P::HasAttribute => "the token has an attribute named {0}",
        P::TokenIs => "the token is {0}",
        P::TokenAttribute | P::NodeAttribute => {
            "the value of the {1} attribute of {0} is {2} ignoring ASCII case"
        }
        P::OtherXmlns => "the value of the xmlns attribute of {0} is not its namespace",
        P::OtherXlink => "the value of the xmlns:xlink attribute of {0} is not the XLink namespace",
        P::LowercaseName => "the tag name of {0} in lowercase is the token's tag name",
        P::IsOneOf => "{0} is {category 1}",
        P::IsSame => "{0} is {1}",
        P::ReportError => "parse error{0}",
        P::Ignore => "ignore the token",
        P::ActAsStartTag => "act as if a {0} start tag token with no attributes had been seen",
        P::ActAsEndTag => "act as if a {0} end tag token had been seen",
        P::ActAsEndTagOf => "act as if a end tag token with the tag name of {0} had been seen",
        P::ChangeToken => "change the token to {0}",
        P::ChangeName => "change the token's tag name to {0}",
        P::ChangeNameBy => "change the token's tag name by the table {0}",
        P::ChangeAttributesBy => "change the names of the token's attributes by the table {0}",
        P::NamespaceAttributes => {
            "let the token's attributes in the table of foreign attributes be namespaced attributes"
        }
        P::IgnoreNext => "ignore the next token if it is {0}",
        P::Acknowledge => "acknowledge the token's self-closing flag",
        P::SwitchBack => "switch the insertion mode to the original insertion mode",
        P::SwitchToSecondary => "switch the insertion mode to the secondary insertion mode",
        P::SetSecondary => "set the secondary insertion mode to the current insertion mode",
        P::SetSecondaryTo => "set the secondary insertion mode to {0}",
        P::Taint => "mark {0} as tainted",
        P::SwitchToTemplateMode => {
            "switch the insertion mode to the current template insertion mode"
        }
        P::SwitchMode => "switch the insertion mode to {0}",
        P::SetOriginal => "set the original insertion mode to the current insertion mode",
        P::PushTemplateMode => "push {0} onto the stack of template insertion modes",
        P::PopTemplateMode => {
            "pop the current template insertion mode off the stack of template insertion modes"
        }
        P::SwitchTokenizer => "switch {0}",
        P::Push => "push {0} onto the stack of open elements",
        P::Pop => "pop the current node off the stack of open elements",
        P::PopUntil => "pop elements from the stack of open elements until {0} has been popped",
        P::RemoveFromStack => "remove {0} from the stack of open elements",
        P::ReplaceInStack => "replace {0} with {1} in the stack of open elements",
        P::InsertIntoStack => "insert {0} into the stack of open elements immediately below {1}",
        P::InsertMarker => "insert a marker at the end of the list of active formatting elements",
        P::AddToList => "add {0} to the list of active formatting elements",
        P::RemoveLastEntry => "remove the last entry from the list of active formatting elements",
        P::RemoveFromList => "remove {0} from the list of active formatting elements",
        P::ReplaceInList => "replace {0} with {1} in the list of active formatting elements",
        P::InsertIntoList => "insert {0} into the list of active formatting elements at {1}",
        P::SetHead => "set the head element pointer to {0}",
        P::SetForm => "set the form element pointer to {0}",
        P::SetFramesetNotOk => "set the frameset-ok flag to \"not ok\"",
        P::SetFramesetOk => "set the frameset-ok flag to \"ok\"",
        P::EnableFosterParenting => "enable foster parenting",
        P::DisableFosterParenting => "disable foster parenting",
        P::SetQuirks => "set the Document to {0} mode",
        P::ClearPending => "let the pending table character tokens be an empty list",
        P::AppendPending => "append the token to the pending table character tokens",
        P::AppendDoctype => "append a DocumentType node for the token to the Document",
        P::AppendText => "append {1} to the Text node immediately before {0}",
        P::InsertText => "insert a new Text node with {1} at {0}",
        P::InsertCharacters => "append or insert {1} at {0}",
        P::InsertComment => "insert a new Comment node for the token at {0}",
        P::InsertInstruction => "insert a new ProcessingInstruction node for the token at {0}",
        P::Insert => "insert {0} at {1}",
        P::MoveChildren => "append the child nodes of {0} to {1}",
        P::Append => "append {0} to {1}",
        P::Detach => "remove {0} from its parent node",
        P::AddAttribute => "add an attribute named {0} with the value {1} to {2}",
        P::AddOtherAttributes => "add the token's attributes that are not named {0} to {1}",
        P::AddAttributes => "add the token's attributes that are not already present to {0}",
    }
}

fn joined(members: &[String]) -> String {
    match members {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} or {two}"),
        [first @ .., last] => format!("{}, or {last}", first.join(", ")),
    }
}

fn quoted(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    joined(&texts)
}

fn types(types: &[ElementType]) -> String {
    let names: Vec<String> = types.iter().map(ToString::to_string).collect();
    joined(&names)
}

impl Words<'_> {
    /// An expression as a sentence or a part of one.
    pub(super) fn of(&self, expression: &E) -> String {
        match expression {
            E::Variable(at) => self.variables[*at].name.clone(),
            E::Null => "null".to_owned(),
            E::Number(number) => number.to_string(),
            E::Flag(flag) => flag.to_string(),
            E::Text(text) => format!("\"{text}\""),
            E::Namespace(namespace) => format!("the {namespace} namespace"),
            E::Token => "the token".to_owned(),
            E::EmptyTag(name) => format!("a \"{name}\" start tag token with no attributes"),
            E::Mode(mode) => format!("\"{}\"", self.program.modes[*mode].name),
            E::Scope(scope) => self.program.scopes[*scope].0.clone(),
            E::Set(set) => self.program.sets[*set].0.clone(),
            E::Walk(walk) => format!("walk {walk}"),
            E::Identifiers(list) => self.program.identifiers[*list].0.clone(),
            E::Pairs(table) => self.program.pairs[*table].0.clone(),
            E::Types(of) => format!("a {} element", types(of)),
            E::InNamespace(namespace) => format!("a element in the {namespace} namespace"),
            E::Named(name) => match &**name {
                E::Call(P::TagName, _) => {
                    "a HTML element with the same tag name as the token".to_owned()
                }
                name => format!("a HTML element whose tag name is {}", self.of(name)),
            },
            E::Same(node) => self.of(node),
            E::Texts(texts) | E::Names(texts) => quoted(texts),
            E::Error(None) => String::new(),
            E::Error(Some(code)) => format!(": {code}"),
            E::Quirks(QuirksMode::Quirks) => "quirks".to_owned(),
            E::Quirks(QuirksMode::LimitedQuirks) => "limited-quirks".to_owned(),
            E::Kind(kind) => kind.to_string(),
            E::TextMode(mode) => {
                let mut states = self.states.iter();
                let state = states.find(|(known, _)| known == mode);
                state.map_or_else(String::new, |(_, switch)| switch.clone())
            }
            E::Character(code) => Char(*code).to_string(),
            E::Characters(ranges) => {
                let mut classes = Class::ALL.iter();
                let class = classes.find(|(class, _)| class.ranges() == *ranges);
                class.map_or_else(|| format!("{ranges:?}"), |(class, _)| class.to_string())
            }
            E::Call(primitive, arguments) => self.call(*primitive, arguments),
            E::Algorithm(at, arguments) => {
                let of = &self.program.algorithms[*at];
                self.named(&of.name, &of.parameters, arguments)
            }
            E::Definition(at, arguments) => {
                let of = &self.program.definitions[*at];
                self.named(&of.name, &of.parameters, arguments)
            }
            E::Question(at, arguments) => self.outside(&self.program.questions[*at], arguments),
            E::Output(at, arguments) => self.outside(&self.program.outputs[*at], arguments),
            E::Not(test) => format!("not ({})", self.of(test)),
            E::All(tests) => {
                let tests: Vec<String> = tests.iter().map(|it| self.of(it)).collect();
                tests.join(" and ")
            }
            E::Any(tests) => {
                let tests: Vec<String> = tests.iter().map(|it| self.of(it)).collect();
                tests.join(" or else ")
            }
        }
    }

    fn call(&self, primitive: P, arguments: &[E]) -> String {
        let mut out = pattern(primitive).to_owned();
        for (at, argument) in arguments.iter().enumerate() {
            let words = self.of(argument);
            let name = match argument {
                E::Types(of) => types(of),
                _ => words.clone(),
            };
            let formatting = match argument {
                E::Types(of) => format!("{} element", types(of)),
                E::Named(name) => format!("element whose tag name is {}", self.of(name)),
                _ => words.clone(),
            };
            let formatting = match argument {
                E::Named(_) => format!("{{moved}}{formatting}"),
                _ => formatting,
            };
            let category = match argument {
                E::Set(_) => format!("in the {words} category"),
                _ => words.clone(),
            };
            out = out.replace(&format!("{{{at}}}"), &words);
            out = out.replace(&format!("{{name {at}}}"), &name);
            out = out.replace(&format!("{{formatting {at}}}"), &formatting);
            out = out.replace(&format!("{{category {at}}}"), &category);
        }
        // The tag name comes behind the list in that sentence.
        match out.split_once("{moved}element whose tag name is ") {
            Some((before, after)) => {
                let end = " after the last marker in the list of active formatting elements";
                let name = after.strip_suffix(end).unwrap_or(after);
                format!("{before}element{end} whose tag name is {name}")
            }
            None => out,
        }
    }

    /// A sentence with its parameters filled in; those that are not used stay.
    fn named(&self, name: &str, used: &[usize], arguments: &[E]) -> String {
        let mut out = name.to_owned();
        let all: Vec<&str> = parameters(name).collect();
        for (at, argument) in used.iter().zip(arguments) {
            out = out.replacen(&format!("{{{}}}", all[*at]), &self.of(argument), 1);
        }
        out
    }

    fn outside(&self, name: &str, arguments: &[E]) -> String {
        let all: Vec<usize> = (0..arguments.len()).collect();
        self.named(name, &all, arguments)
    }
}
