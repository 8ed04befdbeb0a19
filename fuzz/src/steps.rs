//! The steps that an input takes in each way to read it, and a search for the input that takes most.
//!
//! Steps are counted and not seconds, so that the same input takes the same number everywhere. What costs most is found by
//! trying: each piece of an alphabet is repeated where it may matter, and the worst are changed at random. A fuzzer goes on
//! from what it has covered, and nothing that is covered says that it is slow.

use fastrand::Rng;
use tokenwright::{
    Follow, Next, Options, Revision, RevisionVisitor, Sink, Tag, TextMode, Tokenizer, Tokens,
    revisions,
};
use tokenwright_rewrite::{EditError, Rewrite, Rewriter, TagEdit};

/// No input takes more steps for each of its bytes; `SECURITY.md` quotes it.
pub const MOST_STEPS_A_BYTE: f64 = 40.0;

/// What a sink asks for, as bits: errors, spans, the source of tags, lines, a pause after each tag, and to switch the state itself.
type Wants = u8;

const NOTHING: Wants = 0;
const EVERYTHING: Wants = 0b1111;
const PAUSES: Wants = 0b1_1111;
const SWITCHES: Wants = 0b10_1111;

struct Reader<const WANTS: Wants>;

impl<const WANTS: Wants> Sink for Reader<WANTS> {
    const ERRORS: bool = WANTS & 1 != 0;
    const SPANS: bool = WANTS & 2 != 0;
    const SOURCE: bool = WANTS & 4 != 0;
    const LINES: bool = WANTS & 8 != 0;
    const SWITCHES: bool = WANTS == SWITCHES;

    fn start_tag(&mut self, _: &Tag<'_>) -> Next {
        match WANTS {
            PAUSES => Next::Pause,
            SWITCHES => Next::Switch(TextMode::Rcdata),
            _ => Next::Continue,
        }
    }

    fn end_tag(&mut self, _: &Tag<'_>) -> Next {
        match WANTS {
            PAUSES => Next::Pause,
            _ => Next::Continue,
        }
    }
}

/// How an input is read.
#[derive(Clone, Copy, Debug)]
pub enum Interface {
    /// By a sink that asks for nothing, in one chunk.
    Sink,
    /// By a sink that asks for everything, in chunks of so many bytes.
    Chunks(usize),
    /// The same with a pause after each tag, in which text is inserted.
    Pauses(usize),
    /// The same by a sink that switches to RCDATA after each start tag.
    Switches(usize),
    /// By a rewriter that edits each tag, in chunks of so many bytes. It reads as the newest revision says.
    Rewriter(usize),
    /// By the iterator, with or without errors.
    Iterator(bool),
}

/// A way to read an input.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The revision.
    pub revision: &'static str,
    /// Which open elements are followed.
    pub follow: Follow,
    /// Who reads it.
    pub interface: Interface,
}

impl Way {
    /// Whether it reads the input in one chunk, without a pause, and asks for nothing.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.interface, Interface::Sink)
    }

    /// All ways.
    pub fn all() -> impl Iterator<Item = Way> {
        let follows = [Follow::Nothing, Follow::ForeignContent, Follow::Everything];
        let interfaces = [
            Interface::Sink,
            Interface::Chunks(usize::MAX),
            Interface::Chunks(1),
            Interface::Chunks(7),
            Interface::Pauses(usize::MAX),
            Interface::Pauses(1),
            Interface::Switches(1),
            Interface::Rewriter(usize::MAX),
            Interface::Rewriter(1),
            Interface::Iterator(false),
            Interface::Iterator(true),
        ];
        let of_revision = move |revision| {
            let all = follows
                .into_iter()
                .flat_map(move |follow| interfaces.map(|of| (follow, of)));
            all.map(move |(follow, interface)| Way {
                revision,
                follow,
                interface,
            })
        };
        let ids = ids();
        let newest = ids.last().copied();
        let makes_sense = move |way: &Way| match way.interface {
            Interface::Rewriter(_) => Some(way.revision) == newest,
            _ => true,
        };
        ids.into_iter().flat_map(of_revision).filter(makes_sense)
    }
}

/// The revisions, the oldest first.
fn ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);
    impl RevisionVisitor for Ids {
        fn visit<R: Revision>(&mut self) {
            self.0.push(R::ID);
        }
    }
    let mut ids = Ids(Vec::new());
    revisions::visit(&mut ids);
    ids.0
}

/// The number of steps that a text takes.
#[must_use]
pub fn taken(way: &Way, text: &str) -> u64 {
    let mut run = Run {
        way,
        text,
        steps: 0,
    };
    revisions::visit(&mut run);
    run.steps
}

struct Run<'r> {
    way: &'r Way,
    text: &'r str,
    steps: u64,
}

impl RevisionVisitor for Run<'_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID != self.way.revision {
            return;
        }
        let follow = self.way.follow;
        let options = Options {
            follow,
            ..Options::default()
        };
        tokenwright::take_steps();
        match self.way.interface {
            Interface::Sink => read::<R, NOTHING>(options, self.text, usize::MAX),
            Interface::Chunks(size) => read::<R, EVERYTHING>(options, self.text, size),
            Interface::Pauses(size) => read::<R, PAUSES>(options, self.text, size),
            Interface::Switches(size) => read::<R, SWITCHES>(options, self.text, size),
            Interface::Rewriter(size) => rewrite(options, self.text, size),
            Interface::Iterator(false) => {
                Tokens::<R>::with_options(self.text, options).for_each(drop)
            }
            Interface::Iterator(true) => {
                Tokens::<R>::with_options(self.text, options)
                    .with_errors()
                    .for_each(drop);
            }
        }
        self.steps = tokenwright::take_steps();
    }
}

