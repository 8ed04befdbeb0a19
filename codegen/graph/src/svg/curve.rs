//! Lines from node to node.

use layout::core::geometry::Point;
use std::fmt;

/// A chain of cubic Bézier curves.
pub(super) struct Curve {
    start: Point,
    /// The two control points and the end of each curve.
    pieces: Vec<[Point; 3]>,
}

impl Curve {
    /// The curve of a path as the layout gives it: the start with its control point, then for each
    /// curve the second control point and the end. The first control point mirrors the one before.
    ///
    /// The layout leads a line to the right end of the space for its label. If the middle of that space is
    /// known, the line passes through it.
    pub(super) fn through(path: &[(Point, Point)], middle: Option<Point>) -> Option<Self> {
        let ((start, leaving), rest) = path.split_first()?;
        let labelled = middle.and_then(|middle| right_end(rest, middle));
        let mut leaving = *leaving;
        let mut pieces = Vec::new();
        for (at, (arriving, end)) in rest.iter().enumerate() {
            match middle.filter(|_| labelled == Some(at)) {
                Some(middle) => {
                    let width = Point::new(2.0 * (end.x - middle.x), 0.0);
                    let left = end.sub(width);
                    pieces.push([leaving, arriving.sub(width), left]);
                    pieces.push([left, *end, *end]);
                }
                None => pieces.push([leaving, *arriving, *end]),
            }
            leaving = end.add(*end).sub(*arriving);
        }
        Some(Curve {
            start: *start,
            pieces,
        })
    }
}

/// Which point of the path is the right end of the space with this middle.
fn right_end(rest: &[(Point, Point)], middle: Point) -> Option<usize> {
    let inner = &rest[..rest.len().checked_sub(1)?];
    inner
        .iter()
        .position(|(_, end)| (end.y - middle.y).abs() < 0.5 && end.x >= middle.x)
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M{:.1} {:.1}", self.start.x, self.start.y)?;
        for [leaving, arriving, end] in &self.pieces {
            write!(
                f,
                "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                leaving.x, leaving.y, arriving.x, arriving.y, end.x, end.y
            )?;
        }
        Ok(())
    }
}
