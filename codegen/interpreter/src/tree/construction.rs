//! The state of the parser (13.2.4).
//!
//! All of it is in one value, by the section's names, so that a step is a few lines on its fields. Modes are numbers;
//! other names stay texts and are looked up when they are used. The resolved calls are kept, as the search for the name of
//! an algorithm tries every pattern.

use super::acting::Acting;
use super::document::{Document, NodeId};
use super::environment::Environment;
use super::formatting::Entry;
use super::observer::{Body, ParseState, TreeObserver};
use super::run::{CLAUSES, DEPTH, DEPTH_BY_ELEMENT, Stuck, Value, Variables};
use super::token::{Tag, TreeToken};
use crate::shared::Shared;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, OnceLock};
use tokenwright_tables::model::Switch;
use tokenwright_tables::tree::model::{BEGIN_FRAGMENT, DISPATCH, Mode, Resolved, TreeTables};

/// A parse error of tree construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeError {
    /// Its name, if it has one.
    pub code: Option<String>,
    /// The number of the token that was processed, from 0.
    pub token: usize,
    /// The byte offset of the last character of the token; of the end of the input for an end-of-file token. 0 if no tokenizer
    /// runs along.
    pub offset: usize,
}

/// What sentences call: conditions, and steps.
pub(super) type Resolutions = Arc<Mutex<[FxHashMap<String, Arc<Resolved>>; 2]>>;

/// Whose rows are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowsOf {
    /// An insertion mode, by its index in the tables.
    Mode(usize),
    /// The rules for parsing tokens in foreign content.
    ForeignContent,
}

impl RowsOf {
    /// Every mode in the order of the section, then the rules for foreign content.
    pub fn all(tables: &TreeTables) -> impl Iterator<Item = (RowsOf, &Mode)> {
        let modes = tables.modes.iter().enumerate();
        let modes = modes.map(|(at, mode)| (RowsOf::Mode(at), mode));
        let foreign = tables.foreign_content.iter();
        modes.chain(foreign.map(|mode| (RowsOf::ForeignContent, mode)))
    }

    /// The mode in some tables, or their rules for foreign content.
    #[must_use]
    pub fn mode(self, tables: &TreeTables) -> Option<&Mode> {
        match self {
            RowsOf::Mode(at) => tables.modes.get(at),
            RowsOf::ForeignContent => tables.foreign_content.as_ref(),
        }
    }
}

/// A parser that runs the tables of tree construction, observed by `O`.
#[derive(Clone, Debug)]
pub struct Construction<'t, O = ()> {
    pub(super) observer: O,
    pub(super) tables: &'t TreeTables,
    pub(super) environment: Environment,
    /// The tree so far.
    pub document: Document,
    /// The parse errors so far.
    pub errors: Vec<TreeError>,
    /// The outputs so far, by the names in the tables, with the node that they are about.
    pub outputs: Vec<(String, Option<NodeId>)>,
    pub(super) stack: Vec<NodeId>,
    /// The element that was above a node when it was removed from the stack.
    pub(super) was_below: FxHashMap<NodeId, NodeId>,
    pub(super) list: Vec<Entry>,
    pub(super) insertion_mode: usize,
    pub(super) original_mode: Option<usize>,
    pub(super) secondary_mode: Option<usize>,
    foreign_mode: OnceLock<Option<usize>>,
    pub(super) template_modes: Vec<usize>,
    /// The elements that are marked as tainted.
    pub(super) tainted: FxHashSet<NodeId>,
    /// The node that was inserted last.
    pub(super) last_inserted: Option<NodeId>,
    pub(super) head: Option<NodeId>,
    pub(super) form: Option<NodeId>,
    pub(super) context: Option<NodeId>,
    pub(super) frameset_ok: bool,
    pub(super) foster_parenting: bool,
    pub(super) token: TreeToken,
    pub(super) is_acknowledged: bool,
    pub(super) acting: Acting,
    pub(super) pending: String,
    pub(super) ignore_next: Option<char>,
    pub(super) newest: Option<NodeId>,
    /// The token for which each element was created.
    pub(super) created_for: FxHashMap<NodeId, Shared<Tag>>,
    /// To what the tokenizer is switched.
    pub(super) switch: Option<Switch>,
    pub(super) is_stopped: bool,
    pub(super) rows: RowsOf,
    pub(super) numbers: u32,
    pub(super) depth: usize,
    /// The depth at which the token is processed for ever.
    pub(super) deepest: usize,
    pub(super) taken: usize,
    /// How many clauses a token may take.
    pub(super) most: usize,
    pub(super) tokens: usize,
    /// The offset of the character that the tokenizer consumed last.
    pub(super) offset: usize,
    /// Copies of a parser share it.
    pub(super) resolved: Resolutions,
}

