//! Runs of characters that are only appended.
//!
//! The program has conditions under which one row processes a whole run. For each way in which they hold, the steps of the tables are
//! walked under the answers of that way: they have to append the character once, or leave that to rules of which the same is said.
//! The conditions come from the program, and what follows from them from the tables alone.

mod claims;
mod classes;
mod known;
mod steps;

use super::Compared;
use super::sentences::States;
use claims::{Claim, Claims};
use steps::{State, Steps};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::tree::model::{DISPATCH, Mode, TreeTables};

pub(super) fn check(
    tables: &TreeTables,
    program: &TreeProgram,
    states: &States,
    compared: &mut Compared,
) {
    let check = Check {
        tables,
        program,
        claims: Claims { program, states },
    };
    check.dispatcher(compared);
    check.quick_returns(compared);
    for (at, mode) in tables
        .modes
        .iter()
        .chain(&tables.foreign_content)
        .enumerate()
    {
        for class in 0..=program.classes.len() {
            let before = compared.differences.len();
            let of = format!("{}, {}", mode_name(mode), check.class(class));
            check.of_class((at, mode), class, &of, compared);
            check.widened((at, mode), class, &of, compared);
            let ours = program.mode(at);
            if let Some(candidate) = ours.characters.get(class).and_then(|it| it.last()) {
                compared.are_of_row(before, &mode.name.value, candidate.row);
            }
        }
    }
}

fn mode_name(mode: &Mode) -> String {
    match mode.name.value.as_str() {
        "in foreign content" => "foreign content".to_owned(),
        name => format!("\"{name}\""),
    }
}

struct Check<'c> {
    tables: &'c TreeTables,
    program: &'c TreeProgram,
    claims: Claims<'c>,
}

impl Check<'_> {
    /// A character of a class.
    fn code(&self, class: usize) -> u32 {
        let classes = &self.program.classes;
        let mut codes = match classes.get(class).and_then(|ranges| ranges.first()) {
            Some((first, _)) => *first..=*first,
            None => 0..=0x0010_FFFF,
        };
        let is_named = |code: &u32| {
            let mut ranges = classes.iter().flatten();
            ranges.any(|(first, last)| (first..=last).contains(&code))
        };
        let is_other = class >= classes.len();
        codes.find(|code| !is_other || !is_named(code)).unwrap_or(0)
    }

    fn class(&self, class: usize) -> String {
        match class < self.program.classes.len() {
            true => format!("characters like U+{:04X}", self.code(class)),
            false => "other characters".to_owned(),
        }
    }

    fn of_class(
        &self,
        (at, mode): (usize, &Mode),
        class: usize,
        of: &str,
        compared: &mut Compared,
    ) {
        let program = self.program;
        let ours = program.mode(at);
        let quiet = ours.quiet.get(class).map_or(&[][..], |it| it);
        if !ours.characters[class].starts_with(quiet) {
            compared.differ(of, "the rows of the class", "other rows");
        }
        let claims = self.claims.of_class(ours, quiet);
        self.each(claims, of, compared, |claim| {
            self.steps(claim).rows(mode, self.code(class))
        });
    }

    fn dispatcher(&self, compared: &mut Compared) {
        if self.program.quiet_dispatch.is_empty() {
            return;
        }
        let before = compared.differences.len();
        let claims = self.claims.of(&self.program.quiet_dispatch, &[]);
        let dispatcher = self.tables.algorithm(DISPATCH);
        let body = dispatcher.map_or(&[][..], |at| &self.tables.algorithms[at].body);
        self.each(claims, DISPATCH, compared, |claim| {
            self.steps(claim).body(body, State::default())
        });
        compared.are_of_row(before, DISPATCH, 0);
    }

    /// An algorithm that is said to return at once must do nothing.
    fn quick_returns(&self, compared: &mut Compared) {
        let program = self.program;
        for (algorithm, quick) in self.tables.algorithms.iter().zip(&program.quick_returns) {
            let Some(quick) = quick.and_then(|quick| program.algorithms.get(quick)) else {
                continue;
            };
            let before = compared.differences.len();
            let claims = match &quick.body.segments[..] {
                [segment] => self.claims.of(segment, &quick.body.variables),
                _ => Err("conditions with labels".to_owned()),
            };
            self.each(claims, &quick.name, compared, |claim| {
                let states = self.steps(claim).body(&algorithm.body, State::default())?;
                match states.iter().all(|it| it.appended + it.runs == 0) {
                    true => Ok(states),
                    false => Err("the character is appended".to_owned()),
                }
            });
            compared.are_of_row(before, &algorithm.name.value, 0);
        }
    }

    /// The classes that are processed as another.
    fn widened(&self, (at, mode): (usize, &Mode), class: usize, of: &str, compared: &mut Compared) {
        let program = self.program;
        if program.processed_as.is_empty() && program.widest.is_empty() {
            return;
        }
        let masks = program.processed_as.get(at).map_or(&[][..], |it| it);
        let widest = program.widest.get(at).and_then(|it| it.get(class));
        let (Some(mask), Some(widest)) = (masks.get(class), widest) else {
            compared.differ(of, "a class of characters", "none");
            return;
        };
        let has = |mask: u32, class: usize| mask.checked_shr(class as u32).unwrap_or(0) & 1 != 0;
        if !masks.get(*widest).is_some_and(|mask| has(*mask, class)) {
            let program = format!("as {}, which does not have them", self.class(*widest));
            compared.differ(of, "processed as a class that has them", &program);
        }
        if !has(*mask, class) {
            compared.differ(of, "processed as themselves", "not processed as themselves");
        }
        for other in (0..u32::BITS as usize).filter(|other| *other != class && has(*mask, *other)) {
            let codes = (self.code(class), self.code(other));
            // A character in foreign content is dispatched in the same insertion mode.
            let modes = [Some(mode), self.tables.foreign_content.as_ref()];
            let faults = modes.into_iter().flatten().map(|of| {
                classes::same(self.tables, of, codes).map_err(|why| (mode_name(of), why))
            });
            let fault = match other <= program.classes.len() {
                true => faults.filter_map(Result::err).next(),
                false => Some((mode_name(mode), "there is no such class".to_owned())),
            };
            if let Some((where_, why)) = fault {
                let program = format!("{} are processed as these", self.class(other));
                compared.differ(of, &format!("in {where_}: {why}"), &program);
            }
            compared.quiet += 1;
        }
    }

    fn steps<'s>(&'s self, claim: &'s Claim) -> Steps<'s> {
        Steps {
            tables: self.tables,
            known: &claim.known,
            runs: &claim.runs,
        }
    }

    fn each(
        &self,
        claims: Result<Vec<Claim>, String>,
        of: &str,
        compared: &mut Compared,
        walk: impl Fn(&Claim) -> Result<Vec<State>, String>,
    ) {
        let claims = match claims {
            Ok(claims) => claims,
            Err(why) => return compared.differ(of, "", &why),
        };
        for claim in &claims {
            compared.quiet += 1;
            if let Err(step) = walk(claim) {
                let known = claim.known.iter().map(|(condition, answer)| match answer {
                    true => condition.clone(),
                    false => format!("not ({condition})"),
                });
                let known: Vec<String> = known.collect();
                let program = match known.is_empty() {
                    true => "only appends".to_owned(),
                    false => format!("only appends if {}", known.join(" and ")),
                };
                compared.differ(of, &step, &program);
            }
        }
    }
}
