//! The tables of tree construction, as they are written: names are unresolved, and the order is the section's.
//!
//! A call stays the sentence that it is, and is resolved when somebody asks. That costs a search of the names, and keeps
//! the model what the file says.

use super::grammar::{
    ElementType, Elements, Expression, TokenType, TreeCondition, TreeStep, Value,
};
use crate::grammar::Matcher;
use crate::grammar::form::{Hole, splits};
use crate::model::Located;
use std::fmt;
use std::slice::from_ref;

/// The algorithm that processes a token.
pub const DISPATCH: &str = "dispatch the token";

/// The algorithm that runs before the first token of a fragment.
pub const BEGIN_FRAGMENT: &str = "begin a fragment";

/// The output that ends parsing.
pub const STOP: &str = "stop parsing";

/// What a condition says of the token that a row or an algorithm has acted as if seen: in programs, the name of the variable that has it.
pub const IGNORED: &str = "that token was ignored";

/// The set of the elements that have template contents.
pub const WITH_CONTENTS: &str = "elements with template contents";

/// The tables of one revision of the section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeTables {
    /// The files, in the order of their names, and what each has, in its order.
    pub files: Vec<File>,
    /// The sections of the document, in order.
    pub sections: Vec<Section>,
    /// The insertion mode in which a parser starts; none if no file says it.
    pub initial: Option<Located<String>>,
    /// Questions that the document answers.
    pub questions: Vec<Outside>,
    /// Outputs that the document gets, besides the nodes of the tree.
    pub outputs: Vec<Outside>,
    /// Sets of elements, such as the special category.
    pub sets: Vec<(Located<String>, Vec<Located<ElementType>>)>,
    /// The elements at which each scope ends.
    pub scopes: Vec<(Located<String>, Vec<Located<ElementType>>)>,
    /// Lists of public and system identifiers.
    pub identifiers: Vec<(Located<String>, Vec<Located<String>>)>,
    /// Tables of names and what they become.
    pub pairs: Vec<(Located<String>, Vec<Pair>)>,
    /// Attributes that get a namespace in foreign content.
    pub foreign_attributes: Vec<ForeignAttribute>,
    /// Conditions that the section defines by others.
    pub definitions: Vec<Definition>,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The insertion modes, in the order of the section.
    pub modes: Vec<Mode>,
    /// The rules for parsing tokens in foreign content.
    pub foreign_content: Option<Mode>,
}

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What it has, in its order.
    pub entries: Vec<Entry>,
}

/// A part of a file; numbers are indices of the lists of [`TreeTables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The start of a section, to which the entries up to the next one belong.
    Section(usize),
    /// `[initial]`
    Initial,
    /// A question.
    Question(usize),
    /// An output.
    Output(usize),
    /// A set of elements.
    Set(usize),
    /// A scope.
    Scope(usize),
    /// A list of identifiers.
    Identifiers(usize),
    /// A table of names.
    Pairs(usize),
    /// An attribute that gets a namespace.
    ForeignAttribute(usize),
    /// A definition.
    Definition(usize),
    /// An algorithm.
    Algorithm(usize),
    /// An insertion mode.
    Mode(usize),
    /// The rules for parsing tokens in foreign content.
    ForeignContent,
}

/// A section of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number: `13.2.6.4.7`.
    pub number: Located<String>,
    /// Its title: `The "in body" insertion mode`.
    pub title: String,
}

/// A name, and what it becomes.
pub type Pair = (Located<String>, String);

/// A question or an output; its name may have parameters: `prepare the script element {node}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The sentence.
    pub name: Located<String>,
    /// What it means for the document.
    pub meaning: String,
}

/// An attribute that gets a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignAttribute {
    /// Its name on the token.
    pub name: Located<String>,
    /// Its prefix, if it gets one.
    pub prefix: Option<String>,
    /// Its local name.
    pub local_name: String,
    /// The name of its namespace: `XLink`, `XML` or `XMLNS`.
    pub namespace: Located<String>,
}

