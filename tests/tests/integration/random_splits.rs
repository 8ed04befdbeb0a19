//! A split changes no token, no error, no position and no order, in random documents.
//!
//! The documents are the same in every run. `TOKENWRIGHT_SPLIT_DOCUMENTS` is their number for each revision;
//! a different number gives different documents.

use crate::tokens_as_lines::tokens_as_lines;
use fastrand::Rng;
use std::env;
use tokenwright::{
    Comment, Doctype, Follow, Next, Options, ParseError, ProcessingInstruction, Revision,
    RevisionVisitor, Sink, Span, Tag, TextMode, Tokenizer, revisions,
};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tables;

/// The maximum number of parts of a document.
const PIECES: usize = 12;

/// Everything that a sink receives, in order. Adjacent text is joined.
#[derive(Debug, Default)]
struct Record<const ERRORS: bool> {
    lines: Vec<String>,
    text: Option<(String, Span)>,
    pauses: bool,
    foreign: bool,
}

impl<const ERRORS: bool> Record<ERRORS> {
    fn line(&mut self, line: String) {
        if let Some((text, span)) = self.text.take() {
            self.lines.push(format!("text {text:?} {span}"));
        }
        self.lines.push(line);
    }

    fn tag(&mut self, tag: &Tag<'_>) -> Next {
        let kind = if tag.is_end_tag() { "end" } else { "start" };
        let mut line = format!("{kind} {:?} {} {}", tag.name(), tag.name_span(), tag.span());
        for attribute in tag.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let (name_span, value_span) = (attribute.name_span(), attribute.value_span());
            line += &format!(" {name:?} {name_span} = {value:?} {value_span}");
        }
        for duplicate in tag.duplicate_attributes() {
            line += &format!(" without {duplicate:?}");
        }
        line += &format!(" of {:?}", tag.source());
        for attribute in tag.attributes() {
            line += &format!(" {:?}", attribute.source());
        }
        if tag.is_self_closing() {
            line += " /";
        }
        self.line(line);
        if self.pauses {
            Next::Pause
        } else {
            Next::Continue
        }
    }
}

impl<const ERRORS: bool> Sink for Record<ERRORS> {
    const ERRORS: bool = ERRORS;
    const SOURCE: bool = ERRORS;

    tokens_as_lines!();

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, span: Span) {
        assert!(!text.is_empty(), "text is never empty");
        match &mut self.text {
            Some((before, whole)) => {
                before.push_str(text);
                whole.end = span.end;
            }
            None => self.text = Some((text.into(), span)),
        }
    }

    fn start_cdata_section(&mut self, span: Span) {
        self.line(format!("start of a CDATA section {span}"));
    }

    fn end_cdata_section(&mut self, span: Span) {
        self.line(format!("end of a CDATA section {span}"));
    }

    fn error(&mut self, error: &ParseError) {
        self.line(format!("{error} {}", error.span));
    }
}

/// How a tokenizer is set up.
#[derive(Clone, Debug)]
struct Setup<St> {
    state: Option<St>,
    /// The text mode that sets the content model flag.
    content_model: TextMode,
    last_start_tag: Option<&'static str>,
    foreign: bool,
    follow: Follow,
    pauses: bool,
    /// The texts to insert in the first pauses, one in each.
    insertions: Vec<String>,
}

/// How the input arrives.
#[derive(Clone, Debug)]
struct Feed {
    /// Where chunks end, in order.
    cuts: Vec<usize>,
    /// Whether all chunks arrive before the first pause ends.
    waits: bool,
    /// Whether inserted text arrives character by character.
    splits_insertions: bool,
}

