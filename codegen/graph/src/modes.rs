//! From the tables of tree construction to the graph of insertion modes.
//!
//! A mode leads to another by a switch, or uses its rows for a token and stays what it is; the two are edges of two kinds.
//! Most algorithms switch to one mode or to none, and their switches are those of the rows that call them. An algorithm that
//! leads to many is a node, as the registers are that hold modes: with all of its switches at each caller, everything would
//! lead to everywhere.

use super::edges::grouped;
use super::{Edge, EdgeKind, Graph, Kind, Node};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::model::{Located, Revision};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::{Expression, TreeStep};
use tokenwright_tables::tree::model::{
    Callee, Clause, Entry, Mode, On, Resolved, Row, TreeTables, named_tokens,
};
use tokenwright_tables::tree::token::Token;

/// An algorithm that leads to more modes than this is a node.
const INLINED: usize = 3;

/// The target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Mode(usize),
    Foreign,
    Algorithm(usize),
    Register(Register),
}

/// What holds a mode while the parser runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Register {
    Original,
    Secondary,
    Template,
    Current,
}

impl Register {
    const ALL: [(Register, &'static str); 4] = [
        (Register::Original, "the original insertion mode"),
        (Register::Secondary, "the secondary insertion mode"),
        (Register::Template, "the current template insertion mode"),
        (Register::Current, "the current insertion mode"),
    ];
}

pub(super) fn graph(revision: &Revision, tables: &TreeTables) -> Graph {
    let all: Vec<usize> = (0..tables.algorithms.len()).collect();
    // What an algorithm calls does not count: that may be a node itself.
    let is_hub = |at: &usize| {
        let walk = Walk::of(tables, &tables.algorithms[*at].body, None, &all);
        let leads = |(kind, target): &&(EdgeKind, Target)| {
            *kind == EdgeKind::Leads && !matches!(target, Target::Algorithm(_))
        };
        walk.targets.iter().filter(leads).count() > INLINED
    };
    let hubs: Vec<usize> = all.iter().copied().filter(is_hub).collect();
    let mut drawing = Drawing {
        revision,
        tables,
        hubs: &hubs,
        nodes: Vec::new(),
        indices: BTreeMap::new(),
        edges: BTreeMap::new(),
        pushed: BTreeSet::new(),
        setters: BTreeSet::new(),
        secondary: BTreeSet::new(),
        secondary_setters: BTreeSet::new(),
    };
    drawing.modes();
    drawing.algorithms();
    drawing.registers();
    drawing.finish()
}

/// The graph so far.
struct Drawing<'t> {
    revision: &'t Revision,
    tables: &'t TreeTables,
    /// The algorithms that are nodes.
    hubs: &'t [usize],
    /// The nodes, with the files that define them.
    nodes: Vec<(Node, &'t str)>,
    indices: BTreeMap<Target, usize>,
    /// The labels of the edges.
    edges: BTreeMap<(usize, Target, EdgeKind), Vec<String>>,
    /// The modes that are pushed onto the stack of template insertion modes.
    pushed: BTreeSet<usize>,
    /// The nodes whose rows set the original insertion mode.
    setters: BTreeSet<usize>,
    /// The modes that become the secondary insertion mode by name.
    secondary: BTreeSet<usize>,
    /// The nodes whose rows set the secondary insertion mode to the current one.
    secondary_setters: BTreeSet<usize>,
}

impl<'t> Drawing<'t> {
    fn node(&mut self, target: Target, name: &str, kind: Kind, file: &'t str) -> usize {
        let section = match target {
            Target::Mode(at) => self.tables.section_of(Entry::Mode(at)),
            Target::Foreign => self.tables.section_of(Entry::ForeignContent),
            Target::Algorithm(_) | Target::Register(_) => None,
        };
        let section = section.map(|section| section.number.value.clone());
        let link = match target {
            Target::Register(_) => None,
            _ => Some(self.revision.about.source.clone()),
        };
        let node = Node {
            name: name.to_owned(),
            kind,
            section,
            link,
        };
        self.nodes.push((node, file));
        self.indices.insert(target, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The name of the file that has an entry.
    fn file(&self, entry: Entry) -> &'t str {
        let mut files = self.tables.files.iter();
        let file = files.find(|file| file.entries.contains(&entry));
        file.map_or("", |file| &file.name)
    }

    fn modes(&mut self) {
        let tables = self.tables;
        let initial = tables.initial.as_ref().map(|name| name.value.as_str());
        for (at, mode) in tables.modes.iter().enumerate() {
            let name = &mode.name.value;
            let kind = match initial == Some(name) {
                true => Kind::Initial,
                false => Kind::State,
            };
            let file = self.file(Entry::Mode(at));
            self.node(Target::Mode(at), name, kind, file);
        }
        if let Some(mode) = &tables.foreign_content {
            let file = self.file(Entry::ForeignContent);
            self.node(Target::Foreign, &mode.name, Kind::Entry, file);
        }
        for at in self.hubs {
            let algorithm = &tables.algorithms[*at];
            let target = Target::Algorithm(*at);
            let file = self.file(Entry::Algorithm(*at));
            self.node(target, &algorithm.name, Kind::Procedure, file);
        }
        let modes = tables.modes.iter().chain(&tables.foreign_content);
        for (from, mode) in modes.enumerate() {
            for row in &mode.rows {
                let walk = Walk::of(tables, &row.body, Some(mode), self.hubs);
                self.add(from, walk, Some(&english::label(row)));
            }
        }
    }

    fn algorithms(&mut self) {
        for at in self.hubs {
            let from = self.indices[&Target::Algorithm(*at)];
            // Its own steps are drawn, and the other nodes that it calls.
            let others: Vec<usize> = self.hubs.iter().copied().filter(|it| it != at).collect();
            let body = &self.tables.algorithms[*at].body;
            let walk = Walk::of(self.tables, body, None, &others);
            self.add(from, walk, None);
        }
    }

    fn add(&mut self, from: usize, walk: Walk<'_>, label: Option<&str>) {
        self.pushed.extend(walk.pushed);
        self.secondary.extend(walk.secondary);
        if walk.sets_original {
            self.setters.insert(from);
        }
        if walk.sets_secondary {
            self.secondary_setters.insert(from);
        }
        for (kind, target) in walk.targets {
            let labels = self.edges.entry((from, target, kind)).or_default();
            let label = label.map(|label| match walk.reprocesses {
                true => format!("{label} ↻"),
                false => label.to_owned(),
            });
            labels.extend(label);
        }
    }

    /// The registers that are used, with the modes that they can hold.
    fn registers(&mut self) {
        for (register, name) in Register::ALL {
            let target = Target::Register(register);
            let mut users = self.edges.keys().filter(|(_, to, _)| *to == target);
            let Some((user, ..)) = users.next() else {
                continue;
            };
            let file = self.nodes[*user].1;
            let node = self.node(target, name, Kind::Register, file);
            let held = match register {
                Register::Original => self.users_of(&self.setters),
                Register::Secondary => {
                    let mut held = self.users_of(&self.secondary_setters);
                    held.extend(&self.secondary);
                    held
                }
                Register::Template => self.pushed.clone(),
                // Any of them: the edges would say nothing.
                Register::Current => BTreeSet::new(),
            };
            let modes = self.tables.modes.len();
            for to in held.into_iter().filter(|to| *to < modes) {
                let key = (node, Target::Mode(to), EdgeKind::MayLead);
                self.edges.insert(key, Vec::new());
            }
        }
    }

    /// The nodes, and those that use their rows.
    fn users_of(&self, nodes: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = nodes.clone();
        loop {
            let users = self.edges.keys().filter_map(|(from, to, kind)| {
                let to = self.indices.get(to)?;
                (*kind == EdgeKind::Uses && found.contains(to)).then_some(*from)
            });
            let users: Vec<usize> = users.filter(|user| !found.contains(user)).collect();
            if users.is_empty() {
                return found;
            }
            found.extend(users);
        }
    }

    fn finish(self) -> Graph {
        let Drawing { indices, edges, .. } = self;
        let edges = edges.into_iter().filter_map(|((from, to, kind), labels)| {
            let to = *indices.get(&to)?;
            (from != to).then_some(Edge {
                from,
                to,
                labels,
                kind,
            })
        });
        let mut edges: Vec<Edge> = edges.collect();
        edges.sort_by_key(|edge| (edge.from, edge.to, edge.kind));
        let (nodes, files): (Vec<Node>, Vec<&str>) = self.nodes.into_iter().unzip();
        Graph {
            revision: self.revision.about.id.clone(),
            title: self.revision.about.title.clone(),
            what: "insertion modes",
            families: grouped(&files),
            edges,
            nodes,
        }
    }
}

/// Collects the targets of steps, with those of the algorithms that they call.
struct Walk<'t> {
    tables: &'t TreeTables,
    /// The mode whose row is walked.
    mode: Option<&'t Mode>,
    /// The algorithms that are targets.
    hubs: &'t [usize],
    targets: BTreeSet<(EdgeKind, Target)>,
    pushed: BTreeSet<usize>,
    sets_original: bool,
    secondary: BTreeSet<usize>,
    sets_secondary: bool,
    reprocesses: bool,
    /// The algorithms and the entries that were walked: none is walked twice.
    seen: BTreeSet<(bool, usize)>,
}

impl<'t> Walk<'t> {
    fn of(
        tables: &'t TreeTables,
        body: &'t [Clause],
        mode: Option<&'t Mode>,
        hubs: &'t [usize],
    ) -> Self {
        let mut walk = Walk {
            tables,
            mode,
            hubs,
            targets: BTreeSet::new(),
            pushed: BTreeSet::new(),
            sets_original: false,
            secondary: BTreeSet::new(),
            sets_secondary: false,
            reprocesses: false,
            seen: BTreeSet::new(),
        };
        tables.visit(body, &mut walk);
        walk
    }

