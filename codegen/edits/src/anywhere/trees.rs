//! Tables of tree construction with random sentences in random places.
//!
//! A sentence is made from a form of the table language: what is in its holes is made from other forms, or is a name
//! that the tables have. So every form comes to be in rows and algorithms that the standard does not have it in.

use super::Accepted;
use crate::refuses;
use fastrand::Rng;
use tokenwright_analyses::mutate::trees::TreeMutants;
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{Environment, parse};
use tokenwright_tables::grammar::Form;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::{Expression, TreeCondition, TreeStep};
use tokenwright_tables::tree::model::{Clause, Conjunction, TreeTables, parameters};
use tokenwright_tables::tree::sentences;

/// How often a sentence is made anew that has words which fit no hole.
const ATTEMPTS: usize = 40;

/// Variables of the standard's rows, and one that none has.
const VARIABLES: [&str; 6] = ["node", "element", "location", "entry", "last", "made"];

/// Expressions with a value everywhere.
const ALWAYS: [&str; 3] = [
    "the current node",
    "the head element pointer",
    "the adjusted current node",
];

/// Documents that come to most modes.
const DOCUMENTS: [&str; 6] = [
    "a",
    "<!DOCTYPE html><title>a</title><p>b<b>c</p>d<ul><li>e",
    "<table><caption>a</caption><tr><td>b</table>c<hr>",
    "<select><option>a</select><form><input></form>",
    "<svg><desc>a</svg><math><mi>b</math>",
    "<template><td>a</template><script>b</script></body><!--c-->",
];

/// Tries `attempts` edits on a revision, and keeps those that `check` accepts: none if it has no tables of tree construction.
#[must_use]
pub fn edited(original: &Loaded, random: &mut Rng, attempts: usize) -> Accepted {
    unless(original, random, attempts, |_, _| false)
}

/// The same, but without edits by which most documents get stuck.
#[must_use]
pub fn edited_to_run(original: &Loaded, random: &mut Rng, attempts: usize) -> Accepted {
    unless(original, random, attempts, gets_stuck)
}

fn unless(
    original: &Loaded,
    random: &mut Rng,
    attempts: usize,
    is_unfit: fn(&TreeTables, &Loaded) -> bool,
) -> Accepted {
    let edit = |changed: &mut Loaded| edit(changed.trees.as_mut()?, random);
    Accepted::of(original, attempts, edit, |changed| {
        let mut trees = changed.trees.iter();
        trees.any(|trees| refuses(trees, &changed.revision) || is_unfit(trees, changed))
    })
}

/// Whether more than a third of some documents get stuck.
fn gets_stuck(tables: &TreeTables, loaded: &Loaded) -> bool {
    let revision = &loaded.revision;
    let Ok(interpreter) = Interpreter::new(revision, &loaded.references) else {
        return true;
    };
    let mut stuck = DOCUMENTS.iter().filter(|document| {
        let environment = Environment::of_test(None, false);
        parse(&interpreter, revision, tables, environment, document).is_err()
    });
    stuck.nth(DOCUMENTS.len() / 3).is_some()
}

/// Makes an edit; `None` if it found nothing to edit.
fn edit(tables: &mut TreeTables, random: &mut Rng) -> Option<String> {
    match random.usize(..8) {
        0 => condition_of_row(tables, random),
        1 => copied_body(tables, random),
        2 | 3 => mutant(tables, random),
        _ => inserted(tables, random),
    }
}

/// A random first-order mutant: of a row, a list, a name. A row that loses its only step is none that a file can have.
fn mutant(tables: &mut TreeTables, random: &mut Rng) -> Option<String> {
    let mutants = TreeMutants::of(tables);
    let mutant = mutants.nth(random.usize(..mutants.count()))?;
    let modes = mutant
        .tables
        .modes
        .iter()
        .chain(&mutant.tables.foreign_content);
    if modes
        .flat_map(|mode| &mode.rows)
        .any(|row| row.body.is_empty())
    {
        return None;
    }
    *tables = mutant.tables;
    Some(mutant.edit)
}

/// A condition for some of the tokens of a row.
fn condition_of_row(tables: &mut TreeTables, random: &mut Rng) -> Option<String> {
    let (sentence, when) = conjunction(tables, random)?;
    let mode = random.usize(..tables.modes.len());
    let mode = &mut tables.modes[mode];
    let row = random.usize(..mode.rows.len().max(1));
    let on = &mut mode.rows.get_mut(row)?.on;
    let at = random.usize(..on.len());
    on[at].when = when;
    Some(format!("{}, row {row}: when {sentence}", mode.name.value))
}

