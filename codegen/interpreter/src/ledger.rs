//! Records the reads of a machine that carries only some of its registers, and answers the questions that symbols
//! leave open.
//!
//! The checker has to run a machine from a pair in a certificate, in which dead registers and the contents of shared
//! texts are missing. To trust that they do not matter would be to trust the search. So each read of a missing
//! register is an error with its place, and each question about a symbol is asked with every answer in turn, the same
//! for both machines. The number of runs grows with the questions of one run, which are few.

use super::effects::{ADDITIONAL, LAST, ORIGIN, of_condition};
use super::observer::{Answer, BlockKind, BlockRef, Observer};
use super::partition::Cuts;
use super::response::Response;
use super::steps::effects;
use super::symbols::{ANY, ANY_NAME};
use super::tokens::Token;
use std::fmt::Arguments;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokenwright_tables::grammar::{Condition, Matcher, Mode, Step};
use tokenwright_tables::model::{Located, On};

/// An observer for a machine that carries only some registers: it records reads of unknown registers, and
/// answers the questions that symbols leave open.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// A bit for each register that has the same value in every run that this one represents.
    pub known: u32,
    /// The first read of a register whose value is unknown.
    pub unknown: Option<Unknown>,
    /// The questions about symbols, and their answers.
    pub answers: Answers,
    /// The sets of characters that each state distinguishes.
    distinguished: Arc<[Cuts]>,
    /// The text modes that tree construction may switch to.
    modes: Arc<[Mode]>,
    /// The state that was entered last.
    state: Option<usize>,
    /// The block that is running, and its row.
    place: RowLocation,
}

/// A state or a procedure, and one of its rows.
pub(crate) type RowLocation = Option<(BlockKind, usize, Option<usize>)>;

/// A sentence that reads an unknown register.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The state or procedure, and the row, that ran the sentence.
    pub place: RowLocation,
    /// The sentence, as in the tables.
    pub sentence: String,
}

/// The answers of one run. Clones share them; [`Answers::next`] advances to the next combination.
#[derive(Clone, Debug, Default)]
pub struct Answers(Arc<Mutex<AnswerScript>>);

#[derive(Debug, Default)]
struct AnswerScript {
    /// The questions, with the number of their answers and the current answer.
    questions: Vec<(String, usize, usize)>,
    /// One number of each kind.
    numbers: Arc<[u32]>,
    /// The sets of characters that the entered states distinguish.
    distinguished: Cuts,
}

impl Answers {
    /// No questions yet; `numbers` has one number of each class.
    pub fn new(numbers: &Arc<[u32]>) -> Self {
        Answers(Arc::new(Mutex::new(AnswerScript {
            numbers: Arc::clone(numbers),
            ..AnswerScript::default()
        })))
    }

    /// Advances to the next combination of answers, for another run from the same configuration; `false`
    /// after the last.
    pub fn next(&self) -> bool {
        // A question that has had all answers is dropped: after another answer before it, the run may ask others.
        let questions = &mut self.lock().questions;
        while let Some((what, count, answer)) = questions.pop() {
            if answer + 1 < count {
                questions.push((what, count, answer + 1));
                return true;
            }
        }
        false
    }

    /// The sets of characters that the entered states distinguish.
    pub fn distinguished(&self) -> Cuts {
        self.lock().distinguished.clone()
    }

    fn lock(&self) -> MutexGuard<'_, AnswerScript> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnswerScript {
    fn ask(&mut self, what: String, count: usize) -> Answer {
        let mut questions = self.questions.iter();
        let question = questions.position(|(text, ..)| *text == what);
        let question = question.unwrap_or_else(|| {
            self.questions.push((what, count, 0));
            self.questions.len() - 1
        });
        Answer {
            question: u32::try_from(question).unwrap_or(ANY - 2),
            answer: self.questions[question].2,
        }
    }
}

