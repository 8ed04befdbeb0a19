//! Local proofs of mutants: two machines that differ in one state start in it with the same registers and
//! run until their configurations converge.
//!
//! Before the changed state both machines have the same registers for every input. If they converge
//! for every input from there without a visible difference, no input distinguishes them. A register that no
//! condition reads is only copied, so one unique content represents all. A register that a condition reads
//! is tried with every possible content: the first runs record which registers are read. Contents that no
//! input produces are tried too, so a difference proves nothing, and `compare` decides. An
//! input that the tables refuse has no output that a test could expect.

use super::alphabet::Alphabet;
use super::conditions::QueriedConditions;
use super::fork::Fork;
use super::recorder::{Query, ReadRecorder};
use crate::compare::DeadRegisters;
use crate::mutate::{Mutant, Part};
use tokenwright_interpreter::{Doctype, Interpreter, Registers, RunState, Setup, TagBuilder};
use tokenwright_tables::grammar::{ContentModel, Matcher, Step};
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{On, Revision};

/// The number of pairs explored before the result is inconclusive.
const PAIRS: usize = 20_000;
/// How many contents of the registers are tried.
const CONTENTS: usize = 400;
/// Content that occurs nowhere in the tables.
const NOWHERE: &str = "\u{E123}\u{E124}";

/// The data that the proofs for one revision share.
#[derive(Debug)]
pub(super) struct Ground<'r> {
    interpreter: &'r Interpreter<'r>,
    queried: QueriedConditions,
    returns: Vec<usize>,
    /// Whether the rows of some state match a character that was allowed before.
    additional: bool,
}

impl<'r> Ground<'r> {
    pub(super) fn new(interpreter: &'r Interpreter<'r>) -> Self {
        let revision = interpreter.revision();
        let states = revision.states.iter();
        let steps = states.clone().flat_map(|state| state.nodes().steps());
        let returns = steps.filter_map(|step| match step {
            Step::SetReturnState(state) => interpreter.state(&state.0).ok(),
            _ => None,
        });
        let mut returns: Vec<usize> = returns.collect();
        returns.sort_unstable();
        returns.dedup();
        let matches_additional = |on: &On| {
            let mut matchers = on.matchers();
            matchers.any(|m| m.value == Matcher::AdditionalAllowed)
        };
        let mut rows = states.flat_map(|state| &state.rows);
        Ground {
            interpreter,
            queried: QueriedConditions::of(revision),
            returns,
            additional: rows.any(|row| matches_additional(&row.on)),
        }
    }

    /// Whether a mutant of a part is proved equal; `changed` runs it. `false` is no verdict.
    pub(super) fn proves(&self, part: Part, mutant: &Mutant, changed: &Interpreter<'_>) -> bool {
        let Part::State(state) = part else {
            return false;
        };
        if self.additional {
            return false;
        }
        let revision = self.interpreter.revision();
        let mutant = &mutant.revision(revision);
        let names = ["ab".to_owned()];
        let characters = Alphabet::together([revision, mutant], &names);
        let dead = DeadRegisters::of([revision, mutant]);
        let notes = ReadRecorder::default();
        let mut tried = None;
        while tried != Some(notes.queried.get()) {
            let queried = notes.queried.get();
            tried = Some(queried);
            let Some(contents) = self.contents(queried) else {
                return false;
            };
            for registers in contents {
                if !self.follow(state, changed, (&characters, &dead), &registers, &notes) {
                    return false;
                }
            }
        }
        true
    }

