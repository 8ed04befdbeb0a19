//! What decides about the rest of a run: to write it down, and to change it from outside.
//!
//! Everything is taken apart without a wildcard: a register that is added does not compile until it
//! is said here what becomes of it.

use super::effects::{
    ADDITIONAL, BASE, BUFFER, CODE, COMMENT, COMPARED, DIGITS, DOCTYPE, INSTRUCTION, LAST,
    REFERENCE, RETURN, RETURNED, TAG, TARGET,
};
use super::machine::Machine;
use super::observer::Observer;
use super::registers::{Digits, Registers, Tag};
use std::fmt::Write;

impl<O: Observer> Machine<'_, '_, O> {
    /// The registers, to change them.
    pub(crate) fn said_mut(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// Who looks over the machine's shoulder.
    pub(crate) fn observer(&self) -> &O {
        &self.observer
    }

    /// The same, to change it.
    pub(crate) fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Takes the longest name at `index` to be the one that stands there so far.
    pub(crate) fn settle_name(&mut self, index: usize) {
        self.settled = Some(index);
    }

    /// Whether an answer that was given from outside may be asked for again.
    pub(crate) fn is_told(&self) -> bool {
        let assumed = self.assumed.map(|(index, _)| index);
        assumed.max(self.settled) >= Some(self.position)
    }

    /// Takes back characters that were not consumed, from the index `length` on.
    pub(crate) fn take_back(&mut self, length: usize) {
        self.input.truncate(length.max(self.position));
        self.fault = self.fault.min(self.input.faults.len());
    }

    /// Forgets which state switched to this one.
    pub(crate) fn forget_origin(&mut self) {
        self.origin = None;
    }

    /// All that decides about the rest of the run, in a line: two machines of one revision for which
    /// it is the same do the same with whatever follows. What was consumed and can only be looked
    /// back at is not in it.
    pub(crate) fn configuration(&self) -> String {
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
            fault: _,
            // What is consumed next sets it back.
            idle: _,
            events: _,
            wait: _,
            base_ahead: _,
            assumed: _,
            settled: _,
        } = self;
        let name = |state: usize| program.states[state].said.name.as_str();
        let mut out = name(visit.state).to_owned();
        if *finished {
            return "finished".into();
        }
        if input.len() > *position {
            let ahead: String = input.characters[*position..].iter().collect();
            let _ = write!(out, ", ahead {ahead:?}");
        }
        let faults = input.faults.iter().filter(|(at, _)| at >= position);
        for (at, row) in faults {
            let _ = write!(out, ", fault {row} at {}", at - position);
        }
        if input.after_return {
            out.push_str(", after a carriage return");
        }
        match self.faults_reported_ahead() {
            0 => {}
            reported => {
                let _ = write!(out, ", {reported} of them reported");
            }
        }
        if self.is_told() {
            let _ = write!(out, ", told {:?} {:?}", self.assumed, self.settled);
        }
        if let (Some(state), character) = self.origin() {
            let _ = write!(out, ", from {} with {character:?}", name(state));
        }
        registers.write(&mut out, &name);
        out
    }
}

impl Registers {
    /// Writes what is not as it is at the start.
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
        let said = |text: &Option<String>| text.as_ref().map(|text| format!("{text:?}"));
        let buffer = Some(temporary_buffer.clone()).filter(|buffer| !buffer.is_empty());
        part("buffer", said(&buffer));
        part(
            "return to",
            return_state.map(|state| name(state).to_owned()),
        );
        part("last start tag", said(last_start_tag));
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
        part("target", said(target));
        part("matched", matched.map(|range| format!("{range:?}")));
        part("reference", said(reference));
        part("returned", said(returned));
        part("bulk", bulk.map(|range| format!("{range:?}")));
        part("bulk to the end", bulk_met_eof.then(String::new));
        part("tag", tag.as_ref().map(Tag::written));
        part("comment", said(comment));
        part(
            "DOCTYPE",
            doctype.as_ref().map(|doctype| format!("{doctype:?}")),
        );
        let instruction = processing_instruction.as_ref();
        part("instruction", instruction.map(|token| format!("{token:?}")));
    }
}

impl Tag {
    fn written(&self) -> String {
        let Tag {
            is_end,
            name,
            self_closing,
            attributes,
            removed,
            earlier,
        } = self;
        let mut earlier: Vec<&String> = earlier.iter().collect();
        earlier.sort_unstable();
        let slash = if *is_end { "/" } else { "" };
        let closing = if *self_closing { " /" } else { "" };
        format!("<{slash}{name:?} {attributes:?} {removed:?} {earlier:?}{closing}>")
    }
}

impl Registers {
    /// Forgets what is not kept. Both flags stay, and the namespace of the current node, which is
    /// only set from outside.
    pub(crate) fn forget(&mut self, keep: u32) {
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
        unless(has(BUFFER | COMPARED), temporary_buffer);
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

    /// The texts that steps build up, and that go into output: of a tag its name, and name and
    /// value of the current attribute; data; of a DOCTYPE all three; target and data.
    pub(crate) fn texts(&mut self) -> [Option<&mut String>; 9] {
        let (mut name, mut current) = (None, None);
        if let Some(tag) = &mut self.tag {
            name = Some(&mut tag.name);
            current = tag.removed.as_mut().or(tag.attributes.last_mut());
        }
        let (attribute, value) = current.map(|(name, value)| (name, value)).unzip();
        let [mut doctype, mut public, mut system] = [None, None, None];
        if let Some(token) = &mut self.doctype {
            doctype = token.name.as_mut();
            public = token.public.as_mut();
            system = token.system.as_mut();
        }
        let instruction = self.processing_instruction.as_mut();
        let (target, data) = instruction.map(|(target, data)| (target, data)).unzip();
        [
            name,
            attribute,
            value,
            self.comment.as_mut(),
            doctype,
            public,
            system,
            target,
            data,
        ]
    }
}
