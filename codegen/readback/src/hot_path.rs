//! Reads the statements of the hot path.
//!
//! A statement of the program is a form of one or more statements of Rust. Their order in the table decides where one
//! begins like another: the longer one is first. A line ending is the exception, because the statements before the
//! one that ends it may be any. What is given up is a program that could be printed differently: two forms that mean
//! the same are two statements, and one of them is refused.

use crate::actions::action;
use crate::conditions::{Condition, condition};
use crate::form::{Cursor, Rule, Value, first, form, further};
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::states::{conditional, is_if, one_action};
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use std::sync::LazyLock;
use tokenwright_compiler::ir::CharSet;
use tokenwright_compiler::program::{
    Cond, ConditionalStop, LineEnding, Pattern, Pending, Receiver, Rest, ScanMethod, Stmt,
    StopBytes,
};

/// Reads a list of statements.
pub(crate) fn statements(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    while !input.is_at_end() {
        statement(&mut input, names, out)?;
    }
    Ok(())
}

fn statement(input: &mut Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    let place = input.place();
    if input.has(form!("match bytes.get(pos)")) {
        out.push((Entry::Statement(Stmt::Match(Vec::new())), place));
        arms(input.group(Delimiter::Brace)?, names, out)?;
        out.push((Entry::End, input.place()));
        return Ok(());
    }
    if let Ok(mut values) =
        form!("let Some(end) = m.end_of_line_ending(pos) else { $inside };").read(input, names)
    {
        return line_ending(values.inside(), input, names, out);
    }
    let misread = match first(&RULES, input, names) {
        Ok((Read { stmt, also }, mut left_over)) => {
            let has_lists = matches!(
                stmt,
                Stmt::Loop(..)
                    | Stmt::Block(..)
                    | Stmt::RestOfName { .. }
                    | Stmt::References { .. }
                    | Stmt::LineEnding { .. }
            );
            out.push((Entry::Statement(stmt), place));
            out.extend(also.into_iter().map(|entry| (entry, place)));
            let mut is_first = true;
            while let Some(value) = left_over.next() {
                let Value::Inside(list) = value else {
                    panic!("a statement has no use for {value:?}");
                };
                if !std::mem::take(&mut is_first) {
                    out.push((Entry::Else, list.place()));
                }
                statements(list, names, out)?;
            }
            if has_lists {
                out.push((Entry::End, input.place()));
            }
            return Ok(());
        }
        Err(misread) => misread,
    };
    match action(input, names) {
        Ok(printed) => {
            out.push((Entry::Action(printed), place));
            return Ok(());
        }
        Err(other) if !is_if(input) => return Err(further(misread, other)),
        Err(_) => {}
    }
    if let Ok((cond, _)) = first(&CONDITIONS, input, names) {
        let gives_back = None;
        out.push((Entry::If { cond, gives_back }, place));
        statements(input.group(Delimiter::Brace)?, names, out)?;
        out.push((Entry::End, input.place()));
        return Ok(());
    }
    let branches = conditional(input, names, out, place)?;
    branches.statements(names, out)
}

/// A statement, and what its code says of the references or the stops of its state.
struct Read {
    stmt: Stmt,
    also: Vec<Entry>,
}

fn just(stmt: Stmt) -> Read {
    Read {
        stmt,
        also: Vec::new(),
    }
}

