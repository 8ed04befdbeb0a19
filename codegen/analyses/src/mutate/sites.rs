//! Numbers the executable parts of a revision and records which parts a run executes.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tokenwright_interpreter::{BlockRef, Observer};
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::kernel::{Node, Nodes, Traverse};
use tokenwright_tables::model::{Clause, Conjunction, Revision, State, Test};

/// Numbers everything that can run: states, rows, steps, calls, conditional clauses, and both answers of
/// each condition. Sites are identified by their address in the model.
#[derive(Debug)]
pub struct Sites {
    numbers: FxHashMap<usize, u32>,
    next: u32,
}

impl Sites {
    /// Numbers a revision, in the order of its tables.
    #[must_use]
    pub fn new(revision: &Revision) -> Self {
        let mut sites = Sites {
            numbers: FxHashMap::default(),
            next: 0,
        };
        for rule in &revision.rules {
            sites.nodes(rule.nodes());
        }
        for definition in &revision.definitions {
            sites.nodes(definition.nodes());
        }
        for block in revision.blocks() {
            sites.add(address(block));
            sites.nodes(block.body.nodes());
            for row in &block.rows {
                sites.add(address(row));
                sites.nodes(row.nodes());
            }
        }
        sites
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next as usize
    }

    /// Whether nothing can run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    fn add(&mut self, address: usize) {
        self.numbers.insert(address, self.next);
        self.next += 1;
    }

    fn nodes(&mut self, nodes: Nodes<'_>) {
        for node in nodes {
            match node {
                Node::Step(step) => self.add(address(&step.value)),
                Node::Call(name) => self.add(name.value.as_ptr().addr()),
                Node::If(any) => self.add(any.as_ptr().addr()),
                Node::Test(test) => {
                    if let Test::Condition(condition) = &test.value {
                        self.add(address(condition));
                        // The next number is that of the other result.
                        self.next += 1;
                    }
                }
            }
        }
    }

    /// The number of a state or a procedure.
    ///
    /// # Panics
    /// For one that is not the revision's, here and below.
    #[must_use]
    pub fn block(&self, block: &State) -> u32 {
        self.numbers[&address(block)]
    }

    /// The number of a row.
    #[must_use]
    pub fn row(&self, row: &tokenwright_tables::model::Row) -> u32 {
        self.numbers[&address(row)]
    }

    /// The number of a clause.
    #[must_use]
    pub fn clause(&self, clause: &Clause) -> u32 {
        self.numbers[&clause_address(clause)]
    }

    /// The numbers of a condition: for when it holds, and for when it does not.
    #[must_use]
    pub fn condition(&self, condition: &Condition) -> [u32; 2] {
        let number = self.numbers[&address(condition)];
        [number, number + 1]
    }

    /// An observer that records the parts that run.
    #[must_use]
    pub fn recorder(&self) -> Recorder<'_> {
        Recorder {
            sites: self,
            seen: RefCell::default(),
        }
    }
}

/// Records the numbers of the parts that run, in order.
#[derive(Debug)]
pub struct Recorder<'s> {
    sites: &'s Sites,
    seen: RefCell<Vec<u32>>,
}

impl Recorder<'_> {
    fn note(&self, address: usize, offset: u32) {
        if let Some(number) = self.sites.numbers.get(&address) {
            self.seen.borrow_mut().push(number + offset);
        }
    }

    /// The sites that have run since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<u32> {
        self.seen.take()
    }
}

impl Observer for &Recorder<'_> {
    fn enter(&mut self, block: BlockRef<'_>) {
        self.note(address(block.state), 0);
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        self.note(address(&block.state.rows[row]), 0);
    }

    fn clause_tested(&mut self, any: &[Conjunction], _held: bool) {
        self.note(any.as_ptr().addr(), 0);
    }

    fn condition_tested(&mut self, condition: &Condition, held: bool) {
        self.note(address(condition), u32::from(!held));
    }

    fn step(&mut self, step: &Step) {
        self.note(address(step), 0);
    }

    fn call(&mut self, name: &str) {
        self.note(name.as_ptr().addr(), 0);
    }
}

fn clause_address(clause: &Clause) -> usize {
    match clause {
        Clause::Step(step) => address(&step.value),
        Clause::Call(name) => name.value.as_ptr().addr(),
        Clause::If { any, .. } => any.as_ptr().addr(),
    }
}

fn address<T>(thing: &T) -> usize {
    std::ptr::from_ref(thing).addr()
}
