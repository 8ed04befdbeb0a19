//! Why a page is not read.

use std::fmt;

/// The largest page that is read, in bytes. The whole HTML Standard on one page has half of this.
pub(super) const PAGE: usize = 32 << 20;
/// The longest section that is read, in bytes of text without markup. The longest of the HTML Standard has a tenth of this.
pub(super) const SECTION: usize = 2 << 20;

/// The greatest number of states and procedures of a section. The HTML Standard has 84.
pub(super) const STATES: usize = 500;
/// The greatest number of terms in the lists of a state. The tables of the HTML Standard have 14.
pub(super) const TERMS: usize = 500;

/// The greatest number of elements and texts of a section, and of lines of a dump. The HTML Standard has a tenth of this.
pub(super) const ELEMENTS: usize = 250_000;

/// Why a page is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It has no tokenization section with states in it.
    NoSection,
    /// It has no section with the rows of an insertion mode, or is no page in HTML.
    NoTrees,
    /// It has two tokenization sections with states in them.
    TwoSections {
        /// The lines of their headings.
        lines: [u32; 2],
    },
    /// It has two sections with the rows of one insertion mode.
    TwoModes {
        /// The lines of their headings.
        lines: [u32; 2],
    },
    /// The page is too large.
    LargePage {
        /// Its size in bytes.
        bytes: usize,
    },
    /// The tokenization section, or the one on the input stream, is too long.
    LongSection {
        /// The length of its text in bytes.
        bytes: usize,
    },
    /// A section has too many elements, or lines of a dump.
    ManyElements,
    /// The section has too many states.
    ManyStates {
        /// How many it has.
        states: usize,
    },
    /// A state has too many rows.
    ManyTerms {
        /// The line of its heading.
        line: u32,
        /// How many terms its lists have.
        terms: usize,
    },
}

impl Unread {
    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            Unread::NoSection => {
                "the section is found by a heading such as `Tokenization` and the titles of states below it"
            }
            Unread::NoTrees => {
                "the rows are found in a page in HTML by headings such as `The \"in body\" insertion mode`"
            }
            Unread::TwoSections { .. } | Unread::TwoModes { .. } => {
                "leave one of the sections in the page"
            }
            Unread::ManyStates { .. } | Unread::ManyTerms { .. } => {
                "the page has no section of the HTML Standard"
            }
            Unread::LargePage { .. } => "cut the page down to its section on parsing",
            Unread::LongSection { .. } | Unread::ManyElements => {
                "check that the heading after the section has the level of the section's heading, or a higher one"
            }
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebi = |bytes: usize| bytes.div_ceil(1 << 20);
        match self {
            Unread::NoSection => f.write_str("no tokenization section with states in it"),
            Unread::NoTrees => f.write_str("no section with the rows of an insertion mode"),
            Unread::TwoSections {
                lines: [first, second],
            } => write!(
                f,
                "two tokenization sections with states in them, at line {first} and at line {second}"
            ),
            Unread::TwoModes {
                lines: [first, second],
            } => write!(
                f,
                "two sections with the rows of one insertion mode, at line {first} and at line {second}"
            ),
            Unread::LargePage { bytes } => write!(
                f,
                "the page has {} MiB; pages of up to {} MiB are read",
                mebi(*bytes),
                mebi(PAGE)
            ),
            Unread::LongSection { bytes } => write!(
                f,
                "a section has {} MiB of text; sections of up to {} MiB are read",
                mebi(*bytes),
                mebi(SECTION)
            ),
            Unread::ManyElements => write!(
                f,
                "a section has more than {ELEMENTS} elements or lines of text"
            ),
            Unread::ManyStates { states } => write!(
                f,
                "the tokenization section has {states} states; up to {STATES} are read"
            ),
            Unread::ManyTerms { line, terms } => write!(
                f,
                "the state at line {line} has {terms} terms; up to {TERMS} are read"
            ),
        }
    }
}

impl std::error::Error for Unread {}
