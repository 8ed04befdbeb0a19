//! The graph as a picture: a panel for each family, each with a separate layout.
//!
//! An edge that leads to another family ends at a sign with the name of the state there, so that no
//! line crosses a panel.

mod canvas;
mod curve;
mod panel;

use super::{Graph, Kind};
use canvas::Panel;
use std::fmt::Write;
use tokenwright_tables::kernel::escaped;

/// How wide the picture may grow before another line of panels begins, in pixels.
const WIDTH: f64 = 3000.0;
/// The margin around panels.
const GAP: f64 = 30.0;
/// The height of a panel's title.
const TITLE: f64 = 40.0;

/// The graph as an SVG document: each state is linked to its section, each sign to its state.
#[must_use]
pub fn svg(graph: &Graph) -> String {
    let panels: Vec<(Panel, &str)> = graph
        .families
        .iter()
        .map(|family| (panel::draw(graph, family), family.name.as_str()))
        .collect();
    let mut body = String::new();
    let (mut x, mut y, mut height, mut width) = (GAP, GAP + 2.0 * TITLE, 0.0_f64, 0.0_f64);
    for (panel, name) in &panels {
        if x > GAP && x + panel.width > WIDTH {
            (x, y) = (GAP, y + height + GAP);
            height = 0.0;
        }
        let (w, h) = (panel.width, panel.height + TITLE);
        let _ = write!(
            body,
            "<g transform=\"translate({x:.0} {y:.0})\">\n\
             <rect class=\"panel\" width=\"{w:.0}\" height=\"{h:.0}\" rx=\"8\"/>\n\
             <text class=\"family\" x=\"14\" y=\"28\">{}</text>\n\
             <g transform=\"translate(0 {TITLE:.0})\">\n{}</g>\n</g>\n",
            escaped(name),
            panel.content
        );
        x += w + GAP;
        width = width.max(x);
        height = height.max(h);
    }
    let height = y + height + GAP;
    let width = width.max(800.0);
    let states = graph
        .nodes
        .iter()
        .filter(|n| matches!(n.kind, Kind::Initial | Kind::Entry | Kind::State));
    let (what, revision, title) = (graph.what, escaped(&graph.revision), escaped(&graph.title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n\
         <title>The {what} of {revision}</title>\n{STYLE}\
         <rect class=\"page\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n\
         <text class=\"head\" x=\"{GAP:.0}\" y=\"52\">{title}, {revision}: {} {what}</text>\n\
         {body}</svg>\n",
        states.count()
    )
}

const STYLE: &str = r#"<defs><marker id="head" markerWidth="10" markerHeight="8" refX="9" refY="4" orient="auto-start-reverse"><path d="M0 0 10 4 0 8z" fill="context-stroke"/></marker></defs>
<style>
text{font:15px sans-serif;fill:#1a1a1a;text-anchor:middle}
.head{font-size:30px;text-anchor:start}.family{font-size:20px;text-anchor:start;fill:#555}
.section{font-size:11px;fill:#666}.edge{font-size:12px;fill:#333}.plate{fill:#fafafa}
.page{fill:#fff}.panel{fill:#fafafa;stroke:#bbb}
.state{fill:#e8f0fe;stroke:#4a6fb5}.initial{fill:#cfe3ff;stroke:#1d4fa0;stroke-width:3}.entry{fill:#d9ecff;stroke:#1d4fa0;stroke-width:2}
.procedure{fill:#fff3d6;stroke:#b58a2a}.register{fill:#f1e8fb;stroke:#7b4fb5;stroke-dasharray:4}.sign{fill:#fff;stroke:#999}
.way{fill:none;stroke:#777;stroke-width:1.2}.possible{stroke-dasharray:5 4}.uses{stroke-dasharray:1.5 3}
a:hover rect{fill:#ffe9a8}
</style>
"#;
