//! Reads the statements of the hot path.
//!
//! A statement of the program is a form of one or more statements of Rust. Their order in the table decides where one
//! begins like another: the longer one is first. A line ending is the exception, because the statements before the
//! one that ends it may be any. What is given up is a program that could be printed differently: two forms that mean
//! the same are two statements, and one of them is refused.

use crate::actions::action;
use crate::conditions::{Condition, condition};
use crate::form::{Cursor, Value, first, form, further, rules};
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::states::{conditional, is_if, one_action};
use crate::tokens::Misread;
use proc_macro2::Delimiter;
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

// The statements of `'label: loop`s, jumps, scans and the attribute.
rules! {
    RULES: Read = |v| {
        "$label: loop { $inside }" => just(Stmt::Loop(Some(v.label()), Vec::new())),
        "loop { $inside }" => just(Stmt::Loop(None, Vec::new())),
        "$label: { $inside }" => just(Stmt::Block(v.label(), Vec::new())),
        "break $label;" => just(Stmt::Break(v.label())),
        "continue $label;" => just(Stmt::Continue(v.label())),
        "at = $target; continue 'hot_path;" => just(Stmt::Dispatch(v.target())),
        "break 'hot_path $target;" => just(Stmt::Exit(v.target())),
        "pos += $width;" => just(Stmt::Advance(v.width())),
        "m.cur = pos; m.pos = pos + $width;" => just(Stmt::Sync(v.width())),
        "m.cur = pos;" => just(Stmt::SetCurrent),
        "m.pos = pos;" => just(Stmt::SyncPosition),
        "let from = pos;" => just(Stmt::SetFrom),
        "pos = find::<$stops>(bytes, pos);" => just(Stmt::Scan(v.state(), ScanMethod::Blocks)),
        "pos = find_bytewise::<$stops>(bytes, pos);"
            => just(Stmt::Scan(v.state(), ScanMethod::Bytewise)),
        "pos = m.find_far::<$stops>(pos);" => just(Stmt::Scan(v.state(), ScanMethod::Checked)),
        "pos = m.find_conditional::<$stops, $rest_stops>(pos, $byte, $text, $size);" => {
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
        "m.emit_range(from, pos);" => just(Stmt::EmitScanned { inline: true }),
        "m.emit_text(from, pos);" => just(Stmt::EmitScanned { inline: false }),
        "m.append_range($field, from, pos);" => just(Stmt::AppendScanned(v.field())),
        "m.set_range($field, from, pos);" => just(Stmt::SetScanned(v.field())),
        "name = (from, pos);" => just(Stmt::HoldName),
        "value = (from, pos);" => just(Stmt::HoldValue),
        "if bytes.get(pos) == Some(&$byte) {
                (value, pos) = m.refer::<$numbers, $stops>(value, pos);
            }" => {
            let (byte, numbers, of) = (v.byte(), v.state(), v.state());
            Read {
                stmt: Stmt::HoldReferences(of),
                also: vec![Entry::ReferenceByte(of, byte), numbers_of(numbers)],
            }
        },
        "m.start_attribute_named(name);" => just(Stmt::WriteAttribute(Pending::Named)),
        "m.start_attribute_with(name, value);" => just(Stmt::WriteAttribute(Pending::Valued)),
        "let end = m.end_of_name::<$ends>(pos);
            if end == pos { $inside }
            name = m.name_through(name.0, pos, end);
            pos = end;"
            => just(Stmt::RestOfName { state: v.state(), to: Rest::Name, otherwise: Vec::new() }),
        // The list is between the state and the field.
        "let end = m.end_of_name::<$ends>(pos);
            if end == pos { $inside }
            m.append_lowercase($field, pos, end);
            pos = end;" => {
            let (state, list) = (v.state(), v.inside());
            let to = Rest::Append(v.field());
            v.put_back(list);
            just(Stmt::RestOfName {
                state,
                to,
                otherwise: Vec::new(),
            })
        },
        "let end = m.emit_references::<$numbers, $stops>(pos);
            if end > pos { pos = end; $inside } else { $inside }" => {
            let numbers = v.state();
            references(numbers, v.state(), Receiver::Emitted)
        },
        "let end = m.append_references::<$numbers, $stops>($field, pos);
            if end > pos { pos = end; $inside } else { $inside }" => {
            let (numbers, of) = (v.state(), v.state());
            references(numbers, of, Receiver::Appended(v.field()))
        },
        "let Some(end) = m.emit_line_endings(pos) else { $inside }; pos = end;" => {
            just(Stmt::LineEnding { act: LineEnding::Emit, otherwise: Vec::new(), then: Vec::new() })
        },
        "m.begin_markup_at(pos);" => just(Stmt::BeginMarkup),
        "m.emit_text(pos, pos + $width);" => just(Stmt::EmitCharacter(v.width())),
        "m.append_range($field, pos, pos + $width);"
            => just(Stmt::AppendCharacter(v.field(), v.width())),
        "m.set_range($field, pos, pos + $width);" => just(Stmt::SetCharacter(v.field(), v.width())),
        "m.pos = pos + 1; m.emit_tag();" => just(Stmt::EmitTag),
        "if m.emit_end_tag(pos) { break 'hot_path $initial; }"
            => just(Stmt::EmitKnownTag { end_tag: true }),
        "if m.emit_start_tag(pos) { break 'hot_path $initial; }"
            => just(Stmt::EmitKnownTag { end_tag: false }),
    }
}

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

rules! {
    CONDITIONS: Cond = |v| {
        "if bytes.get(pos) == Some(&$byte)" => Cond::ByteIs(v.byte()),
        "if bytes.get(pos) != Some(&$byte)" => Cond::ByteIsNot(v.byte()),
        "if pair(bytes, pos - 1) == Some($pair)" => {
            let (before, byte) = v.pair();
            Cond::PairIs(before, byte)
        },
        "if m.may_have_attribute(name)" => Cond::MayHaveAttribute,
        "if m.is_interrupted()" => Cond::Interrupted,
    }
}

rules! {
    PATTERNS: (Pattern, bool) = |v| {
        "Some(&byte @ ($bytes))" => (Pattern::Bytes(v.set()), true),
        "Some(&byte)" => (Pattern::AnyByte, true),
        "Some(_)" => (Pattern::AnyByte, false),
        "Some($bytes)" => (Pattern::Bytes(v.set()), false),
        "None | Some($bytes)" => (Pattern::EndOr(v.set()), false),
        "None" => (Pattern::EndOr(CharSet::default()), false),
        "_" => (Pattern::Otherwise, false),
    }
}

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
