//! The page of a revision: every state with its rows, and where it leads.
//!
//! It is the standard's section from the tables instead of the text: the same order and numbers, with links both
//! ways, which a text has only in one direction. All states are on one page, so that the browser's search finds
//! everything; it is long for that. The code has strings of HTML instead of templates, since each piece is used once.

use super::html::{escape, section, slug, step};
use super::input;
use super::links::{Links, row_anchor, state_anchor};
use super::neighbours::{Words, neighbours};
use super::revision::Explored;
use std::fmt::Write;
use tokenwright_graph::{Graph, Kind};
use tokenwright_interpreter::BlockKind;
use tokenwright_tables::english::{self, Sentence, capitalized};
use tokenwright_tables::model::{Definition, Revision, Row, State};

/// The content of the page.
pub(super) fn content(explored: &Explored<'_>, all: &[Explored<'_>]) -> String {
    let revision = &explored.loaded.revision;
    let graph = Graph::of(revision);
    let page = StatesPage {
        explored,
        all,
        graph: &graph,
        links: Links::of(revision),
    };
    let mut out = String::new();
    let _ = write!(out, "<div class=book>\n{}<article>\n", page.contents());
    out.push_str(&page.introduction());
    for (index, state) in revision.states.iter().enumerate() {
        page.block(&mut out, BlockKind::State, index, state);
    }
    for (index, procedure) in revision.procedures.iter().enumerate() {
        page.block(&mut out, BlockKind::Procedure, index, procedure);
    }
    page.outside(&mut out, revision);
    out.push_str("</article>\n</div>\n");
    out
}

const WORDS: Words = Words {
    initial: "the start of the input",
    entry: "tree construction",
    leads: "Leads to",
};

struct StatesPage<'a> {
    explored: &'a Explored<'a>,
    all: &'a [Explored<'a>],
    graph: &'a Graph,
    links: Links<'a>,
}

