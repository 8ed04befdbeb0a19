//! Loops that go up the stack of open elements skip what they do nothing for.
//!
//! The section says: if node is a td, …; if node is in the special category, …; otherwise set node to the element above and go on. On a
//! stack of 100,000 elements that is slow at each end tag. The loop looks at the kind of an element, so the runtime keeps, for
//! each open element, the nearest one above it of each such set, and a loop begins with a jump to it.

use super::super::ir::{Expression as E, Primitive as P, Statement, TreeProgram};
use std::collections::BTreeSet;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// Where a walk has to stop.
#[derive(Default)]
struct Stops {
    kinds: BTreeSet<ElementType>,
    /// HTML elements with this tag name.
    name: Option<E>,
    /// Elements whose name in lower case is the token's.
    lowercase: bool,
    /// Conditions that do not depend on the element.
    others: Vec<E>,
}

pub(super) fn run(program: &mut TreeProgram) {
    let sets = program.sets.clone();
    let mut walks = std::mem::take(&mut program.walks);
    for body in program.bodies_mut() {
        for at in 0..body.segments.len() {
            if let Some(skip) = skip(&body.segments[at], at, &sets, &mut walks) {
                body.segments[at].insert(0, skip);
            }
        }
    }
    program.walks = walks;
}

/// The step that skips, for a segment that is such a loop.
fn skip(
    segment: &[Statement],
    at: usize,
    sets: &[(String, Vec<ElementType>)],
    walks: &mut Vec<Vec<ElementType>>,
) -> Option<Statement> {
    let up = |it: &Statement| matches!(it, Statement::Set(variable, E::Call(P::Above, of)) if of[..] == [E::Variable(*variable)]);
    let end = segment.iter().position(up)?;
    let Statement::Set(node, _) = segment[end] else {
        return None;
    };
    let in_html = vec![E::Variable(node), E::InNamespace(Namespace::Html)];
    let is_html = E::Call(P::IsOneOf, in_html);
    let is_foreign = match &segment[end + 1..] {
        [Statement::Jump(to)] if *to == at => false,
        [Statement::If(E::Not(test), then, otherwise), ..]
            if then[..] == [Statement::Jump(at)] && otherwise.is_empty() && **test == is_html =>
        {
            true
        }
        _ => return None,
    };
    let mut stops = Stops::default();
    for statement in &segment[..end] {
        match statement {
            Statement::If(test, _, otherwise) if otherwise.is_empty() => {
                stops.add(test, node, sets)?;
            }
            _ => return None,
        }
    }
    let variable = E::Variable(node);
    let nearest = match is_foreign {
        true if stops.kinds.is_empty() && stops.name.is_none() && stops.lowercase => {
            E::Call(P::NearestForeign, vec![variable])
        }
        false if !stops.lowercase => {
            let kinds: Vec<ElementType> = stops.kinds.into_iter().collect();
            let walk = walks.iter().position(|known| *known == kinds);
            let walk = walk.unwrap_or_else(|| {
                walks.push(kinds);
                walks.len() - 1
            });
            let name = stops
                .name
                .unwrap_or(E::Named(Box::new(E::Text(String::new()))));
            E::Call(P::NearestUp, vec![variable, E::Walk(walk), name])
        }
        _ => return None,
    };
    let skip = Statement::Set(node, nearest);
    Some(match stops.others.is_empty() {
        true => skip,
        false => Statement::If(
            E::Not(Box::new(E::Any(stops.others))),
            vec![skip],
            Vec::new(),
        ),
    })
}

impl Stops {
    /// Adds where a condition may hold; `None` if that is not known.
    fn add(&mut self, test: &E, node: usize, sets: &[(String, Vec<ElementType>)]) -> Option<()> {
        if !mentions(test, node) {
            self.others.push(test.clone());
            return Some(());
        }
        let is_node = |of: &E| *of == E::Variable(node);
        match test {
            // The first element is a stop anyway.
            E::Call(P::IsSame, both) if both[1] == E::Call(P::FirstElement, Vec::new()) => {}
            E::Call(P::LowercaseName, of) if of.iter().all(is_node) => self.lowercase = true,
            E::Call(P::IsOneOf, of) if is_node(&of[0]) => match &of[1] {
                E::Named(name) if self.name.is_none() && !mentions(name, node) => {
                    self.name = Some(of[1].clone());
                }
                elements => self.kinds.extend(kinds(elements, sets)?),
            },
            E::All(tests) => {
                let all = tests.iter().filter_map(|test| match test {
                    E::Call(P::IsOneOf, of) if is_node(&of[0]) => kinds(&of[1], sets),
                    _ => None,
                });
                let mut smallest = all.min_by_key(BTreeSet::len)?;
                for test in tests {
                    if let E::Not(test) = test
                        && let E::Call(P::IsOneOf, of) = &**test
                        && is_node(&of[0])
                        && let Some(others) = kinds(&of[1], sets)
                    {
                        smallest.retain(|kind| !others.contains(kind));
                    }
                }
                self.kinds.extend(smallest);
            }
            E::Any(tests) => {
                for test in tests {
                    self.add(test, node, sets)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn mentions(expression: &E, variable: usize) -> bool {
    expression.uses(variable) > 0
}

fn kinds(elements: &E, sets: &[(String, Vec<ElementType>)]) -> Option<BTreeSet<ElementType>> {
    match elements {
        E::Types(types) => Some(types.iter().cloned().collect()),
        E::Set(at) => Some(sets[*at].1.iter().cloned().collect()),
        _ => None,
    }
}
