//! Tree construction of two sides, each from tables or from a page.
//!
//! A page is compared as far as it was understood. What it does not say in the sections that are read is taken from tables on the
//! other side, and is no difference between two pages. Where the tokenizer of one side was not understood completely, that
//! of the other side feeds both, and the output says so: what differs is then tree construction alone.

use super::trees::{Compared, Fed, Tokenizer, TreeSide, compared, tables};
use std::path::Path;
use tokenwright_analyses::compare::report::decision;
use tokenwright_analyses::compare::trees::{TreePage, UnreadParts, tree_breaks};
use tokenwright_analyses::compare::{self, Break, BreakRule, Budget};
use tokenwright_analyses::diff::trees::{TreeDifference, TreeSubject, categories};
use tokenwright_analyses::diff::{Difference, Kind, Side};
use tokenwright_analyses::inert;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_prose::{TreeReading, Unread, assume, read_trees};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use tokenwright_tables::tree::model::TreeTables;

/// Tree construction of both sides.
pub(super) enum Trees {
    /// Both are tables without it.
    None,
    /// One side at least has none that can be read; why, for each of these.
    NotRead(Vec<String>),
    /// A page has lost a part of it.
    Broken(Vec<Break>),
    /// How they compare.
    Compared(Box<Compared>),
}

/// One side.
enum Given {
    /// Tables, which may have none.
    Tables(Option<Box<TreeTables>>),
    Page(Box<TreeReading>),
    /// A page as a file of the run, and why it is not read.
    Unread(u32, Unread),
}

impl Given {
    fn of(path: &Path, side: &Side, sources: &mut Sources) -> Result<Self, Vec<Diagnostic>> {
        if side.page.is_none() {
            return Ok(Given::Tables(tables(path, sources)?.map(Box::new)));
        }
        let file = load::read_file(path, sources).map_err(|error| vec![error])?;
        let text = sources.get(file).map_or("", |page| &page.text);
        Ok(match read_trees(text) {
            Ok(reading) => Given::Page(Box::new(reading)),
            Err(unread) => Given::Unread(file, unread),
        })
    }

    fn reading(&self) -> Option<&TreeReading> {
        match self {
            Given::Page(reading) => Some(reading),
            _ => None,
        }
    }

    /// The tables to compare, or why there are none.
    fn tables(&self) -> Result<TreeTables, String> {
        match self {
            Given::Tables(Some(tables)) => Ok((**tables).clone()),
            Given::Tables(None) => Err("no tables of it".to_owned()),
            Given::Page(reading) => Ok(reading.certain()),
            Given::Unread(_, why) => Err(why.to_string()),
        }
    }
}

/// Why a page is broken that has lost tree construction: it has the input stream too, so it is more than a section, and
/// links to its section on tree construction.
fn without_modes(given: &Given, side: &Side, sources: &Sources) -> Option<Break> {
    let Given::Unread(file, Unread::NoTrees) = given else {
        return None;
    };
    let text = &sources.get(*file)?.text;
    let mut links = text.match_indices("#tree-construction");
    let is_cut = side.page.as_ref()?.known.input_stream
        && links.any(|(at, _)| text[..at].ends_with(['"', '\'', '=']));
    is_cut.then(|| Break {
        page: side.name.clone(),
        line: None,
        rule: BreakRule::Section,
        says: "the page links to its section on tree construction, and no insertion mode of it is found".to_owned(),
    })
}

/// How two sides are compared.
#[derive(Clone, Copy)]
pub(super) struct How<'p> {
    /// Whose tokenizer feeds them; without one, the tables alone are compared.
    pub(super) tokenizer: Option<Tokenizer>,
    /// Whether the effect of each change alone is searched for.
    pub(super) each: bool,
    pub(super) budget: Budget<'p>,
}

