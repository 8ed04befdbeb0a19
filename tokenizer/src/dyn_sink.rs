//! Sinks behind references and trait objects.

use crate::{
    Ambiguity, Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag,
};
use alloc::boxed::Box;

/// A [`Sink`] as a trait object: every sink implements it, and `Box<dyn DynSink>` and
/// `&mut dyn DynSink` are sinks.
///
/// Use it where the type of the sink is chosen at run time. It costs a virtual call per token.
/// Errors, spans and sources are always computed, because the constants of a sink are not known; a sink
/// without [`Sink::ERRORS`] still receives no errors.
///
/// ```
/// use tokenwright::{DynSink, Sink, Span, Tokenizer};
///
/// struct Upper(String);
/// struct Count(usize);
///
/// impl Sink for Upper {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0.push_str(&text.to_uppercase());
///     }
/// }
///
/// impl Sink for Count {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0 += text.len();
///     }
/// }
///
/// let (mut upper, mut count) = (Upper(String::new()), Count(0));
/// let sinks: [&mut dyn DynSink; 2] = [&mut upper, &mut count];
/// for sink in sinks {
///     let mut tokenizer = Tokenizer::new(sink);
///     tokenizer.feed("<b>text</b>");
///     tokenizer.finish();
/// }
/// assert_eq!((&*upper.0, count.0), ("TEXT", 4));
/// ```
pub trait DynSink: sealed::Calls {}

impl<S: Sink> DynSink for S {}

mod sealed {
    use super::{
        Ambiguity, Comment, Doctype, Next, ParseError, ProcessingInstruction, Sink, Span, Tag,
    };

    /// The methods of a sink under other names, so that calls on a sink stay unambiguous.
    #[allow(missing_docs, unreachable_pub)]
    pub trait Calls {
        fn call_text(&mut self, text: &str, span: Span);
        fn call_start_tag(&mut self, tag: &Tag<'_>) -> Next;
        fn call_end_tag(&mut self, tag: &Tag<'_>) -> Next;
        fn call_start_cdata_section(&mut self, span: Span);
        fn call_end_cdata_section(&mut self, span: Span);
        fn call_comment(&mut self, comment: &Comment<'_>);
        fn call_doctype(&mut self, doctype: &Doctype<'_>);
        fn call_processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>);
        fn call_end_of_file(&mut self, span: Span);
        fn call_error(&mut self, error: &ParseError);
        fn call_is_stopped(&self) -> bool;
        fn call_ambiguity(&mut self, ambiguity: &Ambiguity);
        fn call_adjusted_current_node_is_foreign(&self) -> bool;
    }

    impl<S: Sink> Calls for S {
        fn call_text(&mut self, text: &str, span: Span) {
            self.text(text, span);
        }

        fn call_start_tag(&mut self, tag: &Tag<'_>) -> Next {
            self.start_tag(tag)
        }

        fn call_end_tag(&mut self, tag: &Tag<'_>) -> Next {
            self.end_tag(tag)
        }

        fn call_start_cdata_section(&mut self, span: Span) {
            self.start_cdata_section(span);
        }

        fn call_end_cdata_section(&mut self, span: Span) {
            self.end_cdata_section(span);
        }

        fn call_comment(&mut self, comment: &Comment<'_>) {
            self.comment(comment);
        }

        fn call_doctype(&mut self, doctype: &Doctype<'_>) {
            self.doctype(doctype);
        }

        fn call_processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
            self.processing_instruction(instruction);
        }

        fn call_end_of_file(&mut self, span: Span) {
            self.end_of_file(span);
        }

        fn call_error(&mut self, error: &ParseError) {
            if S::ERRORS {
                self.error(error);
            }
        }

        fn call_is_stopped(&self) -> bool {
            self.is_stopped()
        }

        fn call_ambiguity(&mut self, ambiguity: &Ambiguity) {
            self.ambiguity(ambiguity);
        }

        fn call_adjusted_current_node_is_foreign(&self) -> bool {
            self.adjusted_current_node_is_foreign()
        }
    }
}

/// Implements the methods of [`Sink`] by calls of what the sink dereferences to.
macro_rules! forward {
    ($text:ident, $start_tag:ident, $end_tag:ident, $start_cdata_section:ident,
     $end_cdata_section:ident, $comment:ident, $doctype:ident, $processing_instruction:ident,
     $end_of_file:ident, $error:ident, $ambiguity:ident, $is_stopped:ident, $foreign:ident) => {
        #[inline(always)]
        fn text(&mut self, text: &str, span: Span) {
            (**self).$text(text, span);
        }

        #[inline(always)]
        fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
            (**self).$start_tag(tag)
        }

        #[inline(always)]
        fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
            (**self).$end_tag(tag)
        }

        #[inline(always)]
        fn start_cdata_section(&mut self, span: Span) {
            (**self).$start_cdata_section(span);
        }

        #[inline(always)]
        fn end_cdata_section(&mut self, span: Span) {
            (**self).$end_cdata_section(span);
        }

        #[inline(always)]
        fn comment(&mut self, comment: &Comment<'_>) {
            (**self).$comment(comment);
        }

        #[inline(always)]
        fn doctype(&mut self, doctype: &Doctype<'_>) {
            (**self).$doctype(doctype);
        }

        #[inline(always)]
        fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
            (**self).$processing_instruction(instruction);
        }

        #[inline(always)]
        fn end_of_file(&mut self, span: Span) {
            (**self).$end_of_file(span);
        }

        #[inline(always)]
        fn error(&mut self, error: &ParseError) {
            (**self).$error(error);
        }

        #[inline(always)]
        fn is_stopped(&self) -> bool {
            (**self).$is_stopped()
        }

        #[inline(always)]
        fn ambiguity(&mut self, ambiguity: &Ambiguity) {
            (**self).$ambiguity(ambiguity);
        }

        #[inline(always)]
        fn adjusted_current_node_is_foreign(&self) -> bool {
            (**self).$foreign()
        }
    };
}

macro_rules! forward_to_sink {
    ($pointer:ty) => {
        impl<S: Sink> Sink for $pointer {
            const ERRORS: bool = S::ERRORS;
            const SPANS: bool = S::SPANS;
            const SOURCE: bool = S::SOURCE;
            const LINES: bool = S::LINES;
            const SWITCHES: bool = S::SWITCHES;

            forward!(
                text,
                start_tag,
                end_tag,
                start_cdata_section,
                end_cdata_section,
                comment,
                doctype,
                processing_instruction,
                end_of_file,
                error,
                ambiguity,
                is_stopped,
                adjusted_current_node_is_foreign
            );
        }
    };
}

macro_rules! forward_to_object {
    ($pointer:ty) => {
        impl Sink for $pointer {
            const SOURCE: bool = true;

            forward!(
                call_text,
                call_start_tag,
                call_end_tag,
                call_start_cdata_section,
                call_end_cdata_section,
                call_comment,
                call_doctype,
                call_processing_instruction,
                call_end_of_file,
                call_error,
                call_ambiguity,
                call_is_stopped,
                call_adjusted_current_node_is_foreign
            );
        }
    };
}

forward_to_sink!(&mut S);
forward_to_sink!(Box<S>);
forward_to_object!(&mut (dyn DynSink + '_));
forward_to_object!(&mut (dyn DynSink + Send + '_));
forward_to_object!(Box<dyn DynSink + '_>);
forward_to_object!(Box<dyn DynSink + Send + '_>);
