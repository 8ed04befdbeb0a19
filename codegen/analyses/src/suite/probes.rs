//! The shortest inputs that reach everything a revision does: a breadth-first walk from every entry.
//!
//! A test should be as short as its purpose allows, and the same tables must always give the same suite. So
//! configurations are visited by length and merged by what rows can observe of them, and of each state only so many
//! are expanded. The bound can miss what needs a long history; `suite::search` asks the comparison of machines for
//! those.

use super::alphabet::Alphabet;
use super::context::SetupInput;
use crate::compare::DeadRegisters;
use crate::mutate::Sites;
use std::collections::{HashMap, HashSet, VecDeque};
use tokenwright_interpreter::{Digits, Interpreter, Machine, Observer, Progress, Refusal, Setup};
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// The number of configurations of one state that the walk expands.
const PLACES: usize = 48;
/// At how many of them, for each return state, it also tries texts.
const TEXTED: usize = 3;

/// An input of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Probe {
    /// How the machine is started.
    pub(super) setup: usize,
    pub(super) input: String,
}

/// What the walk has found, the shortest first.
#[derive(Debug, Default)]
pub(super) struct Probes {
    pub(super) setups: Vec<Setup>,
    /// Inputs whose last character has an effect that no known shorter input has.
    pub(super) all: Vec<Probe>,
    /// For each number in [`Sites`], the probes that run it.
    pub(super) of: HashMap<u32, Vec<usize>>,
    /// For each number, texts that run it, each at one place.
    pub(super) texted: HashMap<u32, Vec<Probe>>,
    /// For each block, inputs that lead to it.
    pub(super) places: HashMap<u32, Vec<Probe>>,
    /// For each number, inputs that lead to a place from where it runs next.
    pub(super) before: HashMap<u32, Vec<Probe>>,
    pub(super) key: Key,
}

impl Probes {
    /// Walks through a revision.
    ///
    /// # Errors
    /// If the revision cannot be run to an end.
    pub(super) fn of(
        interpreter: &Interpreter<'_>,
        references: &References,
        sites: &Sites,
        alphabet: &Alphabet,
    ) -> Result<Self, Refusal> {
        Self::until(interpreter, references, sites, alphabet, |_, _| Ok(false))
    }

    /// Walks through a revision until `enough` says so. It is asked before the walk reaches inputs of more texts, with their
    /// number, and the probes so far: each later probe has at least as many characters as the number.
    ///
    /// # Errors
    /// If the revision cannot be run to an end.
    pub(super) fn until<E>(
        interpreter: &Interpreter<'_>,
        references: &References,
        sites: &Sites,
        alphabet: &Alphabet,
        mut enough: E,
    ) -> Result<Self, Refusal>
    where
        E: FnMut(usize, &Probes) -> Result<bool, Refusal>,
    {
        let revision = interpreter.revision();
        let key = Key::of(revision, references);
        let mut probes = Probes {
            setups: setups(revision),
            ..Probes::default()
        };
        let mut open: VecDeque<(usize, usize, String)> = (0..probes.setups.len())
            .map(|setup| (0, setup, String::new()))
            .collect();
        let mut reached = 0;
        let mut found = HashSet::new();
        let mut traces = HashSet::new();
        let mut counts: HashMap<usize, usize> = HashMap::new();
        let mut texted: HashMap<(usize, Option<usize>), usize> = HashMap::new();
        let singles: Vec<String> = alphabet.characters.iter().map(char::to_string).collect();
        while let Some((depth, setup, input)) = open.pop_front() {
            if depth > reached {
                reached = depth;
                if enough(depth, &probes)? {
                    break;
                }
            }
            let start = &probes.setups[setup].clone();
            let Some(machine) = arrive(interpreter, start, &input)? else {
                continue;
            };
            let state = machine.state();
            let count = counts.entry(state).or_default();
            let returns = (state, machine.register_values().return_state);
            if !found.insert(key.place(&machine, start, &input)) || *count == PLACES {
                continue;
            }
            *count += 1;
            let block = sites.block(&revision.states[state]);
            let here = Probe {
                setup,
                input: input.clone(),
            };
            probes.places.entry(block).or_default().push(here.clone());
            let first = *count == 1;
            let texted = texted.entry(returns).or_default();
            *texted += 1;
            let texts = if *texted <= TEXTED {
                &alphabet.texts[..]
            } else {
                &[]
            };
            let gathered = |text: &&String| {
                let whole = format!("{input}{text}");
                let machine = arrive(interpreter, start, &whole);
                matches!(machine, Ok(Some(machine))
                    if machine.register_values().temporary_buffer.eq_ignore_ascii_case(text))
            };
            let begun = match texts.is_empty() {
                true => &[],
                false => &alphabet.begun[..],
            };
            let begun: Vec<&String> = begun.iter().filter(gathered).collect();
            for text in singles
                .iter()
                .chain(texts)
                .chain(begun)
                .map(String::as_str)
                // The end of the input.
                .chain([""])
            {
                let whole = Probe {
                    setup,
                    input: format!("{input}{text}"),
                };
                let runs = steps(interpreter, sites, start, &whole.input, input.len())?;
                let class = text.chars().next();
                let mut numbers = runs.clone();
                numbers.sort_unstable();
                numbers.dedup();
                if first && text.chars().nth(1).is_some() {
                    for number in &numbers {
                        let texted = probes.texted.entry(*number).or_default();
                        texted.push(whole.clone());
                    }
                }
                for number in &numbers {
                    let before = probes.before.entry(*number).or_default();
                    if before.last() != Some(&here) {
                        before.push(here.clone());
                    }
                }
                if traces.insert((state, class, runs)) {
                    let probe = probes.all.len();
                    for number in &numbers {
                        probes.of.entry(*number).or_default().push(probe);
                    }
                    probes.all.push(whole.clone());
                }
                if !text.is_empty() {
                    open.push_back((depth + 1, setup, whole.input));
                }
            }
        }
        drop(found);
        Ok(Probes { key, ..probes })
    }
}

