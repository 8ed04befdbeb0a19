//! What rows say of a tag, besides their effects.
//!
//! Where elements are forgotten, the insertion mode may be one of several. A tag that comes to the same row in all of them does the same, so
//! rows are followed through those that only hand the tag on to another mode. What the current node is in a mode that a tag
//! leaves at once is read off the rows that lead there; that no other element is ever open in it is not derived. Random
//! documents, whose tokens are compared with those of a tree builder, would show it.

use super::super::ir::{
    Body, Candidate, Expression as E, Primitive as P, Row, Rows, Statement, TreeProgram,
};
use super::effects::{Effect, Reader, Tag, candidates};
use super::{Assumptions, Following, OfName, acts, beginning, calls, in_use, made_up, tags};
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// The mode whose rules most rows use for tokens of other modes.
pub(super) fn home(program: &TreeProgram) -> usize {
    let mut uses = vec![0; program.modes.len()];
    for row in program.modes.iter().flat_map(|mode| &mode.rows) {
        for statement in row.body.statements() {
            statement.each(&mut |it| {
                if let Statement::Run(Rows::Mode(mode)) = it
                    && let Some(uses) = uses.get_mut(*mode)
                {
                    *uses += 1;
                }
            });
        }
    }
    let most = uses.iter().copied().max();
    uses.iter().position(|it| Some(*it) == most).unwrap_or(0)
}

/// The row of a tag, if that does not depend on a condition.
fn only_row<'p>(program: &'p TreeProgram, mode: usize, tag: &Tag<'_>) -> Option<(usize, &'p Row)> {
    match candidates(program, mode, tag).as_slice() {
        [Candidate { when: None, row }] => Some((*row, &program.modes[mode].rows[*row])),
        _ => None,
    }
}

/// The mode and row that a tag comes to by the rules of other modes; no row if conditions choose it.
fn last_row(program: &TreeProgram, mut mode: usize, tag: &Tag<'_>) -> (usize, Option<usize>) {
    let Some((mut at, mut row)) = only_row(program, mode, tag) else {
        return (mode, None);
    };
    for _ in 0..program.modes.len() {
        let is_left_out = |it: &&Statement| {
            matches!(
                it,
                Statement::Do(E::Call(
                    P::ReportError
                        | P::Ignore
                        | P::EnableFosterParenting
                        | P::DisableFosterParenting,
                    _
                ))
            )
        };
        let [steps] = row.body.segments.as_slice() else {
            break;
        };
        let steps: Vec<&Statement> = steps.iter().filter(|it| !is_left_out(it)).collect();
        match steps[..] {
            [Statement::Run(Rows::Mode(next))] if *next < program.modes.len() => {
                mode = *next;
                let Some(next) = only_row(program, mode, tag) else {
                    return (mode, None);
                };
                (at, row) = next;
            }
            [Statement::Run(Rows::Row(next, of))] if *next < program.modes.len() => {
                (mode, at) = (*next, *of);
                row = &program.modes[mode].rows[at];
            }
            _ => break,
        }
    }
    (mode, Some(at))
}

/// Whether the start tags that no row mentions end a mode.
fn is_left(program: &TreeProgram, mode: usize) -> bool {
    let tag = Tag::start(None);
    only_row(program, mode, &tag)
        .is_none_or(|(_, row)| switches(program, mode, row, &mut Vec::new()))
}

/// Whether a row switches the mode, itself or by a tag that it makes up; `from` are the tags from which this is asked.
fn switches<'p>(
    program: &'p TreeProgram,
    mode: usize,
    row: &'p Row,
    from: &mut Vec<Tag<'p>>,
) -> bool {
    calls(program, &row.body, P::SwitchMode)
        || made_up(&row.body).into_iter().any(|tag| {
            let is_new = !from.contains(&tag);
            from.push(tag.clone());
            is_new
                && only_row(program, mode, &tag)
                    .is_some_and(|(_, row)| switches(program, mode, row, from))
        })
}

/// Whether a mode leads to those in which elements are forgotten: it uses the rules of home, or start tags end it.
pub(super) fn leads_back(program: &TreeProgram, assumptions: &Assumptions, mode: usize) -> bool {
    let mut reader = Reader::new(program, assumptions);
    let other = Tag::start(None);
    reader.effects(mode, &other).is_empty()
        && tags(program, true).all(|tag| {
            let of = reader.effects(mode, &tag);
            let at_home = reader.effects(assumptions.home, &tag);
            of == at_home || at_home.is_empty()
        })
}

