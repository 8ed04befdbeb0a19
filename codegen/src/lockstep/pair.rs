//! Two machines on the same input, and the form that they are brought into between characters.

use super::Checker;
use crate::certificate::Claim;
use crate::interpret::effects::{
    BUFFER, CARRIED, CODE, COMPARED, DUPLICATE, FOREIGN, GROWS, LAST, NAMED, ORIGIN,
};
use crate::interpret::{Event, Ledger, Machine, Setup, Standing, Tag, Token, Wait};
use std::cell::Cell;
use std::rc::Rc;

/// The first of the characters that stand for any text that both sides have.
pub(super) const SHARED: u32 = 0xF_0000;

#[derive(Clone, PartialEq)]
enum Given {
    Character(char),
    Token(Token),
}

#[derive(Clone)]
pub(crate) struct Side<'m> {
    pub(super) machine: Machine<'m, 'm, Ledger>,
    pub(super) standing: Standing,
    /// What the other side has not given yet.
    given: Vec<Given>,
    /// Codes, and indices of characters.
    errors: Vec<(String, usize)>,
}

/// What a pair stands for any value of.
#[derive(Clone, Default)]
struct Free {
    foreign: bool,
    duplicate: bool,
    code: bool,
    digits: Option<usize>,
}

#[derive(Clone)]
pub(crate) struct Pair<'m> {
    pub(super) sides: [Side<'m>; 2],
    pub(crate) input: String,
    free: Free,
    /// Whether it stands for others in what was just given.
    pub(super) strict: bool,
}