impl<'t> Construction<'t> {
    /// A parser of a document, or of a fragment if the environment has a context element.
    ///
    /// # Errors
    /// If the tables lack what every parser needs.
    pub fn new(tables: &'t TreeTables, environment: Environment) -> Result<Self, Stuck> {
        Construction::observed(tables, environment, ())
    }
}

impl<'t, O: TreeObserver> Construction<'t, O> {
    /// A parser, as [`Construction::new`] gives it, that is observed.
    ///
    /// # Errors
    /// If the tables lack what every parser needs.
    pub fn observed(
        tables: &'t TreeTables,
        environment: Environment,
        observer: O,
    ) -> Result<Self, Stuck> {
        Construction::with((tables, Arc::default()), environment, observer)
    }

    /// A parser of tables whose algorithms, definitions, questions and outputs have the same names in the same order, such as those
    /// of a mutant. Both share what sentences call, and the bound.
    ///
    /// # Errors
    /// As [`Construction::observed`].
    pub fn another<'o, P: TreeObserver>(
        &self,
        tables: &'o TreeTables,
        environment: Environment,
        observer: P,
    ) -> Result<Construction<'o, P>, Stuck> {
        let shared = (tables, Arc::clone(&self.resolved));
        Ok(Construction::with(shared, environment, observer)?.bounded(self.most))
    }

    fn with(
        (tables, resolved): (&'t TreeTables, Resolutions),
        environment: Environment,
        observer: O,
    ) -> Result<Self, Stuck> {
        let initial = tables.initial.as_ref().and_then(|name| tables.mode(name));
        let initial = initial.ok_or_else(|| Stuck::new("the tables have no initial mode"))?;
        let mut construction = Construction {
            observer,
            tables,
            document: Document::default(),
            errors: Vec::new(),
            outputs: Vec::new(),
            stack: Vec::new(),
            was_below: FxHashMap::default(),
            list: Vec::new(),
            insertion_mode: initial,
            original_mode: None,
            secondary_mode: None,
            foreign_mode: OnceLock::new(),
            template_modes: Vec::new(),
            tainted: FxHashSet::default(),
            last_inserted: None,
            head: None,
            form: None,
            context: None,
            frameset_ok: true,
            foster_parenting: false,
            token: TreeToken::EndOfFile,
            is_acknowledged: false,
            acting: Acting::default(),
            pending: String::new(),
            ignore_next: None,
            newest: None,
            created_for: FxHashMap::default(),
            switch: None,
            is_stopped: false,
            rows: RowsOf::Mode(initial),
            numbers: 0,
            depth: 0,
            deepest: DEPTH,
            taken: 0,
            most: CLAUSES,
            tokens: 0,
            offset: 0,
            resolved,
            environment,
        };
        construction.begin()?;
        Ok(construction)
    }

    /// Refuses a token that takes more clauses than these, in place of ten million: for small documents, and tables that may go
    /// in circles.
    #[must_use]
    pub fn bounded(mut self, clauses: usize) -> Self {
        self.most = clauses;
        self
    }

    fn begin(&mut self) -> Result<(), Stuck> {
        let Some(context) = self.environment.context.clone() else {
            return Ok(());
        };
        let tag = Tag {
            attributes: context.attributes.clone(),
            ..Tag::empty(&context.element.name)
        };
        let node = self.new_element(context.element, context.attributes);
        self.created_for.insert(node, tag.into());
        self.context = Some(node);
        self.algorithm(BEGIN_FRAGMENT)?;
        Ok(())
    }

    /// Processes a token.
    ///
    /// # Errors
    /// If the tables do not say how.
    pub fn token(&mut self, token: TreeToken) -> Result<(), Stuck> {
        if self.is_stopped {
            return Ok(());
        }
        self.tokens += 1;
        let (observer, state) = self.parse_state();
        observer.token(&token, state);
        let ignored = self.ignore_next.take();
        if !matches!(token, TreeToken::Character(character) if ignored == Some(character)) {
            self.token = token;
            self.is_acknowledged = false;
            self.acting = Acting::default();
            (self.depth, self.taken) = (0, 0);
            self.deepest = DEPTH + DEPTH_BY_ELEMENT * self.stack.len();
            self.dispatch()?;
            self.list
                .retain(|entry| !matches!(entry, Entry::Position(_)));
        }
        let (observer, state) = self.parse_state();
        observer.processed(state);
        Ok(())
    }

    /// Mutable access to the observer, for example to take what it has recorded.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The observer, and what it may see.
    fn parse_state(&mut self) -> (&mut O, ParseState<'_>) {
        let state = ParseState {
            tables: self.tables,
            document: &self.document,
            errors: &self.errors,
            open_elements: &self.stack,
            list: &self.list,
            insertion_mode: self.insertion_mode,
            original_mode: self.original_mode,
            secondary_mode: self.secondary_mode,
            tainted: &self.tainted,
            template_modes: &self.template_modes,
            head: self.head,
            form: self.form,
            frameset_ok: self.frameset_ok,
            foster_parenting: self.foster_parenting,
        };
        (&mut self.observer, state)
    }

    pub(super) fn dispatch(&mut self) -> Result<(), Stuck> {
        self.algorithm(DISPATCH)?;
        Ok(())
    }

    fn algorithm(&mut self, name: &str) -> Result<Option<Value>, Stuck> {
        let tables = self.tables;
        let at = tables.algorithm(name);
        let at = at.ok_or_else(|| Stuck::new(format!("there is no algorithm `{name}`")))?;
        let body = Body::Algorithm(at, &tables.algorithms[at]);
        self.run(body, Variables::default())
    }

    /// Whether the adjusted current node is in another namespace than HTML's; with a mode for foreign content, whether that is in use
    /// and the current node is.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        let mode = self.foreign_mode.get_or_init(|| self.tables.foreign_mode());
        let node = match *mode {
            None => self.adjusted_current_node(),
            Some(mode) if self.insertion_mode == mode => self.stack.last().copied(),
            Some(_) => None,
        };
        let element = node.and_then(|node| self.document.element(node));
        element.is_some_and(|it| it.namespace != tokenwright_tables::tree::grammar::Namespace::Html)
    }

    /// The state or content model to which the last token switched the tokenizer; `None` if it did not, or if this was asked before.
    pub fn take_switch(&mut self) -> Option<Switch> {
        self.switch.take()
    }

    /// The elements on the stack of open elements, the html element first.
    #[must_use]
    pub fn open_elements(&self) -> &[NodeId] {
        &self.stack
    }

    /// The name of the insertion mode.
    #[must_use]
    pub fn insertion_mode(&self) -> &'t str {
        &self.tables.modes[self.insertion_mode].name.value
    }

    /// The root of the tree: the Document, or the html element of a fragment.
    #[must_use]
    pub fn root(&self) -> NodeId {
        let html = self.document.nodes[Document::ROOT].children.first();
        match self.context {
            Some(_) => html.copied().unwrap_or(Document::ROOT),
            None => Document::ROOT,
        }
    }
}
