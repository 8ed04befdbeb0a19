//! A tree sink that creates processing instructions.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::StrTendril;
use html5ever::tree_builder::TreeSink;
use html5ever::{Attribute, QualName};
use std::borrow::Cow;
use std::cell::Cell;

/// Passes everything on to the user's sink, but creates a processing instruction in place of the comment that the tree
/// builder asks for if one is expected.
pub(crate) struct InstructionSink<S> {
    pub(crate) inner: S,
    /// The target and the data.
    expected: Cell<Option<(StrTendril, StrTendril)>>,
}

impl<S> InstructionSink<S> {
    pub(crate) fn new(inner: S) -> Self {
        InstructionSink {
            inner,
            expected: Cell::new(None),
        }
    }

    /// Makes a processing instruction of the next comment.
    pub(crate) fn expect(&self, target: StrTendril, data: StrTendril) {
        self.expected.set(Some((target, data)));
    }
}

/// Forwards methods, also those with a default: the user's sink may define them.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) $(-> $output:ty)?;)*) => {
        $(
            #[inline]
            fn $name(&self $(, $argument: $type)*) $(-> $output)? {
                self.inner.$name($($argument),*)
            }
        )*
    };
}

impl<S: TreeSink> TreeSink for InstructionSink<S> {
    type Handle = S::Handle;
    type Output = S::Output;
    type ElemName<'a>
        = S::ElemName<'a>
    where
        S: 'a;

    fn finish(self) -> Self::Output {
        self.inner.finish()
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> Self::ElemName<'a> {
        self.inner.elem_name(target)
    }

    fn create_comment(&self, text: StrTendril) -> Self::Handle {
        match self.expected.take() {
            Some((target, data)) => self.inner.create_pi(target, data),
            None => self.inner.create_comment(text),
        }
    }

    forward! {
        fn parse_error(&self, message: Cow<'static, str>);
        fn get_document(&self) -> Self::Handle;
        fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Self::Handle;
        fn create_pi(&self, target: StrTendril, data: StrTendril) -> Self::Handle;
        fn append(&self, parent: &Self::Handle, child: NodeOrText<Self::Handle>);
        fn append_based_on_parent_node(
            &self,
            element: &Self::Handle,
            prev_element: &Self::Handle,
            child: NodeOrText<Self::Handle>
        );
        fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril);
        fn mark_script_already_started(&self, node: &Self::Handle);
        fn pop(&self, node: &Self::Handle);
        fn get_template_contents(&self, target: &Self::Handle) -> Self::Handle;
        fn same_node(&self, x: &Self::Handle, y: &Self::Handle) -> bool;
        fn set_quirks_mode(&self, mode: QuirksMode);
        fn append_before_sibling(&self, sibling: &Self::Handle, new_node: NodeOrText<Self::Handle>);
        fn add_attrs_if_missing(&self, target: &Self::Handle, attrs: Vec<Attribute>);
        fn associate_with_form(
            &self,
            target: &Self::Handle,
            form: &Self::Handle,
            nodes: (&Self::Handle, Option<&Self::Handle>)
        );
        fn remove_from_parent(&self, target: &Self::Handle);
        fn reparent_children(&self, node: &Self::Handle, new_parent: &Self::Handle);
        fn is_mathml_annotation_xml_integration_point(&self, handle: &Self::Handle) -> bool;
        fn set_current_line(&self, line_number: u64);
        fn allow_declarative_shadow_roots(&self, intended_parent: &Self::Handle) -> bool;
        fn attach_declarative_shadow(
            &self,
            location: &Self::Handle,
            template: &Self::Handle,
            attrs: &[Attribute]
        ) -> bool;
        fn maybe_clone_an_option_into_selectedcontent(&self, option: &Self::Handle);
    }
}