/// What a tokenizer emits, line by line.
fn record<R: Revision, const ERRORS: bool>(
    setup: &Setup<R::State>,
    document: &[u8],
    feed: &Feed,
) -> Vec<String> {
    let options = Options {
        follow: setup.follow,
        ..Options::default()
    };
    let sink = Record::<ERRORS> {
        pauses: setup.pauses,
        foreign: setup.foreign,
        ..Record::default()
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(sink, options);
    if let Some(name) = setup.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    if R::HAS_CONTENT_MODEL_FLAG {
        tokenizer.set_text_mode(setup.content_model);
    }
    if let Some(state) = setup.state {
        tokenizer.set_state(state);
    }
    let mut insertions = setup.insertions.iter();
    let mut resume = |tokenizer: &mut Tokenizer<_, R>| {
        while tokenizer.is_paused() {
            match insertions.next() {
                Some(text) if feed.splits_insertions => text
                    .split_inclusive(|_| true)
                    .for_each(|c| tokenizer.insert(c)),
                Some(text) => tokenizer.insert(text),
                None => {}
            }
            tokenizer.resume();
        }
    };
    let mut from = 0;
    for &to in feed.cuts.iter().chain([&document.len()]) {
        tokenizer.feed_bytes(&document[from..to]);
        from = to;
        if !feed.waits {
            resume(&mut tokenizer);
        }
    }
    resume(&mut tokenizer);
    tokenizer.finish().lines
}

/// The first difference that a split causes, if there is one.
fn difference<R: Revision, const ERRORS: bool>(
    setup: &Setup<R::State>,
    document: &[u8],
    cuts: &[usize],
) -> Option<String> {
    let feed = |cuts: &[usize], waits, splits_insertions| Feed {
        cuts: cuts.to_vec(),
        waits,
        splits_insertions,
    };
    let whole = feed(&[], false, false);
    let every: Vec<_> = (1..document.len()).collect();
    let mut feeds = vec![feed(&every, false, false), feed(cuts, false, false)];
    if setup.pauses {
        feeds.extend([feed(&every, true, false), feed(cuts, true, false)]);
    }
    // A pause in inserted text takes the next text: where that text ends must not matter.
    if setup.insertions.len() == 1 {
        feeds.extend([feed(&[], false, true), feed(cuts, true, true)]);
    }
    let expected = record::<R, ERRORS>(setup, document, &whole);
    feeds.iter().find_map(|feed| {
        let split = record::<R, ERRORS>(setup, document, feed);
        (split != expected).then(|| {
            format!(
                "{feed:?}, errors {ERRORS}\n  {}\nnot\n  {}",
                split.join("\n  "),
                expected.join("\n  ")
            )
        })
    })
}

/// The first difference between splits, of a sink with errors or one without.
fn any_difference<R: Revision>(
    setup: &Setup<R::State>,
    document: &[u8],
    cuts: &[usize],
) -> Option<String> {
    difference::<R, true>(setup, document, cuts)
        .or_else(|| difference::<R, false>(setup, document, cuts))
}

/// The document reduced to the bytes that show the difference, at any split.
fn shortened<R: Revision>(
    setup: &Setup<R::State>,
    mut document: Vec<u8>,
    mut why: String,
) -> (Vec<u8>, String) {
    let mut at = 0;
    while at < document.len() {
        let mut shorter = document.clone();
        shorter.remove(at);
        let found =
            (0..=shorter.len()).find_map(|cut| any_difference::<R>(setup, &shorter, &[cut]));
        match found {
            Some(found) => (document, why, at) = (shorter, found, 0),
            None => at += 1,
        }
    }
    (document, why)
}

/// A document of pieces of the tables, some of them malformed bytes.
fn random_document(random: &mut Rng, pieces: &[String], most: usize) -> Vec<u8> {
    let mut document = Vec::new();
    for _ in 0..random.usize(..most) {
        match random.usize(..24) {
            0 => document.push(b'\xFF'),
            1 => document.extend(b"\xE2\x82"),
            _ => document.extend(random.choice(pieces).expect("not empty").as_bytes()),
        }
    }
    document
}

fn random_setup<R: Revision>(random: &mut Rng, pieces: &[String]) -> Setup<R::State> {
    const MODELS: [TextMode; 4] = [
        TextMode::Data,
        TextMode::Rcdata,
        TextMode::Rawtext,
        TextMode::Plaintext,
    ];
    let has_names = random.usize(..3) > 0;
    let names = ["script", "a", "title"];
    let pauses = random.bool();
    let count = if pauses { random.usize(..3) } else { 0 };
    let text = |random: &mut Rng| {
        (0..=random.usize(..3))
            .map(|_| random.choice(pieces).expect("not empty").as_str())
            .collect()
    };
    Setup {
        state: (random.usize(..3) == 0).then(|| random.choice(R::STATES).expect("not empty").0),
        content_model: match random.usize(..2) {
            0 => TextMode::Data,
            _ => random.choice(MODELS).expect("not empty"),
        },
        last_start_tag: has_names.then(|| *random.choice(&names).expect("not empty")),
        foreign: random.bool(),
        follow: random
            .choice([Follow::Nothing, Follow::default()])
            .expect("not empty"),
        pauses,
        insertions: (0..count).map(|_| text(random)).collect(),
    }
}

/// Compares random documents of every revision.
struct RandomSplits {
    count: usize,
    random: Rng,
}

impl RevisionVisitor for RandomSplits {
    fn visit<R: Revision>(&mut self) {
        let loaded = tables::of(R::ID);
        let pieces = alphabet(&loaded.revision, &loaded.references);
        let random = &mut self.random;
        for _ in 0..self.count {
            let setup = random_setup::<R>(random, &pieces);
            let mut document = random_document(random, &pieces, PIECES);
            // Half of the documents begin in an attribute's value, where most spans are.
            if random.bool() {
                let starts = ["<a b=", "<a b=\"", "</a b='"];
                document.splice(..0, random.choice(&starts).expect("not empty").bytes());
            }
            let second = random.usize(..document.len() + 1);
            let cuts = [random.usize(..second + 1), second];
            if let Some(why) = any_difference::<R>(&setup, &document, &cuts) {
                let (document, why) = shortened::<R>(&setup, document, why);
                let document = String::from_utf8_lossy(&document);
                panic!("{} {setup:?}\n{document:?}\n{why}", R::ID);
            }
        }
    }
}

#[test]
fn a_split_changes_nothing_in_random_documents() {
    let count = env::var("TOKENWRIGHT_SPLIT_DOCUMENTS").ok();
    let count = count.and_then(|count| count.parse().ok());
    let count = count.unwrap_or_else(|| effort(150, 1500));
    revisions::visit(&mut RandomSplits {
        count,
        random: Rng::with_seed(0x9E37_79B9_7F4A_7C15 ^ count as u64),
    });
}
