//! Where a tokenizer without a tree may forget which elements are open, and what it has to follow then.
//!
//! To follow every tag is slow, and few tags matter to tokens. So the rules are asked: in which modes do the tags that matter all
//! do the same, and do the others never lead out of these modes? There, open elements are forgotten, and only the tags that
//! matter are processed. Nothing of this names an element or a mode: an edited row changes what is followed.

mod beginning;
mod effects;
mod rows;

use super::ir::{Body, Expression as E, Primitive as P, Rows, Statement, TreeProgram};
use effects::{Reader, Tag};
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// The questions that the option of scripting answers, and the answer with scripting.
const SCRIPTING: [(&str, bool); 2] = [
    ("the scripting flag is enabled", true),
    ("the scripting mode is Disabled", false),
];

/// What has to be followed where open elements are forgotten.
#[derive(Clone, Debug, Default)]
pub struct Following {
    /// The mode in place of all in which elements may be forgotten.
    pub home: usize,
    /// For each mode, whether elements may be forgotten in it.
    pub modes: Vec<bool>,
    /// What is known of each name, in the order of the program's.
    pub names: Vec<OfName>,
    /// What is known of other names.
    pub others: OfName,
    /// For each mode, foreign content last: the classes of characters that it ignores, a bit for each.
    pub ignored: Vec<u32>,
    /// The classes of characters after which, at the beginning of a document, elements may be forgotten, a bit for each. If there is none,
    /// rules are run from the first token on.
    pub settling: u32,
    /// The attributes of open elements that rules ask for.
    pub attributes: Vec<String>,
}

/// What is known of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfName {
    /// Its start tag is followed.
    pub is_followed: bool,
    /// Its start tag switches the tokenizer to this mode, and does nothing else up to the end tag.
    pub text_mode: Option<TextMode>,
    /// Its start tag may lead to another of these modes.
    pub changes_mode: bool,
    /// What its start tag does depends on which of these modes it is.
    pub start_depends: bool,
    /// What its end tag does depends on that.
    pub end_depends: bool,
    /// What its start tag does depends on the attributes of the tag, in some mode.
    pub asks_attributes: bool,
    /// What its start tag does depends on the form element pointer.
    pub asks_form: bool,
    /// What its start tag does depends on the frameset-ok flag.
    pub asks_frameset: bool,
    /// An HTML element of this name may be among those that are forgotten.
    pub is_forgotten: bool,
    /// Its start tag adds to the list of active formatting elements.
    pub is_listed: bool,
    /// At the beginning of a document, its start tag needs the rules.
    pub needs_rules: bool,
    /// There, its end tag needs them.
    pub end_needs_rules: bool,
}

/// What holds where elements are forgotten.
#[derive(Clone, Debug)]
struct Assumptions {
    home: usize,
    modes: Vec<bool>,
    /// For each mode, what the current node is, if that is known.
    current_nodes: Vec<Option<Vec<ElementType>>>,
    names: Vec<String>,
    followed: Vec<bool>,
    inserted: Vec<bool>,
    /// Whether scripting is enabled.
    scripting: bool,
    /// Whether it is the beginning of a document: nothing may be open, and a frameset may come.
    is_beginning: bool,
}

impl Assumptions {
    /// The answer of a question, if the option of scripting gives it.
    fn answer(&self, question: &str) -> Option<bool> {
        let known = SCRIPTING.iter().find(|(name, _)| *name == question);
        known.map(|(_, with_scripting)| *with_scripting == self.scripting)
    }

    fn of(&self, flags: &[bool], element: &ElementType) -> bool {
        let at = self.names.binary_search(&element.name);
        at.is_ok_and(|at| flags[at])
    }

    /// Whether an element is followed, so that none is forgotten.
    fn is_followed(&self, element: &ElementType) -> bool {
        element.namespace != Namespace::Html || self.of(&self.followed, element)
    }

    /// Whether an element may be above the body.
    fn may_be_open(&self, element: &ElementType) -> bool {
        !self.is_followed(element) && self.of(&self.inserted, element)
    }
}

/// Finds what has to be followed, with scripting or without.
pub(super) fn find(program: &TreeProgram, scripting: bool) -> Following {
    let home = rows::home(program);
    let count = program.modes.len();
    let mut modes = vec![false; count];
    modes[home] = true;
    let mut assumptions = settle(program, home, modes, scripting, false);
    // Modes are added with all to which they lead, as long as what is followed does the same in all of them. One that was refused
    // once is not tried again: with more modes, more tags would have to agree.
    let mut refused = vec![false; count];
    loop {
        let next = reached(program, &assumptions)
            .into_iter()
            .filter(|mode| !std::mem::replace(&mut refused[*mode], true))
            .find_map(|mode| with(program, &assumptions, mode));
        match next {
            Some(more) => assumptions = more,
            None => break,
        }
    }
    rows::following(program, &assumptions)
}

fn tags(program: &TreeProgram, is_start: bool) -> impl Iterator<Item = Tag<'_>> {
    let names = program.names.iter().map(|name| Some(name.as_str()));
    names.chain([None]).map(move |name| Tag { is_start, name })
}

fn in_use(modes: &[bool]) -> impl Iterator<Item = usize> + '_ {
    modes
        .iter()
        .enumerate()
        .filter(|(_, is)| **is)
        .map(|it| it.0)
}