    /// Follows two machines from a state with given registers, for every input.
    fn follow(
        &self,
        state: usize,
        changed: &Interpreter<'_>,
        (characters, dead): (&[char], &DeadRegisters),
        registers: &Registers,
        notes: &ReadRecorder,
    ) -> bool {
        let setup = Setup {
            state: Some(self.interpreter.revision().states[state].name.value.clone()),
            ..Setup::default()
        };
        let machines = (
            self.interpreter.open(&setup, notes),
            changed.open(&setup, notes),
        );
        let (Ok(mut a), Ok(mut b)) = machines else {
            return false;
        };
        a.set_registers(registers.clone());
        b.set_registers(registers.clone());
        let mut fork = Fork::new([a, b]);
        fork.feed("");
        let mut open = vec![fork];
        let mut pairs = 0;
        while let Some(fork) = open.pop() {
            if !agrees_at_end(&fork) || notes.open.get() {
                return false;
            }
            for c in characters {
                pairs += 1;
                // Not a difference: the caller asks `compare`.
                if pairs > PAIRS {
                    return false;
                }
                let mut next = fork.clone();
                next.feed(c.encode_utf8(&mut [0; 4]));
                if notes.open.get() {
                    return false;
                }
                // If the tables refuse the input, there is nothing to compare.
                if next.has_converged(dead) || matches!(next.run_state[0], RunState::Stopped(_)) {
                    continue;
                }
                open.push(next);
            }
        }
        true
    }

    /// All register contents that conditions distinguish; `None` if there are too many.
    fn contents(&self, queried: u32) -> Option<Vec<Registers>> {
        let revision = self.interpreter.revision();
        let mut all = vec![self.generic()];
        for (query, _) in Query::ALL {
            if queried & query.bit() == 0 {
                continue;
            }
            let mut more = Vec::new();
            for registers in &all {
                self.vary(query, revision, registers, &mut more);
            }
            if more.len() > CONTENTS {
                return None;
            }
            all = more;
        }
        Some(all)
    }

    fn generic(&self) -> Registers {
        let about = &self.interpreter.revision().about;
        let mut tag = TagBuilder::new(false);
        tag.name = NOWHERE.to_owned();
        tag.attributes = vec![(NOWHERE.to_owned(), NOWHERE.to_owned())];
        Registers {
            temporary_buffer: NOWHERE.to_owned(),
            return_state: self.returns.first().copied(),
            last_start_tag: Some(NOWHERE.to_owned()),
            content_model: about.content_model_flag.then_some(ContentModel::Pcdata),
            code: 0xE123,
            tag: Some(tag.into()),
            comment: Some(NOWHERE.to_owned()),
            doctype: Some(
                Doctype {
                    name: Some(NOWHERE.to_owned()),
                    public: Some(NOWHERE.to_owned()),
                    system: Some(NOWHERE.to_owned()),
                    force_quirks: false,
                }
                .into(),
            ),
            processing_instruction: Some((NOWHERE.to_owned(), NOWHERE.to_owned())),
            ..Registers::default()
        }
    }

    fn vary(&self, query: Query, revision: &Revision, from: &Registers, all: &mut Vec<Registers>) {
        let mut add = |change: Change<'_>| {
            let mut registers = from.clone();
            change(&mut registers);
            all.push(registers);
        };
        match query {
            Query::Buffer => {
                add(&|_| {});
                add(&|r| r.temporary_buffer.clear());
                for word in &self.queried.words {
                    for (end, c) in word.char_indices() {
                        let begun = &word[..end + c.len_utf8()];
                        add(&|r| r.temporary_buffer = begun.to_owned());
                    }
                }
            }
            Query::ReturnState => {
                for state in &self.returns {
                    add(&|r| r.return_state = Some(*state));
                }
            }
            Query::LastStartTag => {
                for name in [None, Some("a"), Some("ab")] {
                    add(&|r| r.last_start_tag = name.map(str::to_owned));
                }
            }
            Query::TagName => {
                for name in ["", "a", "ab", NOWHERE] {
                    add(&|r| {
                        if let Some(tag) = &mut r.tag {
                            tag.name = name.to_owned();
                        }
                    });
                }
            }
            Query::Tag => vary_tag(&mut add),
            Query::Comment => {
                add(&|_| {});
                add(&|r| r.comment = Some(String::new()));
                add(&|r| r.comment = None);
            }
            Query::Doctype => {
                add(&|_| {});
                add(&|r| r.doctype = Some(Doctype::default().into()));
                add(&|r| r.doctype = None);
            }
            Query::Instruction => {
                add(&|_| {});
                add(&|r| r.processing_instruction = None);
            }
            Query::ContentModel => {
                for (model, _) in ContentModel::ALL {
                    let flag = revision.about.content_model_flag;
                    add(&|r| r.content_model = flag.then_some(*model));
                }
            }
            Query::Escape => {
                add(&|r| r.escape = false);
                add(&|r| r.escape = true);
            }
            Query::Foreign => {
                add(&|r| r.foreign = false);
                add(&|r| r.foreign = true);
            }
        }
    }
}

