//! The hot path as Rust, statement by statement.
//!
//! The prover checks the statements, and what is printed after it is not proved. So a statement becomes a line or two
//! without a decision on the way: code that looks at several statements belongs to a pass. The cost is some code that
//! rustc reports as unneeded, such as a loop that never repeats, which the module allows.

use super::actions::{Context, field};
use super::conditions::{byte_pattern, test};
use super::{comment, names, numbers, states, stops};
use crate::ir::{State, StateId};
use crate::program::{
    Arm, Cond, HotPath, Label, LineEnding, Next, Pattern, Pending, Program, Receiver, Rest, Scan,
    ScanMethod, Stmt, Through, Width,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::Lifetime;

pub(super) fn items(program: &Program, hot_path: &HotPath) -> TokenStream {
    let printer = Printer { program };
    let machine = &program.machine;
    let states: Vec<StateId> = hot_path.entries.iter().map(|(id, _)| *id).collect();
    let variants: Vec<_> = states
        .iter()
        .map(|id| names::variant(&machine.states[*id]))
        .collect();
    let imports = |name: fn(&State) -> Ident, is_imported: fn(&Scan) -> bool| {
        let scans = states
            .iter()
            .filter_map(|id| Some((&machine.states[*id], program.scans.get(id)?)));
        let imported = scans.filter(move |(_, scan)| is_imported(scan));
        let imports = imported.map(move |(state, _)| {
            let (module, name) = (names::module(&state.file), name(state));
            quote!(use super::#module::#name;)
        });
        imports.collect::<TokenStream>()
    };
    let stops = imports(states::stops_name, |_| true);
    let others = imports(states::others_name, |scan| scan.conditional.is_some());
    let ends = imports(states::ends_name, |scan| scan.name_ends.is_some());
    let numbers = numbers::declarations(program);
    let entries = hot_path.entries.iter().map(|(id, body)| {
        let (variant, body) = (printer.variant(*id), printer.all(body));
        quote!(State::#variant => { #body })
    });
    let pending = hot_path.holds_attribute().then(|| {
        let note = comment("The deferred attribute.");
        quote! {
            #note
            let (mut name, mut value): ((usize, usize), (usize, usize));
        }
    });
    quote! {
        //! The hot path: one loop over the most frequent rows.
        //!
        //! It runs rows that never wait for input; before any other row it ends, and the per-state functions
        //! continue.

        #![allow(
            unused_imports,
            unused_labels,
            unused_doc_comments,
            clippy::wildcard_imports,
            clippy::never_loop
        )]
        use crate::machine::prelude::*;
        use super::{Revision, State};
        #stops
        #others
        #ends
        #numbers

        /// Whether the hot path has an entry for a state.
        #[inline(always)]
        pub(super) fn has(state: State) -> bool {
            matches!(state, #(State::#variants)|*)
        }

        pub(super) fn run<O: Output>(m: &mut Machine<'_, '_, O, Revision>) {
            let mut at = m.r.state;
            let bytes = m.bytes();
            let mut pos = m.pos;
            #pending
            let stopped = 'hot_path: loop {
                match at {
                    #(#entries)*
                    other => break 'hot_path other,
                }
            };
            m.pos = pos;
            m.r.state = stopped;
        }
    }
}

struct Printer<'a> {
    program: &'a Program,
}

