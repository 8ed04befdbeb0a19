// A run with pauses, as the playground needs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { machines } from "../build.mjs";
import { run, running } from "../../site/run.js";

const machine = machines().at(-1);
const text = "<p class=a>text &amp; more</p>\n".repeat(100);

test("a run with pauses gives what one without gives", () => {
  const work = running(machine, text, {}, () => false);
  let [next, last] = [work.next(), 0];
  let pauses = 0;
  for (; !next.done; next = work.next()) {
    assert.ok(next.value >= last && next.value <= 1, `${next.value} after ${last}`);
    last = next.value;
    pauses += 1;
  }
  assert.ok(pauses > 10 && last > 0.9, `${pauses} pauses, the last at ${last}`);
  assert.deepEqual(next.value, run(machine, text, {}));
});

test("a run that is stopped has what came before", () => {
  let pauses = 0;
  const work = running(machine, text, {}, () => pauses === 3);
  let next = work.next();
  for (; !next.done; next = work.next()) {
    pauses += 1;
  }
  assert.equal(pauses, 3);
  const { steps, tokens, failure } = next.value;
  assert.equal(failure, `Stopped after ${steps.at(-1).to} of ${text.length} characters.`);
  assert.deepEqual(steps, run(machine, text, {}).steps.slice(0, steps.length));
  assert.ok(tokens.length > 0);
});
