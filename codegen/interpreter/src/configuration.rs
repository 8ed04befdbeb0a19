//! The configuration of a machine: everything that decides the rest of its run.
//!
//! The functions destructure every type without a wildcard, so a new register does not compile until it is
//! handled here.
//!
//! The kept registers are a parameter: the checker compares what a certificate carries, and a plain comparison has
//! all. As text, a configuration can be a key and be shown; that costs more than a hash of the registers would.

use super::effects::{
    ADDITIONAL, BASE, BUFFER, CARRIED, CODE, COMMENT, DIGITS, DOCTYPE, INSTRUCTION, LAST, ORIGIN,
    REFERENCE, RETURN, RETURNED, TAG, TARGET,
};
use super::ledger::Ledger;
use super::machine::Machine;
use super::observer::Observer;
use super::registers::{Digits, Registers, TagBuilder};
use std::fmt::Write;

impl<O: Observer> Machine<'_, '_, O> {
    /// The registers, for a caller that sets up a run by hand.
    pub fn registers_mut(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// The observer that the machine calls back.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Mutable access to the observer, for example to take what it has recorded.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The state that switched to this one, and the character that it had consumed for it.
    pub fn origin(&self) -> (Option<usize>, Option<char>) {
        let (state, at) = self.origin.unzip();
        let at = at.flatten();
        (
            state,
            at.and_then(|at| self.input.characters().get(at).copied()),
        )
    }

    /// The configuration in one line. Two machines of one revision with the same configuration behave the
    /// same for every continuation. Consumed input that the tables only look back at is not part of it.
    pub fn configuration(&self) -> String {
        let Machine {
            program,
            input,
            registers,
            visit,
            position,
            origin: _,
            observer: _,
            finished,
            depth: _,
            fault,
            // Reset when the next character is consumed.
            idle: _,
            events: _,
            wait: _,
            base_ahead: _,
            pending_question: _,
            assumptions: _,
            complete_name: _,
            took_whole: _,
            // Each run sets them.
            responses: _,
            tags: _,
            has_switched: _,
            emitted: _,
            before_whole: _,
        } = self;
        let name = |state: usize| program.states[state].source.name.as_str();
        let mut out = name(visit.state).to_owned();
        if *finished {
            return "finished".into();
        }
        if input.len() > *position {
            let ahead: String = input.characters()[*position..].iter().collect();
            let _ = write!(out, ", ahead {ahead:?}");
        }
        for (at, row) in input.faults().get(*fault..).unwrap_or_default() {
            let _ = write!(out, ", fault {row} at {}", at - position);
        }
        if input.after_return() {
            out.push_str(", after a carriage return");
        }
        if let (Some(state), character) = self.origin() {
            let _ = write!(out, ", from {} with {character:?}", name(state));
        }
        registers.write(&mut out, &name);
        out
    }
}

impl Machine<'_, '_, Ledger> {
    /// Forgets the registers that are not kept, and the symbols before the earliest position that the
    /// machine can return to. A symbol that was reconsumed unread is removed from the input, since its
    /// characters can follow again.
    pub fn forget(&mut self, keep: u32, place: usize) {
        if std::mem::take(&mut self.before_whole) {
            self.input.truncate(self.position);
            self.input.open = true;
            self.fault = self.fault.min(self.input.faults().len());
        }
        self.observer.arrive(self.visit.state);
        self.observer.known &= keep;
        let known = self.observer.known;
        self.registers.forget(known);
        if known & ORIGIN == 0 {
            self.origin = None;
        }
        self.input.forget_wholes(place);
    }

