//! The tokenizer of either revision.

use crate::ProcessingInstructions;
use crate::bridge::Bridge;
use html5ever::tree_builder::TreeSink;
use tokenwright::revisions::{Whatwg20200522, Whatwg20260719};
use tokenwright::{Follow, LimitExceeded, Options, TextMode};

/// The tokenizer, of the revision that has the wanted token for processing instructions.
pub(crate) enum Tokenizer<S: TreeSink> {
    Comments(tokenwright::Tokenizer<Bridge<S>, Whatwg20200522>),
    Nodes(tokenwright::Tokenizer<Bridge<S>, Whatwg20260719>),
}

/// Evaluates an expression for the tokenizer of either revision.
macro_rules! either {
    ($this:expr, $tokenizer:ident => $value:expr) => {
        match $this {
            Tokenizer::Comments($tokenizer) => $value,
            Tokenizer::Nodes($tokenizer) => $value,
        }
    };
}

impl<S: TreeSink> Tokenizer<S> {
    pub(crate) fn new(bridge: Bridge<S>, options: &crate::Options) -> Self {
        // The tree builder says when to switch.
        let nodes = options.processing_instructions;
        let options = Options {
            follow: Follow::Nothing,
            strip_bom: options.html5ever.tokenizer.discard_bom,
            limits: options.limits,
            ..Options::default()
        };
        match nodes {
            ProcessingInstructions::Comments => {
                Tokenizer::Comments(tokenwright::Tokenizer::with_options(bridge, options))
            }
            ProcessingInstructions::Nodes => {
                Tokenizer::Nodes(tokenwright::Tokenizer::with_options(bridge, options))
            }
        }
    }

    pub(crate) fn bridge(&self) -> &Bridge<S> {
        either!(self, tokenizer => tokenizer.sink())
    }

    pub(crate) fn bridge_mut(&mut self) -> &mut Bridge<S> {
        either!(self, tokenizer => tokenizer.sink_mut())
    }

    pub(crate) fn set_text_mode(&mut self, mode: TextMode) {
        either!(self, tokenizer => tokenizer.set_text_mode(mode));
    }

    pub(crate) fn set_last_start_tag(&mut self, name: &str) {
        either!(self, tokenizer => tokenizer.set_last_start_tag(name));
    }

    pub(crate) fn feed(&mut self, text: &str) {
        either!(self, tokenizer => tokenizer.feed_str(text));
    }

    pub(crate) fn insert(&mut self, text: &str) {
        either!(self, tokenizer => tokenizer.insert(text));
    }

    pub(crate) fn resume(&mut self) {
        either!(self, tokenizer => tokenizer.resume());
    }

    pub(crate) fn is_paused(&self) -> bool {
        either!(self, tokenizer => tokenizer.is_paused())
    }

    pub(crate) fn is_stopped(&self) -> bool {
        either!(self, tokenizer => tokenizer.is_stopped())
    }

    pub(crate) fn limit_exceeded(&self) -> Option<LimitExceeded> {
        either!(self, tokenizer => tokenizer.limit_exceeded())
    }

    pub(crate) fn finish(self) -> Bridge<S> {
        either!(self, tokenizer => tokenizer.finish())
    }
}
