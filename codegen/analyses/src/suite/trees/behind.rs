//! Documents with one more element of each name.
//!
//! What a rule does with a tag often shows only behind another element: that `<article>` closes an open `p`, and `<b>` does not; which
//! elements a scope ends at. Which one it is takes the semantics of the rule, so each is tried, directly before the token that
//! runs the changed place. These documents are short, where a search over pairs of parsers looks at a thousand states; but every name
//! is tried in SVG and MathML too, which doubles the time that a suite takes, and shows what integration points and lists of attributes do.

use super::asking::{Asked, asking};
use super::goals::Goal;
use super::walk::{Step, Walk};
use crate::compare::trees::Machine;
use crate::compare::trees::spellings::OTHER;
use crate::mutate::trees::{Part, Site, TreeMutant};
use std::collections::BTreeSet;
use tokenwright_interpreter::tree::{Stuck, TreeToken};
use tokenwright_tables::tree::grammar::Namespace;
use tokenwright_tables::tree::model::{Row, TreeTables};

/// How many of the documents that run the changed place get one more element; and of those that ask for
/// a list, which get one of one name.
const SEEDS: usize = 4;
const ASKING: usize = 32;

/// Tags around an element that is a member of a list: a list matters where a tag looks for another element behind it.
const AROUND: [[&str; 2]; 6] = [
    ["<x>", "</x>"],
    ["<b>", "</b>"],
    ["<p>", "<p>"],
    ["<li>", "<li>"],
    ["<dd>", "<dt>"],
    ["<button>", "<button>"],
];

/// How a document opens an element.
pub(super) struct Opener {
    /// The name of the element, in lower case.
    name: String,
    text: String,
    /// Its tokens as indices of the walk's letters.
    pub(super) path: Vec<usize>,
    /// Whether it is one tag, and the element is in another namespace than HTML's.
    is_foreign_tag: bool,
}

/// A short way to open each element that a tag opens, that a tag opens in an element of another namespace, or that is the current node of a
/// state of the walk.
pub(super) fn openers(machine: &Machine<'_>, walk: &Walk) -> Result<Vec<Opener>, Stuck> {
    let first = machine.parser(walk.starts[0].environment(), ())?;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut add = |path: Vec<usize>| {
        let mut parser = first.clone();
        let mut tokens = path.iter().map(|at| walk.letters[*at].token.clone());
        let is_run = tokens.all(|token| {
            let is_run = parser.token(token).is_ok();
            parser.take_switch();
            is_run
        });
        let current = parser.open_elements().last();
        let current = current.and_then(|node| parser.document.element(*node));
        let is_foreign = current.is_some_and(|it| it.namespace != Namespace::Html);
        // Attributes make integration points.
        let attributes = parser.open_elements().last().filter(|_| is_foreign);
        let attributes = attributes.map(|node| format!("{:?}", parser.document.attributes(*node)));
        if let Some(current) = current.filter(|_| is_run)
            && seen.insert((current.clone(), attributes))
        {
            found.push(Opener {
                name: current.name.to_lowercase(),
                text: walk.spelt(&path),
                is_foreign_tag: is_foreign && path.len() == 1,
                path,
            });
        }
        is_foreign
    };
    let letters = 0..walk.letters.len();
    let foreign: Vec<usize> = letters.clone().filter(|at| add(vec![*at])).collect();
    for root in foreign {
        letters.clone().for_each(|at| {
            add(vec![root, at]);
        });
    }
    walk.states.iter().cloned().for_each(|path| {
        add(path);
    });
    Ok(found)
}