/// A condition that the section defines, with parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The sentence: `{node} is an HTML integration point`.
    pub name: Located<String>,
    /// Its meaning: the disjunction of these.
    pub any: Vec<Conjunction>,
}

/// Steps with a name, and parameters in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// The sentence that calls it: `insert an HTML element for {token}`.
    pub name: Located<String>,
    /// The steps.
    pub body: Vec<Clause>,
}

/// An insertion mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Its name, without quotation marks.
    pub name: Located<String>,
    /// The kinds of tokens that never come.
    pub never: Vec<Located<TokenType>>,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// One row of a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The tokens that it matches.
    pub on: Vec<On>,
    /// The steps.
    pub body: Vec<Clause>,
    /// A remark for readers.
    pub note: Option<String>,
    /// The place of the row.
    pub place: Located<()>,
}

/// Some of the tokens that a row matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct On {
    /// The tokens.
    pub tokens: Located<Tokens>,
    /// A condition that has to hold as well.
    pub when: Conjunction,
}

/// A set of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// Character tokens of some characters.
    Characters(Matcher),
    /// Every token of a kind.
    Kind(TokenType),
    /// `any other character token`
    OtherCharacter,
    /// Start tags with one of these names.
    StartTags(Vec<Located<String>>),
    /// End tags with one of these names.
    EndTags(Vec<Located<String>>),
    /// `any other start tag`
    OtherStartTag,
    /// `any other end tag`
    OtherEndTag,
    /// `anything else`
    AnythingElse,
}

/// The sets of tokens that have a name.
pub const NAMED_TOKENS: [(Tokens, &str); 9] = [
    (Tokens::Kind(TokenType::Character), "a character token"),
    (Tokens::OtherCharacter, "any other character token"),
    (Tokens::Kind(TokenType::Comment), "a comment token"),
    (
        Tokens::Kind(TokenType::ProcessingInstruction),
        "a processing instruction token",
    ),
    (Tokens::Kind(TokenType::Doctype), "a DOCTYPE token"),
    (Tokens::Kind(TokenType::EndOfFile), "an end-of-file token"),
    (Tokens::OtherStartTag, "any other start tag"),
    (Tokens::OtherEndTag, "any other end tag"),
    (Tokens::AnythingElse, "anything else"),
];

/// The tokens of an entry by its name, such as `anything else`.
#[must_use]
pub fn named_tokens(name: &str) -> Option<Tokens> {
    let mut all = NAMED_TOKENS.into_iter();
    all.find(|(_, known)| *known == name)
        .map(|(tokens, _)| tokens)
}

impl Tokens {
    /// The name of the set, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let mut all = NAMED_TOKENS.iter();
        all.find(|(known, _)| known == self).map(|(_, name)| *name)
    }

    /// Of tags with some names: whether they are end tags, and the names.
    #[must_use]
    pub fn tags(&self) -> Option<(bool, &[Located<String>])> {
        match self {
            Tokens::StartTags(names) => Some((false, names)),
            Tokens::EndTags(names) => Some((true, names)),
            _ => None,
        }
    }
}

/// One entry of a `do`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// A step of the table language.
    Step(Located<TreeStep>),
    /// A sentence that calls an algorithm, or is an output.
    Call(Located<String>),
    /// `{ if = "...", then = [...], else = [...] }`
    If {
        /// The disjunction of these.
        any: Vec<Conjunction>,
        /// The steps if it holds.
        then: Vec<Clause>,
        /// The steps otherwise.
        otherwise: Vec<Clause>,
    },
    /// `{ while = "...", do = [...] }`
    While {
        /// The condition, tested before each turn.
        all: Conjunction,
        /// The steps of a turn.
        body: Vec<Clause>,
    },
    /// `{ label = "loop" }`: where a jump to the label goes on.
    Label(Located<String>),
}

impl Clause {
    /// The conditions of a branch or a loop.
    #[must_use]
    pub fn conditions(&self) -> &[Conjunction] {
        match self {
            Clause::If { any, .. } => any,
            Clause::While { all, .. } => from_ref(all),
            Clause::Step(_) | Clause::Call(_) | Clause::Label(_) => &[],
        }
    }

