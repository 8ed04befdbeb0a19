//! The mutants of rows, and of the parts outside states.
//!
//! A class of characters may be too large or too small by one. Such a mutant is an additional row before all others,
//! which moves one character at the border of a class, so ranges need not be cut. Characters that another row treats
//! alike are left out. Each mutant knows what an input has to run to show it, so most inputs need not be tried.

use super::members::{Borders, values};
use super::mutator::{Mutator, Variant};
use super::{Change, Mutant, Operator, Part, Site, Trigger};
use tokenwright_tables::grammar::{Char, Matcher, Step};
use tokenwright_tables::model::{Clause, Definition, Located, On, Row, State};
use tokenwright_tables::set::Set;

impl Mutator<'_> {
    pub(super) fn rule(&self, index: usize) -> Vec<Mutant> {
        let site = Site {
            part: Part::Rule(index),
            row: None,
        };
        let variants = self.body(&self.revision.rules[index].body);
        variants
            .into_iter()
            .map(|variant| mutant(site, variant, |body| Change::Rule(index, body)))
            .collect()
    }

    pub(super) fn definition(&self, index: usize) -> Vec<Mutant> {
        let site = Site {
            part: Part::Definition(index),
            row: None,
        };
        let change = |definition| Change::Definition(index, Box::new(definition));
        match &self.revision.definitions[index] {
            Definition::Step { name, body } => self
                .body(body)
                .into_iter()
                .map(|variant| {
                    let whole = |body| {
                        change(Definition::Step {
                            name: name.clone(),
                            body,
                        })
                    };
                    mutant(site, variant, whole)
                })
                .collect(),
            Definition::Condition { name, any } => self
                // A definition within a definition is evaluated for every input that evaluates the outer
                // one.
                .tests(any, Trigger::Always)
                .into_iter()
                .map(|variant| {
                    let whole = |any| {
                        change(Definition::Condition {
                            name: name.clone(),
                            any,
                        })
                    };
                    mutant(site, variant, whole)
                })
                .collect(),
        }
    }

    /// The mutants of a state or a procedure.
    pub(super) fn block(
        &self,
        part: Part,
        block: &State,
        change: impl Fn(State) -> Change,
    ) -> Vec<Mutant> {
        let mut all = Vec::new();
        let entry = Site { part, row: None };
        for variant in self.body(&block.body) {
            all.push(mutant(entry, variant, |body| {
                change(State {
                    body,
                    ..block.clone()
                })
            }));
        }
        for (index, row) in block.rows.iter().enumerate() {
            let site = Site {
                part,
                row: Some(index),
            };
            let with = |row: Row| {
                let mut block = block.clone();
                block.rows[index] = row;
                change(block)
            };
            let entered = Trigger::Takes(self.sites.block(block), None);
            for variant in self.tests(&row.when, entered) {
                let guarded = |when| Row {
                    when,
                    ..row.clone()
                };
                all.push(mutant(site, variant, |when| with(guarded(when))));
            }
            for variant in self.body(&row.body) {
                let doing = |body| Row {
                    body,
                    ..row.clone()
                };
                all.push(mutant(site, variant, |body| with(doing(body))));
            }
            for variant in self.moved(&block.rows, row, Some(self.sites.block(block))) {
                all.push(mutant(site, variant, |first| {
                    let mut block = block.clone();
                    block.rows.insert(0, first);
                    change(block)
                }));
            }
        }
        all
    }

    pub(super) fn input_stream(&self) -> Vec<Mutant> {
        let rows = &self.revision.input_stream.rows;
        let mut all = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let site = Site {
                part: Part::InputStream,
                row: Some(index),
            };
            let (any, except) = sets(row);
            let members = self.set(any).minus(&self.set(except));
            let met = Borders::of(self.revision, members.ranges()).inside;
            let Some(first) = met.first().copied() else {
                // UTF-8 text has no surrogates, so such a row cannot run.
                continue;
            };
            for (at, clause) in row.body.iter().enumerate() {
                let Clause::Step(step) = clause else { continue };
                let mut dropped = rows.clone();
                dropped[index].body[at] = Clause::Step(Located::nowhere(Step::Ignore));
                let error = matches!(step.value, Step::NamedError(_) | Step::BareError);
                all.push(Mutant {
                    site,
                    operator: if error {
                        Operator::ErrorDropped
                    } else {
                        Operator::Dropped
                    },
                    description: format!("without \"{}\"", step.value),
                    triggers: vec![Trigger::Holds(first)],
                    independent: false,
                    change: Change::InputStream(dropped),
                });
            }
            for variant in self.moved(rows, row, None) {
                all.push(mutant(site, variant, |first| {
                    let mut rows = rows.clone();
                    rows.insert(0, first);
                    Change::InputStream(rows)
                }));
            }
        }
        all
    }

    /// Rows that move one character to another row: to `row` if its class is
    /// to grow, and to the row `anything else` if it is to shrink. They precede all other rows.
    fn moved(&self, rows: &[Row], row: &Row, block: Option<u32>) -> Vec<Variant<Row>> {
        let (any, except) = sets(row);
        let mut all = Vec::new();
        if any.is_empty() || any.contains(&&Matcher::AnythingElse) {
            return all;
        }
        let named = self.set(any);
        let borders = Borders::of(self.revision, named.minus(&self.set(except)).ranges());
        let rest = rows
            .iter()
            .find(|other| other.when.is_empty() && sets(other).0.contains(&&Matcher::AnythingElse));
        let ignore = vec![Clause::Step(Located::nowhere(Step::Ignore))];
        let left_to = match block {
            Some(_) => rest.map(|rest| rest.body.clone()),
            // The input stream leaves a character without a row unchanged.
            None => Some(ignore),
        };
        let mut add = |operator: Operator, c: Option<char>, body: &[Clause]| {
            let matcher = match c {
                Some(c) => Matcher::Char(Char(c.into())),
                None => Matcher::Eof,
            };
            let verb = match operator {
                Operator::Larger => "also takes",
                _ => "does not take",
            };
            let trigger = match (block, c) {
                (Some(block), c) => Trigger::Takes(block, c),
                (None, Some(c)) => Trigger::Holds(c),
                (None, None) => return,
            };
            let any = vec![Located::nowhere(matcher.clone())];
            all.push(Variant {
                operator,
                description: format!("{verb} {matcher}"),
                triggers: vec![trigger],
                independent: false,
                value: Row {
                    on: match &row.on {
                        On::Peeked(_) => On::Peeked(any),
                        _ => On::Consumed {
                            any,
                            except: Vec::new(),
                        },
                    },
                    body: body.to_vec(),
                    ..row.clone()
                },
            });
        };
        for c in borders.outside {
            // Another row treats the character the same, so the mutant would be equivalent.
            let taken = rows.iter().find(|other| self.takes(other, c));
            if taken.is_none_or(|other| other.body != row.body || other.when != row.when) {
                add(Operator::Larger, Some(c), &row.body);
            }
        }
        if let Some(left_to) = left_to {
            for c in borders.inside {
                add(Operator::Smaller, Some(c), &left_to);
            }
            if named.has_eof() {
                add(Operator::Smaller, None, &left_to);
            }
        }
        all
    }

    fn set(&self, matchers: Vec<&Matcher>) -> Set {
        Set::of_each(matchers, &self.revision.about)
    }

    fn takes(&self, row: &Row, c: char) -> bool {
        let (any, except) = sets(row);
        let code = u32::from(c);
        let has = |matchers: Vec<&Matcher>| {
            matchers.contains(&&Matcher::AnythingElse) || self.set(matchers).contains(Some(code))
        };
        has(any) && !has(except)
    }
}

fn mutant<T>(site: Site, variant: Variant<T>, change: impl FnOnce(T) -> Change) -> Mutant {
    Mutant {
        site,
        operator: variant.operator,
        description: variant.description,
        triggers: variant.triggers,
        independent: variant.independent,
        change: change(variant.value),
    }
}

/// The matchers and the exceptions of a row.
fn sets(row: &Row) -> (Vec<&Matcher>, Vec<&Matcher>) {
    match &row.on {
        On::Consumed { any, except } => (values(any), values(except)),
        On::Peeked(any) => (values(any), Vec::new()),
        On::Ahead { .. } => Default::default(),
    }
}