/// The documents for a mutant, each with the number of its start; `seeds` run the changed place.
pub(super) fn behind<'w>(
    (walk, openers): (&'w Walk, &'w [Opener]),
    tables: &TreeTables,
    mutant: &TreeMutant,
    seeds: &[usize],
) -> impl Iterator<Item = (usize, String)> + 'w {
    let of_tokens = changed_tokens(walk, tables, mutant);
    let (chosen, most) = match &mutant.site {
        Site::Member { list, .. } => (of_list(walk, tables, list), ASKING),
        _ if of_tokens.is_empty() => (seeds.to_vec(), SEEDS),
        _ => (of_tokens, SEEDS),
    };
    let mut seen = BTreeSet::new();
    let steps = chosen.iter().map(|number| &walk.steps[*number]);
    let steps = steps.filter(|step| seen.insert((step.start, walk.text(step))));
    let steps: Vec<&Step> = steps.take(most).collect();
    let member = match &mutant.site {
        Site::Member { name, .. } => Some(name.clone()),
        _ => None,
    };
    // A member may be the name of an attribute.
    let foreign = openers.iter().filter(|it| it.is_foreign_tag);
    let attributes = foreign.flat_map({
        let member = member.clone();
        move |Opener { text, .. }| {
            let tag = text.strip_suffix('>').zip(member.as_ref());
            tag.map(|(tag, name)| (0, format!("{tag} {name}=1>")))
        }
    });
    let members = openers.iter().filter({
        let member = member.clone();
        move |it| Some(&it.name) == member.as_ref()
    });
    let around = members.flat_map(|Opener { text, .. }| {
        AROUND.map(|[before, after]| (0, format!("{before}{text}{after}x")))
    });
    let wanted = openers.iter();
    let wanted = wanted.filter(move |it| member.as_ref().is_none_or(|member| *member == it.name));
    let elements = wanted.flat_map(move |Opener { text, .. }| {
        let of_step = |step: &&Step| {
            let (before, last) = walk.parts(step);
            let documents = [
                format!("{before}{text}{last}x"),
                format!("{before}{text}<{OTHER}>{last}x"),
                // One whose end tag may be implied.
                format!("{before}{text}<p>{last}x"),
                format!("{text}{before}{last}x"),
            ];
            documents.map(|document| (step.start, document))
        };
        steps.iter().flat_map(of_step).collect::<Vec<_>>()
    });
    attributes.chain(elements).chain(around)
}

/// Documents that ask for a list, first those in which the answer is yes.
fn of_list(walk: &Walk, tables: &TreeTables, list: &str) -> Vec<usize> {
    let places = asking(tables, Asked::List(list));
    let outcomes = [true, false].into_iter().flat_map(|held| {
        let places = places.iter();
        places.map(move |place| Goal::Outcome(*place, held))
    });
    let steps = outcomes.map(|goal| walk.of_goal(goal));
    // A few of each place.
    let few = steps.flat_map(|steps| steps.iter().take(4));
    few.copied().collect()
}

/// The documents whose last token is one that the changed row matches, and did not match before, or the reverse; or, if its conditions are
/// changed, one that it matches. None if only clauses are changed.
fn changed_tokens(walk: &Walk, tables: &TreeTables, mutant: &TreeMutant) -> Vec<usize> {
    let Part::Row(of, at) = mutant.part else {
        return Vec::new();
    };
    let of_row = |tables: &TreeTables| {
        let row = of.mode(tables).and_then(|mode| mode.rows.get(at));
        row.map(names).unwrap_or_default()
    };
    let (old, new) = (of_row(tables), of_row(&mutant.tables));
    let mut changed: BTreeSet<&Name> = old.symmetric_difference(&new).collect();
    if changed.is_empty() && matches!(mutant.site, Site::Rows(_)) {
        changed = old.iter().collect();
    }
    let is_changed = |number: &usize| {
        let last = walk.steps[*number].path.last();
        let tag = last.and_then(|at| match &walk.letters[*at].token {
            TreeToken::Tag(tag) => Some((tag.is_end, tag.name.clone())),
            _ => None,
        });
        tag.is_some_and(|tag| changed.contains(&tag))
    };
    walk.of_rows(of).filter(is_changed).collect()
}

/// Whether it is that of an end tag, and the tag name.
type Name = (bool, String);

fn names(row: &Row) -> BTreeSet<Name> {
    let tags = row.on.iter().filter_map(|on| on.tokens.tags());
    let names = tags.flat_map(|(is_end, names)| names.iter().map(move |it| (is_end, it)));
    names
        .map(|(is_end, it)| (is_end, it.value.clone()))
        .collect()
}
