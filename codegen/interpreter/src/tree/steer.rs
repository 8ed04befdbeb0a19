//! The tokenizer and tree construction together: the parser steers the tokenizer at each tag.

use super::construction::{Construction, TreeError};
use super::document::{Document, NodeId};
use super::environment::Environment;
use super::observer::TreeObserver;
use super::run::Stuck;
use super::token::TreeToken;
use crate::{Interpreter, Observer, ParseError, Refusal, Response, Setup, Token};
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::{Revision, Switch};
use tokenwright_tables::tree::model::TreeTables;

/// A parsed document or fragment.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree.
    pub document: Document,
    /// The node whose children are the result: the Document, or the html element of a fragment.
    pub root: NodeId,
    /// The parse errors of the tokenizer.
    pub tokenizer_errors: Vec<ParseError>,
    /// The parse errors of tree construction.
    pub errors: Vec<TreeError>,
    /// The outputs, by their names in the tables, with the node that they are about.
    pub outputs: Vec<(String, Option<NodeId>)>,
}

/// Parses a document, or a fragment if the environment has a context element.
///
/// # Errors
/// If either table does not say how to go on.
pub fn parse(
    interpreter: &Interpreter<'_>,
    revision: &Revision,
    tables: &TreeTables,
    environment: Environment,
    input: &str,
) -> Result<Parsed, Stuck> {
    let construction = Construction::new(tables, environment)?;
    observe(interpreter, revision, construction, input)
}

/// Parses, as [`parse`] does, with a parser that has had no token, and may be observed.
///
/// # Errors
/// If either table does not say how to go on.
pub fn observe<O: TreeObserver>(
    interpreter: &Interpreter<'_>,
    revision: &Revision,
    mut construction: Construction<'_, O>,
    input: &str,
) -> Result<Parsed, Stuck> {
    let tokenizer_errors = steer(interpreter, revision, &mut construction, input)?;
    Ok(Parsed {
        root: construction.root(),
        document: construction.document,
        tokenizer_errors,
        errors: construction.errors,
        outputs: construction.outputs,
    })
}

/// Gives the tokens of an input to a parser that has had none, and returns the parse errors of the tokenizer.
///
/// # Errors
/// If either table does not say how to go on.
pub fn steer<O: TreeObserver>(
    interpreter: &Interpreter<'_>,
    revision: &Revision,
    construction: &mut Construction<'_, O>,
    input: &str,
) -> Result<Vec<ParseError>, Stuck> {
    let mut setup = Setup::default();
    match construction.take_switch() {
        Some(Switch::State(state)) => setup.state = Some(state),
        Some(Switch::ContentModel(flag)) => setup.content_model = Some(flag),
        None => {}
    }
    let mut steered = Steered {
        revision,
        construction,
        errors: Vec::new(),
        stuck: None,
    };
    let output = interpreter.observe(&setup, input, &mut steered);
    if let Some(stuck) = steered.stuck {
        return Err(stuck);
    }
    output.map_err(|refusal: Refusal| Stuck::from_refusal(&refusal))?;
    Ok(steered.errors)
}

struct Steered<'c, 't, O> {
    revision: &'c Revision,
    construction: &'c mut Construction<'t, O>,
    errors: Vec<ParseError>,
    stuck: Option<Stuck>,
}

impl<O: TreeObserver> Steered<'_, '_, O> {
    fn process(&mut self, token: TreeToken) {
        if self.stuck.is_none()
            && let Err(stuck) = self.construction.token(token)
        {
            self.stuck = Some(stuck);
        }
    }

    /// The text mode of a state or a content model.
    fn mode(&mut self, switch: &Switch) -> Option<Mode> {
        let mut modes = self.revision.about.text_modes.iter();
        let mode = modes.find(|mode| mode.switch.value == *switch);
        if mode.is_none() {
            let reason = format!("tree construction cannot switch the tokenizer to {switch:?}");
            self.stuck.get_or_insert(Stuck::new(reason));
        }
        mode.map(|mode| mode.mode.value)
    }
}

impl<O: TreeObserver> Observer for Steered<'_, '_, O> {
    fn consume(&mut self, _: Option<char>, offset: usize) {
        self.construction.offset = offset;
    }

    fn character(&mut self, character: char) {
        self.process(TreeToken::Character(character));
    }

    fn token(&mut self, token: &Token) {
        for token in TreeToken::all(token) {
            self.process(token);
        }
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push(error.clone());
    }

    fn response(&mut self, _: usize) -> Option<Response> {
        let switch = self.construction.take_switch();
        Some(Response {
            switch: switch.and_then(|state| self.mode(&state)),
            foreign: None,
        })
    }

    fn is_foreign(&mut self) -> Option<bool> {
        Some(self.construction.is_foreign())
    }
}
