//! Speeds as a bar chart.

use std::io;
use std::path::Path;

use svg::Document;
use svg::node::element::{Rectangle, Style, Text};

const WIDTH: f64 = 720.0;
const ROW: f64 = 28.0;
/// The x coordinate at which bars begin, after the names.
const LEFT: f64 = 190.0;
/// Space for the value after the longest bar.
const RIGHT: f64 = 90.0;

/// The colours follow the reader's theme; `img` elements in Markdown apply the media query too.
const STYLE: &str = "text { font: 14px sans-serif; fill: #222 } .ours { fill: #2563eb } .theirs { fill: #94a3b8 } \
     @media (prefers-color-scheme: dark) { text { fill: #ddd } .ours { fill: #60a5fa } .theirs { fill: #64748b } }";

/// A bar: a name, MB/s, and whether the tokenizer is this project's.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) speed: f64,
    pub(crate) is_ours: bool,
}

/// Writes a chart with a bar for each speed to an SVG file.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, title: &str, bars: &[Bar]) -> io::Result<()> {
    let height = ROW * (bars.len() as f64 + 1.5);
    let greatest = bars.iter().map(|bar| bar.speed).fold(1.0, f64::max);
    let mut chart = Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("role", "img")
        .set("aria-label", title)
        .add(Style::new(STYLE))
        .add(text(title, (0.0, 0.7 * ROW), "start"));
    for (row, bar) in bars.iter().enumerate() {
        let top = ROW * (row as f64 + 1.25);
        let baseline = top + 0.6 * ROW;
        let length = (WIDTH - LEFT - RIGHT) * bar.speed / greatest;
        let class = if bar.is_ours { "ours" } else { "theirs" };
        let rectangle = Rectangle::new()
            .set("class", class)
            .set("x", LEFT)
            .set("y", top)
            .set("width", format!("{length:.1}"))
            .set("height", 0.8 * ROW);
        let speed = format!("{:.0} MB/s", bar.speed);
        chart = chart
            .add(text(&bar.name, (LEFT - 8.0, baseline), "end"))
            .add(rectangle)
            .add(text(&speed, (LEFT + length + 6.0, baseline), "start"));
    }
    svg::save(path, &chart)
}

fn text(content: &str, (x, y): (f64, f64), anchor: &str) -> Text {
    Text::new(content)
        .set("x", format!("{x:.1}"))
        .set("y", format!("{y:.1}"))
        .set("text-anchor", anchor)
}