fn read<R: Revision, const WANTS: Wants>(options: Options, text: &str, size: usize) {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Reader::<WANTS>, options);
    for chunk in text.as_bytes().chunks(size) {
        tokenizer.feed_bytes(chunk);
        while tokenizer.is_paused() {
            tokenizer.insert(" ");
            tokenizer.resume();
        }
    }
    tokenizer.finish();
}

/// Edits the attributes of each tag.
struct Edits;

impl Rewrite for Edits {
    fn start_tag(&mut self, _: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        edit.remove_attribute("a");
        edit.set_attribute("x", "1")
    }
}

fn rewrite(options: Options, text: &str, size: usize) {
    let mut rewriter = Rewriter::with_options(Edits, options);
    let mut output = Vec::new();
    for chunk in text.as_bytes().chunks(size) {
        rewriter
            .feed(chunk, &mut output)
            .expect("edits of tags are allowed");
        output.clear();
    }
    rewriter
        .finish(&mut output)
        .expect("edits of tags are allowed");
}

/// An input, and the way to read it.
#[derive(Clone, Debug)]
pub struct Repeated {
    /// What is read once.
    pub before: String,
    /// What is read again and again.
    pub again: String,
    /// How it is read.
    pub way: Way,
    /// The steps for each byte of `again`.
    pub steps_a_byte: f64,
}

/// How much of a repeated text is read, in bytes: to compare texts, and in the end.
const SHORT: usize = 512;
const LONG: usize = 2 * 1024;

impl Repeated {
    fn of(before: &str, again: &str, way: Way, len: usize) -> Self {
        let repeated = before.to_owned() + &again.repeat(len.div_ceil(again.len()));
        let steps = taken(&way, &repeated);
        Repeated {
            before: before.into(),
            again: again.into(),
            way,
            #[expect(clippy::cast_precision_loss, reason = "both are small")]
            steps_a_byte: steps as f64 / repeated.len() as f64,
        }
    }
}

/// The way in which a text takes most steps, repeated after another.
///
/// # Panics
/// If the text is empty.
#[must_use]
pub fn worst_of(before: &str, again: &str) -> Repeated {
    let ways: Vec<Way> = Way::all().collect();
    worst_in(&ways, before, again, LONG).expect("there are ways")
}

/// The way in which the newest revision takes most steps for a text, of those that follow open elements, in one piece.
///
/// # Panics
/// If the text is empty.
#[must_use]
pub fn worst_once(text: &str) -> Repeated {
    let newest = ids().pop();
    let is_whole = |way: &Way| {
        Some(way.revision) == newest
            && !matches!(way.follow, Follow::Nothing)
            && matches!(way.interface, Interface::Sink | Interface::Iterator(false))
    };
    let ways: Vec<Way> = Way::all().filter(is_whole).collect();
    worst_in(&ways, "", text, text.len()).expect("there are ways")
}

fn worst_in(ways: &[Way], before: &str, again: &str, len: usize) -> Option<Repeated> {
    let all = ways
        .iter()
        .map(|way| Repeated::of(before, again, *way, len));
    all.max_by(|a, b| a.steps_a_byte.total_cmp(&b.steps_a_byte))
}

/// Where repeated text begins: in each kind of token, in foreign content, and among open elements.
const BEGINNINGS: [&str; 12] = [
    "", "<a ", "<a b=", "<a b='", "</a ", "<!--", "<!DOCTYPE a ", "<?", "<script>", "<title>",
    "<svg>", "<svg><![CDATA[",
];

/// The inputs that take most steps for each byte, the worst first: of repeated pieces, each alone, and of those that grow from
/// the worst by `rounds` random changes. It keeps so many; each of those is read in every way, which takes longest.
///
/// # Panics
/// If there are no pieces.
#[must_use]
pub fn search(pieces: &[String], rounds: usize, kept: usize, seed: u64) -> Vec<Repeated> {
    let ways: Vec<Way> = Way::all().collect();
    let newest = ids().pop();
    let is_main =
        |way: &&Way| Some(way.revision) == newest && matches!(way.follow, Follow::Everything);
    let main: Vec<Way> = ways.iter().filter(is_main).copied().collect();
    let mut worst: Vec<Repeated> = Vec::new();
    let keep = |worst: &mut Vec<Repeated>, ways: &[Way], before: &str, again: &str, len| {
        let is_new = |old: &Repeated| (&*old.before, &*old.again) != (before, again);
        if worst.iter().all(is_new) {
            worst.extend(worst_in(ways, before, again, len));
            worst.sort_by(|a, b| b.steps_a_byte.total_cmp(&a.steps_a_byte));
            worst.truncate(kept);
        }
    };
    for before in BEGINNINGS {
        for again in pieces {
            keep(&mut worst, &main, before, again, SHORT);
        }
    }
    let mut random = Rng::with_seed(seed);
    for _ in 0..rounds {
        let old = &worst[random.usize(..worst.len())];
        let piece = &pieces[random.usize(..pieces.len())];
        let (mut before, mut again) = (old.before.clone(), old.again.clone());
        match random.u8(..5) {
            0 => again.insert_str(0, piece),
            1 => again += piece,
            2 => before += piece,
            3 => before = BEGINNINGS[random.usize(..BEGINNINGS.len())].into(),
            _ => again = again.replacen(random.alphabetic(), piece, 1),
        }
        if before.len() + again.len() < 200 && !again.is_empty() {
            keep(&mut worst, &main, &before, &again, SHORT);
        }
    }
    let mut all: Vec<Repeated> = Vec::new();
    for Repeated { before, again, .. } in worst {
        keep(&mut all, &ways, &before, &again, LONG);
    }
    all
}
