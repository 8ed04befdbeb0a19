//! Questions and outputs.

use super::builder::{Builder, Place};
use super::construction::Construction;
use super::element::Element;
use super::rules::TreeRules;
use super::values::Location;
use super::{Output, Question};
use alloc::vec::Vec;

/// What a question or an output is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<N> {
    /// A node; none for null.
    Node(Option<N>),
    /// A place in the tree.
    Place(Place<N>),
}

/// What a rule passes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeOrPlace {
    Node(Element),
    Location(Location),
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    fn arguments(&mut self, about: &[NodeOrPlace]) -> Vec<Argument<B::Node>> {
        let about = about.iter().map(|argument| match *argument {
            NodeOrPlace::Node(element) => Argument::Node(self.node(element)),
            NodeOrPlace::Location(location) => match self.place(location) {
                Some(place) => Argument::Place(place),
                None => Argument::Node(None),
            },
        });
        about.collect()
    }

    pub(crate) fn ask(&mut self, question: Question, about: &[NodeOrPlace]) -> bool {
        let about = self.arguments(about);
        self.builder.ask(question, &about)
    }

    pub(crate) fn output(&mut self, output: Output, about: &[NodeOrPlace]) {
        let about = self.arguments(about);
        self.changes += 1;
        self.builder.output(output, &about);
    }

    /// Stops parsing.
    pub(crate) fn stop(&mut self) {
        self.is_stopped = true;
    }
}