/// For each mode that no other element outlasts: the elements that are the current node in it.
pub(super) fn current_nodes(
    program: &TreeProgram,
    modes: &[bool],
) -> Vec<Option<Vec<ElementType>>> {
    let mut nodes: Vec<Option<Vec<ElementType>>> = vec![Some(Vec::new()); program.modes.len()];
    for mode in in_use(modes) {
        for tag in tags(program, true) {
            let Some((_, row)) = only_row(program, mode, &tag) else {
                continue;
            };
            let mut inserted = None;
            for statement in row.body.statements() {
                note(statement, &tag, &mut inserted, &mut nodes);
            }
        }
    }
    let numbers = 0..program.modes.len();
    let all = nodes.into_iter().zip(numbers).map(|(of, mode)| {
        let of = of.filter(|of| !of.is_empty());
        of.filter(|_| is_left(program, mode))
    });
    all.collect()
}

/// Notes the element that is inserted before the mode is switched.
fn note(
    statement: &Statement,
    tag: &Tag<'_>,
    inserted: &mut Option<String>,
    nodes: &mut [Option<Vec<ElementType>>],
) {
    match statement {
        Statement::Do(E::Algorithm(_, arguments)) => {
            let token = arguments.iter().find_map(|it| match it {
                E::Token => tag.name.map(str::to_owned),
                E::EmptyTag(name) => Some(name.clone()),
                _ => None,
            });
            *inserted = token.or(inserted.take());
        }
        Statement::Act(..) => *inserted = None,
        Statement::Do(E::Call(P::SwitchMode, of)) => {
            if let [E::Mode(mode)] = of[..] {
                let element = inserted.clone().map(|name| ElementType {
                    namespace: Namespace::Html,
                    name,
                });
                match (element, &mut nodes[mode]) {
                    (Some(element), Some(of)) if !of.contains(&element) => of.push(element),
                    (Some(_), _) => {}
                    (None, of) => *of = None,
                }
            }
        }
        _ => {}
    }
}

pub(super) fn following(program: &TreeProgram, assumptions: &Assumptions) -> Following {
    let mut reader = Reader::new(program, assumptions);
    let home = assumptions.home;
    // Those in which a followed tag leaves the parser.
    let stays: Vec<usize> = in_use(&assumptions.modes)
        .filter(|mode| *mode == home || !is_left(program, *mode))
        .collect();
    let of = |tag: &Tag<'_>| {
        let start = Tag::start(tag.name);
        let end = Tag {
            is_start: false,
            ..start
        };
        // A tag that a row makes up comes to other rows in other modes, and asks for more.
        let is_acting = |tag: &Tag<'_>| {
            let candidates = candidates(program, home, tag).iter();
            let mut rows = candidates.map(|it| &program.modes[home].rows[it.row]);
            rows.any(|row| acts(program, &row.body))
        };
        let depends = |tag: &Tag<'_>| {
            let at_home = last_row(program, home, tag);
            let is_other = |mode: &usize| last_row(program, *mode, tag) != at_home;
            stays.iter().any(is_other) || is_acting(tag)
        };
        let row = |primitive: P, own: bool| {
            candidates(program, home, &start).iter().any(|it| {
                let body = &program.modes[home].rows[it.row].body;
                match own {
                    true => mentions(body, primitive),
                    false => calls(program, body, primitive),
                }
            })
        };
        let start_depends = depends(&start);
        let asks_form = row(P::FormPointer, true) || is_acting(&start);
        let asks_frameset = row(P::FramesetNotOk, true) || is_acting(&start);
        let is_listed = row(P::AddToList, false);
        let asks_attributes = asks_attributes(program, &start);
        let is_forgotten = match tag.name {
            Some(name) => program
                .names
                .binary_search_by(|it| it.as_str().cmp(name))
                .is_ok_and(|at| assumptions.inserted[at]),
            None => true,
        };
        OfName {
            start_depends,
            end_depends: depends(&end),
            asks_attributes,
            asks_form,
            asks_frameset,
            is_forgotten,
            is_listed,
            ..OfName::default()
        }
    };
    let mut names = Vec::new();
    for tag in tags(program, true) {
        let mut flags = of(&tag);
        flags.is_followed =
            in_use(&assumptions.modes).any(|mode| !reader.effects(mode, &tag).is_empty());
        flags.text_mode = text_mode(program, &reader.effects(home, &tag));
        reader.modes.clear();
        reader.effects(home, &tag);
        flags.changes_mode = reader
            .modes
            .iter()
            .any(|mode| *mode != home && stays.contains(mode));
        flags.is_forgotten &= !flags.is_followed;
        names.push(flags);
    }
    // Where foreign content is a mode, its rules are not understood: nothing is forgotten.
    let is_understood = program.foreign_mode.is_none();
    let mut settling = 0;
    if is_understood {
        let beginning = beginning::find(program, assumptions, &names);
        settling = beginning.settling;
        let tags = beginning.start_tags.iter().zip(&beginning.end_tags);
        for (of, (start, end)) in names.iter_mut().zip(tags) {
            (of.needs_rules, of.end_needs_rules) = (*start, *end);
        }
    }
    let others = names.pop().unwrap_or_default();
    Following {
        home,
        modes: match is_understood {
            true => assumptions.modes.clone(),
            false => vec![false; assumptions.modes.len()],
        },
        settling,
        names,
        others,
        ignored: ignored(program),
        attributes: attributes(program),
    }
}

