//! Control flow: jumps have a target, and loops end.
//!
//! The rules look at steps and not at states of the stack, of which there are infinitely many. So they are conservative
//! where a loop pops, where they want the html element in the condition. The interpreter bounds what is left.

use super::misnamed;
use crate::diagnostic::Diagnostic;
use crate::grammar::Is;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{
    Elements, Expression, Namespace, PartSet, TreeCondition, TreeStep, Variable,
};
use crate::tree::model::{
    Clause, Conjunction, Mode, Row, STOP, Test, Tokens, TreeTables, named_tokens, nested, steps,
};
use std::slice::from_ref;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, body) in tables.bodies() {
        labels(body, &mut found);
        jumps_back(tables, body, &mut found);
        loops(tables, body, false, &mut found);
    }
    for mode in tables.all_modes() {
        for row in &mode.rows {
            entries(tables, Some(mode), &row.body, &mut found);
            let values = steps(&row.body).filter(|step| returns_value(step));
            found.extend(values.map(|step| {
                Diagnostic::error(step.place, "a row returns no value").help("write `return`")
            }));
        }
    }
    for algorithm in &tables.algorithms {
        entries(tables, None, &algorithm.body, &mut found);
        found.extend(returns(&algorithm.body));
    }
    found
}

fn returns_value(step: &TreeStep) -> bool {
    matches!(step, TreeStep::ReturnValue(_))
}

/// Returns without a value in an algorithm that has others with one.
fn returns(body: &[Clause]) -> Vec<Diagnostic> {
    let Some(with) = steps(body).find(|step| returns_value(step)) else {
        return Vec::new();
    };
    let without = steps(body).filter(|step| step.value == TreeStep::Return);
    let errors = without.map(|step| {
        let error = Diagnostic::error(step.place, "this returns no value");
        error.also(with.place, "another step of the algorithm returns one")
    });
    errors.collect()
}

/// The labels that steps jump to.
fn jumps(body: &[Clause]) -> Vec<Located<String>> {
    let jumps = steps(body).filter_map(|step| match &step.value {
        TreeStep::Jump(label) => Some(Located::at(label.0.clone(), step.place)),
        _ => None,
    });
    jumps.collect()
}

/// Jumps without a label, and labels without a jump.
fn labels(body: &[Clause], found: &mut Vec<Diagnostic>) {
    fn label(clause: &Clause) -> Option<&Located<String>> {
        match clause {
            Clause::Label(name) => Some(name),
            _ => None,
        }
    }
    let labels: Vec<_> = nested(body).filter_map(label).collect();
    let top = body.iter().filter_map(label);
    let top: Vec<&str> = top.map(|name| name.value.as_str()).collect();
    let jumps = jumps(body);
    for (at, label) in labels.iter().enumerate() {
        if labels[..at].contains(label) {
            let message = format!("a second label `{}`", label.value);
            found.push(Diagnostic::error(label.place, message));
        } else if !top.contains(&label.value.as_str()) {
            let message = format!("the label `{}` is inside a branch or a loop", label.value);
            found.push(
                Diagnostic::error(label.place, message).help("jumps go to the outermost steps"),
            );
        } else if !jumps.contains(label) {
            let message = format!("no step jumps to the label `{}`", label.value);
            found.push(Diagnostic::error(label.place, message));
        }
    }
    for jump in jumps.iter().filter(|jump| !labels.contains(jump)) {
        let message = format!("unknown label `{}`", jump.value);
        let sentence = TreeStep::Jump(Variable(jump.value.clone())).to_string();
        let advice = "write `{ label = \"…\" }` before the step that is meant";
        let at = (sentence.as_str(), jump.place);
        let known = top.iter().copied();
        found.push(misnamed(
            message,
            &jump.value,
            known,
            at,
            Some(advice.into()),
        ));
    }
}