/// The modes to which tags lead that are not followed, of those in which elements are not forgotten.
fn reached(program: &TreeProgram, assumptions: &Assumptions) -> Vec<usize> {
    let mut reader = Reader::new(program, assumptions);
    for mode in in_use(&assumptions.modes) {
        for is_start in [true, false] {
            tags(program, is_start).for_each(|tag| _ = reader.effects(mode, &tag));
        }
    }
    let mut modes = reader.modes;
    modes.retain(|mode| !assumptions.modes[*mode]);
    modes.sort_unstable();
    modes.dedup();
    modes
}

/// The assumptions with one more mode and those to which it leads; none if a tag would do different things in them.
fn with(program: &TreeProgram, assumptions: &Assumptions, mode: usize) -> Option<Assumptions> {
    let mut modes = assumptions.modes.clone();
    modes[mode] = true;
    let scripting = assumptions.scripting;
    let mut assumptions = settle(program, assumptions.home, modes, scripting, false);
    loop {
        let more: Vec<usize> = reached(program, &assumptions)
            .into_iter()
            .filter(|mode| rows::leads_back(program, &assumptions, *mode))
            .collect();
        if more.is_empty() {
            break;
        }
        let mut modes = assumptions.modes.clone();
        more.into_iter().for_each(|mode| modes[mode] = true);
        assumptions = settle(program, assumptions.home, modes, scripting, false);
    }
    agrees(program, &assumptions).then_some(assumptions)
}

/// Whether start tags that are followed do the same in all modes, and end tags lead nowhere else.
fn agrees(program: &TreeProgram, assumptions: &Assumptions) -> bool {
    let mut reader = Reader::new(program, assumptions);
    let modes: Vec<usize> = in_use(&assumptions.modes).collect();
    let start = tags(program, true).all(|tag| {
        let at_home = reader.effects(assumptions.home, &tag);
        modes
            .iter()
            .all(|mode| reader.effects(*mode, &tag) == at_home)
    });
    start
        && tags(program, false).all(|tag| {
            let mut effects = modes.iter().map(|mode| reader.effects(*mode, &tag));
            effects.all(|of| of.is_empty())
        })
}

/// Finds what is followed in some modes, and what may be open then.
fn settle(
    program: &TreeProgram,
    home: usize,
    modes: Vec<bool>,
    scripting: bool,
    is_beginning: bool,
) -> Assumptions {
    let count = program.names.len();
    let mut assumptions = Assumptions {
        home,
        current_nodes: match is_beginning {
            true => vec![None; program.modes.len()],
            false => rows::current_nodes(program, &modes),
        },
        scripting,
        is_beginning,
        modes,
        names: program.names.clone(),
        followed: vec![false; count],
        inserted: vec![true; count],
    };
    let mut seen = Vec::new();
    let mut rounds = count + 1;
    while rounds > 0 {
        rounds -= 1;
        let mut reader = Reader::new(program, &assumptions);
        let mut followed = Vec::new();
        for tag in tags(program, true) {
            let mut effects = Vec::new();
            in_use(&assumptions.modes).for_each(|mode| effects.extend(reader.effects(mode, &tag)));
            followed.push(!effects.is_empty());
        }
        followed.truncate(count);
        let is_inserted = |name: &String| reader.pushed.contains(&name.as_str());
        let inserted: Vec<bool> = program.names.iter().map(is_inserted).collect();
        if followed == assumptions.followed && inserted == assumptions.inserted {
            break;
        }
        (assumptions.followed, assumptions.inserted) = (followed, inserted);
        let now = (assumptions.followed.clone(), assumptions.inserted.clone());
        // Where foreign content is a mode, this may go in circles: whole ones change nothing.
        if let Some(at) = seen.iter().position(|it| *it == now) {
            rounds %= seen.len() - at;
        }
        seen.push(now);
    }
    assumptions
}

/// Whether some step, of these or of the algorithms that they call, acts as if a token had been seen.
fn acts(program: &TreeProgram, body: &Body) -> bool {
    let mut acts = [P::ActAsStartTag, P::ActAsEndTag, P::ActAsEndTagOf].into_iter();
    acts.any(|primitive| calls(program, body, primitive))
}

/// The tags that steps make up; those of a node are not known.
fn made_up(body: &Body) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    for statement in body.statements() {
        statement.each(&mut |it| {
            if let Statement::Act(_, act) = it {
                tags.extend(Tag::made_up(act));
            }
        });
    }
    tags
}

/// Whether some expression of a row is a call of a primitive, in the algorithms that it calls, too.
fn calls(program: &TreeProgram, body: &Body, primitive: P) -> bool {
    calls_unseen(program, body, primitive, &mut Vec::new())
}

/// The same without the algorithms that have been seen.
fn calls_unseen(program: &TreeProgram, body: &Body, primitive: P, seen: &mut Vec<usize>) -> bool {
    let mut found = false;
    let mut algorithms = Vec::new();
    for statement in body.statements() {
        statement.each_expression(&mut |of| match of {
            E::Call(it, _) => found |= *it == primitive,
            E::Algorithm(at, _) => algorithms.push(*at),
            _ => {}
        });
        statement.each(&mut |it| {
            if let Statement::Run(Rows::Row(mode, row)) = it
                && let Some(mode) = program.modes.get(*mode)
            {
                found |= calls_unseen(program, &mode.rows[*row].body, primitive, seen);
            }
        });
    }
    found
        || algorithms.into_iter().any(|at| {
            !seen.contains(&at) && {
                seen.push(at);
                calls_unseen(program, &program.algorithms[at].body, primitive, seen)
            }
        })
}
