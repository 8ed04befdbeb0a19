//! Runs over a complete input.

use super::machine::{Machine, Progress};
use super::observer::Observer;
use super::program::Interpreter;
use super::refusal::Refusal;
use super::setup::Setup;
use super::tokens::Output;

impl<'r> Interpreter<'r> {
    /// Runs over the whole of `input`.
    ///
    /// # Errors
    /// If the setup does not fit the revision, or the revision does not say how to go on.
    pub fn run(&self, setup: &Setup, input: &str) -> Result<Output, Refusal> {
        output(self.start(setup, input, ())?)
    }

    /// Runs over the whole of `input`, observed.
    ///
    /// # Errors
    /// As for [`Interpreter::run`].
    pub fn observe(
        &self,
        setup: &Setup,
        input: &str,
        mut observer: impl Observer,
    ) -> Result<Output, Refusal> {
        // A machine for each kind of observer takes longer to compile than the calls take to run.
        let observer: &mut dyn Observer = &mut observer;
        output(self.start(setup, input, observer)?)
    }

    /// The output of a run over the whole of `input`, up to where it gets stuck if it does, and why it does.
    ///
    /// # Errors
    /// If the setup does not fit the revision.
    pub fn run_until_stuck(
        &self,
        setup: &Setup,
        input: &str,
    ) -> Result<(Output, Option<Refusal>), Refusal> {
        let mut machine = self.start(setup, input, ())?;
        loop {
            match machine.advance() {
                Ok(Progress::Running) => {}
                Ok(Progress::Finished) => return Ok((machine.into_output(), None)),
                Err(refusal) => return Ok((machine.into_output(), Some(refusal))),
            }
        }
    }

    /// A machine positioned at the first character of `input`.
    ///
    /// # Errors
    /// If the setup does not fit the revision.
    pub fn start<O: Observer>(
        &self,
        setup: &Setup,
        input: &str,
        observer: O,
    ) -> Result<Machine<'_, 'r, O>, Refusal> {
        Machine::new(self, setup, input, observer)
    }
}

fn output<O: Observer>(mut machine: Machine<'_, '_, O>) -> Result<Output, Refusal> {
    while machine.advance()? == Progress::Running {}
    Ok(machine.into_output())
}