/// The statements of `'label: loop`s, jumps, scans and the attribute.
static RULES: LazyLock<Vec<Rule<Read>>> = LazyLock::new(|| {
    vec![
        Rule::new("$label: loop { $inside }", |v| {
            just(Stmt::Loop(Some(v.label()), Vec::new()))
        }),
        Rule::new("loop { $inside }", |_| just(Stmt::Loop(None, Vec::new()))),
        Rule::new("$label: { $inside }", |v| {
            just(Stmt::Block(v.label(), Vec::new()))
        }),
        Rule::new("break $label;", |v| just(Stmt::Break(v.label()))),
        Rule::new("continue $label;", |v| just(Stmt::Continue(v.label()))),
        Rule::new("at = $target; continue 'hot_path;", |v| {
            just(Stmt::Dispatch(v.target()))
        }),
        Rule::new("break 'hot_path $target;", |v| just(Stmt::Exit(v.target()))),
        Rule::new("pos += $width;", |v| just(Stmt::Advance(v.width()))),
        Rule::new("m.cur = pos; m.pos = pos + $width;", |v| {
            just(Stmt::Sync(v.width()))
        }),
        Rule::new("m.cur = pos;", |_| just(Stmt::SetCurrent)),
        Rule::new("m.pos = pos;", |_| just(Stmt::SyncPosition)),
        Rule::new("let from = pos;", |_| just(Stmt::SetFrom)),
        Rule::new("pos = find::<$stops>(bytes, pos);", |v| {
            just(Stmt::Scan(v.state(), ScanMethod::Blocks))
        }),
        Rule::new("pos = find_bytewise::<$stops>(bytes, pos);", |v| {
            just(Stmt::Scan(v.state(), ScanMethod::Bytewise))
        }),
        Rule::new("pos = m.find_far::<$stops>(pos);", |v| {
            just(Stmt::Scan(v.state(), ScanMethod::Checked))
        }),
        Rule::new(
            "pos = m.find_conditional::<$stops, $rest_stops>(pos, $byte, $text, $size);",
            |v| {
                let (state, others) = (v.state(), v.state());
                let stop = ConditionalStop {
                    byte: v.byte(),
                    text: v.text(),
                    reach: v.size(),
                    others: no_stops(),
                };
                Read {
                    stmt: Stmt::Scan(state, ScanMethod::Conditional),
                    also: vec![Entry::ConditionalStop(others, stop)],
                }
            },
        ),
        Rule::new("m.emit_range(from, pos);", |_| {
            just(Stmt::EmitScanned { inline: true })
        }),
        Rule::new("m.emit_text(from, pos);", |_| {
            just(Stmt::EmitScanned { inline: false })
        }),
        Rule::new("m.append_range($field, from, pos);", |v| {
            just(Stmt::AppendScanned(v.field()))
        }),
        Rule::new("m.set_range($field, from, pos);", |v| {
            just(Stmt::SetScanned(v.field()))
        }),
        Rule::new("name = (from, pos);", |_| just(Stmt::HoldName)),
        Rule::new("value = (from, pos);", |_| just(Stmt::HoldValue)),
        Rule::new(
            "if bytes.get(pos) == Some(&$byte) {
                (value, pos) = m.refer::<$numbers, $stops>(value, pos);
            }",
            |v| {
                let (byte, numbers, of) = (v.byte(), v.state(), v.state());
                Read {
                    stmt: Stmt::HoldReferences(of),
                    also: vec![Entry::ReferenceByte(of, byte), numbers_of(numbers)],
                }
            },
        ),
        Rule::new("m.start_attribute_named(name);", |_| {
            just(Stmt::WriteAttribute(Pending::Named))
        }),
        Rule::new("m.start_attribute_with(name, value);", |_| {
            just(Stmt::WriteAttribute(Pending::Valued))
        }),
        Rule::new(
            "let end = m.end_of_name::<$ends>(pos);
            if end == pos { $inside }
            name = m.name_through(name.0, pos, end);
            pos = end;",
            |v| {
                just(Stmt::RestOfName {
                    state: v.state(),
                    to: Rest::Name,
                    otherwise: Vec::new(),
                })
            },
        ),
        // The list is between the state and the field.
        Rule::new(
            "let end = m.end_of_name::<$ends>(pos);
            if end == pos { $inside }
            m.append_lowercase($field, pos, end);
            pos = end;",
            |v| {
                let (state, list) = (v.state(), v.inside());
                let to = Rest::Append(v.field());
                v.put_back(list);
                just(Stmt::RestOfName {
                    state,
                    to,
                    otherwise: Vec::new(),
                })
            },
        ),
        Rule::new(
            "let end = m.emit_references::<$numbers, $stops>(pos);
            if end > pos { pos = end; $inside } else { $inside }",
            |v| {
                let numbers = v.state();
                references(numbers, v.state(), Receiver::Emitted)
            },
        ),
        Rule::new(
            "let end = m.append_references::<$numbers, $stops>($field, pos);
            if end > pos { pos = end; $inside } else { $inside }",
            |v| {
                let (numbers, of) = (v.state(), v.state());
                references(numbers, of, Receiver::Appended(v.field()))
            },
        ),
        Rule::new(
            "let Some(end) = m.emit_line_endings(pos) else { $inside }; pos = end;",
            |_| {
                just(Stmt::LineEnding {
                    act: LineEnding::Emit,
                    otherwise: Vec::new(),
                    then: Vec::new(),
                })
            },
        ),
        Rule::new("m.begin_markup_at(pos);", |_| just(Stmt::BeginMarkup)),
        Rule::new("m.emit_text(pos, pos + $width);", |v| {
            just(Stmt::EmitCharacter(v.width()))
        }),
        Rule::new("m.append_range($field, pos, pos + $width);", |v| {
            just(Stmt::AppendCharacter(v.field(), v.width()))
        }),
        Rule::new("m.set_range($field, pos, pos + $width);", |v| {
            just(Stmt::SetCharacter(v.field(), v.width()))
        }),
        Rule::new("m.pos = pos + 1; m.emit_tag();", |_| just(Stmt::EmitTag)),
        Rule::new(
            "if m.emit_end_tag(pos) { break 'hot_path $initial; }",
            |_| just(Stmt::EmitKnownTag { end_tag: true }),
        ),
        Rule::new(
            "if m.emit_start_tag(pos) { break 'hot_path $initial; }",
            |_| just(Stmt::EmitKnownTag { end_tag: false }),
        ),
    ]
});

