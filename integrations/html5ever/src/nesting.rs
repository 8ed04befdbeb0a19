//! A limit on the elements that the tree builder has open.

use html5ever::tree_builder::{Tracer, TreeBuilder, TreeSink};
use std::cell::Cell;
use std::marker::PhantomData;

/// Counts the elements that are open, or will be open again, in time for a limit.
pub(crate) struct Nesting {
    most: usize,
    /// How many tags may come before the next count. Counting takes as long as the stack is high.
    unchecked: usize,
}

impl Nesting {
    pub(crate) fn new(most: usize) -> Self {
        Nesting { most, unchecked: 0 }
    }

    /// The limit.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Whether more elements are open than the limit, before another tag.
    #[inline]
    pub(crate) fn is_exceeded<S: TreeSink>(&mut self, builder: &TreeBuilder<S::Handle, S>) -> bool {
        if self.most == usize::MAX {
            return false;
        }
        if self.unchecked > 0 {
            self.unchecked -= 1;
            return false;
        }
        let count = Count(Cell::new(0), PhantomData);
        builder.trace_handles(&count);
        let open = count.0.get();
        // A tag can open a table's body and row with it.
        self.unchecked = self.most.saturating_sub(open) / 4;
        open > self.most
    }
}

struct Count<Handle>(Cell<usize>, PhantomData<Handle>);

impl<Handle> Tracer for Count<Handle> {
    type Handle = Handle;

    fn trace_handle(&self, _: &Handle) {
        self.0.update(|count| count + 1);
    }
}
