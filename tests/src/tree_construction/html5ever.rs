//! The tokens that html5ever's tokenizer emits while html5ever's tree builder steers it.

use super::{Input, qualified_name};
use crate::tokens::Tokens;
use crate::tokens::html5ever::push;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Token as Html5everToken, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
use html5ever::{Attribute, LocalName, QualName, TokenizerResult, ns};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The tokens of a document, or of a fragment in a context.
#[must_use]
pub fn tokens(input: &Input) -> Tokens {
    let scripting = input.scripting;
    let nodes = Nodes {
        next: Cell::new(1),
        no_name: Rc::new(QualName::new(None, ns!(), LocalName::from(""))),
    };
    let options = TreeBuilderOpts {
        scripting_enabled: scripting,
        ..TreeBuilderOpts::default()
    };
    let mut initial_state = None;
    let builder = match &input.context {
        None => TreeBuilder::new(nodes, options),
        Some(context) => {
            let element = create_element(&nodes, qualified_name(context), Vec::new());
            let builder = TreeBuilder::new_for_fragment(nodes, element, None, options);
            initial_state = Some(builder.tokenizer_state_for_context_elem(scripting));
            builder
        }
    };
    let recorder = Recorder {
        builder,
        out: RefCell::default(),
    };
    let options = TokenizerOpts {
        discard_bom: false,
        initial_state,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(recorder, options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&input.html));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.out.into_inner()
}

/// Records the tokens on their way to the tree builder.
struct Recorder {
    builder: TreeBuilder<Handle, Nodes>,
    out: RefCell<Tokens>,
}

impl TokenSink for Recorder {
    type Handle = Handle;

    fn process_token(&self, token: Html5everToken, line: u64) -> TokenSinkResult<Handle> {
        push(&mut self.out.borrow_mut(), &token);
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// A node: its number, its name, and whether it is an `annotation-xml` element with HTML content.
#[derive(Clone)]
struct Handle(usize, Rc<QualName>, bool);

/// Nodes without a tree: tree construction reads only their names, and whether two are the same.
struct Nodes {
    next: Cell<usize>,
    no_name: Rc<QualName>,
}

impl Nodes {
    fn node(&self, name: Rc<QualName>, is_integration_point: bool) -> Handle {
        let id = self.next.get();
        self.next.set(id + 1);
        Handle(id, name, is_integration_point)
    }
}

impl TreeSink for Nodes {
    type Handle = Handle;
    type Output = ();
    type ElemName<'a> = &'a QualName;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle(0, Rc::clone(&self.no_name), false)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        &target.1
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.node(Rc::new(name), flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.node(Rc::clone(&self.no_name), false)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.node(Rc::clone(&self.no_name), false)
    }

    fn append(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_based_on_parent_node(&self, _: &Handle, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.0 == y.0
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Handle) {}

    fn reparent_children(&self, _: &Handle, _: &Handle) {}

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.2
    }
}
