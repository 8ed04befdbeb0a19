//! The entries of the program that was proved.
//!
//! What the printer cannot show is brought to the form that is read, as `listing.rs` says; everything else is as in the
//! program. The printer makes no decisions here that could be copied: where it leaves something out, the entry is
//! derived from the meaning of the part. The traversal is therefore written again, and a new part has to be added here
//! as well; rustc lists the place.

use crate::actions::Printed;
use crate::conditions::Condition;
use crate::hot_path::no_stops;
use crate::hot_path_file::imported;
use crate::listing::Entry;
use crate::names::{parts_of, same};
use crate::sets::scalars;
use crate::state_file::Ends;
use crate::states::Taken;
use tokenwright_compiler::ir::{
    Action, Block, CharSet, End, InputPosition, LoweredMachine, Row, Source, StateId, StateKind,
    Test,
};
use tokenwright_compiler::program::{
    Arm, Cond, ConditionalStop, LineEnding, Pattern, Pending, Program, ScanMethod, Stmt, Through,
    Width,
};

/// Entries, each with the row of the tables that it is of.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    pub(crate) entries: Vec<(Entry, Option<String>)>,
}

impl Expected {
    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.push((entry, None));
    }

    pub(crate) fn fact(&mut self, what: &'static str, value: impl Into<String>) {
        self.push(Entry::Fact(what, value.into()));
    }
}

/// The entries of a state: its function, and the sets of bytes of its scan.
pub(crate) fn state(program: &Program, id: StateId) -> Expected {
    let mut list = List::new(program);
    let state = &program.machine.states[id];
    let scan = program.scans.get(&id);
    let in_loop = program.hot_path.as_ref().is_some_and(|path| path.has(id));
    if let Some(scan) = scan {
        list.push(Entry::Stops(id, scan.stop_bytes.clone()));
        if let Some(conditional) = scan.conditional.as_ref().filter(|_| in_loop) {
            list.push(Entry::StopsOfRest(id, conditional.others.clone()));
        }
        if let Some(ends) = scan.name_ends.as_ref().filter(|_| in_loop) {
            list.push(Entry::NameEnds(id, ends.clone()));
        }
    }
    list.push(Entry::State(id));
    match &state.kind {
        StateKind::Act(block) => {
            if block.errs_at_next() {
                list.push(Entry::Awaits);
            }
            list.gives_back = block.begins_again();
            list.block(block);
        }
        StateKind::Consume(rows) => {
            // The function of a state with an entry in the hot path never begins with the scan.
            if let Some(scan) = scan.filter(|_| !in_loop) {
                list.push(Entry::BulkScan(scan.kind, id));
            }
            list.gives_back = true;
            list.rows(rows);
        }
    }
    list.expected
}

/// The entries of the hot path: its statements, and the numbers of its references.
pub(crate) fn hot_path(program: &Program) -> Expected {
    let mut list = List::new(program);
    list.gives_back = true;
    let entries = || program.hot_path.iter().flat_map(|path| &path.entries);
    let scans = || entries().filter_map(|(id, _)| Some((*id, program.scans.get(id)?)));
    let rest = scans().filter(|(_, scan)| scan.conditional.is_some());
    let names = scans().filter(|(_, scan)| scan.name_ends.is_some());
    let imports = (scans().map(|(id, _)| imported(Ends::Scan, id)))
        .chain(rest.map(|(id, _)| imported(Ends::Rest, id)))
        .chain(names.map(|(id, _)| imported(Ends::Name, id)));
    imports.for_each(|entry| list.push(entry));
    let mut declared = Vec::new();
    for (id, reference) in &program.references {
        if list.numbers_of(*id) == *id {
            declared.push(Entry::Numbers(*id, reference.plain.clone()));
        }
    }
    declared.into_iter().for_each(|entry| list.push(entry));
    for (id, body) in entries() {
        list.push(Entry::HotPathOf(*id));
        list.statements(body);
        list.push(Entry::End);
    }
    list.expected
}

