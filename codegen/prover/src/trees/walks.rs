//! Jumps at the start of loops that go up the stack: the loop has to do nothing for what is jumped over.

use super::clauses::Differences;
use tokenwright_compiler::tree::ir::{
    Body, Expression as E, Primitive as P, Statement, TreeProgram,
};
use tokenwright_tables::kernel::answers;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// A jump.
struct Skip<'s> {
    node: usize,
    /// The elements at which it stops; none of a jump in foreign content.
    stops: Option<&'s [ElementType]>,
    /// Conditions under which there is no jump.
    unless: &'s [E],
}

pub(super) fn check(program: &TreeProgram, body: &Body, out: &mut Differences) {
    for (at, segment) in body.segments.iter().enumerate() {
        let Some(skip) = segment.first().and_then(|first| skip(program, first)) else {
            continue;
        };
        let up = E::Call(P::Above, vec![E::Variable(skip.node)]);
        let up = Statement::Set(skip.node, up);
        let Some(end) = segment.iter().position(|it| *it == up) else {
            out.push((
                String::new(),
                "a jump in a loop that does not go up".to_owned(),
            ));
            continue;
        };
        if !goes_on(&segment[end + 1..], at, &skip) {
            out.push((String::new(), "a jump in a list that is no loop".to_owned()));
        }
        for of in kinds(program) {
            if skip.stops.is_some_and(|stops| stops.contains(&of)) {
                continue;
            }
            let acts = segment[1..end].iter().find(|it| match it {
                Statement::If(test, _, otherwise) => {
                    !otherwise.is_empty() || holds(program, &skip, test, &of) != Some(false)
                }
                _ => true,
            });
            if acts.is_some() {
                let program = format!("a jump over a {of} element, for which the loop may act");
                out.push((String::new(), program));
            }
        }
    }
}

fn skip<'s>(program: &'s TreeProgram, statement: &'s Statement) -> Option<Skip<'s>> {
    match statement {
        Statement::Set(node, E::Call(P::NearestUp, of)) if of[0] == E::Variable(*node) => {
            let E::Walk(walk) = of[1] else { return None };
            Some(Skip {
                node: *node,
                stops: Some(program.walks.get(walk)?),
                unless: &[],
            })
        }
        Statement::Set(node, E::Call(P::NearestForeign, of)) if of[..] == [E::Variable(*node)] => {
            Some(Skip {
                node: *node,
                stops: None,
                unless: &[],
            })
        }
        Statement::If(E::Not(test), then, otherwise) if otherwise.is_empty() => {
            let [only] = then.as_slice() else { return None };
            let inner = skip(program, only)?;
            let unless = match &**test {
                E::Any(tests) => tests.as_slice(),
                other => std::slice::from_ref(other),
            };
            Some(Skip { unless, ..inner })
        }
        _ => None,
    }
}

/// Whether the loop goes on with the element above, for every element that is jumped over.
fn goes_on(rest: &[Statement], segment: usize, skip: &Skip<'_>) -> bool {
    match (rest, skip.stops) {
        ([Statement::Jump(to)], Some(_)) => *to == segment,
        ([Statement::If(E::Not(test), then, _), ..], None) => {
            let html = vec![E::Variable(skip.node), E::InNamespace(Namespace::Html)];
            **test == E::Call(P::IsOneOf, html) && then[..] == [Statement::Jump(segment)]
        }
        _ => false,
    }
}

/// Every kind of element that a rule distinguishes, and one of another name in each namespace.
fn kinds(program: &TreeProgram) -> impl Iterator<Item = ElementType> + '_ {
    let html = program.names.iter().map(|name| ElementType::html(name));
    let others =
        [Namespace::Html, Namespace::MathMl, Namespace::Svg].map(|namespace| ElementType {
            namespace,
            name: "another".to_owned(),
        });
    html.chain(program.foreign.iter().cloned()).chain(others)
}

/// Whether a condition holds for an element that is jumped over; `None` if that is not known.
fn holds(program: &TreeProgram, skip: &Skip<'_>, test: &E, of: &ElementType) -> Option<bool> {
    let is_node = |it: &E| *it == E::Variable(skip.node);
    match test {
        other if skip.unless.contains(other) => Some(false),
        E::Call(P::IsOneOf, arguments) if is_node(&arguments[0]) => match &arguments[1] {
            E::Types(types) => Some(types.contains(of)),
            E::Set(set) => Some(program.sets[*set].1.contains(of)),
            // The jump stops at that name.
            E::Named(_) if skip.stops.is_some() => Some(false),
            _ => None,
        },
        // The jump stops at the first element.
        E::Call(P::IsSame, both)
            if is_node(&both[0]) && both[1] == E::Call(P::FirstElement, Vec::new()) =>
        {
            Some(false)
        }
        E::Call(P::LowercaseName, node) if skip.stops.is_none() && is_node(&node[0]) => Some(false),
        E::Not(test) => holds(program, skip, test, of).map(|held| !held),
        E::All(tests) => answers::all(tests.iter().map(|test| holds(program, skip, test, of))),
        E::Any(tests) => answers::any(tests.iter().map(|test| holds(program, skip, test, of))),
        _ => None,
    }
}
