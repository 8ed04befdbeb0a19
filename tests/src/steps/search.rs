//! A search for inputs that exercise every possible step of a machine.
//!
//! The search starts from every setup, tries each character, and continues from each configuration that
//! differs from the earlier ones in something that a row can test. If a state looks further ahead than
//! one character, it also tries texts that answer its conditions.

use super::{Alphabet, Conditions, Expected, Item, Recorder, Register, Step, Trace, codes, live};
use crate::generated::{Chunks, run};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use tokenwright_interpreter::{BlockKind, Interpreter, Progress, Setup, Snapshot};
use tokenwright_tables::grammar::{Char, Condition, ContentModel, Matcher};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::On;

/// Possible continuations after a look-ahead.
const TERMINATORS: [&str; 10] = ["", ";", "=", "a", "0", ">", " ", "/", "]]>", "-"];

/// The search and its observations.
#[derive(Debug)]
pub struct Search<'r> {
    loaded: &'r Loaded,
    interpreter: Interpreter<'r>,
    alphabet: &'r Alphabet,
    conditions: &'r Conditions<'r>,
    /// The observed steps.
    pub seen: BTreeSet<Step>,
    /// The number of configurations that were expanded.
    pub places: usize,
    /// The number of inputs on which interpreter and generated code agreed.
    pub inputs: usize,
    live: Vec<BTreeSet<Register>>,
    codes: Vec<u32>,
    /// The words that the temporary buffer is compared with.
    words: Vec<String>,
    /// The names that are in some list of names.
    names: BTreeSet<String>,
    /// The texts of look-behinds, and the states that have them.
    behind: Vec<String>,
    looks_behind: HashSet<usize>,
}

impl<'r> Search<'r> {
    /// A new search.
    ///
    /// # Panics
    /// If the tables cannot be run.
    #[must_use]
    pub fn new(loaded: &'r Loaded, alphabet: &'r Alphabet, conditions: &'r Conditions<'r>) -> Self {
        let words = conditions
            .all()
            .iter()
            .filter_map(|condition| match condition {
                Condition::TemporaryBuffer(_, text) => Some(text.0.clone()),
                _ => None,
            });
        let names = loaded
            .revision
            .about
            .names
            .iter()
            .flat_map(|(_, names)| names);
        let behind = conditions
            .all()
            .iter()
            .filter_map(|condition| match condition {
                Condition::Behind(_, text) => Some(text.0.clone()),
                _ => None,
            });
        Search {
            loaded,
            interpreter: Interpreter::new(&loaded.revision, &loaded.references)
                .expect("valid tables"),
            alphabet,
            conditions,
            seen: BTreeSet::new(),
            places: 0,
            inputs: 0,
            live: live(&loaded.revision),
            codes: codes(&loaded.revision, &loaded.references, alphabet),
            words: words.collect(),
            names: names.cloned().collect(),
            behind: behind.collect(),
            looks_behind: HashSet::new(),
        }
    }

    /// Searches until there is no new configuration.
    ///
    /// # Panics
    /// If generated and interpreted output differ.
    pub fn run(&mut self, expected: &Expected) {
        let texts = self.texts(expected);
        let mut visited = HashSet::new();
        let setups = setups(self.loaded).into_iter();
        let mut open: VecDeque<(Setup, String)> = setups.map(|s| (s, String::new())).collect();
        let tags = self
            .names
            .iter()
            .map(|name| (Setup::default(), format!("<{name}")));
        open.extend(tags);
        let behind = |c: &Condition| matches!(c, Condition::Behind(..));
        let behind = expected
            .steps
            .iter()
            .filter(|(_, _, trace)| self.asks(trace, behind));
        self.looks_behind = behind.map(|(state, ..)| *state).collect();
        let ahead = |c: &Condition| matches!(c, Condition::AheadLastStartTag(_));
        if expected
            .steps
            .iter()
            .any(|(_, _, trace)| self.asks(trace, ahead))
        {
            open.extend(('b'..='z').map(|letter| {
                let setup = Setup {
                    content_model: Some(ContentModel::Rcdata),
                    last_start_tag: Some(letter.into()),
                    ..Setup::default()
                };
                (setup, "</".to_owned())
            }));
        }
        let mut found = HashSet::new();
        let chars = self.alphabet.given.clone();
        while let Some((setup, input)) = open.pop_front() {
            self.places += 1;
            let mut next: Vec<String> = chars.iter().map(|c| c.iter().collect()).collect();
            let snapshot = self.registers_at_end(&setup, &input);
            let state = self.interpreter.state(&snapshot.state).expect("a state");
            // Facts about a tag token do not affect look-ahead.
            let mut place = self.place(snapshot, &setup, &input);
            place.tag = None;
            if visited.insert((place, setup.last_start_tag.clone())) {
                next.extend(texts[state].iter().cloned());
            }
            for text in next {
                let whole = format!("{input}{text}");
                let place = self.compare(&setup, &whole, input.len());
                if !text.is_empty() && found.insert(self.place(place, &setup, &whole)) {
                    open.push_back((setup.clone(), whole));
                }
            }
        }
    }