struct List<'p> {
    program: &'p Program,
    expected: Expected,
    /// Whether a wait gives the current input character back.
    gives_back: bool,
    row: Option<String>,
}

impl<'p> List<'p> {
    fn new(program: &'p Program) -> Self {
        List {
            program,
            expected: Expected::default(),
            gives_back: false,
            row: None,
        }
    }

    fn push(&mut self, entry: Entry) {
        self.expected.entries.push((entry, self.row.clone()));
    }

    fn rows(&mut self, rows: &[Row]) {
        let mut taken = Taken::default();
        for row in rows {
            let on = match row.anything_else && row.guard.is_none() {
                true => CharSet::all(),
                false => row.on.clone(),
            };
            let guard = row.guard.as_ref().map(|guard| self.condition(guard));
            let Some(entry) = taken.row(&on, row.eof, guard) else {
                continue;
            };
            self.row = Some(row.heading.clone());
            self.push(entry);
            self.block(&row.block);
        }
        self.row = None;
        if !taken.everything() {
            self.push(Entry::NoRow);
        }
    }

    fn block(&mut self, block: &Block) {
        let through = match block.end {
            End::To {
                reconsume: true, ..
            } => Through::Current,
            _ => Through::Position,
        };
        self.actions(&block.actions, through);
        let responds = block.responds;
        match &block.end {
            End::Stay => self.push(Entry::Stay { responds }),
            End::To { target, reconsume } => self.push(Entry::To {
                target: *target,
                reconsume: *reconsume,
                responds,
            }),
            End::Done => self.push(Entry::Done),
            End::If(test, then, otherwise) => {
                self.begin_if(test);
                self.block(then);
                self.push(Entry::Else);
                self.block(otherwise);
                self.push(Entry::End);
            }
        }
    }

    fn actions(&mut self, actions: &[Action], through: Through) {
        for action in actions {
            self.action(action, through);
        }
    }

    fn action(&mut self, action: &Action, through: Through) {
        let action = match action {
            Action::If(test, then, otherwise) => {
                self.begin_if(test);
                self.actions(then, through);
                if !otherwise.is_empty() {
                    self.push(Entry::Else);
                    self.actions(otherwise, through);
                }
                self.push(Entry::End);
                return;
            }
            Action::ConsumeAgain => Action::ConsumeNext,
            action => action.clone(),
        };
        let prints_end = match &action {
            Action::BeginCdataSection
            | Action::EndCdataSection
            | Action::EmitTemporaryBuffer
            | Action::Append(Source::TemporaryBuffer, _) => true,
            Action::Append(Source::Char(c), _) => *c != char::REPLACEMENT_CHARACTER,
            _ => false,
        };
        let waits = matches!(
            action,
            Action::AwaitNext | Action::ConsumeNamed | Action::ConsumeDigits
        );
        self.push(Entry::Action(Printed {
            action,
            through: prints_end.then_some(through),
            gives_back: waits.then_some(self.gives_back),
        }));
    }

    fn begin_if(&mut self, test: &Test) {
        let Condition { test, gives_back } = self.condition(test);
        let cond = Cond::Test(test);
        self.push(Entry::If { cond, gives_back });
    }

    fn condition(&self, test: &Test) -> Condition {
        Condition {
            gives_back: waits(test).then_some(self.gives_back),
            test: self.normal(test),
        }
    }

