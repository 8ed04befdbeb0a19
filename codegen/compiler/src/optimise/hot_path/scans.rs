//! Scans, line endings, and the rest of names.

use super::attribute::flush;
use super::{Writer, arm, cr};
use crate::ir::{Action, InputPosition, StateId, Target};
use crate::optimise::tree::Choice;
use crate::program::{Arm, Label, LineEnding, Pattern, Pending, Rest, ScanKind, ScanMethod, Stmt};
use tokenwright_tables::grammar::Field;

impl Writer<'_> {
    /// The arm for a CR. A scan that passes over line feeds continues behind the line ending; otherwise the row for line
    /// feeds runs, if it does not depend on the bytes.
    pub(super) fn line_ending(
        &self,
        id: StateId,
        node: usize,
        choices: &[Choice<'_>],
    ) -> Option<Arm> {
        let otherwise = self.stop(id, node);
        let line_ending = match self.hot.scans.get(&id) {
            Some(scan) if !scan.stops.contains(0x0A) => {
                let act = match scan.kind {
                    ScanKind::Emit => LineEnding::Emit,
                    ScanKind::Append(field) if field != Field::TemporaryBuffer => {
                        LineEnding::Append {
                            before: self.flush_at(node),
                            field,
                        }
                    }
                    ScanKind::Append(_) | ScanKind::Skip => return None,
                };
                Stmt::LineEnding {
                    act,
                    otherwise,
                    then: self.again(id, node),
                }
            }
            _ => {
                let choice = first_for_line_feed(choices)?;
                if choice.row.reconsume || !self.may_be_cr(node, choice) {
                    return None;
                }
                let facts = self.facts(node, choice);
                Stmt::LineEnding {
                    act: LineEnding::Act(facts.fold(&choice.row.actions)),
                    otherwise,
                    then: self.goto(id, node, choice.row),
                }
            }
        };
        Some(arm(Pattern::Bytes(cr()), vec![line_ending]))
    }

    /// Whether a row of a line feed does the same for a CR.
    fn may_be_cr(&self, node: usize, choice: &Choice<'_>) -> bool {
        let row = choice.row;
        let asks_no_character = row.actions.iter().all(|action| {
            matches!(
                action,
                Action::BeginMarkup | Action::Error(_, InputPosition::Current) | Action::Clear(_)
            )
        });
        let gives = row.reconsume && row.hot;
        let runs = !self.is_inside(node)
            && choice.runs
            && choice.guard.is_none()
            && choice.on.contains(0x0A);
        runs && (asks_no_character || gives)
    }

    /// Whether a row reconsumes a CR in the next state, as it does a line feed.
    pub(super) fn gives_cr(
        &self,
        node: usize,
        choices: &[Choice<'_>],
        choice: &Choice<'_>,
    ) -> bool {
        let first = first_for_line_feed(choices);
        first.is_some_and(|first| first.place == choice.place)
            && choice.row.reconsume
            && self.may_be_cr(node, choice)
    }

    /// The jump back to the same state.
    pub(super) fn again(&self, id: StateId, node: usize) -> Vec<Stmt> {
        if node == 0 {
            vec![Stmt::Continue(Label::State(id))]
        } else if self.is_inside(node) {
            vec![Stmt::Dispatch(Target::State(id))]
        } else {
            Vec::new()
        }
    }

    /// The code for a name that continues after its scan: reads up to its end, then matches the next byte again.
    pub(super) fn rest_of_name(&self, id: StateId, node: usize) -> Option<Stmt> {
        let scan = self.hot.scans.get(&id);
        let scan = scan.filter(|scan| scan.name_ends.is_some())?;
        let ScanKind::Append(field) = scan.kind else {
            return None;
        };
        let here = self.tree.nodes.get(node);
        let pending = here.map(|node| node.facts.with_run(field));
        Some(Stmt::RestOfName {
            state: id,
            to: match pending {
                Some(Pending::Named) => Rest::Name,
                _ => Rest::Append(field),
            },
            otherwise: self.stop(id, node),
        })
    }

    /// Whether the byte after a scan is matched again without the scan.
    pub(super) fn asks_again(&self, id: StateId, node: usize) -> bool {
        !self.is_alone(node) && self.rest_of_name(id, node).is_some()
    }

    /// Whether the characters of a choice belong to the rest of a name.
    pub(super) fn is_in_rest(&self, id: StateId, choice: &Choice<'_>) -> bool {
        let scan = self.hot.scans.get(&id);
        let ends = scan.and_then(|scan| scan.name_ends.as_ref());
        ends.is_some_and(|ends| choice.on.intersection(&ends.set()).is_empty())
    }

    /// The scan of a state, and the code that uses the scanned characters.
    pub(super) fn scan(&self, id: StateId, node: usize) -> Option<Vec<Stmt>> {
        let scan = self.hot.scans.get(&id)?;
        let search = match scan.kind {
            _ if scan.bytewise => ScanMethod::Bytewise,
            ScanKind::Emit if self.is_alone(node) => ScanMethod::Checked,
            _ if scan.conditional.is_some() => ScanMethod::Conditional,
            _ => ScanMethod::Blocks,
        };
        let mut stmts = Vec::new();
        if scan.kind != ScanKind::Skip {
            stmts.push(Stmt::SetFrom);
        }
        stmts.push(Stmt::Scan(id, search));
        let facts = self.tree.nodes.get(node).map(|node| &node.facts);
        let before = facts.map_or_else(Vec::new, |facts| flush(facts.pending));
        match scan.kind {
            ScanKind::Emit if node == 0 => stmts.push(Stmt::EmitScanned { inline: true }),
            ScanKind::Emit => {
                stmts.extend(before);
                stmts.push(Stmt::EmitScanned { inline: false });
            }
            ScanKind::Append(field) => match facts.map(|facts| facts.with_run(field)) {
                Some(Pending::Named) => stmts.push(Stmt::HoldName),
                Some(Pending::Valued) => {
                    stmts.push(Stmt::HoldValue);
                    let refers = self.references.contains_key(&id);
                    stmts.extend(refers.then_some(Stmt::HoldReferences(id)));
                }
                _ => {
                    stmts.extend(before);
                    let is_fresh = facts.is_some_and(|facts| facts.fresh.contains(&field));
                    stmts.push(match is_fresh {
                        true => Stmt::SetScanned(field),
                        false => Stmt::AppendScanned(field),
                    });
                }
            },
            ScanKind::Skip => stmts.extend(before),
        }
        Some(stmts)
    }
}

/// The first row that may take a line feed: if it has a guard, the rows after it do not run for every CR.
fn first_for_line_feed<'c, 'r>(choices: &'c [Choice<'r>]) -> Option<&'c Choice<'r>> {
    choices.iter().find(|choice| choice.on.contains(0x0A))
}
