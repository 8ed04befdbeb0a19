// What docs/export.md says of `current`, `unconsume`, `call` and names of states, tested on every machine.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { machines, newest } from "../build.mjs";
import { Tokenizer } from "../tokenizer.js";
import { ROOT, actual, expected, readFile, stateId } from "./suite.js";

/** A tokenizer that forgets what the document says nothing reads: reading it gives errors without a place, or no text. */
class Forgetful extends Tokenizer {
  step() {
    // A part of a state goes on where the part before it was.
    if (this.states.get(this.registers.state)?.kind !== "part") {
      this.current = NaN;
    }
    return super.step();
  }

  call(procedure, caller) {
    this.registers.matched = "forgotten";
    super.call(procedure, caller);
    this.registers.matched = "forgotten";
    this.current = NaN;
  }
}

/** Every list of operations of a state, with its branches and the tests of these. */
function lists(state) {
  return [state.operations, ...state.rows.map(({ operations }) => operations)];
}

/** The operations, tests and sources that read the current input character or its place. */
const READS_CURRENT =
  /"(reconsume|(emit-)?current-character|add-to-code|current|(lower|upper)case-character|behind)"/;

/** Whether an operation, or what is in it, is one of these. */
function readsCurrent(operation) {
  return READS_CURRENT.test(JSON.stringify(operation));
}

/** Whether the operation, or one in its branches, is of a kind. */
function has(operation, op) {
  return JSON.stringify(operation).includes(`"op":"${op}"`);
}

/** Calls `check` with each operation of a kind, and with those that can run after it in the same list or around it. */
function after(operations, op, check, rest = []) {
  operations.forEach((operation, index) => {
    const later = [...operations.slice(index + 1), ...rest];
    if (operation.op === op) {
      check(later);
    } else if (operation.op === "if") {
      after(operation.then, op, check, later);
      after(operation.otherwise, op, check, later);
    }
  });
}

const all = machines();
for (const machine of all) {
  const { id, draft } = machine.revision;

  test(`${id}: nothing reads the current character before one was consumed, or after a call`, () => {
    const ofTime = draft ? newest(all).revision.id : id;
    const cases = readFile(join(ROOT, "tests", "data", "corners", `${ofTime}.test`));
    assert.ok(cases.length > 20);
    for (const case_ of cases) {
      const wanted = expected(case_);
      const events = new Forgetful(machine, case_.input, case_.setup).run();
      assert.deepEqual(actual(events, wanted), wanted, case_.description);
    }
  });

  test(`${id}: after unconsume, nothing reads the current character`, () => {
    for (const state of machine.states) {
      for (const operations of lists(state)) {
        after(operations, "unconsume", (later) => {
          const next = later.findIndex((operation) => has(operation, "consume-next"));
          const reached = next < 0 ? later : later.slice(0, next);
          assert.ok(!reached.some(readsCurrent), `${state.id}: ${JSON.stringify(reached)}`);
        });
      }
    }
  });

  test(`${id}: no call follows a reconsume, and none is in a row`, () => {
    for (const state of machine.states) {
      for (const operations of lists(state)) {
        after(operations, "reconsume", (later) => {
          assert.ok(!later.some((operation) => has(operation, "call")), state.id);
        });
      }
      const inRows = state.rows.flatMap(({ operations }) => operations);
      assert.ok(!inRows.some((operation) => has(operation, "call")), `${state.id} calls in a row`);
    }
  });

  test(`${id}: codes beyond U+10FFFF are one to every test`, () => {
    const ranges = [];
    JSON.stringify(machine.states, (_, value) => {
      if (value?.test === "code-in") {
        ranges.push(...value.ranges);
      }
      return value;
    });
    assert.ok(ranges.some(([, to]) => to > 0x10ffff));
    assert.ok(ranges.every(([from, to]) => to <= 0x10ffff || (from <= 0x110000 && to === 4294967295)), JSON.stringify(ranges));
    assert.ok(machine.numericReplacements.every(([from]) => from <= 0x10ffff));
  });

  test(`${id}: the end of the file after a line feed is on the next line`, () => {
    for (const [input, place] of [["<", "1:2"], ["\n<", "2:2"], ["<a\n", "2:1"], ["<a\r\n", "2:1"], ["<a\r", "2:1"], ["<a \u{1F600}", "1:6"]]) {
      const events = new Tokenizer(machine, input).run();
      const places = events.filter(({ type }) => type === "ParseError").map(({ line, col }) => `${line}:${col}`);
      assert.equal(places.at(-1), place, JSON.stringify(input));
    }
  });

  test(`${id}: a name of html5lib's is an id`, () => {
    const ids = new Set(machine.states.map((state) => state.id));
    const names = machine.contentModelFlag ? ["Data state"]
      : ["Data state", "PLAINTEXT state", "RCDATA state", "RAWTEXT state", "Script data state", "CDATA section state"];
    for (const name of names) {
      assert.ok(ids.has(stateId(name)), name);
    }
    assert.equal(machine.states.filter(({ id, name }) => id !== name && !id.startsWith(name)).length, 0);
  });
}
