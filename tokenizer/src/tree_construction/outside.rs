//! Questions and outputs.

use super::builder::{Builder, Place};
use super::construction::Construction;
use super::element::Element;
use super::rules::TreeRules;
use super::values::Location;
use super::{Output, Question};

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
    #[inline]
    fn argument(&mut self, argument: NodeOrPlace) -> Argument<B::Node> {
        match argument {
            NodeOrPlace::Node(element) => Argument::Node(self.node(element)),
            NodeOrPlace::Location(location) => match self.place(location) {
                Some(place) => Argument::Place(place),
                None => Argument::Node(None),
            },
        }
    }

    #[inline]
    pub(crate) fn ask<const N: usize>(
        &mut self,
        question: Question,
        about: &[NodeOrPlace; N],
    ) -> bool {
        let about = about.map(|argument| self.argument(argument));
        self.builder.ask(question, &about)
    }

    #[inline]
    pub(crate) fn output<const N: usize>(&mut self, output: Output, about: &[NodeOrPlace; N]) {
        let about = about.map(|argument| self.argument(argument));
        self.changes += 1;
        self.builder.output(output, &about);
    }

    /// Stops parsing.
    pub(crate) fn stop(&mut self) {
        self.is_stopped = true;
    }
}