    /// The steps of a branch or a loop: those if the condition holds, and the others.
    #[must_use]
    pub fn bodies(&self) -> [&[Clause]; 2] {
        match self {
            Clause::If {
                then, otherwise, ..
            } => [then, otherwise],
            Clause::While { body, .. } => [body, &[]],
            Clause::Step(_) | Clause::Call(_) | Clause::Label(_) => [&[]; 2],
        }
    }

    /// The same, to change them.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Clause>> {
        match self {
            Clause::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Clause::While { body, .. } => vec![body],
            Clause::Step(_) | Clause::Call(_) | Clause::Label(_) => Vec::new(),
        }
    }
}

/// All clauses of a body, those in branches and loops after the clause that they are in.
pub fn nested(body: &[Clause]) -> impl Iterator<Item = &Clause> {
    let mut open = vec![body.iter()];
    std::iter::from_fn(move || {
        loop {
            if let Some(clause) = open.last_mut()?.next() {
                open.extend(clause.bodies().into_iter().rev().map(<[_]>::iter));
                return Some(clause);
            }
            open.pop();
        }
    })
}

/// All steps of a body that are none of the tables' own.
pub fn steps(body: &[Clause]) -> impl Iterator<Item = &Located<TreeStep>> {
    nested(body).filter_map(|clause| match clause {
        Clause::Step(step) => Some(step),
        _ => None,
    })
}

/// Conditions joined by ` and `.
pub type Conjunction = Vec<Located<Test>>;

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// A condition of the table language.
    Condition(TreeCondition),
    /// A condition that the tables define, or a question, or the negation of one.
    Defined {
        /// The sentence, affirmed.
        sentence: String,
        /// Whether it is negated.
        negated: bool,
    },
}

/// How a defined condition is negated: the words of the negation, and those that they replace.
pub(crate) const NEGATIONS: [(&str, &str); 3] = [
    (" is not ", " is "),
    (" are not ", " are "),
    (" cannot ", " can "),
];

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Condition(condition) => condition.fmt(f),
            Test::Defined {
                sentence,
                negated: false,
            } => f.write_str(sentence),
            Test::Defined { sentence, .. } => {
                let mut claims = NEGATIONS.iter();
                let found = claims.find(|(_, claim)| sentence.contains(claim));
                let (denial, claim) = found.unwrap_or(&("not", ""));
                f.write_str(&sentence.replacen(claim, denial, 1))
            }
        }
    }
}

/// What a sentence calls, with the values of the parameters in the order of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What is called.
    pub callee: Callee,
    /// The values.
    pub arguments: Vec<Value>,
}

/// What a sentence can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Callee {
    /// An algorithm, by its index.
    Algorithm(usize),
    /// An output, by its index.
    Output(usize),
    /// A definition, by its index.
    Definition(usize),
    /// A question, by its index.
    Question(usize),
}

impl TreeTables {
    /// The modes, and foreign content behind them.
    pub fn all_modes(&self) -> impl Iterator<Item = &Mode> {
        self.modes.iter().chain(&self.foreign_content)
    }

    /// The tokens of all rows.
    pub fn tokens_of_rows(&self) -> impl Iterator<Item = &On> {
        let rows = self.all_modes().flat_map(|mode| &mode.rows);
        rows.flat_map(|row| &row.on)
    }

    /// The names of the tags that rows match.
    pub fn tag_names(&self) -> impl Iterator<Item = &Located<String>> {
        let tags = self.tokens_of_rows().filter_map(|on| on.tokens.tags());
        tags.flat_map(|(_, names)| names)
    }

    /// The number of rows of all modes, and of foreign content.
    pub fn row_count(&self) -> usize {
        self.all_modes().map(|mode| mode.rows.len()).sum()
    }