/// The steps of one row in place of those of another.
fn copied_body(tables: &mut TreeTables, random: &mut Rng) -> Option<String> {
    let from = random.choice(&tables.modes)?;
    let (of, from) = (
        from.name.value.clone(),
        random.choice(&from.rows)?.body.clone(),
    );
    let mode = random.usize(..tables.modes.len());
    let mode = &mut tables.modes[mode];
    let row = random.usize(..mode.rows.len().max(1));
    mode.rows.get_mut(row)?.body = from;
    let edit = format!("{}, row {row}: steps of a row of {of}", mode.name.value);
    Some(edit)
}

/// A clause anywhere in a row or an algorithm.
fn inserted(tables: &mut TreeTables, random: &mut Rng) -> Option<String> {
    let (sentence, clause) = clause(tables, random)?;
    let (what, body) = body(tables, random)?;
    insert(body, clause, random);
    Some(format!("{what}: {sentence}"))
}

/// Inserts a clause at a random place of a body, or of a branch or a loop in it.
fn insert(body: &mut Vec<Clause>, clause: Clause, random: &mut Rng) {
    let mut inner: Vec<&mut Vec<Clause>> = Vec::new();
    if random.bool() {
        inner.extend(body.iter_mut().flat_map(Clause::bodies_mut));
    }
    if !inner.is_empty() {
        let at = random.usize(..inner.len());
        return insert(inner[at], clause, random);
    }
    body.insert(random.usize(..body.len() + 1), clause);
}

/// A random body, with its name.
fn body<'t>(tables: &'t mut TreeTables, random: &mut Rng) -> Option<(String, &'t mut Vec<Clause>)> {
    if random.usize(..4) == 0 {
        let at = random.usize(..tables.algorithms.len().max(1));
        let algorithm = tables.algorithms.get_mut(at)?;
        return Some((algorithm.name.value.clone(), &mut algorithm.body));
    }
    let mut modes: Vec<_> = tables
        .modes
        .iter_mut()
        .chain(&mut tables.foreign_content)
        .collect();
    let at = random.usize(..modes.len().max(1));
    let mode = (at < modes.len()).then(|| modes.swap_remove(at))?;
    let row = random.usize(..mode.rows.len().max(1));
    let what = format!("{}, row {row}", mode.name.value);
    Some((what, &mut mode.rows.get_mut(row)?.body))
}

/// A step, perhaps in a branch or a loop, or with a variable before it.
fn clause(tables: &TreeTables, random: &mut Rng) -> Option<(String, Clause)> {
    let (sentence, then) = step(tables, random)?;
    match random.usize(..6) {
        0 | 1 => {
            let (of, all) = conjunction(tables, random)?;
            let (other, otherwise) = step(tables, random)?;
            let clause = Clause::If {
                any: vec![all],
                then: vec![then],
                otherwise: vec![otherwise],
            };
            Some((format!("if {of}: {sentence}; else: {other}"), clause))
        }
        2 => {
            let (of, all) = conjunction(tables, random)?;
            let pop = sentences::step(
                tables,
                "pop the current node off the stack of open elements",
            );
            let clause = Clause::While {
                all,
                body: pop.into_iter().chain([then]).collect(),
            };
            Some((format!("while {of}: {sentence}"), clause))
        }
        _ => Some((sentence, then)),
    }
}

/// A step: one of the tables, or one made from a form, or a call.
fn step(tables: &TreeTables, random: &mut Rng) -> Option<(String, Clause)> {
    if random.usize(..4) == 0 {
        let bodies: Vec<_> = tables.bodies().collect();
        let clause = random.choice(&bodies)?.1.first()?.clone();
        return Some(("a clause of another row".to_owned(), clause));
    }
    for _ in 0..ATTEMPTS {
        let callees = tables.algorithms.iter().map(|it| &it.name);
        let callees = callees.chain(tables.outputs.iter().map(|it| &it.name));
        let patterns = of_forms(TreeStep::FORMS).chain(callees.map(|it| it.value.as_str()));
        let pattern = random.choice(patterns.collect::<Vec<_>>())?;
        let sentence = filled(tables, pattern, 2, random);
        if let Some(clause) = sentences::step(tables, &sentence) {
            return Some((sentence, clause));
        }
    }
    None
}