impl Probe {
    /// The input, with how the tokenizer is started for it.
    pub(super) fn whole(&self, probes: &Probes) -> SetupInput {
        (probes.setups[self.setup].clone(), self.input.clone())
    }
}

/// The machine before it reads more input; `None` if it has finished.
fn arrive<'p, 'r>(
    interpreter: &'p Interpreter<'r>,
    setup: &Setup,
    input: &str,
) -> Result<Option<Machine<'p, 'r, ()>>, Refusal> {
    let mut machine = interpreter.start(setup, input, ())?;
    while machine.offset() < input.len() {
        if machine.advance()? == Progress::Finished {
            return Ok(None);
        }
    }
    Ok(Some(machine))
}

/// The range that runs from the first character at or after `from`: until it is consumed, or for a text
/// until its end.
fn steps(
    interpreter: &Interpreter<'_>,
    sites: &Sites,
    setup: &Setup,
    input: &str,
    from: usize,
) -> Result<Vec<u32>, Refusal> {
    let recorder = sites.recorder();
    let mut machine = interpreter.start(setup, input, &recorder)?;
    while machine.offset() < from {
        machine.advance()?;
    }
    let _ = recorder.take();
    // A state that hands the character on is followed until one takes it, a text to the end.
    let text = input[from..].chars().nth(1).is_some();
    for at in 0.. {
        // A bound, as tables may hand a character on without end.
        let taken = machine.offset() > from || at == 8;
        if !text && taken || machine.advance()? == Progress::Finished {
            break;
        }
    }
    Ok(recorder.take())
}

/// The part of a configuration that rows can observe.
#[derive(Debug, Default)]
pub(super) struct Key {
    words: Vec<String>,
    /// Borders between numbers, the least first.
    codes: Vec<u32>,
    names: Vec<String>,
    behind: Vec<String>,
    /// For each state, whether from there on the temporary buffer is compared with a word.
    compare: Vec<bool>,
}

/// The part of a configuration that rows can observe.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ObservableState<'k> {
    state: usize,
    return_state: Option<usize>,
    buffer: Buffer<'k>,
    additional_allowed: Option<char>,
    content_model: Option<ContentModel>,
    escape: bool,
    digits: [Digits; 2],
    /// How many borders the number is below; numbers that a row names are borders themselves.
    code: usize,
    tag: Option<TagPlace<'k>>,
    /// The longest text ending here that may become one that is looked back for.
    behind: Option<&'k str>,
    foreign: bool,
    /// Whether there was a start tag.
    named: bool,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Buffer<'k> {
    Empty,
    /// The beginning of a word, or the whole.
    Word(&'k str),
    Other,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct TagPlace<'k> {
    is_end: bool,
    /// The name, if it is on a list.
    name: Option<&'k String>,
    /// Whether it is the name of the last start tag (2), or the beginning of it.
    last: u8,
    has_attributes: bool,
    is_duplicate: Option<bool>,
    self_closing: bool,
}