    /// The elements for which a row asks whether they are the current node.
    pub fn current_nodes(&self) -> impl Iterator<Item = &ElementType> {
        let tests = self.tokens_of_rows().flat_map(|on| &on.when);
        let asked = tests.filter_map(|test| match &test.value {
            Test::Condition(TreeCondition::Node(
                Expression::CurrentNode,
                _,
                Elements::Types { any, .. },
            )) => Some(any),
            _ => None,
        });
        asked.flatten()
    }

    /// What a step calls; `None` if nothing has such a name.
    #[must_use]
    pub fn step(&self, sentence: &str) -> Option<Resolved> {
        let algorithms = self.algorithms.iter().map(|it| &it.name);
        let outputs = self.outputs.iter().map(|it| &it.name);
        resolve(algorithms, Callee::Algorithm, sentence)
            .or_else(|| resolve(outputs, Callee::Output, sentence))
    }

    /// What a condition asks; `None` if nothing has such a name.
    #[must_use]
    pub fn condition(&self, sentence: &str) -> Option<Resolved> {
        let definitions = self.definitions.iter().map(|it| &it.name);
        let questions = self.questions.iter().map(|it| &it.name);
        resolve(definitions, Callee::Definition, sentence)
            .or_else(|| resolve(questions, Callee::Question, sentence))
    }

    /// The algorithm with a name.
    #[must_use]
    pub fn algorithm(&self, name: &str) -> Option<usize> {
        self.algorithms.iter().position(|it| it.name.value == name)
    }

    /// The mode with a name.
    #[must_use]
    pub fn mode(&self, name: &str) -> Option<usize> {
        self.modes.iter().position(|mode| mode.name.value == name)
    }

    /// The section that an entry belongs to; none if its file has none before it.
    #[must_use]
    pub fn section_of(&self, entry: Entry) -> Option<&Section> {
        let file = self.files.iter().find(|it| it.entries.contains(&entry))?;
        let mut section = None;
        for other in &file.entries {
            match *other {
                Entry::Section(at) => section = self.sections.get(at),
                other if other == entry => break,
                _ => {}
            }
        }
        section
    }

    /// The name of the file that has an entry.
    #[must_use]
    pub fn file_of(&self, entry: Entry) -> Option<&str> {
        let mut files = self.files.iter();
        let file = files.find(|file| file.entries.contains(&entry))?;
        Some(&file.name)
    }

    /// Every body with the name of its mode or algorithm.
    pub fn bodies(&self) -> impl Iterator<Item = (&Located<String>, &[Clause])> {
        let modes = self.all_modes();
        let rows = modes.flat_map(|mode| mode.rows.iter().map(|row| (&mode.name, &row.body[..])));
        let algorithms = self.algorithms.iter();
        rows.chain(algorithms.map(|it| (&it.name, &it.body[..])))
    }
}

/// The parameters of a name: the words in braces.
pub fn parameters(name: &str) -> impl Iterator<Item = &str> {
    let after = name.split('{').skip(1);
    after.filter_map(|rest| rest.split_once('}').map(|(word, _)| word))
}

/// A sentence without its parameters.
#[must_use]
pub fn without_parameters(sentence: &str) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    out + rest
}

/// The name that a sentence matches, of several the one with the most words outside its parameters.
fn resolve<'n>(
    names: impl Iterator<Item = &'n Located<String>>,
    callee: fn(usize) -> Callee,
    sentence: &str,
) -> Option<Resolved> {
    let matches = names.enumerate().filter_map(|(at, name)| {
        let mut found = splits(name, sentence).into_iter();
        let arguments = found.find_map(|ranges| {
            let values = ranges
                .iter()
                .map(|(start, end)| Value::read(&sentence[*start..*end]));
            values.collect::<Option<Vec<_>>>()
        })?;
        let literal = name.len() - parameters(name).map(|word| word.len() + 2).sum::<usize>();
        let callee = callee(at);
        Some((literal, Resolved { callee, arguments }))
    });
    let best = matches.max_by_key(|(literal, _)| *literal);
    best.map(|(_, resolved)| resolved)
}
