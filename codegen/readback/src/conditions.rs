//! Reads conditions: expressions of type `bool`, in which a test that has to wait suspends the state.
//!
//! Whether the state gives its character back then is decided by the place of the condition, so it is read with the
//! condition and compared too. Operators bind as in Rust; parentheses make a condition of their own, so that the tree
//! that was printed is read, not one that means the same. Conditions that are equal by laws of logic are different.

use crate::form::{Cursor, Form, Rule, Value, first, form, further, unexpected};
use crate::names::Names;
use crate::tokens::{Kind, Misread};
use proc_macro2::Delimiter;
use std::sync::LazyLock;
use tokenwright_compiler::ir::{CharSet, InputPosition, Test};
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
    let mut parts = vec![names.state(&mut inside)?];
    while inside.passes('|') {
        parts.push(names.state(&mut inside)?);
    }
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

static RULES: LazyLock<Vec<Rule<Test>>> = LazyLock::new(|| {
    use InputPosition::{Current, Next};
    vec![
        // A test that nothing satisfies.
        Rule::new("false", |_| Test::Any(Vec::new())),
        Rule::new("m.temporary_buffer_is($text)", |v| {
            Test::TemporaryBufferIs(v.text())
        }),
        Rule::new("m.target_is($text)", |v| Test::TargetIs(v.text())),
        Rule::new("m.r.return_state == $state", |v| {
            Test::ReturnStateIs(v.state())
        }),
        Rule::new("m.is_foreign()", |_| Test::Foreign),
        Rule::new("m.r.matched.is_some()", |_| Test::Matched),
        Rule::new("m.last_matched_is($byte)", |v| {
            Test::LastMatchedIs(char::from(v.byte()))
        }),
        Rule::new(
            "match m.peek() {
                Input::Byte($binding) => $next_set,
                Input::Eof => $bool,
                Input::Starved => $starve,
            }",
            |v| Test::NextIs {
                on: v.set(),
                eof: v.bool(),
            },
        ),
        Rule::new(
            "match m.peek() {
                Input::Byte(_) => m.r.additional_allowed == Some(m.next_char()),
                Input::Eof => false,
                Input::Starved => $starve,
            }",
            |_| Test::NextIsAdditional,
        ),
        Rule::new(
            "match m.ahead($text, $bool) { Some(holds) => holds, None => $starve, }",
            |v| Test::Ahead {
                text: v.text(),
                ignore_case: v.bool(),
                from: Next,
            },
        ),
        // The call itself gives the current input character back.
        Rule::new(
            "match m.ahead_from_current($text, $bool) {
                Some(holds) => holds,
                None => return Flow::Starved,
            }",
            |v| Test::Ahead {
                text: v.text(),
                ignore_case: v.bool(),
                from: Current,
            },
        ),
        Rule::new(
            "match m.ahead_last_start_tag() { Some(holds) => holds, None => $starve, }",
            |_| Test::AheadLastStartTag,
        ),
        Rule::new(
            "match m.peek_after_last_start_tag() {
                Input::Byte($binding) => $set_after_name,
                Input::Eof => $bool,
                Input::Starved => $starve,
            }",
            |v| Test::AfterLastStartTag {
                on: v.set(),
                eof: v.bool(),
            },
        ),
        Rule::new("m.no_start_tag()", |_| Test::NoStartTag),
        Rule::new("m.behind($text)", |v| Test::Behind(v.text())),
        Rule::new("m.r.content_model == $model", |v| {
            Test::ContentModelIs(v.model())
        }),
        Rule::new("m.r.escape", |_| Test::Escape),
        Rule::new("m.r.token.is_end_tag", |_| Test::IsEndTag),
        Rule::new("m.tag_name_is_last_start_tag()", |_| {
            Test::TagNameIsLastStartTag
        }),
        Rule::new("matches!(m.tag_name(), $list)", |v| {
            Test::TagNameIn(v.list())
        }),
        Rule::new("m.attribute_is_duplicate()", |_| Test::DuplicateAttribute),
        Rule::new("m.has_attributes()", |_| Test::HasAttributes),
        Rule::new("m.r.token.self_closing", |_| Test::SelfClosing),
        Rule::new("m.doctype_name_is($text)", |v| {
            Test::DoctypeNameIs(v.text())
        }),
        Rule::new("matches!(m.r.returned, Returned::Nothing)", |_| {
            Test::NothingReturned
        }),
        Rule::new("!m.r.matched_any", |_| Test::NoneMatched),
        Rule::new("super::replacement(m.r.code).is_some()", |_| {
            Test::CodeInReplacements
        }),
        Rule::new("matches!(m.r.code, $codes)", |v| Test::CodeIn(v.codes())),
    ]
});
