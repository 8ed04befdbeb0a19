//! Reads conditions: expressions of type `bool`, in which a test that has to wait suspends the state.
//!
//! Whether the state gives its character back then is decided by the place of the condition, so it is read with the
//! condition and compared too. Operators bind as in Rust; parentheses make a condition of their own, so that the tree
//! that was printed is read, not one that means the same. Conditions that are equal by laws of logic are different.

use crate::form::{Cursor, Form, Value, first, form, further, rules, unexpected};
use crate::names::Names;
use crate::tokens::{Kind, Misread};
use proc_macro2::Delimiter;
use std::sync::LazyLock;
use tokenwright_compiler::ir::InputPosition::{Current, Next};
use tokenwright_compiler::ir::{CharSet, Test};
use tokenwright_compiler::program::Through;

/// A condition as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The condition in its normal form.
    pub(crate) test: Test,
    /// Whether the current input character is given back where the test has to wait; `None` if it never has to.
    pub(crate) gives_back: Option<bool>,
}

/// A condition that does not wait.
fn plain(test: Test) -> Condition {
    Condition {
        test,
        gives_back: None,
    }
}

/// Reads a condition as far as it goes: `a && b || !(c)`.
pub(crate) fn condition(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Condition, Misread> {
    chain(input, names, form!("||"), conjunction, Test::Any)
}

fn conjunction(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Condition, Misread> {
    chain(input, names, form!("&&"), operand, Test::All)
}

fn chain<'t>(
    input: &mut Cursor<'t>,
    names: &Names<'_>,
    operator: &Form,
    read: fn(&mut Cursor<'t>, &Names<'_>) -> Result<Condition, Misread>,
    join: fn(Vec<Test>) -> Test,
) -> Result<Condition, Misread> {
    let mut whole = read(input, names)?;
    let mut tests = Vec::new();
    while input.has(operator) {
        let place = input.place();
        let next = read(input, names)?;
        match (whole.gives_back, next.gives_back) {
            (Some(a), Some(b)) if a != b => {
                let message =
                    "one test of this condition gives the character back, and another does not";
                return Err(Misread::new(place, message));
            }
            (None, _) => whole.gives_back = next.gives_back,
            _ => {}
        }
        tests.push(next.test);
    }
    if !tests.is_empty() {
        tests.insert(0, whole.test);
        whole.test = join(tests);
    }
    Ok(whole)
}

fn operand(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Condition, Misread> {
    let parenthesised = |input: &mut Cursor<'_>| {
        let mut inside = input.group(Delimiter::Parenthesis)?;
        let read = condition(&mut inside, names)?;
        inside.finish()?;
        Ok(read)
    };
    let is_group = |input: &Cursor<'_>| {
        let next = input.peek().map(|token| &token.kind);
        matches!(next, Some(Kind::Group(Delimiter::Parenthesis, _)))
    };
    if is_group(input) {
        return parenthesised(input);
    }
    let mut after = *input;
    if after.has(form!("!")) && is_group(&after) {
        let read = parenthesised(&mut after)?;
        *input = after;
        return Ok(Condition {
            test: Test::Not(Box::new(read.test)),
            ..read
        });
    }
    match sequence(input, names).and_then(|read| match read {
        Some(read) => Ok(Some(read)),
        None => caller(input, names),
    }) {
        Ok(Some(read)) => Ok(read),
        Ok(None) => single(input, names),
        Err(misread) => Err(misread),
    }
}

