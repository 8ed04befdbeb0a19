//! Where the layout draws.

use super::escaped;
use super::panel::Panel;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use std::fmt::Write;

/// What is left free at the edges of a panel.
const MARGIN: f64 = 20.0;

/// The size of the type of labels, which tells them from the text of boxes.
pub(super) const LABEL_SIZE: usize = 12;

/// What stands at an edge.
pub(super) struct Label {
    /// In the picture,
    pub(super) shown: String,
    /// and when it is pointed at.
    pub(super) whole: String,
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
    given: Vec<Label>,
    ways: String,
    boxes: String,
    labels: String,
    least: Point,
    most: Point,
}

impl Canvas {
    pub(super) fn new(shapes: Vec<Shape>, given: Vec<Label>) -> Self {
        Canvas {
            shapes,
            given,
            ways: String::new(),
            boxes: String::new(),
            labels: String::new(),
            least: Point::new(f64::MAX, f64::MAX),
            most: Point::new(f64::MIN, f64::MIN),
        }
    }

    /// All that was drawn: lines below boxes below labels.
    pub(super) fn into_panel(self) -> Panel {
        let shift = Point::new(MARGIN - self.least.x, MARGIN - self.least.y);
        Panel {
            content: format!(
                "<g transform=\"translate({:.1} {:.1})\">\n{}{}{}</g>\n",
                shift.x, shift.y, self.ways, self.boxes, self.labels
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
        let link = shape
            .link
            .as_deref()
            .map(|link| format!("<a href=\"{}\">", escaped(link)));
        self.boxes.push_str(link.as_deref().unwrap_or_default());
        let id = shape
            .anchor
            .as_deref()
            .map(|anchor| format!(" id=\"{anchor}\""));
        let _ = write!(
            self.boxes,
            "<rect{} class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>",
            id.unwrap_or_default(),
            shape.class,
            xy.x,
            xy.y,
            size.x,
            size.y
        );
        let (x, y) = (xy.x + size.x / 2.0, xy.y + 20.0);
        let _ = write!(
            self.boxes,
            "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(&shape.name)
        );
        if let Some(section) = &shape.section {
            let y = xy.y + 35.0;
            let _ = write!(
                self.boxes,
                "<text class=\"section\" x=\"{x:.1}\" y=\"{y:.1}\">{section}</text>"
            );
        }
        self.boxes
            .push_str(if link.is_some() { "</a>\n" } else { "\n" });
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        dashed: bool,
        head: (bool, bool),
        _look: &StyleAttr,
        _properties: Option<String>,
        _text: &str,
    ) {
        let [(start, leaving), (arriving, next), rest @ ..] = path else {
            return;
        };
        let mut data = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            start.x, start.y, leaving.x, leaving.y, arriving.x, arriving.y, next.x, next.y
        );
        for (control, end) in rest {
            let _ = write!(
                data,
                "S{:.1} {:.1} {:.1} {:.1}",
                control.x, control.y, end.x, end.y
            );
        }
        for (a, b) in path {
            self.grow(*a);
            self.grow(*b);
        }
        let class = if dashed { "way possible" } else { "way" };
        let _ = write!(self.ways, "<path class=\"{class}\" d=\"{data}\"");
        for (drawn, end) in [(head.0, "start"), (head.1, "end")] {
            if drawn {
                let _ = write!(self.ways, " marker-{end}=\"url(#head)\"");
            }
        }
        self.ways.push_str("/>\n");
    }

    fn draw_text(&mut self, xy: Point, text: &str, look: &StyleAttr) {
        // The text of a box is its number; what it says is drawn with it.
        let label = text.trim_end().parse().ok();
        let label = label.and_then(|number: usize| self.given.get(number));
        let Some(Label { shown, whole }) = label.filter(|_| look.font_size == LABEL_SIZE) else {
            return;
        };
        let (x, y) = (xy.x, xy.y + 4.0);
        let _ = write!(
            self.labels,
            "<text class=\"edge\" x=\"{x:.1}\" y=\"{y:.1}\">"
        );
        if shown != whole {
            let _ = write!(self.labels, "<title>{}</title>", escaped(whole));
        }
        // A dash alone would be a piece of the line.
        let shown = match shown.as_str() {
            "-" => "“-”",
            shown => shown,
        };
        let _ = writeln!(self.labels, "{}</text>", escaped(shown));
    }

    // Neither records nor circles are among the shapes, so nothing calls the rest.
    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}
