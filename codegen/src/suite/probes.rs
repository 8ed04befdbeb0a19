//! Shortest inputs for everything that a revision does: a breadth-first walk from every way to start.

use super::alphabet::Alphabet;
use crate::compare::Dead;
use crate::grammar::ContentModel;
use crate::interpret::{Interpreter, Progress, Refusal, Setup, Snapshot};
use crate::model::Revision;
use crate::mutate::Sites;
use crate::references::References;
use std::collections::{HashMap, HashSet, VecDeque};

/// How many places with one state the walk goes on from.
const PLACES: usize = 48;
/// At how many of them, for each return state, it also tries texts.
const TEXTED: usize = 3;

/// An input whose last character does something that no shorter one was found to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Probe {
    /// How the machine is started.
    pub(super) setup: usize,
    /// The input.
    pub(super) input: String,
}

/// All probes, the shortest first.
#[derive(Debug)]
pub(super) struct Probes {
    pub(super) setups: Vec<Setup>,
    pub(super) all: Vec<Probe>,
    /// For each number in [`Sites`], the probes that run it.
    pub(super) of: HashMap<u32, Vec<usize>>,
    /// For each number, texts that run it, each at one place.
    pub(super) texted: HashMap<u32, Vec<(usize, String)>>,
    /// For each block, inputs that lead to it.
    pub(super) places: HashMap<u32, Vec<(usize, String)>>,
    /// For each number, inputs that lead to a place from where it runs next.
    pub(super) before: HashMap<u32, Vec<(usize, String)>>,
    pub(super) key: Key,
}

impl Probes {
    /// Walks through a revision.
    ///
    /// # Errors
    /// Where the revision cannot be run to an end.
    pub(super) fn of(
        interpreter: &Interpreter<'_>,
        references: &References,
        sites: &Sites,
        alphabet: &Alphabet,
    ) -> Result<Self, Refusal> {
        let revision = interpreter.revision();
        let mut probes = Probes {
            setups: setups(revision),
            all: Vec::new(),
            of: HashMap::new(),
            texted: HashMap::new(),
            places: HashMap::new(),
            before: HashMap::new(),
            key: Key::of(revision, references),
        };
        let mut open: VecDeque<(usize, String)> = (0..probes.setups.len())
            .map(|setup| (setup, String::new()))
            .collect();
        let mut found = HashSet::new();
        let mut traces = HashSet::new();
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut texted: HashMap<(usize, Option<String>), usize> = HashMap::new();
        let singles: Vec<String> = alphabet.characters.iter().map(char::to_string).collect();
        while let Some((setup, input)) = open.pop_front() {
            let start = &probes.setups[setup];
            let Some(place) = arrive(interpreter, start, &input)? else {
                continue;
            };
            let count = counts.entry(place.state.clone()).or_default();
            let state = interpreter.state(&place.state)?;
            let returns = (state, place.return_state.clone());
            let known = probes.key.place(place, start, &input);
            if !found.insert(known) || *count == PLACES {
                continue;
            }
            *count += 1;
            let block = sites.block(&revision.states[state]);
            probes
                .places
                .entry(block)
                .or_default()
                .push((setup, input.clone()));
            let first = *count == 1;
            let texted = texted.entry(returns).or_default();
            *texted += 1;
            let texts = if *texted <= TEXTED {
                &alphabet.texts[..]
            } else {
                &[]
            };
            let start = &probes.setups[setup];
            let gathered = |text: &&String| {
                let whole = format!("{input}{text}");
                let place = arrive(interpreter, start, &whole);
                matches!(place, Ok(Some(place))
                    if place.temporary_buffer.eq_ignore_ascii_case(text))
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
                .chain([""])
            {
                let whole = format!("{input}{text}");
                let start = &probes.setups[setup];
                let runs = steps(interpreter, sites, start, &whole, input.len())?;
                let class = text.chars().next();
                let mut numbers = runs.clone();
                numbers.sort_unstable();
                numbers.dedup();
                if first && text.chars().nth(1).is_some() {
                    for number in &numbers {
                        let texted = probes.texted.entry(*number).or_default();
                        texted.push((setup, whole.clone()));
                    }
                }
                for number in &numbers {
                    let before = probes.before.entry(*number).or_default();
                    if before
                        .last()
                        .is_none_or(|place| *place != (setup, input.clone()))
                    {
                        before.push((setup, input.clone()));
                    }
                }
                if traces.insert((state, class, runs)) {
                    let probe = probes.all.len();
                    for number in &numbers {
                        probes.of.entry(*number).or_default().push(probe);
                    }
                    probes.all.push(Probe {
                        setup,
                        input: whole.clone(),
                    });
                }
                if !text.is_empty() {
                    open.push_back((setup, whole));
                }
            }
        }
        Ok(probes)
    }
}

/// The registers where more input would be read; none where the machine has come to its end.
fn arrive(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    input: &str,
) -> Result<Option<Snapshot>, Refusal> {
    let mut machine = interpreter.start(setup, input, ())?;
    while machine.offset() < input.len() {
        if machine.advance()? == Progress::Finished {
            return Ok(None);
        }
    }
    Ok(Some(machine.registers()))
}

/// What runs from the first character at or after `from`: up to where it is taken, or for a text to the end.
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
        let taken = machine.offset() > from || at == 8;
        if !text && taken || machine.advance()? == Progress::Finished {
            break;
        }
    }
    Ok(recorder.take())
}

