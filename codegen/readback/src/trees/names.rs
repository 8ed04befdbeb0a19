//! What the constants and functions of a revision's tree construction mean.
//!
//! No rule for naming is shared with the printer: a mode is the place of its module, and a row or an algorithm that of its function.
//! So a name that is another one is found where it is used, and a name that all places share may be any.

use crate::error_codes::Codes;
use crate::form::{Cursor, form};
use crate::names::variant;
use crate::tokens::{Kind, Misread};
use proc_macro2::Delimiter::{Bracket, Parenthesis};
use std::collections::BTreeMap;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// The variants of questions and outputs, each with its sentence in the words of any revision.
pub(super) type Sentences = BTreeMap<String, Vec<String>>;

/// What the names in the files of a revision mean.
pub(super) struct Names<'c> {
    pub(super) codes: &'c Codes,
    /// What all revisions ask.
    pub(super) questions: &'c Sentences,
    /// What all revisions give.
    pub(super) outputs: &'c Sentences,
    /// The modules of the modes, that of foreign content last if no mode is for it.
    pub(super) modules: Vec<String>,
    /// The constants of the modes.
    pub(super) modes: Vec<String>,
    /// The functions of the rows of each mode.
    pub(super) rows: Vec<Vec<String>>,
    /// The functions of algorithms, and those of conditions.
    pub(super) algorithms: BTreeMap<String, Function>,
    /// The algorithms that may stop the parser.
    pub(super) stopping: Vec<bool>,
    /// What is in `lists.rs`.
    pub(super) lists: ListNames,
}

/// What a function of `algorithms.rs` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// An algorithm of the program.
    Algorithm(usize),
    /// A condition.
    Definition(usize),
}

/// The constants of `lists.rs`.
#[derive(Default)]
pub(super) struct ListNames {
    /// The names of elements, with their texts.
    pub(super) names: BTreeMap<String, String>,
    /// The texts, in the order of their numbers.
    pub(super) texts: Vec<String>,
    /// The elements outside of HTML that have a number.
    pub(super) foreign: Vec<ElementType>,
    /// Sets of elements, sorted.
    pub(super) sets: BTreeMap<String, Vec<ElementType>>,
    /// Scopes, and sets at which walks stop.
    pub(super) scopes: BTreeMap<String, usize>,
    /// Lists of identifiers.
    pub(super) identifiers: BTreeMap<String, Vec<String>>,
    /// Tables of names, by their places.
    pub(super) pairs: BTreeMap<String, usize>,
}

impl ListNames {
    /// `lists::names::BR`, without the path if this is within `lists.rs`.
    pub(super) fn name(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        if !input.has(form!("lists::names::")) {
            input.expect(form!("names::"))?;
        }
        input.named("no element has this name", |name| {
            self.names.get(name).cloned()
        })
    }

    /// The elements of `KindSet::of(&[1, 2])`, in their order.
    pub(super) fn kinds(&self, input: &mut Cursor<'_>) -> Result<Vec<ElementType>, Misread> {
        input.expect(form!("KindSet::of"))?;
        input.within(Parenthesis, |arguments| {
            arguments.expect(form!("&"))?;
            arguments.list(Bracket, |list| {
                let place = list.place();
                let element = self.element(list.number("")?);
                element.ok_or_else(|| Misread::new(place, "no element has this number"))
            })
        })
    }

    fn element(&self, number: usize) -> Option<ElementType> {
        match self.texts.get(number) {
            Some(name) => Some(ElementType {
                namespace: Namespace::Html,
                name: name.clone(),
            }),
            None => self.foreign.get(number - self.texts.len()).cloned(),
        }
    }
}

impl Names<'_> {
    /// The mode with a module.
    pub(super) fn module(&self, input: &mut Cursor<'_>) -> Result<usize, Misread> {
        place_of(&self.modules, input, "no insertion mode has this module")
    }

    /// The row of a mode with a function.
    pub(super) fn row(&self, mode: usize, input: &mut Cursor<'_>) -> Result<usize, Misread> {
        place_of(&self.rows[mode], input, "no row has this function")
    }

    /// `super::modes::IN_BODY`, after its path.
    pub(super) fn mode(&self, input: &mut Cursor<'_>) -> Result<usize, Misread> {
        place_of(&self.modes, input, "no insertion mode has this name")
    }
}

fn place_of(
    names: &[String],
    input: &mut Cursor<'_>,
    message: &'static str,
) -> Result<usize, Misread> {
    input.named(message, |name| names.iter().position(|known| known == name))
}

/// A number without a suffix.
pub(super) fn number(input: &mut Cursor<'_>) -> Result<usize, Misread> {
    input.number("")
}

/// A name without what its notation adds, to compare those of the code with those of the tables.
pub(super) fn plain(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// The namespace of `Namespace::Html`.
pub(super) fn namespace(input: &mut Cursor<'_>) -> Result<Namespace, Misread> {
    input.expect(form!("Namespace::"))?;
    variant(Namespace::ALL, input)
}

/// The names of the functions of a file, in order; with `is_public`, of those that other files see.
pub(super) fn functions(mut input: Cursor<'_>, is_public: bool) -> Result<Vec<String>, Misread> {
    let mut names = Vec::new();
    let mut before_is_path = false;
    while !input.is_at_end() {
        let token = input.next()?;
        if token.is_ident("fn") && (before_is_path || !is_public) {
            names.push(input.ident()?.to_owned());
        }
        before_is_path = matches!(token.kind, Kind::Group(Parenthesis, _));
    }
    Ok(names)
}