impl Ledger {
    /// At the start of a run everything is known. `modes` are the text modes that tree construction may switch to.
    pub fn new(distinguished: &Arc<[Cuts]>, modes: &Arc<[Mode]>) -> Self {
        Ledger {
            distinguished: Arc::clone(distinguished),
            modes: Arc::clone(modes),
            known: u32::MAX,
            unknown: None,
            answers: Answers::default(),
            state: None,
            place: None,
        }
    }

    /// Notes that a machine is in a state. After a change of state, the state before it is known.
    pub fn arrive(&mut self, state: usize) {
        let before = self.state.replace(state);
        if before.is_some_and(|before| before != state) {
            self.known |= ORIGIN;
        }
    }

    fn reads(&mut self, reads: u32, what: &dyn ToString) {
        if reads & !self.known != 0 {
            self.refuse(what.to_string());
        }
    }

    fn refuse(&mut self, sentence: String) {
        let place = self.place;
        self.unknown.get_or_insert(Unknown { place, sentence });
    }
}

impl Observer for Ledger {
    fn enter(&mut self, block: BlockRef<'_>) {
        self.place = Some((block.kind, block.index, None));
        if block.kind == BlockKind::State {
            self.arrive(block.index);
            if let Some(cuts) = self.distinguished.get(block.index) {
                self.answers.lock().distinguished.add(cuts);
            }
        }
        if self.known & ADDITIONAL == 0 && block.state.rows.iter().any(|row| asks(&row.on)) {
            self.reads(ADDITIONAL, &Matcher::AdditionalAllowed);
        }
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        self.place = Some((block.kind, block.index, Some(row)));
    }

    fn step(&mut self, step: &Step) {
        let effects = effects(step);
        self.reads(effects.reads, step);
        self.known |= effects.knows;
    }

    fn condition_tested(&mut self, condition: &Condition, _: bool) {
        self.reads(of_condition(condition), condition);
    }

    fn token(&mut self, token: &Token) {
        if matches!(token, Token::StartTag { .. }) {
            self.known |= LAST;
        }
    }

    fn choose(&mut self, what: Arguments<'_>, count: usize) -> Option<Answer> {
        Some(self.answers.lock().ask(what.to_string(), count))
    }

    fn response(&mut self, nth: usize) -> Option<Response> {
        let what = format!("the response to tag {nth}");
        let choice = self.answers.lock().ask(what, 1 + self.modes.len());
        let mode = choice.answer.checked_sub(1);
        Some(Response {
            switch: mode.map(|mode| self.modes[mode]),
            // Each test of the node is a question of its own.
            foreign: None,
        })
    }

    fn last_start_tag(&mut self) -> Option<Option<String>> {
        if self.known & LAST != 0 {
            return None;
        }
        // Both machines have emitted the same start tags.
        let what = "is there a last start tag".to_owned();
        let any = self.answers.lock().ask(what, 2).answer == 1;
        self.known |= LAST;
        Some(any.then(|| ANY_NAME.to_owned()))
    }

    fn has_symbols(&mut self) -> bool {
        true
    }

    fn number(&mut self, number: u32) -> u32 {
        if number < ANY {
            return number;
        }
        let mut answers = self.answers.lock();
        let count = answers.numbers.len();
        let answer = answers.ask(format!("which number is {number}"), count);
        answers.numbers[answer.answer]
    }

    fn read_symbol(&mut self) {
        self.refuse("a name, a number or a bulk, by its characters".into());
    }
}

/// Whether a row matches the additional allowed character.
fn asks(on: &On) -> bool {
    let asks = |any: &[Located<Matcher>]| {
        let mut any = any.iter();
        any.any(|matcher| matcher.value == Matcher::AdditionalAllowed)
    };
    match on {
        On::Consumed { any, except } => asks(any) || asks(except),
        On::Peeked(any) => asks(any),
        On::Ahead { .. } => false,
    }
}
