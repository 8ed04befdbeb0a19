// Two runs on the same input, compared: what the playground shows of them, as data that a worker can send.

import { running } from "./run.js";
import { different, merged } from "./stepper.js";
import { TreeRun, withoutTree } from "./tree-run.js";

/** More tokens or errors are not listed. */
export const LISTED = 300;
/** Tokens of the input up to here are in the ribbon. */
const RIBBON = 10_000;

/** The runs of two machines, with a setup of `run.js` for each. */
export class Session {
  constructor(machines, text, setups) {
    [this.machines, this.text, this.setups] = [machines, text, setups];
    this.results = [];
    this.pairs = [];
    this.trees = [];
  }

  /** Runs and compares; yields what it does, and how much of that is done. It ends early when `isStopped` says so. */
  * work(isStopped) {
    for (const [index, machine] of this.machines.entries()) {
      const steps = running(machine, this.text, this.setups[index], isStopped);
      let next = steps.next();
      for (; !next.done; next = steps.next()) {
        yield { index, share: next.value };
      }
      this.results.push(next.value);
    }
    yield { index: null, share: 1 };
    this.pairs = merged(this.results[0].steps, this.results[1].steps);
    this.trees = this.machines.map((machine, index) => {
      const without = withoutTree(machine, this.text, this.setups[index], this.results[index].failure);
      return { without, run: without === null ? new TreeRun(machine, this.text, this.setups[index]) : null };
    });
  }

  /** What is shown whatever the step is; `tokens` and `errors` of it are the ranges that differ. */
  summary() {
    const [a, b] = this.results;
    const isNamed = this.machines.every(({ errors }) => errors.length > 1);
    return {
      count: this.pairs.length,
      isNamed,
      tokens: different(a.tokens, b.tokens, isSameToken),
      errors: different(a.errors, b.errors, (one, other) => one.offset === other.offset && (!isNamed || one.code === other.code)),
      sides: this.results.map(({ tokens, errors, failure }, index) => ({
        tokens: tokens.slice(0, Math.max(LISTED, tokens.filter(({ span }) => span[0] < RIBBON).length)),
        errors: errors.slice(0, LISTED),
        counts: { tokens: tokens.length, errors: errors.length },
        failure,
        withoutTree: this.trees[index].without,
      })),
    };
  }

  /** What is shown of a step of both runs. */
  step(index) {
    return this.results.map(({ steps, errors }, side) => {
      const at = this.pairs[index][side];
      const [step, after] = [steps[at], steps[at + 1]];
      if (step === undefined) {
        return null;
      }
      const { state, row, heading, from, to, registers } = step;
      return {
        state, row, heading, from, to, registers,
        tokens: [step.tokens, after?.tokens],
        errors: [step.errors, after?.errors],
        reported: errors.slice(step.errors, after?.errors),
        tree: this.trees[side].run?.at(at) ?? null,
      };
    });
  }
}

function isSameToken(a, b) {
  const contents = ({ span, ...rest }) => JSON.stringify(rest);
  return contents(a) === contents(b);
}
