//! The mutants of rows, and of the parts outside states.
//!
//! A class of characters may be too large or too small by one. Such a mutant is an additional row before all others,
//! which moves one character at the border of a class, so ranges need not be cut. Characters that another row treats
//! alike are left out. Each mutant knows what an input has to run to show it, so most inputs need not be tried.

use super::body::dropped;
use super::members::Borders;
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
        all(site, variants, |body| Change::Rule(index, body))
    }

    pub(super) fn definition(&self, index: usize) -> Vec<Mutant> {
        let site = Site {
            part: Part::Definition(index),
            row: None,
        };
        let change = |definition| Change::Definition(index, Box::new(definition));
        match &self.revision.definitions[index] {
            Definition::Step { name, body } => all(site, self.body(body), |body| {
                let name = name.clone();
                change(Definition::Step { name, body })
            }),
            Definition::Condition { name, any } => {
                // A definition within a definition is evaluated for every input that evaluates the outer
                // one.
                let variants = self.tests(any, Trigger::Always);
                all(site, variants, |any| {
                    let name = name.clone();
                    change(Definition::Condition { name, any })
                })
            }
        }
    }

    /// The mutants of a state or a procedure.
    pub(super) fn block(
        &self,
        part: Part,
        block: &State,
        change: impl Fn(State) -> Change,
    ) -> Vec<Mutant> {
        let entry = Site { part, row: None };
        let mut found = all(entry, self.body(&block.body), |body| {
            let block = block.clone();
            change(State { body, ..block })
        });
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
            let number = self.sites.block(block);
            let variants = self.tests(&row.when, Trigger::Takes(number, None));
            found.extend(all(site, variants, |when| {
                let row = row.clone();
                with(Row { when, ..row })
            }));
            found.extend(all(site, self.body(&row.body), |body| {
                let row = row.clone();
                with(Row { body, ..row })
            }));
            let variants = self.moved(&block.rows, row, Some(number));
            found.extend(all(site, variants, |first| {
                let mut block = block.clone();
                block.rows.insert(0, first);
                change(block)
            }));
        }
        found
    }

    pub(super) fn input_stream(&self) -> Vec<Mutant> {
        let rows = &self.revision.input_stream.rows;
        let mut found = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let site = Site {
                part: Part::InputStream,
                row: Some(index),
            };
            let (any, except) = row.on.matcher_lists();
            let members = self.set(any).minus(&self.set(except));
            let met = Borders::of(self.revision, members.ranges()).inside;
            let Some(first) = met.first().copied() else {
                // UTF-8 text has no surrogates, so such a row cannot run.
                continue;
            };
            let without = row.body.iter().enumerate().filter_map(|(at, clause)| {
                let Clause::Step(step) = clause else {
                    return None;
                };
                let mut rows = rows.clone();
                rows[index].body[at] = Clause::Step(Located::nowhere(Step::Ignore));
                let description = format!("without \"{}\"", step.value);
                let triggers = vec![Trigger::Holds(first)];
                Some(Variant::new(
                    dropped(&step.value),
                    description,
                    triggers,
                    rows,
                ))
            });
            found.extend(all(site, without.collect(), Change::InputStream));
            found.extend(all(site, self.moved(rows, row, None), |first| {
                let mut rows = rows.clone();
                rows.insert(0, first);
                Change::InputStream(rows)
            }));
        }
        found
    }

    /// Rows that move one character to another row: to `row` if its class is
    /// to grow, and to the row `anything else` if it is to shrink. They precede all other rows.
    fn moved(&self, rows: &[Row], row: &Row, block: Option<u32>) -> Vec<Variant<Row>> {
        let (any, except) = row.on.matcher_lists();
        let mut all = Vec::new();
        if any.is_empty() || has_anything_else(any) {
            return all;
        }
        let named = self.set(any);
        let borders = Borders::of(self.revision, named.minus(&self.set(except)).ranges());
        let is_rest = |on: &On| has_anything_else(on.matcher_lists().0);
        let mut others = rows.iter();
        let rest = others.find(|other| other.when.is_empty() && is_rest(&other.on));
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
            let row = Row {
                on: match &row.on {
                    On::Peeked(_) => On::Peeked(any),
                    _ => On::Consumed {
                        any,
                        except: Vec::new(),
                    },
                },
                body: body.to_vec(),
                ..row.clone()
            };
            let description = format!("{verb} {matcher}");
            all.push(Variant::new(operator, description, vec![trigger], row));
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

    fn set(&self, matchers: &[Located<Matcher>]) -> Set {
        Set::of_all(matchers, &self.revision.about)
    }

    fn takes(&self, row: &Row, c: char) -> bool {
        let (any, except) = row.on.matcher_lists();
        let code = u32::from(c);
        let has = |matchers: &[Located<Matcher>]| {
            has_anything_else(matchers) || self.set(matchers).contains(Some(code))
        };
        has(any) && !has(except)
    }
}

/// The mutants of a row that have these values in it.
fn all<T>(site: Site, variants: Vec<Variant<T>>, change: impl Fn(T) -> Change) -> Vec<Mutant> {
    let mutant = |variant: Variant<T>| Mutant {
        site,
        operator: variant.operator,
        description: variant.description,
        triggers: variant.triggers,
        independent: variant.independent,
        change: change(variant.value),
    };
    variants.into_iter().map(mutant).collect()
}

fn has_anything_else(matchers: &[Located<Matcher>]) -> bool {
    matchers.iter().any(|it| it.value == Matcher::AnythingElse)
}