/// A condition of one form.
fn single(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Condition, Misread> {
    let (test, mut left_over) = first(&RULES, input, names)?;
    let gives_back = match left_over.next() {
        Some(Value::GivesBack(gives_back)) => Some(gives_back),
        _ => None,
    };
    Ok(Condition { test, gives_back })
}

/// What a test does that has to wait: whether it gives the current input character back.
pub(crate) fn starve(input: &mut Cursor<'_>) -> Result<bool, Misread> {
    let gives_back = input.has(form!("{ m.reconsume(); return Flow::Starved; }"));
    if !gives_back {
        input.expect(form!("return Flow::Starved"))?;
    }
    input.passes(';');
    Ok(gives_back)
}

/// `m.cur` or `m.pos`
pub(crate) fn through(input: &mut Cursor<'_>) -> Result<Through, Misread> {
    match input.has(form!("m.cur")) {
        true => Ok(Through::Current),
        false => input.expect(form!("m.pos")).map(|()| Through::Position),
    }
}

/// The test for the caller of a procedure: the states that the procedure may continue in.
fn caller(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Option<Condition>, Misread> {
    let place = input.place();
    let Ok(mut values) = form!("matches!(m.r.caller, $inside)").read(input, names) else {
        return Ok(None);
    };
    let mut inside = values.inside();
    let parts = inside.alternatives(|inside| names.state(inside))?;
    inside.finish()?;
    let whole = names.whole_of(&parts);
    let whole = whole.ok_or_else(|| Misread::new(place, "no state has these parts"))?;
    Ok(Some(plain(Test::CallerIs(whole))))
}

/// A look-ahead for characters of a set and one after them. Its name says what it looks for, as runs with the same
/// name continue one another.
fn sequence(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<Option<Condition>, Misread> {
    static SEQUENCE: LazyLock<[Form; 2]> = LazyLock::new(|| {
        ["matches!(c, $chars)", "false"].map(|on| {
            Form::new(&format!(
                "match m.ahead_sequence($text, |c| {on}, $char) {{ Some(holds) => holds, None => $starve, }}"
            ))
        })
    });
    let place = input.place();
    let [some, none] = &*SEQUENCE;
    let (name, on, mut values) = if let Ok(mut values) = some.read(input, names) {
        (values.text(), values.set(), values)
    } else if let Ok(mut values) = none.read(input, names) {
        (values.text(), CharSet::default(), values)
    } else {
        return Ok(None);
    };
    let end = values.char();
    let gives_back = match values.next() {
        Some(Value::GivesBack(gives_back)) => Some(gives_back),
        _ => None,
    };
    let named =
        named_sequence(&name).filter(|(set, c)| crate::sets::scalars(set) == on && *c == end);
    let (set, end) =
        named.ok_or_else(|| Misread::new(place, "the name of this look-ahead is another's"))?;
    Ok(Some(Condition {
        test: Test::AheadSequence(set, end),
        gives_back,
    }))
}

/// `41-5A 61-7A 3B`
fn named_sequence(name: &str) -> Option<(CharSet, char)> {
    let (ranges, end) = name.rsplit_once(' ')?;
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
    let ranges = ranges.split(' ').filter(|range| !range.is_empty());
    let ranges = ranges.map(|range| {
        let (first, last) = range.split_once('-')?;
        Some((number(first)?, number(last)?))
    });
    let set = CharSet::from_ranges(ranges.collect::<Option<Vec<_>>>()?);
    Some((set, char::from_u32(number(end)?)?))
}

/// The guard of a row: a test for the set of its characters, a condition, or both.
pub(crate) fn guard(
    input: &mut Cursor<'_>,
    names: &Names<'_>,
) -> Result<(Option<CharSet>, Option<Condition>), Misread> {
    let place = input.place();
    let set = form!("($current_set)").read(input, names);
    let misread = match set {
        Ok(mut values) => {
            let set = Some(values.set());
            if !input.has(form!("&&")) {
                return Ok((set, None));
            }
            let mut values = form!("($condition)").read(input, names)?;
            return match values.next() {
                Some(Value::Condition(condition)) => Ok((set, Some(condition))),
                _ => Err(unexpected(place)),
            };
        }
        Err(misread) => misread,
    };
    match form!("($condition)")
        .read(input, names)
        .map(|mut values| values.next())
    {
        Ok(Some(Value::Condition(condition))) => Ok((None, Some(condition))),
        Ok(_) => Err(unexpected(place)),
        Err(other) => Err(further(misread, other)),
    }
}

rules! {
    RULES: Test = |v| {
        // A test that nothing satisfies.
        "false" => Test::Any(Vec::new()),
        "m.temporary_buffer_is($text)" => Test::TemporaryBufferIs(v.text()),
        "m.target_is($text)" => Test::TargetIs(v.text()),
        "m.r.return_state == $state" => Test::ReturnStateIs(v.state()),
        "m.is_foreign()" => Test::Foreign,
        "m.r.matched.is_some()" => Test::Matched,
        "m.last_matched_is($byte)" => Test::LastMatchedIs(char::from(v.byte())),
        "match m.peek() {
                Input::Byte($binding) => $next_set,
                Input::Eof => $bool,
                Input::Starved => $starve,
            }" => Test::NextIs { on: v.set(), eof: v.bool() },
        "match m.peek() {
                Input::Byte(_) => m.r.additional_allowed == Some(m.next_char()),
                Input::Eof => false,
                Input::Starved => $starve,
            }" => Test::NextIsAdditional,
        "match m.ahead($text, $bool) { Some(holds) => holds, None => $starve, }"
            => Test::Ahead { text: v.text(), ignore_case: v.bool(), from: Next },
        // The call itself gives the current input character back.
        "match m.ahead_from_current($text, $bool) {
                Some(holds) => holds,
                None => return Flow::Starved,
            }" => Test::Ahead { text: v.text(), ignore_case: v.bool(), from: Current },
        "match m.ahead_last_start_tag() { Some(holds) => holds, None => $starve, }"
            => Test::AheadLastStartTag,
        "match m.peek_after_last_start_tag() {
                Input::Byte($binding) => $set_after_name,
                Input::Eof => $bool,
                Input::Starved => $starve,
            }" => Test::AfterLastStartTag { on: v.set(), eof: v.bool() },
        "m.no_start_tag()" => Test::NoStartTag,
        "m.behind($text)" => Test::Behind(v.text()),
        "m.r.content_model == $model" => Test::ContentModelIs(v.model()),
        "m.r.escape" => Test::Escape,
        "m.r.token.is_end_tag" => Test::IsEndTag,
        "m.tag_name_is_last_start_tag()" => Test::TagNameIsLastStartTag,
        "matches!(m.tag_name(), $list)" => Test::TagNameIn(v.list()),
        "m.attribute_is_duplicate()" => Test::DuplicateAttribute,
        "m.has_attributes()" => Test::HasAttributes,
        "m.r.token.self_closing" => Test::SelfClosing,
        "m.doctype_name_is($text)" => Test::DoctypeNameIs(v.text()),
        "matches!(m.r.returned, Returned::Nothing)" => Test::NothingReturned,
        "!m.r.matched_any" => Test::NoneMatched,
        "super::replacement(m.r.code).is_some()" => Test::CodeInReplacements,
        "matches!(m.r.code, $codes)" => Test::CodeIn(v.codes()),
    }
}
