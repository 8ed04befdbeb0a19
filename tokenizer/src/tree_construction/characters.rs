//! Runs of characters.
//!
//! The rules process one character. A page has thousands in a row that do the same, so a run is processed at once when that is
//! the same. Generated conditions often tell before: a row that would only append its character does so with the whole run. Where
//! they do not, a row is applied to one character. If it has changed nothing but that the character was appended
//! somewhere, then the next character of its class does the same again, and so do all up to one of another class. Rows need
//! not be understood for this, and edited rows cannot break it.

use super::builder::Builder;
use super::construction::Construction;
use super::rules::TreeRules;
use super::token::{Data, Text, Token, TokenKind};
use super::values::Location;
use core::marker::PhantomData;

/// Where a row appended its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Nowhere.
    Ignored,
    /// To the pending table character tokens.
    Pending,
    /// To the Text node before a place.
    Text(Location),
}

/// What a row has appended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Appended {
    pub(super) pending: u32,
    texts: u32,
    location: Location,
    /// The address of the text.
    address: usize,
}

impl Appended {
    #[inline]
    pub(super) fn note(&mut self, location: Location, text: Text<'_>) {
        self.texts += 1;
        self.location = location;
        self.address = match text {
            Text::Characters(text) => text.as_ptr() as usize,
            _ => 0,
        };
    }

    fn effect(&self, characters: &str) -> Option<Effect> {
        match (self.pending, self.texts) {
            (0, 0) => Some(Effect::Ignored),
            (1, 0) => Some(Effect::Pending),
            (0, 1) if self.address == characters.as_ptr() as usize => {
                Some(Effect::Text(self.location))
            }
            _ => None,
        }
    }
}

/// What tells that the state is the same: every change is counted, but for foster parenting, which rows enable and disable again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    changes: u64,
    foster_parenting: bool,
}

/// The classes of which the effect is known, as long as the state is the same.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steady {
    state: Option<State>,
    /// The effect of these classes.
    effect: Option<Effect>,
    /// A bit for each class.
    classes: u32,
}

/// The bytes at which a run ends, if they are few.
#[derive(Clone, Copy, Debug, Default)]
struct Stops {
    bytes: [u8; Stops::MOST],
    count: u8,
}

/// The bytes of each class, if they are few, and last those without a class.
struct BytesOfClasses<R>(PhantomData<R>);

impl<R: TreeRules> BytesOfClasses<R> {
    const FEW: [Option<Stops>; MOST_CLASSES + 1] = {
        let mut few = [const { Some(Stops::NONE) }; MOST_CLASSES + 1];
        let mut byte = u8::MAX;
        loop {
            let class = R::CLASSES_OF_BYTES[byte as usize] as usize;
            let of = if class < MOST_CLASSES {
                class
            } else {
                MOST_CLASSES
            };
            few[of] = match few[of] {
                Some(stops) => stops.with(byte),
                None => None,
            };
            if byte == 0 {
                break few;
            }
            byte -= 1;
        }
    };
}

/// The most classes: a set of them is the bits of a word.
const MOST_CLASSES: usize = 32;

/// The stops of sets of classes that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct StopsOfClasses([KnownStops; 8]);

impl StopsOfClasses {
    #[inline]
    fn get<R: TreeRules>(&mut self, classes: u32) -> &KnownStops {
        let known = &mut self.0[classes as usize % 8];
        if known.classes != classes {
            *known = KnownStops {
                classes,
                stops: Stops::of::<R>(classes),
            };
        }
        known
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct KnownStops {
    classes: u32,
    stops: Option<Stops>,
}

impl Stops {
    const MOST: usize = 8;
    const BLOCK: usize = 16;
    const NONE: Stops = Stops {
        bytes: [0; Stops::MOST],
        count: 0,
    };

    const fn with(mut self, byte: u8) -> Option<Stops> {
        if self.count as usize == Stops::MOST {
            return None;
        }
        self.bytes[self.count as usize] = byte;
        self.count += 1;
        Some(self)
    }

    /// The bytes of other classes; none if they are too many.
    fn of<R: TreeRules>(classes: u32) -> Option<Stops> {
        let of_classes = const { &BytesOfClasses::<R>::FEW };
        let mut stops = of_classes[MOST_CLASSES]?;
        let mut others = !classes & (u32::MAX >> (MOST_CLASSES - R::CLASSES));
        while others != 0 {
            let few = &of_classes[others.trailing_zeros() as usize];
            let few = few.as_ref()?;
            for byte in &few.bytes[..usize::from(few.count)] {
                stops = stops.with(*byte)?;
            }
            others &= others - 1;
        }
        Some(stops)
    }

    /// How many bytes are before the first of these; of the bytes after the last whole block, all may be left out.
    #[inline(always)]
    fn free_before(&self, bytes: &[u8]) -> usize {
        match self.count {
            0 => bytes.len(),
            1 => self.before_one(bytes),
            _ => self.blocks_before(bytes),
        }
    }

    #[inline(always)]
    fn before_one(&self, bytes: &[u8]) -> usize {
        let stop = self.bytes[0];
        let Some(last) = bytes.last_chunk::<{ Self::BLOCK }>() else {
            // Two reads that may overlap are faster than a loop.
            if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>())
                && !(has_byte(first, stop) | has_byte(last, stop))
            {
                return bytes.len();
            }
            return bytes.iter().take_while(|byte| **byte != stop).count();
        };
        let mut at = 0;
        while let Some(block) = bytes[at..].first_chunk::<{ Self::BLOCK }>() {
            if has_byte(block, stop) {
                return at;
            }
            at += Self::BLOCK;
        }
        // The last block overlaps the one before.
        if has_byte(last, stop) {
            at
        } else {
            bytes.len()
        }
    }

    /// How many bytes are before the first of these, in whole blocks.
    #[inline]
    fn blocks_before(&self, bytes: &[u8]) -> usize {
        let (blocks, _) = bytes.as_chunks::<{ Stops::BLOCK }>();
        let stops = &self.bytes[..usize::from(self.count)];
        let has_stop = |block| stops.iter().any(|stop| has_byte(block, *stop));
        let whole = blocks.iter().take_while(|block| !has_stop(block));
        whole.count() * Stops::BLOCK
    }
}

/// Without an early exit, so that it compiles to vector instructions.
#[inline(always)]
fn has_byte<const N: usize>(block: &[u8; N], byte: u8) -> bool {
    block.iter().fold(false, |found, it| found | (*it == byte))
}

#[inline(always)]
fn has(classes: u32, class: u8) -> bool {
    // A byte without a class is in none.
    classes.checked_shr(u32::from(class)).unwrap_or(0) & 1 != 0
}

/// How many bytes of a text are characters of some classes.
#[inline(always)]
fn run<R: TreeRules>(text: &str, classes: u32, known: &mut StopsOfClasses) -> usize {
    let at = match &known.get::<R>(classes).stops {
        Some(stops) => stops.free_before(text.as_bytes()),
        None => 0,
    };
    match at == text.len() {
        true => at,
        false => run_from::<R>(text, classes, at),
    }
}

#[inline(never)]
fn run_from<R: TreeRules>(text: &str, classes: u32, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        if has(classes, R::CLASSES_OF_BYTES[usize::from(*byte)]) {
            at += 1;
            continue;
        }
        let next = text[at..].chars().next().filter(|next| !next.is_ascii());
        match next {
            Some(next) if classes >> R::class(next) & 1 != 0 => at += next.len_utf8(),
            _ => break,
        }
    }
    at
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    #[inline]
    fn state(&self) -> State {
        State {
            changes: self.changes,
            foster_parenting: self.flags.foster_parenting,
        }
    }