/// What is kept of a place: all that a row can ask.
#[derive(Debug)]
pub(super) struct Key {
    words: Vec<String>,
    codes: Vec<u32>,
    names: Vec<String>,
    behind: Vec<String>,
    /// The states from which on the temporary buffer is compared with a word.
    compare: HashSet<String>,
}

/// See [`Key`].
pub(super) type Place = (Snapshot, Vec<bool>, Option<String>, (u8, bool, bool));

impl Key {
    fn of(revision: &Revision, references: &References) -> Self {
        let asked = super::asked::Asked::of(revision);
        let codes = references.replacements.iter().map(|(code, _)| *code);
        let dead = Dead::of([revision, revision]);
        let states = revision.states.iter().enumerate();
        let compare = states.filter(|(at, _)| dead.compares_buffer(*at));
        let names = revision.about.names.iter().flat_map(|(_, names)| names);
        Key {
            words: asked.words,
            codes: asked.codes.into_iter().chain(codes).collect(),
            names: names.cloned().collect(),
            behind: asked.behind,
            compare: compare.map(|(_, state)| state.name.value.clone()).collect(),
        }
    }

    pub(super) fn place(&self, mut place: Snapshot, setup: &Setup, input: &str) -> Place {
        place.offset = 0;
        let compared = self.compare.contains(&place.state);
        let begins = |word: &String| word.starts_with(&place.temporary_buffer);
        // A whole word is kept, for a mutant that forgets to clear the buffer.
        let kept = match compared {
            true => self.words.iter().any(begins),
            false => self.words.contains(&place.temporary_buffer),
        };
        if !place.temporary_buffer.is_empty() && !kept {
            place.temporary_buffer = "…".to_owned();
        }
        // Below every border and above it; numbers that a row names are themselves.
        let code = place.character_reference_code;
        place.character_reference_code = 0;
        let code: Vec<bool> = self.codes.iter().map(|border| code < *border).collect();
        let mut about = (0, setup.foreign, place.last_start_tag.is_some());
        if let Some(tag) = &mut place.tag {
            about.0 = match &place.last_start_tag {
                Some(last) if *last == tag.name => 2,
                Some(last) if last.starts_with(&tag.name) => 1,
                _ => 0,
            };
            if !self.names.contains(&tag.name) {
                tag.name.clear();
            }
        }
        place.last_start_tag = None;
        let prefixes = self
            .behind
            .iter()
            .flat_map(|text| (1..=text.len()).map(|end| &text[..end]));
        let behind = prefixes
            .filter(|text| input.ends_with(text))
            .max_by_key(|text| text.len());
        (place, code, behind.map(str::to_owned), about)
    }
}

/// Every way to start: where tree construction can put the tokenizer, with and without a last start
/// tag, and inside foreign content.
fn setups(revision: &Revision) -> Vec<Setup> {
    let about = &revision.about;
    let mut setups = vec![Setup::default()];
    let names = [Some("a".to_owned()), None];
    for last_start_tag in &names {
        for state in &about.entry_states {
            setups.push(Setup {
                state: Some(state.value.clone()),
                last_start_tag: last_start_tag.clone(),
                ..Setup::default()
            });
        }
        if about.content_model_flag {
            for (model, _) in ContentModel::ALL
                .iter()
                .filter(|(m, _)| *m != ContentModel::Pcdata)
            {
                setups.push(Setup {
                    content_model: Some(*model),
                    last_start_tag: last_start_tag.clone(),
                    ..Setup::default()
                });
            }
        }
    }
    let name = Some("ab".to_owned());
    let named = setups
        .iter()
        .filter(|s| s.last_start_tag.is_some())
        .cloned();
    let longer: Vec<Setup> = named
        .map(|s| Setup {
            last_start_tag: name.clone(),
            ..s
        })
        .collect();
    setups.extend(longer);
    if super::asked::Asked::of(revision).foreign {
        setups.push(Setup {
            foreign: true,
            ..Setup::default()
        });
    }
    setups
}
