//! States set from outside, at every kind of place.

use crate::effort::effort;
use crate::inputs::INPUTS;
use crate::support::{Record, each_revision, feed, random_numbers};
use tokenwright::{
    Next, Options, ParseError, Revision, Sink, Span, Tag, TextMode, Tokenizer, revisions,
};

/// Feeds a document in chunks of `size` bytes and sets a state at each of some places.
fn with_states<R: Revision>(input: &str, states: &[(usize, R::State)], size: usize) -> Record {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), Options::default());
    let mut from = 0;
    for (at, state) in states {
        feed(&mut tokenizer, &input.as_bytes()[from..*at], size);
        tokenizer.set_state(*state);
        from = *at;
    }
    feed(&mut tokenizer, &input.as_bytes()[from..], size);
    tokenizer.finish()
}

/// Whether a character reference may be undecided at a place.
fn is_in_reference(input: &str, at: usize) -> bool {
    let since = input[..at].rfind('&');
    since.is_some_and(|since| !input[since..at].contains([' ', '<', '>', '"']))
}

/// Sets this many random states at random places.
fn check_any_state<R: Revision>() {
    let mut random = random_numbers(11);
    for _ in 0..400 {
        let inputs = [(); 3].map(|()| INPUTS[random(INPUTS.len())]);
        let input = inputs.concat();
        let mut places: Vec<_> = (0..1 + random(3)).map(|_| random(input.len())).collect();
        places.retain(|at| input.is_char_boundary(*at) && !is_in_reference(&input, *at));
        places.sort_unstable();
        let states: Vec<_> = places
            .iter()
            .map(|at| (*at, R::STATES[random(R::STATES.len())].0))
            .collect();
        let whole = with_states::<R>(&input, &states, input.len());
        for size in [1, 5] {
            let chunked = with_states::<R>(&input, &states, size);
            assert_eq!(chunked, whole, "{} {input:?} {states:?} by {size}", R::ID);
        }
    }
}

#[test]
fn a_state_set_anywhere_is_the_same_at_every_split() {
    each_revision!(check_any_state());
}

/// Pauses at every tag, and records text and errors.
#[derive(Debug, Default, PartialEq)]
struct Pauses(Vec<String>);

impl Sink for Pauses {
    fn text(&mut self, text: &str, span: Span) {
        self.0.push(format!("{text:?} {span}"));
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0.push(format!("{tag:?}"));
        Next::Pause
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.start_tag(tag)
    }

    fn error(&mut self, error: &ParseError) {
        self.0.push(format!("{error} {}", error.span));
    }
}

/// Feeds a document, sets the text mode at a place, and then perhaps the state that it names.
fn with_text_mode<R: Revision>(
    input: &str,
    at: usize,
    mode: TextMode,
    sets_state: bool,
) -> Vec<String> {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Pauses::default(), Options::default());
    let feed = |tokenizer: &mut Tokenizer<Pauses, R>, text: &str| {
        tokenizer.feed_str(text);
        while tokenizer.is_paused() {
            tokenizer.resume();
        }
    };
    feed(&mut tokenizer, &input[..at]);
    tokenizer.set_text_mode(mode);
    if sets_state {
        tokenizer.set_state(tokenizer.state());
    }
    feed(&mut tokenizer, &input[at..]);
    tokenizer.finish().0
}

/// Sets a text mode at each place of some documents.
fn check_any_text_mode<R: Revision>() {
    use TextMode::{Data, Plaintext, Rawtext, Rcdata, ScriptData};
    let modes = [Data, Rcdata, Rawtext, ScriptData, Plaintext];
    let step = effort(6, 1);
    for (number, input) in INPUTS.iter().chain(&[""]).enumerate() {
        let input = format!("{input}<p>&#x b</p> a line without errors</b><u>c\u{1}&#x </p> d");
        let places = (0..input.len()).filter(|at| input.is_char_boundary(*at));
        let places = places.skip(number % step).step_by(step);
        for (at, mode) in places.flat_map(|at| modes.map(|mode| (at, mode))) {
            let [by_mode, by_state] =
                [false, true].map(|sets_state| with_text_mode::<R>(&input, at, mode, sets_state));
            assert_eq!(by_mode, by_state, "{} {input:?} {mode:?} at {at}", R::ID);
        }
    }
}

#[test]
fn a_text_mode_set_anywhere_is_the_state_set_there() {
    each_revision!(check_any_text_mode());
}

/// In 2008 and 2009, no guard of the tag open state holds if the content model flag is PLAINTEXT.
fn check_tag_open<R: Revision>() {
    let state = R::state_named("tag open").expect("every revision has it");
    for size in [1, 2, 100] {
        let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), Options::default());
        if !R::HAS_CONTENT_MODEL_FLAG {
            return;
        }
        tokenizer.set_text_mode(TextMode::Plaintext);
        tokenizer.set_state(state);
        feed(&mut tokenizer, b"<x\r\n\xFF<", size);
        let lines = tokenizer.finish().lines;
        assert_eq!(lines, ["end of file 6..6"], "{} by {size}", R::ID);
    }
}

#[test]
fn a_state_none_of_whose_guards_holds_ignores_its_input() {
    each_revision!(check_tag_open());
}

#[test]
fn a_token_that_was_never_created_has_empty_fields_and_an_empty_span() {
    type Newest = revisions::Newest;
    let state = |name| Newest::state_named(name).expect("a state of the spec");
    let comment = with_states::<Newest>("abc-->", &[(0, state("comment"))], 2);
    assert_eq!(
        comment.lines[0],
        "Comment { data: \"abc\", span: Span { start: 6, end: 6 } }"
    );
    let tag = with_states::<Newest>("b c=d>", &[(0, state("tag name"))], 1);
    assert_eq!(
        tag.lines[0],
        "start \"b\" 0..1 6..6 \"c\" 2..3 = \"d\" 4..5"
    );
}

#[test]
fn a_state_of_an_attribute_during_a_comment_finds_no_older_attribute() {
    type Newest = revisions::Newest;
    let value = Newest::state_named("attribute value (unquoted)").expect("a state of the spec");
    let html = "<a b=c d=e f=g><a b=c><!--x>";
    for size in [1, 30] {
        let record = with_states::<Newest>(html, &[(27, value)], size);
        let last = record.lines.len() - 2;
        assert_eq!(record.lines[last], "start \"\" 0..0 22..28", "by {size}");
    }
}
