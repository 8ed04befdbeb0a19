//! A [`TreeSink`] as the builder of our rules.
//!
//! A sink tells little of its nodes, and its handles are not cheap to copy, so nodes are numbers here. What rules ask is noted when a node
//! is created: `nodes.rs` has it. The price is a second list of the attributes of each element; their values share memory.

use super::nodes::Nodes;
use crate::ParseOpts;
use crate::lines::Lines;
use crate::names::Names as Atoms;
use crate::tendrils::Source;
use html5ever::interface::tree_builder::create_element_with_flags;
use html5ever::interface::{NodeOrText, QuirksMode as Mode};
use html5ever::tree_builder::TreeSink;
use html5ever::{Attribute, LocalName, Namespace as Atom, Prefix, QualName, local_name, ns};
use std::borrow::Cow;
use tokenwright::Namespace;
use tokenwright_tree::build::{
    Argument, AttributeName, AttributeNamespace, Builder, Comment, Doctype, ErrorCode, Name, Names,
    NewElement, Output, ParseError, Place, ProcessingInstruction, Question, QuirksMode, Receiver,
    Span,
};

/// Inserts nodes into a sink.
pub(super) struct SinkBuilder<S: TreeSink> {
    pub(super) sink: S,
    pub(super) source: Source,
    pub(super) lines: Lines,
    pub(super) is_fragment: bool,
    /// Whether scripts pause the parser.
    pub(super) pauses: bool,
    /// The script that was ended.
    pub(super) script: Option<S::Handle>,
    nodes: Nodes<S::Handle>,
    atoms: Atoms,
    context: Option<u32>,
    form: Option<u32>,
    scripting: bool,
    is_srcdoc: bool,
    drops_doctype: bool,
    /// Whether the tag that comes has an attribute twice.
    will_have_duplicates: bool,
    /// Whether the tag that is processed has.
    has_duplicates: bool,
    line: u64,
}

fn atom(namespace: Namespace) -> Atom {
    match namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    }
}

fn qualified(name: AttributeName<'_>) -> QualName {
    QualName::new(
        name.prefix.map(Prefix::from),
        atom_of_attribute(name.namespace),
        LocalName::from(name.local_name),
    )
}

fn atom_of_attribute(namespace: Option<AttributeNamespace>) -> Atom {
    match namespace {
        None => ns!(),
        Some(AttributeNamespace::XLink) => ns!(xlink),
        Some(AttributeNamespace::Xml) => ns!(xml),
        Some(AttributeNamespace::Xmlns) => ns!(xmlns),
    }
}

impl<S: TreeSink> SinkBuilder<S> {
    pub(super) fn new(sink: S, opts: &ParseOpts) -> Self {
        SinkBuilder {
            sink,
            source: Source::default(),
            lines: Lines::default(),
            is_fragment: false,
            pauses: false,
            script: None,
            nodes: Nodes::default(),
            atoms: Atoms::default(),
            context: None,
            form: None,
            scripting: opts.tree_builder.scripting_enabled,
            is_srcdoc: opts.tree_builder.iframe_srcdoc,
            drops_doctype: opts.tree_builder.drop_doctype,
            will_have_duplicates: false,
            has_duplicates: false,
            line: 0,
        }
    }

    /// Adds the context element of a fragment.
    pub(super) fn add_context(
        &mut self,
        handle: S::Handle,
        element: (Namespace, Name),
        form: Option<S::Handle>,
    ) -> u32 {
        // A sink tells only this of the attributes.
        let is_integration_point = element.0 == Namespace::MathMl
            && self
                .sink
                .is_mathml_annotation_xml_integration_point(&handle);
        let attributes = is_integration_point.then(|| Attribute {
            name: QualName::new(None, ns!(), local_name!("encoding")),
            value: "text/html".into(),
        });
        let attributes = attributes.into_iter().collect();
        let context = self.nodes.add(handle, Some(element), attributes, false);
        self.context = Some(context);
        self.form = form.map(|form| self.nodes.add(form, None, Vec::new(), false));
        context
    }

    fn handle(&self, node: u32) -> &S::Handle {
        &self.nodes.get(node).handle
    }

    fn put(&self, child: NodeOrText<S::Handle>, place: Place<u32>) {
        match place {
            Place::Inside(parent) => self.sink.append(self.handle(parent), child),
            Place::Before(next) => self.sink.append_before_sibling(self.handle(next), child),
        }
    }