fn conjunction(tables: &TreeTables, random: &mut Rng) -> Option<(String, Conjunction)> {
    for _ in 0..ATTEMPTS {
        let defined = tables.definitions.iter().map(|it| &it.name);
        let defined = defined.chain(tables.questions.iter().map(|it| &it.name));
        let patterns = of_forms(TreeCondition::FORMS).chain(defined.map(|it| it.value.as_str()));
        let patterns: Vec<_> = patterns.collect();
        let count = random.usize(1..3);
        let all = (0..count).map(|_| {
            let pattern = random.choice(&patterns).expect("not empty");
            filled(tables, pattern, 2, random)
        });
        let sentence = all.collect::<Vec<_>>().join(" and ");
        if let Some(all) = sentences::conjunction(tables, &sentence) {
            return Some((sentence, all));
        }
    }
    None
}

fn of_forms<'t>(forms: &'static [Form]) -> impl Iterator<Item = &'t str> {
    forms.iter().map(|form| form.pattern)
}

/// A pattern with something in each hole.
fn filled(tables: &TreeTables, pattern: &str, depth: usize, random: &mut Rng) -> String {
    let mut sentence = pattern.to_owned();
    for hole in parameters(pattern) {
        let filling = filling(tables, hole, depth, random);
        sentence = sentence.replacen(&format!("{{{hole}}}"), &filling, 1);
    }
    sentence
}

/// What may be in a hole, by its name.
fn filling(tables: &TreeTables, hole: &str, depth: usize, random: &mut Rng) -> String {
    fn any<'a>(names: impl Iterator<Item = &'a Located<String>>, random: &mut Rng) -> &'a str {
        random
            .choice(names.collect::<Vec<_>>())
            .map_or("", |it| &it.value)
    }
    let quoted = |name: &str| format!("\"{name}\"");
    let of =
        |choices: &[&str], random: &mut Rng| random.choice(choices).map_or("", |it| it).to_owned();
    match hole {
        "is" => of(&["is", "is not"], random),
        "was" => of(&["was", "was not"], random),
        "has" => of(&["has", "does not have"], random),
        "variable" | "label" => of(&VARIABLES, random),
        "number" | "bound" => of(&["0", "1", "3", "last"], random),
        "char" => of(&["U+000A (LF)", "U+0041 (A)", "U+1F600"], random),
        "class" => of(&["ASCII whitespace", "an ASCII alpha"], random),
        "code" => of(&["unexpected-doctype", "unexpected-end-tag"], random),
        "state" => of(&["RCDATA", "data", "PLAINTEXT"], random),
        "model" => of(&["RCDATA", "PCDATA"], random),
        "kind" => of(
            &[
                "a start tag token",
                "a character token",
                "an end-of-file token",
            ],
            random,
        ),
        "scope" => any(tables.scopes.iter().map(|it| &it.0), random).to_owned(),
        "set" => any(tables.sets.iter().map(|it| &it.0), random).to_owned(),
        "table" => any(tables.pairs.iter().map(|it| &it.0), random).to_owned(),
        "list" => any(tables.identifiers.iter().map(|it| &it.0), random).to_owned(),
        "mode" if random.usize(..4) > 0 => {
            quoted(any(tables.modes.iter().map(|it| &it.name), random))
        }
        "mode" => of(&["quirks", "limited-quirks", "no-quirks"], random),
        "entry" if random.bool() => of(&["\"anything else\"", "\"any other end tag\""], random),
        "name" | "text" | "attribute" => of(
            &["\"p\"", "\"table\"", "\"template\"", "\"type\"", "\"x\""],
            random,
        ),
        "texts" => of(&["\"a\"", "\"p\" or \"b\"", "\"type\""], random),
        "element" => of(
            &["p", "table", "template", "SVG title", "MathML mi"],
            random,
        ),
        "elements" if random.usize(..3) > 0 => of(
            &[
                "a p element",
                "a td or th element",
                "an a, table, or SVG title element",
                "an element in the SVG namespace",
                "an HTML element with the same tag name as the token",
                "an HTML element whose tag name is last",
            ],
            random,
        ),
        _ => expression(tables, depth, random),
    }
}

fn expression(tables: &TreeTables, depth: usize, random: &mut Rng) -> String {
    if depth == 0 || random.usize(..3) == 0 {
        let some = [&VARIABLES[..], &ALWAYS].concat();
        return (*random.choice(&some).expect("not empty")).to_owned();
    }
    for _ in 0..ATTEMPTS {
        let form = random.choice(Expression::FORMS).expect("not empty");
        let text = filled(tables, form.pattern, depth - 1, random);
        if Expression::parse(&text).is_ok() {
            return text;
        }
    }
    "null".to_owned()
}