    /// Whether a step tests a condition of this kind.
    fn asks(&self, trace: &Trace, kind: fn(&Condition) -> bool) -> bool {
        trace.iter().any(|item| match item {
            Item::Answer(condition, _) => kind(self.conditions.get(*condition)),
            Item::Row(..) | Item::Rule(_) => false,
        })
    }

    /// The registers where more input would be read.
    fn registers_at_end(&self, setup: &Setup, input: &str) -> Snapshot {
        let machine = self.interpreter.start(setup, input, ());
        let mut machine = machine.expect("a valid setup");
        while machine.offset() < input.len() {
            machine.advance().expect("this run succeeded before");
        }
        machine.registers()
    }

    /// For each state, texts that decide its look-ahead conditions.
    fn texts(&self, expected: &Expected) -> Vec<BTreeSet<String>> {
        let (revision, references) = (&self.loaded.revision, &self.loaded.references);
        let mut texts = vec![BTreeSet::new(); revision.states.len()];
        // Of the names with one first letter, a short one with its semicolon and a short one without.
        let mut names: BTreeMap<(char, bool), &str> = BTreeMap::new();
        for (name, _) in &references.names {
            let first = name.chars().next().expect("a name");
            let shortest = names.entry((first, name.ends_with(';'))).or_insert(name);
            if name.len() < shortest.len() {
                *shortest = name;
            }
        }
        let chars: Vec<String> = self
            .alphabet
            .seen
            .iter()
            .flatten()
            .map(char::to_string)
            .collect();
        for (state, c, trace) in &expected.steps {
            let texts = &mut texts[*state];
            let mut add = |heads: &[&str], ends: &[&str]| {
                let each = |head: &&str| {
                    ends.iter()
                        .map(|end| format!("{head}{end}"))
                        .collect::<Vec<_>>()
                };
                texts.extend(heads.iter().flat_map(each));
            };
            let c: String = self.alphabet.seen[*c].iter().collect();
            for item in trace {
                let row = match item {
                    Item::Row(BlockKind::State, block, row) => &revision.states[*block].rows[*row],
                    Item::Row(BlockKind::Procedure, block, row) => {
                        &revision.procedures[*block].rows[*row]
                    }
                    Item::Rule(_) => continue,
                    Item::Answer(condition, _) => {
                        match self.conditions.get(*condition) {
                            Condition::Match(_) | Condition::LastMatched(..) => {
                                names.values().for_each(|name| add(&[name], &TERMINATORS));
                            }
                            Condition::Keyword(_, text) => {
                                let lower = text.0.to_ascii_lowercase();
                                add(&[&text.0, &lower], &TERMINATORS);
                            }
                            Condition::NextInput(..)
                            | Condition::EofReached
                            | Condition::AheadSequence(..) => add(&[&c], &TERMINATORS),
                            Condition::Target(_, text) => {
                                let ends: Vec<&str> = chars.iter().map(String::as_str).collect();
                                add(&[&text.0], &ends);
                            }
                            _ => {}
                        }
                        continue;
                    }
                };
                match &row.on {
                    On::Ahead { text, .. } => {
                        let (lower, upper) = (text.to_ascii_lowercase(), text.to_ascii_uppercase());
                        add(&[text, &lower, &upper], &TERMINATORS);
                    }
                    On::Consumed { any, .. } | On::Peeked(any)
                        if any
                            .iter()
                            .any(|m| m.value == Matcher::Char(Char('#'.into()))) =>
                    {
                        add(&["#", "#x", "#X"], &TERMINATORS);
                        for code in &self.codes {
                            let (decimal, hexadecimal) =
                                (format!("#{code}"), format!("#x{code:x}"));
                            add(&[&decimal, &hexadecimal], &["", ";", "x"]);
                        }
                    }
                    _ => {}
                }
            }
        }
        for (state, texts) in texts.iter_mut().enumerate() {
            let steps = &expected.steps;
            let mut steps = steps.range((state, 0, Vec::new())..(state + 1, 0, Vec::new()));
            let asks = |c: &Condition| matches!(c, Condition::AheadLastStartTag(_));
            if steps.any(|(_, _, trace)| self.asks(trace, asks)) {
                // Characters of the last start tag's name, and what can follow it.
                for letter in ('a'..='z').chain('A'..='Z') {
                    let each = chars.iter().map(|end| format!("{letter}{end}"));
                    texts.extend(each.chain([letter.to_string()]));
                }
            }
        }
        // A state that reconsumes the character has the conditions of the next one.
        loop {
            let before = texts.clone();
            for (from, to) in &expected.handed_on {
                texts[*from].extend(before[*to].iter().cloned());
            }
            if texts == before {
                return texts;
            }
        }
    }

