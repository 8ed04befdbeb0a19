//! A run of the tables and a run of the program on the same input.

use crate::evaluate::{Event, Halt, ProgramRun};
use crate::sides;
use tokenwright_interpreter::{Event as InterpreterEvent, Machine, Response, RunState, Token};

/// An error, by its code and offset.
pub(super) type Error = (String, usize);

/// The output that one side has produced and the other has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    pub(super) tokens: Vec<Token>,
    pub(super) errors: Vec<Error>,
}

/// Two runs after the same input.
#[derive(Clone)]
pub(super) struct RunPair<'i, 'e> {
    pub(super) tables: Machine<'i, 'i, ()>,
    pub(super) run_state: RunState,
    pub(super) run: ProgramRun<'e>,
    pub(super) halt: Halt,
    /// The output that only the tables have produced, and that only the program has.
    pub(super) ahead: [Ahead; 2],
    /// The responses to tags that only the other side has emitted so far.
    pub(super) owed: [Vec<Response>; 2],
}

impl<'i, 'e> RunPair<'i, 'e> {
    /// Starts two runs.
    pub(super) fn new(tables: Machine<'i, 'i, ()>, run: ProgramRun<'e>) -> Self {
        RunPair {
            tables,
            run_state: RunState::Finished,
            run,
            halt: Halt::Wait,
            ahead: Default::default(),
            owed: Default::default(),
        }
    }

    /// Feeds both sides a character.
    pub(super) fn feed(&mut self, c: char) {
        self.tables.feed(c);
        self.run.feed(c);
    }

    /// Ends the file on both sides.
    pub(super) fn close(&mut self) {
        self.tables.close();
        self.run.close();
    }

    /// Runs both sides as far as the input allows; `false` if their outputs differ.
    pub(super) fn go_on(&mut self) -> bool {
        self.run_state = self.tables.run_open();
        for event in self.tables.take_events() {
            match event {
                InterpreterEvent::Token(token) => push(&mut self.ahead[0].tokens, token),
                InterpreterEvent::Error(error) => {
                    self.ahead[0].errors.push((error.code, error.offset))
                }
            }
        }
        self.run_program()
    }

    /// Ends the program's chunk and begins the next one; returns whether the outputs still agree.
    pub(super) fn split(&mut self) -> bool {
        self.run.end_chunk();
        let agree = self.run_program();
        self.run.next_chunk();
        self.take() && agree
    }

    fn run_program(&mut self) -> bool {
        self.halt = self.run.go_on();
        self.take()
    }

    fn take(&mut self) -> bool {
        let events = self.run.take_events();
        self.give(&events);
        let [a, b] = &mut self.ahead;
        let agree =
            cancel_tokens(&mut a.tokens, &mut b.tokens) && cancel(&mut a.errors, &mut b.errors);
        let ended = |side: &Ahead| side.tokens.is_empty() && side.errors.is_empty();
        agree
            && match (&self.run_state, &self.halt) {
                // Getting stuck is an outcome: both sides have to, after the same output.
                (RunState::Stopped(_), Halt::Stuck(_)) | (RunState::Finished, Halt::Finished) => {
                    ended(a) && ended(b)
                }
                (RunState::Stopped(_) | RunState::Finished, _)
                | (_, Halt::Stuck(_) | Halt::Finished) => false,
                (RunState::Waits(_), _) => true,
            }
    }

    fn give(&mut self, events: &[Event]) {
        let (tokens, errors) = sides::output(self.run.program(), events);
        for token in tokens {
            push(&mut self.ahead[1].tokens, token);
        }
        self.ahead[1].errors.extend(errors);
    }

    /// Whether neither side continues.
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.run_state, RunState::Waits(_))
    }
}

fn push(tokens: &mut Vec<Token>, token: Token) {
    match (tokens.last_mut(), token) {
        (Some(Token::Characters(text)), Token::Characters(more)) => text.push_str(&more),
        (_, token) => tokens.push(token),
    }
}

/// Removes the common output; `false` if the rest can never be equal.
fn cancel<T: PartialEq>(a: &mut Vec<T>, b: &mut Vec<T>) -> bool {
    let same = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
    a.drain(..same);
    b.drain(..same);
    // A side may be ahead, and the other has to catch up; if both are, they can never agree.
    a.is_empty() || b.is_empty()
}

fn cancel_tokens(a: &mut Vec<Token>, b: &mut Vec<Token>) -> bool {
    // The last text of a side may still grow.
    let both = a.len().min(b.len());
    let same = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
    a.drain(..same);
    b.drain(..same);
    if same == both {
        return true;
    }
    let (longer, shorter) = match (&a[0], &b[0]) {
        (Token::Characters(left), Token::Characters(right)) if left.starts_with(right.as_str()) => {
            (a, b)
        }
        (Token::Characters(left), Token::Characters(right)) if right.starts_with(left.as_str()) => {
            (b, a)
        }
        _ => return false,
    };
    let Token::Characters(short) = &shorter[0] else {
        return false;
    };
    let short = short.len();
    if let Token::Characters(long) = &mut longer[0] {
        long.drain(..short);
    }
    shorter.remove(0);
    shorter.is_empty()
}
