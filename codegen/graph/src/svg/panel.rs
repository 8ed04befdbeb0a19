//! One family, laid out.

use super::super::{Edge, EdgeKind, Family, Graph, Kind};
use super::canvas::{Canvas, LABEL_SIZE, Label, Panel, Shape, label_width};
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::collections::BTreeMap;

/// The number of characters of an edge's label that are shown; the tooltip has all.
const LABEL: usize = 26;

/// How wide a character of a name is at most, in the sans-serif faces that are common.
fn room(c: char) -> f64 {
    match c {
        'm' | 'w' | 'M' | 'W' | '→' => 14.5,
        'A'..='Z' => 11.5,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | '-' | '(' | ')' => 6.0,
        _ => 9.5,
    }
}

/// Lays out a family and draws it.
pub(super) fn draw(graph: &Graph, family: &Family) -> Panel {
    let mut drawing = VisualGraph::new(Orientation::LeftToRight);
    let mut shapes = Vec::new();
    let look = StyleAttr::new(Color::new(0), 1, None, 6, 15);
    let mut add = |drawing: &mut VisualGraph, shape: Shape| {
        // The canvas finds the shape again by this number.
        let number = shapes.len().to_string();
        let width = 18.0 + shape.name.chars().map(room).sum::<f64>();
        let size = Point::new(width, if shape.section.is_some() { 42.0 } else { 30.0 });
        let text = ShapeKind::new_box("");
        let direction = Orientation::LeftToRight;
        let element = Element::create_with_properties(text, look.clone(), direction, size, number);
        shapes.push(shape);
        drawing.add_node(element)
    };
    let mut handles = BTreeMap::new();
    for index in &family.nodes {
        let node = &graph.nodes[*index];
        let shape = Shape {
            name: node.name.clone(),
            section: node.section.clone(),
            link: node.link.clone(),
            class: class(node.kind),
            anchor: Some(anchor(*index)),
        };
        handles.insert(*index, add(&mut drawing, shape));
    }
    let own = |node: usize| family.nodes.contains(&node);
    let edges: Vec<&Edge> = graph.edges.iter().filter(|edge| own(edge.from)).collect();
    for edge in &edges {
        handles.entry(edge.to).or_insert_with(|| {
            let shape = Shape {
                name: format!("→ {}", graph.nodes[edge.to].name),
                section: None,
                link: Some(format!("#{}", anchor(edge.to))),
                class: "sign",
                anchor: None,
            };
            add(&mut drawing, shape)
        });
    }
    let mut labels = Vec::new();
    for edge in edges {
        // The layout reserves room for a text as long as the label; the canvas reads the number.
        let label = Label::of(edge);
        let number = labels.len().to_string();
        let length = (label_width(&label.shown) / LABEL_SIZE as f64).ceil() as usize;
        let text = match label.shown.is_empty() {
            true => String::new(),
            false => format!("{number:<length$}"),
        };
        let look = StyleAttr::new(Color::new(0), 1, None, 0, LABEL_SIZE);
        let (none, head) = (LineEndKind::None, LineEndKind::Arrow);
        let arrow = Arrow::with_properties(
            none,
            head,
            LineStyleKind::Normal,
            &text,
            &look,
            number,
            &None,
            &None,
        );
        labels.push(label);
        drawing.add_edge(arrow, handles[&edge.from], handles[&edge.to]);
    }
    let mut canvas = Canvas::new(shapes, labels);
    drawing.do_it(false, false, false, &mut canvas);
    canvas.into_panel()
}

fn anchor(node: usize) -> String {
    format!("s{node}")
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Initial => "initial",
        Kind::Entry => "entry",
        Kind::State => "state",
        Kind::Procedure => "procedure",
        Kind::Register => "register",
    }
}

impl Label {
    fn of(edge: &Edge) -> Self {
        let whole = edge.label();
        let mut shown = whole.clone();
        if whole.chars().count() > LABEL {
            let kept: String = whole.chars().take(LABEL - 1).collect();
            shown = format!("{}…", kept.trim_end_matches([',', ' ']));
        }
        let class = match edge.kind {
            EdgeKind::Leads => "way",
            EdgeKind::MayLead => "way possible",
            EdgeKind::Uses => "way uses",
        };
        Label {
            shown,
            whole,
            class,
        }
    }
}