impl Key {
    fn of(revision: &Revision, references: &References) -> Self {
        let queried = super::conditions::QueriedConditions::of(revision);
        let codes = references.replacements.iter().map(|(code, _)| *code);
        let mut codes: Vec<u32> = queried.codes.into_iter().chain(codes).collect();
        codes.sort_unstable();
        let dead = DeadRegisters::of([revision, revision]);
        let states = 0..revision.states.len();
        let names = revision.about.names.iter().flat_map(|(_, names)| names);
        Key {
            words: queried.words,
            codes,
            names: names.cloned().collect(),
            behind: queried.behind,
            compare: states.map(|at| dead.compares_buffer(at)).collect(),
        }
    }

    pub(super) fn place<O: Observer>(
        &self,
        machine: &Machine<'_, '_, O>,
        setup: &Setup,
        input: &str,
    ) -> ObservableState<'_> {
        let (state, registers) = (machine.state(), machine.register_values());
        let code = registers.code;
        let last = registers.last_start_tag.as_deref();
        let tag = registers.tag.as_deref().map(|tag| TagPlace {
            is_end: tag.is_end,
            name: self.names.iter().find(|name| **name == tag.name),
            last: match last {
                Some(last) if last == tag.name => 2,
                Some(last) if last.starts_with(&tag.name) => 1,
                _ => 0,
            },
            has_attributes: tag.has_attributes(),
            is_duplicate: tag.is_duplicate(),
            self_closing: tag.self_closing,
        });
        let prefixes = self
            .behind
            .iter()
            .flat_map(|text| (1..=text.len()).map(|end| &text[..end]));
        let behind = prefixes.filter(|text| input.ends_with(text));
        ObservableState {
            state,
            return_state: registers.return_state,
            buffer: self.buffer(&registers.temporary_buffer, self.compare[state]),
            additional_allowed: registers.additional_allowed,
            content_model: registers.content_model,
            escape: registers.escape,
            digits: [registers.digits, registers.base],
            code: self.codes.len() - self.codes.partition_point(|border| *border <= code),
            tag,
            behind: behind.max_by_key(|text| text.len()),
            foreign: setup.foreign,
            named: last.is_some(),
        }
    }

    /// The whole word is kept even if no condition compares it, for a mutant that does not clear the
    /// buffer.
    fn buffer(&self, buffer: &str, compared: bool) -> Buffer<'_> {
        if buffer.is_empty() {
            return Buffer::Empty;
        }
        let begins = |word: &&String| word.starts_with(buffer);
        let is = |word: &&String| **word == buffer;
        let mut words = self.words.iter();
        let word = match compared {
            true => words.find(begins),
            false => words.find(is),
        };
        word.map_or(Buffer::Other, |word| Buffer::Word(&word[..buffer.len()]))
    }
}

/// Every entry: the states that tree construction can set, with and without a last start tag, and inside
/// foreign content.
fn setups(revision: &Revision) -> Vec<Setup> {
    let about = &revision.about;
    let states = about.entry_states.iter();
    let states = states.map(|state| (Some(state.value.clone()), None));
    let models = ContentModel::ALL.iter().map(|(model, _)| *model);
    let models = models.filter(|model| about.content_model_flag && *model != ContentModel::Pcdata);
    let starts: Vec<_> = states
        .chain(models.map(|model| (None, Some(model))))
        .collect();
    let mut setups = vec![Setup::default()];
    for name in [Some("a"), None, Some("ab")] {
        setups.extend(starts.iter().map(|(state, content_model)| Setup {
            state: state.clone(),
            content_model: *content_model,
            last_start_tag: name.map(str::to_owned),
            ..Setup::default()
        }));
    }
    if super::conditions::QueriedConditions::of(revision).foreign {
        setups.push(Setup {
            foreign: true,
            ..Setup::default()
        });
    }
    setups
}