/// Jumps back to a label although nothing has changed that decides where to go.
fn jumps_back(tables: &TreeTables, body: &[Clause], found: &mut Vec<Diagnostic>) {
    for (at, clause) in body.iter().enumerate() {
        let Clause::Label(label) = clause else {
            continue;
        };
        for (end, clause) in body.iter().enumerate().skip(at + 1) {
            let jumps = jumps(from_ref(clause));
            let Some(jump) = jumps.iter().find(|jump| *jump == label) else {
                continue;
            };
            let repeated = &repeated(&body[at..=end], &label.value);
            // A row that is run may leave for good.
            let decides = conditions(tables, repeated).or(PartSet::ROWS);
            if !tables.parts(repeated).changes.meets(decides) {
                let error = Diagnostic::error(jump.place, "nothing ends this loop");
                found.push(error.label("no step since the label changes what a condition reads"));
            }
        }
    }
}

/// The clauses without the branches that end in a jump elsewhere.
fn repeated(body: &[Clause], label: &str) -> Vec<Clause> {
    let branch = |body: &[Clause]| match body.last() {
        Some(Clause::Step(last)) => match &last.value {
            TreeStep::Jump(to) if to.0 != label => Vec::new(),
            TreeStep::Return | TreeStep::ReturnValue(_) => Vec::new(),
            _ => repeated(body, label),
        },
        _ => repeated(body, label),
    };
    let clauses = body.iter().map(|clause| match clause {
        Clause::If {
            any,
            then,
            otherwise,
        } => Clause::If {
            any: any.clone(),
            then: branch(then),
            otherwise: branch(otherwise),
        },
        other => other.clone(),
    });
    clauses.collect()
}

/// What the conditions among clauses read.
fn conditions(tables: &TreeTables, body: &[Clause]) -> PartSet {
    let mut reads = PartSet::NONE;
    for all in nested(body).flat_map(Clause::conditions) {
        reads = reads.or(tables.parts_of_tests(all).reads);
    }
    reads
}

/// Breaks outside of loops, steps that never run, and loops that may empty the stack or never end. Returns where the steps end, if
/// nothing behind them runs.
fn loops(
    tables: &TreeTables,
    body: &[Clause],
    inside: bool,
    found: &mut Vec<Diagnostic>,
) -> Option<Place> {
    let mut ended: Option<Place> = None;
    for clause in body {
        if let (Some(end), Some(place)) = (ended, place_of(clause))
            && !matches!(clause, Clause::Label(_))
        {
            let error = Diagnostic::error(place, "this step never runs");
            found.push(error.also(end, "the steps end here"));
            break;
        }
        match clause {
            Clause::Label(_) => ended = None,
            Clause::Step(step) => match &step.value {
                TreeStep::Break | TreeStep::Continue if !inside => {
                    let message = format!("`{}` outside of a loop", step.value);
                    found.push(Diagnostic::error(step.place, message));
                }
                leaving if leaving.leaves() => ended = Some(step.place),
                _ => {}
            },
            Clause::Call(sentence) if sentence.value == STOP => ended = Some(sentence.place),
            Clause::Call(_) => {}
            Clause::If {
                then, otherwise, ..
            } => {
                let end = loops(tables, then, inside, found);
                let other = loops(tables, otherwise, inside, found);
                ended = end.and(other);
            }
            Clause::While { all, body } => {
                loops(tables, body, true, found);
                bounded(tables, all, body, found);
            }
        }
    }
    ended
}

fn place_of(clause: &Clause) -> Option<Place> {
    match clause {
        Clause::Step(step) => Some(step.place),
        Clause::Call(sentence) => Some(sentence.place),
        Clause::If { any, .. } => any.first()?.first().map(|test| test.place),
        Clause::While { all, .. } => all.first().map(|test| test.place),
        Clause::Label(label) => Some(label.place),
    }
}

