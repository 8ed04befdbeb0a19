//! The drawing surface of the layout.
//!
//! `layout-rs` computes positions and calls a surface to draw. It draws plain shapes; links, tooltips and colours
//! that follow the theme of a page are what this one adds. The layout measures no text, so widths are estimates for
//! common sans-serif faces, and a label may have too much room. Labels are numbers for the layout, by which their
//! texts are found here.

use super::curve::Curve;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use std::fmt::Write;
use tokenwright_tables::kernel::escaped;

/// The margin of a panel.
const MARGIN: f64 = 20.0;

/// The size of the type of labels.
pub(super) const LABEL_SIZE: usize = 12;

/// A family's picture, and its size in pixels.
pub(super) struct Panel {
    pub(super) content: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The text of an edge.
pub(super) struct Label {
    /// The text in the picture.
    pub(super) shown: String,
    /// The text of the tooltip.
    pub(super) whole: String,
    /// The class of the edge's line.
    pub(super) class: &'static str,
}

/// The greatest width of a label in common sans-serif faces.
pub(super) fn label_width(text: &str) -> f64 {
    const NARROW: f64 = 4.5;
    const WIDE: f64 = 11.0;
    let width = |c: char| match c {
        'm' | 'w' | 'M' | 'W' | '…' => WIDE,
        'A'..='Z' => 9.0,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | '-' | ',' | '.' | '\'' => NARROW,
        _ => 7.5,
    };
    text.chars().map(width).sum()
}

/// A box.
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) section: Option<String>,
    pub(super) link: Option<String>,
    pub(super) class: &'static str,
    pub(super) anchor: Option<String>,
}

pub(super) struct Canvas {
    shapes: Vec<Shape>,
    texts: Vec<Label>,
    /// The position of each label: the middle of the space that the layout reserves.
    middles: Vec<Option<Point>>,
    lines: String,
    boxes: String,
    labels: String,
    least: Point,
    most: Point,
}

impl Canvas {
    pub(super) fn new(shapes: Vec<Shape>, texts: Vec<Label>) -> Self {
        Canvas {
            shapes,
            middles: vec![None; texts.len()],
            texts,
            lines: String::new(),
            boxes: String::new(),
            labels: String::new(),
            least: Point::new(f64::MAX, f64::MAX),
            most: Point::new(f64::MIN, f64::MIN),
        }
    }

    /// The picture: lines below boxes below labels.
    pub(super) fn into_panel(self) -> Panel {
        let shift = Point::new(MARGIN - self.least.x, MARGIN - self.least.y);
        Panel {
            content: format!(
                "<g transform=\"translate({:.1} {:.1})\">\n{}{}{}</g>\n",
                shift.x, shift.y, self.lines, self.boxes, self.labels
            ),
            width: self.most.x - self.least.x + 2.0 * MARGIN,
            height: self.most.y - self.least.y + 2.0 * MARGIN,
        }
    }

    fn grow(&mut self, at: Point) {
        self.least = Point::new(self.least.x.min(at.x), self.least.y.min(at.y));
        self.most = Point::new(self.most.x.max(at.x), self.most.y.max(at.y));
    }
}

impl RenderBackend for Canvas {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        _look: &StyleAttr,
        properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
        self.grow(xy);
        self.grow(xy.add(size));
        let number = properties.and_then(|number| number.parse().ok());
        let Some(shape) = number.and_then(|number: usize| self.shapes.get(number)) else {
            return;
        };
        let (link, end) = match &shape.link {
            Some(link) => (format!("<a href=\"{}\">", escaped(link)), "</a>\n"),
            None => (String::new(), "\n"),
        };
        let id = shape.anchor.as_ref();
        let id = id.map(|anchor| format!(" id=\"{anchor}\""));
        let (x, y) = (xy.x + size.x / 2.0, xy.y + 20.0);
        let _ = write!(
            self.boxes,
            "{link}<rect{} class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>\
             <text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            id.unwrap_or_default(),
            shape.class,
            xy.x,
            xy.y,
            size.x,
            size.y,
            escaped(&shape.name)
        );
        if let Some(section) = &shape.section {
            let y = xy.y + 35.0;
            let _ = write!(
                self.boxes,
                "<text class=\"section\" x=\"{x:.1}\" y=\"{y:.1}\">{section}</text>"
            );
        }
        self.boxes.push_str(end);
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _dashed: bool,
        head: (bool, bool),
        _look: &StyleAttr,
        properties: Option<String>,
        _text: &str,
    ) {
        let number: Option<usize> = properties.and_then(|number| number.parse().ok());
        let middle = number.and_then(|number| *self.middles.get(number)?);
        let label = number.and_then(|number| self.texts.get(number));
        let class = label.map_or("way", |label| label.class);
        let Some(curve) = Curve::through(path, middle) else {
            return;
        };
        for (a, b) in path {
            self.grow(*a);
            self.grow(*b);
        }
        let _ = write!(self.lines, "<path class=\"{class}\" d=\"{curve}\"");
        for (drawn, end) in [(head.0, "start"), (head.1, "end")] {
            if drawn {
                let _ = write!(self.lines, " marker-{end}=\"url(#head)\"");
            }
        }
        self.lines.push_str("/>\n");
    }

    /// The layout draws the texts of nodes, which ours do not have, and of labels, whose texts are their
    /// numbers. Their style carries no information: a moved label gets another one.
    fn draw_text(&mut self, xy: Point, text: &str, _look: &StyleAttr) {
        let Ok(number) = text.trim_end().parse::<usize>() else {
            return;
        };
        let Some(Label { shown, whole, .. }) = self.texts.get(number) else {
            return;
        };
        self.middles[number] = Some(xy);
        let title = match shown == whole {
            true => String::new(),
            false => format!("<title>{}</title>", escaped(whole)),
        };
        // A single dash would look like a piece of the line.
        let shown = match shown.as_str() {
            "-" => "“-”",
            shown => shown,
        };
        // The plate hides the lines below the text.
        let width = label_width(shown) + 6.0;
        let _ = writeln!(
            self.labels,
            "<g class=\"label\">{title}<rect class=\"plate\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"16\"/><text class=\"edge\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            xy.x - width / 2.0,
            xy.y - 8.0,
            xy.x,
            xy.y + 4.0,
            escaped(shown)
        );
    }

    // Neither records nor circles are among the shapes, so nothing calls the rest.
    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}