    /// Runs the interpreter and, in two chunks, the generated code over an input. Returns the registers at the
    /// point where more input would be read.
    fn compare(&mut self, setup: &Setup, input: &str, cut: usize) -> Snapshot {
        self.inputs += 1;
        let id = &self.loaded.revision.about.id;
        let recorder = Recorder::new(self.conditions);
        let machine = self.interpreter.start(setup, input, &recorder);
        let mut machine = machine.expect("a valid setup");
        let mut place = None;
        let mut progress = Progress::Running;
        while progress == Progress::Running {
            if place.is_none() && machine.offset() >= input.len() {
                place = Some(machine.registers());
            }
            let (state, next) = (machine.state(), machine.next());
            progress = machine
                .advance()
                .unwrap_or_else(|refusal| panic!("{id} {setup:?} {input:?}: {refusal}"));
            let trace = recorder.take();
            if let Some(c) = self.alphabet.index(next) {
                self.seen.insert((state, c, trace));
            }
        }
        let expected = machine.into_output();
        let got = run(id, setup, input, Chunks::At(&[cut])).expect("a known state");
        assert!(
            got.tokens() == expected.tokens && got.errors() == expected.errors,
            "{id}: {setup:?} {input:?} at {cut}\ngenerated {:?}\n{:?}\ninterpreted {:?}\n{:?}",
            got.tokens(),
            got.errors(),
            expected.tokens,
            expected.errors
        );
        place.unwrap_or_else(|| {
            panic!("{id} {setup:?} {input:?}: the end of the input is never reported")
        })
    }
}

/// The part of a configuration that later rows can test.
#[derive(PartialEq, Eq, Hash)]
struct ObservableState {
    state: String,
    return_state: Option<String>,
    /// The class of a text: the words that it equals or may still become, and its length up to the longest word.
    temporary_buffer: Option<String>,
    additional_allowed: Option<char>,
    /// The results of the conditions on the character reference code.
    code: Vec<bool>,
    flags: (Option<ContentModel>, Option<bool>, bool),
    last_start_tag: bool,
    tag: Option<ObservableTag>,
    /// The end of the input that may become the text of a look-behind.
    behind: Option<String>,
}

#[derive(PartialEq, Eq, Hash)]
struct ObservableTag {
    is_end: bool,
    is_last_start_tag: bool,
    has_attributes: bool,
    is_duplicate: Option<bool>,
    self_closing: bool,
    is_void: bool,
}

impl Search<'_> {
    fn place(&self, snapshot: Snapshot, setup: &Setup, input: &str) -> ObservableState {
        let state = self.interpreter.state(&snapshot.state).expect("a state");
        let live = |register| self.live[state].contains(&register);
        let mut buffer = snapshot.temporary_buffer;
        if !self.words.iter().any(|word| word.starts_with(&buffer)) {
            buffer = "other".into();
        }
        let code = snapshot.character_reference_code;
        let answers = self
            .conditions
            .all()
            .iter()
            .filter_map(|condition| match condition {
                Condition::Code(_, numbers) => Some(numbers.0.iter().any(|n| n.contains(code))),
                Condition::CodeInReplacements(_) => {
                    Some(self.loaded.references.replacement(code).is_some())
                }
                _ => None,
            });
        let behind = self
            .behind
            .iter()
            .flat_map(|text| (1..=text.len()).map(|end| &text[..end]));
        let behind = behind
            .filter(|_| self.looks_behind.contains(&state))
            .filter(|text| input.ends_with(text));
        ObservableState {
            behind: behind.max_by_key(|text| text.len()).map(str::to_owned),
            return_state: snapshot
                .return_state
                .filter(|_| live(Register::ReturnState)),
            temporary_buffer: live(Register::TemporaryBuffer).then_some(buffer),
            additional_allowed: snapshot
                .additional_allowed
                .filter(|_| live(Register::AdditionalAllowed)),
            code: if live(Register::Code) {
                answers.collect()
            } else {
                Vec::new()
            },
            flags: (snapshot.content_model, snapshot.escape, setup.foreign),
            tag: snapshot.tag.map(|tag| ObservableTag {
                is_end: tag.is_end,
                is_last_start_tag: tag.is_end
                    && Some(&tag.name) == snapshot.last_start_tag.as_ref(),
                has_attributes: tag.has_attributes,
                is_duplicate: tag.is_duplicate,
                self_closing: tag.self_closing,
                is_void: self.names.contains(&tag.name),
            }),
            last_start_tag: snapshot.last_start_tag.is_some(),
            state: snapshot.state,
        }
    }
}

fn setups(loaded: &Loaded) -> Vec<Setup> {
    let about = &loaded.revision.about;
    let mut setups = Vec::new();
    for foreign in [false, true] {
        setups.push(Setup {
            foreign,
            ..Setup::default()
        });
    }
    for state in &about.entry_states {
        let state = Some(state.value.clone());
        setups.push(Setup {
            state,
            last_start_tag: Some("a".into()),
            ..Setup::default()
        });
    }
    if about.content_model_flag {
        for (model, _) in ContentModel::ALL {
            for last_start_tag in [None, Some("a".into())] {
                setups.push(Setup {
                    content_model: Some(*model),
                    last_start_tag,
                    ..Setup::default()
                });
            }
        }
    }
    setups
}