    /// The normal form of a condition.
    fn normal(&self, test: &Test) -> Test {
        let machine = &self.program.machine;
        let all = |tests: &[Test]| -> Vec<Test> { tests.iter().map(|t| self.normal(t)).collect() };
        match test {
            Test::Not(inner) => Test::Not(Box::new(self.normal(inner))),
            Test::All(tests) | Test::Any(tests) if tests.len() == 1 => self.normal(&tests[0]),
            Test::All(tests) => Test::All(all(tests)),
            Test::Any(tests) => Test::Any(all(tests)),
            Test::LastMatchedIs(c) if !c.is_ascii() => Test::Any(Vec::new()),
            Test::CallerIs(state) => caller(machine, *state),
            Test::TagNameIn(list) => {
                let first = same(machine.names.iter(), &machine.names[*list]);
                Test::TagNameIn(first.unwrap_or(*list))
            }
            Test::NextIs { on, eof } => Test::NextIs {
                on: scalars(on),
                eof: *eof,
            },
            Test::AfterLastStartTag { on, eof } => Test::AfterLastStartTag {
                on: scalars(on),
                eof: *eof,
            },
            other => other.clone(),
        }
    }

    fn statements(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    /// The entry of a statement, with its lists emptied; then those of its lists.
    fn statement(&mut self, stmt: &Stmt) {
        let none = Vec::new;
        let just = |stmt| Entry::Statement(stmt);
        match stmt {
            Stmt::Row(heading, body) => {
                let outer = self.row.replace(heading.clone());
                self.statements(body);
                self.row = outer;
            }
            Stmt::Loop(label, body) => self.nested(Stmt::Loop(*label, none()), body),
            Stmt::Block(label, body) => self.nested(Stmt::Block(*label, none()), body),
            Stmt::Match(arms) => {
                self.push(just(Stmt::Match(Vec::new())));
                arms.iter().for_each(|arm| self.arm(arm));
                self.push(Entry::End);
            }
            Stmt::If(cond, body) => {
                let (cond, gives_back) = match cond {
                    Cond::Test(test) => {
                        let Condition { test, gives_back } = self.condition(test);
                        (Cond::Test(test), gives_back)
                    }
                    other => (other.clone(), None),
                };
                self.push(Entry::If { cond, gives_back });
                self.list(body);
            }
            Stmt::Scan(state, method) => {
                self.push(just(stmt.clone()));
                let stop = self.program.scans[state].conditional.as_ref();
                if let Some(stop) = stop.filter(|_| *method == ScanMethod::Conditional) {
                    self.push(Entry::ConditionalStop(
                        *state,
                        ConditionalStop {
                            others: no_stops(),
                            ..stop.clone()
                        },
                    ));
                }
            }
            Stmt::HoldReferences(of) => {
                self.push(just(stmt.clone()));
                let byte = self.program.references[of].byte;
                self.push(Entry::ReferenceByte(*of, byte));
                self.push(Entry::Numbers(self.numbers_of(*of), CharSet::default()));
            }
            Stmt::WriteAttribute(Pending::Nothing) => {}
            Stmt::WriteAttribute(Pending::Started) => {
                self.action(&Action::StartAttribute, Through::Position);
            }
            Stmt::RestOfName {
                state,
                to,
                otherwise,
            } => {
                let emptied = Stmt::RestOfName {
                    state: *state,
                    to: *to,
                    otherwise: none(),
                };
                self.nested(emptied, otherwise);
            }
            Stmt::References {
                of,
                then,
                otherwise,
            } => {
                self.push(just(Stmt::References {
                    of: *of,
                    then: none(),
                    otherwise: none(),
                }));
                self.push(Entry::Numbers(self.numbers_of(*of), CharSet::default()));
                self.push(Entry::Receiver(*of, self.program.references[of].to));
                self.statements(then);
                self.push(Entry::Else);
                self.list(otherwise);
            }
            Stmt::LineEnding {
                act,
                otherwise,
                then,
            } => self.line_ending(act, otherwise, then),
            Stmt::Act(action, through) => self.action(action, *through),
            Stmt::EmitTag => {
                let last = self.expected.entries.last().map(|(entry, _)| entry);
                if last == Some(&just(Stmt::SetCurrent)) {
                    self.expected.entries.pop();
                    self.push(just(Stmt::Sync(Width::One)));
                    self.action(&Action::EmitTag, Through::Position);
                } else {
                    self.push(just(Stmt::EmitTag));
                }
            }
            Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Dispatch(_)
            | Stmt::Exit(_)
            | Stmt::Advance(_)
            | Stmt::SetCurrent
            | Stmt::Sync(_)
            | Stmt::SyncPosition
            | Stmt::SetFrom
            | Stmt::EmitScanned { .. }
            | Stmt::AppendScanned(_)
            | Stmt::SetScanned(_)
            | Stmt::HoldName
            | Stmt::HoldValue
            | Stmt::WriteAttribute(_)
            | Stmt::BeginMarkup
            | Stmt::EmitCharacter(_)
            | Stmt::AppendCharacter(..)
            | Stmt::SetCharacter(..)
            | Stmt::EmitKnownTag { .. } => self.push(just(stmt.clone())),
        }
    }

    /// A statement whose lists are emptied, and its list.
    fn nested(&mut self, emptied: Stmt, body: &[Stmt]) {
        self.push(Entry::Statement(emptied));
        self.list(body);
    }

    /// A nested list, up to its end.
    fn list(&mut self, body: &[Stmt]) {
        self.statements(body);
        self.push(Entry::End);
    }

    fn arm(&mut self, arm: &Arm) {
        let outer = self.row.clone();
        if arm.row.is_some() {
            self.row.clone_from(&arm.row);
        }
        let binds = match arm.on {
            Pattern::Bytes(_) | Pattern::AnyByte => arm.binds,
            Pattern::EndOr(_) | Pattern::Otherwise => false,
        };
        let guard = arm.guard.as_ref().map(|guard| self.condition(guard));
        let on = match &arm.on {
            Pattern::Bytes(on) => Pattern::Bytes(scalars(on)),
            Pattern::EndOr(on) => Pattern::EndOr(scalars(on)),
            other => other.clone(),
        };
        self.push(Entry::Arm { on, binds, guard });
        self.list(&arm.body);
        self.row = outer;
    }

    fn line_ending(&mut self, act: &LineEnding, otherwise: &[Stmt], then: &[Stmt]) {
        let emptied = match act {
            LineEnding::Emit => LineEnding::Emit,
            LineEnding::Append { field, .. } => LineEnding::Append {
                before: Vec::new(),
                field: *field,
            },
            LineEnding::Act(_) => LineEnding::Act(Vec::new()),
        };
        self.push(Entry::Statement(Stmt::LineEnding {
            act: emptied,
            otherwise: Vec::new(),
            then: Vec::new(),
        }));
        self.statements(otherwise);
        match act {
            LineEnding::Emit => {}
            LineEnding::Append { before, .. } => {
                self.push(Entry::Else);
                self.statements(before);
            }
            LineEnding::Act(actions) => {
                self.push(Entry::Else);
                self.actions(actions, Through::Position);
            }
        }
        self.push(Entry::End);
        self.statements(then);
    }

    /// The first state whose references have the same numbers.
    fn numbers_of(&self, state: StateId) -> StateId {
        let plain = &self.program.references[&state].plain;
        let mut all = self.program.references.iter();
        let first = all.find(|(_, other)| other.plain == *plain);
        first.map_or(state, |(first, _)| *first)
    }
}

/// The test for a caller, by the first state that has the same parts.
fn caller(machine: &LoweredMachine, state: StateId) -> Test {
    let parts = parts_of(machine, state);
    if parts.is_empty() {
        return Test::Any(Vec::new());
    }
    let mut states = 0..machine.states.len();
    let first = states.find(|other| parts_of(machine, *other) == parts);
    Test::CallerIs(first.unwrap_or(state))
}

/// Whether a test suspends the state that it is part of.
fn waits(test: &Test) -> bool {
    match test {
        Test::Not(test) => waits(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().any(waits),
        // The call itself gives the current input character back.
        Test::Ahead { from, .. } => *from == InputPosition::Next,
        test => test.waits(),
    }
}