/// Reports a loop that pops nodes until the stack is empty, or that nothing ends.
fn bounded(tables: &TreeTables, all: &Conjunction, body: &[Clause], found: &mut Vec<Diagnostic>) {
    let Some(first) = all.first() else {
        return;
    };
    let pops = body
        .iter()
        .any(|clause| matches!(clause, Clause::Step(step) if step.value == TreeStep::Pop));
    let reads = tables.parts_of_tests(all).reads;
    let may_end = tables.parts(body).changes.meets(reads.or(PartSet::ROWS));
    if !may_end && !leaves(body) {
        let error = Diagnostic::error(first.place, "nothing ends this loop");
        found.push(error.label("no step of the loop changes what the condition reads"));
    } else if pops && !all.iter().any(|test| ends_at_html(&test.value)) {
        let message = "this loop pops the html element, too";
        let error = Diagnostic::error(first.place, message);
        found.push(error.help("name the html element in the condition"));
    }
}

fn leaves(body: &[Clause]) -> bool {
    body.iter().any(|clause| match clause {
        Clause::Step(step) => matches!(
            step.value,
            TreeStep::Break | TreeStep::Return | TreeStep::ReturnValue(_) | TreeStep::Jump(_)
        ),
        Clause::If {
            then, otherwise, ..
        } => leaves(then) || leaves(otherwise),
        Clause::While { .. } | Clause::Call(_) | Clause::Label(_) => false,
    })
}

/// Whether a condition on the current node does not hold for the html element.
fn ends_at_html(test: &Test) -> bool {
    let Test::Condition(TreeCondition::Node(Expression::CurrentNode, is, elements)) = test else {
        return false;
    };
    let has_html = match elements {
        Elements::Types { any, .. } => {
            let is_html = |it: &crate::tree::grammar::ElementType| {
                it.namespace == Namespace::Html && it.name == "html"
            };
            any.iter().any(is_html)
        }
        Elements::InNamespace(namespace) => *namespace == Namespace::Html,
        Elements::Node(node) => **node == Expression::FirstElement,
        Elements::SameTagName | Elements::TagName(_) => return false,
    };
    has_html == (*is == Is::IsNot)
}

/// The entries of other rows that a body runs, and that do not exist; `mode` is that of the row, none in an algorithm.
fn entries(tables: &TreeTables, mode: Option<&Mode>, body: &[Clause], found: &mut Vec<Diagnostic>) {
    let absent = |mode: &Mode, entry: &str| {
        let message = format!("\"{}\" has no entry \"{entry}\"", mode.name.value);
        row_named(mode, entry).is_none().then_some(message)
    };
    let absent_in = |of: &str, entry: &str| absent(&tables.modes[tables.mode(of)?], entry);
    for step in steps(body) {
        let message = match (&step.value, mode) {
            (TreeStep::ActAs(_) | TreeStep::ActAsEndTag(_), None) => {
                Some("an algorithm is in no mode, and has no other entries".to_owned())
            }
            (TreeStep::ActAs(entry), Some(mode)) => absent(mode, &entry.0),
            (TreeStep::ActAsIn(entry, of) | TreeStep::ProcessPending(entry, of), _) => {
                absent_in(&of.0, &entry.0)
            }
            (TreeStep::ActAsEndTag(name), Some(mode)) => {
                let mut on = mode.rows.iter().flat_map(|row| &row.on);
                let has_one = on.any(|on| is_end_tag(&on.tokens.value, &name.0));
                (!has_one).then(|| format!("no row is for the end tag \"{}\"", name.0))
            }
            _ => None,
        };
        found.extend(message.map(|message| Diagnostic::error(step.place, message)));
    }
}

/// The row with a named set of tokens, such as "anything else".
fn row_named<'m>(mode: &'m Mode, entry: &str) -> Option<&'m Row> {
    let is_it = is_named(entry);
    let mut rows = mode.rows.iter();
    rows.find(|row| row.on.iter().any(|on| is_it(&on.tokens.value)))
}

/// Whether tokens are those of an entry, such as "anything else".
pub(super) fn is_named(entry: &str) -> impl Fn(&Tokens) -> bool {
    let named = named_tokens(entry);
    move |tokens| Some(tokens) == named.as_ref()
}

/// Whether tokens have the end tags of a name.
pub(super) fn is_end_tag(tokens: &Tokens, name: &str) -> bool {
    matches!(tokens, Tokens::EndTags(names) if names.iter().any(|it| it.value == name))
}