    /// [`Machine::configuration`], and which of the kept registers have an unknown value.
    pub fn form(&self, keep: u32) -> String {
        let unknown = CARRIED
            .iter()
            .filter(|(r, _)| keep & !self.observer.known & r != 0);
        let unknown = unknown.map(|(_, name)| format!(", any {name}"));
        self.configuration() + &unknown.collect::<String>()
    }
}

impl Registers {
    /// Writes the parts that differ from the initial configuration.
    fn write<'n>(&self, out: &mut String, name: &impl Fn(usize) -> &'n str) {
        let Registers {
            temporary_buffer,
            return_state,
            last_start_tag,
            additional_allowed,
            content_model,
            escape,
            foreign,
            code,
            digits,
            base,
            target,
            matched,
            reference,
            returned,
            bulk,
            bulk_met_eof,
            tag,
            comment,
            doctype,
            processing_instruction,
        } = self;
        let mut part = |what: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(out, ", {what} {value}");
            }
        };
        let quoted = |text: &Option<String>| text.as_ref().map(|text| format!("{text:?}"));
        let buffer = Some(temporary_buffer.clone()).filter(|buffer| !buffer.is_empty());
        part("buffer", quoted(&buffer));
        part(
            "return to",
            return_state.map(|state| name(state).to_owned()),
        );
        part("last start tag", quoted(last_start_tag));
        part("additional", additional_allowed.map(|c| format!("{c:?}")));
        part("model", content_model.map(|model| model.to_string()));
        part("escaped", escape.then(String::new));
        part("foreign", foreign.then(String::new));
        part("code", (*code != 0).then(|| format!("{code:#x}")));
        part(
            "digits",
            (*digits != Digits::Decimal).then(|| "hexadecimal".into()),
        );
        part("base", (*base != Digits::Decimal).then(|| "16".into()));
        part("target", quoted(target));
        part("matched", matched.map(|range| format!("{range:?}")));
        part("reference", quoted(reference));
        part("returned", quoted(returned));
        part("bulk", bulk.map(|range| format!("{range:?}")));
        part("bulk to the end", bulk_met_eof.then(String::new));
        part("tag", tag.as_deref().map(TagBuilder::written));
        part("comment", quoted(comment));
        part(
            "DOCTYPE",
            doctype.as_deref().map(|doctype| format!("{doctype:?}")),
        );
        let instruction = processing_instruction.as_ref();
        part("instruction", instruction.map(|token| format!("{token:?}")));
    }
}

impl TagBuilder {
    fn written(&self) -> String {
        let TagBuilder {
            is_end,
            name,
            self_closing,
            attributes,
            removed,
            earlier,
            // Symbols have no known value before the machine waits.
            without: _,
        } = self;
        #[expect(clippy::disallowed_methods, reason = "sorted below")]
        let mut earlier: Vec<&String> = earlier.iter().collect();
        earlier.sort_unstable();
        let slash = if *is_end { "/" } else { "" };
        let closing = if *self_closing { " /" } else { "" };
        format!("<{slash}{name:?} {attributes:?} {removed:?} {earlier:?}{closing}>")
    }
}

impl Registers {
    /// Clears the registers that are not kept. Both flags stay, and the namespace of the current node,
    /// which only the caller sets.
    fn forget(&mut self, keep: u32) {
        fn unless<T: Default>(kept: bool, register: &mut T) {
            if !kept {
                *register = T::default();
            }
        }
        let Registers {
            temporary_buffer,
            return_state,
            last_start_tag,
            additional_allowed,
            content_model: _,
            escape: _,
            foreign: _,
            code,
            digits,
            base,
            target,
            matched,
            reference,
            returned,
            bulk,
            bulk_met_eof,
            tag,
            comment,
            doctype,
            processing_instruction,
        } = self;
        let has = |register: u32| keep & register != 0;
        unless(has(BUFFER), temporary_buffer);
        unless(has(RETURN), return_state);
        unless(has(LAST), last_start_tag);
        unless(has(ADDITIONAL), additional_allowed);
        unless(has(CODE), code);
        unless(has(DIGITS), digits);
        unless(has(BASE), base);
        unless(has(TARGET), target);
        unless(has(REFERENCE), reference);
        unless(has(RETURNED), returned);
        unless(has(TAG), tag);
        unless(has(COMMENT), comment);
        unless(has(DOCTYPE), doctype);
        unless(has(INSTRUCTION), processing_instruction);
        unless(false, matched);
        unless(false, bulk);
        unless(false, bulk_met_eof);
    }
}
