//! The pages of tree construction: one for each insertion mode, one for the algorithms, one for the lists, one for elements.
//!
//! The modes have more rows than all states, and a reader comes for one mode; so each is a page, and what they share is on
//! pages of its own. The price is that the browser's search sees one mode at a time. The search of the site finds every row.

mod elements;
mod errors;
mod links;
mod lists;
mod mode;

use super::html::{current, escape, section, step};
use super::shell::Page;
use crate::trees::{PartId, Trees};
use links::Links;
use serde_json::{Value, json};
use std::fmt::Write;
use tokenwright_analyses::suite::trees::Documents;
use tokenwright_graph::Graph;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::english::capitalized;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::Clause;
use xtask::report::counted;

/// The title of the page of lists.
const LISTS: &str = "Lists and conditions";

/// The first page of a revision.
pub(super) fn overview(id: &str) -> String {
    format!("{id}-tree.html")
}

/// The tables of tree construction, and what the pages say beyond them.
pub(super) struct ExploredTrees<'t> {
    trees: &'t Trees,
    documents: Documents,
    graph: Graph,
    links: Links<'t>,
    descriptions: &'t Descriptions,
}

impl<'t> ExploredTrees<'t> {
    /// Searches for the documents that run each row.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(super) fn of(trees: &'t Trees, descriptions: &'t Descriptions) -> Result<Self, String> {
        Ok(ExploredTrees {
            trees,
            documents: trees.documents().map_err(|error| error.message)?,
            graph: Graph::of_modes(&trees.loaded.revision, &trees.tables),
            links: Links::of(trees),
            descriptions,
        })
    }

    /// The revision of the tables.
    pub(super) fn id(&self) -> &str {
        self.trees.id()
    }

    /// Every page; the first has links to the others.
    pub(super) fn pages(&self) -> Vec<Page> {
        let mut pages = vec![
            self.page(self.links.overview(), "Tree construction", self.overview()),
            self.page(self.links.algorithms(), "Algorithms", self.algorithms()),
            self.page(self.links.lists(), LISTS, lists::content(self)),
            self.page(self.links.elements(), "Elements", elements::content(self)),
            self.page(self.links.errors(), "Parse errors", errors::content(self)),
        ];
        for (of, mode) in self.trees.modes() {
            let title = capitalized(&mode.name);
            pages.push(self.page(self.links.mode(of), &title, mode::content(self, of, mode)));
        }
        pages
    }

    fn page(&self, file: String, title: &str, article: String) -> Page {
        let year = self.trees.loaded.revision.about.year();
        Page {
            content: format!(
                "<div class=book>\n{}<article>\n<h1>Tree construction in {year}</h1>\n{article}</article>\n</div>\n",
                self.contents(&file)
            ),
            title: format!("{title}: tree construction in {year}"),
            file,
        }
    }

    /// The list of all pages.
    fn contents(&self, shown: &str) -> String {
        let link = |file: &str, name: &str| {
            let mark = current(file == shown);
            format!("<li><a href=\"{file}\"{mark}>{}</a>\n", escape(name))
        };
        let modes = self.trees.modes();
        let modes = modes.map(|(of, mode)| link(&self.links.mode(of), &capitalized(&mode.name)));
        let modes: String = modes.collect();
        let others: String = [
            (self.links.overview(), "Overview"),
            (self.links.algorithms(), "Algorithms"),
            (self.links.lists(), LISTS),
            (self.links.errors(), "Parse errors"),
            (self.links.elements(), "Elements"),
        ]
        .map(|(file, name)| link(&file, name))
        .concat();
        format!(
            "<nav class=contents aria-label=\"Tree construction\">\n<details open><summary>Tree construction</summary>\n\
             <ul>\n{others}</ul>\n<h2>Insertion modes</h2>\n<ul>\n{modes}</ul>\n</details>\n</nav>\n"
        )
    }

    fn overview(&self) -> String {
        let trees = self.trees;
        let rows: usize = trees.modes().map(|(_, mode)| mode.rows.len()).sum();
        let about = &trees.loaded.revision.about;
        let mut out = format!(
            "<p class=lead>How tokens become a tree: {} insertion modes and the rules for foreign content, with {rows} rows, \
             and {} algorithms. From <a href=\"{}\">{}</a>, <time>{}</time>. Each row has the shortest document that was found \
             to run it.\n<section class=state id=modes>\n<h2>Insertion modes</h2>\n<dl class=rows>\n",
            trees.tables.modes.len(),
            trees.tables.algorithms.len(),
            escape(&about.source),
            escape(&about.title),
            about.date,
        );
        for (of, mode) in trees.modes() {
            let address = self.links.mode(of);
            let name = escape(&capitalized(&mode.name));
            let rows = counted(mode.rows.len(), "row");
            let entered = self.entered(of).map(|entered| format!(", {entered}"));
            let entered = entered.unwrap_or_default();
            let _ = writeln!(
                out,
                "<dt><a href=\"{address}\">{name}</a>\n<dd><p>{rows}{entered}"
            );
        }
        out.push_str("</dl>\n</section>\n");
        out.push_str(
            "<section class=state id=outside>\n<h2>Questions and outputs</h2>\n<dl class=rows>\n",
        );
        let outside = trees.tables.questions.iter().chain(&trees.tables.outputs);
        for one in outside {
            let name = escape(&capitalized(&one.name));
            let meaning = escape(&capitalized(&one.meaning));
            let _ = writeln!(out, "<dt>{name}\n<dd><p>{meaning}.");
        }
        out.push_str("</dl>\n</section>\n");
        out
    }

    fn algorithms(&self) -> String {
        let mut out = String::from(
            "<p class=lead>Steps with a name, which rows and other algorithms call.\n",
        );
        for (at, algorithm) in self.trees.tables.algorithms.iter().enumerate() {
            let anchor = links::algorithm_anchor(at);
            let part = PartId::Algorithm(at);
            let heading = escape(&capitalized(&algorithm.name));
            out.push_str(&section("state", &anchor, &heading, "algorithm"));
            let run_by = self.run_by(part);
            let run_by = run_by
                .as_deref()
                .unwrap_or("no document was found that runs it");
            let _ = writeln!(out, "<p class=meta>{run_by}");
            out.push_str(&self.steps(&algorithm.body));
            let callers = self.links.callers(at);
            out.push_str(&self.parts("Called by", callers));
            out.push_str("</section>\n");
        }
        out
    }

    /// A list of parts in a fold; nothing if there are none.
    fn parts(&self, heading: &str, parts: &[PartId]) -> String {
        if parts.is_empty() {
            return String::new();
        }
        let items = parts.iter().map(|part| {
            let name = escape(&self.trees.in_short(*part, 4));
            format!("<li><a href=\"{}\">{name}</a>\n", self.links.part(*part))
        });
        let (places, items) = (counted(parts.len(), "place"), items.collect::<String>());
        format!("<details><summary>{heading} {places}</summary>\n<ul>\n{items}</ul></details>\n")
    }

    /// Steps as paragraphs, indented below an "if".
    fn steps(&self, body: &[Clause]) -> String {
        let mut out = String::new();
        for (depth, line) in english::lines(body) {
            let _ = writeln!(out, "{}{}", step(depth), self.links.line(line));
        }
        out
    }

    /// The document that runs a part.
    fn run_by(&self, part: PartId) -> Option<String> {
        let document = self.documents.of(part.into())?;
        Some(format!("run by {}", super::input::code(document)))
    }

    /// The document that enters a mode.
    fn entered(&self, of: RowsOf) -> Option<String> {
        let RowsOf::Mode(at) = of else {
            return None;
        };
        let document = self.documents.of_mode(at)?;
        Some(format!("entered by {}", super::input::code(document)))
    }

    /// The names that the search finds: the kind, the name, the address and a remark.
    pub(super) fn names(&self) -> Vec<Value> {
        let mut names = Vec::new();
        let year = self.trees.loaded.revision.about.year();
        let mut add = |kind: &str, name: &str, address: String, remark: &str| {
            names.push(json!([kind, name, address, remark]));
        };
        for (of, mode) in self.trees.modes() {
            let name = &mode.name.value;
            add("mode", name, self.links.mode(of), year);
            for (at, row) in mode.rows.iter().enumerate() {
                let label = format!("{name}: {}", english::label(row));
                add("row", &label, self.links.part(PartId::Row(of, at)), year);
            }
        }
        for (at, algorithm) in self.trees.tables.algorithms.iter().enumerate() {
            let address = self.links.part(PartId::Algorithm(at));
            add("algorithm", &algorithm.name, address, year);
        }
        for (name, address) in lists::names(self) {
            add("list", &name, address, year);
        }
        for (name, address) in elements::names(self) {
            add("element", &name, address, year);
        }
        names
    }
}
