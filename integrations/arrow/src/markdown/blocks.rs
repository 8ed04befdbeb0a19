//! Blocks one after another, in block quotes and lists.
//!
//! Every line of a block begins with what it is in. The number of containers is limited, so that a line of a page that is nested deep does
//! not grow with the depth. Long, as lists have most of the rules of where a block ends another.

use std::fmt::Write;

/// The most containers: what is deeper is written as a part of the innermost one.
const DEPTH: usize = 32;

/// Blocks under construction.
#[derive(Default)]
pub(super) struct Blocks {
    out: String,
    containers: Vec<Container>,
    /// How many containers there were.
    count: usize,
    last: Last,
    has_content: bool,
}

struct Container {
    number: usize,
    kind: Kind,
}

enum Kind {
    Quote,
    List(List),
    Item {
        /// The marker, before the first block.
        marker: Option<String>,
        width: usize,
    },
}

/// A list.
#[derive(Clone, Copy)]
struct List {
    /// `-` or `+`, or what follows the number: `.` or `)`.
    marker: char,
    /// The number of the next item; `None` if it is not ordered.
    next: Option<u32>,
    /// The width of the last item that has content.
    width: Option<usize>,
}

/// The block before.
#[derive(Default)]
struct Last {
    /// Its containers: their numbers, and the markers of lists.
    containers: Vec<(usize, Option<char>)>,
    is_paragraph: bool,
}

impl Blocks {
    /// Whether there is a block other than a rule.
    pub(super) fn has_content(&self) -> bool {
        self.has_content
    }

    /// The length of what is written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn into_string(self) -> String {
        self.out
    }

    /// Begins a block quote. Returns whether it is one, to be ended.
    pub(super) fn begin_quote(&mut self) -> bool {
        self.push(Kind::Quote)
    }

    /// Begins a list, from a number if it is ordered. Returns how many containers are to be ended.
    pub(super) fn begin_list(&mut self, first: Option<u32>) -> usize {
        // A list in a list is a part of the item before.
        let width = match self.containers.last() {
            Some(Container {
                kind: Kind::List(list),
                ..
            }) => list.width,
            _ => None,
        };
        let is_in_item = width.is_some_and(|width| {
            self.push(Kind::Item {
                marker: None,
                width,
            })
        });
        let depth = self.containers.len();
        let is_same = |(at, container): (usize, &Container)| {
            self.last
                .containers
                .get(at)
                .is_some_and(|last| last.0 == container.number)
        };
        let before = match self.containers.iter().enumerate().all(is_same) {
            true => self.last.containers.get(depth).and_then(|last| last.1),
            false => None,
        };
        // With the marker of a list right before, it would continue that.
        let marker = match (first, before) {
            (None, Some('-')) => '+',
            (None, _) => '-',
            (Some(_), Some('.')) => ')',
            (Some(_), _) => '.',
        };
        let list = List {
            marker,
            next: first,
            width: None,
        };
        usize::from(is_in_item) + usize::from(self.push(Kind::List(list)))
    }

    /// Begins an item, with another number if it has one. Returns whether it is one, to be ended: in no list, it is none.
    pub(super) fn begin_item(&mut self, number: Option<u32>) -> bool {
        let Some(Container {
            kind: Kind::List(list),
            ..
        }) = self.containers.last_mut()
        else {
            return false;
        };
        let marker = match &mut list.next {
            Some(next) => {
                let number = number.unwrap_or(*next).min(999_999_999);
                *next = number + 1;
                format!("{number}{} ", list.marker)
            }
            None => format!("{} ", list.marker),
        };
        self.push(Kind::Item {
            width: marker.len(),
            marker: Some(marker),
        })
    }

    /// Ends the innermost containers.
    pub(super) fn end(&mut self, containers: usize) {
        self.containers
            .truncate(self.containers.len().saturating_sub(containers));
    }

    fn push(&mut self, kind: Kind) -> bool {
        if self.containers.len() >= DEPTH {
            return false;
        }
        self.count += 1;
        self.containers.push(Container {
            number: self.count,
            kind,
        });
        true
    }

    /// Adds a block.
    pub(super) fn block(&mut self, lines: &str, is_paragraph: bool) {
        self.has_content = true;
        self.add(lines, is_paragraph);
    }

    /// Adds a line between blocks.
    pub(super) fn rule(&mut self) {
        self.add("***", false);
    }

    fn add(&mut self, lines: &str, is_paragraph: bool) {
        self.separate();
        let mut first = String::new();
        let mut other = String::new();
        let mut widths = None;
        for container in &mut self.containers {
            match &mut container.kind {
                Kind::Quote => {
                    first.push_str("> ");
                    other.push_str("> ");
                }
                Kind::List(list) => widths = Some(&mut list.width),
                Kind::Item { marker, width } => {
                    let indent = " ".repeat(*width);
                    first.push_str(marker.take().as_ref().unwrap_or(&indent));
                    other.push_str(&indent);
                    if let Some(last) = widths.take() {
                        *last = Some(*width);
                    }
                }
            }
        }
        // What is in a list and in no item ends the item before.
        if let Some(width) = widths {
            *width = None;
        }
        for (at, line) in lines.split('\n').enumerate() {
            let prefix = match at {
                0 => &first,
                _ => {
                    self.out.push('\n');
                    &other
                }
            };
            match line.is_empty() {
                true => self.out.push_str(prefix.trim_end()),
                false => {
                    let _ = write!(self.out, "{prefix}{line}");
                }
            }
        }
        let numbers = self.containers.iter().map(|container| {
            let marker = match &container.kind {
                Kind::List(list) => Some(list.marker),
                Kind::Quote | Kind::Item { .. } => None,
            };
            (container.number, marker)
        });
        self.last = Last {
            containers: numbers.collect(),
            is_paragraph,
        };
    }

    /// Ends the last block, with an empty line if the next block is not an item after a paragraph.
    fn separate(&mut self) {
        if self.out.is_empty() {
            return;
        }
        let pairs = self.containers.iter().zip(&self.last.containers);
        let common = pairs.take_while(|(now, last)| now.number == last.0).count();
        self.out.push('\n');
        if self.last.is_paragraph && self.begins_item(common) {
            return;
        }
        let mut prefix = String::new();
        for container in &self.containers[..common] {
            match &container.kind {
                Kind::Quote => prefix.push_str("> "),
                Kind::List(_) => {}
                Kind::Item { width, .. } => prefix.push_str(&" ".repeat(*width)),
            }
        }
        self.out.push_str(prefix.trim_end());
        self.out.push('\n');
    }

    /// Whether the next block begins an item that ends a paragraph within the `common` containers.
    fn begins_item(&self, common: usize) -> bool {
        let kind = |at: usize| self.containers.get(at).map(|container| &container.kind);
        let is_begun = |at: usize| {
            matches!(
                kind(at),
                Some(Kind::Item {
                    marker: Some(_),
                    ..
                })
            )
        };
        let is_in_item = common > 0 && matches!(kind(common - 1), Some(Kind::Item { .. }));
        match kind(common) {
            Some(Kind::Item { .. }) => is_begun(common) && self.last.containers.len() > common,
            Some(Kind::List(list)) if is_in_item && self.last.containers.len() == common => {
                is_begun(common + 1) && list.next.is_none_or(|next| next == 2)
            }
            _ => false,
        }
    }
}