/// A change of the registers.
type Change<'a> = &'a dyn Fn(&mut Registers);

/// Tags of both kinds, with attributes and without, the current one a duplicate or not, or removed.
fn vary_tag(add: &mut dyn FnMut(Change<'_>)) {
    add(&|r| r.tag = None);
    for is_end in [false, true] {
        for self_closing in [false, true] {
            for attributes in 0..4 {
                add(&|r| {
                    let Some(tag) = &mut r.tag else { return };
                    tag.is_end = is_end;
                    tag.self_closing = self_closing;
                    let attribute = (NOWHERE.to_owned(), NOWHERE.to_owned());
                    match attributes {
                        0 => tag.attributes.clear(),
                        1 => {}
                        2 => {
                            tag.attributes.push(attribute);
                            tag.earlier.insert(NOWHERE.to_owned());
                        }
                        _ => {
                            tag.earlier.insert(NOWHERE.to_owned());
                            tag.removed = Some(attribute);
                        }
                    }
                });
            }
        }
    }
}

/// Whether the outputs are equal if the input ends here.
fn agrees_at_end(fork: &Fork<'_, &ReadRecorder>) -> bool {
    let mut closed = fork.clone();
    closed.close();
    match &closed.run_state {
        [RunState::Stopped(_), _] => true,
        [a, b] => a == b && closed.agrees(),
    }
}

#[cfg(test)]
mod tests {
    use super::Ground;
    use crate::compare::{Verdict, equal};
    use crate::mutate::{Operator, Part, Sites, mutants};
    use tokenwright_interpreter::Interpreter;
    use tokenwright_tables::load::{self, Loaded};

    fn newest() -> Loaded {
        load::newest_checked_in()
    }

    /// The mutants of a state by one operator that have a local proof, and the others.
    fn split(loaded: &Loaded, state: &str, operator: Operator) -> [Vec<(String, bool)>; 2] {
        let revision = &loaded.revision;
        let interpreter = Interpreter::new(revision, &loaded.references).expect("valid tables");
        let ground = Ground::new(&interpreter);
        let index = interpreter.state(state).expect("a state");
        let sites = Sites::new(revision);
        let mut both = [Vec::new(), Vec::new()];
        for mutant in mutants(revision, &sites, Part::State(index)) {
            if mutant.operator != operator {
                continue;
            }
            let changed = mutant.revision(revision);
            let other = interpreter
                .with_revision(&changed)
                .expect("a mutant that runs");
            let same = ground.proves(Part::State(index), &mutant, &other);
            let sides = (
                (revision, &loaded.references),
                (&changed, &loaded.references),
            );
            let equal = matches!(equal(sides.0, sides.1), Ok(Verdict::Equal(_)));
            both[usize::from(!same)].push((mutant.description, equal));
        }
        both
    }

    #[test]
    fn what_the_local_proof_proves_the_search_proves_too() {
        let loaded = newest();
        let mut proved = 0;
        for (state, operator) in [
            ("tag name", Operator::Larger),
            ("markup declaration open", Operator::Swapped),
        ] {
            let [same, others] = split(&loaded, state, operator);
            proved += same.len();
            for (description, equal) in &same {
                assert!(equal, "{state} state: {description}");
            }
            assert!(others.iter().any(|(_, equal)| !equal), "{state} state");
        }
        assert!(proved >= 2, "{proved}");
    }
}