impl StatesPage<'_> {
    /// The list of states by family.
    fn contents(&self) -> String {
        let mut out = String::from(
            "<nav class=contents aria-label=\"States\">\n<details open><summary>States</summary>\n",
        );
        for family in &self.graph.families {
            let nodes = family.nodes.iter().map(|node| &self.graph.nodes[*node]);
            let mut nodes = nodes.filter(|node| node.kind != Kind::Register).peekable();
            if nodes.peek().is_none() {
                continue;
            }
            let _ = writeln!(out, "<h2>{}</h2>\n<ul>", escape(&capitalized(&family.name)));
            for node in nodes {
                let anchor = anchor_of(node.kind, &node.name);
                let name = escape(&capitalized(&node.name));
                let _ = writeln!(out, "<li><a href=#{anchor}>{name}</a>");
            }
            out.push_str("</ul>\n");
        }
        out.push_str(
            "<h2>Outside the states</h2>\n<ul>\n<li><a href=#input-stream>Input stream</a>\n",
        );
        if !self.explored.loaded.revision.rules.is_empty() {
            out.push_str("<li><a href=#rules>Rules</a>\n");
        }
        if !self.explored.loaded.revision.definitions.is_empty() {
            out.push_str("<li><a href=#definitions>Definitions</a>\n");
        }
        out.push_str("</ul>\n</details>\n</nav>\n");
        out
    }

    fn introduction(&self) -> String {
        let revision = &self.explored.loaded.revision;
        let about = &revision.about;
        let mut out = format!(
            "<h1>Tokenization in {}</h1>\n<p class=lead>{}, <time>{}</time>, section \
             <a href=\"{}\">{}</a>: {} states and {} rows. It starts in the {}.\n",
            self.explored.year(),
            escape(&about.title),
            about.date,
            escape(&about.source),
            about.section,
            revision.states.len(),
            revision.row_count(),
            self.links
                .sentence(&format!("the {} state", about.initial_state.value))
                .trim_start_matches("the "),
        );
        if !about.entry_states.is_empty() {
            let entries = about.entry_states.iter().map(|entry| {
                let anchor = state_anchor(&entry.value);
                format!("<a href=#{anchor}>{}</a>", escape(&entry.value))
            });
            let entries: Vec<String> = entries.collect();
            let _ = writeln!(out, "Tree construction switches to {}.", entries.join(", "));
        }
        out.push_str(&self.explored.navigation(self.all, ""));
        for note in &about.notes {
            let _ = writeln!(out, "<p class=note>{}", escape(note));
        }
        out
    }

    /// A state or a procedure.
    fn block(&self, out: &mut String, kind: BlockKind, index: usize, state: &State) {
        let revision = &self.explored.loaded.revision;
        let name = &state.name.value;
        let (anchor, suffix) = match kind {
            BlockKind::State => (state_anchor(name), " state"),
            BlockKind::Procedure => (slug(name), ""),
        };
        let number = match kind {
            BlockKind::State if revision.about.numbered => {
                let (section, number) = (&revision.about.section, index + 1);
                format!("<span class=number>{section}.{number}</span> ")
            }
            _ => String::new(),
        };
        let heading = format!("{number}{}{suffix}", escape(&capitalized(name)));
        out.push_str(&section("state", &anchor, &heading, "state"));
        if kind == BlockKind::State {
            let _ = writeln!(out, "<p class=meta>{}", self.facts(state));
        }
        if let Some(note) = &state.note {
            let _ = writeln!(out, "<p class=note>{}", escape(note));
        }
        out.push_str(&self.steps(&english::sentences(&state.body)));
        if !state.rows.is_empty() {
            out.push_str("<dl class=rows>\n");
            for (number, row) in state.rows.iter().enumerate() {
                self.row(out, &row_anchor(kind, index, number), row);
            }
            out.push_str("</dl>\n");
        }
        out.push_str(&neighbours(self.graph, name, &WORDS, |node| {
            let is_register = node.kind == Kind::Register;
            (!is_register).then(|| format!("#{}", anchor_of(node.kind, &node.name)))
        }));
        out.push_str("</section>\n");
    }

    fn row(&self, out: &mut String, anchor: &str, row: &Row) {
        let matched = self.links.sentence(&capitalized(&english::matched(row)));
        let steps = self.steps(&english::sentences(&row.body));
        let _ = write!(out, "<dt id={anchor}>{matched}\n<dd>{steps}");
        if let Some(note) = &row.note {
            let _ = writeln!(out, "<p class=note>{}", escape(note));
        }
    }

    /// Where the state is in the document, since when it exists, and an input that reaches it.
    fn facts(&self, state: &State) -> String {
        let about = &self.explored.loaded.revision.about;
        let mut facts = Vec::new();
        if about.numbered {
            let link = about.link_to_state(&state.name.value);
            facts.push(format!("<a href=\"{}\">in the standard</a>", escape(&link)));
        }
        facts.push(self.explored.since(state, self.all));
        if let Some(witness) = self.explored.witnesses.of_state(&state.name.value) {
            let address = self.links.playground(&witness.setup, &witness.input);
            let setup = escape(&crate::setup::described(&witness.setup));
            let input = input::code(&witness.input);
            facts.push(format!(
                "reached by <a href=\"{address}\">{input}</a>{setup}"
            ));
        }
        facts.join(" · ")
    }

    /// Steps as paragraphs, indented below an "if".
    fn steps(&self, steps: &[Sentence]) -> String {
        let mut out = String::new();
        for (depth, sentence) in steps {
            let linked = self.links.sentence(sentence);
            let _ = writeln!(out, "{}{linked}{}", step(*depth), self.meaning(sentence));
        }
        out
    }

    /// The meaning of the parse error that a sentence reports.
    fn meaning(&self, sentence: &str) -> String {
        let errors = &self.explored.loaded.revision.errors;
        let reported = sentence.split(' ').find_map(|word| {
            let error = errors.iter().find(|error| error.code.value == word)?;
            self.explored.description(&error.code.value)
        });
        match reported {
            Some(meaning) => format!(" <span class=says>{meaning}</span>"),
            None => String::new(),
        }
    }

    /// The input stream, the rules and the definitions.
    fn outside(&self, out: &mut String, revision: &Revision) {
        out.push_str("<section class=state id=input-stream>\n<h2>Input stream</h2>\n");
        if revision.input_stream.normalize_newlines {
            out.push_str("<p>U+000D (CR) U+000A (LF) and U+000D (CR) become U+000A (LF).\n");
        }
        out.push_str("<dl class=rows>\n");
        for (number, row) in revision.input_stream.rows.iter().enumerate() {
            self.row(out, &format!("i{number}"), row);
        }
        out.push_str("</dl>\n</section>\n");
        if !revision.rules.is_empty() {
            out.push_str("<section class=state id=rules>\n<h2>Rules</h2>\n<dl class=rows>\n");
            for rule in &revision.rules {
                let steps = self.steps(&english::sentences(&rule.body));
                let event = self
                    .links
                    .sentence(&capitalized(&rule.on.value.to_string()));
                let _ = write!(out, "<dt>{event}\n<dd>{steps}");
            }
            out.push_str("</dl>\n</section>\n");
        }
        if !revision.definitions.is_empty() {
            out.push_str(
                "<section class=state id=definitions>\n<h2>Definitions</h2>\n<dl class=rows>\n",
            );
            for definition in &revision.definitions {
                self.definition(out, definition);
            }
            out.push_str("</dl>\n</section>\n");
        }
    }

    fn definition(&self, out: &mut String, definition: &Definition) {
        let name = &definition.name().value;
        let meaning = match definition {
            Definition::Step { body, .. } => self.steps(&english::sentences(body)),
            Definition::Condition { any, .. } => {
                let conditions = english::conjunctions(any);
                let conditions = conditions.iter().map(|one| self.links.sentence(one));
                format!("<p>{}.\n", conditions.collect::<Vec<_>>().join(", or "))
            }
        };
        let name_text = self.links.sentence(&capitalized(name));
        let _ = write!(out, "<dt id=\"{}\">{name_text}\n<dd>{meaning}", slug(name));
    }
}

/// The anchor of a node of the graph.
fn anchor_of(kind: Kind, name: &str) -> String {
    match kind {
        Kind::Procedure => slug(name),
        Kind::Initial | Kind::Entry | Kind::State | Kind::Register => state_anchor(name),
    }
}