    fn attributes(&mut self, element: &NewElement<'_>) -> Vec<Attribute> {
        let attributes = element.tag().into_iter().flat_map(|tag| tag.attributes());
        let attributes = attributes.map(|it| {
            let name = match element.has_adjusted_names() {
                false => QualName::new(None, ns!(), self.atoms.atom(it.name())),
                true => qualified(element.attribute_name(it.name())),
            };
            let value = self.source.tendril(it.value());
            Attribute { name, value }
        });
        attributes.collect()
    }

    fn create(
        &mut self,
        name: QualName,
        element: (Namespace, Name),
        attributes: Vec<Attribute>,
        had_duplicates: bool,
        has_contents: bool,
    ) -> u32 {
        let handle =
            create_element_with_flags(&self.sink, name, attributes.clone(), had_duplicates);
        let contents = has_contents.then(|| self.sink.get_template_contents(&handle));
        let node = self
            .nodes
            .add(handle, Some(element), attributes, had_duplicates);
        if let Some(contents) = contents {
            self.nodes.add(contents, None, Vec::new(), false);
        }
        node
    }
}

impl<S: TreeSink> Receiver for SinkBuilder<S> {
    const ERRORS: bool = true;
    const SPANS: bool = true;

    #[inline]
    fn begin(&mut self, place: Span) {
        self.has_duplicates = std::mem::take(&mut self.will_have_duplicates);
        let line = self.lines.line_at(place.end);
        if line != self.line {
            self.line = line;
            self.sink.set_current_line(line);
        }
    }

    fn error(&mut self, error: &ParseError) {
        // The error arrives before its tag.
        self.will_have_duplicates |= error.code == ErrorCode::DuplicateAttribute;
        self.line = error.line as u64;
        self.sink.set_current_line(self.line);
        self.sink.parse_error(Cow::Borrowed(error.code.as_str()));
    }

    #[inline]
    fn pauses(&self) -> bool {
        self.script.is_some()
    }
}

impl<S: TreeSink> Builder for SinkBuilder<S> {
    type Node = u32;

    fn document(&mut self) -> u32 {
        let document = self.sink.get_document();
        self.nodes.add(document, None, Vec::new(), false)
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> u32 {
        let attributes = self.attributes(element);
        let local_name = self.atoms.atom(element.local_name());
        let name = QualName::new(None, atom(element.namespace), local_name);
        let known = (element.namespace, element.name);
        let had_duplicates = element.tag().is_some() && self.has_duplicates;
        self.create(
            name,
            known,
            attributes,
            had_duplicates,
            element.has_contents,
        )
    }

    fn create_again(&mut self, node: u32) -> u32 {
        let known = self.nodes.get(node);
        let attributes = known.attributes.clone();
        let had_duplicates = known.had_duplicates;
        let Some(element) = known.element else {
            return node;
        };
        let local_name = {
            let name = self.sink.elem_name(&known.handle);
            html5ever::tree_builder::ElemName::local_name(&name).clone()
        };
        let name = QualName::new(None, atom(element.0), local_name);
        self.create(name, element, attributes, had_duplicates, false)
    }

    fn template_contents(&mut self, node: u32) -> u32 {
        // They are added with the element.
        node + 1
    }

    fn insert(&mut self, node: u32, place: Place<u32>) {
        self.detach(node);
        self.put(NodeOrText::AppendNode(self.handle(node).clone()), place);
        let parent = match place {
            Place::Inside(parent) => Some(parent),
            Place::Before(next) => self.nodes.parent(next),
        };
        self.nodes.set_parent(node, parent);
    }

    fn detach(&mut self, node: u32) {
        if self.nodes.parent(node).is_some() {
            self.sink.remove_from_parent(self.handle(node));
            self.nodes.set_parent(node, None);
        }
    }

    fn move_children(&mut self, from: u32, to: u32) {
        self.sink
            .reparent_children(self.handle(from), self.handle(to));
        self.nodes.move_children(from, to);
    }

    fn parent(&self, node: u32) -> Option<u32> {
        self.nodes.parent(node)
    }

    fn element(&self, node: u32, _: &Names) -> Option<(Namespace, Name)> {
        self.nodes.get(node).element
    }

    /// Sinks join texts.
    fn has_text_before(&self, _: Place<u32>) -> bool {
        true
    }

    fn append_text(&mut self, text: &str, place: Place<u32>) {
        if !text.is_empty() {
            let text = self.source.tendril(text);
            self.put(NodeOrText::AppendText(text), place);
        }
    }

    fn insert_text(&mut self, text: &str, place: Place<u32>) {
        self.append_text(text, place);
    }

    fn insert_comment(&mut self, comment: &Comment<'_>, place: Place<u32>) {
        let data = self.source.tendril(&comment.data);
        let comment = self.sink.create_comment(data);
        self.put(NodeOrText::AppendNode(comment), place);
    }

    fn insert_processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        place: Place<u32>,
    ) {
        let target = self.source.tendril(&instruction.target);
        let data = self.source.tendril(&instruction.data);
        let instruction = self.sink.create_pi(target, data);
        self.put(NodeOrText::AppendNode(instruction), place);
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        if self.drops_doctype {
            return;
        }
        let tendril =
            |part: &Option<Cow<'_, str>>| self.source.tendril(part.as_deref().unwrap_or_default());
        self.sink.append_doctype_to_document(
            tendril(&doctype.name),
            tendril(&doctype.public_identifier),
            tendril(&doctype.system_identifier),
        );
    }