/// Compares tree construction of two sides.
///
/// # Errors
/// Every error in tables.
pub(super) fn trees_of(
    paths: [&Path; 2],
    difference: &Difference,
    how: How<'_>,
    sources: &mut Sources,
) -> Result<Trees, Vec<Diagnostic>> {
    let sides = [&difference.from, &difference.to];
    let given = [
        Given::of(paths[0], sides[0], sources)?,
        Given::of(paths[1], sides[1], sources)?,
    ];
    let (mut from, mut to) = match given.each_ref().map(Given::tables) {
        [Ok(from), Ok(to)] => (from, to),
        tables => {
            if how.tokenizer.is_some() && tables.iter().any(Result::is_ok) {
                let pages = given.iter().zip(sides);
                let lost = pages.filter_map(|(given, side)| without_modes(given, side, sources));
                let lost: Vec<Break> = lost.collect();
                if !lost.is_empty() {
                    return Ok(Trees::Broken(lost));
                }
            }
            let tables = tables.into_iter().zip(sides);
            let why = tables.filter_map(|(tables, side)| Some((tables.err()?, side)));
            let why: Vec<String> = why
                .map(|(why, side)| format!("{} has {why}", side.name))
                .collect();
            return Ok(match &given {
                [Given::Tables(None), Given::Tables(None)] => Trees::None,
                _ => Trees::NotRead(why),
            });
        }
    };
    let pages = [0, 1].map(|at| {
        let reading = given[at].reading()?;
        let name = sides[at].name.as_str();
        Some(TreePage { name, reading })
    });
    let broken: Vec<Break> = match how.tokenizer {
        None => Vec::new(),
        Some(_) => {
            let older = pages[0].map_or_else(Vec::new, |page| tree_breaks(page, None));
            let newer = pages[1].map_or_else(Vec::new, |page| tree_breaks(page, Some(&from)));
            older.into_iter().chain(newer).collect()
        }
    };
    if !broken.is_empty() {
        return Ok(Trees::Broken(broken));
    }
    match &given {
        [Given::Page(_), Given::Tables(_)] => assume(&mut from, &to),
        [Given::Tables(_), Given::Page(_)] => assume(&mut to, &from),
        _ => {}
    }
    let references = compare::references(difference);
    let tables = [&from, &to];
    let side = |at: usize| TreeSide {
        name: &sides[at].name,
        revision: &sides[at].revision,
        references: references[at],
        tables: tables[at],
    };
    let fed = how.tokenizer.map(|tokenizer| fed(tokenizer, sides));
    let feeds = match &fed {
        Some(Fed::By(Tokenizer::Newer) | Fed::ByOne(Tokenizer::Newer, _)) => Some(side(1)),
        Some(Fed::By(_) | Fed::ByOne(..)) => Some(side(0)),
        Some(Fed::ByNone(_)) | None => None,
    };
    let mut compared = compared([side(0), side(1)], fed, how.budget);
    if let Some(feeds) = feeds.filter(|_| how.each) {
        let both = [side(0), side(1)];
        compared.find_each(both, feeds, how.budget.pairs, how.budget.progress);
    }
    let unread = UnreadParts::of(pages.map(|page| Some((page?.name, page?.reading))));
    for (nth, page) in pages.into_iter().enumerate() {
        if let Some(page) = page {
            remark(&mut compared.difference, nth, page);
        }
    }
    if let [Some(from), Some(to)] = pages {
        let lists = &mut compared.difference.lists;
        lists.extend(categories([from.reading, to.reading]));
    }
    if let Some(Ok(behaviour)) = &mut compared.behaviour {
        behaviour.unread.clone_from(&unread);
    }
    compared.unread = unread;
    Ok(Trees::Compared(Box::new(compared)))
}