impl Printer<'_> {
    fn all(&self, body: &[Stmt]) -> TokenStream {
        body.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Loop(label, body) => {
                let (label, body) = (label.map(|label| self.label(label)), self.all(body));
                match label {
                    Some(label) => quote!(#label: loop { #body }),
                    None => quote!(loop { #body }),
                }
            }
            Stmt::Block(label, body) => {
                let (label, body) = (self.label(*label), self.all(body));
                quote!(#label: { #body })
            }
            Stmt::Break(label) => {
                let label = self.label(*label);
                quote!(break #label;)
            }
            Stmt::Continue(label) => {
                let label = self.label(*label);
                quote!(continue #label;)
            }
            Stmt::Dispatch(next) => {
                let next = self.next(*next);
                quote!(at = #next; continue 'hot_path;)
            }
            Stmt::Exit(next) => {
                let next = self.next(*next);
                quote!(break 'hot_path #next;)
            }
            Stmt::Match(arms) => {
                let arms = arms.iter().map(|arm| self.arm(arm));
                quote!(match bytes.get(pos) { #(#arms)* })
            }
            Stmt::If(cond, body) => {
                let (cond, body) = (self.cond(cond), self.all(body));
                quote!(if #cond { #body })
            }
            Stmt::Row(heading, body) => {
                let (heading, body) = (comment(heading), self.all(body));
                quote!(#heading #body)
            }
            Stmt::Advance(by) => {
                let by = width(*by);
                quote!(pos += #by;)
            }
            Stmt::SetCurrent => quote!(m.cur = pos;),
            Stmt::Sync(by) => {
                let by = width(*by);
                quote!(m.cur = pos; m.pos = pos + #by;)
            }
            Stmt::SyncPosition => quote!(m.pos = pos;),
            Stmt::SetFrom => quote!(let from = pos;),
            Stmt::Scan(stops, search) => {
                let find = self.find(*stops, *search);
                quote!(pos = #find;)
            }
            Stmt::EmitScanned { inline: true } => quote!(m.emit_range(from, pos);),
            Stmt::EmitScanned { inline: false } => quote!(m.emit_text(from, pos);),
            Stmt::AppendScanned(f) => {
                let field = field(*f);
                quote!(m.append_range(#field, from, pos);)
            }
            Stmt::SetScanned(f) => {
                let field = field(*f);
                quote!(m.set_range(#field, from, pos);)
            }
            Stmt::HoldName => quote!(name = (from, pos);),
            Stmt::HoldValue => quote!(value = (from, pos);),
            Stmt::HoldReferences(of) => {
                let byte = stops::byte(self.program.references[of].byte);
                let (numbers, stops) = (numbers::name(self.program, *of), self.stops(*of));
                quote! {
                    if bytes.get(pos) == Some(&#byte) {
                        (value, pos) = m.refer::<#numbers, #stops>(value, pos);
                    }
                }
            }
            Stmt::WriteAttribute(pending) => match pending {
                Pending::Nothing => quote!(),
                Pending::Started => quote!(m.start_attribute();),
                Pending::Named => quote!(m.start_attribute_named(name);),
                Pending::Valued => quote!(m.start_attribute_with(name, value);),
            },
            Stmt::RestOfName {
                state,
                to,
                otherwise,
            } => {
                let ends = states::ends_name(&self.program.machine.states[*state]);
                let otherwise = self.all(otherwise);
                let read = match to {
                    Rest::Name => quote!(name = m.name_through(name.0, pos, end);),
                    Rest::Append(f) => {
                        let field = field(*f);
                        quote!(m.append_lowercase(#field, pos, end);)
                    }
                };
                quote! {
                    let end = m.end_of_name::<#ends>(pos);
                    if end == pos { #otherwise }
                    #read
                    pos = end;
                }
            }
            Stmt::References {
                of,
                then,
                otherwise,
            } => {
                let (numbers, stops) = (numbers::name(self.program, *of), self.stops(*of));
                let end = match self.program.references[of].to {
                    Receiver::Emitted => quote!(m.emit_references::<#numbers, #stops>(pos)),
                    Receiver::Appended(to) => {
                        let field = field(to);
                        quote!(m.append_references::<#numbers, #stops>(#field, pos))
                    }
                };
                let (then, otherwise) = (self.all(then), self.all(otherwise));
                quote! {
                    let end = #end;
                    if end > pos {
                        pos = end;
                        #then
                    } else {
                        #otherwise
                    }
                }
            }
            Stmt::LineEnding {
                act,
                otherwise,
                then,
            } => self.line_ending(act, otherwise, then),
            Stmt::BeginMarkup => quote!(m.begin_markup_at(pos);),
            Stmt::EmitCharacter(by) => {
                let by = width(*by);
                quote!(m.emit_text(pos, pos + #by);)
            }
            Stmt::AppendCharacter(f, by) => {
                let (field, by) = (field(*f), width(*by));
                quote!(m.append_range(#field, pos, pos + #by);)
            }
            Stmt::SetCharacter(f, by) => {
                let (field, by) = (field(*f), width(*by));
                quote!(m.set_range(#field, pos, pos + #by);)
            }
            Stmt::Act(action, through) => {
                let through = match through {
                    Through::Current => quote!(m.cur),
                    Through::Position => quote!(m.pos),
                };
                self.context().action(action, &through)
            }
            Stmt::EmitTag => quote!(m.pos = pos + 1; m.emit_tag();),
            Stmt::EmitKnownTag { end_tag } => {
                let initial = self.variant(self.program.machine.initial);
                let emit = match end_tag {
                    true => quote!(m.emit_end_tag(pos)),
                    false => quote!(m.emit_start_tag(pos)),
                };
                quote!(if #emit { break 'hot_path State::#initial; })
            }
        }
    }

    fn arm(&self, arm: &Arm) -> TokenStream {
        let heading = arm.row.as_ref().map(|row| comment(row));
        let guard = arm.guard.as_ref().map(|guard| {
            let guard = test(&self.program.machine, guard, true);
            quote!(if #guard)
        });
        let body = self.all(&arm.body);
        let pattern = match (&arm.on, arm.binds) {
            (Pattern::Bytes(on), binds) => {
                let bytes = byte_pattern(on);
                match binds {
                    true => quote!(Some(&byte @ (#bytes))),
                    false => quote!(Some(#bytes)),
                }
            }
            (Pattern::EndOr(on), _) if on.is_empty() => quote!(None),
            (Pattern::EndOr(on), _) => {
                let bytes = byte_pattern(on);
                quote!(None | Some(#bytes))
            }
            (Pattern::AnyByte, true) => quote!(Some(&byte)),
            (Pattern::AnyByte, false) => quote!(Some(_)),
            (Pattern::Otherwise, _) => quote!(_),
        };
        quote!(#heading #pattern #guard => { #body })
    }

    fn cond(&self, cond: &Cond) -> TokenStream {
        match cond {
            Cond::Test(cond) => test(&self.program.machine, cond, true),
            Cond::ByteIs(byte) => {
                let byte = stops::byte(*byte);
                quote!(bytes.get(pos) == Some(&#byte))
            }
            Cond::ByteIsNot(byte) => {
                let byte = stops::byte(*byte);
                quote!(bytes.get(pos) != Some(&#byte))
            }
            Cond::PairIs(before, byte) => {
                let pair = Literal::byte_string(&[*before, *byte]);
                quote!(pair(bytes, pos - 1) == Some(#pair))
            }
            Cond::MayHaveAttribute => quote!(m.may_have_attribute(name)),
            Cond::Interrupted => quote!(m.is_interrupted()),
        }
    }

    fn line_ending(&self, act: &LineEnding, otherwise: &[Stmt], then: &[Stmt]) -> TokenStream {
        let (otherwise, then) = (self.all(otherwise), self.all(then));
        let (end, done) = match act {
            LineEnding::Emit => (quote!(m.emit_line_endings(pos)), quote!()),
            LineEnding::Append { before, field: f } => {
                let (before, field) = (self.all(before), field(*f));
                let append = quote!(#before m.append_line_ending(#field, pos, end););
                (quote!(m.end_of_line_ending(pos)), append)
            }
            LineEnding::Act(actions) => {
                let place = (!actions.is_empty()).then(|| quote!(m.cur = pos; m.pos = end;));
                let actions = self.context().actions(actions, &quote!(m.pos));
                (quote!(m.end_of_line_ending(pos)), quote!(#place #actions))
            }
        };
        quote! {
            let Some(end) = #end else { #otherwise };
            #done
            pos = end;
            #then
        }
    }

    fn find(&self, stops: StateId, search: ScanMethod) -> TokenStream {
        let scan = &self.program.scans[&stops];
        let state = &self.program.machine.states[stops];
        let stops = self.stops(stops);
        match search {
            ScanMethod::Conditional => {
                let others = states::others_name(state);
                let conditional = scan.conditional.iter().map(|stop| {
                    let (byte, text) = (stops::byte(stop.byte), &stop.text);
                    let reach = Literal::usize_unsuffixed(stop.reach);
                    quote!(m.find_conditional::<#stops, #others>(pos, #byte, #text, #reach))
                });
                quote!(#(#conditional)*)
            }
            ScanMethod::Blocks => quote!(find::<#stops>(bytes, pos)),
            ScanMethod::Bytewise => quote!(find_bytewise::<#stops>(bytes, pos)),
            ScanMethod::Checked => quote!(m.find_far::<#stops>(pos)),
        }
    }

    fn stops(&self, id: StateId) -> Ident {
        states::stops_name(&self.program.machine.states[id])
    }

    fn function(&self, id: StateId) -> Ident {
        names::function(&self.program.machine.states[id])
    }

    fn variant(&self, id: StateId) -> Ident {
        names::variant(&self.program.machine.states[id])
    }

    fn next(&self, next: Next) -> TokenStream {
        names::target(&self.program.machine, next)
    }

    fn label(&self, label: Label) -> Lifetime {
        // No function begins or ends with an underscore, so no state has the label of anything else.
        let name = match label {
            Label::StartTag => "_start_tag".to_owned(),
            Label::EndTag => "_end_tag".to_owned(),
            Label::Likely(id) => format!("_likely_{}", self.function(id)),
            Label::State(id) => self.function(id).to_string(),
        };
        Lifetime::new(&format!("'{name}"), Span::call_site())
    }

    fn context(&self) -> Context<'_> {
        Context {
            machine: &self.program.machine,
            in_row: true,
        }
    }
}

/// The length of the character at `pos`.
fn width(width: Width) -> TokenStream {
    match width {
        Width::Bound => quote!(width(byte)),
        Width::One => quote!(1),
    }
}