/// The mode of the tokenizer to which a start tag switches, if the rules only wait for its end tag then.
pub(super) fn text_mode(program: &TreeProgram, effects: &[Effect]) -> Option<TextMode> {
    let (switch, waits) = match effects {
        [Effect::Step(switch)] => (switch, true),
        [Effect::Step(switch), Effect::Mode(mode)] => (switch, waits_for_end_tag(program, *mode)),
        _ => return None,
    };
    match switch {
        E::Call(P::SwitchTokenizer, of) if waits => match of[..] {
            [E::TextMode(mode)] => Some(mode),
            _ => None,
        },
        _ => None,
    }
}

/// Whether all end tags of a mode pop an element and go back to the original mode, and there is no row for start tags.
fn waits_for_end_tag(program: &TreeProgram, mode: usize) -> bool {
    let goes_back = |row: &Row| {
        let calls = row.body.statements().filter_map(|it| match it {
            Statement::Do(E::Call(primitive, _)) => Some(*primitive),
            _ => None,
        });
        let calls: Vec<P> = calls.collect();
        calls == [P::Pop, P::SwitchBack] && !acts(program, &row.body)
    };
    tags(program, false).all(|tag| {
        only_row(program, mode, &tag).is_some_and(|(_, row)| goes_back(row))
            || candidates(program, mode, &tag).iter().all(|it| {
                let steps = program.modes[mode].rows[it.row].body.statements();
                let mut steps = steps
                    .filter(|it| !matches!(it, Statement::Do(E::Output(..)) | Statement::If(..)));
                steps.all(|it| {
                    matches!(
                        it,
                        Statement::Do(E::Call(P::Pop | P::SwitchBack, _)) | Statement::Set(..)
                    )
                })
            })
    }) && tags(program, true).all(|tag| candidates(program, mode, &tag).is_empty())
}

/// Whether some row of a start tag asks for its attributes.
fn asks_attributes(program: &TreeProgram, tag: &Tag<'_>) -> bool {
    let primitives = [P::HasAttribute, P::TokenAttribute, P::AttributeValue];
    let modes = 0..=program.modes.len();
    modes.into_iter().any(|at| {
        let mode = program.mode(at);
        candidates(program, at, tag).iter().any(|it| {
            let tests = Body {
                segments: vec![it.when.iter().cloned().map(Statement::Do).collect()],
                ..Body::default()
            };
            let bodies = [&mode.rows[it.row].body, &tests];
            let asks = |primitive| bodies.iter().any(|body| calls(program, body, primitive));
            primitives.into_iter().any(asks)
        })
    })
}

/// Whether an expression of these steps is a call of a primitive.
fn mentions(body: &Body, primitive: P) -> bool {
    let mut steps = body.statements();
    steps.any(|it| super::super::optimise::calls(it, primitive))
}

/// The classes of characters that each mode ignores.
fn ignored(program: &TreeProgram) -> Vec<u32> {
    let of_mode = (0..=program.modes.len()).map(|mode| {
        let classes = program.mode(mode).characters.len();
        let ignored =
            (0..classes).filter(|class| is_ignored(program, mode, *class, &mut Vec::new()));
        ignored.fold(0u32, |mask, class| mask | 1 << class)
    });
    of_mode.collect()
}

/// Whether a mode ignores a class of characters, itself or by the rules of another mode; not one of those from which it is asked.
fn is_ignored(program: &TreeProgram, mode: usize, class: usize, from: &mut Vec<usize>) -> bool {
    if from.contains(&mode) {
        return false;
    }
    from.push(mode);
    let of = program.mode(mode);
    let is_ignored = of.characters[class]
        .iter()
        .all(|it| does_nothing(program, (mode, it.row), class, from));
    from.pop();
    is_ignored
}

fn does_nothing(
    program: &TreeProgram,
    (mode, row): (usize, usize),
    class: usize,
    from: &mut Vec<usize>,
) -> bool {
    let mut steps = program.mode(mode).rows[row].body.statements();
    steps.all(|step| match step {
        Statement::Do(E::Call(P::ReportError | P::Ignore, _)) => true,
        Statement::Run(Rows::Mode(other)) => is_ignored(program, *other, class, from),
        Statement::Run(Rows::Row(other, row)) => does_nothing(program, (*other, *row), class, from),
        _ => false,
    })
}

/// The attributes of open elements that rules ask for.
fn attributes(program: &TreeProgram) -> Vec<String> {
    let mut names = Vec::new();
    let mut add = |of: &E| {
        if let E::Call(P::NodeAttribute, arguments) = of
            && let Some(E::Text(name)) = arguments.get(1)
        {
            names.push(name.clone());
        }
    };
    program
        .bodies()
        .for_each(|body| body.each_expression(&mut add));
    program
        .definitions
        .iter()
        .for_each(|it| it.test.each(&mut add));
    names.sort();
    names.dedup();
    names
}