    fn add_attributes(&mut self, node: u32, element: &NewElement<'_>) {
        let attributes = self.attributes(element);
        self.sink
            .add_attrs_if_missing(self.handle(node), attributes);
    }

    fn add_attribute(&mut self, node: u32, name: AttributeName<'_>, value: &str) {
        let attribute = Attribute {
            name: qualified(name),
            value: self.source.tendril(value),
        };
        self.sink
            .add_attrs_if_missing(self.handle(node), vec![attribute]);
    }

    fn attribute(&self, node: u32, name: AttributeName<'_>) -> Option<&str> {
        let namespace = atom_of_attribute(name.namespace);
        self.nodes.get(node).attribute(&namespace, name.local_name)
    }

    fn have_same_attributes(&self, one: u32, other: u32) -> bool {
        let (one, other) = (self.nodes.get(one), self.nodes.get(other));
        // To look each up in the other list would take quadratic time.
        let [one, other] = [one, other].map(|node| {
            let mut attributes: Vec<&Attribute> = node.attributes.iter().collect();
            attributes.sort_unstable();
            attributes
        });
        one == other
    }

    fn attributes_hash(&self, node: u32) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let attributes = self.nodes.get(node).attributes.iter();
        // A sum, because their order does not matter.
        let hashes = attributes.map(|it| {
            let mut hasher = DefaultHasher::new();
            (&it.name.local, &*it.value).hash(&mut hasher);
            hasher.finish()
        });
        hashes.fold(0, u64::wrapping_add)
    }

    fn nearest(&mut self, node: u32, _: Namespace, name: &str) -> Option<u32> {
        self.form
            .filter(|_| self.context == Some(node) && name == "form")
    }

    fn popped(&mut self, node: u32) {
        let handle = self.handle(node);
        self.sink.pop(handle);
        if let Some((Namespace::Html, _)) = self.nodes.get(node).element {
            let is_option = {
                let name = self.sink.elem_name(handle);
                *html5ever::tree_builder::ElemName::local_name(&name) == local_name!("option")
            };
            if is_option {
                self.sink.maybe_clone_an_option_into_selectedcontent(handle);
            }
        }
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.sink.set_quirks_mode(match mode {
            QuirksMode::Quirks => Mode::Quirks,
            QuirksMode::LimitedQuirks => Mode::LimitedQuirks,
        });
    }

    fn parse_error(&mut self, code: Option<ErrorCode>) {
        let code = code.unwrap_or(ErrorCode::ParseError);
        self.sink.parse_error(Cow::Borrowed(code.as_str()));
    }

    fn ask(&mut self, question: Question, _: &[Argument<u32>]) -> bool {
        match question {
            Question::ItIsPossibleToInsertAt => true,
            Question::TheScriptingModeIsDisabled => !self.scripting,
            Question::TheScriptingFlagIsEnabled => self.scripting,
            Question::TheScriptingModeIsInert => self.scripting && self.is_fragment,
            Question::TheDocumentIsAnIframeSrcdocDocument => self.is_srcdoc,
            _ => false,
        }
    }

    fn output(&mut self, output: Output, about: &[Argument<u32>]) {
        let [Argument::Node(Some(node))] = about else {
            return;
        };
        let handle = self.handle(*node);
        match output {
            Output::SetAlreadyStartedOfToTrue => self.sink.mark_script_already_started(handle),
            Output::PrepareTheScriptElement | Output::ProcessTheSvgScriptElement
                if self.pauses && !self.is_fragment =>
            {
                self.script = Some(handle.clone());
            }
            _ => {}
        }
    }
}