/// The place of the bytes of a [`ConditionalStop`], which are read where they are declared.
pub(crate) fn no_stops() -> StopBytes {
    StopBytes {
        ranges: Vec::new(),
        negated: false,
    }
}

/// The numbers are read where they are declared; until then their state says which they are.
fn numbers_of(state: usize) -> Entry {
    Entry::Numbers(state, CharSet::default())
}

fn references(numbers: usize, of: usize, to: Receiver) -> Read {
    Read {
        stmt: Stmt::References {
            of,
            then: Vec::new(),
            otherwise: Vec::new(),
        },
        also: vec![numbers_of(numbers), Entry::Receiver(of, to)],
    }
}

static CONDITIONS: LazyLock<Vec<Rule<Cond>>> = LazyLock::new(|| {
    vec![
        Rule::new("if bytes.get(pos) == Some(&$byte)", |v| {
            Cond::ByteIs(v.byte())
        }),
        Rule::new("if bytes.get(pos) != Some(&$byte)", |v| {
            Cond::ByteIsNot(v.byte())
        }),
        Rule::new("if pair(bytes, pos - 1) == Some($pair)", |v| {
            let (before, byte) = v.pair();
            Cond::PairIs(before, byte)
        }),
        Rule::new("if m.may_have_attribute(name)", |_| Cond::MayHaveAttribute),
        Rule::new("if m.is_interrupted()", |_| Cond::Interrupted),
    ]
});

static PATTERNS: LazyLock<Vec<Rule<(Pattern, bool)>>> = LazyLock::new(|| {
    vec![
        Rule::new("Some(&byte @ ($bytes))", |v| {
            (Pattern::Bytes(v.set()), true)
        }),
        Rule::new("Some(&byte)", |_| (Pattern::AnyByte, true)),
        Rule::new("Some(_)", |_| (Pattern::AnyByte, false)),
        Rule::new("Some($bytes)", |v| (Pattern::Bytes(v.set()), false)),
        Rule::new("None | Some($bytes)", |v| (Pattern::EndOr(v.set()), false)),
        Rule::new("None", |_| (Pattern::EndOr(CharSet::default()), false)),
        Rule::new("_", |_| (Pattern::Otherwise, false)),
    ]
});

fn arms(mut input: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !input.is_at_end() {
        let place = input.place();
        let ((on, binds), _) = first(&PATTERNS, &mut input, names)?;
        let guard: Option<Condition> = match input.has(form!("if")) {
            true => Some(condition(&mut input, names)?),
            false => None,
        };
        input.expect(form!("=>"))?;
        out.push((Entry::Arm { on, binds, guard }, place));
        statements(input.group(Delimiter::Brace)?, names, out)?;
        out.push((Entry::End, input.place()));
        input.passes(',');
    }
    Ok(())
}

/// Reads a line ending behind the search for its end: what it is depends on the statements up to the one that moves
/// the cursor.
fn line_ending(
    otherwise: Cursor<'_>,
    input: &mut Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    let place = otherwise.place();
    let mut list = Listing::new();
    let act = if input.has(form!("pos = end;")) {
        LineEnding::Act(Vec::new())
    } else if input.has(form!("m.cur = pos; m.pos = end;")) {
        while !input.has(form!("pos = end;")) {
            one_action(input, names, &mut list)?;
        }
        LineEnding::Act(Vec::new())
    } else {
        loop {
            if let Ok(mut values) =
                form!("m.append_line_ending($field, pos, end); pos = end;").read(input, names)
            {
                break LineEnding::Append {
                    before: Vec::new(),
                    field: values.field(),
                };
            }
            statement(input, names, &mut list)?;
        }
    };
    let stmt = Stmt::LineEnding {
        act,
        otherwise: Vec::new(),
        then: Vec::new(),
    };
    out.push((Entry::Statement(stmt), place));
    statements(otherwise, names, out)?;
    out.push((Entry::Else, place));
    out.append(&mut list);
    out.push((Entry::End, input.place()));
    Ok(())
}