impl<'m> Pair<'m> {
    pub(super) fn new(c: &Checker<'m>, setups: &[Setup; 2]) -> Result<Self, String> {
        let open = |at: usize| -> Result<Side<'m>, String> {
            let machine = c.interpreters[at].open(&setups[at], Ledger::new());
            Ok(Side {
                machine: machine.map_err(|refusal| refusal.to_string())?,
                standing: Standing::Waits(Wait::Text),
                given: Vec::new(),
                errors: Vec::new(),
            })
        };
        let (sides, free) = ([open(0)?, open(1)?], Free::default());
        let mut pair = Pair {
            sides,
            input: String::new(),
            free,
            strict: false,
        };
        pair.run(c)?;
        Ok(pair)
    }

    pub(super) fn feed(&mut self, character: char) {
        self.sides
            .iter_mut()
            .for_each(|side| side.machine.feed(character));
        self.input.push(character);
    }

    /// Runs both sides as far as the input allows; an error where their outputs do not agree.
    pub(super) fn run(&mut self, c: &Checker<'_>) -> Result<(), String> {
        for Side {
            machine,
            standing,
            given,
            errors,
        } in &mut self.sides
        {
            if let Standing::Waits(_) = standing {
                *standing = machine.run_open();
            }
            if let Some(what) = &machine.observer().unknown {
                return Err(format!("`{what}` reads what is not carried there"));
            }
            for event in machine.take_events() {
                match event {
                    Event::Token(Token::Characters(text)) => {
                        given.extend(text.chars().map(Given::Character));
                    }
                    Event::Token(token) => given.push(Given::Token(token)),
                    Event::Error(_) if c.claim == Claim::ErrorsOnly => {}
                    Event::Error(error) => {
                        let code = if c.codes { error.code } else { String::new() };
                        let mut before = (0..=machine.consumed().0).rev();
                        let at = before.find(|at| machine.offset_of(*at) <= error.offset);
                        let at = at.filter(|_| c.claim == Claim::None);
                        errors.push((code, at.unwrap_or_default()));
                    }
                }
            }
        }
        let [a, b] = &mut self.sides;
        let stopped = [&*a, &*b].map(|side| matches!(side.standing, Standing::Stopped(_)));
        cancel(&mut a.given, &mut b.given);
        cancel(&mut a.errors, &mut b.errors);
        let differ = !(a.given.is_empty() || b.given.is_empty())
            || !(a.errors.is_empty() || b.errors.is_empty());
        match (stopped, differ) {
            ([true, true], _) | ([false, false], false) => Ok(()),
            ([false, false], true) => Err("the sides do not give the same".into()),
            _ => Err("one side stops, and the other does not".into()),
        }
    }

    /// The states that both sides entered since this was set back.
    pub(super) fn entered(&self) -> [u128; 2] {
        self.sides
            .each_ref()
            .map(|side| side.machine.observer().entered | Ledger::bit(side.machine.state()))
    }

    /// The same pair, with no state entered.
    pub(super) fn onward(mut self) -> Self {
        self.sides
            .iter_mut()
            .for_each(|side| side.machine.observer_mut().entered = 0);
        self
    }

    /// Ends the input.
    pub(super) fn end(mut self, c: &Checker<'_>) -> Result<(), String> {
        self.sides.iter_mut().for_each(|side| side.machine.close());
        self.run(c)?;
        let done = |side: &Side<'_>| match side.standing {
            Standing::Stopped(_) => true,
            _ => side.given.is_empty() && side.errors.is_empty(),
        };
        match self.sides.iter().all(done) {
            true => Ok(()),
            false => Err("at the end of the input the sides do not give the same".into()),
        }
    }

    /// What the pair stands for: one of each kind, by those of its registers that matter.
    pub(super) fn instances(&self, c: &Checker<'_>, read: u32) -> Vec<Self> {
        let vary = |wanted: bool, count: usize| 0..if wanted { count } else { 1 };
        let numbers = c.numbers.len();
        let mut all = Vec::new();
        for foreign in vary(self.free.foreign && read & FOREIGN != 0, 2) {
            for duplicate in vary(self.free.duplicate && read & DUPLICATE != 0, 2) {
                for code in vary(self.free.code && read & CODE != 0, numbers) {
                    for digits in vary(self.free.digits.is_some(), numbers) {
                        let mut pair = self.clone();
                        for side in &mut pair.sides {
                            let numbers = [c.numbers[code], c.numbers[digits]];
                            self.set(&mut side.machine, foreign == 1, duplicate == 1, numbers);
                        }
                        all.push(pair);
                    }
                }
            }
        }
        all
    }

    fn set(
        &self,
        machine: &mut Machine<'m, 'm, Ledger>,
        foreign: bool,
        duplicate: bool,
        [code, digits]: [u32; 2],
    ) {
        if self.free.foreign {
            machine.set_foreign(foreign);
            machine.observer_mut().known |= FOREIGN;
        }
        if self.free.duplicate
            && let Some(tag) = &mut machine.said_mut().tag
        {
            let name = tag.parts().1.map(|(name, _)| name.clone());
            tag.earlier = name.filter(|_| duplicate).into_iter().collect();
        }
        if self.free.code {
            machine.said_mut().code = code;
        }
        if let Some(from) = self.free.digits {
            machine.take_back(from);
            let text = match machine.base_ahead() {
                16 => format!("{digits:x}"),
                _ => digits.to_string(),
            };
            text.chars().for_each(|digit| machine.feed(digit));
        }
    }

    /// Everything that is read from here on.
    pub(super) fn read(&mut self) -> Rc<Cell<u32>> {
        let read = Rc::<Cell<u32>>::default();
        for side in &mut self.sides {
            side.machine.observer_mut().read = Rc::clone(&read);
        }
        read
    }

    /// Whether the pair stands for any number, so that nothing that comes of it may stand still.
    pub(super) fn any_number(&self) -> bool {
        self.free.code || self.free.digits.is_some()
    }

    /// Brings the pair into its form: nothing is left that is not carried, and what both sides have
    /// in common of a text that only goes into output becomes one character. Gives it in words.
    pub(super) fn normal(&mut self, c: &Checker<'_>, number: bool) -> Result<[String; 2], String> {
        (self.free, self.strict) = (Free::default(), false);
        let mut keeps = [0, 1].map(|at| c.carried(at, &self.sides[at]));
        let both = keeps[0] | keeps[1];
        let mut fixed_to = self.sides[0].machine.consumed().0;
        let [a, b] = &mut self.sides;
        match (&a.standing, &b.standing) {
            (Standing::Waits(Wait::Digits(from)), Standing::Waits(Wait::Digits(other)))
                if from == other
                    && a.machine.base_ahead() == b.machine.base_ahead()
                    && *from < fixed_to =>
            {
                self.free.digits = Some(*from);
                fixed_to = *from;
                for machine in [&mut a.machine, &mut b.machine] {
                    machine.take_back(*from);
                    machine.feed('0');
                }
            }
            (Standing::Waits(Wait::Bulk(from)), Standing::Waits(Wait::Bulk(other)))
                if from == other && c.same_bulk(a.machine.state(), b.machine.state()) =>
            {
                let all = a.machine.characters(*from);
                let kept = c.may_end(a.machine.state(), all);
                let shared = char::from_u32(SHARED + 30).filter(|_| kept < all.len());
                let rest: Vec<char> = shared
                    .into_iter()
                    .chain(all[all.len() - kept..].to_vec())
                    .collect();
                fixed_to = *from;
                for machine in [&mut a.machine, &mut b.machine] {
                    machine.take_back(*from);
                    rest.iter().for_each(|character| machine.feed(*character));
                }
            }
            _ => {}
        }
        for (side, keep) in [&mut *a, &mut *b].into_iter().zip(&mut keeps) {
            *keep |= both & FOREIGN;
            let state = side.machine.state();
            side.machine.observer_mut().arrive(state);
            // A name of any length cannot be compared.
            let named = side
                .machine
                .said()
                .last_start_tag
                .iter()
                .flat_map(|name| name.chars());
            if c.fixed(&named.collect::<Vec<_>>(), false).is_err() {
                *keep &= !LAST;
            }
            let ledger = side.machine.observer_mut();
            *keep &= ledger.known | DUPLICATE | FOREIGN;
            (ledger.known, ledger.entered) = (*keep, 0);
            side.machine.said_mut().forget(*keep);
            if *keep & ORIGIN == 0 {
                side.machine.forget_origin();
            }
            if *keep & FOREIGN == 0 {
                side.machine.set_foreign(false);
            }
            let (_, position) = side.machine.consumed();
            let ahead = side.machine.characters(position);
            c.fixed(&ahead[..fixed_to - position], false)?;
            for given in &side.given {
                match given {
                    Given::Character(character) => c.fixed(&[*character], number)?,
                    Given::Token(Token::EndOfFile) => {}
                    Given::Token(_) => return Err("one side gives a token before the other".into()),
                }
            }
        }
        self.free.foreign = c.asks_foreign && both & FOREIGN == 0;
        let (left, right) = (a.machine.said_mut(), b.machine.said_mut());
        if both & (BUFFER | COMPARED) != 0 {
            let compared = (both & COMPARED != 0).then_some(true);
            let buffers = (&mut left.temporary_buffer, &mut right.temporary_buffer);
            c.share(buffers.0, buffers.1, 20, compared, number)?;
        }
        let named = (both & NAMED != 0).then_some(both & GROWS != 0);
        for (at, texts) in left.texts().into_iter().zip(right.texts()).enumerate() {
            let mark = SHARED + u32::try_from(at).unwrap_or_default();
            match texts {
                (Some(a), Some(b)) => {
                    c.share(a, b, mark - SHARED, named.filter(|_| at == 0), number)?
                }
                (Some(text), None) | (None, Some(text)) => {
                    c.fixed(&text.chars().collect::<Vec<_>>(), number)?
                }
                (None, None) => {}
            }
        }
        match (&mut left.tag, &mut right.tag) {
            (Some(a), Some(b)) => {
                let same = a.parts().0 == b.parts().0;
                self.free.duplicate = !a.parts().0.is_empty() && both & DUPLICATE != 0;
                let names = [&*a, &*b].map(|tag| tag.parts().1.map(|(name, _)| name));
                if !same || self.free.duplicate && names[0] != names[1] {
                    return Err("the sides have attributes that are not the same".into());
                }
                [a, b].into_iter().for_each(forget_attributes);
            }
            (Some(tag), None) | (None, Some(tag)) if tag.has_attributes() => {
                return Err("one side has a tag with attributes, and the other none".into());
            }
            _ => {}
        }
        self.free.code = keeps[0] & keeps[1] & CODE != 0 && left.code == right.code;
        if self.free.code {
            (left.code, right.code) = (0, 0);
        } else if number && left.code != right.code {
            return Err("the sides have numbers that are not the same".into());
        }
        for registers in [&*left, &*right] {
            for text in [&registers.target, &registers.reference, &registers.returned]
                .into_iter()
                .flatten()
            {
                c.fixed(&text.chars().collect::<Vec<_>>(), number)?;
            }
            let name = registers
                .last_start_tag
                .iter()
                .flat_map(|name| name.chars());
            c.fixed(&name.collect::<Vec<_>>(), false)?;
        }
        Ok([0, 1].map(|at| self.words(c, at)))
    }

    /// One side in words: all that decides about what it still gives, and what it has given more.
    fn words(&self, c: &Checker<'_>, at: usize) -> String {
        let side = &self.sides[at];
        let (end, _) = side.machine.consumed();
        let mut out = match &side.standing {
            Standing::Stopped(_) => "stopped".into(),
            _ => side.machine.configuration(),
        };
        if let Standing::Waits(Wait::Bulk(from) | Wait::Name(from) | Wait::Sequence(from)) =
            side.standing
        {
            out += &format!(", since {}", end - from);
        }
        out += match (self.free.code, self.free.digits) {
            (true, _) => ", any code",
            (_, Some(_)) => ", any digits",
            _ => "",
        };
        let unknown = c.carried(at, side) & !side.machine.observer().known & !DUPLICATE;
        for (_, name) in CARRIED
            .iter()
            .filter(|(register, _)| unknown & register != 0)
        {
            out += &format!(", any {name}");
        }
        let behind = c.behind(at, side.machine.behind());
        if !behind.is_empty() {
            out += &format!(", behind {behind:?}");
        }
        for given in &side.given {
            out += &match given {
                Given::Character(character) => format!(", gave {character:?}"),
                Given::Token(_) => ", gave the end".into(),
            };
        }
        for (code, at) in &side.errors {
            out += &format!(", reported {code:?} {}", end - at.min(&end));
        }
        out
    }
}

fn cancel<T: PartialEq>(a: &mut Vec<T>, b: &mut Vec<T>) {
    let same = a.iter().zip(&*b).take_while(|(a, b)| a == b).count();
    a.drain(..same);
    b.drain(..same);
}

/// Leaves of the attributes before the current one whether there are any.
fn forget_attributes(tag: &mut Tag) {
    let before = tag.parts().0.len();
    let any = (before > 0).then(|| (String::new(), String::new()));
    tag.attributes.splice(..before, any);
    tag.earlier.clear();
}