/// Whose tokenizer feeds both sides.
fn fed(tokenizer: Tokenizer, sides: [&Side; 2]) -> Fed {
    let is_whole = sides.map(|side| {
        let page = side.page.as_ref();
        page.is_none_or(|page| page.report.is_complete())
    });
    let instead = match (tokenizer, is_whole) {
        (Tokenizer::Own, [true, true])
        | (Tokenizer::Older, [true, _])
        | (Tokenizer::Newer, [_, true]) => return Fed::By(tokenizer),
        (Tokenizer::Own, [true, false]) => Tokenizer::Older,
        (Tokenizer::Own, [false, true]) => Tokenizer::Newer,
        _ => {
            let unread = sides.iter().zip(is_whole).find(|(_, is_whole)| !is_whole);
            let name = unread.map_or("a side", |(side, _)| &side.name);
            return Fed::ByNone(format!(
                "the tokenizer of {name} was not understood completely"
            ));
        }
    };
    let (by, of) = match instead {
        Tokenizer::Older => (sides[0], sides[1]),
        _ => (sides[1], sides[0]),
    };
    Fed::ByOne(
        instead,
        format!(
            "the tokenizer of {} feeds both sides, since that of {} was not understood completely",
            by.name, of.name
        ),
    )
}

/// Says of rows that only one side has that the other may have them in words that were not understood.
fn remark(difference: &mut TreeDifference, nth: usize, page: TreePage<'_>) {
    for part in &mut difference.parts {
        let is_open = match part.part.rows(nth == 1) {
            Some(RowsOf::Mode(at)) => page.reading.has_open_rows(Some(at)),
            Some(RowsOf::ForeignContent) => page.reading.has_open_rows(None),
            None => false,
        };
        let lacks = [Kind::New, Kind::Gone][nth];
        for change in &mut part.changes {
            if is_open && change.kind == lacks && matches!(change.subject, TreeSubject::Row { .. })
            {
                change.remarks.push(format!(
                    "a row of this mode was not understood on {}",
                    page.name
                ));
            }
        }
    }
}

impl Trees {
    pub(super) fn compared(&self) -> Option<&Compared> {
        match self {
            Trees::Compared(compared) => Some(compared),
            _ => None,
        }
    }

    pub(super) fn differ(&self) -> bool {
        self.compared().is_some_and(|it| !it.difference.is_empty())
    }

    /// Whether everything was understood, and both sides can be run.
    pub(super) fn is_whole(&self) -> bool {
        self.compared().is_none_or(|it| {
            it.unread.sentences.is_empty() && !matches!(it.behaviour, Some(Err(_)))
        })
    }

    pub(super) fn text(&self) -> String {
        let said = match self {
            Trees::None => return String::new(),
            Trees::Compared(compared) => return compared.text(),
            Trees::NotRead(why) => format!("  not compared: {}\n", why.join("; ")),
            Trees::Broken(broken) => {
                let list = decision::breaks(broken, "  - ", str::to_owned);
                format!("  a page is broken, so it was not compared\n{list}")
            }
        };
        format!("\nTree construction\n{said}")
    }

    pub(super) fn json(&self) -> Option<serde_json::Value> {
        match self {
            Trees::None | Trees::NotRead(_) => None,
            Trees::Compared(compared) => Some(compared.json()),
            Trees::Broken(broken) => Some(serde_json::json!({
                "broken": decision::breaks_json(broken),
            })),
        }
    }

    /// For a comment: the verdict with what shows it, the changes, and the sentences that were not understood.
    pub(super) fn markdown(&self) -> (String, Vec<String>, Vec<String>) {
        const HEADING: &str = "## Effect on tree construction";
        let head = match self {
            Trees::Compared(compared) if compared.says_something() => {
                let (head, changes) = compared.markdown();
                return (head, changes, compared.unread.markdown());
            }
            Trees::None | Trees::Compared(_) => String::new(),
            Trees::NotRead(why) => {
                let why = inert::text(&why.join("; "));
                format!("{HEADING}: not compared\n\n{why}.\n\n")
            }
            Trees::Broken(broken) => {
                let list = decision::breaks(broken, "- ", inert::text);
                format!(
                    "{HEADING}: broken page\n\nA page is broken, so its effect was not searched:\n\n{list}\n"
                )
            }
        };
        (head, Vec::new(), Vec::new())
    }

    /// What makes a page broken.
    pub(super) fn broken(&self) -> &[Break] {
        match self {
            Trees::Broken(broken) => broken,
            _ => &[],
        }
    }
}