    /// How many bytes of a text are characters of some classes.
    pub(crate) fn run(&mut self, text: &str, classes: u32) -> usize {
        run::<R>(text, classes, &mut self.stops)
    }

    /// Processes the run of characters with which a text begins, if a row would only append them. Returns its length.
    #[inline(always)]
    pub(super) fn append_quietly(&mut self, text: &str) -> usize {
        let Some(first) = text.bytes().next() else {
            return 0;
        };
        let class = match usize::from(R::CLASSES_OF_BYTES[usize::from(first)]) {
            class if class < R::CLASSES => class,
            _ => text.chars().next().map_or(0, R::class),
        };
        let mode = usize::from(self.mode.0);
        let widest = usize::from(R::WIDEST[mode][class]);
        let mut token = Token::new(TokenKind::Character, Data::Characters(text));
        token.class = widest;
        let Some(row) = R::quiet_row(self, &mut token) else {
            return 0;
        };
        let length = run::<R>(text, R::PROCESSED_AS[mode][widest], &mut self.stops);
        token.data = Data::Characters(&text[..length]);
        let outcome = row(self, &mut token);
        self.finish(&mut token, outcome);
        length
    }

    /// Processes one character.
    pub(crate) fn one_character(&mut self, character: &str, class: u32) {
        let ignored = self.flags.ignore_next.take();
        if self.is_stopped || ignored.is_some_and(|ignored| character.starts_with(ignored)) {
            return;
        }
        let mut token = Token::new(TokenKind::Character, Data::Characters(character));
        token.class = class.trailing_zeros() as usize;
        self.begin_token();
        self.process(&mut token);
        self.end_token();
    }

    /// Processes characters, each as a token. By the rules of the insertion mode, some classes may be processed as others.
    #[inline(never)]
    pub(super) fn each_character(
        &mut self,
        text: &str,
        by_mode: bool,
        process: impl Fn(&mut Self, &mut Token<'_>),
    ) {
        let mut steady = Steady::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if self.is_stopped {
                break;
            }
            let state = self.state();
            if steady.state != Some(state) {
                steady = Steady {
                    state: Some(state),
                    ..Steady::default()
                };
            }
            if by_mode && self.flags.ignore_next.is_none() && steady.effect.is_none() {
                let same = self.append_quietly(rest);
                if same > 0 {
                    rest = &rest[same..];
                    continue;
                }
            }
            let class = R::class(first);
            if let Some(effect) = steady.effect
                && steady.classes >> class & 1 != 0
            {
                let (same, more) = rest.split_at(run::<R>(rest, steady.classes, &mut self.stops));
                self.append_all(same, effect);
                rest = more;
                continue;
            }
            let (one, more) = rest.split_at(first.len_utf8());
            rest = more;
            let ignored = self.flags.ignore_next.take();
            if ignored == Some(first) {
                continue;
            }
            self.appended = Appended::default();
            let mut token = Token::new(TokenKind::Character, Data::Characters(one));
            token.class = class;
            if by_mode {
                self.builder.character(one);
            }
            process(self, &mut token);
            self.end_token();
            if self.state() == state
                && let Some(effect) = self.appended.effect(one)
            {
                let classes = match by_mode {
                    true => R::PROCESSED_AS[usize::from(self.mode.0)][class],
                    false => 1 << class,
                };
                steady.classes = match steady.effect == Some(effect) {
                    true => steady.classes | classes,
                    false => classes,
                };
                steady.effect = Some(effect);
            }
        }
    }

    #[inline]
    fn append_all(&mut self, text: &str, effect: Effect) {
        match effect {
            Effect::Ignored => {}
            Effect::Pending => self.push_pending(text),
            Effect::Text(location) => {
                if let Some(place) = self.place(location) {
                    self.builder.append_text(text, place);
                }
            }
        }
    }
}