    fn lead(&mut self, kind: EdgeKind, target: Target) {
        self.targets.insert((kind, target));
    }

    fn lead_to(&mut self, kind: EdgeKind, name: &str) {
        if let Some(mode) = self.tables.mode(name) {
            self.lead(kind, Target::Mode(mode));
        }
    }

    /// Walks the row of the same mode to which a tag comes that is made up.
    fn made_up(&mut self, token: &Expression) {
        if let Some(token) = Token::made_up(token) {
            self.row(|row| row.on.iter().any(|on| on.tokens.value.has(token)));
        }
    }

    /// Walks the row of the same mode that an entry names.
    fn entry(&mut self, name: &str) {
        let tokens = named_tokens(name);
        let is_it = |on: &On| Some(&on.tokens.value) == tokens.as_ref();
        self.row(|row| row.on.iter().any(is_it));
    }

    /// Walks the first row of the mode that is the one.
    fn row(&mut self, is_it: impl Fn(&Row) -> bool) {
        let Some(rows) = self.mode.map(|mode| &mode.rows) else {
            return;
        };
        if let Some(at) = rows.iter().position(is_it)
            && self.seen.insert((false, at))
        {
            let tables = self.tables;
            tables.visit(&rows[at].body, self);
        }
    }
}

impl Visitor for Walk<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        use EdgeKind::{Leads, Uses};
        match &step.value {
            TreeStep::Switch(mode) => self.lead_to(Leads, &mode.0),
            TreeStep::SwitchBack => self.lead(Leads, Target::Register(Register::Original)),
            TreeStep::SwitchToSecondary => self.lead(Leads, Target::Register(Register::Secondary)),
            TreeStep::UseSecondaryMode => self.lead(Uses, Target::Register(Register::Secondary)),
            TreeStep::SwitchToTemplateMode => {
                self.lead(Leads, Target::Register(Register::Template))
            }
            TreeStep::UseMode(mode)
            | TreeStep::ProcessPending(_, mode)
            | TreeStep::ActAsIn(_, mode) => self.lead_to(Uses, &mode.0),
            TreeStep::UseCurrentMode => self.lead(Uses, Target::Register(Register::Current)),
            TreeStep::UseForeign => self.lead(Uses, Target::Foreign),
            TreeStep::ActAs(entry) => self.entry(&entry.0),
            TreeStep::ActAsIfSeen(token) => self.made_up(token),
            TreeStep::PushTemplateMode(mode) => self.pushed.extend(self.tables.mode(&mode.0)),
            TreeStep::SetOriginal => self.sets_original = true,
            TreeStep::SetSecondary => self.sets_secondary = true,
            TreeStep::SetSecondaryTo(mode) => self.secondary.extend(self.tables.mode(&mode.0)),
            TreeStep::Reprocess => self.reprocesses = true,
            _ => {}
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        let Some(Callee::Algorithm(at)) = resolved.map(|it| it.callee) else {
            return;
        };
        if self.hubs.contains(&at) {
            self.lead(EdgeKind::Leads, Target::Algorithm(at));
        } else if self.seen.insert((true, at)) {
            let tables = self.tables;
            tables.visit(&tables.algorithms[at].body, self);
        }
    }
}
